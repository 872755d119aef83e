//! Compares D2B with a second implementation, slow and obvious, written from the tables of the rulebook and the
//! rulings: moves and their costs, targets and spotting, what both sides add to their dice, and recoils.
//!
//! `GROGNARD_POSITIONS=100000 cargo test --release --test all d2b::` compares more positions.

mod after_combat;
mod board;
mod close_combat;
mod command;
mod comparison;
mod contact_forecast;
mod destinations;
mod expected_offers;
mod fire;
mod outcome;
mod random_tables;
mod reach;
mod results;
mod river_crossing;
mod ruler;
mod supply;
mod unit_table;

use crate::random_positions::{battle, wanted};
use comparison::Comparison;
use std::collections::BTreeMap;

/// The default number of questions compared.
const POSITIONS: u64 = 10_000;

/// The red army, the blue army, and the scale of the table.
const BATTLES: [[&str; 3]; 4] = [
    ["ussr-1944", "usa-1944", "printed"],
    ["germany-1941", "ussr-1941", "short"],
    ["france-1940", "uk-1942", "inch"],
    ["usa-1944", "germany-1941", "printed"],
];

/// The kinds of questions compared, and supply.
const QUESTIONS: usize = 17;

/// Compares a share of the positions in one battle.
fn compare(trial: &mut Comparison, first: u64, share: u64) {
    trial.whole(first, share / 10);
    for seed in first + 1.. {
        if trial.positions() >= share {
            break;
        }
        trial.phase(seed);
        if seed % 16 == 0 {
            trial.supply(seed);
        }
    }
}

#[test]
fn the_scripts_offer_what_the_ruler_says() {
    let wanted = wanted(POSITIONS);
    let mut met: BTreeMap<String, u64> = BTreeMap::new();
    let (mut offers, mut outcomes, mut unsupplied, mut seen) = (0, 0, [0; 2], [0; 2]);
    for (number, [red, blue, scale]) in BATTLES.into_iter().enumerate() {
        let battle = battle("d2b-battle", &[("red_army", red), ("blue_army", blue), ("field_scale", scale)]);
        let mut trial = Comparison::new(&battle);
        compare(&mut trial, 1000 * number as u64, wanted.div_ceil(BATTLES.len() as u64));
        trial.met.into_iter().for_each(|(question, count)| *met.entry(question).or_default() += count);
        (offers, outcomes) = (offers + trial.offers, outcomes + trial.outcomes);
        unsupplied = [0, 1].map(|at| unsupplied[at] + trial.unsupplied[at]);
        seen = [0, 1].map(|at| seen[at] + trial.seen[at]);
    }
    let positions: u64 = met.values().sum();
    println!("d2b: {positions} positions, {offers} options and places, {outcomes} outcomes: {met:?}");
    println!(
        "d2b: {} of {} units without supply, {} lines of sight blocked, {} clear",
        unsupplied[0], unsupplied[1], seen[0], seen[1]
    );
    assert!(positions >= wanted && offers > 4 * wanted && outcomes > wanted / 4, "there was something to compare");
    let both = |some: usize, others: usize| 50 * some > others && 50 * others > some;
    let all_met =
        met.len() == QUESTIONS && both(unsupplied[0], unsupplied[1] - unsupplied[0]) && both(seen[0], seen[1]);
    assert!(all_met || wanted < POSITIONS, "every question occurs, with and without supply and sight: {met:?}");
}
