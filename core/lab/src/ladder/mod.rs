//! A ladder: every pair of agents plays on both sides, and strengths are expressed as Elo ratings.

mod elo;

pub use elo::Rating;

use crate::forfeits::{self, Forfeits};
use crate::shard::run_in_order;
use crate::sim::{SimPlan, play_watched};
use grognard_engine::ids::SideId;
use grognard_engine::table::Service;
use grognard_play::AgentKind;
use grognard_play::Battle;
use grognard_play::CancelToken;
use grognard_script::{Host, ScriptError};

/// Agents that play each other.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The agents, without duplicates.
    pub agents: Vec<AgentKind>,
    /// The number of games for each pair and each assignment of sides.
    pub games: u64,
    /// The seed of each pair's first game; both assignments of sides use the same seeds.
    pub seed: u64,
}

/// The games of a ladder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LadderGames {
    /// The results by pair of agents.
    pub meetings: Vec<Meeting>,
    /// Games that programs forfeited by breaking the protocol.
    pub forfeits: Vec<Forfeits>,
}

/// The results of two agents against each other.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Meeting {
    /// The agents, by index in the ladder; the first plays the first side.
    pub agents: (usize, usize),
    /// The number of games won by the first agent.
    pub won: u64,
    /// The number of drawn games.
    pub drawn: u64,
    /// The number of games won by the second agent.
    pub lost: u64,
}

impl Meeting {
    /// Returns the number of games played.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

impl Ladder {
    /// Returns the agents of each meeting: every ordered pair, so that each agent plays both sides.
    fn meetings(&self) -> Vec<(usize, usize)> {
        let all = 0..self.agents.len();
        all.clone()
            .flat_map(|one| all.clone().filter(move |other| *other != one).map(move |other| (one, other)))
            .collect()
    }

    /// Returns the total number of games.
    pub fn count(&self) -> u64 {
        self.meetings().len() as u64 * self.games
    }

    /// Plays all games on `threads` threads, stopping early if one is abandoned. The results depend only on the seed,
    /// unless an agent uses the clock. Calls `done` after each game with the number played.
    pub fn play(
        &self,
        battle: &Battle,
        threads: usize,
        stop: &CancelToken,
        mut done: impl FnMut(u64),
    ) -> Result<LadderGames, ScriptError> {
        let empty = |agents: (usize, usize)| Meeting { agents, won: 0, drawn: 0, lost: 0 };
        let mut games =
            LadderGames { meetings: self.meetings().into_iter().map(empty).collect(), forfeits: Vec::new() };
        // One game of each meeting is played in turn, so that an interrupted ladder has about the same number of games
        // of each meeting.
        let pairs = self.meetings();
        let place =
            |game: u64| ((game % pairs.len() as u64) as usize, self.seed.wrapping_add(game / pairs.len() as u64));
        let piece = |host: &mut Host, game: u64| {
            let (meeting, seed) = place(game);
            let (one, other) = pairs[meeting];
            let plan =
                SimPlan { games: 1, seed, players: vec![self.agents[one], self.agents[other]], service: Service::BARE };
            let over = play_watched(battle, host, &plan, seed, None, stop)?;
            Ok(over.map(|over| (over.table.state.ending().map(|ending| ending.winners.clone()), over.forfeit)))
        };
        let worker = || battle.host();
        run_in_order(threads, (0, self.count()), worker, piece, |game, played| {
            let Some((winners, forfeit)) = played else { return Ok(false) };
            let (meeting, seed) = place(game);
            let meeting = &mut games.meetings[meeting];
            if let Some(forfeit) = forfeit {
                let first = battle.content.sides.name(SideId(0));
                let agent = if forfeit.side == first { meeting.agents.0 } else { meeting.agents.1 };
                forfeits::add(&mut games.forfeits, (None, self.agents[agent].name()), &forfeit, seed);
            }
            let has_won = |side| winners.as_ref().is_some_and(|winners| winners.has(&SideId(side)));
            match (has_won(0), has_won(1)) {
                (true, false) => meeting.won += 1,
                (false, true) => meeting.lost += 1,
                _ => meeting.drawn += 1,
            }
            done(game + 1);
            Ok(!stop.is_asked())
        })?;
        for forfeits in &mut games.forfeits {
            let is_first = forfeits.side == battle.content.sides.name(SideId(0));
            let player = |meeting: &&Meeting| self.agents[if is_first { meeting.agents.0 } else { meeting.agents.1 }];
            let of_it = games.meetings.iter().filter(|meeting| player(meeting).name() == forfeits.agent);
            forfeits.of = of_it.map(Meeting::games).sum();
        }
        Ok(games)
    }

    /// Returns the strengths that best explain the meetings, by agent.
    pub fn ratings(&self, meetings: &[Meeting]) -> Vec<Rating> {
        elo::ratings(self.agents.len(), meetings)
    }
}
