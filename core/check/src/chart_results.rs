//! Checks script tables that are indexed by the results of a chart. A rule fails if its table lacks the result that
//! comes up.

use grognard_engine::chart::{Cell, Chart};
use grognard_luau::suggest::all_nearest;
use grognard_luau::{Script, TableLiteral, field_names, table_literals};
use grognard_packs::Diagnostic;
use grognard_packs::source::{Source, SourceSpan};
use grognard_play::Battle;
use std::collections::BTreeSet;

/// Minimum number of results a chart must have to be matched with tables. With fewer, keys may match the results by
/// chance.
const MIN_RESULTS: usize = 3;

/// Warns of each key that looks like a misspelt result, and of a result that is missing from a table of functions.
pub(super) fn results(battle: &Battle, scripts: &[Script]) -> Vec<Diagnostic> {
    // A mod can add the missing key.
    let added: BTreeSet<String> = scripts.iter().flat_map(field_names).collect();
    let charts: Vec<(&Chart, BTreeSet<&str>)> =
        battle.content.charts.iter().map(|chart| (chart, results_of(chart))).collect();
    let mut found = Vec::new();
    for (file, script) in battle.scripts.iter().zip(scripts) {
        let source = Source::new(&file.path, &file.source);
        for table in table_literals(script) {
            let keys: BTreeSet<&str> = table.keys.iter().map(|(key, _)| key.as_str()).collect();
            let shared = |results: &BTreeSet<&str>| results.intersection(&keys).count();
            let fits = charts.iter().filter(|(_, results)| {
                results.len() >= MIN_RESULTS && shared(results) * 2 >= results.len() && shared(results) > 1
            });
            let Some((chart, results)) = fits.max_by_key(|(_, results)| shared(results)) else { continue };
            let place = |span: &std::ops::Range<usize>| SourceSpan { source: source.clone(), span: span.clone() };
            found.extend(complaints(chart, results, &table, &keys, &added, place).into_iter().map(Diagnostic::warning));
        }
    }
    found
}

fn results_of(chart: &Chart) -> BTreeSet<&str> {
    let word = |cell: &'_ Cell| matches!(cell, Cell::Text(text) if !text.is_empty());
    chart.cells.iter().filter(|cell| word(cell)).filter_map(Cell::text).collect()
}

fn complaints(
    chart: &Chart,
    results: &BTreeSet<&str>,
    table: &TableLiteral,
    keys: &BTreeSet<&str>,
    added: &BTreeSet<String>,
    place: impl Fn(&std::ops::Range<usize>) -> SourceSpan,
) -> Vec<Diagnostic> {
    let lacking: Vec<&str> =
        results.iter().copied().filter(|result| !keys.contains(result) && !added.contains(*result)).collect();
    let mut meant = BTreeSet::new();
    let mut found = Vec::new();
    for (key, span) in table.keys.iter().filter(|(key, _)| !results.contains(key.as_str())) {
        let near = all_nearest(key, lacking.iter().copied());
        if !near.is_empty() {
            meant.extend(near.iter().copied());
            found.push(
                Diagnostic::at("W428", &place(span), format!("`{key}` is not a result of the chart `{}`", chart.name))
                    .suggest(key, near),
            );
        }
    }
    let missing: Vec<&str> = lacking.into_iter().filter(|result| !meant.contains(result)).collect();
    // A table that lacks more than one result is probably meant for only some of the results.
    if let ([result], true) = (&missing[..], table.is_of_functions) {
        let message = format!("this table lacks `{result}`, a result of the chart `{}`", chart.name);
        found.push(
            Diagnostic::at("W428", &place(&table.start), message)
                .help(format!("add `{result}`; otherwise the rule fails when that result occurs")),
        );
    }
    found
}
