//! The rulebook suites, and whether every paragraph of a rulebook has code and test cases.

use grognard_play::{Battle, BattleRequest};
use grognard_suite::{self, CaseScope, ParagraphTrace};
use std::path::PathBuf;

fn here() -> Vec<PathBuf> {
    vec![PathBuf::from(".")]
}

fn letters(pattern: &str) -> CaseScope {
    CaseScope::Letters(pattern.to_owned())
}

fn trace(scenario: &str) -> Vec<ParagraphTrace> {
    let request = BattleRequest { roots: here(), scenario: scenario.to_owned(), ..BattleRequest::default() };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    grognard_suite::trace(&battle)
}

#[test]
fn every_case_holds() {
    let report = grognard_suite::run(&here(), &CaseScope::All);
    assert!(!report.cases.is_empty(), "no suite was found");
    assert!(report.is_good(), "{report}");
}

/// A paragraph is implemented by a rule or by data with its number, or at least tested under its number.
#[test]
fn every_paragraph_is_found_in_code_or_in_a_case() {
    let lost = |paragraph: &ParagraphTrace| {
        let nowhere = paragraph.rules.is_empty() && paragraph.data.is_empty() && paragraph.cases.is_empty();
        nowhere && paragraph.not_enforced.is_none()
    };
    for scenario in ["battle-for-moscow", "moskva-1941", "rostov-1941"] {
        let lost: Vec<_> = trace(scenario).into_iter().filter(lost).map(|paragraph| paragraph.number).collect();
        assert!(lost.is_empty(), "{scenario}: neither code nor a case for {}", lost.join(", "));
    }
}

#[test]
fn every_paragraph_with_something_to_enforce_is_tested() {
    let untested = |paragraph: &ParagraphTrace| paragraph.cases.is_empty() && paragraph.not_enforced.is_none();
    for scenario in ["battle-for-moscow", "moskva-1941"] {
        let untested: Vec<_> = trace(scenario).into_iter().filter(untested).map(|paragraph| paragraph.number).collect();
        assert!(untested.is_empty(), "{scenario}: no case for {}", untested.join(", "));
    }
}

/// The suite below `errors` is full of mistakes; its messages are kept in a file. `UPDATE=1` rewrites it.
#[test]
fn mistakes_are_explained() {
    let mut roots = here();
    roots.push(PathBuf::from("tests/rulebook/errors"));
    let found = grognard_suite::run(&roots, &letters("mistakes.md")).to_string();
    let file = "tests/rulebook/errors/expected.txt";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file, &found).expect("the file can be written");
    }
    let expected = std::fs::read_to_string(file).unwrap_or_default();
    assert_eq!(expected, found, "run with UPDATE=1 if the change is meant");
}

#[test]
fn a_pattern_picks_cases_by_paragraph_and_by_name() {
    let count = |pattern: &str| grognard_suite::run(&here(), &letters(pattern)).cases.len();
    let (all, stubborn, below) =
        (grognard_suite::run(&here(), &CaseScope::All).cases.len(), count("stubborn"), count("8.2"));
    assert!(0 < stubborn && stubborn < all && 0 < below && below < all);
    assert!(grognard_suite::run(&here(), &letters("8.2")).cases.iter().all(|case| case.paragraph.starts_with("8.2")));
    assert_eq!(count("no case has this name"), 0);
}

#[test]
fn a_pack_picks_its_own_cases_and_those_of_battles_it_takes_part_in() {
    let of = |id: &str| grognard_suite::run(&here(), &CaseScope::Pack(id.to_owned())).cases;
    let cossacks = of("grognard.cossacks");
    assert!(!cossacks.is_empty() && cossacks.iter().all(|case| case.file.contains("mods/cossacks")), "{cossacks:?}");
    let rostov = of("grognard.rostov-1941");
    assert!(rostov.iter().any(|case| case.file.contains("scenarios/rostov-1941/tests")), "its own cases");
    assert!(rostov.iter().all(|case| !case.file.contains("battle-for-moscow")), "cases of other battles name Rostov");
    assert!(of("grognard.etoile-rouge").len() > rostov.len());
}
