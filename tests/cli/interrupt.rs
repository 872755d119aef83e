//! Ctrl-C during commands that play games, as soon as the progress bar shows that they have started.

use crate::cli::lab::new_mod;
use crate::cli::shell::Shell;
use crate::cli::terminal_window::TerminalWindow;
use std::process::{Child, Command};

/// A progress bar that shows at least this number: `3 of 100 games`. The handler for Ctrl-C is installed before the bar
/// is drawn.
#[derive(Clone, Copy)]
pub struct Progress<'a> {
    pub least: u64,
    pub what: &'a str,
}

impl Progress<'_> {
    /// Whether `text` shows it.
    fn is_in(self, text: &str) -> bool {
        text.match_indices(" of ").any(|(at, separator)| {
            let number = text[..at].rsplit(' ').next().and_then(|number| number.parse::<u64>().ok());
            let what = text[at + separator.len()..].split_once(' ').map(|(_, what)| what);
            number.is_some_and(|number| number >= self.least)
                && what.is_some_and(|what| what.starts_with(&format!("{},", self.what)))
        })
    }
}

/// The output of a command that is interrupted when its bar shows this progress.
pub fn interrupted(shell: &Shell, command: &str, progress: Progress) -> String {
    let mut window = TerminalWindow::beside(shell, command);
    window.waits_until(&format!("{} {}", progress.least, progress.what), |shown| {
        progress.is_in(shown).then_some(shown.len())
    });
    interrupt(window.child());
    let (said, code) = window.says_to_the_end();
    assert_eq!(code, Some(130), "{command}: {said}");
    said
}

/// Sends a process the signal of Ctrl-C.
pub fn interrupt(process: &Child) {
    assert!(Command::new("kill").args(["-INT", &process.id().to_string()]).status().expect("kill").success());
}

/// The ford with a mod that only slows games down: it runs loops of `turns` iterations, several per game.
pub fn shell_with_slow_water(turns: u32) -> Shell {
    let shell = Shell::new();
    new_mod(&shell, "slow-water");
    let script = format!(
        "--!strict\n-- 1.0 The water is slow.\nwrap(\"supplies.phase\", function(next, game: Game, side: Side)\n\
         \tlocal drops = 0\n\tfor drop = 1, {turns} do\n\t\tdrops += drop\n\tend\n\treturn next(game, side)\nend)\n"
    );
    shell.write("mods/slow-water/slow.luau", &script);
    shell
}
