//! A real terminal: keys, pastes, and its state after the program exits.

use crate::cli::shell::Shell;
use grognard_testing::MAX_WAIT;
use nix::pty::{Winsize, openpty};
use nix::sys::termios::{LocalFlags, tcgetattr};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// A terminal in which a command runs.
pub struct TerminalWindow {
    child: Child,
    keys: File,
    screen: File,
    shown: Receiver<Vec<u8>>,
    text: String,
}

impl TerminalWindow {
    fn open(shell: &Shell, line: &str, height: u16) -> TerminalWindow {
        let (keys, screen) = terminal(height);
        let end = || screen.try_clone().unwrap();
        let mut command = shell.command(line);
        command.stdin(end()).stdout(end()).stderr(end());
        TerminalWindow::with(command, keys, screen)
    }

    /// A command whose standard output goes elsewhere; the terminal shows its standard error.
    pub fn beside(shell: &Shell, line: &str) -> TerminalWindow {
        let (keys, screen) = terminal(60);
        let mut command = shell.command(line);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(screen.try_clone().unwrap());
        TerminalWindow::with(command, keys, screen)
    }

    fn with(mut command: Command, keys: File, screen: File) -> TerminalWindow {
        let child = command.env("TERM", "xterm").env("NO_COLOR", "1").spawn().unwrap();
        let (send, shown) = mpsc::channel();
        let mut master = keys.try_clone().unwrap();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = master.read(&mut bytes)
                && count > 0
                && send.send(bytes[..count].to_vec()).is_ok()
            {}
        });
        TerminalWindow { child, keys, screen, shown, text: String::new() }
    }

    fn types(&mut self, keys: &[u8]) {
        self.keys.write_all(keys).unwrap();
    }

    /// Waits until blue is asked, and answers with a line.
    fn says(&mut self, line: &str) {
        self.waits_for("Blue> ");
        self.types(format!("{line}\r").as_bytes());
    }

    /// Waits until a text is shown; returns what was shown up to its end.
    fn waits_for(&mut self, wanted: &str) -> String {
        self.waits_until(wanted, |text| text.find(wanted).map(|at| at + wanted.len()))
    }

    /// Waits until `find_end` finds something in what is shown; returns what was shown up to there.
    pub fn waits_until(&mut self, wanted: &str, find_end: impl Fn(&str) -> Option<usize>) -> String {
        let start = Instant::now();
        while start.elapsed() < MAX_WAIT {
            if let Some(end) = find_end(&self.text) {
                let rest = self.text.split_off(end);
                return std::mem::replace(&mut self.text, rest);
            }
            if let Ok(bytes) = self.shown.recv_timeout(Duration::from_millis(50)) {
                self.text += &String::from_utf8_lossy(&bytes);
            }
        }
        panic!("`{wanted}` did not come; what came:\n{}", self.text);
    }

    pub fn child(&self) -> &Child {
        &self.child
    }

    /// Waits for a command whose output goes elsewhere to end; returns its output and exit code.
    pub fn says_to_the_end(mut self) -> (String, Option<i32>) {
        let mut said = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        (said, self.ends())
    }

    fn ends(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    /// Whether keys are echoed and lines are read, as a shell needs it.
    fn is_clean(&self) -> bool {
        tcgetattr(&self.screen).unwrap().local_flags.contains(LocalFlags::ECHO | LocalFlags::ICANON | LocalFlags::ISIG)
    }
}

/// A terminal of this height: its input, and its screen.
fn terminal(height: u16) -> (File, File) {
    let size = Winsize { ws_row: height, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    let pair = openpty(Some(&size), None).unwrap();
    (File::from(pair.master), File::from(pair.slave))
}

impl Drop for TerminalWindow {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const PLAY: &str = "play ford --seed 5 --save game.jsonl";

#[test]
fn ctrl_c_leaves_the_window_and_the_save_in_order() {
    let shell = Shell::new();
    let mut window = TerminalWindow::open(&shell, PLAY, 60);
    window.says("grey=2 7=1");
    window.waits_for("= ");
    window.waits_for("Blue> ");
    window.types(b"half a li\x03");
    window.waits_for("Saved. Continue with: grognard --packs ");
    assert_eq!(window.ends(), Some(130));
    assert!(window.is_clean());
    assert_eq!(shell.output("replay game.jsonl --check", "").status.code(), Some(0));
    assert!(!shell.path("game.jsonl.lock").exists());
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let shell = Shell::new();
    let mut window = TerminalWindow::open(&shell, PLAY, 60);
    window.waits_for("Blue> ");
    window.types(b"caf\xe9!");
    window.waits_for("The input is not valid UTF-8 and was ignored.");
    window.says("grey=2 7=1");
    window.waits_for("= ");
    window.says("quit");
    assert_eq!(window.ends(), Some(0));
    let script = Shell::new();
    let mut child =
        script.command(PLAY).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"caf\xe9\ngrey=2 7=1\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("The input is not valid UTF-8") && said.contains("= Grey Wolf=2, 7=1"), "{said}");
}

/// Each line of a paste is handled in turn, with or without bracketed paste.
#[test]
fn pasted_lines_are_taken_in_turn() {
    for (begin, end) in [("\x1b[200~", "\x1b[201~\r"), ("", "\r")] {
        let shell = Shell::new();
        let mut window = TerminalWindow::open(&shell, PLAY, 60);
        window.waits_for("Blue> ");
        let lines = ["grey=2 7=1", "nonsense", "all 0", "grey 0301"].join("\r");
        window.types(format!("{begin}{lines}{end}").as_bytes());
        window.waits_for("= Grey Wolf=2, 7=1");
        window.waits_for("`nonsense`");
        window.waits_for("Grey Wolf marches to 0301");
        window.says("quit");
        assert_eq!(window.ends(), Some(0));
        assert_eq!(shell.read("game.jsonl").matches("march.goal").count(), 1);
    }
}

#[test]
fn a_small_window_keeps_what_was_read() {
    let shell = Shell::new();
    let mut window = TerminalWindow::open(&shell, &format!("{PLAY} --player red=person --player blue=person"), 12);
    let hint = "(The map does not fit in this window with the text; type `map` to draw it.)";
    let begin = window.waits_for(hint);
    assert!(begin.contains("Fordham"), "the first time it is drawn:\n{begin}");
    window.says("grey=2 7=1");
    window.says("all 0 grey 0301 7 0201 done");
    let fight = window.waits_for("Who is attacked?");
    assert!(fight.contains(hint) && !fight.contains("Fordham\\"), "{fight}");
    window.says("map");
    window.waits_for("oFordham");
}

/// A wrong answer about an outdated save is met with a list of the valid ones.
#[test]
fn the_question_of_what_becomes_of_a_save() {
    let shell = Shell::new();
    shell.output(PLAY, "grey=2 7=1\n");
    shell.edit("scripts/skirmish/march.luau", "{1} marches to {2}", "{1} walks to {2}");
    let mut window = TerminalWindow::open(&shell, "play --load game.jsonl", 60);
    window.waits_for("pin, migrate, fork or quit? ");
    window.types(b"yes\r");
    window.waits_for("Type `pin`, `migrate`, `fork` or `quit`, or its first letter.");
    window.waits_for("pin, migrate, fork or quit? ");
    window.types(b"q\r");
    assert_eq!(window.ends(), Some(1));
}

/// Two people at one keyboard: nothing that one side sees or types is left for the other.
#[test]
fn the_screen_is_cleared_between_sides() {
    const CLEARED: &str = "\x1b[H\x1b[2J\x1b[3J";
    let shell = Shell::new();
    let mut window = TerminalWindow::open(
        &shell,
        "play ford --seed 1 --mod fog --player red=person --player blue=person --save game.jsonl",
        60,
    );
    let before = window.waits_for("Pass the keyboard to the Blue player.");
    assert!(!before.contains("Grey Wolf"), "{before}");
    window.waits_for("press Enter");
    window.types(b"\r");
    window.waits_for(CLEARED);
    window.waits_for("How are the supplies shared out?");
    window.says("grey=2 7=1");
    window.waits_for("Who is served in which order?");
    window.says("all 0");
    window.waits_for("Who marches?");
    window.says("grey 0301");
    window.says("7 0201 done");
    window.waits_for("Who is attacked?");
    window.says("0302 grey");
    window.waits_for(CLEARED);
    let hidden = window.waits_for("Pass the keyboard to the Red player.");
    assert!(!hidden.contains("Red Fox"), "{hidden}");
    window.waits_for("press Enter");
    window.types(b"boar 0302\r");
    window.waits_for("The line was ignored: the Red player must press Enter first.");
    window.types(b"\r");
    window.waits_for(CLEARED);
    let red = window.waits_for("Boar 3-2 0302");
    assert!(red.contains("Grey Wolf marches to 0301"), "what happened since the last decision is told: {red}");
    window.waits_for("Red> ");
    // The arrow key does not recall anything that blue typed.
    window.types(b"\x1b[A");
    window.types(b"quit\r");
    let left = window.waits_for("Saved. Continue with: grognard --packs ");
    assert!(left.contains(CLEARED) && !left.contains("0302 grey"), "{left}");
    assert_eq!(window.ends(), Some(0));
}

#[test]
fn the_menu_starts_a_game() {
    let shell = Shell::new();
    let mut window = TerminalWindow::open(&shell, "", 60);
    let menu = window.waits_for("Number> ");
    assert!(menu.contains("1  Play in the terminal") && menu.contains("q  Quit"), "{menu}");
    window.types(b"9\r");
    window.waits_for("Type a number from 1 to 4, or q to quit.");
    // Input typed before the prompt appears is echoed before it.
    window.waits_for("Number> ");
    window.types(b"1\r");
    let battles = window.waits_for("Number> ");
    let number = battles.lines().find_map(|line| line.trim().strip_suffix("  The ford")).expect("the battle");
    window.types(format!("{number}\r").as_bytes());
    window.waits_for("Blue> ");
    window.types(b"quit\r");
    assert_eq!(window.ends(), Some(0));
    let mut window = TerminalWindow::open(&shell, "", 60);
    window.waits_for("Number> ");
    window.types(b"q\r");
    assert_eq!(window.ends(), Some(0));
}

/// An agent that thinks for more than a second does not think in silence, and moves at once when it is asked to.
#[test]
fn a_slow_opponent_is_shown_to_think_and_can_be_hurried() {
    let shell = Shell::with_shipped_packs();
    let players = "--player german=plan:ms=8000 --player soviet=person";
    let mut window = TerminalWindow::open(&shell, &format!("play battle-for-moscow --seed 5 {players}"), 60);
    window.waits_for("German: thinking… 1 s");
    window.types(b"\x03");
    window.waits_for("Soviet> ");
    window.types(b"quit\r");
    assert_eq!(window.ends(), Some(0));
}
