//! Which variables outside themselves the functions of a script change.

use crate::nodes::Node;
use crate::script::Script;
use crate::tree::{Expression, Name, StatementKind};

/// What a function changes outside itself, in itself or in functions inside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionChanges {
    /// The line in which the function begins.
    pub line: usize,
    /// The variables it changes.
    pub variables: Vec<VariableChange>,
}

/// A variable that is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableChange {
    /// Its name.
    pub name: String,
    /// The line in which it is changed first.
    pub line: usize,
}

/// What each function of a script changes, by the number the compiler gives it.
pub fn changes(script: &Script) -> Vec<FunctionChanges> {
    let mut functions: Vec<_> = script.functions().collect();
    functions.sort_by_key(|function| function.number);
    let targets: Vec<&Name> = script.nodes().filter_map(Node::statement).flat_map(|statement| targets(&statement.kind)).collect();
    let change = |name: &&Name| VariableChange { name: name.text.clone(), line: script.line(name.span.start) };
    let changes_of = |function: &&crate::Function| {
        let is_outside = |name: &Name| script.variable(name).is_some_and(|variable| !variable.functions.contains(&function.span.start));
        let mut seen = std::collections::BTreeSet::new();
        let inside = targets.iter().filter(|name| function.span.contains(&name.span.start) && is_outside(name));
        let variables = inside.filter(|name| seen.insert(name.variable)).map(change).collect();
        FunctionChanges { line: script.line(function.span.start), variables }
    };
    functions.iter().map(changes_of).collect()
}

/// The variables a statement assigns.
fn targets(statement: &StatementKind) -> Vec<&Name> {
    match statement {
        StatementKind::Assign(targets, _) => targets.iter().filter_map(Expression::name).collect(),
        StatementKind::Compound(_, target, _) => target.name().into_iter().collect(),
        StatementKind::Function(name, _) if name.parts.len() == 1 && name.method.is_none() => name.parts.iter().collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<String> {
        let show = |changes: FunctionChanges| {
            let variables: Vec<_> = changes.variables.iter().map(|change| format!("{}:{}", change.name, change.line)).collect();
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
        let source =
            "local f\nfunction f(a)\n\ta = 1\n\tlocal n = 2\n\treturn function() n = 3 end\nend\nlocal function g() function f() end end";
        assert_eq!(found(source), ["5 n:5", "2 ", "7 ", "7 f:7"]);
    }
}
