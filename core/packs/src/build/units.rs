//! The order of battle.

use super::{Doc, find_id, find_position};
use crate::diagnostic::Diagnostic;
use crate::node::ValueStep;
use crate::schema::{PerStep, PropertyDecl, SystemFile, UnitDecl, UnitTypeDecl, UnitsFile};
use grognard_engine::content::{Content, Placement};
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::style::CardFace;
use grognard_engine::unit::{MAX_STEPS, Unit};

/// The keys that every unit can have, whatever its system declares.
#[rustfmt::skip]
pub const KEYS: [&str; 15] = [
    "name", "title", "text", "rule", "side", "type", "formation", "tags", "at", "heading", "steps", "base", "outline",
    "course", "width",
];
/// Maximum number of units.
const MAX_UNITS: usize = 10_000;

/// Adds the units and their places to the content.
pub fn fill(doc: &Doc<UnitsFile>, system: &Doc<SystemFile>, content: &mut Content, out: &mut Vec<Diagnostic>) {
    if doc.file.unit.len() > MAX_UNITS {
        let message = format!("too many units: {}", doc.file.unit.len());
        out.push(
            Diagnostic::at("E203", doc.place(&[ValueStep::Name("unit")]), message)
                .expected(format!("expected at most {MAX_UNITS}")),
        );
        return;
    }
    for (index, declared) in doc.file.unit.iter().enumerate() {
        let mut builder = UnitBuilder { doc, system, index, declared, out };
        builder.check_keys(&content.properties);
        let at = builder.at(content);
        let Some(unit) = builder.unit(content) else { continue };
        let footprint = super::field::footprint(doc, system, index, content, out);
        let mut builder = UnitBuilder { doc, system, index, declared, out };
        let placement = builder.placement(&unit, at);
        let heading = builder.heading(content);
        match content.unit_names.insert(&unit.name) {
            Some(id) => {
                if let (Some(headings), Some(heading)) = (&mut content.headings, heading) {
                    headings.initial.push((id, heading));
                }
                content.placements.push(Placement { unit: id, ..placement });
                // Without a title of its own, a unit has that of its type in sentences.
                let kind = system.file.unit_type.iter().find(|kind| kind.name == declared.kind);
                let title = declared.title.as_ref().or_else(|| kind?.title.as_ref());
                content.style.unit_titles.push(title.cloned());
                content.style.cards.push(kind.and_then(|kind| card(declared, kind)));
                content.units.push(unit);
                content.footprints.push(footprint);
            }
            None => builder.error("E205", "name".into(), format!("two units are called `{}`", unit.name)),
        }
    }
}

/// Returns what is printed on a card; `None` for other units.
fn card(declared: &UnitDecl, kind: &UnitTypeDecl) -> Option<CardFace> {
    let UnitDecl { title, text, rule, .. } = declared.clone();
    Some(CardFace { title, text, rule, numbers: kind.card.clone()? })
}

struct UnitBuilder<'a> {
    doc: &'a Doc<'a, UnitsFile>,
    system: &'a Doc<'a, SystemFile>,
    index: usize,
    declared: &'a UnitDecl,
    out: &'a mut Vec<Diagnostic>,
}

impl<'a> UnitBuilder<'a> {
    fn place(&self, key: ValueStep) -> crate::source::SourceSpan {
        self.doc.place(&["unit".into(), self.index.into(), key]).clone()
    }

    fn error(&mut self, code: &'static str, key: ValueStep, message: String) {
        let place = self.place(key);
        self.out.push(Diagnostic::at(code, &place, message));
    }

    /// Reports unknown keys, and properties of the system for which the unit has no value.
    fn check_keys(&mut self, properties: &[String]) {
        for key in self.declared.properties.keys().filter(|key| !properties.contains(key)) {
            let known = KEYS.iter().copied().chain(properties.iter().map(String::as_str));
            let place = self.place(ValueStep::Name(key));
            self.out.push(Diagnostic::at("E102", &place, format!("unknown key `{key}` in `unit`")).suggest(key, known));
        }
        let kind = self.kind();
        let has_none = |key: &String| kind.is_some_and(|kind| !kind.defaults.contains_key(key));
        for key in properties.iter().filter(|key| !self.declared.properties.contains_key(*key) && has_none(key)) {
            let message = format!("the unit `{}` has no `{key}`", self.declared.name);
            let help = format!("give it one, or its type a default: `defaults = {{ {key} = 0 }}`");
            self.out.push(Diagnostic::at("E106", &self.place("name".into()), message).help(help));
        }
        let texts = [("text", &self.declared.text), ("rule", &self.declared.rule)].into_iter();
        let is_no_card = kind.is_some_and(|kind| kind.card.is_none());
        for (key, _) in texts.filter(|(_, text)| text.is_some() && is_no_card) {
            let error = Diagnostic::at("E102", &self.place(key.into()), format!("only cards have a `{key}`"));
            self.out.push(error.help("make its type a card: `card = []`, or a list of the numbers printed on it"));
        }
    }

    fn kind(&self) -> Option<&'a UnitTypeDecl> {
        self.system.file.unit_type.iter().find(|kind| kind.name == self.declared.kind)
    }

    fn unit(&mut self, content: &Content) -> Option<Unit> {
        let declared = self.declared;
        let side = find_id(&content.sides, &declared.side, "side", &self.place("side".into()), self.out);
        let kind = find_id(&content.unit_types, &declared.kind, "unit type", &self.place("type".into()), self.out);
        self.check_ranges();
        let steps = self.steps()?;
        let (side, kind, of_type) = (side?, kind?, self.kind()?);
        let default = |name| of_type.defaults.get(name).copied().unwrap_or(0);
        let value = |name| values(declared.properties.get(name), default(name), steps);
        let values = content.properties.iter().map(value).collect();
        let mut tags = of_type.tags.clone();
        let own: Vec<_> = declared.tags.iter().filter(|tag| !tags.contains(tag)).cloned().collect();
        tags.extend(own);
        Some(Unit {
            name: declared.name.clone(),
            side,
            kind,
            formation: declared.formation.clone(),
            steps: steps as u8,
            tags,
            values,
        })
    }

    /// Checks that printed numbers are in the range that the system allows.
    fn check_ranges(&mut self) {
        for (name, value) in &self.declared.properties {
            let Some(range) = self.system.file.properties.get(name).map(PropertyDecl::range) else { continue };
            let path = |inside: Option<usize>| {
                ["unit".into(), self.index.into(), ValueStep::Key(name)].into_iter().chain(inside.map(ValueStep::Index))
            };
            let numbers: Vec<(Option<usize>, i32)> = match value {
                PerStep::Same(number) => vec![(None, *number)],
                PerStep::Each(list) => list.iter().enumerate().map(|(at, number)| (Some(at), *number)).collect(),
            };
            for (at, number) in numbers.into_iter().filter(|(_, number)| !range.contains(number)) {
                let place = self.doc.place(&path(at).collect::<Vec<_>>());
                self.out.push(super::system::out_of_range(self.system, name, &self.declared.name, number, place));
            }
        }
    }

    /// Returns the number of steps at full strength, which is the length of the longest list of printed numbers.
    /// Reports lists of any other length.
    fn steps(&mut self) -> Option<usize> {
        let lists = self.declared.properties.iter().filter_map(|(name, value)| match value {
            PerStep::Each(list) => Some((name, list.len())),
            PerStep::Same(_) => None,
        });
        let lists: Vec<_> = lists.collect();
        let steps = lists.iter().map(|(_, length)| *length).max().unwrap_or(1);
        for (name, length) in &lists {
            let wrong = *length != steps || *length == 0 || *length > MAX_STEPS;
            if wrong {
                let place = self.place((*name).into());
                let message = format!("`{name}` has the wrong number of values: {length}");
                let expected = match steps {
                    1..=MAX_STEPS => format!("expected {steps}, one for each step, full strength first"),
                    _ => format!("expected 1 to {MAX_STEPS}, one for each step"),
                };
                self.out.push(Diagnostic::at("E203", &place, message).expected(expected));
            }
        }
        (1..=MAX_STEPS).contains(&steps).then_some(steps)
    }

    /// Finds the space where the unit begins.
    fn at(&mut self, content: &Content) -> Option<SpaceId> {
        let space = self.declared.at.as_ref()?;
        find_id(&content.map.names, space, "space", &self.place("at".into()), self.out)
    }

    /// Finds the heading with which the unit begins.
    fn heading(&mut self, content: &Content) -> Option<usize> {
        let (heading, place) = (self.declared.heading.as_ref()?, self.place("heading".into()));
        if content.headings.is_none() {
            let error = Diagnostic::at("E102", &place, "the system declares no headings");
            self.out.push(error.help("list six or twelve under `headings` in system.toml"));
            return None;
        }
        find_position(content.heading_names(), heading, "heading", &place, self.out)
    }

    fn placement(&mut self, unit: &Unit, place: Option<SpaceId>) -> Placement {
        // A unit that waits off the map keeps its printed strength; only a lost unit has no steps.
        let steps = self.declared.steps.unwrap_or(unit.steps);
        if steps > unit.steps || (steps == 0 && place.is_some()) {
            let place = self.place("steps".into());
            let least = u8::from(self.declared.at.is_some());
            let error = Diagnostic::at("E203", &place, format!("`{}` cannot begin with {steps} steps", unit.name));
            self.out.push(error.expected(format!("expected {least} to {}", unit.steps)));
        }
        Placement { unit: UnitId::from_index(0), place, steps }
    }
}

/// Returns the values of a property for one step, two steps and so on. The file lists them from full strength down.
fn values(declared: Option<&PerStep>, default: i32, steps: usize) -> Vec<i32> {
    match declared {
        Some(PerStep::Each(list)) => list.iter().rev().copied().collect(),
        Some(PerStep::Same(value)) => vec![*value; steps],
        None => vec![default; steps],
    }
}
