//! All tests of this crate in one program, so that it is linked once.

#[cfg(unix)]
mod bots;
mod call_budgets;
mod migration;
mod search;
mod shards;
