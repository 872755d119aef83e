//! What one side sees, as a list of positions, and what it reads in the log between two of them.

use grognard_engine::content::Content;
use grognard_engine::ids::SideId;
use grognard_engine::table::Table;
use grognard_engine::view::{UnitView, View};
use std::collections::BTreeMap;

/// The positions and the log of one side.
pub(super) struct Positions {
    pub(super) side: SideId,
    pub(super) text: String,
    /// Lines of the log that are written.
    lines: usize,
}

impl Positions {
    pub(super) fn new(side: SideId) -> Positions {
        Positions { side, text: String::new(), lines: 0 }
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    /// What the side has read since the last moment, and what it sees now.
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
            self.line(&format!("{space}{owner}: {}", stack(units, &table.content)));
        }
        let empty: BTreeMap<&str, Vec<&str>> =
            view.owners.iter().filter(|(space, _)| !view.spaces.contains_key(*space)).fold(BTreeMap::new(), |mut all, (space, owner)| {
                all.entry(owner.as_str()).or_insert_with(Vec::new).push(space);
                all
            });
        for (owner, spaces) in empty {
            self.line(&format!("empty, {owner}: {}", spaces.join(", ")));
        }
        if !view.off_map.is_empty() {
            self.line(&format!("off the map: {}", stack(&view.off_map, &table.content)));
        }
    }
}

/// Units of a place by side: `german XL, LVII 1/2; soviet 2 unknown`.
fn stack(units: &[UnitView], content: &Content) -> String {
    let mut sides: BTreeMap<&str, (Vec<String>, usize)> = BTreeMap::new();
    for unit in units {
        let (known, unknown) = sides.entry(&unit.side).or_default();
        match name(unit, content) {
            Some(name) => known.push(name),
            None => *unknown += 1,
        }
    }
    let side = |(side, (mut units, unknown)): (&str, (Vec<String>, usize))| {
        if unknown > 0 {
            units.push(format!("{unknown} unknown"));
        }
        format!("{side} {}", units.join(", "))
    };
    sides.into_iter().map(side).collect::<Vec<_>>().join("; ")
}

/// A unit that is known, with its steps where some are lost and its stand on a table.
fn name(unit: &UnitView, content: &Content) -> Option<String> {
    let known = unit.known.as_ref()?;
    let mut name = known.name.clone();
    let (left, full) = known.steps;
    if left < full {
        name += &format!(" {left}/{full}");
    }
    if let (Some(field), Some(stand)) = (content.map.field(), unit.stand) {
        name += &format!(" at {}", field.write(stand.spot));
    }
    if !known.marks.is_empty() {
        name += &format!(" [{}]", known.marks.join(", "));
    }
    Some(name)
}
