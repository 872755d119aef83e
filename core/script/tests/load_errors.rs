//! The full text that a modder sees when scripts cannot be loaded.

use crate::fixture::{all, file, host, load_errors, mod_file};
use grognard_engine::game::Rules;
use grognard_testing::small_battle::content;
use insta::assert_snapshot;

/// Returns the error text when a file is loaded.
fn said_at_load(source: &str) -> String {
    all(&load_errors(&[file("combat", source)]))
}

#[test]
fn a_module_is_not_there() {
    assert_snapshot!(said_at_load("local zoc = require(\"combbat\")\nreturn zoc"), @"
    error: there is no module `combbat`; did you mean `combat`?
     --> scripts/combat.luau:1
       1 | local zoc = require(\"combbat\")
    ");
}

#[test]
fn the_syntax_is_wrong() {
    assert_snapshot!(said_at_load("local combat = {}\n\nfunction combat.phase(game\n\treturn 1\nend\n\nreturn combat"), @"
    error: Expected ')' (to close '(' at line 3), got 'return'
     --> scripts/combat.luau:4
       4 | 	return 1
    ");
}

#[test]
fn a_name_is_not_declared() {
    assert_snapshot!(said_at_load("--!strict\nlocal combat = {}\n\nfunction combat.phase(game: Game)\n\tlocal strength \
        = 3\n\treturn stregnth + tpye(strength) + strng.len('') + math.flor(2)\nend\n\nreturn combat"), @"
    error: `math` has no `flor`; did you mean `floor`?
     --> scripts/combat.luau:6
       6 | 	return stregnth + tpye(strength) + strng.len('') + math.flor(2)

    error: there is nothing called `stregnth` here; did you mean `strength`?
     --> scripts/combat.luau:6
       6 | 	return stregnth + tpye(strength) + strng.len('') + math.flor(2)

    error: there is nothing called `strng` here; did you mean `string`?
     --> scripts/combat.luau:6
       6 | 	return stregnth + tpye(strength) + strng.len('') + math.flor(2)

    error: there is nothing called `tpye` here; did you mean `type`?
     --> scripts/combat.luau:6
       6 | 	return stregnth + tpye(strength) + strng.len('') + math.flor(2)
    ");
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
    assert_snapshot!(all(&load_errors(&files)), @"
    error: `b` is assigned but never declared; write `local b` first
     --> scripts/a.luau:2
       2 | b = 1

    error: Expected identifier when parsing expression, got <eof>
     --> scripts/e.luau:2
       2 | return e +

    error: not today
     --> scripts/f.luau:1
       1 | error('not today')
    ");
}

#[test]
fn modules_go_round_in_a_circle() {
    let files = [
        file("a", "local b = require(\"b\")\nreturn { b = b }"),
        file("b", "local c = require(\"c\")\nreturn { c = c }"),
        file("c", "local a = require(\"a\")\nreturn { a = a }"),
    ];
    assert_snapshot!(all(&load_errors(&files)), @"
    error: modules require each other in a cycle: a requires b requires c requires a
     --> scripts/c.luau:1
       1 | local a = require(\"a\")
    ");
}

#[test]
fn two_files_have_one_name() {
    let mut other = file("a", "return {}");
    other.path = "mods/x/a.luau".into();
    assert_snapshot!(all(&load_errors(&[file("a", "return {}"), other])), @"
    error: two files are called `a`: scripts/a.luau and mods/x/a.luau
    ");
}

#[test]
fn a_mod_changes_what_is_not_there() {
    let files = [
        file("combat", "local combat = {}\nfunction combat.column() end\nreturn combat"),
        mod_file("odds", "--!strict\nwrap(\"combat.colunm\", function(next, game)\n\treturn next(game)\nend)"),
    ];
    assert_snapshot!(all(&load_errors(&files)), @"
    error: there is no rule `combat.colunm` to change; did you mean `combat.column`?
     --> mods/odds.luau:2
       2 | wrap(\"combat.colunm\", function(next, game)
    ");
}

#[test]
fn a_variable_outlives_its_run() {
    assert_snapshot!(said_at_load("local combat = {}\nlocal count = 0\nfunction combat.phase()\n\tcount += 1\nend\n\
        return combat"), @"
    error: `count` outlives this run: rules may keep nothing between runs except the state of the game; use game:set \
            or unit:set
     --> scripts/combat.luau:4
       4 | 	count += 1
    ");
}

#[test]
fn a_loop_has_no_order() {
    assert_snapshot!(said_at_load("local combat = {}\nfunction combat.phase(game: Game, battles: any)\n\tfor _, battle \
        in battles do\n\t\tgame:log('1', 'x')\n\tend\nend\nreturn combat"), @"
    error: this loop has no defined order: loop over ipairs(list), pairs(table) or set:each()
     --> scripts/combat.luau:3
       3 | 	for _, battle in battles do
    ");
}

#[test]
fn rules_the_battle_names_and_nobody_defines_are_told() {
    let host = host(&[file("main", "local main = {}\nfunction main.phase() end\nreturn main")]);
    let content = content(&["main.phase", "main.phsae", "combat.phase"]);
    assert_eq!(host.missing(&content, &["main.evaluate".to_owned()]), ["combat.phase", "main.evaluate", "main.phsae"]);
}

#[test]
fn notes_are_a_table_of_texts() {
    let said = |notes: &str| {
        let ask = format!("ask('main.how', {{ rule = '1', prompt = 'How?', notes = {notes} }})");
        let text = said_at_load(&format!("local main = {{}}\nlocal HOW = {ask}\nreturn main"));
        text.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        said("'by day'"),
        "error: `notes` of the question `main.how` must be a table from labels to notes, not string"
    );
    assert_eq!(
        said("{ pass = 3 }"),
        "error: the note on `pass` of the question `main.how` must be a string, not integer"
    );
}

#[test]
fn a_note_belongs_to_a_label() {
    let source = "local main = {}\nlocal HOW = ask('main.how', { rule = '1', prompt = 'How?', stop = 'wait', notes = { \
        ['by day'] = 'They are seen.', wait = 'Nothing happens.' } })\nreturn main";
    let host = host(&[file("main", source)]);
    let notes = host.questions()[0].notes.clone();
    let expected = [("by day", "They are seen."), ("wait", "Nothing happens.")];
    assert_eq!(notes, expected.map(|(label, note)| (label.to_owned(), note.to_owned())).into());
}
