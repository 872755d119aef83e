//! The arguments of a library function, examined before it runs.

use mlua::ffi::{self, lua_State};
use std::ffi::{CStr, c_int};

/// The maximum length of a number as a string.
const MAX_NUMBER_LENGTH: usize = 48;

/// The arguments, numbered from 1. No method raises an error, and only `freeze` changes an argument.
pub(crate) struct Arguments {
    state: *mut lua_State,
}

impl Arguments {
    /// Wraps the arguments of a running C function.
    ///
    /// # Safety
    ///
    /// `state` is the state of a running C function with room for three more values, and outlives the returned value.
    pub(crate) unsafe fn new(state: *mut lua_State) -> Arguments {
        Arguments { state }
    }

    /// Returns the number of arguments.
    pub(crate) fn count(&self) -> usize {
        // SAFETY: the state is live.
        unsafe { ffi::lua_gettop(self.state) as usize }
    }

    fn type_of(&self, at: usize) -> c_int {
        // SAFETY: an index past the top has no type.
        unsafe { ffi::lua_type(self.state, at as c_int) }
    }

    /// Returns the name of an argument's type, as scripts know it.
    pub(crate) fn kind(&self, at: usize) -> &'static str {
        let kind = self.type_of(at).max(ffi::LUA_TNIL);
        // SAFETY: type names live as long as the program.
        unsafe { CStr::from_ptr(ffi::lua_typename(self.state, kind)) }.to_str().unwrap_or_default()
    }

    pub(crate) fn is_nil(&self, at: usize) -> bool {
        self.type_of(at) <= ffi::LUA_TNIL
    }

    pub(crate) fn is_table(&self, at: usize) -> bool {
        self.type_of(at) == ffi::LUA_TTABLE
    }

    /// Returns whether printing the value would print an address.
    pub(crate) fn has_address(&self, at: usize) -> bool {
        matches!(self.type_of(at), ffi::LUA_TTABLE | ffi::LUA_TFUNCTION | ffi::LUA_TTHREAD | ffi::LUA_TBUFFER)
    }

    /// Returns the bytes of a string; `None` for all other values, numbers included.
    pub(crate) fn text(&self, at: usize) -> Option<&[u8]> {
        // SAFETY: reading neither changes nor moves the string, and the stack keeps it alive.
        (self.type_of(at) == ffi::LUA_TSTRING).then(|| unsafe { self.bytes(at as c_int) })
    }

    unsafe fn bytes(&self, at: c_int) -> &[u8] {
        let mut length = 0;
        // SAFETY: guaranteed by the caller.
        unsafe {
            let start = ffi::lua_tolstring(self.state, at, &mut length);
            std::slice::from_raw_parts(start.cast::<u8>(), length)
        }
    }

    /// Returns the length of a string or a list; for a number, roughly the length of its string; otherwise 0.
    pub(crate) fn length(&self, at: usize) -> usize {
        self.length_at(at as c_int)
    }

    fn length_at(&self, at: c_int) -> usize {
        // SAFETY: as in `text`; the length of a table is read without running anything.
        unsafe {
            match ffi::lua_type(self.state, at) {
                ffi::LUA_TSTRING | ffi::LUA_TTABLE => ffi::lua_objlen(self.state, at),
                ffi::LUA_TNUMBER => MAX_NUMBER_LENGTH,
                _ => 0,
            }
        }
    }

    /// Returns a number, or the value of a numeric string.
    pub(crate) fn number(&self, at: usize) -> Option<f64> {
        let mut is_number = 0;
        // SAFETY: the value is only read.
        let number = unsafe { ffi::lua_tonumberx(self.state, at as c_int, &mut is_number) };
        (is_number != 0).then_some(number)
    }

    /// Returns a number; `None` for a numeric string.
    pub(crate) fn plain_number(&self, at: usize) -> Option<f64> {
        self.number(at).filter(|_| self.type_of(at) == ffi::LUA_TNUMBER)
    }

    /// Returns whether two arguments are the same value.
    pub(crate) fn same(&self, one: usize, other: usize) -> bool {
        // SAFETY: this runs no script code.
        unsafe { ffi::lua_rawequal(self.state, one as c_int, other as c_int) != 0 }
    }

    /// Returns whether a table has a key.
    pub(crate) fn has(&self, at: usize, key: &CStr) -> bool {
        // SAFETY: the argument is a table; the value read is popped.
        unsafe {
            let kind = ffi::lua_rawgetfield(self.state, at as c_int, key.as_ptr());
            ffi::lua_pop(self.state, 1);
            kind != ffi::LUA_TNIL
        }
    }

    /// Makes a table read-only.
    pub(crate) fn freeze(&self, at: usize) {
        // SAFETY: the argument is a table.
        unsafe { ffi::lua_setreadonly(self.state, at as c_int, 1) }
    }

    /// Counts the strings and numbers in a list from `first` to `last`, stopping at the first element of another type.
    /// Returns their number and total length.
    pub(crate) fn texts_of(&self, at: usize, first: f64, last: f64) -> (usize, usize) {
        let (mut count, mut length) = (0, 0);
        if self.is_table(at) {
            // `as` clamps numbers that are too large, as the library does unless it stops earlier.
            for place in i64::from(first as i32)..=i64::from(last as i32) {
                let Some(more) = self.element(at, place as c_int) else { break };
                (count, length) = (count + 1, length + more);
            }
        }
        (count, length)
    }

    /// Returns the length of the longest string in a list.
    pub(crate) fn longest_text_of(&self, at: usize) -> usize {
        let count = if self.is_table(at) { self.length(at) } else { 0 };
        (1..=count).filter_map(|place| self.element(at, place as c_int)).max().unwrap_or(0)
    }

    /// Returns the length of a list element; `None` unless it is a string or number.
    fn element(&self, at: usize, place: c_int) -> Option<usize> {
        // SAFETY: the argument is a table; the value read is popped.
        unsafe {
            ffi::lua_rawgeti_(self.state, at as c_int, place);
            let length = self.length_at(-1);
            let is_text = matches!(ffi::lua_type(self.state, -1), ffi::LUA_TSTRING | ffi::LUA_TNUMBER);
            ffi::lua_pop(self.state, 1);
            is_text.then_some(length)
        }
    }
}
