//! The game compared with what it would be under the rules on disk.

use super::Snapshot;
use serde::Serialize;
use ts_rs::TS;

/// The game compared with what it would be under the rules on disk.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(untagged)]
pub enum WhatIf {
    /// Nothing differs.
    Same {
        /// Always true.
        #[ts(type = "true")]
        same: bool,
        /// Whether the rules are the same too.
        rules: RulesDifference,
    },
    /// Something differs.
    Different {
        /// The first difference.
        first_difference: Option<Divergence>,
        /// The decision that does not fit the rules on disk.
        misfit: Option<Divergence>,
        /// The game as it is.
        #[ts(type = "Snapshot")]
        current: Snapshot,
        /// The game under the rules on disk.
        #[ts(type = "Snapshot")]
        alternative: Snapshot,
        /// The log lines that differ.
        log: LogDifference,
    },
}

/// Whether two sets of rules differ.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum RulesDifference {
    /// The same rules.
    Same,
    /// Different rules with the same results.
    Other,
}

/// The decision at which two games diverge.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Divergence {
    /// The number of decisions before it.
    pub decision: u64,
    /// A description of the difference.
    pub text: String,
}

/// The log lines that differ between two games: pairs of a paragraph and a message.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LogDifference {
    /// Lines that only the first game has.
    pub removed: Vec<(String, String)>,
    /// Lines that only the second game has.
    pub added: Vec<(String, String)>,
}
