//! Finds where a base can move on a table with its movement points: in a straight line over plain ground, or else step
//! by step over the lattice.

use super::spot::sqrt_rounded_up;
use super::{Field, Ground, Rectangle, Shape, Spot, Stand};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

/// The conditions under which a base can move: its stand, points, ground and hostile bases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approach {
    field: Field,
    from: Stand,
    /// Half the width and half the depth of the base, in its current facing.
    half: [i64; 2],
    /// The points available for the move, in tenths. A point pays for one unit of length on plain ground.
    points: u32,
    ground: Ground,
    /// The hostile bases. The moving base may enter their belts only to touch them.
    hostile: Vec<Rectangle>,
    /// The width of the belts around the hostile bases.
    belt: i64,
    /// For each hostile base, whether the move starts in its belt. The moving base may leave that belt.
    met: Vec<bool>,
    /// The places that can be reached over the lattice; computed the first time a straight move is not possible.
    places: OnceLock<ReachablePlaces>,
}

/// The lowest cost of reaching a place at all, the lowest cost of reaching it in such a way that the move can continue,
/// and the kinds of ground at the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlaceCost {
    cost: u32,
    going_on: u32,
    kinds: u32,
}

const NEVER: u32 = u32::MAX;

/// The lattice places that a move may reach, and its starting place, with their costs.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ReachablePlaces {
    lattice: i32,
    start: Spot,
    /// The first and last columns of the lattice.
    columns: [i32; 2],
    /// The first and last rows of the lattice.
    rows: [i32; 2],
    /// Costs row by row; the starting place comes last if it is off the lattice.
    costs: Vec<Option<PlaceCost>>,
}

impl ReachablePlaces {
    /// Returns the places within `radius` of a start, with no costs yet.
    fn around(start: Spot, radius: i32, field: &Field) -> ReachablePlaces {
        let lattice = field.lattice.max(1);
        let range = |middle: i32, length: i32| {
            // One more place on either side, since a start between two places can reach both.
            let (first, last) = ((middle - radius).div_euclid(lattice) - 1, (middle + radius).div_euclid(lattice) + 2);
            [first.max(0), last.min(length / lattice)]
        };
        let (columns, rows) = (range(start.x, field.size[0]), range(start.y, field.size[1]));
        let size = |[first, last]: [i32; 2]| (last - first + 1).max(0) as usize;
        ReachablePlaces { lattice, start, columns, rows, costs: vec![None; size(columns) * size(rows) + 1] }
    }

    /// Returns the index of a place's cost; `None` for places outside the area.
    fn slot(&self, spot: Spot) -> Option<usize> {
        let (column, row) = (spot.x.div_euclid(self.lattice), spot.y.div_euclid(self.lattice));
        if (column * self.lattice, row * self.lattice) != (spot.x, spot.y) {
            return (spot == self.start).then(|| self.costs.len() - 1);
        }
        let ([left, right], [top, bottom]) = (self.columns, self.rows);
        let is_there = (left..=right).contains(&column) && (top..=bottom).contains(&row);
        is_there.then(|| ((row - top) * (right - left + 1) + column - left) as usize)
    }

    fn cost(&self, spot: Spot) -> Option<PlaceCost> {
        self.costs[self.slot(spot)?]
    }

    /// Returns the reachable places within `distance` of a place, from north to south and from west to east.
    fn near(&self, spot: Spot, distance: i64) -> impl Iterator<Item = (Spot, PlaceCost)> + '_ {
        let reach = i32::try_from(distance).unwrap_or(i32::MAX / 4);
        let within = |[first, last]: [i32; 2], middle: i32| {
            let (low, high) = ((middle - reach).div_euclid(self.lattice), (middle + reach).div_euclid(self.lattice));
            low.max(first)..=high.min(last)
        };
        let columns = within(self.columns, spot.x);
        let place = |column: i32, row: i32| Spot { x: column * self.lattice, y: row * self.lattice };
        let all = within(self.rows, spot.y).flat_map(move |row| columns.clone().map(move |column| place(column, row)));
        let is_off = self.slot(self.start) == Some(self.costs.len() - 1);
        let known = all.chain(is_off.then_some(self.start)).filter_map(|other| Some((other, self.cost(other)?)));
        known.filter(move |(other, _)| other.squared_distance(spot) <= distance * distance)
    }
}

impl Approach {
    /// Prepares the moves of a base from its stand, with enough points for `points` units of length on plain ground.
    pub fn new(
        field: &Field,
        (from, base): (Stand, Rectangle),
        points: u32,
        ground: Ground,
        hostile: (Vec<Rectangle>, i64),
    ) -> Approach {
        let half = [(base.right - base.left) / 2, (base.bottom - base.top) / 2];
        let (hostile, belt) = hostile;
        let met = hostile.iter().map(|other| is_near(&base, other, belt)).collect();
        let points = points.saturating_mul(10);
        Approach { field: field.clone(), from, half, points, ground, hostile, belt, met, places: OnceLock::new() }
    }

    /// Returns the costs of reaching the lattice places.
    fn lattice_costs(&self) -> &ReachablePlaces {
        self.places.get_or_init(|| self.spread())
    }

    /// Returns the moving base as placed at `spot`.
    fn base(&self, spot: Spot) -> Rectangle {
        let ([x, y], [wide, deep]) = (spot.point(), self.half);
        Rectangle { left: x - wide, top: y - deep, right: x + wide, bottom: y + deep }
    }

    /// Returns the hostile bases whose belts overlap `base`, ignoring belts in which the move starts.
    fn belts<'a>(&'a self, base: &'a Rectangle) -> impl Iterator<Item = &'a Rectangle> + 'a {
        self.hostile
            .iter()
            .zip(&self.met)
            .filter(|(other, met)| !**met && is_near(base, other, self.belt))
            .map(|(other, _)| other)
    }

    /// Searches the lattice place by place, cheapest first.
    fn spread(&self) -> ReachablePlaces {
        let began = self.ground.kinds(&self.base(self.from.spot));
        let mut places = ReachablePlaces::around(
            self.from.spot,
            i32::try_from(self.points / 10).unwrap_or(i32::MAX / 4),
            &self.field,
        );
        // For each place: unknown, closed, or its kinds of ground.
        let mut known: Vec<Option<Option<u32>>> = vec![None; places.costs.len()];
        let mut heap = BinaryHeap::from([Reverse((0, self.from.spot, true, began))]);
        while let Some(Reverse((cost, spot, goes_on, here))) = heap.pop() {
            let Some(slot) = places.slot(spot) else { continue };
            let best = places.costs[slot].get_or_insert(PlaceCost { cost: NEVER, going_on: NEVER, kinds: here });
            best.cost = best.cost.min(cost);
            if !goes_on || best.going_on <= cost {
                continue;
            }
            best.going_on = cost;
            for (next, length) in self.around(spot) {
                let Some(slot) = places.slot(next) else { continue };
                let Some(there) = *known[slot].get_or_insert_with(|| self.kinds_at(next)) else { continue };
                let Some(step) = self.ground.step(here, there, length, spot == self.from.spot) else { continue };
                let total = cost.saturating_add(step.cost);
                let is_new =
                    places.costs[slot].is_none_or(|best| total < best.cost || (step.goes_on && total < best.going_on));
                if is_new && total <= self.points.min(self.ground.most(began, there)) {
                    heap.push(Reverse((total, next, step.goes_on, there)));
                }
            }
        }
        places
    }

    /// Returns the kinds of ground at a place; `None` if the base may not pass through it.
    fn kinds_at(&self, spot: Spot) -> Option<u32> {
        let base = self.base(spot);
        let closed = !self.field.whole().holds(&base) || self.belts(&base).next().is_some();
        (!closed).then(|| self.ground.kinds(&base))
    }

    /// Returns the lattice places next to a place, with their distances in tenths.
    fn around(&self, spot: Spot) -> impl Iterator<Item = (Spot, u32)> + '_ {
        let lattice = self.field.lattice;
        let (x, y) = (spot.x.div_euclid(lattice) * lattice, spot.y.div_euclid(lattice) * lattice);
        let reach = i64::from(lattice) * i64::from(lattice) * 9 / 4;
        let all = (-1..=2)
            .flat_map(move |row| (-1..=2).map(move |column| Spot { x: x + column * lattice, y: y + row * lattice }));
        let near =
            all.filter(move |&other| other != spot && self.field.has(other) && other.squared_distance(spot) <= reach);
        near.map(move |other| (other, tenths(spot, other)))
    }

    /// Returns the cost of reaching a place, in tenths of a point; `None` if it cannot be reached. The base must leave
    /// its place, and it may end its move in the belt of a hostile base only if it touches that base.
    pub fn cost(&self, spot: Spot) -> Option<u32> {
        let base = self.base(spot);
        // No ground is cheaper than plain ground, and no path is shorter than a straight line.
        if spot == self.from.spot || !self.field.whole().holds(&base) || tenths(self.from.spot, spot) > self.points {
            return None;
        }
        let kinds = self.ground.kinds(&base);
        let near = self.belts(&base).next().is_some();
        let touches = self.hostile.iter().any(|other| base.contact(other).is_some());
        if self.ground.is_closed(kinds) || (near && !touches) {
            return None;
        }
        self.straight(spot, &base).or_else(|| self.cost_from_lattice(spot, &base, kinds, near))
    }

    /// Returns the cost of a straight move, if it is over plain ground and passes no hostile base.
    fn straight(&self, spot: Spot, base: &Rectangle) -> Option<u32> {
        let swept = Shape::swept(&self.base(self.from.spot), base);
        (self.ground.is_plain(&swept) && self.passes_nobody(&swept, base)).then(|| tenths(self.from.spot, spot))
    }

    /// Returns whether the swept area avoids the belts of all hostile bases, ignoring belts in which the move starts or
    /// ends.
    fn passes_nobody(&self, swept: &Shape, end: &Rectangle) -> bool {
        let mut others =
            self.hostile.iter().zip(&self.met).filter(|(other, met)| !**met && !is_near(end, other, self.belt));
        others.all(|(other, _)| !swept.is_nearer(&Shape::from(*other), self.belt))
    }

    /// Returns the lowest cost of reaching a place over the lattice; `None` if that is not possible. `near` says
    /// whether the base would be in the belt of a hostile base there.
    fn cost_from_lattice(&self, spot: Spot, base: &Rectangle, kinds: u32, near: bool) -> Option<u32> {
        let places = self.lattice_costs();
        if let Some(cost) = places.cost(spot).filter(|_| !near) {
            return Some(cost.cost);
        }
        let lattice = i64::from(self.field.lattice);
        // A base must enter a belt in one stretch, from outside.
        let last = if near { self.belt + 4 * lattice } else { lattice * 3 / 2 };
        let began = self.ground.kinds(&self.base(self.from.spot));
        let mut best = None;
        for (from, place) in places.near(spot, last).filter(|(_, place)| place.going_on < NEVER) {
            let Some(step) = self.ground.step(place.kinds, kinds, tenths(from, spot), from == self.from.spot) else {
                continue;
            };
            let total = place.going_on.saturating_add(step.cost);
            if total > self.points.min(self.ground.most(began, kinds)) || best.is_some_and(|best| best <= total) {
                continue;
            }
            let swept = Shape::swept(&self.base(from), base);
            if !near || (self.ground.is_open(&swept) && self.passes_nobody(&swept, base)) {
                best = Some(total);
            }
        }
        best
    }

    /// Returns a rectangle that contains every place the move may reach.
    pub(super) fn search_area(&self) -> Rectangle {
        self.base(self.from.spot).grown(i64::from(self.points) / 10)
    }
}

fn is_near(base: &Rectangle, other: &Rectangle, belt: i64) -> bool {
    base.squared_gap(other) < belt * belt
}

/// Returns a distance in tenths of a unit, rounded up.
fn tenths(from: Spot, to: Spot) -> u32 {
    u32::try_from(sqrt_rounded_up(100 * from.squared_distance(to))).unwrap_or(NEVER)
}
