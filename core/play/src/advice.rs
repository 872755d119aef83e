//! Advice in words, for its reader.

use crate::agent::{Advice, AdvisedAnswer, Expectation, NextBest, Reasons, Yardstick};
use grognard_engine::catalogue::TextKind;
use grognard_engine::decision::{Answer, Choice};
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::reader::Reader;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of spaces named in a reason.
const MAX_SPACES: usize = 4;

/// Advice in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdviceText {
    /// The answer to the pending question.
    pub answer: String,
    /// The paragraph of the pending question.
    pub rule: String,
    /// The advised answers, phase by phase.
    pub parts: Vec<AdvicePart>,
    /// A remark if further answers depend on what happens.
    pub note: Option<String>,
    /// Why: a line that says what was compared, and lines with the results.
    pub reasons: Vec<String>,
}

/// The advised answers of a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdvicePart {
    /// The name of the phase.
    pub phase: String,
    /// The answers. Those that belong together, such as a unit and its destination, are one string.
    pub steps: Vec<String>,
}

impl AdviceText {
    /// Words advice on the pending decision of the reader's table.
    pub fn new(advice: &Advice, reader: &Reader) -> AdviceText {
        let rule = |first: &AdvisedAnswer| reader.table.questions[first.question.index()].rule.clone();
        let mut parts: Vec<AdvicePart> = Vec::new();
        for phase in advice.line.chunk_by(|one, next| one.phase == next.phase) {
            let named = reader.table.content.sequence.phase(phase[0].phase);
            let name = named.map_or_else(String::new, |phase| reader.catalogue.name(&phase.name).to_owned());
            parts.push(AdvicePart { phase: name, steps: groups(phase, reader) });
        }
        AdviceText {
            answer: advice.line.first().map_or_else(String::new, |first| in_words(first, reader)),
            rule: advice.line.first().map_or_else(String::new, rule),
            parts,
            note: advice.is_open.then(|| reader.catalogue.say("Further answers depend on what happens.", &[])),
            reasons: advice.reasons.as_ref().map_or_else(Vec::new, |reasons| reasons_in_words(reasons, reader)),
        }
    }
}

/// Returns an answer as the game words it.
fn in_words(step: &AdvisedAnswer, reader: &Reader) -> String {
    match &step.answer {
        Answer::Stop => {
            let stop = reader.table.questions[step.question.index()].stop.as_deref();
            let own = stop.map(|stop| reader.catalogue.text(TextKind::Prompt, stop).to_owned());
            own.unwrap_or_else(|| reader.catalogue.say("decline", &[]))
        }
        answer => reader.answer(answer),
    }
}

/// Answers that belong together.
struct Group {
    heads: Vec<String>,
    tail: String,
    /// The units and spaces that the answers are about.
    about: Vec<Choice>,
}

/// Puts answers that are about each other together: `XXIV → 0604`. Units with the same destination in a row share a
/// group: `XXIV, XL → 0604`.
fn groups(line: &[AdvisedAnswer], reader: &Reader) -> Vec<String> {
    let is_unit = |about: &Choice| matches!(about, Choice::Unit(_));
    let mut groups: Vec<Group> = Vec::new();
    for step in line {
        let words = in_words(step, reader);
        let tail = match &step.answer {
            Answer::One(Choice::Unit(_)) if !step.about.iter().any(is_unit) => format!(" ← {words}"),
            Answer::One(Choice::Space(_) | Choice::Path(_) | Choice::Spot(_)) => format!(" → {words}"),
            Answer::Several(_) => format!(" ← {words}"),
            _ => format!(": {words}"),
        };
        let subjects = step.about.iter().filter(|about| matches!(about, Choice::Unit(_) | Choice::Space(_)));
        let chosen = match &step.answer {
            Answer::One(choice) => Some(choice.clone()),
            _ => None,
        };
        if let Some(group) = groups.last_mut().filter(|group| subjects.clone().any(|about| group.about.contains(about)))
        {
            group.tail += &tail;
            group.about.extend(chosen);
            continue;
        }
        merge(&mut groups);
        groups.push(match subjects.clone().next() {
            Some(subject) => {
                let about = subjects.cloned().chain(chosen).collect();
                Group { heads: vec![reader.name(subject)], tail, about }
            }
            None => Group { heads: vec![words], tail: String::new(), about: chosen.into_iter().collect() },
        });
    }
    merge(&mut groups);
    // What is chosen again by itself is only the order in which things are done.
    let mut met: Vec<Choice> = Vec::new();
    groups.retain(|group| {
        let is_order =
            group.tail.is_empty() && !group.about.is_empty() && group.about.iter().all(|it| met.contains(it));
        met.extend(group.about.iter().cloned());
        !is_order
    });
    groups.into_iter().map(|group| group.heads.join(", ") + &group.tail).collect()
}

/// Merges the last two groups if they have the same destination.
fn merge(groups: &mut Vec<Group>) {
    if let [.., one, other] = groups.as_mut_slice()
        && one.tail == other.tail
        && one.tail.starts_with(" → ")
    {
        one.heads.append(&mut other.heads);
        one.about.append(&mut other.about);
        groups.pop();
    }
}

/// Formats a number with one decimal place, or none if it is large or whole.
fn number(value: f64, reader: &Reader) -> String {
    let text = if value.abs() >= 99.95 { format!("{value:.0}") } else { format!("{value:.1}") };
    let text = text.strip_suffix(".0").unwrap_or(&text);
    let text = if text == "-0" { "0" } else { text };
    // The catalogue's entry for `0.5` determines the decimal mark.
    let mark = reader.catalogue.text(TextKind::Screen, "0.5").trim_matches(|digit: char| digit.is_ascii_digit());
    text.replace('.', mark)
}

fn reasons_in_words(reasons: &Reasons, reader: &Reader) -> Vec<String> {
    let say = |text: &str, about: &[&str]| reader.catalogue.say(text, about);
    let tries = reasons.tries.to_string();
    let head = match reasons.otherwise {
        Some((Yardstick::Nothing, _)) => say("Tried {1} times (in brackets: if you do nothing more):", &[&tries]),
        Some((Yardstick::NextBest, _)) => say("Tried {1} times (in brackets: by the next best plan):", &[&tries]),
        None => say("Tried {1} times:", &[&tries]),
    };
    let (ours, other) = (&reasons.expected, reasons.otherwise.as_ref().map(|(_, otherwise)| otherwise));
    let mut lines = losses(ours, other, reader);
    let named = |ours, other| spaces_in_words(ours, other, reasons.tries, reader);
    let taken = named(&ours.taken, other.map(|other| &other.taken));
    lines.extend(taken.map(|spaces| say("Taken from the enemy: {1}", &[&spaces])));
    let given_up = named(&ours.given_up, other.map(|other| &other.given_up));
    lines.extend(given_up.map(|spaces| say("Lost to the enemy: {1}", &[&spaces])));
    let ends =
        [(ours.wins, other.map(|other| other.wins), true), (ours.defeats, other.map(|other| other.defeats), false)];
    for (count, other, is_won) in ends {
        if count > 0 || other.is_some_and(|other| other > 0) {
            let count = with_other(&count.to_string(), other.map(|other| other.to_string()));
            lines.push(if is_won {
                say("You win the game in {1} of {2} tries", &[&count, &tries])
            } else {
                say("You lose the game in {1} of {2} tries", &[&count, &tries])
            });
        }
    }
    if lines.is_empty() {
        lines.push(say("No losses, and nothing is taken from the enemy or lost to it", &[]));
    }
    if let (Some((Yardstick::Nothing, other)), Some(value)) = (&reasons.otherwise, ours.value)
        && let Some(other) = other.value
    {
        let lead = number((value - other).abs(), reader);
        lines.push(if value >= other {
            say("The position is judged {1} better than if you do nothing more", &[&lead])
        } else {
            say(
                "The position is judged {1} worse than if you do nothing more, but better after the enemy’s reply",
                &[&lead],
            )
        });
    }
    lines.extend(reasons.next.as_ref().and_then(|next| next_in_words(next, reasons.tries, reader)));
    std::iter::once(head).chain(lines).collect()
}

/// Returns a result, followed by what it would be otherwise.
fn with_other(ours: &str, other: Option<String>) -> String {
    other.map_or_else(|| ours.to_owned(), |other| format!("{ours} ({other})"))
}

fn losses(ours: &Expectation, other: Option<&Expectation>, reader: &Reader) -> Vec<String> {
    let say = |text: &str, about: &[&str]| reader.catalogue.say(text, about);
    let is_some = |value: f64| value.abs() >= 0.05;
    // Negative losses are steps that units regain.
    let amount = |ours: f64, other: Option<f64>| {
        let is_gain = ours < 0.0 && other.is_none_or(|other| other <= 0.0);
        let sign = if is_gain { -1.0 } else { 1.0 };
        let shown = with_other(&number(sign * ours, reader), other.map(|other| number(sign * other, reader)));
        (is_some(ours) || other.is_some_and(is_some)).then_some((shown, is_gain))
    };
    let mut lines = Vec::new();
    if let Some((amount, is_gain)) = amount(ours.enemy_losses[0], other.map(|other| other.enemy_losses[0])) {
        let units = units(ours.enemy_losses[1], other.map(|other| other.enemy_losses[1]), reader);
        lines.push(if is_gain {
            say("Steps that the enemy regains: {1}", &[&amount])
        } else {
            say("Enemy losses in steps: {1}", &[&amount]) + &units
        });
    }
    if let Some((amount, is_gain)) = amount(ours.own_losses[0], other.map(|other| other.own_losses[0])) {
        let units = units(ours.own_losses[1], other.map(|other| other.own_losses[1]), reader);
        lines.push(if is_gain {
            say("Steps that you regain: {1}", &[&amount])
        } else {
            say("Own losses in steps: {1}", &[&amount]) + &units
        });
    }
    lines
}

/// Returns the number of units eliminated, to be added to the losses in steps; empty if there are none.
fn units(ours: f64, other: Option<f64>, reader: &Reader) -> String {
    if ours < 0.05 && other.is_none_or(|other| other < 0.05) {
        return String::new();
    }
    let count = with_other(&number(ours, reader), other.map(|other| number(other, reader)));
    reader.catalogue.say("; units eliminated: {1}", &[&count])
}

/// Names the spaces that change hands, those with the greatest difference first; `None` if there are none.
fn spaces_in_words(
    ours: &BTreeMap<SpaceId, usize>,
    other: Option<&BTreeMap<SpaceId, usize>>,
    tries: usize,
    reader: &Reader,
) -> Option<String> {
    let count = |all: &BTreeMap<SpaceId, usize>, space: &SpaceId| all.get(space).copied().unwrap_or_default();
    let mut spaces: Vec<SpaceId> = ours
        .keys()
        .chain(other.into_iter().flat_map(BTreeMap::keys))
        .copied()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let gap = |space: &SpaceId| count(ours, space).abs_diff(other.map_or(0, |other| count(other, space)));
    let is_titled = |space: &SpaceId| reader.table.content.map.space(*space).title.is_some();
    spaces.sort_by_key(|space| std::cmp::Reverse((gap(space), is_titled(space))));
    let named = |space: &SpaceId| {
        let counts = with_other(&count(ours, space).to_string(), other.map(|other| count(other, space).to_string()));
        reader.catalogue.say("{1} in {2} of {3}", &[&reader.name(&Choice::Space(*space)), &counts, &tries.to_string()])
    };
    let mut names: Vec<String> = spaces.iter().take(MAX_SPACES).map(named).collect();
    if spaces.len() > MAX_SPACES {
        names.push(reader.catalogue.say("{1} more", &[&(spaces.len() - MAX_SPACES).to_string()]));
    }
    (!names.is_empty()).then(|| names.join(", "))
}

fn next_in_words(next: &NextBest, tries: usize, reader: &Reader) -> Option<String> {
    let lead = next.lead?;
    let difference = groups(&next.difference, reader).into_iter().next()?;
    let (amount, worse) = (number(lead.abs(), reader), next.worse.to_string());
    Some(if lead > 0.0 {
        reader.catalogue.say(
            "The next best plan ({1}) is judged {2} worse; it turned out worse in {3} of {4} tries",
            &[&difference, &amount, &worse, &tries.to_string()],
        )
    } else if lead < 0.0 {
        reader.catalogue.say(
            "The next best plan ({1}) is judged {2} better, but worse after the enemy’s reply",
            &[&difference, &amount],
        )
    } else {
        reader.catalogue.say("The next best plan ({1}) is judged just as good", &[&difference])
    })
}
