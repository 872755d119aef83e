//! The first decision of a save that no longer fits, for people.

use super::Stored;
use crate::battle::Battle;
use grognard_engine::decision::Question;
use grognard_engine::journal::{Entry, SavedEntry};
use grognard_engine::table::Misfit;
use grognard_packs::Diagnostic;

/// The first decision that no longer fits.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Unfit {
    /// Its line in the save; of the first line, when the battle itself cannot be loaded.
    pub line: usize,
    /// Its number, from 1; forced answers do not count.
    pub decision: u64,
    /// The turn, as far as it is known; 0 during set-up.
    pub turn: Option<u16>,
    /// What was asked: the side and the question.
    pub asked: Option<(String, String)>,
    /// What was answered.
    pub answer: Option<String>,
    /// Why it does not fit.
    pub why: String,
}

impl Unfit {
    /// What the rules say of a recorded entry.
    pub fn new(stored: &Stored, battle: &Battle, questions: &[Question], misfit: &Misfit) -> Unfit {
        let entry = stored.save.entries.get(misfit.entry);
        let (asked, answer) = entry.map(|entry| describe(entry, battle, questions)).unwrap_or_default();
        Unfit { line: misfit.entry + 2, decision: misfit.decision, turn: Some(misfit.turn), asked, answer, why: misfit.refusal.to_string() }
    }

    /// A line that cannot even be read under the rules of now.
    pub fn unreadable(stored: &Stored, error: &Diagnostic) -> Unfit {
        let at = error.line.saturating_sub(2);
        let is_decision = |entry: &&SavedEntry| matches!(entry, SavedEntry::Answer { forced: false, .. });
        let before = stored.save.entries.iter().take(at).filter(is_decision).count() as u64;
        Unfit { line: error.line, decision: before + 1, turn: None, asked: None, answer: None, why: error.message.clone() }
    }

    /// The battle cannot be loaded any more, or the game cannot begin in it.
    pub fn whole(why: String) -> Unfit {
        Unfit { line: 1, decision: 1, turn: None, asked: None, answer: None, why }
    }

    /// The decision with its number and its turn, what was asked and answered, and why that is over.
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

/// What was asked and answered, in words.
fn describe(entry: &SavedEntry, battle: &Battle, questions: &[Question]) -> Told {
    match entry {
        SavedEntry::Answer { side, to, .. } => {
            let prompt = questions.iter().find(|question| *question.key == **to).map(|question| question.prompt.as_str());
            // Places in the prompt stand for what the question was about, which is not recorded.
            let question = prompt.filter(|prompt| !prompt.contains('{')).unwrap_or(to);
            let answer = match Entry::load(entry, &battle.content) {
                Ok(Entry::Answer { answer, .. }) => Some(answer.describe(&battle.content)),
                _ => None,
            };
            (Some((side.clone(), question.to_owned())), answer)
        }
        SavedEntry::Roll(roll) => (None, Some(format!("dice for `{}`", roll.purpose))),
        SavedEntry::Draw(draw) => (None, Some(format!("a unit drawn for `{}`", draw.purpose))),
        _ => (None, None),
    }
}
