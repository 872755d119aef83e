//! Where a base can go on a table for its points: straight where the way is plain, else from place to place of the lattice.

use super::spot::root_up;
use super::{Field, Ground, Rectangle, Shape, Spot, Stand};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// What a base that goes somewhere has to go by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approach {
    field: Field,
    from: Stand,
    /// Half its width and half its depth, as it looks.
    half: [i64; 2],
    /// In tenths of a unit of length.
    points: u32,
    ground: Ground,
    /// Bases it may come near to only to touch them, and how near that is.
    hostile: Vec<Rectangle>,
    belt: i64,
    /// The hostile bases it is near to as it begins: it may leave them.
    met: Vec<bool>,
    places: BTreeMap<Spot, Cost>,
}

/// What it costs to come to a place, and to one from which it is allowed to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cost {
    least: u32,
    going_on: u32,
    kinds: u32,
}

const NEVER: u32 = u32::MAX;

impl Approach {
    /// Where a base can go, as it stands, for so many units of length.
    pub fn new(field: &Field, (from, base): (Stand, Rectangle), points: u32, ground: Ground, hostile: (Vec<Rectangle>, i64)) -> Approach {
        let half = [(base.right - base.left) / 2, (base.bottom - base.top) / 2];
        let (hostile, belt) = hostile;
        let met = hostile.iter().map(|other| is_near(&base, other, belt)).collect();
        let points = points.saturating_mul(10);
        let mut all = Approach { field: field.clone(), from, half, points, ground, hostile, belt, met, places: BTreeMap::new() };
        all.spread();
        all
    }

    /// The base, if it stood there.
    fn base(&self, spot: Spot) -> Rectangle {
        let ([x, y], [wide, deep]) = (spot.point(), self.half);
        Rectangle { left: x - wide, top: y - deep, right: x + wide, bottom: y + deep }
    }

    /// The hostile bases whose belts a base lies in, and did not as it began.
    fn belts<'a>(&'a self, base: &'a Rectangle) -> impl Iterator<Item = &'a Rectangle> + 'a {
        self.hostile.iter().zip(&self.met).filter(|(other, met)| !**met && is_near(base, other, self.belt)).map(|(other, _)| other)
    }

    /// Goes from place to place of the lattice, the cheapest first.
    fn spread(&mut self) {
        let began = self.ground.kinds(&self.base(self.from.spot));
        let kinds = RefCell::new(BTreeMap::new());
        let known = |spot: Spot| {
            *kinds.borrow_mut().entry(spot).or_insert_with(|| {
                let base = self.base(spot);
                let closed = !self.field.whole().holds(&base) || self.belts(&base).next().is_some();
                (!closed).then(|| self.ground.kinds(&base))
            })
        };
        let mut places: BTreeMap<Spot, Cost> = BTreeMap::new();
        let mut heap = BinaryHeap::from([Reverse((0, self.from.spot, true, began))]);
        while let Some(Reverse((cost, spot, goes_on, here))) = heap.pop() {
            let best = places.entry(spot).or_insert(Cost { least: NEVER, going_on: NEVER, kinds: here });
            best.least = best.least.min(cost);
            if !goes_on || best.going_on <= cost {
                continue;
            }
            best.going_on = cost;
            for (next, length) in self.around(spot) {
                let Some(there) = known(next) else { continue };
                let Some(step) = self.ground.step(here, there, length, spot == self.from.spot) else { continue };
                let total = cost.saturating_add(step.cost);
                if total <= self.points.min(self.ground.most(began, there)) {
                    heap.push(Reverse((total, next, step.goes_on, there)));
                }
            }
        }
        self.places = places;
    }

    /// The places of the lattice around one, with their distances in tenths.
    fn around(&self, spot: Spot) -> Vec<(Spot, u32)> {
        let lattice = self.field.lattice;
        let (x, y) = (spot.x.div_euclid(lattice) * lattice, spot.y.div_euclid(lattice) * lattice);
        let reach = i64::from(lattice) * i64::from(lattice) * 9 / 4;
        let all = (-1..=2).flat_map(|row| (-1..=2).map(move |column| Spot { x: x + column * lattice, y: y + row * lattice }));
        let near = all.filter(|&other| other != spot && self.field.has(other) && other.squared_distance(spot) <= reach);
        near.map(|other| (other, tenths(spot, other))).collect()
    }

    /// What it costs to come to a place, in tenths; `None` where it cannot. It may not stay where it is, nor end near a hostile
    /// base without touching one.
    pub fn cost(&self, spot: Spot) -> Option<u32> {
        let base = self.base(spot);
        if spot == self.from.spot || !self.field.whole().holds(&base) {
            return None;
        }
        let kinds = self.ground.kinds(&base);
        let near = self.belts(&base).next().is_some();
        let touches = self.hostile.iter().any(|other| base.contact(other).is_some());
        if self.ground.is_closed(kinds) || (near && !touches) {
            return None;
        }
        self.straight(spot, &base).or_else(|| self.by_the_lattice(spot, &base, kinds, near))
    }

    /// A straight move over plain ground, past nobody.
    fn straight(&self, spot: Spot, base: &Rectangle) -> Option<u32> {
        let cost = tenths(self.from.spot, spot);
        if cost > self.points {
            return None;
        }
        let swept = Shape::swept(&self.base(self.from.spot), base);
        (self.ground.is_plain(&swept) && self.passes_nobody(&swept, base)).then_some(cost)
    }

    /// Whether what a base sweeps over keeps away from all hostile bases but those it is near to at its ends.
    fn passes_nobody(&self, swept: &Shape, end: &Rectangle) -> bool {
        let mut others = self.hostile.iter().zip(&self.met).filter(|(other, met)| !**met && !is_near(end, other, self.belt));
        others.all(|(other, _)| !swept.is_nearer(&Shape::from(*other), self.belt))
    }

    /// The last stretch from a place of the lattice.
    fn by_the_lattice(&self, spot: Spot, base: &Rectangle, kinds: u32, near: bool) -> Option<u32> {
        if let Some(cost) = self.places.get(&spot).filter(|_| !near) {
            return Some(cost.least);
        }
        let lattice = i64::from(self.field.lattice);
        // Into a belt it goes in one stretch, from outside.
        let last = if near { self.belt + 4 * lattice } else { lattice * 3 / 2 };
        let began = self.ground.kinds(&self.base(self.from.spot));
        let mut best = None;
        for (&from, place) in self.places.iter().filter(|(_, place)| place.going_on < NEVER) {
            if from.squared_distance(spot) > last * last {
                continue;
            }
            let Some(step) = self.ground.step(place.kinds, kinds, tenths(from, spot), from == self.from.spot) else { continue };
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

    /// The places of the lattice it can come to.
    pub(super) fn places(&self) -> impl Iterator<Item = Spot> + '_ {
        self.places.keys().copied()
    }

    /// The places of the lattice a straight move may lead to.
    pub(super) fn around_it(&self) -> Rectangle {
        self.base(self.from.spot).grown(i64::from(self.points) / 10)
    }
}

fn is_near(base: &Rectangle, other: &Rectangle, belt: i64) -> bool {
    base.squared_gap(other) < belt * belt
}

/// A distance in tenths of a unit, rounded up.
fn tenths(from: Spot, to: Spot) -> u32 {
    u32::try_from(root_up(100 * from.squared_distance(to))).unwrap_or(NEVER)
}
