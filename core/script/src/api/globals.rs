//! What scripts find besides methods and fields: for the editor stubs and the reference. The kinds of handles are
//! explained here too.

use crate::handle::HandleTag;

/// A function that belongs to no handle.
pub(crate) struct Global {
    pub(crate) name: &'static str,
    /// Parameters and result in Luau types.
    pub(crate) signature: &'static str,
    pub(crate) doc: &'static str,
}

/// The functions a script can call without a handle, besides Luau's own.
pub(crate) const GLOBALS: &[Global] = &[
    Global {
        name: "ask",
        signature: "(key: string, question: QuestionOptions): Question",
        doc: "Declares a question, once, while the script is loaded: `local GOAL = ask(\"movement.goal\", { rule = \"8.0\", prompt = \"Where does {1} go?\" })`. With `stop` the player may decline, and reads this; `why` names the rule that tells why something is not offered: it gets the game, what was asked for, and what follows the options in `game:choose`, and returns a refusal.",
    },
    Global {
        name: "refuse",
        signature: "(rule: string, reason: string, ...any): Refusal",
        doc: "A refusal: the paragraph, and the reason as a clause without a full stop. `{1}`, `{2}`… in the reason stand for the units, spaces, sides, numbers or strings that follow, as in `game:log`.",
    },
    Global {
        name: "text",
        signature: "(text: string): string",
        doc: "The text itself. It marks a text that players read and that a variable carries to where it is used, so that `grognard check` finds it for translators: `return text(\"major city\")`. Texts that stand where they are used (in `ask`, `refuse`, `game:log`…) are found without it.",
    },
    Global {
        name: "wrap",
        signature: "(rule: string, wrapper: (next: (...any) -> ...any, ...any) -> ...any)",
        doc: "For mods: puts a function around a rule. It gets the rule as it was as its first argument, then the arguments of the call. Several mods can wrap a rule; the one loaded last is the outermost.",
    },
    Global {
        name: "replace",
        signature: "(rule: string, replacement: (...any) -> ...any)",
        doc: "For mods: puts a function in the place of a rule. Only one mod can replace a rule.",
    },
];

/// Tables of named values that functions take.
///
/// Options are `any` to the type checker: a set, a region, or a list of units, spaces, numbers, texts or ways.
pub(crate) const TABLES: &[(&str, &str)] = &[
    ("Options", "any"),
    ("StepRule", "{ from: Spaces?, into: Spaces, costs: string }"),
    (
        "ReachOptions",
        "{ costs: string, points: number, blocked: Spaces?, stops: Spaces?, full: Spaces?, steps: {StepRule}?, one_step: boolean? }",
    ),
    ("AwayOptions", "{ steps: number, away_from: Spaces, through: Spaces, full: Spaces, notice: Spaces }"),
    ("GroundOptions", "{ costs: string, points: number, ground: Units, hostile: Units?, belt: number? }"),
    ("Rectangle", "{ left: number, top: number, right: number, bottom: number }"),
    ("Bounds", "{ min: number, max: number }"),
    ("Shares", "{ total: number, max: number }"),
    ("StackLimit", "{ property: string, max: number }"),
    ("QuestionOptions", "{ rule: string, prompt: string, stop: string?, why: string? }"),
    (
        "MarchOptions",
        "{ units: Units, which: Question, goal: Question, costs: string?, points: (string | number)?, blocked: Spaces?, stops: Spaces?, apart: boolean?, notice: Spaces?, mark: string?, loses: string? }",
    ),
];

/// The fields of a table that functions take.
pub fn fields_of(table: &str) -> Vec<&'static str> {
    let fields =
        TABLES.iter().find(|(name, _)| *name == table).map_or("", |(_, fields)| fields.trim_matches(['{', '}', ' ']));
    fields.split(", ").filter_map(|field| Some(field.split_once(':')?.0.trim())).collect()
}

/// What a handle stands for, in a sentence.
pub(crate) fn about(tag: HandleTag) -> &'static str {
    match tag {
        HandleTag::Question => "A question that was declared with `ask`.",
        HandleTag::Game => "The game: the first argument of every rule.",
        HandleTag::Side => "A side.",
        HandleTag::Unit => {
            "A unit of the order of battle. The properties the system declares are fields: their value with the steps the unit has now."
        }
        HandleTag::Space => "A hex, an area or a box of the map.",
        HandleTag::Units => {
            "A set of units. `a + b` is the union, `a * b` what is in both, `a - b` what is in `a` only, `#a` the number of members. A set lives as long as the procedure that made it."
        }
        HandleTag::Spaces => {
            "A set of spaces. `a + b` is the union, `a * b` what is in both, `a - b` what is in `a` only, `#a` the number of members. A set lives as long as the procedure that made it."
        }
        HandleTag::Chart => "A chart: a table with named rows and columns.",
        HandleTag::Column => {
            "A column of an odds chart on its way through the modifiers. Like a set it lives as long as the procedure that made it."
        }
        HandleTag::Refusal => "Why something may not be done.",
        HandleTag::March => "Units moving one by one.",
        HandleTag::Forecast => "A line that tells of a battle before it is fought.",
        HandleTag::Spot => "A place on a table: `spot == other` asks whether it is the same.",
        HandleTag::Region => {
            "Places on a table where a unit could stand. Each method that narrows it gives a new region. It lives as long as the procedure that made it; what it says of other units holds for when it was made."
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
