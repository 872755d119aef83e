//! Reads the options of decisions, and the values for prompts and log lines, from the arguments of a call.

use crate::call::{Call, MAX_TEXT, whole};
use crate::handle::{self, HandleTag};
use crate::outcome::{Result, fail};
use crate::suggestions::shorten;
use grognard_engine::decision::Choice;
use grognard_engine::field::Spot;
use grognard_engine::ids::{SideId, SpaceId, UnitId};
use mlua::ffi;
use std::ffi::c_int;

/// The maximum number of options in a decision, and of spaces in a path.
pub(crate) const MAX_OPTIONS: usize = 10_000;

/// Decodes the value of a place's handle.
pub(crate) fn spot(value: u64) -> Spot {
    Spot { x: i32::from((value >> 16) as u16), y: i32::from(value as u16) }
}

/// Encodes a place as the value of a handle. Every place on a table fits.
pub(crate) fn spot_value(spot: Spot) -> u64 {
    u64::from(spot.x as u16) << 16 | u64::from(spot.y as u16)
}

/// The reason why a value cannot be an option or part of a prompt.
enum Problem {
    /// The value is of the wrong kind.
    Kind,
    /// Any other problem, with the clause that describes it in the message.
    Told(&'static str),
    /// The value is a table with this key instead of a list.
    Named(String),
}

impl Call<'_, '_> {
    /// Reads a value that can be part of a prompt, a log line or an option.
    pub(crate) fn choice(&self, at: c_int) -> Result<Choice> {
        self.choice_at(at + 1).or_else(|problem| match problem {
            Problem::Kind => self.expected(at, "unit, space, number or string"),
            Problem::Told(text) => fail(format!("{} {text}", self.called(at))),
            Problem::Named(key) => fail(format!("{} {}", self.called(at), table_with_keys(&key))),
        })
    }

    /// Returns the arguments from index `first` as parts of a prompt or a log line.
    pub(crate) fn choices_from(&self, first: c_int) -> Result<Vec<Choice>> {
        (first..=self.count()).map(|at| self.choice(at)).collect()
    }

    /// Fails wherever [`Call::choices_from`] would fail, but builds nothing.
    pub(crate) fn check_choices_from(&self, first: c_int) -> Result<()> {
        for at in first..=self.count() {
            let fine = match self.handle(at) {
                Some((tag, _)) => matches!(tag, HandleTag::Unit | HandleTag::Space | HandleTag::Side | HandleTag::Spot),
                None => false,
            };
            if !fine {
                self.choice(at)?;
            }
        }
        Ok(())
    }

    /// Returns the choice at an absolute stack index.
    fn choice_at(&self, index: c_int) -> std::result::Result<Choice, Problem> {
        // SAFETY: as in `handle`.
        match unsafe { handle::read(self.state, index) } {
            Some((HandleTag::Unit, id)) => return Ok(Choice::Unit(UnitId(id as u16))),
            Some((HandleTag::Space, id)) => return Ok(Choice::Space(SpaceId(id as u16))),
            Some((HandleTag::Spot, value)) => return Ok(Choice::Spot(spot(value))),
            Some((HandleTag::Side, id)) => {
                return Ok(Choice::Label(self.desk.table.side_name(SideId(id as u16)).into()));
            }
            Some(_) => return Err(Problem::Kind),
            None => {}
        }
        // SAFETY: the types are checked before the values are read.
        unsafe {
            match ffi::lua_type(self.state, index) {
                ffi::LUA_TNUMBER => whole(ffi::lua_tonumber(self.state, index))
                    .map(Choice::Number)
                    .ok_or(Problem::Told("must be a whole number")),
                ffi::LUA_TSTRING => {
                    let mut length = 0;
                    let start = ffi::lua_tolstring(self.state, index, &mut length);
                    if length > MAX_TEXT {
                        return Err(Problem::Told("is a string that is too long"));
                    }
                    let bytes = std::slice::from_raw_parts(start.cast::<u8>(), length);
                    let text = std::str::from_utf8(bytes).map_err(|_| Problem::Told("is not valid UTF-8"))?;
                    Ok(Choice::Label(text.into()))
                }
                ffi::LUA_TTABLE => self.path_at(index),
                _ => Err(Problem::Kind),
            }
        }
    }

    /// Reads a table of spaces as a path.
    fn path_at(&self, index: c_int) -> std::result::Result<Choice, Problem> {
        let mut path = Vec::new();
        // SAFETY: `index` holds a table; each element is popped after reading, and a C function has room for two more
        // values.
        unsafe {
            let index = ffi::lua_absindex(self.state, index);
            for element in 1..=ffi::lua_objlen(self.state, index).min(MAX_OPTIONS + 1) {
                ffi::lua_rawgeti_(self.state, index, element as c_int);
                let read = handle::read(self.state, -1);
                ffi::lua_pop(self.state, 1);
                match read {
                    Some((HandleTag::Space, id)) => path.push(SpaceId(id as u16)),
                    _ => return Err(Problem::Told("is a table, but not a list of spaces")),
                }
            }
        }
        match path.len() {
            0 if let Some(key) = self.key_of(index) => Err(Problem::Named(key)),
            0 => Err(Problem::Told("is an empty table, not a path of at least one space")),
            length if length > MAX_OPTIONS => Err(Problem::Told("is a path that is too long")),
            _ => Ok(Choice::Path(path.into())),
        }
    }

    /// Returns an arbitrary key of a table; `None` if the table is empty.
    fn key_of(&self, index: c_int) -> Option<String> {
        // SAFETY: `index` holds a table; the values read are popped again, and a C function has room for two more
        // values and a copy of a key.
        unsafe {
            let index = ffi::lua_absindex(self.state, index);
            ffi::lua_pushnil(self.state);
            if ffi::lua_next(self.state, index) == 0 {
                return None;
            }
            ffi::lua_pop(self.state, 1);
            let key = self.key_at(-1);
            ffi::lua_pop(self.state, 1);
            Some(key)
        }
    }

    /// Returns a key of a table as text: `?` unless it is a string.
    ///
    /// # Safety
    /// There is a value at this stack index.
    pub(crate) unsafe fn key_at(&self, index: c_int) -> String {
        // SAFETY: reading a string neither changes nor moves it.
        unsafe {
            if ffi::lua_type(self.state, index) != ffi::LUA_TSTRING {
                return "?".to_owned();
            }
            let mut length = 0;
            let start = ffi::lua_tolstring(self.state, index, &mut length);
            String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), length)).into_owned()
        }
    }

    /// Reads a table of choices.
    pub(crate) fn list(&self, at: c_int) -> Result<Vec<Choice>> {
        if self.kind_of(at) != ffi::LUA_TTABLE {
            return self.expected(at, "set or list");
        }
        let length = self.length_of_list(at)?;
        if length > MAX_OPTIONS {
            return fail(format!("{} has {length} options; the maximum is {MAX_OPTIONS}", self.called(at)));
        }
        (1..=length).map(|element| self.element(at, element)).collect()
    }

    fn element(&self, at: c_int, element: usize) -> Result<Choice> {
        // SAFETY: the argument is a table; the value read is popped again, and a C function has room for it.
        let choice = unsafe {
            ffi::lua_rawgeti_(self.state, at + 1, element as c_int);
            let choice = self.choice_at(-1);
            ffi::lua_pop(self.state, 1);
            choice
        };
        let of = || self.called(at);
        choice.or_else(|problem| match problem {
            Problem::Kind => {
                fail(format!("element {element} of {} must be a unit, space, side, number, string or path", of()))
            }
            Problem::Told(text) => fail(format!("element {element} of {} {text}", of())),
            Problem::Named(key) => fail(format!("element {element} of {} {}", of(), table_with_keys(&key))),
        })
    }
}

/// Returns the error message for a keyed table found where an option was expected.
fn table_with_keys(key: &str) -> String {
    format!(
        "is a table with the key `{}`; an option is a unit, space, number, string or a list of spaces",
        shorten(key)
    )
}
