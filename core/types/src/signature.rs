//! The types of rules, as their authors wrote them.

use grognard_luau::{Function, FunctionName, Parameter, Script, Statement, StatementKind};
use std::collections::BTreeMap;

/// The parameters and the result of a rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RuleSignature {
    /// The parameters, as in a function type: `game: Game, side: Side`.
    pub(crate) parameters: String,
    /// The result: `string?`, `()`.
    pub(crate) result: String,
}

/// Returns the signatures of the rules that a module defines, such as `function combat.cover(space: Space): string?`,
/// by name.
pub(crate) fn signatures(script: &Script) -> BTreeMap<String, RuleSignature> {
    script.body().iter().filter_map(|statement| rule(script, statement)).collect()
}

fn rule(script: &Script, statement: &Statement) -> Option<(String, RuleSignature)> {
    let StatementKind::Function(FunctionName { parts, method: None }, function) = &statement.kind else { return None };
    let [_, name] = &parts[..] else { return None };
    (!function.is_generic).then(|| (name.text.clone(), signature(script, function)))
}

fn signature(script: &Script, function: &Function) -> RuleSignature {
    let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
    // Without an annotation, the result is nothing or any value, since only type inference could tell.
    let unsaid = || if script.returns_value(function) { "...any" } else { "()" }.to_owned();
    RuleSignature { parameters: parameters.join(", "), result: function.result.clone().unwrap_or_else(unsaid) }
}

/// Formats a parameter as in a function type; without an annotation its type is `any`.
fn parameter(Parameter { name, annotation }: &Parameter) -> String {
    let annotation = annotation.as_deref().unwrap_or("any");
    match name.text.as_str() {
        "..." => format!("...{annotation}"),
        name => format!("{name}: {annotation}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signatures_of(source: &str) -> Vec<String> {
        let found = signatures(&Script::parse(source).expect("Luau"));
        found.into_iter().map(|(name, rule)| format!("{name}({}) -> {}", rule.parameters, rule.result)).collect()
    }

    #[test]
    fn signatures_are_read_as_they_are_written() {
        let source = "\
function m.a(game: Game, units: { [string]: Units }?): (Unit?, Space)
	return nil
end
function m.b(_game, f: (a: number) -> ...any, ...: Unit): string | results.Battle<Unit> return 1 end
function m.c()
	if x then return end
end
function m.d(...) return 3 end
local function e() end
function m.f<T>(x: T) end
";
        assert_eq!(
            signatures_of(source),
            [
                "a(game: Game, units: { [string]: Units }?) -> (Unit?, Space)",
                "b(_game: any, f: (a: number) -> ...any, ...Unit) -> string | results.Battle<Unit>",
                "c() -> ()",
                "d(...any) -> ...any",
            ]
        );
    }
}
