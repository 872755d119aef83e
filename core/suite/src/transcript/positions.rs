//! A side's view as lists of positions, with the log lines that the side reads between one list and the next.

use super::MAX_COLUMNS;
use grognard_engine::content::Content;
use grognard_engine::ids::SideId;
use grognard_engine::table::Table;
use grognard_engine::view::{UnitView, View};
use std::collections::BTreeMap;

/// The positions and log of a side.
pub(super) struct Positions {
    pub(super) side: SideId,
    pub(super) text: String,
    /// The number of log lines written so far.
    lines: usize,
    /// The lists as last written.
    lists: BTreeMap<String, Vec<String>>,
}

impl Positions {
    pub(super) fn new(side: SideId) -> Positions {
        Positions { side, text: String::new(), lines: 0, lists: BTreeMap::new() }
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    /// Writes the log lines that the side has read since the last list, and the side's current view.
    pub(super) fn write(&mut self, table: &Table, moment: &str) {
        let view = View::new(table, Some(self.side));
        if view.log.len() > self.lines {
            self.line("\nlog");
        }
        for (rule, text) in &view.log[self.lines..] {
            self.line(&format!("    {rule} {text}"));
        }
        self.lines = view.log.len();
        self.line(&format!("\n## {moment}"));
        for (space, units) in &view.spaces {
            let owner = view.owners.get(space).map(|owner| format!(" ({owner})")).unwrap_or_default();
            self.units(&format!("{space}{owner}"), units, &table.content);
        }
        let mut empty: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (space, owner) in view.owners.iter().filter(|(space, _)| !view.spaces.contains_key(*space)) {
            empty.entry(owner).or_default().push(space.clone());
        }
        empty.into_iter().for_each(|(owner, spaces)| self.list(&format!("empty, {owner}"), spaces));
        self.units("off the map", &view.off_map, &table.content);
    }

    /// Writes the units in a place on one line; units on a table have a line each.
    fn units(&mut self, place: &str, units: &[UnitView], content: &Content) {
        let mut sides: BTreeMap<&str, (Vec<String>, usize)> = BTreeMap::new();
        let mut stands = Vec::new();
        for unit in units {
            let (known, unknown) = sides.entry(&unit.side).or_default();
            match (name(unit), content.map.field().zip(unit.stand)) {
                (Some(name), Some((field, stand))) => {
                    stands.push(format!("    {}: {} {name}", field.write(stand.spot), unit.side))
                }
                (Some(name), None) => known.push(name),
                (None, _) => *unknown += 1,
            }
        }
        for (side, (mut units, unknown)) in sides {
            if unknown > 0 {
                units.push(format!("{unknown} unknown"));
            }
            self.list(&format!("{place}: {side}"), units);
        }
        if !stands.is_empty() {
            self.line(&format!("{place}:"));
            stands.iter().for_each(|stand| self.line(stand));
        }
    }

    /// Writes a list. A long list is wrapped, or abbreviated if it is unchanged.
    fn list(&mut self, head: &str, all: Vec<String>) {
        if all.is_empty() {
            return;
        }
        let (mut lines, mut line) = (Vec::new(), format!("{head}:"));
        for (at, name) in all.iter().enumerate() {
            let comma = if at + 1 < all.len() { "," } else { "" };
            if line.chars().count() + name.chars().count() + 2 > MAX_COLUMNS {
                lines.push(std::mem::replace(&mut line, format!("    {name}{comma}")));
            } else {
                line += &format!(" {name}{comma}");
            }
        }
        lines.push(line);
        let is_long = lines.len() > 1;
        if is_long && self.lists.get(head) == Some(&all) {
            lines = vec![format!("{head}: as before")];
        }
        self.lists.insert(head.to_owned(), all);
        lines.iter().for_each(|line| self.line(line));
    }
}

/// Returns the name of a known unit, with its marks, and its steps if it has losses.
fn name(unit: &UnitView) -> Option<String> {
    let known = unit.known.as_ref()?;
    let (left, full) = known.steps;
    let steps = if left < full { format!(" ({left} of {full})") } else { String::new() };
    let marks = if known.marks.is_empty() { String::new() } else { format!(" [{}]", known.marks.join(", ")) };
    Some(format!("{}{steps}{marks}", known.name))
}
