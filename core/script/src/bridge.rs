//! The functions Luau calls: finding out what was called on which kind of handle, and turning failures into script errors.
//!
//! All of this is raw: a call through here costs about 40 ns, through mlua's own userdata about 130.

use crate::api::{self, Dispatch, FIRST_PROPERTY};
use crate::arena::Item;
use crate::call::{Call, Outcome, Result, fail};
use crate::handle::{self, Tag};
use crate::slot;
use grognard_engine::decision::Choice;
use grognard_engine::set::bits;
use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua, Table};
use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// How many more safepoints the running script may pass.
    static BUDGET: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Gives the scripts of this thread so many safepoints (loop turns and calls) from now on; returns what was left.
pub(crate) fn set_budget(safepoints: u64) -> u64 {
    BUDGET.replace(safepoints)
}

/// Installs handles in a virtual machine and returns the functions the host itself calls: `arguments` and `deliver`.
pub(crate) fn install(lua: &Lua) -> mlua::Result<(Function, Function)> {
    // SAFETY: the closure leaves two functions on the stack, which exec_raw hands over; everything else it pushes it pops.
    unsafe {
        lua.exec_raw((), |state| {
            let callbacks = ffi::lua_callbacks(state);
            (*callbacks).useratom = Some(atom_of);
            (*callbacks).interrupt = Some(interrupt);
            for tag in Tag::ALL {
                let name = match tag {
                    Tag::Question => c"Question",
                    Tag::Game => c"Game",
                    Tag::Side => c"Side",
                    Tag::Unit => c"Unit",
                    Tag::Space => c"Space",
                    Tag::Units => c"Units",
                    Tag::Spaces => c"Spaces",
                    Tag::Chart => c"Chart",
                    Tag::Column => c"Column",
                };
                ffi::lua_setlightuserdataname(state, tag as c_int, name.as_ptr());
            }
            install_metatable(state);
            ffi::lua_pushcclosurek(state, push_arguments, c"arguments".as_ptr(), 0, None);
            ffi::lua_pushcclosurek(state, deliver, c"deliver".as_ptr(), 0, None);
        })
    }
}

unsafe fn install_metatable(state: *mut lua_State) {
    let function = |name: &CStr, function: ffi::lua_CFunction| {
        // SAFETY: called with the metatable on top of the stack.
        unsafe {
            ffi::lua_pushcclosurek(state, function, name.as_ptr(), 0, None);
            ffi::lua_rawsetfield(state, -2, name.as_ptr());
        }
    };
    // SAFETY: runs protected, with room on the stack; the metatable is popped by lua_setmetatable, the handle at the end.
    unsafe {
        handle::push(state, Tag::Game, 0);
        ffi::lua_createtable(state, 0, 10);
        ffi::lua_pushcclosurek(state, next_member, c"each".as_ptr(), 0, None);
        ffi::lua_pushcclosurek(state, namecall, c"method".as_ptr(), 1, Some(go_on));
        ffi::lua_rawsetfield(state, -2, c"__namecall".as_ptr());
        function(c"__index", index);
        function(c"__newindex", new_index);
        function(c"__len", length);
        function(c"__add", add);
        function(c"__mul", multiply);
        function(c"__sub", subtract);
        function(c"__eq", equal);
        function(c"__tostring", to_string);
        ffi::lua_pushboolean(state, 0);
        ffi::lua_rawsetfield(state, -2, c"__metatable".as_ptr());
        ffi::lua_setreadonly(state, -1, 1);
        ffi::lua_setmetatable(state, -2);
        ffi::lua_pop(state, 1);
    }
}

/// Gives names their atoms, once for each string.
unsafe extern "C-unwind" fn atom_of(_: *mut lua_State, text: *const c_char, length: usize) -> i16 {
    // SAFETY: Luau passes the bytes of a live string.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length) };
    let Ok(name) = std::str::from_utf8(bytes) else { return -1 };
    if let Some(atom) = Dispatch::get().atom(name) {
        return atom;
    }
    let property = |desk: &mut slot::Desk| desk.table.content.properties.iter().position(|known| known == name);
    match slot::with(property).flatten() {
        Some(property) => FIRST_PROPERTY + property as i16,
        None => -1,
    }
}

/// Runs at every safepoint of a script.
unsafe extern "C-unwind" fn interrupt(state: *mut lua_State, gc: c_int) {
    if gc >= 0 {
        return;
    }
    let left = BUDGET.get();
    if left == 0 {
        // The budget stays at zero, so a `pcall` around this is interrupted again at once.
        // SAFETY: raising an error at a safepoint is what the callback is for; no Rust value is alive here.
        unsafe { ffi::luaL_error(state, c"ran for too long; is there a loop without an end?".as_ptr()) }
    }
    BUDGET.set(left - 1);
}

/// Does the work of a call and turns what comes of it into what Luau expects.
///
/// # Safety
/// `state` is the state of the running C function, the receiver its first argument.
unsafe fn answer(state: *mut lua_State, work: impl FnOnce(&mut Call) -> Result<Outcome>) -> c_int {
    let outcome = {
        let run = || {
            slot::with(|desk| {
                // SAFETY: as this function's own.
                let (_, this) = unsafe { handle::read(state, 1) }.unwrap_or((Tag::Game, 0));
                // SAFETY: as this function's own.
                work(&mut unsafe { Call::new(state, desk, this) })
            })
        };
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Some(outcome)) => outcome,
            Ok(None) => fail("there is no game here: this can only be called while a rule runs"),
            Err(_) => fail("the engine failed in this call; please report it"),
        }
    };
    match outcome {
        Ok(Outcome::Values(count)) => count,
        // SAFETY: every path here comes from a function Luau lets yield; see `go_on`.
        Ok(Outcome::Yield) => unsafe { ffi::lua_yield(state, 0) },
        // SAFETY: the state is live; the text has been dropped when the error is raised.
        Err(text) => unsafe { raise(state, text) },
    }
}

/// Raises a script error at the line that made the call.
#[cold]
unsafe fn raise(state: *mut lua_State, text: Box<str>) -> c_int {
    // SAFETY: a C function has room for two values; `lua_error` does not return, and nothing of ours is alive by then.
    unsafe {
        ffi::luaL_where(state, 1);
        ffi::lua_pushlstring_(state, text.as_ptr().cast(), text.len());
        drop(text);
        ffi::lua_concat(state, 2);
        ffi::lua_error(state)
    }
}

#[cold]
fn unknown<T>(tag: Option<Tag>, what: &str, name: &str) -> Result<T> {
    match tag {
        Some(tag) => fail(format!("{} has no {what} `{name}`; it has {}", tag.name(), Dispatch::known(tag).join(", "))),
        None => fail(format!("cannot use {what} `{name}` here")),
    }
}

unsafe extern "C-unwind" fn namecall(state: *mut lua_State) -> c_int {
    let mut atom = -1;
    // SAFETY: Luau calls this for a method call on a handle, so there is a name and a receiver.
    unsafe {
        let name = ffi::lua_namecallatom(state, &mut atom);
        let tag = handle::read(state, 1).map(|(tag, _)| tag);
        match tag.and_then(|tag| Dispatch::get().method(atom, tag)) {
            Some(method) => answer(state, method.call),
            None if name.is_null() => answer(state, |_| fail("methods are called as `handle:method()`")),
            None => {
                let name = CStr::from_ptr(name).to_string_lossy().into_owned();
                answer(state, move |_| unknown(tag, "method", &name))
            }
        }
    }
}

/// Continues a method that was put aside: an answer is there now.
unsafe extern "C-unwind" fn go_on(state: *mut lua_State, _: c_int) -> c_int {
    // SAFETY: Luau restores the arguments of the method that yielded.
    unsafe { answer(state, api::finish_choice) }
}

unsafe extern "C-unwind" fn index(state: *mut lua_State) -> c_int {
    let mut atom = -1;
    // SAFETY: Luau calls this with the handle and the key.
    unsafe {
        if ffi::lua_type(state, 2) != ffi::LUA_TSTRING {
            return answer(state, |_| fail("fields have names; is a set meant to be looped over with `each()`?"));
        }
        let name = ffi::lua_tostringatom(state, 2, &mut atom);
        let tag = handle::read(state, 1).map(|(tag, _)| tag);
        if atom >= c_int::from(FIRST_PROPERTY) && tag == Some(Tag::Unit) {
            return answer(state, |call| api_property(call, atom));
        }
        match tag.and_then(|tag| Dispatch::get().field(atom, tag)) {
            Some(field) => answer(state, field.get),
            None => {
                let name = CStr::from_ptr(name).to_string_lossy().into_owned();
                answer(state, move |_| unknown(tag, "field", &name))
            }
        }
    }
}

fn api_property(call: &mut Call, atom: c_int) -> Result<Outcome> {
    api::property(call, (atom - c_int::from(FIRST_PROPERTY)) as usize)
}

unsafe extern "C-unwind" fn new_index(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with a handle first.
    unsafe { answer(state, |_| fail("fields of the game cannot be assigned; use its methods")) }
}

unsafe extern "C-unwind" fn length(state: *mut lua_State) -> c_int {
    // SAFETY: as `new_index`.
    unsafe { answer(state, |call| sets_only(call).and_then(|()| api::length(call))) }
}

unsafe extern "C-unwind" fn next_member(state: *mut lua_State) -> c_int {
    // SAFETY: Luau calls this with the set and the member before.
    unsafe { answer(state, |call| sets_only(call).and_then(|()| api::step(call))) }
}

unsafe extern "C-unwind" fn add(state: *mut lua_State) -> c_int {
    // SAFETY: as `new_index`.
    unsafe { answer(state, |call| sets_only(call).and_then(|()| api::combine(call, bits::union))) }
}

unsafe extern "C-unwind" fn multiply(state: *mut lua_State) -> c_int {
    // SAFETY: as `new_index`.
    unsafe { answer(state, |call| sets_only(call).and_then(|()| api::combine(call, bits::intersect))) }
}

unsafe extern "C-unwind" fn subtract(state: *mut lua_State) -> c_int {
    // SAFETY: as `new_index`.
    unsafe { answer(state, |call| sets_only(call).and_then(|()| api::combine(call, bits::subtract))) }
}

unsafe extern "C-unwind" fn equal(state: *mut lua_State) -> c_int {
    // SAFETY: as `new_index`; Luau calls this only for two different handles, which are unequal unless they are equal sets.
    unsafe { answer(state, |call| if sets_only(call).is_ok() { api::equal(call) } else { call.push_bool(false) }) }
}

fn sets_only(call: &Call) -> Result<()> {
    match (call.any_handle(0), call.any_handle(1)) {
        (Some((Tag::Units, _)), _) | (Some((Tag::Spaces, _)), _) => Ok(()),
        _ => fail("only sets of units or spaces can be counted, looped over and combined with + - *"),
    }
}

unsafe extern "C-unwind" fn to_string(state: *mut lua_State) -> c_int {
    // SAFETY: as `new_index`.
    unsafe {
        answer(state, |call| {
            let text = match call.any_handle(0) {
                Some((Tag::Side, _)) | Some((Tag::Unit, _)) | Some((Tag::Space, _)) => call.choice(0)?.describe(&call.desk.table.content.clone()),
                Some((tag, _)) => tag.name().to_owned(),
                None => "handle".to_owned(),
            };
            call.push_text(&text)
        })
    }
}

/// Pushes the arguments the host put on the desk.
unsafe extern "C-unwind" fn push_arguments(state: *mut lua_State) -> c_int {
    // SAFETY: called without arguments; room for the results is made first.
    unsafe {
        answer(state, |call| {
            let items = std::mem::take(&mut call.desk.arena.arguments);
            if ffi::lua_checkstack(state, items.len() as c_int + 1) == 0 {
                return fail("the stack is full");
            }
            for item in &items {
                push_item(call, item)?;
            }
            Ok(Outcome::Values(items.len() as c_int))
        })
    }
}

fn push_item(call: &Call, item: &Item) -> Result<Outcome> {
    match item {
        Item::Game => call.push(Tag::Game, 0),
        Item::Side(side) => call.push_side(Some(*side)),
        Item::Choice(choice) => call.push_choice(choice),
        Item::Number(number) => call.push_number(*number),
        Item::Bool(value) => call.push_bool(*value),
        Item::Nil | Item::Column(_) | Item::Refusal(_) => call.push_nil(),
    }
}

/// Takes what a script function returned.
unsafe extern "C-unwind" fn deliver(state: *mut lua_State) -> c_int {
    // SAFETY: called with the results of a function, perhaps none.
    unsafe {
        answer(state, |call| {
            let item = delivered(call)?;
            call.desk.arena.delivered = Some(item);
            call.nothing()
        })
    }
}

fn delivered(call: &Call) -> Result<Item> {
    // The results start at the receiver's place.
    if call.count() < 0 || call.is_nil(0) {
        return Ok(Item::Nil);
    }
    if let Ok(value) = call.boolean(0) {
        return Ok(Item::Bool(value));
    }
    if let Ok(number) = call.number(0) {
        return Ok(Item::Number(number));
    }
    match call.any_handle(0) {
        Some((Tag::Column, value)) => {
            let (generation, at) = ((value >> 32) as u16, value as u32 as usize);
            let column = call.desk.arena.columns.get(at).filter(|_| generation == call.desk.arena.generation);
            return Ok(column.map_or(Item::Nil, |column| Item::Column(column.clone())));
        }
        Some((Tag::Side, side)) => return Ok(Item::Side(grognard_engine::ids::SideId(side as u16))),
        _ => {}
    }
    if let Some(refusal) = call.refusal(0) {
        return Ok(Item::Refusal(refusal));
    }
    Ok(call.choice(0).map_or(Item::Nil, |choice: Choice| Item::Choice(choice)))
}

/// The table behind `refuse(rule, reason)`.
pub(crate) fn refuse(lua: &Lua, (rule, reason): (String, String)) -> mlua::Result<Table> {
    let refusal = lua.create_table()?;
    refusal.raw_set("rule", rule)?;
    refusal.raw_set("reason", reason)?;
    refusal.set_readonly(true);
    Ok(refusal)
}
