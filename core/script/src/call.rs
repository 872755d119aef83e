//! A call from a script into the engine, and the methods that read its arguments.
//!
//! Nothing here may raise a Lua error; `outcome` explains why.

use crate::arena::Kind;
use crate::borrowed::{Access, Context};
use crate::budget::{self, Limit};
use crate::handle::{self, HandleTag};
use crate::outcome::{Result, fail};
use crate::suggestions::{hint, shorten};
use grognard_engine::ids::{SideId, SpaceId, UnitId};
use grognard_engine::set::bits;
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;

/// Returns a number as an integer; `None` unless it is whole and in range.
pub(crate) fn whole(number: f64) -> Option<i32> {
    (number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX)).then_some(number as i32)
}

/// Describes the whole number that was expected and the number that was found, for an error message.
fn not_whole(number: f64) -> String {
    let range = if number.abs() > f64::from(i32::MAX) { " from -2147483647 to 2147483647" } else { "" };
    // The largest numbers have hundreds of digits.
    if number.abs() < 1e15 {
        format!("a whole number{range}, not {number}")
    } else {
        format!("a whole number{range}, not {number:e}")
    }
}

/// The maximum length, in bytes, of a string kept in a journal, a log or a decision.
pub(crate) const MAX_TEXT: usize = 2_000;

/// The maximum number of sides in a list.
const MAX_SIDES: usize = 8;

/// A set of sides, as a bit mask.
#[derive(Clone, Copy)]
pub(crate) struct SideMask(u8);

impl SideMask {
    /// Returns whether a side is a member.
    pub(crate) fn has(self, side: SideId) -> bool {
        self.0 >> side.0 & 1 == 1
    }

    /// Makes `words` the union of a set for each side.
    #[inline]
    pub(crate) fn gather<'s>(self, words: &mut [u64], set: impl Fn(SideId) -> &'s [u64]) {
        let mut sides = self.iter();
        match sides.next() {
            Some(first) => words.copy_from_slice(set(first)),
            None => words.fill(0),
        }
        sides.for_each(|side| bits::union(words, set(side)));
    }

    /// Returns the members in ascending order.
    pub(crate) fn iter(self) -> impl Iterator<Item = SideId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| SideId(rest.trailing_zeros() as u16))?;
            rest &= rest - 1;
            Some(next)
        })
    }
}

/// The length above which a list is too long for every call, so that its keys need no check.
const MAX_CHECKED: usize = 100_000;

/// The highest key that may be meant as that of an element, for messages.
const MAX_KEY: f64 = 1e6;

/// A call in progress. Argument 1 is the first one after the receiver.
pub(crate) struct Call<'a, 'd> {
    pub(crate) state: *mut lua_State,
    pub(crate) desk: &'a mut Context<'d>,
    /// The number in the receiver's handle.
    pub(crate) this: u64,
    count: c_int,
    /// What the values that follow the arguments are.
    options: Vec<Extra>,
}

/// A value after the arguments on the stack, which is read in the same way.
#[derive(Clone, Copy)]
enum Extra {
    /// The option with this name.
    Option(&'static str),
    /// The element of a list, counting from 1.
    Element(usize),
}

impl<'a, 'd> Call<'a, 'd> {
    /// Creates a call in progress.
    ///
    /// # Safety
    ///
    /// `state` is the state of a running C function whose first argument is the receiver.
    pub(crate) unsafe fn new(state: *mut lua_State, desk: &'a mut Context<'d>, this: u64) -> Self {
        // SAFETY: the state is live, as the caller guarantees.
        let count = unsafe { ffi::lua_gettop(state) } - 1;
        Call { state, desk, this, count, options: Vec::new() }
    }

    /// Returns the number of arguments.
    pub(crate) fn count(&self) -> c_int {
        self.count
    }

    pub(crate) fn handle(&self, at: c_int) -> Option<(HandleTag, u64)> {
        // SAFETY: the state is live for the duration of the call; an index past the top reads as no value.
        unsafe { handle::read(self.state, at + 1) }
    }

    pub(crate) fn kind_of(&self, at: c_int) -> i32 {
        // SAFETY: as in `handle`.
        unsafe { ffi::lua_type(self.state, at + 1) }
    }

    /// Describes an argument, for messages.
    #[cold]
    pub(crate) fn found(&self, at: c_int) -> String {
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
    pub(crate) fn expected<T>(&self, at: c_int, what: &str) -> Result<T> {
        fail(format!("{} must be a {what}, not {}", self.called(at), self.found(at)))
    }

    /// Reads a space.
    #[inline]
    pub(crate) fn space(&self, at: c_int) -> Result<SpaceId> {
        match self.handle(at) {
            Some((HandleTag::Space, id)) => Ok(SpaceId(id as u16)),
            _ => self.expected(at, "Space"),
        }
    }

    /// Reads a unit.
    #[inline]
    pub(crate) fn unit(&self, at: c_int) -> Result<UnitId> {
        match self.handle(at) {
            Some((HandleTag::Unit, id)) => Ok(UnitId(id as u16)),
            _ => self.expected(at, "Unit"),
        }
    }

    /// Reads a side.
    #[inline]
    pub(crate) fn side(&self, at: c_int) -> Result<SideId> {
        match self.handle(at) {
            Some((HandleTag::Side, id)) => Ok(SideId(id as u16)),
            _ => self.expected(at, "Side"),
        }
    }

    /// Reads a side or a list of sides, as a bit mask.
    #[inline(always)]
    pub(crate) fn sides(&mut self, at: c_int) -> Result<SideMask> {
        match self.handle(at) {
            Some((HandleTag::Side, id)) => Ok(SideMask(1 << id)),
            _ => self.list_of_sides(at),
        }
    }

    #[cold]
    fn list_of_sides(&mut self, at: c_int) -> Result<SideMask> {
        if !self.is_table(at) {
            return self.expected(at, "Side or a list of sides");
        }
        let sides = self.items(at, MAX_SIDES, |call, at| call.side(at))?;
        Ok(SideMask(sides.into_iter().fold(0, |mask, side| mask | 1 << side.0)))
    }

    /// Returns whether an argument is a number.
    pub(crate) fn is_number(&self, at: c_int) -> bool {
        self.kind_of(at) == ffi::LUA_TNUMBER
    }

    /// Returns whether an argument is missing or nil.
    pub(crate) fn is_nil(&self, at: c_int) -> bool {
        self.kind_of(at) <= ffi::LUA_TNIL
    }

    /// Reads the fields of an options table as additional arguments, which stay on the stack until the call returns.
    /// Unknown fields are errors, because an unlimited number of fields could overflow the stack space of a C function.
    pub(crate) fn fields<const N: usize>(
        &mut self,
        at: c_int,
        names: &'static [&'static str; N],
    ) -> Result<[c_int; N]> {
        if self.kind_of(at) != ffi::LUA_TTABLE {
            return self.expected(at, "table");
        }
        self.options.reserve(N);
        // Most names already differ in their first letter, which saves comparing the whole strings.
        let letters = names.map(|name| name.as_bytes()[0]);
        let mut found = [None; N];
        let mut next = 0;
        // SAFETY: the argument is a table; each pair is popped after reading, or replaced by its value.
        unsafe {
            loop {
                next = ffi::lua_rawiter(self.state, at + 1, next);
                if next < 0 {
                    // The first index past the top. An index far beyond it must not be read.
                    let none = ffi::lua_gettop(self.state);
                    return Ok(found.map(|at| at.unwrap_or(none)));
                }
                let name = self.name_at(-2)?;
                let is_it = |(letter, known): (&u8, &&str)| name.first() == Some(letter) && known.as_bytes() == name;
                let Some(number) = letters.iter().zip(names).position(is_it) else {
                    return no_option(name, names);
                };
                ffi::lua_replace(self.state, -2);
                found[number] = Some(ffi::lua_gettop(self.state) - 1);
                self.options.push(Extra::Option(names[number]));
            }
        }
    }

    /// Takes the options that `fields` has read from the stack, so that they do not pile up if it reads them again.
    pub(crate) fn drop_options(&mut self) {
        self.options.clear();
        // SAFETY: the state is live, and its stack holds the receiver, the arguments and the options.
        unsafe { ffi::lua_settop(self.state, self.count + 1) };
    }

    /// Fails if one of these options is missing.
    pub(crate) fn need<const N: usize>(&self, options: [(&str, c_int); N]) -> Result<()> {
        match options.into_iter().find(|(_, at)| self.is_nil(*at)) {
            Some((name, _)) => fail(format!("the option `{name}` is missing")),
            None => Ok(()),
        }
    }

    /// Calls `look` on each element of a list of at most `most` elements. Each element is popped before the next is
    /// pushed, since a C function has room for only a few values.
    pub(crate) fn items<T>(
        &mut self,
        at: c_int,
        most: usize,
        look: impl Fn(&mut Self, c_int) -> Result<T>,
    ) -> Result<Vec<T>> {
        if self.kind_of(at) != ffi::LUA_TTABLE {
            return self.expected(at, "list");
        }
        let count = self.length_of_list(at)?;
        if count > most {
            return fail(format!("{} has {count} elements; the maximum is {most}", self.called(at)));
        }
        let (mut found, named) = (Vec::with_capacity(count), self.options.len());
        for number in 1..=count {
            // SAFETY: there is room for an element and the values read from it, which are popped before the next one.
            let top = unsafe { ffi::lua_gettop(self.state) };
            unsafe { ffi::lua_rawgeti(self.state, at + 1, number as _) };
            self.options.push(Extra::Element(number));
            found.push(look(self, top)?);
            // SAFETY: as above.
            unsafe { ffi::lua_settop(self.state, top) };
            self.options.truncate(named);
        }
        Ok(found)
    }

    /// Returns the length of a table that must be a list.
    pub(crate) fn length_of_list(&self, at: c_int) -> Result<usize> {
        self.count_elements(at).or_else(|found| fail(format!("{} must be a list, not {found}", self.called(at))))
    }

    /// Returns the length of a table if it is a list: its keys are the numbers from 1 without a gap. The error describes
    /// any other table.
    pub(crate) fn count_elements(&self, at: c_int) -> Result<usize> {
        let (count, mut next, mut elements) = (self.length_of_table(at), 0, 0);
        if count > MAX_CHECKED {
            return Ok(count);
        }
        // SAFETY: the argument is a table; each pair is popped after reading, and there is room for it.
        unsafe {
            loop {
                next = ffi::lua_rawiter(self.state, at + 1, next);
                if next < 0 {
                    break;
                }
                let key = match ffi::lua_type(self.state, -2) {
                    ffi::LUA_TNUMBER => Ok(ffi::lua_tonumberx(self.state, -2, std::ptr::null_mut())),
                    _ => Err(self.key_at(-2)),
                };
                ffi::lua_pop(self.state, 2);
                match key {
                    Ok(key) if key.fract() == 0.0 && (1.0..=count as f64).contains(&key) => elements += 1,
                    Ok(key) if key.fract() == 0.0 && (1.0..=MAX_KEY).contains(&key) => return self.no_element(at),
                    Ok(key) => return fail(format!("a table with the key {key:?}")),
                    Err(key) => return fail(format!("a table with the key `{}`", shorten(&key))),
                }
            }
        }
        if elements == count { Ok(count) } else { self.no_element(at) }
    }

    #[cold]
    fn no_element(&self, at: c_int) -> Result<usize> {
        let is_nil = |element: &c_int| {
            // SAFETY: the argument is a table; the element is popped after its type is read.
            unsafe {
                let kind = ffi::lua_rawgeti_(self.state, at + 1, *element);
                ffi::lua_pop(self.state, 1);
                kind == ffi::LUA_TNIL
            }
        };
        let missing = (1..).find(is_nil).unwrap_or(1);
        fail(format!("a table without an element {missing} but with later ones"))
    }

    /// Returns whether an argument is a table.
    pub(crate) fn is_table(&self, at: c_int) -> bool {
        self.kind_of(at) == ffi::LUA_TTABLE
    }

    /// Returns the length of the list in an argument; 0 if it is not a table.
    pub(crate) fn length_of_table(&self, at: c_int) -> usize {
        // SAFETY: as in `handle`; the length of a table is read without running anything.
        if self.is_table(at) { unsafe { ffi::lua_objlen(self.state, at + 1) } } else { 0 }
    }

    /// Calls `look` with an element of a list. The element is on the stack only during the call, since a C function has
    /// room for only a few values.
    pub(crate) fn with_element<T>(&mut self, at: c_int, element: usize, look: impl FnOnce(&mut Self, c_int) -> T) -> T {
        // SAFETY: the argument is a table; the value read is popped again.
        unsafe { ffi::lua_rawgeti_(self.state, at + 1, element as c_int) };
        let top = unsafe { ffi::lua_gettop(self.state) };
        let seen = look(self, top - 1);
        // SAFETY: as above.
        unsafe { ffi::lua_pop(self.state, 1) };
        seen
    }

    /// Returns the option name at a stack index. The stack keeps it alive.
    fn name_at(&self, index: c_int) -> Result<&'a [u8]> {
        let mut length = 0;
        // SAFETY: a value that is not a string reads as null.
        unsafe {
            let start = ffi::lua_tolstringatom(self.state, index, &mut length, std::ptr::null_mut());
            match start.is_null() {
                true => fail("option names must be strings"),
                false => Ok(std::slice::from_raw_parts(start.cast::<u8>(), length)),
            }
        }
    }

    /// Returns the name of an argument for messages: its number, or the name of its option.
    pub(crate) fn called(&self, at: c_int) -> String {
        match at.checked_sub(self.count + 1).and_then(|option| self.options.get(usize::try_from(option).ok()?)) {
            Some(Extra::Option(option)) => format!("`{option}`"),
            Some(Extra::Element(number)) => format!("element {number}"),
            None => format!("argument {at}"),
        }
    }

    /// Reads a question.
    pub(crate) fn question(&self, at: c_int) -> Result<u16> {
        match self.handle(at) {
            Some((HandleTag::Question, id)) if (id as usize) < self.desk.table.questions.len() => Ok(id as u16),
            _ => self.expected(at, "Question"),
        }
    }

    /// Returns the set with this handle value; fails if the handle belongs to another run.
    #[inline]
    fn set_of(&self, value: u64) -> Result<u32> {
        let (generation, set) = handle::unstamp(value);
        let set = set as u32;
        if generation != self.desk.arena.generation || self.desk.arena.kind(set).is_none() {
            return fail("this set belongs to a procedure that has ended; create it again");
        }
        Ok(set)
    }

    /// Returns the receiver as a set.
    #[inline]
    pub(crate) fn this_set(&self) -> Result<u32> {
        self.set_of(self.this)
    }

    /// Reads a set of one kind.
    #[inline]
    pub(crate) fn set(&self, at: c_int, kind: Kind) -> Result<u32> {
        match (self.handle(at), kind) {
            (Some((HandleTag::Units, value)), Kind::Units) | (Some((HandleTag::Spaces, value)), Kind::Spaces) => {
                self.set_of(value)
            }
            (_, Kind::Units) => self.expected(at, "set of units"),
            (_, Kind::Spaces) => self.expected(at, "set of spaces"),
        }
    }

    /// Reads a set of spaces, or creates a set with the given space.
    #[inline]
    pub(crate) fn spaces(&mut self, at: c_int) -> Result<u32> {
        match self.handle(at) {
            Some((HandleTag::Space, id)) => self.one(Kind::Spaces, id),
            _ => self.set(at, Kind::Spaces),
        }
    }

    /// Creates a set with one member.
    fn one(&mut self, kind: Kind, id: u64) -> Result<u32> {
        let set = self.make(kind)?;
        grognard_engine::set::bits::insert(self.desk.arena.words_mut(set), id as usize);
        Ok(set)
    }

    /// Creates an empty set.
    #[inline]
    pub(crate) fn make(&mut self, kind: Kind) -> Result<u32> {
        self.desk.arena.make(kind).map_or_else(too_many_sets, Ok)
    }

    /// Creates a copy of a set.
    #[inline]
    pub(crate) fn copy(&mut self, set: u32) -> Result<u32> {
        self.desk.arena.copy(set).map_or_else(too_many_sets, Ok)
    }

    /// Reads the receiver or an argument as a handle of any kind; `None` if it is not a handle.
    pub(crate) fn any_handle(&self, at: c_int) -> Option<(HandleTag, u64)> {
        self.handle(at)
    }

    /// Reads a whole number.
    pub(crate) fn integer(&self, at: c_int) -> Result<i32> {
        let number = self.number(at)?;
        whole(number).map_or_else(|| fail(format!("{} must be {}", self.called(at), not_whole(number))), Ok)
    }

    /// Reads a number.
    pub(crate) fn number(&self, at: c_int) -> Result<f64> {
        if self.kind_of(at) != ffi::LUA_TNUMBER {
            return self.expected(at, "number");
        }
        // SAFETY: the value is a number, which the call only reads.
        Ok(unsafe { ffi::lua_tonumber(self.state, at + 1) })
    }

    /// Reads a boolean.
    pub(crate) fn boolean(&self, at: c_int) -> Result<bool> {
        if self.kind_of(at) != ffi::LUA_TBOOLEAN {
            return self.expected(at, "boolean");
        }
        // SAFETY: as in `number`.
        Ok(unsafe { ffi::lua_toboolean(self.state, at + 1) } != 0)
    }

    /// Reads a string, kept alive by the stack for the duration of the call.
    pub(crate) fn text(&self, at: c_int) -> Result<&'a str> {
        let mut length = 0;
        // SAFETY: as in `handle`; a value that is not a string reads as null.
        let start = unsafe { ffi::lua_tolstringatom(self.state, at + 1, &mut length, std::ptr::null_mut()) };
        if start.is_null() {
            return self.expected(at, "string");
        }
        // SAFETY: the value is a string; the stack keeps it alive for the whole call and strings do not move.
        let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
        match plain_text(bytes) {
            Some(text) => Ok(text),
            None => std::str::from_utf8(bytes).or_else(|_| fail(format!("argument {at} is not valid UTF-8"))),
        }
    }

    /// Reads a string that will be stored: a purpose, a reason or a line of the log.
    pub(crate) fn kept_text(&self, at: c_int) -> Result<&'a str> {
        let text = self.text(at)?;
        if text.len() > MAX_TEXT {
            return fail(format!("argument {at} is a string of {} characters; the maximum is {MAX_TEXT}", text.len()));
        }
        Ok(text)
    }

    /// Deducts safepoints from the budget, for work that takes a lot of time or memory.
    #[inline]
    pub(crate) fn spend(&self, safepoints: u64) -> Result<()> {
        if budget::spend(safepoints) { Ok(()) } else { fail(Limit::Time.message().to_string_lossy()) }
    }

    /// Fails if the procedure cannot be suspended.
    pub(crate) fn may_wait(&self) -> Result<()> {
        // SAFETY: the state is live.
        match unsafe { ffi::lua_isyieldable(self.state) } {
            0 => fail("players cannot be asked inside table.sort, string.gsub or a metamethod"),
            _ => Ok(()),
        }
    }

    /// Fails unless a procedure is running.
    pub(crate) fn may_change(&self) -> Result<()> {
        self.may_ask()?;
        if self.desk.table.is_secret() {
            return fail(
                "the game may not change while sides decide in secret; return what the side has written down instead",
            );
        }
        Ok(())
    }

    /// Fails unless the running function may ask players.
    pub(crate) fn may_ask(&self) -> Result<()> {
        match self.desk.access {
            Access::Play => Ok(()),
            Access::Look => fail("this function is read-only: it may not change the game, ask players or roll dice"),
        }
    }
}

/// Converts bytes to a string; `None` unless they are plain ASCII, as nearly all names in scripts are. For short
/// strings this check is faster than UTF-8 validation.
#[inline]
fn plain_text(bytes: &[u8]) -> Option<&str> {
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words.iter().fold(0, |all, word| all | u64::from_ne_bytes(*word));
    let rest = rest.iter().fold(0, |all, byte| all | byte);
    let is_plain = words & 0x8080_8080_8080_8080 == 0 && rest < 0x80;
    // SAFETY: no byte has its highest bit set, so each is valid UTF-8 by itself.
    is_plain.then(|| unsafe { std::str::from_utf8_unchecked(bytes) })
}

#[cold]
fn too_many_sets<T>() -> Result<T> {
    fail("this procedure created too many sets; is there an endless loop?")
}

#[cold]
fn no_option<T>(name: &[u8], names: &[&'static str]) -> Result<T> {
    let name = String::from_utf8_lossy(name);
    fail(format!(
        "there is no option `{}`{}; the options are {}",
        shorten(&name),
        hint(&name, names.iter().copied()),
        names.join(", ")
    ))
}
