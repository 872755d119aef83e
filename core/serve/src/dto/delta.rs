//! The difference between two snapshots.

use super::Snapshot;
use serde::Serialize;
use ts_rs::TS;

/// The difference between two snapshots, as an event.
#[derive(Debug, Serialize, TS)]
pub struct Delta<'a> {
    /// A number that grows by one with each event.
    pub version: u64,
    /// Keys that are new or have a different value.
    #[ts(type = "Partial<Snapshot>")]
    pub set: &'a Snapshot,
    /// The keys that were removed.
    pub removed: &'a [String],
}
