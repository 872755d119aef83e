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
    shell.note("written where it is wanted, and over no other file");
    shell.run("import rostov.txt -o map.toml").run("import rostov.txt -o map.toml").run("import rostov.txt -o map.toml --force");
    shell.note("a sign is missing from the legend");
    shell.edit("rostov.txt", "f : forest\n", "");
    shell.run("import rostov.txt").run("import nowhere.txt").run("import nowhere.tmx");
    shell.expect("import");
}
