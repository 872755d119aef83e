//! Shared by the comparisons of random positions: battles to play, the number of positions, random answers.

use grognard_engine::decision::{Answer, Choice, Form, Pending};
use grognard_play::{Battle, BattleRequest};
use grognard_reference_game::Random;
use std::path::PathBuf;

/// The number of positions to compare: `GROGNARD_POSITIONS`, by default `usual`.
pub fn wanted(usual: u64) -> u64 {
    std::env::var("GROGNARD_POSITIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// A battle with some options.
pub fn battle(scenario: &str, options: &[(&str, &str)]) -> Battle {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let request = BattleRequest {
        roots: vec![PathBuf::from(".")],
        scenario: scenario.to_owned(),
        options,
        ..BattleRequest::default()
    };
    Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)))
}

/// A random number below a bound.
pub fn below(random: &mut Random, bound: usize) -> usize {
    random.below(u32::try_from(bound).expect("few options")) as usize
}

/// A random answer to a question: stops once in `stops` times, and otherwise takes one of the options or several.
pub fn answer(random: &mut Random, pending: &Pending, stops: u32) -> Answer {
    if pending.stop && random.below(stops) == 0 {
        return Answer::Stop;
    }
    match pending.form {
        Form::Several(least, most) => Answer::Several(some(random, &pending.options, least.into(), most.into())),
        Form::One => Answer::One(pending.options[below(random, pending.options.len())].clone()),
        other => panic!("no question of these games is answered so: {other:?}"),
    }
}

/// Some of the options, between `least` and `most` of them; one time in three, as many as allowed.
fn some(random: &mut Random, options: &[Choice], least: usize, most: usize) -> Vec<Choice> {
    let mut left = options.to_vec();
    let most = most.min(left.len());
    let count = if random.below(3) == 0 { most } else { least + below(random, most - least + 1) };
    (0..count).map(|_| left.swap_remove(below(random, left.len()))).collect()
}
