//! The game: set-up, sequence of play, victory.

use crate::decision::{Choice, Decision, Player};
use crate::ground::March;
use crate::position::{Phase, Position};
use crate::tables::{CROSSES, MOSCOW};
use crate::units::{PREPARED, SOVIET_UNITS, Side, UNITS};

/// The last turn (4.0).
pub const LAST_TURN: u8 = 7;

/// How a game ended (5.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// Moscow and another city are Soviet.
    Soviet,
    /// Moscow is German.
    German,
    /// Moscow alone is Soviet.
    Draw,
}

/// A game in progress, and the player that decides for both sides.
#[derive(Clone, Debug)]
pub struct Game<P> {
    /// The state.
    pub position: Position,
    /// The player that decides and rolls.
    pub player: P,
    /// The number of decisions asked, without forced ones.
    pub decisions: u32,
}

impl<P: Player> Game<P> {
    /// A new game.
    pub const fn new(player: P) -> Game<P> {
        Game::from(Position::START, player)
    }

    /// A game that continues from a position. Play one phase of it, or the whole game from the set-up.
    pub const fn from(position: Position, player: P) -> Game<P> {
        Game { position, player, decisions: 0 }
    }

    /// Plays the whole game (4.0): the first turn starts with the German combat (6.0).
    pub fn play(&mut self) -> Winner {
        self.setup();
        for turn in 1..=LAST_TURN {
            self.position.turn = turn;
            if turn > 1 {
                self.replacement(Phase::GermanReplacement);
                self.movement(Phase::PanzerMovement, March::Ordinary);
            }
            self.combat(Phase::GermanCombat);
            self.movement(Phase::GermanMovement, March::Ordinary);
            self.replacement(Phase::SovietReplacement);
            self.movement(Phase::RailMovement, March::Rail);
            self.combat(Phase::SovietCombat);
            self.movement(Phase::SovietMovement, March::Ordinary);
            self.position.phase = Phase::Maintenance;
        }
        self.position.winner()
    }

    /// 6.0 The German corps are placed on the crosses at full strength.
    pub fn setup(&mut self) {
        self.position.phase = Phase::Setup;
        let free = self.ask(Decision::Setup).index() == 1;
        let mut spaces = CROSSES;
        for unit in SOVIET_UNITS..UNITS {
            let at = if free {
                self.ask(Decision::Start { unit: unit as u8, spaces }).space()
            } else {
                PREPARED[unit - SOVIET_UNITS]
            };
            spaces.remove(at);
            self.position.place(unit as u8, at, 2);
        }
    }

    /// Asks the player, unless the decision is forced.
    #[inline(always)]
    pub(crate) fn ask(&mut self, decision: Decision) -> Choice {
        if let Some(choice) = decision.forced() {
            return choice;
        }
        self.decisions += 1;
        let choice = self.player.choose(&self.position, &decision);
        debug_assert!(decision.accepts(choice), "{choice:?} answers {decision:?}");
        choice
    }

    /// Asks for one unit; `None` if the player stops.
    #[inline(always)]
    pub(crate) fn ask_unit(&mut self, decision: Decision) -> Option<u8> {
        match self.ask(decision) {
            Choice::Stop => None,
            choice => Some(choice.unit()),
        }
    }
}

impl Position {
    /// 5.0 The winner if the game ends now.
    pub fn winner(&self) -> Winner {
        let soviet = self.owned[Side::Soviet as usize];
        match (soviet.contains(MOSCOW), soviet.count()) {
            (false, _) => Winner::German,
            (true, 1) => Winner::Draw,
            (true, _) => Winner::Soviet,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::CITIES;

    #[test]
    fn victory_5_0() {
        let mut position = Position::START;
        assert_eq!(position.winner(), Winner::Soviet);
        for city in CITIES.iter().filter(|&city| city != MOSCOW) {
            position.take(city, Side::German);
        }
        assert_eq!(position.winner(), Winner::Draw);
        position.take(MOSCOW, Side::German);
        assert_eq!(position.winner(), Winner::German);
    }
}
