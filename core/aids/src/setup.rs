//! The set-up sheet: each side's units, their starting positions, and the spaces that the side controls.

use crate::battle_content::BattleContent;
use crate::data_changes::{ValueChange, original, show};
use crate::notes::Notes;
use crate::{Section, phrases, units};
use grognard_engine::ids::{Id, SideId, UnitId};
use grognard_packs::node::{Node, PatchedValue, ValueStep};
use maud::{Markup, html};

/// Creates the section with the set-up sheet.
pub fn section(book: &BattleContent) -> Section {
    let name = "setup".to_owned();
    let mut notes = Notes::new(book, &name);
    let sides: Vec<SideId> = book.content().sides.iter().map(|(side, _)| side).collect();
    let body = html! {
        @for side in sides { (side_section(book, side, &mut notes)) }
        (notes.list())
    };
    Section { name, title: book.say(phrases::SETUP), body }
}

fn side_section(book: &BattleContent, side: SideId, notes: &mut Notes) -> Markup {
    let content = book.content();
    let all: Vec<UnitId> =
        (0..content.units.len()).map(UnitId::from_index).filter(|id| content.units[id.index()].side == side).collect();
    let (on_map, off_map): (Vec<UnitId>, Vec<UnitId>) =
        all.iter().partition(|id| content.placements[id.index()].place.is_some());
    let removed = removed_units(book, content.sides.name(side));
    html! {
        section.side {
            h3 { (book.adjective(side)) " " span.hint { (phrases::units(book, all.len())) } }
            (holds(book, side))
            @for (title, group) in [(book.say(phrases::ON_MAP), &on_map), (book.say(phrases::OFF_MAP), &off_map)] {
                @if !group.is_empty() {
                    h4 { (title) }
                    div.units { @for &unit in group { (figure(book, unit, notes)) } }
                }
            }
            @if !removed.is_empty() {
                h4 { (book.say(phrases::REMOVED)) }
                ul { @for (name, origins) in &removed { li.changed { (book.name(name)) (notes.mark(origins)) } } }
            }
        }
    }
}

fn holds(book: &BattleContent, side: SideId) -> Markup {
    let held: Vec<String> =
        book.content().owners.iter().filter(|(_, owner)| *owner == side).map(|(space, _)| book.space(*space)).collect();
    html! { @if !held.is_empty() { p { b { (book.say(phrases::HOLDS)) } ": " (held.join(", ")) } } }
}

fn figure(book: &BattleContent, unit: UnitId, notes: &mut Notes) -> Markup {
    let content = book.content();
    let placement = content.placements[unit.index()];
    let steps = if placement.steps == 0 { content.units[unit.index()].steps } else { placement.steps };
    let below = html! {
        @if let Some(place) = placement.place { br; b { (book.space(place)) } }
        br; span.hint { (units::values(book, unit)) }
    };
    units::figure(book, unit, steps, &origins(book, unit), notes, &below)
}

fn list(root: &Node) -> &[Node] {
    root.get("units").and_then(|units| units.get("unit")).and_then(Node::list).unwrap_or_default()
}

/// Returns the unit as it was before patches, which may have renamed it.
fn before<'a>(book: &'a BattleContent, unit: &Node) -> Option<&'a Node> {
    let name = original(unit.get("name")?);
    list(book.changes().before).iter().find(|old| old.get("name").is_some_and(|old| show(old) == name))
}

/// Returns the changes that patches made to a unit's fields, or the change that added the unit.
fn origins(book: &BattleContent, unit: UnitId) -> Vec<ValueChange> {
    let changes = book.changes();
    let path = [ValueStep::Key("units"), ValueStep::Key("unit"), ValueStep::Index(unit.index())];
    let Some(now) = list(changes.now).get(unit.index()) else { return Vec::new() };
    let Some(old) = before(book, now) else { return changes.of(&path, None) };
    changes.fields(&path, old)
}

/// Returns a side's units that patches removed, with the changes that removed them.
fn removed_units(book: &BattleContent, side: &str) -> Vec<(String, Vec<ValueChange>)> {
    let changes = book.changes();
    let kept: Vec<String> = list(changes.now).iter().filter_map(|unit| Some(original(unit.get("name")?))).collect();
    let of_side = |unit: &&Node| unit.get("side").is_some_and(|owner| show(owner) == side);
    let gone = list(changes.before)
        .iter()
        .filter(of_side)
        .filter_map(|unit| Some(show(unit.get("name")?)))
        .filter(|name| !kept.contains(name));
    let around = changes.now.get("units").and_then(|units| units.get("unit"));
    let history = around.map(|node| node.history.as_slice()).unwrap_or_default();
    let by = |name: &String| {
        let mut removal = history.iter().filter(|change| change.op == "remove");
        let named = |change: &&PatchedValue| {
            change.before.as_ref().is_some_and(|(text, _)| text.contains(&format!("{name:?}")))
        };
        let change = removal.clone().find(named).or(removal.next_back());
        let origin = |change: &PatchedValue| ValueChange {
            pack: change.pack.clone(),
            was: Some(name.clone()),
            why: change.why.clone(),
        };
        change.map(origin).into_iter().collect()
    };
    gone.map(|name| (name.clone(), by(&name))).collect()
}
