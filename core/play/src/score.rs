//! The score of a game: how near each side is to winning, as the system tells it.

use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::decision::Choice;
use grognard_engine::ids::SideId;
use grognard_script::Item;

/// A line of the score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreLine {
    /// What is counted, in English: `cities`.
    pub label: String,
    /// The number of the paragraph.
    pub rule: String,
    /// The number of each side; `None` if it depends on units that the viewer cannot see.
    pub values: Vec<(SideId, Option<i32>)>,
    /// The number that decides, or that there is to have.
    pub limit: Option<i32>,
}

impl ScoreLine {
    /// Returns the label in the language of a catalogue. It may be the title of a space.
    pub fn label_in<'a>(&'a self, catalogue: &'a Catalogue) -> &'a str {
        match catalogue.text(TextKind::Label, &self.label) {
            same if same == self.label => catalogue.name(&self.label),
            label => label,
        }
    }

    /// Returns the lines that a rule's result describes; `None` if it describes none.
    pub(crate) fn all(item: &Item) -> Option<Vec<ScoreLine>> {
        match item {
            Item::List(lines) => lines.iter().map(ScoreLine::of).collect(),
            _ => None,
        }
    }

    /// Returns the line that a list describes: label, paragraph, each side followed by its number, and the limit.
    fn of(item: &Item) -> Option<ScoreLine> {
        let Item::List(items) = item else { return None };
        let [Item::Choice(Choice::Label(label)), Item::Choice(Choice::Label(rule)), rest @ ..] = &items[..] else {
            return None;
        };
        let (mut values, mut rest) = (Vec::new(), rest);
        while let [Item::Side(side), Item::Number(number), others @ ..] = rest {
            values.push((*side, Some(whole(*number))));
            rest = others;
        }
        let limit = match rest {
            [] => None,
            [Item::Number(limit)] => Some(whole(*limit)),
            _ => return None,
        };
        Some(ScoreLine { label: label.to_string(), rule: rule.to_string(), values, limit })
    }

    /// Returns the lines that are the same in several games. A number that differs is left out.
    pub(crate) fn common(games: Vec<Vec<ScoreLine>>) -> Vec<ScoreLine> {
        let mut games = games.into_iter();
        let mut lines = games.next().unwrap_or_default();
        for other in games {
            let fits = |line: &ScoreLine| other.iter().find(|it| it.label == line.label && it.rule == line.rule);
            lines.retain(|line| fits(line).is_some());
            for line in &mut lines {
                let Some(found) = fits(line).cloned() else { continue };
                line.limit = line.limit.filter(|limit| found.limit == Some(*limit));
                for (side, value) in &mut line.values {
                    let same = found.values.iter().any(|(it, number)| it == side && number == value);
                    *value = value.filter(|_| same);
                }
            }
        }
        lines
    }
}

/// Returns a script's number as a whole number within limits.
fn whole(number: f64) -> i32 {
    number.clamp(-1_000_000.0, 1_000_000.0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &str) -> Item {
        Item::Choice(Choice::Label(text.into()))
    }

    fn line(soviet: f64) -> Item {
        let (german, other) = (Item::Side(SideId(0)), Item::Side(SideId(1)));
        Item::List(vec![
            label("cities"),
            label("5.0"),
            german,
            Item::Number(2.0),
            other,
            Item::Number(soviet),
            Item::Number(11.0),
        ])
    }

    #[test]
    fn a_line_is_a_list_of_label_paragraph_sides_and_limit() {
        let told = ScoreLine::all(&Item::List(vec![line(9.0)])).expect("a line");
        assert_eq!((told[0].label.as_str(), told[0].rule.as_str(), told[0].limit), ("cities", "5.0", Some(11)));
        assert_eq!(told[0].values, [(SideId(0), Some(2)), (SideId(1), Some(9))]);
        assert_eq!(ScoreLine::all(&Item::List(vec![Item::List(vec![label("cities")])])), None, "no paragraph");
        assert_eq!(ScoreLine::all(&Item::Number(3.0)), None);
    }

    #[test]
    fn a_number_that_differs_between_imagined_games_is_left_out() {
        let game = |soviet| ScoreLine::all(&Item::List(vec![line(soviet)])).expect("a line");
        let told = ScoreLine::common(vec![game(9.0), game(9.0), game(8.0)]);
        assert_eq!(told[0].values, [(SideId(0), Some(2)), (SideId(1), None)]);
        assert_eq!(ScoreLine::common(vec![game(9.0), Vec::new()]), Vec::new());
    }
}
