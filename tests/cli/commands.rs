//! The commands that print information, and mistakes on the command line.

use crate::cli::shell::Shell;
use std::io::Read;
use std::process::Stdio;

#[test]
fn help() {
    let mut shell = Shell::new();
    shell.run("--help").run("play --help").run("").run("pley").expect("help");
}

#[test]
fn list() {
    let mut shell = Shell::new();
    shell.run("list").run("list --json").expect("list");
}

#[test]
fn list_leaves_broken_packs_out() {
    let mut shell = Shell::new();
    shell.edit("mods/veterans/pack.toml", "kind = \"mod\"", "kind = \"mood\"");
    shell.run("list").expect("list-broken");
}

#[test]
fn names_that_are_not_there() {
    let mut shell = Shell::new();
    shell
        .run("play fort")
        .run("play ford --mod veteran")
        .run("play ford --option suplies=2")
        .run("play ford --option supplies=9");
    shell
        .run("play ford --player bleu=person")
        .run("play ford --player green=person")
        .run("play ford --player blue=greddy");
    shell
        .run("sim ford --player blue=person")
        .run("play ford --player blue")
        .run("--packs data list")
        .run("play --load nothing.jsonl");
    shell.run("sim ford --games 0").run("play").expect("unknown-names");
}

#[test]
fn sim() {
    let mut shell = Shell::new();
    shell
        .run("sim ford --games 200")
        .run("sim ford --games 20 --player blue=random --seed 7 --mod deep-ford --option supplies=1");
    shell.run("sim ford --games 2 --json").expect("sim");
}

#[test]
fn greedy_agents_play_in_simulations() {
    let report = Shell::new().json("sim ford --games 12 --player blue=greedy --player red=greedy --json");
    assert_eq!(report["players"]["blue"], "recruit");
    assert_eq!(report["results"].as_array().map(Vec::len), Some(12));
}

#[test]
fn a_simulation_does_not_depend_on_the_number_of_threads() {
    let shell = Shell::new();
    let one = shell.json("sim ford --games 60 --json --jobs 1");
    for jobs in [2, 3, 7] {
        assert_eq!(one, shell.json(&format!("sim ford --games 60 --json --jobs {jobs}")), "{jobs} threads");
    }
}

#[test]
fn map() {
    let mut shell = Shell::new();
    shell.run("map ford -o ford.svg").run("map ford -o no/such/folder.svg").expect("map");
    let svg = shell.read("ford.svg");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert!(svg.contains("Fordham") && svg.contains("Grey Wolf"));
    assert!(shell.output("map ford -o ford.png --width 400", "").status.success());
    let png = std::fs::read(shell.path("ford.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png[16..20] == 400_u32.to_be_bytes());
    let bare = String::from_utf8(shell.output("map ford --bare", "").stdout).unwrap();
    assert!(bare.contains("Fordham") && !bare.contains("Grey Wolf"));
}

#[test]
fn aids() {
    let mut shell = Shell::new();
    shell
        .run("aids ford -o sheets")
        .run("aids ford --mod veterans --option supplies=2 -o sheets")
        .run("aids ford")
        .run("aids fort -o sheets");
    shell.write("file", "");
    shell.run("aids ford -o file/below").expect("aids");
    let page = shell.read("sheets/index.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("they have been here before"));
    assert!(shell.read("sheets/map.svg").contains("Fordham"));
    assert!(shell.output("aids ford --png -o both", "").status.success());
    for name in ["map", "chart-crt"] {
        assert!(
            shell.path(&format!("both/{name}.svg")).exists() && shell.path(&format!("both/{name}.png")).exists(),
            "{name}"
        );
    }
}

#[test]
fn schema() {
    let mut shell = Shell::new();
    shell.run("schema -o schemas").expect("schema");
    let text = shell.read("schemas/pack.schema.json");
    let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(schema["properties"]["requires"].is_object());
    assert_eq!(shell.json("schema")["pack.schema.json"], schema);
}

#[test]
fn stubs() {
    let mut shell = Shell::new();
    shell.run("stubs ford -o types").run("stubs fort -o types").expect("stubs");
    let types = shell.read("types/grognard.d.luau");
    assert!(types.contains("declare class Unit") && types.contains("strength: number"));
    shell.run("reference -o reference");
    assert!(shell.read("reference/api.md").contains("choose_several"));
    assert!(shell.read("reference/files.md").contains("| `terrain` |"));
    assert!(shell.read("reference/commands.md").contains("## grognard import"));
    assert!(shell.read("reference/errors.md").contains("### E207\n"));
}

#[test]
fn a_reader_who_has_read_enough_is_no_failure() {
    let shell = Shell::new();
    for line in ["schema", "sim ford --games 500 --json", "play ford --player blue=greedy"] {
        let mut child =
            shell.command(line).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), String::from_utf8(output.stderr).unwrap()),
            (Some(0), String::new()),
            "{line}"
        );
    }
}

#[test]
fn colours_are_for_terminals() {
    let shell = Shell::new();
    let has_colour =
        |name: &str, value: &str| shell.command("list").env(name, value).output().unwrap().stdout.contains(&0x1b);
    assert!(!has_colour("UNUSED", ""));
    assert!(has_colour("CLICOLOR_FORCE", "1"));
    assert!(
        !shell.command("list").env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().unwrap().stdout.contains(&0x1b)
    );
}

/// With `--json`, errors are printed as JSON, and still as text for people.
#[test]
fn errors_as_json() {
    let shell = Shell::new();
    for (line, code, exit) in [
        ("resolve nothing.there -s ford --json", "E210", 2),
        ("replay none.jsonl --json", "E401", 3),
        ("sim fort --json", "E123", 2),
    ] {
        let output = shell.output(line, "");
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let first = &json["diagnostics"][0];
        assert!(first["severity"] == "error" && first["code"].as_str().unwrap().starts_with(code), "{line}: {json}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(first["message"].as_str().unwrap()), "{line}: {told}");
        assert_eq!(output.status.code(), Some(exit), "{line}");
    }
    assert!(shell.output("sim fort", "").stdout.is_empty(), "who has not asked for JSON gets none");
}

/// If there are no packs at all, the searched folders are listed.
#[test]
fn nothing_to_list_or_to_check_is_a_failure() {
    let shell = Shell::empty(&["elsewhere/entirely"]);
    std::fs::create_dir_all(shell.path("scripts")).unwrap();
    for line in ["list", "check"] {
        let output = shell.output(line, "");
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{line}");
        assert!(
            told.contains("error[E502]: no packs found; searched folders: ., elsewhere/entirely, "),
            "{line}: {told}"
        );
        assert!(told.contains("data/grognard"), "{line}: {told}");
        let output = shell.output(&format!("{line} --json"), "");
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(output.status.code() == Some(2) && json.to_string().contains("E502"), "{line}: {json}");
    }
}

/// The options of a battle include those that its system and libraries declare.
#[test]
fn the_options_of_a_battle_are_those_of_its_system_too() {
    let shell = Shell::new();
    let listing = shell.json("list --json");
    let options = listing["scenarios"][0]["options"].as_object().unwrap();
    assert_eq!(options.keys().collect::<Vec<_>>(), ["supplies", "surrender"]);
    assert_eq!(listing["mods"][0]["options"], serde_json::json!({}));
}

/// If a file cannot be written completely, an existing file is unchanged, and no new one is left behind.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_half_of_a_file() {
    let shell = Shell::new();
    shell.write("old.svg", "what was there before");
    let program = env!("CARGO_BIN_EXE_grognard");
    for (command, file, before) in [
        ("map ford -o new.svg", "new.svg", None),
        ("map ford -o old.svg", "old.svg", Some("what was there before")),
        ("aids ford -o aids", "aids/index.html", None),
        ("schema -o schemas", "schemas/pack.schema.json", None),
        ("stubs -o types", "types/grognard.d.luau", None),
    ] {
        // Writing more than 512 bytes to a file fails, as on a full disk.
        let script = format!("trap '' XFSZ; ulimit -f 1; exec {program} {command}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(shell.path(""))
            .env("GROGNARD_PACKS", "")
            .env("GROGNARD_BUILT_IN", "off")
            .env("GROGNARD_DATA", shell.path("data/grognard"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(3), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(std::fs::read_to_string(shell.path(file)).ok().as_deref(), before, "{command}");
        let folder = shell.path(file).parent().unwrap().to_owned();
        let left = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.file_name().into_string().unwrap());
        assert_eq!(left.filter(|name| name.ends_with(".part")).collect::<Vec<_>>(), Vec::<String>::new(), "{command}");
    }
}
