//! Rules that change during a game.

use crate::cli::background_game::BackgroundGame;
use crate::cli::shell::Shell;

const RULES: &str = "scripts/skirmish/fight.luau";

fn before_the_fight(shell: &Shell) -> BackgroundGame {
    let mut sitting = BackgroundGame::new(shell, "play ford --seed 5 --save game.jsonl");
    sitting.types("grey=2 7=1\nall 0 grey 0301 7 0201 done");
    sitting.waits_for("Who is attacked?");
    sitting
}

#[test]
fn a_changed_rule_is_in_force_at_once() {
    let shell = Shell::new();
    let mut sitting = before_the_fight(&shell);
    sitting.types("odds boar");
    sitting.waits_for("6:3 = 2:1, -1 wood (3.0) -> 1:1");
    shell.edit(RULES, "column:shift(-1", "column:shift(1");
    sitting.waits_for("Changes to fight.luau are now in force.");
    sitting.waits_for("Who is attacked?");
    sitting.types("odds boar");
    sitting.waits_for("6:3 = 2:1, +1 wood (3.0) -> 3:1");
    assert_eq!(sitting.ends(), Some(0));
    assert!(shell.read("game.jsonl").contains("\"reload\""));
    assert_eq!(shell.output("replay game.jsonl --check", "").status.code(), Some(0));
}

/// Events that differ under the new rule are reported.
#[test]
fn what_a_new_rule_makes_otherwise_is_told() {
    let shell = Shell::new();
    let mut sitting =
        BackgroundGame::new(&shell, "play ford --seed 5 --player red=person --player blue=person --save game.jsonl");
    sitting.types("grey=2 7=1\nall 0 grey 0301");
    sitting.waits_for("Grey Wolf marches to 0301");
    shell.edit("scripts/skirmish/march.luau", "{1} marches to {2}", "{1} walks to {2}");
    let told = sitting.waits_for("Grey Wolf walks to 0301 (2.0)").join("\n");
    assert!(told.contains("Taken back:\n  Grey Wolf marches to 0301 (2.0)\nUnder the new rules:\n"), "{told}");
    assert!(!told.contains("is served first"), "what is as it was is not told again:\n{told}");
    assert_eq!(sitting.ends(), Some(0));
}

#[test]
fn a_slip_leaves_the_old_rules_in_force() {
    let shell = Shell::new();
    let mut sitting = before_the_fight(&shell);
    shell.edit(RULES, "column:shift(-1", "colum:shift(-2");
    let seen = sitting.waits_for("the old rules stay in force").join("\n");
    assert!(seen.contains("fight.luau:") && seen.contains("colum"), "{seen}");
    sitting.types("odds boar");
    sitting.waits_for("-1 wood (3.0) -> 1:1");
    shell.edit(RULES, "colum:shift(-2", "column:shift(-2");
    sitting.waits_for("Changes to fight.luau are now in force.");
    sitting.types("odds boar");
    sitting.waits_for("-2 wood (3.0) -> below 1:1");
    assert_eq!(sitting.ends(), Some(0));
}

#[test]
fn an_answer_that_no_longer_fits_is_named() {
    let shell = Shell::new();
    let mut sitting = BackgroundGame::new(&shell, "play ford --seed 5 --save game.jsonl");
    sitting.types("grey=2 7=1\nall 0 grey 0301");
    sitting.waits_for("Grey Wolf marches to 0301");
    shell.edit("scripts/skirmish/march.luau", "unit.movement,", "1,");
    sitting.waits_for("Changes to march.luau are now in force.");
    let seen = sitting.waits_for("The game continues from there.").join("\n");
    assert!(seen.contains("`0301` is no longer offered in answer to `march.goal`"), "{seen}");
    sitting.waits_for("Where does Grey Wolf march?");
    assert_eq!(sitting.ends(), Some(0));
}

#[test]
fn data_and_comments() {
    let shell = Shell::new();
    let mut sitting = before_the_fight(&shell);
    shell.edit("scripts/skirmish/charts/crt.toml", "title =", "# only a remark\ntitle =");
    sitting.waits_for("crt.toml: the rules are the same as before.");
    shell.edit("scripts/skirmish/charts/crt.toml", "[\"-\", \"-\", \"retreat\"]", "[\"gone\", \"gone\", \"gone\"]");
    sitting.waits_for("Changes to crt.toml are now in force.");
    sitting.types("odds boar");
    sitting.waits_for("retreat 3/6 (50 %), gone 2/6 (33 %), - 1/6 (17 %)");
    shell.edit("scenarios/ford/units.toml", "name = \"Bear\"", "name = \"Owl\"");
    sitting.waits_for("start a new game");
    assert_eq!(sitting.ends(), Some(0));
}

/// New rules that load but fail before the question is reached do not take effect either.
#[test]
fn rules_that_fail_when_they_are_run() {
    let shell = Shell::new();
    let mut sitting = before_the_fight(&shell);
    shell.edit(RULES, "local free, foes", "error(\"no fighting\")\n\tlocal free, foes");
    let seen = sitting.waits_for("the old rules stay in force").join("\n");
    assert!(seen.contains("no fighting"), "{seen}");
    sitting.types("odds boar");
    sitting.waits_for("-1 wood (3.0) -> 1:1");
    sitting.types("boar all");
    sitting.waits_for("Boar is attacked");
    assert_eq!(sitting.ends(), Some(0));
    assert!(!shell.read("game.jsonl").contains("\"reload\""), "rules that never were in force leave no trace");
}

/// A mistake in a rule that is reached only later: the earlier rules are restored and take the decision.
#[test]
fn rules_that_fail_later_give_way_to_those_before_them() {
    let shell = Shell::new();
    let mut sitting = before_the_fight(&shell);
    shell.edit(RULES, "\"{1} laughs at its enemies\"", "\"{1} smiles at its enemies\"");
    sitting.waits_for("Changes to fight.luau are now in force.");
    shell.edit(RULES, "local result = column:result(", "local result = column:resultt(");
    sitting.waits_for("Changes to fight.luau are now in force.");
    shell.edit(RULES, "is attacked at", "is struck at");
    sitting.waits_for("Changes to fight.luau are now in force.");
    sitting.types("boar all");
    let seen = sitting.waits_for("The earlier rules are in force again").join("\n");
    assert!(seen.contains("resultt") && seen.contains("fight.resolve"), "the error with its call path: {seen}");
    sitting.waits_for("Boar is attacked at 1:1");
    sitting.types("reload");
    let seen = sitting.waits_for("the old rules stay in force").join("\n");
    assert!(seen.contains("resultt"), "what has failed is not tried again: {seen}");
    sitting.types("quit");
    assert_eq!(sitting.ends(), Some(0));
    let replayed = shell.output("replay game.jsonl --check --pin", "");
    assert_eq!(replayed.status.code(), Some(0), "{}", String::from_utf8_lossy(&replayed.stderr));

    shell.write("pinned.jsonl", &shell.read("game.jsonl"));
    let asked = shell.output("play --load game.jsonl", "quit\n");
    let told = String::from_utf8(asked.stderr).unwrap();
    assert!(asked.status.code() == Some(1) && told.contains("`--pin` continues under the old rules"), "{told}");
    assert_eq!(shell.output("play --load pinned.jsonl --pin", "quit\n").status.code(), Some(0));
    shell.edit(RULES, "resultt(", "result(");
    shell.edit(RULES, "is struck at", "is attacked at");
    assert_eq!(shell.output("play --load game.jsonl", "quit\n").status.code(), Some(0));
}

/// The same when it is the program's turn, and when rules do not terminate; a fixed file is loaded.
#[test]
fn rules_that_fail_in_the_turn_of_the_program() {
    let shell = Shell::new();
    let mut sitting = before_the_fight(&shell);
    let sound = "local free, foes";
    let endless = "if side.name == \"red\" then while true do end end\n\tlocal free, foes";
    shell.edit(RULES, sound, endless);
    sitting.waits_for("Changes to fight.luau are now in force.");
    sitting.types("done");
    let seen = sitting.waits_for("The earlier rules are in force again").join("\n");
    assert!(seen.contains("fight.phase"), "{seen}");
    sitting.waits_for("Blue: ");
    shell.edit(RULES, endless, "local free,  foes");
    shell.edit(RULES, "\"retreat\" and", "\"gone\" and");
    sitting.waits_for("Changes to fight.luau are now in force.");
    assert_eq!(sitting.ends(), Some(0));
}

/// Warnings of `check` are shown when a change takes effect.
#[test]
fn a_changed_file_is_shown_with_the_warnings_of_check() {
    let shell = Shell::with_shipped_packs();
    let mut sitting = BackgroundGame::new(&shell, "play battle-for-moscow --seed 5");
    sitting.waits_for("German set-up");
    shell.edit(
        "scenarios/battle-for-moscow/charts/calendar.toml",
        "[\"17 October\",  \"mud\"",
        "[\"17 October\",  \"mudd\"",
    );
    let told = sitting.waits_for("Changes to calendar.toml are now in force.").join("\n");
    assert!(told.contains("warning[W414]: no rule uses `mudd`") && told.contains("calendar.toml:11:"), "{told}");
    shell.edit("scenarios/battle-for-moscow/charts/calendar.toml", "mudd", "mud");
    let told = sitting.waits_for("Changes to calendar.toml are now in force.").join("\n");
    assert!(!told.contains("warning"), "{told}");
    assert_eq!(sitting.ends(), Some(0));
}
