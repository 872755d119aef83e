//! Errors in typed answers.

use grognard_engine::catalogue::{Catalogue, ENGLISH, Filling, TextKind};
use grognard_engine::decision::{Choice, Refusal};
use std::fmt;

/// The reason why a typed line is not an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// A name that matches no option.
    Unknown(String),
    /// A list number without the `#` that is required here.
    Unmarked(String),
    /// A name with several possible meanings.
    Ambiguous(String, Vec<String>),
    /// The question cannot be declined.
    MustAnswer,
    /// The same option was named twice.
    Twice(String),
    /// The number of named options is out of range.
    Count {
        /// The number of named options.
        named: usize,
        /// The minimum.
        least: usize,
        /// The maximum.
        most: usize,
    },
    /// An order that lacks these options.
    Missing(Vec<String>),
    /// A share without a number.
    NoShare(String),
    /// The option whose share is too large, and the largest share it can have.
    ShareTooLarge(String, u32),
    /// Shares that do not add up to the total.
    Total {
        /// The sum of the shares.
        named: u64,
        /// The required sum.
        total: u32,
    },
    /// A place on the table that is not offered, and the reason.
    NotThere(String, Refusal),
    /// Words remain after all questions were answered.
    LeftOver(String),
}

impl ParseError {
    /// Describes the error in the language of a catalogue.
    pub fn describe(&self, catalogue: &Catalogue) -> String {
        let say = |text: &str, about: &[&str]| catalogue.say(text, about);
        match self {
            ParseError::Unknown(phrase) => {
                say("`{1}` is not among the options; `options` lists them, `help` lists the commands", &[phrase])
            }
            ParseError::Unmarked(number) => say(
                "`{1}` is not among the options; some names are numbers, so type `#{1}` for number {1} in the list",
                &[number],
            ),
            ParseError::Ambiguous(phrase, all) => say("`{1}` could be {2}", &[phrase, &all.join(", ")]),
            ParseError::MustAnswer => say("you cannot decline this question", &[]),
            ParseError::Twice(name) => say("{1} is listed twice", &[name]),
            ParseError::Count { named, least, most } if named < least => {
                say("choose at least {1} (at most {2})", &[&least.to_string(), &most.to_string()])
            }
            ParseError::Count { named, most, .. } => {
                say("choose at most {1}, not {2}", &[&most.to_string(), &named.to_string()])
            }
            ParseError::Missing(names) => {
                say("the order must include every option; missing: {1}", &[&names.join(", ")])
            }
            ParseError::NoShare(phrase) => say("`{1}` is not a share; write, for example, NAME=2", &[phrase]),
            ParseError::ShareTooLarge(name, most) => say("at most {1} can go to {2}", &[&most.to_string(), name]),
            ParseError::Total { named, total } => {
                say("the shares add up to {1}, but must add up to {2}", &[&named.to_string(), &total.to_string()])
            }
            ParseError::NotThere(place, why) => say("not at {1}: {2}", &[place, &reason(why, catalogue)]),
            ParseError::LeftOver(rest) => say("`{1}` does not answer any question", &[rest]),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.describe(&ENGLISH))
    }
}

impl std::error::Error for ParseError {}

/// Returns the reason why a place is refused. The only placeholder that it may contain is a length.
fn reason(why: &Refusal, catalogue: &Catalogue) -> String {
    let Some(template) = &why.template else { return catalogue.text(TextKind::Reason, &why.reason).to_owned() };
    let lengths = template.fillings.iter().filter_map(|about| match about {
        Choice::Label(length) => Some(Filling::from(&**length)),
        _ => None,
    });
    catalogue.fill(TextKind::Reason, &template.text, &lengths.collect::<Vec<_>>())
}
