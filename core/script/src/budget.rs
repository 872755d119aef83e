//! The limits of a script run: loop iterations and calls, memory, depth and, as a last resort, time.
//!
//! Safepoints (loop iterations and calls) are counted, and library functions are charged for the time they take, so a
//! script that runs too long fails at the same point on every machine. Scripts cannot suppress a limit error:
//! [`crate::pcall`] raises it again, and so does the next safepoint.

#[cfg(not(target_family = "wasm"))]
use cpu_time::ThreadTime;
use mlua::ffi::{self, lua_State};
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int, c_void};
use std::time::{Duration, Instant};
// A module in a browser has one thread, and no clock of its own.
#[cfg(target_family = "wasm")]
use std::time::Instant as ThreadTime;

/// The maximum number of safepoints in a run of a rule, counted from its start or from a checkpoint, however many
/// questions the rule asks.
const MAX_SAFEPOINTS: u64 = 30_000_000;

/// The budget outside runs. It exceeds any real budget, so it never runs out.
const UNLIMITED: u64 = u64::MAX;

/// The time limit, for work that no count covers. A well-behaved rule runs for milliseconds. Only this thread's CPU
/// time counts, so a busy machine makes no difference.
const MAX_TIME: Duration = Duration::from_secs(3);

/// The time for which scripts run before their processor time is measured.
const UNMEASURED: Duration = Duration::from_millis(100);

/// The maximum memory use of a game's scripts, after garbage collection.
const MAX_MEMORY: usize = 64 << 20;

/// The maximum length, in bytes, of a string that a script creates.
const MAX_TEXT: usize = 4 << 20;

/// The maximum memory allocated between two checks of memory use.
const MAX_GROWTH: usize = 32 << 20;

/// The size of the large blocks allocated since the last memory check that makes the next safepoint check memory
/// without waiting for `EVERY` safepoints.
const URGENT_GROWTH: usize = 4 << 20;

/// The minimum size of a block that is counted. Smaller blocks are left out, because whether a short string needs
/// memory can depend on uncollected garbage.
const LARGE_BLOCK: usize = 32 << 10;

/// The minimum size of a string whose creation by an operator is charged. The virtual machine always allocates memory for
/// a concatenation of this length, even if an equal string exists.
const LONG_STRING: usize = 1 << 10;

/// The number of bytes of long strings for which one safepoint is charged.
const BYTES_PER_SAFEPOINT: u64 = 64;

/// The cost of a new table or closure, including its share of garbage collection. Garbage strings are charged to the
/// functions that create them.
const OBJECT: u64 = 4;

/// The hard memory limit. No run can reach it before the ordinary limit takes effect.
pub(crate) const HARD_MEMORY: usize = 2 * MAX_MEMORY;

/// The maximum call depth. Luau has room for twice this depth.
const MAX_DEPTH: c_int = 10_000;

/// The number of safepoints between checks of the clock, memory and call depth, and between garbage collection steps.
const EVERY: u64 = 256;

/// A limit that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Too many safepoints, or too much time.
    Time,
    /// Too much memory.
    Memory,
    /// Calls nested too deep.
    Depth,
}

impl Limit {
    /// Returns the message for the script's author.
    pub(crate) fn message(self) -> &'static CStr {
        match self {
            Limit::Time => c"ran for too long; is there an endless loop?",
            Limit::Memory => c"used more memory than the scripts of a game may use",
            Limit::Depth => c"stack overflow: function calls are nested too deeply; is there an endless recursion?",
        }
    }
}

/// The remaining budget of a run, kept while the run is suspended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget(u64);

impl Budget {
    /// Returns a full budget.
    pub(crate) fn full() -> Budget {
        Budget(MAX_SAFEPOINTS)
    }
}

/// Measures the processor time of scripts. Reading the processor time of a thread is a system call, which would take a
/// noticeable share of a game. So elapsed time is read first: a thread cannot use more processor time than has elapsed.
#[derive(Clone, Copy)]
enum Clock {
    /// The time of the first check.
    Passed(Instant),
    /// The processor time when scripts had run for [`UNMEASURED`].
    Used(ThreadTime),
}

impl Clock {
    /// Returns the clock after the next check; `None` if the time is up.
    fn check(self) -> Option<Clock> {
        match self {
            Clock::Passed(since) if since.elapsed() < UNMEASURED => Some(self),
            Clock::Passed(_) => Some(Clock::Used(ThreadTime::now())),
            Clock::Used(since) => (since.elapsed() <= MAX_TIME - UNMEASURED).then_some(self),
        }
    }
}

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(UNLIMITED) };
    static CLOCK: Cell<Option<Clock>> = const { Cell::new(None) };
    /// The total size of large blocks allocated since the last check.
    static GROWN: Cell<usize> = const { Cell::new(0) };
    /// The total size of long strings that operators have created and that have not been charged yet. Other large
    /// blocks are not charged: scripts pay for tables item by item, and how often the virtual machine's stack grows
    /// depends on its earlier runs.
    static COPIED: Cell<usize> = const { Cell::new(0) };
    /// Whether the next safepoint must check memory.
    static URGENT: Cell<bool> = const { Cell::new(false) };
    /// The first limit that was exceeded.
    static PASSED: Cell<Option<Limit>> = const { Cell::new(None) };
    /// The location at which the limit was exceeded, as the start of a message. It stays the same whatever the script
    /// does next.
    static PLACE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Runs `work` within a budget, and deducts what it uses.
#[inline]
pub(crate) fn with<T>(budget: &mut Budget, work: impl FnOnce() -> T) -> T {
    struct BudgetGuard<'a>(&'a mut Budget, u64, Option<Clock>, (usize, usize, bool), Option<Limit>);
    impl Drop for BudgetGuard<'_> {
        fn drop(&mut self) {
            self.0.0 = LEFT.replace(self.1);
            CLOCK.set(self.2);
            GROWN.set(self.3.0);
            COPIED.set(self.3.1);
            URGENT.set(self.3.2);
            PASSED.set(self.4);
        }
    }
    let growth = (GROWN.replace(0), COPIED.replace(0), URGENT.replace(false));
    let (left, clock) = (LEFT.replace(budget.0), CLOCK.replace(None));
    let _restore = BudgetGuard(budget, left, clock, growth, PASSED.take());
    PLACE.take();
    work()
}

/// Records that a limit was exceeded. The budget stays at zero, so every safepoint from now on raises an error.
#[cold]
pub(crate) fn stop(limit: Limit) {
    if LEFT.get() <= MAX_SAFEPOINTS {
        LEFT.set(0);
        PASSED.set(PASSED.get().or(Some(limit)));
    }
}

/// Returns the limit that was exceeded, if any.
pub(crate) fn passed_limit() -> Option<Limit> {
    if LEFT.get() == 0 { Some(PASSED.get().unwrap_or(Limit::Time)) } else { None }
}

/// Deducts safepoints from the budget; returns `false` if the budget is too small.
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
    match CLOCK.get().map_or_else(|| Some(Clock::Passed(Instant::now())), Clock::check) {
        None => stop(Limit::Time),
        clock => CLOCK.set(clock),
    }
}

/// Deducts the cost of a library function before it runs, and raises an error if the budget is too small.
///
/// # Safety
/// Called from a C function on the stack of `state`. An error may be raised through that function, so nothing that
/// needs dropping may be alive.
#[inline]
pub(crate) unsafe fn charge(state: *mut lua_State, safepoints: u64) {
    let before = LEFT.get();
    let fits = spend(safepoints + copied());
    // SAFETY: guaranteed by the caller.
    unsafe {
        if fits && before / EVERY != LEFT.get() / EVERY {
            check_limits(state);
        }
        if !fits || (LEFT.get() == 0 && before != 0) {
            raise(state, 1);
        }
    }
}

/// Runs `work`, a library function, without counting the memory it takes, because its cost has been charged already.
pub(crate) fn without_memory_count(work: impl FnOnce() -> c_int) -> c_int {
    let before = GROWN.get();
    let results = work();
    // If the limits were checked in between, everything from before has been counted.
    GROWN.set(before.min(GROWN.get()));
    COPIED.set(0);
    results
}

/// Counts an allocation. The virtual machine calls this after every allocation; it must not raise an error.
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
    if kind == ffi::LUA_TSTRING && now >= LONG_STRING {
        COPIED.set(COPIED.get() + now);
    }
    if now >= LARGE_BLOCK {
        count_block(now.saturating_sub(before), kind == ffi::LUA_TSTRING);
    }
}

/// Deducts the cost of a new object.
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
fn count_block(size: usize, is_string: bool) {
    let too_long = is_string && size > MAX_TEXT;
    let grown = GROWN.get() + size;
    GROWN.set(grown);
    if grown > URGENT_GROWTH {
        URGENT.set(true);
    }
    if too_long || grown > MAX_GROWTH {
        stop(Limit::Memory);
    }
}

/// Counts a safepoint; the virtual machine calls this at every safepoint of a script, and at every step of the garbage
/// collector.
pub(crate) unsafe extern "C-unwind" fn interrupt(state: *mut lua_State, gc: c_int) {
    let left = LEFT.get();
    if gc < 0 && !left.is_multiple_of(EVERY) && !URGENT.get() {
        return LEFT.set(left - 1);
    }
    // SAFETY: guaranteed by the caller.
    unsafe { interrupt_rarely(state, gc) }
}

#[cold]
unsafe fn interrupt_rarely(state: *mut lua_State, gc: c_int) {
    if gc >= 0 {
        // No error may be raised here, but the budget can be set to zero.
        return look_at_clock();
    }
    // SAFETY: the callback may raise an error at a safepoint; no Rust value is alive here. At a safepoint the running
    // function is level 0.
    unsafe {
        if spend(1) {
            check_limits(state);
        }
        if passed_limit().is_some() {
            raise(state, 0)
        }
        // Some library functions, such as `table.clone`, create garbage without triggering its collection. Creating a
        // string triggers it.
        ffi::lua_pushlstring_(state, c"".as_ptr(), 0);
        ffi::lua_pop(state, 1);
    }
}

/// Checks the clock, depth and memory.
///
/// # Safety
///
/// As for [`charge`].
unsafe fn check_limits(state: *mut lua_State) {
    URGENT.set(false);
    if LEFT.get() > MAX_SAFEPOINTS {
        return GROWN.set(0);
    }
    look_at_clock();
    GROWN.set(0);
    if !spend(copied()) {
        stop(Limit::Time);
    }
    // SAFETY: guaranteed by the caller; values on the stack are not collected.
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

/// Returns the cost of the long strings created since this was last called.
fn copied() -> u64 {
    COPIED.replace(0) as u64 / BYTES_PER_SAFEPOINT
}

unsafe fn used(state: *mut lua_State) -> usize {
    // SAFETY: guaranteed by the caller.
    let [kilobytes, bytes] = [ffi::LUA_GCCOUNT, ffi::LUA_GCCOUNTB].map(|what| unsafe { ffi::lua_gc(state, what, 0) });
    ((kilobytes as usize) << 10) + bytes as usize
}

/// Returns whether a message begins with the location at which a limit was exceeded. A script cannot forge this.
pub(crate) fn is_place_of(message: &str) -> bool {
    PLACE.with_borrow(|place| !place.is_empty() && message.as_bytes().starts_with(place))
}

/// Raises the error for a limit in place of the virtual machine's own error. A script that has caught that error stops
/// here.
///
/// # Safety
/// As for [`raise`].
pub(crate) unsafe fn raise_as(state: *mut lua_State, limit: Limit) -> ! {
    stop(limit);
    // SAFETY: guaranteed by the caller.
    unsafe { raise(state, 1) }
}

/// Raises the error for the limit that was exceeded. The first time, the error's location is that of the function at
/// this stack level.
///
/// # Safety
///
/// Called with room for two values. It exits with an error, so nothing that needs dropping may be alive.
pub(crate) unsafe fn raise(state: *mut lua_State, level: c_int) -> ! {
    let message = passed_limit().unwrap_or(Limit::Time).message();
    // SAFETY: guaranteed by the caller.
    unsafe {
        push_place(state, level);
        ffi::lua_pushlstring_(state, message.as_ptr(), message.count_bytes());
        ffi::lua_concat(state, 2);
        ffi::lua_error(state)
    }
}

/// Pushes the location at which a limit was first exceeded: the current one, unless a script has caught an earlier
/// error.
unsafe fn push_place(state: *mut lua_State, level: c_int) {
    let (known, length) = PLACE.with_borrow(|place| (place.as_ptr(), place.len()));
    // SAFETY: there is room for a value. The stored text does not move while it is copied, and is not borrowed if
    // memory runs out.
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
