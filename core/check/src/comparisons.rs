//! Checks the strings in comparisons. A comparison with a string that occurs nowhere else always has the same result.

use super::name_index::collect;
use grognard_luau::suggest::all_nearest;
use grognard_luau::{LiteralRole, LiteralUse, Script, literal_uses, words};
use grognard_packs::source::{Source, SourceSpan};
use grognard_packs::{Diagnostic, Loaded};
use grognard_play::Battle;
use std::collections::BTreeSet;

/// Warns of each comparison with a word that looks like a misspelling of a known one.
pub(super) fn check_comparisons(battle: &Battle, scripts: &[Script], loaded: &Loaded) -> Vec<Diagnostic> {
    let mut known: BTreeSet<String> = scripts.iter().flat_map(words).collect();
    let mut of_packs = BTreeSet::new();
    collect(loaded.tree(), &mut of_packs);
    known.extend(of_packs.into_iter().map(str::to_owned));
    let mut found = Vec::new();
    for (file, script) in battle.scripts.iter().zip(scripts) {
        let source = Source::new(&file.path, &file.source);
        for literal in literal_uses(script) {
            let place = SourceSpan { source: source.clone(), span: literal.span.clone() };
            found.extend(warning(battle, &known, &literal, &place).map(Diagnostic::warning));
        }
    }
    found
}

fn warning(battle: &Battle, known: &BTreeSet<String>, literal: &LiteralUse, place: &SourceSpan) -> Option<Diagnostic> {
    let text = literal.text.as_str();
    match &literal.role {
        LiteralRole::Cell(column) => cell(battle, column.as_deref(), text, place),
        // Strings of one or two letters are probably parts of longer strings.
        LiteralRole::Other if text.chars().count() > 2 && !known.contains(text) => {
            let near = all_nearest(text, known.iter().map(String::as_str));
            let is_put_together = known.iter().any(|part| is_part(part, text));
            (!near.is_empty() && !is_put_together).then(|| {
                let message = format!("`{text}` occurs nowhere else, so this comparison always has the same result");
                Diagnostic::at("W424", place, message).suggest(text, near)
            })
        }
        _ => None,
    }
}

/// Warns of a comparison of chart cells with a string that none of them contains.
fn cell(battle: &Battle, column: Option<&str>, text: &str, place: &SourceSpan) -> Option<Diagnostic> {
    let mut known = BTreeSet::new();
    for chart in &battle.content.charts {
        let keys = &chart.columns.keys;
        let named = column.and_then(|column| chart.columns.find(column));
        let is_looked_at = |at: usize| named.map_or(column.is_none(), |named| at % keys.len() == named);
        known.extend(
            chart.cells.iter().enumerate().filter(|(at, _)| is_looked_at(*at)).filter_map(|(_, cell)| cell.text()),
        );
    }
    if known.is_empty() || known.contains(text) {
        return None;
    }
    let message =
        format!("none of the cells compared here contains `{text}`, so this comparison always has the same result");
    Some(super::literals::suggest_or_list(Diagnostic::at("W424", place, message), text, &known))
}

/// Returns whether `part` is a prefix of `text` that ends with a separator (`-`, `_` or `.`), or a suffix of `text`
/// that begins with one.
fn is_part(part: &str, text: &str) -> bool {
    const JOINTS: [char; 3] = ['-', '_', '.'];
    part.len() > 1
        && (part.ends_with(JOINTS) && text.starts_with(part) || part.starts_with(JOINTS) && text.ends_with(part))
}
