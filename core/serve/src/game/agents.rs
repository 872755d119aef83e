//! The pace of agents, which pause before each decision so that people can follow.

use crate::dto::{Fault, Thinking};
use crate::game::play::Play;
use crate::role::Role;
use grognard_engine::ids::Id;
use grognard_play::Seat;
use std::time::{Duration, Instant};

/// The number of consecutive decisions after which an agent's pauses are half as long. After twice that number, they
/// are a third as long.
const DECISIONS_AT_HALF_PACE: u32 = 12;

/// The time after which a thinking agent is asked again how far it has come.
const THINKING_INTERVAL: Duration = Duration::from_millis(50);

/// The pace of agents; reset whenever a person must decide.
#[derive(Default)]
pub struct AgentPace {
    decided: u32,
    is_hurried: bool,
}

impl AgentPace {
    /// Returns the pause before the next decision.
    fn wait(&self, pace: Duration) -> Duration {
        if self.is_hurried {
            Duration::ZERO
        } else {
            pace * DECISIONS_AT_HALF_PACE / (DECISIONS_AT_HALF_PACE + self.decided)
        }
    }
}

impl Play {
    /// Returns the time of the next agent decision, or of the next look at advice that is being worked out; `None` while a
    /// person must decide, while the rules have failed, and once the game is over.
    pub fn next_move(&mut self, now: Instant) -> Option<Instant> {
        if !self.advising.is_empty() {
            return Some(self.moved + THINKING_INTERVAL);
        }
        let side = self.session.game.table.pending().map(|pending| pending.side);
        let side = side.filter(|side| self.failure.is_none() && self.session.seats()[side.index()] != Seat::Person);
        if side.is_none() {
            self.agent_pace = AgentPace::default();
            self.told_percent = None;
            return None;
        }
        if self.told_percent.is_some() {
            return Some(self.moved + THINKING_INTERVAL);
        }
        // Agents pause only if a person plays and somebody is watching.
        let is_followed = self.session.seats().contains(&Seat::Person) && self.is_watched();
        Some(if is_followed { self.moved + self.agent_pace.wait(self.app.settings.pace) } else { now })
    }

    /// Lets the agent take the pending decision, if it need not think about it any longer; or continues to think of
    /// advice.
    pub fn move_agent(&mut self) {
        if !self.advising.is_empty() {
            return self.think_of_advice();
        }
        self.moved = Instant::now();
        if let Some(done) = self.session.think() {
            return self.show_thinking(done);
        }
        self.told_percent = None;
        self.agent_pace.decided += 1;
        self.failure = self.session.play_agent().err();
        // If the game cannot be stored, its room closes. No request is waiting for the result.
        let _ = self.publish();
    }

    /// Tells the viewers how much of the thinking is done.
    fn show_thinking(&mut self, done: f64) {
        let percent = (done * 100.0) as u32;
        if self.told_percent.replace(percent) != Some(percent) {
            self.audiences.iter_mut().for_each(|audience| audience.tell(Thinking { percent }));
        }
    }

    /// Lets agents decide without pauses until a person must decide, and asks an agent that is thinking to decide now.
    /// A player who waits for advice gets it soon.
    pub fn hurry(&mut self, role: &Role) -> Result<(), Fault> {
        if role.sides(&self.session).is_empty() {
            return Err(Fault::forbidden("only players may speed up the game"));
        }
        let advised = self.advising.iter().map(|(side, _)| *side).find(|side| role.plays(&self.session, *side));
        if let Some(side) = advised {
            self.session.hurry_advice(side);
            return Ok(());
        }
        self.agent_pace.is_hurried = true;
        self.session.hurry();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_decisions_in_a_row_take_less_and_less() {
        let pace = Duration::from_millis(150);
        let wait = |decided| AgentPace { decided, is_hurried: false }.wait(pace);
        assert_eq!(
            [wait(0), wait(DECISIONS_AT_HALF_PACE), wait(2 * DECISIONS_AT_HALF_PACE)],
            [pace, pace / 2, pace / 3]
        );
        let all: Duration = (0..220).map(wait).sum();
        assert!(all < Duration::from_secs(6), "{all:?}");
        assert_eq!(AgentPace { decided: 0, is_hurried: true }.wait(pace), Duration::ZERO);
    }
}
