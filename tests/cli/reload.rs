//! Rules that change while a game is played.

use crate::shell::Shell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// A game that runs while the test goes on.
struct Sitting {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl Sitting {
    fn new(shell: &Shell, line: &str) -> Sitting {
        let mut child = shell.command(line).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (send, lines) = mpsc::channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| send.send(line)));
        Sitting { stdin: child.stdin.take(), child, lines, seen: Vec::new() }
    }

    fn types(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Waits for a line with this text; the last lines before it are those since the last wait.
    fn waits_for(&mut self, text: &str) -> Vec<String> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) {
            if let Ok(line) = self.lines.recv_timeout(Duration::from_millis(100)) {
                self.seen.push(line);
                if self.seen.last().unwrap().contains(text) {
                    return std::mem::take(&mut self.seen);
                }
            }
        }
        panic!("`{text}` did not come; what came:\n{}", self.seen.join("\n"));
    }

    fn ends(mut self) -> Option<i32> {
        drop(self.stdin.take());
        self.child.wait().unwrap().code()
    }
}

const RULES: &str = "scripts/skirmish/fight.luau";

fn before_the_fight(shell: &Shell) -> Sitting {
    let mut sitting = Sitting::new(shell, "play ford --seed 5 --save game.jsonl");
    sitting.types("grey=2 7=1\nall 0 grey 0301 7 0201 done");
    sitting.waits_for("Who is attacked?");
    sitting
}

#[test]
fn a_changed_rule_is_in_force_at_once() {
    let shell = Shell::new();
    let mut sitting = before_the_fight(&shell);
    sitting.types("odds boar");
    sitting.waits_for("6:3 = 2:1, -1 wood (3.0) -> 1:1");
    shell.edit(RULES, "column:shift(-1", "column:shift(1");
    sitting.waits_for("fight.luau changed: in force.");
    sitting.waits_for("Who is attacked?");
    sitting.types("odds boar");
    sitting.waits_for("6:3 = 2:1, +1 wood (3.0) -> 3:1");
    assert_eq!(sitting.ends(), Some(0));
    assert!(shell.read("game.jsonl").contains("\"reload\""));
    assert_eq!(shell.output("replay game.jsonl --check", "").status.code(), Some(0));
}

#[test]
fn a_slip_leaves_the_old_rules_in_force() {
    let shell = Shell::new();
    let mut sitting = before_the_fight(&shell);
    shell.edit(RULES, "column:shift(-1", "colum:shift(-2");
    let seen = sitting.waits_for("the old rules stay in force").join("\n");
    assert!(seen.contains("fight.luau:") && seen.contains("colum"), "{seen}");
    sitting.types("odds boar");
    sitting.waits_for("-1 wood (3.0) -> 1:1");
    shell.edit(RULES, "colum:shift(-2", "column:shift(-2");
    sitting.waits_for("fight.luau changed: in force.");
    sitting.types("odds boar");
    sitting.waits_for("-2 wood (3.0) -> below 1:1");
    assert_eq!(sitting.ends(), Some(0));
}

#[test]
fn an_answer_that_no_longer_fits_is_named() {
    let shell = Shell::new();
    let mut sitting = Sitting::new(&shell, "play ford --seed 5 --save game.jsonl");
    sitting.types("grey=2 7=1\nall 0 grey 0301");
    sitting.waits_for("Grey Wolf marches to 0301");
    shell.edit("scripts/skirmish/march.luau", "unit.movement,", "1,");
    sitting.waits_for("march.luau changed: in force.");
    let seen = sitting.waits_for("The game goes on from there.").join("\n");
    assert!(seen.contains("`0301` is not offered any more in answer to `march.goal`"), "{seen}");
    sitting.waits_for("Where does Grey Wolf march?");
    assert_eq!(sitting.ends(), Some(0));
}

#[test]
fn data_and_comments() {
    let shell = Shell::new();
    let mut sitting = before_the_fight(&shell);
    shell.edit("scripts/skirmish/charts/crt.toml", "title =", "# only a remark\ntitle =");
    sitting.waits_for("crt.toml: the rules are the same as before.");
    shell.edit("scripts/skirmish/charts/crt.toml", "[\"-\", \"-\", \"retreat\"]", "[\"gone\", \"gone\", \"gone\"]");
    sitting.waits_for("crt.toml changed: in force.");
    sitting.types("odds boar");
    sitting.waits_for("retreat 3/6 (50 %), gone 2/6 (33 %), - 1/6 (17 %)");
    shell.edit("scenarios/ford/units.toml", "name = \"Bear\"", "name = \"Owl\"");
    sitting.waits_for("this takes a new game");
    assert_eq!(sitting.ends(), Some(0));
}

/// New rules that load but fail on the way to the question do not come into force either.
#[test]
fn rules_that_fail_when_they_are_run() {
    let shell = Shell::new();
    let mut sitting = before_the_fight(&shell);
    shell.edit(RULES, "local free, foes", "error(\"no fighting\")\n\tlocal free, foes");
    let seen = sitting.waits_for("the old rules stay in force").join("\n");
    assert!(seen.contains("no fighting"), "{seen}");
    sitting.types("odds boar");
    sitting.waits_for("-1 wood (3.0) -> 1:1");
    sitting.types("boar all");
    sitting.waits_for("Boar is attacked");
    assert_eq!(sitting.ends(), Some(0));
    assert!(!shell.read("game.jsonl").contains("\"reload\""), "rules that never were in force leave no trace");
}
