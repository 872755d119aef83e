//! `check` and `test`: problems in packs.

use crate::cli::shell::Shell;

#[test]
fn sound_packs() {
    let mut shell = Shell::new();
    shell
        .run("check")
        .run("check mods/veterans")
        .run("check scripts/skirmish/march.luau scenarios/ford/map.toml")
        .run("check --json");
    shell.expect("check");
}

#[test]
fn every_mistake_is_reported() {
    let mut shell = Shell::new();
    shell.edit("scenarios/ford/units.toml", "\"Boar\", side = \"red\"", "\"Boar\", side = \"rad\"");
    shell.edit("scenarios/ford/units.toml", "movement = 1, at = \"0402\"", "movment = 1, at = \"0408\"");
    shell
        .run("check scenarios/ford")
        .run("check scenarios/ford --json")
        .run("play ford")
        .run("sim ford")
        .run("map ford")
        .expect("check-data");
}

#[test]
fn mistakes_in_scripts() {
    let mut shell = Shell::new();
    shell.edit("scripts/skirmish/fight.luau", "column:shift(-1, \"3.0\", \"wood\")", "column:shift(-1, \"3.0\", wod)");
    shell.run("check scripts/skirmish");
    shell.edit("scripts/skirmish/fight.luau", "wod)", "\"wood\"");
    shell.run("check scripts/skirmish");
    shell.edit("scripts/skirmish/fight.luau", "\"3.0\", \"wood\"\n", "\"3.0\", \"wood\")\n");
    shell.edit("scripts/skirmish/sequence.toml", "run = \"fight.phase\"", "run = \"fight.phrase\"");
    shell.run("check scripts/skirmish").expect("check-scripts");
}

#[test]
#[cfg(type_checker)]
fn mistakes_in_types() {
    let mut shell = Shell::new();
    shell.edit("scripts/skirmish/fight.luau", "target:set_steps(0)", "target:set_step(0)");
    shell.edit("scripts/skirmish/judge.luau", "judge.position(game, blue)", "judge.position(game, \"blue\")");
    shell.run("check scripts/skirmish").run("check scenarios/ford");
    shell.edit(
        "scripts/skirmish/fight.luau",
        "\t\ttarget:set_step(0)",
        "\t\t-- allow(E311, \"to see what happens\")\n\t\ttarget:set_step(0)",
    );
    shell.edit("scripts/skirmish/judge.luau", "judge.position(game, \"blue\")", "judge.position(game, blue)");
    shell.note("The first is allowed, the second fixed.").run("check scripts/skirmish").expect("check-types");
}

#[test]
fn odd_things() {
    let mut shell = Shell::new();
    shell.edit("scripts/skirmish/fight.luau", "return fight", "function fight.idle(_game: Game) end\n\nreturn fight");
    shell.edit("scripts/skirmish/charts/crt.toml", "\"gone\"]\ncells", "\"gone\", \"lost\"]\ncells");
    shell.edit("scripts/skirmish/system.toml", "# allow(W402, \"the map shows it\")", "# allow(W402)");
    shell.run("check").run("check --strict").expect("check-warnings");
}

#[test]
fn shipped_packs_are_neither_wrong_nor_odd() {
    let root = env!("CARGO_MANIFEST_DIR");
    let output = Shell::new().output(&format!("check --strict {root}/scripts {root}/scenarios {root}/mods"), "");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains(" 0 errors, 0 warnings"), "{said}");
}

#[test]
fn mods_are_checked_with_the_battles_they_are_for() {
    let mut shell = Shell::new();
    shell.edit("mods/veterans/patches/units.toml", "Boar", "Bore");
    shell.edit("mods/deep-ford/nobody.luau", "fight.flee", "fight.fly");
    shell.run("check mods/veterans").run("check mods/deep-ford").run("check").expect("check-mods");
}

#[test]
fn errors_in_the_system_of_a_battle_are_counted() {
    let mut shell = Shell::new();
    let wrong = "function fight.idle(game: Game): Chart\n\treturn game:chart(\"ctr\")\nend\n\nreturn fight";
    shell.edit("scripts/skirmish/fight.luau", "return fight", wrong);
    shell.run("check scenarios/ford").run("check scenarios scripts").expect("check-elsewhere");
}

#[test]
fn paths_that_are_no_packs() {
    let mut shell = Shell::new();
    shell.write("elsewhere/pack.toml", "");
    shell.write(
        "mods/stray/pack.toml",
        "format = 1\nid = \"test.stray\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"Stray\"\napi = \"*\"\n",
    );
    shell
        .run("check mods/nothing")
        .run("check data.txt")
        .run("check elsewhere")
        .run("check tests")
        .run("check mods/stray")
        .run("check .")
        .run("check scenarios scripts")
        .expect("check-paths");
}

#[test]
fn tests_of_packs() {
    let mut shell = Shell::new();
    shell.run("test").run("test 2 --verbose").run("test 9.9").run("test --json");
    shell.edit("scripts/skirmish/tests/skirmish.md", "Red Fox at 0103", "Red Fox at 0203");
    shell.note("Now the test expects something else.").run("test").expect("test");
}

#[test]
fn a_battle_that_cannot_be_loaded_is_told_once() {
    let mut shell = Shell::new();
    let suite = shell.read("scripts/skirmish/tests/skirmish.md");
    let again = |number: usize| {
        suite.replace("scenario ford\n", &format!("scenario ford\noption supplies = {number}\n")).replace("2.0", "3.0")
    };
    shell.write("scripts/skirmish/tests/more.md", &(1..=3).map(again).collect::<String>());
    shell.edit("scenarios/ford/units.toml", "\"Boar\", side = \"red\"", "\"Boar\", side = \"rad\"");
    shell.run("test").run("test --verbose").run("test --json").expect("test-broken");
}

#[test]
fn rulebooks_may_have_lettered_series() {
    let mut shell = Shell::new();
    let files = [
        "rulebook.toml",
        "sequence.toml",
        "system.toml",
        "pack.toml",
        "charts/crt.toml",
        "tests/skirmish.md",
        "fight.luau",
    ];
    for file in files
        .into_iter()
        .chain(["judge.luau", "supplies.luau", "march.luau"])
        .map(|file| format!("scripts/skirmish/{file}"))
    {
        let text = [("1.0", "A2"), ("2.0", "A10"), ("3.0", "G3.1"), ("4.0", "M.3")].iter().fold(
            shell.read(&file),
            |text, (number, lettered)| match file.ends_with("pack.toml") {
                true => text.replace(&format!("rule = \"{number}\""), &format!("rule = \"{lettered}\"")),
                false => text.replace(number, lettered),
            },
        );
        shell.write(&file, &text);
    }
    shell.edit("mods/deep-ford/nobody.luau", "3.0", "G3.1");
    shell.edit("scripts/skirmish/tests/skirmish.md", "```then\n", "```then\nlog A10 \"Red Fox marches\"\n");
    shell.edit(
        "scripts/skirmish/tests/skirmish.md",
        "# A10 Marching\n",
        "# A10 Marching\n\n## A2 Nobody has an army of Tigers\n",
    );
    shell
        .run("check")
        .run("test --verbose")
        .run("test A")
        .run("test A10")
        .run("test G")
        .run("rules coverage ford --games 20");
    shell.run_with("play ford --seed 5", &["grey=2 7=1", "all 0", "why 0302", "quit"]);
    shell.edit("scripts/skirmish/tests/skirmish.md", "# A10 Marching", "# A11 Marching");
    shell.run("test").expect("test-unit-letters");
}

#[cfg(unix)]
#[test]
fn tests_of_packs_are_read_from_packs_alone() {
    let mut shell = Shell::new();
    shell.write("outside.md", "# 9.9 Somebody's secret\n");
    std::os::unix::fs::symlink("../../../outside.md", shell.path("scripts/skirmish/tests/outside.md")).expect("a link");
    std::fs::File::create(shell.path("scripts/skirmish/tests/large.md"))
        .and_then(|file| file.set_len(9 << 20))
        .expect("a large file");
    shell.run("test").expect("test-links");
}

#[test]
fn a_case_nobody_can_understand_has_failed() {
    let mut shell = Shell::new();
    shell.write(
        "scripts/skirmish/tests/odd.md",
        "# Nowhere\n\n```then\ndraw\n```\n\n# 2.0 Marching\n\n```given\nscenario ford\n```\n",
    );
    shell.run("test").expect("test-syntax-errors");
}

/// Mods named one by one are checked in pairs, and every conflict is reported.
#[test]
fn mods_that_cannot_be_played_together() {
    let mut shell = Shell::new();
    for (name, strength, cell) in [("alpha", 4, "gone"), ("beta", 6, "retreat")] {
        let requires = "[requires]\n\"test.ford\" = \"^1\"\n\"test.skirmish\" = \">=0.1, <1\"\n";
        let manifest = format!(
            "format = 1\nid = \"test.{name}\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"M\"\napi = \">=0.2, \
             <0.3\"\n\n{requires}"
        );
        shell.write(&format!("mods/{name}/pack.toml"), &manifest);
        let patch = |at: &str, value: &str| format!("[[patch]]\nat = '{at}'\nop = \"set\"\nvalue = {value}\n");
        let cell = patch("charts.crt.cells[\"1\"][\"1:1\"]", &format!("\"{cell}\""));
        shell.write(
            &format!("mods/{name}/patches/all.toml"),
            &(cell + &patch("units.unit[\"Bear\"].strength", &strength.to_string())),
        );
        let rule =
            "--!strict\nreplace(\"fight.flee\", function(_game: Game, _unit: Unit): boolean\n\treturn false\nend)\n";
        shell.write(&format!("mods/{name}/flee.luau"), rule);
    }
    shell.run("check mods/alpha mods/beta");
    let both = shell.output("check mods", "");
    assert_eq!(
        both.status.code(),
        Some(0),
        "a folder of mods is no wish to use them all: {}",
        String::from_utf8_lossy(&both.stdout)
    );
    let why = "[conflicts]\n\"test.alpha\" = { versions = \"*\", why = \"both change the bear\" }\n";
    shell.write("mods/beta/pack.toml", &(shell.read("mods/beta/pack.toml") + why));
    shell.note("Now one of them says so.").run("check mods/alpha mods/beta").expect("check-together");
}

/// The template of a system is checked as the battle made from it.
#[test]
fn a_template_that_no_longer_fits_its_system() {
    let shell = Shell::with_shipped_packs();
    let check = || {
        let output = shell.output("check scripts/battle-for-moscow", "");
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, told) = check();
    assert!(code == Some(0) && told.contains(" 0 errors, 0 warnings"), "{told}");
    let template = shell.path("scripts/battle-for-moscow/template");
    shell.edit("scripts/battle-for-moscow/template/units.toml", "\"shock-army\"", "\"shok-army\"");
    let (code, told) = check();
    let line = std::fs::read_to_string(template.join("units.toml"))
        .unwrap()
        .lines()
        .position(|line| line.contains("shok"))
        .unwrap()
        + 1;
    assert!(code == Some(1) && told.contains("there is no unit type `shok-army`"), "{told}");
    assert!(told.contains(&format!("scripts/battle-for-moscow/template/units.toml:{line}:")), "{told}");
    shell.edit("scripts/battle-for-moscow/template/units.toml", "\"shok-army\"", "\"{{tank}}\"");
    let (code, told) = check();
    assert!(code == Some(1) && told.contains("E534") && told.contains("template/units.toml"), "{told}");
}

/// Some editors write a byte order mark at the start, in scripts as in data.
#[test]
fn a_byte_order_mark_is_no_part_of_a_file() {
    let shell = Shell::new();
    let seen = |shell: &Shell| (shell.json("check --json"), shell.json("sim ford --games 3 --json"));
    let before = seen(&shell);
    for file in [
        "scripts/skirmish/fight.luau",
        "scripts/skirmish/sequence.toml",
        "scenarios/ford/units.toml",
        "mods/fog/fog.luau",
    ] {
        shell.write(file, &format!("\u{feff}{}", shell.read(file)));
    }
    let after = seen(&shell);
    assert_eq!(before.0, after.0);
    assert_eq!(before.1["lock"]["rules_hash"], after.1["lock"]["rules_hash"]);
    shell.edit("scripts/skirmish/fight.luau", "\u{feff}", "\u{feff}local x = nowhere ");
    let error = &shell.json("check scripts/skirmish --json")["diagnostics"][0];
    assert_eq!((&error["line"], &error["column"]), (&1.into(), &11.into()), "{error}");
}
