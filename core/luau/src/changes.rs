//! Finds the outer variables that functions change.

use crate::nodes::SyntaxNode;
use crate::script::Script;
use crate::tree::{Expression, Function, Name, Statement, StatementKind};
use std::collections::BTreeSet;

/// The outer variables that a function changes, either directly or in a nested function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionChanges {
    /// The line where the function begins.
    pub line: usize,
    /// The changed variables.
    pub variables: Vec<VariableChange>,
}

/// A changed variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableChange {
    /// The name of the variable.
    pub name: String,
    /// The line of the first change.
    pub line: usize,
}

/// Returns the changes made by each function of a script, in the order in which the compiler numbers functions.
pub fn changes(script: &Script) -> Vec<FunctionChanges> {
    let statements = script.nodes().filter_map(SyntaxNode::statement);
    let targets: Vec<(usize, &Name)> = statements.flat_map(targets).collect();
    let mut functions: Vec<&Function> = script.functions().collect();
    functions.sort_by_key(|function| function.number);
    functions.into_iter().map(|function| changes_of_function(script, function, &targets)).collect()
}

fn changes_of_function(script: &Script, function: &Function, targets: &[(usize, &Name)]) -> FunctionChanges {
    let is_inside = |at: usize| function.span.start < at && at < function.span.end;
    let is_outside =
        |name: &Name| script.variable(name).is_some_and(|variable| !variable.functions.contains(&function.span.start));
    let changed = targets.iter().filter(|(at, name)| is_inside(*at) && is_outside(name));
    let mut first = BTreeSet::new();
    let change = |(at, name): &(usize, &Name)| VariableChange { name: name.text.clone(), line: script.line(*at) };
    let variables = changed.filter(|(_, name)| first.insert(name.variable)).map(change).collect();
    FunctionChanges { line: script.line(function.span.start), variables }
}

/// Returns the variables to which a statement assigns, with the positions of the assignments. A function declaration
/// assigns to its name outside the function.
fn targets(statement: &Statement) -> Vec<(usize, &Name)> {
    match &statement.kind {
        StatementKind::Assign(targets, _) => targets.iter().filter_map(written_variable).collect(),
        StatementKind::Compound(_, target, _) => written_variable(target).into_iter().collect(),
        StatementKind::Function(name, function) if name.parts.len() == 1 && name.method.is_none() => {
            name.parts.iter().map(|name| (function.span.start, name)).collect()
        }
        _ => Vec::new(),
    }
}

fn written_variable(target: &Expression) -> Option<(usize, &Name)> {
    Some((target.span.start, target.name()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<String> {
        let show = |changes: FunctionChanges| {
            let variables: Vec<_> =
                changes.variables.iter().map(|change| format!("{}:{}", change.name, change.line)).collect();
            format!("{} {}", changes.line, variables.join(" "))
        };
        changes(&Script::parse(source).expect("Luau")).into_iter().map(show).collect()
    }

    #[test]
    fn a_change_is_seen_through_functions_inside() {
        let source = "local n, m = 0, 0\nreturn function()\n\treturn function()\n\t\tn += m\n\tend\nend";
        assert_eq!(found(source), ["3 n:4", "2 n:4"], "m is only read, and inner functions come first");
    }

    #[test]
    fn own_variables_may_be_changed() {
        let source = "local f\nfunction f(a)\n\ta = 1\n\tlocal n = 2\n\treturn function() n = 3 end\nend\nlocal \
            function g() function f() end end";
        assert_eq!(found(source), ["5 n:5", "2 ", "7 ", "7 f:7"]);
    }
}
