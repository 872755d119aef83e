//! Battle for Moscow, second edition, written by hand: flat arrays, bit sets, no scripts, no allocation.
//!
//! It is the reference for the scripted version of the game. Both ask the same [decisions](Decision) with the same
//! options in the same [position](Position), so they can be compared move by move; the rulings are those of
//! `scripts/battle-for-moscow/rulings.md`. Numbers in the documentation are paragraphs of the rulebook.
//!
//! ```
//! let (winner, decisions) = grognard_reference_game::playout(1);
//! assert!(decisions > 0);
//! # let _ = winner;
//! ```

mod combat;
mod decision;
mod evaluation;
mod evolution;
mod game;
mod ground;
mod lines;
mod movement;
mod odds;
mod path;
mod position;
mod random;
mod recorder;
mod replacement;
mod retreat;
mod spaces;
mod ways;

pub mod bits;
pub mod tables;
pub mod units;

pub use decision::{Choice, DEFENCES, Decision, Options, Player, SETUPS};
pub use evaluation::{GreedyPlayer, WEIGHTS, Weights};
pub use evolution::{Budget, EvolvingPlayer, Plan};
pub use game::{Game, LAST_TURN, Winner};
pub use ground::{Flood, Ground, March, Reach};
pub use lines::{Lines, position_of_view};
pub use odds::{Outcome, result};
pub use path::{List, Path};
pub use position::{NOBODY, Phase, Position, Unit};
pub use random::{Random, RandomPlayer};
pub use recorder::{Offer, Recorder, ScriptedPlayer, Stage};
pub use replacement::{POINTS, SHOCK_TURN};
pub use retreat::Paths;
pub use spaces::SpaceSet;
pub use units::{PREPARED, Side, UnitSet};
pub use ways::ways;

/// Plays a random game from the set-up to the end. Returns the winner and the number of decisions asked.
pub fn playout(seed: u64) -> (Winner, u32) {
    let mut game = Game::new(RandomPlayer::new(seed));
    (game.play(), game.decisions)
}
