//! Calling into the virtual machine, and finding out what went wrong there.
//!
//! An error is taken apart where it was raised, while the stack still stands: mlua's own tracebacks are texts, which a script can
//! forge, are missing when memory has run out, and run code of the script to make texts of tables.

use crate::budget;
use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua, Thread, Value};
use std::cell::RefCell;
use std::ffi::{CStr, c_int};

/// Most frames of a call path that are kept.
const MOST_FRAMES: usize = 12;

/// Most frames that are looked at.
const DEEPEST: c_int = 200;

/// An error on its way out of the machine.
#[derive(Debug)]
pub(crate) struct Raised {
    /// The text, or the type of the value that was raised instead of one.
    pub(crate) text: Result<String, &'static str>,
    /// The memory was used up.
    pub(crate) memory: bool,
    /// Who called whom, innermost first.
    pub(crate) frames: Vec<Frame>,
}

/// A function that was running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) chunk: String,
    pub(crate) line: usize,
    pub(crate) function: Option<String>,
    /// The line in which the function begins.
    pub(crate) start: usize,
    /// The function has called itself there, perhaps often.
    pub(crate) again: bool,
}

/// How far a coroutine came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Came {
    /// To its end.
    ToTheEnd,
    /// To a question; it can be resumed.
    ToAQuestion,
}

thread_local! {
    static FRAMES: RefCell<Vec<Frame>> = const { RefCell::new(Vec::new()) };
}

/// Where errors are looked at before the stack is gone; made once for a machine.
pub(crate) fn witness(lua: &Lua) -> mlua::Result<Function> {
    // SAFETY: pushes one function, which is handed over.
    unsafe { lua.exec_raw((), |state| ffi::lua_pushcclosurek(state, see, c"see".as_ptr(), 0, None)) }
}

unsafe extern "C-unwind" fn see(state: *mut lua_State) -> c_int {
    // SAFETY: called by the machine with the error as the only argument, which it returns.
    let frames = unsafe { frames(state) };
    FRAMES.set(frames);
    1
}

/// Calls a function with one argument, a function or nil, and a full budget; returns its first result.
pub(crate) fn call(lua: &Lua, witness: &Function, function: &Function, argument: Option<&Function>) -> Result<Value, Raised> {
    FRAMES.take();
    let mut raised = None;
    // SAFETY: the three values are on the stack in this order; the result is put in the place of all of them.
    let result = budget::with(|| unsafe {
        lua.exec_raw::<Value>((witness, function, argument), |state| {
            let status = ffi::lua_pcall(state, 1, 1, 1);
            if status != ffi::LUA_OK {
                raised = Some(Raised { frames: FRAMES.take(), ..error(state, status) });
                ffi::lua_settop(state, 0);
            } else {
                ffi::lua_remove(state, 1);
            }
        })
    });
    match raised {
        Some(mut raised) => {
            // Where memory is used up there may be none left to call the witness.
            if raised.frames.is_empty() {
                raised.frames.extend(argument.or(Some(function)).and_then(definition));
            }
            Err(raised)
        }
        None => result.map_err(Raised::outside),
    }
}

/// Where a function begins.
fn definition(function: &Function) -> Option<Frame> {
    let info = function.info();
    let start = info.line_defined?;
    Some(Frame { chunk: info.short_src?, line: start, function: info.name, start, again: false })
}

/// Runs a coroutine, or goes on with one, with a full budget.
pub(crate) fn resume(lua: &Lua, thread: &Thread, argument: Option<&Function>) -> Result<Came, Raised> {
    let mut came = Ok(Came::ToTheEnd);
    // SAFETY: the coroutine is the first value on the stack; it is resumed from the state that runs, and its stack is left empty
    // unless it has yielded.
    let result = budget::with(|| unsafe {
        lua.exec_raw::<()>((thread, argument), |state| {
            let coroutine = ffi::lua_tothread(state, 1);
            let given = c_int::from(argument.is_some());
            ffi::lua_settop(state, 1 + given);
            ffi::lua_xmove(state, coroutine, given);
            let mut results = 0;
            came = match ffi::lua_resume(coroutine, state, given, &mut results) {
                ffi::LUA_OK => Ok(Came::ToTheEnd),
                ffi::LUA_YIELD => Ok(Came::ToAQuestion),
                status => Err(Raised { frames: frames(coroutine), ..error(coroutine, status) }),
            };
            ffi::lua_settop(state, 0);
        })
    });
    result.map_err(Raised::outside).and(came)
}

impl Raised {
    /// A failure before the machine began to run.
    pub(crate) fn outside(error: mlua::Error) -> Raised {
        Raised { memory: matches!(error, mlua::Error::MemoryError(_)), text: Ok(error.to_string()), frames: Vec::new() }
    }
}

/// The error on top of a stack. Nothing is run to turn it into a text.
unsafe fn error(state: *mut lua_State, status: c_int) -> Raised {
    // SAFETY: the value is read only after its type is known; reading a string neither changes nor moves it.
    let text = unsafe {
        match ffi::lua_type(state, -1) {
            ffi::LUA_TSTRING => {
                let mut length = 0;
                let start = ffi::lua_tolstring(state, -1, &mut length);
                Ok(String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), length)).into_owned())
            }
            ffi::LUA_TNIL => Err("nil"),
            ffi::LUA_TBOOLEAN => Err("boolean"),
            ffi::LUA_TNUMBER => Err("number"),
            ffi::LUA_TTABLE => Err("table"),
            ffi::LUA_TFUNCTION => Err("function"),
            ffi::LUA_TLIGHTUSERDATA => Err(crate::handle::read(state, -1).map_or("userdata", |(tag, _)| tag.name())),
            _ => Err("userdata"),
        }
    };
    Raised { text, memory: status == ffi::LUA_ERRMEM, frames: Vec::new() }
}

/// The functions of scripts that are running.
unsafe fn frames(state: *mut lua_State) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::new();
    // SAFETY: a zeroed record is what `lua_getinfo` fills; the texts it points to live as long as the functions.
    unsafe {
        let mut found: ffi::lua_Debug = std::mem::zeroed();
        for level in 0..DEEPEST {
            if frames.len() == MOST_FRAMES || ffi::lua_getinfo(state, level, c"sln".as_ptr(), &mut found) == 0 {
                break;
            }
            let chunk = CStr::from_ptr(found.short_src).to_string_lossy();
            if found.currentline > 0 && chunk != crate::sandbox::PRELUDE {
                let function = (!found.name.is_null()).then(|| CStr::from_ptr(found.name).to_string_lossy().into_owned());
                let start = usize::try_from(found.linedefined).unwrap_or(0);
                let frame = Frame { chunk: chunk.into_owned(), line: found.currentline as usize, function, start, again: false };
                match frames.last_mut() {
                    Some(last) if Frame { again: false, ..last.clone() } == frame => last.again = true,
                    _ => frames.push(frame),
                }
            }
        }
    }
    frames
}
