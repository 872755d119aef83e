//! The limits of one run of a script: loop turns and calls, memory, depth and, as a last resort, time.
//!
//! Safepoints (loop turns and calls) are counted, and functions of the library cost as many as they take time, so a
//! script that runs too long fails at the same place on every machine. Whatever the limit, a script cannot catch it:
//! [`crate::pcall`] raises it again, and so does the next safepoint.

use cpu_time::ThreadTime;
use mlua::ffi::{self, lua_State};
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int, c_void};
use std::time::Duration;

/// Loop turns and calls of a single run of a rule, from its beginning or from a checkpoint, however often it asks.
const MAX_SAFEPOINTS: u64 = 30_000_000;

/// Outside of runs nothing is limited; what is more than a budget never runs out.
const UNLIMITED: u64 = u64::MAX;

/// The clock is for steps no count reaches; an honest run of a rule takes milliseconds. It goes while this thread
/// works, so that a busy machine makes no difference.
const MAX_TIME: Duration = Duration::from_secs(3);

/// Memory the scripts of a game may use, after garbage has been collected.
const MAX_MEMORY: usize = 64 << 20;

/// The longest string a script may make.
const MAX_TEXT: usize = 4 << 20;

/// Memory that may be taken between two looks at what is used.
const MAX_GROWTH: usize = 32 << 20;

/// Memory that may be taken before the next safepoint looks at what is used.
const URGENT_GROWTH: usize = 4 << 20;

/// Blocks from this size on are counted. Whether a shorter string takes memory can depend on what is waiting to be
/// collected.
const LARGE_BLOCK: usize = 32 << 10;

/// Bytes of large blocks that cost as much as a safepoint.
const BYTES_PER_SAFEPOINT: u64 = 64;

/// What a new table or closure costs, with its share of the collection. The garbage of a string is counted by what
/// makes it.
const OBJECT: u64 = 4;

/// More memory than a run can use before it is found to use too much.
pub(crate) const HARD_MEMORY: usize = 2 * MAX_MEMORY;

/// Functions that may be running at the same time. Luau has room for twice as many.
const MAX_DEPTH: c_int = 10_000;

/// The clock, memory and depth are looked at, and garbage seen to, once in this many safepoints.
const EVERY: u64 = 256;

/// A limit that was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Too many safepoints, or too much time.
    Time,
    /// Too much memory.
    Memory,
    /// Too many functions that call each other.
    Depth,
}

impl Limit {
    /// The message for the author of the script.
    pub(crate) fn message(self) -> &'static CStr {
        match self {
            Limit::Time => c"ran for too long; is there an endless loop?",
            Limit::Memory => c"used more memory than the scripts of a game may use",
            Limit::Depth => c"stack overflow: function calls are nested too deep; is there an endless recursion?",
        }
    }
}

/// What is left for a run of a rule. A run that is put aside keeps it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(u64);

impl Budget {
    /// A full budget.
    pub(crate) fn full() -> Budget {
        Budget(MAX_SAFEPOINTS)
    }
}

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(UNLIMITED) };
    static STARTED: Cell<Option<ThreadTime>> = const { Cell::new(None) };
    /// Large blocks taken since somebody looked.
    static GROWN: Cell<usize> = const { Cell::new(0) };
    /// The next safepoint looks at memory.
    static URGENT: Cell<bool> = const { Cell::new(false) };
    /// The limit that was passed first.
    static PASSED: Cell<Option<Limit>> = const { Cell::new(None) };
    /// Where that was, as the beginning of a message; that is the place to look at, whatever a script goes on to.
    static PLACE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Runs `work` with what is left of a budget.
pub(crate) fn with<T>(budget: &mut Budget, work: impl FnOnce() -> T) -> T {
    struct BudgetGuard<'a>(&'a mut Budget, u64, Option<ThreadTime>, (usize, bool), Option<Limit>);
    impl Drop for BudgetGuard<'_> {
        fn drop(&mut self) {
            self.0.0 = LEFT.replace(self.1);
            STARTED.set(self.2);
            GROWN.set(self.3.0);
            URGENT.set(self.3.1);
            PASSED.set(self.4);
        }
    }
    let growth = (GROWN.replace(0), URGENT.replace(false));
    let (left, started) = (LEFT.replace(budget.0), STARTED.replace(None));
    let _restore = BudgetGuard(budget, left, started, growth, PASSED.take());
    PLACE.take();
    work()
}

/// Notes that a limit was passed. The budget stays at zero, so every safepoint from now on raises an error.
#[cold]
pub(crate) fn stop(limit: Limit) {
    if LEFT.get() <= MAX_SAFEPOINTS {
        LEFT.set(0);
        PASSED.set(PASSED.get().or(Some(limit)));
    }
}

/// The limit that was passed, if one was.
pub(crate) fn passed_limit() -> Option<Limit> {
    if LEFT.get() == 0 { Some(PASSED.get().unwrap_or(Limit::Time)) } else { None }
}

/// Takes safepoints off the budget; false when it is used up.
#[inline]
pub(crate) fn spend(safepoints: u64) -> bool {
    let before = LEFT.get();
    if before > MAX_SAFEPOINTS {
        return true;
    }
    let left = before.saturating_sub(safepoints);
    LEFT.set(left);
    if before / EVERY != left / EVERY {
        look_at_clock();
    }
    before != 0 && before >= safepoints
}

#[cold]
fn look_at_clock() {
    if LEFT.get() > MAX_SAFEPOINTS {
        return;
    }
    match STARTED.get() {
        None => STARTED.set(Some(ThreadTime::now())),
        Some(start) if start.elapsed() > MAX_TIME => stop(Limit::Time),
        Some(_) => {}
    }
}

/// Takes the cost of a function of the library off the budget, before it runs. Raises an error when there is not so
/// much left.
///
/// # Safety
/// Called from a C function on the stack of `state`; it may be left by an error, so nothing that has to be dropped may
/// be alive.
#[inline]
pub(crate) unsafe fn charge(state: *mut lua_State, safepoints: u64) {
    let before = LEFT.get();
    let fits = spend(safepoints);
    // SAFETY: as this function's own.
    unsafe {
        if fits && before / EVERY != LEFT.get() / EVERY {
            check_limits(state);
        }
        if !fits || (LEFT.get() == 0 && before != 0) {
            raise(state, 1);
        }
    }
}

/// Runs `work`, a function of the library, without counting the memory it takes: its cost has been charged.
pub(crate) fn without_memory_count(work: impl FnOnce() -> c_int) -> c_int {
    let before = GROWN.get();
    let results = work();
    GROWN.set(before);
    results
}

/// Is called by the machine whenever memory has been taken. No error may be raised from here.
pub(crate) unsafe extern "C-unwind" fn allocated(
    _: *mut lua_State,
    _: *mut c_void,
    before: usize,
    now: usize,
    _: u8,
    kind: c_int,
    _: c_int,
) {
    if kind == ffi::LUA_TTABLE || kind == ffi::LUA_TFUNCTION {
        count_object();
    }
    if now >= LARGE_BLOCK {
        count_block(now.saturating_sub(before), kind == ffi::LUA_TSTRING && now > MAX_TEXT);
    }
}

/// Takes the cost of a new object off the budget.
fn count_object() {
    let before = LEFT.get();
    if before <= MAX_SAFEPOINTS {
        let left = before.saturating_sub(OBJECT);
        LEFT.set(left);
        if before / EVERY != left / EVERY {
            URGENT.set(true);
        }
    }
}

#[cold]
fn count_block(grown: usize, too_long: bool) {
    let grown = GROWN.get() + grown;
    GROWN.set(grown);
    if grown > URGENT_GROWTH {
        URGENT.set(true);
    }
    if too_long || grown > MAX_GROWTH {
        stop(Limit::Memory);
    }
}

/// Runs at every safepoint of a script, and at every step of the garbage collector.
pub(crate) unsafe extern "C-unwind" fn interrupt(state: *mut lua_State, gc: c_int) {
    let left = LEFT.get();
    if gc < 0 && !left.is_multiple_of(EVERY) && !URGENT.get() {
        return LEFT.set(left - 1);
    }
    // SAFETY: as this function's own.
    unsafe { interrupt_rarely(state, gc) }
}

#[cold]
unsafe fn interrupt_rarely(state: *mut lua_State, gc: c_int) {
    if gc >= 0 {
        // An error may not be raised from here, but the budget can be found used up.
        return look_at_clock();
    }
    // SAFETY: raising an error at a safepoint is what the callback is for; no Rust value is alive here. At a safepoint
    // the function that runs is level 0.
    unsafe {
        if spend(1) {
            check_limits(state);
        }
        if passed_limit().is_some() {
            raise(state, 0)
        }
        // Some functions of the library, `table.clone` among them, make garbage and never see to its collection; a text
        // does.
        ffi::lua_pushlstring_(state, c"".as_ptr(), 0);
        ffi::lua_pop(state, 1);
    }
}

/// Looks at the clock, at depth and at memory.
///
/// # Safety
/// As for [`charge`].
unsafe fn check_limits(state: *mut lua_State) {
    URGENT.set(false);
    if LEFT.get() > MAX_SAFEPOINTS {
        return GROWN.set(0);
    }
    look_at_clock();
    if !spend(GROWN.replace(0) as u64 / BYTES_PER_SAFEPOINT) {
        stop(Limit::Time);
    }
    // SAFETY: as this function's own; what is on the stack is not collected.
    unsafe {
        if ffi::lua_stackdepth(state) > MAX_DEPTH {
            stop(Limit::Depth);
        }
        if used(state) > MAX_MEMORY {
            ffi::lua_gc(state, ffi::LUA_GCCOLLECT, 0);
            if used(state) > MAX_MEMORY {
                stop(Limit::Memory);
            }
        }
    }
}

unsafe fn used(state: *mut lua_State) -> usize {
    // SAFETY: as this function's own.
    let [kilobytes, bytes] = [ffi::LUA_GCCOUNT, ffi::LUA_GCCOUNTB].map(|what| unsafe { ffi::lua_gc(state, what, 0) });
    ((kilobytes as usize) << 10) + bytes as usize
}

/// Whether a message begins with the place where a limit was passed: that is one no script has made up.
pub(crate) fn is_place_of(message: &str) -> bool {
    PLACE.with_borrow(|place| !place.is_empty() && message.as_bytes().starts_with(place))
}

/// Raises the limit that an error of the machine stands for; a script that has caught it does not go on.
///
/// # Safety
/// As for [`raise`].
pub(crate) unsafe fn raise_as(state: *mut lua_State, limit: Limit) -> ! {
    stop(limit);
    // SAFETY: as this function's own.
    unsafe { raise(state, 1) }
}

/// Raises the limit that was passed, at the function on this level of the stack if it is met for the first time.
///
/// # Safety
/// Called with room for two values; it is left by an error, so nothing that has to be dropped may be alive.
pub(crate) unsafe fn raise(state: *mut lua_State, level: c_int) -> ! {
    let message = passed_limit().unwrap_or(Limit::Time).message();
    // SAFETY: as this function's own.
    unsafe {
        push_place(state, level);
        ffi::lua_pushlstring_(state, message.as_ptr(), message.count_bytes());
        ffi::lua_concat(state, 2);
        ffi::lua_error(state)
    }
}

/// Pushes the place where a limit was passed first: here, unless a script has caught that.
unsafe fn push_place(state: *mut lua_State, level: c_int) {
    let (known, length) = PLACE.with_borrow(|place| (place.as_ptr(), place.len()));
    // SAFETY: there is room for a value. What was kept stays where it is while it is copied, and nothing borrows it
    // should memory run out.
    unsafe {
        if length > 0 {
            return ffi::lua_pushlstring_(state, known.cast(), length);
        }
        ffi::luaL_where(state, level);
        let mut length = 0;
        let text = ffi::lua_tolstring(state, -1, &mut length);
        if !text.is_null() {
            PLACE.replace(std::slice::from_raw_parts(text.cast::<u8>(), length).to_vec());
        }
    }
}
