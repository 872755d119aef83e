//! Games that a program lost because it did not keep to the protocol: who, how often and why.

use crate::agent::Trouble;
use crate::shard::ShardFile;
use grognard_engine::catalogue::{Catalogue, ENGLISH, Filling, TextKind};
use serde::{Deserialize, Serialize};

/// A side lost a game because of what the program did that plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forfeit {
    /// The side.
    pub side: String,
    /// What the program did.
    pub trouble: Trouble,
}

impl Forfeit {
    /// Why the game ended, in a language.
    pub fn reason(&self, catalogue: &Catalogue) -> String {
        let (text, about) = self.trouble.words(&self.side);
        let filling = |text: &String| Filling::from(catalogue.text(TextKind::Label, text));
        catalogue.fill(TextKind::Reason, text, &about.iter().map(filling).collect::<Vec<_>>())
    }
}

/// How often a program lost as a side in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forfeits {
    /// The variant of the battle, by its name, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The program: `exec:./bot.py`.
    pub agent: String,
    /// The side.
    pub side: String,
    /// Games it lost in this way.
    pub games: u64,
    /// All games it played as that side.
    pub of: u64,
    /// The seed of the first of those it lost so.
    pub seed: u64,
    /// Why it lost that one, in English.
    pub reason: String,
    /// The same for other languages.
    #[serde(skip)]
    pub first: Forfeit,
}

/// Adds a game to those that were lost in the same way.
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

/// The games of a file that programs lost, variant by variant.
pub fn forfeits(file: &ShardFile) -> Vec<Forfeits> {
    let mut all = Vec::new();
    add_games(&mut all, file);
    all.iter_mut().for_each(|forfeits| forfeits.of = file.end.done);
    all
}

/// Adds the games of another file that programs lost. Out of how many they were is for who knows how many files there are.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::Slip;
    use crate::spoken::program;
    use std::time::Duration;

    #[test]
    fn all_that_programs_do_wrong_is_told_in_french_too() {
        let garbage = |which: Option<&str>| Slip { what: "it has no key".into(), which: which.map(str::to_owned) };
        let all = [
            Trouble::NotStarted("gone".into()),
            Trouble::Silent(Duration::from_secs(10)),
            Trouble::Gone,
            Trouble::Garbage("{}".into(), garbage(None)),
            Trouble::Garbage("{}".into(), garbage(Some("`type`"))),
            Trouble::Endless,
            Trouble::Illegal("7".into()),
            Trouble::OutOfTurn(3),
            Trouble::Stranger(2),
        ];
        let french = program("fr");
        for trouble in all {
            let (text, about) = trouble.words("red");
            assert!(french.entries.iter().any(|entry| entry.key == text), "{text}");
            let reason = Forfeit { side: "red".into(), trouble }.reason(&ENGLISH);
            assert!(reason.starts_with("the program that plays red ") && !reason.contains('{') || about[1] == "{}", "{reason}");
        }
    }
}
