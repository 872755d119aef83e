//! A ladder: every pair of agents plays on both sides, and strengths are expressed as Elo ratings. If there are more
//! than two sides, one agent of a pair plays each side in turn, and the other all other sides.

mod elo;

pub use elo::Rating;

use crate::forfeits::{self, Forfeits};
use crate::shard::run_in_order;
use crate::sim::{SimPlan, play_watched};
use grognard_engine::ids::SideId;
use grognard_engine::state::Winners;
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
    /// The agents, by index in the ladder; the second plays all sides but one.
    pub agents: (usize, usize),
    /// The side that the first agent plays.
    #[serde(skip)]
    pub side: SideId,
    /// The number of games won by the first agent.
    pub won: u64,
    /// The number of drawn games.
    pub drawn: u64,
    /// The number of games that only the second agent won.
    pub lost: u64,
}

impl Meeting {
    /// Returns the number of games played.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

impl Ladder {
    /// Returns the meetings, without games: every ordered pair, so that each agent plays every side.
    fn meetings(&self, battle: &Battle) -> Vec<Meeting> {
        let all = 0..self.agents.len();
        let pairs =
            all.clone().flat_map(|one| all.clone().filter(move |other| *other != one).map(move |other| (one, other)));
        let seats = battle.content.seats().count();
        let sides = (0..if seats == 2 { 1 } else { seats }).map(|side| SideId(side as u16));
        let meeting = |agents, side| Meeting { agents, side, won: 0, drawn: 0, lost: 0 };
        pairs.flat_map(|agents| sides.clone().map(move |side| meeting(agents, side))).collect()
    }

    /// Returns the agent, by index in the ladder, that plays a side in a meeting.
    fn player(meeting: &Meeting, side: SideId) -> usize {
        if side == meeting.side { meeting.agents.0 } else { meeting.agents.1 }
    }

    /// Returns the total number of games.
    pub fn count(&self, battle: &Battle) -> u64 {
        self.meetings(battle).len() as u64 * self.games
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
        let mut games = LadderGames { meetings: self.meetings(battle), forfeits: Vec::new() };
        // One game of each meeting is played in turn, so that an interrupted ladder has about the same number of games
        // of each meeting.
        let meetings = games.meetings.clone();
        let count = meetings.len() as u64;
        let place = |game: u64| ((game % count) as usize, self.seed.wrapping_add(game / count));
        let seats: Vec<SideId> = battle.content.seats().map(|(side, _)| side).collect();
        let piece = |host: &mut Host, game: u64| {
            let (meeting, seed) = place(game);
            let players = seats.iter().map(|side| self.agents[Ladder::player(&meetings[meeting], *side)]).collect();
            let plan = SimPlan { games: 1, seed, players, service: Service::BARE };
            let over = play_watched(battle, host, &plan, seed, None, stop)?;
            Ok(over.map(|over| (over.table.state.ending().map(|ending| ending.winners.clone()), over.forfeit)))
        };
        let worker = || battle.host();
        run_in_order(threads, (0, count * self.games), worker, piece, |game, played| {
            let Some((winners, forfeit)) = played else { return Ok(false) };
            let (meeting, seed) = place(game);
            let meeting = &mut games.meetings[meeting];
            if let Some(forfeit) = forfeit {
                let side = battle.content.sides.find(&forfeit.side).unwrap_or(SideId(0));
                let agent = Ladder::player(meeting, side);
                forfeits::add(&mut games.forfeits, (None, self.agents[agent].name()), &forfeit, seed);
            }
            let own = meeting.side;
            let has_won = |mine: bool| winners.iter().flat_map(Winners::iter).any(|side| (*side == own) == mine);
            match (has_won(true), has_won(false)) {
                (true, false) => meeting.won += 1,
                (false, true) => meeting.lost += 1,
                _ => meeting.drawn += 1,
            }
            done(game + 1);
            Ok(!stop.is_asked())
        })?;
        for forfeits in &mut games.forfeits {
            let side = battle.content.sides.find(&forfeits.side).unwrap_or(SideId(0));
            let plays = |meeting: &&Meeting| self.agents[Ladder::player(meeting, side)].name() == forfeits.agent;
            let of_it = games.meetings.iter().filter(plays);
            forfeits.of = of_it.map(Meeting::games).sum();
        }
        Ok(games)
    }

    /// Returns the strengths that best explain the meetings, by agent.
    pub fn ratings(&self, meetings: &[Meeting]) -> Vec<Rating> {
        elo::ratings(self.agents.len(), meetings)
    }
}
