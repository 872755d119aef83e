//! Hooks for recording script costs: at every call, return and loop iteration, at every allocation, and around each
//! call into the engine. Only a host that records costs has these hooks.

use crate::bridge;
use crate::budget;
use crate::profile_data::CostRecorder;
use crate::sandbox::PRELUDE;
use mlua::Lua;
use mlua::ffi::{self, lua_State};
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int, c_void};
use std::time::Instant;

thread_local! {
    /// The recorder of the host whose scripts run on this thread.
    static RECORDER: RefCell<Option<Box<CostRecorder>>> = const { RefCell::new(None) };
    /// The number and size of allocations since the last charge.
    static TAKEN: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
}

/// Runs `work`, recording its script costs if there is a recorder.
#[inline]
pub(crate) fn with<T>(recorder: &mut Option<Box<CostRecorder>>, resumed: bool, work: impl FnOnce() -> T) -> T {
    let Some(mut own) = recorder.take() else { return work() };
    own.enter(resumed);
    let taken = TAKEN.replace((0, 0));
    let outer = RECORDER.replace(Some(own));
    let result = work();
    *recorder = RECORDER.replace(outer);
    TAKEN.set(taken);
    if let Some(own) = recorder {
        own.leave();
    }
    result
}

/// Installs the hooks in a virtual machine. This happens after loading, which is not recorded.
pub(crate) fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: nothing is pushed; the callbacks belong to this virtual machine alone.
    unsafe {
        lua.exec_raw((), |state| {
            let callbacks = ffi::lua_callbacks(state);
            (*callbacks).interrupt = Some(interrupt);
            (*callbacks).onallocate = Some(allocated);
        })
    }
}

unsafe extern "C-unwind" fn allocated(
    state: *mut lua_State,
    block: *mut c_void,
    before: usize,
    now: usize,
    category: u8,
    kind: c_int,
    tag: c_int,
) {
    let (times, bytes) = TAKEN.get();
    TAKEN.set((times + 1, bytes + now.saturating_sub(before) as u64));
    // SAFETY: guaranteed by the caller.
    unsafe { budget::allocated(state, block, before, now, category, kind, tag) }
}

unsafe extern "C-unwind" fn interrupt(state: *mut lua_State, gc: c_int) {
    if gc < 0 {
        let until = Instant::now();
        RECORDER.with_borrow_mut(|recorder| {
            if let Some(recorder) = recorder {
                // SAFETY: the stack may be examined at a safepoint.
                unsafe { find_out_who_runs(state, recorder) };
                recorder.charge(until, TAKEN.replace((0, 0)));
            }
        });
    }
    // SAFETY: guaranteed by the caller. It may raise an error; nothing is borrowed any more.
    unsafe { budget::interrupt(state, gc) }
}

/// Brings the recorder up to date with the stack.
unsafe fn find_out_who_runs(state: *mut lua_State, recorder: &mut CostRecorder) {
    // SAFETY: guaranteed by the caller.
    let depth = unsafe { ffi::lua_stackdepth(state) };
    recorder.back_to(depth);
    // The last known function is examined again: a library function may have called another function at that depth.
    for at in recorder.depth().max(1)..=depth {
        // SAFETY: guaranteed by the caller; the level exists.
        match unsafe { function_at(state, depth - at, recorder) } {
            Some(function) => recorder.runs(function, at),
            None => recorder.back_to(at - 1),
        }
    }
}

unsafe fn function_at(state: *mut lua_State, level: c_int, recorder: &mut CostRecorder) -> Option<usize> {
    // SAFETY: `lua_getinfo` fills the zeroed record; the strings it points to live as long as the function.
    unsafe {
        let mut found: ffi::lua_Debug = std::mem::zeroed();
        if ffi::lua_getinfo(state, level, c"s".as_ptr(), &mut found) == 0 {
            return None;
        }
        let key = (found.source as usize, found.linedefined);
        if let Some(known) = recorder.known(key) {
            return known;
        }
        ffi::lua_getinfo(state, level, c"n".as_ptr(), &mut found);
        let chunk = CStr::from_ptr(found.short_src).to_string_lossy().into_owned();
        let is_script = found.linedefined > 0 && chunk != PRELUDE;
        let name = (!found.name.is_null()).then(|| CStr::from_ptr(found.name).to_string_lossy().into_owned());
        recorder.meet(key, is_script.then(|| (chunk, found.linedefined.unsigned_abs() as usize, name)))
    }
}

/// Records a call into the engine. Nothing that needs dropping is alive during the call, which may exit with an error.
#[inline]
fn record_call(called: (&'static str, &'static str), call: impl FnOnce() -> c_int) -> c_int {
    let begun = Instant::now();
    let results = call();
    let ended = Instant::now();
    RECORDER.with_borrow_mut(|recorder| {
        if let Some(recorder) = recorder {
            recorder.record_crossing(called, begun, ended);
        }
    });
    results
}

unsafe extern "C-unwind" fn namecall(state: *mut lua_State) -> c_int {
    // SAFETY: as for the recorded function.
    unsafe {
        match bridge::method_called(state) {
            // The method has not run yet.
            Some(method) if method.asks => bridge::namecall(state),
            Some(method) => record_call((method.owner.name(), method.name), || bridge::namecall(state)),
            None => record_call(bridge::NO_NAME, || bridge::namecall(state)),
        }
    }
}

unsafe extern "C-unwind" fn go_on(state: *mut lua_State, status: c_int) -> c_int {
    // SAFETY: as for the recorded function.
    unsafe {
        match bridge::set_out_for() {
            Some(method) => record_call((method.owner.name(), method.name), || bridge::go_on(state, status)),
            None => bridge::go_on(state, status),
        }
    }
}

unsafe extern "C-unwind" fn index(state: *mut lua_State) -> c_int {
    // SAFETY: as for the recorded function.
    unsafe { record_call(bridge::field_called(state), || bridge::index(state)) }
}

unsafe extern "C-unwind" fn length(state: *mut lua_State) -> c_int {
    // SAFETY: as for the recorded function.
    unsafe { record_call(("a set", "#"), || bridge::length(state)) }
}

unsafe extern "C-unwind" fn next_member(state: *mut lua_State) -> c_int {
    // SAFETY: as for the recorded function.
    unsafe { record_call(("a set", "each step of a loop"), || bridge::next_member(state)) }
}

unsafe extern "C-unwind" fn add(state: *mut lua_State) -> c_int {
    // SAFETY: as for the recorded function.
    unsafe { record_call(("a set", "+"), || bridge::add(state)) }
}

unsafe extern "C-unwind" fn multiply(state: *mut lua_State) -> c_int {
    // SAFETY: as for the recorded function.
    unsafe { record_call(("a set", "*"), || bridge::multiply(state)) }
}

unsafe extern "C-unwind" fn subtract(state: *mut lua_State) -> c_int {
    // SAFETY: as for the recorded function.
    unsafe { record_call(("a set", "-"), || bridge::subtract(state)) }
}

/// The functions behind handles, with recording.
pub(crate) const NOTED: bridge::Handles =
    bridge::Handles { namecall, index, length, next_member, add, multiply, subtract, go_on };
