//! Movement, retreats and crossings of Stalingrad beside a second implementation, slow and obvious, made from the
//! tables of the player aid and the rulings: at every question what the scripts offer must be what one finds by looking
//! at one area and one unit after the other, and what comes of known dice must be what the tables say.
//!
//! `GROGNARD_POSITIONS=100000 cargo test --release --test all stalingrad::` looks at more of them.

mod board;
mod comparison;
mod crossing;
mod expected_offers;
mod impulse_record;
mod movement;
mod orders;
mod outcome;
mod random_boards;
mod retreat;

use crate::random_positions::{battle, wanted};
use comparison::Comparison;

/// Questions compared in each battle when nobody asks for more.
const POSITIONS: u64 = 10_000;

/// Looks at a share of the positions in a battle: two thirds nobody would play into, the others of games.
fn agrees(scenario: &str, share: u64) {
    let battle = battle(scenario, &[("quick_start", "true")]);
    let (mut trial, wanted) = (Comparison::new(&battle), wanted(POSITIONS) / share);
    let mut seed = 1942;
    while trial.positions() < wanted * 2 / 3 {
        trial.impulse(seed);
        seed += 1;
    }
    while trial.positions() < wanted {
        trial.battle(seed, wanted.div_ceil(12).min(400));
        seed += 1;
    }
    println!(
        "{scenario}: {} positions, {} options, {} outcomes: {:?}",
        trial.positions(),
        trial.offers,
        trial.outcomes,
        trial.met
    );
    assert!(trial.offers > 2 * wanted && trial.outcomes > wanted / 10, "there was something to compare");
    assert!(trial.met.len() == QUESTIONS || wanted < POSITIONS / share, "every question is met: {:?}", trial.met);
}

/// The questions that are looked at.
const QUESTIONS: usize = 20;

#[test]
fn the_scripts_offer_what_the_tables_say_in_september() {
    agrees("stalingrad-september", 1);
}

/// October and November have other interdiction.
#[test]
fn the_scripts_offer_what_the_tables_say_to_november() {
    agrees("stalingrad", 2);
}
