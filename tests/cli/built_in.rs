//! The packs inside the program, and copies of them.

use crate::cli::shell::Shell;
use serde_json::Value;
use std::process::{Command, Output};

/// Runs a command in an empty folder, in which the only packs are those of the program.
fn run(shell: &Shell, line: &str) -> Output {
    command(shell, line).output().expect("a command that runs")
}

fn command(shell: &Shell, line: &str) -> Command {
    let mut command = shell.command(line);
    command.env_remove("GROGNARD_BUILT_IN").env_remove("GROGNARD_PACKS");
    command
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&text(output)).expect("JSON")
}

fn folder_of(shell: &Shell, short: &str) -> String {
    let list = json(&run(shell, "list --json"));
    let scenarios = list["scenarios"].as_array().expect("a list");
    let pack = scenarios.iter().find(|pack| pack["short"] == short).expect("the battle");
    pack["folder"].as_str().expect("a path").to_owned()
}

#[test]
fn the_program_brings_its_packs_along() {
    let shell = Shell::empty(&[]);
    assert!(folder_of(&shell, "battle-for-moscow").contains("data/grognard/built-in/"));
    assert!(text(&run(&shell, "sim battle-for-moscow --games 3")).contains("3 games"));
    // Commands that go through all packs include them if there are no others.
    assert!(text(&run(&shell, "test 9.2")).contains("passed"));
    // Unpacked once, completely, and never written again.
    let unpacked = std::fs::read_dir(shell.path("data/grognard/built-in")).expect("a folder");
    let folders = unpacked.flatten().filter(|entry| entry.path().is_dir());
    assert_eq!(folders.count(), 1);
}

#[test]
fn an_ejected_pack_is_used_and_can_be_edited() {
    let shell = Shell::empty(&[]);
    let ejected = text(&run(&shell, "packs eject battle-for-moscow --with-required"));
    assert!(ejected.contains("created scenarios/battle-for-moscow (") && ejected.contains("created scripts/std ("));
    assert!(ejected.contains("grognard play battle-for-moscow"), "{ejected}");
    assert!(folder_of(&shell, "battle-for-moscow").ends_with("scenarios/battle-for-moscow"));
    let odds = || text(&run(&shell, "resolve charts.crt.cells -s battle-for-moscow"));
    let before = odds();
    shell.edit("scripts/battle-for-moscow/charts/crt.toml", "[\"EX\", \"DR\", ", "[\"DE\", \"DR\", ");
    assert_ne!(odds(), before);
    // Its tests and checks are about the copies alone.
    let report = text(&run(&shell, "check"));
    assert!(report.contains("3 packs"), "{report}");
    // Nothing is overwritten.
    let again = run(&shell, "packs eject battle-for-moscow");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("you can edit it"));
}

#[test]
fn built_in_packs_can_be_left_out() {
    let shell = Shell::empty(&[]);
    let output = command(&shell, "list").env("GROGNARD_BUILT_IN", "off").output().expect("a command that runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("E502") && error.contains("data/grognard/packs"), "{error}");
    let unknown = run(&shell, "play batle-for-moscow");
    assert_eq!(unknown.status.code(), Some(2));
}

/// Of an installed and a built-in pack, the newer one is used.
#[test]
fn an_installed_pack_replaces_an_older_built_in_one() {
    let shell = Shell::empty(&[]);
    for (version, is_used) in [("99.0.0", true), ("0.0.1", false)] {
        assert!(run(&shell, "packs eject frozen-rivers --in work").status.success());
        let manifest = shell.read("work/mods/frozen-rivers/pack.toml");
        let old = manifest.lines().find(|line| line.starts_with("version")).expect("a version");
        shell.edit("work/mods/frozen-rivers/pack.toml", old, &format!("version = \"{version}\""));
        text(&run(&shell, "mods install work/mods/frozen-rivers"));
        std::fs::remove_dir_all(shell.path("work")).expect("a folder");
        let list = json(&run(&shell, "list --json"));
        let pack = list["mods"].as_array().expect("a list").iter().find(|pack| pack["short"] == "frozen-rivers");
        assert_eq!(pack.expect("the mod")["version"] == version, is_used, "{version}");
        text(&run(&shell, "mods remove frozen-rivers"));
    }
}

#[test]
fn a_data_folder_that_cannot_be_written_is_reported() {
    let shell = Shell::empty(&[]);
    shell.write("data/grognard", "a file, not a folder");
    let output = run(&shell, "list");
    assert_eq!(output.status.code(), Some(3));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("built-in"),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
