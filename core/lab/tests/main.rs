//! All tests of this crate in one program, so that it is linked once.

#[cfg(unix)]
mod agents;
mod bots;
mod call_budgets;
mod migration;
mod shards;
mod train;
