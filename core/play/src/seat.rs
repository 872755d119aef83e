//! Who plays a side: a person or an agent.

use crate::agent::AgentKind;
use crate::battle::Battle;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    Person,
    /// An agent.
    Agent(AgentKind),
}

impl Seat {
    /// The names of seats.
    pub const NAMES: [&str; 4] = ["person", "greedy", "random", "search"];

    /// Reads `person`, `random`, `greedy`, `search`, `search:ms=1000`. No program is started because a save or a
    /// visitor says so: where one played, a person sits until somebody says otherwise.
    pub fn parse(name: &str) -> Option<Seat> {
        match name {
            "person" | PROGRAM => Some(Seat::Person),
            name => AgentKind::parse(name).map(Seat::Agent),
        }
    }

    /// Reads the same, and `exec:./bot.py`, from the command line.
    pub fn of_command_line(name: &str) -> Option<Seat> {
        AgentKind::of_command_line(name).map(Seat::Agent).or_else(|| Seat::parse(name))
    }

    /// The name of the seat.
    pub fn name(self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Agent(AgentKind::Bot(_)) => PROGRAM,
            Seat::Agent(kind) => kind.name(),
        }
    }
}

/// What a seat is called in which a program sits; its command is nobody else's business.
const PROGRAM: &str = "program";

impl Battle {
    /// Who plays each side: those named; a person for the first side that is left, if no person was named; agents for
    /// the rest.
    pub fn seats(&self, mut named: Vec<Option<Seat>>) -> Vec<Seat> {
        named.resize(self.content.sides.len(), None);
        if !named.contains(&Some(Seat::Person))
            && let Some(free) = named.iter_mut().find(|seat| seat.is_none())
        {
            *free = Some(Seat::Person);
        }
        named.into_iter().map(|seat| seat.unwrap_or(self.usual_agent())).collect()
    }

    /// The agents everybody plays with unless he says otherwise: greedy ones where the system can judge positions.
    pub fn usual_agent(&self) -> Seat {
        Seat::Agent(if self.system.hooks.evaluate.is_some() { AgentKind::Greedy } else { AgentKind::Random })
    }
}
