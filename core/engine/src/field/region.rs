//! Regions: the places on a table that meet a list of conditions. Any place can be tested exactly, but only places on
//! the lattice and places where bases touch are offered.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::{Approach, Facing, Field, Footprint, Rectangle, Shape, Spot, Stand};

/// A condition that a footprint must meet at a place. Copies share their shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// Wholly inside this rectangle.
    Inside(Rectangle),
    /// At most this distance from at least one of these shapes.
    Within(i32, Arc<[Shape]>),
    /// At least this distance from all of these shapes.
    Beyond(i32, Arc<[Shape]>),
    /// Not on any of these shapes. Touching them is allowed.
    Clear(Arc<[Shape]>),
    /// Overlapping at least one of these shapes.
    On(Arc<[Shape]>),
    /// With its spot on at least one of these shapes.
    CentredOn(Arc<[Shape]>),
    /// At one of these spots.
    At(Arc<[Spot]>),
    /// Edge to edge with at least one of these rectangles.
    Touching(Arc<[Rectangle]>),
    /// Within reach of a move.
    Reach(Arc<Approach>),
}

/// The places at which a footprint meets every term in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionPart {
    /// The footprint to be placed.
    pub footprint: Footprint,
    /// The facing of the footprint.
    pub facing: Facing,
    /// The terms, all of which must be met.
    pub terms: Vec<Term>,
}

/// A set of places: the union of several parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    field: Field,
    parts: Vec<RegionPart>,
    /// The places offered; computed when they are first requested.
    candidates: OnceLock<Vec<Spot>>,
}

/// Why a place is outside a region.
pub(crate) enum Lack<'a> {
    /// The place is off the table.
    Table,
    /// The place does not meet this term.
    Term(&'a Term),
}

/// A footprint at a stand.
struct Occupant<'a> {
    stand: Stand,
    footprint: &'a Footprint,
    base: Option<Rectangle>,
    /// The shape; made when it is first needed, since the base alone decides most terms.
    shape: OnceCell<Shape>,
}

impl Occupant<'_> {
    fn shape(&self) -> &Shape {
        self.shape.get_or_init(|| self.footprint.at(self.stand))
    }

    fn bounds(&self) -> &Rectangle {
        self.base.as_ref().unwrap_or_else(|| self.shape().bounds())
    }

    /// Returns whether the footprint is close enough to `other` for `test` to be needed, and passes it.
    fn is_near(&self, other: &Shape, distance: i32, test: fn(&Shape, &Shape, i64) -> bool) -> bool {
        let distance = i64::from(distance);
        other.bounds().grown(distance).squared_gap(self.bounds()) == 0 && test(other, self.shape(), distance)
    }
}

impl Term {
    /// Returns whether a place meets the term.
    fn holds(&self, field: &Field, there: &Occupant) -> bool {
        let lies_on = |other: &Shape| match &there.base {
            Some(base) => other.overlaps(base),
            None => other.is_within(there.shape(), 0),
        };
        match self {
            Term::Inside(limits) => limits.holds(there.bounds()),
            Term::Within(distance, of) => of.iter().any(|other| there.is_near(other, *distance, Shape::is_within)),
            Term::Beyond(distance, of) => !of.iter().any(|other| there.is_near(other, *distance, Shape::is_nearer)),
            Term::Clear(of) => !of.iter().any(lies_on),
            Term::On(of) => of.iter().any(lies_on),
            Term::CentredOn(of) => {
                let spot = Shape::from(Rectangle::at(there.stand.spot));
                of.iter().any(|other| other.is_within(&spot, 0))
            }
            Term::At(spots) => spots.contains(&there.stand.spot),
            Term::Touching(of) => there.base.is_some_and(|base| of.iter().any(|other| base.contact(other).is_some())),
            Term::Reach(approach) => field.has(there.stand.spot) && approach.cost(there.stand.spot).is_some(),
        }
    }

    /// Returns rectangles that contain every spot at which a footprint with these bounds, relative to its spot, can
    /// meet the term; `None` if the term does not limit the spots.
    fn areas(&self, footprint: &Rectangle) -> Option<Vec<Rectangle>> {
        let around = |shape: &Shape, distance: i32| {
            let near = shape.bounds().grown(distance.into());
            Rectangle {
                left: near.left - footprint.right,
                top: near.top - footprint.bottom,
                right: near.right - footprint.left,
                bottom: near.bottom - footprint.top,
            }
        };
        match self {
            Term::Inside(limits) => Some(vec![Rectangle {
                left: limits.left - footprint.left,
                top: limits.top - footprint.top,
                right: limits.right - footprint.right,
                bottom: limits.bottom - footprint.bottom,
            }]),
            Term::Within(distance, of) => Some(of.iter().map(|other| around(other, *distance)).collect()),
            Term::On(of) => Some(of.iter().map(|other| around(other, 0)).collect()),
            Term::CentredOn(of) => Some(of.iter().map(|other| *other.bounds()).collect()),
            Term::At(spots) => Some(spots.iter().map(|spot| Rectangle::at(*spot)).collect()),
            Term::Reach(approach) => Some(vec![approach.search_area()]),
            Term::Beyond(..) | Term::Clear(_) | Term::Touching(_) => None,
        }
    }

    /// Returns whether the term is slow to check. Slow terms are checked last.
    fn is_slow(&self) -> bool {
        matches!(self, Term::Reach(_))
    }
}

impl RegionPart {
    fn standing(&self, spot: Spot) -> Occupant<'_> {
        let stand = Stand { spot, facing: self.facing };
        Occupant { stand, footprint: &self.footprint, base: self.footprint.base(stand), shape: OnceCell::new() }
    }

    /// Returns the first term that a place does not meet; `None` if it meets all.
    fn unmet(&self, field: &Field, spot: Spot) -> Option<&Term> {
        let there = self.standing(spot);
        self.terms.iter().find(|term| !term.holds(field, &there))
    }

    /// Returns whether a place meets all terms.
    fn has(&self, field: &Field, spot: Spot) -> bool {
        let there = self.standing(spot);
        let all_hold =
            |slow: bool| self.terms.iter().filter(|term| term.is_slow() == slow).all(|term| term.holds(field, &there));
        there.base.is_none_or(|base| field.whole().holds(&base)) && all_hold(false) && all_hold(true)
    }

    fn has_to_touch(&self) -> bool {
        self.terms.iter().any(|term| matches!(term, Term::Touching(_)))
    }

    /// Returns the places to try. If a term lists places, these are the places of that list. If a term requires contact,
    /// they are the places where bases touch. If not, they are the lattice places that are in the areas of all terms.
    fn tries(&self, field: &Field) -> Vec<Spot> {
        let listed = self.terms.iter().find_map(|term| match term {
            Term::At(spots) => Some(spots),
            _ => None,
        });
        if let Some(spots) = listed {
            return spots.to_vec();
        }
        let touching = self.terms.iter().find_map(|term| match term {
            Term::Touching(of) => Some(of),
            _ => None,
        });
        if let Some(of) = touching {
            return of.iter().flat_map(|other| self.contact_places(field, other)).collect();
        }
        let footprint = *self.standing(Spot { x: 0, y: 0 }).bounds();
        let areas: Vec<Vec<Rectangle>> = self.terms.iter().filter_map(|term| term.areas(&footprint)).collect();
        let limits = areas.iter().fold(field.whole(), |limits, areas| limits.limited_to(areas));
        let holds = |spot: &Spot| areas.iter().all(|areas| areas.iter().any(|area| area.holds(&Rectangle::at(*spot))));
        field.lattice_in(&limits).filter(holds).collect()
    }

    /// Returns the places at which the base touches `other`: with the centres aligned, and in lattice steps from there.
    fn contact_places(&self, field: &Field, other: &Rectangle) -> Vec<Spot> {
        let Some(base) = self.footprint.base(Stand { spot: Spot { x: 0, y: 0 }, facing: self.facing }) else {
            return Vec::new();
        };
        let middle = [(other.left + other.right) / 2, (other.top + other.bottom) / 2];
        let steps = |length: i64| {
            let step = i64::from(field.lattice.max(1));
            (-(length - 1) / step..=(length - 1) / step).map(move |at| at * step)
        };
        let across = steps((other.right - other.left) / 2 + base.right).map(|x| middle[0] + x);
        let down = steps((other.bottom - other.top) / 2 + base.bottom).map(|y| middle[1] + y);
        let rows = across.flat_map(|x| [[x, other.top - base.bottom], [x, other.bottom + base.bottom]]);
        let columns = down.flat_map(|y| [[other.left - base.right, y], [other.right + base.right, y]]);
        let spot = |[x, y]: [i64; 2]| {
            Some(Spot { x: i32::try_from(x).ok()?, y: i32::try_from(y).ok()? }).filter(|spot| field.has(*spot))
        };
        rows.chain(columns).filter_map(spot).collect()
    }
}

impl Rectangle {
    /// Returns the rectangle of size 0 at a spot.
    fn at(spot: Spot) -> Rectangle {
        let [x, y] = spot.point();
        Rectangle { left: x, top: y, right: x, bottom: y }
    }

    /// Returns a rectangle that contains every point of this one that is in at least one of some other rectangles.
    fn limited_to(&self, others: &[Rectangle]) -> Rectangle {
        let edge = |of: fn(&Rectangle) -> i64| others.iter().map(of);
        Rectangle {
            left: edge(|area| area.left).min().unwrap_or(i64::MAX).max(self.left),
            top: edge(|area| area.top).min().unwrap_or(i64::MAX).max(self.top),
            right: edge(|area| area.right).max().unwrap_or(i64::MIN).min(self.right),
            bottom: edge(|area| area.bottom).max().unwrap_or(i64::MIN).min(self.bottom),
        }
    }
}

impl Region {
    /// Creates the region of places that meet all terms of at least one part. Bases must be wholly on the table;
    /// courses and outlines may extend beyond it.
    pub fn new(field: &Field, parts: Vec<RegionPart>) -> Region {
        Region { field: field.clone(), candidates: OnceLock::new(), parts }
    }

    fn find_candidates(&self) -> Vec<Spot> {
        let mut tries: Vec<Spot> = self.parts.iter().flat_map(|part| part.tries(&self.field)).collect();
        tries.sort_by_key(|spot| (spot.y, spot.x));
        tries.dedup();
        tries.retain(|&spot| self.has(spot));
        tries
    }

    /// Returns the part of the region whose places also meet `term`.
    pub fn with(&self, term: Term) -> Region {
        let more = |part: &RegionPart| RegionPart {
            terms: part.terms.iter().cloned().chain([term.clone()]).collect(),
            ..part.clone()
        };
        Region::new(&self.field, self.parts.iter().map(more).collect())
    }

    /// Returns the union of two regions.
    pub fn or(&self, other: &Region) -> Region {
        Region::new(&self.field, self.parts.iter().chain(&other.parts).cloned().collect())
    }

    /// Returns whether a place is in the region.
    pub fn has(&self, spot: Spot) -> bool {
        self.field.has(spot) && self.parts.iter().any(|part| part.has(&self.field, spot))
    }

    fn is_on_the_table(&self, part: &RegionPart, spot: Spot) -> bool {
        let base = part.footprint.base(Stand { spot, facing: part.facing });
        base.is_none_or(|base| self.field.whole().holds(&base))
    }

    /// Returns the reason why a place is outside the region; `None` if it is inside.
    pub(crate) fn lack(&self, spot: Spot) -> Option<Lack<'_>> {
        if self.has(spot) {
            return None;
        }
        let on_it = |part: &&RegionPart| self.field.has(spot) && self.is_on_the_table(part, spot);
        match self.parts.iter().find(on_it) {
            Some(part) => part.unmet(&self.field, spot).map(Lack::Term),
            None => Some(Lack::Table),
        }
    }

    /// Returns whether the region has no candidates.
    pub fn is_empty(&self) -> bool {
        match self.candidates.get() {
            Some(found) => found.is_empty(),
            None => !self.parts.iter().flat_map(|part| part.tries(&self.field)).any(|spot| self.has(spot)),
        }
    }

    /// Returns the field that the region is part of.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Returns the places offered, from north to south and from west to east.
    pub fn candidates(&self) -> &[Spot] {
        self.candidates.get_or_init(|| self.find_candidates())
    }

    /// Returns the shape to be placed in the region, relative to the shape's own centre; `None` if the region has no
    /// parts.
    pub fn outline(&self) -> Option<Shape> {
        let part = self.parts.first()?;
        Some(part.footprint.at(Stand { spot: Spot { x: 0, y: 0 }, facing: part.facing }))
    }

    /// Returns at most `most` candidates, spread over the region: the farthest in each of eight directions, some where
    /// bases touch, and one from each square of the table. Agents that try every option try only these.
    pub fn sample(&self, most: usize) -> Vec<Spot> {
        let all = self.candidates();
        if all.len() <= most {
            return all.to_vec();
        }
        let touching = |spot: &Spot| self.parts.iter().any(|part| part.has_to_touch() && part.has(&self.field, *spot));
        let mut found: Vec<Spot> = farthest(all).into_iter().take(most / 3).collect();
        let contacts: Vec<Spot> = all.iter().copied().filter(touching).collect();
        add(&mut found, evenly(&contacts, most / 3));
        let room = most.saturating_sub(found.len());
        add(&mut found, one_of_each_cell(all, room, self.field.lattice));
        found.truncate(most);
        found.sort_by_key(|spot| (spot.y, spot.x));
        found
    }

    /// Returns the cost of moving to a place, in tenths of a point; `None` if no move in the region's terms reaches it.
    pub fn cost(&self, spot: Spot) -> Option<u32> {
        let terms = self.parts.iter().flat_map(|part| &part.terms);
        let costs = terms.filter_map(|term| match term {
            Term::Reach(approach) => approach.cost(spot),
            _ => None,
        });
        costs.min()
    }

    /// Returns the candidate nearest to a place; `None` if the region has no candidates.
    pub fn nearest(&self, to: Spot) -> Option<Spot> {
        self.candidates().iter().copied().min_by_key(|spot| (spot.squared_distance(to), spot.y, spot.x))
    }
}

/// Adds spots to `found`, skipping any that it already contains.
fn add(found: &mut Vec<Spot>, more: impl IntoIterator<Item = Spot>) {
    for spot in more {
        if !found.contains(&spot) {
            found.push(spot);
        }
    }
}

/// Returns at most `most` spots, taken from the list at even intervals.
fn evenly(spots: &[Spot], most: usize) -> Vec<Spot> {
    let count = spots.len().min(most);
    (0..count).map(|at| spots[at * spots.len() / count]).collect()
}

/// Returns the farthest spot in each of eight directions.
fn farthest(spots: &[Spot]) -> Vec<Spot> {
    let mut found = Vec::new();
    for [x, y] in [[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [1, 1], [-1, 1], [-1, -1]] {
        add(&mut found, spots.iter().copied().max_by_key(|spot| spot.x * x + spot.y * y));
    }
    found
}

/// Divides the table into squares, with the smallest size at which at most `most` squares contain a spot, and returns
/// the spot nearest to the centre of each such square.
fn one_of_each_cell(spots: &[Spot], most: usize, lattice: i32) -> Vec<Spot> {
    if most == 0 {
        return Vec::new();
    }
    for size in (1..).map(|step| step * lattice.max(1)) {
        let cell = |spot: &Spot| (spot.y.div_euclid(size), spot.x.div_euclid(size));
        let off = |spot: &Spot| {
            let (row, column) = cell(spot);
            spot.squared_distance(Spot { x: column * size + size / 2, y: row * size + size / 2 })
        };
        let mut best: BTreeMap<(i32, i32), Spot> = BTreeMap::new();
        for spot in spots {
            let there = best.entry(cell(spot)).or_insert(*spot);
            if off(spot) < off(there) {
                *there = *spot;
            }
        }
        if best.len() <= most {
            return best.into_values().collect();
        }
    }
    Vec::new()
}
