//! The tests of this crate in one program, so that it is linked once.

#[cfg(unix)]
mod bots;
mod check;
mod looking;
mod migration;
mod noting;
mod odds;
mod off_map;
mod pennies;
mod saves;
mod script_slips;
mod search;
mod shards;
mod slips;
