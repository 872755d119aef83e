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

    /// Returns the lines that a rule's result describes, or what the rule must return.
    pub(crate) fn all(item: &Item) -> Result<Vec<ScoreLine>, String> {
        let Item::List(lines) = item else {
            return Err(format!(
                "must return a list of lines, each with a label, a paragraph, sides with their numbers and the number \
                 that decides, not {}",
                item.kind()
            ));
        };
        let line =
            |(at, line)| ScoreLine::of(line).map_err(|fault| format!("returns a wrong line {}: {fault}", at + 1));
        lines.iter().enumerate().map(line).collect()
    }

    /// Returns the line that a list describes: label, paragraph, each side followed by its number, and the limit.
    fn of(item: &Item) -> Result<ScoreLine, String> {
        let Item::List(items) = item else { return Err(format!("expected a list, found {}", item.kind())) };
        let [Item::Choice(Choice::Label(label)), Item::Choice(Choice::Label(rule)), rest @ ..] = &items[..] else {
            return Err("expected a label and a paragraph first".to_owned());
        };
        let (mut values, mut rest) = (Vec::new(), rest);
        while let [Item::Side(side), Item::Number(number), others @ ..] = rest {
            if values.iter().any(|(other, _)| other == side) {
                return Err("expected each side once, found one twice".to_owned());
            }
            values.push((*side, Some(whole(*number)?)));
            rest = others;
        }
        if values.is_empty() && rest.len() < 2 {
            return Err("expected at least one side with its number".to_owned());
        }
        let limit = match rest {
            [] => None,
            [Item::Number(limit)] => Some(whole(*limit)?),
            [other, ..] => {
                return Err(format!(
                    "expected sides, each followed by its number, and the number that decides last, found {}",
                    other.kind()
                ));
            }
        };
        Ok(ScoreLine { label: label.to_string(), rule: rule.to_string(), values, limit })
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

/// Returns a script's number as a whole number.
fn whole(number: f64) -> Result<i32, String> {
    let whole = number as i32;
    if f64::from(whole) == number { Ok(whole) } else { Err(format!("expected whole numbers, found {number}")) }
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
    }

    #[test]
    fn a_wrong_line_is_named() {
        let fault = |line: Item| ScoreLine::all(&Item::List(vec![self::line(9.0), line])).expect_err("wrong");
        let none = ScoreLine::all(&Item::Number(3.0)).expect_err("no list");
        assert!(none.starts_with("must return a list of lines, each with a label") && none.ends_with(", not a number"));
        assert_eq!(fault(Item::Number(3.0)), "returns a wrong line 2: expected a list, found a number");
        assert_eq!(
            fault(Item::List(vec![label("cities")])),
            "returns a wrong line 2: expected a label and a paragraph first"
        );
        assert_eq!(fault(line(2.5)), "returns a wrong line 2: expected whole numbers, found 2.5");
        assert_eq!(
            fault(Item::List(vec![label("cities"), label("5.0"), Item::Side(SideId(0)), label("2")])),
            "returns a wrong line 2: expected sides, each followed by its number, and the number that decides last, \
             found a side"
        );
    }

    #[test]
    fn a_line_has_each_side_once() {
        let of = |more: &[Item]| {
            let start = [label("cities"), label("5.0")];
            ScoreLine::of(&Item::List(start.into_iter().chain(more.iter().cloned()).collect())).map(|line| line.values)
        };
        let side = |number| [Item::Side(SideId(0)), Item::Number(number)];
        assert_eq!(of(&side(2.0)), Ok(vec![(SideId(0), Some(2))]));
        assert_eq!(of(&[side(2.0), side(3.0)].concat()), Err("expected each side once, found one twice".to_owned()));
        assert_eq!(of(&[]), Err("expected at least one side with its number".to_owned()));
    }

    #[test]
    fn a_number_that_differs_between_imagined_games_is_left_out() {
        let game = |soviet| ScoreLine::all(&Item::List(vec![line(soviet)])).expect("a line");
        let told = ScoreLine::common(vec![game(9.0), game(9.0), game(8.0)]);
        assert_eq!(told[0].values, [(SideId(0), Some(2)), (SideId(1), None)]);
        assert_eq!(ScoreLine::common(vec![game(9.0), Vec::new()]), Vec::new());
    }
}
