//! Random tables that no game would reach: terrain and units of both sides scattered around a place, at the start of a
//! phase of either side.

use crate::random_positions::below;
use grognard_engine::content::Content;
use grognard_engine::field::{Facing, Rectangle, Spot, Stand};
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::sequence::Cursor;
use grognard_engine::state::{State, VariableOwner};
use grognard_reference_game::Random;
use grognard_testing::set_number;

/// The phases played from such positions.
const PHASES: [&str; 4] = ["moves", "barrages", "counter-battery fire", "close combat"];

/// Places terrain and units on a table.
struct TableBuilder<'a> {
    content: &'a Content,
    state: &'a mut State,
    random: &'a mut Random,
    /// The place around which everything is scattered.
    hub: Spot,
    phase: &'static str,
}

/// Scatters terrain and units over a table; returns the phase to play.
pub fn scatter(content: &Content, state: &mut State, random: &mut Random) -> Cursor {
    let [width, height] = content.map.field().expect("a table").size;
    let hub =
        Spot { x: 5 * below(random, (width / 5) as usize) as i32, y: 5 * below(random, (height / 5) as usize) as i32 };
    let phase = PHASES[[0, 0, 1, 1, 2, 2, 3, 3, 3][below(random, 9)]];
    TableBuilder { content, state, random, hub, phase }.scatter(100)
}

/// Scatters them at the start of a turn, with depots on the table.
pub fn open(content: &Content, state: &mut State, random: &mut Random) -> Cursor {
    let [width, height] = content.map.field().expect("a table").size;
    let hub = Spot {
        x: width / 3 + below(random, (width / 3) as usize) as i32,
        y: height / 3 + below(random, (height / 3) as usize) as i32,
    };
    let mut hand = TableBuilder { content, state, random, hub, phase: "" };
    for depot in hand.all() {
        if hand.kind(depot) == "depot" {
            let stand = Stand { spot: hand.somewhere(100), facing: Facing::North };
            if hand.has_room(depot, stand) {
                hand.state.set_stand(content, depot, stand);
            }
        }
    }
    hand.scatter(160)
}

impl TableBuilder<'_> {
    fn scatter(&mut self, radius: i32) -> Cursor {
        let cursor = self.begin();
        self.lay_ground();
        self.put_units(radius);
        self.mark();
        cursor
    }

    fn chance(&mut self, of: u32) -> bool {
        self.random.below(of) == 0
    }

    fn kind(&self, unit: UnitId) -> &str {
        self.content.unit_types.name(self.content.units[unit.index()].kind)
    }

    fn tagged(&self, unit: UnitId, tag: &str) -> bool {
        self.content.units[unit.index()].tags.iter().any(|known| known == tag)
    }

    fn all(&self) -> Vec<UnitId> {
        (0..self.content.units.len()).map(UnitId::from_index).collect()
    }

    /// Chooses the turn, the attacker and the edges of both sides.
    fn begin(&mut self) -> Cursor {
        let (side, attacks) = (self.random.below(2), self.chance(2));
        let turn = format!("{} {}", ["Red", "Blue"][side as usize], if attacks { "attacks" } else { "defends" });
        let name = if self.phase.is_empty() { turn } else { format!("{turn}: {}", self.phase) };
        let home = self.random.below(4) as i32;
        let attacker = if attacks { side } else { 1 - side };
        let initiative = self.random.below(7) as i32;
        let values = [
            ("attacker", 1 + attacker as i32),
            ("red-home", 1 + home),
            ("blue-home", 1 + (home + 2) % 4),
            ("initiative", initiative),
        ];
        for (name, value) in values {
            set_number(self.content, self.state, VariableOwner::Game, name, value);
        }
        let turns = self.content.sequence.turn.iter().enumerate();
        let mut places =
            turns.flat_map(|(turn, player_turn)| (0..player_turn.phases.len()).map(move |phase| (turn, phase)));
        let (turn, phase) = places
            .find(|(turn, phase)| self.content.sequence.turn[*turn].phases[*phase].name == name)
            .expect("a phase");
        let cursor =
            Cursor { turn: 1 + self.random.below(14) as u16, player_turn: turn as u16, round: 0, phase: phase as u16 };
        self.state.set_cursor(cursor);
        cursor
    }

    /// A place around the hub, mostly of the lattice.
    fn somewhere(&mut self, radius: i32) -> Spot {
        let step = if self.chance(8) { 1 } else { 5 };
        let mut off = || step * (self.random.below((2 * radius / step + 1) as u32) as i32) - radius;
        let spot = Spot { x: self.hub.x + off(), y: self.hub.y + off() };
        let [width, height] = self.content.map.field().expect("a table").size;
        Spot { x: spot.x.clamp(0, width), y: spot.y.clamp(0, height) }
    }

    fn facing(&mut self) -> Facing {
        Facing::ALL[below(self.random, 4)]
    }

    /// Lays some terrain; lines cross the table, bridges and fords are on a river.
    fn lay_ground(&mut self) {
        let kinds: Vec<UnitId> = self.all().into_iter().filter(|unit| self.tagged(*unit, "ground")).collect();
        let mut river = None;
        let rivers: Vec<UnitId> = kinds.iter().copied().filter(|unit| self.kind(*unit) == "river").collect();
        let first = if self.chance(3) { &rivers } else { &kinds };
        for number in 0..below(self.random, 10) {
            let some = if number == 0 { first } else { &kinds };
            let piece = some[below(self.random, some.len())];
            let (facing, spot) = (self.facing(), self.somewhere(120));
            let kind = self.kind(piece).to_owned();
            if kind == "minefield" && self.phase != "moves" {
                continue;
            }
            let stand = match (kind.as_str(), river) {
                ("river" | "road" | "waterway" | "frozen-river", _) => self.line(facing, spot),
                ("bridge" | "ford", None) => continue,
                ("bridge" | "ford", Some(over)) => self.over(over, spot),
                _ => Stand { spot, facing },
            };
            if kind == "river" {
                river = Some(stand);
            }
            self.state.set_stand(self.content, piece, stand);
        }
    }

    /// The stand of a line, which runs from edge to edge of the table.
    fn line(&self, facing: Facing, spot: Spot) -> Stand {
        let [width, height] = self.content.map.field().expect("a table").size;
        let spot = match facing {
            Facing::North | Facing::South => Spot { x: width / 2, y: spot.y },
            _ => Spot { x: spot.x, y: height / 2 },
        };
        Stand { spot, facing }
    }

    fn over(&self, river: Stand, spot: Spot) -> Stand {
        let spot = match river.facing {
            Facing::North | Facing::South => Spot { x: spot.x, y: river.spot.y },
            _ => Spot { x: river.spot.x, y: spot.y },
        };
        Stand { spot, facing: river.facing }
    }

    /// Places units around the hub, many of them in contact with others.
    fn put_units(&mut self, radius: i32) {
        let chance = 1 + self.random.below(4);
        for unit in self.all() {
            let is_unit =
                !self.tagged(unit, "piece") && !self.tagged(unit, "aircraft") && !self.tagged(unit, "commander");
            if is_unit && self.random.below(4) < chance {
                self.put(unit, radius);
            }
        }
    }

    /// Tries to place a unit, beside another or anywhere.
    fn put(&mut self, unit: UnitId, radius: i32) {
        for _ in 0..6 {
            let others: Vec<UnitId> = self.standing();
            let spot =
                if others.is_empty() || self.chance(2) { self.somewhere(radius) } else { self.beside(unit, &others) };
            let stand = Stand { spot, facing: self.facing() };
            if self.has_room(unit, stand) {
                self.state.set_stand(self.content, unit, stand);
                let most = u32::from(self.content.units[unit.index()].steps);
                self.state.set_steps(unit, 1 + self.random.below(most) as u8);
                return;
            }
        }
    }

    /// The units on the table.
    fn standing(&self) -> Vec<UnitId> {
        self.all()
            .into_iter()
            .filter(|unit| !self.tagged(*unit, "piece") && self.state.unit(*unit).stand.is_some())
            .collect()
    }

    /// A place edge to edge with another unit.
    fn beside(&mut self, unit: UnitId, others: &[UnitId]) -> Spot {
        let other = others[below(self.random, others.len())];
        let stand = self.state.unit(other).stand.expect("it stands");
        let half = |unit: UnitId| self.content.base(unit, stand).map_or(0, |base| (base.right - base.left) / 2) as i32;
        let (apart, Spot { x, y }) = (half(unit) + half(other), stand.spot);
        let off = 5 * self.random.below(9) as i32 - 20;
        [
            Spot { x: x + off, y: y - apart },
            Spot { x: x + off, y: y + apart },
            Spot { x: x - apart, y: y + off },
            Spot { x: x + apart, y: y + off },
        ][below(self.random, 4)]
    }

    /// Whether a base is on the table, on no other base, and not in a waterway.
    fn has_room(&self, unit: UnitId, stand: Stand) -> bool {
        let field = self.content.map.field().expect("a table");
        let Some(base) = self.content.base(unit, stand) else { return false };
        let taken = |other: &UnitId| {
            let stand = self.state.unit(*other).stand.expect("it stands");
            self.content.base(*other, stand).is_some_and(|other| Rectangle::overlaps(&base, &other))
        };
        let lake = |other: &UnitId| {
            let stand = self.state.unit(*other).stand;
            self.kind(*other) == "waterway"
                && stand.and_then(|stand| self.content.shape(*other, stand)).is_some_and(|shape| shape.overlaps(&base))
        };
        field.has(stand.spot)
            && field.whole().holds(&base)
            && !self.standing().iter().any(taken)
            && !self.all().iter().any(lake)
    }

    fn set(&mut self, unit: UnitId, mark: &str) {
        let bit = self.content.marks.iter().position(|known| known == mark).expect("a mark");
        self.state.set_mark(unit, bit, true);
    }

    /// Marks units at random: generals, supply, sandbags, units that have moved or fired.
    fn mark(&mut self) {
        self.generals();
        let chances = [("unsupplied", 6), ("sandbags", 6), ("moved", 8), ("hastened", 10), ("bridged", 10)];
        for unit in self.standing() {
            for (mark, of) in chances {
                if self.chance(of) {
                    self.set(unit, mark);
                }
            }
            if self.phase == "close combat" && self.chance(12) {
                self.set(unit, "fought");
            }
            if self.tagged(unit, "artillery") {
                self.guns(unit);
            }
        }
        for aircraft in self.all().into_iter().filter(|unit| self.tagged(*unit, "aircraft")).collect::<Vec<_>>() {
            if self.chance(2) {
                self.set(aircraft, "flying");
            }
        }
    }

    fn guns(&mut self, unit: UnitId) {
        if self.chance(3) {
            self.set(unit, "fired");
        }
        let count = self.random.below(3) as i32;
        set_number(self.content, self.state, VariableOwner::Unit(unit), "shots", count);
    }

    /// Places the general of each side: with a unit, alone, or lost.
    fn generals(&mut self) {
        for side in 0..self.content.sides.len() {
            let own = |unit: &UnitId| self.content.units[unit.index()].side.index() == side;
            let commander =
                self.all().into_iter().filter(own).find(|unit| self.tagged(*unit, "commander")).expect("a general");
            let hosts: Vec<UnitId> =
                self.standing().into_iter().filter(own).filter(|unit| self.kind(*unit) != "truck").collect();
            match self.random.below(6) {
                0 => self.put(commander, 100),
                1 => self.state.place(self.content, commander, None),
                _ if !hosts.is_empty() => {
                    let host = hosts[below(self.random, hosts.len())];
                    self.set(host, "general");
                }
                _ => {}
            }
        }
    }
}
