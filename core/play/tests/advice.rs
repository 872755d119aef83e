//! Tests of advice: it can be taken, it is the same every time, and asking for it changes nothing.

use grognard_engine::catalogue::ENGLISH;
use grognard_engine::decision::Pending;
use grognard_engine::game::Status;
use grognard_engine::ids::SideId;
use grognard_engine::reader::Reader;
use grognard_engine::table::QuickPlayer;
use grognard_play::{
    Advice, AdviceText, AgentKind, Battle, BattleRequest, PlanBudget, Random, Seat, Session, SessionError,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A small budget, with so much time that the time never decides.
const BUDGET: PlanBudget = PlanBudget { trials: 60, time: Duration::from_secs(600), ..PlanBudget::VETERAN };

fn battle(scenario: &str) -> Battle {
    let roots = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")];
    let request = BattleRequest { roots, scenario: scenario.into(), ..BattleRequest::default() };
    Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)))
}

fn pending(session: &Session) -> Pending {
    session.game.table.pending().expect("a question").clone()
}

/// Asks for advice and waits for it.
fn ask(session: &mut Session) -> Advice {
    session.ask_advice(BUDGET).expect("advice can be asked for");
    while think(session).expect("rules that work").is_some() {
        std::thread::yield_now();
    }
    session.advice(pending(session).side).expect("advice")
}

fn think(session: &mut Session) -> Result<Option<f64>, SessionError> {
    session.think_of_advice(pending(session).side)
}

/// While sides decide in secret, each has an adviser of its own, whom the answers of the others do not disturb.
#[test]
fn each_side_that_decides_in_secret_is_advised() {
    let mut session = Session::new(battle("three-kingdoms"), 4, vec![Seat::Person; 3]).expect("a session");
    session.settle().expect("rules that work");
    let sides = session.game.table.secret_sides().expect("a secret choice").to_vec();
    for side in &sides {
        session.game.table.put_first(*side);
        session.ask_advice(BUDGET).expect("advice can be asked for");
        session.think_of_advice(*side).expect("rules that work");
    }
    session.game.table.put_first(sides[0]);
    for _ in 0..2 {
        let Some(pending) = session.game.table.pending_for(sides[0]).cloned() else { break };
        session.answer(sides[0], Random::new(1).answer(&pending.decision())).expect("an answer that was offered");
    }
    for side in &sides[1..] {
        while session.think_of_advice(*side).expect("rules that work").is_some() {
            std::thread::yield_now();
        }
        assert!(session.advice(*side).is_some_and(|advice| advice.side == *side), "{side:?}");
    }
    assert_eq!(session.advice(sides[0]), None, "this side has decided otherwise or further");
}

fn in_words(session: &Session, advice: &Advice) -> AdviceText {
    AdviceText::new(advice, &Reader::new(&session.game.table, Some(advice.side), &ENGLISH))
}

/// Plays on at random until a person must decide and `decisions` have been taken. Returns whether that happens.
fn play_on(session: &mut Session, numbers: &mut Random, decisions: u64) -> bool {
    while session.settle().expect("rules that work") != Status::Over {
        if session.game.table.decisions >= decisions {
            return true;
        }
        let pending = pending(session);
        let answer = numbers.answer(&pending.decision());
        session.answer(pending.side, answer).expect("an answer that was offered");
    }
    false
}

/// Asks for advice at several points of random games, and takes it.
fn can_be_taken(scenario: &str, moments: &[u64]) {
    let battle = battle(scenario);
    let (mut taken, mut tried, mut continued) = (0, 0, 0);
    for seed in [1, 2] {
        let mut session = Session::new(battle.clone(), seed, vec![Seat::Person, Seat::Person]).expect("a session");
        let mut numbers = Random::new(seed);
        for at in moments {
            if !play_on(&mut session, &mut numbers, *at) {
                break;
            }
            let asked = pending(&session);
            let hash = session.game.table.hash();
            let dice = session.game.table.dice_position();
            let journal = session.game.table.journal().to_vec();
            let advice = ask(&mut session);
            assert_eq!(advice.side, asked.side);
            assert!(asked.decision().accepts(&advice.line[0].answer), "{scenario} {seed} {at}: {advice:?}");
            assert_eq!((advice.line[0].question, &advice.line[0].about), (asked.question, &asked.context));
            assert!(advice.line.iter().all(|step| step.phase >= advice.line[0].phase), "{advice:?}");
            // Nothing has changed.
            assert_eq!((session.game.table.hash(), session.game.table.dice_position()), (hash, dice));
            assert_eq!(session.game.table.journal(), journal);
            // Asked again, it is the same, and so it is if it is made anew.
            assert_eq!(ask(&mut session), advice);
            if taken == 0 {
                session.drop_advice(pending(&session).side);
                assert_eq!(ask(&mut session), advice);
            }
            let words = in_words(&session, &advice);
            assert!(!words.answer.is_empty() && !words.rule.is_empty(), "{words:?}");
            assert!(words.parts.iter().all(|part| !part.steps.is_empty()), "{words:?}");
            tried += usize::from(words.reasons.len() > 1);
            session.answer(asked.side, advice.line[0].answer.clone()).expect("an answer that is allowed");
            taken += 1;
            if let Some(rest) = session.advice(asked.side) {
                assert_eq!(rest.line, advice.line[1..], "the advice goes on");
                continued += 1;
            }
        }
    }
    assert!(taken > moments.len() && tried > 0, "{scenario}: {taken} taken, {tried} tried, {continued} continued");
}

#[test]
fn advice_in_battle_for_moscow_can_be_taken() {
    can_be_taken("battle-for-moscow", &[0, 12, 20, 33, 60, 90]);
}

#[test]
fn advice_in_etoile_rouge_can_be_taken() {
    can_be_taken("moskva-1941", &[0]);
}

#[test]
fn advice_in_moscow_41_can_be_taken() {
    can_be_taken("moscow-41-smolensk", &[0, 10, 25, 45]);
}

#[test]
fn advice_in_stalingrad_can_be_taken() {
    can_be_taken("stalingrad-september", &[0, 10, 25, 45]);
}

#[test]
fn advice_in_d2b_can_be_taken() {
    can_be_taken("d2b-1941", &[0, 40]);
}

/// Opponents play the same game, whether or not a person asks for advice.
#[test]
fn advice_changes_nothing_for_opponents() {
    let battle = battle("battle-for-moscow");
    let play = |asks: bool| {
        let seats = vec![Seat::Person, Seat::Agent(AgentKind::Plan(BUDGET))];
        let mut session = Session::new(battle.clone(), 7, seats).expect("a session");
        let mut numbers = Random::new(7);
        while session.game.table.decisions < 60 && session.advance().expect("rules that work") != Status::Over {
            let pending = pending(&session);
            if asks && session.game.table.decisions.is_multiple_of(5) {
                ask(&mut session);
            }
            let answer = numbers.answer(&pending.decision());
            session.answer(pending.side, answer).expect("an answer that was offered");
        }
        (session.game.table.journal().to_vec(), session.header(), session.game.table.dice_position())
    };
    let ([journal, other], [header, same], [dice, position]) = {
        let (one, two) = (play(false), play(true));
        ([one.0, two.0], [one.1, two.1], [one.2, two.2])
    };
    assert!(journal.len() > 60);
    assert_eq!(journal, other);
    assert_eq!((serde_json::to_string(&header).ok(), dice), (serde_json::to_string(&same).ok(), position));
}

#[test]
fn advice_is_dropped_when_the_game_changes() {
    let mut session = Session::new(battle("battle-for-moscow"), 1, vec![Seat::Person; 2]).expect("a session");
    assert!(play_on(&mut session, &mut Random::new(1), 12));
    let asked = pending(&session);
    let long = PlanBudget { trials: 1_000_000, ..PlanBudget::GENERAL };
    session.ask_advice(long).expect("advice can be asked for");
    assert!(think(&mut session).expect("rules that work").is_some(), "it takes a while");
    session.answer(asked.side, Random::new(3).answer(&asked.decision())).expect("an answer that was offered");
    assert_eq!(think(&mut session).expect("rules that work"), None);
    assert_eq!(session.advice(pending(&session).side), None);
    // Advice that is ready counts again after a decision is taken back.
    session.undo(asked.side).expect("nothing was rolled");
    let advice = ask(&mut session);
    let other = (0..).map(|seed| Random::new(seed).answer(&asked.decision()));
    let other = other.take(50).find(|answer| *answer != advice.line[0].answer).expect("another answer");
    session.answer(asked.side, other).expect("an answer that was offered");
    assert_eq!(session.advice(pending(&session).side), None);
    session.undo(asked.side).expect("nothing was rolled");
    assert_eq!(session.advice(pending(&session).side), Some(advice));
}

#[test]
fn a_hurried_adviser_answers_soon() {
    let mut session = Session::new(battle("battle-for-moscow"), 1, vec![Seat::Person; 2]).expect("a session");
    assert!(play_on(&mut session, &mut Random::new(1), 12));
    session.ask_advice(PlanBudget { trials: 100_000_000, ..PlanBudget::GENERAL }).expect("advice can be asked for");
    assert!(think(&mut session).expect("rules that work").is_some());
    session.hurry_advice(pending(&session).side);
    while think(&mut session).expect("rules that work").is_some() {
        std::thread::yield_now();
    }
    let answer = session.advice(pending(&session).side).expect("advice").line[0].answer.clone();
    assert!(pending(&session).decision().accepts(&answer));
}

#[test]
fn advice_is_refused_without_an_evaluation_and_for_agents() {
    let reason = |session: &mut Session| match session.ask_advice(BUDGET) {
        Err(SessionError::Refused(refusal)) => refusal.reason,
        other => panic!("{other:?}"),
    };
    let mut without = battle("battle-for-moscow");
    Arc::make_mut(&mut without.system).hooks.evaluate = None;
    let mut session = Session::new(without, 1, vec![Seat::Person; 2]).expect("a session");
    assert_eq!(reason(&mut session), "no decision is pending");
    session.settle().expect("rules that work");
    assert_eq!(reason(&mut session), "this system declares no evaluation, so there is no advice");
    let seats = vec![Seat::Agent(AgentKind::Random); 2];
    let mut session = Session::new(battle("battle-for-moscow"), 1, seats).expect("a session");
    session.settle().expect("rules that work");
    assert_eq!(reason(&mut session), "that side is not played by a person");
    assert!(session.seat(SideId(0), Seat::Person).is_ok());
}
