//! The calls whose form changed in version 0.2 of the scripting API, with their old and new forms. Errors and the
//! migration note (`docs/api-0.2.md`) use this list.

use crate::arguments::annotation;
use crate::script::Script;
use crate::tree::{Call, Expression, ExpressionKind};

/// A call whose form has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApiChange {
    /// The type that has or had the method: `Unit`.
    pub owner: &'static str,
    /// The name of the method in the old form.
    pub method: &'static str,
    /// The old form.
    pub old: &'static str,
    /// The new form.
    pub new: &'static str,
    /// An example of a call in the old form, and the same call in the new form.
    pub example: [&'static str; 2],
    /// How to recognise a call in the old form.
    pub sign: Sign,
}

/// How to recognise a call in the old form. Arguments are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Any call, because no type has a method with this name any more.
    Any,
    /// Any call on an object of the type `owner`. Another type still has a method with this name.
    AnyOfOwner,
    /// A call with at least this number of arguments.
    Count(usize),
    /// A call with a number as the argument at this index.
    Number(usize),
    /// A call with a string as the argument at this index.
    String(usize),
}

/// A call in the old form, found in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OldForm {
    /// The line.
    pub line: usize,
    /// The change.
    pub change: &'static ApiChange,
}

impl ApiChange {
    /// Returns the message for the author of the script.
    pub fn message(&self) -> String {
        format!("`{}` is from version 0.1 of the scripting API; write `{}`", self.old, self.new)
    }

    /// Returns whether a call already has the new form. If so, an error in it has another cause.
    pub fn is_new_form(&self, call: &Call) -> bool {
        let mut first = call.arguments.iter().map(|argument| &argument.bare().kind);
        let is_table = |kind: &ExpressionKind| matches!(kind, ExpressionKind::Table(..));
        match self.sign {
            Sign::Any | Sign::AnyOfOwner => false,
            Sign::Count(_) => first.take(2).any(is_table),
            Sign::Number(number) => first.nth(number - 1).is_some_and(is_table),
            Sign::String(number) => call.arguments.get(number).is_some_and(is_string),
        }
    }

    fn is_of_game(&self) -> bool {
        self.owner == "Game"
    }
}

/// Returns the changes that may affect a call, judging by the name of its method. If the script states the type of the
/// receiver, returns only changes to that type's methods; otherwise, changes to the methods of all types except `Game`.
pub fn api_changes(script: &Script, call: &Call) -> Vec<&'static ApiChange> {
    let (method, owner) = (call.method().unwrap_or_default(), owner(script, call));
    let is_meant = |change: &&ApiChange| owner.map_or(!change.is_of_game(), |owner| change.owner == owner);
    API_CHANGES.iter().filter(|change| change.method == method).filter(is_meant).collect()
}

/// Returns the type on which a method is called, if the script states it.
fn owner<'a>(script: &'a Script, call: &Call) -> Option<&'a str> {
    let is_known = |kind: &&str| API_CHANGES.iter().any(|change| change.owner == *kind);
    match annotation(script, &call.callee) {
        Some(kind) => Some(kind).filter(is_known),
        None => call.is_of_game().then_some("Game"),
    }
}

/// Returns the calls in a script that certainly have the old form, because the script states the receiver's type. Other
/// calls in the old form are found by the type checker, or when the script runs.
pub fn old_forms(script: &Script) -> Vec<OldForm> {
    let form = |call: &Call| Some(OldForm { line: script.line(call.span.start), change: old_form(script, call)? });
    script.calls().filter_map(form).collect()
}

fn old_form(script: &Script, call: &Call) -> Option<&'static ApiChange> {
    owner(script, call)?;
    let argument = |number: usize| call.arguments.get(number - 1);
    api_changes(script, call).into_iter().filter(|change| !change.is_new_form(call)).find(|change| match change.sign {
        Sign::Any | Sign::AnyOfOwner => true,
        Sign::Count(count) => call.arguments.len() >= count,
        Sign::Number(number) => argument(number).is_some_and(is_number),
        Sign::String(number) => argument(number).is_some_and(is_string),
    })
}

fn is_number(value: &Expression) -> bool {
    match &value.bare().kind {
        ExpressionKind::Number(_) => true,
        ExpressionKind::Unary(operator, _) => operator == "-" || operator == "#",
        // Sets can be added, multiplied and subtracted too, so one operand must be a number.
        ExpressionKind::Binary(_, operands) => operands.iter().any(is_number),
        _ => false,
    }
}

fn is_string(value: &Expression) -> bool {
    value.string().is_some() || matches!(value.bare().kind, ExpressionKind::Interpolation(..))
}

/// All changes, in the order of the migration note.
pub const API_CHANGES: &[ApiChange] = &[
    ApiChange {
        owner: "Units",
        method: "within",
        old: "units:within(distance, of)",
        new: "units:within(of, distance)",
        example: ["enemies:within(60, unit)", "enemies:within(unit, 60)"],
        sign: Sign::Number(1),
    },
    ApiChange {
        owner: "Region",
        method: "within",
        old: "region:within(distance, of)",
        new: "region:within(of, distance)",
        example: ["room:within(0, roads)", "room:within(roads, 0)"],
        sign: Sign::Number(1),
    },
    ApiChange {
        owner: "Region",
        method: "beyond",
        old: "region:beyond(distance, of)",
        new: "region:beyond(of, distance)",
        example: ["room:beyond(20, enemies)", "room:beyond(enemies, 20)"],
        sign: Sign::Number(1),
    },
    ApiChange {
        owner: "Units",
        method: "all_across",
        old: "units:all_across(feature, space)",
        new: "units:all_across(space, feature)",
        example: ["attackers:all_across(\"river\", space)", "attackers:all_across(space, \"river\")"],
        sign: Sign::String(1),
    },
    ApiChange {
        owner: "Game",
        method: "finish",
        old: "game:finish(rule, winner, reason, …)",
        new: "game:finish(winner, rule, reason, …)",
        example: [
            "game:finish(\"5.0\", german, \"{1} is German\", city)",
            "game:finish(german, \"5.0\", \"{1} is German\", city)",
        ],
        sign: Sign::String(1),
    },
    ApiChange {
        owner: "Game",
        method: "reach",
        old: "game:reach(from, movement, points, blocked, stops, full, { steps, one_step })",
        new: "game:reach(from, { costs, points, blocked, stops, full, steps, one_step })",
        example: [
            "game:reach(unit.space, \"rail\", 9, enemies, nil, full)",
            "game:reach(unit.space, { costs = \"rail\", points = 9, blocked = enemies, full = full })",
        ],
        sign: Sign::Count(3),
    },
    ApiChange {
        owner: "Game",
        method: "ways_away",
        old: "game:ways_away(from, steps, fled, through, full, telling)",
        new: "game:ways_away(from, { steps, away_from, through, full, notice })",
        example: [
            "game:ways_away(unit.space, 2, fled, open, full, cities)",
            "game:ways_away(unit.space, { steps = 2, away_from = fled, through = open, full = full, notice = cities })",
        ],
        sign: Sign::Count(3),
    },
    ApiChange {
        owner: "Game",
        method: "choose_number",
        old: "game:choose_number(side, question, first, last, …)",
        new: "game:choose_number(side, question, { min, max }, …)",
        example: ["game:choose_number(side, SPARE, 0, 9)", "game:choose_number(side, SPARE, { min = 0, max = 9 })"],
        sign: Sign::Number(3),
    },
    ApiChange {
        owner: "Game",
        method: "choose_several",
        old: "game:choose_several(side, question, options, least, most, …)",
        new: "game:choose_several(side, question, options, { min, max }, …)",
        example: [
            "game:choose_several(side, WITH, able, 1, #able, space)",
            "game:choose_several(side, WITH, able, { min = 1, max = #able }, space)",
        ],
        sign: Sign::Number(4),
    },
    ApiChange {
        owner: "Game",
        method: "allocate",
        old: "game:allocate(side, question, options, total, most, …)",
        new: "game:allocate(side, question, options, { total, max }, …)",
        example: [
            "game:allocate(side, HITS, bombers, 3, 2)",
            "game:allocate(side, HITS, bombers, { total = 3, max = 2 })",
        ],
        sign: Sign::Number(4),
    },
    ApiChange {
        owner: "March",
        method: "like",
        old: "march:like(units, reach, property, most)",
        new: "march:like(units, reach, { property, max })",
        example: [
            "march:like(alike, reach, \"size\", 6)",
            "march:like(alike, reach, { property = \"size\", max = 6 })",
        ],
        sign: Sign::String(3),
    },
    ApiChange {
        owner: "Region",
        method: "inside",
        old: "region:inside(left, top, right, bottom)",
        new: "region:inside({ left, top, right, bottom })",
        example: ["room:inside(0, 0, 60, 40)", "room:inside({ left = 0, top = 0, right = 60, bottom = 40 })"],
        sign: Sign::Count(2),
    },
    ApiChange {
        owner: "Region",
        method: "reach",
        old: "region:reach(unit, costs, points, ground, hostile, belt)",
        new: "region:reach(unit, { costs, points, ground, hostile, belt })",
        example: [
            "game:region(unit):reach(unit, \"foot\", 60, ground, enemies, 20)",
            "game:region(unit):reach(unit, { costs = \"foot\", points = 60, ground = ground, hostile = enemies, belt = \
             20 })",
        ],
        sign: Sign::Count(3),
    },
    ApiChange {
        owner: "Unit",
        method: "number",
        old: "unit:number(name)",
        new: "unit:get(name)",
        example: ["unit:number(\"fatigue\")", "unit:get(\"fatigue\")"],
        sign: Sign::Any,
    },
    ApiChange {
        owner: "Unit",
        method: "set_number",
        old: "unit:set_number(name, value)",
        new: "unit:set(name, value)",
        example: ["unit:set_number(\"fatigue\", 3)", "unit:set(\"fatigue\", 3)"],
        sign: Sign::Any,
    },
    ApiChange {
        owner: "Space",
        method: "value",
        old: "space:value(name)",
        new: "space:printed(name)",
        example: ["space:value(\"points\")", "space:printed(\"points\")"],
        sign: Sign::Any,
    },
    ApiChange {
        owner: "Unit",
        method: "marked",
        old: "unit:marked(mark)",
        new: "unit:has_mark(mark)",
        example: ["unit:marked(\"moved\")", "unit:has_mark(\"moved\")"],
        sign: Sign::AnyOfOwner,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<&'static str> {
        let script = Script::parse(source).expect("Luau");
        old_forms(&script).into_iter().map(|form| form.change.old).collect()
    }

    const TYPES: &str =
        "game: Game, unit: Unit, space: Space, enemies: Units, attackers: Units, room: Region, march: March";

    #[test]
    fn every_example_is_known_for_what_it_is() {
        for change in API_CHANGES {
            let call = |call: &str| call.replace("game:region(unit)", "room");
            let [old, new] =
                change.example.map(|example| format!("function a.b({TYPES})\n\tlocal _ = {}\nend", call(example)));
            assert_eq!(found(&old), [change.old], "{old}");
            assert_eq!(found(&new), [""; 0], "{new}");
        }
    }

    #[test]
    fn calls_that_may_be_in_the_new_form_are_left_alone() {
        let source = "units:within(near, 5) units:within(a - b, 5) game:within(space, 1) game:reach(space, options)
            game:reach(space, { costs = 'rail' }, 3) game:finish('german', '1', 'x') units:marked('x')
            game:finish(winner, '1', 'x') game:choose_number(side, Q, bounds, 3, unit)
            game:choose_several(side, Q, list, bounds, 5)";
        assert_eq!(found(source), [""; 0]);
    }

    #[test]
    fn methods_of_tables_are_left_alone() {
        let source =
            "local tracker = require('tracker') tracker:inside(1, 2, 3, 4) tracker:within(60) tracker:value('x')
            function stack:value(name) return self[name] end stack:value('x')
            function b.c(box: Box) return box:number('x') end";
        assert_eq!(found(source), [""; 0]);
    }

    #[test]
    fn a_game_of_any_name_is_known_by_its_type() {
        let source = "local function f(g: Game) return g:reach(from, 'rail', 9) end";
        assert!(found(source)[0].starts_with("game:reach"));
    }

    #[test]
    fn the_line_and_the_new_form_are_told() {
        let script = Script::parse("local function f(unit: Unit)\nunit:number('x') end").expect("Luau");
        let forms = old_forms(&script);
        assert_eq!(forms.iter().map(|form| form.line).collect::<Vec<_>>(), [2]);
        let message = "`unit:number(name)` is from version 0.1 of the scripting API; write `unit:get(name)`";
        assert_eq!(forms[0].change.message(), message);
    }
}
