//! Maps drawn as text or in Tiled.

use crate::cli::shell::Shell;

const DRAWN: &str = "\
first = 0101
. : clear
f : forest
R : clear, city, \"Rostov\"

map
. f .
f R -

border rail: 0101-0202
";

#[test]
fn drawings_become_maps() {
    let mut shell = Shell::new();
    shell.write("rostov.txt", DRAWN);
    shell.run("import rostov.txt");
    shell.note("the requested output file; other files are not overwritten");
    shell
        .run("import rostov.txt -o map.toml")
        .run("import rostov.txt -o map.toml")
        .run("import rostov.txt -o map.toml --force");
    shell.note("a symbol is missing from the legend");
    shell.edit("rostov.txt", "f : forest\n", "");
    shell.run("import rostov.txt").run("import nowhere.txt").run("import nowhere.tmx");
    shell.expect("import");
}

#[test]
fn an_import_keeps_what_was_added_by_hand() {
    let shell = Shell::new();
    shell.write("rostov.txt", &format!("{DRAWN}tag zone-38: 0101..0201\n"));
    assert!(shell.output("import rostov.txt -o map.toml", "").status.success());
    shell.edit("map.toml", "kind = \"hex\"", "kind = \"hex\" # of the usual kind\nsource = \"invented\"");
    shell.edit("map.toml", "[tags]\n", "# Zones.\n[tags]\nzone-9 = [\"0102\"] # where the 9th begins\n");
    shell.write("map.toml", &format!("{}\n[values.points]\n0202 = 2\n", shell.read("map.toml")));
    let before = shell.read("map.toml");
    assert!(before.contains("zone-38 = [\"0101\", \"0201\"] # drawn\n"), "{before}");
    assert!(shell.output("import rostov.txt -o map.toml --force", "").status.success());
    assert_eq!(shell.read("map.toml"), before, "the same drawing again");
    shell.edit("rostov.txt", "tag zone-38: 0101..0201", "tag zone-38: 0101\ntag quay: 0202");
    shell.edit("rostov.txt", "border rail: 0101-0202", "border river: 0101/0201");
    assert!(shell.output("import rostov.txt -o map.toml --force", "").status.success());
    let expected = before
        .replace(
            "zone-38 = [\"0101\", \"0201\"] # drawn\n",
            "zone-38 = [\"0101\"] # drawn\nquay = [\"0202\"] # drawn\n",
        )
        .replace("rail = [\"0101-0202\"]", "river = [\"0101/0201\"]");
    assert_eq!(shell.read("map.toml"), expected);
}
