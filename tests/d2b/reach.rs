//! Where a base can move (2.4.4, 3.5.5): in a straight line if nothing is in its way, otherwise kilometre by kilometre.

use super::board::{Board, Piece};
use super::ruler::{Point, Rect, Shape, is_within, tenths};
use super::unit_table::MovementRow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How a kind of ground affects a way of moving.
#[derive(Clone, Copy, Debug, Default)]
struct Hold {
    /// The cost per unit of length.
    cost: i64,
    /// The additional cost to enter it.
    enter: i64,
    closed: bool,
    /// Entering it ends the move.
    stops: bool,
    /// A move is entirely on it or entirely off it.
    apart: bool,
    /// The maximum distance for a move that starts on it.
    most: Option<i64>,
}

/// 2.4.4 The ground table, and its rulings.
fn hold(going: MovementRow, kind: &str) -> Hold {
    let plain = Hold { cost: 1, ..Hold::default() };
    let closed = Hold { closed: true, ..plain };
    let stop = Hold { stops: true, ..plain };
    let apart = |most: Option<i64>| Hold { apart: true, most, ..plain };
    let guns = going == MovementRow::Towed || going == MovementRow::Wheels;
    match (kind, going) {
        ("waterway" | "mountain", MovementRow::Swimming | MovementRow::Supply) => closed,
        (_, MovementRow::Swimming) => match kind {
            "river" => apart(None),
            "bocage" | "dunes" => closed,
            "woods" | "rough" | "ravine" | "marsh" | "oasis" | "minefield" => stop,
            _ => plain,
        },
        (_, MovementRow::Supply) => match kind {
            "river" | "ravine" => closed,
            "woods" | "town" | "dunes" | "bocage" | "rough" | "wadi" | "oasis" | "marsh" => Hold { enter: 20, ..plain },
            _ => plain,
        },
        ("waterway" | "river", _) => closed,
        ("woods", _) => Hold { cost: 2, most: Some(20), ..stop },
        ("town", _) => Hold { cost: 2, most: Some(40), ..plain },
        ("bocage", _) => apart(Some(20)),
        ("rough", _) => Hold { cost: 2, ..stop },
        ("wadi", _) => apart(None),
        ("oasis", _) => Hold { cost: 2, most: Some(40), ..stop },
        ("dunes", MovementRow::Towed) => apart(Some(20)),
        ("dunes", _) => apart(Some(40)),
        ("ravine", MovementRow::Foot) => stop,
        ("ravine", _) => closed,
        ("marsh", MovementRow::Foot) => stop,
        ("marsh", MovementRow::Tracks) => Hold { most: Some(40), ..stop },
        ("marsh", _) => closed,
        ("mountain", MovementRow::Foot) => Hold { cost: 2, most: Some(20), ..stop },
        ("mountain", _) => closed,
        ("prepared", MovementRow::Tracks) => closed,
        ("trench" | "wire", _) if guns => closed,
        ("wire", MovementRow::Foot) => Hold { cost: 2, most: Some(20), ..plain },
        ("minefield", _) => stop,
        _ => plain,
    }
}

/// A move of a base, and what limits it.
pub struct Move<'a> {
    whole: Rect,
    unit: &'a Piece,
    going: MovementRow,
    points: i64,
    ground: Vec<&'a Piece>,
    /// The enemies whose belts it must avoid, and those near which it starts.
    enemies: Vec<&'a Piece>,
    met: Vec<&'a Piece>,
    /// The cost to reach each place of the lattice, and to reach it such that the move can continue.
    lattice: BTreeMap<Point, [Option<i64>; 2]>,
    step: i64,
}

/// The kinds of ground under a base that matter.
type Kinds<'a> = BTreeSet<&'a str>;

impl<'a> Move<'a> {
    /// A move with some points over some ground, past some enemies.
    pub fn new(
        board: &Board,
        unit: &'a Piece,
        going: MovementRow,
        points: i64,
        ground: Vec<&'a Piece>,
        enemies: Vec<&'a Piece>,
    ) -> Move<'a> {
        let (met, enemies) = enemies.into_iter().partition(|enemy| unit.is_nearer(enemy, 20));
        let (whole, points) = (board.whole(), 10 * points);
        let mut all = Move { whole, unit, going, points, ground, enemies, met, lattice: BTreeMap::new(), step: 10 };
        all.spread();
        all
    }

    /// The kinds of ground under a base; a river does not count under a bridge or at a ford, except to swimmers.
    fn kinds(&self, base: &Rect) -> Kinds<'a> {
        let mut all: Kinds =
            self.ground.iter().filter(|piece| piece.lies_under(base)).map(|piece| piece.kind.as_str()).collect();
        if self.going != MovementRow::Swimming && (all.contains("bridge") || all.contains("ford")) {
            all.remove("river");
        }
        all
    }

    fn is_closed(&self, kinds: &Kinds) -> bool {
        kinds.iter().any(|kind| hold(self.going, kind).closed)
    }

    fn is_near(&self, base: &Rect) -> bool {
        self.enemies.iter().any(|enemy| enemy.base().is_nearer(base, 20))
    }

    /// A step from some ground to other ground: its cost, and whether the move can continue.
    fn step(&self, from: &Kinds, to: &Kinds, length: i64, is_first: bool) -> Option<(i64, bool)> {
        let hold = |kind: &&str| hold(self.going, kind);
        let (entered, left): (Vec<&str>, Vec<&str>) =
            (to.difference(from).copied().collect(), from.difference(to).copied().collect());
        if self.is_closed(to) || (!is_first && entered.iter().any(|kind| hold(kind).apart)) {
            return None;
        }
        let cost = from.union(to).map(|kind| hold(kind).cost).max().unwrap_or(1);
        let enter: i64 = entered.iter().map(|kind| 10 * hold(kind).enter).sum();
        let stops = entered.iter().any(|kind| hold(kind).stops) || left.iter().any(|kind| hold(kind).apart);
        Some((length * cost + enter, !stops))
    }

    /// The maximum that can be spent on ground where it started and still is.
    fn most(&self, began: &Kinds, now: &Kinds) -> i64 {
        let most = |kind: &&str| hold(self.going, kind).most.map(|most| 10 * most * hold(self.going, kind).cost);
        began.intersection(now).filter_map(most).min().unwrap_or(i64::MAX)
    }

    /// Spreads from place to place until no cost improves.
    fn spread(&mut self) {
        let start = self.unit.spot();
        let began = self.kinds(&self.unit.base());
        let mut ground: BTreeMap<Point, Option<Kinds>> = BTreeMap::new();
        let mut open = VecDeque::from([(start, 0)]);
        self.lattice.insert(start, [Some(0); 2]);
        ground.insert(start, Some(began.clone()));
        while let Some((at, spent)) = open.pop_front() {
            let here = ground[&at].clone().unwrap_or_default();
            for next in self.around(at) {
                let there = ground.entry(next).or_insert_with(|| self.passable(next)).clone();
                let Some(there) = there else { continue };
                let Some((cost, goes_on)) = self.step(&here, &there, tenths(at, next), at == start) else { continue };
                let total = spent + cost;
                if total > self.points.min(self.most(&began, &there)) {
                    continue;
                }
                let [least, going_on] = self.lattice.entry(next).or_default();
                if least.is_none_or(|known| total < known) {
                    *least = Some(total);
                }
                if goes_on && going_on.is_none_or(|known| total < known) {
                    *going_on = Some(total);
                    open.push_back((next, total));
                }
            }
        }
    }

    /// The kinds of ground at a place, if it can be passed.
    fn passable(&self, spot: Point) -> Option<Kinds<'a>> {
        let base = self.unit.base_at(spot);
        (self.whole.holds(&base) && !self.is_near(&base)).then(|| self.kinds(&base))
    }

    /// The adjacent places of the lattice: at most one and a half steps away.
    fn around(&self, [x, y]: Point) -> Vec<Point> {
        let (column, row) = (x.div_euclid(self.step), y.div_euclid(self.step));
        let all = (-1..=2).flat_map(|down| (-1..=2).map(move |across| [(column + across) * 10, (row + down) * 10]));
        let is_next = |next: &Point| {
            let [across, down] = [next[0] - x, next[1] - y];
            *next != [x, y] && 4 * (across * across + down * down) <= 9 * self.step * self.step
        };
        all.filter(is_next).collect()
    }

    /// Whether it can reach a place.
    pub fn reaches(&self, spot: Point) -> bool {
        let base = self.unit.base_at(spot);
        let from = self.unit.spot();
        if spot == from || !self.whole.holds(&base) || tenths(from, spot) > self.points {
            return false;
        }
        let (kinds, near) = (self.kinds(&base), self.is_near(&base));
        let touches = self.enemies.iter().any(|enemy| enemy.base().contact(&base).is_some());
        if self.is_closed(&kinds) || (near && !touches && !self.touches_met(&base)) {
            return false;
        }
        self.is_straight(&base) || self.by_the_lattice(spot, &base, &kinds, near)
    }

    /// Enemies near which it started do not block it; touching one counts as touching an enemy.
    fn touches_met(&self, base: &Rect) -> bool {
        self.met.iter().any(|enemy| enemy.base().contact(base).is_some())
    }

    /// Whether the move is straight, over plain ground and past no enemies.
    fn is_straight(&self, base: &Rect) -> bool {
        let swept = Shape::swept(&self.unit.base(), base);
        let matters = |piece: &&&Piece| {
            let hold = hold(self.going, &piece.kind);
            hold.closed || hold.stops || hold.apart || hold.cost > 1 || hold.enter > 0
        };
        let mut hindrances = self.ground.iter().filter(matters).filter_map(|piece| piece.shape.as_ref());
        !hindrances.any(|shape| shape.is_within(&swept, 0)) && self.passes_nobody(&swept, base)
    }

    /// On its way it stays two kilometres from all enemies except its destination.
    fn passes_nobody(&self, swept: &Shape, end: &Rect) -> bool {
        let mut others = self.enemies.iter().filter(|enemy| !enemy.base().is_nearer(end, 20));
        !others.any(|enemy| swept.is_nearer(&Shape::rect(&enemy.base()), 20))
    }

    /// The last leg, from a place of the lattice; contact must be entered in one leg from outside the belt.
    fn by_the_lattice(&self, spot: Point, base: &Rect, kinds: &Kinds, near: bool) -> bool {
        if !near && let Some([Some(_), _]) = self.lattice.get(&spot) {
            return true;
        }
        let last = if near { 20 + 4 * self.step } else { self.step * 3 / 2 };
        let began = self.kinds(&self.unit.base());
        let from_there = |(at, costs): (&Point, &[Option<i64>; 2])| {
            let Some(spent) = costs[1].filter(|_| is_within(*at, spot, last)) else { return false };
            let from = self.unit.base_at(*at);
            let Some((cost, _)) = self.step(&self.kinds(&from), kinds, tenths(*at, spot), *at == self.unit.spot())
            else {
                return false;
            };
            let swept = Shape::swept(&from, base);
            spent + cost <= self.points.min(self.most(&began, kinds))
                && (!near || (self.is_open(&swept) && self.passes_nobody(&swept, base)))
        };
        self.lattice.iter().any(from_there)
    }

    /// Whether there is no impassable ground on its way.
    fn is_open(&self, swept: &Shape) -> bool {
        let closed = self.ground.iter().filter(|piece| hold(self.going, &piece.kind).closed);
        !closed.filter_map(|piece| piece.shape.as_ref()).any(|shape| shape.is_within(swept, 0))
    }
}
