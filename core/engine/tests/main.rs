//! The tests of this crate in one program, so that it is linked once.

#[macro_use]
mod shared_rules;

mod draw;
mod durable;
mod field;
mod hits;
mod visibility;
