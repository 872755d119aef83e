//! Builds charts.

use super::{Doc, find_id, find_position};
use crate::diagnostic::Diagnostic;
use crate::mixed_columns::{MixedCell, mixed_cells};
use crate::node::ValueStep;
use crate::schema::{AxisFile, CellValue, ChartFile, SystemFile, Words};
use crate::schema_check::{self, Confidence, unknown};
use crate::source::BY_HAND;
use grognard_engine::chart::{Axis, Below, Cell, Chart, MAX_CIRCUMSTANCES, MAX_SHIFT, Modifier, Shift};
use grognard_engine::content::Content;
use std::collections::{BTreeMap, BTreeSet};

/// Builds a chart without its shifts.
pub fn build(name: &str, doc: &Doc<ChartFile>, out: &mut Vec<Diagnostic>) -> Chart {
    let file = &doc.file;
    let known = out.len();
    let rows = axis(doc, "rows", &file.rows, out);
    let columns = axis(doc, "columns", &file.columns, out);
    fits(doc, &rows, &columns, out);
    if doc.confidence == Confidence::Guessed {
        // If a value had to be guessed, the shape of the chart is unknown.
        out.truncate(known);
    }
    check_results(doc, out);
    check_kinds(doc, out);
    check_meanings(doc, out);
    schema_check::only_new(out, known);
    let cells = file.cells.iter().flatten().map(|cell| match cell {
        CellValue::Number(number) => Cell::Number(*number),
        CellValue::Text(text) => Cell::Text(text.clone()),
    });
    Chart {
        name: name.to_owned(),
        title: file.title.clone(),
        rule: file.rule.clone(),
        hidden: file.hidden,
        rows,
        columns,
        cells: cells.collect(),
        below: file.below.as_ref().map(|below| Below { text: below.text.clone(), rule: below.rule.clone() }),
        shifts: Vec::new(),
        circumstances: file.circumstances.clone(),
    }
}

/// Returns the shifts of a chart, whose conditions name things that other files declare.
pub fn shifts(doc: &Doc<ChartFile>, system: &SystemFile, content: &Content, out: &mut Vec<Diagnostic>) -> Vec<Shift> {
    let file = &doc.file;
    if file.circumstances.len() > MAX_CIRCUMSTANCES {
        let error = Diagnostic::at("E203", doc.place(&["circumstances".into()]), "there are too many circumstances");
        out.push(error.expected(format!("expected at most {MAX_CIRCUMSTANCES}")));
        return Vec::new();
    }
    let mut groups: Vec<&String> = file.shifts.iter().filter_map(|shift| shift.group.as_ref()).collect();
    groups.sort();
    groups.dedup();
    if groups.len() > MAX_GROUPS {
        let error = Diagnostic::at("E203", doc.place(&["shifts".into()]), "the shifts have too many groups");
        out.push(error.expected(format!("expected at most {MAX_GROUPS}")));
        return Vec::new();
    }
    if file.columns.keys.is_empty() || !doc.file.shifts.is_empty() && !states_odds(file) {
        out.push(Diagnostic::at(
            "E208",
            doc.place(&["shifts".into()]),
            "only a chart whose columns are odds has shifts",
        ));
    }
    // A battle may have no unit of a type.
    let of_types = system.unit_type.iter().flat_map(|kind| &kind.tags);
    let tags = content.units.iter().flat_map(|unit| &unit.tags).chain(of_types).map(String::as_str);
    let tags: BTreeSet<&str> = tags.collect();
    let (mut built, mut seen) = (Vec::new(), BTreeMap::new());
    for (index, shift) in file.shifts.iter().enumerate() {
        let place = |key: &'static str| doc.place(&["shifts".into(), index.into(), key.into()]);
        let word_place = |key: &'static str, words: &Option<Words>, at: usize| match words {
            Some(Words::Several(_)) => doc.place(&["shifts".into(), index.into(), key.into(), at.into()]),
            _ => place(key),
        };
        if let Some(first) = seen.insert(&shift.name, index) {
            let error = Diagnostic::at("E205", place("name"), format!("two shifts are called `{}`", shift.name));
            let first = doc.place(&["shifts".into(), ValueStep::Index(first), "name".into()]);
            out.push(error.related(first, "the first one"));
        }
        if !(-MAX_SHIFT..=MAX_SHIFT).contains(&shift.by) {
            let error = Diagnostic::at("E203", place("by"), format!("{} is out of range", shift.by));
            out.push(error.expected(format!("expected -{MAX_SHIFT} to {MAX_SHIFT}")));
        }
        let feature = |name: &Option<String>, key: &'static str, out: &mut Vec<Diagnostic>| {
            let name = name.as_ref()?;
            find_position(content.map.features(), name, "border feature", place(key), out).map(|bit| 1 << bit)
        };
        let circumstances = |words: &Option<Words>, key: &'static str, out: &mut Vec<Diagnostic>| {
            all_of(words).iter().enumerate().fold(0, |all, (at, word)| {
                let place = word_place(key, words, at);
                let bit = find_position(&file.circumstances, word, "circumstance", place, out);
                all | bit.map_or(0, |bit| 1 << bit)
            })
        };
        let terrain = |(at, terrain): (usize, &String), out: &mut Vec<Diagnostic>| {
            find_id(&content.map.terrains, terrain, "terrain", word_place("terrain", &shift.terrain, at), out)
        };
        if let Some(tag) = shift.tag.as_ref().filter(|tag| content.map.tag(tag).is_none()) {
            let known = content.map.tags().iter().map(|(tag, _)| tag.as_str());
            out.push(unknown(tag, "tag", place("tag"), known));
        }
        if let Some(tag) = shift.attackers.as_ref().filter(|tag| !tags.contains(tag.as_str())) {
            out.push(unknown(tag, "tag", place("attackers"), tags.iter().copied()));
        }
        let group = shift.group.as_ref().and_then(|group| groups.binary_search(&group).ok());
        built.push(Shift {
            modifier: Modifier {
                amount: shift.by,
                rule: shift.rule.as_str().into(),
                reason: shift.reason.as_ref().unwrap_or(&shift.name).as_str().into(),
            },
            group: group.map(|group| group as u16),
            terrains: all_of(&shift.terrain).iter().enumerate().filter_map(|word| terrain(word, out)).collect(),
            tag: shift.tag.clone(),
            all_across: feature(&shift.all_across, "all_across", out),
            any_across: feature(&shift.any_across, "any_across", out),
            attacker: shift
                .attacker
                .as_ref()
                .and_then(|side| find_id(&content.sides, side, "side", place("attacker"), out)),
            attackers: shift.attackers.clone(),
            when: circumstances(&shift.when, "when", out),
            unless: circumstances(&shift.unless, "unless", out),
        });
    }
    built
}

fn all_of(words: &Option<Words>) -> &[String] {
    words.as_ref().map_or(&[], Words::all)
}

/// The maximum number of groups of shifts in a chart.
const MAX_GROUPS: usize = 64;

fn states_odds(file: &ChartFile) -> bool {
    !Axis::new("", file.columns.keys.iter().map(CellValue::to_string).collect()).ratios.is_empty()
}

/// Checks that there is a row of cells for each row key, and that each row has a cell for each column key.
fn fits(doc: &Doc<ChartFile>, rows: &Axis, columns: &Axis, out: &mut Vec<Diagnostic>) {
    let file = &doc.file;
    if file.cells.len() != rows.keys.len() {
        let error = Diagnostic::at(
            "E208",
            doc.place(&["cells".into()]),
            format!("the chart has the wrong number of rows of cells: {}", file.cells.len()),
        );
        out.push(error.expected(format!("expected {}, one for each key of `rows`", rows.keys.len())));
    }
    for (index, row) in file.cells.iter().enumerate().filter(|(_, row)| row.len() != columns.keys.len()) {
        let key = rows.keys.get(index).map_or("", String::as_str);
        let length = if row.len() < columns.keys.len() { "short" } else { "long" };
        let error = Diagnostic::at(
            "E208",
            doc.place(&["cells".into(), index.into()]),
            format!("the row `{key}` is too {length}"),
        );
        out.push(error.expected(format!("expected {} cells, one for each key of `columns`", columns.keys.len())));
    }
}

fn axis(doc: &Doc<ChartFile>, which: &str, file: &AxisFile, out: &mut Vec<Diagnostic>) -> Axis {
    let keys: Vec<String> = file.keys.iter().map(CellValue::to_string).collect();
    if keys.is_empty() {
        out.push(Diagnostic::at("E208", doc.place(&[which.into(), "keys".into()]), format!("`{which}` has no keys")));
    }
    let mut seen = BTreeMap::new();
    for (index, key) in keys.iter().enumerate() {
        if let Some(first) = seen.insert(key, index) {
            let at = |index: usize| doc.place(&[which.into(), "keys".into(), index.into()]);
            let error = Diagnostic::at("E205", at(index), format!("`{which}` has the key `{key}` twice"));
            out.push(error.related(at(first), "first listed here"));
        }
    }
    let axis = Axis::new(&file.name, keys);
    check_ratios(doc, which, &axis, out);
    check_spoilt(doc, which, &axis, out);
    axis
}

/// Checks that odds are in ascending order, because they are looked up from the left.
fn check_ratios(doc: &Doc<ChartFile>, which: &str, axis: &Axis, out: &mut Vec<Diagnostic>) {
    let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
    let falls = |pair: &[(i64, i64)]| product(pair[0].0, pair[1].1) >= product(pair[1].0, pair[0].1);
    if let Some(index) = axis.ratios.windows(2).position(falls) {
        let place = doc.place(&[which.into(), "keys".into(), ValueStep::Index(index + 1)]);
        out.push(Diagnostic::at(
            "E208",
            place,
            format!("the odds `{}` are not higher than the previous ones", axis.keys[index + 1]),
        ));
    }
}

/// Reports keys that do not state odds on an axis where most keys do. A single such key makes the axis a list of names,
/// on which odds cannot be looked up.
fn check_spoilt(doc: &Doc<ChartFile>, which: &str, axis: &Axis, out: &mut Vec<Diagnostic>) {
    let is_ratio = |key: &String| !Axis::new("", vec![key.clone()]).ratios.is_empty();
    if !axis.ratios.is_empty() || axis.keys.iter().filter(|key| is_ratio(key)).count() * 2 < axis.keys.len() {
        return;
    }
    let spoils = |key: &&String| !is_ratio(key) && key.contains(|c: char| c.is_ascii_digit());
    for (index, key) in axis.keys.iter().enumerate().filter(|(_, key)| spoils(key)) {
        let place = doc.place(&[which.into(), "keys".into(), ValueStep::Index(index)]);
        let error = Diagnostic::at(
            "E208",
            place,
            format!("`{key}` does not state odds, so no odds can be looked up in this chart"),
        );
        let numbers: Vec<&str> = key.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
        out.push(match numbers[..] {
            [attack, defence] => error.expected(format!("expected `{attack}:{defence}`")),
            _ => error.expected("expected odds: `3:1`"),
        });
    }
}

/// If a chart lists its results, checks that every cell contains one of them.
fn check_results(doc: &Doc<ChartFile>, out: &mut Vec<Diagnostic>) {
    let file = &doc.file;
    if file.values.is_empty() {
        return;
    }
    let names: Vec<String> = file.values.iter().map(CellValue::to_string).collect();
    for (row, cells) in file.cells.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate().filter(|(_, cell)| !file.values.contains(cell)) {
            let place = doc.place(&["cells".into(), row.into(), column.into()]);
            let error = Diagnostic::at("E201", place, format!("`{cell}` is not a result of this chart"));
            let error = error.suggest(&cell.to_string(), names.iter().map(String::as_str));
            let list = names.join(", ");
            out.push(error.expected(format!("expected one of {list}")));
        }
    }
}

/// Checks that a cell set on the command line has the type of its column; if not, rules that read it would fail during
/// a game. In packs, a wrong type is only a warning, because a pack can also change those rules.
fn check_kinds(doc: &Doc<ChartFile>, out: &mut Vec<Diagnostic>) {
    let key = |axis: &AxisFile, at: usize| axis.keys.get(at).map(CellValue::to_string).unwrap_or_default();
    for MixedCell { row, column, cell, expected_kind, example } in mixed_cells(doc.node) {
        if cell.place.source.name == BY_HAND {
            let (row, column) = (key(&doc.file.rows, row), key(&doc.file.columns, column));
            let error = Diagnostic::at("E103", &cell.place, format!("`{column}` of `{row}` cannot be {}", cell.kind()));
            out.push(error.expected(format!("expected {expected_kind}, such as {example}")));
        }
    }
}

/// Checks that the words explained under `meaning` are results or keys of the chart.
fn check_meanings(doc: &Doc<ChartFile>, out: &mut Vec<Diagnostic>) {
    let file = &doc.file;
    let keys = file.rows.keys.iter().chain(&file.columns.keys);
    let known: BTreeSet<String> =
        file.values.iter().chain(file.cells.iter().flatten()).chain(keys).map(CellValue::to_string).collect();
    for word in file.meaning.keys().filter(|word| !known.contains(*word)) {
        let place = doc.place(&["meaning".into(), ValueStep::Name(word)]);
        let error = Diagnostic::at("E201", place, format!("`{word}` is neither a result nor a key of this chart"));
        // Codes are short and similar, so the suggestions are codes without an explanation, and results before keys.
        let open = |word: &String| {
            !file.meaning.contains_key(word)
                || doc.place(&["meaning".into(), ValueStep::Name(word)]).source.name != place.source.name
        };
        let results: Vec<String> = file.values.iter().map(CellValue::to_string).filter(open).collect();
        let keys: Vec<String> = known.iter().filter(|word| open(word)).cloned().collect();
        let with = |error: Diagnostic, words: &[String]| error.suggest(word, words.iter().map(String::as_str));
        let error = with(error, &results);
        out.push(if error.help.is_some() { error } else { with(error, &keys) });
    }
}
