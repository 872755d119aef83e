//! Seats: the person or agent who plays a side.

use crate::agent::AgentKind;
use crate::battle::Battle;
use grognard_engine::ids::Id;

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
    /// person was named, a person plays the side of the guide, or else the first remaining side.
    pub fn seats(&self, mut named: Vec<Option<Seat>>) -> Vec<Seat> {
        named.resize(self.content.seats().count(), None);
        if !named.contains(&Some(Seat::Person))
            && let Some(free) = self.free_for_person(&named)
        {
            named[free] = Some(Seat::Person);
        }
        let sides = self.content.seats().zip(named);
        sides.map(|((_, side), seat)| seat.unwrap_or_else(|| self.agent_of(side))).collect()
    }

    /// Returns the seat that a person takes by default; `None` if all are taken.
    fn free_for_person(&self, named: &[Option<Seat>]) -> Option<usize> {
        let guided = self.system.guide.as_ref().and_then(|guide| self.content.sides.find(&guide.file.side));
        let guided = guided.map(Id::index).filter(|side| named[*side].is_none());
        guided.or_else(|| named.iter().position(Option::is_none))
    }

    /// Returns the agent that plays a side by default.
    fn agent_of(&self, side: &str) -> Seat {
        let guided = self.system.guide.as_ref().and_then(|guide| guide.file.players.get(side));
        guided.and_then(|player| Seat::parse(player.name())).unwrap_or(self.usual_agent())
    }

    /// Returns the seed of the guide's dice, if the battle is a guided one.
    pub fn guided_seed(&self) -> Option<u64> {
        self.system.guide.as_ref().map(|guide| guide.file.seed.into())
    }

    /// Returns the default agent: a recruit if the system can evaluate positions, and random otherwise.
    pub fn usual_agent(&self) -> Seat {
        Seat::Agent(if self.system.hooks.evaluate.is_some() { AgentKind::Greedy } else { AgentKind::Random })
    }
}
