//! Games at the terminal, typed by a script.

use crate::cli::background_game::BackgroundGame;
use crate::cli::shell::Shell;

#[test]
fn a_whole_game() {
    let mut shell = Shell::new();
    let lines = [
        "\"red fox\"=2 7=1",
        "red, grey, 7",
        "3",
        "grey wolf 0301",
        "7 0201",
        "done",
        "boar all",
        "surr 0303",
        "run",
        "0302-0401",
        "boar 0302 done",
        "7 all but 7",
        "done",
        "grey 0301",
        "done",
        "boar all but grey wolf",
        "done",
        "done",
        "done",
        "done",
        "done",
    ];
    let play = "play ford --seed 2 --player blue=person --player red=person --save game.jsonl";
    shell.run_with(play, &lines).run("replay game.jsonl --check").expect("play");
}

#[test]
fn answers_that_are_not_accepted() {
    let mut shell = Shell::new();
    let lines = [
        "7",
        "7=4",
        "7=1",
        "7=x",
        "nobody=3",
        "red=1 red=1 7=1",
        "done",
        "red=1 grey=1 7=1",
        "red fox",
        "red grey red",
        "all",
        "12",
        "7 0103",
        "why",
        "why nothing",
        "#9",
        "boar",
        "red fox 0402",
        "red 0102 grey 0402",
        "red 0102 grey 0203 done done done nonsense",
        "b",
        "quit now",
    ];
    shell.run_with("play ford --seed 5 --save game.jsonl", &lines).expect("play-refused");
}

/// Numbers are names, or positions in the list; where names are numbers, positions have a prefix. Unexpected arguments
/// are reported.
#[test]
fn numbers_and_surplus_words() {
    let mut shell = Shell::new();
    let lines = [
        "log",
        "log x",
        "log 3 x",
        "undo now",
        "2=2 7=1",
        "#2=2 #3=1",
        "1,2",
        "#1,#2",
        "undo",
        "all 0",
        "2 0301",
        "grey 0",
        "0",
        "grey 3",
        "why nothing at all",
        "map please",
        "look",
        "quit now",
        "quit",
    ];
    shell.run_with("play ford --seed 5 --save game.jsonl", &lines).expect("play-numbers");
}

/// Names are found without the accents that a keyboard may lack.
#[test]
fn names_with_accents() {
    let mut shell = Shell::new();
    shell.edit("scenarios/ford/map.toml", "\"Fordham\"", "\"Łódź\"");
    shell
        .run_with("play ford --seed 5 --save game.jsonl", &["info lodz", "info lo", "info łodz", "info ladz", "quit"])
        .expect("play-accents");
}

/// During a free set-up, too, refusals give their paragraph.
#[test]
fn why_a_corps_may_not_begin_there() {
    let shell = Shell::empty(&[env!("CARGO_MANIFEST_DIR")]);
    let lines = "free\nwhy 1103\n1103\n0409\nwhy 0409\n0409\n";
    let said =
        String::from_utf8(shell.output("play battle-for-moscow --seed 5 --save game.jsonl", lines).stdout).unwrap();
    let refusals = [
        "1103 Moscow: it has no cross, and corps begin on crosses (6.0 Set-up and the first turn).",
        "0409: XXIV Panzer Corps is already there (6.0 Set-up and the first turn).",
    ];
    assert_eq!(refusals.map(|refusal| said.matches(refusal).count()), [2, 2], "{said}");
}

#[test]
fn questions_about_the_game() {
    let mut shell = Shell::new();
    let lines = [
        "help",
        "info red fox",
        "info 0302",
        "info fordham",
        "info baer",
        "info",
        "odds boar",
        "odds 0101",
        "odds boar with red fox",
        "odds boar with red fox, 7",
        "odds boar with owl",
        "odds 0103",
        "odds",
        "log",
        "all=3",
        "grey=2 7",
        "grey=2 7=1",
        "all 0",
        "log 1",
        "why boar",
        "why red 0402",
        "why red fox 0103",
        "why grey fordham",
        "grey",
        "why 0401",
        "why grey 0302",
        "board",
        "options",
        "0201",
        "save",
    ];
    shell.run_with("play ford --seed 5 --save game.jsonl", &lines).expect("play-questions");
}

#[test]
fn back_and_forth() {
    let mut shell = Shell::new();
    let lines = [
        "undo",
        "redo",
        "7=1 grey=2",
        "all",
        "undo",
        "undo",
        "undo",
        "redo",
        "redo",
        "redo",
        "0",
        "grey 0301",
        "undo",
        "undo",
        "log",
        "grey 0301",
        "7 0201 done",
        "boar all",
        "undo",
        "save copy.jsonl",
        "load nothing.jsonl",
        "load",
        "load copy.jsonl",
        "log 2",
    ];
    shell
        .run_with("play ford --seed 5 --player blue=person --player red=person --save game.jsonl", &lines)
        .expect("play-undo");
}

#[test]
fn two_persons() {
    let mut shell = Shell::new();
    let lines = [
        "red=1 grey=1 7=1",
        "all 0",
        "grey 0301 done",
        "boar",
        "boar 0301",
        "why 0201",
        "boar 0303",
        "done",
        "undo",
        "undo",
        "undo",
    ];
    shell
        .run_with("play ford --seed 5 --player blue=person --player red=person --save game.jsonl", &lines)
        .expect("play-two");
}

#[test]
fn a_mod_and_options() {
    let mut shell = Shell::new();
    let play =
        "play ford --seed 5 --mod veterans --mod deep-ford --option supplies=1 --option surrender=no --save game.jsonl";
    shell
        .run_with(play, &["info boar", "7", "all", "0", "grey 0301", "done", "odds boar", "quit"])
        .run("play --load game.jsonl")
        .expect("play-mods");
}

#[test]
fn nobody_but_agents() {
    let mut shell = Shell::new();
    shell.run("play ford --seed 2 --player blue=random --player red=random --save game.jsonl").expect("play-agents");
}

#[test]
fn the_first_seat_that_is_left_is_a_persons() {
    let mut shell = Shell::new();
    shell.run("play ford --seed 2 --player blue=random --save game.jsonl").expect("play-seats");
}

/// If rules fail in the middle of a game, the game stays where it was.
#[test]
fn rules_that_fail() {
    let mut shell = Shell::new();
    shell.edit("scripts/skirmish/march.luau", "\t\tunit:move_to(goal)\n", "\t\tunit:move_to(goal.north)\n");
    shell
        .run_with("play ford --seed 5 --save game.jsonl", &["grey=2 7=1", "all 0", "grey 0301", "done", "done"])
        .expect("play-fault");
}

/// The message names the place where a rule fails and every mod that wraps rules on the way there, wherever the rules
/// are run.
#[test]
fn rules_that_fail_behind_mods() {
    let mut shell = Shell::new();
    shell.edit("scripts/skirmish/march.luau", "return goals\n", "return march.sorted(goals)\n");
    shell.edit(
        "scripts/skirmish/march.luau",
        "function march.why_not_unit",
        "function march.sorted(goals: Spaces): Spaces\n\tlocal list = {}\n\tfor space in goals:each() do\n\
         \t\ttable.insert(list, space)\n\tend\n\ttable.sort(list, march.before)\n\treturn goals\nend\n\nfunction \
         march.before(a: Space, b: Space): boolean\n\treturn a.nmae < b.name\nend\n\nfunction march.why_not_unit",
    );
    shell.write("mods/mud/pack.toml", &shell.read("mods/fog/pack.toml").replace("fog", "mud"));
    shell.write(
        "mods/mud/mud.luau",
        "--!strict\nlocal function around(next, game: Game, unit: Unit): Spaces\n\treturn next(game, unit)\nend\n\n\
         wrap(\"march.goals\", around)\n\nwrap(\"march.before\", function(next, a: Space, b: Space): boolean\n\treturn \
         next(a, b)\nend)\n",
    );
    shell
        .run_with("play ford --seed 5 --mod mud --mod fog --save game.jsonl", &["grey=2 7=1", "all 0", "grey", "quit"]);
    shell.run("sim ford --games 2 --mod mud");
    shell.edit("scripts/skirmish/tests/skirmish.md", "scenario ford\n", "scenario ford\nmod mud\n");
    shell.run("test 2.0").expect("play-fault-mods");
}

/// What a side may not know is never shown, however it asks.
#[test]
fn hidden_units() {
    let mut shell = Shell::new();
    let lines = [
        "not yet",
        "",
        "grey=2 7=1",
        "all 0",
        "info boar",
        "info 0302",
        "why boar",
        "why 0302",
        "grey 0301",
        "7 0201 done",
        "options",
        "odds 0302",
        "boar",
        "why boar",
        "0302 grey",
        "",
        "options",
        "quit",
    ];
    let fog = "play ford --seed 1 --mod fog --player red=person --player blue=person --save game.jsonl";
    shell
        .run_with(fog, &lines)
        .run("replay game.jsonl --side blue")
        .run("replay game.jsonl --side red")
        .expect("play-hidden");
}

/// A name with control characters cannot control the terminal.
#[test]
fn hostile_names() {
    let shell = Shell::new();
    shell.edit("scenarios/ford/map.toml", "\"Fordham\"", "\"\\u001b[2J\\u0007Ford\\u202eham\"");
    let output = shell.output("play ford --seed 5 --save game.jsonl", "info 0201\nboard\noptions\n");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("[2JFordham"), "{text}");
    assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']));
}

/// A complete name never stands for the beginning of another, even if what it names is not on offer.
#[test]
fn whole_names_before_beginnings() {
    let shell = Shell::with_shipped_packs();
    let battle = "play battle-for-moscow --seed 7 --save";
    let told = |file: &str, lines: &str| {
        let output = shell.output(&format!("{battle} {file}"), lines);
        String::from_utf8(output.stdout).expect("text")
    };
    let attack = told("a.jsonl", "prep\n0405 VII\n0304 VII\nquit\n");
    let refusal = "it is already attacking elsewhere (9.0";
    assert!(attack.contains(&format!("VII: {refusal}")), "{attack}");
    let by_space = told("b.jsonl", "prep\n0405 VII\n0304 0404\nquit\n");
    assert!(by_space.contains(&format!("0404 (VII): {refusal}")), "{by_space}");
    assert!(!attack.contains("= 0304; VIII") && !attack.contains("= VIII"), "{attack}");
}

/// Units that already attack elsewhere do not count.
#[test]
fn odds_leave_out_who_attacks_elsewhere() {
    let shell = Shell::with_shipped_packs();
    let lines = "prep\nodds 0304\n0405 VII\nodds 0304\nodds 0304 with VII\nodds 0405\nquit\n";
    let told =
        String::from_utf8(shell.output("play battle-for-moscow --seed 7 --save a.jsonl", lines).stdout).expect("text");
    let odds: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("0304, attacked by") || line.starts_with("0405, attacked by"))
        .collect();
    let strengths: Vec<&str> = odds.iter().filter_map(|line| line.split(": ").nth(1)).collect();
    let strength =
        |at: usize| strengths[at].split(':').next().and_then(|text| text.parse::<u32>().ok()).expect("a strength");
    assert_eq!(odds.len(), 3, "{told}");
    assert_eq!((strength(0) - strength(1), strength(2)), (7, 7), "VII has 7 and attacks alone: {odds:?}");
    assert!(told.contains("Not possible: 9.0: VII Corps is already attacking elsewhere."), "{told}");
}

/// Nobody can take back another player's decision: undo is only for the side that must decide, and only for its own
/// decisions.
#[test]
fn undo_takes_back_only_what_was_decided_by_whoever_is_asked() {
    let shell = Shell::new();
    let lines =
        "\ngrey=2 7=1\nall 0\ngrey 0301\nundo\n0301\n7 0201 done\n0302 grey\n\nundo\nboar 0303\nundo\noptions\nquit\n";
    let play = "play ford --seed 1 --mod fog --player red=person --player blue=person --save game.jsonl";
    let told = String::from_utf8(shell.output(play, lines).stdout).expect("text");
    assert!(told.contains("Blue> undo\nBlue: Where does Grey Wolf march?"), "{told}");
    let refused = "Red> undo\nThe Blue player made the last decision; you can only take back your own.\n";
    assert_eq!(told.matches(refused).count(), 1, "{told}");
    assert!(told.contains("Red> undo\nRed: Where does Boar march?"), "{told}");
}

/// The token of a hidden unit can be typed, and reveals only what everybody may know.
#[test]
fn hidden_units_by_their_tokens() {
    let shell = Shell::new();
    let lines = "\ngrey=2 7=1\nall 0\ninfo ?1\ninfo r?2\ninfo ?3\nwhy ?1\nwhy ?2 0301\nodds 0301 with ?1\nquit\n";
    let play = "play ford --seed 1 --mod fog --player red=person --player blue=person --save game.jsonl";
    let told = String::from_utf8(shell.output(play, lines).stdout).expect("text");
    for space in ["0302", "0402"] {
        assert!(told.contains(&format!("unknown unit at {space}: Red\n")), "{told}");
        assert!(told.contains(&format!("unknown unit at {space}: it is not yours (2.0")), "{told}");
    }
    assert!(
        told.contains("there is no unit or space `?3`") && told.contains("there is no unit or space `?1`"),
        "{told}"
    );
    assert!(!told.contains("Boar") && !told.contains("Bear"), "{told}");
}

/// A game that is over does not replace the current one.
#[test]
fn a_finished_game_cannot_be_gone_on_with() {
    let shell = Shell::new();
    shell.output("play ford --seed 2 --player blue=random --player red=random --save over.jsonl", "");
    let told = shell.output("play ford --seed 5 --save game.jsonl", "load over.jsonl\noptions\nquit\n");
    let told = String::from_utf8(told.stdout).expect("text");
    assert!(
        told.contains("over.jsonl is over: ") && told.contains("The current game continues; `grognard --packs "),
        "{told}"
    );
    assert!(told.contains(&format!("replay {}`", shell.path("over.jsonl").display())), "{told}");
    assert!(
        told.contains("Blue> options\n")
            && told.contains(&format!("play --load {}", shell.path("game.jsonl").display())),
        "{told}"
    );
}

/// A question comes between the unit and the space: `why UNIT SPACE` looks past it.
#[test]
fn why_looks_past_words() {
    let shell = Shell::with_shipped_packs();
    let play = "play moscow-41-smolensk --option quick_start=true --player german=person --player soviet=greedy --seed \
        5 --save a.jsonl";
    let told = String::from_utf8(shell.output(play, "pass\nwhy IX 79\nwhy IX 66\nquit\n").stdout).expect("text");
    assert!(told.contains("79 Krasny: enemy units are there, and no block may engage now (12.0 Pass)."), "{told}");
    assert!(told.contains("66 Rudnya: this is allowed."), "{told}");
    assert!(!told.contains("expected a word"), "{told}");
}

#[test]
fn nobody_attacks_when_the_game_is_over() {
    let shell = Shell::new();
    let played = shell.output("play ford --player blue=random --player red=random --save end.jsonl", "");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let asked = shell.output("odds ford --at end.jsonl 0302", "");
    let told = String::from_utf8_lossy(&asked.stderr).into_owned();
    assert!(
        asked.status.code() == Some(1) && told.contains("0302: the game is over, so there are no more attacks."),
        "{told}"
    );
}

/// These errors have other codes than those about saved games.
#[test]
fn mistakes_about_odds() {
    let mut shell = Shell::with_shipped_packs();
    assert!(shell.output("play battle-for-moscow --seed 1 --save game.jsonl", "quit\n").status.success());
    shell
        .run("odds battle-for-moscow 0304 --policy hope")
        .run("odds battle-for-moscow atlantis")
        .run("odds battle-for-moscow 0101");
    shell.run("odds moskva-1941 --at game.jsonl 0304").expect("odds-mistakes");
}

/// The advice may depend on the time, so only its form is checked.
#[test]
fn advice_is_given_and_taken() {
    let shell = Shell::new();
    let mut sitting = BackgroundGame::new(&shell, "play ford --seed 5 --save game.jsonl");
    sitting.types("advice me");
    sitting.waits_for("Unexpected `me` after `advice`.");
    sitting.types("advice");
    let seen = sitting.waits_for("Type `advice take` to answer as advised.").join("\n");
    assert!(seen.contains("Advice: "), "{seen}");
    assert!(!shell.read("game.jsonl").contains("\"answer\""), "nothing has been decided");
    sitting.types("advice take");
    sitting.waits_for("= ");
    sitting.types("undo");
    assert_eq!(sitting.ends(), Some(0));
}

/// A program would write the same orders again, so nobody may answer them with full knowledge.
#[test]
fn orders_that_a_program_has_shown_are_not_written_again() {
    let shell = Shell::with_shipped_packs();
    let told = shell.output("play three-kingdoms --seed 4 --save a.jsonl", "Xu Huang\nWan\ndone\nundo\nquit\n").stdout;
    let told = String::from_utf8(told).expect("text");
    assert!(told.contains("Not possible: the secret answers of a program have been shown since."), "{told}");
}
