//! Players for comparisons and tests: one records another player, one follows a script.

use crate::decision::{Choice, Decision, Options, Player};
use crate::path::Path;
use crate::position::Position;
use crate::spaces::SpaceSet;
use crate::units::{Side, UnitSet};
use std::collections::VecDeque;

/// The options of a decision, as owned values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// One of these units.
    Units(UnitSet),
    /// One or more of these units.
    Several(UnitSet),
    /// One of these spaces.
    Spaces(SpaceSet),
    /// One of these labels.
    Labels(&'static [&'static str]),
    /// One of these ways, by the cities captured.
    Ways(Vec<SpaceSet>),
    /// One of these paths.
    Paths(Vec<Path>),
}

impl From<Options<'_>> for Offer {
    fn from(options: Options) -> Offer {
        match options {
            Options::Units(units) => Offer::Units(units),
            Options::Several(units) => Offer::Several(units),
            Options::Spaces(spaces) => Offer::Spaces(spaces),
            Options::Labels(labels) => Offer::Labels(labels),
            Options::Ways(ways) => Offer::Ways(ways.to_vec()),
            Options::Paths(paths) => Offer::Paths(paths.to_vec()),
        }
    }
}

/// A recorded event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A decision.
    Decided {
        /// The kind of decision: `Goal`, `Target`, ...
        question: String,
        /// The side that was asked.
        side: Side,
        /// The state at that time.
        position: Box<Position>,
        /// The options.
        offer: Offer,
        /// Whether the side could decline.
        may_stop: bool,
        /// The answer.
        choice: Choice,
    },
    /// A roll of the die.
    Rolled(u8),
}

/// A player that lets another decide and records everything.
#[derive(Clone, Debug)]
pub struct Recorder<P> {
    /// The player that decides.
    pub player: P,
    /// The events so far.
    pub stages: Vec<Stage>,
}

impl<P> Recorder<P> {
    /// Records a player.
    pub const fn new(player: P) -> Recorder<P> {
        Recorder { player, stages: Vec::new() }
    }
}

impl<P: Player> Player for Recorder<P> {
    fn choose(&mut self, position: &Position, decision: &Decision) -> Choice {
        let choice = self.player.choose(position, decision);
        let shown = format!("{decision:?}");
        self.stages.push(Stage::Decided {
            question: shown.split(' ').next().unwrap_or_default().to_string(),
            side: decision.side(position),
            position: Box::new(position.clone()),
            offer: decision.options().into(),
            may_stop: decision.may_stop(),
            choice,
        });
        choice
    }

    fn roll(&mut self) -> u8 {
        let roll = self.player.roll();
        self.stages.push(Stage::Rolled(roll));
        roll
    }
}

/// A player that follows a script of answers and rolls; after the last answer it declines where it can.
#[derive(Clone, Debug, Default)]
pub struct ScriptedPlayer {
    /// The remaining answers.
    pub choices: VecDeque<Choice>,
    /// The remaining rolls.
    pub rolls: VecDeque<u8>,
}

impl ScriptedPlayer {
    /// A script.
    pub fn new(choices: &[Choice], rolls: &[u8]) -> ScriptedPlayer {
        ScriptedPlayer { choices: choices.iter().copied().collect(), rolls: rolls.iter().copied().collect() }
    }
}

impl Player for ScriptedPlayer {
    /// # Panics
    /// If the next answer is not an option, or no answer is left and the decision cannot be declined.
    fn choose(&mut self, _: &Position, decision: &Decision) -> Choice {
        let choice = self.choices.pop_front().unwrap_or(Choice::Stop);
        assert!(decision.accepts(choice), "{choice:?} answers {decision:?}");
        choice
    }

    /// # Panics
    /// If no roll is left.
    fn roll(&mut self) -> u8 {
        self.rolls.pop_front().expect("the script has another roll")
    }
}
