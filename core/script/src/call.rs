//! One call from a script into the engine: reading arguments, pushing results.

use crate::arena::Kind;
use crate::handle::{self, Tag};
use crate::slot::{Access, Desk};
use grognard_engine::decision::{Choice, Refusal};
use grognard_engine::ids::{ChartId, Id, SideId, SpaceId, UnitId};
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;

/// What a function of the API leaves behind.
pub(crate) enum Outcome {
    /// So many values on the stack.
    Values(c_int),
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

/// A call in progress. Argument 1 is the first one behind the receiver.
pub(crate) struct Call<'a, 'd> {
    state: *mut lua_State,
    pub(crate) desk: &'a mut Desk<'d>,
    /// The number in the receiver's handle.
    pub(crate) this: u64,
    count: c_int,
}

impl<'a, 'd> Call<'a, 'd> {
    /// # Safety
    /// `state` is the state of a running C function whose first argument is the receiver.
    pub(crate) unsafe fn new(state: *mut lua_State, desk: &'a mut Desk<'d>, this: u64) -> Self {
        // SAFETY: the caller says the state is live.
        let count = unsafe { ffi::lua_gettop(state) } - 1;
        Call { state, desk, this, count }
    }

    /// How many arguments there are.
    pub(crate) fn count(&self) -> c_int {
        self.count
    }

    fn handle(&self, at: c_int) -> Option<(Tag, u64)> {
        // SAFETY: the state is live for the duration of the call; an index past the top reads as none.
        unsafe { handle::read(self.state, at + 1) }
    }

    fn kind_of(&self, at: c_int) -> i32 {
        // SAFETY: as in `handle`.
        unsafe { ffi::lua_type(self.state, at + 1) }
    }

    /// What stands at an argument, for messages.
    #[cold]
    fn found(&self, at: c_int) -> String {
        match self.handle(at) {
            Some((tag, _)) => tag.name().to_owned(),
            None => match self.kind_of(at) {
                ffi::LUA_TNONE | ffi::LUA_TNIL => "nil".to_owned(),
                ffi::LUA_TBOOLEAN => "boolean".to_owned(),
                ffi::LUA_TNUMBER => "number".to_owned(),
                ffi::LUA_TSTRING => "string".to_owned(),
                ffi::LUA_TTABLE => "table".to_owned(),
                ffi::LUA_TFUNCTION => "function".to_owned(),
                _ => "something else".to_owned(),
            },
        }
    }

    #[cold]
    fn expected<T>(&self, at: c_int, what: &str) -> Result<T> {
        fail(format!("argument {at} must be a {what}, not {}", self.found(at)))
    }

    /// A space.
    #[inline]
    pub(crate) fn space(&self, at: c_int) -> Result<SpaceId> {
        match self.handle(at) {
            Some((Tag::Space, id)) => Ok(SpaceId(id as u16)),
            _ => self.expected(at, "Space"),
        }
    }

    /// A unit.
    #[inline]
    pub(crate) fn unit(&self, at: c_int) -> Result<UnitId> {
        match self.handle(at) {
            Some((Tag::Unit, id)) => Ok(UnitId(id as u16)),
            _ => self.expected(at, "Unit"),
        }
    }

    /// A side.
    #[inline]
    pub(crate) fn side(&self, at: c_int) -> Result<SideId> {
        match self.handle(at) {
            Some((Tag::Side, id)) => Ok(SideId(id as u16)),
            _ => self.expected(at, "Side"),
        }
    }

    /// Whether an argument is missing or nil.
    pub(crate) fn is_nil(&self, at: c_int) -> bool {
        self.kind_of(at) <= ffi::LUA_TNIL
    }

    /// A question.
    pub(crate) fn question(&self, at: c_int) -> Result<u16> {
        match self.handle(at) {
            Some((Tag::Question, id)) if (id as usize) < self.desk.table.questions.len() => Ok(id as u16),
            _ => self.expected(at, "Question"),
        }
    }

    /// The set in a handle of this run.
    #[inline]
    fn set_of(&self, value: u64) -> Result<u32> {
        let (generation, set) = ((value >> 32) as u16, value as u32);
        if generation != self.desk.arena.generation || self.desk.arena.kind(set).is_none() {
            return fail("this set belongs to a procedure that has ended; make it again");
        }
        Ok(set)
    }

    /// The receiver, a set.
    #[inline]
    pub(crate) fn this_set(&self) -> Result<u32> {
        self.set_of(self.this)
    }

    /// A set of one kind.
    #[inline]
    pub(crate) fn set(&self, at: c_int, kind: Kind) -> Result<u32> {
        match (self.handle(at), kind) {
            (Some((Tag::Units, value)), Kind::Units) | (Some((Tag::Spaces, value)), Kind::Spaces) => self.set_of(value),
            (_, Kind::Units) => self.expected(at, "set of units"),
            (_, Kind::Spaces) => self.expected(at, "set of spaces"),
        }
    }

    /// A set of spaces, or one made of the single space given.
    #[inline]
    pub(crate) fn spaces(&mut self, at: c_int) -> Result<u32> {
        match self.handle(at) {
            Some((Tag::Space, id)) => self.one(Kind::Spaces, id),
            _ => self.set(at, Kind::Spaces),
        }
    }

    /// A new set with one member.
    fn one(&mut self, kind: Kind, id: u64) -> Result<u32> {
        let set = self.make(kind)?;
        grognard_engine::set::bits::insert(self.desk.arena.words_mut(set), id as usize);
        Ok(set)
    }

    /// A new empty set.
    #[inline]
    pub(crate) fn make(&mut self, kind: Kind) -> Result<u32> {
        match self.desk.arena.make(kind) {
            Some(set) => Ok(set),
            None => fail("this procedure made too many sets; is there a loop without an end?"),
        }
    }

    /// A set of either kind, or a member of one, with its kind.
    pub(crate) fn any_handle(&self, at: c_int) -> Option<(Tag, u64)> {
        self.handle(at)
    }

    /// A whole number.
    pub(crate) fn integer(&self, at: c_int) -> Result<i32> {
        let number = self.number(at)?;
        if number.fract() != 0.0 || number.abs() > f64::from(i32::MAX) {
            return self.expected(at, "whole number");
        }
        Ok(number as i32)
    }

    /// A number.
    pub(crate) fn number(&self, at: c_int) -> Result<f64> {
        if self.kind_of(at) != ffi::LUA_TNUMBER {
            return self.expected(at, "number");
        }
        // SAFETY: the value is a number, which the call only reads.
        Ok(unsafe { ffi::lua_tonumber(self.state, at + 1) })
    }

    /// True or false.
    pub(crate) fn boolean(&self, at: c_int) -> Result<bool> {
        if self.kind_of(at) != ffi::LUA_TBOOLEAN {
            return self.expected(at, "boolean");
        }
        // SAFETY: as in `number`.
        Ok(unsafe { ffi::lua_toboolean(self.state, at + 1) } != 0)
    }

    /// A text. It lives as long as the call, since the stack holds it.
    pub(crate) fn text(&self, at: c_int) -> Result<&'a str> {
        if self.kind_of(at) != ffi::LUA_TSTRING {
            return self.expected(at, "string");
        }
        let mut length = 0;
        // SAFETY: the value is a string; the stack keeps it alive for the whole call and strings do not move.
        let bytes = unsafe {
            let start = ffi::lua_tolstring(self.state, at + 1, &mut length);
            std::slice::from_raw_parts(start.cast::<u8>(), length)
        };
        std::str::from_utf8(bytes).or_else(|_| fail(format!("argument {at} is not valid UTF-8")))
    }

    /// Anything that can be part of a prompt, a log line or an option.
    pub(crate) fn choice(&self, at: c_int) -> Result<Choice> {
        match self.choice_at(at + 1) {
            Some(choice) => Ok(choice),
            None => self.expected(at, "unit, space, number or string"),
        }
    }

    /// The choice at an absolute place of the stack.
    fn choice_at(&self, index: c_int) -> Option<Choice> {
        // SAFETY: as in `handle`.
        match unsafe { handle::read(self.state, index) } {
            Some((Tag::Unit, id)) => return Some(Choice::Unit(UnitId(id as u16))),
            Some((Tag::Space, id)) => return Some(Choice::Space(SpaceId(id as u16))),
            Some((Tag::Side, id)) => {
                return Some(Choice::Label(self.desk.table.side_name(SideId(id as u16)).into()));
            }
            Some(_) => return None,
            None => {}
        }
        // SAFETY: the types are checked before the values are read.
        unsafe {
            match ffi::lua_type(self.state, index) {
                ffi::LUA_TNUMBER => Some(Choice::Number(ffi::lua_tonumber(self.state, index) as i32)),
                ffi::LUA_TSTRING => {
                    let mut length = 0;
                    let start = ffi::lua_tolstring(self.state, index, &mut length);
                    let bytes = std::slice::from_raw_parts(start.cast::<u8>(), length);
                    Some(Choice::Label(String::from_utf8_lossy(bytes).into()))
                }
                ffi::LUA_TTABLE => self.path_at(index),
                _ => None,
            }
        }
    }

    /// A table of spaces as a path.
    fn path_at(&self, index: c_int) -> Option<Choice> {
        let mut path = Vec::new();
        // SAFETY: `index` holds a table; each element read is popped again, and the stack has room for it.
        unsafe {
            let index = ffi::lua_absindex(self.state, index);
            if ffi::lua_checkstack(self.state, 2) == 0 {
                return None;
            }
            for element in 1..=ffi::lua_objlen(self.state, index) {
                ffi::lua_rawgeti_(self.state, index, element as c_int);
                let read = handle::read(self.state, -1);
                ffi::lua_pop(self.state, 1);
                match read {
                    Some((Tag::Space, id)) => path.push(SpaceId(id as u16)),
                    _ => return None,
                }
            }
        }
        (!path.is_empty()).then(|| Choice::Path(path.into()))
    }

    /// A table with a rule and a reason, as `refuse` makes them.
    pub(crate) fn refusal(&self, at: c_int) -> Option<Refusal> {
        if self.kind_of(at) != ffi::LUA_TTABLE {
            return None;
        }
        let field = |name: &std::ffi::CStr| {
            let mut length = 0;
            // SAFETY: the argument is a table; the field read is copied and popped.
            unsafe {
                ffi::lua_rawgetfield(self.state, at + 1, name.as_ptr());
                let start = ffi::lua_tolstring(self.state, -1, &mut length);
                let text = (!start.is_null()).then(|| String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), length)).into_owned());
                ffi::lua_pop(self.state, 1);
                text
            }
        };
        Some(Refusal { rule: field(c"rule"), reason: field(c"reason")? })
    }

    /// A table of choices.
    pub(crate) fn list(&self, at: c_int) -> Result<Vec<Choice>> {
        if self.kind_of(at) != ffi::LUA_TTABLE {
            return self.expected(at, "set or list");
        }
        let mut list = Vec::new();
        // SAFETY: as in `path_at`.
        unsafe {
            if ffi::lua_checkstack(self.state, 4) == 0 {
                return fail("the stack is full");
            }
            for element in 1..=ffi::lua_objlen(self.state, at + 1) {
                ffi::lua_rawgeti_(self.state, at + 1, element as c_int);
                let choice = self.choice_at(-1);
                ffi::lua_pop(self.state, 1);
                match choice {
                    Some(choice) => list.push(choice),
                    None => return fail(format!("element {element} of argument {at} must be a unit, space, number, string or path")),
                }
            }
        }
        Ok(list)
    }

    /// Refuses unless a procedure runs.
    pub(crate) fn may_change(&self) -> Result<()> {
        match self.desk.access {
            Access::Play => Ok(()),
            Access::Look => fail("this function may only look: it may not change the game, ask players or roll dice"),
        }
    }
}

/// Results.
impl Call<'_, '_> {
    /// Nothing.
    pub(crate) fn nothing(&self) -> Result<Outcome> {
        Ok(Outcome::Values(0))
    }

    /// A handle.
    #[inline]
    pub(crate) fn push(&self, tag: Tag, value: u64) -> Result<Outcome> {
        // SAFETY: a C function has room for its results.
        unsafe { handle::push(self.state, tag, value) };
        Ok(Outcome::Values(1))
    }

    /// A set.
    #[inline]
    pub(crate) fn push_set(&self, set: u32) -> Result<Outcome> {
        let tag = match self.desk.arena.kind(set) {
            Some(Kind::Units) => Tag::Units,
            _ => Tag::Spaces,
        };
        self.push(tag, u64::from(self.desk.arena.generation) << 32 | u64::from(set))
    }

    /// A column of the arena.
    pub(crate) fn push_column(&self, column: usize) -> Result<Outcome> {
        self.push(Tag::Column, u64::from(self.desk.arena.generation) << 32 | column as u64)
    }

    /// A space or nil.
    #[inline]
    pub(crate) fn push_space(&self, space: Option<SpaceId>) -> Result<Outcome> {
        match space {
            Some(space) => self.push(Tag::Space, space.0.into()),
            None => self.push_nil(),
        }
    }

    /// A side or nil.
    pub(crate) fn push_side(&self, side: Option<SideId>) -> Result<Outcome> {
        match side {
            Some(side) => self.push(Tag::Side, side.0.into()),
            None => self.push_nil(),
        }
    }

    /// A chart.
    pub(crate) fn push_chart(&self, chart: ChartId) -> Result<Outcome> {
        self.push(Tag::Chart, chart.0.into())
    }

    /// Nil.
    pub(crate) fn push_nil(&self) -> Result<Outcome> {
        // SAFETY: as in `push`.
        unsafe { ffi::lua_pushnil(self.state) };
        Ok(Outcome::Values(1))
    }

    /// A number.
    #[inline]
    pub(crate) fn push_number(&self, number: impl Into<f64>) -> Result<Outcome> {
        // SAFETY: as in `push`.
        unsafe { ffi::lua_pushnumber(self.state, number.into()) };
        Ok(Outcome::Values(1))
    }

    /// True or false.
    #[inline]
    pub(crate) fn push_bool(&self, value: bool) -> Result<Outcome> {
        // SAFETY: as in `push`.
        unsafe { ffi::lua_pushboolean(self.state, value.into()) };
        Ok(Outcome::Values(1))
    }

    /// A text.
    pub(crate) fn push_text(&self, text: &str) -> Result<Outcome> {
        // SAFETY: as in `push`; the bytes are copied.
        unsafe { ffi::lua_pushlstring_(self.state, text.as_ptr().cast(), text.len()) };
        Ok(Outcome::Values(1))
    }

    /// A choice; a path becomes a list of spaces.
    pub(crate) fn push_choice(&self, choice: &Choice) -> Result<Outcome> {
        match choice {
            Choice::Unit(id) => self.push(Tag::Unit, id.0.into()),
            Choice::Space(id) => self.push(Tag::Space, id.0.into()),
            Choice::Number(number) => self.push_number(*number),
            Choice::Label(text) => self.push_text(text),
            Choice::Path(spaces) => self.push_list(spaces.len(), |call, at| call.push(Tag::Space, spaces[at].0.into())),
        }
    }

    /// A list whose elements `element` pushes one by one.
    pub(crate) fn push_list(&self, count: usize, mut element: impl FnMut(&Self, usize) -> Result<Outcome>) -> Result<Outcome> {
        // SAFETY: room for the table and two more values is made first.
        unsafe {
            if ffi::lua_checkstack(self.state, 4) == 0 {
                return fail("the stack is full");
            }
            ffi::lua_createtable(self.state, count as c_int, 0);
        }
        for at in 0..count {
            element(self, at)?;
            // SAFETY: the table lies below the element just pushed.
            unsafe { ffi::lua_rawseti_(self.state, -2, at as c_int + 1) };
        }
        Ok(Outcome::Values(1))
    }

    /// The iterator of a set: the function that steps, the set, nothing to start from.
    pub(crate) fn push_iterator(&self) -> Result<Outcome> {
        // SAFETY: the namecall function carries the stepping function as its first upvalue; the receiver is argument 1.
        unsafe {
            ffi::lua_pushvalue(self.state, ffi::lua_upvalueindex(1));
            ffi::lua_pushvalue(self.state, 1);
            ffi::lua_pushnil(self.state);
        }
        Ok(Outcome::Values(3))
    }

    /// Names for members of sets.
    pub(crate) fn member_tag(kind: Kind) -> Tag {
        match kind {
            Kind::Units => Tag::Unit,
            Kind::Spaces => Tag::Space,
        }
    }

    /// A member of a set by index.
    pub(crate) fn push_member(&self, kind: Kind, member: Option<usize>) -> Result<Outcome> {
        match member {
            Some(member) => self.push(Self::member_tag(kind), UnitId::from_index(member).0.into()),
            None => self.push_nil(),
        }
    }
}
