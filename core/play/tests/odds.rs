//! Compares exact odds with battles fought with dice, in random games of all systems.
//!
//! `GROGNARD_SAMPLES` sets the number of battles per comparison; with a million, the chi-square test is sharp.

use grognard_engine::catalogue::ENGLISH;
use grognard_engine::decision::Choice;
use grognard_engine::fraction::Fraction;
use grognard_engine::game::Status;
use grognard_engine::ids::{Id, SideId, SpaceId};
use grognard_engine::table::QuickPlayer;
use grognard_play::odds::{CaseLimit, ExactOdds, Policy};
use grognard_play::{Battle, BattleRequest, Random, Seat, Session};
use std::collections::BTreeMap;
use std::path::Path;

fn battle(scenario: &str) -> Battle {
    let roots = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")];
    let request = BattleRequest { roots, scenario: scenario.into(), ..BattleRequest::default() };
    Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)))
}

/// Plays a random game from a seed and inspects the spaces on offer at every question of a kind, until enough have been
/// seen.
fn battles(
    scenario: &str,
    question: &str,
    seed: u64,
    decisions: usize,
    mut look: impl FnMut(&mut Session, SpaceId) -> bool,
) {
    let battle = battle(scenario);
    (seed..seed + 40).all(|seed| in_a_game(&battle, question, seed, decisions, &mut look));
}

fn in_a_game(
    battle: &Battle,
    question: &str,
    seed: u64,
    decisions: usize,
    look: &mut impl FnMut(&mut Session, SpaceId) -> bool,
) -> bool {
    let mut session = Session::new(battle.clone(), seed, vec![Seat::Person; 2]).expect("a session");
    let mut numbers = Random::new(seed);
    for _ in 0..decisions {
        if session.settle().expect("rules that work") == Status::Over {
            return true;
        }
        let pending = session.game.table.pending().expect("a question").clone();
        let place = |choice: &Choice| match choice {
            Choice::Unit(unit) => session.game.table.state.unit(*unit).place,
            Choice::Space(space) => Some(*space),
            _ => None,
        };
        if session.game.table.questions[pending.question.index()].key.starts_with(question) {
            let spaces: Vec<SpaceId> = pending.options.iter().filter_map(place).collect();
            if !spaces.into_iter().all(|space| look(&mut session, space)) {
                return false;
            }
        }
        let answer = numbers.answer(&pending.decision());
        session.answer(pending.side, answer).expect("an answer that was offered");
    }
    true
}

fn whole(odds: &ExactOdds) -> Fraction {
    odds.ends.iter().try_fold(Fraction::ZERO, |sum, end| sum.plus(end.chance)).expect("few dice")
}

const SYSTEMS: [(&str, &str, u64, usize); 3] = [
    ("battle-for-moscow", "combat.target", 4, 400),
    ("moskva-1941", "combat.target", 4, 1500),
    ("moscow-41-dnieper", "combat.m", 2, 900),
];

/// The chances add up to one, and no two ends have the same state.
#[test]
fn odds_are_whole_in_every_system() {
    for (scenario, question, seed, decisions) in SYSTEMS {
        let (mut fought, mut ends) = (0, 0);
        battles(scenario, question, seed, decisions, |session, space| {
            let before = session.game.table.hash();
            let Some(odds) = session.exact_odds(space, None, &Policy::Quiet, CaseLimit::PATIENT).expect("odds") else {
                return true;
            };
            assert_eq!(whole(&odds), Fraction::ONE);
            let mut states: Vec<_> = odds.ends.iter().map(|end| end.state.0).collect();
            states.sort_unstable();
            states.dedup();
            assert_eq!(states.len(), odds.ends.len());
            assert_eq!(session.game.table.hash(), before, "the game is unchanged");
            (fought, ends) = (fought + 1, ends + odds.ends.len());
            fought < 40
        });
        assert!(fought >= 5 && ends > fought, "{scenario}: {fought} battles, {ends} ends");
    }
}

/// Returns the chi-square value exceeded by chance once in a hundred thousand times, after Wilson and Hilferty.
fn limit(degrees: usize) -> f64 {
    let (degrees, z) = (degrees as f64, 4.26);
    let ninth = 2.0 / (9.0 * degrees);
    degrees * (1.0 - ninth + z * ninth.sqrt()).powi(3)
}

/// In battles fought with dice, each state occurs as often as the exact odds say.
#[test]
fn battles_that_are_fought_come_out_as_the_odds_say() {
    let samples: u64 = std::env::var("GROGNARD_SAMPLES").ok().and_then(|count| count.parse().ok()).unwrap_or(4_000);
    for (scenario, question, seed, decisions) in SYSTEMS {
        let mut compared = 0;
        battles(scenario, question, seed, decisions, |session, space| {
            let Some(odds) = session.exact_odds(space, None, &Policy::Quiet, CaseLimit::PATIENT).expect("odds") else {
                return true;
            };
            if odds.ends.len() < 3 {
                return true;
            }
            let mut counted: BTreeMap<[u8; 8], u64> = BTreeMap::new();
            for seed in 0..samples {
                *counted.entry(session.fight_once(space, None, seed).expect("a battle").0).or_default() += 1;
            }
            let known = odds.ends.iter().map(|end| counted.get(&end.state.0).copied().unwrap_or(0)).sum::<u64>();
            assert_eq!(known, samples, "{scenario}: a battle ended in an impossible state");
            let (square, degrees) = chi_square(&odds, &counted, samples);
            println!(
                "{scenario}: {samples} battles, {} ends, chi-square {square:.1} with {degrees} degrees of freedom",
                odds.ends.len()
            );
            assert!(square < limit(degrees), "{scenario}: chi-square {square} with {degrees} degrees of freedom");
            compared += 1;
            compared < 3
        });
        assert!(compared == 3, "{scenario}: {compared} battles");
    }
}

/// Returns the sum of squares over the ends expected at least five times; all others are merged.
fn chi_square(odds: &ExactOdds, counted: &BTreeMap<[u8; 8], u64>, samples: u64) -> (f64, usize) {
    let each = odds
        .ends
        .iter()
        .map(|end| (end.chance.value() * samples as f64, counted.get(&end.state.0).copied().unwrap_or(0) as f64));
    let (often, rare): (Vec<_>, Vec<_>) = each.partition(|(expected, _)| *expected >= 5.0);
    let rest = rare.iter().fold((0.0, 0.0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
    let all = often.into_iter().chain(Some(rest).filter(|(expected, _)| *expected >= 5.0));
    let squares: Vec<f64> = all.map(|(expected, met)| (met - expected).powi(2) / expected).collect();
    (squares.iter().sum(), (squares.len() - 1).max(1))
}

/// The chances in Battle for Moscow are those of the column: one die and its results.
#[test]
fn the_odds_of_one_die_are_those_of_the_chart() {
    let mut seen = 0;
    battles("battle-for-moscow", "combat.target", 4, 400, |session, space| {
        let Some(odds) = session.exact_odds(space, None, &Policy::Quiet, CaseLimit::GLANCE).expect("odds") else {
            return true;
        };
        assert!(odds.runs <= 6 && odds.ends.iter().all(|end| 6 % end.chance.of() == 0), "{odds:?}");
        let told = session.forecasts(None, space, None, &ENGLISH).expect("everything is public");
        let lines: Vec<&str> = told.iter().skip(1).map(|line| line.line.as_str()).collect();
        assert_eq!(lines, ["in the space afterwards", "steps lost, German", "steps lost, Soviet"]);
        for line in &told[1..] {
            assert_eq!(line.outcomes.iter().map(|chance| chance.weight).sum::<u64>(), line.outcomes[0].of);
        }
        seen += 1;
        seen < 40
    });
    assert!(seen == 40, "{seen}");
}

/// Deciding everything is never worse than deciding nothing, and a policy of the system does what it says.
#[test]
fn policies_decide() {
    let sides = [SideId(0), SideId(1)];
    let (mut differ, mut seen) = (0, 0);
    battles("battle-for-moscow", "combat.target", 5, 500, |session, space| {
        let mut odds = |policy: &Policy| session.exact_odds(space, None, policy, CaseLimit::PATIENT).expect("odds");
        let Some(quiet) = odds(&Policy::Quiet) else { return true };
        let all = [
            Policy::Random,
            Policy::Greedy,
            Policy::Best(None),
            Policy::Best(Some(sides[0])),
            Policy::Best(Some(sides[1])),
        ];
        let all: Vec<_> = all.iter().map(|policy| odds(policy).expect("a battle")).collect();
        for odds in &all {
            assert_eq!(whole(odds), Fraction::ONE);
        }
        differ += usize::from(all.iter().any(|odds| odds.ends != quiet.ends));
        seen += 1;
        seen < 40
    });
    assert!(differ > 5, "{differ} of {seen}");
}

/// Cities are defended if the policy says so; other spaces make no difference.
#[test]
fn the_system_names_policies() {
    let battle = battle("battle-for-moscow");
    assert_eq!(
        Policy::names(&battle),
        ["quiet", "random", "greedy", "best", "best:german", "best:soviet", "hold", "retreat"]
    );
    let wrong = Policy::read("retreats", &battle).expect_err("there is none");
    assert_eq!(wrong.help.as_deref(), Some("did you mean `retreat`?"));
    let (hold, retreat) =
        (Policy::read("hold", &battle).expect("a policy"), Policy::read("retreat", &battle).expect("a policy"));
    let (mut seen, mut cities) = (0, 0);
    battles("battle-for-moscow", "combat.target", 0, 600, |session, space| {
        let city = session.battle.content.map.tag("major-city").is_some_and(|cities| cities.has(space));
        let mut odds = |policy: &Policy| session.exact_odds(space, None, policy, CaseLimit::PATIENT).expect("odds");
        let (Some(held), Some(left)) = (odds(&hold), odds(&retreat)) else { return true };
        seen += 1;
        if held.ends == left.ends {
            return true;
        }
        assert!(city, "only cities are defended stubbornly");
        cities += 1;
        cities < 3
    });
    assert!(cities == 3, "{cities} of {seen} battles were for cities");
}
