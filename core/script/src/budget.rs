//! What one run of a script may use: so many safepoints, and as a last resort so much time.
//!
//! Safepoints (loop turns and calls) are counted, so that a script that runs too long fails at the same place on every machine.
//! Some single steps take long without passing a safepoint, such as joining huge texts; for those there is a clock.

use cpu_time::ThreadTime;
use mlua::ffi::{self, lua_State};
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int};
use std::time::Duration;

/// Loop turns and calls a single run of a rule may take.
const SAFEPOINTS: u64 = 30_000_000;

/// Outside of runs nothing is limited; what is more than a budget never runs out.
const UNLIMITED: u64 = u64::MAX;

/// The clock is for steps no count reaches; an honest run of a rule takes milliseconds. It goes while this thread works, so that a
/// busy machine makes no difference.
const MOST_TIME: Duration = Duration::from_secs(3);

/// The clock is looked at, and garbage seen to, once in so many safepoints.
const EVERY: u64 = 256;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(UNLIMITED) };
    static STARTED: Cell<Option<ThreadTime>> = const { Cell::new(None) };
    /// Where the budget was found used up first, as the beginning of a message; that is the place to look at, whatever a `pcall` around
    /// it goes on to.
    static STOPPED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Gives the scripts that `work` runs a full budget.
pub(crate) fn with<T>(work: impl FnOnce() -> T) -> T {
    struct Restore(u64, Option<ThreadTime>);
    impl Drop for Restore {
        fn drop(&mut self) {
            LEFT.set(self.0);
            STARTED.set(self.1);
        }
    }
    let _restore = Restore(LEFT.replace(SAFEPOINTS), STARTED.replace(None));
    STOPPED.take();
    work()
}

/// Takes safepoints off the budget; false when it is used up.
#[inline]
pub(crate) fn spend(safepoints: u64) -> bool {
    let before = LEFT.get();
    if before > SAFEPOINTS {
        return true;
    }
    let left = before.saturating_sub(safepoints);
    LEFT.set(left);
    if before / EVERY != left / EVERY {
        look_at_clock();
    }
    before != 0
}

#[cold]
fn look_at_clock() {
    if LEFT.get() > SAFEPOINTS {
        return;
    }
    match STARTED.get() {
        None => STARTED.set(Some(ThreadTime::now())),
        Some(start) if start.elapsed() > MOST_TIME => LEFT.set(0),
        Some(_) => {}
    }
}

/// What a script is told whose budget is used up.
pub(crate) const TOO_LONG: &CStr = c"ran for too long; is there a loop without an end?";

/// Runs at every safepoint of a script, and at every step of the garbage collector.
pub(crate) unsafe extern "C-unwind" fn interrupt(state: *mut lua_State, gc: c_int) {
    let left = LEFT.get();
    if gc < 0 && !left.is_multiple_of(EVERY) {
        return LEFT.set(left - 1);
    }
    // SAFETY: as this function's own.
    unsafe { interrupt_rarely(state, gc) }
}

/// Whether a message begins with the place where the budget was found used up: that is one no script has made up.
pub(crate) fn is_place_of(message: &str) -> bool {
    STOPPED.with_borrow(|place| !place.is_empty() && message.as_bytes().starts_with(place))
}

/// Pushes the place where the budget was found used up first: here, unless a `pcall` has caught that. At a safepoint the function
/// that runs is level 0.
unsafe fn push_place(state: *mut lua_State) {
    let (known, length) = STOPPED.with_borrow(|place| (place.as_ptr(), place.len()));
    // SAFETY: at a safepoint there is room for a value. What was kept stays where it is while it is copied, and nothing borrows it
    // should memory run out.
    unsafe {
        if length > 0 {
            return ffi::lua_pushlstring_(state, known.cast(), length);
        }
        ffi::luaL_where(state, 0);
        let mut length = 0;
        let text = ffi::lua_tolstring(state, -1, &mut length);
        if !text.is_null() {
            STOPPED.replace(std::slice::from_raw_parts(text.cast::<u8>(), length).to_vec());
        }
    }
}

#[cold]
unsafe fn interrupt_rarely(state: *mut lua_State, gc: c_int) {
    if gc >= 0 {
        // An error may not be raised from here, but the budget can be found used up.
        look_at_clock();
    } else if !spend(1) {
        // The budget stays at zero, so a `pcall` around this is interrupted again at once.
        // SAFETY: raising an error at a safepoint is what the callback is for; no Rust value is alive here.
        unsafe {
            push_place(state);
            ffi::lua_pushlstring_(state, TOO_LONG.as_ptr(), TOO_LONG.count_bytes());
            ffi::lua_concat(state, 2);
            ffi::lua_error(state)
        }
    } else {
        // Some functions of the library, `table.clone` among them, make garbage and never see to its collection; a text does.
        // SAFETY: at a safepoint there is room for a value, and memory may be asked for.
        unsafe {
            ffi::lua_pushlstring_(state, c"".as_ptr(), 0);
            ffi::lua_pop(state, 1);
        }
    }
}
