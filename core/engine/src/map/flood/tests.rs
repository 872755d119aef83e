//! Floods on small maps.

use crate::ids::{MovementId, SpaceId, TerrainId};
use crate::map::{CostRule, FloodScratch, HexGrid, Map, Orientation, Reach, Shifted, StepRule, Terms};
use crate::set::Set;

/// Creates a map of 6 by 6 clear hexes, with a belt of forest (2 points) in column 3 and a railway along row 4.
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
    map.reach(&query, &mut FloodScratch::default(), out.words_mut());
    for id in map.all() {
        assert_eq!(out.has(id), map.cost(&query, id).is_some(), "both floods agree on {}", map.names.name(id));
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
    map.reach(&query, &mut FloodScratch::default(), out.words_mut());
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
fn more_points_than_rings_reach_the_far_corner() {
    let map = map();
    assert!(has(&map, &reach(&map, "foot", "0101", 40, &[], &[]), "0606"));
}

/// Creates a map of 6 by 6 hexes with a river west of column 4 that is bridged by the railway, a road along row 2, and
/// towns in row 6.
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

/// Returns the lowest cost of moving from one hex to another under `terms`.
fn least(map: &Map, from: &str, to: &str, points: u16, terms: Terms) -> Option<u16> {
    let none: Set<SpaceId> = Set::empty(map.len());
    let find = |name: &str| map.names.find(name).unwrap();
    let (movement, from) = (map.movement("foot").unwrap(), find(from));
    let query = Reach { movement, from, points, blocked: none.words(), stops: none.words(), full: none.words(), terms };
    map.cost(&query, find(to))
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
