//! Games files and shards: killed workers, shards that cannot be merged, output files.

#[cfg(unix)]
use crate::cli::interrupt::{interrupt, shell_with_slow_water};
use crate::cli::lab::all_gone;
use crate::cli::shell::Shell;
#[cfg(unix)]
use grognard_testing::wait_until;
use std::fs;
#[cfg(unix)]
use std::process::Child;
use std::process::Stdio;

/// A full disk is reported whatever is written; a device, which has no end, is not read.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let shell = Shell::new();
    let compare = "lab compare ford --player random --b option:supplies=1 --games 20";
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
    for command in [
        "sim ford --games 4",
        "sim ford --games 4 --json",
        "lab ladder ford --games 1",
        "lab ladder ford --games 1 --json",
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
        let output = shell
            .command(command)
            .stdin(Stdio::null())
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .expect("a command");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(3) && said.contains("E511"), "{command}: {said}");
    }
}

#[test]
fn games_that_were_kept_say_what_was_said_when_they_were_played() {
    let shell = Shell::new();
    let compare = format!("lab compare ford --player random{}", all_gone());
    let answer = |told: &serde_json::Value| told["comparison"]["answer"].clone();
    let pairs = |told: &serde_json::Value| told["experiment"]["games"].as_u64().expect("a number");
    let played = shell.json(&format!("{compare} --games 2000 -o stopped.jsonl --json"));
    assert_eq!(answer(&played)["verdict"], "different", "{:#}", answer(&played));
    assert_eq!(shell.json("lab report stopped.jsonl --json"), played);
    // A comparison that stopped when its answer was known is complete.
    assert_eq!(shell.json("lab merge stopped.jsonl -o merged.jsonl --json"), played);
    assert!(shell.read("merged.jsonl") == shell.read("stopped.jsonl"));
    let report = shell.output("lab report stopped.jsonl", "");
    assert!(report.stderr.is_empty(), "{}", String::from_utf8_lossy(&report.stderr));
    // It is not extended either; a request for more games is answered with a note.
    for games in [2000, 3000] {
        let again = shell.output(&format!("{compare} --games {games} -o stopped.jsonl"), "");
        let said = String::from_utf8_lossy(&again.stderr).into_owned();
        let known = shell.read("stopped.jsonl").lines().count() - 2;
        assert!(said.contains(&format!("{known} of {games} seeds were enough for an answer")), "{said}");
    }
    // Shards continue after the answer is known, and do not change it.
    for part in [2, 1] {
        assert!(
            shell.output(&format!("{compare} --games 2000 -o part-{part}.jsonl --shard {part}/2"), "").status.success()
        );
    }
    let merged = shell.json("lab merge part-2.jsonl part-1.jsonl --json");
    assert_eq!((answer(&merged), pairs(&merged)), (answer(&played), 2000));
    assert_ne!(merged["comparison"]["pairs"], played["comparison"]["pairs"], "the others are counted all the same");
    let told = String::from_utf8(shell.output("lab merge part-1.jsonl part-2.jsonl", "").stdout).expect("text");
    assert!(told.contains("Judged only once, after all 2000, the difference would be"), "{told}");
    let known = answer(&played)["pairs"]
        .as_object()
        .expect("pairs")
        .values()
        .filter_map(serde_json::Value::as_u64)
        .sum::<u64>();
    assert!(
        told.contains(&format!("The answer is based on the first {known} pairs; the figures below count all 2000.")),
        "{told}"
    );
    // The first shard contains the answer; games still missing from the second do not change it. Games after a gap do
    // not count.
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

/// With five games in ten shards, the ninth has none.
#[test]
fn of_games_that_were_not_played_nothing_is_said() {
    let shell = Shell::new();
    let said = |command: &str| {
        let output = shell.output(&format!("{command} --games 5 --shard 9/10 -o {}.jsonl", command.len()), "");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(said("sim ford"), "test.ford: no games were played\n");
    let told = said("lab compare ford --player random --b option:supplies=1");
    assert!(!told.contains("always") && told.contains("0.0 to 100.0"), "{told}");
}

/// When a comparison stops depends not on the maximum number of games but on the margin, which is stored.
#[test]
fn a_file_is_made_longer_by_the_same_command_with_more_games() {
    let shell = Shell::new();
    let said = |command: &str| {
        let output = shell.output(command, "");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for command in
        ["sim ford", "lab compare ford --player random --b option:supplies=1", "lab sweep ford --over option:supplies"]
    {
        let name = format!("{}.jsonl", command.replace(|c: char| !c.is_alphabetic(), ""));
        for games in [100, 140] {
            let (code, told) = said(&format!("{command} --games {games} -o {name}"));
            assert_eq!(code, Some(0), "{command}: {told}");
        }
        assert_eq!(said(&format!("{command} --games 140 -o at-once.jsonl")).0, Some(0));
        assert!(shell.read(&name) == shell.read("at-once.jsonl"), "{command}: other games than those played at once");
        fs::remove_file(shell.path("at-once.jsonl")).expect("a file");
        let (code, told) = said(&format!("{command} --games 120 -o {name}"));
        assert!(
            code == Some(3) && told.contains("it is for 140 games, and can be extended but not shortened"),
            "{told}"
        );
    }
    for part in [1, 2] {
        assert_eq!(said(&format!("sim ford --games 12 --shard {part}/2 -o part-{part}.jsonl")).0, Some(0));
    }
    let (code, told) = said("sim ford --games 20 --shard 1/2 -o part-1.jsonl");
    assert!(
        code == Some(3)
            && told.contains("it is part of a run of 12 games, and a run of 20 games is divided differently"),
        "{told}"
    );
    assert_eq!(said("lab merge part-1.jsonl part-2.jsonl -o merged.jsonl").0, Some(0));
    assert_eq!(said("sim ford --games 20 -o merged.jsonl").0, Some(0));
    assert_eq!(shell.read("merged.jsonl").lines().count(), 22);
}

/// A second question is another chance to find a difference, so it comes with a warning.
#[test]
fn a_file_of_games_keeps_the_question_they_were_played_for() {
    let shell = Shell::new();
    let compare = "lab compare ford --player random --b option:supplies=1 --games 120";
    let asked = "--margin 7 --side red";
    let played = shell.json(&format!("{compare} {asked} -o games.jsonl --json"));
    assert_eq!(played["comparison"]["question"]["margin"], 0.07);
    for again in
        ["lab report games.jsonl --json", "lab merge games.jsonl --json", &format!("{compare} -o games.jsonl --json")]
    {
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
        assert!(told.contains("E560") && told.contains("side red, margin 7 wins in 100 games"), "{told}");
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
fn shards_make_the_file_that_one_machine_makes() {
    let shell = Shell::new();
    for (command, games) in [("sim ford", 91), ("lab compare ford --player random --b option:supplies=1", 40)] {
        let run = |rest: &str| {
            let output = shell.output(&format!("{command} --games {games} {rest}"), "");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        };
        let whole = format!("whole-{games}.jsonl");
        // A shard plays all its games; a single shard is the whole experiment.
        run(&format!("-o {whole} --shard 1/1 --jobs 3"));
        for parts in [2, 5] {
            let names: Vec<String> = (1..=parts).map(|part| format!("part-{games}-{part}-of-{parts}.jsonl")).collect();
            for (part, name) in names.iter().enumerate() {
                run(&format!("-o {name} --shard {}/{parts} --jobs {}", part + 1, 1 + part % 2));
            }
            // In any order.
            let backwards: Vec<&str> = names.iter().rev().map(String::as_str).collect();
            let merged = format!("merged-{games}.jsonl");
            let merging = shell.output(&format!("lab merge {} -o {merged}", backwards.join(" ")), "");
            assert!(merging.status.success(), "{}", String::from_utf8_lossy(&merging.stderr));
            assert_eq!(shell.read(&merged), shell.read(&whole), "{command} in {parts} shards");
        }
    }
}

/// More games than a test would wait for, so that they are still running.
#[cfg(unix)]
const ENDLESS: &str = "sim ford --mod slow-water --games 10000000 --jobs 2";

/// The games in a file, one per line; none while the file does not exist or has only been probed.
#[cfg(unix)]
fn games(shell: &Shell, file: &str) -> Vec<String> {
    let text = fs::read_to_string(shell.path(file)).unwrap_or_default();
    text.lines().filter(|line| line.starts_with("{\"games\"")).map(str::to_owned).collect()
}

/// Starts a command and waits until its file has more games than before.
#[cfg(unix)]
fn worker(shell: &Shell, command: &str, before: usize) -> Child {
    let worker = shell.command(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a worker");
    wait_until("games are written", || games(shell, "part.jsonl").len() > before);
    worker
}

#[cfg(unix)]
#[test]
fn a_worker_that_is_killed_goes_on_where_it_was() {
    let shell = shell_with_slow_water(100_000);
    let command = format!("{ENDLESS} --shard 1/2 -o part.jsonl");
    let mut killed = worker(&shell, &command, 0);
    killed.kill().expect("a worker that can be killed");
    killed.wait().expect("its end");
    let before = games(&shell, "part.jsonl");
    let merged = shell.output("lab merge part.jsonl", "");
    assert!(!merged.status.success() && String::from_utf8_lossy(&merged.stderr).contains("of 5000000 games"));
    let next = worker(&shell, &command, before.len());
    interrupt(&next);
    assert_eq!(next.wait_with_output().expect("its end").status.code(), Some(130));
    let all = games(&shell, "part.jsonl");
    assert!(all.starts_with(&before), "what the killed one has written is kept");
    let command = format!("sim ford --mod slow-water --games {} --jobs 1 -o undisturbed.jsonl", all.len());
    assert!(shell.output(&command, "").status.success());
    assert!(all == games(&shell, "undisturbed.jsonl"), "the games are not the same");
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
    let shell = shell_with_slow_water(100_000);
    let command = format!("{ENDLESS} -o part.jsonl");
    let first = worker(&shell, &command, 0);
    interrupt(&first);
    let output = first.wait_with_output().expect("its end");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("the same command continues from there"), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Blue wins"));
    let before = games(&shell, "part.jsonl");
    let second = worker(&shell, &command, before.len());
    interrupt(&second);
    assert_eq!(second.wait_with_output().expect("its end").status.code(), Some(130));
    assert!(games(&shell, "part.jsonl").starts_with(&before));
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
    shell
        .run("lab merge one.jsonl other.jsonl")
        .run("lab merge one.jsonl seed.jsonl")
        .run("lab merge one.jsonl two.jsonl");
    shell
        .run("sim ford --games 12 -o one.jsonl --shard 2/2")
        .run("sim ford --games 12 --shard 2/2")
        .run("sim ford --games 12 -o x.jsonl --shard 3/2");
    shell.write("broken.jsonl", "{}\n{}\n");
    shell.run("lab merge broken.jsonl").run("lab report one.jsonl");
    // Inputs are not overwritten.
    shell.run("lab report one.jsonl --html ./one.jsonl").run("lab merge one.jsonl two.jsonl --jsonl two.jsonl");
    // Differences are named, even where the rules are the same.
    shell.run("sim ford --games 6 -o one.jsonl --shard 1/2 --option supplies=3").expect("lab-merge");
}

#[test]
fn a_broken_file_of_games_is_told_with_the_line_and_what_belongs_there() {
    let mut shell = Shell::new();
    assert!(
        shell
            .output(
                "lab compare ford --player random --b option:supplies=1 --games 20 -o games.jsonl --jsonl facts.jsonl",
                ""
            )
            .status
            .success()
    );
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

#[cfg(unix)]
#[test]
fn two_programs_do_not_write_one_file_of_games() {
    let shell = shell_with_slow_water(100_000);
    let command = format!("{ENDLESS} -o part.jsonl");
    // The process that writes the file holds the lock.
    let mut first = worker(&shell, &command, 0);
    let second = shell.output(&command, "");
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    let merged = shell.output("sim ford --games 12 -o other.jsonl", "");
    let was_running = first.try_wait().expect("a worker").is_none();
    first.kill().expect("a worker that can be killed");
    first.wait().expect("its end");
    assert!(was_running, "the first was to be at it still");
    assert_eq!(second.status.code(), Some(3), "{said}");
    assert!(said.contains("E570") && said.contains("part.jsonl"), "{said}");
    assert!(merged.status.success(), "another file is nobody's");
    // The remains of a killed process do not block others.
    let third = worker(&shell, &command, games(&shell, "part.jsonl").len());
    interrupt(&third);
    assert_eq!(third.wait_with_output().expect("its end").status.code(), Some(130));
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
        said("sim ford --games 2 --player blue=plan:ms=1 --shard 1/1 -o timed.jsonl")
            .contains("the decisions of plan:ms=1 depend on the machine")
    );
    assert!(said("lab merge timed.jsonl").contains("plan:ms=1"));
    assert!(
        !said("sim ford --games 2 --player blue=plan:trials=1 --shard 1/1 -o counted.jsonl")
            .contains("depend on the machine")
    );
    assert!(!said("lab merge counted.jsonl").contains("depend on the machine"));
}

#[test]
fn a_table_of_games_is_written_or_it_is_told_how() {
    let shell = Shell::new();
    for command in ["sim ford --games 4", "lab compare ford --player random --b option:supplies=1 --games 20"] {
        let output = shell.output(&format!("{command} --parquet games.parquet"), "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if cfg!(feature = "parquet") {
            assert!(output.status.success(), "{said}");
            let bytes = fs::read(shell.path("games.parquet")).expect("a file");
            assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
            let output = shell.output(&format!("{command} -o games.parquet --parquet games.parquet"), "");
            assert!(String::from_utf8_lossy(&output.stderr).contains("E569"), "games are not written over");
        } else {
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert!(said.contains("E571") && said.contains("--features parquet"), "{said}");
            assert!(output.stdout.is_empty(), "nothing is played first");
        }
    }
}

/// A page can be recreated, games cannot; a report overwrites a page, and so does a sweep.
#[test]
fn pages_are_written_over_pages_and_never_over_games() {
    let shell = Shell::new();
    let sweep = "lab sweep ford --over option:supplies --games 4";
    assert!(shell.output("sim ford --games 4 -o games.jsonl", "").status.success());
    let games = shell.read("games.jsonl");
    for command in [
        format!("{sweep} --html games.jsonl"),
        "lab compare ford --player random --b option:supplies=1 --games 4 --html games.jsonl".to_owned(),
        "lab compare ford --player random --b option:supplies=1 --games 4 --jsonl games.jsonl".to_owned(),
        "lab coverage ford --games 4 --lcov games.jsonl".to_owned(),
    ] {
        let output = shell.output(&command, "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && said.contains("E569") && said.contains("games.jsonl is a games file"),
            "{said}"
        );
        assert_eq!(shell.read("games.jsonl"), games, "{command}");
    }
    // A merged file may overwrite one of its parts, but no other file.
    for (play, code) in [("sim ford --games 8", 0), ("sim ford --games 4 --seed 9", 3)] {
        assert!(shell.output(&format!("{play} -o other.jsonl"), "").status.success());
        let output = shell.output("lab merge other.jsonl -o games.jsonl", "");
        assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(shell.read("games.jsonl").lines().count(), 8 + 2);
        fs::remove_file(shell.path("other.jsonl")).expect("a file");
    }
    for seed in [1, 2] {
        assert!(shell.output(&format!("{sweep} --seed {seed} --html page.html"), "").status.success());
        assert!(shell.read("page.html").contains(&format!("--seed {seed} ")));
    }
}

/// A game played by a person cannot be replaced either.
#[test]
fn no_picture_or_page_is_written_over_a_save() {
    let shell = Shell::new();
    assert!(shell.output("play ford --player blue=random --player red=random --save game.jsonl", "").status.success());
    assert!(shell.output("sim ford --games 4 -o games.jsonl", "").status.success());
    for command in ["lab report games.jsonl --html", "lab report games.jsonl --jsonl", "map ford -o"] {
        for (file, what) in [("game.jsonl", "a saved game"), ("games.jsonl", "")] {
            let before = shell.read(file);
            let output = shell.output(&format!("{command} {file}"), "");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(
                output.status.code() == Some(2) && said.contains("E569") && said.contains(what),
                "{command} {file}: {said}"
            );
            assert_eq!(shell.read(file), before, "{command}");
        }
    }
}

/// Users who keep games on another disk use a link in place of the file.
#[cfg(unix)]
#[test]
fn what_a_link_leads_to_is_written_and_the_link_stays() {
    let shell = Shell::new();
    fs::create_dir(shell.path("disk")).expect("a folder");
    for (link, to) in
        [("games.jsonl", "disk/games.jsonl"), ("pairs.jsonl", "disk/pairs.jsonl"), ("page.html", "disk/page.html")]
    {
        std::os::unix::fs::symlink(to, shell.path(link)).expect("a link");
    }
    let sim = |games: u64| shell.output(&format!("sim ford --games {games} -o games.jsonl"), "");
    let compare = || {
        shell.output(
            "lab compare ford --player random --b option:supplies=1 --games 4 -o pairs.jsonl --html page.html",
            "",
        )
    };
    // With an empty target, and with an existing one.
    for games in [4, 6] {
        for output in [sim(games), compare()] {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        assert_eq!(shell.read("disk/games.jsonl").lines().count() as u64, games + 2);
        assert!(shell.read("disk/pairs.jsonl").lines().count() == 6 && shell.read("disk/page.html").contains("<svg"));
        for link in ["games.jsonl", "pairs.jsonl", "page.html"] {
            assert!(shell.path(link).is_symlink(), "{link}");
        }
    }
}
