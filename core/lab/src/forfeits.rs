//! Games that programs forfeited by breaking the protocol: for which side, how often and why.

use crate::shard::ShardFile;
use grognard_engine::catalogue::ENGLISH;
use grognard_play::Forfeit;
use serde::Serialize;

/// The games that a program forfeited as one side by one kind of violation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forfeits {
    /// The variant of the battle, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The program: `exec:./bot.py`.
    pub agent: String,
    /// The side that the program played.
    pub side: String,
    /// The number of games forfeited in this way.
    pub games: u64,
    /// The number of games the program played as that side.
    pub of: u64,
    /// The seed of the first game forfeited in this way.
    pub seed: u64,
    /// The reason for the first such forfeit, in English.
    pub reason: String,
    /// The violation that `reason` describes, for translation.
    #[serde(skip)]
    pub first: Forfeit,
}

/// Adds a game to the entry for games forfeited in the same way.
pub(crate) fn add(all: &mut Vec<Forfeits>, (variant, agent): (Option<&str>, &str), forfeit: &Forfeit, seed: u64) {
    let is_same = |other: &&mut Forfeits| {
        let likes = std::mem::discriminant(&other.first.trouble) == std::mem::discriminant(&forfeit.trouble);
        other.variant.as_deref() == variant && other.agent == agent && other.side == forfeit.side && likes
    };
    if let Some(known) = all.iter_mut().find(is_same) {
        known.games += 1;
        return;
    }
    let (variant, reason) = (variant.map(str::to_owned), forfeit.reason(&ENGLISH));
    let (agent, side) = (agent.to_owned(), forfeit.side.clone());
    all.push(Forfeits { variant, agent, side, games: 1, of: 0, seed, reason, first: forfeit.clone() });
}

/// Returns the games in a file that programs forfeited, by variant.
pub fn forfeits(file: &ShardFile) -> Vec<Forfeits> {
    let mut all = Vec::new();
    add_games(&mut all, file);
    all.iter_mut().for_each(|forfeits| forfeits.of = file.end.done);
    all
}

/// Adds the games in a file that programs forfeited. The caller must set [`Forfeits::of`] afterwards, because only the
/// caller knows how many files there are.
pub fn add_games(all: &mut Vec<Forfeits>, file: &ShardFile) {
    let variants = &file.head.experiment.variants;
    for (at, variant) in variants.iter().enumerate() {
        let name = (variants.len() > 1).then_some(&*variant.name);
        for result in file.rows.iter().map(|row| &row.games[at].result) {
            let Some(forfeit) = &result.forfeit else { continue };
            let agent = variant.players.get(&forfeit.side).map_or("", String::as_str);
            add(all, (name, agent), forfeit, result.seed);
        }
    }
}
