//! The guide of a battle, followed without the page.

use grognard_engine::decision::{Answer, Choice};
use grognard_engine::game::Status;
use grognard_engine::ids::Id;
use grognard_play::{Battle, BattleRequest, GuideFollower, Seat, Session};
use std::path::Path;

fn first_battle() -> Session {
    let roots = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")];
    let request =
        BattleRequest { roots, scenario: "battle-for-moscow-first-battle".into(), ..BattleRequest::default() };
    let battle =
        Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)));
    Session::new(battle, 8, vec![Seat::Person, Seat::parse("recruit").expect("an agent")]).expect("a session")
}

/// Plays up to the movement of the first turn and moves the unit with this name. Returns all hints.
fn hints_after_moving(mover: &str) -> Vec<String> {
    let mut session = first_battle();
    let guide = session.battle.system.guide.clone().expect("a guided battle").file;
    let (mut follower, mut hints) = (GuideFollower::default(), Vec::new());
    for _ in 0..60 {
        if session.settle().expect("rules that work") == Status::Over {
            break;
        }
        let table = &session.game.table;
        let said = follower.follow(&guide, table);
        assert!(said.hint.is_none() || said.steps.is_empty());
        hints.extend(said.hint.map(str::to_owned));
        if table.state.cursor().turn > 1 {
            break;
        }
        let pending = table.pending().expect("a question").clone();
        let key = table.questions[pending.question.index()].key.to_string();
        let unit = table.content.unit_names.find(mover).expect("a unit");
        let decision = pending.decision();
        let wanted =
            Some(Answer::One(Choice::Unit(unit))).filter(|one| key == "movement.unit" && decision.accepts(one));
        let answer = match wanted {
            Some(answer) => answer,
            None if decision.stop => Answer::Stop,
            None => decision.single_answer(0).expect("an option"),
        };
        session.answer(pending.side, answer).expect("an answer that was offered");
    }
    hints
}

#[test]
fn a_hint_is_given_once_if_the_player_decides_something_else() {
    let strayed = hints_after_moving("VII");
    assert_eq!(strayed, ["You chose another corps. Move it, and then XL Panzer Corps."]);
}
