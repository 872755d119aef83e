//! The comparison of a game with its replay under the rules on disk.

use super::Snapshot;
use serde::Serialize;
use ts_rs::TS;

/// The comparison of a game with its replay under the rules on disk.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(untagged)]
pub enum WhatIf {
    /// The two games do not differ.
    Same {
        /// Always true.
        #[ts(type = "true")]
        same: bool,
        /// Whether the rules differ.
        rules: RulesDifference,
    },
    /// The two games differ.
    Different {
        /// The decision at which the states first diverge.
        first_difference: Option<Divergence>,
        /// The decision that is illegal under the rules on disk, if there is one.
        misfit: Option<Divergence>,
        /// The game under its current rules.
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
    /// The rules are the same.
    Same,
    /// The rules differ, but the results are the same.
    Other,
}

/// The decision at which two games diverge.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Divergence {
    /// The number of decisions before this one.
    pub decision: u64,
    /// A description of the difference.
    pub text: String,
}

/// The log lines that differ between two games, as pairs of a paragraph and a message.
#[derive(Clone, Debug, Serialize, TS)]
pub struct LogDifference {
    /// Lines that appear only in the first game.
    pub removed: Vec<(String, String)>,
    /// Lines that appear only in the second game.
    pub added: Vec<(String, String)>,
}
