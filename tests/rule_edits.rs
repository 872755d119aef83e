//! A rule edited in the middle of a phase: finished battles are kept, and the next battle uses the new rule.

use grognard_engine::decision::{Answer, Choice};
use grognard_engine::table::QuickPlayer;
use grognard_play::{AgentKind, Battle, BattleRequest, Random, Seat, Session};
use std::fs;
use std::path::Path;

/// A copy of the game in a temporary folder, whose files can be edited.
struct EditedCopy(tempfile::TempDir);

impl EditedCopy {
    fn new() -> EditedCopy {
        let copy = EditedCopy(tempfile::tempdir().expect("a folder"));
        for shelf in ["scripts", "scenarios"] {
            grognard_testing::copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(shelf), &copy.0.path().join(shelf));
        }
        copy
    }

    fn session(&self, scenario: &str, seed: u64) -> Session {
        let request = BattleRequest {
            roots: vec![self.0.path().to_owned()],
            scenario: scenario.into(),
            ..BattleRequest::default()
        };
        let battle =
            Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
        let mut session =
            Session::new(battle, seed, vec![Seat::Person, Seat::Agent(AgentKind::Random)]).expect("a session");
        session.advance().expect("the rules run");
        session
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.0.path().join(file);
        let text = fs::read_to_string(&path).expect("the script");
        assert!(text.contains(from), "{file} says {from}");
        fs::write(&path, text.replace(from, to)).expect("the script");
    }

    /// Puts the same result into every cell of the combat results table.
    fn results(&self, code: &str) {
        let path = self.0.path().join("scripts/battle-for-moscow/charts/crt.toml");
        let text = fs::read_to_string(&path).expect("the chart");
        let head = text.split("cells =").next().expect("the head").to_owned();
        let row = format!("    [{}],\n", [format!("\"{code}\"").as_str(); 6].join(", "));
        fs::write(&path, format!("{head}cells = [\n{}]\n", row.repeat(6))).expect("the chart");
    }
}

fn asked(session: &Session) -> Option<&str> {
    let table = &session.game.table;
    table.pending().map(|pending| &*table.questions[usize::from(pending.question.0)].key)
}

/// The Germans take the prepared set-up, declare as many battles as possible and fight one of them.
fn first_battle(session: &mut Session) {
    let mut shuffle_key = Random::new(7);
    loop {
        let pending = session.game.table.pending().expect("the German is asked");
        let decision = pending.decision();
        let declared = log(session).iter().any(|line| line.contains(", die "));
        if declared && asked(session) == Some("combat.next") {
            return;
        }
        let answer = match asked(session) {
            Some("setup.how") => Answer::One(Choice::Label("prepared".into())),
            Some("combat.target") => Answer::One(decision.options.iter().next().expect("a target")),
            Some("combat.attackers") => Answer::Several(decision.options.iter().take(1).collect()),
            _ => shuffle_key.answer(&decision),
        };
        let side = pending.side;
        session.answer(side, answer).expect("it was offered");
    }
}

fn log(session: &Session) -> Vec<String> {
    session.view(None).log.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn a_battle_that_was_fought_stands_and_the_next_is_fought_under_the_new_chart() {
    for seed in 1..=8 {
        let copy = EditedCopy::new();
        let mut session = copy.session("battle-for-moscow", seed);
        first_battle(&mut session);
        let (before, state, decisions) = (log(&session), session.game.table.hash(), session.game.table.decisions);
        copy.results("DE");
        assert!(session.reload().expect("the chart is right").is_none(), "every answer still fits");
        assert_eq!(
            (log(&session), session.game.table.hash(), session.game.table.decisions),
            (before.clone(), state, decisions)
        );

        let pending = session.game.table.pending().expect("a battle is chosen").decision();
        let target = pending.options.iter().next().expect("a battle");
        session.answer(pending.side, Answer::One(target.clone())).expect("it was offered");
        let later = &log(&session)[before.len()..];
        let said = later.first().expect("the battle was fought");
        assert!(said.ends_with(": DE") || said.contains("below 1:1"), "seed {seed}: {said}");
    }
}

/// Plays until the next German impulse. In their impulses the Germans activate Hoepner and do nothing else.
fn play_an_impulse(session: &mut Session) {
    let mut shuffle_key = Random::new(7);
    loop {
        let pending = session.game.table.pending().expect("the German is asked");
        let decision = pending.decision();
        let word = |word: &str| Answer::One(Choice::Label(word.into()));
        let hoepner = decision.options.iter().find(|choice| name(session, choice) == Some("Hoepner"));
        let answer = match (asked(session), hoepner) {
            (Some("setup.how"), _) => word("prepared"),
            (Some("impulse.kind"), _) => word("tactical"),
            (Some("activation.hq"), Some(hoepner)) => Answer::One(hoepner),
            _ if decision.accepts(&Answer::Stop) => Answer::Stop,
            _ => shuffle_key.answer(&decision),
        };
        session.answer(pending.side, answer).expect("it was offered");
        session.advance().expect("the rules run");
        if asked(session) == Some("impulse.kind") && !road(session).is_empty() {
            return;
        }
    }
}

fn name<'a>(session: &'a Session, choice: &Choice) -> Option<&'a str> {
    match choice {
        Choice::Unit(unit) => Some(&session.game.table.content.units[usize::from(unit.0)].name),
        _ => None,
    }
}

/// The log lines about Hoepner on the road.
fn road(session: &Session) -> Vec<String> {
    log(session).into_iter().filter(|line| line.contains("Hoepner") && line.contains("advances")).collect()
}

#[test]
fn the_leningrad_road_is_gone_along_by_the_new_rule_at_the_next_activation() {
    let copy = EditedCopy::new();
    let mut session = copy.session("moscow-41", 1);
    play_an_impulse(&mut session);
    let before = road(&session);
    assert!(before.len() == 1 && before[0].ends_with("advances 0 boxes"), "he has no block with him: {before:?}");
    copy.edit("scripts/moscow-41/leningrad_road.luau", "math.min(hits, blocks)", "3");
    assert!(session.reload().expect("the rule is right").is_none(), "every answer still fits");
    assert_eq!(road(&session), before, "what was done stands");
    play_an_impulse(&mut session);
    let after = road(&session);
    assert!(after.len() == 2 && after[1].ends_with("advances 3 boxes"), "{after:?}");
}
