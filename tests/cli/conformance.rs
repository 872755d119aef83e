//! Random games that are checked: `test --conformance`.

use crate::cli::shell::Shell;

#[test]
fn battles_without_faults_pass() {
    let mut shell = Shell::new();
    shell
        .run("test --conformance ford --games 6")
        .run("test --conformance ford --games 2 --seed 7 --every 1 --mod fog --option supplies=1 --json")
        .run("test ford --conformance ford")
        .run("test --conformance fort")
        .expect("conformance");
    for line in ["test ford --games 2", "test --every 3", "test ford --option supplies=1"] {
        assert_eq!(shell.output(line, "").status.code(), Some(2), "{line}");
    }
    let one = shell.json("test --conformance ford --games 9 --json --jobs 1");
    assert_eq!(one, shell.json("test --conformance ford --games 9 --json --jobs 3"));
    assert!(one["saved"].as_u64() < one["decisions"].as_u64());
}

#[test]
fn rules_that_betray_a_secret_are_found() {
    let mut shell = Shell::new();
    let order = "\tnext(game, side)\nend)";
    let spy = "\nwrap(\"march.phase\", function(next, game: Game, side: Side)\n\tlocal unit = \
               game:space_named(\"0302\"):units():first()\n\tif unit and side.name == \"blue\" then\n\t\t\
               game:log(\"2.0\", \"The unit at the stream has strength {1}\", unit.strength)\n\tend\n\t\
               next(game, side)\nend)";
    shell.edit("mods/fog/fog.luau", order, &format!("{order}{spy}"));
    shell.run("test --conformance ford --games 4 --mod fog");
    // The command that the message recommends finds the same.
    shell.run("test --conformance test.ford --mod test.fog --seed 1 --games 1 --every 20");
    shell.expect("conformance-secrets");
}

#[test]
fn rules_that_fail_are_found_with_their_line() {
    let mut shell = Shell::new();
    shell.edit("scripts/skirmish/fight.luau", "local strength = 0\n", "local strength = 0\n\tassert(#attackers < 2)\n");
    shell.run("test --conformance ford --games 20 --seed 10");
    shell.edit("scripts/skirmish/fight.luau", "\tassert(#attackers < 2)\n", "");
    shell.edit(
        "scripts/skirmish/fight.luau",
        "function fight.odds_at(",
        "function fight.odds_at(game: Game): Column\n\terror(\"no odds\")\nend\n\nfunction fight.odds_of(",
    );
    shell.note("The rules run, but the odds cannot be shown.").run("test --conformance ford --games 20 --seed 10");
    shell.expect("conformance-errors");
}
