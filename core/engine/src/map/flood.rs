//! Reachability: where a unit can go for its movement points.

use super::rows::{Board, Rows, board};
use super::{CostRule, IMPASSABLE, Map};
use crate::ids::{Id, MovementId, SpaceId};
use crate::set::bits;

/// Above this many spaces floods walk the links one by one; below, they join whole sets of neighbours.
/// `docs/performance.md` has both rates.
const MASKS_UP_TO: usize = 512;

/// Floods of this many movement points and more walk the links.
const RINGS: usize = 16;

/// A question: where can a unit go?
#[derive(Clone, Copy, Debug)]
pub struct Reach<'a> {
    /// The way of moving.
    pub movement: MovementId,
    /// Where the unit stands.
    pub from: SpaceId,
    /// Its movement points.
    pub points: u16,
    /// Spaces it may not enter.
    pub blocked: &'a [u64],
    /// Spaces in which it must stop on entering; starting in one does not hold it.
    pub stops: &'a [u64],
    /// Spaces it may pass but not end in; it may always stay where it is.
    pub full: &'a [u64],
    /// What else holds.
    pub terms: Terms<'a>,
}

/// What a flood keeps to besides its costs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'a> {
    /// Spaces it begins at besides the first.
    pub sources: &'a [u64],
    /// Steps that cost more than the way of moving says, or that are closed.
    pub steps: &'a [StepRule<'a>],
    /// Whether a unit can always go to the next space, if the way there is not closed.
    pub one_step: bool,
}

/// Steps from some spaces into others cost at least what another way of moving says.
#[derive(Clone, Copy, Debug)]
pub struct StepRule<'a> {
    /// The spaces such a step leaves; `None`: any.
    pub from: Option<&'a [u64]>,
    /// The spaces it enters.
    pub into: &'a [u64],
    /// The way of moving that says what it costs.
    pub movement: MovementId,
}

impl Terms<'_> {
    /// Whether they change nothing.
    fn are_plain(&self) -> bool {
        self.sources.is_empty() && self.steps.is_empty() && !self.one_step
    }
}

impl Reach<'_> {
    /// Whether the unit begins here.
    pub(super) fn begins_at(&self, space: SpaceId) -> bool {
        space == self.from || bits::has(self.terms.sources, space.index())
    }

    /// Whether a step at this cost can be paid.
    pub(super) fn affords(&self, from: SpaceId, total: u16) -> bool {
        total <= self.points || (self.terms.one_step && self.begins_at(from))
    }
}

/// The costs of one way of moving, compiled.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs {
    /// The cost of each link, in the order of `Map::links`, row by row.
    links: Vec<u8>,
    rows: Vec<u32>,
    /// Whether some link costs nothing.
    free: bool,
    /// For small maps: for each cost that occurs, the neighbours of each space that are entered at that cost.
    masks: Vec<(u8, Rows)>,
}

/// What a flood found: the least cost to every space.
#[derive(Clone, Debug)]
pub struct Flood {
    cost: Vec<u16>,
    previous: Vec<u16>,
}

const UNREACHED: u16 = u16::MAX;

impl Costs {
    pub(super) fn compile(map: &Map, rule: &CostRule) -> Costs {
        let mut costs = Costs { rows: vec![0], ..Costs::default() };
        for at in map.all() {
            for link in map.links(at) {
                costs.links.push(cost(map, rule, at, link));
            }
            costs.rows.push(costs.links.len() as u32);
        }
        costs.free = costs.links.contains(&0);
        if map.len() <= MASKS_UP_TO && !costs.free {
            costs.make_masks(map);
        }
        costs
    }

    fn make_masks(&mut self, map: &Map) {
        let mut masks: Vec<(u8, Rows)> = Vec::new();
        for at in map.all() {
            for (link, &cost) in map.links(at).iter().zip(self.of(at)).filter(|(_, cost)| **cost != IMPASSABLE) {
                let class = masks.iter().position(|(known, _)| *known == cost).unwrap_or_else(|| {
                    masks.push((cost, Rows::new(map.len())));
                    masks.len() - 1
                });
                masks[class].1.insert(at, link.to);
            }
        }
        masks.sort_by_key(|(cost, _)| *cost);
        self.masks = masks;
    }

    pub(super) fn of(&self, at: SpaceId) -> &[u8] {
        &self.links[self.rows[at.index()] as usize..self.rows[at.index() + 1] as usize]
    }
}

fn cost(map: &Map, rule: &CostRule, from: SpaceId, link: &super::Link) -> u8 {
    if rule.along.is_some_and(|feature| link.features & feature == 0) {
        return IMPASSABLE;
    }
    let terrain = map.terrain(link.to);
    let named = rule.terrain.iter().find(|(named, _)| *named == terrain).map(|(_, cost)| *cost);
    let over = rule.over.iter().filter(|(feature, _)| link.features & feature != 0).map(|(_, cost)| *cost).min();
    let Some(mut total) = over.or(named).or(rule.base) else { return IMPASSABLE };
    let town = |space| rule.bridge_terrain.contains(&map.terrain(space));
    if link.features & rule.bridges != 0 || town(from) || town(link.to) {
        return total;
    }
    for (feature, extra) in &rule.across {
        if link.features & feature != 0 {
            total = total.saturating_add(*extra);
        }
    }
    total
}

impl Map {
    /// Whether some way of moving leads across a border; without any, every border is open.
    pub fn is_open(&self, from: SpaceId, to: SpaceId) -> bool {
        let leads = |costs: &Costs| self.links(from).iter().zip(costs.of(from)).any(|(link, &cost)| link.to == to && cost != IMPASSABLE);
        self.costs.is_empty() || self.costs.iter().any(leads)
    }

    /// The spaces in which a unit can end its move, its own included, into `out`.
    pub fn reach(&self, query: &Reach, out: &mut [u64]) {
        self.reach_any(query, out);
        bits::subtract(out, query.full);
        bits::insert(out, query.from.index());
    }

    /// The spaces a unit can come to, whether it may end there or not.
    fn reach_any(&self, query: &Reach, out: &mut [u64]) {
        match self.costs[query.movement.index()].masks.as_slice() {
            masks @ [(_, first), ..] if usize::from(query.points) < RINGS && query.terms.are_plain() => match first.fits::<4>() {
                true => reach_rings::<4>(masks, query, out),
                false => reach_rings::<{ MASKS_UP_TO / 64 }>(masks, query, out),
            },
            _ => self.reach_large(query, out),
        }
    }

    /// Floods link by link.
    fn reach_large(&self, query: &Reach, out: &mut [u64]) {
        out.fill(0);
        let flood = self.flood(query);
        (0..self.len()).filter(|&at| flood.cost[at] != UNREACHED).for_each(|at| bits::insert(out, at));
    }

    /// The least cost to every space a unit can reach, and the way there.
    pub fn flood(&self, query: &Reach) -> Flood {
        let mut flood = Flood { cost: vec![UNREACHED; self.len()], previous: vec![UNREACHED; self.len()] };
        flood.cost[query.from.index()] = 0;
        let mut open = std::collections::BinaryHeap::from([std::cmp::Reverse((0u16, query.from.0))]);
        for source in bits::iter(query.terms.sources) {
            flood.cost[source] = 0;
            open.push(std::cmp::Reverse((0, source as u16)));
        }
        while let Some(std::cmp::Reverse((spent, at))) = open.pop() {
            let at = SpaceId(at);
            let held = !query.begins_at(at) && bits::has(query.stops, at.index());
            if held || spent > flood.cost[at.index()] {
                continue;
            }
            for (number, link) in self.links(at).iter().enumerate() {
                let cost = self.link_cost(query, at, number);
                let total = spent.saturating_add(cost as u16);
                let closed = cost == IMPASSABLE || bits::has(query.blocked, link.to.index());
                if closed || !query.affords(at, total) || total >= flood.cost[link.to.index()] {
                    continue;
                }
                flood.cost[link.to.index()] = total;
                flood.previous[link.to.index()] = at.0;
                open.push(std::cmp::Reverse((total, link.to.0)));
            }
        }
        flood
    }

    /// What it costs to leave a space by one of its links, with the rules for steps.
    pub(super) fn link_cost(&self, query: &Reach, at: SpaceId, number: usize) -> u8 {
        let to = self.links(at)[number].to.index();
        let applies = |rule: &&StepRule| bits::has(rule.into, to) && rule.from.is_none_or(|from| bits::has(from, at.index()));
        let ruled = query.terms.steps.iter().filter(applies).map(|rule| self.costs[rule.movement.index()].of(at)[number]);
        ruled.fold(self.costs[query.movement.index()].of(at)[number], u8::max)
    }

    /// Whether some border costs nothing in a way of moving.
    pub fn has_free_links(&self, movement: MovementId) -> bool {
        self.costs[movement.index()].free
    }

    /// What it costs to cross from one space to the next.
    pub fn step_cost(&self, movement: MovementId, from: SpaceId, to: SpaceId) -> Option<u8> {
        let at = self.links(from).iter().position(|link| link.to == to)?;
        Some(self.costs[movement.index()].of(from)[at]).filter(|&cost| cost != IMPASSABLE)
    }
}

/// Floods by whole sets: the ring of spaces at each cost opens the rings at the costs behind it.
fn reach_rings<const W: usize>(masks: &[(u8, Rows)], query: &Reach, out: &mut [u64]) {
    let points = usize::from(query.points);
    let stops: Board<W> = board(query.stops);
    let mut closed: Board<W> = board(query.blocked);
    let (mut rings, mut done) = ([[0; W]; RINGS], [0; W]);
    bits::insert(&mut rings[0], query.from.index());
    bits::remove(&mut closed, query.from.index());
    for spent in 0..=points {
        let mut ring = rings[spent];
        bits::subtract(&mut ring, &closed);
        bits::union(&mut closed, &ring);
        bits::union(&mut done, &ring);
        if spent > 0 {
            bits::subtract(&mut ring, &stops);
        }
        for (cost, rows) in masks {
            let Some(target) = rings[..=points].get_mut(spent + usize::from(*cost)) else { break };
            rows.spread(&ring, target);
        }
    }
    out.copy_from_slice(&done[..out.len()]);
}

impl Flood {
    /// The least cost to a space; `None` if it cannot be reached.
    pub fn cost(&self, to: SpaceId) -> Option<u16> {
        Some(self.cost[to.index()]).filter(|&cost| cost != UNREACHED)
    }

    /// A cheapest way to a space, both ends included.
    pub fn path(&self, to: SpaceId) -> Option<Vec<SpaceId>> {
        self.cost(to)?;
        let mut path = vec![to];
        while self.previous[path[path.len() - 1].index()] != UNREACHED {
            path.push(SpaceId(self.previous[path[path.len() - 1].index()]));
        }
        path.reverse();
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{HexGrid, Orientation, Shifted};
    use super::*;
    use crate::ids::TerrainId;
    use crate::set::Set;

    /// Six by six hexes, clear but for a belt of forest (2 points) in column 3, with a rail along row 4.
    fn map() -> Map {
        let all = (1..=6).flat_map(|column| (1..=6).map(move |row| (format!("{column:02}{row:02}"), column, row)));
        let mut map = HexGrid { orientation: Orientation::Flat, shifted: Shifted::Even }.build(all);
        map.terrains = ["clear", "forest"].map(String::from).into_iter().collect();
        for row in 1..=6 {
            let id = map.names.find(&format!("03{row:02}")).unwrap();
            map.set_terrain(id, TerrainId(1));
        }
        let rail = map.add_feature("rail");
        for (a, b) in [("0104", "0203"), ("0203", "0304"), ("0304", "0403")] {
            let (a, b) = (map.names.find(a).unwrap(), map.names.find(b).unwrap());
            assert!(map.mark_border(a, b, rail));
        }
        let foot = CostRule { name: "foot".into(), terrain: vec![(TerrainId(1), 2)], base: Some(1), ..CostRule::default() };
        let train = CostRule { name: "train".into(), base: Some(1), along: Some(rail), ..CostRule::default() };
        map.seal(&[foot, train]);
        map
    }

    fn reach(map: &Map, movement: &str, from: &str, points: u16, blocked: &[&str], stops: &[&str]) -> Set<SpaceId> {
        let set = |names: &[&str]| Set::of(map.len(), names.iter().map(|name| map.names.find(name).unwrap()));
        let (blocked, stops, none) = (set(blocked), set(stops), set(&[]));
        let query = Reach {
            movement: map.movement(movement).unwrap(),
            from: map.names.find(from).unwrap(),
            points,
            blocked: blocked.words(),
            stops: stops.words(),
            full: none.words(),
            terms: Terms::default(),
        };
        let mut out = Set::empty(map.len());
        map.reach(&query, out.words_mut());
        let flood = map.flood(&query);
        for id in map.all() {
            assert_eq!(out.has(id), flood.cost(id).is_some(), "both floods agree on {}", map.names.name(id));
        }
        out
    }

    fn has(map: &Map, set: &Set<SpaceId>, name: &str) -> bool {
        set.has(map.names.find(name).unwrap())
    }

    #[test]
    fn forest_costs_two() {
        let map = map();
        let two = reach(&map, "foot", "0104", 2, &[], &[]);
        assert!(has(&map, &two, "0204") && !has(&map, &two, "0304"));
        assert!(has(&map, &reach(&map, "foot", "0104", 3, &[], &[]), "0304"));
    }

    #[test]
    fn a_stop_holds_whoever_enters_and_not_whoever_leaves() {
        let map = map();
        let held = reach(&map, "foot", "0102", 6, &[], &["0201", "0202", "0203", "0204", "0205", "0206"]);
        assert!(has(&map, &held, "0202") && !has(&map, &held, "0302"));
        assert!(has(&map, &reach(&map, "foot", "0202", 2, &[], &["0202"]), "0302"));
    }

    #[test]
    fn a_blocked_space_is_not_entered() {
        let map = map();
        assert!(!has(&map, &reach(&map, "foot", "0102", 6, &["0202"], &[]), "0202"));
    }

    #[test]
    fn a_full_space_is_passed_and_not_ended_in() {
        let map = map();
        let find = |name| map.names.find(name).unwrap();
        let (none, full) = (Set::<SpaceId>::empty(map.len()), Set::of(map.len(), [find("0101"), find("0102")]));
        let query = Reach {
            movement: MovementId(0),
            from: find("0101"),
            points: 2,
            blocked: none.words(),
            stops: none.words(),
            full: full.words(),
            terms: Terms::default(),
        };
        let mut out = Set::empty(map.len());
        map.reach(&query, out.words_mut());
        assert!(has(&map, &out, "0101") && !has(&map, &out, "0102") && has(&map, &out, "0103"));
    }

    #[test]
    fn trains_follow_the_rails_whatever_the_terrain() {
        let map = map();
        let train = reach(&map, "train", "0104", 3, &[], &[]);
        assert_eq!(train.len(), 4);
        assert!(has(&map, &train, "0403"));
    }

    #[test]
    fn a_path_is_a_chain_of_touching_spaces() {
        let map = map();
        let none: Set<SpaceId> = Set::empty(map.len());
        let find = |name| map.names.find(name).unwrap();
        let query = Reach {
            movement: MovementId(0),
            from: find("0104"),
            points: 40,
            blocked: none.words(),
            stops: none.words(),
            full: none.words(),
            terms: Terms::default(),
        };
        let path = map.flood(&query).path(find("0604")).unwrap();
        assert_eq!(path.len(), 6);
        assert!(path.windows(2).all(|pair| map.link(pair[0], pair[1]).is_some()));
        assert!(has(&map, &reach(&map, "foot", "0101", 40, &[], &[]), "0606"), "more points than rings");
    }

    /// The same hexes with a river west of column 4 that the railway bridges, a road along row 2, and towns in row 6.
    fn bridged(rule: CostRule) -> Map {
        let mut map = map();
        map.terrains = ["clear", "forest", "town"].map(String::from).into_iter().collect();
        let (river, road) = (map.add_feature("river"), map.add_feature("road"));
        let find = |map: &Map, name: &str| map.names.find(name).unwrap();
        for at in map.all() {
            for link in map.links(at).to_vec() {
                let column = |space| &map.names.name(space)[..2] <= "03";
                if column(at) && !column(link.to) {
                    assert!(map.mark_border(at, link.to, river));
                }
            }
        }
        for (a, b) in [("0102", "0202"), ("0202", "0302"), ("0302", "0402")] {
            let (a, b) = (find(&map, a), find(&map, b));
            assert!(map.mark_border(a, b, road));
        }
        let town = find(&map, "0306");
        map.set_terrain(town, TerrainId(2));
        let rail = map.feature("rail").unwrap();
        let closed = CostRule { name: "closed".into(), ..CostRule::default() };
        let foot = CostRule {
            name: "foot".into(),
            terrain: vec![(TerrainId(1), 4)],
            base: Some(2),
            over: vec![(road, 1)],
            across: vec![(river, 4)],
            bridges: rail,
            bridge_terrain: vec![TerrainId(2)],
            ..rule
        };
        map.seal(&[foot, closed]);
        map
    }

    /// The least cost from one hex to another, by steps that are closed within some hexes.
    fn least(map: &Map, from: &str, to: &str, points: u16, terms: Terms) -> Option<u16> {
        let none: Set<SpaceId> = Set::empty(map.len());
        let find = |name: &str| map.names.find(name).unwrap();
        let (movement, from) = (map.movement("foot").unwrap(), find(from));
        let query = Reach { movement, from, points, blocked: none.words(), stops: none.words(), full: none.words(), terms };
        map.flood(&query).cost(find(to))
    }

    #[test]
    fn roads_take_the_place_of_terrain_and_bridges_that_of_rivers() {
        let map = bridged(CostRule::default());
        let cost = |from, to| least(&map, from, to, 20, Terms::default());
        assert_eq!(cost("0202", "0302"), Some(1), "a road through the forest");
        assert_eq!(cost("0302", "0402"), Some(5), "a road without a bridge");
        assert_eq!(cost("0303", "0403"), Some(6), "a river");
        assert_eq!(cost("0304", "0403"), Some(2), "a railway bridge");
        assert_eq!(cost("0306", "0406"), Some(2), "a town on the river");
    }

    #[test]
    fn steps_within_a_zone_can_be_closed() {
        let map = bridged(CostRule::default());
        let zone = Set::of(map.len(), ["0504", "0505"].map(|name| map.names.find(name).unwrap()));
        let steps = [StepRule { from: Some(zone.words()), into: zone.words(), movement: map.movement("closed").unwrap() }];
        let terms = Terms { steps: &steps, ..Terms::default() };
        assert_eq!(least(&map, "0504", "0505", 10, Terms::default()), Some(2));
        assert_eq!(least(&map, "0504", "0505", 10, terms), Some(4), "round the zone");
        let into = [StepRule { from: None, ..steps[0] }];
        assert_eq!(least(&map, "0504", "0505", 10, Terms { steps: &into, ..terms }), None);
    }

    #[test]
    fn one_step_can_always_be_made_and_a_flood_can_have_many_sources() {
        let map = bridged(CostRule::default());
        let terms = Terms { one_step: true, ..Terms::default() };
        assert_eq!(least(&map, "0303", "0403", 1, terms), Some(6));
        assert_eq!(least(&map, "0303", "0503", 1, terms), None);
        let sources = Set::of(map.len(), [map.names.find("0506").unwrap()]);
        let terms = Terms { sources: sources.words(), ..Terms::default() };
        assert_eq!(least(&map, "0101", "0606", 2, terms), Some(2));
    }
}
