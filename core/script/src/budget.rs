//! What one run of a script may use: so many safepoints, and as a last resort so much time.
//!
//! Safepoints (loop turns and calls) are counted, so that a script that runs too long fails at the same place on every machine.
//! Some single steps take long without passing a safepoint, such as joining huge texts; for those there is a clock.

use mlua::ffi::{self, lua_State};
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int};
use std::time::{Duration, Instant};

/// Loop turns and calls a single run of a rule may take.
const SAFEPOINTS: u64 = 30_000_000;

/// The clock is for steps no count reaches; an honest run of a rule takes milliseconds.
const MOST_TIME: Duration = Duration::from_secs(5);

/// The clock is looked at once in two to this power safepoints.
const CLOCK_SHIFT: u32 = 8;

/// From this size on it is remembered which line made the heap grow: errors of the allocator carry no place.
const LARGE_HEAP: usize = 16 << 20;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    static STARTED: Cell<Option<Instant>> = const { Cell::new(None) };
    static HUNGRY_LINE: RefCell<Option<(String, usize)>> = const { RefCell::new(None) };
}

/// Gives the scripts that `work` runs a full budget.
pub(crate) fn with<T>(work: impl FnOnce() -> T) -> T {
    struct Restore(u64, Option<Instant>);
    impl Drop for Restore {
        fn drop(&mut self) {
            LEFT.set(self.0);
            STARTED.set(self.1);
        }
    }
    let _restore = Restore(LEFT.replace(SAFEPOINTS), STARTED.replace(None));
    work()
}

/// Takes safepoints off the budget; false when it is used up.
#[inline]
pub(crate) fn spend(safepoints: u64) -> bool {
    let before = LEFT.get();
    let left = before.saturating_sub(safepoints);
    LEFT.set(left);
    if before >> CLOCK_SHIFT != left >> CLOCK_SHIFT {
        look_at_clock();
    }
    before != 0
}

#[cold]
fn look_at_clock() {
    match STARTED.get() {
        None => STARTED.set(Some(Instant::now())),
        Some(start) if start.elapsed() > MOST_TIME => LEFT.set(0),
        Some(_) => {}
    }
}

/// What a script is told whose budget is used up.
pub(crate) const TOO_LONG: &CStr = c"ran for too long; is there a loop without an end?";

/// Runs at every safepoint of a script, and at every step of the garbage collector.
pub(crate) unsafe extern "C-unwind" fn interrupt(state: *mut lua_State, gc: c_int) {
    if gc >= 0 {
        // SAFETY: Luau passes a live state.
        unsafe { collecting(state) };
    } else if !spend(1) {
        // The budget stays at zero, so a `pcall` around this is interrupted again at once.
        // SAFETY: raising an error at a safepoint is what the callback is for; no Rust value is alive here.
        unsafe { ffi::luaL_error(state, TOO_LONG.as_ptr()) }
    }
}

/// An error may not be raised from here, but the budget can be found used up, and a hungry line be remembered.
#[cold]
unsafe fn collecting(state: *mut lua_State) {
    look_at_clock();
    // SAFETY: the state is live.
    if unsafe { ffi::lua_totalbytes(state, -1) } > LARGE_HEAP {
        // SAFETY: as above.
        let place = unsafe { current_line(state) };
        HUNGRY_LINE.with_borrow_mut(|line| *line = place.or(line.take()));
    }
}

/// The chunk and line of the innermost function that is not the library's.
///
/// # Safety
/// `state` is a live state.
pub(crate) unsafe fn current_line(state: *mut lua_State) -> Option<(String, usize)> {
    // SAFETY: a zeroed record is what `lua_getinfo` fills; the texts it points to live as long as the functions.
    unsafe {
        let mut found: ffi::lua_Debug = std::mem::zeroed();
        for level in 0..8 {
            if ffi::lua_getinfo(state, level, c"sl".as_ptr(), &mut found) == 0 {
                return None;
            }
            let chunk = CStr::from_ptr(found.short_src).to_string_lossy();
            if found.currentline > 0 && chunk != crate::sandbox::PRELUDE {
                return Some((chunk.into_owned(), found.currentline as usize));
            }
        }
        None
    }
}

/// The line that made the heap grow, since this was last asked.
pub(crate) fn take_hungry_line() -> Option<(String, usize)> {
    HUNGRY_LINE.take()
}
