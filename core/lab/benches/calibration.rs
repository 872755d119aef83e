//! Measures the error rates of comparisons, for `docs/performance.md`: `cargo bench -p grognard-lab --bench
//! calibration`.
//!
//! Compares a variant with itself, and with a variant in which a side wins five or three more games in 100. Instead of
//! playing millions of games, it draws the wins at random from a pool of games. It applies the same test as `lab
//! compare`, with repeated looks. Unrelated games are the hardest case: in `lab compare`, the two games of a pair share
//! a seed. A number after `--` sets the number of comparisons of each kind.

use grognard_engine::table::Service;
use grognard_lab::compare::{ComparisonAnswer, SequentialTest, Verdict};
use grognard_lab::{ComparisonQuestion, Proportion, sim};
use grognard_play::{AgentKind, Battle, BattleRequest};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::path::Path;

/// The maximum number of pairs in a comparison.
const MAX_PAIRS: u64 = 10_000;

fn main() {
    let repetitions = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(1000);
    let won = german_wins();
    let rate = won.iter().filter(|won| **won).count() as f64 / won.len() as f64;
    for (name, pool) in [
        (format!("Battle for Moscow: German wins {:.1} %", 100.0 * rate), &won[..]),
        ("even game".into(), &[true, false][..]),
    ] {
        println!("{name}");
        let itself = report(&compare(pool, 0.0, repetitions), 0.0);
        assert!(itself.low <= 0.05, "a variant differs from itself too often: {itself:?}");
        let five = report(&compare(pool, 0.05, repetitions), 0.05);
        assert!(five.high > 0.99, "a difference of five points is missed: {five:?}");
        report(&compare(pool, 0.03, repetitions), 0.03);
    }
}

/// Returns the winners of 1,000 random games.
fn german_wins() -> Vec<bool> {
    let roots = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")];
    let battle =
        Battle::load(BattleRequest { roots, scenario: "battle-for-moscow".into(), ..BattleRequest::default() });
    let battle = battle.unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    let plan = sim::SimPlan { games: 1000, seed: 1, players: vec![AgentKind::Random; 2], service: Service::BARE };
    let games = sim::run(&battle, &plan, || ()).expect("the rules run");
    games.iter().map(|game| game.is_won_by("german")).collect()
}

/// Compares games from a pool with games in which the win rate of the side is higher by `planted`.
fn compare(pool: &[bool], planted: f64, repetitions: u64) -> Vec<ComparisonAnswer> {
    let lost = pool.iter().filter(|won| !**won).count() as f64 / pool.len() as f64;
    let chance = planted / lost;
    let question = ComparisonQuestion { side: "german".into(), margin: 0.03, error: 0.05 };
    let mut numbers = ChaCha8Rng::seed_from_u64(1);
    let mut unit = move || (numbers.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let mut compare_once = |_| {
        let mut test = SequentialTest::new(&question);
        for _ in 0..MAX_PAIRS {
            let [first, drawn] = [unit(), unit()].map(|at| pool[(at * pool.len() as f64) as usize]);
            test.add(first, drawn || unit() < chance);
            if test.is_answered() {
                break;
            }
        }
        test.answer()
    };
    (0..repetitions).map(&mut compare_once).collect()
}

/// Prints the verdicts; returns the share of comparisons that found a difference.
fn report(all: &[ComparisonAnswer], planted: f64) -> Proportion {
    println!("  {:.0} wins in 100 games planted", 100.0 * planted);
    let share = |name: &str, is_one: &dyn Fn(&ComparisonAnswer) -> bool| {
        let share = Proportion::new(all.iter().filter(|answer| is_one(answer)).count() as u64, all.len() as u64);
        println!(
            "    {name:<36}{:.1} % ({:.1} to {:.1})",
            100.0 * share.value(),
            100.0 * share.low,
            100.0 * share.high
        );
        share
    };
    let different = share("called different", &|answer| answer.verdict == Verdict::Different);
    pairs(all, Verdict::Different);
    share("called the same", &|answer| answer.verdict == Verdict::Same);
    pairs(all, Verdict::Same);
    share("undecided", &|answer| answer.verdict == Verdict::Open);
    share("true difference outside the interval", &|answer| {
        !(answer.repeated.low..=answer.repeated.high).contains(&planted)
    });
    share("wrong way round", &|answer| answer.verdict == Verdict::Different && answer.repeated.value * planted < 0.0);
    different
}

/// Prints the numbers of pairs within which a quarter, a half, three quarters and nine tenths of the comparisons
/// reached this verdict.
fn pairs(all: &[ComparisonAnswer], verdict: Verdict) {
    let mut needed: Vec<u64> =
        all.iter().filter(|answer| answer.verdict == verdict).map(|answer| answer.pairs.count()).collect();
    needed.sort_unstable();
    let part = |share: f64| needed[((needed.len() as f64 * share).ceil() as usize).saturating_sub(1)].to_string();
    if !needed.is_empty() {
        println!("      after pairs: {}", [0.25, 0.5, 0.75, 0.9].map(part).join(", "));
    }
}
