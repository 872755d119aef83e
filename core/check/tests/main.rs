//! All tests of this crate in one program, so that it is linked once.

mod check;
mod data;
mod rules_text;
mod typos;
