//! What a position is worth, for players that plan. It shares nothing with the scripts of the game.

use crate::bits::Bits;
use crate::decision::{Choice, Decision, Options, Player};
use crate::position::{NOBODY, Phase, Position};
use crate::random::Random;
use crate::spaces::SpaceSet;
use crate::tables::{BOARD, MAJOR_CITIES, MOSCOW, ROUGH, SPACES};
use crate::units::{FIRST_SHOCK, PANZERS, Side, UnitSet};

/// The distance of every space from Moscow.
pub static DISTANCE: [u8; SPACES] = {
    let mut distance = [0; SPACES];
    let mut within = SpaceSet::one(MOSCOW);
    let mut steps = 1;
    while within.count() < SPACES as u32 {
        let next = within.or(within.neighbours());
        let mut space = 0;
        while space < SPACES {
            if next.contains(space as u8) && !within.contains(space as u8) {
                distance[space] = steps;
            }
            space += 1;
        }
        within = next;
        steps += 1;
    }
    distance
};

/// The share of a defender's strength that an attack is expected to take, by column; of one that cannot retreat, in the
/// second row.
const HARM: [[f32; 7]; 2] = [[0.0, 0.1, 0.2, 0.4, 0.6, 0.75, 0.9], [0.0, 0.5, 0.67, 1.0, 1.0, 1.0, 1.0]];

/// The chance that an attack drives the defender out of a major city, by column.
const STORM: [f32; 7] = [0.0, 0.3, 0.4, 0.55, 0.7, 0.9, 1.0];

/// What counts, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Per point of German strength.
    pub german: f32,
    /// Per point of Soviet strength.
    pub soviet: f32,
    /// Per German city.
    pub city: f32,
    /// Holding Moscow, on the last turn.
    pub moscow: f32,
    /// The part of `moscow` that counts from the start.
    pub early: f32,
    /// Per point of German strength, for each space nearer to Moscow than 10.
    pub near: f32,
    /// The same for panzers, in addition.
    pub panzers: f32,
    /// Per point of Soviet strength within two spaces of Moscow.
    pub guard: f32,
    /// Per point of Soviet strength in Moscow.
    pub garrison: f32,
    /// Per point of Soviet strength, for each space farther from Moscow than 3.
    pub astray: f32,
    /// Per German next to Moscow, at most three times.
    pub ring: f32,
    /// The chance to storm Moscow, if the Germans attack next or later.
    pub storm: f32,
    /// The share of the strength that can be attacked next that counts as lost.
    pub danger: f32,
    /// Per point of German strength out of communication.
    pub german_cut: f32,
    /// Per point of Soviet strength out of communication.
    pub soviet_cut: f32,
    /// Per point of Soviet strength in forest, fortifications or a major city.
    pub cover: f32,
}

/// The weights in use, by the `Side` that judges; found in games of the evolving player against itself and others.
pub const WEIGHTS: [Weights; 2] = [
    Weights {
        german: 1.9,
        soviet: 2.8,
        city: 2.8,
        moscow: 215.0,
        early: 0.48,
        near: 0.48,
        panzers: 0.2,
        guard: 0.86,
        garrison: 4.2,
        astray: 0.18,
        ring: 3.8,
        storm: 33.0,
        danger: 0.46,
        german_cut: 0.2,
        soviet_cut: 1.4,
        cover: 0.3,
    },
    Weights {
        german: 1.0,
        soviet: 8.0,
        city: 3.4,
        moscow: 220.0,
        early: 0.35,
        near: 0.47,
        panzers: 0.2,
        guard: 0.92,
        garrison: 1.95,
        astray: 0.22,
        ring: 5.0,
        storm: 57.0,
        danger: 0.37,
        german_cut: 0.18,
        soviet_cut: 1.45,
        cover: 0.4,
    },
];

impl Position {
    /// What the position is worth to a side. The other side's value is the opposite.
    pub fn value(&self, side: Side, weights: &Weights) -> f32 {
        let german = self.german_value(weights);
        if side == Side::German { german } else { -german }
    }

    fn german_value(&self, w: &Weights) -> f32 {
        let holds = self.owned[Side::German as usize].contains(MOSCOW);
        // On the last turn nothing else counts.
        let share = if self.turn == 7 { 4.0 } else { w.early + (1.0 - w.early) * f32::from(self.turn) / 7.0 };
        let mut value = w.city * self.owned[Side::German as usize].count() as f32;
        if holds {
            value += w.moscow * share;
        }
        for side in [Side::German, Side::Soviet] {
            value += self.army_value(side, w);
        }
        value + if holds || self.is_too_late() { 0.0 } else { self.siege(w) * share } + self.dangers(w)
    }

    /// The units of one side: strength, place and communication.
    fn army_value(&self, side: Side, w: &Weights) -> f32 {
        let linked = self.linked(side);
        let mut value = 0.0;
        for unit in Bits(self.army(side)) {
            let space = self.units[unit as usize].space;
            let strength = self.strength(unit) as f32;
            let distance = f32::from(DISTANCE[space as usize]);
            let points = match side {
                Side::German => {
                    let near = if PANZERS >> unit & 1 == 1 { w.near + w.panzers } else { w.near };
                    let cut = if linked.contains(space) { 0.0 } else { w.german_cut };
                    w.german + near * (10.0 - distance).max(0.0) - cut
                }
                Side::Soviet => {
                    let guard = if distance <= 2.0 { w.guard } else { 0.0 };
                    let garrison = if space == MOSCOW { w.garrison } else { 0.0 };
                    let cut = if linked.contains(space) { 0.0 } else { w.soviet_cut };
                    let cover = if ROUGH.contains(space) { w.cover } else { 0.0 };
                    -(w.soviet + guard + garrison + cover - w.astray * (distance - 3.0).max(0.0) - cut)
                }
            };
            value += points * strength;
        }
        value
    }

    /// Whether the Germans have fought for the last time; they may still enter an empty Moscow.
    fn is_too_late(&self) -> bool {
        let empty = self.occupants[MOSCOW as usize] == NOBODY;
        self.turn == 7
            && self.phase as u8 > Phase::PanzerMovement as u8
            && !(empty && self.phase == Phase::GermanCombat)
    }

    /// The Germans around a Soviet Moscow.
    fn siege(&self, w: &Weights) -> f32 {
        let ring = self.beside(MOSCOW) & Side::German.units();
        let count = ring.count_ones().min(3) as f32;
        let defender = self.occupants[MOSCOW as usize];
        let chance = match defender {
            _ if ring == 0 => 0.0,
            NOBODY => 1.0,
            _ => STORM[self.column(defender, ring, self.directions(MOSCOW, ring)).max(0) as usize],
        };
        w.ring * count + w.storm * chance
    }

    /// What the side that fights next can take from the other.
    fn dangers(&self, w: &Weights) -> f32 {
        let fought = matches!(
            self.phase,
            Phase::GermanCombat | Phase::GermanMovement | Phase::SovietCombat | Phase::SovietMovement
        );
        let attacker = if fought { self.phase.side().other() } else { self.phase.side() };
        let defender = attacker.other();
        let zone = self.zone(attacker);
        let open = BOARD.without(zone).without(self.occupied[attacker as usize]);
        let mut lost = 0.0;
        for space in (zone & self.occupied[defender as usize]).iter() {
            let unit = self.occupants[space as usize];
            let attackers = self.beside(space) & attacker.units();
            let column = self.column(unit, attackers, self.directions(space, attackers)).max(0);
            let trapped = (SpaceSet::one(space).neighbours() & open).is_empty() && !MAJOR_CITIES.contains(space);
            lost += HARM[trapped as usize][column as usize] * self.strength(unit) as f32;
        }
        if defender == Side::German { -w.danger * w.german * lost } else { w.danger * w.soviet * lost }
    }
}

/// A player that takes the best option by the value of the position after it, and every attack at 2:1 or better.
#[derive(Clone, Debug)]
pub struct GreedyPlayer {
    /// Rolls the die, and decides which unit moves next.
    pub random: Random,
    /// What counts, by `Side`.
    pub weights: [Weights; 2],
}

impl GreedyPlayer {
    /// A greedy player; the same seed plays the same game.
    pub const fn new(seed: u64, weights: [Weights; 2]) -> GreedyPlayer {
        GreedyPlayer { random: Random::new(seed), weights }
    }
}

impl Player for GreedyPlayer {
    fn choose(&mut self, position: &Position, decision: &Decision) -> Choice {
        let odds = |target: u8, attackers: UnitSet| {
            let space = position.units[target as usize].space;
            position.column(target, attackers, position.directions(space, attackers))
        };
        match *decision {
            Decision::Setup => Choice::Index(0),
            Decision::Move { units } => Options::Units(units).nth(self.random.below(units.count_ones())),
            Decision::Target { units } => {
                let own = position.phase.side().units();
                let all = |target: u8| odds(target, position.beside(position.units[target as usize].space) & own);
                Bits(units)
                    .filter(|&target| all(target) >= 2)
                    .max_by_key(|&target| all(target))
                    .map_or(Choice::Stop, Choice::Unit)
            }
            Decision::Attackers { units, .. } => Choice::Units(units),
            _ => position.best(decision, &self.weights[decision.side(position) as usize]),
        }
    }

    fn roll(&mut self) -> u8 {
        1 + self.random.below(6) as u8
    }
}

impl Position {
    /// The best option of a decision, by the value of the position after it.
    pub fn best(&self, decision: &Decision, weights: &Weights) -> Choice {
        let side = decision.side(self);
        let options = decision.options();
        let choices = (0..options.count()).map(|index| options.nth(index));
        let stop = decision.may_stop().then_some(Choice::Stop);
        let value = |choice: &Choice| self.after(decision, *choice).value(side, weights);
        let better = choices
            .chain(stop)
            .map(|choice| (value(&choice), choice))
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        better.map_or(Choice::Stop, |(_, choice)| choice)
    }

    /// The position after an answer, without what follows it.
    fn after(&self, decision: &Decision, choice: Choice) -> Position {
        let mut after = self.clone();
        let side = decision.side(self);
        match (*decision, choice) {
            (Decision::Goal { unit, .. }, Choice::Space(at)) if at != self.units[unit as usize].space => {
                after.shift(unit, at)
            }
            (Decision::Start { unit, .. }, Choice::Space(at)) => after.place(unit, at, 2),
            (Decision::Enter { .. }, Choice::Space(at)) => {
                after.shock_waits = false;
                after.place(FIRST_SHOCK, at, 2);
            }
            (Decision::Build { unit, .. }, Choice::Space(at)) => after.place(unit, at, 1),
            (Decision::Replace { .. }, Choice::Unit(unit)) if self.on_map >> unit & 1 == 1 => after.restore(unit),
            (Decision::Replace { .. }, Choice::Unit(unit)) => {
                let sites = self.building_sites(side, self.linked(side));
                after.place(unit, if sites.contains(MOSCOW) { MOSCOW } else { sites.nth(0) }, 1);
            }
            (Decision::Way { ways, .. }, Choice::Index(way)) => {
                ways[way as usize].iter().for_each(|city| after.take(city, side))
            }
            (Decision::Retreat { unit, paths }, Choice::Index(path)) => {
                let path = &paths[path as usize];
                path.spaces()[1..].iter().for_each(|&space| after.take(space, Side::of(unit)));
                after.shift(unit, path.end());
            }
            (Decision::Defence { unit }, Choice::Index(1)) => {
                after.lose_step(unit);
            }
            (Decision::Defence { unit }, _) => {
                let from = after.units[unit as usize].space;
                after.take(from, side.other());
            }
            (Decision::Loss { .. }, Choice::Unit(unit)) => {
                after.lose_step(unit);
            }
            (Decision::Advance { into, .. }, Choice::Unit(unit)) => after.shift(unit, into),
            _ => {}
        }
        after
    }
}
