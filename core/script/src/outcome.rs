//! What a call from a script comes to.
//!
//! A function of the API runs where no Lua error may be raised: such an error is an exception that would cross Rust
//! frames that catch panics, and end the process. Numbers and handles cannot fail and are pushed at once; texts and
//! lists need memory, so they are handed back as values and pushed when the Rust work is over.

use crate::handle::{self, HandleTag};
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;

/// What a function of the API leaves behind.
pub(crate) enum Outcome {
    /// So many values on the stack.
    Values(c_int),
    /// A value that still has to be pushed.
    Later(Value),
    /// Several of them.
    Many(Vec<Value>),
    /// The procedure is put aside until there is an answer.
    Yield,
}

/// Why a call failed; becomes a script error with file and line.
pub(crate) type Failure = Box<str>;
pub(crate) type Result<T> = std::result::Result<T, Failure>;

/// A failure with this text.
#[cold]
pub(crate) fn fail<T>(text: impl Into<Box<str>>) -> Result<T> {
    Err(text.into())
}

/// A value on its way to a script.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Nil,
    Bool(bool),
    Number(f64),
    Handle(HandleTag, u64),
    /// A text of few bytes, which most names are.
    Short(u8, [u8; SHORT]),
    Text(Box<str>),
    List(Vec<Value>),
}

const SHORT: usize = 22;

impl Value {
    /// A text.
    #[inline]
    pub(crate) fn text(text: &str) -> Value {
        let mut bytes = [0; SHORT];
        match bytes.get_mut(..text.len()) {
            Some(room) => {
                room.copy_from_slice(text.as_bytes());
                Value::Short(text.len() as u8, bytes)
            }
            None => Value::Text(text.into()),
        }
    }

    /// A list.
    pub(crate) fn list(values: impl IntoIterator<Item = Value>) -> Value {
        Value::List(values.into_iter().collect())
    }

    /// Pushes the value; may raise a Lua error.
    ///
    /// # Safety
    /// `state` is a live state with room for two more values; a Lua error may leave the caller's frame.
    pub(crate) unsafe fn push(&self, state: *mut lua_State) {
        // SAFETY: as above; a list makes the room its elements need.
        unsafe {
            match self {
                Value::Nil => ffi::lua_pushnil(state),
                Value::Bool(value) => ffi::lua_pushboolean(state, (*value).into()),
                Value::Number(number) => ffi::lua_pushnumber(state, *number),
                Value::Handle(tag, value) => handle::push(state, *tag, *value),
                Value::Short(length, bytes) => ffi::lua_pushlstring_(state, bytes.as_ptr().cast(), (*length).into()),
                Value::Text(text) => ffi::lua_pushlstring_(state, text.as_ptr().cast(), text.len()),
                Value::List(values) => push_list(state, values),
            }
        }
    }
}

unsafe fn push_list(state: *mut lua_State, values: &[Value]) {
    // SAFETY: room for the table, an element, and what pushing a list inside it needs, is made first.
    unsafe {
        ffi::luaL_checkstack(state, 4, c"lists within lists".as_ptr());
        ffi::lua_createtable(state, values.len() as c_int, 0);
        for (at, value) in values.iter().enumerate() {
            value.push(state);
            ffi::lua_rawseti_(state, -2, at as c_int + 1);
        }
    }
}
