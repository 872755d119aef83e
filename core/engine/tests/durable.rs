//! Durable procedures, with rules written in Rust: a suspended procedure is simply rerun.

use grognard_engine::content::Content;
use grognard_engine::decision::{Answer, Choice, Decision, Form, Options, Question};
use grognard_engine::game::{AnswerError, Game, Progress, Rules, Status};
use grognard_engine::ids::{QuestionId, SideId, UnitId, UnitTypeId};
use grognard_engine::journal::{Entry, SavedEntry};
use grognard_engine::log::Event;
use grognard_engine::sequence::{Phase, PlayerTurn, Sequence};
use grognard_engine::state::{Ending, VariableOwner};
use grognard_engine::table::{RuleFault, Service, Table};
use grognard_engine::unit::Unit;
use grognard_engine::variable::Variable;
use std::sync::Arc;

/// A bidding game of three turns: north picks a number up to `most`, south answers with another, and a die is added to
/// the score.
struct Bidding {
    most: i32,
}

const NORTH: SideId = SideId(0);
const SOUTH: SideId = SideId(1);

/// Why a procedure stopped early.
enum Stop {
    Waiting,
    Fault(RuleFault),
}

impl Bidding {
    fn bid(&self, table: &mut Table, side: SideId, last: i32) -> Result<i32, Stop> {
        let options = Options::Numbers(1, last);
        let decision = Decision { side, question: QuestionId(side.0), form: Form::One, options, stop: false };
        match table.choose(&decision, &[Choice::Number(last)]) {
            Ok(Some(Answer::One(Choice::Number(number)))) => Ok(number),
            Ok(_) => Err(Stop::Waiting),
            Err(fault) => Err(Stop::Fault(fault)),
        }
    }

    fn turn(&self, table: &mut Table) -> Result<(), Stop> {
        let first = self.bid(table, NORTH, self.most)?;
        let second = self.bid(table, SOUTH, self.most)?;
        let die = table.roll(1, 6, "2.0 luck")[0] as i32;
        add_to_score(table, first - second + die);
        let third = self.bid(table, SOUTH, 2)?;
        add_to_score(table, third);
        if table.state.cursor().turn == 3 {
            let winner = if score(table) > 12 { NORTH } else { SOUTH };
            table.state.end(Ending::plain(Some(winner), "three turns"));
        }
        Ok(())
    }
}

impl Rules for Bidding {
    type Pause = ();
    type Error = RuleFault;

    fn questions(&self) -> Arc<[Question]> {
        let question = |key: &str| Question {
            key: key.into(),
            rule: "1.0".into(),
            prompt: "How much, up to {1}?".into(),
            ..Question::default()
        };
        [question("north"), question("south")].into()
    }

    fn run(&mut self, _: &str, table: &mut Table) -> Result<Progress<()>, RuleFault> {
        match self.turn(table) {
            Ok(()) => Ok(Progress::Done),
            Err(Stop::Waiting) => Ok(Progress::Waiting(())),
            Err(Stop::Fault(fault)) => Err(fault),
        }
    }

    runs_again!();
}

fn score(table: &Table) -> i32 {
    table.state.values(VariableOwner::Game, &table.content.variables[0])[0]
}

fn add_to_score(table: &mut Table, points: i32) {
    let score = score(table) + points;
    table.state.set_values(VariableOwner::Game, &table.content.variables[0], &[score]);
}

fn content() -> Arc<Content> {
    let phase = Phase { name: "bidding".into(), run: "turn".into(), ..Phase::default() };
    let turn = PlayerTurn { name: "turn".into(), phases: vec![phase], repeat_while: None };
    Arc::new(Content {
        sides: ["north", "south"].map(String::from).into_iter().collect(),
        variables: [Variable::number("score", 0)].into_iter().collect(),
        sequence: Sequence { turns: 3, setup: vec![], turn: vec![turn] },
        ..Content::default()
    })
}

fn start(rules: &mut Bidding, seed: u64) -> Game<()> {
    let mut game = Game::new(content(), rules.questions(), seed, Service::FULL);
    assert_eq!(game.advance(rules).unwrap(), Status::Waiting);
    game
}

fn number(n: i32) -> Answer {
    Answer::One(Choice::Number(n))
}

fn play(rules: &mut Bidding, game: &mut Game<()>, answers: &[i32]) -> Status {
    let mut status = Status::Waiting;
    for &answer in answers {
        let side = game.table.pending().unwrap().side;
        status = game.answer(rules, side, number(answer)).unwrap();
    }
    status
}

#[test]
fn a_game_is_played_to_its_end() {
    let rules = &mut Bidding { most: 5 };
    let mut game = start(rules, 1);
    assert_eq!(play(rules, &mut game, &[5, 1, 2, 4, 2, 1, 3, 3, 1]), Status::Over);
    assert_eq!(game.table.state.ending().unwrap().reason, "three turns");
    assert_eq!(game.table.decisions, 9);
}

#[test]
fn whoever_is_not_asked_and_whatever_is_not_offered_is_refused() {
    let rules = &mut Bidding { most: 5 };
    let mut game = start(rules, 1);
    let before = game.table.hash();
    let refused = |result: Result<Status, AnswerError<RuleFault>>| match result {
        Err(AnswerError::Refused(refusal)) => refusal.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(game.answer(rules, SOUTH, number(1))), "the question is for north, not for south");
    assert_eq!(refused(game.answer(rules, NORTH, number(6))), "1.0: `6` is not offered");
    assert_eq!(refused(game.answer(rules, NORTH, Answer::Stop)), "1.0: `stop` is not offered");
    assert_eq!((game.table.hash(), game.table.journal().len()), (before, 0));
}

#[test]
fn undo_goes_back_to_the_last_roll_and_redo_forward_again() {
    let rules = &mut Bidding { most: 5 };
    let mut game = start(rules, 1);
    play(rules, &mut game, &[4]);
    game.undo(rules, NORTH).unwrap();
    assert_eq!(game.table.pending().unwrap().side, NORTH);
    game.redo(rules).unwrap();
    assert_eq!(game.table.pending().unwrap().side, SOUTH);
    play(rules, &mut game, &[2]);
    let rolled = game.undo(rules, SOUTH);
    assert!(
        matches!(rolled, Err(AnswerError::Refused(refusal)) if refusal.reason == "dice have been rolled since (2.0 \
            luck)")
    );
}

#[test]
fn a_journal_read_from_a_file_leads_to_the_same_place() {
    let rules = &mut Bidding { most: 5 };
    let mut game = start(rules, 7);
    play(rules, &mut game, &[3, 3, 1, 5]);
    let text: Vec<String> =
        game.table.journal().iter().map(|entry| serde_json::to_string(&entry.save(&content())).unwrap()).collect();
    let entries = text.iter().map(|line| {
        let saved: SavedEntry = serde_json::from_str(line).unwrap();
        Entry::load(&saved, &content()).unwrap()
    });
    let mut loaded = Game::new(content(), rules.questions(), 7, Service::FULL).resume(entries.collect()).ok().unwrap();
    loaded.table.check = true;
    loaded.advance(rules).unwrap();
    assert_eq!(loaded.table.take_misfit(), None);
    assert_eq!((loaded.table.hash(), loaded.table.journal()), (game.table.hash(), game.table.journal()));
    let rest = [2, 1, 4, 4, 1];
    assert_eq!(play(rules, &mut game, &rest), play(rules, &mut loaded, &rest));
    assert_eq!(game.table.hash(), loaded.table.hash(), "the dice continue from their position");
}

#[test]
fn other_rules_take_over_and_tell_what_no_longer_fits() {
    let rules = &mut Bidding { most: 5 };
    let mut game = start(rules, 1);
    play(rules, &mut game, &[5]);
    let mut stricter = Bidding { most: 4 };
    game.reload(&mut stricter, content()).ok().unwrap();
    let misfit = game.table.take_misfit().unwrap();
    assert_eq!(misfit.refusal.to_string(), "1.0: `5` is no longer offered in answer to `north`");
    assert_eq!(game.table.pending().unwrap().side, NORTH);
    play(&mut stricter, &mut game, &[4]);
    let mut saved: Vec<Entry> = game.table.journal().to_vec();
    saved.truncate(2);
    let mut loaded = Game::new(content(), stricter.questions(), 1, Service::FULL).resume(saved).ok().unwrap();
    loaded.advance(&mut stricter).unwrap();
    assert_eq!(loaded.table.hash(), game.table.hash(), "a save continues from the change of rules");
}

#[test]
fn what_no_longer_fits_is_back_with_the_old_rules_until_somebody_decides() {
    let (rules, stricter) = (&mut Bidding { most: 5 }, &mut Bidding { most: 4 });
    let mut game = start(rules, 1);
    play(rules, &mut game, &[5, 3]);
    let answers = |game: &Game<_>| -> Vec<Answer> {
        let answer = |entry: &Entry| match entry {
            Entry::Answer { answer, forced: false, .. } => Some(answer.clone()),
            _ => None,
        };
        game.table.journal().iter().filter_map(answer).collect()
    };
    let before = (game.table.hash(), answers(&game));
    for _ in 0..2 {
        game.reload(stricter, content()).ok().unwrap();
        assert_eq!(game.table.take_misfit().map(|misfit| (misfit.decision, misfit.turn)), Some((1, 1)));
        assert!(answers(&game).is_empty());
        game.reload(rules, content()).ok().unwrap();
        assert_eq!(game.table.take_misfit(), None);
        assert_eq!((game.table.hash(), answers(&game)), before);
    }
    game.reload(stricter, content()).ok().unwrap();
    play(stricter, &mut game, &[4]);
    game.reload(rules, content()).ok().unwrap();
    assert_eq!(answers(&game), [Answer::One(Choice::Number(4))]);
}

#[test]
fn a_game_played_again_under_other_rules_has_their_states() {
    let rules = &mut Bidding { most: 5 };
    let mut game = start(rules, 1);
    play(rules, &mut game, &[2, 1]);
    let mut entries = game.table.journal().to_vec();
    if let Some(Entry::Answer { state, .. }) = entries.first_mut() {
        state.0[0] ^= 1;
    }
    let play_again = |entries: Vec<Entry>, check: bool| {
        let rules = &mut Bidding { most: 5 };
        let mut again = Game::new(content(), rules.questions(), 1, Service::FULL).resume(entries).ok().unwrap();
        again.table.check = check;
        again.advance(rules).unwrap();
        again
    };
    assert!(
        play_again(entries.clone(), true).table.take_misfit().is_some(),
        "the state is another than the one recorded"
    );
    let mut again = play_again(entries, false);
    assert_eq!(again.table.journal(), game.table.journal());
    again.table.note_migration("old", "new");
    let mut once_more = play_again(again.table.journal().to_vec(), true);
    assert_eq!(once_more.table.take_misfit(), None);
    play(rules, &mut once_more, &[2]);
    let has_note = |entry: &Entry| matches!(entry, Entry::Migrated { .. });
    assert_eq!(once_more.table.journal().iter().filter(|entry| has_note(entry)).count(), 1);
}

#[test]
fn a_fork_goes_its_own_way() {
    let rules = &mut Bidding { most: 5 };
    let mut game = start(rules, 1);
    play(rules, &mut game, &[5]);
    let mut fork = game.fork(99, Service::FULL);
    fork.advance(rules).unwrap();
    assert_eq!(fork.table.hash(), game.table.hash());
    play(rules, &mut fork, &[1, 1]);
    assert_ne!(fork.table.hash(), game.table.hash());
    assert_eq!(game.table.pending().unwrap().side, SOUTH);
}

/// North may look at one of south's hidden units, and is asked again.
struct Scouting;

impl Scouting {
    fn phase(table: &mut Table) -> Result<(), Stop> {
        let bidding = Bidding { most: 2 };
        bidding.bid(table, NORTH, 2)?;
        table.reveal(UnitId(0), NORTH);
        bidding.bid(table, NORTH, 2).map(drop)
    }
}

impl Rules for Scouting {
    type Pause = ();
    type Error = RuleFault;

    fn questions(&self) -> Arc<[Question]> {
        Bidding { most: 2 }.questions()
    }

    fn run(&mut self, _: &str, table: &mut Table) -> Result<Progress<()>, RuleFault> {
        match Scouting::phase(table) {
            Ok(()) => Ok(Progress::Done),
            Err(Stop::Waiting) => Ok(Progress::Waiting(())),
            Err(Stop::Fault(fault)) => Err(fault),
        }
    }

    runs_again!();
}

#[test]
fn undo_stops_at_a_secret_that_was_revealed() {
    let unit = Unit {
        name: "Decoy".into(),
        side: SOUTH,
        kind: UnitTypeId(0),
        formation: None,
        steps: 1,
        tags: vec![],
        values: vec![],
    };
    let hidden = Content {
        unit_names: ["Decoy".to_owned()].into_iter().collect(),
        unit_types: ["block".to_owned()].into_iter().collect(),
        units: vec![unit],
        ..(*content()).clone()
    };
    let mut game: Game<()> = Game::new(Arc::new(hidden), Scouting.questions(), 1, Service::FULL);
    game.table.state.set_hidden(UnitId(0), NORTH, true);
    game.advance(&mut Scouting).unwrap();
    game.answer(&mut Scouting, NORTH, number(1)).unwrap();
    let undone = game.undo(&mut Scouting, NORTH);
    assert!(matches!(undone, Err(AnswerError::Refused(refusal)) if refusal.reason == "Decoy has been revealed since"));
    assert!(matches!(game.table.journal(), [Entry::Answer { .. }, Entry::Reveal { unit: UnitId(0), to: NORTH }]));
}

/// North picks a number, learns how many units south hides, and is asked again.
struct Counting {
    hidden: i32,
}

impl Counting {
    fn phase(&self, table: &mut Table) -> Result<(), Stop> {
        let bidding = Bidding { most: 2 };
        bidding.bid(table, NORTH, 2)?;
        let (rule, text, about) =
            ("1.0".to_owned(), "{1} units are hidden".to_owned(), vec![Choice::Number(self.hidden)]);
        table.tell(NORTH, Event { rule, text, fillings: about, ..Event::default() });
        bidding.bid(table, NORTH, 2).map(drop)
    }
}

impl Rules for Counting {
    type Pause = ();
    type Error = RuleFault;

    fn questions(&self) -> Arc<[Question]> {
        Bidding { most: 2 }.questions()
    }

    fn run(&mut self, _: &str, table: &mut Table) -> Result<Progress<()>, RuleFault> {
        match self.phase(table) {
            Ok(()) => Ok(Progress::Done),
            Err(Stop::Waiting) => Ok(Progress::Waiting(())),
            Err(Stop::Fault(fault)) => Err(fault),
        }
    }

    runs_again!();
}

#[test]
fn undo_stops_at_a_fact_that_was_told() {
    let rules = &mut Counting { hidden: 3 };
    let mut game: Game<()> = Game::new(content(), rules.questions(), 1, Service::FULL);
    game.advance(rules).unwrap();
    game.answer(rules, NORTH, number(1)).unwrap();
    assert_eq!(game.table.events()[0].describe(&game.table.content), "3 units are hidden");
    let undone = game.undo(rules, NORTH);
    assert!(matches!(undone, Err(AnswerError::Refused(refusal))
            if refusal.reason == "the north side has received secret information since"));
}

#[test]
fn a_game_in_which_something_else_is_told_does_not_fit_what_was_recorded() {
    let mut game: Game<()> = Game::new(content(), Counting { hidden: 3 }.questions(), 1, Service::FULL);
    game.advance(&mut Counting { hidden: 3 }).unwrap();
    game.answer(&mut Counting { hidden: 3 }, NORTH, number(1)).unwrap();
    let content = content();
    let saved: Vec<_> = game.table.journal().iter().map(|entry| entry.save(&content)).collect();
    let entries = || saved.iter().map(|entry| Entry::load(entry, &content).unwrap()).collect::<Vec<_>>();
    let misfit = |hidden: i32| {
        let rules = &mut Counting { hidden };
        let mut again: Game<()> =
            Game::new(content.clone(), rules.questions(), 1, Service::FULL).resume(entries()).unwrap();
        again.table.check = true;
        again.advance(rules).unwrap();
        again.table.take_misfit().map(|misfit| misfit.refusal.reason)
    };
    assert_eq!(misfit(3), None);
    assert_eq!(
        misfit(4).as_deref(),
        Some("north receives secret information now, but did not when the game was recorded")
    );
}

#[test]
fn the_content_of_another_battle_is_refused() {
    let rules = &mut Bidding { most: 5 };
    let mut game = start(rules, 1);
    let other = Arc::new(Content {
        variables: ["score", "more"].map(|name| Variable::number(name, 0)).into_iter().collect(),
        ..(*content()).clone()
    });
    assert!(matches!(game.reload(rules, other), Err(AnswerError::Refused(_))));
    assert_eq!(play(rules, &mut game, &[1]), Status::Waiting);
}

/// Adds one to the score, asks nobody, and fails on the second turn unless the rule has been fixed.
struct Failing {
    broken: bool,
}

impl Rules for Failing {
    type Pause = ();
    type Error = &'static str;

    fn questions(&self) -> Arc<[Question]> {
        Bidding { most: 2 }.questions()
    }

    fn run(&mut self, _: &str, table: &mut Table) -> Result<Progress<()>, &'static str> {
        table.roll(1, 6, "2.0 luck");
        add_to_score(table, 1);
        match self.broken && table.state.cursor().turn == 2 {
            true => Err("a mistake in the rules"),
            false => Ok(Progress::Done),
        }
    }

    fn resume(&mut self, (): (), _: &mut Table) -> Result<Progress<()>, &'static str> {
        Err("nobody is asked")
    }

    fn holds(&mut self, _: &str, _: &mut Table) -> Result<bool, &'static str> {
        Ok(true)
    }

    fn blame(&self, _: &str, _: String) -> &'static str {
        "does not end"
    }
}

#[test]
fn rules_that_fail_leave_the_table_as_it_was_at_the_start_of_the_phase() {
    for service in [Service::BARE, Service::FULL] {
        let rules = &mut Failing { broken: false };
        let mut sound = Game::new(content(), rules.questions(), 1, service);
        assert_eq!(sound.advance(rules), Ok(Status::Over));
        let rules = &mut Failing { broken: true };
        let mut game = Game::new(content(), rules.questions(), 1, service);
        for _ in 0..2 {
            assert_eq!(game.advance(rules), Err("a mistake in the rules"));
            assert_eq!((game.table.state.cursor().turn, score(&game.table)), (2, 1), "{service:?}");
        }
        rules.broken = false;
        assert_eq!(game.advance(rules), Ok(Status::Over));
        assert_eq!(
            game.table.hash(),
            sound.table.hash(),
            "the dice were put back too, and the mended rules go on from there"
        );
    }
}

/// The bidding, which fails as soon as south is asked.
struct BrokenBidding;

impl Rules for BrokenBidding {
    type Pause = ();
    type Error = RuleFault;

    fn questions(&self) -> Arc<[Question]> {
        Bidding { most: 2 }.questions()
    }

    fn run(&mut self, _: &str, table: &mut Table) -> Result<Progress<()>, RuleFault> {
        match (Bidding { most: 5 }).bid(table, NORTH, 5) {
            Err(Stop::Waiting) => Ok(Progress::Waiting(())),
            _ => Err(RuleFault::DeadEnd("south".into())),
        }
    }

    runs_again!();
}

#[test]
fn new_rules_that_fail_leave_no_trace() {
    let rules = &mut Bidding { most: 5 };
    let mut game = start(rules, 1);
    play(rules, &mut game, &[3, 2]);
    game.undo(rules, SOUTH).unwrap_err();
    let (hash, journal) = (game.table.hash(), game.table.journal().to_vec());
    let result = game.reload(&mut BrokenBidding, content());
    assert!(matches!(result, Err(AnswerError::Fault(RuleFault::DeadEnd(_)))));
    assert_eq!(game.advance(rules).unwrap(), Status::Waiting, "the old rules continue");
    assert_eq!((game.table.hash(), game.table.journal()), (hash, &journal[..]));
    assert!(game.table.take_misfit().is_none());
}

#[test]
fn the_phase_in_progress_must_still_be_there() {
    let rules = &mut Bidding { most: 5 };
    let mut game = start(rules, 1);
    let with = |phases: &[&str]| {
        let phase = |name: &&str| Phase { name: (*name).into(), run: "turn".into(), ..Phase::default() };
        let turn = PlayerTurn { name: "turn".into(), phases: phases.iter().map(phase).collect(), repeat_while: None };
        Arc::new(Content { sequence: Sequence { turns: 3, setup: vec![], turn: vec![turn] }, ..(*content()).clone() })
    };
    let refused = game.reload(rules, with(&["haggling"]));
    assert!(
        matches!(refused, Err(AnswerError::Refused(refusal)) if refusal.reason.contains("`bidding`, is no longer in the sequence"))
    );
    assert!(game.reload(rules, with(&["haggling", "bidding"])).is_ok());
    assert_eq!(game.table.state.cursor().phase, 1, "a phase was inserted before it");
    let mut cold = start_with(rules, with(&["haggling", "bidding"])).resume(game.table.journal().to_vec()).unwrap();
    cold.advance(rules).unwrap();
    assert_eq!(cold.table.hash(), game.table.hash());
}

fn start_with(rules: &mut Bidding, content: Arc<Content>) -> Game<()> {
    Game::new(content, rules.questions(), 1, Service::FULL)
}

/// Never asks anybody, and never ends.
struct Endless;

impl Rules for Endless {
    type Pause = ();
    type Error = String;

    fn questions(&self) -> Arc<[Question]> {
        Bidding { most: 2 }.questions()
    }

    fn run(&mut self, _: &str, _: &mut Table) -> Result<Progress<()>, String> {
        Ok(Progress::Done)
    }

    fn resume(&mut self, (): (), _: &mut Table) -> Result<Progress<()>, String> {
        Err("nobody is asked".into())
    }

    fn holds(&mut self, _: &str, _: &mut Table) -> Result<bool, String> {
        Ok(true)
    }

    fn blame(&self, rule: &str, message: String) -> String {
        format!("`{rule}` {message}")
    }
}

fn endless(phases: usize, repeat_while: Option<&str>) -> String {
    let phase = Phase { name: "rest".into(), run: "turn.rest".into(), ..Phase::default() };
    let turn =
        PlayerTurn { name: "night".into(), phases: vec![phase; phases], repeat_while: repeat_while.map(String::from) };
    let sequence = Sequence { turns: 1000, setup: vec![], turn: vec![turn] };
    let content = Arc::new(Content { sequence, ..(*content()).clone() });
    let mut game: Game<()> = Game::new(content, Endless.questions(), 1, Service::BARE);
    match game.advance(&mut Endless) {
        Err(fault) => {
            assert_eq!(game.advance(&mut Endless), Err(fault.clone()), "and again on the next attempt");
            fault
        }
        status => format!("{status:?}"),
    }
}

#[test]
fn a_game_that_cannot_end_is_stopped() {
    let rounds = "`mud.more` would repeat `night` more than 1000 times in turn 1; can it ever return false?";
    assert_eq!(endless(1, Some("mud.more")), rounds);
    let idle = "`turn.rest` would run in turn 667 after 20000 phases without a decision; can the game end?";
    assert_eq!(endless(30, None), idle);
    assert_eq!(endless(19, None), "Ok(Over)");
}
