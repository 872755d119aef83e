//! Seats: the person or agent who plays a side.

use crate::agent::AgentKind;
use crate::battle::Battle;

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    Person,
    /// An agent.
    Agent(AgentKind),
}

impl Seat {
    /// The player names that can be chosen for a seat.
    pub const NAMES: [&str; 5] = ["person", "recruit", "veteran", "general", "random"];

    /// Parses `person`, `random`, `recruit`, `plan:trials=5000`. Neither saves nor visitors can start programs, so `program` is parsed as a person, who plays the side until the seat is changed.
    pub fn parse(name: &str) -> Option<Seat> {
        match name {
            "person" | PROGRAM => Some(Seat::Person),
            name => AgentKind::parse(name).map(Seat::Agent),
        }
    }

    /// Parses the forms that [`Seat::parse`] accepts, and a program: `exec:./bot.py`.
    pub fn of_command_line(name: &str) -> Option<Seat> {
        AgentKind::of_command_line(name).map(Seat::Agent).or_else(|| Seat::parse(name))
    }

    /// Returns the name of the seat.
    pub fn name(self) -> &'static str {
        match self {
            Seat::Person => "person",
            Seat::Agent(AgentKind::Bot(_)) => PROGRAM,
            Seat::Agent(kind) => kind.name(),
        }
    }
}

/// The name of a seat with a program; its command is private.
const PROGRAM: &str = "program";

impl Battle {
    /// Returns the player of each side: the named player where there is one, and agents for the remaining sides. If no
    /// person was named, the first remaining side is played by a person.
    pub fn seats(&self, mut named: Vec<Option<Seat>>) -> Vec<Seat> {
        named.resize(self.content.sides.len(), None);
        if !named.contains(&Some(Seat::Person))
            && let Some(free) = named.iter_mut().find(|seat| seat.is_none())
        {
            *free = Some(Seat::Person);
        }
        named.into_iter().map(|seat| seat.unwrap_or(self.usual_agent())).collect()
    }

    /// Returns the default agent: a recruit if the system can evaluate positions, and random otherwise.
    pub fn usual_agent(&self) -> Seat {
        Seat::Agent(if self.system.hooks.evaluate.is_some() { AgentKind::Greedy } else { AgentKind::Random })
    }
}
