//! The tests of this crate in one program, so that it is linked once.

mod noting;
mod off_map;
mod pennies;
