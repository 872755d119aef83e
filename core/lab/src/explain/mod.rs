//! Where rules and values come from, and what of a rulebook is implemented, tested and used.

mod coverage;
mod passage;
mod rules;

pub use coverage::{Coverage, Covered, coverage};
pub use passage::Passage;
pub use rules::{Mention, RuleChange, RuleFacts, mentions, rules};
