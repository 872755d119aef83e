//! Small maps for the tests of pictures.

use grognard_engine::content::{Content, Placement};
use grognard_engine::ids::{Id, SideId, SpaceId, TerrainId, UnitId, UnitTypeId};
use grognard_engine::map::{AreaMap, HexGrid, Map, Orientation, Shifted};
use grognard_engine::sequence::{Phase, Sequence};
use grognard_engine::table::{Service, Table};
use grognard_engine::unit::Unit;
use grognard_engine::view::View;
use std::sync::Arc;

/// Returns the space with a name.
pub fn space(content: &Content, name: &str) -> SpaceId {
    content.map.names.find(name).unwrap()
}

fn mark(map: &mut Map, feature: &str, pairs: &[(&str, &str)]) {
    let bit = map.add_feature(feature);
    for (a, b) in pairs {
        let (a, b) = (map.names.find(a).unwrap(), map.names.find(b).unwrap());
        assert!(map.mark_border(a, b, bit));
    }
}

fn ids(map: &Map, names: &[&str]) -> Vec<SpaceId> {
    names.iter().map(|name| map.names.find(name).unwrap()).collect()
}

fn describe(map: &mut Map, terrains: &[&str]) {
    map.terrains = terrains.iter().map(|name| name.to_string()).collect();
}

/// Creates a map of four columns of four hexes with a river, a railway, a city with works and two boxes.
pub fn hexes(orientation: Orientation) -> Map {
    let all = (1..=4).flat_map(|column| (1..=4).map(move |row| (format!("{column:02}{row:02}"), column, row)));
    let mut map = HexGrid { orientation, shifted: Shifted::Even }.build(all);
    map.add_box("reserve", [0, 0]);
    map.add_box("turn 1", [0, 0]);
    describe(&mut map, &["clear", "forest"]);
    for id in ids(&map, &["0201", "0301", "0302"]) {
        map.set_terrain(id, TerrainId(1));
    }
    let city = map.names.find("0303").unwrap();
    map.set_title(city, "Tula");
    map.add_tag("major-city", [city]);
    map.add_tag("fortification", [city]);
    map.add_tag("mine", ids(&map, &["0104"]));
    map.add_tag("nowhere", []);
    map.add_edge("red", ids(&map, &["0401", "0402"]));
    mark(&mut map, "river", &[("0202", "0203"), ("0202", "0302"), ("0302", "0303")]);
    mark(&mut map, "rail", &[("0303", "0304"), ("0303", "0302"), ("0302", "0301")]);
    map.seal(&[]);
    map
}

/// Creates a map of four areas in a ring, one of them behind a river.
pub fn areas() -> Map {
    let mut areas = AreaMap::default();
    for (name, title, centre) in
        [("1", "Kholm", [0, 0]), ("2", "Marevo", [2500, 300]), ("3", "", [2600, 2700]), ("4", "Peno", [-200, 2500])]
    {
        assert!(areas.area(name, Some(title.to_owned()).filter(|title| !title.is_empty()), centre));
    }
    for (a, b) in [("1", "2"), ("2", "3"), ("3", "4"), ("4", "1")] {
        assert!(areas.border(a, b));
    }
    let mut map = areas.build();
    describe(&mut map, &["clear", "marsh"]);
    map.set_terrain(SpaceId(2), TerrainId(1));
    mark(&mut map, "river", &[("1", "2")]);
    mark(&mut map, "rail", &[("3", "4"), ("4", "1")]);
    map.add_tag("town", [SpaceId(3)]);
    map.seal(&[]);
    map
}

/// Creates a battle on a map of four points, joined by a road, a railway beside it, a river and a sea route.
pub fn points() -> Content {
    let mut map = AreaMap::default();
    for (name, at) in [("Kiel", [0, 0]), ("Hamburg", [20, 300]), ("Berlin", [500, 500]), ("Copenhagen", [400, -200])] {
        assert!(map.area(name, None, at));
    }
    for (a, b) in [("Kiel", "Hamburg"), ("Hamburg", "Berlin"), ("Kiel", "Copenhagen"), ("Berlin", "Copenhagen")] {
        assert!(map.border(a, b));
    }
    let mut map = map.build();
    describe(&mut map, &["clear", "marsh"]);
    mark(&mut map, "river", &[("Hamburg", "Berlin")]);
    mark(&mut map, "rail", &[("Hamburg", "Berlin"), ("Kiel", "Hamburg")]);
    mark(&mut map, "road", &[("Hamburg", "Berlin")]);
    mark(&mut map, "sea", &[("Kiel", "Copenhagen"), ("Berlin", "Copenhagen")]);
    map.add_tag("port", [SpaceId(0)]);
    map.seal(&[]);
    let mut content = battle(map);
    content.style.points = [(SpaceId(0), 1), (SpaceId(1), 3), (SpaceId(2), 3), (SpaceId(3), 2)].into();
    content
}

/// Adds five units to a map: a stack of two, a reduced one, one in the first box (if there is one), one off the map.
pub fn battle(map: Map) -> Content {
    let mut content = Content { title: "A battle".into(), ..Content::default() };
    content.sides = ["german", "soviet"].map(String::from).into_iter().collect();
    content.unit_types = ["panzer-corps", "army"].map(String::from).into_iter().collect();
    content.properties = vec!["movement".into(), "strength".into()];
    let off_map = map.all().find(|&id| map.space(id).off_map);
    let places = [Some(SpaceId(1)), Some(SpaceId(1)), Some(SpaceId(2)), off_map.or(Some(SpaceId(3))), None];
    for (at, (name, side, place)) in ["XXIV", "LVII", "29", "30", "31"]
        .into_iter()
        .zip([0, 0, 1, 1, 1])
        .zip(places)
        .map(|((a, b), c)| (a, b, c))
        .enumerate()
    {
        content.unit_names.insert(name);
        let (kind, tags) = (UnitTypeId(side), Vec::new());
        let values = vec![vec![4, 4], vec![4, 8 + at as i32]];
        content.units.push(Unit {
            name: name.into(),
            side: SideId(side),
            kind,
            formation: None,
            steps: 2,
            tags,
            values,
        });
        content.placements.push(Placement { unit: UnitId::from_index(at), place, steps: if at == 2 { 1 } else { 2 } });
    }
    content.owners = vec![(SpaceId(2), SideId(1))];
    let phase = Phase { name: "Placement".into(), ..Phase::default() };
    content.sequence = Sequence { turns: 1, setup: vec![phase], turn: Vec::new() };
    content.map = map;
    content
}

/// Returns the public view of the start of a battle.
pub fn view(content: &Content) -> View {
    View::new(&table(content), None)
}

/// Creates a table with the battle laid out.
pub fn table(content: &Content) -> Table {
    Table::new(Arc::new(content.clone()), Arc::from([]), 1, Service::BARE)
}
