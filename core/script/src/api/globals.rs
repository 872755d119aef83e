//! The functions and tables available to scripts besides methods and fields, and descriptions of the handle types. The
//! editor stubs and the reference contain both.

use crate::handle::HandleTag;

/// A function that is not a method of a handle.
pub(crate) struct Global {
    pub(crate) name: &'static str,
    /// Parameters and result in Luau types.
    pub(crate) signature: &'static str,
    pub(crate) doc: &'static str,
}

/// The functions available without a handle, besides Luau's own.
pub(crate) const GLOBALS: &[Global] = &[
    Global {
        name: "ask",
        signature: "(key: string, question: QuestionOptions): Question",
        doc: "Declares a question while the script is loaded: `local GOAL = ask(\"movement.goal\", { rule = \"8.0\", \
            prompt = \"Where does {1} go?\" })`. With `stop`, the player may decline; `stop` is the label for \
            declining. `why` names a rule that explains why something is not offered: the rule receives the game, the \
            requested choice and the extra arguments of `game:choose`, and returns a refusal. `notes` says, for labels \
            that players choose (`stop` included), what each means, in a clause. `fits` names a read-only rule that says \
            whether a set of chosen options is an answer: the rule receives the game, the set or list chosen so far and \
            the extra arguments of `game:choose_several`, and returns nil or true if the set fits, or a refusal that \
            says why it does not. With `always = true` the side is asked \
            even if it has only one answer, so that nobody learns from the pause what it could have done.",
    },
    Global {
        name: "refuse",
        signature: "(rule: string, reason: string, ...any): Refusal",
        doc: "A refusal: the paragraph, and the reason as a clause without a full stop. `{1}`, `{2}`… in the reason \
            stand for the units, spaces, sides, numbers or strings that follow, as in `game:log`.",
    },
    Global {
        name: "text",
        signature: "(text: string): string",
        doc: "Returns its argument. It marks a string that players will read but that is stored or returned first, so \
            that `grognard check` finds it for translators: `return text(\"major city\")`. Strings passed directly to \
            `ask`, `refuse`, `game:log` and the like need no mark.",
    },
    Global {
        name: "wrap",
        signature: "(rule: string, wrapper: (next: (...any) -> ...any, ...any) -> ...any)",
        doc: "For mods: wraps a rule in a function, which receives the wrapped rule as its first argument, followed by \
            the arguments of the call. Several mods can wrap the same rule; the one loaded last is the outermost.",
    },
    Global {
        name: "replace",
        signature: "(rule: string, replacement: (...any) -> ...any)",
        doc: "For mods: replaces a rule. Only one mod can replace a given rule.",
    },
];

/// The named types of arguments, most of them tables with named fields.
///
/// `Options` is `any` to the type checker: a set, a region, or a list of units, spaces, numbers, strings or paths.
pub(crate) const TABLES: &[(&str, &str)] = &[
    ("Options", "any"),
    ("StepRule", "{ from: Spaces?, into: Spaces, costs: string }"),
    (
        "ReachOptions",
        "{ costs: string, points: number, blocked: Spaces?, stops: Spaces?, full: Spaces?, steps: {StepRule}?, \
         one_step: boolean?, heading: string?, turn: number? }",
    ),
    ("AwayOptions", "{ steps: number, away_from: Spaces, through: Spaces, full: Spaces, notice: Spaces }"),
    ("GroundOptions", "{ costs: string, points: number, ground: Units, hostile: Units?, belt: number? }"),
    ("AttackOptions", "{ target: Question, attackers: Question, link: string, targets: Units, units: Units }"),
    ("Rectangle", "{ left: number, top: number, right: number, bottom: number }"),
    ("Bounds", "{ min: number, max: number }"),
    ("SecretQuestion", "{ side: Side, question: Question, options: Options, bounds: Bounds?, about: {any}? }"),
    ("Shares", "{ total: number, max: number }"),
    ("Victory", "{ winner: (Side | {Side})?, grade: string }"),
    ("StackLimit", "{ property: string, max: number }"),
    (
        "QuestionOptions",
        "{ rule: string, prompt: string, stop: string?, why: string?, fits: string?, notes: {[string]: string}?, \
         always: boolean? }",
    ),
    (
        "MarchOptions",
        "{ units: Units, which: Question, goal: Question, costs: string?, points: (string | number)?, blocked: \
         Spaces?, stops: Spaces?, apart: boolean?, notice: Spaces?, mark: string?, loses: string?, turn: number?, \
         facing: Question? }",
    ),
];

/// Returns the field names of a named argument type, such as `ReachOptions`; empty if there is no such type.
pub fn fields_of(table: &str) -> Vec<&'static str> {
    let fields =
        TABLES.iter().find(|(name, _)| *name == table).map_or("", |(_, fields)| fields.trim_matches(['{', '}', ' ']));
    fields.split(", ").filter_map(|field| Some(field.split_once(':')?.0.trim())).collect()
}

/// Describes a handle type in a sentence or two.
pub(crate) fn about(tag: HandleTag) -> &'static str {
    match tag {
        HandleTag::Question => "A question declared with `ask`.",
        HandleTag::Game => "The game: the first argument of every rule.",
        HandleTag::Side => "A side.",
        HandleTag::Unit => {
            "A unit in the order of battle. The properties declared by the system are fields: their value at the \
             unit's current steps."
        }
        HandleTag::Space => "A hex, an area or a box on the map.",
        HandleTag::Units => {
            "A set of units. `a + b` is the union, `a * b` the intersection, `a - b` the members of `a` that are not \
             in `b`, and `#a` the number of members. A set lives as long as the procedure that created it."
        }
        HandleTag::Spaces => {
            "A set of spaces. `a + b` is the union, `a * b` the intersection, `a - b` the members of `a` that are not \
             in `b`, and `#a` the number of members. A set lives as long as the procedure that created it."
        }
        HandleTag::Chart => "A chart: a table with named rows and columns.",
        HandleTag::Column => {
            "A column of an odds chart with its modifiers. Like a set, it lives as long as the procedure that created \
             it."
        }
        HandleTag::Refusal => "The reason why something is not allowed.",
        HandleTag::March => "Units moving one by one.",
        HandleTag::Forecast => "A line about a battle before it is fought.",
        HandleTag::Spot => "A place on a table. `spot == other` compares places.",
        HandleTag::Region => {
            "Places on a table where a unit could stand. Each method that narrows a region returns a new one. A region \
             lives as long as the procedure that created it, and reflects the positions of other units at the time it \
             was created."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_tables() {
        assert_eq!(fields_of("Bounds"), ["min", "max"]);
        assert!(fields_of("MarchOptions").contains(&"apart") && fields_of("StepRule") == ["from", "into", "costs"]);
    }
}
