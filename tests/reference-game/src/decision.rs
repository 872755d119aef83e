//! Decisions: what the game asks, what may be answered, and who answers.

use crate::bits;
use crate::path::Path;
use crate::position::Position;
use crate::spaces::SpaceSet;
use crate::units::{Side, UnitSet};

/// The player of both sides, who also rolls the die.
pub trait Player {
    /// Answers a decision; the answer must be one the decision [accepts](Decision::accepts).
    fn choose(&mut self, position: &Position, decision: &Decision) -> Choice;

    /// Rolls a die: 1 to 6.
    fn roll(&mut self) -> u8;
}

/// Something the game asks. Forced decisions, with one option and no stop, are played without asking.
#[derive(Clone, Copy, Debug)]
pub enum Decision<'a> {
    /// 6.0 The German set-up: one of [`SETUPS`].
    Setup,
    /// 6.0 Where a German corps starts.
    Start {
        /// The corps.
        unit: u8,
        /// The crosses still free.
        spaces: SpaceSet,
    },
    /// 11.0 Where the 1st Shock Army enters, or not now.
    Enter {
        /// Edge spaces free of units and of enemy zones of control.
        spaces: SpaceSet,
    },
    /// 10.0 Which unit the next replacement point restores or builds, or no more.
    Replace {
        /// Reduced units in communication and units off the map.
        units: UnitSet,
    },
    /// 10.2, 10.3 Where a unit is built.
    Build {
        /// The unit.
        unit: u8,
        /// Free edge spaces and cities.
        spaces: SpaceSet,
    },
    /// 8.0 Which unit moves next, or no more.
    Move {
        /// Units of the phase that have not moved.
        units: UnitSet,
    },
    /// 8.0 Where a unit goes; its own space means that it stays.
    Goal {
        /// The unit.
        unit: u8,
        /// Where it can go.
        spaces: SpaceSet,
    },
    /// 10.0 Which enemy cities a unit takes along its route; the routes are numbered from 1.
    Way {
        /// The unit.
        unit: u8,
        /// Where it goes.
        goal: u8,
        /// The cities each route takes.
        ways: &'a [SpaceSet],
    },
    /// 9.0 Which enemy is attacked, or no more attacks.
    Target {
        /// Enemies an unassigned unit stands beside.
        units: UnitSet,
    },
    /// 9.0 With which units: one or more.
    Attackers {
        /// The enemy.
        target: u8,
        /// Unassigned units beside it.
        units: UnitSet,
    },
    /// 9.0 Which battle is fought next, identified by its defender.
    Battle {
        /// The defenders.
        units: UnitSet,
    },
    /// DR in a major city: one of [`DEFENCES`].
    Defence {
        /// The defender.
        unit: u8,
    },
    /// DR The path along which the attacker drives a retreating unit.
    Retreat {
        /// The retreating unit.
        unit: u8,
        /// The paths, in ascending order of their spaces.
        paths: &'a [Path],
    },
    /// AL, EX Which attacker loses a step.
    Loss {
        /// The attackers still on the map.
        units: UnitSet,
    },
    /// 9.0 Which attacker advances, or none.
    Advance {
        /// The surviving attackers.
        units: UnitSet,
        /// The vacated space.
        into: u8,
    },
}

/// The labels of [`Decision::Setup`].
pub const SETUPS: &[&str] = &["prepared", "free"];

/// The labels of [`Decision::Defence`].
pub const DEFENCES: &[&str] = &["retreat", "take a loss"];

/// The options of a decision.
#[derive(Clone, Copy, Debug)]
pub enum Options<'a> {
    /// One of these units.
    Units(UnitSet),
    /// One or more of these units.
    Several(UnitSet),
    /// One of these spaces.
    Spaces(SpaceSet),
    /// One of these labels, identified by its index.
    Labels(&'static [&'static str]),
    /// One of these routes, identified by its index.
    Ways(&'a [SpaceSet]),
    /// One of these paths, identified by its index.
    Paths(&'a [Path]),
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Nothing (more).
    Stop,
    /// A unit.
    Unit(u8),
    /// Several units.
    Units(UnitSet),
    /// A space.
    Space(u8),
    /// The index of a label, route or path in its list, from 0.
    Index(u8),
}

impl<'a> Decision<'a> {
    /// The options.
    #[inline(always)]
    pub fn options(&self) -> Options<'a> {
        match *self {
            Decision::Setup => Options::Labels(SETUPS),
            Decision::Defence { .. } => Options::Labels(DEFENCES),
            Decision::Start { spaces, .. }
            | Decision::Enter { spaces }
            | Decision::Build { spaces, .. }
            | Decision::Goal { spaces, .. } => Options::Spaces(spaces),
            Decision::Replace { units }
            | Decision::Move { units }
            | Decision::Target { units }
            | Decision::Battle { units }
            | Decision::Loss { units }
            | Decision::Advance { units, .. } => Options::Units(units),
            Decision::Attackers { units, .. } => Options::Several(units),
            Decision::Way { ways, .. } => Options::Ways(ways),
            Decision::Retreat { paths, .. } => Options::Paths(paths),
        }
    }

    /// Whether the side may decline.
    #[inline(always)]
    pub fn may_stop(&self) -> bool {
        matches!(
            self,
            Decision::Enter { .. }
                | Decision::Replace { .. }
                | Decision::Move { .. }
                | Decision::Target { .. }
                | Decision::Advance { .. }
        )
    }

    /// The side that decides: the phasing side, or the defender for its stubborn defence.
    pub fn side(&self, position: &Position) -> Side {
        match self {
            Decision::Defence { .. } => position.phase.side().other(),
            _ => position.phase.side(),
        }
    }

    /// The only possible answer, if there is just one.
    #[inline(always)]
    pub fn forced(&self) -> Option<Choice> {
        if self.may_stop() { None } else { self.options().only() }
    }

    /// Whether an answer is one of those offered.
    pub fn accepts(&self, choice: Choice) -> bool {
        match (self.options(), choice) {
            (_, Choice::Stop) => self.may_stop(),
            (Options::Units(units), Choice::Unit(unit)) => unit < 64 && units >> unit & 1 == 1,
            (Options::Several(units), Choice::Units(chosen)) => chosen != 0 && chosen & !units == 0,
            (Options::Spaces(spaces), Choice::Space(space)) => space < 192 && spaces.contains(space),
            (options @ (Options::Labels(_) | Options::Ways(_) | Options::Paths(_)), Choice::Index(index)) => {
                (index as u32) < options.count()
            }
            _ => false,
        }
    }
}

impl Options<'_> {
    /// The number of options.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        match self {
            Options::Units(units) | Options::Several(units) => bits::count(*units),
            Options::Spaces(spaces) => spaces.count(),
            Options::Labels(labels) => labels.len() as u32,
            Options::Ways(ways) => ways.len() as u32,
            Options::Paths(paths) => paths.len() as u32,
        }
    }

    /// The option at an index, from 0; for several units, just this one.
    #[inline(always)]
    pub fn nth(&self, index: u32) -> Choice {
        match self {
            Options::Units(units) => Choice::Unit(bits::nth(*units, index) as u8),
            Options::Several(units) => Choice::Units(1 << bits::nth(*units, index)),
            Options::Spaces(spaces) => Choice::Space(spaces.nth(index)),
            Options::Labels(_) | Options::Ways(_) | Options::Paths(_) => Choice::Index(index as u8),
        }
    }

    /// The only option, if there is just one.
    #[inline(always)]
    fn only(&self) -> Option<Choice> {
        match *self {
            Options::Units(units) => (units & (units - 1) == 0).then(|| Choice::Unit(units.trailing_zeros() as u8)),
            Options::Several(units) => (units & (units - 1) == 0).then_some(Choice::Units(units)),
            _ => (self.count() == 1).then(|| self.nth(0)),
        }
    }
}

/// The kind of choice required at this point in the rules; anything else is a player's fault.
macro_rules! expect {
    ($($(#[$doc:meta])* $name:ident: $variant:ident -> $type:ty;)*) => {
        impl Choice {
            $($(#[$doc])*
            ///
            /// # Panics
            /// If it is something else.
            #[inline(always)]
            pub fn $name(self) -> $type {
                match self {
                    Choice::$variant(value) => value,
                    other => panic!("answered {other:?}"),
                }
            })*
        }
    };
}

expect! {
    /// The chosen unit.
    unit: Unit -> u8;
    /// The chosen units.
    units: Units -> UnitSet;
    /// The chosen space.
    space: Space -> u8;
    /// The index of the chosen label, route or path.
    index: Index -> u8;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_option_is_forced_unless_one_may_stop() {
        assert_eq!(Decision::Battle { units: 4 }.forced(), Some(Choice::Unit(2)));
        assert_eq!(Decision::Battle { units: 6 }.forced(), None);
        assert_eq!(Decision::Move { units: 4 }.forced(), None);
        assert_eq!(Decision::Attackers { target: 20, units: 8 }.forced(), Some(Choice::Units(8)));
        let spaces = SpaceSet::one(77);
        assert_eq!(Decision::Goal { unit: 0, spaces }.forced(), Some(Choice::Space(77)));
        assert_eq!(Decision::Setup.forced(), None);
    }

    #[test]
    fn only_what_is_offered_is_accepted() {
        let attackers = Decision::Attackers { target: 20, units: 0b110 };
        assert!(attackers.accepts(Choice::Units(0b100)));
        assert!(!attackers.accepts(Choice::Units(0)) && !attackers.accepts(Choice::Units(1)));
        assert!(!attackers.accepts(Choice::Stop) && !attackers.accepts(Choice::Unit(1)));
        assert!(Decision::Target { units: 1 }.accepts(Choice::Stop));
        assert!(Decision::Setup.accepts(Choice::Index(1)) && !Decision::Setup.accepts(Choice::Index(2)));
    }
}
