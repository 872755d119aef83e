//! Parses what a player types at a prompt: commands, names of units and spaces, and answers to a decision.
//!
//! A line is a command or answers ([`TypedLine`]). Its [`Words`] are used up from the front, so that one line can
//! answer several questions: [`Offer::parse`] takes what answers the first. Names are those a reader knows
//! ([`NameResolver`]), in English and in the reader's language; the beginning of a name is enough where only one option
//! begins like that.

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

/// The two parts of an attack as it is typed, `1103 with XXIV, XL`: the target, and the attackers if any are named.
pub fn split_attack(typed: &str) -> (&str, Option<&str>) {
    match typed.split_once(" with ") {
        Some((target, attackers)) => (target.trim(), Some(attackers)),
        None => (typed.trim(), None),
    }
}
