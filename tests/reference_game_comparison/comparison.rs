//! A player of the Rust game who plays the scripted one at the same time, and compares the two at every decision.

use super::answer_policy::AnswerPolicy;
use super::names::{about, all, key, phase_name, place_name, side_name, space, spaces_name, unit_name, units_names};
use grognard_engine::decision::{Answer, Choice, Form, Pending};
use grognard_engine::game::{Game, Rules, Status};
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::sequence::Cursor;
use grognard_engine::state::VariableOwner;
use grognard_engine::table::Service;
use grognard_play::Battle;
use grognard_reference_game as reference;
use grognard_script::{Host, Pause};
use grognard_testing::{number, set_number};
use reference::tables::{CITIES, NUMBERS};
use reference::units::COUNTERS;
use reference::{Decision, Phase, Player, Position, Side, SpaceSet};
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

/// Number of dice prepared before each answer; no answer rolls more.
const DICE: usize = 64;

/// The player: the scripted game supplies the answers of the Rust game.
pub struct ComparingPlayer<'a> {
    game: Game<Pause>,
    host: &'a mut Host,
    random: reference::Random,
    temper: AnswerPolicy,
    /// The dice on the scripted table, which the Rust game rolls too.
    dice: VecDeque<u8>,
    /// How often each question occurred.
    pub met: BTreeMap<String, u32>,
    seed: u64,
    /// The units that have entered the map, one bit each. Until then, a scripted unit waits with all its steps, and a
    /// Rust one has none.
    came: Cell<u64>,
}

impl<'a> ComparingPlayer<'a> {
    /// Both games from the set-up.
    pub fn new(battle: &Battle, host: &'a mut Host, temper: AnswerPolicy, seed: u64) -> ComparingPlayer<'a> {
        let mut beside = ComparingPlayer::unbegun(battle, host, temper, seed);
        assert_eq!(beside.game.advance(beside.host).unwrap(), Status::Waiting);
        beside
    }

    /// The scripted game at the start of a phase, in a position of the Rust game. It stops after the phase.
    pub fn at(
        battle: &Battle,
        host: &'a mut Host,
        position: &Position,
        temper: AnswerPolicy,
        seed: u64,
    ) -> ComparingPlayer<'a> {
        let mut beside = ComparingPlayer::unbegun(battle, host, temper, seed);
        let content = battle.content.clone();
        beside.came.set(u64::MAX);
        let state = &mut beside.game.table.state;
        for (number, unit) in position.units.iter().enumerate() {
            let id = UnitId::from_index(number);
            state.place(&content, id, place_name(unit.space).and_then(|name| content.map.names.find(&name)));
            state.set_steps(id, unit.steps);
        }
        for city in CITIES.iter() {
            let german = position.owned[Side::German as usize].contains(city);
            state.set_owner(
                space(&content, city),
                content.sides.find(side_name(if german { Side::German } else { Side::Soviet })),
            );
        }
        let has_entered = (!position.shock_waits).into();
        set_number(&content, state, VariableOwner::Game, "shock-army-entered", has_entered);
        let cursor = cursor(battle, position);
        state.set_cursor(cursor);
        beside.game.halt_after = Some(cursor);
        beside.game.advance(beside.host).unwrap();
        beside
    }

    fn unbegun(battle: &Battle, host: &'a mut Host, temper: AnswerPolicy, seed: u64) -> ComparingPlayer<'a> {
        let game = Game::new(battle.content.clone(), host.questions(), seed, Service::BARE);
        let mut beside = ComparingPlayer {
            game,
            host,
            random: reference::Random::new(seed),
            temper,
            dice: VecDeque::new(),
            met: BTreeMap::new(),
            seed,
            came: Cell::new(0),
        };
        beside.lay_out_dice();
        beside
    }

    fn lay_out_dice(&mut self) {
        while self.dice.len() < DICE {
            let die = 1 + self.random.below(6) as u8;
            self.dice.push_back(die);
            self.game.table.loaded_dice.push_back(die.into());
        }
    }

    /// Fails unless both values are equal.
    fn same<T: PartialEq + std::fmt::Debug>(&self, what: &str, scripted: T, plain: T) {
        let met: u32 = self.met.values().sum();
        let cursor = self.game.table.state.cursor();
        assert_eq!(
            scripted, plain,
            "{what}: scripted left, plain right ({:?} game {}, decision {met}, {cursor:?})",
            self.temper, self.seed
        );
    }

    /// The units, the cities, the 1st Shock Army.
    pub fn same_state(&self, position: &Position) {
        let table = &self.game.table;
        let map = &table.content.map;
        for (number, (unit, counter)) in position.units.iter().zip(&COUNTERS).enumerate() {
            let scripted = table.state.unit(UnitId::from_index(number));
            self.same("name", unit_name(&table.content.units[number].name), counter.name);
            let place = scripted.place.map(|space| map.names.name(space).to_owned());
            let has_waited = unit.space == reference::tables::NOWHERE && self.came.get() >> number & 1 == 0;
            self.came.set(self.came.get() | u64::from(!has_waited) << number);
            let steps = if has_waited { table.content.units[number].steps } else { unit.steps };
            self.same(counter.name, (place, scripted.steps), (place_name(unit.space), steps));
        }
        for city in CITIES.iter() {
            let owner = table.state.owner(space(&table.content, city)).map(|side| table.side_name(side));
            let german = position.owned[Side::German as usize].contains(city);
            self.same("owner of a city", owner, Some(side_name(if german { Side::German } else { Side::Soviet })));
        }
        let has_entered = number(&table.content, &table.state, VariableOwner::Game, "shock-army-entered");
        self.same("the 1st Shock Army", has_entered == 0, position.shock_waits);
    }

    fn same_phase(&self, position: &Position) {
        let table = &self.game.table;
        let cursor = table.state.cursor();
        let turn = if position.phase == Phase::Setup { 0 } else { position.turn.into() };
        let phase = &*table.content.sequence.phase(cursor).unwrap().name;
        self.same("phase", (phase, cursor.turn), (phase_name(position.phase), turn));
    }

    /// Compares the questions; returns the scripted options as text.
    fn same_question(&mut self, position: &Position, decision: &Decision) -> Vec<String> {
        let Some(pending) = self.game.table.pending().cloned() else {
            panic!("the scripted game does not ask: {decision:?}")
        };
        let question = format!("{decision:?}").split(' ').next().unwrap_or_default().to_owned();
        self.same("question", &*self.game.table.questions[pending.question.index()].key, key(decision));
        self.same("side", self.game.table.side_name(pending.side), side_name(decision.side(position)));
        self.same("whether to stop", pending.stop, decision.may_stop());
        self.same("dice", self.game.table.loaded_dice.len(), self.dice.len());
        if let Some(about) = about(decision) {
            self.same("what it is about", self.words(&pending.context[0]), about);
        }
        let several = matches!(pending.form, Form::Several(1, most) if usize::from(most) == pending.options.len());
        self.same("form", several, matches!(decision, Decision::Attackers { .. }));
        let offered = self.offered(&pending, position, decision);
        let (mut scripted, mut plain) = (offered.clone(), all(decision));
        scripted.sort();
        plain.sort();
        self.same(&question, scripted, plain);
        *self.met.entry(question).or_default() += 1;
        offered
    }

    /// The scripted options as text; routes are described by the cities they take.
    fn offered(&self, pending: &Pending, position: &Position, decision: &Decision) -> Vec<String> {
        let Decision::Way { unit, goal, .. } = decision else {
            return pending.options.iter().map(|choice| self.words(choice)).collect();
        };
        let enemy = position.owned[Side::of(*unit).other() as usize].without(SpaceSet::one(*goal));
        let taken = |choice: &Choice| match choice {
            Choice::Path(way) => {
                spaces_name(enemy & way.iter().fold(SpaceSet::EMPTY, |all, &at| all | SpaceSet::one(self.number(at))))
            }
            other => panic!("a way is a path, not {other:?}"),
        };
        pending.options.iter().map(taken).collect()
    }

    fn words(&self, choice: &Choice) -> String {
        match choice {
            Choice::Unit(unit) => unit_name(&self.game.table.content.units[unit.index()].name).to_owned(),
            Choice::Space(at) => self.game.table.content.map.names.name(*at).to_owned(),
            other => other.describe(&self.game.table.content),
        }
    }

    /// The Rust number of a space.
    fn number(&self, at: SpaceId) -> u8 {
        let printed = self.game.table.content.map.names.name(at);
        NUMBERS.iter().position(|number| printed.parse() == Ok(*number)).unwrap() as u8
    }

    fn answer(&mut self, decision: &Decision, choice: reference::Choice, offered: &[String]) {
        let pending = self.game.table.pending().cloned().unwrap();
        let option = |name: &str| pending.options[offered.iter().position(|offered| offered == name).unwrap()].clone();
        let answer = match choice {
            reference::Choice::Stop => Answer::Stop,
            reference::Choice::Units(units) => {
                Answer::Several(units_names(units).iter().map(|name| option(name)).collect())
            }
            reference::Choice::Unit(unit) => Answer::One(option(COUNTERS[unit as usize].name)),
            reference::Choice::Space(at) => Answer::One(option(&place_name(at).unwrap())),
            reference::Choice::Index(index) => Answer::One(option(&all(decision)[index as usize])),
        };
        let result = self.game.answer(self.host, pending.side, answer);
        assert!(result.is_ok(), "{:?} game {}: {result:?}", self.temper, self.seed);
    }

    /// Checks that both games have played to the end.
    pub fn same_end(&self, position: &Position) {
        assert!(self.game.table.pending().is_none(), "the scripted game goes on: {:?} game {}", self.temper, self.seed);
        self.same("dice", self.game.table.loaded_dice.len(), self.dice.len());
        self.same_state(position);
    }

    /// Checks that the same side has won.
    pub fn same_winner(&self, winner: reference::Winner) {
        let scripted = self
            .game
            .table
            .state
            .ending()
            .and_then(|ending| ending.winners.iter().next())
            .map(|side| self.game.table.side_name(*side));
        let plain = match winner {
            reference::Winner::German => Some("german"),
            reference::Winner::Soviet => Some("soviet"),
            reference::Winner::Draw => None,
        };
        assert!(self.game.table.state.ending().is_some(), "the scripted game is not over");
        self.same("winner", scripted, plain);
    }
}

impl Player for ComparingPlayer<'_> {
    fn choose(&mut self, position: &Position, decision: &Decision) -> reference::Choice {
        self.same_state(position);
        self.same_phase(position);
        let offered = self.same_question(position, decision);
        self.lay_out_dice();
        let choice = self.temper.pick(&mut self.random, position, decision);
        self.answer(decision, choice, &offered);
        choice
    }

    fn roll(&mut self) -> u8 {
        self.dice.pop_front().expect("enough dice are laid out")
    }
}

/// The position of a phase in the sequence of play.
fn cursor(battle: &Battle, position: &Position) -> Cursor {
    let turns = battle.content.sequence.turn.iter().enumerate();
    let mut all =
        turns.flat_map(|(at, turn)| turn.phases.iter().enumerate().map(move |(number, phase)| (at, number, phase)));
    let (player_turn, phase, _) = all.find(|(_, _, phase)| phase.name == phase_name(position.phase)).unwrap();
    Cursor { turn: position.turn.into(), player_turn: player_turn as u16, round: 0, phase: phase as u16 }
}
