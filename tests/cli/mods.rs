//! `pack` and `mods`: exchanging packs.

use crate::cli::shell::Shell;
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
    shell
        .run("mods info deep-ford")
        .run("mods info veterans --json")
        .run("mods info skirmish")
        .run("mods info nobody")
        .expect("mods-info");
}

/// A pack that is not installed is unpacked to a temporary folder, whose path is never shown.
#[test]
fn files_of_a_pack_that_is_not_installed_are_named_as_they_were_given() {
    let shell = Shell::new();
    assert!(shell.output("pack mods/deep-ford -o deep.zip", "").status.success());
    for name in ["mods/deep-ford", "deep.zip"] {
        let output = shell.output(&format!("mods info {name}"), "");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(text.contains(&format!("replaces fight.flee  {name}/nobody.luau:3\n")), "{text}");
        let json = shell.json(&format!("mods info {name} --json"));
        assert_eq!(json["effects"][0]["rules"][0]["file"], format!("{name}/nobody.luau"));
    }
}

/// Information about a battle describes the battle that is played.
#[test]
fn installed_mods_count_wherever_they_can_be_left_out() {
    let mut shell = Shell::new();
    shell.output("mods install mods/veterans", "");
    std::fs::remove_dir_all(shell.path("mods/veterans")).expect("a mod that is installed only");
    for command in [
        "resolve units.unit[\"Boar\"].strength",
        "blame units.unit[\"Boar\"].strength",
        "rules coverage ford --games 1",
    ] {
        shell.run(command).run(&format!("{command} --no-mods"));
    }
    shell
        .run("aids ford -o sheets")
        .run("aids ford -o plain --no-mods")
        .run("map ford -o with.svg")
        .run("map ford -o without.svg --no-mods");
    shell.expect("mods-in-commands");
    assert!(shell.read("sheets/changes.html").contains("Boar") && !shell.path("plain/changes.html").exists());
    assert_ne!(shell.read("with.svg"), shell.read("without.svg"));
}

#[test]
fn what_is_refused() {
    let mut shell = Shell::new();
    shell.write("wrong.zip", "this is no archive\n");
    shell.write(
        "far/pack.toml",
        "format = 1\nid = \"test.far\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"Far\"\napi = \"*\"\n\n\
         [requires]\n\"test.near\" = \"^2\"\n",
    );
    shell
        .run("mods install nothing.zip")
        .run("mods install wrong.zip")
        .run("mods install far")
        .run("mods install scenarios");
    shell.run("mods remove veterans").run("mods enable veterans");
    shell.edit("mods/veterans/patches/units.toml", "Boar", "Bore");
    shell
        .run("mods install mods/veterans")
        .run("pack mods/veterans -o veterans.zip")
        .run("pack mods -o mods.zip")
        .run("mods list");
    shell.expect("mods-refused");
    assert!(!shell.path("veterans.zip").exists());
}

#[test]
fn installed_mods_that_do_not_fit_together() {
    let mut shell = Shell::new();
    shell.write(
        "rival/pack.toml",
        "format = 1\nid = \"test.rival\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"Rival\"\napi = \"*\"\n\n\
         [requires]\n\"test.ford\" = \"^1\"\n\n\
         [conflicts]\n\"test.veterans\" = { versions = \"*\", why = \"both change the boar\" }\n",
    );
    shell
        .run("mods install mods/veterans")
        .run("mods install rival")
        .run("sim ford --games 3")
        .run("mods disable rival");
    shell.run("sim ford --games 3");
    shell.note("A new version, then one with a missing requirement.");
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
    let packs: Vec<_> =
        report["lock"]["packs"].as_array().unwrap().iter().map(|pack| pack["id"].as_str().unwrap()).collect();
    assert_eq!(packs, ["test.skirmish", "test.ford", "test.deep-ford"]);
    let removed = other.output("mods remove test.skirmish", "");
    let said = String::from_utf8_lossy(&removed.stdout).into_owned();
    assert_eq!(said, "removed test.skirmish; still needed by test.deep-ford, test.ford\n");
    assert_eq!(
        report["lock"]["rules_hash"],
        shell.json("sim ford --games 5 --mod deep-ford --json")["lock"]["rules_hash"]
    );
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
        let mut child =
            shell.command("mods install mods/veterans").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(moment * 4));
        let _ = child.kill();
        child.wait().unwrap();
        let listed = shell.json("mods list --json");
        let packs = listed["packs"].as_array().unwrap();
        assert_eq!((packs.len(), listed["problems"].as_array().unwrap().len()), (1, 0), "{listed}");
        // The process that loads the pack exits after its parent is killed.
        let left =
            || std::fs::read_dir(shell.path("data/grognard/packs")).unwrap().flatten().map(|entry| entry.file_name());
        while !left().eq(["mods"]) {
            shell.json("mods list --json");
            sleep(Duration::from_millis(5));
        }
    }
    install(&shell);
    assert_eq!(shell.json("mods list --json")["packs"][0]["version"], "2.0.11");
}

/// `mods install` accepts a folder from anywhere, and so do the commands used before it.
#[test]
fn a_pack_may_lie_anywhere_while_it_is_made() {
    let mut shell = Shell::new();
    std::fs::rename(shell.path("mods/veterans"), shell.path("desk")).expect("a folder that moves");
    shell.run("pack desk -o veterans.zip").run("diff desk ford").run("mods install desk").run("mods remove veterans");
    shell.edit("desk/pack.toml", "name = ", "nome = ");
    shell
        .run("pack desk -o veterans.zip")
        .run("diff desk ford")
        .run("diff scenarios ford")
        .expect("pack-of-own-folder");
}

#[test]
fn a_mod_for_another_version_of_the_program_says_so() {
    let mut shell = Shell::new();
    let manifest = shell.read("mods/veterans/pack.toml");
    let old = manifest.lines().find(|line| line.starts_with("api")).expect("a range").to_owned();
    shell.write("mods/veterans/pack.toml", &manifest.replace(&old, "api = \">=9\""));
    shell.run("sim ford --games 1 --mod veterans").run("play ford --mod veterans").expect("mods-too-new");
}

fn manifest(shell: &Shell, name: &str, rest: &str) {
    let head = format!(
        "format = 1\nid = \"test.{name}\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"{name}\"\napi = \"*\"\n"
    );
    shell.write(&format!("mods/{name}/pack.toml"), &format!("{head}\n[requires]\n{rest}\n"));
}

/// `frost` is linked to its battle only through the mod it requires.
#[test]
fn a_mod_belongs_where_the_mods_it_needs_do() {
    let mut shell = Shell::new();
    manifest(&shell, "frost", "\"test.veterans\" = \"^1\"");
    shell.write("mods/frost/frost.luau", "wrap(\"fight.phse\", function(next, ...)\n\treturn next(...)\nend)\n");
    shell.run("check mods/frost");
    shell.edit("mods/frost/frost.luau", "phse", "phase");
    shell.run("check mods/frost").run("mods info frost");
    manifest(&shell, "frost", "\"test.veterans\" = \"^2\"");
    shell.run("check mods/frost").expect("mods-of-mods");
}

/// Two mods that conflict require the mod that resolves the conflict: without it, there is no battle with both.
#[test]
fn what_a_mod_does_that_settles_a_conflict() {
    let mut shell = Shell::new();
    for (name, value) in [("one", 4), ("other", 5)] {
        manifest(&shell, name, "\"test.ford\" = \"^1\"");
        let patch = format!("[[patch]]\nat = 'units.unit[\"Boar\"].strength'\nop = \"set\"\nvalue = {value}\n");
        shell.write(&format!("mods/{name}/patches/units.toml"), &patch);
    }
    manifest(&shell, "settled", "\"test.one\" = \"^1\"\n\"test.other\" = \"^1\"");
    shell.write(
        "mods/settled/patches/units.toml",
        "[[patch]]\nat = 'units.unit[\"Boar\"].strength'\nop = \"set\"\nvalue = 6\n",
    );
    shell.run("mods info settled").run("check mods/settled").expect("mods-resolved-conflict");
}

/// A mod has rules of its own: a phase runs one, and another mod wraps it.
#[test]
fn a_mod_brings_rules() {
    let mut shell = Shell::new();
    manifest(&shell, "rain", "\"test.ford\" = \"^1\"");
    let phase = "[[patch]]\nat = 'sequence.player_turn[\"End\"].phase'\nop = \"append\"\nvalue = { name = \"Rain\", \
        run = \"weather.rain\", rule = \"4.0\" }\n";
    shell.write("mods/rain/patches/sequence.toml", phase);
    let rules = "--!strict\nlocal weather = {}\n\n-- 4.0 It rains at the end of each turn.\nfunction \
        weather.rain(game: Game)\n\tgame:log(\"4.0\", \"it rains\")\nend\n\nreturn weather\n";
    shell.write("mods/rain/weather.luau", rules);
    shell.run("check mods/rain");
    shell.edit("mods/rain/patches/sequence.toml", "weather.rain", "rain/weather.rain");
    manifest(&shell, "dry", "\"test.rain\" = \"^1\"");
    let around = "--!strict\nlocal weather = require(\"rain/weather\")\n\nwrap(\"rain/weather.rain\", function(next, \
        game: Game)\n\tif game.turn == 1 then\n\t\tnext(game)\n\tend\nend)\n\nreturn { rain = weather.rain }\n";
    shell.write("mods/dry/weather.luau", around);
    shell.run("check mods/rain").run("check mods/dry").run("mods info rain").run("blame rain/weather.rain --mod dry");
    shell.run("sim ford --games 3 --mod dry").expect("mods-rules");
    let listed = String::from_utf8_lossy(&shell.output("rules list -s ford --mod rain", "").stdout).into_owned();
    assert!(listed.contains("rain/weather.rain"), "{listed}");
    let replayed =
        shell.output("play ford --mod dry --seed 1 --player blue=random --player red=random --save game.jsonl", "");
    assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
    assert_eq!(shell.read("game.jsonl").matches("it rains").count(), 0);
    let log = shell.json("replay game.jsonl --json")["log"].to_string();
    assert_eq!(log.matches("it rains").count(), 1, "in the first turn only: {log}");
}

/// A result states the rules under which it was played.
#[test]
fn every_report_has_the_hash_of_the_rules() {
    let shell = Shell::new();
    let played = shell.output("play ford --seed 1 --player blue=random --player red=random --save game.jsonl", "");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let hash = shell.json("sim ford --games 1 --json")["lock"]["rules_hash"].as_str().expect("a hash").to_owned();
    assert_eq!(shell.json("replay game.jsonl --json")["rules_hash"], *hash);
    assert_eq!(shell.json("rules coverage ford --games 1 --json")["rules_hash"]["test.ford"], *hash);
    let tested = shell.json("test --json");
    assert!(tested["cases"].as_array().expect("cases").iter().any(|case| case["rules_hash"] == *hash), "{tested}");
    let compared = shell.json("diff ford ford+veterans --json");
    assert_eq!(compared["a"]["rules_hash"], *hash);
    assert_ne!(compared["b"]["rules_hash"], *hash);
    let judged = shell.json("migrate game.jsonl --json");
    assert_eq!(
        (&judged["saves"][0]["rules_hash"], &judged["saves"][0]["begun_under"]),
        (&hash.as_str().into(), &hash.as_str().into())
    );
    let text = String::from_utf8_lossy(&shell.output("sim ford --games 1", "").stdout).into_owned();
    assert!(text.contains(&format!("rules hash {hash}")), "{text}");
}

/// A pack whose scripts repeatedly run up to the time limit; each file may take as long as a run of a rule.
fn endless(shell: &Shell, name: &str) {
    let files: Vec<String> = (0..400).map(|at| format!("\"loop-{at}.luau\"")).collect();
    let head = format!(
        "format = 1\nid = \"test.{name}\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"{name}\"\napi = \"*\"\n"
    );
    shell.write(
        &format!("mods/{name}/pack.toml"),
        &format!("{head}scripts = [{}]\n\n[requires]\n\"test.ford\" = \"^1\"\n", files.join(", ")),
    );
    for at in 0..400 {
        shell.write(&format!("mods/{name}/loop-{at}.luau"), "local count = 0\nwhile true do\n\tcount += 1\nend\n");
    }
}

#[test]
fn a_pack_that_takes_too_long_is_named() {
    let shell = Shell::new();
    endless(&shell, "slow");
    for line in ["check mods/slow", "mods info mods/slow", "mods install mods/slow", "check mods/slow --json"] {
        let mut command = shell.command(line);
        let output = command.env("GROGNARD_DEADLINE", "0").stdin(Stdio::null()).output().expect("a command that ends");
        let errors = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{line}\n{errors}");
        assert!(errors.contains("loading the pack test.slow took more than 0 seconds"), "{line}\n{errors}");
        assert_eq!(line.ends_with("json"), String::from_utf8_lossy(&output.stdout).contains("E546"), "{line}");
    }
    assert!(!shell.path("data/grognard/packs/mods/slow").exists());
}

#[test]
fn a_deadline_is_a_number() {
    let shell = Shell::new();
    let output =
        shell.command("check mods/veterans").env("GROGNARD_DEADLINE", "soon").output().expect("a command that ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("GROGNARD_DEADLINE must be a whole number of seconds, not `soon`")
    );
}
