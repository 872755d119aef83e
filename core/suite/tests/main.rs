//! All tests of this crate in one program, so that it is linked once.

mod cards;
mod conditions;
mod headings;
mod instrumentation;
mod off_map;
mod pennies;
mod plots;
mod trio;
mod variables;
