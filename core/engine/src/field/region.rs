//! Regions: the places of a table that fulfil some terms. Whether a place is one of them is exact for every place; those of the
//! lattice, and those where bases touch, are offered.

use std::sync::OnceLock;

use super::{Approach, Facing, Field, Footprint, Rectangle, Shape, Spot, Stand};

/// What a place has to fulfil, for what would stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// Wholly in this rectangle.
    Inside(Rectangle),
    /// At most so far from one of these.
    Within(i32, Vec<Shape>),
    /// At least so far from all of these.
    Beyond(i32, Vec<Shape>),
    /// On none of these; to touch is allowed.
    Clear(Vec<Shape>),
    /// On one of these, in whole or in part.
    On(Vec<Shape>),
    /// Edge to edge with one of these.
    Touching(Vec<Rectangle>),
    /// Where it can go.
    Reach(Box<Approach>),
}

/// The places that fulfil all of some terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What would stand there.
    pub footprint: Footprint,
    /// Which way it would look.
    pub facing: Facing,
    /// The terms.
    pub terms: Vec<Term>,
}

/// The places of one part or another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    field: Field,
    parts: Vec<Part>,
    /// Found when they are first asked for.
    candidates: OnceLock<Vec<Spot>>,
}

impl Term {
    /// Whether a place fulfils the term.
    fn holds(&self, field: &Field, spot: Spot, part: &Part) -> bool {
        let stand = Stand { spot, facing: part.facing };
        let base = || part.footprint.base(stand);
        let shape = || part.footprint.at(stand);
        match self {
            Term::Inside(limits) => limits.holds(shape().bounds()),
            Term::Within(distance, of) => of.iter().any(|other| other.is_within(&shape(), (*distance).into())),
            Term::Beyond(distance, of) => !of.iter().any(|other| other.is_nearer(&shape(), (*distance).into())),
            Term::Clear(of) => match base() {
                Some(base) => !of.iter().any(|other| other.overlaps(&base)),
                None => !of.iter().any(|other| other.is_within(&shape(), 0)),
            },
            Term::On(of) => match base() {
                Some(base) => of.iter().any(|other| other.overlaps(&base)),
                None => of.iter().any(|other| other.is_within(&shape(), 0)),
            },
            Term::Touching(of) => base().is_some_and(|base| of.iter().any(|other| base.contact(other).is_some())),
            Term::Reach(approach) => approach.cost(spot).is_some() && field.has(spot),
        }
    }

    /// Why a place does not fulfil it, as a clause.
    pub fn reason(&self, field: &Field) -> String {
        match self {
            Term::Inside(_) => "it would stand out of bounds".to_owned(),
            Term::Within(distance, _) => format!("it would be more than {} away", field.write_length(*distance)),
            Term::Beyond(distance, _) => format!("it would be nearer than {}", field.write_length(*distance)),
            Term::Clear(_) => "something lies there".to_owned(),
            Term::On(_) => "what it has to stand on is not there".to_owned(),
            Term::Touching(_) => "it would touch nothing".to_owned(),
            Term::Reach(_) => "it cannot get there".to_owned(),
        }
    }
}

impl Part {
    /// The first term a place does not fulfil.
    fn refusal(&self, field: &Field, spot: Spot) -> Option<&Term> {
        self.terms.iter().find(|term| !term.holds(field, spot, self))
    }

    /// Places worth trying: those where bases touch if they have to, those that can be reached, or all of the lattice.
    fn tries(&self, field: &Field) -> Vec<Spot> {
        let touching = self.terms.iter().find_map(|term| match term {
            Term::Touching(of) => Some(of),
            _ => None,
        });
        let reach = self.terms.iter().find_map(|term| match term {
            Term::Reach(approach) => Some(approach),
            _ => None,
        });
        match (touching, reach) {
            (Some(of), _) => of.iter().flat_map(|other| self.beside(field, other)).collect(),
            (None, Some(approach)) => {
                let around = approach.around_it();
                let in_reach = |spot: &Spot| around.holds(&Rectangle::at(*spot));
                approach.places().chain(field.lattice().filter(in_reach)).collect()
            }
            (None, None) => {
                let limits = self.terms.iter().find_map(|term| match term {
                    Term::Inside(limits) => Some(*limits),
                    _ => None,
                });
                let limits = limits.unwrap_or_else(|| field.whole());
                field.lattice().filter(|spot| limits.holds(&Rectangle::at(*spot))).collect()
            }
        }
    }

    /// The places where it touches another base, middle to middle and in steps of the lattice from there.
    fn beside(&self, field: &Field, other: &Rectangle) -> Vec<Spot> {
        let Some(base) = self.footprint.base(Stand { spot: Spot { x: 0, y: 0 }, facing: self.facing }) else { return Vec::new() };
        let middle = [(other.left + other.right) / 2, (other.top + other.bottom) / 2];
        let steps = |length: i64| {
            let step = i64::from(field.lattice.max(1));
            (-(length - 1) / step..=(length - 1) / step).map(move |at| at * step)
        };
        let across = steps((other.right - other.left) / 2 + base.right).map(|x| middle[0] + x);
        let down = steps((other.bottom - other.top) / 2 + base.bottom).map(|y| middle[1] + y);
        let rows = across.flat_map(|x| [[x, other.top - base.bottom], [x, other.bottom + base.bottom]]);
        let columns = down.flat_map(|y| [[other.left - base.right, y], [other.right + base.right, y]]);
        let spot = |[x, y]: [i64; 2]| Some(Spot { x: i32::try_from(x).ok()?, y: i32::try_from(y).ok()? }).filter(|spot| field.has(*spot));
        rows.chain(columns).filter_map(spot).collect()
    }
}

impl Rectangle {
    /// A single place.
    fn at(spot: Spot) -> Rectangle {
        let [x, y] = spot.point();
        Rectangle { left: x, top: y, right: x, bottom: y }
    }
}

impl Region {
    /// The places that fulfil the terms of one of the parts. What would stand there is always wholly on the table, but for
    /// courses and outlines, which may hang over.
    pub fn new(field: &Field, parts: Vec<Part>) -> Region {
        Region { field: field.clone(), candidates: OnceLock::new(), parts }
    }

    fn find_candidates(&self) -> Vec<Spot> {
        let mut tries: Vec<Spot> = self.parts.iter().flat_map(|part| part.tries(&self.field)).collect();
        tries.sort_by_key(|spot| (spot.y, spot.x));
        tries.dedup();
        tries.retain(|&spot| self.has(spot));
        tries
    }

    /// The places of it that fulfil one term more.
    pub fn with(&self, term: Term) -> Region {
        let more = |part: &Part| Part { terms: part.terms.iter().cloned().chain([term.clone()]).collect(), ..part.clone() };
        Region::new(&self.field, self.parts.iter().map(more).collect())
    }

    /// The places of either.
    pub fn or(&self, other: &Region) -> Region {
        Region::new(&self.field, self.parts.iter().chain(&other.parts).cloned().collect())
    }

    /// Whether a place is one of them.
    pub fn has(&self, spot: Spot) -> bool {
        self.field.has(spot) && self.parts.iter().any(|part| self.is_on_the_table(part, spot) && part.refusal(&self.field, spot).is_none())
    }

    fn is_on_the_table(&self, part: &Part, spot: Spot) -> bool {
        let base = part.footprint.base(Stand { spot, facing: part.facing });
        base.is_none_or(|base| self.field.whole().holds(&base))
    }

    /// Why a place is none of them, as a clause; `None` if it is.
    pub fn why_not(&self, spot: Spot) -> Option<String> {
        if self.has(spot) {
            return None;
        }
        let on_it = |part: &&Part| self.field.has(spot) && self.is_on_the_table(part, spot);
        let Some(part) = self.parts.iter().find(on_it) else { return Some("it would not stand on the table".to_owned()) };
        part.refusal(&self.field, spot).map(|term| term.reason(&self.field))
    }

    /// Whether no place of it would be listed.
    pub fn is_empty(&self) -> bool {
        match self.candidates.get() {
            Some(found) => found.is_empty(),
            None => !self.parts.iter().flat_map(|part| part.tries(&self.field)).any(|spot| self.has(spot)),
        }
    }

    /// The table it is on.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The places that are offered, from north to south and from west to east.
    pub fn candidates(&self) -> &[Spot] {
        self.candidates.get_or_init(|| self.find_candidates())
    }

    /// What it costs to go to a place, in tenths of a unit of length, where it is a question of going.
    pub fn cost(&self, spot: Spot) -> Option<u32> {
        let terms = self.parts.iter().flat_map(|part| &part.terms);
        let costs = terms.filter_map(|term| match term {
            Term::Reach(approach) => approach.cost(spot),
            _ => None,
        });
        costs.min()
    }

    /// The candidate nearest to a place.
    pub fn nearest(&self, to: Spot) -> Option<Spot> {
        self.candidates().iter().copied().min_by_key(|spot| (spot.squared_distance(to), spot.y, spot.x))
    }
}
