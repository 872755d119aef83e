//! `new army`: armies are counted, chosen and checked.

use crate::cli::shell::Shell;

const SYSTEM: &str = r#"
[[unit_type]]
name = "horse"
tags = ["swift"]

[army]
options = { blue = "blue_army", red = "red_army" }
boxes = { blue = "0101", red = "0403" }
chart = "armies"
nation = "nation"
time = "time"
prices = "prices"
cost = "points"
points = 8
steps = "steps"
figures = "strength"
more = { 2 = 2 }
fewer = { swift = 1 }
limits = [{ name = "horse", type = "horse", most = 2 }, { name = "foot", type = "foot", least = 1 }]
"#;

const OPTIONS: &str = r#"
[options.blue_army]
type = "enum"
values = ["none"]
default = "none"

[options.red_army]
type = "enum"
values = ["none"]
default = "none"
"#;

fn chart(rows: &str, columns: &str, cells: &str) -> String {
    format!(
        "title = \"A chart\"\nrows = {{ name = \"a\", keys = {rows} }}\ncolumns = {{ name = \"b\", keys = {columns} \
         }}\ncells = {cells}\n"
    )
}

/// A session with packs whose system declares armies.
fn shell() -> Shell {
    let shell = Shell::new();
    let charts = [
        ("prices", chart("[\"foot\", \"horse\"]", "[\"points\", \"movement\"]", "[[2, 1], [3, 3]]")),
        ("steps", chart("[\"us\", \"them\"]", "[\"1812\", \"1813\"]", "[[2, 3], [3, 3]]")),
        ("armies", chart("[\"none\"]", "[\"nation\", \"time\", \"luck\"]", "[[\"us\", \"1812\", 4]]")),
    ];
    charts.iter().for_each(|(name, text)| shell.write(&format!("scripts/skirmish/charts/{name}.toml"), text));
    shell.write("scripts/skirmish/system.toml", &(shell.read("scripts/skirmish/system.toml") + SYSTEM));
    shell.write("scripts/skirmish/pack.toml", &(shell.read("scripts/skirmish/pack.toml") + OPTIONS));
    shell
}

#[test]
fn an_army_is_made_counted_and_played() {
    let mut shell = shell();
    shell.run("new army raiders --for ford --list").run("new army raiders --for ford --list --nation us --time 1812");
    shell.run("new army raiders 2 foot, horse --for ford --nation us --time 1813");
    let written = shell.read("mods/raiders/patches/army.toml");
    shell.note(&written).run("check mods/raiders").run("list ford --mod raiders");
    shell.run(
        "sim ford --games 2 --mod raiders --option blue_army=raiders --option red_army=raiders --player blue=random \
         --player red=random",
    );
    shell.expect("armies");
}

#[test]
fn an_army_that_has_too_much_is_told_where() {
    let mut shell = shell();
    shell.run("new army raiders 3 foot, horse --for ford --nation us --time 1813");
    shell.run("new army raiders 2 fot --for ford --nation us --time 1813");
    shell
        .run("new army raiders 3 horse --for ford --nation us --time 1812")
        .run("new army raiders --for ford --nation uss --time 1812");
    shell.run("new army raiders 2 foot, horse --for ford --nation us --time 1813");
    shell.edit(
        "mods/raiders/patches/army.toml",
        "{ name = \"raiders foot 1\"",
        "{ name = \"Old Guard\", side \
        = \"blue\", type = \"foot\", strength = [2, 1], movement = 1, at = \"0101\" },\n    { name = \"raiders foot \
        1\"",
    );
    shell.run("check mods/raiders");
    shell.edit("mods/raiders/patches/army.toml", "\"us\", \"1813\"", "\"us\", \"1814\"");
    shell.run("check mods/raiders").expect("armies-wrong");
}
