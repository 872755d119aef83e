//! The movement phases (8.0).

use crate::decision::{Decision, Player};
use crate::game::Game;
use crate::ground::{Ground, March};
use crate::position::Phase;
use crate::spaces::SpaceSet;
use crate::tables::RAILWAY;
use crate::units::{PANZERS, Side, UnitSet};
use crate::ways;

impl<P: Player> Game<P> {
    /// Phases 2, 4, 6 and 8: units move one by one, each at most once (8.0).
    pub fn movement(&mut self, phase: Phase, march: March) {
        self.position.phase = phase;
        let mut units = self.movers(phase);
        let ground = Ground::of(&self.position, phase, march);
        while units != 0 {
            let Some(unit) = self.ask_unit(Decision::Move { units }) else { return };
            units &= !(1 << unit);
            self.go(unit, &ground);
        }
    }

    /// 8.0, 8.1 The units that may move in a phase.
    #[inline(always)]
    fn movers(&self, phase: Phase) -> UnitSet {
        let position = &self.position;
        match phase {
            Phase::PanzerMovement => position.on_map & PANZERS,
            Phase::RailMovement => position.units_on(position.occupied[Side::Soviet as usize] & RAILWAY),
            _ => position.army(phase.side()),
        }
    }

    /// 8.2.2 Moves a unit to a space free of friends, or leaves it where it is. A unit that stays captures no cities
    /// around it.
    #[inline(always)]
    fn go(&mut self, unit: u8, ground: &Ground) {
        let from = self.position.units[unit as usize].space;
        let reach = ground.reach(unit, from);
        let spaces = reach.reached.without(self.position.filled()) | SpaceSet::one(from);
        let goal = self.ask(Decision::Goal { unit, spaces }).space();
        if goal == from {
            return;
        }
        let enemy = Side::of(unit).other();
        let mut cities = reach.passed.without(ground.held) & self.position.owned[enemy as usize];
        cities.remove(goal);
        if !cities.is_empty() {
            self.take_on_the_way(unit, goal, cities, ground);
        }
        self.position.shift(unit, goal);
    }

    /// 10.0 A unit captures as many enemy cities on its way as it can.
    #[cold]
    fn take_on_the_way(&mut self, unit: u8, goal: u8, cities: SpaceSet, ground: &Ground) {
        let from = self.position.units[unit as usize].space;
        let ways = ways::ways(from, goal, ground.points(unit), cities, ground);
        let chosen = self.ask(Decision::Way { unit, goal, ways: &ways }).index();
        for city in ways[chosen as usize].iter() {
            self.position.take(city, Side::of(unit));
        }
    }
}
