//! Comparisons, and games in shards: files of them, workers that are killed, what cannot be merged.

use crate::shell::Shell;
use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn compare() {
    let mut shell = Shell::new();
    shell.run("lab compare ford --b option:supplies=1 --games 200 --margin 10").run("lab compare ford --games 200");
    shell.run("lab compare ford --b rule:x").run("lab compare ford --b option:suplies=1").run("lab compare ford --b mod:veteran");
    shell.run("lab compare ford --b cell:charts.crt.cells[\"7\"][\"1:1\"]=gone").run("lab compare ford --b cell:charts.crt.cells[\"6\"]=3");
    shell.run("lab compare ford --b agent:blue=gready").run("lab compare ford --side green").run("lab compare ford --margin 0");
    shell.expect("lab-compare");
}

/// Rules that count with a cell would fail in the middle of a game; it is told before one is played.
#[test]
fn a_cell_of_another_kind_is_refused() {
    let mut shell = Shell::with_shipped_packs();
    let cell = "charts.calendar.cells[\"3\"][\"soviet\"]";
    shell.run(&format!("lab compare battle-for-moscow --b cell:{cell}=banana -o games.jsonl"));
    shell.run(&format!("lab sweep battle-for-moscow --over {cell}=2,banana"));
    shell.run("lab compare battle-for-moscow --b cell:charts.calendar.cells[\"3\"]=[\"\",\"mud\",1,\"four\",\"-\"]");
    shell.expect("lab-cells");
    assert!(!shell.path("games.jsonl").exists(), "nothing is played");
}

#[test]
fn slips_of_the_command_line_are_told_as_what_they_are() {
    let mut shell = Shell::with_shipped_packs();
    shell.run("lab compare battle-for-moscow --b mod:bfm-1986").run("lab bisect battle-for-moscow --of moscow-1986");
    shell.run("lab sweep battle-for-moscow --over -3..4").run("lab compare battle-for-moscow --b -3");
    shell.run("lab calibrate battle-for-moscow --planted -5").run("sim battle-for-moscow --seed -1");
    shell.run("lab ladder battle-for-moscow --seed 1.5").run("lab sweep battle-for-moscow --over option:retreat --games -1");
    shell.run("lab compare battle-for-moscow --margin -3").run("sim battle-for-moscow -o .");
    let soviet = "charts.calendar.cells[\"3\"][\"soviet\"]";
    for list in ["1..", "a..6", "6..1", "1,,2", "1,1", "", "a,b"] {
        shell.run(&format!("lab sweep battle-for-moscow --over {soviet}={list}"));
    }
    shell.run("lab sweep battle-for-moscow --over option:retreet").expect("lab-slips");
    let told = shell.json(&format!("lab sweep battle-for-moscow --over {soviet}=-2..-1 --games 2 --json"));
    assert_eq!((&told[0]["value"], &told[1]["value"]), (&"-2".into(), &"-1".into()));
    // The value in force has a line, whether it was asked for or not.
    let values = |told: &serde_json::Value| {
        let steps = told.as_array().expect("steps").iter();
        steps
            .map(|step| format!("{}{}", step["value"].as_str().unwrap(), ["", "*"][usize::from(step["in_force"] == true)]))
            .collect::<Vec<_>>()
    };
    assert_eq!(values(&told), ["-2", "-1", "4*"]);
    for (over, expected) in [
        (format!("{soviet}=3..5"), vec!["3", "4*", "5"]),
        (format!("{soviet}=5,3"), vec!["4*", "5", "3"]),
        ("option:retreat=from-battle-hex".to_owned(), vec!["from-attackers*", "from-battle-hex"]),
    ] {
        assert_eq!(values(&shell.json(&format!("lab sweep battle-for-moscow --over {over} --games 2 --json"))), expected, "{over}");
    }
    let printed = shell.output(&format!("lab sweep battle-for-moscow --over {soviet}=5 --games 2"), "");
    let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
    assert!(printed.lines().any(|line| line.trim_start().starts_with("4 ") && line.ends_with("the value in force")), "{printed}");
}

/// Who writes to a full disk is told, whatever is written; a device is not read to its end, which it does not have.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let shell = Shell::new();
    let compare = "lab compare ford --b option:supplies=1 --games 20";
    for command in [
        "sim ford --games 4 -o /dev/full".to_owned(),
        format!("{compare} -o /dev/full"),
        format!("{compare} --html /dev/full"),
        format!("{compare} --jsonl /dev/full"),
        "lab sweep ford --over option:supplies --games 4 --html /dev/full".to_owned(),
        "lab coverage ford --games 4 --lcov /dev/full".to_owned(),
    ] {
        let output = shell.output(&command, "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{command}: {said}");
        assert!(said.contains("E510") && said.contains("/dev/full"), "{command}: {said}");
    }
    for command in ["sim ford --games 4", "sim ford --games 4 --json", "lab ladder ford --games 1", "lab ladder ford --games 1 --json"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
        let output = shell.command(command).stdin(Stdio::null()).stdout(full).stderr(Stdio::piped()).output().expect("a command");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(3) && said.contains("E511"), "{command}: {said}");
    }
}

#[test]
fn a_cell_that_is_set_by_hand_changes_the_game() {
    let shell = Shell::new();
    let told = shell.json(&format!("lab compare ford --games 400 --json{}", all_gone()));
    assert_eq!(told["experiment"]["variants"][1]["cells"].as_array().map(Vec::len), Some(6));
    assert_ne!(told["experiment"]["variants"][0]["lock"]["rules_hash"], told["experiment"]["variants"][1]["lock"]["rules_hash"]);
    let lost = |variant: &str| {
        let losses = told["comparison"]["effects"].as_array().unwrap().iter().filter(|effect| effect["group"] == "losses");
        losses.map(|effect| effect[variant]["mean"].as_f64().unwrap()).sum::<f64>()
    };
    assert!(lost("b") > lost("a"), "{} {}", lost("a"), lost("b"));
}

/// Changes with which the ford is another battle: every fight at even odds is lost.
fn all_gone() -> String {
    (1..=6).map(|die| format!(" --b cell:charts.crt.cells[\"{die}\"][\"1:1\"]=gone")).collect()
}

#[test]
fn games_that_were_kept_say_what_was_said_when_they_were_played() {
    let shell = Shell::new();
    let compare = format!("lab compare ford{}", all_gone());
    let answer = |told: &serde_json::Value| told["comparison"]["answer"].clone();
    let pairs = |told: &serde_json::Value| told["experiment"]["games"].as_u64().expect("a number");
    let played = shell.json(&format!("{compare} --games 2000 -o stopped.jsonl --json"));
    assert_eq!(answer(&played)["verdict"], "different", "{:#}", answer(&played));
    assert_eq!(shell.json("lab report stopped.jsonl --json"), played);
    // A comparison that ended when its answer was known lacks nothing.
    assert_eq!(shell.json("lab merge stopped.jsonl -o merged.jsonl --json"), played);
    assert!(shell.read("merged.jsonl") == shell.read("stopped.jsonl"));
    let report = shell.output("lab report stopped.jsonl", "");
    assert!(report.stderr.is_empty(), "{}", String::from_utf8_lossy(&report.stderr));
    // Shards play on when the answer is known, and change nothing about it.
    for part in [2, 1] {
        assert!(shell.output(&format!("{compare} --games 2000 -o part-{part}.jsonl --shard {part}/2"), "").status.success());
    }
    let merged = shell.json("lab merge part-2.jsonl part-1.jsonl --json");
    assert_eq!((answer(&merged), pairs(&merged)), (answer(&played), 2000));
    assert_ne!(merged["comparison"]["pairs"], played["comparison"]["pairs"], "the others are counted all the same");
    let told = String::from_utf8(shell.output("lab merge part-1.jsonl part-2.jsonl", "").stdout).expect("text");
    assert!(told.contains("Who had planned all 2000 and looked at nothing before would say:"), "{told}");
    let known = answer(&played)["pairs"].as_object().expect("pairs").values().filter_map(serde_json::Value::as_u64).sum::<u64>();
    assert!(told.contains(&format!("The answer rests on the first {known} pairs; what stands below counts all 2000.")), "{told}");
    // The first part knows the answer; what the second still lacks changes nothing. Games behind a gap are another matter.
    let begun = |name: &str, lines: usize| {
        let text = shell.read(name);
        let mut kept: Vec<String> = text.lines().take(lines + 1).map(str::to_owned).collect();
        let end: serde_json::Value = serde_json::from_str(text.lines().last().expect("an end")).expect("JSON");
        kept.push(serde_json::json!({ "end": { "done": lines, "maps": end["end"]["maps"] } }).to_string());
        shell.write(name, &(kept.join("\n") + "\n"));
    };
    begun("part-2.jsonl", 5);
    assert_eq!(answer(&shell.json("lab merge part-2.jsonl part-1.jsonl --json")), answer(&played));
    begun("part-1.jsonl", 5);
    let merged = shell.output("lab merge part-1.jsonl part-2.jsonl", "");
    let said = String::from_utf8_lossy(&merged.stderr).into_owned();
    assert!(said.contains("E561") && said.contains("part-1.jsonl has 5 of 1000 games"), "{said}");
}

/// The ninth of ten parts of five games has none.
#[test]
fn of_games_that_were_not_played_nothing_is_said() {
    let shell = Shell::new();
    let said = |command: &str| {
        let output = shell.output(&format!("{command} --games 5 --shard 9/10 -o {}.jsonl", command.len()), "");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(said("sim ford"), "test.ford: no game was played\n");
    let told = said("lab compare ford --b option:supplies=1");
    assert!(!told.contains("always") && told.contains("0.0 to 100.0"), "{told}");
}

/// When a comparison is over does not depend on how many games it may have, but on the margin, which is kept.
#[test]
fn a_file_is_made_longer_by_the_same_command_with_more_games() {
    let shell = Shell::new();
    let said = |command: &str| {
        let output = shell.output(command, "");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for command in ["sim ford", "lab compare ford --b option:supplies=1", "lab sweep ford --over option:supplies"] {
        let name = format!("{}.jsonl", command.replace(|c: char| !c.is_alphabetic(), ""));
        for games in [100, 140] {
            let (code, told) = said(&format!("{command} --games {games} -o {name}"));
            assert_eq!(code, Some(0), "{command}: {told}");
        }
        assert_eq!(said(&format!("{command} --games 140 -o at-once.jsonl")).0, Some(0));
        assert!(shell.read(&name) == shell.read("at-once.jsonl"), "{command}: other games than those played at once");
        fs::remove_file(shell.path("at-once.jsonl")).expect("a file");
        let (code, told) = said(&format!("{command} --games 120 -o {name}"));
        assert!(code == Some(3) && told.contains("it is for 140 games, and can be made longer but not shorter"), "{told}");
    }
    for part in [1, 2] {
        assert_eq!(said(&format!("sim ford --games 12 --shard {part}/2 -o part-{part}.jsonl")).0, Some(0));
    }
    let (code, told) = said("sim ford --games 20 --shard 1/2 -o part-1.jsonl");
    assert!(code == Some(3) && told.contains("it is a part of 12 games, and the parts of 20 begin elsewhere"), "{told}");
    assert_eq!(said("lab merge part-1.jsonl part-2.jsonl -o merged.jsonl").0, Some(0));
    assert_eq!(said("sim ford --games 20 -o merged.jsonl").0, Some(0));
    assert_eq!(shell.read("merged.jsonl").lines().count(), 22);
}

/// A second question would be another chance to find something, so nobody asks one without being told.
#[test]
fn a_file_of_games_keeps_the_question_they_were_played_for() {
    let shell = Shell::new();
    let compare = "lab compare ford --b option:supplies=1 --games 120";
    let asked = "--margin 7 --side red";
    let played = shell.json(&format!("{compare} {asked} -o games.jsonl --json"));
    assert_eq!(played["comparison"]["question"]["margin"], 0.07);
    for again in ["lab report games.jsonl --json", "lab merge games.jsonl --json", &format!("{compare} -o games.jsonl --json")] {
        assert_eq!(shell.json(again), played, "{again}");
    }
    let said = |command: &str| {
        let output = shell.output(command, "");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let another = "The games were played for another question: Red, with a margin of 7.0 wins in 100 games.";
    for other in ["--margin 3", "--side blue"] {
        let told = said(&format!("lab report games.jsonl {other} --html page.html"));
        assert!(told.contains(another) && shell.read("page.html").contains(another), "{told}");
        let told = said(&format!("{compare} {other} -o games.jsonl"));
        assert!(told.contains("E560") && told.contains("and red, to 7 wins in 100 games"), "{told}");
    }
    assert!(!said("lab report games.jsonl --margin 7 --html page.html").contains(another));
    assert!(shell.read("page.html").contains("--side red --margin 7 "));

    for (part, asked) in [("1/2", asked), ("2/2", asked), ("2/2", "--margin 8 --side red")] {
        let name = format!("{}-{}.jsonl", &part[..1], &asked[9..10]);
        assert!(shell.output(&format!("{compare} {asked} --shard {part} -o {name}"), "").status.success());
    }
    assert!(said("lab merge 1-7.jsonl 2-8.jsonl").contains("E560"));
    assert!(said("lab merge 1-7.jsonl 2-7.jsonl -o whole.jsonl").contains("Red"));
    assert_eq!(shell.json("lab report whole.jsonl --json")["comparison"]["question"], played["comparison"]["question"]);
}

#[test]
fn calibrate() {
    let mut shell = Shell::new();
    let command = "lab calibrate ford --games 100 --repetitions 40 --margin 10";
    shell.run(command).run(&format!("{command} --lang fr"));
    // A part may be so small that it has no games.
    let empty = shell.output(&format!("{command} --shard 1/200 -o part.jsonl"), "");
    assert!(empty.status.success(), "{}", String::from_utf8_lossy(&empty.stderr));
    shell.run(&format!("{command} --planted 200")).run(&format!("{command} --planted 0")).expect("lab-calibrate");
}

#[test]
fn shards_make_the_file_that_one_machine_makes() {
    let shell = Shell::new();
    for (command, games) in [("sim ford", 91), ("lab compare ford --b option:supplies=1", 40)] {
        let run = |rest: &str| {
            let output = shell.output(&format!("{command} --games {games} {rest}"), "");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        };
        let whole = format!("whole-{games}.jsonl");
        // A shard plays all its games; the whole is one shard too.
        run(&format!("-o {whole} --shard 1/1 --jobs 3"));
        for parts in [2, 5] {
            let names: Vec<String> = (1..=parts).map(|part| format!("part-{games}-{part}-of-{parts}.jsonl")).collect();
            for (part, name) in names.iter().enumerate() {
                run(&format!("-o {name} --shard {}/{parts} --jobs {}", part + 1, 1 + part % 2));
            }
            // In whatever order they are named.
            let backwards: Vec<&str> = names.iter().rev().map(String::as_str).collect();
            let merged = shell.output(&format!("lab merge {} -o merged.jsonl", backwards.join(" ")), "");
            assert!(merged.status.success(), "{}", String::from_utf8_lossy(&merged.stderr));
            assert_eq!(shell.read("merged.jsonl"), shell.read(&whole), "{command} in {parts} shards");
        }
    }
}

#[test]
fn a_worker_that_is_killed_goes_on_where_it_was() {
    let shell = Shell::new();
    let command = "sim ford --games 300000 --shard 1/2 --jobs 2 -o part.jsonl";
    let mut worker = shell.command(command).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a worker");
    let begun = Instant::now();
    while !shell.path("part.jsonl").exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    worker.kill().expect("a worker that can be killed");
    worker.wait().expect("its end");
    let before = shell.read("part.jsonl").lines().count();
    assert!((3..150_002).contains(&before), "{before} lines: the worker was to be killed in the middle");
    let merged = shell.output("lab merge part.jsonl", "");
    assert!(!merged.status.success() && String::from_utf8_lossy(&merged.stderr).contains("of 150000 games"));
    assert!(shell.output(command, "").status.success());
    assert!(shell.output("sim ford --games 300000 --shard 1/2 --jobs 1 -o undisturbed.jsonl", "").status.success());
    assert!(shell.read("part.jsonl") == shell.read("undisturbed.jsonl"), "the games are not the same");
    let left: Vec<_> = fs::read_dir(shell.path("."))
        .unwrap()
        .flatten()
        .filter(|file| file.file_name().to_string_lossy().starts_with(".undisturbed"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done() {
    let shell = Shell::new();
    let command = "sim ford --games 200000 --jobs 2 -o part.jsonl";
    let worker = shell.command(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a worker");
    while !shell.path("part.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(std::process::Command::new("kill").args(["-INT", &worker.id().to_string()]).status().expect("kill").success());
    let output = worker.wait_with_output().expect("its end");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("the same command goes on from there"), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Blue wins"));
    assert!(shell.output(command, "").status.success());
    assert_eq!(shell.read("part.jsonl").lines().count(), 200_002);
}

/// What a command prints that is interrupted after some seconds, and how long it took to end.
#[cfg(unix)]
fn interrupted(shell: &Shell, command: &str) -> (String, Duration) {
    let worker = shell.command(command).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a worker");
    std::thread::sleep(Duration::from_secs(3));
    let asked = Instant::now();
    assert!(std::process::Command::new("kill").args(["-INT", &worker.id().to_string()]).status().expect("kill").success());
    let output = worker.wait_with_output().expect("its end");
    assert_eq!(output.status.code(), Some(130), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8_lossy(&output.stdout).into_owned(), asked.elapsed())
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_experiments_with_what_they_have_found() {
    let shell = Shell::with_shipped_packs();
    for command in ["lab envelope battle-for-moscow --games 1000000", "lab ladder battle-for-moscow --games 1000000"] {
        let (said, _) = interrupted(&shell, command);
        let played = said.split("stopped after ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
        assert!(played.is_some_and(|played| played > 0), "{command}: {said}");
        let (told, _) = interrupted(&shell, &format!("{command} --json"));
        let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        assert!(told["played"].as_u64() > Some(0) && told["played"].as_u64() < told["of"].as_u64(), "{command}: {told}");
    }
    let (said, _) = interrupted(&shell, "lab bisect battle-for-moscow --of battle-for-moscow-1986 --games 1000000");
    assert!(said.contains("nothing is known yet"), "{said}");
    let calibrate = "lab calibrate battle-for-moscow --no-mods --repetitions 1000000";
    let (said, _) = interrupted(&shell, &format!("{calibrate} --games 1000000"));
    assert!(said.contains("of 1000000 games\n") && said.contains("stopped before the first comparison"), "{said}");
    let (said, _) = interrupted(&Shell::new(), "lab calibrate ford --games 100 --repetitions 1000000");
    let made = said.split("unfinished: stopped after ").nth(1).and_then(|rest| rest.split(' ').next());
    assert!(made.is_some_and(|made| made.parse::<u64>().is_ok_and(|made| made > 0)), "{said}");
    assert!(said.contains("called different: ") && said.contains("stopped before the first comparison"), "{said}");
}

/// A game of agents that think for a second takes minutes; nobody waits for its end.
#[cfg(unix)]
#[test]
fn ctrl_c_gives_games_up_that_are_under_way() {
    let shell = Shell::with_shipped_packs();
    let slow = "--player german=search:ms=1000 --player soviet=search:ms=1000";
    for command in [
        format!("sim battle-for-moscow --games 2 --jobs 1 -o games.jsonl {slow}"),
        format!("lab profile battle-for-moscow --games 2 {slow}"),
        format!("lab coverage battle-for-moscow --games 2 {slow}"),
        format!("lab envelope battle-for-moscow --games 2 --jobs 1 {slow}"),
        "lab ladder battle-for-moscow --games 2 --jobs 1 --agents search:ms=1000,search:ms=1001".to_owned(),
    ] {
        let (_, waited) = interrupted(&shell, &command);
        assert!(waited < Duration::from_secs(20), "{command}: {waited:?}");
    }
    let file = shell.read("games.jsonl");
    assert_eq!(file.lines().count(), 2, "the file has whole games only: {file}");
}

/// A program that plays, as a shell script.
#[cfg(unix)]
fn bot(shell: &Shell, name: &str, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    shell.write(name, &format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(shell.path(name), fs::Permissions::from_mode(0o755)).expect("a program");
}

/// Whoever reads that a bot wins no game is told that it did not play.
#[cfg(unix)]
#[test]
fn games_that_programs_forfeit_are_told_with_the_reason() {
    let shell = Shell::new();
    bot(&shell, "rude.sh", "echo '{\"type\":\"ready\",\"protocol\":1}'\necho hello\ncat > /dev/null");
    bot(&shell, "brief.sh", "exit 0");
    let said = |command: &str| {
        let output = shell.output(command, "");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let compare = "lab compare ford --b agent:blue=exec:./rude.sh --b agent:red=exec:./brief.sh --games 20 --seed 5";
    let told = said(&format!("{compare} --html page.html --jsonl lines.jsonl -o games.jsonl"));
    let reason = |side: &str| {
        format!("the program that plays {side} said `hello`, which is no line of the protocol: the JSON is wrong at character 1")
    };
    let rude = format!("exec:./rude.sh lost 20 of 20 games as Blue under B by what it did, first from seed 5: {}.", reason("Blue"));
    for text in [&told, &said("lab report games.jsonl"), &said("lab merge games.jsonl"), &shell.read("page.html")] {
        assert!(text.contains(&rude), "{text}");
    }
    let lines: Vec<serde_json::Value> = shell.read("lines.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().any(|line| line["kind"] == "forfeits" && line["variant"] == "b" && line["games"] == 20), "{lines:?}");
    assert_eq!(shell.json("lab report games.jsonl --json")["forfeits"][0]["reason"], reason("blue"), "programs read names");
    let french = said("lab report games.jsonl --lang fr");
    assert!(french.contains("n’est pas une ligne du protocole : le JSON est faux au caractère 1."), "{french}");

    let told = said("lab sweep ford --over option:supplies --player blue=exec:./rude.sh --games 2");
    assert!(told.contains("exec:./rude.sh lost 2 of 2 games as Blue under"), "{told}");

    let ladder = "lab ladder ford --agents random,exec:./brief.sh --games 2";
    let brief = |side: &str| {
        let reason = format!("the program that plays {side} ended before the game did");
        format!("exec:./brief.sh lost 2 of 2 games as {side} by what it did, first from seed 1: {reason}.")
    };
    let told = said(ladder);
    assert!(told.contains(&brief("Blue")) && told.contains(&brief("Red")), "{told}");
    let told = shell.json(&format!("{ladder} --json"));
    assert_eq!(told["forfeits"].as_array().map(Vec::len), Some(2));
    assert_eq!((&told["forfeits"][0]["agent"], &told["forfeits"][0]["games"]), (&"exec:./brief.sh".into(), &2.into()));
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let mut shell = Shell::new();
    for (name, rest) in [
        ("one", "--shard 1/2"),
        ("two", "--shard 2/2"),
        ("half", "--shard 1/3"),
        ("other", "--shard 2/2 --option supplies=1"),
        ("seed", "--shard 2/2 --seed 2"),
    ] {
        assert!(shell.output(&format!("sim ford --games 12 -o {name}.jsonl {rest}"), "").status.success(), "{name}");
    }
    shell.run("lab merge one.jsonl").run("lab merge two.jsonl").run("lab merge one.jsonl half.jsonl two.jsonl");
    shell.run("lab merge one.jsonl other.jsonl").run("lab merge one.jsonl seed.jsonl").run("lab merge one.jsonl two.jsonl");
    shell
        .run("sim ford --games 12 -o one.jsonl --shard 2/2")
        .run("sim ford --games 12 --shard 2/2")
        .run("sim ford --games 12 -o x.jsonl --shard 3/2");
    shell.write("broken.jsonl", "{}\n{}\n");
    shell.run("lab merge broken.jsonl").run("lab report one.jsonl");
    // What is read is not written over.
    shell.run("lab report one.jsonl --html ./one.jsonl").run("lab merge one.jsonl two.jsonl --jsonl two.jsonl");
    // What differs is named, even where the rules are the same.
    shell.run("sim ford --games 6 -o one.jsonl --shard 1/2 --option supplies=3").expect("lab-merge");
}

#[test]
fn a_broken_file_of_games_is_told_with_the_line_and_what_belongs_there() {
    let mut shell = Shell::new();
    assert!(shell.output("lab compare ford --b option:supplies=1 --games 20 -o games.jsonl --jsonl facts.jsonl", "").status.success());
    let whole = shell.read("games.jsonl");
    let with = |at: usize, line: &str| {
        let mut lines: Vec<&str> = whole.lines().collect();
        lines[at] = line;
        lines.join("\n") + "\n"
    };
    let third = whole.lines().nth(2).expect("a line");
    for (name, text) in [
        ("nothing.jsonl", String::new()),
        ("head.jsonl", with(0, "{\"experiment\":{\"format\":1}}")),
        ("torn.jsonl", with(2, &third[..third.len() / 2])),
        ("comma.jsonl", with(2, &third.replacen(':', ",", 1))),
        ("other.jsonl", with(2, "{\"games\":7}")),
        ("seed.jsonl", with(2, whole.lines().nth(3).expect("a line"))),
        ("cut.jsonl", whole.lines().take(9).map(|line| format!("{line}\n")).collect()),
        ("short.jsonl", with(3, "").replacen("\n\n", "\n", 1)),
    ] {
        shell.write(name, &text);
        shell.run(&format!("lab report {name}"));
    }
    fs::write(shell.path("bytes.jsonl"), [whole.as_bytes(), b"\xff"].concat()).expect("a file");
    shell.run("lab merge bytes.jsonl").run("lab report facts.jsonl").expect("lab-broken");
}

#[test]
fn a_report_is_one_file_that_asks_for_nothing() {
    let shell = Shell::new();
    let made = shell.output("lab compare ford --b option:supplies=1 --games 120 --html report.html --jsonl report.jsonl", "");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let page = shell.read("report.html");
    for needed in ["<svg", "Who wins", "Where units were lost", "grognard lab compare test.ford --no-mods", "b3:"] {
        assert!(page.contains(needed), "{needed}");
    }
    assert!(!page.contains("src=\"http") && !page.contains("<script") && !page.contains("url(http"));
    let lines: Vec<serde_json::Value> = shell.read("report.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines[0]["kind"].as_str(), lines[1]["kind"].as_str()), (Some("experiment"), Some("answer")));
    assert!(lines.iter().any(|line| line["kind"] == "effect" && line["group"] == "losses"));
}

/// What stands on a page between its tags, but for numbers.
fn texts(page: &str) -> BTreeSet<String> {
    let body = page.split_once("</style>").expect("a style").1;
    // The ground of a map is drawn with the names of its places.
    let (before, ground) = body.split_once("<defs>").unwrap_or((body, ""));
    let after = ground.split_once("</defs>").map_or("", |(_, after)| after);
    let pieces = before.split('<').chain(after.split('<')).filter_map(|piece| Some(piece.split_once('>')?.1.trim().to_owned()));
    pieces.filter(|text| text.chars().any(char::is_alphabetic)).collect()
}

/// What is the same in both languages: names of packs, of rules of theirs, of options, of commands; letters.
fn is_name(text: &str) -> bool {
    let names = ["A", "B", "pack", "version", "The ford", "Options: "];
    let starts = ["test.", "b3:", "grognard lab ", "supplies", "Results of a fight: ", "stronger by"];
    names.contains(&text) || starts.iter().any(|start| text.starts_with(start)) || text.starts_with(|first: char| first.is_ascii_digit())
}

#[test]
fn pages_speak_french_from_the_first_word_to_the_last() {
    let shell = Shell::new();
    for (command, least) in [
        ("lab compare ford --b option:supplies=1 --games 120", 40),
        ("lab compare ford --b option:supplies=1 --games 20 --player blue=search:ms=1", 40),
        ("lab sweep ford --over option:supplies --games 40", 20),
    ] {
        for (language, name) in [("en", "en.html"), ("fr", "fr.html")] {
            let made = shell.output(&format!("--lang {language} {command} --html {name}"), "");
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        }
        let [english, french] = ["en.html", "fr.html"].map(|name| texts(&shell.read(name)));
        assert!(shell.read("fr.html").contains("<html lang=\"fr\">") && english.len() > least, "{command}: {}", english.len());
        let same: Vec<&String> = english.intersection(&french).filter(|text| !is_name(text)).collect();
        assert!(same.is_empty(), "{command}: not in French: {same:#?}");
    }
}

/// Lines that are the same in both languages have no word of the program: rows of numbers, names of functions and files.
#[test]
fn what_the_lab_prints_is_french_throughout() {
    let shell = Shell::with_shipped_packs();
    let said = |language: &str, command: &str| {
        let output = shell.output(&format!("--lang {language} {command}"), "");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().map(str::to_owned).filter(|line| line.split(' ').any(is_word)).collect::<Vec<_>>()
    };
    let battle = "battle-for-moscow --no-mods";
    said("en", &format!("sim {battle} --games 4 --shard 1/1 -o games.jsonl"));
    for command in [
        format!("sim {battle} --games 4"),
        "lab merge games.jsonl".to_owned(),
        format!("lab compare {battle} --b option:retreat=from-battle-hex --games 4 -o pairs.jsonl"),
        "lab report pairs.jsonl".to_owned(),
        format!("lab envelope {battle} --games 4"),
        format!("lab sweep {battle} --over option:retreat --games 4"),
        format!("lab bisect {battle} --of battle-for-moscow-1986 --games 50"),
        format!("lab ladder {battle} --games 1"),
        format!("lab profile {battle} --games 1 --most 5"),
        format!("lab coverage {battle} --games 1"),
    ] {
        let (english, french) = (said("en", &command), said("fr", &command));
        // Lines of scripts, and the names of their files.
        let is_script = |line: &str| line.contains(".luau") || command.contains("coverage") && line.starts_with("  ");
        let same: Vec<&String> = english.iter().filter(|line| french.contains(line) && !is_script(line)).collect();
        assert!(english.len() > 1 && same.is_empty(), "{command}: not in French: {same:#?}");
        // Paragraphs have points in every language; shares have a comma in French.
        let is_pointed =
            |line: &str| line.as_bytes().windows(3).any(|at| at[0].is_ascii_digit() && at[1] == b'.' && at[2].is_ascii_digit());
        let pointed: Vec<&String> = french.iter().filter(|line| line.contains(" % (") && is_pointed(line)).collect();
        assert!(pointed.is_empty(), "{command}: {pointed:#?}");
    }
}

/// Whether it is a word of a language, and neither a number nor a name with signs in it.
fn is_word(text: &str) -> bool {
    let text = text.trim_matches(|c: char| ",.;:()".contains(c));
    text.len() > 2 && text.chars().all(char::is_alphabetic)
}

#[test]
fn a_sweep_has_a_page_with_the_command_that_makes_it() {
    let shell = Shell::new();
    let made = shell.output("lab sweep ford --over option:supplies --games 60 --html sweep.html", "");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let page = shell.read("sweep.html");
    for needed in ["<svg", "How often Blue wins with each value", "the value in force", "b3:", "How to read this"] {
        assert!(page.contains(needed), "{needed}");
    }
    assert!(!page.contains("src=\"http") && !page.contains("<script") && !page.contains("url(http"));
    let command = page.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next()).expect("a command");
    let again = shell.output(&format!("{} --html again.html", command.strip_prefix("grognard ").expect("a command")), "");
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    let picture = |page: &str| page.split("<svg").nth(1).and_then(|rest| rest.split("</svg>").next()).map(str::to_owned);
    assert_eq!(picture(&shell.read("again.html")), picture(&page));
}

#[test]
fn two_programs_do_not_write_one_file_of_games() {
    let shell = Shell::new();
    let command = "sim ford --games 200000 --jobs 1 -o part.jsonl";
    let mut first = shell.command(command).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a worker");
    while !shell.path("part.jsonl.lock").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    // The lock is there a moment before it holds.
    std::thread::sleep(Duration::from_millis(50));
    let second = shell.output(command, "");
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    let merged = shell.output("sim ford --games 12 -o other.jsonl", "");
    let was_running = first.try_wait().expect("a worker").is_none();
    first.kill().expect("a worker that can be killed");
    first.wait().expect("its end");
    assert!(was_running, "the first was to be at it still");
    assert_eq!(second.status.code(), Some(3), "{said}");
    assert!(said.contains("E570") && said.contains("part.jsonl"), "{said}");
    assert!(merged.status.success(), "another file is nobody's");
    // What a killed one leaves behind stands in nobody's way.
    assert!(shell.output("sim ford --games 200000 --jobs 1 --shard 1/1 -o part.jsonl", "").status.success());
}

#[test]
fn players_that_depend_on_the_machine_are_named() {
    let shell = Shell::new();
    let said = |command: &str| {
        let output = shell.output(command, "");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(
        said("sim ford --games 2 --player blue=search:ms=1 --shard 1/1 -o timed.jsonl").contains("search:ms=1: what such players answer")
    );
    assert!(said("lab merge timed.jsonl").contains("search:ms=1"));
    assert!(!said("sim ford --games 2 --player blue=search:playouts=1 --shard 1/1 -o counted.jsonl").contains("depends on the machine"));
    assert!(!said("lab merge counted.jsonl").contains("depends on the machine"));
}

#[test]
fn authors_see_what_rules_cost_and_what_is_never_run() {
    let mut shell = Shell::new();
    let told = shell.json("lab profile ford --games 5 --json");
    let functions = told["functions"].as_array().expect("functions");
    assert!(functions.iter().any(|function| function["name"] == "supplies.phase" && function["own"]["crossings"].as_u64() > Some(0)));
    assert!(told["methods"].as_array().expect("methods").iter().any(|method| method["name"] == "choose"));
    let output = shell.output("lab profile ford --games 5 --most 3", "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains(".luau:") && text.contains("more; --most tells of more"), "{text}");
    let made = shell.output("lab coverage ford --games 5 --lcov lines.info", "");
    assert!(made.status.success() && shell.read("lines.info").contains("SF:") && shell.read("lines.info").contains("DA:"));
    shell.run("lab coverage ford --games 40").run("lab coverage frod").run("lab profile ford --games 0");
    shell.run("lab profile ford --player blue=gready").run("lab coverage ford --mod veteran").expect("lab-authors");
}

#[test]
fn a_table_of_games_is_written_or_it_is_told_how() {
    let shell = Shell::new();
    for command in ["sim ford --games 4", "lab compare ford --b option:supplies=1 --games 20"] {
        let output = shell.output(&format!("{command} --parquet games.parquet"), "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if cfg!(feature = "parquet") {
            assert!(output.status.success(), "{said}");
            let bytes = fs::read(shell.path("games.parquet")).expect("a file");
            assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
        } else {
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert!(said.contains("E571") && said.contains("--features parquet"), "{said}");
            assert!(output.stdout.is_empty(), "nothing is played first");
        }
    }
}
