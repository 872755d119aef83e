//! Pictures of a board: a hex map, an area map or a table.
//!
//! [`text::draw`] draws a board in characters for a terminal; [`svg::draw`] draws a board that looks printed. Both see
//! only the content of a battle and a view, never the state, and contain nothing specific to one game. The look of a
//! terrain, a tag, a border feature or a unit type depends on the words in its name (`look`), with a neutral fallback
//! for unknown words.
//!
//! A picture is a pure function of its arguments: equal arguments yield equal bytes on every machine. Names come from
//! untrusted packs, so everything that could control a terminal or break XML is removed from them.

#![forbid(unsafe_code)]

mod course;
mod geometry;
mod lattice;
mod look;
mod noise;
pub mod paint;
#[cfg(feature = "png")]
pub mod png;
mod stack;
pub mod svg;
mod terminal_text;
pub mod text;

pub use stack::{Face, Piece, pieces};
pub use terminal_text::clean;
