//! Collects the vocabulary of a script.

use crate::script::Script;
use crate::tokens::{decode, tokens};
use full_moon::tokenizer::{Symbol, Token, TokenType};
use std::collections::BTreeSet;

/// Returns the words of a script: the strings that it does not compare with anything, and the names of all variables,
/// fields and types that it mentions.
pub fn words(script: &Script) -> BTreeSet<String> {
    let all = tokens(&script.source).unwrap_or_default();
    let is_comparison = |at: usize| all.get(at).is_some_and(is_comparison);
    let is_compared = |at: usize| is_comparison(at + 1) || at > 0 && is_comparison(at - 1);
    let word = |(at, token): (usize, &Token)| match token.token_type() {
        TokenType::Identifier { identifier } => Some(identifier.to_string()),
        TokenType::StringLiteral { .. } | TokenType::InterpolatedString { .. } if !is_compared(at) => {
            Some(decode(token.token_type()))
        }
        _ => None,
    };
    all.iter().enumerate().filter_map(word).collect()
}

fn is_comparison(token: &Token) -> bool {
    matches!(token.token_type(), TokenType::Symbol { symbol: Symbol::TwoEqual | Symbol::TildeEqual })
}
