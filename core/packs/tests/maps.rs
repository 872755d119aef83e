//! Kinds of maps that Battle for Moscow does not need.

use grognard_engine::content::Content;
use grognard_engine::ids::SpaceId;
use grognard_engine::style::PanelPlace;
use grognard_packs::{Diagnostic, Library, load, render};
use grognard_testing::{copy, workspace};
use std::fs;

/// Loads the small battle on another map, without units.
fn with_map(map: &str) -> Result<Content, Vec<Diagnostic>> {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    let write = |file: &str, text: &str| fs::write(root.path().join(file), text).unwrap();
    write("scenarios/battle/map.toml", map);
    write("scenarios/battle/units.toml", "unit = []");
    write("scenarios/battle/scenario.toml", "turns = 3");
    let system = fs::read_to_string(root.path().join("scripts/system/system.toml")).unwrap();
    write("scripts/system/system.toml", &format!("values = [\"points\"]\n{system}"));
    load(&Library::open(&[root.path().to_owned()]), "battle", &[], &[]).map(|loaded| loaded.content)
}

fn sound(map: &str) -> Content {
    with_map(map).unwrap_or_else(|errors| panic!("{}", render(&errors, false)))
}

fn neighbours(content: &Content, name: &str) -> Vec<String> {
    let links = content.map.links(content.map.names.find(name).unwrap());
    links.iter().map(|link| content.map.names.name(link.to).to_owned()).collect()
}

#[test]
fn areas_with_borders_boxes_and_values() {
    let content = sound(
        r#"
kind = "area"

[[area]]
name = "1"
title = "Rynok"
centre = [100, 200]
borders = ["2"]

[[area]]
name = "2"
borders = ["3"]

[[area]]
name = "3"

[[box]]
name = "east-bank"
borders = ["3"]

[terrain]
forest = ["2"]

[border]
river = ["1/2", "2 - 3 - east-bank"]

[values.points]
"3" = 5
"#,
    );
    assert_eq!(neighbours(&content, "2"), ["1", "3"]);
    assert_eq!(neighbours(&content, "east-bank"), ["3"]);
    assert_eq!(content.map.label(SpaceId(0)), "1 Rynok");
    assert_eq!(content.map.value("points", SpaceId(2)), Some(5));
    assert!(content.map.space(SpaceId(3)).off_map);
    let river = content.map.feature("river").unwrap();
    assert!(content.map.all().all(|space| content.map.links(space).iter().all(|link| link.features & river != 0)));
}

#[test]
fn pointy_hexes_numbered_by_row_first() {
    let map = "kind = \"hex\"\norientation = \"pointy\"\nshifted = \"odd\"\nnumbering = \"row-column\"\ncolumns = [1, \
        12]\nrows = [1, 3]\nmissing = [\"0112\"]\nextra = [\"0401\"]\n";
    let content = sound(map);
    assert_eq!(content.map.len(), 36);
    assert_eq!(neighbours(&content, "0202"), ["0101", "0102", "0201", "0203", "0301", "0302"]);
    assert_eq!(neighbours(&content, "0401"), ["0301"]);
}

#[test]
fn a_hex_map_says_all_that_it_lacks() {
    let errors = with_map("kind = \"hex\"\n").unwrap_err();
    let all: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
    let wanted = ["columns", "orientation", "rows", "shifted"].map(|key| format!("a hex map needs `{key}`"));
    assert_eq!(all, wanted);
}

#[test]
fn a_flood_of_problems_ends_soon() {
    let hexes = (0..50_000).map(|at| format!("\"x{at}\"")).collect::<Vec<_>>().join(", ");
    let map = "kind = \"hex\"\norientation = \"flat\"\nshifted = \"odd\"\ncolumns = [1, 90]\nrows = [1, 90]\n";
    let start = std::time::Instant::now();
    let errors = with_map(&format!("{map}[terrain]\nforest = [{hexes}]\n")).unwrap_err();
    assert_eq!(errors.len(), 201);
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
}

#[test]
fn waters_have_names_and_lines_courses() {
    let map = |waters: &str| {
        let areas = r#"[{ name = "1", borders = ["2"] }, { name = "2" }, { name = "3" }]"#;
        format!("kind = \"area\"\narea = {areas}\n[waters]\n{waters}")
    };
    let content = sound(&map("Oka = [\"1/2\"]\nVolga = [\"1 - 2 - 3\"]\n[courses]\nrailway = [\"2-3\"]"));
    let ids = |all: &[u16]| all.iter().map(|id| SpaceId(*id)).collect::<Vec<_>>();
    assert_eq!(
        content.style.waters,
        [("Oka".to_owned(), vec![ids(&[0, 1])]), ("Volga".to_owned(), vec![ids(&[0, 1, 2])])]
    );
    assert_eq!(content.style.courses, [("railway".to_owned(), vec![ids(&[1, 2])])]);
    let errors = render(&with_map(&map("Oka = [\"1/4\", \"1\"]")).unwrap_err(), false);
    assert!(errors.contains("there is no space `4`") && errors.contains("`1` is not a border"), "{errors}");
}

#[test]
fn panels_group_boxes_on_the_sheet() {
    let map = |panels: &str| {
        let spaces = r#"area = [{ name = "1", borders = ["2"] }, { name = "2" }]
box = [{ name = "rear" }]"#;
        format!("kind = \"area\"\n{spaces}\n{panels}")
    };
    let panels =
        "[[panel]]\ntitle = \"Supply\"\nboxes = [\"rear\", \"2\"]\nat = \"left\"\nroom = [3, 2]\nside = \"blue\"";
    let content = sound(&map(panels));
    let panel = &content.style.panels[0];
    assert_eq!((panel.title.as_deref(), panel.place, panel.room), (Some("Supply"), PanelPlace::Left, [3, 2]));
    assert_eq!(panel.spaces, ["rear", "2"].map(|name| content.map.names.find(name).unwrap()));
    assert_eq!((panel.columns, panel.side), (1, content.sides.find("blue")));
    let wrong = "[[panel]]\nboxes = [\"rear\"]\ncolumns = 13\nroom = [0, 1]\nside = \"bleu\"\n[[panel]]\nboxes = [\"rear\", \"raer\"]";
    let errors = render(&with_map(&map(wrong)).unwrap_err(), false);
    for part in [
        "`panel.columns` cannot be 13",
        "`panel.room` cannot be 0",
        "no side `bleu`",
        "`rear` is already in a panel",
        "no space `raer`",
    ] {
        assert!(errors.contains(part), "{part}: {errors}");
    }
}

#[test]
fn points_with_connections() {
    let content = sound(
        r#"
kind = "points"

point = [
    { name = "Kiel", at = [130, 60] },
    { name = "Hamburg", title = "Free City of Hamburg", at = [120, 160], size = 3 },
    { name = "Frankfurt an der Oder", at = [450, 320], size = 1 },
]

[[box]]
name = "west"
borders = ["Hamburg"]

[connections]
river = ["Kiel-Hamburg", "Hamburg/Frankfurt an der Oder"]

[terrain]
forest = ["Kiel"]

[tags]
city = ["Hamburg"]
"#,
    );
    assert_eq!(neighbours(&content, "Hamburg"), ["Kiel", "Frankfurt an der Oder", "west"]);
    assert_eq!(content.map.label(SpaceId(1)), "Hamburg Free City of Hamburg");
    assert_eq!(content.map.space(SpaceId(0)).centre, [130, 60]);
    let sizes = [(SpaceId(0), 2), (SpaceId(1), 3), (SpaceId(2), 1)];
    assert_eq!(content.style.points, sizes.into());
    let river = content.map.feature("river").unwrap();
    let link = |a: u16, b: u16| content.map.link(SpaceId(a), SpaceId(b)).map(|link| link.features & river != 0);
    assert_eq!([link(0, 1), link(1, 2), link(0, 2), link(1, 3)], [Some(true), Some(true), None, Some(false)]);
}
