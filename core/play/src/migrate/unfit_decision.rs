//! A description of the first decision in a save that no longer fits.

use super::StoredSave;
use crate::battle::Battle;
use grognard_engine::catalogue::ENGLISH;
use grognard_engine::decision::Question;
use grognard_engine::ids::SideId;
use grognard_engine::journal::{Entry, SavedEntry};
use grognard_engine::reader::Reader;
use grognard_engine::state::State;
use grognard_engine::table::{Misfit, Service, Table};
use grognard_packs::Diagnostic;
use std::sync::Arc;

/// The first decision that no longer fits.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct UnfitDecision {
    /// The line of the decision in the save; the first line if the battle itself cannot be loaded.
    pub line: usize,
    /// The number of the decision, from 1; forced answers do not count.
    pub decision: u64,
    /// The turn, if known; 0 during set-up.
    pub turn: Option<u16>,
    /// The side and the question that were asked.
    pub asked: Option<(String, String)>,
    /// The answer.
    pub answer: Option<String>,
    /// The reason why the decision does not fit.
    pub why: String,
}

impl UnfitDecision {
    /// Describes why a recorded entry no longer fits, as seen by the reader: one side or the public. Units that the
    /// reader did not know at that time are not named.
    pub fn new(
        stored: &StoredSave,
        battle: &Battle,
        questions: &Arc<[Question]>,
        misfit: &Misfit,
        viewer: Option<SideId>,
    ) -> UnfitDecision {
        let mut table = Table::new(battle.content.clone(), questions.clone(), 0, Service::BARE);
        table.state = State::restore(&battle.content, (*misfit.state).clone());
        let reader = Reader::new(&table, viewer, &ENGLISH);
        let entry = stored.save.entries.get(misfit.entry);
        let (asked, answer) = entry.map(|entry| describe(entry, &reader)).unwrap_or_default();
        let why = reader.refusal_under_rule(&misfit.refusal);
        UnfitDecision { line: misfit.entry + 2, decision: misfit.decision, turn: Some(misfit.turn), asked, answer, why }
    }

    /// Describes a line that cannot be parsed under the current rules.
    pub fn unreadable(stored: &StoredSave, error: &Diagnostic) -> UnfitDecision {
        let at = error.line.saturating_sub(2);
        let is_decision = |entry: &&SavedEntry| matches!(entry, SavedEntry::Answer { forced: false, .. });
        let before = stored.save.entries.iter().take(at).filter(is_decision).count() as u64;
        UnfitDecision {
            line: error.line,
            decision: before + 1,
            turn: None,
            asked: None,
            answer: None,
            why: error.message.clone(),
        }
    }

    /// Describes a battle that can no longer be loaded, or in which the game cannot begin.
    pub fn whole(why: String) -> UnfitDecision {
        UnfitDecision { line: 1, decision: 1, turn: None, asked: None, answer: None, why }
    }

    /// Describes the decision: its number, turn, question and answer, and the reason why it does not fit.
    pub fn describe(&self) -> String {
        let place = match self.turn {
            Some(0) => " (set-up)".to_owned(),
            Some(turn) => format!(" (turn {turn})"),
            None => String::new(),
        };
        let asked = self.asked.as_ref().map(|(side, question)| format!(", {side}: {question}")).unwrap_or_default();
        let answer = self.answer.as_ref().map(|answer| format!(" -> {answer}")).unwrap_or_default();
        format!("decision {}{place}{asked}{answer}: {}", self.decision, self.why)
    }
}

type Told = (Option<(String, String)>, Option<String>);

/// Describes the question and the answer, in the language of a reader.
fn describe(entry: &SavedEntry, reader: &Reader) -> Told {
    match entry {
        SavedEntry::Answer { side, to, .. } => {
            let prompt = reader
                .table
                .questions
                .iter()
                .find(|question| *question.key == **to)
                .map(|question| question.prompt.as_str());
            // Placeholders in the prompt stand for the context of the question, which is not recorded.
            let question = prompt.filter(|prompt| !prompt.contains('{')).unwrap_or(to);
            let answer = match Entry::load(entry, &reader.table.content) {
                Ok(Entry::Answer { answer, .. }) => Some(reader.answer(&answer)),
                _ => None,
            };
            (Some((side.clone(), question.to_owned())), answer)
        }
        SavedEntry::Roll(roll) => (None, Some(format!("dice for `{}`", roll.purpose))),
        SavedEntry::Draw(draw) => (None, Some(format!("a unit drawn for `{}`", draw.purpose))),
        _ => (None, None),
    }
}
