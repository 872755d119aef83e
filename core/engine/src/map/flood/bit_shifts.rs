//! Finds the neighbours of many spaces in one operation, on maps with regularly numbered spaces.
//!
//! If spaces are numbered column by column, the numbers of neighbours in one direction differ by a fixed amount. So a
//! step in that direction shifts all members of a set by the same number of bits.

use crate::ids::{Id, SpaceId};
use crate::map::{Map, Reach};
use crate::set::bits;

/// The maximum number of distinct differences between the numbers of neighbours on a regularly numbered map.
const MAX_SHIFTS: usize = 16;

/// The steps of a map, or a selection of them, grouped by the difference between the numbers of neighbours.
#[derive(Clone, Debug)]
pub(in crate::map) struct Shifts(Vec<Shift>);

#[derive(Clone, Debug)]
struct Shift {
    distance: isize,
    /// The spaces from which the step can be made.
    from: Vec<u64>,
}

impl Shifts {
    /// Collects the steps for which `counts` returns `true`, given a space and the index of one of its links. Returns
    /// `None` if the steps are too irregular.
    pub(in crate::map) fn new(map: &Map, counts: impl Fn(SpaceId, usize) -> bool) -> Option<Shifts> {
        let mut all: Vec<Shift> = Vec::new();
        for at in map.all() {
            for link in map.links(at).iter().enumerate().filter(|(number, _)| counts(at, *number)).map(|(_, link)| link)
            {
                let distance = link.to.index() as isize - at.index() as isize;
                let known = all.iter().position(|shift| shift.distance == distance).unwrap_or_else(|| {
                    all.push(Shift { distance, from: vec![0; bits::words(map.len())] });
                    all.len() - 1
                });
                bits::insert(&mut all[known].from, at.index());
            }
            if all.len() > MAX_SHIFTS {
                return None;
            }
        }
        Some(Shifts(all))
    }

    /// Adds to `out` every space that is one step from a space in `from`.
    pub(in crate::map) fn add(&self, from: &[u64], out: &mut [u64]) {
        let Some(first) = from.iter().position(|&word| word != 0) else { return };
        let last = from.iter().rposition(|&word| word != 0).unwrap_or(first);
        for shift in &self.0 {
            let (words, up) = (shift.distance.div_euclid(64), shift.distance.rem_euclid(64) as u32);
            let pairs = from[first..=last].iter().zip(&shift.from[first..=last]);
            for (at, (from, leaves)) in (first..).zip(pairs) {
                let word = from & leaves;
                if word != 0 {
                    insert(out, at as isize + words, word << up);
                    insert(out, at as isize + words + 1, word.checked_shr(64 - up).unwrap_or(0));
                }
            }
        }
    }
}

/// Adds the bits of `word` to the word at index `at` of a set. If that index is outside the set, `word` must be 0.
#[inline]
fn insert(out: &mut [u64], at: isize, word: u64) {
    if let Some(out) = usize::try_from(at).ok().and_then(|at| out.get_mut(at)) {
        *out |= word;
    }
}

impl Map {
    /// Floods over steps that all cost one point. Adds to `reached` the spaces that a unit can reach, including those
    /// where it may not end its move.
    pub(in crate::map) fn spread_evenly(&self, shifts: &Shifts, query: &Reach, reached: &mut [u64]) {
        let mut front = vec![0; self.words()];
        bits::union(&mut front, query.terms.sources);
        bits::insert(&mut front, query.from.index());
        bits::union(reached, &front);
        let mut next = vec![0; self.words()];
        for _ in 0..query.points {
            next.fill(0);
            shifts.add(&front, &mut next);
            bits::subtract(&mut next, query.blocked);
            bits::subtract(&mut next, reached);
            if bits::is_empty(&next) {
                return;
            }
            bits::union(reached, &next);
            bits::subtract(&mut next, query.stops);
            std::mem::swap(&mut front, &mut next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::MovementId;
    use crate::map::{CostRule, FloodScratch, HexGrid, Orientation, Shifted, Terms};
    use crate::set::Set;

    /// Creates a map of 30 by 21 hexes with a river on one border.
    fn map() -> Map {
        let all = (1..=30).flat_map(|column| (1..=21).map(move |row| (format!("{column:02}{row:02}"), column, row)));
        let mut map = HexGrid { orientation: Orientation::Flat, shifted: Shifted::Even }.build(all);
        let river = map.add_feature("river");
        let (a, b) = (map.names.find("1010").unwrap(), map.names.find("1110").unwrap());
        assert!(map.mark_border(a, b, river));
        let line =
            CostRule { name: "line".into(), base: Some(1), across: vec![(river, u8::MAX)], ..CostRule::default() };
        let foot = CostRule { name: "foot".into(), base: Some(1), across: vec![(river, 1)], ..CostRule::default() };
        map.seal(&[line, foot]);
        map
    }

    #[test]
    fn shifts_find_the_neighbours_the_links_lead_to() {
        let map = map();
        let shifts = Shifts::new(&map, |_, _| true).unwrap();
        for at in map.all() {
            let mut out = vec![0; map.words()];
            shifts.add(Set::of(map.len(), [at]).words(), &mut out);
            assert_eq!(
                out,
                Set::of(map.len(), map.links(at).iter().map(|link| link.to)).words(),
                "{}",
                map.names.name(at)
            );
        }
    }

    #[test]
    fn floods_by_shifts_reach_what_floods_by_links_do() {
        let map = map();
        let some = |step: usize| Set::of(map.len(), map.all().filter(|space| space.index() % step == 3));
        let (blocked, stops, none) = (some(11), some(13), Set::<SpaceId>::empty(map.len()));
        for (from, points) in [(40, 3), (299, 8), (629, 60), (0, 0)] {
            let query = Reach {
                movement: MovementId(0),
                from: SpaceId(from),
                points,
                blocked: blocked.words(),
                stops: stops.words(),
                full: none.words(),
                terms: Terms { sources: stops.words(), ..Terms::default() },
            };
            let mut out = vec![0; map.words()];
            map.reach(&query, &mut FloodScratch::default(), &mut out);
            assert!(
                map.all().all(|space| bits::has(&out, space.index()) == map.cost(&query, space).is_some()),
                "{points} points from {from}"
            );
        }
    }
}
