//! The kinds of agents there are, and what they are called.

use super::search::Budget;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The kinds of agents there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentKind {
    /// Every legal answer is as likely as any other.
    Random,
    /// Tries each answer and takes the one after which the position looks best.
    Greedy,
    /// Plays the game on in copies, again and again, and takes the answer after which they went best.
    Search(Budget),
    /// A program that is told what its side sees, and answers. It is named on the command line and nowhere else: no
    /// save and no visitor starts one.
    Bot(&'static str),
}

/// What stands before the command of a program that plays.
const PROGRAM: &str = "exec:";

impl AgentKind {
    /// The names of those that anybody may choose.
    pub const NAMES: [&str; 3] = ["random", "greedy", "search"];

    /// Reads `random`, `greedy`, `search`, `search:playouts=200`, `search:ms=1000`.
    pub fn parse(text: &str) -> Option<AgentKind> {
        match text.split_once(':') {
            None if text == "random" => Some(AgentKind::Random),
            None if text == "greedy" => Some(AgentKind::Greedy),
            None if text == "search" => Some(AgentKind::Search(Budget::USUAL)),
            Some(("search", budget)) => Budget::parse(budget).map(AgentKind::Search),
            _ => None,
        }
    }

    /// Reads the same, and `exec:./bot.py --level 3`: the command line of a program.
    pub fn of_command_line(text: &str) -> Option<AgentKind> {
        match text.strip_prefix(PROGRAM).map(str::trim) {
            Some("") => None,
            Some(command) => Some(AgentKind::Bot(leaked_text(command.to_owned()))),
            None => AgentKind::parse(text),
        }
    }

    /// What it is called: the words it is read from.
    pub fn name(self) -> &'static str {
        match self {
            AgentKind::Random => "random",
            AgentKind::Greedy => "greedy",
            AgentKind::Search(Budget::USUAL) => "search",
            AgentKind::Search(budget) => leaked_text(format!("search:{budget}")),
            AgentKind::Bot(command) => leaked_text(format!("{PROGRAM}{command}")),
        }
    }

    /// Whether it gives the same answers when the same game is played again: one that is given time, or is a program of
    /// its own, need not.
    pub fn repeats(self) -> bool {
        !matches!(self, AgentKind::Search(Budget::Milliseconds(_)) | AgentKind::Bot(_))
    }

    /// Whether it needs a system that judges positions.
    pub fn evaluates(self) -> bool {
        matches!(self, AgentKind::Greedy | AgentKind::Search(_))
    }
}

/// A text that stays as long as the program runs. There are only as many as somebody has typed.
fn leaked_text(text: String) -> &'static str {
    static ALL: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(text.as_str()) {
        return known;
    }
    let text: &'static str = Box::leak(text.into_boxed_str());
    all.insert(text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_kinds_are_read_from() {
        for name in ["random", "greedy", "search", "search:playouts=200", "search:ms=50"] {
            assert_eq!(AgentKind::parse(name).map(AgentKind::name), Some(name));
        }
        assert_eq!(AgentKind::of_command_line("exec:./bot.py -v").map(AgentKind::name), Some("exec:./bot.py -v"));
        assert_eq!(["search:", "search:200", "greedy:3", "exec:./bot.py", ""].map(AgentKind::parse), [None; 5]);
        assert_eq!(AgentKind::of_command_line("exec: "), None);
    }

    #[test]
    fn what_the_clock_or_another_program_decides_is_not_repeated() {
        let repeats = |name: &str| AgentKind::of_command_line(name).map(AgentKind::repeats);
        assert_eq!(["random", "greedy", "search:playouts=50"].map(repeats), [Some(true); 3]);
        assert_eq!(["search", "search:ms=50", "exec:./bot.py"].map(repeats), [Some(false); 3]);
    }
}
