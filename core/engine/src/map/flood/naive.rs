//! Compares floods with a slow but obviously correct search, on random maps and queries.

use crate::ids::{Id, MovementId, SpaceId, TerrainId};
use crate::map::{
    AreaMap, CostRule, FloodScratch, HexGrid, IMPASSABLE, Map, Orientation, Reach, Shifted, StepRule, Terms,
};
use crate::set::{Set, bits};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A random number generator.
struct Chance(ChaCha8Rng);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0.next_u32() as usize % count
    }

    /// Returns a random set that contains about one space in every `one_in`.
    fn some(&mut self, map: &Map, one_in: usize) -> Set<SpaceId> {
        Set::of(map.len(), map.all().filter(|_| self.below(one_in) == 0).collect::<Vec<_>>())
    }

    fn space(&mut self, map: &Map) -> SpaceId {
        SpaceId::from_index(self.below(map.len()))
    }

    /// Creates a rectangle of hexes, or randomly joined areas.
    fn map(&mut self) -> Map {
        let (columns, rows) = (2 + self.below(34), 2 + self.below(34));
        if self.below(3) > 0 {
            let all = (0..columns)
                .flat_map(|column| (0..rows).map(move |row| (format!("{column}-{row}"), column as i32, row as i32)));
            return HexGrid { orientation: Orientation::Flat, shifted: Shifted::Even }.build(all);
        }
        let mut areas = AreaMap::default();
        (0..columns * rows).for_each(|area| assert!(areas.area(&area.to_string(), None, [0, 0])));
        for area in 0..columns * rows {
            let other = self.below(columns * rows);
            areas.border(&area.to_string(), &(area / 2).to_string());
            areas.border(&area.to_string(), &other.to_string());
        }
        areas.build()
    }

    /// Creates a random map with terrain, rivers and four ways of moving.
    fn country(&mut self) -> Map {
        let mut map = self.map();
        map.terrains = ["clear", "forest", "marsh"].map(String::from).into_iter().collect();
        for at in map.all() {
            map.set_terrain(at, TerrainId::from_index(self.below(3)));
        }
        let river = map.add_feature("river");
        for _ in 0..map.len() / 2 {
            let at = self.space(&map);
            let border = self.below(map.links(at).len().max(1));
            if let Some(to) = map.links(at).get(border).map(|link| link.to) {
                assert!(map.mark_border(at, to, river));
            }
        }
        let way = |name: &str, least: u8, across: u8| CostRule {
            name: name.into(),
            base: Some(least),
            terrain: vec![(TerrainId(1), 2 * least), (TerrainId(2), 3 * least + 1)],
            across: vec![(river, across)],
            ..CostRule::default()
        };
        let line = CostRule { name: "line".into(), base: Some(1), ..CostRule::default() };
        map.seal(&[way("foot", 1, 3), way("ghost", 0, IMPASSABLE), way("cart", 2 + self.below(9) as u8, 2), line]);
        map
    }

    fn movement(&mut self) -> MovementId {
        MovementId::from_index(self.below(4))
    }
}

/// Returns the lowest cost of reaching each space, by relaxing every link until nothing changes.
fn obvious(map: &Map, query: &Reach) -> Vec<Option<u16>> {
    let mut least = vec![None; map.len()];
    let is_start = |at: SpaceId| at == query.from || bits::has(query.terms.sources, at.index());
    map.all().filter(|&at| is_start(at)).for_each(|at| least[at.index()] = Some(0));
    let mut before = Vec::new();
    while before != least {
        before = least.clone();
        for at in map.all().filter(|&at| is_start(at) || !bits::has(query.stops, at.index())) {
            for link in map.links(at).iter().filter(|link| !bits::has(query.blocked, link.to.index())) {
                let Some((spent, cost)) = least[at.index()].zip(step(map, query, at, link.to)) else { continue };
                let total = spent + u16::from(cost);
                let can_pay = total <= query.points || is_start(at) && query.terms.one_step;
                if can_pay && least[link.to.index()].is_none_or(|known| total < known) {
                    least[link.to.index()] = Some(total);
                }
            }
        }
    }
    least
}

/// Returns the cost of a step under all step rules that apply to it; `None` if it is closed.
fn step(map: &Map, query: &Reach, at: SpaceId, to: SpaceId) -> Option<u8> {
    let mut cost = map.step_cost(query.movement, at, to)?;
    for rule in query.terms.steps {
        if bits::has(rule.into, to.index()) && rule.from.is_none_or(|from| bits::has(from, at.index())) {
            cost = cost.max(map.step_cost(rule.movement, at, to)?);
        }
    }
    Some(cost)
}

#[test]
fn floods_find_what_an_obvious_search_finds() {
    let mut scratch = FloodScratch::default();
    for seed in 0..300 {
        let mut chance = Chance(ChaCha8Rng::seed_from_u64(seed));
        let map = chance.country();
        let [blocked, stops, full, from, into, sources] = [8, 6, 9, 3, 3, 40].map(|one_in| chance.some(&map, one_in));
        let rules =
            [Some(from.words()), None].map(|from| StepRule { from, into: into.words(), movement: chance.movement() });
        for _ in 0..6 {
            let terms = Terms {
                turning: None,
                sources: if chance.below(3) == 0 { sources.words() } else { &[] },
                steps: &rules[..chance.below(3)],
                one_step: chance.below(2) == 0,
            };
            let points = [chance.below(9), chance.below(30), 60_000][chance.below(3)] as u16;
            let (movement, from) = (chance.movement(), chance.space(&map));
            let (blocked, stops, full) = (blocked.words(), stops.words(), full.words());
            let query = Reach { movement, from, points, blocked, stops, full, terms };
            let least = obvious(&map, &query);
            let goal = chance.space(&map);
            assert_eq!(map.cost(&query, goal), least[goal.index()], "seed {seed}, {query:?} to {goal:?}");
            let mut out = vec![!0; map.words()];
            map.reach(&query, &mut scratch, &mut out);
            let ends = |at: &SpaceId| *at == query.from || least[at.index()].is_some() && !bits::has(full, at.index());
            assert_eq!(out, Set::of(map.len(), map.all().filter(ends)).words(), "seed {seed}, {query:?}");
        }
    }
}
