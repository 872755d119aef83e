//! Agents at the board: they decide one after the other, so that people can follow.

use crate::play::Play;
use grognard_engine::ids::Id;
use grognard_lab::Seat;
use std::time::Instant;

impl Play {
    /// When the next agent is to decide; `None` while a person is asked, and when the game is over.
    pub fn next_move(&mut self, now: Instant) -> Option<Instant> {
        let side = self.session.game.table.pending()?.side;
        if self.is_stuck || self.session.seats()[side.index()] == Seat::Person {
            return None;
        }
        // Where no person plays or nobody looks on, nobody has to follow.
        let is_followed = self.session.seats().contains(&Seat::Person) && self.is_watched();
        Some(if is_followed { self.moved + self.house.settings.pace } else { now })
    }

    /// Lets the agent that is asked decide.
    pub fn move_agent(&mut self) {
        self.moved = Instant::now();
        if let Err(error) = self.session.play_agent() {
            self.stick(&error);
        }
        // What cannot be kept closes the room; there is nobody else to be told.
        let _ = self.publish();
    }
}
