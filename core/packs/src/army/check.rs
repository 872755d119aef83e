//! Checks every army in the packs, whether or not an option selects it.

use super::{Armies, ArmyRules};
use crate::diagnostic::Diagnostic;
use crate::node::{Node, ValueStep};
use crate::schema::{ArmyDecl, Op, PatchItem, Setting};
use crate::source::SourceSpan;
use crate::tree::Patches;
use grognard_engine::chart::Cell;
use grognard_engine::content::Content;
use std::collections::{BTreeMap, BTreeSet};

/// Checks every army: the units that patches append when an army option selects it. `system` is the tree of
/// `system.toml`.
pub fn check(
    rules: Option<&ArmyRules>,
    system: Option<&Node>,
    content: &Content,
    patches: &[Patches],
    out: &mut Vec<Diagnostic>,
) {
    let Some((rules, system)) = rules.zip(system) else { return };
    let declared = &rules.declared;
    let unknown_units = unknown_units(rules, system, content);
    if !unknown_units.is_empty() {
        return out.extend(unknown_units);
    }
    let armies = match Armies::new(rules, content) {
        Ok(armies) => armies,
        Err(name) => {
            let place = system.locate(&["army".into()]);
            let error = Diagnostic::at("E201", place, format!("there is no chart `{name}`"));
            return out.push(error.suggest(name, content.charts.iter().map(|chart| chart.name.as_str())));
        }
    };
    let unknown_units = armies.strange_steps(system);
    if !unknown_units.is_empty() {
        return out.extend(unknown_units);
    }
    let mut lists: BTreeMap<(&str, &str), ArmyUnits> = BTreeMap::new();
    for file in patches {
        for (at, patch) in file.file.patch.iter().enumerate() {
            let Some((side, army)) = army_of(declared, patch) else { continue };
            let when = file.tree.locate(&["patch".into(), at.into(), "when".into()]).clone();
            let list = lists.entry((side, army)).or_insert_with(|| ArmyUnits { side, army, when, units: Vec::new() });
            let value = file.tree.get("patch").and_then(Node::list).and_then(|all| all.get(at)?.get("value")?.list());
            list.units.extend(value.into_iter().flatten());
        }
    }
    lists.values().for_each(|list| list.check(&armies, out));
}

/// Reports names in `options` and `boxes` that are not sides, and names in `fewer` and `single` that are not tags of a
/// unit type.
fn unknown_units(rules: &ArmyRules, system: &Node, content: &Content) -> Vec<Diagnostic> {
    let ArmyRules { declared, tags } = rules;
    let sides: Vec<&str> = content.sides.iter().map(|(_, side)| side).collect();
    let tags: Vec<&str> = tags.values().flatten().map(String::as_str).collect();
    let options = declared.options.keys().map(|name| ("options", ValueStep::Name(name), name.as_str()));
    let boxes = declared.boxes.keys().map(|name| ("boxes", ValueStep::Name(name), name.as_str()));
    let fewer = declared.fewer.keys().map(|name| ("fewer", ValueStep::Name(name), name.as_str()));
    let single = declared.single.iter().enumerate().map(|(at, name)| ("single", ValueStep::Index(at), name.as_str()));
    let mut out = Vec::new();
    let mut look = |(key, step, name): (&str, ValueStep, &str), known: &[&str], message: String| {
        if !known.contains(&name) {
            let place = system.locate(&["army".into(), key.into(), step]);
            out.push(Diagnostic::at("E201", place, message).suggest(name, known.iter().copied()));
        }
    };
    options.chain(boxes).for_each(|named| look(named, &sides, format!("there is no side `{}`", named.2)));
    fewer.chain(single).for_each(|named| look(named, &tags, format!("no unit type has the tag `{}`", named.2)));
    out
}

/// Returns the side and the army whose units a patch adds.
fn army_of<'a>(declared: &'a ArmyDecl, patch: &'a PatchItem) -> Option<(&'a str, &'a str)> {
    let when = patch.when.as_ref().filter(|_| patch.at == "units.unit" && patch.op == Op::Append)?;
    let (side, _) = declared.options.iter().find(|(_, option)| when.option.as_ref() == Some(option))?;
    match &when.is {
        Some(Setting::Word(army)) => Some((side, army)),
        _ => None,
    }
}

/// The units that patches add for an army.
struct ArmyUnits<'a> {
    side: &'a str,
    army: &'a str,
    when: SourceSpan,
    units: Vec<&'a Node>,
}

impl Armies<'_> {
    /// Reports step counts in `more` that no nation's units ever have.
    fn strange_steps(&self, system: &Node) -> Vec<Diagnostic> {
        let number = |cell: &Cell| if let Cell::Number(number) = cell { Some(number.to_string()) } else { None };
        let known: BTreeSet<String> = self.steps.cells.iter().filter_map(number).collect();
        let strange = self.declared.more.keys().filter(|steps| !known.contains(*steps));
        let error = |steps: &String| {
            let place = system.locate(&["army".into(), "more".into(), ValueStep::Name(steps)]);
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let error = Diagnostic::at("E231", place, format!("units never have `{steps}` steps"));
            let error =
                error.expected(format!("expected a number from the chart `{}`: {}", self.steps.name, known.join(", ")));
            error.suggest(steps, known)
        };
        strange.map(error).collect()
    }
}

impl ArmyUnits<'_> {
    fn check(&self, armies: &Armies, out: &mut Vec<Diagnostic>) {
        let Some(steps) = armies.steps_of(self.army) else { return out.push(self.unknown(armies)) };
        let units = self.soldiers(armies, out);
        for unit in &units {
            self.check_unit(armies, unit, steps, out);
        }
        let kinds: Vec<&str> = units.iter().filter_map(|unit| unit.get("type").and_then(Node::text)).collect();
        for breach in armies.breaches(&kinds, steps) {
            let place = breach.unit.and_then(|at| units.get(at)).map_or(&self.when, |unit| &unit.place);
            let error = Diagnostic::at("E231", place, format!("`{}` for {}: {}", self.army, self.side, breach.message));
            out.push(error.expected(breach.expected));
        }
    }

    /// Creates the error for an army that has no row, or whose row names an unknown nation or time.
    fn unknown(&self, armies: &Armies) -> Diagnostic {
        let chart = armies.rows();
        let Some(_) = chart.rows.find(self.army) else {
            let message = format!("the chart `{}` has no row `{}`", chart.name, self.army);
            return Diagnostic::at("E201", &self.when, message)
                .suggest(self.army, chart.rows.keys.iter().map(String::as_str));
        };
        let (name, steps) = (&armies.steps_chart().name, armies.steps_chart());
        let message = format!("the chart `{name}` does not say how many steps units of `{}` have", self.army);
        let (nations, times) = (steps.rows.keys.join(", "), steps.columns.keys.join(", "));
        let (nation, time) = (&armies.declared.nation, &armies.declared.time);
        Diagnostic::at("E231", &self.when, message)
            .help(format!("in the army's row, `{nation}` must be one of {nations}, and `{time}` one of {times}"))
    }

    /// Returns the army's units that can be bought, and reports the rest.
    fn soldiers<'b>(&'b self, armies: &Armies, out: &mut Vec<Diagnostic>) -> Vec<&'b Node> {
        let is_had =
            |unit: &&&Node| unit.get("type").and_then(Node::text).is_some_and(|kind| armies.price(kind).is_some());
        for unit in self.units.iter().filter(|unit| !is_had(unit)) {
            let Some(kind) = unit.get("type").and_then(Node::text) else { continue };
            let place = unit.locate(&[ValueStep::Key("type")]);
            let prices = &armies.declared.prices;
            let message = format!("no army can include `{kind}`: the chart `{prices}` has no price for it");
            out.push(Diagnostic::at("E231", place, message).suggest(kind, armies.prices().map(|price| price.kind)));
        }
        self.units.iter().filter(is_had).copied().collect()
    }

    fn check_unit(&self, armies: &Armies, unit: &Node, steps: u8, out: &mut Vec<Diagnostic>) {
        let kind = unit.get("type").and_then(Node::text).unwrap_or_default();
        let figures = armies.figures(kind, steps);
        let name = &armies.declared.figures;
        let written = unit.get(name).map(|node| node.list().map_or(1, <[Node]>::len));
        if written.is_some_and(|written| written != figures.len()) {
            let list = figures.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let message = format!("`{kind}` in `{}` has the wrong number of steps", self.army);
            let error = Diagnostic::at("E231", unit.locate(&[ValueStep::Key(name)]), message);
            out.push(error.expected(format!("expected `{name} = [{list}]`")));
        }
        let boxes = armies.declared.boxes.get(self.side).map(String::as_str);
        for (key, right) in [("side", Some(self.side)), ("at", boxes)] {
            let written = unit.get(key).and_then(Node::text);
            if right.is_some() && written != right {
                let message = format!("wrong side or starting place for an army of {}", self.side);
                let error = Diagnostic::at("E231", unit.locate(&[ValueStep::Key(key)]), message);
                out.push(error.expected(format!("expected `{key} = \"{}\"`", right.unwrap_or_default())));
            }
        }
    }
}
