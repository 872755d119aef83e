//! Policies for decisions inside a battle while its odds are computed.

use crate::agent::quiet;
use crate::battle::Battle;
use grognard_engine::cases::{Counsel, Thought};
use grognard_engine::decision::{Answer, Choice, Decision, Form, Options, Question};
use grognard_engine::ids::SideId;
use grognard_packs::Diagnostic;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A way of taking the decisions inside a battle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Policy {
    /// Declines if possible. Otherwise takes the first option or, if several may be chosen, as many as allowed from the
    /// start of the list.
    #[default]
    Quiet,
    /// All answers are equally likely.
    Random,
    /// Looks one decision ahead: takes the answer with the best result for the side that must decide, assuming that
    /// [`Policy::Quiet`] takes all later decisions.
    Greedy,
    /// Takes the best decisions, looking ahead to the end of the battle. Every decision is the best one for the given
    /// side or, if none is given, for the side that takes it.
    Best(Option<SideId>),
    /// A policy of the system: its name, and its answers by question. All other questions are answered as
    /// [`Policy::Quiet`] does.
    Declared(String, Arc<BTreeMap<String, String>>),
}

/// The policies available in every system.
const NAMES: [&str; 4] = ["quiet", "random", "greedy", "best"];

impl Policy {
    /// Parses `quiet`, `random`, `greedy`, `best`, `best:german`, or the name of a policy of the system.
    pub fn read(text: &str, battle: &Battle) -> Result<Policy, Diagnostic> {
        let needs = |policy: Policy| match battle.system.hooks.evaluate {
            Some(_) => Ok(policy),
            None => Err(Diagnostic::general("E574", "this system declares no evaluation, so there is no best answer")),
        };
        match text {
            "quiet" => Ok(Policy::Quiet),
            "random" => Ok(Policy::Random),
            "greedy" => needs(Policy::Greedy),
            "best" => needs(Policy::Best(None)),
            _ => match text.strip_prefix("best:").and_then(|side| battle.content.sides.find(side)) {
                Some(side) => needs(Policy::Best(Some(side))),
                None => Policy::declared(text, battle),
            },
        }
    }

    fn declared(text: &str, battle: &Battle) -> Result<Policy, Diagnostic> {
        if let Some(policy) = battle.system.policies.get(text) {
            return Ok(Policy::Declared(text.to_owned(), Arc::new(policy.answers.clone())));
        }
        let known = Policy::names(battle);
        let error = Diagnostic::general("E575", format!("there is no policy `{text}`"));
        let error = error.suggest(text, known.iter().map(String::as_str));
        Err(if error.help.is_some() { error } else { error.help(format!("the policies are {}", known.join(", "))) })
    }

    /// Returns the names of all policies for a battle.
    pub fn names(battle: &Battle) -> Vec<String> {
        let sides = battle.content.seats().map(|(_, side)| format!("best:{side}"));
        NAMES.iter().map(|name| (*name).to_owned()).chain(sides).chain(battle.system.policies.keys().cloned()).collect()
    }

    /// Returns the function that handles the decisions on a path through the battle. After `quiet_behind` branches, the
    /// greedy and best policies decide as [`Policy::Quiet`] does.
    pub(crate) fn counsel(&self, quiet_behind: usize) -> Counsel {
        let policy = self.clone();
        Box::new(move |decision, question, branches| match &policy {
            Policy::Quiet => Thought::Settled(quiet(decision)),
            Policy::Declared(_, answers) => Thought::Settled(stated(decision, question, answers)),
            Policy::Random => Thought::Even(answers(decision)),
            Policy::Greedy | Policy::Best(_) if branches >= quiet_behind => Thought::Settled(quiet(decision)),
            Policy::Greedy | Policy::Best(_) => Thought::Open(answers(decision)),
        })
    }

    /// Returns the side in whose interest the decision of the side `asked` is taken.
    pub(crate) fn favours(&self, asked: SideId) -> SideId {
        match self {
            Policy::Best(Some(side)) => *side,
            _ => asked,
        }
    }
}

/// Returns the answer that a policy of the system gives. If it gives none, or one that is not offered, returns the
/// answer of [`Policy::Quiet`].
fn stated(decision: &Decision, question: &Question, answers: &BTreeMap<String, String>) -> Answer {
    let is_word = |choice: &Choice, word: &str| matches!(choice, Choice::Label(label) if **label == *word);
    let answer = match (answers.get(&*question.key).map(String::as_str), decision.options) {
        (Some("stop"), _) => Some(Answer::Stop),
        (Some("most"), Options::Numbers(_, most)) => Some(Answer::One(Choice::Number(most))),
        (Some(word), options) => options.iter().find(|choice| is_word(choice, word)).map(Answer::One),
        (None, _) => None,
    };
    answer.filter(|answer| decision.accepts(answer)).unwrap_or_else(|| quiet(decision))
}

/// The maximum number of subsets considered individually.
const MAX_SUBSETS: usize = 64;

/// Returns the answers to be considered, beginning with the answer of [`Policy::Quiet`]. All answers are considered,
/// with two exceptions. For orders and shares, only one answer is considered, besides declining. For choices of several
/// options with too many subsets, only the full set, single options, and all options but one are considered.
pub(crate) fn answers(decision: &Decision) -> Vec<Answer> {
    let first = quiet(decision);
    let all: Vec<Choice> = decision.options.iter().collect();
    let more: Vec<Answer> = match decision.form {
        Form::One => all.into_iter().map(Answer::One).collect(),
        Form::Several(..) if all.len() < 63 && 1 << all.len() <= MAX_SUBSETS => {
            let subset = |bits: usize| {
                all.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1).map(|(_, choice)| choice.clone())
            };
            (1..1 << all.len()).map(|bits| Answer::Several(subset(bits).collect())).collect()
        }
        Form::Several(..) => {
            let alone = all.iter().map(|choice| vec![choice.clone()]);
            let without = all.iter().map(|out| all.iter().filter(|choice| *choice != out).cloned().collect());
            std::iter::once(all.clone()).chain(alone).chain(without).map(Answer::Several).collect()
        }
        Form::Order | Form::Allocate { .. } => vec![quiet(&Decision { stop: false, ..*decision })],
    };
    let rest = more.into_iter().filter(|answer| *answer != first && decision.accepts(answer));
    std::iter::once(first.clone()).chain(rest).collect()
}
