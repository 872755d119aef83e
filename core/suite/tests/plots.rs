//! Three sides write orders at the same time, each by itself.

use grognard_engine::decision::{Answer, Choice};
use grognard_engine::game::{AnswerError, Game, Status};
use grognard_engine::ids::SideId;
use grognard_engine::journal::Entry;
use grognard_engine::table::Service;
use grognard_engine::view::View;
use grognard_play::{Battle, BattleRequest, CancelToken};
use grognard_script::{Host, Pause};
use grognard_suite::conformance::{self, TestEffort};
use std::path::{Path, PathBuf};

const RED: SideId = SideId(0);
const GREEN: SideId = SideId(1);
const BLUE: SideId = SideId(2);

fn battle() -> Battle {
    let roots: Vec<PathBuf> = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plots")];
    let request = BattleRequest { roots, scenario: "plot-match".into(), ..BattleRequest::default() };
    Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)))
}

struct Play {
    host: Host,
    game: Game<Pause>,
}

impl Play {
    fn begin() -> Play {
        let battle = battle();
        let mut host = battle.host().expect("scripts that load");
        let mut game = Game::new(battle.content.clone(), grognard_engine::Rules::questions(&host), 1, Service::FULL);
        assert_eq!(game.advance(&mut host).expect("rules that work"), Status::Waiting);
        Play { host, game }
    }

    fn say(&mut self, side: SideId, answer: Answer) {
        let said = self.game.answer(&mut self.host, side, answer);
        assert!(said.is_ok(), "{said:?}");
    }

    /// Lets a side write that nothing moves and that its first ship keeps watch.
    fn write_nothing(&mut self, side: SideId) {
        self.say(side, Answer::Stop);
        let options = &self.game.table.pending_for(side).expect("a question").options;
        let watch = Answer::Several(vec![options[0].clone()]);
        self.say(side, watch);
    }

    fn asked(&self) -> Vec<SideId> {
        self.game.table.all_pending().iter().map(|pending| pending.side).collect()
    }

    fn view(&self, side: SideId) -> View {
        View::new(&self.game.table, Some(side))
    }
}

#[test]
fn games_of_secret_orders_keep_all_invariants() {
    let effort = TestEffort { games: 60, thorough: 6, seldom: 10, most_decisions: 200, seed: 1 };
    let looked =
        conformance::run(&battle(), effort, 1, &CancelToken::new(), |_| ()).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(looked.compared > 1000, "{looked:?}");
}

#[test]
fn all_sides_are_asked_at_once_and_answer_in_any_order() {
    let mut play = Play::begin();
    assert_eq!(play.asked(), [RED, GREEN, BLUE]);
    play.write_nothing(BLUE);
    play.write_nothing(RED);
    assert_eq!(play.asked(), [GREEN]);
    play.write_nothing(GREEN);
    assert_eq!(play.game.table.state.cursor().turn, 2);
    let decided: Vec<SideId> = play.game.table.journal().iter().filter_map(Entry::decider).collect();
    assert_eq!(decided, [BLUE, BLUE, RED, RED, GREEN, GREEN]);
}

#[test]
fn no_view_tells_who_has_decided() {
    let mut play = Play::begin();
    let before = [RED, GREEN, BLUE].map(|side| play.view(side));
    play.write_nothing(RED);
    assert_eq!([GREEN, BLUE].map(|side| play.view(side)), [before[1].clone(), before[2].clone()]);
    assert_eq!(play.view(RED).waiting_for, ["green", "blue"]);
    play.write_nothing(GREEN);
    assert_eq!(play.view(RED).waiting_for, ["green", "blue"], "nobody learns that Green has decided");
    assert_eq!(play.view(BLUE), before[2]);
}

#[test]
fn undo_of_a_secret_answer_keeps_those_of_others() {
    let mut play = Play::begin();
    play.write_nothing(RED);
    play.say(GREEN, Answer::Stop);
    play.game.undo(&mut play.host, RED).expect("an undo");
    assert_eq!(play.asked(), [RED, GREEN, BLUE]);
    let decided: Vec<SideId> = play.game.table.journal().iter().filter_map(Entry::decider).collect();
    assert_eq!(decided, [RED, GREEN]);
}

#[test]
fn after_the_disclosure_all_sides_decide_again() {
    let mut play = Play::begin();
    [RED, GREEN, BLUE].into_iter().for_each(|side| play.write_nothing(side));
    assert!(play.game.has_come_out(RED, &[GREEN]), "Red has seen the answers of the others");
    play.game.undo(&mut play.host, RED).expect("an undo");
    assert_eq!(play.asked(), [RED, GREEN, BLUE]);
    assert_eq!(play.game.table.journal().iter().filter_map(Entry::decider).count(), 0);
}

#[test]
fn a_side_may_not_answer_for_another() {
    let mut play = Play::begin();
    play.write_nothing(RED);
    let ship = play.game.table.pending_for(GREEN).expect("a question").options[0].clone();
    assert!(matches!(ship, Choice::Unit(_)));
    let refused = play.game.answer(&mut play.host, RED, Answer::One(ship));
    assert!(matches!(refused, Err(AnswerError::Refused(_))), "{refused:?}");
}
