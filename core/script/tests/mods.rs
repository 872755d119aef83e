//! Mods change rules without touching their files.

use crate::fixture::{file, host, mod_file, table};
use grognard_engine::game::Rules;
use grognard_engine::state::VariableOwner;
use grognard_script::ScriptFile;
use grognard_testing::number;

/// A rule that another calls through the module, and its result.
const COMBAT: &str = "local combat = {}
function combat.phase(game: Game)
	game:set('reserves', combat.strength(game, 10))
end
function combat.strength(game: Game, base: number): number
	return base + 1
end
return combat";

fn result(mods: &[&str]) -> i32 {
    let mut files: Vec<ScriptFile> = vec![file("combat", COMBAT)];
    files.extend(mods.iter().enumerate().map(|(at, source)| mod_file(&format!("mod{at}"), source)));
    let mut host = host(&files);
    let mut table = table(&host, true);
    host.run("combat.phase", &mut table).map(drop).unwrap_or_else(|error| panic!("{error}"));
    number(&table.content, &table.state, VariableOwner::Game, "reserves")
}

#[test]
fn a_mod_wraps_a_rule() {
    assert_eq!(result(&[]), 11);
    assert_eq!(
        result(&["wrap('combat.strength', function(next, game, base)\n\treturn next(game, base) * 2\nend)"]),
        22
    );
    assert_eq!(
        result(&["wrap('combat.strength', function(next, game, base)\n\treturn next(game, base * 2)\nend)"]),
        21
    );
    assert_eq!(result(&["wrap('combat.strength', function()\n\treturn 5\nend)"]), 5);
}

#[test]
fn a_mod_replaces_a_rule() {
    assert_eq!(result(&["replace('combat.strength', function(game, base)\n\treturn base\nend)"]), 10);
}

#[test]
fn the_last_replacement_is_in_force() {
    let replace = |value: i32| format!("replace('combat.strength', function(game, base)\n\treturn {value}\nend)");
    let wrap = "wrap('combat.strength', function(next, ...)\n\treturn next(...) + 100\nend)";
    assert_eq!(result(&[&replace(1), &replace(2)]), 2);
    assert_eq!(result(&[&replace(1), wrap, &replace(2)]), 2);
    assert_eq!(result(&[&replace(1), &replace(2), wrap]), 102);
}

#[test]
fn later_mods_go_around_earlier_ones() {
    let (add, double) = (
        "wrap('combat.strength', function(next, ...)\n\treturn next(...) + 100\nend)",
        "wrap('combat.strength', function(next, ...)\n\treturn next(...) * 2\nend)",
    );
    assert_eq!(result(&[add, double]), 222);
    assert_eq!(result(&[double, add]), 122);
    let replace = "replace('combat.strength', function(game, base)\n\treturn base\nend)";
    assert_eq!(result(&[replace, double]), 20);
}

#[test]
fn a_wrap_hands_on_any_number_of_values() {
    let base = "local main = {}\nfunction main.phase(game: Game)\n\tlocal a, b, c = main.three(1, nil, 3)\n\
        \tgame:set('reserves', a * 100 + c + (if b == nil then 0 else 50))\nend\nfunction main.three(...: any)\n\
        \treturn ...\nend\nreturn main";
    let mut host =
        host(&[file("main", base), mod_file("m", "wrap('main.three', function(next, ...)\n\treturn next(...)\nend)")]);
    let mut table = table(&host, true);
    host.run("main.phase", &mut table).map(drop).unwrap();
    assert_eq!(number(&table.content, &table.state, VariableOwner::Game, "reserves"), 103);
}

#[test]
fn a_mod_uses_the_modules_of_the_system() {
    assert_eq!(
        result(&["local combat = require('combat')\nwrap('combat.phase', function(next, game)\n\tnext(game)\n\
             \tgame:set('reserves', game:get('reserves') + combat.strength(game, 0))\nend)"]),
        12
    );
}

#[test]
fn a_mod_asks_questions_of_its_own() {
    assert_eq!(
        result(&["local HOW = ask('luck.how', { rule = '1', prompt = 'How lucky?' })\nwrap('combat.strength', \
             function(next, game, base)\n\treturn next(game, base) + game:choose_number(game.side, HOW, { min = 5, max \
             = 9 })\nend)"]),
        16
    );
}

#[test]
fn a_mod_wraps_a_rule_twice() {
    let twice = "wrap('combat.strength', function(next, ...)\n\treturn next(...) + 1\nend)\nwrap('combat.strength', \
        function(next, ...)\n\treturn next(...) * 10\nend)";
    assert_eq!(result(&[twice]), 120);
}

#[test]
fn the_phase_itself_can_be_changed() {
    assert_eq!(result(&["replace('combat.phase', function(game)\n\tgame:set('reserves', -1)\nend)"]), -1);
}

#[test]
fn modules_load_each_other_in_any_order() {
    let files = [
        file(
            "a",
            "local b = require('b')\nlocal a = {}\nfunction a.phase(game: Game)\n\tgame:set('reserves', b.value())\n\
             end\nreturn a",
        ),
        file(
            "b",
            "local c = require('std/c')\nlocal b = {}\nfunction b.value(): number\n\treturn c.value() + \
             require('std/c').value()\nend\nreturn b",
        ),
        file("std/c", "local c = {}\nfunction c.value(): number\n\treturn 4\nend\nreturn c"),
    ];
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
        let files: Vec<ScriptFile> = order.iter().map(|at| files[*at].clone()).collect();
        let mut host = host(&files);
        let mut table = table(&host, true);
        host.run("a.phase", &mut table).map(drop).unwrap();
        assert_eq!(number(&table.content, &table.state, VariableOwner::Game, "reserves"), 8);
        assert_eq!(host.rules().collect::<Vec<_>>(), ["a.phase", "b.value", "std/c.value"]);
    }
}
