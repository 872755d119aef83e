//! The tests of this crate in one program, so that it is linked once.

mod call_speed;
mod conditions;
mod durable;
mod errors;
mod fixture;
mod generated;
mod hostile;
mod instrumentation;
mod load_errors;
mod mods;
mod paths;
mod shipped;
mod suspension;
mod watch;
