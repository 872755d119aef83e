//! The full text a modder reads when something is wrong.

mod fixture;

use fixture::{all, file, game, host, load_errors, mod_file, table};
use grognard_engine::game::Rules;
use grognard_script::{Item, ScriptFile};
use insta::assert_snapshot;

/// A module whose rules call each other, with `body` in the innermost one.
fn nested(body: &str) -> [ScriptFile; 2] {
    let combat = format!("local combat = {{}}\n\nfunction combat.resolve(game: Game, unit: Unit)\n\t{body}\nend\n\nreturn combat");
    let main = "local combat = require(\"combat\")\nlocal main = {}\n\nfunction main.phase(game: Game, side: Side)\n\tmain.fight(game, game:unit_named(\"A\"))\nend\n\nfunction main.fight(game: Game, unit: Unit)\n\tcombat.resolve(game, unit)\nend\n\nreturn main";
    [file("combat", &combat), file("main", main)]
}

/// What is said when `body` runs: the same in a coroutine and out of one.
fn said(body: &str) -> String {
    let mut host = host(&nested(body));
    let quick = host.run("main.phase", &mut table(&host, true)).map(drop).unwrap_err().to_string();
    let waiting = game(&host, &["main.phase"]).advance(&mut host).unwrap_err().to_string();
    assert_eq!(quick, waiting);
    quick
}

/// What is said when a file is loaded.
fn said_at_load(source: &str) -> String {
    all(&load_errors(&[file("combat", source)]))
}

#[test]
fn nil_has_no_fields() {
    assert_snapshot!(said("return game:unit_named('C').space.name"), @"
    error: attempt to index nil with 'name'
     --> scripts/combat.luau:4
       4 | 	return game:unit_named('C').space.name
       in scripts/combat.luau:4 resolve
       in scripts/main.luau:9 fight
       in scripts/main.luau:5 phase
    ");
}

#[test]
fn nil_is_no_number() {
    assert_snapshot!(said("local t: any = {}\n\treturn t.losses + 1"), @"");
}

#[test]
fn an_argument_is_of_another_kind() {
    assert_snapshot!(said("unit:move_to(game:neighbours(unit.space) :: any)"), @"");
}

#[test]
fn a_method_is_misspelt() {
    assert_snapshot!(said("unit:moove_to(unit.space)"), @"");
}

#[test]
fn a_method_is_made_up() {
    assert_snapshot!(said("game:chart('crt'):lookup(3)"), @"");
}

#[test]
fn a_field_is_misspelt() {
    assert_snapshot!(said("return unit.stps"), @"");
}

#[test]
fn a_property_is_misspelt() {
    assert_snapshot!(said("return unit.strenght"), @"");
}

#[test]
fn a_method_is_not_a_field_and_a_field_not_a_method() {
    assert_snapshot!(said("return unit.has"), @"");
    assert_snapshot!(said("return unit:steps()"), @"");
}

#[test]
fn a_rule_of_another_module_is_misspelt() {
    assert_snapshot!(said("return require('main').figth(game, unit)"), @"");
}

#[test]
fn names_of_the_battle_are_misspelt() {
    for body in [
        "game:unit_named('2 Tnak')",
        "game:space_named('0530')",
        "game:side_named('rde')",
        "game:chart('calender')",
        "game:option('fogg')",
        "game:get('reserve')",
        "game:spaces('cty')",
        "game:edge('wst')",
        "game:along('rver')",
        "unit:mark('moveed')",
        "unit:number('fatige')",
        "unit:printed('strenth')",
        "game:reach(unit.space, 'foott', 3)",
        "game:chart('calendar'):cell(1, 'wether')",
        "game:units():sum('strenth')",
    ] {
        let text = said(body);
        assert!(text.contains("did you mean"), "{text}");
    }
    assert_snapshot!(said("game:unit_named('2 Tnak')"), @"");
    assert_snapshot!(said("game:chart('calendar'):cell(1, 'wether')"), @"");
}

#[test]
fn the_script_raises_an_error_itself() {
    assert_snapshot!(said("error(`no battle for {unit}`)"), @"");
}

#[test]
fn the_error_stands_at_the_caller() {
    assert_snapshot!(said("error('call me with a space', 2)"), @"");
}

#[test]
fn a_function_of_the_library_is_misused() {
    assert_snapshot!(said("return table.concat({ {} } :: any)"), @"");
    assert_snapshot!(said("return ('x'):rep(1e9)"), @"");
    assert_snapshot!(said("return string.find('x', '[')"), @"");
}

#[test]
fn a_long_way_of_calls_is_cut_short() {
    assert_snapshot!(said("local function f(n: number): number\n\t\treturn 1 + f(n + 1)\n\tend\n\treturn f(1)"), @"");
}

#[test]
fn a_module_is_not_there() {
    assert_snapshot!(said_at_load("local zoc = require(\"combbat\")\nreturn zoc"), @"");
}

#[test]
fn the_syntax_is_wrong() {
    assert_snapshot!(said_at_load("local combat = {}\n\nfunction combat.phase(game\n\treturn 1\nend\n\nreturn combat"), @"");
}

#[test]
fn a_name_is_not_declared() {
    assert_snapshot!(said_at_load("--!strict\nlocal combat = {}\n\nfunction combat.phase(game: Game)\n\tlocal strength = 3\n\treturn stregnth + tpye(strength) + strng.len('') + math.flor(2)\nend\n\nreturn combat"), @"");
}

#[test]
fn all_errors_of_all_files_are_told_at_once() {
    let files = [
        file("a", "local a = {}\nb = 1\nreturn a"),
        file("c", "local c = require(\"a\")\nlocal d = require(\"e\")\nreturn c"),
        file("e", "local e = {}\nreturn e +"),
        file("f", "error('not today')"),
        file("g", "local f = require(\"f\")\nreturn f"),
    ];
    assert_snapshot!(all(&load_errors(&files)), @"");
}

#[test]
fn modules_go_round_in_a_circle() {
    let files = [file("a", "local b = require(\"b\")\nreturn { b = b }"), file("b", "local c = require(\"c\")\nreturn { c = c }"), file("c", "local a = require(\"a\")\nreturn { a = a }")];
    assert_snapshot!(all(&load_errors(&files)), @"");
}

#[test]
fn two_files_have_one_name() {
    let mut other = file("a", "return {}");
    other.path = "mods/x/a.luau".into();
    assert_snapshot!(all(&load_errors(&[file("a", "return {}"), other])), @"");
}

#[test]
fn a_mod_changes_what_is_not_there() {
    let files = [file("combat", "local combat = {}\nfunction combat.column() end\nreturn combat"), mod_file("odds", "--!strict\nwrap(\"combat.colunm\", function(next, game)\n\treturn next(game)\nend)")];
    assert_snapshot!(all(&load_errors(&files)), @"");
}

#[test]
fn two_mods_replace_one_rule() {
    let files = [
        file("combat", "local combat = {}\nfunction combat.column() end\nreturn combat"),
        mod_file("odds", "replace(\"combat.column\", function(game) end)"),
        mod_file("luck", "\nreplace(\"combat.column\", function(game) end)"),
    ];
    assert_snapshot!(all(&load_errors(&files)), @"");
}

#[test]
fn a_mod_fails_within_the_rule_it_wraps() {
    let files = [
        file("combat", "local combat = {}\nfunction combat.phase(game: Game)\n\tcombat.column(game)\nend\nfunction combat.column(game: Game)\n\treturn game.trun\nend\nreturn combat"),
        mod_file("odds", "wrap(\"combat.column\", function(next, game)\n\treturn next(game)\nend)"),
    ];
    let mut host = host(&files);
    assert_snapshot!(host.run("combat.phase", &mut table(&host, true)).map(drop).unwrap_err(), @"");
}

#[test]
fn a_rule_that_may_only_look_wants_to_change_something() {
    let source = "local main = {}\nfunction main.value(game: Game, side: Side)\n\tgame:set('reserves', 1)\n\treturn 0\nend\nreturn main";
    let mut host = host(&[file("main", source)]);
    let error = host.look("main.value", vec![Item::Side(fixture::RED)], &mut table(&host, false)).unwrap_err();
    assert_snapshot!(error, @"");
}

#[test]
fn a_variable_outlives_its_run() {
    assert_snapshot!(said_at_load("local combat = {}\nlocal count = 0\nfunction combat.phase()\n\tcount += 1\nend\nreturn combat"), @"");
}

#[test]
fn a_loop_has_no_order() {
    assert_snapshot!(said_at_load("local combat = {}\nfunction combat.phase(game: Game, battles: any)\n\tfor _, battle in battles do\n\t\tgame:log('1', 'x')\n\tend\nend\nreturn combat"), @"");
}

#[test]
fn rules_the_battle_names_and_nobody_defines_are_told() {
    let host = host(&[file("main", "local main = {}\nfunction main.phase() end\nreturn main")]);
    let content = fixture::content(&["main.phase", "main.phsae", "combat.phase"]);
    assert_eq!(host.missing(&content, &["main.evaluate".to_owned()]), ["combat.phase", "main.evaluate", "main.phsae"]);
}
