//! Compares, key by key, the data that no other module covers.

use super::fact::{Difference, FactGroup};
use grognard_packs::node::Node;
use grognard_packs::path::{TreePart, join};
use grognard_play::Battle;

/// The paths that the other modules cover; `*` stands for any key.
const TOLD: [&str; 22] = [
    "map.terrain",
    "map.tags",
    "map.titles",
    "map.border",
    "map.edges",
    "map.values",
    "map.columns",
    "map.rows",
    "map.extra",
    "map.missing",
    "map.area",
    "map.box",
    "units.unit",
    "charts.*.rows",
    "charts.*.columns",
    "charts.*.cells",
    "scenario.turns",
    "scenario.owners",
    "sequence.setup",
    "sequence.player_turn",
    "rulebook.paragraph",
    "rulebook.not_enforced",
];

/// Returns whether a path leads to a whole chart. The rows of charts are covered by another module.
fn is_chart(path: &str) -> bool {
    path.starts_with("charts.") && path.matches('.').count() == 1
}

/// Returns whether a path leads to an option that only one of the battles has.
fn is_new_option(path: &str, a: &Battle, b: &Battle) -> bool {
    let has = |battle: &Battle| battle.tree.options().keys().any(|name| join("options", name) == path);
    has(a) != has(b)
}

/// Returns the differences that no other module covers.
pub(super) fn compare(a: &Battle, b: &Battle) -> Vec<Difference> {
    let mut found = Vec::new();
    parts(&TreePart::new("", a.tree.root()), &TreePart::new("", b.tree.root()), &mut found);
    found.retain(|difference| !is_new_option(&difference.path, a, b));
    found
}

fn is_told(path: &str) -> bool {
    let pieces: Vec<&str> = path.split('.').collect();
    let fits = |pattern: &&str| {
        let pattern: Vec<&str> = pattern.split('.').collect();
        pattern.len() == pieces.len()
            && pattern.iter().zip(&pieces).all(|(wanted, piece)| *wanted == "*" || wanted == piece)
    };
    TOLD.iter().any(fits) || (pieces.len() == 3 && pieces[0] == "options" && pieces[2] == "default")
}

fn parts(a: &TreePart, b: &TreePart, found: &mut Vec<Difference>) {
    if is_told(&a.path) || a.node.same(b.node) {
        return;
    }
    let (in_a, in_b) = (a.parts(), b.parts());
    let can_go_on = !in_a.is_empty() && !in_b.is_empty() && a.node.kind() == b.node.kind();
    if !can_go_on {
        return found.push(difference(&a.path, Some(a.node), Some(b.node)));
    }
    let before = found.len();
    for part in &in_a {
        match in_b.iter().find(|other| other.path == part.path) {
            Some(other) => parts(part, other, found),
            None if !is_told(&part.path) && !is_chart(&part.path) => {
                found.push(difference(&part.path, Some(part.node), None))
            }
            None => {}
        }
    }
    let new = in_b.iter().filter(|part| {
        !in_a.iter().any(|other| other.path == part.path) && !is_told(&part.path) && !is_chart(&part.path)
    });
    found.extend(new.map(|part| difference(&part.path, None, Some(part.node))));
    if found.len() == before && a.node.list().is_some() {
        // The elements are the same, in a different order.
        found.push(difference(&a.path, Some(a.node), Some(b.node)));
    }
}

fn difference(path: &str, a: Option<&Node>, b: Option<&Node>) -> Difference {
    let group = match path.split(['.', '[']).next().unwrap_or_default() {
        "map" => FactGroup::Map,
        "units" | "scenario" => FactGroup::Units,
        "charts" => FactGroup::Charts,
        "sequence" => FactGroup::Sequence,
        "rulebook" => FactGroup::Rules,
        "options" => FactGroup::Options,
        _ => FactGroup::System,
    };
    let text = |node: Option<&Node>| node.map(Node::to_string);
    let (a, b) = (text(a), text(b));
    let predicate = match (&a, &b) {
        (Some(a), Some(b)) => format!("is {a} in A and {b} in B"),
        (Some(a), None) => format!("is {a} in A but missing from B"),
        (_, b) => format!("is {} in B but missing from A", b.as_deref().unwrap_or_default()),
    };
    Difference { a, b, ..Difference::with_predicate(group, "", path, predicate, path) }
}
