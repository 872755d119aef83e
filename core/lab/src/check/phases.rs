//! Rules that the sequence of play names: it hands them the game and a side, and they must take just that.

use crate::battle::{Battle, place_of};
use grognard_packs::{Diagnostic, Loaded};
use grognard_script::{Signature, Usage, signatures};

/// A warning for each rule that takes, or returns, something else.
pub(super) fn phases(battle: &Battle, loaded: &Loaded, usage: &Usage) -> Vec<Diagnostic> {
    let sequence = &battle.content.sequence;
    let phases: Vec<_> = sequence.setup.iter().chain(sequence.turn.iter().flat_map(|turn| &turn.phases)).collect();
    let runs = phases.iter().map(|phase| (&phase.run, true));
    let asks = phases.iter().filter_map(|phase| phase.when.as_ref());
    let asks = asks.chain(sequence.turn.iter().filter_map(|turn| turn.repeat_while.as_ref())).map(|rule| (rule, false));
    let mut found: Vec<Diagnostic> = Vec::new();
    for (rule, runs) in runs.chain(asks) {
        let Some(signature) = signature(battle, usage, rule) else { continue };
        let Some(place) = loaded.tree().get("sequence").and_then(|sequence| place_of(sequence, rule)) else { continue };
        if let Some((message, help)) = unfit(rule, &signature, runs) {
            found.push(Diagnostic::at("W415", place, message).warning().help(help));
        }
    }
    found
}

fn signature(battle: &Battle, usage: &Usage, rule: &str) -> Option<Signature> {
    let used = usage.rules.iter().find(|used| used.name == rule)?;
    signatures(&battle.scripts.get(used.file)?.source).into_iter().find(|signature| signature.line == used.line)
}

/// What is wrong with a rule that runs a phase, or says whether one takes place.
fn unfit(rule: &str, signature: &Signature, runs: bool) -> Option<(String, String)> {
    let handed: &[&str] = if runs { &["Game", "Side"] } else { &["Game"] };
    let fits = |(at, kind): (usize, &String)| {
        let kind = kind.trim();
        let open = kind.is_empty() || kind == "any" || kind.ends_with('?') && handed.get(at).is_none() || kind.contains("nil");
        open || handed.get(at).is_some_and(|given| kind.trim_end_matches('?') == *given)
    };
    if !signature.parameters.iter().enumerate().all(fits) {
        let (what, right) = match runs {
            true => ("cannot run a phase", "a phase hands its rule the game and its side: `(game: Game, side: Side)`"),
            false => ("cannot say whether to play", "such a rule is handed the game: `(game: Game): boolean`"),
        };
        return Some((format!("`{rule}` {what}: it takes `({})`", signature.written), right.to_owned()));
    }
    let result = signature.result.as_deref().filter(|result| !runs && !["boolean", "any"].contains(result))?;
    Some((format!("`{rule}` must say yes or no: it returns `{result}`"), "let it return `boolean`".to_owned()))
}
