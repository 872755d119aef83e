//! Slips in the scripts and tables of a shipped system that no program but `check` would find before the rule runs.

use grognard_check::Checker;
use grognard_packs::locale::Locale;
use grognard_packs::{Diagnostic, Library};
use grognard_play::Battle;
use grognard_testing::{copy, workspace};
use std::fs;
use std::path::Path;

/// What is wrong or odd with some packs.
fn complaints(root: &Path, packs: &[&str]) -> Vec<Diagnostic> {
    let roots = [root.to_owned()];
    let library = Library::open(&roots);
    let no_types = |_: &Battle| Vec::new();
    let mut checker = Checker::new(&library, &roots, &no_types, Locale::default());
    packs.iter().for_each(|pack| checker.pack(library.get(pack).unwrap()));
    checker.finish().diagnostics
}

const SYSTEM: &str = "grognard.battle-for-moscow-system";
const SCENARIO: &str = "grognard.battle-for-moscow";

/// A file, what stands in it, what somebody writes instead, and the complaint: its code and words of it.
type Slip<'a> = (&'a str, &'a str, &'a str, &'a str, &'a [&'a str]);

#[rustfmt::skip]
const SLIPS: &[Slip] = &[
    ("combat.luau", "DRL = function", "DRLL = function", "W428", &["`DRLL` is no result of the chart `crt`", "did you mean `DRL`?"]),
    ("combat.luau", "EX = function", "Ex = function", "W428", &["`Ex`", "did you mean `EX`?"]),
    ("combat.luau", "AL = function", "[\"A L\"] = function", "W428", &["`A L`", "did you mean `AL`?"]),
    ("combat.luau", "NE = function(game: Game, side: Side, battle: Battle) end,", "", "W428", &["has no `NE`", "add `NE`"]),
    ("combat.luau", "== \"take a loss\"", "== \"take loss\"", "W424", &["`take loss` is not among the answers", "did you mean `take a loss`?"]),
    ("setup.luau", "{ \"prepared\", \"free\" }", "{ \"prepard\", \"free\" }", "W424", &["`prepared`", "did you mean `prepard`?"]),
    ("system.toml", "\"layers.cut_off\"", "\"layers.cut_of\"", "E300", &["no script defines the rule `layers.cut_of`", "did you mean `layers.cut_off`?"]),
    ("system.toml", "\"layers.cut_off\"", "\"combat.results\"", "E300", &["no script defines the rule `combat.results`"]),
    ("system.toml", "\"layers.cut_off\"", "\"cut_off\"", "E204", &["`cut_off` is not the name of a rule"]),
    ("system.toml", "[layers.cut-off]", "[layers.\"cut off\"]", "E204", &["`cut off` is not a name"]),
    ("system.toml", "rule = \"10.0\"\nscript = \"layers.cut_off\"", "rule = \"10.9\"\nscript = \"layers.cut_off\"", "E209", &["the rulebook has no paragraph `10.9`"]),
    ("system.toml", "{ \"combat.stubborn\" = \"take a loss\" }", "{ \"combat.stuborn\" = \"take a loss\" }", "E302", &["no script asks `combat.stuborn`", "did you mean `combat.stubborn`?"]),
    ("layers.luau", "function layers.cut_off(", "function layers.cut(", "E300", &["no script defines the rule `layers.cut_off`"]),
    ("movement.luau", "costs == \"rail\"", "costs == \"rial\"", "W424", &["nothing else says `rial`", "did you mean `rail`?"]),
    ("weather.luau", "== \"mud\"", "== \"Mud\"", "W424", &["no cell of a chart says `Mud`", "did you mean `mud`?"]),
    ("weather.luau", "== \"mud\"", "== \"mudd\"", "W424", &["did you mean `mud`?"]),
    ("movement.luau", "apart = true", "appart = true", "W429", &["`MarchOptions` has no `appart`", "did you mean `apart`?"]),
    ("movement.luau", "notice = cities", "notise = cities", "W429", &["did you mean `notice`?"]),
    ("movement.luau", "else \"movement\"", "else \"movment\"", "E422", &["there is no property `movment`", "did you mean `movement`?"]),
    ("movement.luau", "return \"rail\"", "return \"rails\"", "W422", &["there is no way of moving `rails`", "did you mean `rail`?"]),
    ("movement.luau", "then \"mud\" else \"normal\"", "then \"mud\" else \"norml\"", "W422", &["did you mean `normal`?"]),
    ("supply.luau", "then \"black\"", "then \"blck\"", "E422", &["there is no edge `blck`", "did you mean `black`?"]),
    ("combat.luau", "space:has(\"major-city\")", "space:has(\"tank\")", "E422", &["no space has the tag `tank`: it is one of units"]),
    ("combat.luau", "(target.space :: Space):has(\"major-city\")", "(target.space :: Space):has(\"tank\")", "E422", &["no space has the tag `tank`"]),
    ("replacement.luau", "unit:has(\"tank\")", "unit:has(\"cross\")", "W422", &["no unit has the tag `cross`: it is one of spaces"]),
    ("sequence.toml", "\"combat.phase\"", "\"combat.column\"", "W415", &["`combat.column` cannot run a phase: it takes", "(game: Game, side: Side)"]),
    ("system.toml", "\"evaluate.position\"", "\"combat.column\"", "W415", &["`combat.column` cannot judge a position: it takes", "(game: Game, side: Side): number"]),
    ("outlook.luau", "position(game: Game, side: Side): number", "position(game: Game, side: Side): boolean", "W415", &["`outlook.position` must say how good a position is: it returns `boolean`"]),
    ("system.toml", "\"combat.odds_at\"", "\"evaluate.position\"", "W415", &["`evaluate.position` cannot tell of a battle", "attackers: Units?"]),
    ("system.toml", "evaluate = \"evaluate.position\"", "", "E106", &["`outlook` needs `evaluate`"]),
    ("setup.luau", "free, unit, unit:printed(\"strength\"))", "free, unit)", "W427", &["nothing stands at {2} of the prompt of `CORPS`"]),
    ("combat.luau", "battle.attackers:on_map(), battle.space)", "battle.attackers:on_map())", "W427", &["{1} of the prompt of `ADVANCE`"]),
    ("movement.luau", "prompt = \"Where does {1} go?\"", "prompt = \"Where does {1} go, {2}?\"", "W427", &["{2} of the prompt of `GOAL`"]),
    ("combat.luau", "return refuse(\"9.0\", \"it is not next to {1}\"", "refuse(\"9.0\", \"it is not next to {1}\"", "W430", &["return it"]),
    ("combat.luau", "-- 9.2 Forest", "-- 9.7 Forest", "W426", &["no rulebook has a paragraph `9.7`"]),
];

#[rustfmt::skip]
const IN_DATA: &[Slip] = &[
    ("charts/calendar.toml", "\"weather\"", "\"wether\"", "W404", &["`wether`", "a rule says `weather`"]),
    ("charts/calendar.toml", "\"clear\", 0, 5", "\"clear\", 0, \"5\"", "W416", &["the other cells of `soviet` are numbers", "write 5 without quotes"]),
    ("units.toml", "strength = [8, 4]", "strength = [4, 8]", "W417", &["`3` gets more `strength` as it loses steps"]),
];

fn told(found: &[Diagnostic], code: &str, words: &[&str]) -> bool {
    found.iter().any(|found| {
        let told = format!("{} {}", found.message, found.help.as_deref().unwrap_or_default());
        found.code == code && found.line > 0 && words.iter().all(|word| told.contains(word))
    })
}

#[test]
fn a_slip_in_a_script_is_found_before_the_rule_runs() {
    let root = tempfile::tempdir().unwrap();
    for shelf in ["scripts", "scenarios"] {
        copy(&workspace().join(shelf), &root.path().join(shelf));
    }
    assert_eq!(complaints(root.path(), &[SYSTEM, SCENARIO]), []);
    let mut missed = Vec::new();
    let folders = [("scripts/battle-for-moscow", SLIPS), ("scenarios/battle-for-moscow", IN_DATA)];
    for (folder, slip) in folders.iter().flat_map(|(folder, slips)| slips.iter().map(move |slip| (*folder, slip))) {
        let (file, right, wrong, code, words) = *slip;
        let path = root.path().join(folder).join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(right), "{file} has no {right}");
        fs::write(&path, text.replacen(right, wrong, 1)).unwrap();
        let found = complaints(root.path(), &[SYSTEM, SCENARIO]);
        if !told(&found, code, words) {
            missed.push(format!("{code} {wrong}\n{}", grognard_packs::render(&found, false)));
        }
        fs::write(&path, text).unwrap();
    }
    assert!(missed.is_empty(), "{}", missed.join("\n\n"));
}

#[test]
fn shipped_packs_have_no_slips() {
    let library = Library::open(&[workspace()]);
    let packs: Vec<&str> = library.packs().iter().map(|pack| pack.id()).collect();
    let found = complaints(&workspace(), &packs);
    assert!(packs.len() > 10 && found.is_empty(), "{}", grognard_packs::render(&found, false));
}
