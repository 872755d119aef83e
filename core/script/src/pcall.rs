//! `pcall` and `xpcall`: the same as in Luau, except that limit errors cannot be caught.
//!
//! If a script could continue after exhausting its memory, time or depth, its behaviour would depend on how much of
//! them was left at the start, and games could not be replayed.

use crate::budget::{self, Limit};
use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua};
use std::ffi::{CStr, c_int};

/// The number of safepoints charged for catching an error, because unwinding the stack takes about ten microseconds.
const CAUGHT_ERROR: u64 = 512;

/// Returns `pcall` and `xpcall`, with their names.
pub(crate) fn functions(lua: &Lua) -> mlua::Result<[(&'static str, Function); 2]> {
    // SAFETY: each pushes one function, which is returned.
    let (pcall, xpcall) = unsafe {
        lua.exec_raw((), |state| {
            ffi::lua_pushcclosurek(state, pcall, c"pcall".as_ptr(), 0, Some(finish_pcall));
            ffi::lua_pushcclosurek(state, xpcall, c"xpcall".as_ptr(), 0, Some(finish_xpcall));
        })?
    };
    Ok([("pcall", pcall), ("xpcall", xpcall)])
}

unsafe extern "C-unwind" fn pcall(state: *mut lua_State) -> c_int {
    // SAFETY: called by the virtual machine, with the function first.
    unsafe {
        ffi::luaL_checkany(state, 1);
        ffi::lua_pcallyieldable(state, ffi::lua_gettop(state) - 1, ffi::LUA_MULTRET, 0)
    }
}

unsafe extern "C-unwind" fn finish_pcall(state: *mut lua_State, status: c_int) -> c_int {
    // SAFETY: called by the virtual machine with the results or the error on top.
    unsafe {
        if status != ffi::LUA_OK {
            return fail(state, status);
        }
        ffi::lua_rawcheckstack(state, 1);
        ffi::lua_pushboolean(state, 1);
        ffi::lua_insert(state, 1);
        ffi::lua_gettop(state)
    }
}

unsafe extern "C-unwind" fn xpcall(state: *mut lua_State) -> c_int {
    // SAFETY: called by the virtual machine. The handler is moved to the front, followed by the function and its
    // arguments.
    unsafe {
        ffi::luaL_checktype(state, 2, ffi::LUA_TFUNCTION);
        ffi::lua_pushvalue(state, 1);
        ffi::lua_pushvalue(state, 2);
        ffi::lua_pushcclosurek(state, handle, c"handler".as_ptr(), 1, None);
        ffi::lua_replace(state, 1);
        ffi::lua_replace(state, 2);
        ffi::lua_pcallyieldable(state, ffi::lua_gettop(state) - 2, ffi::LUA_MULTRET, 1)
    }
}

/// Calls the script's handler, except for limit errors, which a handler would turn into ordinary errors.
unsafe extern "C-unwind" fn handle(state: *mut lua_State) -> c_int {
    // SAFETY: called by the virtual machine with the error; the script's handler is an upvalue of this function.
    unsafe {
        if let Some(limit) = limit(state, ffi::LUA_ERRRUN) {
            budget::stop(limit);
            return 1;
        }
        ffi::lua_pushvalue(state, ffi::lua_upvalueindex(1));
        ffi::lua_insert(state, 1);
        let status = ffi::lua_pcall(state, 1, 1, 0);
        if status != ffi::LUA_OK {
            if let Some(limit) = limit(state, status) {
                budget::stop(limit);
            }
            ffi::lua_pushlstring_(state, HANDLER_FAILED.as_ptr(), HANDLER_FAILED.count_bytes());
        }
        1
    }
}

/// Luau's message for an error in a handler.
const HANDLER_FAILED: &CStr = c"error in error handling";

unsafe extern "C-unwind" fn finish_xpcall(state: *mut lua_State, status: c_int) -> c_int {
    // SAFETY: as in `finish_pcall`; the handler is at the first position.
    unsafe {
        if status != ffi::LUA_OK {
            return fail(state, status);
        }
        ffi::lua_rawcheckstack(state, 1);
        ffi::lua_pushboolean(state, 1);
        ffi::lua_replace(state, 1);
        ffi::lua_gettop(state)
    }
}

/// Returns `false` and the error on top of the stack to the script. A limit error is raised again instead.
unsafe fn fail(state: *mut lua_State, status: c_int) -> c_int {
    // SAFETY: as in `finish_pcall`.
    unsafe {
        if let Some(limit) = budget::passed_limit().or_else(|| limit(state, status)) {
            budget::raise_as(state, limit);
        }
        budget::charge(state, CAUGHT_ERROR);
        ffi::lua_rawcheckstack(state, 1);
        ffi::lua_pushboolean(state, 0);
        ffi::lua_insert(state, -2);
        2
    }
}

/// Returns the limit that corresponds to the error on top of the stack.
unsafe fn limit(state: *mut lua_State, status: c_int) -> Option<Limit> {
    // SAFETY: reading a string neither changes nor moves it.
    let text = unsafe {
        let mut length = 0;
        match ffi::lua_type(state, -1) {
            ffi::LUA_TSTRING => {
                std::slice::from_raw_parts(ffi::lua_tolstring(state, -1, &mut length).cast::<u8>(), length)
            }
            _ => &[],
        }
    };
    match text {
        _ if status == ffi::LUA_ERRMEM => Some(Limit::Memory),
        b"not enough memory" => Some(Limit::Memory),
        // The virtual machine itself limits how deep library functions and metamethods can call each other.
        _ if text.ends_with(b"stack overflow") => Some(Limit::Depth),
        _ => None,
    }
}
