//! Warns of rules that the sequence of play, a hook, a layer or `commit` uses, but whose parameters or results are wrong
//! for that use.

use grognard_luau::{Call, ExpressionKind, Script, Signature, Usage, signatures};
use grognard_packs::source::{Source, SourceSpan};
use grognard_packs::{Diagnostic, Loaded};
use grognard_play::{Battle, place_of};
use grognard_script::ScriptFile;

/// The purpose of a rule.
struct RulePurpose {
    /// The types of the arguments passed to the rule.
    arguments: &'static [&'static str],
    /// What a rule with the wrong parameters cannot do, as worded in the message: `cannot run a phase`.
    cannot: &'static str,
    /// The help message that describes the correct parameters.
    right: &'static str,
    /// The type that the rule must return, and the message if it returns another; `None` if the type does not matter.
    returns: Option<(&'static str, &'static str)>,
}

const RUN: RulePurpose = RulePurpose {
    arguments: &["Game", "Side"],
    cannot: "cannot run a phase",
    right: "a rule that runs a phase receives the game and the phase's side: `(game: Game, side: Side)`",
    returns: None,
};

const ASK: RulePurpose = RulePurpose {
    arguments: &["Game"],
    cannot: "cannot decide whether a phase is played",
    right: "this rule receives the game: `(game: Game): boolean`",
    returns: Some(("boolean", "must return true or false")),
};

const JUDGE: RulePurpose = RulePurpose {
    arguments: &["Game", "Side"],
    cannot: "cannot evaluate a position",
    right: "this rule receives the game and a side, and returns a number: the better that side's \
        position, the higher the number: `(game: Game, side: Side): number`",
    returns: Some(("number", "must return a number")),
};

const TELL: RulePurpose = RulePurpose {
    arguments: &["Game", "Space", "Units"],
    cannot: "cannot handle a battle",
    right: "this rule receives the game, a space and, optionally, the attackers: `(game: Game, space: Space, \
        attackers: Units?)`",
    returns: None,
};

const CONTACT: RulePurpose = RulePurpose {
    arguments: &["Game", "Unit", "Spot", "Unit"],
    cannot: "cannot forecast fights",
    right: "this rule receives the game, a unit, a place and, optionally, the enemy: `(game: Game, unit: Unit, \
        spot: Spot, enemy: Unit?)`",
    returns: None,
};

const SCORE: RulePurpose = RulePurpose {
    arguments: &["Game"],
    cannot: "cannot tell the score",
    right: "this rule receives the game, and returns a list of lines: `(game: Game): { { any } }`",
    returns: None,
};

const LAYER: RulePurpose = RulePurpose {
    arguments: &["Game", "Side"],
    cannot: "cannot show a layer",
    right: "a rule that shows a layer receives the game and the side: `(game: Game, side: Side)`",
    returns: None,
};

const WRITE: RulePurpose = RulePurpose {
    arguments: &["Game", "Side"],
    cannot: "cannot be run by `commit`",
    right: "this rule receives the game, a side and the further arguments of `commit`: `(game: Game, side: Side, …)`",
    returns: None,
};

/// Warns of each rule with unexpected parameters or an unexpected result.
pub(super) fn unfit(battle: &Battle, scripts: &[Script], loaded: &Loaded, usage: &Usage) -> Vec<Diagnostic> {
    let sequence = &battle.content.sequence;
    let phases: Vec<_> = sequence.setup.iter().chain(sequence.turn.iter().flat_map(|turn| &turn.phases)).collect();
    let runs = phases.iter().map(|phase| (&*phase.run, "sequence", &RUN));
    let asks = phases.iter().filter_map(|phase| phase.when.as_ref());
    let asks = asks
        .chain(sequence.turn.iter().filter_map(|turn| turn.repeat_while.as_ref()))
        .map(|rule| (&**rule, "sequence", &ASK));
    let hooks = battle.system.hooks.declared();
    let purpose = |name| match name {
        "evaluate" | "outlook" => &JUDGE,
        "score" => &SCORE,
        "contact" => &CONTACT,
        _ => &TELL,
    };
    let hooks = hooks.map(|(name, rule)| (rule, "system", purpose(name)));
    let layers = battle.system.layers.iter().map(|layer| (&*layer.script, "system", &LAYER));
    let mut found = unfit_to_commit(battle, scripts, usage);
    for (rule, file, job) in runs.chain(asks).chain(hooks).chain(layers) {
        let Some(signature) = signature(scripts, usage, rule) else { continue };
        let Some(place) = loaded.tree().get(file).and_then(|file| place_of(file, rule)) else { continue };
        if let Some((message, help)) = misfit(rule, &signature, job) {
            found.push(Diagnostic::at("W415", place, message).warning().help(help));
        }
    }
    found
}

/// Warns of each rule that `commit` cannot run.
fn unfit_to_commit(battle: &Battle, scripts: &[Script], usage: &Usage) -> Vec<Diagnostic> {
    let of_file = |(file, script): (&ScriptFile, &Script)| {
        let source = Source::new(&file.path, &file.source);
        let commits = script.calls().filter(|call| call.is_of_game() && call.method() == Some("commit"));
        let unfit = |call: &Call| {
            let [_, named, more @ ..] = &call.arguments[..] else { return None };
            let ExpressionKind::String(rule) = &named.kind else { return None };
            let mut signature = signature(scripts, usage, rule)?;
            // The further arguments have any types.
            let end = signature.parameters.len().min(WRITE.arguments.len() + more.len());
            signature.parameters.drain(WRITE.arguments.len().min(end)..end);
            let (message, help) = misfit(rule, &signature, &WRITE)?;
            let place = SourceSpan { source: source.clone(), span: named.span.clone() };
            Some(Diagnostic::at("W415", &place, message).warning().help(help))
        };
        commits.filter_map(unfit).collect::<Vec<_>>()
    };
    battle.scripts.iter().zip(scripts).flat_map(of_file).collect()
}

fn signature(scripts: &[Script], usage: &Usage, rule: &str) -> Option<Signature> {
    let used = usage.rules.iter().find(|used| used.name == rule)?;
    signatures(scripts.get(used.file)?).into_iter().find(|signature| signature.line == used.line)
}

/// Returns why a rule does not fit its purpose, and how to correct it; `None` if it fits.
fn misfit(rule: &str, signature: &Signature, job: &RulePurpose) -> Option<(String, String)> {
    let fits = |(at, kind): (usize, &String)| {
        let kind = kind.trim();
        let given = job.arguments.get(at);
        let open = kind.is_empty() || kind == "any" || kind.ends_with('?') && given.is_none() || kind.contains("nil");
        open || given.is_some_and(|given| kind.trim_end_matches('?') == *given)
    };
    if !signature.parameters.iter().enumerate().all(fits) {
        return Some((format!("`{rule}` {}: it takes `({})`", job.cannot, signature.written), job.right.to_owned()));
    }
    let (right, must) = job.returns?;
    let result = signature.result.as_deref().filter(|result| ![right, "any"].contains(result))?;
    Some((format!("`{rule}` {must}, but it returns `{result}`"), format!("make it return `{right}`")))
}
