//! Units drawn at random: with the dice of the game, recorded, and final.

use grognard_engine::content::Content;
use grognard_engine::decision::{Answer, Choice, Decision, Form, Options, Question};
use grognard_engine::game::{AnswerError, Game, Progress, Rules, Status};
use grognard_engine::ids::{Id, QuestionId, SideId, UnitId, UnitTypeId};
use grognard_engine::journal::{Entry, SavedEntry};
use grognard_engine::map::AreaMap;
use grognard_engine::sequence::{Phase, PlayerTurn, Sequence};
use grognard_engine::set::Set;
use grognard_engine::table::{RuleFault, Service, Table};
use grognard_engine::unit::Unit;
use std::sync::Arc;

const NORTH: SideId = SideId(0);

/// North gives a number of units to draw from the pool and put on the map.
struct Lots;

impl Rules for Lots {
    type Pause = ();
    type Error = RuleFault;

    fn questions(&self) -> Arc<[Question]> {
        [Question { key: "count".into(), rule: "5.0".into(), prompt: "How many?".into(), ..Question::default() }].into()
    }

    fn run(&mut self, _: &str, table: &mut Table) -> Result<Progress<()>, RuleFault> {
        let options = Options::Numbers(1, 2);
        let decision = Decision { side: NORTH, question: QuestionId(0), form: Form::One, options, stop: false };
        let Some(Answer::One(Choice::Number(count))) = table.choose(&decision, &[])? else {
            return Ok(Progress::Waiting(()));
        };
        for _ in 0..count {
            let content = table.content.clone();
            let pool = Set::of(
                content.units.len(),
                (0..content.units.len()).map(UnitId::from_index).filter(|unit| is_off(table, *unit)),
            );
            let Some(unit) = table.draw(pool.words(), "5.2 pool") else { break };
            table.state.place(&content, unit, content.map.names.find("camp"));
        }
        Ok(Progress::Done)
    }

    runs_again!();
}

fn is_off(table: &Table, unit: UnitId) -> bool {
    table.state.unit(unit).place.is_none()
}

fn content() -> Arc<Content> {
    let names = || (1..=9).map(|number| format!("Army {number}"));
    let unit =
        |name| Unit { name, side: NORTH, kind: UnitTypeId(0), formation: None, steps: 1, tags: vec![], values: vec![] };
    let mut areas = AreaMap::default();
    areas.area("camp", None, [0, 0]);
    let mut map = areas.build();
    map.seal(&[]);
    let phase = Phase { name: "reinforcement".into(), run: "pool".into(), ..Phase::default() };
    let turn = vec![PlayerTurn { name: "north".into(), phases: vec![phase], repeat_while: None }];
    Arc::new(Content {
        map,
        sides: ["north".to_owned(), "south".to_owned()].into_iter().collect(),
        unit_types: ["block".to_owned()].into_iter().collect(),
        unit_names: names().collect(),
        units: names().map(unit).collect(),
        sequence: Sequence { turns: 3, setup: Vec::new(), turn },
        ..Content::default()
    })
}

fn start(seed: u64) -> Game<()> {
    let mut game: Game<()> = Game::new(content(), Lots.questions(), seed, Service::FULL);
    game.advance(&mut Lots).unwrap();
    game
}

fn drawn(game: &Game<()>) -> Vec<UnitId> {
    let unit = |entry: &Entry| if let Entry::Draw(draw) = entry { Some(draw.unit) } else { None };
    game.table.journal().iter().filter_map(unit).collect()
}

fn play(game: &mut Game<()>, count: i32) {
    game.answer(&mut Lots, NORTH, Answer::One(Choice::Number(count))).unwrap();
}

#[test]
fn the_dice_of_the_game_draw_and_every_unit_comes() {
    let first: std::collections::BTreeSet<UnitId> = (0..100)
        .map(|seed| {
            let mut game = start(seed);
            play(&mut game, 1);
            drawn(&game)[0]
        })
        .collect();
    assert_eq!(first.len(), 9);
    let mut game = start(7);
    play(&mut game, 2);
    let units = drawn(&game);
    assert_ne!(units[0], units[1], "the second comes from the remaining units");
    assert!(units.iter().all(|unit| !is_off(&game.table, *unit)));
}

#[test]
fn what_was_drawn_is_drawn_again() {
    let mut game = start(7);
    play(&mut game, 2);
    play(&mut game, 1);
    let saved: Vec<String> = game
        .table
        .journal()
        .iter()
        .map(|entry| serde_json::to_string(&entry.save(&game.table.content)).unwrap())
        .collect();
    let entries = saved
        .iter()
        .map(|line| Entry::load(&serde_json::from_str::<SavedEntry>(line).unwrap(), &game.table.content).unwrap());
    let fresh: Game<()> = Game::new(content(), Lots.questions(), 7, Service::FULL);
    let mut again = fresh.resume(entries.collect()).unwrap();
    again.table.check = true;
    assert_eq!(again.advance(&mut Lots).unwrap(), Status::Waiting);
    assert_eq!((again.table.take_misfit(), again.table.hash()), (None, game.table.hash()));
    play(&mut game, 2);
    play(&mut again, 2);
    assert_eq!(again.table.hash(), game.table.hash(), "the dice continue from their position");
}

#[test]
fn undo_stops_at_a_draw() {
    let mut game = start(7);
    play(&mut game, 1);
    let undone = game.undo(&mut Lots, NORTH);
    assert!(
        matches!(undone, Err(AnswerError::Refused(refusal)) if refusal.reason == "a unit has been drawn since (5.2 \
            pool)")
    );
}

#[test]
fn a_copy_does_not_foresee_what_will_be_drawn() {
    let mut game = start(7);
    let foreseen: Vec<UnitId> = (0..20)
        .map(|seed| {
            let mut fork = game.fork(seed, Service::FULL);
            fork.advance(&mut Lots).unwrap();
            play(&mut fork, 1);
            drawn(&fork)[0]
        })
        .collect();
    play(&mut game, 1);
    assert!(foreseen.iter().any(|unit| *unit != drawn(&game)[0]));
}

#[test]
fn a_unit_can_be_laid_ready_to_be_drawn() {
    let mut game = start(7);
    game.table.loaded_draws.push_back(UnitId(4));
    play(&mut game, 1);
    assert_eq!(drawn(&game), [UnitId(4)]);
}
