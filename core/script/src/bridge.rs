//! The functions that Luau calls. They look up a method or field by its name and the type of the handle, and turn
//! failures into script errors.
//!
//! This code is low-level for speed: a call takes about 40 ns, against about 130 ns with mlua's own userdata.

use crate::api::{self, Dispatch, Method};
use crate::arena::{Item, Kind, Resume};
use crate::borrowed;
use crate::budget;
use crate::call::Call;
use crate::handle::{self, HandleTag};
use crate::outcome::{Outcome, Result, Value, fail};
use crate::results;
use grognard_engine::ids::Id;
use grognard_engine::set::bits;
use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua};
use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The functions of the host that scripts and the prelude call.
pub(crate) struct Functions {
    pub(crate) arguments: Function,
    pub(crate) deliver: Function,
    pub(crate) refuse: Function,
}

/// The functions behind handles.
pub(crate) struct Handles {
    pub(crate) namecall: ffi::lua_CFunction,
    pub(crate) index: ffi::lua_CFunction,
    pub(crate) length: ffi::lua_CFunction,
    pub(crate) next_member: ffi::lua_CFunction,
    pub(crate) add: ffi::lua_CFunction,
    pub(crate) multiply: ffi::lua_CFunction,
    pub(crate) subtract: ffi::lua_CFunction,
    pub(crate) go_on: ffi::lua_Continuation,
}

/// The functions without instrumentation.
pub(crate) const PLAIN: Handles = Handles { namecall, index, length, next_member, add, multiply, subtract, go_on };

/// Installs handles in a virtual machine.
pub(crate) fn install(lua: &Lua, handles: &Handles) -> mlua::Result<Functions> {
    // SAFETY: the closure leaves three functions on the stack, which exec_raw returns, and pops everything else that it
    // pushes.
    let (arguments, deliver, refuse) = unsafe {
        lua.exec_raw((), |state| {
            let callbacks = ffi::lua_callbacks(state);
            (*callbacks).useratom = Some(atom_of);
            (*callbacks).interrupt = Some(budget::interrupt);
            (*callbacks).onallocate = Some(budget::allocated);
            for tag in HandleTag::ALL {
                let name = match tag {
                    HandleTag::Question => c"Question",
                    HandleTag::Game => c"Game",
                    HandleTag::Side => c"Side",
                    HandleTag::Unit => c"Unit",
                    HandleTag::Space => c"Space",
                    HandleTag::Units => c"Units",
                    HandleTag::Spaces => c"Spaces",
                    HandleTag::Chart => c"Chart",
                    HandleTag::Column => c"Column",
                    HandleTag::Refusal => c"Refusal",
                    HandleTag::March => c"March",
                    HandleTag::Forecast => c"Forecast",
                    HandleTag::Spot => c"Spot",
                    HandleTag::Region => c"Region",
                };
                ffi::lua_setlightuserdataname(state, tag as c_int, name.as_ptr());
            }
            install_metatable(state, handles);
            ffi::lua_pushcclosurek(state, push_arguments, c"arguments".as_ptr(), 0, None);
            ffi::lua_pushcclosurek(state, deliver, c"deliver".as_ptr(), 0, None);
            ffi::lua_pushcclosurek(state, refuse, c"refuse".as_ptr(), 0, None);
        })?
    };
    Ok(Functions { arguments, deliver, refuse })
}

unsafe fn install_metatable(state: *mut lua_State, handles: &Handles) {
    let function = |name: &CStr, function: ffi::lua_CFunction| {
        // SAFETY: called with the metatable on top of the stack.
        unsafe {
            ffi::lua_pushcclosurek(state, function, name.as_ptr(), 0, None);
            ffi::lua_rawsetfield(state, -2, name.as_ptr());
        }
    };
    // SAFETY: runs protected, with room on the stack; the metatable is popped by lua_setmetatable, the handle at the
    // end.
    unsafe {
        handle::push(state, HandleTag::Game, 0);
        ffi::lua_createtable(state, 0, 10);
        ffi::lua_pushcclosurek(state, handles.next_member, c"each".as_ptr(), 0, None);
        ffi::lua_pushcclosurek(state, handles.namecall, c"method".as_ptr(), 1, Some(handles.go_on));
        ffi::lua_rawsetfield(state, -2, c"__namecall".as_ptr());
        function(c"__index", handles.index);
        function(c"__newindex", new_index);
        function(c"__len", handles.length);
        function(c"__add", handles.add);
        function(c"__mul", handles.multiply);
        function(c"__sub", handles.subtract);
        function(c"__tostring", to_string);
        ffi::lua_pushboolean(state, 0);
        ffi::lua_rawsetfield(state, -2, c"__metatable".as_ptr());
        ffi::lua_setreadonly(state, -1, 1);
        ffi::lua_setmetatable(state, -2);
        ffi::lua_pop(state, 1);
    }
}

/// Assigns an atom to a name. Luau calls this once for each string.
unsafe extern "C-unwind" fn atom_of(_: *mut lua_State, text: *const c_char, length: usize) -> i16 {
    // SAFETY: Luau passes the bytes of a live string.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    std::str::from_utf8(bytes).ok().and_then(|name| Dispatch::get().atom(name)).unwrap_or(NOT_OURS)
}

/// The atom of every name outside the API.
const NOT_OURS: i16 = i16::MAX;

/// Returns the atom of a name. Luau passes no atom for a string created before the handles were installed, so such a
/// name is looked up.
#[inline]
unsafe fn atom_by_name(atom: c_int, name: *const c_char) -> c_int {
    // SAFETY: guaranteed by the caller.
    if atom >= 0 || name.is_null() { atom } else { unsafe { known_by_name(atom, name) } }
}

#[cold]
unsafe fn known_by_name(atom: c_int, name: *const c_char) -> c_int {
    // SAFETY: the name is a live string of the machine.
    let name = unsafe { CStr::from_ptr(name) };
    name.to_str().ok().and_then(|name| Dispatch::get().atom(name)).map_or(atom, c_int::from)
}

/// Performs a call and returns its outcome in the form that Luau expects.
///
/// # Safety
/// `state` is the state of the running C function, and the receiver is its first argument.
unsafe fn answer(state: *mut lua_State, work: impl FnOnce(&mut Call) -> Result<Outcome>) -> c_int {
    // SAFETY: guaranteed by the caller.
    let (_, this) = unsafe { handle::read(state, 1) }.unwrap_or((HandleTag::Game, 0));
    // SAFETY: guaranteed by the caller.
    unsafe { answer_for(state, this, work) }
}

/// Performs a call whose receiver has already been read; see [`answer`].
///
/// # Safety
///
/// As for [`answer`].
#[inline]
unsafe fn answer_for(state: *mut lua_State, this: u64, work: impl FnOnce(&mut Call) -> Result<Outcome>) -> c_int {
    let run = || {
        borrowed::with(|desk| {
            // SAFETY: guaranteed by the caller.
            work(&mut unsafe { Call::new(state, desk, this) })
        })
    };
    let outcome = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Some(outcome)) => outcome,
        Ok(None) => fail("there is no game here: this can only be called while a rule runs"),
        Err(_) => fail("the engine failed in this call; please report it"),
    };
    if let Ok(Outcome::Values(count)) = outcome {
        // A count needs no drop; `forget` keeps the drop code out of the fast path.
        std::mem::forget(outcome);
        return count;
    }
    // SAFETY: guaranteed by the caller; no Rust work is in progress.
    unsafe { leave(state, outcome) }
}

/// Completes a call once the Rust work is over: pushes the deferred values, yields, or raises the error.
#[inline(never)]
unsafe fn leave(state: *mut lua_State, outcome: Result<Outcome>) -> c_int {
    match outcome {
        Ok(Outcome::Values(count)) => count,
        // SAFETY: no Rust work is in progress, and a C function has room for its results; if an error leaves this
        // frame, unwinding drops the value.
        Ok(Outcome::Later(value)) => unsafe {
            value.push(state);
            1
        },
        // SAFETY: as above, after making room.
        Ok(Outcome::Many(values)) => unsafe {
            ffi::luaL_checkstack(state, values.len() as c_int + 2, c"arguments".as_ptr());
            values.iter().for_each(|value| value.push(state));
            values.len() as c_int
        },
        // SAFETY: every path here comes from a function Luau lets yield; see `go_on`.
        Ok(Outcome::Yield) => unsafe { ffi::lua_yield(state, 0) },
        // SAFETY: the state is live; `raise` drops the text before it raises the error.
        Err(text) => unsafe { raise(state, text) },
    }
}

/// Raises a script error at the line of the call.
///
/// # Safety
/// `state` is the state of the running C function; the text must be the only live value that needs dropping.
#[cold]
pub(crate) unsafe fn raise(state: *mut lua_State, text: Box<str>) -> c_int {
    // SAFETY: a C function has room for two values; `lua_error` does not return, and none of our values are alive by
    // then.
    unsafe {
        if budget::passed_limit().is_some() {
            drop(text);
            budget::raise(state, 1);
        }
        ffi::luaL_where(state, 1);
        ffi::lua_pushlstring_(state, text.as_ptr().cast(), text.len());
        drop(text);
        ffi::lua_concat(state, 2);
        ffi::lua_error(state)
    }
}

pub(crate) unsafe extern "C-unwind" fn namecall(state: *mut lua_State) -> c_int {
    let mut atom = -1;
    // SAFETY: Luau calls this for a method call on a handle, so there is a name and a receiver.
    unsafe {
        let name = ffi::lua_namecallatom(state, &mut atom);
        let Some((tag, this)) = handle::read(state, 1) else {
            return answer(state, |call| api::unknown_method(call, None, &name_of(name)));
        };
        match Dispatch::get().method(atom_by_name(atom, name), tag) {
            Some(method) => {
                #[cfg(test)]
                api::called(method.owner, method.name);
                answer_for(
                    state,
                    this,
                    |call| if method.asks { suspend_before(call, method) } else { run(call, method) },
                )
            }
            None if name.is_null() => answer(state, |_| fail("call methods as `handle:method()`")),
            None => answer(state, |call| api::unknown_method(call, Some(tag), &name_of(name))),
        }
    }
}

/// Runs a method.
#[inline]
fn run(call: &mut Call, method: &Method) -> Result<Outcome> {
    let mut outcome = (method.call)(call);
    if let Err(text) = &mut outcome {
        *text = match api::old_form(call, method.owner, method.name) {
            Some(message) => message.into(),
            None => with_method(std::mem::take(text), method.name),
        };
    }
    outcome
}

/// Suspends the procedure before a method that asks a question runs, whether a person or an agent will answer. The
/// state of Luau's stack, and with it the limits on the procedure, is then the same wherever the game is played.
fn suspend_before(call: &mut Call, method: &'static Method) -> Result<Outcome> {
    call.may_ask()?;
    call.may_wait()?;
    call.desk.arena.resume = Resume::Begin(method);
    Ok(Outcome::Yield)
}

/// Returns the method before which the current procedure is suspended; `None` if that method has already run.
pub(crate) fn set_out_for() -> Option<&'static Method> {
    borrowed::with(|desk| match desk.arena.resume {
        Resume::Begin(method) => Some(method),
        _ => None,
    })
    .flatten()
}

/// The owner and name recorded for a name outside the API.
pub(crate) const NO_NAME: (&str, &str) = ("a handle", "an unknown name");

/// Returns the method being called.
///
/// # Safety
/// As for `namecall`.
pub(crate) unsafe fn method_called(state: *mut lua_State) -> Option<&'static Method> {
    let mut atom = -1;
    // SAFETY: guaranteed by the caller.
    unsafe {
        let name = ffi::lua_namecallatom(state, &mut atom);
        handle::read(state, 1).and_then(|(tag, _)| Dispatch::get().method(atom_by_name(atom, name), tag))
    }
}

/// Returns the owner and name of the field being read. Unit properties have names chosen by the system, and count as
/// one field.
///
/// # Safety
/// As for `index`.
pub(crate) unsafe fn field_called(state: *mut lua_State) -> (&'static str, &'static str) {
    let mut atom = -1;
    // SAFETY: guaranteed by the caller.
    unsafe {
        let name = ffi::lua_tostringatom(state, 2, &mut atom);
        match handle::read(state, 1) {
            Some((tag, _)) => match Dispatch::get().field(atom_by_name(atom, name), tag) {
                Some(field) => (field.owner.name(), field.name),
                None if tag == HandleTag::Unit => (tag.name(), "a property"),
                None => NO_NAME,
            },
            None => NO_NAME,
        }
    }
}

/// Returns a name as shown in messages.
#[cold]
unsafe fn name_of(name: *const c_char) -> String {
    match name.is_null() {
        true => String::new(),
        // SAFETY: the name is a live string of the machine.
        false => unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned(),
    }
}

/// Adds the method's name to an error about one of its arguments.
#[cold]
fn with_method(text: Box<str>, method: &str) -> Box<str> {
    match text.strip_prefix("argument ").and_then(|rest| rest.split_once(' ')) {
        Some((number, rest)) => format!("argument {number} of `{method}` {rest}").into(),
        None => text,
    }
}

/// Resumes a suspended method, either to run it for the first time or to pass it an answer.
pub(crate) unsafe extern "C-unwind" fn go_on(state: *mut lua_State, _: c_int) -> c_int {
    let next = |call: &mut Call| match std::mem::take(&mut call.desk.arena.resume) {
        Resume::Begin(method) => run(call, method),
        resume => api::go_on(call, resume),
    };
    // SAFETY: Luau restores the arguments of the method that yielded.
    unsafe { answer(state, next) }
}

pub(crate) unsafe extern "C-unwind" fn index(state: *mut lua_State) -> c_int {
    let mut atom = -1;
    // SAFETY: Luau calls this with the handle and the key.
    unsafe {
        let name = ffi::lua_tostringatom(state, 2, &mut atom);
        if name.is_null() {
            return answer(state, |_| {
                fail("field names must be strings; did you mean to loop over a set with `each()`?")
            });
        }
        let (tag, this) = handle::read(state, 1).unwrap_or((HandleTag::Game, 0));
        match Dispatch::get().field(atom_by_name(atom, name), tag) {
            Some(field) => {
                #[cfg(test)]
                api::called(field.owner, field.name);
                answer_for(state, this, field.get)
            }
            None if tag == HandleTag::Unit => answer_for(state, this, api::property),
            None => answer(state, |call| api::unknown_field(call, tag, &name_of(name))),
        }
    }
}

unsafe extern "C-unwind" fn new_index(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a handle first.
    unsafe { answer(state, |_| fail("fields of the game cannot be assigned; use its methods")) }
}

pub(crate) unsafe extern "C-unwind" fn length(state: *mut lua_State) -> c_int {
    // SAFETY: as `new_index`.
    unsafe { answer(state, |call| sets_only(call).and_then(|()| api::length(call))) }
}

pub(crate) unsafe extern "C-unwind" fn next_member(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with the set and the previous member.
    unsafe { answer(state, |call| sets_only(call).and_then(|()| api::step(call))) }
}

pub(crate) unsafe extern "C-unwind" fn add(state: *mut lua_State) -> c_int {
    // SAFETY: as `new_index`.
    unsafe { answer(state, |call| sets_only(call).and_then(|()| api::combine(call, bits::union))) }
}

pub(crate) unsafe extern "C-unwind" fn multiply(state: *mut lua_State) -> c_int {
    // SAFETY: as `new_index`.
    unsafe { answer(state, |call| sets_only(call).and_then(|()| api::combine(call, bits::intersect))) }
}

pub(crate) unsafe extern "C-unwind" fn subtract(state: *mut lua_State) -> c_int {
    // SAFETY: as `new_index`.
    unsafe { answer(state, |call| sets_only(call).and_then(|()| api::combine(call, bits::subtract))) }
}

fn sets_only(call: &Call) -> Result<()> {
    match (call.any_handle(0), call.any_handle(1)) {
        (Some((HandleTag::Units, _)), _) | (Some((HandleTag::Spaces, _)), _) => Ok(()),
        _ => fail("only sets of units or spaces can be counted, looped over and combined with + - *"),
    }
}

unsafe extern "C-unwind" fn to_string(state: *mut lua_State) -> c_int {
    // SAFETY: as `new_index`.
    unsafe {
        answer(state, |call| {
            let text = match call.any_handle(0) {
                Some((HandleTag::Side | HandleTag::Unit | HandleTag::Space | HandleTag::Spot, _)) => {
                    call.choice(0)?.describe(&call.desk.table.content.clone())
                }
                Some((tag, _)) => tag.name().to_owned(),
                None => "handle".to_owned(),
            };
            call.push_text(&text)
        })
    }
}

/// Pushes the arguments that the host has prepared.
unsafe extern "C-unwind" fn push_arguments(state: *mut lua_State) -> c_int {
    // SAFETY: called without arguments.
    unsafe {
        answer(state, |call| {
            let mut items = std::mem::take(&mut call.desk.arena.arguments);
            let values = items.iter().map(|item| argument(call, item)).collect::<Result<_>>();
            items.clear();
            call.desk.arena.arguments = items;
            values.map(Outcome::Many)
        })
    }
}

/// Converts a value for a script.
pub(crate) fn argument(call: &mut Call, item: &Item) -> Result<Value> {
    Ok(match item {
        Item::Units(units) => {
            let set = call.make(Kind::Units)?;
            let words = call.desk.arena.words_mut(set);
            units.iter().for_each(|unit| bits::insert(words, unit.index()));
            Value::Handle(HandleTag::Units, call.run_number(set as usize))
        }
        Item::Game => Value::Handle(HandleTag::Game, 0),
        Item::Side(side) => Value::Handle(HandleTag::Side, side.0.into()),
        Item::Choice(choice) => Value::choice(choice),
        Item::Number(number) => Value::Number(*number),
        Item::Bool(value) => Value::Bool(*value),
        Item::Spaces(spaces) => {
            let set = call.make(Kind::Spaces)?;
            let words = call.desk.arena.words_mut(set);
            spaces.iter().for_each(|space| bits::insert(words, space.index()));
            Value::Handle(HandleTag::Spaces, call.run_number(set as usize))
        }
        Item::List(items) => Value::List(items.iter().map(|item| argument(call, item)).collect::<Result<_>>()?),
        Item::Nil | Item::Column(_) | Item::Refusal(_) | Item::Prospect(_) => Value::Nil,
    })
}

/// Stores the result of a script function.
unsafe extern "C-unwind" fn deliver(state: *mut lua_State) -> c_int {
    // SAFETY: called with the results of a function, possibly none.
    unsafe {
        answer(state, |call| {
            let result = results::first(call);
            call.desk.arena.delivered = Some(result);
            call.nothing()
        })
    }
}

/// Creates a refusal for `refuse(rule, reason)`, whose arguments start at the receiver's position.
unsafe extern "C-unwind" fn refuse(state: *mut lua_State) -> c_int {
    // SAFETY: called by a script with any arguments.
    unsafe { answer(state, api::refuse) }
}
