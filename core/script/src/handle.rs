//! Handles, which scripts hold instead of tables. A handle is a tagged light userdata: a tag and a number. It owns
//! nothing that must be freed.

use mlua::ffi::{self, lua_State};
use std::ffi::{c_int, c_void};

/// The kind of a handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub(crate) enum HandleTag {
    /// A question; also the tag that mlua itself gives to light userdata.
    Question = 0,
    Game = 1,
    Side = 2,
    Unit = 3,
    Space = 4,
    Units = 5,
    Spaces = 6,
    Chart = 7,
    Column = 8,
    Refusal = 9,
    March = 10,
    Forecast = 11,
    Spot = 12,
    Region = 13,
}

impl HandleTag {
    pub(crate) const ALL: [HandleTag; 14] = [
        HandleTag::Question,
        HandleTag::Game,
        HandleTag::Side,
        HandleTag::Unit,
        HandleTag::Space,
        HandleTag::Units,
        HandleTag::Spaces,
        HandleTag::Chart,
        HandleTag::Column,
        HandleTag::Refusal,
        HandleTag::March,
        HandleTag::Forecast,
        HandleTag::Spot,
        HandleTag::Region,
    ];

    /// Returns the name of the type in scripts.
    pub(crate) fn name(self) -> &'static str {
        match self {
            HandleTag::Question => "Question",
            HandleTag::Game => "Game",
            HandleTag::Side => "Side",
            HandleTag::Unit => "Unit",
            HandleTag::Space => "Space",
            HandleTag::Units => "Units",
            HandleTag::Spaces => "Spaces",
            HandleTag::Chart => "Chart",
            HandleTag::Column => "Column",
            HandleTag::Refusal => "Refusal",
            HandleTag::March => "March",
            HandleTag::Forecast => "Forecast",
            HandleTag::Spot => "Spot",
            HandleTag::Region => "Region",
        }
    }

    /// Returns the tag with this number; `None` if there is none.
    #[inline]
    fn from_number(number: usize) -> Option<HandleTag> {
        HandleTag::ALL.get(number).copied()
    }
}

/// Combines a tag and a value into the pointer of a light userdata. The pointer is never dereferenced.
///
/// The tag is stored in the bits above the value, so that a single read yields both. It is stored as its number plus
/// one, so that no handle is the null pointer.
#[cfg(target_pointer_width = "64")]
pub(crate) fn pointer(tag: HandleTag, value: u64) -> *mut c_void {
    ((tag as u64 + 1) << SHIFT | value) as usize as *mut c_void
}

/// Converts a value into the pointer of a light userdata. The pointer is never dereferenced, and has no room for the
/// tag.
#[cfg(target_pointer_width = "32")]
pub(crate) fn pointer(_: HandleTag, value: u64) -> *mut c_void {
    value as usize as *mut c_void
}

/// The position of the tag's lowest bit in a pointer.
#[cfg(target_pointer_width = "64")]
const SHIFT: u32 = 56;

/// Reads the handle at a stack index; `None` if there is no handle.
///
/// # Safety
/// `state` is a live state and `at` a valid index of its stack.
#[cfg(target_pointer_width = "64")]
#[inline]
pub(crate) unsafe fn read(state: *mut lua_State, at: c_int) -> Option<(HandleTag, u64)> {
    // SAFETY: as above; the function is read-only.
    let number = unsafe { ffi::lua_tolightuserdata(state, at) } as u64;
    Some((HandleTag::from_number(((number >> SHIFT) as usize).wrapping_sub(1))?, number & ((1 << SHIFT) - 1)))
}

/// Reads the handle at a stack index; `None` if there is no handle.
///
/// # Safety
/// `state` is a live state and `at` a valid index into its stack.
#[cfg(target_pointer_width = "32")]
#[inline]
pub(crate) unsafe fn read(state: *mut lua_State, at: c_int) -> Option<(HandleTag, u64)> {
    // SAFETY: as above; both functions are read-only. The tag of a value that is not a light userdata is -1.
    unsafe {
        let tag = HandleTag::from_number(ffi::lua_lightuserdatatag(state, at) as usize)?;
        Some((tag, ffi::lua_tolightuserdata(state, at) as u64))
    }
}

/// The number of bits of a stamped number that hold the value's number. All numbers fit: there are at most 2²⁰ sets.
const NUMBER_BITS: u32 = if cfg!(target_pointer_width = "64") { 32 } else { 20 };

/// The number of runs after which generations repeat.
pub(crate) const GENERATIONS: u32 = if cfg!(target_pointer_width = "64") { 1 << 16 } else { 1 << 12 };

/// Stamps the number of a value with the generation of its run.
#[inline]
pub(crate) fn stamp(generation: u16, number: usize) -> u64 {
    u64::from(generation) << NUMBER_BITS | number as u64
}

/// Returns the generation and the number in a stamped number.
#[inline]
pub(crate) fn unstamp(stamped: u64) -> (u16, usize) {
    ((stamped >> NUMBER_BITS) as u16, (stamped & ((1 << NUMBER_BITS) - 1)) as usize)
}

/// Pushes a handle.
///
/// # Safety
/// `state` is a live state with room for one more value.
#[inline]
pub(crate) unsafe fn push(state: *mut lua_State, tag: HandleTag, value: u64) {
    // SAFETY: as above; the pointer is only a number and is never dereferenced.
    unsafe { ffi::lua_pushlightuserdatatagged(state, pointer(tag, value), tag as c_int) }
}
