//! The reports of the lab: comparisons, sweeps, ladders, pages, and partial results after Ctrl-C.

#[cfg(unix)]
use crate::cli::interrupt::{Progress, interrupted, shell_with_slow_water};
use crate::cli::shell::Shell;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn compare() {
    let mut shell = Shell::new();
    shell
        .run("lab compare ford --player random --b option:supplies=1 --games 200 --margin 10")
        .run("lab compare ford --player random --games 200");
    shell
        .run("lab compare ford --player random --b rule:x")
        .run("lab compare ford --player random --b option:suplies=1")
        .run("lab compare ford --player random --b mod:veteran");
    shell
        .run("lab compare ford --player random --b cell:charts.crt.cells[\"7\"][\"1:1\"]=gone")
        .run("lab compare ford --player random --b cell:charts.crt.cells[\"6\"]=3");
    shell
        .run("lab compare ford --player random --b agent:blue=gready")
        .run("lab compare ford --player random --side green")
        .run("lab compare ford --player random --margin 0");
    shell.run("lab compare ford --player random --margin 3,5");
    shell.expect("lab-compare");
}

/// Rules that calculate with a cell would fail in the middle of a game; the mistake is reported before any game is
/// played.
#[test]
fn a_cell_of_another_kind_is_refused() {
    let mut shell = Shell::with_shipped_packs();
    let cell = "charts.calendar.cells[\"3\"][\"soviet\"]";
    shell.run(&format!("lab compare battle-for-moscow --b cell:{cell}=banana -o games.jsonl"));
    shell.run(&format!("lab sweep battle-for-moscow --over {cell}=2,banana"));
    shell.run("lab compare battle-for-moscow --b cell:charts.calendar.cells[\"3\"]=[\"\",\"mud\",1,\"four\",\"-\"]");
    shell.expect("lab-cell-changes");
    assert!(!shell.path("games.jsonl").exists(), "nothing is played");
}

/// What the battles have in common is stated, since a later reader of the result cannot know it.
#[test]
fn what_was_played_is_named() {
    let mut shell = Shell::new();
    let both = "--mod deep-ford --option supplies=2 --games 4";
    shell.run(&format!("lab compare ford --player random {both} --b option:supplies=1 --b agent:blue=random"));
    shell.run(&format!("lab compare ford --player random {both} --b mod:veterans -o pairs.jsonl --lang fr"));
    shell
        .run(&format!("sim ford {both} -o games.jsonl"))
        .run("lab report games.jsonl")
        .run("lab report games.jsonl --lang fr");
    shell.run(&format!("lab sweep ford {both} --over option:supplies=1..2 --player red=random"));
    shell
        .run("lab sweep ford --over option:supplies=1 --games 5 --shard 9/10 -o none.jsonl")
        .expect("lab-unknown-names");
}

#[test]
fn slips_of_the_command_line_are_told_as_what_they_are() {
    let mut shell = Shell::with_shipped_packs();
    shell.run("lab compare battle-for-moscow --b mod:bfm-1986").run("lab bisect battle-for-moscow --of moscow-1986");
    shell.run("lab bisect battle-for-moscow --of battle-for-moscow-1986 --mod battle-for-moscow-1986");
    shell.run("lab sweep battle-for-moscow --over -3..4").run("lab compare battle-for-moscow --b -3");
    shell.run("sim battle-for-moscow --seed -1");
    shell
        .run("lab ladder battle-for-moscow --seed 1.5")
        .run("lab sweep battle-for-moscow --over option:retreat --games -1");
    shell.run("lab compare battle-for-moscow --margin -3").run("sim battle-for-moscow -o .");
    let soviet = "charts.calendar.cells[\"3\"][\"soviet\"]";
    for list in ["1..", "a..6", "6..1", "1,,2", "1,1", "", "a,b"] {
        shell.run(&format!("lab sweep battle-for-moscow --over {soviet}={list}"));
    }
    shell.run("lab sweep battle-for-moscow --over option:retreet");
    shell.run("lab compare battle-for-moscow --b option:retreat=from-attackers --b option:retreat=from-battle-hex");
    shell.run(&format!("lab compare battle-for-moscow --a cell:{soviet}=5 --a cell:{soviet}=6"));
    shell.run("lab compare battle-for-moscow --b agent:german=greedy --b agent:german=random");
    shell.run("sim battle-for-moscow --option retreat=from-attackers --option retreat=from-battle-hex");
    shell.write("notes.txt", "no program");
    for player in ["recruit --player german=random", "plan:trials=0", "exec:./nowhere", "exec:./notes.txt"] {
        shell.run(&format!("sim battle-for-moscow --player german={player}"));
    }
    shell.expect("lab-mistakes");
    let told = shell.json(&format!("lab sweep battle-for-moscow --over {soviet}=-2..-1 --games 2 --json"));
    assert_eq!((&told["steps"][0]["value"], &told["steps"][1]["value"]), (&"-2".into(), &"-1".into()));
    assert_eq!((&told["interrupted"], &told["played"], &told["side"]), (&false.into(), &2.into(), &"german".into()));
    // The current value has a line, whether it was requested or not.
    let values = |told: &serde_json::Value| {
        let steps = told["steps"].as_array().expect("steps").iter();
        steps
            .map(|step| {
                format!("{}{}", step["value"].as_str().unwrap(), ["", "*"][usize::from(step["in_force"] == true)])
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(values(&told), ["-2", "-1", "4*"]);
    for (over, expected) in [
        (format!("{soviet}=3..5"), vec!["3", "4*", "5"]),
        (format!("{soviet}=5,3"), vec!["4*", "5", "3"]),
        ("option:retreat=from-battle-hex".to_owned(), vec!["from-attackers*", "from-battle-hex"]),
    ] {
        assert_eq!(
            values(&shell.json(&format!("lab sweep battle-for-moscow --over {over} --games 2 --json"))),
            expected,
            "{over}"
        );
    }
    let printed = shell.output(&format!("lab sweep battle-for-moscow --over {soviet}=5 --games 2"), "");
    let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
    assert!(
        printed.lines().any(|line| line.trim_start().starts_with("4 ") && line.ends_with("the current value")),
        "{printed}"
    );
}

#[test]
fn a_cell_that_is_set_by_hand_changes_the_game() {
    let shell = Shell::new();
    let told = shell.json(&format!("lab compare ford --player random --games 400 --json{}", all_gone()));
    assert_eq!(told["experiment"]["variants"][1]["cells"].as_array().map(Vec::len), Some(6));
    assert_ne!(
        told["experiment"]["variants"][0]["lock"]["rules_hash"],
        told["experiment"]["variants"][1]["lock"]["rules_hash"]
    );
    let lost = |variant: &str| {
        let losses =
            told["comparison"]["effects"].as_array().unwrap().iter().filter(|effect| effect["group"] == "losses");
        losses.map(|effect| effect[variant]["mean"].as_f64().unwrap()).sum::<f64>()
    };
    assert!(lost("b") > lost("a"), "{} {}", lost("a"), lost("b"));
}

/// Changes that make the ford a different battle: every fight at even odds is lost.
pub fn all_gone() -> String {
    (1..=6).map(|die| format!(" --b cell:charts.crt.cells[\"{die}\"][\"1:1\"]=gone")).collect()
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_experiments_with_what_they_have_found() {
    let shell = Shell::with_shipped_packs();
    let games = Progress { least: 1, what: "games" };
    for command in ["lab envelope battle-for-moscow --games 1000000", "lab ladder battle-for-moscow --games 1000000"] {
        let said = interrupted(&shell, command, games);
        let played = said.split("stopped after ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
        assert!(played.is_some_and(|played| played > 0), "{command}: {said}");
        let told = interrupted(&shell, &format!("{command} --json"), games);
        let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
        assert!(
            told["played"].as_u64() > Some(0) && told["played"].as_u64() < told["of"].as_u64(),
            "{command}: {told}"
        );
    }
    let none = Progress { least: 1, what: "games with 0 entries" };
    let said = interrupted(&shell, "lab bisect battle-for-moscow --of battle-for-moscow-1986 --games 1000000", none);
    assert!(said.contains("no result: "), "{said}");
    let all = Progress { least: 1, what: "games with 1 entry" };
    let said = interrupted(&shell_with_slow_water(2_000_000), "lab bisect ford --of slow-water --games 2000", all);
    let games = said.split("measured over ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
    assert!(
        said.starts_with("effect of the mod's 1 entry on Blue: ") && games.is_some_and(|games| games < 2000),
        "{said}"
    );
    let seeds = Progress { least: 1, what: "seeds" };
    let told = interrupted(&shell, "lab sweep battle-for-moscow --over option:retreat --games 1000000 --json", seeds);
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    assert!(told["interrupted"] == true && told["played"].as_u64() < told["experiment"]["games"].as_u64(), "{told}");
}

/// Creates a mod of the ford.
pub fn new_mod(shell: &Shell, name: &str) {
    let about = "kind = \"mod\"\nname = \"Another ford\"\nsummary = \"It is another\"\napi = \">=0.2, <0.3\"";
    let manifest = format!(
        "format = 1\nid = \"test.{name}\"\nversion = \"1.0.0\"\n{about}\n\n[requires]\n\"test.ford\" = \"^1\"\n"
    );
    shell.write(&format!("mods/{name}/pack.toml"), &manifest);
}

/// The first entry removes a result from the list; the second removes it from the table.
#[test]
fn entries_that_belong_together_say_why() {
    let mut shell = Shell::new();
    new_mod(&shell, "flood");
    let patch = |at: &str, value: &str| {
        format!("[[patch]]\nat = '{at}'\nop = \"set\"\nvalue = {value}\nwhy = \"the water rises\"\n\n")
    };
    let gone = ["[\"gone\", \"gone\", \"gone\"]"; 6].join(", ");
    let patches = [
        patch("charts.crt.values", "[\"-\", \"gone\"]"),
        patch("charts.crt.cells", &format!("[{gone}]")),
        patch("units.unit[\"7\"].movement", "2"),
    ];
    shell.write("mods/flood/patches/flood.toml", &patches.concat());
    shell
        .run("lab bisect ford --of flood --games 1000")
        .run("lab bisect ford --of flood --games 1000 --lang fr")
        .expect("lab-bisect");
}

/// A game between agents that think for seconds takes minutes. If the test waited for its end, it would have been
/// played.
#[cfg(unix)]
#[test]
fn ctrl_c_gives_games_up_that_are_under_way() {
    let shell = Shell::with_shipped_packs();
    let slow = "--player german=plan:ms=5000 --player soviet=plan:ms=5000";
    for (command, what) in [
        (format!("sim battle-for-moscow --games 2 --jobs 1 -o games.jsonl {slow}"), "seeds"),
        (format!("lab profile battle-for-moscow --games 2 {slow}"), "games"),
        (format!("lab coverage battle-for-moscow --games 2 {slow}"), "games"),
        (format!("lab envelope battle-for-moscow --games 2 --jobs 1 {slow}"), "games"),
        ("lab ladder battle-for-moscow --games 2 --jobs 1 --agents plan:ms=5000,plan:ms=5001".to_owned(), "games"),
    ] {
        let said = interrupted(&shell, &command, Progress { least: 0, what });
        assert!(
            command.contains("coverage") || said == "grognard.battle-for-moscow: no games were played\n",
            "{command}: {said}"
        );
    }
    let file = shell.read("games.jsonl");
    assert_eq!(file.lines().count(), 2, "the file has whole games only: {file}");
}

/// A bot written as a shell script.
#[cfg(unix)]
fn bot(shell: &Shell, name: &str, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    shell.write(name, &format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(shell.path(name), fs::Permissions::from_mode(0o755)).expect("a program");
}

/// Among many games, the one in which a rule failed can be replayed.
#[test]
fn a_rule_that_fails_is_told_with_the_seed_of_the_game() {
    let shell = Shell::new();
    shell.edit("scripts/skirmish/fight.luau", "local free, foes", "error(\"no fighting\")\n\tlocal free, foes");
    for command in ["sim ford", "lab compare ford --player random --b option:supplies=1", "lab ladder ford"] {
        let output = shell.output(&format!("{command} --games 3 --seed 5 --jobs 1"), "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let told = "this happened in the game with seed 5; `--seed 5 --games 1` plays only that game";
        assert!(
            output.status.code() == Some(1) && said.contains("no fighting") && said.contains(told),
            "{command}: {said}"
        );
    }
}

/// If the rules of one of two variants fail, the message names that variant and its own lines.
#[test]
fn a_rule_that_fails_under_one_of_two_variants_is_told_with_its_name() {
    let shell = Shell::new();
    shell.edit(
        "scripts/skirmish/fight.luau",
        "local free, foes",
        "if game:option(\"supplies\") == 1 then error(\"no supplies\") end\n\tlocal free, foes",
    );
    for (command, name) in [("--a option:supplies=1", "a"), ("--b option:supplies=1", "b")] {
        let output =
            shell.output(&format!("lab compare ford --player random {command} --games 3 --seed 5 --jobs 1"), "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let told = format!("under `{name}`: this happened in the game with seed");
        assert!(
            output.status.code() == Some(1) && said.contains("no supplies") && said.contains(&told),
            "{command}: {said}"
        );
    }
}

/// A report that a bot wins no games also says that it did not play.
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
    let compare = "lab compare ford --player random --b agent:blue=exec:./rude.sh --b agent:red=exec:./brief.sh --games 20 --seed 5";
    let told = said(&format!("{compare} --html page.html --jsonl lines.jsonl -o games.jsonl"));
    let reason = |side: &str| {
        format!("the program that plays {side} sent `hello`, which is not a valid message: invalid JSON at character 1")
    };
    let rude =
        format!("exec:./rude.sh forfeited 20 of 20 games as Blue under B, first with seed 5: {}.", reason("Blue"));
    for text in [&told, &said("lab report games.jsonl"), &said("lab merge games.jsonl"), &shell.read("page.html")] {
        assert!(text.contains(&rude), "{text}");
    }
    let lines: Vec<serde_json::Value> =
        shell.read("lines.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(
        lines.iter().any(|line| line["kind"] == "forfeits" && line["variant"] == "b" && line["games"] == 20),
        "{lines:?}"
    );
    assert_eq!(
        shell.json("lab report games.jsonl --json")["forfeits"][0]["reason"],
        reason("blue"),
        "programs read names"
    );
    let french = said("lab report games.jsonl --lang fr");
    assert!(french.contains("n’est pas un message valable : JSON incorrect au caractère 1."), "{french}");

    let told = said("lab sweep ford --over option:supplies --player blue=exec:./rude.sh --games 2");
    assert!(told.contains("exec:./rude.sh forfeited 2 of 2 games as Blue under"), "{told}");
    said("lab sweep ford --over option:supplies --player blue=exec:./rude.sh --games 2 --html sweep.html");
    assert!(shell.read("sweep.html").contains("exec:./rude.sh forfeited 2 of 2 games as Blue under 1, first"));

    let moscow = Shell::with_shipped_packs();
    bot(&moscow, "brief.sh", "exit 0");
    let lost = |command: &str, games: u64| {
        let command = format!("{command} --player german=exec:./brief.sh");
        let told = String::from_utf8(moscow.output(&command, "").stdout).expect("text");
        let expected = format!("exec:./brief.sh forfeited {games} of {games} games as German, first with seed 1: ");
        assert!(told.contains(&expected), "{command}: {told}");
        assert_eq!(moscow.json(&format!("{command} --json"))["forfeits"][0]["games"], games, "{command}");
    };
    lost("lab envelope battle-for-moscow --no-mods --games 3", 3);
    // Games without the mod, and games with all of it.
    lost("lab bisect battle-for-moscow --no-mods --of battle-for-moscow-1986 --games 50", 100);

    let ladder = "lab ladder ford --agents random,exec:./brief.sh --games 2";
    let brief = |side: &str| {
        let reason = format!("the program that plays {side} exited before the game was over");
        format!("exec:./brief.sh forfeited 2 of 2 games as {side}, first with seed 1: {reason}.")
    };
    let told = said(ladder);
    assert!(told.contains(&brief("Blue")) && told.contains(&brief("Red")), "{told}");
    let told = shell.json(&format!("{ladder} --json"));
    assert_eq!(told["forfeits"].as_array().map(Vec::len), Some(2));
    assert_eq!((&told["forfeits"][0]["agent"], &told["forfeits"][0]["games"]), (&"exec:./brief.sh".into(), &2.into()));
}

#[test]
fn a_report_is_one_file_that_asks_for_nothing() {
    let shell = Shell::new();
    let made = shell.output(
        "lab compare ford --player random --b option:supplies=1 --games 120 --html report.html --jsonl report.jsonl",
        "",
    );
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let page = shell.read("report.html");
    for needed in ["<svg", "Who wins", "Where units were lost", " lab compare test.ford --no-mods", "b3:"] {
        assert!(page.contains(needed), "{needed}");
    }
    assert!(!page.contains("src=\"http") && !page.contains("<script") && !page.contains("url(http"));
    let lines: Vec<serde_json::Value> =
        shell.read("report.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines[0]["kind"].as_str(), lines[1]["kind"].as_str()), (Some("experiment"), Some("answer")));
    assert!(lines.iter().any(|line| line["kind"] == "effect" && line["group"] == "losses"));
}

/// The texts on a page between its tags, without numbers.
fn texts(page: &str) -> BTreeSet<String> {
    let body = page.split_once("</style>").expect("a style").1;
    // The drawing of a map contains place names.
    let (before, ground) = body.split_once("<defs>").unwrap_or((body, ""));
    let after = ground.split_once("</defs>").map_or("", |(_, after)| after);
    let pieces =
        before.split('<').chain(after.split('<')).filter_map(|piece| Some(piece.split_once('>')?.1.trim().to_owned()));
    pieces.filter(|text| text.chars().any(char::is_alphabetic)).collect()
}

/// Texts that are the same in both languages: names of packs, their rules, options and commands; letters.
fn is_name(text: &str) -> bool {
    let names = ["A", "B", "pack", "version", "The ford", "Options: "];
    let starts = ["test.", "b3:", "grognard --packs ", "supplies", "Results of a fight: ", "stronger by"];
    names.contains(&text)
        || starts.iter().any(|start| text.starts_with(start))
        || text.starts_with(|first: char| first.is_ascii_digit())
}

#[test]
fn pages_speak_french_from_the_first_word_to_the_last() {
    let shell = Shell::new();
    for (command, least) in [
        ("lab compare ford --player random --b option:supplies=1 --games 120", 40),
        ("lab compare ford --player random --b option:supplies=1 --games 20 --player blue=plan:ms=1", 40),
        ("lab sweep ford --over option:supplies --games 40", 20),
    ] {
        for (language, name) in [("en", "en.html"), ("fr", "fr.html")] {
            let made = shell.output(&format!("--lang {language} {command} --html {name}"), "");
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        }
        let [english, french] = ["en.html", "fr.html"].map(|name| texts(&shell.read(name)));
        assert!(
            shell.read("fr.html").contains("<html lang=\"fr\">") && english.len() > least,
            "{command}: {}",
            english.len()
        );
        let same: Vec<&String> = english.intersection(&french).filter(|text| !is_name(text)).collect();
        assert!(same.is_empty(), "{command}: not in French: {same:#?}");
    }
}

/// Lines that are the same in both languages contain no words of the program: rows of numbers, names of functions and
/// files.
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
        format!("lab compare {battle} --player random --b option:retreat=from-battle-hex --games 4 -o pairs.jsonl"),
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
        let is_pointed = |line: &str| {
            line.as_bytes().windows(3).any(|at| at[0].is_ascii_digit() && at[1] == b'.' && at[2].is_ascii_digit())
        };
        let pointed: Vec<&String> = french.iter().filter(|line| line.contains(" % (") && is_pointed(line)).collect();
        assert!(pointed.is_empty(), "{command}: {pointed:#?}");
    }
}

/// Whether it is a word, and neither a number nor a name with symbols.
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
    for needed in ["<svg", "Win rate of Blue by value", "the current value", "b3:", "How to read this"] {
        assert!(page.contains(needed), "{needed}");
    }
    assert!(!page.contains("src=\"http") && !page.contains("<script") && !page.contains("url(http"));
    let command = page.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next()).expect("a command");
    let again =
        shell.output(&format!("{} --html again.html", command.strip_prefix("grognard ").expect("a command")), "");
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    let picture =
        |page: &str| page.split("<svg").nth(1).and_then(|rest| rest.split("</svg>").next()).map(str::to_owned);
    assert_eq!(picture(&shell.read("again.html")), picture(&page));
}

#[test]
fn authors_see_what_rules_cost_and_what_is_never_run() {
    let mut shell = Shell::new();
    let told = shell.json("lab profile ford --games 5 --json");
    let functions = told["functions"].as_array().expect("functions");
    assert!(
        functions
            .iter()
            .any(|function| function["name"] == "supplies.phase" && function["own"]["crossings"].as_u64() > Some(0))
    );
    assert!(told["methods"].as_array().expect("methods").iter().any(|method| method["name"] == "choose"));
    let output = shell.output("lab profile ford --games 5 --most 3", "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && text.contains(".luau:") && text.contains("more; list more with --most"),
        "{text}"
    );
    let made = shell.output("lab coverage ford --games 5 --lcov lines.info", "");
    assert!(
        made.status.success() && shell.read("lines.info").contains("SF:") && shell.read("lines.info").contains("DA:")
    );
    shell.run("lab coverage ford --games 40").run("lab coverage frod").run("lab profile ford --games 0");
    shell
        .run("lab profile ford --player blue=gready")
        .run("lab coverage ford --mod veteran")
        .expect("lab-profile-and-coverage");
}

/// Names of sides differ in length, and French ones contain letters of more than one byte.
#[test]
fn the_columns_of_a_report_stand_below_each_other_in_every_language() {
    let shell = Shell::with_shipped_packs();
    assert!(shell.output("sim battle-for-moscow --no-mods --games 10 -o games.jsonl", "").status.success());
    for command in [
        "lab report games.jsonl",
        "lab report games.jsonl --lang fr",
        "sim battle-for-moscow --no-mods --games 10 --lang fr",
    ] {
        let told = String::from_utf8(shell.output(command, "").stdout).expect("text");
        let columns: BTreeSet<usize> =
            told.lines().filter_map(|line| Some(line.split_once(" %  (")?.0.chars().count())).collect();
        assert!(told.matches(" %  (").count() == 3 && columns.len() == 1, "{command}: {told}");
    }
}
