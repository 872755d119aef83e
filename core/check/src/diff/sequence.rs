//! Facts about the sequence of play: the phases, their order, and when they take place.

use super::fact::{FactGroup, FactSection, Subject};
use grognard_packs::node::Node;
use grognard_packs::path::{TreePart, join};
use grognard_play::Battle;

/// Returns the phases of the set-up, and then each player turn with its phases.
pub(super) fn phases(battle: &Battle) -> FactSection {
    let mut subjects = Vec::new();
    let all = |path: &str| battle.tree.find(path).map(|part| part.parts()).unwrap_or_default();
    let set_up = all("sequence.setup");
    subjects
        .extend(set_up.iter().enumerate().map(|(at, phase)| describe(phase, "the set-up", previous_name(&set_up, at))));
    let turns = all("sequence.player_turn");
    for (at, turn) in turns.iter().enumerate() {
        let mut subject = Subject::new("", name(turn), &*turn.path);
        subject.fact("order", "comes after", previous_name(&turns, at), &*turn.path);
        keys(turn, &mut subject);
        subjects.push(subject);
        let phases =
            turn.parts().into_iter().find(|part| part.path == join(&turn.path, "phase")).map(|part| part.parts());
        let phases = phases.unwrap_or_default();
        subjects.extend(
            phases.iter().enumerate().map(|(at, phase)| describe(phase, name(turn), previous_name(&phases, at))),
        );
    }
    FactSection { group: FactGroup::Sequence, subjects }
}

fn name<'a>(part: &TreePart<'a>) -> &'a str {
    part.node.get("name").and_then(Node::text).unwrap_or_default()
}

/// Returns the name of the preceding phase or player turn; `nothing` if there is none.
fn previous_name(all: &[TreePart], at: usize) -> String {
    at.checked_sub(1).map_or_else(|| "nothing".to_owned(), |at| name(&all[at]).to_owned())
}

fn describe(phase: &TreePart, turn: &str, before: String) -> Subject {
    let mut subject = Subject::new("", &format!("{} ({turn})", name(phase)), &*phase.path);
    subject.fact("order", "comes after", before, &*phase.path);
    if phase.node.get("turns").is_none() {
        subject.fact("turns", "takes place", "on every turn", join(&phase.path, "turns"));
    }
    keys(phase, &mut subject);
    subject
}

/// Adds a fact for every key except the name and the phases.
fn keys(part: &TreePart, subject: &mut Subject) {
    for inner in part.parts() {
        let key = inner.path.rsplit('.').next().unwrap_or_default().to_owned();
        let value = inner.node.text().map_or_else(|| inner.node.to_string(), str::to_owned);
        match key.as_str() {
            "name" | "phase" => {}
            "side" => subject.fact(key, "is a phase of", value, inner.path),
            "run" => subject.fact(key, "runs the rule", value, inner.path),
            "rule" => subject.fact(key, "cites paragraph", value, inner.path),
            "turns" => subject.fact(key, "takes place", format!("on turns {value}"), inner.path),
            "when" => subject.fact(key, "takes place if", value, inner.path),
            "repeat_while" => subject.fact(key, "is repeated while", value, inner.path),
            _ => subject.fact(&*key, format!("has {key}"), value, inner.path),
        }
    }
}
