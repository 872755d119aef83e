//! The tests of this crate in one program, so that it is linked once.

mod durable;
mod errors;
mod fixture;
mod generated;
mod hostile;
mod load_errors;
mod mods;
mod noting;
mod shipped;
mod speed;
mod waiting;
mod watch;
