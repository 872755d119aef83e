//! Saved games whose rules change: pinned, migrated, forked; and the store, which makes that possible.

use crate::cli::shell::Shell;

const FIGHT: &str = "scripts/skirmish/fight.luau";
const UNITS: &str = "scenarios/ford/units.toml";
const WOLF: &str = "\"Grey Wolf\", side = \"blue\", type = \"foot\", strength = [4, 2], movement = 2";

/// A game in which Grey Wolf has moved two spaces.
fn begun(shell: &Shell) {
    let output = shell.output("play ford --seed 5 --save game.jsonl", "\"Red Fox\"=2 7=1\nall\n3\ngrey 0301\n");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Makes Grey Wolf slower.
fn slow_down(shell: &Shell) {
    shell.edit(UNITS, WOLF, &WOLF.replace("movement = 2", "movement = 1"));
    shell.edit("scenarios/ford/map.toml", "[\"0302\"]", "[\"0302\", \"0301\", \"0201\"]");
}

#[test]
fn a_decision_that_no_longer_fits() {
    let mut shell = Shell::new();
    begun(&shell);
    let text = shell.read("game.jsonl");
    slow_down(&shell);
    shell.run("play --load game.jsonl").run("play --load game.jsonl --migrate");
    assert_eq!(shell.read("game.jsonl"), text, "nothing has been changed");
    shell.run_with("play --load game.jsonl --fork --save other.jsonl", &["options", "quit"]);
    assert_eq!(shell.read("game.jsonl"), text, "the old save is unchanged");
    shell.run_with("play --load game.jsonl --pin", &["7 0201", "done", "quit"]);
    shell
        .note("A pinned game continues without asking.")
        .run_with("play --load game.jsonl", &["quit"])
        .run("replay game.jsonl --check");
    shell
        .note("Then it is dropped.")
        .run_with("play --load game.jsonl --migrate --accept", &["quit"])
        .run("replay game.jsonl --check");
    shell.run_with("play --load game.jsonl", &["quit"]).expect("outdated-unfit");
    assert!(shell.read("game.jsonl").contains("\"migrated\""));
}

#[test]
fn every_decision_fits() {
    let mut shell = Shell::new();
    begun(&shell);
    shell.edit(FIGHT, "-1, \"3.0\", \"wood\"", "-2, \"3.0\", \"wood\"");
    shell
        .run_with("play --load game.jsonl --migrate", &["quit"])
        .run_with("play --load game.jsonl", &["undo", "7 0201", "undo", "quit"]);
    shell.run("replay game.jsonl --check").expect("outdated-fits");
}

#[test]
fn what_is_only_for_people_needs_no_word() {
    let shell = Shell::new();
    begun(&shell);
    let text = shell.read(FIGHT);
    shell.write(FIGHT, &format!("-- A comment.\n{text}"));
    let output = shell.output("play --load game.jsonl", "quit\n");
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn cosmetic_mods_never_stand_in_the_way() {
    let mut shell = Shell::new();
    let manifest = "format = 1\nid = \"test.colours\"\nversion = \"1.0.0\"\nkind = \"cosmetic\"\nname = \"Colours\"\n\
        api = \"*\"\n\n[requires]\n\"test.skirmish\" = \"*\"\n";
    shell.write("mods/colours/pack.toml", manifest);
    shell.write(
        "mods/colours/patches/all.toml",
        "[[patch]]\nat = 'system.unit_type[\"foot\"]'\nop = \"merge\"\nvalue = { symbol = \"mountain\" }\n",
    );
    let output = shell.output("play ford --mod colours --seed 5 --save game.jsonl", "\"Red Fox\"=2 7=1\nquit\n");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::remove_dir_all(shell.path("mods/colours")).unwrap();
    shell.run_with("play --load game.jsonl", &["quit"]).expect("outdated-cosmetic");
}

#[test]
fn saves_in_a_folder() {
    let mut shell = Shell::new();
    std::fs::create_dir(shell.path("games")).unwrap();
    for (name, seed, lines) in
        [("a", 5, "\"Red Fox\"=2 7=1\nall\n3\n"), ("b", 5, "\"Red Fox\"=2 7=1\nall\n3\ngrey 0301\n"), ("c", 5, "")]
    {
        assert!(shell.output(&format!("play ford --seed {seed} --save games/{name}.jsonl"), lines).status.success());
    }
    shell.write("games/d.jsonl", "no save\n");
    shell.run("migrate games").run("migrate nowhere");
    std::fs::remove_file(shell.path("games/d.jsonl")).unwrap();
    slow_down(&shell);
    let before = shell.read("games/b.jsonl");
    shell.run("migrate games");
    assert_eq!(shell.read("games/b.jsonl"), before);
    shell.run("migrate games --write").run("migrate games --json").run_with("play --load games/b.jsonl", &["quit"]);
    shell.run_with("play --load games/a.jsonl", &["quit"]).expect("outdated-migrate");
}

#[test]
fn the_store() {
    let mut shell = Shell::new();
    shell.run("store list").run("store clean");
    begun(&shell);
    slow_down(&shell);
    shell.output("play ford --seed 6 --save other.jsonl", "quit\n");
    shell.run("store list").run("store clean --keep-days 0");
    std::fs::remove_file(shell.path("other.jsonl")).unwrap();
    shell.note("Without one of the saves.").run("store clean").run("store clean --keep-days 0").run("store list");
    let entry = |shell: &Shell| {
        let mut files: Vec<_> =
            std::fs::read_dir(shell.path("data/grognard/store")).unwrap().flatten().map(|entry| entry.path()).collect();
        files.sort();
        files
    };
    shell.note("With damaged entries, and with none.");
    entry(&shell).iter().for_each(|file| std::fs::write(file, "no archive").unwrap());
    shell
        .run("play --load game.jsonl")
        .run("play --load game.jsonl --pin")
        .run("migrate game.jsonl")
        .run("store list")
        .run("store clean");
    shell.run("play --load game.jsonl --pin").expect("outdated-store");
}

#[test]
fn the_field_in_which_a_game_parts_is_named() {
    let mut shell = Shell::new();
    begun(&shell);
    shell.edit(UNITS, "at = \"0402\"", "at = \"0403\"");
    shell.run("replay game.jsonl --check").run("replay game.jsonl --check --pin").expect("outdated-field");
}

/// A message about a decision that no longer fits must not reveal anything hidden from its reader.
#[test]
fn a_decision_that_no_longer_fits_tells_no_secrets() {
    let shell = Shell::new();
    let lines = "\ngrey=2 7=1\nall 0\ngrey 0301\n7 0201 done\n0302 grey\n\nboar 0303\nquit\n";
    shell.output("play ford --seed 1 --mod fog --player blue=person --player red=person --save game.jsonl", lines);
    let units = "local waiting = game:on_map(side)\n";
    let others =
        format!("{units}\tif side.name == \"red\" then\n\t\twaiting:remove(game:unit_named(\"Boar\"))\n\tend\n");
    shell.edit("scripts/skirmish/march.luau", units, &others);
    let told = |line: &str| {
        let output = shell.output(line, "quit\n");
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
        let text = out + &err;
        let lines = text.lines().filter(|line| line.contains("decision "));
        lines.collect::<Vec<_>>().join("\n")
    };
    let hidden = "red: Who marches? -> unknown unit at 0302: 2.0: `unknown unit at 0302` is no longer offered in \
        answer to `march.unit`";
    for line in ["migrate game.jsonl", "play --load game.jsonl --migrate"] {
        assert!(told(line).contains(hidden), "{line}: {}", told(line));
    }
    shell.write("game.jsonl", &grognard_testing::without_checksums(&shell.read("game.jsonl")));
    shell.edit("game.jsonl", "\"red\":\"person\"", "\"red\":\"random\"");
    let fork = told("play --load game.jsonl --fork --save blue.jsonl");
    assert!(fork.contains(hidden) && !fork.contains("Boar"), "{fork}");
    shell.edit("game.jsonl", "\"blue\":\"person\"", "\"blue\":\"random\"");
    shell.edit("game.jsonl", "\"red\":\"random\"", "\"red\":\"person\"");
    let own = told("play --load game.jsonl --fork --save red.jsonl");
    assert!(own.contains("Who marches? -> Boar: "), "{own}");
}
