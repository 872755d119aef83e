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

    /// Returns the tag in a handle's number; `None` for a number that is not a handle's.
    #[inline]
    fn from_number(number: u64) -> Option<HandleTag> {
        HandleTag::ALL.get(((number >> SHIFT) as usize).wrapping_sub(1)).copied()
    }
}

/// The position of the tag: above the value, so that a single read yields both.
const SHIFT: u32 = 56;
const VALUE: u64 = (1 << SHIFT) - 1;

/// Combines a tag and a value into the number of a handle.
pub(crate) fn number(tag: HandleTag, value: u64) -> u64 {
    (tag as u64 + 1) << SHIFT | value
}

/// Reads the handle at a stack index; `None` if there is no handle.
///
/// # Safety
/// `state` is a live state and `at` a valid index of its stack.
#[inline]
pub(crate) unsafe fn read(state: *mut lua_State, at: c_int) -> Option<(HandleTag, u64)> {
    // SAFETY: as above; both functions are read-only.
    unsafe {
        let number = ffi::lua_tolightuserdata(state, at) as u64;
        Some((HandleTag::from_number(number)?, number & VALUE))
    }
}

/// Pushes a handle.
///
/// # Safety
/// `state` is a live state with room for one more value.
#[inline]
pub(crate) unsafe fn push(state: *mut lua_State, tag: HandleTag, value: u64) {
    // SAFETY: as above; the pointer is only a number and is never dereferenced.
    unsafe { ffi::lua_pushlightuserdatatagged(state, number(tag, value) as usize as *mut c_void, tag as c_int) }
}
