//! The tests of this crate in one program, so that it is linked once.

mod durable;
mod errors;
mod fixture;
mod generated;
mod hostile;
mod load_errors;
mod mods;
mod instrumentation;
mod shipped;
mod call_speed;
mod suspension;
mod watch;
