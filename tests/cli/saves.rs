//! Saves: continuing exactly where the game stopped, and damaged files.

use crate::cli::shell::Shell;
use grognard_testing::without_checksums;

/// The decisions of blue; an agent plays red.
const GAME: [&str; 10] =
    ["\"Red Fox\"=2 7=1", "all", "3", "grey 0301", "7 0201", "done", "boar all", "red 0201 done", "done", "done"];

/// Records a whole game between two people.
fn record_game(shell: &Shell) {
    let lines = "red=2 grey=1\nred grey 7\n4\nred 0201 done\nboar all\nrun 0401\ndone\ndone\ndone\ndone\ndone\ndone\n\
        done\ndone\n";
    let output = shell.output("play ford --seed 2 --player blue=person --player red=person --save game.jsonl", lines);
    assert!(
        String::from_utf8_lossy(&output.stdout).contains("The game is over."),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

fn end(shell: &Shell, file: &str) -> serde_json::Value {
    let report = shell.json(&format!("replay {file} --check --json"));
    assert_eq!(report["difference"], serde_json::Value::Null, "{file}");
    report
}

#[test]
fn going_on_is_the_same_as_never_stopping() {
    let shell = Shell::new();
    for (agent, seed) in [("greedy", 5), ("random", 1)] {
        let play = format!("play ford --seed {seed} --player red={agent} --save whole-{agent}-{seed}.jsonl");
        shell.output(&play, &lines(&GAME));
        let whole = format!("whole-{agent}-{seed}.jsonl");
        end(&shell, &whole);
        for stop in 0..GAME.len() {
            goes_on(&shell, &play, &whole, stop);
        }
    }
}

/// A game that is left after some lines and continued equals the uninterrupted game, to the last byte.
fn goes_on(shell: &Shell, play: &str, whole: &str, stop: usize) {
    let part = format!("part-{stop}-of-{whole}");
    assert_eq!(shell.output(&play.replace(whole, &part), &lines(&GAME[..stop])).status.code(), Some(0));
    assert_eq!(shell.output(&format!("play --load {part}"), &lines(&GAME[stop..])).status.code(), Some(0));
    assert_eq!(shell.read(&part), shell.read(whole), "{whole} left after {stop} lines");
}

#[test]
fn others_take_the_seats_of_a_game_that_goes_on() {
    let shell = Shell::new();
    shell.output(
        "play ford --seed 2 --player blue=person --player red=person --save left.jsonl",
        "red=2 grey=1\nred grey 7\n",
    );
    let nobody = shell.output("play --load left.jsonl --player blue=greedy --player red=random", "");
    assert!(
        String::from_utf8_lossy(&nobody.stdout).contains("The game is over."),
        "{}",
        String::from_utf8_lossy(&nobody.stdout)
    );
    assert!(
        shell
            .read("left.jsonl")
            .lines()
            .next()
            .is_some_and(|first| first.contains("recruit") && first.contains("random"))
    );
    end(&shell, "left.jsonl");
    let wrong = shell.output("play --load left.jsonl --player blue=nobody", "");
    assert!(!wrong.status.success() && String::from_utf8_lossy(&wrong.stderr).contains("E504"));
}

fn lines(all: &[&str]) -> String {
    all.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_picture_of_a_save_is_what_a_side_sees() {
    let mut shell = Shell::new();
    let lines = "\nred=2 grey=1\nred grey 7\n4\n";
    shell.output("play ford --seed 2 --mod fog --player blue=person --player red=person --save game.jsonl", lines);
    shell
        .run("map --load game.jsonl --side blue -o blue.svg")
        .run("map --load game.jsonl --side bleu")
        .run("map --load nothing.jsonl")
        .run("map --load game.jsonl --bare")
        .run("map ford --side blue")
        .expect("map-load");
    let red = String::from_utf8(shell.output("map --load game.jsonl --side red", "").stdout).unwrap();
    let blue = shell.read("blue.svg");
    assert!(blue.contains("Turn 1") && red.contains("Turn 1"));
    let hidden = |picture: &str| picture.matches("unknown unit").count();
    assert!(hidden(&blue) > 0 && hidden(&red) == 0, "{} and {}", hidden(&blue), hidden(&red));
}

#[test]
fn a_film_shows_a_side_what_it_saw_in_pictures_of_one_size() {
    let shell = Shell::new();
    let lines = "\nred=2 grey=1\nred grey 7\n4\n";
    shell.output("play ford --seed 2 --mod fog --player blue=person --player red=person --save game.jsonl", lines);
    let made = |command: &str, folder: &str| -> Vec<String> {
        assert!(
            shell.output(&format!("replay game.jsonl --film {folder} {command}"), "").status.success(),
            "{command}"
        );
        let mut names: Vec<String> = std::fs::read_dir(shell.path(folder))
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let decisions = made("--every decision --side blue", "all");
    assert!(decisions.len() > made("--every turn --side blue", "turns").len());
    assert_eq!(decisions[..2], ["0001.svg", "0002.svg"]);
    let pictures: Vec<String> = decisions.iter().map(|name| shell.read(&format!("all/{name}"))).collect();
    let head = |picture: &str| picture.split("role=").next().unwrap().to_owned();
    assert!(pictures.iter().all(|picture| head(picture) == head(&pictures[0])));
    let hidden =
        |pictures: &[String]| pictures.iter().map(|picture| picture.matches("unknown unit").count()).sum::<usize>();
    assert!(
        hidden(&pictures) > 0 && !pictures.iter().any(|picture| picture.contains("Boar") || picture.contains("Bear"))
    );
    let pngs = made("--every turn --png --width 320", "png");
    assert!(
        pngs.iter().all(|name| name.ends_with(".png"))
            && std::fs::read(shell.path("png/0001.png")).unwrap()[16..20] == 320_u32.to_be_bytes()
    );
}

/// The record of what blue saw and answered contains nothing that is hidden from it.
#[test]
fn a_record_of_a_side_tells_no_secrets() {
    let mut shell = Shell::new();
    let lines = "\ngrey=2 7=1\nall 0\ngrey 0301\n7 0201 done\n0302 grey\n";
    shell.output("play ford --seed 1 --mod fog --player blue=person --player red=person --save game.jsonl", lines);
    shell
        .run("replay game.jsonl --record red.jsonl")
        .run("replay game.jsonl --side blue --record blue.jsonl")
        .expect("record");
    let record = shell.read("blue.jsonl");
    assert!(record.contains("\"answer\":\"Grey Wolf=2, 7=1\"") && record.contains("unknown unit at 0302"), "{record}");
    assert!(record.contains("unknown unit laughs at its enemies"), "{record}");
    for secret in ["Boar", "Bear", "\"seed\""] {
        assert!(!record.contains(secret), "{secret} in {record}");
    }
    shell.output("replay game.jsonl --side red --record red.jsonl", "");
    assert!(shell.read("red.jsonl").contains("Boar"));
}

#[test]
fn replays() {
    let mut shell = Shell::new();
    record_game(&shell);
    shell
        .run("replay game.jsonl --check")
        .run("replay game.jsonl --to 6")
        .run("replay game.jsonl --to 0 --side red")
        .run("replay game.jsonl --to 1 --json")
        .run("replay game.jsonl --side bleu");
    shell.expect("replay");
}

#[test]
fn a_replay_that_differs() {
    let mut shell = Shell::new();
    record_game(&shell);
    let text = without_checksums(&shell.read("game.jsonl"));
    let footer = text.lines().last().unwrap();
    let end = &footer[footer.find("\"end\":\"").unwrap() + 7..][..16];
    shell.write("end.jsonl", &text.replace(end, "0123456789abcdef"));
    shell.note("Another hash in the last line.").run("replay end.jsonl --check");
    let hash = &text[text.find("\"state\":\"").unwrap() + 9..][..16];
    shell.write("state.jsonl", &text.replacen(hash, "0123456789abcdef", 1));
    shell.note("Another hash in the first answer.").run("replay state.jsonl --check");
    shell.edit("scripts/skirmish/fight.luau", "-1, \"3.0\", \"wood\"", "-2, \"3.0\", \"wood\"");
    shell.note("Other rules.").run("replay game.jsonl").run("replay game.jsonl --check").expect("replay-differs");
}

/// A request for the old rules is not silently answered with the current ones.
#[test]
fn a_replay_under_old_rules_that_cannot_be_had() {
    let mut shell = Shell::new();
    record_game(&shell);
    shell.write(
        "pinned.jsonl",
        &without_checksums(&shell.read("game.jsonl")).replacen("\"seed\"", "\"pinned\":true,\"seed\"", 1),
    );
    std::fs::remove_dir_all(shell.path("data/grognard/store")).expect("a store");
    shell.run("replay game.jsonl --pin").expect("replay-no-store");
    let status = |line: &str| shell.command(line).output().expect("a command").status.code();
    assert_eq!((status("replay pinned.jsonl"), status("replay pinned.jsonl --migrate")), (Some(1), Some(0)));
}

/// Without `GROGNARD_DATA`, data are kept in the system's folder; a relative path in the variable is ignored.
#[test]
#[cfg(target_os = "linux")]
fn the_folder_of_the_system_holds_saves() {
    let shell = Shell::new();
    for (home, data, holds) in [
        ("home", Some("data"), "data"),
        ("home2", None, "home2/.local/share"),
        ("home3", Some(""), "home3/.local/share"),
    ] {
        let mut command = shell.command("play ford --seed 2");
        command.env_remove("GROGNARD_DATA").env_remove("XDG_DATA_HOME").env("HOME", shell.path(home));
        if let Some(data) = data {
            command.env("XDG_DATA_HOME", if data.is_empty() { "relative".into() } else { shell.path(data) });
        }
        command.stdin(std::process::Stdio::null()).output().expect("a command");
        let saves = shell.path(holds).join("grognard/saves");
        assert!(saves.join("ford-2.jsonl").is_file(), "{}", saves.display());
    }
}

/// A save with false seed, dice, players or result is rejected, with the line.
#[test]
fn a_save_that_lies() {
    let mut shell = Shell::new();
    record_game(&shell);
    let text = without_checksums(&shell.read("game.jsonl"));
    let lines: Vec<&str> = text.lines().collect();
    let roll = lines.iter().position(|line| line.contains("\"roll\"")).unwrap();
    let die = &lines[roll][lines[roll].find("\"dice\":[").unwrap()..][..9];
    let with = |at: usize, line: &str| {
        lines[..at].iter().chain([&line]).chain(&lines[at..]).map(|line| format!("{line}\n")).collect::<String>()
    };
    let other = if die.ends_with('6') { 1 } else { 6 };
    shell.write("seed.jsonl", &text.replace("\"seed\":2", "\"seed\":3"));
    shell.write("nine.jsonl", &text.replacen(die, "\"dice\":[9", 1));
    shell.write("die.jsonl", &text.replacen(die, &format!("\"dice\":[{other}"), 1));
    shell.write("longer.jsonl", &with(lines.len() - 1, lines[lines.len() - 2]));
    shell.write("after.jsonl", &with(lines.len(), lines[lines.len() - 2]));
    shell.write("twice.jsonl", &with(lines.len(), lines[lines.len() - 1]));
    shell.write("side.jsonl", &text.replacen("\"blue\":\"person\"", "\"bleu\":\"person\"", 1));
    for file in ["seed", "nine", "die", "longer", "after", "twice", "side"] {
        shell.run(&format!("replay {file}.jsonl --check"));
    }
    shell.run("play --load die.jsonl").run("play --load longer.jsonl").expect("saves-impossible-rolls");
}

/// A game that a program forfeited has the same end when it is replayed.
#[test]
fn a_game_that_a_program_has_lost() {
    let mut shell = Shell::new();
    shell.run("play ford --seed 2 --player red=exec:cat --player blue=random --save lost.jsonl");
    shell.run("replay lost.jsonl --check").expect("saves-forfeited");
}

/// A name similar to that of a save.
#[test]
fn a_save_that_is_missing() {
    let mut shell = Shell::new();
    shell.run("play --load game.jsonl");
    shell.output("play ford --seed 5 --save retreat.jsonl", "");
    shell.output("play ford --seed 5", "");
    shell.run("play --load retraet.jsonl").run("play --load data/ford-4.jsonl").run("replay ford-55.jsonl");
    shell.run("play --load elsewhere/entirely.jsonl").expect("saves-missing");
}

#[test]
fn files_that_are_no_saves() {
    let mut shell = Shell::new();
    shell.output("play ford --seed 5 --save game.jsonl", "\"Red Fox\"=2 7=1\nall\n3\ngrey 0301\n");
    let text = without_checksums(&shell.read("game.jsonl"));
    let header = text.lines().next().unwrap();
    shell.write("empty.jsonl", "");
    shell.write("text.jsonl", "Dear diary,\n");
    shell.write("future.jsonl", &text.replace("\"grognard_save\":1", "\"grognard_save\":9"));
    shell.write("unit.jsonl", &text.replace("Grey Wolf", "Gray Wolf"));
    shell.write("line.jsonl", &text.replace("\"to\":\"march.goal\"", "\"to\":march.goal"));
    shell.write("scenario.jsonl", &header.replace("\"scenario\":\"ford\"", "\"scenario\":\"fort\""));
    shell.write("player.jsonl", &header.replace("greedy", "clever"));
    for file in ["empty", "text", "future", "unit", "line", "scenario", "player"] {
        shell.run(&format!("replay {file}.jsonl")).run(&format!("play --load {file}.jsonl"));
    }
    std::fs::write(shell.path("bytes.jsonl"), [0xff, 0xfe, 0x00]).unwrap();
    shell
        .run("replay bytes.jsonl")
        .run("replay scripts")
        .run("play ford --save game.jsonl")
        .run("play ford --seed 1 --save scripts/skirmish/march.luau/a.jsonl");
    shell.expect("saves-broken");
}

#[test]
fn a_line_that_was_cut_off_is_dropped() {
    let mut shell = Shell::new();
    shell.output("play ford --seed 5 --save game.jsonl", "\"Red Fox\"=2 7=1\nall\n3\n");
    let text = shell.read("game.jsonl");
    shell.write("game.jsonl", &text[..text.len() - 20]);
    shell
        .run_with("play --load game.jsonl", &["4", "log 3", "quit"])
        .run("replay game.jsonl --check")
        .expect("saves-cut-off");
}

#[test]
fn a_save_that_no_longer_fits_stays_as_it_is() {
    let mut shell = Shell::new();
    shell.output("play ford --seed 5 --save game.jsonl", "\"Red Fox\"=2 7=1\nall\n3\ngrey 0301\n");
    let text = shell.read("game.jsonl");
    shell.edit(
        "scenarios/ford/units.toml",
        "\"Grey Wolf\", side = \"blue\", type = \"foot\", strength = [4, 2], movement = 2",
        "\"Grey Wolf\", side = \"blue\", type = \"foot\", strength = [4, 2], movement = 1",
    );
    shell.edit("scenarios/ford/map.toml", "[\"0302\"]", "[\"0302\", \"0301\", \"0201\"]");
    shell.run_with("play --load game.jsonl --fork", &["options"]).expect("saves-other-rules");
    assert_eq!(shell.read("game.jsonl"), text);
}

#[test]
fn a_game_without_a_name_has_a_file_of_its_own() {
    let mut shell = Shell::new();
    for _ in 0..2 {
        shell.run_with("play ford --seed 3", &["quit"]);
    }
    shell.expect("saves-own-file");
    assert!(
        shell.path("data/grognard/saves/ford-3.jsonl").is_file()
            && shell.path("data/grognard/saves/ford-3-2.jsonl").is_file()
    );
}

/// Missing parts of a save are reported when it is checked; blank lines at the end are ignored.
#[test]
fn a_save_that_is_not_whole() {
    let shell = Shell::new();
    record_game(&shell);
    let text = shell.read("game.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    let without_end: String = lines[..lines.len() - 1].iter().map(|line| format!("{line}\n")).collect();
    shell.write("blank.jsonl", &format!("{text}\n \r\n"));
    shell.write("endless.jsonl", &without_end);
    shell.write("cut.jsonl", &without_end[..without_end.len() - 20]);
    let replayed = |file: &str, more: &str| shell.output(&format!("replay {file}.jsonl --check{more}"), "");
    assert_eq!(replayed("blank", "").status.code(), Some(0));
    for (file, why) in [("endless", "the line with the result is missing"), ("cut", "its last line is truncated")] {
        let output = replayed(file, "");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code() == Some(1)
                && told.contains("error[E411]: the save is incomplete")
                && told.contains(why),
            "{told}"
        );
        let output = replayed(file, " --json");
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(output.status.code() == Some(1) && json["incomplete"].as_str().unwrap().contains(why), "{json}");
        assert_eq!(
            shell.output(&format!("replay {file}.jsonl"), "").status.code(),
            Some(0),
            "nobody asked for a check"
        );
    }
    assert_eq!(replayed("endless", " --to 3").status.code(), Some(0), "what was not asked for is not missed");
}

/// The first line of a save must agree with its packs.
#[test]
fn a_first_line_that_lies() {
    let shell = Shell::new();
    record_game(&shell);
    let text = without_checksums(&shell.read("game.jsonl"));
    let check = |text: &str| {
        shell.write("lie.jsonl", text);
        let output = shell.output("replay lie.jsonl --check", "");
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(check(&text), (Some(0), String::new()));
    let (code, told) = check(&text.replacen("\"rules_hash\":\"b3:", "\"rules_hash\":\"b3:0", 1));
    assert!(code == Some(1) && told.contains("line 1: `lock.rules_hash` is b3:0"), "{told}");
    let (code, told) = check(&text.replacen("\"surrender\":true", "\"surrender\":false", 1));
    assert!(code == Some(1) && told.contains("`lock.options.surrender` is false, but the packs"), "{told}");
    shell.edit("scripts/skirmish/march.luau", "{1} marches to {2}", "{1} walks to {2}");
    let output = shell.output("replay game.jsonl --check", "");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("The rules have changed since the game was saved"), "{told}");
}

/// A side that does not exist, or that was not asked.
#[test]
fn sides_that_did_not_answer() {
    let shell = Shell::new();
    record_game(&shell);
    let text = without_checksums(&shell.read("game.jsonl"));
    let told = |side: &str| {
        shell.write(
            "side.jsonl",
            &text.replacen("{\"answer\":{\"side\":\"blue\"", &format!("{{\"answer\":{{\"side\":\"{side}\""), 1),
        );
        String::from_utf8(shell.output("replay side.jsonl --check", "").stderr).unwrap()
    };
    assert!(told("green").contains("there is no side `green`; the sides are blue, red"), "{}", told("green"));
    assert!(told("red").contains("was answered by red, but blue is asked now"), "{}", told("red"));
}

/// A save that was changed anywhere is rejected with the line; one without checksums can still be read.
#[test]
fn a_save_that_is_damaged() {
    let mut shell = Shell::new();
    record_game(&shell);
    let text = shell.read("game.jsonl");
    shell.write("hash.jsonl", &text.replacen("\"content\":\"b3:", "\"content\":\"b3:f", 1));
    let (before, after) = text.split_at(text.rfind("\"roll\"").unwrap());
    shell.write("roll.jsonl", &format!("{before}{}", after.replacen("purpose\":\"", "purpose\":\"a ", 1)));
    let lines: Vec<&str> = text.lines().collect();
    let missing: String = lines[..2].iter().chain(&lines[3..]).map(|line| format!("{line}\n")).collect();
    shell.write("missing.jsonl", &missing);
    for file in ["hash", "roll", "missing"] {
        let output = shell.output(&format!("replay {file}.jsonl --check"), "");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && told.contains("error[E412]: the save is damaged"), "{file}: {told}");
    }
    shell.write("old.jsonl", &without_checksums(&text));
    shell.run("replay missing.jsonl").run("replay old.jsonl --check").expect("saves-damaged");
    shell.output("play ford --seed 5 --save begun.jsonl", "\"Red Fox\"=2 7=1\nall\n");
    shell.write("begun.jsonl", &without_checksums(&shell.read("begun.jsonl")));
    assert_eq!(shell.output("play --load begun.jsonl --save new.jsonl", "quit\n").status.code(), Some(0));
    assert!(shell.read("new.jsonl").lines().all(|line| line.contains(",\"sum\":\"")), "it goes on with checksums");
}
