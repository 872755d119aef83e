//! A ladder: every agent plays every other on both sides, and their strengths are told in Elo.

mod elo;

pub use elo::Rating;

use crate::agent::AgentKind;
use crate::battle::Battle;
use crate::sim::{self, Plan};
use grognard_engine::ids::{Id, SideId};
use grognard_engine::table::Service;
use grognard_script::ScriptError;
use std::sync::atomic::{AtomicU64, Ordering};

/// Agents that play each other.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The agents, each once.
    pub agents: Vec<AgentKind>,
    /// So many games for each pair and each way to share out the sides.
    pub games: u64,
    /// The seed of the first game of each pair; both ways to share out the sides are played with the same seeds.
    pub seed: u64,
}

/// A meeting by its number, and who won a game of it.
type Won = (usize, Option<SideId>);

/// What two agents did against each other.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Meeting {
    /// The agents, by their place in the ladder; the first plays the first side.
    pub agents: (usize, usize),
    /// Games the first one won.
    pub won: u64,
    /// Games nobody won.
    pub drawn: u64,
    /// Games the second one won.
    pub lost: u64,
}

impl Ladder {
    /// The agents of each meeting: every one against every other, on both sides.
    fn meetings(&self) -> Vec<(usize, usize)> {
        let all = 0..self.agents.len();
        all.clone().flat_map(|one| all.clone().filter(move |other| *other != one).map(move |other| (one, other))).collect()
    }

    /// How many games are played in all.
    pub fn count(&self) -> u64 {
        self.meetings().len() as u64 * self.games
    }

    /// Plays all games on the threads there are; what comes of them depends on the seed alone, unless an agent looks at the clock. `done`
    /// is called after every game, from any thread.
    pub fn play(&self, battle: &Battle, done: impl Fn() + Sync) -> Result<Vec<Meeting>, ScriptError> {
        let meetings = self.meetings();
        let next = AtomicU64::new(0);
        let parts: Result<Vec<Vec<Won>>, ScriptError> = rayon::broadcast(|_| {
            let played = self.play_until(battle, &meetings, &next, &done);
            played.inspect_err(|_| next.store(self.count(), Ordering::Relaxed))
        })
        .into_iter()
        .collect();
        let empty = |agents: &(usize, usize)| Meeting { agents: *agents, won: 0, drawn: 0, lost: 0 };
        let mut all: Vec<Meeting> = meetings.iter().map(empty).collect();
        for (meeting, winner) in parts?.into_iter().flatten() {
            match winner.map(|side| side.index()) {
                Some(0) => all[meeting].won += 1,
                Some(_) => all[meeting].lost += 1,
                None => all[meeting].drawn += 1,
            }
        }
        Ok(all)
    }

    /// Plays the games nobody else has taken, until there are none.
    fn play_until(&self, battle: &Battle, meetings: &[(usize, usize)], next: &AtomicU64, done: impl Fn()) -> Result<Vec<Won>, ScriptError> {
        let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|game| *game < self.count());
        let Some(mut game) = take() else { return Ok(Vec::new()) };
        let mut host = battle.host()?;
        let mut results = Vec::new();
        loop {
            let (meeting, seed) = ((game / self.games) as usize, self.seed.wrapping_add(game % self.games));
            let (one, other) = meetings[meeting];
            let players = vec![self.agents[one], self.agents[other]];
            let plan = Plan { games: 1, seed, players, service: Service::BARE };
            let table = sim::play_to_the_end(battle, &mut host, &plan, seed)?;
            results.push((meeting, table.state.ending().and_then(|ending| ending.winner)));
            done();
            match take() {
                Some(following) => game = following,
                None => return Ok(results),
            }
        }
    }

    /// The strengths that explain the meetings best, by agent.
    pub fn ratings(&self, meetings: &[Meeting]) -> Vec<Rating> {
        elo::ratings(self.agents.len(), meetings)
    }
}
