//! The output of `diff` for the editions of Battle for Moscow, and for every kind of edit.

use grognard_check::diff::{diff, sentences};
use grognard_play::{Battle, BattleRequest};
use std::fs;
use std::path::Path;

fn battle(root: &Path, mods: &[&str]) -> Battle {
    let mods = mods.iter().map(|id| (*id).to_owned()).collect();
    let request = BattleRequest {
        roots: vec![root.to_owned()],
        scenario: "battle-for-moscow".into(),
        mods,
        ..BattleRequest::default()
    };
    Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)))
}

fn said(a: &Battle, b: &Battle) -> Vec<String> {
    let all = diff(a, b).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    sentences(&all)
        .into_iter()
        .flat_map(|(group, all)| all.into_iter().map(move |one| format!("{}: {one}", group.title())))
        .collect()
}

fn editions() -> Vec<String> {
    let here = Path::new(".");
    said(&battle(here, &[]), &battle(here, &["battle-for-moscow-1986"]))
}

/// The published differences of the two editions, each with the sentences of `diff`. A is the second edition, B the
/// first.
const PUBLISHED: [(&str, &[&str]); 15] = [
    (
        "the second edition adds half a row in the south: seven hexes",
        &[
            "Map: hex 0111 exists only in A (on the black edge, clear)",
            "Map: hex 0311 exists only in A (forest)",
            "Map: hex 0511 exists only in A (a star, forest)",
            "Map: hexes 0711 and 0911 exist only in A (clear)",
            "Map: hexes 1111 and 1311 exist only in A (on the red edge, clear)",
        ],
    ),
    (
        "seven more forests: 0109 0203 0209 0210 0309, and 0311 0511 in the half row",
        &["Map: hexes 0109, 0203, 0209, 0210 and 0309 are forest in A and clear in B"],
    ),
    ("one more river side: 0911/1010", &["Map: river 0911/1010 exists only in A"]),
    ("the railway to the south edge goes on from 0510 to 0511", &["Map: rail 0510/0511 exists only in A"]),
    ("Tula is a major city", &["Map: hex 1107 is a major city in A but not in B"]),
    (
        "crosses: 0107 dropped, 0404 added",
        &["Map: hex 0107 is a cross in B but not in A", "Map: hex 0404 is a cross in A but not in B"],
    ),
    (
        "stars: 0503 0511 0608 added, 0504 0505 dropped",
        &[
            "Map: hexes 0503 and 0608 are stars in A but not in B",
            "Map: hexes 0504 and 0505 are stars in B but not in A",
        ],
    ),
    (
        "the red edge of the second edition goes from the north-east to the south-east",
        &["Map: hexes 1010, 1101, 1201, 1210 and 1301 lie on the red edge in A but not in B"],
    ),
    (
        "fourteen armies on the map instead of thirteen: they begin on the stars",
        &[
            "Units and set-up: 19 begins at 0503 with 1 step in A and at 0504 with 1 step in B",
            "Units and set-up: 20 begins at 0506 with 1 step in A and at 0505 with 1 step in B",
            "Units and set-up: 24 begins at 0507 with 1 step in A and at 0506 with 1 step in B",
            "Units and set-up: 29 begins at 0508 with 1 step in A and at 0507 with 1 step in B",
            "Units and set-up: 30 begins at 0509 with 1 step in A and at 0508 with 1 step in B",
            "Units and set-up: 32 begins at 0510 with 1 step in A and at 0509 with 1 step in B",
            "Units and set-up: 33 begins at 0511 with 1 step in A and at 0510 with 1 step in B",
            "Units and set-up: 40 begins at 0608 with 1 step in A and at 0803 with 1 step in B",
            "Units and set-up: 43 begins at 0803 with 1 step in A and off the map with 2 steps in B",
        ],
    ),
    (
        "counters of 1986 read XXII, and odd strengths were rounded up; the prepared set-up follows the crosses and \
         the names",
        &[
            "Units and set-up: XXIII is called XXII in B",
            "Units and set-up: VII, VIII and IX have strength 7-3 in A and 7-4 in B",
            "Charts: Prepared German set-up, unit XXIII is called XXII in B",
            "Charts: Prepared German set-up, unit VII, place hex: 0404 -> 0107",
        ],
    ),
    (
        "four Soviet replacements in the mud of turns 3 and 4, five in 1986",
        &["Calendar: Turn track, turn 3, entry soviet: 4 -> 5", "Calendar: Turn track, turn 4, entry soviet: 4 -> 5"],
    ),
    (
        "the first German turn begins with panzer movement in 1986, with combat later",
        &["Sequence of play: Panzer movement (German player turn) takes place on turns 2-7 in A and on every turn in \
             B"],
    ),
    (
        "mud halves all attackers in 1986, only panzers and tanks later",
        &[
            "Options: option mud_halves_all is false in A and true in B (13.0: Mud halves all attackers (helps the \
             Soviets))",
            "Charts: charts.calendar.meaning.mud is \"Units move one hex per phase (12.1). Panzer and tank units \
             attack at half strength (12.2); with a handicap all units do (13.0).\" in A and \"Units move one hex per \
             phase (12.1). All units attack at half strength (12.2, 1986).\" in B",
        ],
    ),
    (
        "whoever holds Moscow wins in 1986; later a second city is needed and there are draws",
        &["Rules: rule victory.decide is replaced in B by grognard.battle-for-moscow-1986: 5.0 (1986) The side that \
             holds Moscow at the end wins; there is no draw."],
    ),
    (
        "stubborn defence came with the second edition; fortifications helped only Soviets in 1986",
        &[
            "Charts: charts.crt.meaning.DR is \"The defender retreats two hexes; in a major city it may lose a step \
             instead.\" in A and \"The defender retreats two hexes.\" in B",
            "Rules: rule combat.may_hold is replaced in B by grognard.battle-for-moscow-1986: 9.0 (1986) There is no \
             stubborn defence.",
            "Rules: rule combat.cover is wrapped in B by grognard.battle-for-moscow-1986: 9.2 (1986) Fortifications \
             help Soviet units only.",
        ],
    ),
];

#[test]
fn the_editions_of_battle_for_moscow_differ_as_published() {
    let mut found = editions();
    for (published, told) in PUBLISHED {
        for sentence in told {
            let at = found.iter().position(|line| line == sentence);
            let at = at.unwrap_or_else(|| panic!("{published}: `{sentence}` is not among\n{}", editions().join("\n")));
            found.remove(at);
        }
    }
    assert!(found.is_empty(), "nothing published explains\n{}", found.join("\n"));
}

const SYSTEM: &str = "scripts/battle-for-moscow/system.toml";
const SEQUENCE: &str = "scripts/battle-for-moscow/sequence.toml";
const PACK: &str = "scripts/battle-for-moscow/pack.toml";
const COMBAT: &str = "scripts/battle-for-moscow/combat.luau";
const CRT: &str = "scripts/battle-for-moscow/charts/crt.toml";
const MAP: &str = "scenarios/battle-for-moscow/map.toml";
const UNITS: &str = "scenarios/battle-for-moscow/units.toml";
const SCENARIO: &str = "scenarios/battle-for-moscow/scenario.toml";

/// Edits of every kind of file, with all sentences about each.
const EDITS: [(&str, &str, &str, &[&str]); 26] = [
    (
        MAP,
        "\"1003\", \"1004\", \"1102\"",
        "\"1003\", \"1102\"",
        &["Map: hex 1004 is a fortification in A but not in B"],
    ),
    (MAP, "\"1103\" = \"Moscow\"", "\"1103\" = \"Moskva\"", &["Map: hex 1103 is called Moscow in A and Moskva in B"]),
    (MAP, "\"0105/0106\", ", "", &["Map: river 0105/0106 exists only in A"]),
    (MAP, "\"0601-0602-0603\"", "\"0601-0602\"", &["Map: rail 0602/0603 exists only in A"]),
    (MAP, "\"1103/1104\", \"1003", "\"1104/1103\", \"1003", &[]),
    (
        MAP,
        "orientation = \"flat\"",
        "orientation = \"flat\"\nnumbering = \"column-row\"",
        &["Map: map.numbering is \"column-row\" in B but missing from A"],
    ),
    (
        SCENARIO,
        "german = [\"0204\", \"0307\"]",
        "german = [\"0204\"]",
        &["Map: hex 0307 belongs to german in A but not in B"],
    ),
    (SCENARIO, "turns = 7", "turns = 8", &["Calendar: the game has 7 turns in A and 8 turns in B"]),
    (
        UNITS,
        "strength = [12, 6], movement = 6",
        "strength = [12, 5], movement = 7",
        &[
            "Units and set-up: XXIV has movement 6 in A and 7 in B",
            "Units and set-up: XXIV has strength 12-6 in A and 12-5 in B",
        ],
    ),
    (
        UNITS,
        "type = \"shock-army\", strength",
        "type = \"army\", strength",
        &["Units and set-up: 1st Shock is of the type shock-army in A and army in B"],
    ),
    (
        UNITS,
        ", tags = [\"reinforcement\"] }",
        " }",
        &["Units and set-up: 1st Shock has the tag reinforcement in A but not in B"],
    ),
    (
        CRT,
        "[\"NE\", \"EX\", \"EX\",  \"DRL\", \"DRL\", \"DE\"]",
        "[\"NE\", \"EX\", \"EX\",  \"EX\", \"DRL\", \"DE\"]",
        &["Charts: Combat results, die 4, odds 4:1: DRL -> EX"],
    ),
    (
        CRT,
        "title = \"Combat results\"",
        "title = \"Results\"",
        &["Charts: charts.crt.title is \"Combat results\" in A and \"Results\" in B"],
    ),
    (
        CRT,
        "values = [\"NE\", \"DR\"",
        "values = [\"DR\", \"NE\"",
        &["Charts: charts.crt.values is [\"NE\", \"DR\", \"DRL\", \"AL\", \"EX\", \"DE\"] in A and \
             [\"DR\", \"NE\", \"DRL\", \"AL\", \"EX\", \"DE\"] in B"],
    ),
    (
        SYSTEM,
        "forest = 2 }",
        "forest = 3 }",
        &["System vocabulary: system.movement.normal.terrain.forest is 2 in A and 3 in B"],
    ),
    (
        SYSTEM,
        "edges = [",
        "marks = [\"tired\"]\nedges = [",
        &["System vocabulary: system.marks is [\"tired\"] in B but missing from A"],
    ),
    (
        SEQUENCE,
        "[[player_turn.phase]]\nname = \"Soviet rail movement\"\nrun = \"movement.rail\"\nrule = \"8.1\"\n",
        "",
        &[
            "Sequence of play: Soviet rail movement (Soviet player turn) exists only in A (comes after Soviet \
             replacements, cites paragraph 8.1, runs the rule movement.rail, takes place on every turn)",
            "Sequence of play: Soviet combat (Soviet player turn) comes after Soviet rail movement in A and Soviet \
             replacements in B",
        ],
    ),
    (
        SEQUENCE,
        "run = \"movement.panzer\"",
        "run = \"movement.all\"",
        &["Sequence of play: Panzer movement (German player turn) runs the rule movement.panzer in A and \
             movement.all in B"],
    ),
    (
        PACK,
        "default = \"dr-only\"",
        "default = \"any-retreat\"",
        &["Options: option stubborn_defence is dr-only in A and any-retreat in B (9.0: Results that a unit in a \
             major city may turn into a step loss)"],
    ),
    (
        PACK,
        "[options.retreat]",
        "[options.frost]\ntype = \"enum\"\nvalues = [\"none\", \"hard\"]\ndefault = \"none\"\nrule = \"9.0\"\nlabel \
         = \"Frost\"\n\n[options.retreat]",
        &["Options: option frost exists only in B (none) (9.0: Frost; one of none, hard)"],
    ),
    (
        PACK,
        "label = \"The hexes that a retreat must lead away from\"\n",
        "label = \"Retreats\"\n",
        &[
            "Options: options.retreat.label is \"The hexes that a retreat must lead away from\" in A and \"Retreats\" in B",
        ],
    ),
    (
        COMBAT,
        "column:shift(-1, \"9.2\", \"river\")",
        "column:shift(-2, \"9.2\", \"river\")",
        &["Rules: rule combat.column has different code: 9.0 steps 1 and 2, 9.2 The column of the combat results \
             table. A river counts only if every attacker attacks across it."],
    ),
    (COMBAT, "-- 9.2 Forest, major city or fortification", "-- 9.2 Forest, big city or fortification", &[]),
    (
        COMBAT,
        "prompt = \"Choose the units that attack {1}\"",
        "prompt = \"Who attacks {1}?\"",
        &[
            "Rules: module combat of grognard.battle-for-moscow-system differs outside its rules: in its questions, \
             constants or local functions",
            "Rules: question combat.attackers reads \"Choose the units that attack {1}\" in A and \"Who attacks {1}?\" \
             in B",
        ],
    ),
    (
        COMBAT,
        "return combat\n",
        "-- 9.1 A new one.\nfunction combat.new()\n\treturn 1\nend\n\nreturn combat\n",
        &["Rules: rule combat.new exists only in B: 9.1 A new one."],
    ),
    (
        "scripts/battle-for-moscow/rulebook.toml",
        "\"7.0\" = \"Zones of control\"",
        "\"7.0\" = \"Zones\"",
        &["Rules: paragraph 7.0 of grognard.battle-for-moscow-system is about \"Zones of control\" in A \
             and \"Zones\" in B"],
    ),
];

#[test]
fn every_kind_of_edit_is_told_and_nothing_else() {
    let folder = crate::pack_copy::packs();
    let before = battle(folder.path(), &[]);
    for (file, from, to, told) in EDITS {
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no `{from}`");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        assert_eq!(said(&before, &battle(folder.path(), &[])), told, "{file}: {from}");
        fs::write(&path, text).unwrap();
    }
}
