//! `rules read` and `rule` in a game: the rulebook in our own words.

use crate::cli::shell::Shell;

const RULES: &str = "# Skirmish: the rules

These are the rules of a **small** game, in our own words.

## 1.0 Supplies
The supplies are shared out among the units. A unit without supplies does not fight (3.0), and it marches one space \
less.

## 2.0 Marching
Every unit marches at most once:

- to a free space next to it;
- never across the *river*, unless there is a ford: units that march through a ford stop on the other side of it \
(see 2.0).

## 3.0 Fighting
Units fight those next to them (2.0, 7.0).
";

const FRENCH: &str = "# Escarmouche : les règles

## 2.0 La marche
Chaque unité marche au plus une fois (1.0).
";

const RULINGS: &str = "# Rulings

| rule | question | chosen | why | other reading |
|---|---|---|---|---|
| 2.0, 3.0 | May a unit march after a fight? | No. | It is tired. | - |
| 1.0 | Who shares? | The owner. | - | mod `fog` |
";

/// A session with a rulebook that tells its rules.
fn told() -> Shell {
    let shell = Shell::new();
    shell.write("scripts/skirmish/rules.md", RULES);
    shell.write("scripts/skirmish/locale/fr.toml", "[paragraph]\n\"Marching\" = \"La marche\"\n");
    shell.write("scripts/skirmish/locale/rules.fr.md", FRENCH);
    shell.edit(
        "scripts/skirmish/supplies.luau",
        "function supplies.phase",
        "-- 1.0 All at once.\nfunction supplies.phase",
    );
    shell.write("scripts/skirmish/rulings.md", RULINGS);
    shell
}

#[test]
fn a_rulebook_is_read() {
    let mut shell = told();
    shell.run("rules read ford").run("rules read ford 2.0 --lang fr").run("rules read ford 1.0 --mod fog");
    shell.run("rules read ford 2.0 --json").run("rules read ford 2.1").run("rules read fort");
    shell.expect("rules-read");
}

#[test]
fn paragraphs_are_read_in_a_game() {
    let play = "play ford --seed 2 --player blue=person --player red=person --save game.jsonl";
    let mut shell = told();
    shell.run_with(play, &["rule", "rule 3.0", "rule 3.1", "rule nonsense", "quit"]);
    shell.run_with("play --load game.jsonl --lang fr", &["rule 2.0", "rule 9", "quit"]).expect("rules-in-play");
}
