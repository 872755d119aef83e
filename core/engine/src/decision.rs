//! Decisions: the questions of a procedure, and the answers that are allowed.

use crate::catalogue::{ENGLISH, TextKind};
use crate::content::Content;
use crate::field::{Region, Spot};
use crate::ids::{Id, QuestionId, SideId, SpaceId, UnitId};
use crate::set::bits;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A question that a system declares once and may ask many times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Stable name: `movement.unit`.
    pub key: Arc<str>,
    /// The paragraph.
    pub rule: String,
    /// The prompt for the player, with placeholders `{1}`, `{2}`… for the context.
    pub prompt: String,
    /// The label of the option to decline, such as `end movement`; `None` if the question must be answered.
    pub stop: Option<String>,
    /// Whether a side is asked even if only one answer is possible, so that the pause tells nobody what it could do.
    pub always: bool,
    /// The rule that says whether a set of options fits, if the answer has to meet a condition.
    pub fits: Option<String>,
    /// What an answer means, in a clause: by the label, or by the label of the option to decline.
    pub notes: BTreeMap<String, String>,
}

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// A unit.
    Unit(UnitId),
    /// A space.
    Space(SpaceId),
    /// A number.
    Number(i32),
    /// A label.
    Label(Arc<str>),
    /// A path from space to space, including both ends.
    Path(Arc<[SpaceId]>),
    /// A place on a table.
    Spot(Spot),
}

/// The options on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Options<'a> {
    /// The units in a set.
    Units(&'a [u64]),
    /// The spaces in a set.
    Spaces(&'a [u64]),
    /// The numbers from the first to the last, inclusive.
    Numbers(i32, i32),
    /// The choices in a list, in this order.
    List(&'a [Choice]),
    /// Any place in a region of the table; only the region's candidates are listed.
    Region(&'a Arc<Region>),
}

/// How an answer is formed from the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One option.
    One,
    /// Several options: at least the minimum number and at most the maximum.
    Several(u16, u16),
    /// All options, in an order chosen by the player.
    Order,
    /// A total divided among the options, with a maximum for each.
    Allocate {
        /// The total to divide.
        total: u32,
        /// The maximum for one option.
        most: u32,
    },
}

/// A decision: the side asked, the question and the allowed answers.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    /// The side that is asked.
    pub side: SideId,
    /// The question that is asked.
    pub question: QuestionId,
    /// The form of the answer.
    pub form: Form,
    /// The options on offer.
    pub options: Options<'a>,
    /// Whether the side may decline.
    pub stop: bool,
}

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The question was declined.
    Stop,
    /// One option.
    One(Choice),
    /// Several options; for `Form::Order`, all of them, in the chosen order.
    Several(Vec<Choice>),
    /// A share of the total for each listed option.
    Shares(Vec<(Choice, u32)>),
}

impl Options<'_> {
    /// Returns the number of options; for a region, the number of candidates.
    pub fn len(&self) -> usize {
        match self {
            Options::Units(set) | Options::Spaces(set) => bits::count(set),
            Options::Numbers(first, last) => (i64::from(*last) - i64::from(*first) + 1).max(0) as usize,
            Options::List(list) => list.len(),
            Options::Region(region) => region.candidates().len(),
        }
    }

    /// Returns whether there are no options.
    pub fn is_empty(&self) -> bool {
        match self {
            Options::Units(set) | Options::Spaces(set) => bits::is_empty(set),
            _ => self.len() == 0,
        }
    }

    /// Returns the option at a position, counted from 0.
    pub fn nth(&self, at: usize) -> Option<Choice> {
        match self {
            Options::Units(set) => bits::nth(set, at).map(|id| Choice::Unit(UnitId::from_index(id))),
            Options::Spaces(set) => bits::nth(set, at).map(|id| Choice::Space(SpaceId::from_index(id))),
            Options::Numbers(first, last) => {
                first.checked_add_unsigned(at as u32).filter(|n| n <= last).map(Choice::Number)
            }
            Options::List(list) => list.get(at).cloned(),
            Options::Region(region) => region.candidates().get(at).copied().map(Choice::Spot),
        }
    }

    /// Returns the only option; `None` unless there is exactly one. Always returns `None` for regions.
    pub fn only(&self) -> Option<Choice> {
        match self {
            Options::Units(set) => bits::only(set).map(|id| Choice::Unit(UnitId::from_index(id))),
            Options::Spaces(set) => bits::only(set).map(|id| Choice::Space(SpaceId::from_index(id))),
            Options::Numbers(first, last) => (first == last).then_some(Choice::Number(*first)),
            Options::List([only]) => Some(only.clone()),
            Options::List(_) => None,
            // A region may contain places besides its candidates.
            Options::Region(_) => None,
        }
    }

    /// Returns whether a choice is on offer.
    pub fn has(&self, choice: &Choice) -> bool {
        match (self, choice) {
            (Options::Units(set), Choice::Unit(id)) => bits::has(set, id.index()),
            (Options::Spaces(set), Choice::Space(id)) => bits::has(set, id.index()),
            (Options::Numbers(first, last), Choice::Number(number)) => (first..=last).contains(&number),
            (Options::List(list), choice) => list.contains(choice),
            (Options::Region(region), Choice::Spot(spot)) => region.has(*spot),
            _ => false,
        }
    }

    /// For a region, returns at most `most` places spread over it. For all other kinds of options, returns every
    /// option.
    pub fn sample(&self, most: usize) -> Vec<Choice> {
        match self {
            Options::Region(region) => region.sample(most).into_iter().map(Choice::Spot).collect(),
            _ => self.iter().collect(),
        }
    }

    /// Returns all options, in order.
    pub fn iter(&self) -> impl Iterator<Item = Choice> + '_ {
        (0..self.len()).filter_map(|at| self.nth(at))
    }
}

impl Decision<'_> {
    /// Returns whether an answer is allowed.
    pub fn accepts(&self, answer: &Answer) -> bool {
        let offered = |choices: &[Choice]| {
            let mut sorted = choices.to_vec();
            sorted.sort();
            sorted.windows(2).all(|pair| pair[0] != pair[1]) && choices.iter().all(|choice| self.options.has(choice))
        };
        match (self.form, answer) {
            (_, Answer::Stop) => self.stop,
            (Form::One, Answer::One(choice)) => self.options.has(choice),
            (Form::Several(least, most), Answer::Several(choices)) => {
                (least as usize..=most as usize).contains(&choices.len()) && offered(choices)
            }
            (Form::Order, Answer::Several(choices)) => choices.len() == self.options.len() && offered(choices),
            (Form::Allocate { total, most }, Answer::Shares(shares)) => {
                let choices: Vec<Choice> = shares.iter().map(|(choice, _)| choice.clone()).collect();
                let sum: u64 = shares.iter().map(|(_, share)| u64::from(*share)).sum();
                offered(&choices) && sum == u64::from(total) && shares.iter().all(|(_, share)| *share <= most)
            }
            _ => false,
        }
    }

    /// Returns the number of possible answers if an answer is a single option ([`Form::One`]), including declining if
    /// that is allowed.
    #[inline(always)]
    pub fn single_answers(&self) -> usize {
        self.options.len() + usize::from(self.stop)
    }

    /// Returns one of the answers counted by [`Decision::single_answers`], by its number, from 0. The last answer is to
    /// decline, if that is allowed.
    #[inline]
    pub fn single_answer(&self, number: usize) -> Option<Answer> {
        self.options.nth(number).map(Answer::One).or_else(|| self.stop.then_some(Answer::Stop))
    }

    /// Returns the only possible answer; `None` unless there is exactly one.
    #[inline(always)]
    pub fn forced_answer(&self) -> Option<Answer> {
        if self.stop {
            return None;
        }
        if self.form == Form::One {
            return self.options.only().map(Answer::One);
        }
        self.forced_choices()
    }

    /// Returns the only possible answer with any number of options; `None` unless there is exactly one.
    fn forced_choices(&self) -> Option<Answer> {
        match (self.form, self.options.len()) {
            (Form::Several(least, _), count) if count == least as usize => {
                Some(Answer::Several(self.options.iter().collect()))
            }
            (Form::Order, 0 | 1) => Some(Answer::Several(self.options.iter().collect())),
            (Form::Allocate { total, most }, 1) if total <= most => {
                self.options.nth(0).map(|only| Answer::Shares(vec![(only, total)]))
            }
            _ => None,
        }
    }

    /// Returns whether no answer is possible, which is a fault in the rules.
    pub fn is_dead_end(&self) -> bool {
        !self.stop && self.has_no_choice()
    }

    /// Returns whether nothing can be chosen, so that the only possible answer is to decline.
    pub fn has_no_choice(&self) -> bool {
        match self.form {
            Form::One => self.options.is_empty(),
            Form::Several(least, most) => self.options.len() < least as usize || most < least,
            Form::Order => false,
            Form::Allocate { total, most } => u64::from(total) > u64::from(most) * self.options.len() as u64,
        }
    }
}

/// A pending decision, with everything needed to display it.
#[derive(Clone, Debug)]
pub struct Pending {
    /// The side that is asked.
    pub side: SideId,
    /// The question that is asked.
    pub question: QuestionId,
    /// The form of the answer.
    pub form: Form,
    /// The options on offer.
    pub options: Vec<Choice>,
    /// Whether the options are a set of units or spaces, and not a list.
    pub is_set: bool,
    /// Whether the side may decline.
    pub stop: bool,
    /// What the prompt and refusals are about, such as the moving unit or the space under attack.
    pub context: Vec<Choice>,
    /// The least and the greatest cost of each offered space, in fractions of a movement point; empty if the options do
    /// not come from a reach. Costs are for display only. They are not part of the state, the journal or a save.
    pub costs: Vec<Option<[u16; 2]>>,
    /// The region whose candidates are the options. Any other place in the region is allowed too.
    pub region: Option<Arc<Region>>,
}

impl Pending {
    /// Returns the decision that is pending.
    pub fn decision(&self) -> Decision<'_> {
        Decision {
            side: self.side,
            question: self.question,
            form: self.form,
            options: self.answer_options(),
            stop: self.stop,
        }
    }

    /// Returns the options that an answer is checked against.
    fn answer_options(&self) -> Options<'_> {
        self.region.as_ref().map_or(Options::List(&self.options), Options::Region)
    }

    /// Returns the prompt with its context filled in.
    pub fn prompt(&self, question: &Question, content: &Content) -> String {
        ENGLISH.fill(TextKind::Prompt, &question.prompt, &ENGLISH.fillings(&self.context, content))
    }
}

impl Choice {
    /// Describes the choice: `XXIV`, `0604`, `1103 Moscow`.
    pub fn describe(&self, content: &Content) -> String {
        match self {
            Choice::Unit(id) => content.units[id.index()].name.clone(),
            Choice::Space(id) => content.map.label(*id),
            Choice::Number(number) => number.to_string(),
            Choice::Label(text) => text.to_string(),
            Choice::Path(spaces) => {
                let names: Vec<&str> = spaces.iter().map(|&id| content.map.names.name(id)).collect();
                names.join("-")
            }
            Choice::Spot(spot) => content.map.field().map_or_else(String::new, |field| field.write(*spot)),
        }
    }
}

/// Why something is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Refusal {
    /// The paragraph that forbids the choice, if any.
    pub rule: Option<String>,
    /// The reason: a clause without a full stop.
    pub reason: String,
    /// The reason with its placeholders, if it has any.
    #[serde(skip)]
    pub template: Option<Template>,
}

/// A string with placeholders `{1}`, `{2}`…, and their fillings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The string with its placeholders.
    pub text: String,
    /// The values of the placeholders.
    pub fillings: Vec<Choice>,
}

impl Template {
    /// Returns a reason in English, and its template if it has placeholders.
    pub fn reason(text: &str, about: Vec<Choice>, content: &Content) -> (String, Option<Template>) {
        if about.is_empty() {
            return (text.to_owned(), None);
        }
        let filled = ENGLISH.fill(TextKind::Reason, text, &ENGLISH.fillings(&about, content));
        (filled, Some(Template { text: text.to_owned(), fillings: about }))
    }
}

impl Refusal {
    /// Creates a refusal without a paragraph.
    pub fn plain(reason: impl Into<String>) -> Refusal {
        Refusal { rule: None, reason: reason.into(), template: None }
    }

    /// Creates a refusal whose reason has placeholders `{1}`, `{2}`… for the choices in `about`.
    pub fn about(reason: &str, about: Vec<Choice>, content: &Content) -> Refusal {
        let (reason, template) = Template::reason(reason, about, content);
        Refusal { rule: None, reason, template }
    }

    /// Returns the refusal with `rule` as the paragraph that forbids the choice.
    pub fn under(self, rule: impl Into<String>) -> Refusal {
        Refusal { rule: Some(rule.into()), ..self }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        match &self.rule {
            Some(rule) => write!(out, "{rule}: {}", self.reason),
            None => out.write_str(&self.reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(form: Form, stop: bool) -> Decision<'static> {
        Decision { side: SideId(0), question: QuestionId(0), form, options: Options::Numbers(1, 3), stop }
    }

    #[test]
    fn only_what_was_offered_is_accepted() {
        let one = numbers(Form::One, false);
        assert!(one.accepts(&Answer::One(Choice::Number(3))));
        assert!(!one.accepts(&Answer::One(Choice::Number(4))));
        assert!(!one.accepts(&Answer::One(Choice::Label("3".into()))));
        assert!(!one.accepts(&Answer::Stop));
        assert!(numbers(Form::One, true).accepts(&Answer::Stop));
    }

    #[test]
    fn numbers_of_any_size_are_counted() {
        assert_eq!(Options::Numbers(i32::MAX, i32::MIN).len(), 0);
        let last = Options::Numbers(i32::MAX - 1, i32::MAX);
        assert_eq!((last.len(), last.nth(1), last.nth(2)), (2, Some(Choice::Number(i32::MAX)), None));
    }

    #[test]
    fn several_are_different_and_within_bounds() {
        let several = numbers(Form::Several(1, 2), false);
        let pick = |all: &[i32]| Answer::Several(all.iter().map(|&n| Choice::Number(n)).collect());
        assert_eq!(
            [&[][..], &[1], &[1, 1], &[3, 1], &[1, 2, 3]].map(|all| several.accepts(&pick(all))),
            [false, true, false, true, false]
        );
        let order = numbers(Form::Order, false);
        assert_eq!([&[1, 2][..], &[3, 1, 2], &[3, 3, 2]].map(|all| order.accepts(&pick(all))), [false, true, false]);
    }

    #[test]
    fn shares_add_up() {
        let allocate = numbers(Form::Allocate { total: 4, most: 3 }, false);
        let share =
            |all: &[(i32, u32)]| Answer::Shares(all.iter().map(|&(n, share)| (Choice::Number(n), share)).collect());
        assert!(allocate.accepts(&share(&[(1, 3), (2, 1)])));
        assert!(!allocate.accepts(&share(&[(1, 4)])), "too much for one option");
        assert!(!allocate.accepts(&share(&[(1, 3)])), "too small a total");
        assert!(!allocate.is_dead_end());
        assert!(numbers(Form::Allocate { total: 10, most: 3 }, false).is_dead_end());
    }

    #[test]
    fn a_single_option_is_forced_unless_one_may_decline() {
        let options = Options::Numbers(2, 2);
        let decision = Decision { options, ..numbers(Form::One, false) };
        assert_eq!(decision.forced_answer(), Some(Answer::One(Choice::Number(2))));
        assert_eq!(Decision { stop: true, ..decision }.forced_answer(), None);
        assert_eq!(
            numbers(Form::Several(3, 3), false)
                .forced_answer()
                .map(|answer| matches!(answer, Answer::Several(all) if all.len() == 3)),
            Some(true)
        );
    }
}
