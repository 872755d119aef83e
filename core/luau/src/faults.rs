//! Finds faults in a script before it runs.

use crate::nodes::SyntaxNode;
use crate::script::Script;
use crate::tree::{Call, Expression, ExpressionKind, Loop, Name, Span, StatementKind};
use std::collections::{BTreeMap, BTreeSet};

/// The known globals, each with its members if it is a library.
pub type Globals = BTreeMap<String, BTreeSet<String>>;

/// A fault in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptFault {
    /// The line.
    pub line: usize,
    /// The kind of the fault.
    pub kind: FaultKind,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A name that refers to neither a variable nor a global.
    UnknownGlobal {
        /// The name.
        name: String,
        /// The local variables in scope, to suggest one of them.
        variables: Vec<String>,
    },
    /// A member that a library lacks.
    UnknownMember {
        /// The library.
        library: String,
        /// The member.
        member: String,
    },
    /// An assignment to a global.
    AssignedGlobal(String),
    /// A power whose result may differ between machines.
    Power,
    /// A loop whose order is not defined.
    UnorderedLoop,
}

/// Finds the faults in a script.
pub fn faults(script: &Script, globals: &Globals) -> Vec<ScriptFault> {
    let mut finder = FaultFinder { script, globals, targets: BTreeSet::new(), found: Vec::new() };
    script.nodes().for_each(|node| finder.node(node));
    finder.found
}

struct FaultFinder<'a> {
    script: &'a Script,
    globals: &'a Globals,
    /// The start and end of each assignment target. Targets are not checked as uses of names, because they are written
    /// to, not read.
    targets: BTreeSet<(usize, usize)>,
    found: Vec<ScriptFault>,
}

/// Exponents for which Luau multiplies or takes a root. For any other exponent, it calls the system library, whose
/// results vary.
const EXACT_EXPONENTS: [f64; 3] = [2.0, 3.0, 0.5];

/// Methods whose results can be looped over in a defined order.
const ITERATING_METHODS: [&str; 2] = ["each", "gmatch"];

/// Functions whose results can be looped over in a defined order, by library and name.
const ITERATING_FUNCTIONS: [(&str, &str); 4] = [("", "pairs"), ("", "ipairs"), ("string", "gmatch"), ("utf8", "codes")];

impl FaultFinder<'_> {
    fn add(&mut self, at: usize, kind: FaultKind) {
        let line = self.script.line(at);
        self.found.push(ScriptFault { line, kind });
    }

    fn node(&mut self, node: SyntaxNode) {
        match node {
            SyntaxNode::Statement(statement) => self.statement(&statement.kind, &statement.span),
            SyntaxNode::Expression(expression) if !self.targets.contains(&ends(&expression.span)) => {
                self.expression(expression)
            }
            _ => {}
        }
    }

    fn statement(&mut self, statement: &StatementKind, span: &Span) {
        match statement {
            StatementKind::Assign(targets, _) => targets.iter().for_each(|target| {
                self.targets.insert(ends(&target.span));
                target.name().into_iter().for_each(|name| self.check_assignment(name));
            }),
            StatementKind::Compound(operator, target, value) => {
                target.name().into_iter().for_each(|name| self.check_assignment(name));
                self.power(operator, span.start, None, value);
            }
            StatementKind::Function(name, _) => match &name.parts[..] {
                [name] if name.variable.is_none() => self.check_assignment(name),
                [first, ..] => self.global(first),
                [] => {}
            },
            StatementKind::Loop(Loop::For(true, _, values, _)) if !self.is_ordered(values) => {
                self.add(values.first().map_or(span.start, |value| value.span.start), FaultKind::UnorderedLoop);
            }
            _ => {}
        }
    }

    fn expression(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Name(name) => self.global(name),
            ExpressionKind::Field(value, member) => self.member(value, member),
            ExpressionKind::Binary(operator, sides) => {
                self.power(operator, expression.span.start, Some(&sides[0]), &sides[1])
            }
            _ => {}
        }
    }

    fn global(&mut self, name: &Name) {
        if name.variable.is_none() && !self.globals.contains_key(&name.text) {
            let variables = self.visible(name.span.start);
            self.add(name.span.start, FaultKind::UnknownGlobal { name: name.text.clone(), variables });
        }
    }

    /// Returns the variables in scope at a position.
    fn visible(&self, at: usize) -> Vec<String> {
        let is_around =
            |start: &usize| self.script.function_spans.iter().any(|span| span.start == *start && span.contains(&at));
        let variables = self.script.variables.iter().filter(|variable| variable.span.start < at);
        variables
            .filter(|variable| variable.functions.iter().all(is_around))
            .map(|variable| variable.name.clone())
            .collect()
    }

    fn member(&mut self, value: &Expression, member: &Name) {
        let library = value.name().filter(|library| library.variable.is_none());
        let Some((library, members)) = library.and_then(|library| Some((library, self.globals.get(&library.text)?)))
        else {
            return;
        };
        if !members.is_empty() && !members.contains(&member.text) {
            let (library, member_name) = (library.text.clone(), member.text.clone());
            self.add(value.span.start, FaultKind::UnknownMember { library, member: member_name });
        }
    }

    fn check_assignment(&mut self, name: &Name) {
        if name.variable.is_none() {
            self.add(name.span.start, FaultKind::AssignedGlobal(name.text.clone()));
        }
    }

    /// Reports powers whose results may differ between machines: those with exponents other than [`EXACT_EXPONENTS`].
    /// Whole-number powers of constant whole numbers are exempt, because the compiler computes them.
    fn power(&mut self, operator: &str, at: usize, base: Option<&Expression>, exponent: &Expression) {
        let exponent = self.script.number(exponent);
        let is_exact = exponent.is_some_and(|exponent| EXACT_EXPONENTS.contains(&exponent));
        let is_whole = |number: Option<f64>| number.is_some_and(|number| number.fract() == 0.0);
        let is_computed = is_whole(exponent) && is_whole(base.and_then(|base| self.script.number(base)));
        if operator == "^" && !is_exact && !is_computed {
            self.add(at, FaultKind::Power);
        }
    }

    /// Returns whether a loop has a defined order.
    fn is_ordered(&self, values: &[Expression]) -> bool {
        match values {
            [value] => value.bare().call().is_some_and(is_iterating),
            // The compiler turns this into the same loop as `pairs`.
            [next, _] => next.name().is_some_and(|name| name.variable.is_none() && name.text == "next"),
            _ => false,
        }
    }
}

fn ends(span: &Span) -> (usize, usize) {
    (span.start, span.end)
}

fn is_iterating(call: &Call) -> bool {
    let function = match (&call.callee.kind, call.method()) {
        (_, Some(method)) => return ITERATING_METHODS.contains(&method),
        (ExpressionKind::Name(name), None) if name.variable.is_none() => ("", name.text.as_str()),
        (ExpressionKind::Field(library, name), None) => match library.name() {
            Some(library) if library.variable.is_none() => (library.text.as_str(), name.text.as_str()),
            _ => return false,
        },
        _ => return false,
    };
    ITERATING_FUNCTIONS.contains(&function)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<String> {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let globals = Globals::from([
            ("pairs".to_owned(), names(&[])),
            ("ipairs".to_owned(), names(&[])),
            ("string".to_owned(), names(&["rep", "gmatch"])),
        ]);
        let show = |fault: ScriptFault| match fault.kind {
            FaultKind::UnknownGlobal { name, .. } => format!("{}: no {name}", fault.line),
            FaultKind::UnknownMember { library, member } => format!("{}: no {library}.{member}", fault.line),
            FaultKind::AssignedGlobal(name) => format!("{}: {name} assigned", fault.line),
            FaultKind::Power => format!("{}: power", fault.line),
            FaultKind::UnorderedLoop => format!("{}: loop", fault.line),
        };
        faults(&Script::parse(source).expect("Luau"), &globals).into_iter().map(show).collect()
    }

    #[test]
    fn names_that_are_nothing() {
        assert_eq!(
            found("local a = a\nlocal function b() return b, a, c end\nreturn string.rep, string.len"),
            ["1: no a", "2: no c", "3: no string.len"]
        );
        assert_eq!(found("repeat local x = 1 until x\nfor i = 1, 2 do end return i"), ["2: no i"]);
        assert_eq!(found("local a = {} function a:b(c) return self, c end function d.e() end"), ["1: no d"]);
    }

    #[test]
    fn globals_that_are_assigned() {
        assert_eq!(found("x = 1\nlocal y y = 2 string = 3 string.x = 4"), ["1: x assigned", "2: string assigned"]);
        assert_eq!(found("function f() end x += 1"), ["1: f assigned", "1: x assigned", "1: no x"]);
    }

    #[test]
    fn powers_and_loops() {
        assert_eq!(
            found(
                "local TWO = 2 return function(x) return x ^ 2, x ^ TWO, x ^ (1 / 2), 2 ^ 10, x ^ 4, x ^ x, 2 ^ 0.1 end"
            ),
            ["1: power"; 3]
        );
        let ordered = "for _ in pairs(p) do end for _ in s:each() do end for _ in string.gmatch(p, p) do end for _ in \
            ipairs(p) do end";
        assert_eq!(found(&format!("local s, p = 1, 2 {ordered}")), [""; 0]);
        assert_eq!(
            found("local t, pairs = 1, 2\nfor _ in t do end\nfor _ in t() do end\nfor _ in pairs(t) do end"),
            ["2: loop", "3: loop", "4: loop"]
        );
    }
}
