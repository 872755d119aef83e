//! The variables of the game, of units and of spaces.

use super::{Doc, find_position};
use crate::diagnostic::Diagnostic;
use crate::node::ValueStep;
use crate::schema::{InitialDecl, StoredDecl, SystemFile, VariableDecl};
use grognard_engine::variable::Variable;
use std::collections::BTreeMap;

/// Builds the variables in the table `table` of a system, and checks their words and initial values.
pub fn build(
    doc: &Doc<SystemFile>,
    table: &'static str,
    declared: &BTreeMap<String, VariableDecl>,
    out: &mut Vec<Diagnostic>,
) -> Vec<Variable> {
    let variable = |(name, declared): (&String, &VariableDecl)| match declared {
        VariableDecl::Number(initial) => Variable::number(name, *initial),
        VariableDecl::Stored(StoredDecl { words, initial, length }) => {
            let path = |key| [table.into(), name.into(), key];
            let each = words.iter().enumerate().map(|(at, word)| {
                (word.clone(), path("words".into()).into_iter().chain([ValueStep::Index(at)]).collect())
            });
            super::system::words(doc, "words", each.collect(), out);
            let place = doc.place(&path("initial".into()));
            let (value, wrong) = match (initial, length) {
                (None, _) => (0, None),
                (Some(_), Some(_)) => (0, Some("expected no `initial`: a list is empty at first")),
                (Some(InitialDecl::Number(number)), None) if words.is_empty() => (*number, None),
                (Some(InitialDecl::Word(word)), None) if !words.is_empty() => {
                    (find_position(words, word, "word", place, out).map_or(0, |at| at as i32), None)
                }
                _ if words.is_empty() => (0, Some("expected a number")),
                _ => (0, Some("expected one of the words")),
            };
            out.extend(wrong.map(|expected| {
                Diagnostic::at("E203", place, format!("`{name}` cannot begin with this")).expected(expected)
            }));
            let variable = Variable::word(name, words.iter().map(String::as_str), value);
            length.map_or(variable.clone(), |length| variable.list(length.into()))
        }
    };
    declared.iter().map(variable).collect()
}
