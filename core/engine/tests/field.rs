//! Positions on a table are stored, compared and answered just like spaces.

use grognard_engine::content::{Content, Placement};
use grognard_engine::decision::{Answer, Choice, Decision, Form, Options};
use grognard_engine::field::{Facing, Field, Footprint, Rectangle, Region, RegionPart, Spot, Stand, Term};
use grognard_engine::ids::{Id, QuestionId, SideId, UnitId, UnitTypeId};
use grognard_engine::map::AreaMap;
use grognard_engine::sequence::{Phase, Sequence};
use grognard_engine::state::{SavedState, State};
use grognard_engine::unit::Unit;
use std::sync::Arc;

fn content() -> Content {
    let mut areas = AreaMap::default();
    assert!(areas.area("table", None, [0, 0]) && areas.area("box", None, [0, 0]));
    let mut map = areas.build();
    let table = map.names.find("table").unwrap();
    map.set_field(Field { size: [300, 200], lattice: 10, scale: 10, table });
    map.seal(&[]);
    let unit = |name: &str| Unit {
        name: name.into(),
        side: SideId(0),
        kind: UnitTypeId(0),
        formation: None,
        steps: 1,
        tags: Vec::new(),
        values: Vec::new(),
    };
    let units = vec![unit("a"), unit("b")];
    let place = map.names.find("box");
    Content {
        sides: ["red".to_string()].into_iter().collect(),
        unit_types: ["base".to_string()].into_iter().collect(),
        unit_names: units.iter().map(|unit| unit.name.clone()).collect(),
        placements: (0..2).map(|at| Placement { unit: UnitId::from_index(at), place, steps: 1 }).collect(),
        footprints: vec![Some(Footprint::Base(20, 20)); 2],
        units,
        map,
        sequence: Sequence { turns: 1, setup: vec![Phase::default()], turn: Vec::new() },
        ..Content::default()
    }
}

const A: UnitId = UnitId(0);

fn stand(x: i32, y: i32, facing: Facing) -> Stand {
    Stand { spot: Spot { x, y }, facing }
}

#[test]
fn a_spot_is_saved_hashed_and_told_apart() {
    let content = content();
    let bare = State::new(&content);
    assert!(
        !serde_json::to_string(bare.saved()).unwrap().contains("stand"),
        "no space is used for units without a stand"
    );
    let mut state = bare.clone();
    assert!(state.set_stand(&content, A, stand(50, 60, Facing::East)));
    assert_eq!(content.map.names.name(state.unit(A).place.unwrap()), "table");
    assert_ne!(state.hash(), bare.hash());
    let saved: SavedState = serde_json::from_str(&serde_json::to_string(state.saved()).unwrap()).unwrap();
    assert!(State::fits(&content, &saved));
    assert_eq!(State::restore(&content, saved).hash(), state.hash());
    let mut turned = state.clone();
    assert!(turned.set_stand(&content, A, stand(50, 60, Facing::West)));
    let difference = state.saved().first_difference(turned.saved(), &content).unwrap();
    assert_eq!(
        [difference.field, difference.current, difference.other],
        ["the spot of a", "5,6 facing east", "5,6 facing west"]
    );
    assert!(!turned.set_stand(&content, A, stand(301, 60, Facing::West)), "off the table");
    turned.place(&content, A, content.map.names.find("box"));
    assert_eq!(turned.unit(A).stand, None, "a unit that leaves the table has no stand");
}

#[test]
fn a_state_with_a_spot_off_the_table_or_without_it_does_not_fit() {
    let content = content();
    let mut state = State::new(&content);
    assert!(state.set_stand(&content, A, stand(50, 60, Facing::East)));
    assert!(State::fits(&content, state.saved()));
    let text = serde_json::to_string(state.saved()).unwrap();
    for (right, wrong) in [("\"x\":50", "\"x\":301"), ("\"place\":0", "\"place\":1"), ("\"y\":60", "\"y\":-1")] {
        assert!(text.contains(right), "{text}");
        let saved: SavedState = serde_json::from_str(&text.replacen(right, wrong, 1)).unwrap();
        assert!(!State::fits(&content, &saved), "{wrong}");
    }
}

#[test]
fn any_place_of_a_region_is_accepted_and_the_lattice_is_listed() {
    let content = content();
    let field = content.map.field().unwrap();
    let inside = Term::Inside(Rectangle { left: 0, top: 0, right: 40, bottom: 30 });
    let part = RegionPart { footprint: Footprint::Base(20, 20), facing: Facing::North, terms: vec![inside] };
    let region = Arc::new(Region::new(field, vec![part]));
    let decision = Decision {
        side: SideId(0),
        question: QuestionId(0),
        form: Form::One,
        options: Options::Region(&region),
        stop: false,
    };
    let listed: Vec<String> = decision.options.iter().map(|choice| choice.describe(&content)).collect();
    assert_eq!(listed, ["1,1", "2,1", "3,1", "1,2", "2,2", "3,2"]);
    let at = |x: i32, y: i32| Answer::One(Choice::Spot(Spot { x, y }));
    assert!(decision.accepts(&at(30, 20)) && decision.accepts(&at(17, 13)) && !decision.accepts(&at(31, 20)));
    assert_eq!(
        region.why_not(Spot { x: 31, y: 20 }).map(|why| why.reason).as_deref(),
        Some("it would be outside the permitted area")
    );
    assert_eq!(region.why_not(Spot { x: 5, y: 5 }).map(|why| why.reason).as_deref(), Some("it would be off the table"));
    let answer = at(17, 13);
    let saved = serde_json::to_string(&answer.save(&content)).unwrap();
    assert_eq!(saved, r#"{"one":{"spot":[17,13]}}"#);
    let read: grognard_engine::journal::SavedAnswer = serde_json::from_str(&saved).unwrap();
    assert_eq!(read.load(&content).unwrap(), answer);
}

#[test]
fn regions_by_list_and_by_centre_hold_only_these_places() {
    let content = content();
    let field = content.map.field().unwrap();
    let course = |line: Vec<[i32; 2]>| Footprint::Course { line, width: 4 };
    let river = course(vec![[-100, 0], [100, 0]]).at(stand(150, 103, Facing::North));
    let all = RegionPart { footprint: Footprint::Base(20, 20), facing: Facing::North, terms: Vec::new() };
    let region = Region::new(field, vec![all]);
    let in_the_river = region.with(Term::CentredOn([river.clone()].into()));
    assert!(in_the_river.is_empty(), "no place of the lattice is in it");
    assert!(in_the_river.has(Spot { x: 60, y: 101 }) && !in_the_river.has(Spot { x: 60, y: 100 }));
    let listed = region.with(Term::At([Spot { x: 57, y: 31 }, Spot { x: 5, y: 5 }].into()));
    assert_eq!(listed.candidates(), [Spot { x: 57, y: 31 }], "a base at the other place is not wholly on the table");
    assert!(!listed.has(Spot { x: 60, y: 30 }));
    let road = course(vec![[-90, -50], [10, 50], [90, 50]]).at(stand(110, 100, Facing::North));
    assert_eq!(road.crossings(&river), [Spot { x: 73, y: 103 }]);
    assert_eq!(river.crossings(&river), [], "the lines are parallel");
}

#[test]
fn a_sample_of_a_region_reaches_its_ends_and_every_part_of_it() {
    let content = content();
    let field = content.map.field().unwrap();
    let part = |terms: Vec<Term>| RegionPart { footprint: Footprint::Base(20, 20), facing: Facing::North, terms };
    let whole = Region::new(field, vec![part(Vec::new())]);
    let all = whole.candidates().to_vec();
    let sample = whole.sample(40);
    assert!(sample.len() > 20 && sample.len() <= 40, "{}", sample.len());
    assert!(
        sample.iter().all(|spot| all.contains(spot))
            && sample.windows(2).all(|pair| (pair[0].y, pair[0].x) < (pair[1].y, pair[1].x))
    );
    let far = |from: &Spot| sample.iter().map(|spot| spot.squared_distance(*from)).min().unwrap();
    let farthest = all.iter().map(far).max().unwrap();
    assert!(farthest <= 80 * 80, "a place is far from every sample: {farthest}");
    let ends = |of: &[Spot]| [of.iter().map(|spot| spot.x).min(), of.iter().map(|spot| spot.y).max()];
    assert_eq!(ends(&sample), ends(&all));
    let other = Rectangle { left: 100, top: 100, right: 120, bottom: 120 };
    let touching = Region::new(field, vec![part(vec![Term::Touching([other].into())])]);
    let both = whole.or(&touching).sample(30);
    let contacts = both.iter().filter(|spot| touching.has(**spot)).count();
    assert!(contacts >= 8, "places where bases touch are included: {contacts}");
    assert_eq!(whole.sample(10_000), all, "a short list is returned whole");
}
