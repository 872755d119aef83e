//! Finds all conflicts between two mods.

use super::PackChecker;
use grognard_packs::{Diagnostic, Pack, belongs};
use grognard_play::rule_conflicts::find_rule_conflicts;
use grognard_play::{Battle, BattleRequest};

impl PackChecker<'_> {
    /// Checks two mods together, in every battle to which both belong.
    pub fn check_pair(&mut self, one: &Pack, other: &Pack) {
        let library = self.library;
        for scenario in
            library.scenarios().filter(|scenario| belongs(one, scenario, library) && belongs(other, scenario, library))
        {
            // Problems with a single mod have already been reported.
            let is_sound = |checker: &mut Self, pack: &Pack| {
                checker.battle(scenario.id(), &[pack.id().to_owned()]).all().is_some()
            };
            if is_sound(self, one) && is_sound(self, other) {
                let found = self.conflicts(scenario.id(), &[one.id().to_owned(), other.id().to_owned()]);
                self.report.battles += 1;
                self.report.add(found);
            }
        }
    }

    /// Returns the errors that prevent mods from being used together in a battle.
    fn conflicts(&self, scenario: &str, mods: &[String]) -> Vec<Diagnostic> {
        let request = BattleRequest {
            roots: self.roots.to_vec(),
            scenario: scenario.to_owned(),
            mods: mods.to_vec(),
            ..BattleRequest::default()
        };
        let Err(mut found) = Battle::load(request) else { return Vec::new() };
        // Errors in the data are reported before the scripts are checked.
        for rival in find_rule_conflicts(self.library, scenario, mods) {
            if !found.contains(&rival) {
                found.push(rival);
            }
        }
        found.into_iter().map(as_warning).collect()
    }
}

/// Turns a declared conflict into a warning, because it is not a mistake.
fn as_warning(conflict: Diagnostic) -> Diagnostic {
    if conflict.code == "E128" { conflict.warning() } else { conflict }
}
