//! Pictures of a board, for hex maps and area maps alike.
//!
//! [`text::draw`] makes one of characters for a terminal, [`svg::draw`] one that looks printed. Both see only the
//! sealed content of a battle and a view, never the state, and know no game: what a terrain, a tag, a border feature or
//! a type of unit looks like is judged by the words in its name (`look`), with a plain answer for words nobody has
//! heard of.
//!
//! A picture is a function of its arguments: the same ones give the same bytes, on every machine. Names come from
//! strangers' packs, so they are cleaned of whatever could steer a terminal or break XML.

#![forbid(unsafe_code)]

mod lattice;
mod look;
#[cfg(feature = "png")]
pub mod png;
mod stack;
pub mod svg;
mod terminal_text;
pub mod text;

pub use stack::{Face, Piece, pieces};
pub use terminal_text::clean;
