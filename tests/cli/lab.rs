//! Comparisons, and games in shards: files of them, workers that are killed, what cannot be merged.

use crate::shell::Shell;
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

#[test]
fn a_cell_that_is_set_by_hand_changes_the_game() {
    let shell = Shell::new();
    let cells: Vec<String> =
        ["1", "2", "3", "4", "5", "6"].iter().map(|die| format!("--b cell:charts.crt.cells[\"{die}\"][\"1:1\"]=gone")).collect();
    let told = shell.json(&format!("lab compare ford --games 400 --json {}", cells.join(" ")));
    assert_eq!(told["experiment"]["variants"][1]["cells"].as_array().map(Vec::len), Some(6));
    assert_ne!(told["experiment"]["variants"][0]["lock"]["rules_hash"], told["experiment"]["variants"][1]["lock"]["rules_hash"]);
    let lost = |variant: &str| {
        let losses = told["comparison"]["effects"].as_array().unwrap().iter().filter(|effect| effect["group"] == "losses");
        losses.map(|effect| effect[variant]["mean"].as_f64().unwrap()).sum::<f64>()
    };
    assert!(lost("b") > lost("a"), "{} {}", lost("a"), lost("b"));
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
    let command = "sim ford --games 60000 --shard 1/2 --jobs 2 -o part.jsonl";
    let mut worker = shell.command(command).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a worker");
    let begun = Instant::now();
    while !shell.path("part.jsonl").exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    worker.kill().expect("a worker that can be killed");
    worker.wait().expect("its end");
    let before = shell.read("part.jsonl").lines().count();
    assert!((3..30_002).contains(&before), "{before} lines: the worker was to be killed in the middle");
    let merged = shell.output("lab merge part.jsonl", "");
    assert!(!merged.status.success() && String::from_utf8_lossy(&merged.stderr).contains("of 30000 games"));
    assert!(shell.output(command, "").status.success());
    assert!(shell.output("sim ford --games 60000 --shard 1/2 --jobs 1 -o undisturbed.jsonl", "").status.success());
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
    let command = "sim ford --games 60000 --jobs 2 -o part.jsonl";
    let worker = shell.command(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a worker");
    while !shell.path("part.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(std::process::Command::new("kill").args(["-INT", &worker.id().to_string()]).status().expect("kill").success());
    let output = worker.wait_with_output().expect("its end");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("the same command goes on from there"), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("blue wins"));
    assert!(shell.output(command, "").status.success());
    assert_eq!(shell.read("part.jsonl").lines().count(), 60_002);
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
    shell.run("lab merge broken.jsonl").run("lab report one.jsonl").expect("lab-merge");
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
