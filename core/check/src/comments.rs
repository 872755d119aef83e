//! Checks comments that begin with a paragraph number: `-- 9.2 Forests…`.

use grognard_packs::Diagnostic;
use grognard_packs::source::{Source, SourceSpan};
use grognard_play::Battle;
use std::collections::BTreeSet;

/// Warns of each number that does not exist in any rulebook of the battle.
pub(super) fn paragraphs(battle: &Battle) -> Vec<Diagnostic> {
    let known: BTreeSet<&str> = battle.system.paragraphs.iter().map(|paragraph| paragraph.number.as_str()).collect();
    if !known.iter().any(|number| is_number(number)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for file in battle.scripts.iter() {
        let source = Source::new(&file.path, &file.source);
        let mut start = 0;
        for line in file.source.split_inclusive('\n') {
            if let Some(number) = number_of(line).filter(|number| !known.contains(number)) {
                let place = SourceSpan { source: source.clone(), span: start + 3..start + 3 + number.len() };
                let warning =
                    Diagnostic::at("W426", &place, format!("no rulebook has a paragraph `{number}`")).warning();
                found.push(super::literals::suggest_or_list(warning, number, &known));
            }
            start += line.len();
        }
    }
    found
}

/// Returns the paragraph number at the beginning of a comment that has a line of its own.
fn number_of(line: &str) -> Option<&str> {
    let comment = line.strip_prefix("-- ")?;
    let number = comment.split([' ', ',', ':', '\n']).next()?;
    let goes_on = comment[number.len()..].trim_start_matches(',').trim_start().starts_with(char::is_uppercase);
    (is_number(number) && goes_on).then_some(number)
}

fn is_number(text: &str) -> bool {
    text.contains('.') && text.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}
