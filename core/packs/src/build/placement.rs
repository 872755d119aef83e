//! The starting places that a battle sets. They replace those in the order of battle, which several battles can share.

use super::{Doc, find_id};
use crate::diagnostic::Diagnostic;
use crate::node::ValueStep;
use crate::schema::ScenarioFile;
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, UnitId};
use std::collections::BTreeMap;

/// Applies the starting places and steps of the scenario to the content.
pub fn fill(doc: &Doc<ScenarioFile>, content: &mut Content, out: &mut Vec<Diagnostic>) {
    let mut placed: BTreeMap<UnitId, &str> = BTreeMap::new();
    for (space, units) in &doc.file.at {
        let place = find_id(&content.map.names, space, "space", doc.place(&["at".into(), ValueStep::Name(space)]), out);
        for (index, name) in units.iter().enumerate() {
            let here = doc.place(&["at".into(), space.into(), index.into()]);
            let Some(unit) = find_id(&content.unit_names, name, "unit", here, out) else { continue };
            if let Some(other) = placed.insert(unit, space) {
                out.push(Diagnostic::at("E205", here, format!("`{name}` already begins at `{other}`")));
            }
            begin(content, unit, |placement| (placement.place, placement.steps) = (place, u8::MAX));
        }
    }
    for (name, steps) in &doc.file.steps {
        let at = doc.place(&["steps".into(), ValueStep::Name(name)]);
        let Some(unit) = find_id(&content.unit_names, name, "unit", at, out) else { continue };
        let least =
            u8::from(content.placements.iter().any(|placement| placement.unit == unit && placement.place.is_some()));
        let full = content.units[unit.index()].steps;
        if !(least..=full).contains(steps) {
            let error = Diagnostic::at(
                "E203",
                doc.place(&["steps".into(), name.into()]),
                format!("`{name}` cannot begin with {steps} steps"),
            );
            out.push(error.expected(format!("expected {least} to {full}")));
        }
        begin(content, unit, |placement| placement.steps = *steps);
    }
}

/// Changes the starting place or steps of a unit. A number of steps above full strength is reduced to full strength.
fn begin(content: &mut Content, unit: UnitId, change: impl Fn(&mut grognard_engine::content::Placement)) {
    let full = content.units[unit.index()].steps;
    for placement in content.placements.iter_mut().filter(|placement| placement.unit == unit) {
        change(placement);
        placement.steps = placement.steps.min(full);
    }
}
