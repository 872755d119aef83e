//! The shipped maps as they are drawn: rivers without gaps, names above lines, nothing outside a table, no bare ids.

use grognard_board::png;
use grognard_board::svg::{self, SvgOptions};
use grognard_engine::catalogue::ENGLISH;
use grognard_engine::content::Content;
use grognard_engine::decision::Choice;
use grognard_engine::field::{Facing, Spot, Stand};
use grognard_engine::ids::SpaceId;
use grognard_engine::map::Map;
use grognard_engine::table::{Service, Table};
use grognard_engine::view::View;
use grognard_packs::locale::{self, Locale};
use grognard_packs::source::Source;
use grognard_packs::{Library, render};
use grognard_play::{Battle, BattleRequest};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

fn request(scenario: &str) -> BattleRequest {
    BattleRequest { roots: vec![PathBuf::from(".")], scenario: scenario.into(), ..BattleRequest::default() }
}

fn load(scenario: &str) -> Battle {
    Battle::load(request(scenario)).unwrap_or_else(|errors| panic!("{}", render(&errors, false)))
}

fn all() -> impl Iterator<Item = Battle> {
    let library = Library::open(&request("").roots);
    let names: Vec<String> = library.scenarios().map(|pack| pack.id().to_owned()).collect();
    names.into_iter().map(|name| load(&name))
}

fn view(content: &Arc<Content>) -> View {
    View::new(&Table::new(content.clone(), Arc::from([]), 0, Service::BARE), None)
}

/// The rivers of a hex map: corners of hexes, and the corners connected by hexsides with water.
struct Rivers<'a> {
    map: &'a Map,
    sides: BTreeMap<Corner, Vec<Corner>>,
}

/// A corner, named by the three hexes that meet there, some of which may be off the map.
type Corner = BTreeSet<SpaceId>;

impl<'a> Rivers<'a> {
    fn of(map: &'a Map) -> Rivers<'a> {
        let wet = map.features().iter().enumerate().filter(|(_, name)| name.contains("river"));
        let bits = wet.fold(0, |bits, (at, _)| bits | 1 << at);
        let mut sides: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
        let on_map = |space: &SpaceId| !map.space(*space).off_map;
        for a in map.all().filter(on_map) {
            for b in map.links(a).iter().filter(|link| link.features & bits != 0 && a < link.to).map(|link| link.to) {
                let [from, to] = ends(map, a, b);
                sides.entry(from.clone()).or_default().push(to.clone());
                sides.entry(to).or_default().push(from);
            }
        }
        Rivers { map, sides }
    }

    /// Where water starts or ends in the open, neither at the edge of the map nor in a lake.
    fn open_ends(&self) -> impl Iterator<Item = &Corner> {
        let is_lake =
            |space: &SpaceId| ["lake", "sea", "water"].contains(&self.map.terrains.name(self.map.terrain(*space)));
        let ends = self.sides.iter().filter(|(_, others)| others.len() == 1).map(|(end, _)| end);
        ends.filter(move |end| end.len() == 3 && !end.iter().any(is_lake))
    }

    /// All corners of the body of water that contains a corner.
    fn whole(&self, corner: &Corner) -> BTreeSet<&Corner> {
        let mut found = BTreeSet::new();
        let mut open: Vec<&Corner> = self.sides.get_key_value(corner).map(|(key, _)| key).into_iter().collect();
        while let Some(next) = open.pop() {
            if found.insert(next) {
                open.extend(&self.sides[next]);
            }
        }
        found
    }
}

/// The corners at the two ends of a hexside. At the edge of the map a hex is missing, and both ends may have the same
/// hexes; the pair still identifies the hexside.
fn ends(map: &Map, a: SpaceId, b: SpaceId) -> [Corner; 2] {
    let near = |space: SpaceId| map.links(space).iter().map(|link| link.to).filter(|to| !map.space(*to).off_map);
    let mut both: Vec<Corner> =
        near(a).filter(|to| near(b).any(|other| other == *to)).map(|third| Corner::from([a, b, third])).collect();
    both.resize_with(2, || Corner::from([a, b]));
    [both.remove(0), both.remove(0)]
}

/// The position of a corner, in units of the map.
fn middle(map: &Map, corner: &Corner) -> [f64; 2] {
    let count = corner.len() as f64;
    corner
        .iter()
        .map(|space| map.space(*space).centre)
        .fold([0.0, 0.0], |sum, [x, y]| [sum[0] + f64::from(x) / count, sum[1] + f64::from(y) / count])
}

/// The minimum distance of a spring from other water, in hexsides: any nearer, it looks like a river with a gap.
const MIN_APART: f64 = 2.5;

/// The battles whose map follows a printed sheet, whose rivers have gaps.
const PRINTED: &str = "grognard.battle-for-moscow";

/// Hex maps drawn from geography.
fn drawn_here() -> impl Iterator<Item = Battle> {
    let is_reconstruction =
        |battle: &Battle| battle.tree.root().get("map").is_some_and(|map| map.get("reconstruction").is_some());
    let is_drawn = move |battle: &Battle| !battle.content.id.starts_with(PRINTED) && is_reconstruction(battle);
    all().filter(move |battle| battle.content.map.names.find("0101").is_some() && is_drawn(battle))
}

#[test]
fn no_river_of_a_hex_map_ends_just_before_another() {
    let mut maps = 0;
    for battle in drawn_here() {
        let map = &battle.content.map;
        let rivers = Rivers::of(map);
        let side = {
            let [from, to] = rivers
                .sides
                .iter()
                .find(|(from, to)| from.len() == 3 && to[0].len() == 3)
                .map(|(from, to)| [from, &to[0]])
                .unwrap();
            distance(middle(map, from), middle(map, to))
        };
        maps += 1;
        for end in rivers.open_ends() {
            let own = rivers.whole(end);
            let near = rivers.sides.keys().filter(|other| other.len() == 3 && !own.contains(other));
            let least =
                near.map(|other| distance(middle(map, end), middle(map, other)) / side).fold(f64::INFINITY, f64::min);
            let names: Vec<&str> = end.iter().map(|space| map.names.name(*space)).collect();
            assert!(
                least >= MIN_APART,
                "{}: a river ends at {names:?}, {least:.1} hexsides from another",
                battle.content.id
            );
        }
    }
    assert!(maps >= 2, "{maps}");
}

/// A railway or a road leads to a named place, to another line, or off the map.
#[test]
fn no_railway_or_road_of_a_hex_map_ends_in_the_open() {
    for battle in drawn_here() {
        let map = &battle.content.map;
        let bits: Vec<u32> = map
            .features()
            .iter()
            .enumerate()
            .filter(|(_, name)| *name == "rail" || *name == "road")
            .map(|(at, _)| 1 << at)
            .collect();
        for space in map.all().filter(|space| !map.space(*space).off_map) {
            let lines = |bit: u32| map.links(space).iter().filter(|link| link.features & bit != 0).count();
            let is_end = bits.iter().any(|bit| lines(*bit) == 1) && bits.iter().all(|bit| lines(*bit) < 2);
            let is_place = map.space(space).title.is_some() || map.links(space).len() < 6;
            assert!(!is_end || is_place, "{}: a line ends at {}", battle.content.id, map.names.name(space));
        }
    }
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[test]
fn the_names_of_zones_are_written_over_rivers_roads_and_railways() {
    let content = load("moskva-1941").content;
    for picture in [
        svg::draw(&content, None, &SvgOptions { column: false, ..SvgOptions::default() }),
        svg::ground(&content, &SvgOptions::default()),
    ] {
        // The key beside the map has samples of these lines.
        let picture = &picture[..picture.find("class=\"sheet-column\"").unwrap_or(picture.len())];
        let last = ["river", "road", "rail"].map(|line| picture.rfind(&format!("<title>{line}</title>")).unwrap());
        let first = picture.find("class=\"zone-name\"").unwrap();
        assert!(last.iter().all(|line| *line < first), "{last:?} {first}");
    }
}

/// The table of a miniatures battle with a road and a wood across its edges.
fn laid(content: &Content, mut view: View) -> View {
    let field = content.map.field().unwrap();
    let own = view.spaces.get_mut("red-box").unwrap();
    let wanted = |name: &str| ["Road (red)", "Woods (red)"].contains(&name);
    let mut taken: Vec<_> =
        own.extract_if(.., |unit| unit.known.as_ref().is_some_and(|known| wanted(&known.name))).collect();
    assert_eq!(taken.len(), 2);
    taken.iter_mut().for_each(|unit| {
        unit.stand = Some(Stand { spot: Spot { x: field.size[0] - 10, y: 20 }, facing: Facing::North })
    });
    view.spaces.insert(content.map.names.name(field.table).to_owned(), taken);
    view
}

#[test]
fn nothing_is_drawn_beyond_a_table() {
    let content = load("d2b-battle").content;
    let field = content.map.field().unwrap();
    let picture = svg::draw(
        &content,
        Some(&laid(&content, view(&content))),
        &SvgOptions { column: false, ..SvgOptions::default() },
    );
    let [width, height] = field.size.map(|length| i64::from(length) * svg::SCALE);
    let window = format!("<svg class=\"grounds\" width=\"{width}\" height=\"{height}\" overflow=\"hidden\">");
    let (before, inside) = picture.split_once(&window).expect("a window of the size of the table");
    let (inside, after) = inside.split_once("</svg>").unwrap();
    assert_eq!(
        (
            inside.matches("class=\"ground\"").count(),
            before.contains("class=\"ground\""),
            after.contains("class=\"ground\"")
        ),
        (2, false, false)
    );
    // The name of ground that crosses the edge is on the table.
    let number = |text: &str, name: &str| {
        text.split_once(&format!(" {name}=\""))
            .and_then(|(_, rest)| rest.split_once('"')?.0.parse::<i64>().ok())
            .unwrap()
    };
    let names: Vec<&str> = inside.lines().filter(|line| line.starts_with("<text")).collect();
    assert!(names.len() >= 2, "{inside}");
    for name in names {
        assert!((0..=width).contains(&number(name, "x")) && (0..=height).contains(&number(name, "y")), "{name}");
    }
    assert!(png::render(&picture, Some(400)).is_ok());
}

/// Ground is tagged as a line, and so are infantry in line of battle; a river is not.
#[test]
fn pieces_of_ground_have_their_colour_on_counters_and_in_the_key() {
    let content = load("d2b-battle").content;
    let units = &view(&content).spaces["red-box"];
    let of = |name: &str| {
        units
            .iter()
            .filter(|unit| unit.known.as_ref().is_some_and(|known| known.name == name))
            .cloned()
            .collect::<Vec<_>>()
    };
    let water = "fill=\"#6f9fb8\"";
    let counter =
        |name: &str| svg::fragment(&content, &grognard_board::pieces(&content, &of(name), &ENGLISH)[0], &ENGLISH);
    assert!(counter("River (red)").contains(water) && !counter("Woods (red)").contains(water));
    assert!(svg::key(&content, &SvgOptions::default(), 4).contains(water));
}

fn program() -> Locale {
    let text = include_str!("../core/play/src/locale/fr.toml");
    Locale::parse("grognard", "fr", &Source::new("core/play/src/locale/fr.toml", text), &mut Vec::new())
}

/// `red-box` is an id; readers see `Red box`.
#[test]
fn no_space_is_called_by_an_id_in_any_language() {
    let library = Library::open(&request("").roots);
    let mut boxes = 0;
    for battle in all() {
        let (content, id) = (&battle.content, &battle.content.id);
        let (french, _) = locale::catalogue(&library, &battle.system.packs, &program());
        for space in content.map.all() {
            let (name, title) = (&content.map.space(space).name, &content.map.space(space).title);
            let is_id = title.is_none() && name.contains(['-', '_']);
            assert!(
                !is_id || content.map.field().is_some_and(|field| field.table == space),
                "{id}: {name} needs a title"
            );
            if content.map.space(space).off_map && content.map.field().is_some() {
                boxes += 1;
                let [english, french] =
                    [&ENGLISH, &french].map(|catalogue| catalogue.choice(&Choice::Space(space), content).text);
                assert_ne!(english, french, "{id}: {name}");
            }
        }
    }
    assert!(boxes >= 4, "{boxes}");
}
