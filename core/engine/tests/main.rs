//! The tests of this crate in one program, so that it is linked once.

#[macro_use]
mod again;

mod draw;
mod durable;
mod field;
mod visibility;
