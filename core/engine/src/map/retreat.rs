//! Retreat paths.

use super::Map;
use crate::ids::{Id, SpaceId};
use crate::set::bits;

/// A query for retreat paths.
#[derive(Clone, Copy, Debug)]
pub struct RetreatQuery<'a> {
    /// The starting space.
    pub from: SpaceId,
    /// The spaces to retreat from: every step must increase the distance from each of them and from the starting space.
    pub fled: &'a [u64],
    /// The spaces that a path may enter.
    pub through: &'a [u64],
    /// The spaces that a path may pass through but not end in.
    pub full: &'a [u64],
    /// The number of steps. If no path of this length ends in a legal space, longer paths are considered, one step
    /// longer at a time.
    pub steps: usize,
    /// The spaces that distinguish paths: paths to the same destination count as one unless they pass through different
    /// spaces of this set.
    pub telling: &'a [u64],
}

/// The maximum number of paths listed.
const MAX_WAYS: usize = 10_000;

impl Map {
    /// Returns the retreat paths, including both ends, in map order; `None` if there are too many to list.
    pub fn ways_away(&self, query: &RetreatQuery) -> Option<Vec<Vec<SpaceId>>> {
        let mut ways = vec![vec![query.from]];
        for length in 1..=self.len() {
            ways = self.extend_ways(query, &ways);
            if ways.is_empty() {
                return Some(ways);
            }
            if ways.len() > MAX_WAYS {
                return None;
            }
            let ends = if length < query.steps { Vec::new() } else { distinct(query, &ways) };
            if !ends.is_empty() {
                return Some(ends);
            }
        }
        Some(Vec::new())
    }

    fn extend_ways(&self, query: &RetreatQuery, ways: &[Vec<SpaceId>]) -> Vec<Vec<SpaceId>> {
        let mut longer = Vec::new();
        for way in ways {
            let last = way[way.len() - 1];
            let open = self.links(last).iter().map(|link| link.to).filter(|to| bits::has(query.through, to.index()));
            for to in open.filter(|to| self.leads_away(query, last, *to)) {
                longer.push(way.iter().copied().chain([to]).collect());
            }
        }
        longer
    }

    fn leads_away(&self, query: &RetreatQuery, from: SpaceId, to: SpaceId) -> bool {
        let farther = |origin| self.distance(to, origin) > self.distance(from, origin);
        farther(query.from) && bits::iter(query.fled).all(|origin| farther(SpaceId::from_index(origin)))
    }
}

/// Returns the first path for each combination of a final space, which must not be full, and the `telling` spaces on
/// the way there.
fn distinct(query: &RetreatQuery, ways: &[Vec<SpaceId>]) -> Vec<Vec<SpaceId>> {
    let passed = |way: &[SpaceId]| -> Vec<SpaceId> {
        way.iter().copied().filter(|space| bits::has(query.telling, space.index())).collect()
    };
    let mut kept: Vec<Vec<SpaceId>> = Vec::new();
    for way in ways {
        let same = |other: &Vec<SpaceId>| other.last() == way.last() && passed(other) == passed(way);
        let free = way.last().is_some_and(|end| !bits::has(query.full, end.index()));
        if free && !kept.iter().any(same) {
            kept.push(way.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::{HexGrid, Orientation, Shifted};
    use super::*;
    use crate::set::Set;

    #[test]
    fn ways_lead_straight_away_and_farther_only_when_they_must() {
        let all = (1..=7).flat_map(|column| (1..=7).map(move |row| (format!("{column:02}{row:02}"), column, row)));
        let mut map = HexGrid { orientation: Orientation::Flat, shifted: Shifted::Even }.build(all);
        map.seal(&[]);
        let find = |name: &str| map.names.find(name).unwrap();
        let everything = Set::of(map.len(), map.all());
        let (north, none) = (Set::of(map.len(), [find("0402")]), Set::<SpaceId>::empty(map.len()));
        let away = |full: &Set<SpaceId>| {
            let query = RetreatQuery {
                from: find("0403"),
                fled: north.words(),
                through: everything.words(),
                full: full.words(),
                steps: 2,
                telling: none.words(),
            };
            let ends = map.ways_away(&query).unwrap();
            ends.iter().map(|way| map.names.name(way[way.len() - 1]).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(away(&none), ["0204", "0305", "0405", "0505", "0604"].map(String::from));
        let full = Set::of(map.len(), ["0204", "0305", "0405", "0505", "0604"].map(find));
        assert_eq!(away(&full).len(), 7, "three hexes away because the nearer ones are full");
    }
}
