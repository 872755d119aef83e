//! The diagnostics of `check` about rules and names in scripts, in the small battle of the broken packs.

use grognard_check::{CheckReport, PackChecker};
use grognard_packs::Library;
use grognard_packs::locale::Locale;
use grognard_play::Battle;
use grognard_testing::copy;
use std::fs;
use std::path::Path;

/// Scripts that use everything the system declares.
const MOVEMENT: &str = "--!strict
local movement = {}
local GOAL = ask(\"movement.goal\", { rule = \"2.0\", prompt = \"Where?\", why = \"movement.why\" })

function movement.all(game: Game, side: Side)
	for unit in game:on_map(side):each() do
		local reach = game:reach(unit.space :: Space, { costs = \"foot\", points = unit.strength })
		unit:move_to(game:choose(side, GOAL, reach - game:along(\"river\") - game:edge(\"west\")))
	end
end

function movement.why(_game: Game): Refusal
	return refuse(\"2.0\", \"it is too far\")
end
";

const COMBAT: &str = "--!strict
local combat = {}

function combat.phase(game: Game)
	if game:option(\"fog\") then
		game:chart(\"crt\"):cell(1, \"1:1\")
	end
	game:log(\"2.0\", \"{1}\", #game:spaces(\"city\"))
end
";

/// Checks the system and the scenario, with `movement` and `combat` at the ends of the two scripts.
fn report(movement: &str, combat: &str) -> CheckReport {
    report_on(movement, combat, |_| ())
}

/// Checks the system and the scenario after a further change to the packs.
fn report_on(movement: &str, combat: &str, change: impl Fn(&Path)) -> CheckReport {
    let root = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/broken/base"), root.path());
    let system = root.path().join("scripts/system");
    fs::write(system.join("movement.luau"), format!("{MOVEMENT}{movement}\nreturn movement\n")).unwrap();
    fs::write(system.join("combat.luau"), format!("{COMBAT}{combat}\nreturn combat\n")).unwrap();
    let map = root.path().join("scenarios/battle/map.toml");
    fs::write(&map, fs::read_to_string(&map).unwrap() + "\n[edges]\nwest = [\"0101\"]\n").unwrap();
    let sequence = system.join("sequence.toml");
    fs::write(&sequence, fs::read_to_string(&sequence).unwrap() + "when = \"combat.season\"\n").unwrap();
    if !combat.contains("combat.season") {
        fs::write(&sequence, fs::read_to_string(&sequence).unwrap().replace("when = \"combat.season\"\n", "")).unwrap();
    }
    change(root.path());
    let roots = [root.path().to_owned()];
    let library = Library::open(&roots);
    let no_types = |_: &Battle| Vec::new();
    let mut checker = PackChecker::new(&library, &roots, &no_types, Locale::default());
    library.packs().iter().for_each(|pack| checker.pack(pack));
    checker.finish()
}

/// Asserts that there is one diagnostic, with this code, the text of its line, and some words of it.
fn warns(report: &CheckReport, code: &str, line: &str, words: &[&str]) {
    let shown = grognard_packs::render(&report.diagnostics, false);
    assert_eq!(report.diagnostics.len(), 1, "{shown}");
    assert_eq!(report.diagnostics[0].code, code, "{shown}");
    assert!(shown.contains(line) && words.iter().all(|word| shown.contains(word)), "{shown}");
}

fn is_silent(report: &CheckReport) {
    assert!(report.diagnostics.is_empty(), "{}", grognard_packs::render(&report.diagnostics, false));
}

#[test]
fn a_system_whose_rules_are_all_called_is_not_odd() {
    is_silent(&report("", ""));
}

#[test]
fn a_rule_nobody_calls() {
    let idle = "function combat.losses(_game: Game)\nend\n";
    warns(
        &report("", idle),
        "W420",
        "function combat.losses(_game: Game)",
        &["nothing calls the rule `combat.losses`"],
    );
    is_silent(&report(
        "function movement.helped(game: Game)\n\tlocal combat = require(\"combat\")\n\tcombat.losses(game)\nend\nlocal \
         _ = movement.helped\n",
        idle,
    ));
    let allowed = report("", "-- allow(W420, \"for mods\")\nfunction combat.losses(_game: Game)\nend\n");
    is_silent(&allowed);
    assert_eq!(allowed.allowed, 1);
}

#[test]
fn rules_that_only_call_each_other_are_not_called() {
    let idle = "function combat.one(game: Game)\n\tcombat.two(game)\nend\nfunction combat.two(game: Game)\n\
        \tcombat.one(game)\nend\n";
    assert_eq!(report("", idle).diagnostics.iter().filter(|found| found.code == "W420").count(), 2);
}

#[test]
fn a_phase_that_is_never_reached() {
    let never = "function combat.season(_game: Game): boolean\n\treturn false\nend\n";
    warns(
        &report("", never),
        "W421",
        "function combat.season",
        &["always false, so the phase `Combat` is never reached"],
    );
    is_silent(&report("", "function combat.season(game: Game): boolean\n\treturn game.turn == 2\nend\n"));
}

#[test]
fn calls_in_the_form_of_version_0_1() {
    let old = "function combat.old(game: Game, unit: Unit, side: Side)
\tunit:set_number(\"x\", 1)
\tgame:finish(\"2.0\", side, \"over\")
\tgame:reach(unit.space, \"foot\", 3, game:no_spaces())
\treturn unit:marked(\"moved\")
end
";
    let found = report("", old).diagnostics;
    let told: Vec<_> =
        found.iter().map(|found| (found.code, found.message.split_once("; write ").unwrap().1)).collect();
    let expected = [
        ("E301", "`unit:set(name, value)`"),
        ("E301", "`game:finish(winner, rule, reason, …)`"),
        ("E301", "`game:reach(from, { costs, points, blocked, stops, full, steps, one_step })`"),
        ("E301", "`unit:has_mark(mark)`"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn names_that_nothing_declares() {
    let asks = |call: &str| {
        report(
            "",
            &format!(
                "local _ = combat.more\nfunction combat.more(game: Game, unit: Unit, space: Space)\n\t{call}\nend\n"
            ),
        )
    };
    warns(
        &asks("game:chart(\"ctr\")"),
        "E422",
        "game:chart(\"ctr\")",
        &["there is no chart `ctr`", "did you mean `crt`?"],
    );
    warns(
        &asks("game:commit({ unit.side }, \"combat.mroe\")"),
        "E422",
        "combat.mroe",
        &["there is no rule `combat.mroe`", "did you mean `combat.more`?"],
    );
    warns(&asks("game:option(\"frog\")"), "E422", "frog", &["there is no option `frog`", "did you mean `fog`?"]);
    warns(
        &asks("game:get(\"rain\")"),
        "E422",
        "rain",
        &["there is no variable `rain`", "the packs declare no variable"],
    );
    warns(
        &asks("game:spaces():of_terrain(\"forrest\")"),
        "E422",
        "forrest",
        &["there is no terrain `forrest`", "did you mean `forest`?"],
    );
    warns(&asks("unit:set(\"rain\", 1)"), "E422", "rain", &["there is no unit or space variable `rain`"]);
    warns(&asks("local _ = space:printed(\"points\")"), "E422", "points", &["there is no printed number `points`"]);
    warns(&asks("game:neighbours(space, \"rivr\")"), "E422", "rivr", &["did you mean `river`?"]);
    warns(&asks("game:units():stacks_over(\"strengt\", 3)"), "E422", "strengt", &["did you mean `strength`?"]);
    warns(
        &asks("unit:stand(unit.spot, \"nort\")"),
        "E422",
        "nort",
        &["there is no facing `nort`", "did you mean `north`?"],
    );
    warns(&asks("game:edge(\"wst\")"), "E422", "wst", &["did you mean `west`?"]);
    warns(&asks("unit:has(\"citty\")"), "E422", "citty", &["there is no tag `citty`", "did you mean `city`?"]);
    warns(&asks("space:border(space, \"rivr\")"), "E422", "rivr", &["did you mean `river`?"]);
    warns(&asks("game:unit_named(\"1sst\")"), "E422", "1sst", &["did you mean `1st`?"]);
    warns(
        &asks("return game.phase == \"Combta\""),
        "E422",
        "Combta",
        &["there is no phase `Combta`", "did you mean `Combat`?"],
    );
    warns(
        &asks("if game.phase ~= \"Rain\" then game:log(\"1.0\", \"dry\") end"),
        "W422",
        "Rain",
        &["there is no phase `Rain`"],
    );
    is_silent(&asks("return game.phase == \"Combat\""));
    warns(&asks("game:chart(if game.turn > 1 then \"ctr\" else \"crt\")"), "E422", "ctr", &["did you mean `crt`?"]);
    warns(&asks("unit:has(\"city\")"), "W422", "city", &["no unit has the tag `city`: it is a tag of spaces"]);
    is_silent(&asks("space:has(\"city\")"));
}

/// Returns the code of the only diagnostic about a script that contains a line.
#[track_caller]
fn code_of(file: &str, line: &str, others: &[(&str, &str)]) -> String {
    let script = format!(
        "local rule, own = {{}}, {{}}\nfunction own:get(name: string)\n\treturn name\nend\n\
        wrap(\"combat.phase\", function(next, game: Game)\n\tlocal unit = game:unit_named(\"1st\")\n\t{line}\n\
         \tnext(game)\nend)\nreturn rule\n"
    );
    let mut files = vec![(file, script.as_str())];
    files.extend(others);
    complaint_with(&files)[..12].to_owned()
}

#[test]
fn a_name_that_nothing_can_bring_is_an_error() {
    let of_a_mod = |line: &str| code_of("mods/gone/rules.luau", line, &[("mods/gone/pack.toml", MOD)]);
    let of_a_battle = |line: &str| code_of("scenarios/battle/rule.luau", line, &[]);
    for line in [
        "game:chart(\"ice\")",
        "game:option(\"frozn\")",
        "game:spaces(\"quay\")",
        "local _ = unit.space:has(\"objektive\")",
    ] {
        assert_eq!(
            (of_a_mod(line), of_a_battle(line)),
            ("error[E422]:".to_owned(), "error[E422]:".to_owned()),
            "{line}"
        );
    }
    for line in ["local _ = unit:has(\"guards\")", "local _ = game.phase == \"Rain\""] {
        assert_eq!(
            (of_a_mod(line), of_a_battle(line)),
            ("error[E422]:".to_owned(), "error[E422]:".to_owned()),
            "{line}"
        );
    }
    assert_eq!(of_a_battle("game:chart(\"crt\"):cell(1, \"9:1\")"), "error[E423]:");
}

#[test]
fn a_name_that_another_pack_or_option_may_bring_is_a_warning() {
    let decoy = "[[patch]]\nat = \"units.unit\"\nop = \"append\"\nwhen = { option = \"fog\" }\n\
        value = [{ name = \"Decoy\", side = \"red\", type = \"corps\", strength = [1, 1], tags = [\"decoy\"] }]\n";
    let decoys = [("scenarios/battle/patches/decoy.toml", decoy)];
    for line in ["game:unit_named(\"Decoy\")", "local _ = unit:has(\"decoy\")"] {
        assert_eq!(code_of("scenarios/battle/rule.luau", line, &decoys), "warning[W422", "{line}");
    }
    let optional = format!("{MOD}\n[optional]\n\"test.winter\" = \"*\"\n");
    let ask = "if game.turn > 1 then game:option(\"frost\") end";
    assert_eq!(
        code_of("mods/gone/rules.luau", ask, &[("mods/gone/pack.toml", &optional)]),
        "warning[W422",
        "the other pack is not here"
    );
    let winter = MOD.replace("test.gone", "test.winter");
    let frost = format!("{winter}\n[options.frost]\ntype = \"bool\"\ndefault = true\nrule = \"2.0\"\n");
    let with = |manifest: &str| {
        let rule = "wrap(\"combat.phase\", function(next, game: Game)\n\tgame:log(\"2.0\", \"{1}\", \
            game:option(\"frost\"))\n\tnext(game)\nend)\n";
        let rule = if manifest.contains("frost") { rule } else { "" };
        let files = [
            ("mods/gone/pack.toml", optional.as_str()),
            ("mods/winter/pack.toml", manifest),
            ("mods/winter/rules.luau", rule),
        ];
        code_of("mods/gone/rules.luau", ask, &files)
    };
    assert_eq!(with(&frost), "warning[W422", "the other pack has the option");
    assert_eq!(with(&winter), "error[E422]:", "the other pack has no such option either");
    assert_eq!(
        code_of("scenarios/battle/rule.luau", "own:get(\"rain\")", &[]),
        "warning[W422",
        "a method of the script's own"
    );
}

#[test]
fn what_fails_in_one_battle_and_may_be_right_in_another_is_a_warning() {
    let (movement, combat) = (
        format!("{MOVEMENT}return movement\n"),
        COMBAT.replace("if game:option", "game:unit_named(\"Decoy\")\n\tif game:option"),
    );
    let combat = format!("{combat}return combat\n");
    let second = "format = 1\nid = \"test.second\"\nversion = \"1.0.0\"\nkind = \"scenario\"\nname = \"Another\"\napi \
        = \">=0.2, <0.3\"\nsystem = \"test.system\"\n";
    let decoy = "[[patch]]\nat = \"units.unit\"\nop = \"append\"\nwhen = { option = \"fog\" }\n\
        value = [{ name = \"Decoy\", side = \"red\", type = \"corps\", strength = [1, 1] }]\n";
    let base = |file: &str| {
        fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/broken/base/scenarios/battle").join(file),
        )
        .unwrap()
    };
    let (units, turns) = (base("units.toml"), base("scenario.toml"));
    let mut files = vec![
        ("scripts/system/movement.luau", movement.as_str()),
        ("scripts/system/combat.luau", &combat),
        ("scenarios/battle/map.toml", MAP),
    ];
    files.extend([
        ("scenarios/second/pack.toml", second),
        ("scenarios/second/map.toml", MAP),
        ("scenarios/second/units.toml", &units),
        ("scenarios/second/scenario.toml", &turns),
    ]);
    assert!(report_with(&files).1.starts_with("error[E422]"));
    files.push(("scenarios/second/patches/decoy.toml", decoy));
    assert!(report_with(&files).1.starts_with("warning[W422]"), "{}", report_with(&files).1);
}

#[test]
fn words_in_scripts_that_no_pack_declares() {
    let says = |line: &str| {
        report(
            "",
            &format!(
                "local _ = combat.more\nfunction combat.more(game: Game, unit: Unit, space: Space, side: Side)\n\
                 \t{line}\nend\n"
            ),
        )
    };
    let compares = |left: &str| says(&format!("return {left}"));
    warns(&says("game:units():linked(\"atacks\")"), "E422", "atacks", &["there is no link between units `atacks`"]);
    warns(
        &says("game:chart(\"crt\"):cell(game.turn, \"3:1\")"),
        "E423",
        "\"3:1\"",
        &["no chart has the column `3:1`", "did you mean"],
    );
    warns(
        &compares("space.terrain == \"forrest\""),
        "W424",
        "forrest",
        &["there is no terrain `forrest`", "did you mean `forest`?"],
    );
    warns(&compares("side.name == \"bleu\""), "W424", "bleu", &["there is no side `bleu`"]);
    warns(&compares("game.phase == \"Combatt\""), "E422", "Combatt", &["did you mean `Combat`?"]);
    warns(&compares("unit.type ~= \"corp\""), "W424", "corp", &["did you mean `corps`?"]);
    warns(
        &compares("game:option(\"fog\") == \"true\""),
        "W424",
        "\"true\"",
        &["the option `fog` is never the string `true`"],
    );
    warns(&says("game:roll(\"1d66x\", \"2.0\")"), "W425", "1d66x", &["is not a dice expression"]);
    warns(&says("return refuse(\"9.99\", \"no\")"), "W426", "9.99", &["no rulebook has a paragraph `9.99`"]);
    warns(&says("game:finish(nil, \"9.99\", \"over\")"), "W426", "9.99", &["no rulebook has a paragraph `9.99`"]);
    warns(
        &says("game:finish(nil, \"\", \"over\")"),
        "W426",
        "\"\"",
        &["no paragraph is cited", "cite a paragraph of the rulebook"],
    );
    warns(
        &says("game:log(\"2.0\", \"{1} and {3}\", unit, side)"),
        "W427",
        "{3}",
        &["the placeholder {3} has no argument", "2 arguments follow"],
    );
    warns(&says("game:log(\"2.0\", \"{1}\", unit, side)"), "W427", "{1}", &["no placeholder {2}"]);
    for line in [
        "return space.terrain == \"forest\" and side.name == \"blue\" and unit.name == \"1st\" and game.phase \
         == \"Combat\"",
        "local own = { type = \"x\" } return own.type == \"x\"",
        "game:log(\"2.0 combat\", \"{1?a|b} {2}\", game:roll(\"2d6\", \"2.0 x\"), unit)",
    ] {
        is_silent(&says(line));
    }
}

/// Checks all packs of the small battle with other files; returns the diagnostics, and their text as printed.
fn report_with(files: &[(&str, &str)]) -> (Vec<grognard_packs::Diagnostic>, String) {
    let root = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/broken/base"), root.path());
    for (file, text) in files {
        let path = root.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let roots = [root.path().to_owned()];
    let library = Library::open(&roots);
    let mut checker = PackChecker::new(&library, &roots, &|_| Vec::new(), Locale::default());
    library.packs().iter().for_each(|pack| checker.pack(pack));
    let shown = format!("{}/", root.path().display());
    let mut found = checker.finish().diagnostics;
    let text = grognard_packs::render(&found, false).replace(&shown, "");
    found.iter_mut().for_each(|found| found.file = found.file.replace(&shown, ""));
    (found, text)
}

/// Returns the diagnostics about files and requirements, each on one line.
fn found_with(files: &[(&str, &str)]) -> Vec<String> {
    let line = |found: grognard_packs::Diagnostic| {
        format!("{} {} {} ({})", found.code, found.file, found.message, found.help.unwrap_or_default())
    };
    let found = report_with(files).0.into_iter().map(line);
    found.filter(|line| line.starts_with("W413") || line.starts_with("E127")).collect()
}

/// Returns the only diagnostic, with files that make the small battle valid.
fn complaint_with(files: &[(&str, &str)]) -> String {
    let (movement, combat) = (format!("{MOVEMENT}return movement\n"), format!("{COMBAT}return combat\n"));
    let mut all = vec![
        ("scripts/system/movement.luau", movement.as_str()),
        ("scripts/system/combat.luau", combat.as_str()),
        ("scenarios/battle/map.toml", MAP),
    ];
    all.retain(|(file, _)| files.iter().all(|(other, _)| file != other));
    all.extend(files);
    let (found, text) = report_with(&all);
    assert_eq!(found.len(), 1, "{text}");
    text
}

const MAP: &str = "kind = \"hex\"
orientation = \"flat\"
shifted = \"even\"
columns = [1, 4]
rows = [1, 3]
terrain.forest = [\"0201\", \"0302\"]
tags.city = [\"0403\"]
edges.west = [\"0101\"]
border.river = [\"0101/0102\"]
";

const MOD: &str = "format = 1
id = \"test.gone\"
version = \"1.0.0\"
kind = \"mod\"
name = \"Gone\"
api = \">=0.2, <0.3\"

[requires]
\"test.battle\" = \"*\"
";

#[test]
fn a_mod_is_told_what_it_spoils_in_files_of_others() {
    let combat = COMBAT.replace("chart(\"crt\")", "chart(\"ready\"):cell(\"1st\", \"force\")\n\t\tgame:chart(\"crt\")");
    let ready = "title = \"Ready\"\nrows = { name = \"unit\", keys = [\"1st\"] }\ncolumns = { name = \"what\", keys = \
        [\"force\"] }\ncells = [[1]]\n";
    for change in ["op = \"remove\"", "op = \"rename\"\nvalue = \"2nd\""] {
        let text = complaint_with(&[
            ("scripts/system/combat.luau", &format!("{combat}return combat\n")),
            ("scenarios/battle/charts/ready.toml", ready),
            ("mods/gone/pack.toml", MOD),
            ("mods/gone/patches/units.toml", &format!("[[patch]]\nat = 'units.unit[\"1st\"]'\n{change}\n")),
        ]);
        for words in [
            "W406",
            "scenarios/battle/charts/ready.toml:2",
            "mods/gone/patches/units.toml:2",
            "this problem appears only with `test.gone`",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }
}

#[test]
fn a_rule_that_no_script_defines_is_told_where_it_is_named() {
    let sequence = "[[player_turn]]\nname = \"Blue turn\"\nside = \"blue\"\n\n[[player_turn.phase]]\nname \
        = \"Movement\"\nrun = \"movement.all\"\n\n[[player_turn.phase]]\nname = \"Combat\"\nrun = \"combat.phrase\"\n";
    let text = complaint_with(&[("scripts/system/sequence.toml", sequence)]);
    for words in ["E300", "scripts/system/sequence.toml:11:7", "did you mean `combat.phase`?"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn files_that_nothing_reads_are_told_with_the_name_that_may_be_meant() {
    let strays = [
        ("scenarios/battle/patch/one.toml", ""),
        ("scenarios/battle/patch/two.toml", ""),
        ("scenarios/battle/Tests/one.md", ""),
        ("scenarios/battle/locales/fr.toml", ""),
        ("scenarios/battle/charts/crt.tml", ""),
        ("scenarios/battle/map.tml", ""),
        ("scenarios/battle/script/combat.luau", ""),
        ("scenarios/battle/things/old.dat", ""),
        ("scripts/system/chart/crt.csv", ""),
        ("scripts/system/templates/pack.toml", ""),
    ];
    assert_eq!(
        found_with(&strays),
        [
            "W413 scenarios/battle/Tests the folder `Tests` is never read (did you mean `tests`?)",
            "W413 scenarios/battle/charts/crt.tml the file `charts/crt.tml` is never read (files in `charts` must end \
             in `.toml`)",
            "W413 scenarios/battle/locales the folder `locales` is never read (did you mean `locale`?)",
            "W413 scenarios/battle/map.tml the file `map.tml` is never read (did you mean `map.toml`?)",
            "W413 scenarios/battle/patch the folder `patch` is never read (did you mean `patches`?)",
            "W413 scenarios/battle/script the folder `script` is never read (put scripts next to pack.toml, not in a \
             folder)",
            "W413 scenarios/battle/things the folder `things` is never read (a scenario can have the folders \
             charts, locale, patches, pictures, tests; put files for human readers into `docs`)",
            "W413 scripts/system/chart the folder `chart` is never read (did you mean `charts`?)",
            "W413 scripts/system/templates the folder `templates` is never read (did you mean `template`?)",
        ]
    );
}

#[test]
fn files_for_people_and_files_that_are_read_are_not_told() {
    let fine = [
        "README.md",
        "LICENSE-MIT",
        "licence.txt",
        "CHANGELOG",
        "cover.png",
        "cover.SVG",
        "docs/notes.txt",
        ".luaurc",
        ".git/config",
        "units.toml~",
        "patches/a.toml",
        "tests/a.md",
        "locale/fr.toml",
    ];
    let files: Vec<(String, &str)> = fine.iter().map(|name| (format!("scenarios/battle/{name}"), "")).collect();
    let mut files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    files.push(("scripts/system/template/anything/at/all.txt", ""));
    assert_eq!(found_with(&files), Vec::<String>::new());
}

#[test]
fn a_pack_that_needs_one_that_is_not_there_is_told_whatever_its_kind() {
    for kind in ["translation", "mod", "library"] {
        let manifest = format!(
            "format = 1\nid = \"test.fr\"\nversion = \"1.0.0\"\nkind = \"{kind}\"\nname = \"Français\"\napi = \">=0.2, \
             <0.3\"\n\n[requires]\n\"test.batle\" = \"*\"\n"
        );
        assert_eq!(
            found_with(&[("mods/fr/pack.toml", &manifest), ("mods/fr/locale/fr.toml", "")]),
            ["E127 mods/fr/pack.toml `test.fr` requires `test.batle`, which is not installed (did you mean \
                 `test.battle`?)"]
        );
    }
}

#[test]
fn the_enemy_of_a_side_needs_exactly_one() {
    let rule = "\nfunction combat.season(game: Game): boolean\n\treturn \
        game:on_map(game:side(\"blue\").enemy):is_empty()\nend\n";
    let warned = |report: &CheckReport| report.diagnostics.iter().filter(|found| found.code == "W436").count();
    is_silent(&report("", rule));
    let three = |root: &Path| {
        let system = root.join("scripts/system/system.toml");
        let text = fs::read_to_string(&system).unwrap();
        fs::write(&system, text.replacen("[properties]", "[[side]]\nname = \"green\"\n\n[properties]", 1)).unwrap();
    };
    assert_eq!(warned(&report_on("", "", three)), 0);
    let neutral = |root: &Path| {
        let system = root.join("scripts/system/system.toml");
        let text = fs::read_to_string(&system).unwrap();
        let weather = "[[side]]\nname = \"weather\"\nneutral = true\n\n[properties]";
        fs::write(&system, text.replacen("[properties]", weather, 1)).unwrap();
    };
    assert_eq!(warned(&report_on("", rule, neutral)), 0, "a neutral side is nobody's enemy");
    let found = report_on("", rule, three);
    assert_eq!(warned(&found), 1, "{}", grognard_packs::render(&found.diagnostics, false));
    let warning = found.diagnostics.iter().find(|found| found.code == "W436").unwrap();
    assert!(warning.file.ends_with("combat.luau") && warning.message.ends_with("blue has 2"), "{warning:?}");
}

#[test]
fn a_pack_beyond_the_limits_is_an_error() {
    let report = report_on("", "", |root| {
        fs::File::create(root.join("scripts/system/big.md")).unwrap().set_len(1 << 40).unwrap()
    });
    warns(&report, "E107", "scripts/system/big.md", &["`big.md` is larger than 8 megabytes"]);
}

#[test]
fn a_word_that_is_not_declared_is_found() {
    let declared = |root: &Path| {
        let system = root.join("scripts/system/system.toml");
        let text = fs::read_to_string(&system).unwrap();
        let variables = "[variables]\nweather = { words = [\"clear\", \"rain\"] }\n\n[properties]";
        fs::write(&system, text.replacen("[properties]", variables, 1)).unwrap();
    };
    let found = |set: &str, compared: &str| {
        let rule = format!(
            "\nfunction combat.season(game: Game): boolean\n\tgame:set(\"weather\", \"{set}\")\n\treturn \
             game:get(\"weather\") == \"{compared}\"\nend\n"
        );
        let found = report_on("", &rule, declared).diagnostics;
        found.into_iter().map(|found| (found.code, found.help.unwrap_or_default())).collect::<Vec<_>>()
    };
    let help = |word: &str| format!("did you mean `{word}`?");
    assert_eq!(found("rain", "clear"), []);
    assert_eq!(found("rian", "clear"), [("E422", help("rain"))]);
    assert_eq!(found("rain", "claer"), [("W424", help("clear"))]);
    assert_eq!(found("rain", "snow"), [("W424", "available: clear, rain".to_owned())]);
}
