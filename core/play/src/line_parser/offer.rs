//! The options of a decision, with all the names that a player can type.

use super::names::{NameResolver, is_number};
use grognard_engine::decision::{Choice, Pending};
use grognard_engine::ids::{Id, SideId};
use grognard_packs::suggest::fold;

/// A way to match a phrase: a test of whether the phrase means the option at an index.
type Understanding<'a> = &'a dyn Fn(usize, &Named) -> bool;

/// The options of a decision with their names, in lower case and without accents.
pub struct Offer<'a> {
    pub(super) pending: &'a Pending,
    options: Vec<Named>,
    /// The words that decline the question, if it can be declined.
    stop: Option<Vec<String>>,
    /// The names of all units and spaces, if units or spaces are offered. They are needed because a whole name is never
    /// taken for the beginning of a longer name.
    others: Vec<String>,
    /// How the options are listed.
    pub listing: Listing,
}

/// How options are listed, which decides whether their numbers in the list can be typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Without numbers, because the names are just as short.
    Names,
    /// With numbers.
    Numbers,
    /// With numbers after a `#`, because some names are numbers, too.
    Marked,
}

/// An option with its names.
struct Named {
    /// The displayed name.
    shown: String,
    names: Vec<String>,
    /// For a unit, the names of the space it occupies.
    places: Vec<String>,
    /// For a path, its spaces separated by dashes.
    way: Option<String>,
}

/// The meaning of a name.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The option at this index.
    One(usize),
    /// Any of the options at these indices.
    Many(Vec<usize>),
    /// A unit or space that is not offered.
    Other,
    /// Nothing.
    Nothing,
}

/// Words that decline a question, in addition to the question's own words for it.
const STOP_WORDS: [&str; 5] = ["done", "stop", ".", "pass", "none"];

impl<'a> Offer<'a> {
    /// Collects the options of a decision, with the names that the reader knows.
    pub fn new(pending: &'a Pending, things: &NameResolver) -> Offer<'a> {
        let options: Vec<Named> = pending.options.iter().map(|choice| Named::new(choice, things)).collect();
        let question = &things.table().questions[pending.question.index()];
        let stops =
            || [things.reader.stop(pending), question.stop.as_deref()].into_iter().flatten().map(fold).collect();
        let listing = match pending.options.iter().all(|choice| matches!(choice, Choice::Space(_) | Choice::Number(_)))
        {
            true => Listing::Names,
            false if options.iter().flat_map(|option| &option.names).any(|name| is_number(name)) => Listing::Marked,
            // The number of a unit that is not offered must not be taken for a number in the list.
            false if sides(pending, things).any(|side| things.has_numbers(side)) => Listing::Marked,
            false => Listing::Numbers,
        };
        let things_are_offered = matches!(pending.options.first(), Some(Choice::Unit(_) | Choice::Space(_)));
        let others = if things_are_offered { things.names() } else { Vec::new() };
        Offer { pending, listing, options, others, stop: pending.stop.then(stops) }
    }

    /// Returns the name of an option, for messages.
    pub(super) fn name(&self, at: usize) -> String {
        self.options[at].shown.clone()
    }

    /// Returns whether the question can be declined.
    pub(super) fn has_stop(&self) -> bool {
        self.stop.is_some()
    }

    /// Returns whether a phrase declines the question.
    pub(super) fn is_stop(&self, phrase: &str) -> bool {
        let phrase = fold(phrase);
        STOP_WORDS.contains(&phrase.as_str()) || self.stop.as_ref().is_some_and(|stops| stops.contains(&phrase))
    }

    /// Returns whether a phrase is exactly the name of an option.
    pub fn is_name(&self, phrase: &str) -> bool {
        let phrase = fold(phrase);
        self.options.iter().any(|option| option.names.contains(&phrase))
    }

    /// Returns whether a word would be a number in the list if it had the `#` required here.
    pub(super) fn is_unmarked(&self, word: &str) -> bool {
        self.listing == Listing::Marked && !word.starts_with('#') && self.number(&format!("#{word}")).is_some()
    }

    /// Finds the meaning of a phrase; the most exact match wins. A number is a whole name or a number in the list,
    /// never the beginning of a longer name: `1` must not match 1003.
    pub(super) fn find(&self, phrase: &str) -> Found {
        let phrase = fold(phrase);
        match self.exactly(&phrase) {
            Found::Nothing if self.others.iter().any(|name| fold(name) == phrase) => Found::Other,
            Found::Nothing => self.begun(&phrase),
            found => found,
        }
    }

    /// Matches a whole name, a number in the list, a position, the end of a path, or any space of a path, in this
    /// order.
    fn exactly(&self, phrase: &String) -> Found {
        self.first_of(&[
            &|_, option| option.names.contains(phrase),
            &|at, _| self.number(phrase) == Some(at),
            &|_, option| option.places.contains(phrase),
            &|_, option| option.way.as_ref().is_some_and(|way| way.ends_with(&format!("-{phrase}-"))),
            &|_, option| option.way.as_ref().is_some_and(|way| way.contains(&format!("-{phrase}-"))),
        ])
    }

    /// Matches the beginning of a name, or of a word in it.
    fn begun(&self, phrase: &str) -> Found {
        let word_begins = |name: &String| name.split([' ', '-']).any(|word| word.starts_with(phrase));
        self.first_of(&[
            &|_, option| !is_number(phrase) && option.names.iter().any(|name| name.starts_with(phrase)),
            &|_, option| !is_number(phrase) && option.names.iter().any(word_begins),
        ])
    }

    /// Tries several ways to match a phrase, and returns the result of the first way that matches.
    fn first_of(&self, ways: &[Understanding]) -> Found {
        for way in ways {
            let hits: Vec<usize> =
                self.options.iter().enumerate().filter(|(at, option)| way(*at, option)).map(|(at, _)| at).collect();
            match hits[..] {
                [] => {}
                [one] => return Found::One(one),
                _ => return Found::Many(hits),
            }
        }
        Found::Nothing
    }

    /// Parses a number in the list, `7` or `#7`, into an index.
    fn number(&self, phrase: &str) -> Option<usize> {
        let digits = match phrase.strip_prefix('#') {
            Some(digits) => digits,
            None if self.listing != Listing::Numbers || phrase.starts_with('0') => return None,
            None => phrase,
        };
        digits.parse::<usize>().ok()?.checked_sub(1).filter(|at| *at < self.options.len())
    }
}

/// Returns the sides whose units are offered.
fn sides<'a>(pending: &'a Pending, things: &'a NameResolver) -> impl Iterator<Item = SideId> + 'a {
    let mut sides: Vec<SideId> = pending.options.iter().filter_map(|choice| things.side(choice)).collect();
    sides.sort_unstable();
    sides.dedup();
    sides.into_iter()
}

impl Named {
    fn new(choice: &Choice, things: &NameResolver) -> Named {
        let shown = things.name(choice);
        let (mut names, mut places, mut way) = (vec![shown.clone()], Vec::new(), None);
        // Names shown in another language can also be typed in English.
        if !matches!(choice, Choice::Unit(id) if !things.knows(*id)) {
            names.push(choice.describe(things.content()));
        }
        match choice {
            Choice::Unit(id) => {
                names.extend(things.token_names(*id));
                places = things.place(*id).map(|space| things.space_names(space)).unwrap_or_default();
            }
            Choice::Space(space) => names.extend(things.space_names(*space)),
            Choice::Path(_) => way = Some(format!("-{}-", fold(&shown))),
            Choice::Number(_) | Choice::Label(_) | Choice::Spot(_) => {}
        }
        let folded = |all: Vec<String>| all.iter().map(|name| fold(name)).collect();
        Named { shown, names: folded(names), places: folded(places), way }
    }
}
