//! Finds packs by words.

use crate::format::{SearchEntry, SearchFile};

/// A pack that matches a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<'a> {
    /// The registry that offers it.
    pub registry: &'a str,
    /// The pack.
    pub entry: &'a SearchEntry,
}

/// Returns the packs in which every word occurs, best matches first. From best to worst, a word is the id or the part
/// of the id after the dot, occurs in the id or the name, or occurs only in the summary, kind or system. The word that
/// matches worst decides the rank of the pack.
pub fn search<'a>(files: &'a [(String, SearchFile)], words: &[String]) -> Vec<SearchResult<'a>> {
    let words: Vec<String> = words.iter().flat_map(|word| word.split_whitespace()).map(str::to_lowercase).collect();
    let mut found: Vec<(u8, SearchResult)> = Vec::new();
    for (registry, file) in files {
        let ranked = file.packs.iter().filter_map(|entry| Some((rank(entry, &words)?, entry)));
        found.extend(ranked.map(|(rank, entry)| (rank, SearchResult { registry, entry })));
    }
    let key = |(rank, result): &(u8, SearchResult<'a>)| (*rank, result.entry.id.as_str(), result.registry);
    found.sort_by(|one, other| key(one).cmp(&key(other)));
    found.into_iter().map(|(_, result)| result).collect()
}

/// Returns the rank of a pack for a search, 0 being best; `None` if a word does not occur in it.
fn rank(entry: &SearchEntry, words: &[String]) -> Option<u8> {
    let id = entry.id.to_lowercase();
    let name = entry.name.to_lowercase();
    let other = [entry.summary.as_deref(), entry.system.as_deref(), Some(entry.kind.word())];
    let other = other.into_iter().flatten().collect::<Vec<_>>().join(" ").to_lowercase();
    let short = grognard_packs::short_id(&id);
    let rank = |word: &String| match word.as_str() {
        word if word == short || word == id => Some(0),
        word if id.contains(word) || name.contains(word) => Some(1),
        word => other.contains(word).then_some(2),
    };
    words.iter().map(rank).try_fold(0, |worst, rank| Some(worst.max(rank?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_packs::Kind;
    use semver::Version;

    fn entry(id: &str, name: &str, summary: &str) -> SearchEntry {
        let system = Some("test.skirmish".to_owned());
        let summary = Some(summary.to_owned());
        SearchEntry {
            id: id.into(),
            version: Version::new(1, 0, 0),
            kind: Kind::Mod,
            system,
            name: name.into(),
            summary,
        }
    }

    #[test]
    fn every_word_must_occur_and_names_come_first() {
        let packs = vec![
            entry("me.rain", "Weather", "Winter comes early"),
            entry("me.winter", "Winter", "Snow"),
            entry("me.winter-tanks", "Tanks", "White paint"),
        ];
        let files = [("one".to_owned(), SearchFile { format: 1, packs })];
        let found = |words: &[&str]| -> Vec<String> {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            search(&files, &words).into_iter().map(|result| result.entry.id.clone()).collect()
        };
        assert_eq!(found(&["WINTER"]), ["me.winter", "me.winter-tanks", "me.rain"]);
        assert_eq!(found(&["winter white"]), ["me.winter-tanks"]);
        assert_eq!(found(&["skirmish", "snow"]), ["me.winter"]);
        assert_eq!(found(&["winter", "summer"]), Vec::<String>::new());
        assert_eq!(found(&[]).len(), 3);
    }
}
