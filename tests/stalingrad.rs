//! Movement, retreats and crossings of Stalingrad compared with a second, slow and simple implementation based on the
//! tables of the player aid and the rulings: at every question the scripts must offer what is found by looking at one
//! area and one unit at a time, and given dice must have the results in the tables.
//!
//! `GROGNARD_POSITIONS=100000 cargo test --release --test all stalingrad::` compares more positions.

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

/// The default number of questions compared per battle.
const POSITIONS: u64 = 10_000;

/// Compares a share of the positions in a battle: two thirds that nobody would play into, the others from games.
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

/// The number of kinds of questions compared.
const QUESTIONS: usize = 20;

#[test]
fn the_scripts_offer_what_the_tables_say_in_september() {
    agrees("stalingrad-september", 1);
}

/// Interdiction differs in October and November.
#[test]
fn the_scripts_offer_what_the_tables_say_to_november() {
    agrees("stalingrad", 2);
}
