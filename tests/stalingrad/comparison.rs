//! Plays a battle and compares it with the rules: the options of every question, and the result of every answer.

use super::board::{Board, Side};
use super::expected_offers::{Offer, Question};
use super::impulse_record::{Attackers, Course, Fight};
use super::outcome::Promise;
use super::{crossing, expected_offers, movement, outcome, random_boards, retreat};
use crate::random_positions;
use grognard_engine::decision::{Answer, Choice, Pending};
use grognard_engine::game::{Game, Rules, Status};
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::sequence::Cursor;
use grognard_engine::table::Service;
use grognard_play::Battle;
use grognard_reference_game::Random;
use grognard_script::{Host, Item, Pause};
use std::collections::BTreeMap;

/// Number of dice prepared before each answer; few answers roll more.
const DICE: usize = 64;

/// Every question is asked, even if there is only one answer.
const SERVICE: Service = Service { journal: false, log: true, forced: false };

/// A battle whose questions are compared.
pub struct Comparison<'a> {
    battle: &'a Battle,
    host: Host,
    random: Random,
    /// How often each question was compared.
    pub met: BTreeMap<String, u64>,
    /// Number of options compared.
    pub offers: u64,
    /// Number of results of moves and dice compared.
    pub outcomes: u64,
    place: String,
}

impl<'a> Comparison<'a> {
    pub fn new(battle: &'a Battle) -> Comparison<'a> {
        let host = battle.host().expect("the scripts load");
        Comparison {
            battle,
            host,
            random: Random::new(0),
            met: BTreeMap::new(),
            offers: 0,
            outcomes: 0,
            place: String::new(),
        }
    }

    /// Number of questions compared so far.
    pub fn positions(&self) -> u64 {
        self.met.values().sum()
    }

    fn new_game(&mut self, seed: u64) -> Game<Pause> {
        self.random = Random::new(seed);
        self.place = format!("{}, seed {seed}", self.battle.content.id);
        Game::new(self.battle.content.clone(), self.host.questions(), seed, SERVICE)
    }

    /// Plays one impulse from a position that would not occur in play.
    pub fn impulse(&mut self, seed: u64) {
        let mut game = self.new_game(seed);
        let cursor = random_boards::scatter(&self.battle.content, &mut game.table.state, &mut self.random);
        self.retreats(&mut game);
        self.rubble(&mut game);
        game.halt_after = Some(cursor);
        self.play(&mut game, u64::MAX);
    }

    /// 8.3.5.5 Compares where each spent unit would retreat to, and whether dice would admit it.
    fn retreats(&mut self, game: &mut Game<Pause>) {
        let board = Board::read(&game.table.content, &game.table.state);
        let place = format!("{}\n{}", self.place, board.describe(&|id| self.battle.content.units[id].name.clone()));
        for piece in board
            .pieces
            .iter()
            .filter(|piece| !piece.fresh && piece.place.is_some_and(|place| board.areas[place].terrain != "box"))
        {
            let unit = Item::Choice(Choice::Unit(UnitId::from_index(piece.id)));
            let said = self.host.look("retreat.goals", vec![unit.clone()], &mut game.table).expect("the rule answers");
            let Item::Spaces(said) = said else { panic!("retreat.goals gives no areas") };
            let (goals, priority) = retreat::goals(&board, piece);
            let name = &self.battle.content.units[piece.id].name;
            assert_eq!(
                said.iter().map(|space| space.index()).collect::<Vec<_>>(),
                sorted(&goals),
                "{place}: retreats of {name}"
            );
            for goal in goals.iter().filter(|_| priority.needs_dice()) {
                let dice = self.lay_out_dice(game);
                let about = vec![
                    unit.clone(),
                    Item::Choice(Choice::Space(SpaceId::from_index(*goal))),
                    Item::Choice(Choice::Label(priority.word().into())),
                ];
                let said = self.host.enact("retreat.gets_in", about, &mut game.table).expect("the rule answers");
                let gets_in = retreat::gets_in(&board, piece, *goal, &dice);
                assert!(matches!(said, Item::Bool(said) if said == gets_in), "{place}: {name} with {:?}", &dice[..2]);
                self.offers += 1;
            }
            self.offers += 1 + goals.len() as u64;
        }
        game.table.loaded_dice.clear();
    }

    /// Plays a battle from its set-up, up to this number of positions.
    pub fn battle(&mut self, seed: u64, positions: u64) {
        let mut game = self.new_game(seed);
        let end = self.positions() + positions;
        self.play(&mut game, end);
    }

    /// 14.4 Compares whether dice admit each unit into rubble.
    fn rubble(&mut self, game: &mut Game<Pause>) {
        let board = Board::read(&game.table.content, &game.table.state);
        let ruins: Vec<usize> = (0..board.areas.len()).filter(|area| board.areas[*area].rubble > 0).collect();
        for piece in board.pieces.iter().filter(|piece| piece.place.is_some() && !ruins.is_empty()) {
            let area = ruins[random_positions::below(&mut self.random, ruins.len())];
            let dice = self.lay_out_dice(game);
            let about = vec![Choice::Unit(UnitId::from_index(piece.id)), Choice::Space(SpaceId::from_index(area))];
            let about = about.into_iter().map(Item::Choice).collect();
            let said = self.host.enact("rubble_entry.passes", about, &mut game.table).expect("the rule answers");
            let passes = movement::passes(&board, piece, area, &dice);
            let names = (&self.battle.content.units[piece.id].name, &board.areas[area].name, &dice[..2]);
            assert!(matches!(said, Item::Bool(said) if said == passes), "{}: {names:?}: {passes}", self.place);
            self.offers += 1;
        }
        game.table.loaded_dice.clear();
    }

    fn play(&mut self, game: &mut Game<Pause>, end: u64) {
        let mut course = Course::default();
        let mut promises = Vec::new();
        let mut status = game.advance(&mut self.host).expect("the rules run");
        while status == Status::Waiting && self.positions() < end {
            let pending = game.table.pending().cloned().expect("somebody is asked");
            let board = Board::read(&game.table.content, &game.table.state);
            self.question(game, &board, &mut course, &pending);
            let answer = self.answer(game, &board, &pending);
            let dice = self.lay_out_dice(game);
            let side = self.side_in_turn(game);
            remember(&board, &mut course, &key(game, &pending), side, &answer, &pending);
            promises.extend(outcome::promises(&board, &course, &key(game, &pending), &pending, &answer, &dice));
            let cursor = game.table.state.cursor();
            status = game.answer(&mut self.host, pending.side, answer).expect("what is offered is accepted");
            self.keep(game, cursor, status, &mut promises);
        }
    }

    /// Compares a question with the expected one.
    fn question(&mut self, game: &Game<Pause>, board: &Board, course: &mut Course, pending: &Pending) {
        let (key, content) = (key(game, pending), &game.table.content);
        course.read(board, self.side_in_turn(game), game.table.events());
        let question = Question { key: &key, side: Side::named(content.sides.name(pending.side)), pending };
        let place = format!(
            "{}, {key}, {:?}\n{}",
            self.place,
            game.table.state.cursor(),
            board.describe(&|id| content.units[id].name.clone())
        );
        self.stacks(board, &place);
        let expected = match key.as_str() {
            "impulse.kind" => Some(self.kinds(board, &question)),
            _ => expected_offers::expected(board, course, &question, &|id| content.units[id].name.clone()),
        };
        if let Some(expected) = expected {
            let mut options: Vec<String> = pending.options.iter().map(|choice| words(game, choice)).collect();
            options.sort();
            self.offers += options.len() as u64;
            let found = Offer {
                options: if key == "impulse.kind" { known(options) } else { options },
                stop: pending.stop,
                form: pending.form,
            };
            assert_eq!(found, expected, "{place}: offered by the scripts (left), by the rules (right)");
            *self.met.entry(key).or_default() += 1;
        }
    }

    /// 8.1 The impulses, among those compared, that are possible.
    fn kinds(&self, board: &Board, question: &Question) -> Offer {
        let possible = [
            ("activate an area", !expected_offers::active(board, question.side).is_empty()),
            ("cross the Volga", !crossing::zones(board, question.side).is_empty()),
            ("return across the Volga", !crossing::leaving(board, question.side).is_empty()),
        ];
        let options = possible.into_iter().filter(|(_, possible)| *possible).map(|(kind, _)| kind.to_owned()).collect();
        Offer { options, stop: false, form: grognard_engine::decision::Form::One }
    }

    /// 7.0 Checks that no area is overstacked.
    fn stacks(&self, board: &Board, place: &str) {
        for (at, area) in board.areas.iter().enumerate().filter(|(_, area)| area.terrain != "box") {
            assert!(
                board.room(at, Side::German) >= 0 && board.room(at, Side::Soviet) >= 0,
                "{place}: too many units in {}",
                area.name
            );
        }
    }

    /// A mostly random answer; crossings, moves among enemies and retreats are chosen more often.
    fn answer(&mut self, game: &Game<Pause>, board: &Board, pending: &Pending) -> Answer {
        let bold = self.random.below(3) > 0;
        let wish = ["activate an area", "cross the Volga", "return across the Volga"]
            [[0, 0, 0, 1, 1, 2][self.random.below(6) as usize]];
        let is_wished = |choice: &&Choice| match (key(game, pending).as_str(), choice) {
            ("impulse.kind", _) => words(game, choice) == wish,
            ("orders.where", Choice::Space(space)) => bold && board.is_held(space.index()),
            ("orders.how", _) => bold && ["move", "attack"].contains(&words(game, choice).as_str()),
            ("casualties.how", _) => bold && words(game, choice) == "retreat",
            _ => false,
        };
        let wished: Vec<&Choice> = pending.options.iter().filter(is_wished).collect();
        match wished.len() {
            0 => random_positions::answer(&mut self.random, pending, 4),
            count => Answer::One(wished[random_positions::below(&mut self.random, count)].clone()),
        }
    }

    fn lay_out_dice(&mut self, game: &mut Game<Pause>) -> Vec<u32> {
        let dice: Vec<u32> = (0..DICE).map(|_| 1 + self.random.below(6)).collect();
        game.table.loaded_dice = dice.iter().copied().collect();
        dice
    }

    fn side_in_turn(&self, game: &Game<Pause>) -> Side {
        let content = &game.table.content;
        let phase = content.sequence.phase(game.table.state.cursor());
        Side::named(phase.and_then(|phase| phase.side).map_or("german", |side| content.sides.name(side)))
    }

    /// Compares the results of an answer, within the same impulse.
    fn keep(&mut self, game: &Game<Pause>, cursor: Cursor, status: Status, promises: &mut Vec<Promise>) {
        let next = game.table.pending().map(|pending| key(game, pending));
        if next.as_deref() == Some("group_move.along") {
            return;
        }
        let board = Board::read(&game.table.content, &game.table.state);
        for promise in promises.drain(..).filter(|_| status == Status::Halted || game.table.state.cursor() == cursor) {
            self.outcomes += 1;
            let name = |id: usize| game.table.content.units[id].name.clone();
            assert_eq!(promise.broken(&board, &name), None, "{}, {cursor:?}\n{}", self.place, board.describe(&name));
        }
    }
}

fn sorted(areas: &[usize]) -> Vec<usize> {
    let mut areas = areas.to_vec();
    areas.sort_unstable();
    areas
}

fn key(game: &Game<Pause>, pending: &Pending) -> String {
    game.table.questions[pending.question.index()].key.to_string()
}

fn words(game: &Game<Pause>, choice: &Choice) -> String {
    match choice {
        Choice::Space(space) => game.table.content.map.names.name(*space).to_owned(),
        other => other.describe(&game.table.content),
    }
}

/// The kinds of impulses that are compared.
fn known(options: Vec<String>) -> Vec<String> {
    options.into_iter().filter(|kind| kind == "activate an area" || kind.ends_with("the Volga")).collect()
}

/// The units of an answer.
pub fn units(answer: &Answer) -> Vec<usize> {
    let Answer::Several(choices) = answer else { return Vec::new() };
    choices
        .iter()
        .filter_map(|choice| if let Choice::Unit(unit) = choice { Some(unit.index()) } else { None })
        .collect()
}

/// Remembers what an answer means for later questions.
fn remember(board: &Board, course: &mut Course, key: &str, side: Side, answer: &Answer, pending: &Pending) {
    let area = pending
        .context
        .iter()
        .find_map(|about| if let Choice::Space(space) = about { Some(space.index()) } else { None });
    let word = if let Answer::One(Choice::Label(word)) = answer { word.to_string() } else { String::new() };
    match (key, answer) {
        ("impulse.kind", _) => course.begin(),
        ("activation.area" | "crossing.zone", Answer::One(Choice::Space(space))) => course.from = space.index(),
        ("orders.where" | "orders.next", _) => course.from = area.expect("orders are about an area"),
        ("orders.how", _) => {
            course.how = word;
            course.movers =
                board.at(course.from, side).filter(|piece| piece.fresh && !piece.acted).map(|piece| piece.id).collect();
        }
        ("group_move.who", _) => course.arrived = units(answer),
        ("group_move.along", _) => course.arrived.extend(units(answer)),
        ("orders.target", _) => course.attackers = Attackers::There,
        ("targets.must" | "targets.may", _) => course.attackers = Attackers::Arrived,
        ("overrun.again", Answer::One(_)) => {
            course.overrun();
            course.attackers = Attackers::Again;
        }
        ("overrun.on", Answer::One(_)) => {
            course.overrun();
            course.movers = course.fight.iter().flat_map(|fight| fight.attackers.clone()).collect();
        }
        ("targets.with", _) => announce(course, area.expect("an attack is made somewhere"), units(answer), pending),
        _ => {}
    }
}

fn announce(course: &mut Course, area: usize, attackers: Vec<usize>, pending: &Pending) {
    let group = pending
        .context
        .iter()
        .find_map(|about| if let Choice::Label(text) = about { Some(text.to_string()) } else { None });
    let assault = match course.attackers {
        Attackers::Arrived => true,
        Attackers::There => false,
        Attackers::Again => course.fight.as_ref().is_some_and(|fight| fight.assault),
    };
    course.arrived.retain(|id| !attackers.contains(id));
    course.announce(Fight { area, group: group.expect("a group is attacked"), attackers, assault });
}
