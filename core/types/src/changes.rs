//! Checks the functions passed to `wrap` and `replace` as if they were assigned to a variable of the type that the rule
//! requires.
//!
//! Before a module returns its table, two types are inserted for each of its rules: the type of a function that wraps
//! the rule, and the type of a function that replaces it. `wrap("combat.cover", f)` becomes `local m =
//! require("combat") local w: m.Around_cover = (f)`.

use crate::File;
use crate::adapted_script::{AdaptedScript, Replacement};
use crate::signature::{RuleSignature, signatures};
use grognard_luau::{Call, ExpressionKind, Script, StatementKind};
use std::collections::{BTreeMap, BTreeSet};

/// A module: its rules, and the modules it requires.
struct Module {
    rules: BTreeMap<String, RuleSignature>,
    requires: BTreeSet<String>,
}

/// Adapts the files for the checker.
pub(crate) fn adapt(files: &[File]) -> Vec<AdaptedScript> {
    let scripts: Vec<Script> = files.iter().map(|file| Script::or_empty(&file.source)).collect();
    let named = files.iter().zip(&scripts).filter_map(|(file, script)| Some((file.module.as_deref()?, module(script))));
    let modules: BTreeMap<&str, Module> = named.collect();
    let adapt = |(file, script): (&File, &Script)| {
        let changes = script.calls().filter_map(|call| change(file, call, &modules));
        let exports = file.module.as_deref().and_then(|name| exports(&modules[name], script));
        let mut all: Vec<Replacement> = changes.chain(exports).collect();
        all.sort_by_key(|change| change.at);
        AdaptedScript::new(&file.source, all)
    };
    files.iter().zip(&scripts).map(adapt).collect()
}

fn module(script: &Script) -> Module {
    let required = script.calls().filter(|call| call.global() == Some("require"));
    let required = required.filter_map(|call| call.arguments.first()?.string().map(str::to_owned));
    Module { rules: signatures(script), requires: required.collect() }
}

/// Returns the types of a module's rules, to be inserted before its final `return`.
fn exports(module: &Module, script: &Script) -> Option<Replacement> {
    let last = script.body().last()?;
    let StatementKind::Return(values) = &last.kind else { return None };
    let exports = module.rules.iter().map(|(name, rule)| {
        let RuleSignature { parameters, result } = rule;
        let comma = if parameters.is_empty() { "" } else { ", " };
        let instead = format!("({parameters}) -> {result}");
        format!(
            "export type Around_{name} = (next: {instead}{comma}{parameters}) -> {result} export type \
            Instead_{name} = {instead} "
        )
    });
    let is_table = matches!(&values[..], [value] if matches!(value.kind, ExpressionKind::Name(_)));
    is_table.then(|| Replacement { at: last.span.start, length: 0, text: exports.collect() })
}

/// Returns the replacement for `wrap("rule",` or `replace("rule",`; `None` if the rule is unknown, or if its module
/// requires the file, so that requiring it would create a cycle.
fn change(file: &File, call: &Call, modules: &BTreeMap<&str, Module>) -> Option<Replacement> {
    let kind = match call.global()? {
        "wrap" => "Around",
        "replace" => "Instead",
        _ => return None,
    };
    let [rule, function] = &call.arguments[..] else { return None };
    let (module, rule) = rule.string()?.rsplit_once('.')?;
    let is_known = modules.get(module).is_some_and(|module| module.rules.contains_key(rule));
    let is_circle = file.module.as_deref().is_some_and(|own| needs(module, own, modules));
    let number = call.span.start;
    let text = format!("local _m{number} = require(\"{module}\") local _w{number}: _m{number}.{kind}_{rule} = (");
    (is_known && !is_circle).then(|| Replacement { at: number, length: function.span.start - number, text })
}

/// Returns whether a module is `other` or requires it, directly or through other modules.
fn needs(module: &str, other: &str, modules: &BTreeMap<&str, Module>) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![module];
    while let Some(next) = open.pop() {
        if next == other {
            return true;
        }
        let required = modules.get(next).into_iter().flat_map(|module| &module.requires);
        open.extend(required.map(String::as_str).filter(|name| seen.insert(*name)));
    }
    false
}
