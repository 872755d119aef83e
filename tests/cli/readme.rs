//! The commands of the README work as written.

use crate::cli::shell::Shell;
use std::path::Path;

/// The commands in the list and those within sentences, except those that play or build.
fn commands(readme: &str) -> Vec<String> {
    let listed = readme
        .lines()
        .filter_map(|line| Some("grognard ".to_owned() + line.strip_prefix("    grognard ")?.split("    ").next()?));
    // The text outside blocks, where a command may span two lines.
    let prose: Vec<&str> = readme.lines().filter(|line| !line.starts_with("    ")).collect();
    let prose = prose.join(" ");
    let quoted = prose.split('`').skip(1).step_by(2).filter(|text| text.starts_with("grognard ")).map(str::to_owned);
    let is_played = |line: &String| line.starts_with("grognard play");
    listed.chain(quoted).filter(|line| !is_played(line)).collect()
}

#[test]
#[ignore = "long: second tier, .ci/long"]
fn every_command_of_the_readme_works() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let all = commands(&readme);
    assert!(all.len() > 12, "{all:?}");
    let shell = Shell::empty(&[env!("CARGO_MANIFEST_DIR")]);
    assert_eq!(shell.output("play battle-for-moscow --seed 1 --save FILE", "prepared\n").status.code(), Some(0));
    for line in all {
        // An archive made by somebody else.
        if line.ends_with("river-war.zip") {
            assert_eq!(shell.output("pack scenarios/river-war -o river-war.zip", "").status.code(), Some(0));
        }
        let line = line.strip_prefix("grognard ").unwrap().replace("NAME", "name");
        let output = shell.output(&line, "");
        assert_eq!(output.status.code(), Some(0), "`{line}`: {}", String::from_utf8_lossy(&output.stderr));
    }
}
