//! The answers that the engine gave for a role because they were the only ones possible.

use crate::dto::ForcedAnswer;
use crate::role::Role;
use crate::view::fault_text;
use crate::view::snapshot::LogMoments;
use grognard_engine::catalogue::TextKind;
use grognard_engine::decision::{Answer, Choice};
use grognard_engine::ids::{Id, SideId, UnitId};
use grognard_engine::journal::Entry;
use grognard_engine::reader::Reader;
use grognard_engine::table::AutomaticAnswer;
use grognard_play::Session;
use std::collections::HashMap;

/// Returns the forced answers of the sides that a role plays, in order.
pub fn answers(session: &Session, role: &Role, reader: &Reader) -> Vec<ForcedAnswer> {
    let table = reader.table;
    let known: HashMap<usize, &AutomaticAnswer> =
        table.automatic_answers().iter().map(|answer| (answer.entry, answer)).collect();
    let (lines, mut moments) = (lines_before(reader), LogMoments::new(reader));
    let mut answers = Vec::new();
    for (at, entry) in table.journal().iter().enumerate() {
        let Entry::Answer { side, question, answer, forced: true, .. } = entry else { continue };
        if !role.plays(session, *side) {
            continue;
        }
        let rule = table.questions.iter().find(|known| known.key == *question).map(|known| known.rule.as_str());
        let prompt = rule.and_then(|rule| fault_text::rule_title(&session.battle, rule, reader.catalogue));
        let text = names(reader, *side, &chosen(answer));
        let known = known.get(&at).copied();
        let about = known.map(|known| names(reader, *side, &subjects(known, answer)));
        let moment = known.map(|known| known.at);
        let (phase, date) = moment.map(|moment| moments.describe(moment)).unwrap_or_default();
        answers.push(ForcedAnswer {
            side: table.content.sides.name(*side).to_owned(),
            rule: rule.map(str::to_owned),
            prompt,
            about: about.filter(|about| !about.is_empty()),
            text,
            line: known.and_then(|known| lines.get(known.events)).copied().unwrap_or_default(),
            turn: moment.map(|moment| moment.turn).unwrap_or_default(),
            phase,
            date,
        });
    }
    answers
}

/// Returns, for each number of events, how many of them the viewer may read.
fn lines_before(reader: &Reader) -> Vec<usize> {
    let mut counts = vec![0];
    let mut count = 0;
    for event in reader.table.events() {
        count += usize::from(event.only.is_none() || event.only == reader.viewer);
        counts.push(count);
    }
    counts
}

fn chosen(answer: &Answer) -> Vec<Choice> {
    match answer {
        Answer::Stop => Vec::new(),
        Answer::One(choice) => vec![choice.clone()],
        Answer::Several(choices) => choices.clone(),
        Answer::Shares(shares) => shares.iter().map(|(choice, _)| choice.clone()).collect(),
    }
}

/// Returns the units and spaces that a question was about, except those in its answer.
fn subjects(known: &AutomaticAnswer, answer: &Answer) -> Vec<Choice> {
    let chosen = chosen(answer);
    let is_subject =
        |choice: &&Choice| matches!(choice, Choice::Unit(_) | Choice::Space(_)) && !chosen.contains(choice);
    known.context.iter().filter(is_subject).cloned().collect()
}

/// Returns the names of choices, separated by commas. Other sides' units are not named, because they may have been
/// unknown at the time. Cards are, if they are known.
fn names(reader: &Reader, side: SideId, choices: &[Choice]) -> String {
    let content = &reader.table.content;
    let is_named = |unit: UnitId| {
        let owner = content.units[unit.index()].side;
        owner == side || !reader.table.state.has_hidden() || content.is_neutral(owner) && reader.knows(unit)
    };
    let name = |choice: &Choice| match choice {
        Choice::Unit(unit) if !is_named(*unit) => reader.catalogue.text(TextKind::Screen, "unknown unit").to_owned(),
        choice => reader.catalogue.choice(choice, content).text,
    };
    choices.iter().map(name).collect::<Vec<_>>().join(", ")
}
