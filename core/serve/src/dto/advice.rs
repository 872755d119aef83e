//! Advice on the pending question.

use super::AnswerBody;
use serde::Serialize;
use ts_rs::TS;

/// Advice on the pending question, as an event for those who may answer it.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Advice {
    /// The number of the question.
    pub number: u64,
    /// The advised answer, as it can be sent.
    pub answer: AnswerBody,
    /// The advised answer, in the viewer's language.
    pub text: String,
    /// The number of the question's rulebook paragraph.
    pub rule: String,
    /// The subject of the question's rulebook paragraph.
    pub rule_title: Option<String>,
    /// The advised answers to this question and to those that follow, phase by phase.
    pub line: Vec<AdvisedPhase>,
    /// A remark if further answers depend on what happens.
    pub note: Option<String>,
    /// Why: a line that says what was compared, and lines with the results.
    pub reasons: Vec<String>,
}

/// The advised answers of a phase.
#[derive(Clone, Debug, Serialize, TS)]
pub struct AdvisedPhase {
    /// The name of the phase.
    pub phase: String,
    /// The answers, in order.
    pub steps: Vec<String>,
}
