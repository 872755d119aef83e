//! The role of a link's holder.

use grognard_engine::ids::{Id, SideId, UnitId};
use grognard_play::{Seat, Session};

/// The role of a link's holder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Plays one side and has its view.
    Side(String),
    /// Plays all sides not played by agents, with the view of the side that must decide.
    Both,
    /// Sees only public information.
    Spectator,
    /// Creates games and links. Plays no side.
    Host,
}

impl Role {
    /// Returns the role as stored: `side:german`.
    pub fn name(&self) -> String {
        match self {
            Role::Side(side) => format!("side:{side}"),
            Role::Both => "both".to_owned(),
            Role::Spectator => "spectator".to_owned(),
            Role::Host => "host".to_owned(),
        }
    }

    /// Returns the kind of role, without the side: `side`.
    pub fn kind(&self) -> &'static str {
        match self {
            Role::Side(_) => "side",
            Role::Both => "both",
            Role::Spectator => "spectator",
            Role::Host => "host",
        }
    }

    /// Parses the output of [`Role::name`].
    pub fn parse(name: &str) -> Option<Role> {
        match name {
            "both" => Some(Role::Both),
            "spectator" => Some(Role::Spectator),
            "host" => Some(Role::Host),
            name => name.strip_prefix("side:").map(|side| Role::Side(side.to_owned())),
        }
    }

    /// Returns the side whose view the role has at the moment.
    pub fn viewer(&self, session: &Session) -> Option<SideId> {
        match self {
            Role::Side(side) => session.battle.content.sides.find(side),
            Role::Both => person_to_decide(session).or_else(|| only_person(session)),
            Role::Spectator | Role::Host => None,
        }
    }

    /// Returns whether the role may answer for a side.
    pub fn plays(&self, session: &Session, side: SideId) -> bool {
        let is_person = session.seats().get(side.index()) == Some(&Seat::Person);
        is_person
            && match self {
                Role::Side(name) => session.battle.content.sides.name(side) == name,
                Role::Both => true,
                Role::Spectator | Role::Host => false,
            }
    }

    /// Returns the sides that the role plays.
    pub fn sides(&self, session: &Session) -> Vec<SideId> {
        (0..session.seats().len()).map(SideId::from_index).filter(|side| self.plays(session, *side)).collect()
    }

    /// Returns whether any side is played by another person.
    pub fn has_opponents(&self, session: &Session) -> bool {
        persons(session).any(|side| !self.plays(session, side))
    }

    /// Returns whether any unit is hidden from the role.
    pub fn is_kept_from(&self, session: &Session) -> bool {
        let table = &session.game.table;
        let own = self.sides(session);
        let knows = |unit: UnitId| match own.is_empty() {
            true => table.knows(self.viewer(session), unit),
            false => own.iter().any(|side| table.knows(Some(*side), unit)),
        };
        table.state.has_hidden() && !(0..table.content.units.len()).map(UnitId::from_index).all(knows)
    }

    /// Returns whether the role may have the state and the journal, which reveal future dice rolls. It may once the
    /// game is over, or if nothing is hidden from the role and no other person plays.
    pub fn may_have_all(&self, session: &Session) -> bool {
        session.game.table.state.ending().is_some() || !(self.has_opponents(session) || self.is_kept_from(session))
    }
}

fn persons(session: &Session) -> impl Iterator<Item = SideId> + '_ {
    let seats = session.seats().iter().enumerate();
    seats.filter(|(_, seat)| **seat == Seat::Person).map(|(side, _)| SideId::from_index(side))
}

fn person_to_decide(session: &Session) -> Option<SideId> {
    let side = session.game.table.pending()?.side;
    (session.seats().get(side.index()) == Some(&Seat::Person)).then_some(side)
}

fn only_person(session: &Session) -> Option<SideId> {
    let mut all = persons(session);
    all.next().filter(|_| all.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_stored_by_name() {
        for role in [Role::Side("german".into()), Role::Both, Role::Spectator, Role::Host] {
            assert_eq!(Role::parse(&role.name()), Some(role));
        }
        assert_eq!(Role::parse("king"), None);
    }
}
