//! Returns the results of calls: pushes them immediately if that cannot fail, and otherwise returns them as values.

use crate::arena::Kind;
use crate::call::Call;
use crate::choices::spot_value;
use crate::handle::{self, HandleTag};
use crate::outcome::{Outcome, Result, Value};
use grognard_engine::decision::Choice;
use grognard_engine::ids::{ChartId, SideId, SpaceId};
use mlua::ffi;

impl Call<'_, '_> {
    /// Pushes nothing.
    pub(crate) fn nothing(&self) -> Result<Outcome> {
        Ok(Outcome::Values(0))
    }

    /// Pushes a handle.
    #[inline]
    pub(crate) fn push(&self, tag: HandleTag, value: u64) -> Result<Outcome> {
        // SAFETY: a C function has room for its results.
        unsafe { handle::push(self.state, tag, value) };
        Ok(Outcome::Values(1))
    }

    /// Returns the number of a value combined with that of the current run, the only run in which the value is valid.
    pub(crate) fn run_number(&self, number: usize) -> u64 {
        handle::stamp(self.desk.arena.generation, number)
    }

    /// Pushes a set.
    #[inline]
    pub(crate) fn push_set(&self, set: u32) -> Result<Outcome> {
        let tag = match self.desk.arena.kind(set) {
            Some(Kind::Units) => HandleTag::Units,
            _ => HandleTag::Spaces,
        };
        self.push(tag, self.run_number(set as usize))
    }

    /// Pushes a space or nil.
    #[inline]
    pub(crate) fn push_space(&self, space: Option<SpaceId>) -> Result<Outcome> {
        match space {
            Some(space) => self.push(HandleTag::Space, space.0.into()),
            None => self.push_nil(),
        }
    }

    /// Pushes a side or nil.
    pub(crate) fn push_side(&self, side: Option<SideId>) -> Result<Outcome> {
        match side {
            Some(side) => self.push(HandleTag::Side, side.0.into()),
            None => self.push_nil(),
        }
    }

    /// Pushes a list of sides.
    pub(crate) fn push_sides(&self, sides: impl IntoIterator<Item = SideId>) -> Result<Outcome> {
        self.push_list(sides.into_iter().map(|side| Value::Handle(HandleTag::Side, side.0.into())))
    }

    /// Pushes a chart.
    pub(crate) fn push_chart(&self, chart: ChartId) -> Result<Outcome> {
        self.push(HandleTag::Chart, chart.0.into())
    }

    /// Pushes nil.
    pub(crate) fn push_nil(&self) -> Result<Outcome> {
        // SAFETY: as in `push`.
        unsafe { ffi::lua_pushnil(self.state) };
        Ok(Outcome::Values(1))
    }

    /// Pushes a number.
    #[inline]
    pub(crate) fn push_number(&self, number: impl Into<f64>) -> Result<Outcome> {
        // SAFETY: as in `push`.
        unsafe { ffi::lua_pushnumber(self.state, number.into()) };
        Ok(Outcome::Values(1))
    }

    /// Pushes a boolean.
    #[inline]
    pub(crate) fn push_bool(&self, value: bool) -> Result<Outcome> {
        // SAFETY: as in `push`.
        unsafe { ffi::lua_pushboolean(self.state, value.into()) };
        Ok(Outcome::Values(1))
    }

    /// Pushes a string.
    pub(crate) fn push_text(&self, text: &str) -> Result<Outcome> {
        Ok(Outcome::Later(Value::text(text)))
    }

    /// Pushes a list.
    pub(crate) fn push_list(&self, values: impl IntoIterator<Item = Value>) -> Result<Outcome> {
        Ok(Outcome::Later(Value::list(values)))
    }

    /// Pushes the iterator of a set: the step function, the set, and no starting value.
    pub(crate) fn push_iterator(&self) -> Result<Outcome> {
        // SAFETY: the namecall function carries the stepping function as its first upvalue; the receiver is argument 1.
        unsafe {
            ffi::lua_pushvalue(self.state, ffi::lua_upvalueindex(1));
            ffi::lua_pushvalue(self.state, 1);
            ffi::lua_pushnil(self.state);
        }
        Ok(Outcome::Values(3))
    }

    /// Pushes the set member with this index, or nil.
    #[inline]
    pub(crate) fn push_member(&self, kind: Kind, member: Option<usize>) -> Result<Outcome> {
        match member {
            Some(member) => self.push(kind.member(), member as u64),
            None => self.push_nil(),
        }
    }
}

impl Value {
    /// Creates the value for a set member with this index.
    pub(crate) fn member(kind: Kind, member: usize) -> Value {
        Value::Handle(kind.member(), member as u64)
    }

    /// Creates the value of a space.
    pub(crate) fn space(space: SpaceId) -> Value {
        Value::Handle(HandleTag::Space, space.0.into())
    }

    /// Creates the value of a choice; a path becomes a list of spaces.
    pub(crate) fn choice(choice: &Choice) -> Value {
        match choice {
            Choice::Unit(id) => Value::Handle(HandleTag::Unit, id.0.into()),
            Choice::Space(id) => Value::space(*id),
            Choice::Spot(spot) => Value::Handle(HandleTag::Spot, spot_value(*spot)),
            Choice::Number(number) => Value::Number((*number).into()),
            Choice::Label(text) => Value::text(text),
            Choice::Path(spaces) => Value::list(spaces.iter().map(|&space| Value::space(space))),
        }
    }
}
