//! The kinds of agents and their names.

use super::plan::PlanBudget;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The kinds of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentKind {
    /// Chooses among all legal answers with equal probability.
    Random,
    /// Tries each answer, and takes the answer with the best resulting position.
    Greedy,
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
    pub const NAMES: [&str; 4] = ["random", "recruit", "veteran", "general"];

    /// Parses `random`, `recruit`, `veteran`, `general`, `general:cautious`, `plan:trials=5000`, `plan:ms=1000`. Saves of
    /// earlier versions may also name `greedy`, which is the recruit, and `search`, an agent whose place the general has
    /// taken.
    pub fn parse(text: &str) -> Option<AgentKind> {
        match text.split_once(':') {
            None if text == "random" => Some(AgentKind::Random),
            None if text == "recruit" || text == "greedy" => Some(AgentKind::Greedy),
            None if text == "search" => Some(AgentKind::Plan(PlanBudget::GENERAL)),
            None if text == "veteran" => Some(AgentKind::Plan(PlanBudget::VETERAN)),
            None if text == "general" => Some(AgentKind::Plan(PlanBudget::GENERAL)),
            Some(("veteran", character)) => PlanBudget::VETERAN.with_character(character).map(AgentKind::Plan),
            Some(("general", character)) => PlanBudget::GENERAL.with_character(character).map(AgentKind::Plan),
            Some(("plan", budget)) => PlanBudget::parse(budget).map(AgentKind::Plan),
            Some(("search", _)) => Some(AgentKind::Plan(PlanBudget::GENERAL)),
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
            AgentKind::Greedy => "recruit",
            AgentKind::Plan(PlanBudget::VETERAN) => "veteran",
            AgentKind::Plan(PlanBudget::GENERAL) => "general",
            AgentKind::Plan(budget) => leaked_text(match (budget.level(), budget.character) {
                (Some(level), Some(character)) => format!("{level}:{character}"),
                _ => format!("plan:{budget}"),
            }),
            AgentKind::Bot(command) => leaked_text(format!("{PROGRAM}{command}")),
        }
    }

    /// Returns whether the agent gives the same answers when the same game is replayed. Agents with a time budget and
    /// external programs may not.
    pub fn repeats(self) -> bool {
        !matches!(self, AgentKind::Plan(PlanBudget { is_timed: true, .. }) | AgentKind::Bot(_))
    }

    /// Returns the longest time that a level takes for a turn while a person waits, in seconds.
    pub fn seconds_per_turn(self) -> Option<u32> {
        match self {
            AgentKind::Greedy => Some(1),
            AgentKind::Plan(budget) => match budget.level()? {
                "veteran" => Some(5),
                _ => Some(20),
            },
            _ => None,
        }
    }

    /// Returns whether the agent needs an evaluation of positions.
    pub fn evaluates(self) -> bool {
        matches!(self, AgentKind::Greedy | AgentKind::Plan(_))
    }
}

/// Leaks a string, so that it lives as long as the program. Only strings typed by users are leaked.
pub(super) fn leaked_text(text: String) -> &'static str {
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
            "recruit",
            "veteran",
            "general",
            "veteran:cautious",
            "general:bold",
            "plan:trials=50",
            "plan:trials=50,character=bold",
            "plan:trials=50,climbs=4,finalists=12",
            "plan:ms=50",
        ] {
            assert_eq!(AgentKind::parse(name).map(AgentKind::name), Some(name));
        }
        assert_eq!(AgentKind::of_command_line("exec:./bot.py -v").map(AgentKind::name), Some("exec:./bot.py -v"));
        assert_eq!(
            ["plan:", "plan:200", "plan:trials=0", "plan:ms=0", "greedy:3", "exec:./bot.py"].map(AgentKind::parse),
            [None; 6]
        );
        assert_eq!(AgentKind::of_command_line("exec: "), None);
    }

    #[test]
    fn names_of_earlier_versions_are_understood() {
        let now = |name| AgentKind::parse(name).map(AgentKind::name);
        assert_eq!(["greedy", "search", "search:ms=50"].map(now), ["recruit", "general", "general"].map(Some));
    }

    #[test]
    fn what_the_clock_or_another_program_decides_is_not_repeated() {
        let repeats = |name: &str| AgentKind::of_command_line(name).map(AgentKind::repeats);
        assert_eq!(["random", "recruit", "veteran", "plan:trials=50"].map(repeats), [Some(true); 4]);
        assert_eq!(["plan:ms=50", "exec:./bot.py"].map(repeats), [Some(false); 2]);
    }
}
