//! How a game ends.

use crate::content::Content;
use crate::decision::Template;
use crate::ids::SideId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Borrow;

/// The winners of a game: none after a draw, usually one side, sometimes several. Written as nothing, as the only
/// winner, or as a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winners<T = SideId>(Vec<T>);

impl<T> Winners<T> {
    /// Returns the winners of a draw.
    pub const fn none() -> Winners<T> {
        Winners(Vec::new())
    }

    /// Returns whether nobody won.
    pub fn is_draw(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a side is among the winners.
    pub fn has<Q: Eq + ?Sized>(&self, side: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.0.iter().any(|winner| winner.borrow() == side)
    }

    /// Returns the winners in the order of the sides.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl Winners {
    /// Returns the names of the winners in a battle.
    pub fn names(&self, content: &Content) -> Winners<String> {
        self.iter().map(|side| content.sides.name(*side).to_owned()).collect()
    }
}

impl<T> FromIterator<T> for Winners<T> {
    fn from_iter<I: IntoIterator<Item = T>>(winners: I) -> Winners<T> {
        Winners(winners.into_iter().collect())
    }
}

impl<T> From<Option<T>> for Winners<T> {
    fn from(winner: Option<T>) -> Winners<T> {
        winner.into_iter().collect()
    }
}

impl<T> Default for Winners<T> {
    fn default() -> Winners<T> {
        Winners::none()
    }
}

impl<T: Serialize> Serialize for Winners<T> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [] => out.serialize_none(),
            [only] => out.serialize_some(only),
            several => out.serialize_some(several),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Winners<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Winners<T>, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written<T> {
            One(T),
            Several(Vec<T>),
        }
        Ok(match Option::deserialize(from)? {
            None => Winners::none(),
            Some(Written::One(winner)) => Winners(vec![winner]),
            Some(Written::Several(winners)) => Winners(winners),
        })
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The winners; none for a draw.
    #[serde(rename = "winner", default)]
    pub winners: Winners,
    /// The paragraph that ends the game; `None` if no rule ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The reason in English, without the paragraph.
    pub reason: String,
    /// The grade of the victory in English, such as `decisive victory`, if the rules have grades.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<String>,
    /// The reason with its placeholders, if it has any; neither saved nor hashed.
    #[serde(skip)]
    pub template: Option<Template>,
}

impl Ending {
    /// Creates an ending without a paragraph and without a grade.
    pub fn plain(winners: impl Into<Winners>, reason: impl Into<String>) -> Ending {
        Ending { winners: winners.into(), rule: None, reason: reason.into(), grade: None, template: None }
    }

    /// Returns the winners and the grade by their names: `draw`, `red wins`, `red and blue win (decisive victory)`.
    pub fn result(&self, content: &Content) -> String {
        let names: Vec<&str> = self.winners.iter().map(|side| content.sides.name(*side)).collect();
        let result = match &names[..] {
            [] => "draw".to_owned(),
            [only] => format!("{only} wins"),
            several => format!("{} win", several.join(" and ")),
        };
        self.grade.as_ref().map_or_else(|| result.clone(), |grade| format!("{result} ({grade})"))
    }

    /// Returns the reason in English, followed by its paragraph.
    pub fn english(&self) -> String {
        self.reason_with_rule(&self.reason)
    }

    /// Returns `reason`, which may be translated, followed by the paragraph.
    pub fn reason_with_rule(&self, reason: &str) -> String {
        self.rule.as_ref().map_or_else(|| reason.to_owned(), |rule| format!("{reason} ({rule})"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_are_written_as_nothing_one_or_a_list() {
        for (sides, text) in [(vec![], "null"), (vec![1], "1"), (vec![0, 2], "[0,2]")] {
            let winners: Winners = sides.into_iter().map(SideId).collect();
            assert_eq!(serde_json::to_string(&winners).expect("plain data"), text);
            assert_eq!(serde_json::from_str::<Winners>(text).expect("as it was written"), winners);
        }
    }

    #[test]
    fn the_grade_and_the_second_winner_change_the_bytes_that_are_hashed() {
        let bytes = |ending: &Ending| postcard::to_extend(ending, Vec::new()).expect("plain data");
        let won = Ending::plain(Some(SideId(1)), "x");
        // A flag, the side, and the text with its length: the form that games without grades have always had.
        assert_eq!(bytes(&won), [1, 1, 1, b'x']);
        let graded = Ending { grade: Some("decisive victory".into()), ..won.clone() };
        let both = Ending { winners: [SideId(0), SideId(1)].into_iter().collect(), ..won.clone() };
        assert!(bytes(&graded) != bytes(&won) && bytes(&both) != bytes(&won));
    }
}
