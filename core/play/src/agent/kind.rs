//! The kinds of agents and their names.

use super::plan::PlanBudget;
use super::search::Budget;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The kinds of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentKind {
    /// Chooses among all legal answers with equal probability.
    Random,
    /// Tries each answer, and takes the answer with the best resulting position.
    Greedy,
    /// Plays many copies of the game and takes the answer with the best results.
    Search(Budget),
    /// Plans whole turns, and tries its plans in copies of the game.
    Plan(PlanBudget),
    /// An external program that receives what its side sees, and answers. It can only be named on the command line:
    /// neither saves nor visitors can start a program.
    Bot(&'static str),
}

/// The prefix of a program's command.
const PROGRAM: &str = "exec:";

impl AgentKind {
    /// The names of the agents that anyone may choose, visitors included.
    pub const NAMES: [&str; 5] = ["random", "greedy", "veteran", "general", "search"];

    /// Parses `random`, `greedy`, `veteran`, `general`, `plan:trials=5000`, `search`, `search:playouts=200`,
    /// `search:ms=1000`.
    pub fn parse(text: &str) -> Option<AgentKind> {
        match text.split_once(':') {
            None if text == "random" => Some(AgentKind::Random),
            None if text == "greedy" => Some(AgentKind::Greedy),
            None if text == "search" => Some(AgentKind::Search(Budget::USUAL)),
            None if text == "veteran" => Some(AgentKind::Plan(PlanBudget::VETERAN)),
            None if text == "general" => Some(AgentKind::Plan(PlanBudget::GENERAL)),
            Some(("plan", budget)) => PlanBudget::parse(budget).map(AgentKind::Plan),
            Some(("search", budget)) => Budget::parse(budget).map(AgentKind::Search),
            _ => None,
        }
    }

    /// Parses the forms that [`AgentKind::parse`] accepts, and a program with its arguments: `exec:./bot.py --level 3`.
    pub fn of_command_line(text: &str) -> Option<AgentKind> {
        match text.strip_prefix(PROGRAM).map(str::trim) {
            Some("") => None,
            Some(command) => Some(AgentKind::Bot(leaked_text(command.to_owned()))),
            None => AgentKind::parse(text),
        }
    }

    /// Returns the name, in a form that can be parsed.
    pub fn name(self) -> &'static str {
        match self {
            AgentKind::Random => "random",
            AgentKind::Greedy => "greedy",
            AgentKind::Search(Budget::USUAL) => "search",
            AgentKind::Search(budget) => leaked_text(format!("search:{budget}")),
            AgentKind::Plan(PlanBudget::VETERAN) => "veteran",
            AgentKind::Plan(PlanBudget::GENERAL) => "general",
            AgentKind::Plan(budget) => leaked_text(format!("plan:trials={}", budget.trials)),
            AgentKind::Bot(command) => leaked_text(format!("{PROGRAM}{command}")),
        }
    }

    /// Returns whether the agent gives the same answers when the same game is replayed. Agents with a time budget and
    /// external programs may not.
    pub fn repeats(self) -> bool {
        !matches!(self, AgentKind::Search(Budget::Milliseconds(_)) | AgentKind::Bot(_))
    }

    /// Returns whether the agent needs an evaluation of positions.
    pub fn evaluates(self) -> bool {
        matches!(self, AgentKind::Greedy | AgentKind::Search(_) | AgentKind::Plan(_))
    }
}

/// Leaks a string, so that it lives as long as the program. Only strings typed by users are leaked.
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
        for name in [
            "random",
            "greedy",
            "veteran",
            "general",
            "plan:trials=50",
            "search",
            "search:playouts=200",
            "search:ms=50",
        ] {
            assert_eq!(AgentKind::parse(name).map(AgentKind::name), Some(name));
        }
        assert_eq!(AgentKind::of_command_line("exec:./bot.py -v").map(AgentKind::name), Some("exec:./bot.py -v"));
        assert_eq!(
            ["search:", "search:200", "plan:trials=0", "greedy:3", "exec:./bot.py", ""].map(AgentKind::parse),
            [None; 6]
        );
        assert_eq!(AgentKind::of_command_line("exec: "), None);
    }

    #[test]
    fn what_the_clock_or_another_program_decides_is_not_repeated() {
        let repeats = |name: &str| AgentKind::of_command_line(name).map(AgentKind::repeats);
        assert_eq!(["random", "greedy", "veteran", "search:playouts=50"].map(repeats), [Some(true); 4]);
        assert_eq!(["search", "search:ms=50", "exec:./bot.py"].map(repeats), [Some(false); 3]);
    }
}
