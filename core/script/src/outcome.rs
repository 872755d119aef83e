//! The outcome of a call from a script.
//!
//! An API function runs where no Lua error may be raised: such an error is an exception, which would cross Rust frames
//! that catch panics and abort the process. Pushing numbers and handles cannot fail, so they are pushed immediately.
//! Strings and lists need memory, so they are returned as values and pushed once the Rust work is over.

use crate::handle::{self, HandleTag};
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;

/// The outcome of an API function.
pub(crate) enum Outcome {
    /// The number of values that have been pushed on the stack.
    Values(c_int),
    /// A value that still has to be pushed.
    Later(Value),
    /// Several values that still have to be pushed.
    Many(Vec<Value>),
    /// The procedure is suspended until there is an answer.
    Yield,
}

/// The reason for a failed call, which becomes a script error with file and line.
pub(crate) type Failure = Box<str>;
pub(crate) type Result<T> = std::result::Result<T, Failure>;

/// Creates a failure with a message.
#[cold]
pub(crate) fn fail<T>(text: impl Into<Box<str>>) -> Result<T> {
    Err(text.into())
}

/// A value to be passed to a script.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Nil,
    Bool(bool),
    Number(f64),
    Handle(HandleTag, u64),
    /// A string short enough to be stored in place, as most names are: its length and its bytes.
    Short(u8, [u8; SHORT]),
    Text(Box<str>),
    List(Vec<Value>),
    /// A table with named fields.
    Record(Vec<(&'static str, Value)>),
}

const SHORT: usize = 22;

impl Value {
    /// Creates a string value.
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

    /// Creates a list value.
    pub(crate) fn list(values: impl IntoIterator<Item = Value>) -> Value {
        Value::List(values.into_iter().collect())
    }

    /// Pushes the value; may raise a Lua error.
    ///
    /// # Safety
    /// `state` is a live state with room for two more values; a Lua error may leave the caller's frame.
    pub(crate) unsafe fn push(&self, state: *mut lua_State) {
        // SAFETY: as above; a list makes room for its elements.
        unsafe {
            match self {
                Value::Nil => ffi::lua_pushnil(state),
                Value::Bool(value) => ffi::lua_pushboolean(state, (*value).into()),
                Value::Number(number) => ffi::lua_pushnumber(state, *number),
                Value::Handle(tag, value) => handle::push(state, *tag, *value),
                Value::Short(length, bytes) => ffi::lua_pushlstring_(state, bytes.as_ptr().cast(), (*length).into()),
                Value::Text(text) => ffi::lua_pushlstring_(state, text.as_ptr().cast(), text.len()),
                Value::List(values) => push_list(state, values),
                Value::Record(fields) => push_record(state, fields),
            }
        }
    }
}

unsafe fn push_record(state: *mut lua_State, fields: &[(&'static str, Value)]) {
    // SAFETY: room for the table, a name, a value and what the value needs is made first.
    unsafe {
        ffi::luaL_checkstack(state, 5, c"tables within tables".as_ptr());
        ffi::lua_createtable(state, 0, fields.len() as c_int);
        for (name, value) in fields {
            ffi::lua_pushlstring_(state, name.as_ptr().cast(), name.len());
            value.push(state);
            ffi::lua_rawset(state, -3);
        }
    }
}

unsafe fn push_list(state: *mut lua_State, values: &[Value]) {
    // SAFETY: room for the table, an element and a nested list is made first.
    unsafe {
        ffi::luaL_checkstack(state, 4, c"lists within lists".as_ptr());
        ffi::lua_createtable(state, values.len() as c_int, 0);
        for (at, value) in values.iter().enumerate() {
            value.push(state);
            ffi::lua_rawseti_(state, -2, at as c_int + 1);
        }
    }
}
