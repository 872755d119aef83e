//! Why what was typed is not an answer.

use std::fmt;

/// Why what was typed is not an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// It names nothing that is offered.
    Unknown(String),
    /// It could be any of these.
    Ambiguous(String, Vec<String>),
    /// The question cannot be declined.
    MustAnswer,
    /// The same was named twice.
    Twice(String),
    /// Too few or too many were named.
    Count {
        /// How many were named.
        named: usize,
        /// The least.
        least: usize,
        /// The most.
        most: usize,
    },
    /// These are missing from an order.
    Missing(Vec<String>),
    /// A share without a number.
    NoShare(String),
    /// More on one option than may be there.
    ShareTooLarge(String, u32),
    /// The shares do not add up.
    Total {
        /// The sum of what was named.
        named: u64,
        /// What it should be.
        total: u32,
    },
    /// Words are left over when everything asked has been answered.
    LeftOver(String),
}

impl fmt::Display for Misread {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Misread::Unknown(phrase) => {
                write!(out, "`{phrase}` is not among the options; `options` lists them, `help` tells what else can be typed")
            }
            Misread::Ambiguous(phrase, all) => write!(out, "`{phrase}` could be {}", all.join(", ")),
            Misread::MustAnswer => write!(out, "this question has to be answered; `undo` goes back"),
            Misread::Twice(name) => write!(out, "{name} is named twice"),
            Misread::Count { named, least, most } if named < least => write!(out, "choose at least {least} (of {most} at most)"),
            Misread::Count { named, most, .. } => write!(out, "choose at most {most}; {named} are too many"),
            Misread::Missing(names) => write!(out, "the order must name all of them; missing: {}", names.join(", ")),
            Misread::NoShare(phrase) => write!(out, "`{phrase}` is not a share; write for instance NAME=2"),
            Misread::ShareTooLarge(name, most) => write!(out, "at most {most} can go to {name}"),
            Misread::Total { named, total } => write!(out, "the shares come to {named}; {total} must be shared out"),
            Misread::LeftOver(rest) => write!(out, "nothing is asked that `{rest}` would answer"),
        }
    }
}
