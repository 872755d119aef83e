//! Full messages to authors of packs: what is wrong, and how to fix it.

use crate::cli::shell::Shell;

const FIGHT: &str = "scripts/skirmish/fight.luau";
const SUITE: &str = "scripts/skirmish/tests/skirmish.md";

#[test]
fn the_number_of_a_hex_without_quotes() {
    let mut shell = Shell::new();
    shell.edit("scenarios/ford/units.toml", "at = \"0402\"", "at = 0402");
    shell.edit("scenarios/ford/map.toml", "wood = [\"0302\"]", "wood = [0302]");
    shell.run("check scenarios/ford").expect("message-hex");
}

#[test]
#[cfg(type_checker)]
fn a_point_in_place_of_a_colon() {
    let mut shell = Shell::new();
    shell.edit(FIGHT, "column:shift(", "column.shift(");
    shell.edit(FIGHT, "target:set_steps(0)", "target.set_steps(0)");
    shell.edit(FIGHT, "free:at(game:neighbours(target.space))", "free.at(game:neighbours(target.space))");
    shell.run("check scripts/skirmish").expect("message-colon");
}

#[test]
fn a_mistyped_word_of_a_test() {
    let mut shell = Shell::new();
    shell.edit(SUITE, "phase Blue march", "fase Blue march");
    shell.run("test");
    shell.edit(SUITE, "fase Blue march", "weather Blue march");
    shell.run("test").expect("message-word");
}

#[test]
#[cfg(type_checker)]
fn a_mistyped_field_of_something_without_a_type() {
    let mut shell = Shell::new();
    shell.edit(
        FIGHT,
        "function fight.column(",
        "local function terrain(target)\n\treturn target.spase.terrain\nend\n\nfunction fight.column(",
    );
    shell.edit(FIGHT, "if (target.space :: Space).terrain ==", "if terrain(target) ==");
    shell.run("check scripts/skirmish").expect("message-field");
}

#[test]
fn odds_that_are_others() {
    let mut shell = Shell::new();
    shell.edit(SUITE, "Red Fox at 0103", "Red Fox at 0104\nodds 0302: 4:3 = 2:1\nodds 0101: 4:3 = 2:1");
    shell.edit(
        SUITE,
        "```then\n",
        "```then\nturn 2\nphase Blue fight\n0101 empty\nlog 2.0 \"no such line\"\nblue wins\n",
    );
    shell.run("test").expect("message-odds");
}

#[test]
fn a_row_beyond_the_last_one() {
    let mut shell = Shell::new();
    shell.edit(FIGHT, "column:result(game:roll(\"1d6\", \"3.0 fight\"))", "column:result(25)");
    shell.run("sim ford --seed 1 --games 5").expect("message-row");
}

#[test]
fn options_that_are_tables_with_names() {
    let mut shell = Shell::new();
    shell.edit(FIGHT, "game:choose(side, TARGET, targets)", "game:choose(side, TARGET, { { a = 1 } })");
    shell.run("sim ford --seed 1 --games 5").expect("message-options");
}

#[test]
fn a_name_that_is_put_together_from_two_parts_is_said() {
    let mut shell = Shell::new();
    let system = shell.read("scripts/skirmish/system.toml");
    shell.write("scripts/skirmish/system.toml", &format!("{system}\n[variables]\nblue-lost = 0\nred-lost = 0\n"));
    shell.edit(
        FIGHT,
        "function fight.column(",
        "function fight.count(side: Side, what: string): string\n\treturn side.name .. \"-\" .. what\nend\n\nfunction \
         fight.column(",
    );
    shell.edit(
        FIGHT,
        "\t\ttarget:remove()",
        "\t\ttarget:remove()\n\t\tgame:set(fight.count(target.side, \"lost\"), 1)",
    );
    shell.run("check scripts/skirmish");
    shell.edit(FIGHT, ".. \"-\" ..", ".. \"+\" ..");
    shell.run("check scripts/skirmish").expect("message-joined");
}
