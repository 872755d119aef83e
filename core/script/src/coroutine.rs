//! Calls into the virtual machine, and analysis of the errors raised there.
//!
//! An error is analysed where it was raised, while the stack is still intact. mlua's own tracebacks are strings:
//! scripts can forge them, they are missing when memory has run out, and converting tables to strings runs script code.

use crate::bridge;
use crate::budget::{self, Budget};
use crate::handle::{self, HandleTag};
use grognard_engine::ids::SideId;
use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua, Thread, Value};
use std::ffi::{CStr, c_int};

/// The maximum number of stack frames kept in a call path.
const MAX_FRAMES: usize = 12;

/// The maximum number of stack frames examined.
const MAX_DEPTH: c_int = 200;

/// An error that has left the virtual machine.
#[derive(Debug)]
pub(crate) struct LuauError {
    /// The message, or the type of the value that was raised instead of a string.
    pub(crate) text: Result<String, &'static str>,
    /// Whether memory ran out.
    pub(crate) memory: bool,
    /// The call path, innermost function first.
    pub(crate) frames: Vec<RunningFunction>,
}

/// A function that was running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunningFunction {
    pub(crate) chunk: String,
    pub(crate) line: usize,
    pub(crate) function: Option<String>,
    /// The line where the function begins.
    pub(crate) start: usize,
    /// Whether the function called itself recursively on this line, possibly many times.
    pub(crate) again: bool,
}

/// The status of a coroutine after running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CoroutineStatus {
    /// The coroutine has ended.
    ToTheEnd,
    /// The coroutine waits for an answer and can be resumed.
    ToAQuestion,
}

/// Calls a function without arguments in its own coroutine, with a full budget; returns its first result.
pub(crate) fn call(lua: &Lua, function: &Function) -> Result<Value, LuauError> {
    let thread = lua.create_thread(function.clone()).map_err(LuauError::outside)?;
    let mut came = Ok(CoroutineStatus::ToTheEnd);
    // SAFETY: the coroutine is the first value on the stack; its first result, or nil, replaces it.
    let result = budget::with(&mut Budget::full(), || unsafe {
        lua.exec_raw::<Value>((&thread, function), |state| {
            let coroutine = ffi::lua_tothread(state, 1);
            ffi::lua_settop(coroutine, 0);
            ffi::lua_xmove(state, coroutine, 1);
            came = go(state, coroutine, 0);
            if came.is_ok() {
                ffi::lua_settop(coroutine, 1);
                ffi::lua_xmove(coroutine, state, 1);
            }
            ffi::lua_remove(state, 1);
        })
    });
    came.map_err(|raised| raised.or_at(function))?;
    result.map_err(LuauError::outside)
}

/// A function that coroutines run, kept in the registry of its virtual machine: pushing it needs neither mlua nor memory.
pub(crate) struct Callable {
    function: Function,
    reference: c_int,
}

impl Callable {
    /// Registers a function for as long as the virtual machine lives.
    pub(crate) fn new(lua: &Lua, function: Function) -> mlua::Result<Callable> {
        let mut reference = 0;
        // SAFETY: the function is the only value on the stack.
        unsafe {
            lua.exec_raw::<()>(&function, |state| {
                reference = ffi::lua_ref(state, -1);
                ffi::lua_settop(state, 0);
            })?;
        }
        Ok(Callable { function, reference })
    }

    /// Pushes the function.
    ///
    /// # Safety
    /// `state` belongs to the same virtual machine, and has room for one more value.
    unsafe fn push(&self, state: *mut lua_State) {
        // SAFETY: as above; the reference is never released.
        unsafe { ffi::lua_rawgeti(state, ffi::LUA_REGISTRYINDEX, self.reference.into()) };
    }
}

/// How a rule is called.
#[derive(Clone, Copy)]
pub(crate) enum RuleCall {
    /// As a phase, with the game and the side. Its result does not matter.
    Phase(Option<SideId>),
    /// With the arguments in the arena, where the result is delivered.
    Delivered,
}

/// Starts a rule in a coroutine that is unused or has ended. `run` is the prelude's function that delivers results.
pub(crate) fn start(
    thread: &Thread,
    rule: &Callable,
    call: RuleCall,
    run: &Callable,
    budget: &mut Budget,
) -> Result<CoroutineStatus, LuauError> {
    let coroutine = thread.state();
    // SAFETY: the coroutine does not run, and its empty stack has room for 20 values.
    let came = budget::with(budget, || unsafe {
        ffi::lua_settop(coroutine, 0);
        match call {
            RuleCall::Phase(side) => {
                rule.push(coroutine);
                handle::push(coroutine, HandleTag::Game, 0);
                match side {
                    Some(side) => handle::push(coroutine, HandleTag::Side, side.0.into()),
                    None => ffi::lua_pushnil(coroutine),
                }
            }
            RuleCall::Delivered => {
                run.push(coroutine);
                rule.push(coroutine);
            }
        }
        go(ffi::lua_mainthread(coroutine), coroutine, ffi::lua_gettop(coroutine) - 1)
    });
    came.map_err(|raised| raised.or_at(&rule.function))
}

/// Resumes a coroutine.
pub(crate) fn resume(thread: &Thread, budget: &mut Budget) -> Result<CoroutineStatus, LuauError> {
    let coroutine = thread.state();
    // SAFETY: the coroutine is suspended.
    budget::with(budget, || unsafe { go(ffi::lua_mainthread(coroutine), coroutine, 0) })
}

/// Runs a coroutine until it ends, fails or waits for a player. A coroutine suspended only to unwind the stack is
/// resumed immediately.
unsafe fn go(
    state: *mut lua_State,
    coroutine: *mut lua_State,
    mut arguments: c_int,
) -> Result<CoroutineStatus, LuauError> {
    let mut results = 0;
    loop {
        // SAFETY: guaranteed by the caller.
        let status = unsafe { ffi::lua_resume(coroutine, state, arguments, &mut results) };
        match status {
            ffi::LUA_OK => return Ok(CoroutineStatus::ToTheEnd),
            ffi::LUA_YIELD if bridge::set_out_for().is_some() => arguments = 0,
            ffi::LUA_YIELD => return Ok(CoroutineStatus::ToAQuestion),
            // SAFETY: the coroutine's stack is as it was when the error was raised.
            status => return Err(unsafe { LuauError { frames: frames(coroutine), ..error(coroutine, status) } }),
        }
    }
}

/// Returns where a function is defined.
fn definition(function: &Function) -> Option<RunningFunction> {
    let info = function.info();
    let start = info.line_defined?;
    Some(RunningFunction { chunk: info.short_src?, line: start, function: info.name, start, again: false })
}

impl LuauError {
    /// Converts an error that occurred before the virtual machine started running.
    pub(crate) fn outside(error: mlua::Error) -> LuauError {
        LuauError {
            memory: matches!(error, mlua::Error::MemoryError(_)),
            text: Ok(error.to_string()),
            frames: Vec::new(),
        }
    }

    /// Locates the error at the definition of `function` if the error has no call path.
    fn or_at(mut self, function: &Function) -> LuauError {
        if self.frames.is_empty() {
            self.frames.extend(definition(function));
        }
        self
    }
}

/// Returns the error on top of a stack, without running any script code to convert it to a string.
unsafe fn error(state: *mut lua_State, status: c_int) -> LuauError {
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
    LuauError { text, memory: status == ffi::LUA_ERRMEM, frames: Vec::new() }
}

/// Returns the script functions that are running.
unsafe fn frames(state: *mut lua_State) -> Vec<RunningFunction> {
    let mut frames: Vec<RunningFunction> = Vec::new();
    // SAFETY: `lua_getinfo` fills the zeroed record; the strings it points to live as long as the functions.
    unsafe {
        let mut found: ffi::lua_Debug = std::mem::zeroed();
        for level in 0..MAX_DEPTH {
            if frames.len() == MAX_FRAMES || ffi::lua_getinfo(state, level, c"sln".as_ptr(), &mut found) == 0 {
                break;
            }
            let chunk = CStr::from_ptr(found.short_src).to_string_lossy();
            if found.currentline > 0 && chunk != crate::sandbox::PRELUDE {
                let function =
                    (!found.name.is_null()).then(|| CStr::from_ptr(found.name).to_string_lossy().into_owned());
                let start = usize::try_from(found.linedefined).unwrap_or(0);
                let frame = RunningFunction {
                    chunk: chunk.into_owned(),
                    line: found.currentline as usize,
                    function,
                    start,
                    again: false,
                };
                match frames.last_mut() {
                    Some(last) if RunningFunction { again: false, ..last.clone() } == frame => last.again = true,
                    _ => frames.push(frame),
                }
            }
        }
    }
    frames
}
