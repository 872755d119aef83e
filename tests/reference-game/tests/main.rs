//! The tests of this crate in one program, so that it is linked once.

mod combat;
mod common;
mod evolution;
mod games;
mod lines;
mod map;
mod movement;
mod replacement;
mod retreat;
