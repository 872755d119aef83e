//! The rules that scripts define, and the mentions of rules in scripts.

use crate::nodes::SyntaxNode;
use crate::script::Script;
use crate::tree::{Expression, ExpressionKind, Name, Span, StatementKind};
use std::collections::{BTreeMap, BTreeSet};

/// A rule defined by a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleUse {
    /// The name of the rule: `combat.column`.
    pub name: String,
    /// The index of the file that defines it.
    pub file: usize,
    /// The line where the rule begins.
    pub line: usize,
    /// Whether the rule does nothing but return `false`.
    pub never_holds: bool,
    pub(crate) mentions: Vec<RuleMention>,
}

/// An expression that may refer to a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RuleMention {
    /// `combat.column`: the variable, if it is declared at the top level of the file, and the field.
    Field(Option<String>, String),
    /// `"combat.column"`.
    Text(String),
}

/// Returns the rules of a file, and the mentions of rules that are not inside any of these rules.
pub(crate) fn rule_uses(script: &Script, module: &str, file: usize) -> (Vec<RuleUse>, Vec<RuleMention>) {
    let mut rules: Vec<(Span, RuleUse)> = Vec::new();
    for statement in script.nodes().filter_map(SyntaxNode::statement) {
        let StatementKind::Function(name, function) = &statement.kind else { continue };
        let is_inside = script.is_inside(function.span.start);
        let Some(last) = name.method.as_ref().or(name.parts.get(1..).and_then(<[Name]>::last)).filter(|_| !is_inside)
        else {
            continue;
        };
        let (name, line) = (format!("{module}.{}", last.text), script.line(function.span.start));
        rules.push((
            function.span.clone(),
            RuleUse { name, file, line, never_holds: never_holds(&function.body), mentions: Vec::new() },
        ));
    }
    let mut outside = Vec::new();
    for (at, mention) in mentions(script) {
        match rules.iter_mut().find(|(span, _)| span.contains(&at)) {
            Some((_, rule)) => rule.mentions.push(mention),
            None => outside.push(mention),
        }
    }
    (rules.into_iter().map(|(_, rule)| rule).collect(), outside)
}

/// Returns whether the body of a function is only `return false`.
fn never_holds(body: &crate::Block) -> bool {
    let [statement] = &body[..] else { return false };
    matches!(&statement.kind, StatementKind::Return(values) if matches!(&values[..], [Expression { kind: ExpressionKind::Boolean(false), .. }]))
}

/// Returns all mentions of rules in a script, with their positions.
fn mentions(script: &Script) -> Vec<(usize, RuleMention)> {
    let written = script.written_fields();
    let mention = |expression: &Expression| {
        let mention = match &expression.kind {
            ExpressionKind::String(string) if string.contains('.') => RuleMention::Text(string.clone()),
            ExpressionKind::Field(value, name) if !written.contains(&name.span.start) => {
                RuleMention::Field(module(script, value), name.text.clone())
            }
            ExpressionKind::Call(call) => RuleMention::Field(module(script, &call.callee), call.method()?.to_owned()),
            _ => return None,
        };
        Some((expression.span.start, mention))
    };
    script.expressions().filter_map(mention).collect()
}

/// Returns the name of the variable whose field is used, if it is declared at the top level and used inside a function.
fn module(script: &Script, value: &Expression) -> Option<String> {
    let name = value.name()?;
    let is_of_file = script.variable(name)?.functions.is_empty();
    (is_of_file && script.function_at(name.span.start).is_some()).then(|| name.text.clone())
}

/// The rules, by name.
pub(crate) struct RuleIndex<'a> {
    whole: BTreeMap<&'a str, Vec<usize>>,
    /// The rules by the last part of the module's name and the name of the function.
    parts: BTreeMap<(&'a str, &'a str), Vec<usize>>,
    functions: BTreeMap<&'a str, Vec<usize>>,
    modules: BTreeSet<&'a str>,
}

impl<'a> RuleIndex<'a> {
    pub(crate) fn of(rules: &'a [RuleUse]) -> RuleIndex<'a> {
        let mut all = RuleIndex {
            whole: BTreeMap::new(),
            parts: BTreeMap::new(),
            functions: BTreeMap::new(),
            modules: BTreeSet::new(),
        };
        for (number, rule) in rules.iter().enumerate() {
            let (module, function) = rule.name.rsplit_once('.').unwrap_or(("", &rule.name));
            let last = module.rsplit('/').next().unwrap_or(module);
            all.whole.entry(&rule.name).or_default().push(number);
            all.parts.entry((last, function)).or_default().push(number);
            all.functions.entry(function).or_default().push(number);
            all.modules.insert(last);
        }
        all
    }

    pub(crate) fn named(&self, name: &str) -> Vec<usize> {
        self.whole.get(name).cloned().unwrap_or_default()
    }

    /// Returns the rules to which a mention may refer. A variable with the name of a module refers to that module. Any
    /// other variable may refer to any module.
    pub(crate) fn rules_for_mention(&self, mention: &RuleMention) -> Vec<usize> {
        let found = match mention {
            RuleMention::Text(name) => self.whole.get(name.as_str()),
            RuleMention::Field(Some(module), function) if self.modules.contains(module.as_str()) => {
                self.parts.get(&(module.as_str(), function.as_str()))
            }
            RuleMention::Field(_, function) => self.functions.get(function.as_str()),
        };
        found.cloned().unwrap_or_default()
    }
}
