//! A battle compared with the rules: the offer of each question, and the outcome of each answer.

use super::board::{Board, Piece};
use super::contact_forecast::{self, Fight};
use super::expected_offers::{self, Course, Places, Question};
use super::outcome::Promise;
use super::{fire, random_tables, river_crossing, supply};
use crate::random_positions;
use grognard_engine::decision::{Answer, Choice, Pending};
use grognard_engine::field::Spot;
use grognard_engine::game::{Game, Rules, Status};
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::table::Service;
use grognard_play::Battle;
use grognard_reference_game::Random;
use grognard_script::{Host, Item, Pause};
use std::collections::{BTreeMap, BTreeSet};

/// Number of lines of sight compared per position.
const PAIRS: usize = 8;

/// Dice prepared before each answer; few answers roll more.
const DICE: usize = 64;

/// Every question is asked, even with only one possible answer.
const SERVICE: Service = Service { journal: false, log: true, forced: false };

/// Places compared in each question: offered ones, and others.
const OFFERED: usize = 16;
const TRIED: usize = 24;

/// A battle whose questions are compared.
pub struct Comparison<'a> {
    battle: &'a Battle,
    host: Host,
    random: Random,
    /// The number of comparisons of each question.
    pub met: BTreeMap<String, u64>,
    /// The number of units, labels and places compared.
    pub offers: u64,
    /// The number of outcomes of dice compared.
    pub outcomes: u64,
    /// Number of units without supply, and of all units.
    pub unsupplied: [usize; 2],
    /// Blocked lines of sight, and clear ones.
    pub seen: [usize; 2],
    place: String,
}

impl<'a> Comparison<'a> {
    pub fn new(battle: &'a Battle) -> Comparison<'a> {
        let host = battle.host().expect("the scripts load");
        let (met, place) = (BTreeMap::new(), String::new());
        Comparison {
            battle,
            host,
            random: Random::new(0),
            met,
            offers: 0,
            outcomes: 0,
            unsupplied: [0; 2],
            seen: [0; 2],
            place,
        }
    }

    /// Number of questions compared so far.
    pub fn positions(&self) -> u64 {
        self.met.values().sum()
    }

    /// Plays one phase from a random position.
    pub fn phase(&mut self, seed: u64) {
        self.random = Random::new(seed);
        let mut game = Game::new(self.battle.content.clone(), self.host.questions(), seed, SERVICE);
        let cursor = random_tables::scatter(&self.battle.content, &mut game.table.state, &mut self.random);
        self.place = format!("seed {seed}, {:?}", self.battle.content.options);
        self.sight(&mut game);
        game.halt_after = Some(cursor);
        self.play(&mut game, u64::MAX);
    }

    /// 2.4.4 Compares which units see each other, for some units of either side.
    fn sight(&mut self, game: &mut Game<Pause>) {
        let board = Board::read(&game.table.content, &game.table.state);
        let [red, blue] = ["red", "blue"].map(|side| board.units(side).collect::<Vec<_>>());
        for _ in 0..if red.is_empty() || blue.is_empty() { 0 } else { PAIRS } {
            let (one, other) = (
                red[random_positions::below(&mut self.random, red.len())],
                blue[random_positions::below(&mut self.random, blue.len())],
            );
            let unit = |piece: &Piece| Item::Choice(Choice::Unit(UnitId::from_index(piece.id)));
            let said =
                self.host.look("sight.sees", vec![unit(one), unit(other)], &mut game.table).expect("the rule answers");
            let sees = fire::sees(&board, one, other);
            let names = [one, other].map(|piece| &self.battle.content.units[piece.id].name);
            let position = board.describe(&|id| self.battle.content.units[id].name.clone());
            assert!(matches!(said, Item::Bool(said) if said == sees), "{}, {names:?}: {sees}\n{position}", self.place);
            self.offers += 1;
            self.seen[usize::from(sees)] += 1;
        }
    }

    /// Plays a battle from its set-up, for a number of positions.
    pub fn whole(&mut self, seed: u64, positions: u64) {
        self.random = Random::new(seed);
        let mut game = Game::new(self.battle.content.clone(), self.host.questions(), seed, SERVICE);
        self.place = format!("battle {seed}, {:?}", self.battle.content.options);
        let end = self.positions() + positions;
        self.play(&mut game, end);
    }

    fn play(&mut self, game: &mut Game<Pause>, end: u64) {
        let mut course = Course::default();
        let mut status = game.advance(&mut self.host).expect("the rules run");
        while status == Status::Waiting && self.positions() < end {
            let pending = game.table.pending().cloned().expect("a question is pending");
            let board = Board::read(&game.table.content, &game.table.state);
            let key = game.table.questions[pending.question.index()].key.to_string();
            let side = game.table.content.sides.name(pending.side).to_owned();
            let question = Question { key: &key, side: &side, pending: &pending };
            self.compare(game, &board, &course, &question);
            if key == "close.target" {
                self.forecast(game, &board, &question);
            }
            let answer = self.answer(&question);
            let goal = goal(&key, &pending, &answer);
            let hoped = goal.map(|(unit, spot)| contact_forecast::told(&mut self.host, game, unit, spot));
            let dice: Vec<u32> = (0..DICE).map(|_| 1 + self.random.below(6)).collect();
            game.table.loaded_dice = dice.iter().copied().collect();
            let promises = expected_offers::promises(&board, &mut course, &question, &answer, &dice);
            let (cursor, events) = (game.table.state.cursor(), game.table.events().len());
            status = game.answer(&mut self.host, pending.side, answer).expect("what is offered is accepted");
            if status == Status::Halted || game.table.state.cursor() == cursor {
                self.keep(game, &board, &promises, events, &key);
                self.hold(game, goal, hoped);
            } else {
                course = Course::default();
            }
        }
    }

    /// 3.8 Compares the forecast of a unit's fights at its goal with the forecast after it has gone there.
    fn hold(&mut self, game: &Game<Pause>, goal: Option<(UnitId, Spot)>, hoped: Option<BTreeMap<usize, Fight>>) {
        let Some(((unit, spot), hoped)) = goal.zip(hoped) else { return };
        let state = game.table.state.unit(unit);
        let is_whole = state.steps == game.table.content.units[unit.index()].steps;
        if state.stand.is_some_and(|stand| stand.spot == spot) && is_whole {
            let name = &game.table.content.units[unit.index()].name;
            let told = contact_forecast::told(&mut self.host, game, unit, spot);
            assert_eq!(hoped, told, "{}, {name} before and after its move to {spot:?}", self.place);
            self.outcomes += told.len() as u64;
        }
    }

    /// Answers mostly at random, but breaks through more often.
    fn answer(&mut self, question: &Question) -> Answer {
        let last = question.pending.options.last().cloned();
        match last {
            Some(last) if question.key == "breakthrough.next" && self.random.below(2) == 0 => Answer::One(last),
            _ => random_positions::answer(&mut self.random, question.pending, 6),
        }
    }

    /// Compares a question with the expected one.
    fn compare(&mut self, game: &Game<Pause>, board: &Board, course: &Course, question: &Question) {
        let name = |id: usize| game.table.content.units[id].name.clone();
        let about: Vec<String> =
            question.pending.context.iter().map(|about| about.describe(&game.table.content)).collect();
        let place = format!("{}, {} {about:?}\n{}", self.place, question.key, board.describe(&name));
        if let Some(mut expected) = expected_offers::expected(board, course, question, &name) {
            let mut options: Vec<String> =
                question.pending.options.iter().map(|choice| choice.describe(&game.table.content)).collect();
            options.sort();
            expected.sort();
            self.offers += options.len() as u64;
            assert_eq!(options, expected, "{place}: offered by the scripts (left), by the rules (right)");
        } else if let Some(places) = expected_offers::places(board, course, question) {
            self.places(question.pending, &places, &place);
        } else if question.key == "march.bank" {
            self.banks(board, question, &place);
        } else {
            return;
        }
        assert_eq!(
            question.pending.stop,
            expected_offers::may_stop(question.key),
            "{place}: whether the side may stop"
        );
        *self.met.entry(question.key.to_owned()).or_default() += 1;
    }

    /// 3.8 Compares the forecast of the fights of a unit with all throws of the dice.
    fn forecast(&mut self, game: &Game<Pause>, board: &Board, question: &Question) {
        let unit = question.unit(board, 0);
        let name = |id: usize| game.table.content.units[id].name.clone();
        let place = format!("{}, the fights of {}\n{}", self.place, name(unit.id), board.describe(&name));
        let id = UnitId::from_index(unit.id);
        let spot = game.table.state.unit(id).stand.expect("the fighter is on the table").spot;
        let told = contact_forecast::told(&mut self.host, game, id, spot);
        assert_eq!(told, contact_forecast::expected(board, unit), "{place}");
        self.outcomes += told.len() as u64;
    }

    /// Compares some places: offered ones, some of the lattice, and others.
    fn places(&mut self, pending: &Pending, places: &Places, place: &str) {
        let region = pending.region.as_ref().expect("places of a region are offered");
        let offered: Vec<_> = pending.options.iter().map(point).collect();
        for _ in 0..offered.len().min(OFFERED) {
            let at = offered[random_positions::below(&mut self.random, offered.len())];
            assert!(places.has(at), "{place}: {at:?} is offered, and the rules do not allow it");
            self.offers += 1;
        }
        let mut tries: Vec<_> = (0..TRIED).map(|_| places.somewhere(&mut self.random)).collect();
        tries.extend(places.contacts(&mut self.random));
        for at in tries {
            let spot = Spot { x: at[0] as i32, y: at[1] as i32 };
            assert_eq!(
                region.has(spot),
                places.has(at),
                "{place}: {at:?} is allowed by the scripts (left), by the rules (right)"
            );
            let is_listed = at.iter().all(|part| part % 10 == 0) && places.has(at);
            assert!(!is_listed || offered.contains(&at), "{place}: {at:?} is not listed");
            self.offers += 1;
        }
    }

    /// 3.5.2 Compares where a unit may leave a river: all places of the lattice, and some where it touches an enemy.
    fn banks(&mut self, board: &Board, question: &Question, place: &str) {
        let unit = question.unit(board, 0);
        let offered: Vec<_> = question.pending.options.iter().map(point).collect();
        let banks = river_crossing::banks(board, unit);
        for at in &banks {
            assert!(offered.contains(at), "{place}: {at:?} is beyond the river, and not offered");
        }
        for at in &offered {
            let is_of_lattice = at.iter().all(|part| part % 10 == 0);
            assert!(
                river_crossing::is_bank(board, unit, *at) && (!is_of_lattice || banks.contains(at)),
                "{place}: {at:?} is offered"
            );
        }
        self.offers += offered.len() as u64;
    }

    /// 3.4 Opens a turn from a random position, and compares which units are supplied.
    pub fn supply(&mut self, seed: u64) {
        let mut game = Game::new(self.battle.content.clone(), self.host.questions(), seed, SERVICE);
        let cursor = random_tables::open(&self.battle.content, &mut game.table.state, &mut Random::new(seed));
        game.halt_after = Some(cursor);
        assert_eq!(
            game.advance(&mut self.host).expect("the rules run"),
            Status::Halted,
            "no question is asked at the start of a turn"
        );
        let board = Board::read(&game.table.content, &game.table.state);
        for side in ["red", "blue"] {
            let marked: BTreeSet<usize> =
                board.units(side).filter(|unit| unit.has("unsupplied")).map(|unit| unit.id).collect();
            let name = |id: usize| game.table.content.units[id].name.clone();
            let about = format!("supply, seed {seed}, {:?}\n{}", self.battle.content.options, board.describe(&name));
            assert_eq!(marked, supply::unsupplied(&board, side), "{side}, {about}");
            self.offers += board.units(side).count() as u64;
            self.unsupplied[0] += marked.len();
            self.unsupplied[1] += board.units(side).count();
        }
        *self.met.entry("supply".to_owned()).or_default() += 1;
    }

    /// Compares the outcome of an answer.
    fn keep(&mut self, game: &Game<Pause>, before: &Board, promises: &[Promise], events: usize, key: &str) {
        let board = Board::read(&game.table.content, &game.table.state);
        let name = |id: usize| game.table.content.units[id].name.clone();
        let number =
            |choice: &Choice| if let Choice::Number(number) = choice { Some(i64::from(*number)) } else { None };
        let totals = |about: &[Choice]| Some([number(about.get(2)?)?, number(about.get(3)?)?]);
        let mut news = game.table.events()[events..].iter().filter(|event| event.rule == "3.8" || event.rule == "3.6");
        let told = news.find_map(|event| totals(&event.fillings));
        for promise in promises {
            self.outcomes += 1;
            let broken = promise.broken(&board, told, &name);
            assert_eq!(broken, None, "{}, {key}\n{}now\n{}", self.place, before.describe(&name), board.describe(&name));
        }
        self.nobody_stands_on_another(&board, &name);
    }

    /// 3.5.4 Units are wholly on the table and do not overlap, except a general that leaves its host.
    fn nobody_stands_on_another(&self, board: &Board, name: &dyn Fn(usize) -> String) {
        let units: Vec<_> = board
            .pieces
            .iter()
            .filter(|unit| unit.is_unit() && unit.spot.is_some() && unit.kind != "general")
            .collect();
        for (at, unit) in units.iter().enumerate() {
            assert!(board.whole().holds(&unit.base()), "{}: {} hangs over the table", self.place, name(unit.id));
            for other in &units[at + 1..] {
                assert!(
                    !unit.base().overlaps(&other.base()),
                    "{}: {} stands on {}",
                    self.place,
                    name(unit.id),
                    name(other.id)
                );
            }
        }
    }
}

fn point(choice: &Choice) -> [i64; 2] {
    match choice {
        Choice::Spot(spot) => [spot.x.into(), spot.y.into()],
        other => panic!("a place is offered, not {other:?}"),
    }
}

/// The unit that moves, and its goal.
fn goal(key: &str, pending: &Pending, answer: &Answer) -> Option<(UnitId, Spot)> {
    match (key, pending.context.first(), answer) {
        ("march.goal", Some(Choice::Unit(unit)), Answer::One(Choice::Spot(spot))) => Some((*unit, *spot)),
        _ => None,
    }
}
