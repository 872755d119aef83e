//! `pack` and `mods`: packs on their way from one person to another.

use crate::shell::Shell;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

#[test]
fn from_a_folder_to_somebody_elses_game() {
    let mut shell = Shell::new();
    shell
        .run("mods list")
        .run("pack mods/veterans -o veterans.zip")
        .run("mods info veterans.zip")
        .run("mods install veterans.zip")
        .run("mods list")
        .run("sim ford --games 20")
        .run("sim ford --games 20 --no-mods")
        .run("sim ford --games 20 --mod veterans")
        .run_with("play ford --seed 1", &["quit"])
        .run("mods disable veterans")
        .run("mods list")
        .run("sim ford --games 20")
        .run("mods enable veterans")
        .run("mods remove veterans")
        .run("mods list")
        .expect("mods");
    assert!(!shell.path("data/grognard/packs/mods").exists());
}

#[test]
fn what_mods_do() {
    let mut shell = Shell::new();
    shell.run("mods info deep-ford").run("mods info veterans --json").run("mods info skirmish").run("mods info nobody").expect("mods-info");
}

/// What is printed about a battle is about the one that is played.
#[test]
fn installed_mods_count_wherever_they_can_be_left_out() {
    let mut shell = Shell::new();
    shell.output("mods install mods/veterans", "");
    std::fs::remove_dir_all(shell.path("mods/veterans")).expect("a mod that is installed only");
    for command in ["resolve units.unit[\"Boar\"].strength", "blame units.unit[\"Boar\"].strength", "rules coverage ford --games 1"] {
        shell.run(command).run(&format!("{command} --no-mods"));
    }
    shell
        .run("aids ford -o sheets")
        .run("aids ford -o plain --no-mods")
        .run("map ford -o with.svg")
        .run("map ford -o without.svg --no-mods");
    shell.expect("mods-everywhere");
    assert!(shell.read("sheets/changes.html").contains("Boar") && !shell.path("plain/changes.html").exists());
    assert_ne!(shell.read("with.svg"), shell.read("without.svg"));
}

#[test]
fn what_is_refused() {
    let mut shell = Shell::new();
    shell.write("wrong.zip", "this is no archive\n");
    shell.write(
        "far/pack.toml",
        "format = 1\nid = \"test.far\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"Far\"\napi = \"*\"\n\n[requires]\n\"test.near\" = \"^2\"\n",
    );
    shell.run("mods install nothing.zip").run("mods install wrong.zip").run("mods install far").run("mods install scenarios");
    shell.run("mods remove veterans").run("mods enable veterans");
    shell.edit("mods/veterans/patches/units.toml", "Boar", "Bore");
    shell.run("mods install mods/veterans").run("pack mods/veterans -o veterans.zip").run("pack mods -o mods.zip").run("mods list");
    shell.expect("mods-refused");
    assert!(!shell.path("veterans.zip").exists());
}

#[test]
fn installed_mods_that_do_not_fit_together() {
    let mut shell = Shell::new();
    shell.write(
        "rival/pack.toml",
        "format = 1\nid = \"test.rival\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"Rival\"\napi = \"*\"\n\n[requires]\n\"test.ford\" = \"^1\"\n\n\
         [conflicts]\n\"test.veterans\" = { versions = \"*\", why = \"both change the boar\" }\n",
    );
    shell.run("mods install mods/veterans").run("mods install rival").run("sim ford --games 3").run("mods disable rival");
    shell.run("sim ford --games 3");
    shell.note("A new version, and then one that needs what is not there.");
    shell.edit("mods/veterans/pack.toml", "1.0.0", "1.1.0");
    shell.run("mods install mods/veterans");
    shell.edit("mods/veterans/pack.toml", "\"test.ford\" = \"^1\"", "\"test.ford\" = \"^2\"");
    shell.run("mods install mods/veterans").run("mods info mods/veterans").run("mods list").expect("mods-conflict");
}

#[test]
fn installed_systems_and_battles_can_be_played() {
    let shell = Shell::new();
    let other = Shell::empty(&[]);
    for pack in ["scripts/skirmish", "scenarios/ford", "mods/deep-ford"] {
        let source = shell.path(pack);
        let output = other.output(&format!("mods install {}", source.display()), "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let report = other.json("sim ford --games 5 --json");
    let packs: Vec<_> = report["lock"]["packs"].as_array().unwrap().iter().map(|pack| pack["id"].as_str().unwrap()).collect();
    assert_eq!(packs, ["test.skirmish", "test.ford", "test.deep-ford"]);
    let removed = other.output("mods remove test.skirmish", "");
    let said = String::from_utf8_lossy(&removed.stdout).into_owned();
    assert_eq!(said, "removed test.skirmish; still needed by test.deep-ford, test.ford\n");
    assert_eq!(report["lock"]["rules_hash"], shell.json("sim ford --games 5 --mod deep-ford --json")["lock"]["rules_hash"]);
}

#[test]
fn the_first_edition_is_the_same_from_an_archive() {
    let shell = Shell::empty(&[env!("CARGO_MANIFEST_DIR")]);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/mods/battle-for-moscow-1986");
    let hash = |shell: &Shell, line: &str| shell.json(line)["lock"]["rules_hash"].clone();
    let from_folder = hash(&shell, "sim battle-for-moscow --games 1 --mod battle-for-moscow-1986 --json");
    assert!(shell.output(&format!("pack {folder} -o some-name.zip"), "").status.success());
    assert!(shell.output("mods install some-name.zip", "").status.success());
    let used = hash(&shell, "sim battle-for-moscow --games 1 --json");
    assert_eq!(used, from_folder);
    assert_ne!(used, hash(&shell, "sim battle-for-moscow --games 1 --no-mods --json"));
}

#[test]
fn killed_at_any_moment_an_installation_leaves_one_version_or_the_other() {
    let shell = Shell::new();
    let install = |shell: &Shell| assert!(shell.output("mods install mods/veterans", "").status.success());
    install(&shell);
    for moment in 0..12 {
        let version = format!("2.0.{moment}");
        let manifest = shell.read("mods/veterans/pack.toml");
        let old = manifest.lines().find(|line| line.starts_with("version")).unwrap().to_owned();
        shell.write("mods/veterans/pack.toml", &manifest.replace(&old, &format!("version = \"{version}\"")));
        let mut child = shell.command("mods install mods/veterans").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(moment * 4));
        let _ = child.kill();
        child.wait().unwrap();
        let listed = shell.json("mods list --json");
        let packs = listed["packs"].as_array().unwrap();
        assert_eq!((packs.len(), listed["problems"].as_array().unwrap().len()), (1, 0), "{listed}");
        let left = std::fs::read_dir(shell.path("data/grognard/packs")).unwrap().flatten().map(|entry| entry.file_name());
        assert_eq!(left.collect::<Vec<_>>(), ["mods"], "after {moment}");
    }
    install(&shell);
    assert_eq!(shell.json("mods list --json")["packs"][0]["version"], "2.0.11");
}

/// `mods install` takes a folder from anywhere, and so does what comes before it.
#[test]
fn a_pack_may_lie_anywhere_while_it_is_made() {
    let mut shell = Shell::new();
    std::fs::rename(shell.path("mods/veterans"), shell.path("desk")).expect("a folder that moves");
    shell.run("pack desk -o veterans.zip").run("diff desk ford").run("mods install desk").run("mods remove veterans");
    shell.edit("desk/pack.toml", "name = ", "nome = ");
    shell.run("pack desk -o veterans.zip").run("diff desk ford").run("diff scenarios ford").expect("mods-desk");
}

#[test]
fn a_mod_for_another_version_of_the_program_says_so() {
    let mut shell = Shell::new();
    let manifest = shell.read("mods/veterans/pack.toml");
    let old = manifest.lines().find(|line| line.starts_with("api")).expect("a range").to_owned();
    shell.write("mods/veterans/pack.toml", &manifest.replace(&old, "api = \">=9\""));
    shell.run("sim ford --games 1 --mod veterans").run("play ford --mod veterans").expect("mods-too-new");
}
