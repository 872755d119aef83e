//! The commands that explain packs: `blame`, `resolve`, `diff`, `rules`.

use crate::cli::shell::Shell;

#[test]
fn blame() {
    let mut shell = Shell::new();
    shell.run("blame units.unit[\"Boar\"].strength --mod veterans").run("blame units.unit[\"Boar\"] --mod veterans");
    shell.run("blame units.unit[\"Boar\"].strength").run("blame options.supplies.default --option supplies=2");
    shell
        .run("blame fight.flee --mod deep-ford")
        .run("blame march.phase")
        .run("blame fight.flee --mod deep-ford --json");
    shell.run("blame charts.crt.cells[\"6\"][\"2:1\"] --json").expect("blame");
}

/// Overridden changes are listed for values as for rules.
#[test]
fn blame_of_a_matter_that_was_settled() {
    let mut shell = Shell::with_shipped_packs();
    shell
        .run("blame charts.crt.cells[\"6\"][\"1:1\"] -s battle-for-moscow --mod assaults-agreed")
        .expect("blame-resolved-conflict");
}

#[test]
fn blame_of_what_is_not_there() {
    let mut shell = Shell::new();
    shell
        .run("blame map.terain.wood")
        .run("blame units.unit[\"Boa\"]")
        .run("blame fight.fle")
        .run("blame fight.cavalry_charge");
    shell.run("blame map..x").run("blame wood").run("blame map.terrain --scenario fort");
    shell.write(
        "mods/veterans/patches/more.toml",
        "[[patch]]\nat = 'units.unit[\"Bear\"].at'\nop = \"remove\"\nwhy = \"asleep\"\n",
    );
    shell.note("a mod removes a key").run("blame units.unit[\"Bear\"].at --mod veterans").expect("blame-removed-key");
}

#[test]
fn resolve() {
    let mut shell = Shell::new();
    shell.run("resolve scenario.turns").run("resolve units.unit[\"Boar\"] --mod veterans").run("resolve charts.crt");
    shell
        .run("resolve map.terrain.wood")
        .run("resolve charts.crt.cells[\"6\"] --json")
        .run("resolve chart.crt")
        .expect("resolve");
}

#[test]
fn diff() {
    let mut shell = Shell::new();
    shell.run("diff ford ford").run("diff ford ford+veterans").run("diff ford ford+deep-ford+supplies=1");
    shell
        .run("diff ford+deep-ford ford")
        .run("diff ford ford+veterans --json")
        .run("diff ford fort")
        .run("diff ford ford+suplies=1");
    shell.expect("diff");
}

#[test]
fn diff_of_saves_and_folders() {
    let mut shell = Shell::new();
    shell.run("play ford --seed 1 --player blue=random --player red=random --save old.jsonl");
    shell.note("a copy of the packs, edited").write("copy/scenarios/ford/scenario.toml", "turns = 3\n");
    for file in ["pack.toml", "map.toml", "units.toml"] {
        let text = shell.read(&format!("scenarios/ford/{file}"));
        shell.write(
            &format!("copy/scenarios/ford/{file}"),
            &text.replace("movement = 1, at = \"0402\"", "movement = 3, at = \"0401\""),
        );
    }
    shell
        .run("diff ford copy/scenarios/ford")
        .run("diff scenarios/ford copy/scenarios/ford")
        .run("diff scripts/skirmish ford");
    shell.note("the packs change after the save").edit("scenarios/ford/scenario.toml", "turns = 2", "turns = 4");
    shell.run("diff old.jsonl ford").run("diff old.jsonl ford+veterans").expect("diff-saves");
}

#[test]
fn rules() {
    let mut shell = Shell::new();
    shell.run("rules list").run("rules list --mod deep-ford --json").run("rules coverage ford --games 20");
    shell.run("rules coverage skirmish --games 20 --strict").run("rules coverage skirmisch").expect("rules");
    let coverage = shell.json("rules coverage skirmish --games 20 --json");
    let fighting =
        coverage["paragraphs"].as_array().unwrap().iter().find(|paragraph| paragraph["number"] == "3.0").unwrap();
    assert!(fighting["calls"].as_u64().unwrap() > 20 && fighting["lines"].as_u64().unwrap() > 20, "{fighting}");
}

#[test]
fn a_paragraph_with_nothing_behind_it_fails_a_strict_count() {
    let mut shell = Shell::new();
    shell.edit("scripts/skirmish/rulebook.toml", "\"4.0\" =", "\"3.9\" = \"Cavalry\"\n\"4.0\" =");
    shell.edit(
        "scripts/skirmish/fight.luau",
        "return fight\n",
        "-- 3.9 Nobody calls this.\nfunction fight.charge() end\n\nreturn fight\n",
    );
    shell.run("rules coverage skirmish --games 5 --strict");
    shell.edit("scripts/skirmish/fight.luau", "-- 3.9 Nobody calls this.\nfunction fight.charge() end\n\n", "");
    shell.run("rules coverage skirmish --games 5 --strict");
    shell.write(
        "scripts/skirmish/rulebook.toml",
        &(shell.read("scripts/skirmish/rulebook.toml") + "\n[not_enforced]\n\"3.9\" = \"an example\"\n"),
    );
    shell.run("rules coverage skirmish --games 5 --strict").expect("rules-strict");
}

#[test]
fn a_mod_has_a_rulebook_of_its_own() {
    let mut shell = Shell::new();
    shell.edit(
        "mods/deep-ford/pack.toml",
        "api = ",
        "rulebook = { title = \"The deep ford\", index = \"book.toml\" }\napi = ",
    );
    shell.write("mods/deep-ford/book.toml", "[paragraph]\n\"3.0\" = \"No running\"\n\"D1.1\" = \"Nothing else\"\n");
    shell.run("rules coverage ford --mod deep-ford --games 20").run("diff ford ford+deep-ford").expect("rules-of-mods");
}
