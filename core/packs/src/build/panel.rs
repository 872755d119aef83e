//! The groups of boxes on the printed sheet.

use super::{Doc, find_id};
use crate::diagnostic::Diagnostic;
use crate::node::ValueStep;
use crate::schema::{MapFile, PanelDecl};
use grognard_engine::ids::{NameTable, SideId, SpaceId};
use grognard_engine::map::Map;
use grognard_engine::style::Panel;
use std::collections::BTreeSet;

/// The most boxes side by side, and the most counters in each direction in a box.
const MOST: u8 = 12;

/// Returns the groups of boxes. A box can be in one group only.
pub fn build(doc: &Doc<MapFile>, map: &Map, sides: &NameTable<SideId>, out: &mut Vec<Diagnostic>) -> Vec<Panel> {
    let mut taken = BTreeSet::new();
    let declared = doc.file.panel.iter().enumerate();
    declared.map(|(at, panel)| build_panel(doc, (at, panel), (map, sides), &mut taken, out)).collect()
}

fn build_panel(
    doc: &Doc<MapFile>,
    (at, panel): (usize, &PanelDecl),
    (map, sides): (&Map, &NameTable<SideId>),
    taken: &mut BTreeSet<SpaceId>,
    out: &mut Vec<Diagnostic>,
) -> Panel {
    let place = |key: &[ValueStep]| doc.place(&[&["panel".into(), at.into()], key].concat()).clone();
    let mut spaces = Vec::new();
    for (index, name) in panel.boxes.iter().enumerate() {
        let place = place(&["boxes".into(), index.into()]);
        let Some(space) = find_id(&map.names, name, "space", &place, out) else { continue };
        if taken.insert(space) {
            spaces.push(space);
        } else {
            out.push(Diagnostic::at("E205", &place, format!("`{name}` is already in a panel")));
        }
    }
    // The schema reports other numbers.
    let within = |number: u8| number.clamp(1, MOST);
    let columns = within(panel.columns.unwrap_or(1));
    let room = panel.room.unwrap_or([1, 1]).map(within);
    let side = panel.side.as_ref().and_then(|side| find_id(sides, side, "side", &place(&["side".into()]), out));
    Panel { title: panel.title.clone(), spaces, place: panel.at.into(), columns, room, side }
}
