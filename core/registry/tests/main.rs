//! The tests of this crate in one program, so that it is linked once.

mod build;
mod client;
mod clone;
mod faults;
mod keys;
mod publisher;
mod solver;
