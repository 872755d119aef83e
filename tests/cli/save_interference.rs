//! Interference with saves while they are written: deleted files, changed files, two players, a full disk.

use crate::cli::background_game::BackgroundGame;
use crate::cli::shell::Shell;
use std::fs;

const PLAY: &str = "play ford --seed 5 --save saves/game.jsonl";

/// The save of the same game without interference.
fn undisturbed(lines: &str) -> String {
    let shell = Shell::new();
    fs::create_dir(shell.path("saves")).unwrap();
    assert_eq!(shell.output(PLAY, lines).status.code(), Some(0));
    shell.read("saves/game.jsonl")
}

fn after_one_decision(shell: &Shell) -> BackgroundGame {
    fs::create_dir(shell.path("saves")).unwrap();
    let mut sitting = BackgroundGame::new(shell, PLAY);
    sitting.types("grey=2 7=1");
    sitting.waits_for("= ");
    sitting
}

#[test]
fn a_save_that_was_taken_away_or_changed_is_written_anew() {
    let whole = undisturbed("grey=2 7=1\nall 0\n");
    let disturb: [&dyn Fn(&Shell); 4] = [
        &|shell| fs::remove_file(shell.path("saves/game.jsonl")).unwrap(),
        &|shell| fs::remove_dir_all(shell.path("saves")).unwrap(),
        &|shell| shell.write("saves/game.jsonl", &(shell.read("saves/game.jsonl") + "half a li")),
        &|shell| shell.write("saves/game.jsonl", ""),
    ];
    for disturb in disturb {
        let shell = Shell::new();
        let mut sitting = after_one_decision(&shell);
        disturb(&shell);
        sitting.types("all 0");
        sitting.waits_for("saves/game.jsonl had been removed or changed by another program; it has been rewritten.");
        let (said, code) = sitting.quits();
        assert!(said.contains("Saved. Continue with") && code == Some(0), "{said}");
        assert_eq!(shell.read("saves/game.jsonl"), whole);
    }
}

/// The same after the last decision.
#[test]
fn saved_is_said_only_of_what_is_there() {
    let shell = Shell::new();
    let sitting = after_one_decision(&shell);
    fs::remove_dir_all(shell.path("saves")).unwrap();
    let (said, code) = sitting.quits();
    assert!(
        said.contains("it has been rewritten") && said.contains("Saved. Continue with") && code == Some(0),
        "{said}"
    );
    assert_eq!(shell.read("saves/game.jsonl"), undisturbed("grey=2 7=1\n"));
}

/// Puts a file in place of the folder: nobody can write below it, whatever their permissions.
fn fill_the_disk(shell: &Shell) {
    fs::remove_dir_all(shell.path("saves")).unwrap();
    shell.write("saves", "");
}

#[test]
fn a_save_that_cannot_be_written_does_not_end_the_game() {
    let shell = Shell::new();
    let mut sitting = after_one_decision(&shell);
    fill_the_disk(&shell);
    sitting.types("all 0");
    sitting.waits_for("saves/game.jsonl cannot be written");
    sitting.types("grey 0301");
    sitting.types("save elsewhere.jsonl");
    let said = sitting.waits_for("Saved in elsewhere.jsonl").join("\n");
    assert!(said.contains("Grey Wolf marches to 0301") && !said.contains("cannot be written"), "told once:\n{said}");
    let (said, code) = sitting.quits();
    assert!(said.contains("Not saved: saves/game.jsonl has 0 of 5 decisions.") && !said.contains("Saved."), "{said}");
    assert_eq!(code, Some(3));
    assert_eq!(shell.output("replay elsewhere.jsonl --check", "").status.code(), Some(0));
}

#[test]
fn what_was_missing_is_written_as_soon_as_it_can_be() {
    let shell = Shell::new();
    let mut sitting = after_one_decision(&shell);
    fill_the_disk(&shell);
    sitting.types("all 0");
    sitting.waits_for("saves/game.jsonl cannot be written");
    fs::remove_file(shell.path("saves")).unwrap();
    sitting.types("grey 0301");
    sitting.waits_for("Saving to saves/game.jsonl works again; nothing is missing.");
    assert_eq!(sitting.ends(), Some(0));
    assert_eq!(shell.read("saves/game.jsonl"), undisturbed("grey=2 7=1\nall 0\ngrey 0301\n"));
}

#[test]
fn one_program_at_a_time_plays_a_save() {
    let shell = Shell::new();
    let mut first = after_one_decision(&shell);
    let second = shell.output("play --load saves/game.jsonl", "all 0\n");
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.contains(&format!("is being played by another program (process {})", first.process())), "{said}");
    let save = shell.path("saves/game.jsonl").display().to_string();
    assert!(
        said.contains("play a copy: `grognard --packs ")
            && said.contains(&format!("play --load {save} --save COPY.jsonl`")),
        "{said}"
    );
    assert_eq!(second.status.code(), Some(3));
    assert_eq!(shell.output("play --load saves/game.jsonl --save copy.jsonl", "all 0\n").status.code(), Some(0));
    assert_eq!(shell.output("replay saves/game.jsonl", "").status.code(), Some(0), "reading is free");
    let copied =
        shell.output("play ford --seed 6 --save other.jsonl", "save saves/game.jsonl\nload saves/game.jsonl\n");
    assert!(String::from_utf8(copied.stdout).unwrap().matches("is being played").count() == 2);
    first.types("load saves/game.jsonl");
    first.waits_for("is the current game");
    first.types("all 0");
    first.waits_for("= ");
    first.dies();
    assert!(shell.path("saves/game.jsonl.lock").exists());
    assert_eq!(shell.output("play --load saves/game.jsonl", "").status.code(), Some(0), "a crash leaves no claim");
    assert!(!shell.path("saves/game.jsonl.lock").exists());
    assert_eq!(shell.read("saves/game.jsonl"), undisturbed("grey=2 7=1\nall 0\n"));
}

#[test]
fn no_folder_is_made_for_a_slip() {
    let shell = Shell::new();
    let output = shell.output("play ford --seed 5 --save game.jsonl", "save no/such/copy.jsonl\nsave scripts\nquit\n");
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("there is no folder no/such") && said.contains("not a regular file"), "{said}");
    assert_eq!(shell.output("play ford --seed 5 --save no/such/game.jsonl", "").status.code(), Some(3));
    assert!(!shell.path("no").exists());
}

/// A disk that accepts only the beginning of a line, as when it is full: the game can be continued from the complete
/// lines.
#[cfg(target_os = "linux")]
#[test]
fn half_a_line_is_no_loss() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let shell = Shell::new();
    let script = format!("trap '' XFSZ; ulimit -f 2; exec {} {PLAY}", env!("CARGO_BIN_EXE_grognard"));
    fs::create_dir(shell.path("saves")).unwrap();
    let mut command = Command::new("sh");
    command
        .args(["-c", &script])
        .current_dir(shell.path("."))
        .env("GROGNARD_PACKS", "")
        .env("GROGNARD_BUILT_IN", "off")
        .env("GROGNARD_LANG", "en");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let decisions =
        "grey=2 7=1\nall 0\nundo\n".to_owned() + &"0\nundo\n".repeat(3) + "0\ngrey 0301\n7 0201 done\nboar all\n";
    child.stdin.take().unwrap().write_all(decisions.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("saves/game.jsonl cannot be written") && said.contains("Not saved: "), "{said}");
    assert_eq!(output.status.code(), Some(3));
    // The truncated line is reported, and does no harm.
    assert_eq!(shell.output("replay saves/game.jsonl --check", "").status.code(), Some(1));
    assert_eq!(shell.output("play --load saves/game.jsonl", &decisions).status.code(), Some(0));
}
