//! The full text that a modder sees when a rule fails.

use crate::fixture::{self, file, game, host, mod_file, table};
use grognard_engine::game::Rules;
use grognard_script::{Item, ScriptFile};
use grognard_testing::small_battle::RED;
use insta::assert_snapshot;

/// Creates a module whose rules call each other, with `body` in the innermost one.
fn nested(body: &str) -> [ScriptFile; 2] {
    let combat = format!(
        "local combat = {{}}\n\nfunction combat.resolve(game: Game, unit: Unit)\n\t{body}\nend\n\nreturn combat"
    );
    let main = "local combat = require(\"combat\")\nlocal main = {}\n\nfunction main.phase(game: Game, side: Side)\n\
        \tmain.fight(game, game:unit_named(\"A\"))\nend\n\nfunction main.fight(game: Game, unit: Unit)\n\
        \tcombat.resolve(game, unit)\nend\n\nreturn main";
    [file("combat", &combat), file("main", main)]
}

/// Returns the error text when `body` runs, which is the same in a coroutine and outside one.
fn said(body: &str) -> String {
    let mut host = host(&nested(body));
    let quick = host.run("main.phase", &mut table(&host, true)).map(drop).unwrap_err().to_string();
    let waiting = game(&host, &["main.phase"]).advance(&mut host).unwrap_err().to_string();
    assert_eq!(quick, waiting);
    quick
}

#[test]
fn nil_has_no_fields() {
    assert_snapshot!(said("return game:unit_named('C').space.name"), @"
    error: attempt to index nil with 'name'
     --> scripts/combat.luau:4
       4 | 	return game:unit_named('C').space.name
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn a_table_lacks_what_is_called() {
    assert_snapshot!(said("local t: any = {}\n\tt[unit.name](game)"), @"
    error: attempt to call a nil value: there is no `t[unit.name]`
     --> scripts/combat.luau:5
       5 | 	t[unit.name](game)
       in scripts/combat.luau:5 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn nil_is_no_number() {
    assert_snapshot!(said("local t: any = {}\n\treturn t.losses + 1"), @"
    error: attempt to perform arithmetic (add) on nil and number
     --> scripts/combat.luau:5
       5 | 	return t.losses + 1
       in scripts/combat.luau:5 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn an_argument_is_of_another_kind() {
    assert_snapshot!(said("unit:move_to(game:neighbours(unit.space) :: any)"), @"
    error: argument 1 of `move_to` must be a Space, not Spaces
     --> scripts/combat.luau:4
       4 | 	unit:move_to(game:neighbours(unit.space) :: any)
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn a_method_is_misspelt() {
    assert_snapshot!(said("unit:moove_to(unit.space)"), @"
    error: Unit has no method `moove_to`; did you mean `move_to`?
     --> scripts/combat.luau:4
       4 | 	unit:moove_to(unit.space)
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn a_method_is_made_up() {
    assert_snapshot!(said("game:chart('crt'):lookup(3)"), @"
    error: Chart has no method `lookup`; it has cell, has, this_turn, keys, column
     --> scripts/combat.luau:4
       4 | 	game:chart('crt'):lookup(3)
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn a_field_is_misspelt() {
    assert_snapshot!(said("return unit.stps"), @"
    error: Unit has no field `stps`; did you mean `steps`?
     --> scripts/combat.luau:4
       4 | 	return unit.stps
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn a_property_is_misspelt() {
    assert_snapshot!(said("return unit.strenght"), @"
    error: Unit has no field `strenght`; did you mean `strength`?
     --> scripts/combat.luau:4
       4 | 	return unit.strenght
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn a_method_is_not_a_field_and_a_field_not_a_method() {
    assert_snapshot!(said("return unit.has"), @"
    error: `has` of Unit is a method, not a field: call it with a colon, `:has(…)`
     --> scripts/combat.luau:4
       4 | 	return unit.has
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
    assert_snapshot!(said("return unit:steps()"), @"
    error: `steps` of Unit is a field, not a method: read it with a dot and without parentheses
     --> scripts/combat.luau:4
       4 | 	return unit:steps()
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn a_rule_of_another_module_is_misspelt() {
    assert_snapshot!(said("return require('main').figth(game, unit)"), @"
    error: the module `main` has no rule `figth`; did you mean `fight`?
     --> scripts/combat.luau:4
       4 | 	return require('main').figth(game, unit)
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
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
        "unit:get('fatige')",
        "unit:printed('strenth')",
        "game:reach(unit.space, { costs = 'foott', points = 3 })",
        "game:chart('calendar'):cell(1, 'wether')",
        "game:units():sum('strenth')",
    ] {
        let text = said(body);
        assert!(text.contains("did you mean"), "{text}");
    }
    assert_snapshot!(said("game:unit_named('2 Tnak')"), @"
    error: there is no unit `2 Tnak`; did you mean `2 Tank`?
     --> scripts/combat.luau:4
       4 | 	game:unit_named('2 Tnak')
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
    assert_snapshot!(said("game:chart('calendar'):cell(1, 'wether')"), @"
    error: the chart `calendar` has no what `wether`; did you mean `weather`?
     --> scripts/combat.luau:4
       4 | 	game:chart('calendar'):cell(1, 'wether')
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn forms_of_version_0_1_are_named_with_what_to_write() {
    for (body, new) in [
        ("local u: any = unit\n\treturn u:marked('moved')", "unit:has_mark(mark)"),
        ("local n = 5\n\treturn (game:units() :: any):within(n, unit)", "units:within(of, distance)"),
        ("local rule: any = '5.0'\n\tgame:finish(rule, nil :: any, 'over')", "game:finish(winner, rule, reason, …)"),
        (
            "local river: any = 'river'\n\treturn game:units():all_across(river, unit.space :: any)",
            "units:all_across(space, feature)",
        ),
        (
            "local many: any = 2\n\tgame:choose_number(unit.side, many, many)",
            "game:choose_number(side, question, { min, max }, …)",
        ),
    ] {
        let text = said(body);
        assert!(text.contains(&format!("is from version 0.1 of the scripting API; write `{new}`")), "{text}");
    }
}

#[test]
fn options_are_misspelt_or_missing() {
    for (body, expected) in [
        (
            "game:reach(unit.space, { costs = 'foot', pionts = 3 } :: any)",
            "there is no option `pionts`; did you mean `points`?",
        ),
        ("game:reach(unit.space, { costs = 'foot' } :: any)", "the option `points` is missing"),
        ("game:reach(unit.space, { costs = 'foot', points = '3' } :: any)", "`points` must be a number, not string"),
        (
            "game:reach(unit.space, { costs = 'foot', points = 3, steps = { { into = 3, costs = 'foot' } } } :: any)",
            "`into` must be",
        ),
        ("game:ways_away(unit.space, { steps = 2 } :: any)", "the option `away_from` is missing"),
    ] {
        let text = said(body);
        assert!(text.contains(expected), "{text}");
    }
}

/// Checks that a reach may use every option and four step rules, although an API function has room for only a few of a
/// script's values.
#[test]
fn a_reach_may_have_every_option_and_four_rules_for_steps() {
    let rule = "{ from = all, into = all, costs = 'foot' }";
    let options = format!(
        "costs = 'foot', points = 3, blocked = none, stops = none, full = none, one_step = true, steps = {{ {rule}, \
         {rule}, {rule}, {rule} }}"
    );
    let body = format!(
        "local all, none = game:spaces(), game:no_spaces()\n\terror(tostring(#game:reach(unit.space, {{ {options} }}) \
         > 1))"
    );
    assert!(said(&body).contains("error: true"), "{}", said(&body));
}

#[test]
fn the_script_raises_an_error_itself() {
    assert_snapshot!(said("error(`no battle for {unit}`)"), @"
    error: no battle for A
     --> scripts/combat.luau:4
       4 | 	error(`no battle for {unit}`)
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn the_error_stands_at_the_caller() {
    assert_snapshot!(said("error('call me with a space', 2)"), @"
    error: call me with a space
     --> scripts/main.luau:9
       9 | 	combat.resolve(game, unit)
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn a_function_of_the_library_is_misused() {
    assert_snapshot!(said("return table.concat({ {} } :: any)"), @"
    error: invalid value (table) at index 1 in table for 'concat'
     --> scripts/combat.luau:4
       4 | 	return table.concat({ {} } :: any)
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
    assert_snapshot!(said("return ('x'):rep(1e9)"), @"
    error: a string of 1000000000 characters is too long; the maximum is 1000000
     --> scripts/combat.luau:4
       4 | 	return ('x'):rep(1e9)
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
    assert_snapshot!(said("return string.find('x', '[')"), @"
    error: malformed pattern (missing ']')
     --> scripts/combat.luau:4
       4 | 	return string.find('x', '[')
       in scripts/combat.luau:4 combat.resolve
       in scripts/main.luau:9 main.fight
       in scripts/main.luau:5 main.phase
    ");
}

#[test]
fn a_long_way_of_calls_is_cut_short() {
    assert_snapshot!(said("local function f(n: number): number\n\t\treturn 1 + f(n + 1)\n\tend\n\treturn f(1)"), @"
    error: stack overflow: function calls are nested too deeply; is there an endless recursion?
     --> scripts/combat.luau:5
       5 | 		return 1 + f(n + 1)
       in scripts/combat.luau:5 f (recursive)
    ");
}

#[test]
fn a_mod_fails_within_the_rule_it_wraps() {
    let files = [
        file(
            "combat",
            "local combat = {}\nfunction combat.phase(game: Game)\n\tcombat.column(game)\nend\nfunction \
             combat.column(game: Game)\n\treturn game.trun\nend\nreturn combat",
        ),
        mod_file("odds", "wrap(\"combat.column\", function(next, game)\n\treturn next(game)\nend)"),
    ];
    let mut host = host(&files);
    assert_snapshot!(host.run("combat.phase", &mut table(&host, true)).map(drop).unwrap_err(), @"
    error: Game has no field `trun`; did you mean `turn`?
     --> scripts/combat.luau:6
       6 | 	return game.trun
       in scripts/combat.luau:6 combat.column
       in mods/odds.luau:2 wrap of combat.column
       in scripts/combat.luau:3 combat.phase
    ");
}

#[test]
fn a_rule_that_may_only_look_wants_to_change_something() {
    let source = "local main = {}\nfunction main.value(game: Game, side: Side)\n\tgame:set('reserves', 1)\n\treturn 0\n\
        end\nreturn main";
    let mut host = host(&[file("main", source)]);
    let error = host.look("main.value", vec![Item::Side(RED)], &mut table(&host, false)).unwrap_err();
    assert_snapshot!(error, @"
    error: this function is read-only: it may not change the game, ask players or roll dice
     --> scripts/main.luau:3
       3 | 	game:set('reserves', 1)
       in scripts/main.luau:3 main.value
    ");
}

/// Creates a rule of a hook, one that sorts, one that is replaced, and mods that wrap them.
fn way() -> [ScriptFile; 3] {
    let combat = "local combat = {}\nfunction combat.worst(list: { Unit }): Unit\n\ttable.sort(list, function(a: Unit, \
        b: Unit): boolean\n\t\treturn combat.worth(a) < combat.worth(b)\n\tend)\n\treturn list[1]\nend\nfunction \
        combat.worth(unit: Unit): number\n\treturn unit.stps\nend\nfunction combat.value(game: Game, side: Side): \
        number\n\tcombat.worst({ game:unit_named('A'), game:unit_named('B') })\n\treturn 0\nend\nreturn combat";
    let around = "local function around(next, unit: Unit): number\n\treturn next(unit)\nend\nwrap('combat.worth', \
        around)\nwrap('combat.worth', function(next, unit: Unit): number\n\treturn 1 + next(unit)\nend)";
    let instead = "replace('combat.worst', function(list: { Unit }): Unit\n\tlocal ok, text = pcall(table.sort, list, \
        function(a: Unit, b: Unit): boolean\n\t\treturn require('combat').worth(a) < 1\n\tend)\n\tif not ok then\n\
        \t\terror(text, 0)\n\tend\n\treturn list[1]\nend)";
    [file("combat", combat), mod_file("around", around), mod_file("instead", instead)]
}

#[test]
fn the_way_leads_through_a_hook_a_comparison_and_two_wraps() {
    let [combat, around, _] = way();
    let mut host = host(&[combat, around]);
    let error = host.look("combat.value", vec![Item::Side(RED)], &mut table(&host, false)).unwrap_err();
    assert_snapshot!(error, @"
    error: Unit has no field `stps`; did you mean `steps`?
     --> scripts/combat.luau:9
       9 | 	return unit.stps
       in scripts/combat.luau:9 combat.worth
       in mods/around.luau:2 wrap of combat.worth
       in mods/around.luau:6 wrap of combat.worth
       in scripts/combat.luau:4
       in scripts/combat.luau:3 combat.worst
       in scripts/combat.luau:12 combat.value
    ");
}

#[test]
fn an_error_that_was_caught_and_raised_again_names_who_raised_it() {
    let [combat, around, instead] = way();
    let mut host = host(&[combat, around, instead]);
    let error = host.look("combat.value", vec![Item::Side(RED)], &mut table(&host, false)).unwrap_err();
    assert_snapshot!(error, @"
    error: combat:9: Unit has no field `stps`; did you mean `steps`?
     --> mods/instead.luau:6
       6 | 		error(text, 0)
       in mods/instead.luau:6 replacement of combat.worst
       in scripts/combat.luau:12 combat.value
    ");
}

#[test]
fn a_rule_that_returns_the_wrong_thing_is_named_with_its_line() {
    let source = "local main = {}\n\nfunction main.maybe(game: Game)\n\treturn 3\nend\nreturn main";
    let mut host = host(&[file("main", source)]);
    assert_snapshot!(host.holds("main.maybe", &mut table(&host, false)).unwrap_err(), @"
    error: `main.maybe` must return true or false, not a number
     --> scripts/main.luau:3
       3 | function main.maybe(game: Game)
    ");
    let around = "wrap('main.maybe', function(next, game)\n\tnext(game)\nend)";
    let mut host = fixture::host(&[file("main", source), mod_file("around", around)]);
    assert_snapshot!(host.holds("main.maybe", &mut table(&host, false)).unwrap_err(), @"
    error: `main.maybe` must return true or false, not nothing
     --> mods/around.luau:1
       1 | wrap('main.maybe', function(next, game)
    ");
}

/// Returns the first line of the error text.
fn headline(body: &str) -> String {
    said(body).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_variable_takes_only_what_is_declared_for_it() {
    assert_snapshot!(headline("game:set('ground', 'dri')"), @"error: `dri` is no word of `ground`, which has dry, mud; did you mean `dry`?");
    assert_snapshot!(headline("game:set('ground', 1)"), @"error: argument 2 of `set` must be a word of `ground`: dry, mud");
    assert_snapshot!(headline("game:set('weather', 'mud')"), @"error: argument 2 of `set` must be a number, not string");
    assert_snapshot!(headline("unit:set('plot', 'left')"), @"error: argument 2 of `set` must be a list, not string");
    assert_snapshot!(headline("unit:set('plot', { 'left', 'back' })"), @"error: `back` is no word of `plot`, which has ahead, left, right");
    assert_snapshot!(headline("unit:set('plot', { 'left', 'left', 'left', 'left' })"), @"error: `plot` has at most 3 elements, not 4");
    assert_snapshot!(headline("unit:set('plot', { 'left', 2 })"), @"error: element 2 must be a word of `plot`: ahead, left, right");
    assert_snapshot!(headline("unit:set('plot', { x = 'left' } :: any)"), @"error: `plot`: argument 2 must be a list, not a table with the key `x`");
    assert_snapshot!(headline("unit:set('plot', { [1] = 'left', [3] = 'left' })"), @"error: `plot`: argument 2 must be a list, not a table without an element 2 but with later ones");
    assert_snapshot!(headline("unit:set('plot', { 'left', nil, 'left' } :: any)"), @"error: `plot`: argument 2 must be a list, not a table without an element 2 but with later ones");
    assert_snapshot!(headline("unit.space:set('smok', 'thick')"), @"error: the system declares no space variable `smok`; did you mean `smoke`?");
    assert_snapshot!(headline("unit.space:set('craters', { 1.5 })"), @"error: `craters`: element 1 must be a whole number, not 1.5");
}

/// Returns the error text when a rule that a side runs in secret returns this.
fn written(result: &str) -> String {
    let main = format!(
        "local main = {{}}\n\nfunction main.phase(game: Game, side: Side)\n\tgame:commit({{ side, side.enemy }}, \"main.write\")\nend\n\n\
         function main.write(game: Game, side: Side): any\n\t{result}\nend\n\nreturn main"
    );
    let mut host = host(&[file("main", &main)]);
    host.run("main.phase", &mut table(&host, true)).map(drop).unwrap_err().to_string()
}

#[test]
fn what_a_side_writes_down_is_never_lost() {
    assert_snapshot!(written("return { coin = 'heads' }"), @"
    error: `main.write` returns a table with the key `coin`; a side can write down a unit, a space, a side, a number, a string, a boolean, a set, or a list of these
     --> scripts/main.luau:7
       7 | function main.write(game: Game, side: Side): any
    ");
    let headline = |result: &str| written(result).lines().next().unwrap_or_default().to_owned();
    assert_snapshot!(headline("return { 7, coin = 'heads' }"), @"error: `main.write` returns a table with the key `coin`; a side can write down a unit, a space, a side, a number, a string, a boolean, a set, or a list of these");
    assert_snapshot!(headline("return function() end"), @"error: `main.write` returns a function; a side can write down a unit, a space, a side, a number, a string, a boolean, a set, or a list of these");
    assert_snapshot!(headline("return 0 / 0"), @"error: `main.write` returns 0/0, which is not a number; a side can write down a unit, a space, a side, a number, a string, a boolean, a set, or a list of these");
    assert_snapshot!(headline("return { { { { { 1 } } } } }"), @"error: `main.write` returns lists nested deeper than 3; a side can write down a unit, a space, a side, a number, a string, a boolean, a set, or a list of these");
    assert_snapshot!(headline("return table.create(10001, 1)"), @"error: `main.write` returns a list of 10001 elements, where the maximum is 10000; a side can write down a unit, a space, a side, a number, a string, a boolean, a set, or a list of these");
    assert_snapshot!(headline("return { 1, { side, game } }"), @"error: `main.write` returns a Game; a side can write down a unit, a space, a side, a number, a string, a boolean, a set, or a list of these");
    assert_snapshot!(headline("return refuse('2.0', 'no')"), @"error: `main.write` returns a refusal; a side can write down a unit, a space, a side, a number, a string, a boolean, a set, or a list of these");
    assert_snapshot!(headline("return { 1, { refuse('2.0', 'no') } }"), @"error: `main.write` returns a refusal; a side can write down a unit, a space, a side, a number, a string, a boolean, a set, or a list of these");
    assert_snapshot!(headline("return '\\xff'"), @"error: `main.write` returns a string that is too long or not valid UTF-8; a side can write down a unit, a space, a side, a number, a string, a boolean, a set, or a list of these");
    assert_snapshot!(headline("return game:commit({ side }, 'main.write')"), @"error: a secret choice is open, and another one cannot begin within it; ask the side with `choose` and its like");
    assert_snapshot!(headline("return game:choose_secretly({})"), @"error: a secret choice is open, and another one cannot begin within it; ask the side with `choose` and its like");
    assert_snapshot!(headline("game:set('weather', 1)"), @"error: the game may not change while sides decide in secret; return what the side has written down instead");
}

#[test]
fn bounds_that_leave_no_answer_are_named() {
    let asked = |call: &str| {
        let main = format!(
            "local main = {{}}\nlocal LOSS = ask(\"main.loss\", {{ rule = \"1\", prompt = \"Which?\" }})\n\
             local MAY = ask(\"main.may\", {{ rule = \"1\", prompt = \"Which?\", stop = \"none\" }})\n\
             local ALWAYS = ask(\"main.always\", {{ rule = \"1\", prompt = \"Which?\", stop = \"none\", always = true }})\n\n\
             function main.phase(game: Game, side: Side)\n\tassert(game:{call} == nil)\nend\n\nreturn main"
        );
        let mut host = host(&[file("main", &main)]);
        let told = host.run("main.phase", &mut table(&host, true)).map(drop).map_err(|error| error.to_string());
        told.map_or_else(|error| error.lines().next().unwrap_or_default().to_owned(), |()| "declined".to_owned())
    };
    assert_snapshot!(asked("choose_several(side, LOSS, { 'a', 'b' }, { min = 2, max = 1 })"), @"error: the question `main.loss` has no possible answer: `min` is 2 and `max` is 1, and there are 2 options");
    assert_snapshot!(asked("choose_several(side, LOSS, { 'a', 'b' }, { min = 3, max = 4 })"), @"error: the question `main.loss` has no possible answer: `min` is 3, and there are 2 options");
    assert_snapshot!(asked("allocate(side, LOSS, { 'a', 'b' }, { total = 5, max = 2 })"), @"error: the question `main.loss` has no possible answer: `total` is 5 and `max` is 2 for each, and there are 2 options");
    assert_snapshot!(asked("choose(side, LOSS, {})"), @"error: the question `main.loss` has no possible answer");
    assert_snapshot!(asked("choose_several(side, MAY, { 'a', 'b' }, { min = 2, max = 1 })"), @"error: the question `main.may` has no possible answer: `min` is 2 and `max` is 1, and there are 2 options");
    assert_snapshot!(asked("choose_several(side, MAY, { 'a', 'b', 'a' }, { min = 1, max = 2 })"), @"error: the option `a` is listed twice");
    for question in ["MAY", "ALWAYS"] {
        for call in [
            "choose_several(side, Q, { 'a', 'b' }, { min = 3, max = 4 })",
            "allocate(side, Q, { 'a', 'b' }, { total = 5, max = 2 })",
        ] {
            assert_eq!(asked(&call.replace('Q', question)), "declined");
        }
    }
}

#[test]
fn a_secret_choice_says_what_is_wrong_with_it() {
    assert_snapshot!(headline("game:commit({ unit.side, unit.side }, 'main.fight')"), @"error: blue is asked twice; list each side once; its rule may ask several questions");
    assert_snapshot!(headline("game:commit({ unit.side }, 'main.fight', { coin = 1 })"), @"error: argument 3 of `commit` is or contains a table with the key `coin`; it must be a unit, a space, a side, a number, a string, a boolean, a set, or a list of these");
    assert_snapshot!(headline("game:commit({ unit.side }, 'main.fight', refuse('2.0', 'no'))"), @"error: argument 3 of `commit` is or contains a refusal; it must be a unit, a space, a side, a number, a string, a boolean, a set, or a list of these");
    assert_snapshot!(headline("game:choose_secretly({ side = unit.side } :: any)"), @"error: argument 1 of `choose_secretly` must be a list, not a table with the key `side`");
    assert_snapshot!(headline("game:choose_secretly({ { side = unit.side } } :: any)"), @"error: the option `question` is missing");
}
