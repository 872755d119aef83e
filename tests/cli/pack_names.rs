//! Every command accepts the same names for packs: the id, the part after the dot, and a path.

use crate::cli::shell::Shell;

/// A command with a placeholder for the pack, and its input.
type Command = (&'static str, &'static str);

/// Commands that name a scenario.
const OF_SCENARIOS: [Command; 26] = [
    ("play {} --seed 5", "quit\n"),
    ("serve {} --port 0 --page nowhere", ""),
    ("check {}", ""),
    ("test {}", ""),
    ("sim {} --games 3", ""),
    ("odds {} 0302", ""),
    ("lab compare {} --player random --a option:supplies=1 --side blue --games 100", ""),
    ("lab sweep {} --over option:supplies=1,2 --side blue --games 50", ""),
    ("lab bisect {} --of veterans --side blue --games 50", ""),
    ("lab envelope {}", ""),
    ("lab ladder {} --games 1", ""),
    ("lab coverage {} --games 2", ""),
    ("pack {} -o ford.zip", ""),
    ("map {}", ""),
    ("aids {} -o aids", ""),
    ("locale {} --lang fr", ""),
    ("blame charts.crt --scenario {}", ""),
    ("resolve charts.crt --scenario {}", ""),
    ("diff {} skirmish", ""),
    ("rules list --scenario {}", ""),
    ("rules coverage {} --games 2", ""),
    ("stubs {} -o types", ""),
    ("new mod brave --for {}", ""),
    ("new cosmetic colours --for {}", ""),
    ("new translation words --for {} --lang de", ""),
    ("mods info {}", ""),
];

/// Commands that name a mod, after the commands that they depend on.
const OF_MODS: [(&[&str], Command); 9] = [
    (&[], ("play ford --mod {} --seed 5", "quit\n")),
    (&[], ("check {}", "")),
    (&[], ("sim ford --mod {} --games 3", "")),
    (&[], ("lab compare ford --player random --a mod:{} --side blue --games 100", "")),
    (&[], ("lab bisect ford --of {} --side blue --games 50", "")),
    (&[], ("diff ford+{} ford", "")),
    (&[], ("mods install {}", "")),
    (&["mods install mods/veterans"], ("mods disable {}", "")),
    (&["mods install mods/veterans"], ("mods remove {}", "")),
];

/// The output and exit code of a command in a folder of its own, without the folder and the given name of the pack.
fn said(before: &[&str], (command, input): Command, name: &str) -> (String, Option<i32>) {
    let shell = Shell::new();
    let folder = shell.path("").display().to_string().trim_end_matches('/').to_owned();
    let name = name.replace("DIR", &folder);
    before.iter().for_each(|command| drop(shell.output(command, "")));
    let output = shell.output(&command.replace("{}", &name), input);
    let all = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(all).expect("text").replace(&folder, "DIR").replace("test.veterans", "veterans");
    let lines = text.lines().filter(|line| !line.starts_with("A: ") && !line.starts_with("A \u{1b}"));
    (lines.map(|line| format!("{line}\n")).collect(), output.status.code())
}

fn same(before: &[&str], command: Command, names: &[&str]) {
    let (expected, code) = said(before, command, names[0]);
    assert!(!expected.contains("E123") && !expected.contains("E506"), "{command:?}: {expected}");
    for name in &names[1..] {
        let (text, other) = said(before, command, name);
        let differs = text.lines().zip(expected.lines()).find(|(one, other)| one != other);
        assert!(
            other == code && text == expected,
            "`{}` does not do the same with {name}: {differs:?}\n{text}",
            command.0
        );
    }
}

const FORDS: [&str; 6] =
    ["ford", "test.ford", "scenarios/ford", "./scenarios/ford/", "DIR/scenarios/ford", "scenarios/ford/map.toml"];

#[test]
fn every_command_names_scenarios_in_the_same_ways() {
    for command in OF_SCENARIOS {
        // For `diff`, a file in a pack is a save.
        let names = if command.0.starts_with("diff") { &FORDS[..5] } else { &FORDS[..] };
        same(&[], command, names);
    }
}

#[test]
fn every_command_names_mods_in_the_same_ways() {
    for (before, command) in OF_MODS {
        same(before, command, &["veterans", "test.veterans", "mods/veterans", "./mods/veterans/"]);
    }
}

#[test]
fn every_command_names_systems_in_the_same_ways() {
    for command in [
        ("new battle ridge --system {}", ""),
        ("new mod brave --for {}", ""),
        ("check {}", ""),
        ("test {}", ""),
        ("rules coverage {} --games 2", ""),
    ] {
        same(&[], command, &["skirmish", "test.skirmish", "scripts/skirmish", "./scripts/skirmish/"]);
    }
}

#[test]
fn a_name_nothing_has_is_an_error_that_lists_what_there_is() {
    for command in OF_SCENARIOS {
        for name in ["waterloo", "me.waterloo", "scenarios/waterloo"] {
            let (text, code) = said(&[], command, name);
            let lists = ["available: ", "there is "].iter().any(|list| text.contains(list))
                || text.contains("did you mean")
                || text.contains("tests are in");
            assert!(
                code == Some(2) && text.contains("waterloo") && lists,
                "`{}` with {name}: {text}{code:?}",
                command.0
            );
        }
    }
}

#[test]
fn a_name_of_two_packs_is_an_error_that_names_both() {
    for (command, input) in OF_SCENARIOS {
        let shell = Shell::new();
        let manifest = shell.read("scenarios/ford/pack.toml");
        for file in ["map.toml", "units.toml", "scenario.toml"] {
            shell.write(&format!("scenarios/another/{file}"), &shell.read(&format!("scenarios/ford/{file}")));
        }
        shell.write("scenarios/another/pack.toml", &manifest.replace("test.ford", "me.ford"));
        let output = shell.output(&command.replace("{}", "ford"), input);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
        assert!(
            output.status.code() == Some(2) && text.contains("write `me.ford` or `test.ford`"),
            "`{command}`: {text}"
        );
    }
}

#[test]
fn a_pack_named_by_its_path_comes_before_another_of_the_same_id() {
    let shell = Shell::new();
    let copy = Shell::new();
    copy.edit("scenarios/ford/pack.toml", "The ford", "The other ford");
    let path = copy.path("scenarios/ford").display().to_string();
    let info = |name: &str| String::from_utf8(shell.output(&format!("mods info {name}"), "").stdout).expect("text");
    assert!(info("ford").contains("The ford") && info(&path).contains("The other ford"));
    let svg = |name: &str| shell.output(&format!("map {name} --bare"), "").stdout;
    copy.edit("scenarios/ford/map.toml", "wood = [\"0302\"]", "wood = [\"0302\", \"0301\"]");
    assert_ne!(svg("ford"), svg(&path));
}

/// Suggested commands work in any folder.
#[test]
fn a_printed_command_works_from_anywhere() {
    let shell = Shell::new();
    let output = shell.output("play ford --seed 5 --save game.jsonl", "quit\n");
    let text = String::from_utf8(output.stdout).expect("text");
    let command =
        text.lines().find_map(|line| line.strip_prefix("Saved. Continue with: grognard ")).expect("a command");
    let elsewhere = Shell::empty(&[]);
    let replay = command.replace("play --load", "replay");
    let output = elsewhere.output(&replay, "");
    assert!(output.status.success(), "{replay}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(command.contains("--packs") && elsewhere.output(command, "quit\n").status.success(), "{command}");
}

#[test]
fn the_command_of_a_page_works_from_anywhere() {
    let shell = Shell::new();
    let made = shell.output(
        "lab compare ford --player random --a mod:veterans --side blue --games 100 --html page.html --json",
        "",
    );
    let page = shell.read("page.html");
    let start = page.find("grognard --packs ").expect("a command that names the folders of packs");
    let command = page[start..]
        .split('<')
        .next()
        .expect("its end")
        .replace("&#39;", "'")
        .replace("&quot;", "\"")
        .replace("&gt;", ">");
    let elsewhere = Shell::empty(&[]);
    let again = elsewhere.output(&format!("{} --json", command.trim_start_matches("grognard ").replace('\'', "")), "");
    assert!(again.status.success(), "{command}: {}", String::from_utf8_lossy(&again.stderr));
    let comparison =
        |json: &[u8]| serde_json::from_slice::<serde_json::Value>(json).expect("JSON")["comparison"].clone();
    assert_eq!(comparison(&again.stdout), comparison(&made.stdout), "{command}");
}
