//! The conformance suite: a system is tested by being listed here.
//!
//! Every run plays a few games; `GROGNARD_GAMES=10000 cargo test --release --test all conformance::` plays more.
//! `GROGNARD_SEED=2019` starts with that seed, to reproduce a failure.

use grognard_engine::content::OptionValue;
use grognard_play::{Battle, BattleRequest, CancelToken};
use grognard_suite::conformance::{TestEffort, run};
use std::path::PathBuf;

/// The default number of games per system.
const GAMES: u64 = 150;
/// A game of thousands of decisions tests as much as twenty short ones.
const LONG_GAMES: u64 = 2;
/// In games with masks, all bots are compared whenever a unit is hidden.
const MASKED_GAMES: u64 = 1;

/// A number from an environment variable.
fn wished(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn battle(scenario: &str, mods: &[&str], options: &[(&str, &str)]) -> Battle {
    let mods = mods.iter().map(|id| (*id).to_owned()).collect();
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let request = BattleRequest {
        roots: vec![PathBuf::from(".")],
        scenario: scenario.to_owned(),
        mods,
        options,
        ..BattleRequest::default()
    };
    Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)))
}

/// Plays the games of a system on all cores. Returns how many pairs of games were compared that differ only in hidden
/// information.
fn conforms(scenario: &str, mods: &[&str], options: &[(&str, &str)], usual: u64) -> u64 {
    let battle = battle(scenario, mods, options);
    let games = wished("GROGNARD_GAMES").unwrap_or(usual);
    let first = wished("GROGNARD_SEED").unwrap_or(1941);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    // Saving and loading at every decision of a long game would take as long as all other checks together.
    let (thorough, seldom) = if usual > LONG_GAMES { (2, 20) } else { (0, 499) };
    let effort = TestEffort { games, thorough, seldom, most_decisions: 20_000, seed: first };
    let looked = run(&battle, effort, threads, &CancelToken::new(), |_| ()).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(looked.games == games && looked.decisions >= games, "games have decisions");
    looked.compared
}

#[test]
fn battle_for_moscow() {
    conforms("battle-for-moscow", &[], &[], GAMES);
}

#[test]
#[ignore = "long: second tier, .ci/long"]
fn battle_for_moscow_first_edition() {
    conforms("battle-for-moscow", &["battle-for-moscow-1986"], &[], GAMES);
}

#[test]
fn moskva_1941() {
    conforms("moskva-1941", &[], &[], LONG_GAMES);
}

#[test]
fn d2b_1941() {
    conforms("d2b-1941", &[], &[], LONG_GAMES);
    conforms("d2b-1941", &["d2b-short"], &[], LONG_GAMES);
}

/// Tests one pair of armies after another. `GROGNARD_SETS=36` tries all pairs of six armies.
#[test]
fn d2b_battles_between_any_two_armies() {
    let battle = battle("d2b-battle", &[], &[]);
    let armies = &battle.system.options["red_army"].values;
    let count = armies.len() as u64;
    for set in 0..wished("GROGNARD_SETS").unwrap_or(2) {
        let [red, blue] = [set % count, (set + 1 + set / count) % count].map(|at| armies[at as usize].as_str());
        conforms("d2b-battle", &[], &[("red_army", red), ("blue_army", blue), ("field_scale", "short")], LONG_GAMES);
    }
}

#[test]
fn three_kingdoms() {
    let compared = conforms("three-kingdoms", &[], &[], GAMES / 3);
    assert!(compared > GAMES / 3, "games were compared that differ only in secret answers");
}

#[test]
fn vendee_1793() {
    let compared = conforms("vendee-1793", &[], &[], GAMES / 30);
    assert!(compared > GAMES / 30, "games were compared that differ only in hidden cards");
}

#[test]
fn rostov_1941() {
    conforms("rostov-1941", &[], &[], GAMES / 10);
}

#[test]
#[ignore = "long: second tier, .ci/long"]
fn moskva_1941_with_masks_and_other_options() {
    let options =
        [("fog", "total"), ("air_support", "for-all-battles"), ("variable_weather", "true"), ("free_fronts", "true")];
    let compared = conforms("moskva-1941", &["moskva-printed-calendar"], &options, MASKED_GAMES);
    assert!(compared > 0, "games were compared that differ only in what is hidden");
}

/// In a block game most of what happens is hidden from one side, so games that differ only in that are compared
/// throughout.
fn keeps_secrets(scenario: &str, games: u64) {
    let compared = conforms(scenario, &[], &[], games);
    assert!(compared > 0, "games were compared that differ only in what is hidden");
}

#[test]
fn moscow_41_smolensk() {
    keeps_secrets("moscow-41-smolensk", GAMES / 30);
}

#[test]
fn moscow_41() {
    keeps_secrets("moscow-41", LONG_GAMES);
}

#[test]
fn moscow_41_last_gasp() {
    keeps_secrets("moscow-41-last-gasp", LONG_GAMES);
}

#[test]
fn stalingrad_september() {
    conforms("stalingrad-september", &[], &[], GAMES / 10);
}

#[test]
#[ignore = "long: second tier, .ci/long"]
fn stalingrad_for_sixty_three_days() {
    conforms("stalingrad", &["stalingrad-fixed-days"], &[], LONG_GAMES);
}

/// A random combination of the on/off options for each `set`.
fn by_chance(scenario: &str, set: u64) -> Vec<(String, String)> {
    let battle = battle(scenario, &[], &[]);
    let switches = battle.content.options.iter().filter(|(_, value)| matches!(value, OptionValue::Bool(_)));
    let bits = (set + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
    switches.enumerate().map(|(at, (name, _))| (name.clone(), (bits >> at & 1 == 1).to_string())).collect()
}

/// Games with random options. `GROGNARD_SETS=200` tries more sets than the few of every run.
fn conforms_with_options_by_chance(scenario: &str) {
    let sets = wished("GROGNARD_SETS").unwrap_or(3);
    for set in 0..sets {
        let options = by_chance(scenario, set);
        let options: Vec<(&str, &str)> = options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        println!("{options:?}");
        conforms(scenario, &[], &options, 1);
    }
}

#[test]
#[ignore = "long: second tier, .ci/long"]
fn moscow_41_with_options_by_chance() {
    conforms_with_options_by_chance("moscow-41");
}

#[test]
fn stalingrad_with_options_by_chance() {
    conforms_with_options_by_chance("stalingrad-september");
}
