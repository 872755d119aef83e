//! Parses what a player types at a prompt: commands, names of units and spaces, and answers to a decision.
//!
//! A line is a command or a series of answers ([`TypedLine`]). Its [`Words`] are consumed from the front, so that one
//! line can answer several questions: [`Offer::parse`] consumes the words that answer the first question. Accepted
//! names are the names that the reader knows ([`NameResolver`]), in English and in the reader's language. The beginning
//! of a name is enough if it is unambiguous.

mod answer;
mod names;
mod offer;
mod parse_error;
mod typed_line;
mod words;

pub use names::NameResolver;
pub use offer::{Listing, Offer};
pub use parse_error::ParseError;
pub use typed_line::{COMMANDS, TypedLine, help};
pub use words::Words;

/// Splits a typed attack, `1103 with XXIV, XL`, into the target and the attackers, if any.
pub fn split_attack(typed: &str) -> (&str, Option<&str>) {
    match typed.split_once(" with ") {
        Some((target, attackers)) => (target.trim(), Some(attackers)),
        None => (typed.trim(), None),
    }
}
