//! A parsed script.

use crate::nodes::{SyntaxNode, nodes};
use crate::tree::{Block, Call, Expression, Function, Name, Span, Statement, StatementKind};
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::Arc;

/// A parsed script. Copies share the syntax tree.
#[derive(Clone, Debug, Default)]
pub struct Script(Arc<SyntaxTree>);

impl Script {
    pub(crate) fn new(tree: SyntaxTree) -> Script {
        Script(Arc::new(tree))
    }
}

impl Deref for Script {
    type Target = SyntaxTree;

    fn deref(&self) -> &SyntaxTree {
        &self.0
    }
}

/// The contents of a script.
#[derive(Debug, Default)]
pub struct SyntaxTree {
    pub(crate) source: String,
    pub(crate) body: Block,
    pub(crate) variables: Vec<Variable>,
    /// The spans of the script's functions, in ascending order.
    pub(crate) function_spans: Vec<Span>,
    /// The positions at which lines begin.
    pub(crate) lines: Vec<usize>,
    /// The names of the fields in the script's types.
    pub(crate) type_fields: BTreeSet<String>,
}

/// A local variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) annotation: Option<String>,
    /// Where the variable is declared.
    pub(crate) span: Span,
    /// The functions that contain the declaration, by starting position, outermost first.
    pub(crate) functions: Vec<usize>,
    /// The value of the variable, if it is constant and the variable is never assigned again.
    pub(crate) value: Option<Expression>,
}

impl SyntaxTree {
    /// Returns the statements of the script.
    pub fn body(&self) -> &[Statement] {
        &self.body
    }

    /// Returns a part of the source.
    pub fn text(&self, span: &Span) -> &str {
        self.source.get(span.clone()).unwrap_or_default()
    }

    /// Returns the line of a position, from 1.
    pub fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|start| *start <= at)
    }

    /// Iterates over all nodes in source order.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = SyntaxNode<'_>> {
        nodes(&self.body)
    }

    /// Iterates over all expressions.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.nodes().filter_map(SyntaxNode::expression)
    }

    /// Iterates over all calls.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.expressions().filter_map(Expression::call)
    }

    /// Returns whether a function may return a value.
    pub fn returns_value(&self, function: &Function) -> bool {
        self.nodes().filter_map(SyntaxNode::statement).any(|statement| {
            let is_own = || self.function_at(statement.span.start) == Some(&function.span);
            matches!(&statement.kind, StatementKind::Return(values) if !values.is_empty() && is_own())
        })
    }

    /// Iterates over all functions, outer functions before inner ones.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &Function> {
        self.nodes().filter_map(|node| if let SyntaxNode::Function(function) = node { Some(function) } else { None })
    }

    /// Returns the span of the innermost function around a position, if any.
    pub(crate) fn function_at(&self, at: usize) -> Option<&Span> {
        self.function_spans.iter().rfind(|span| span.contains(&at))
    }

    /// Returns whether the function that begins at this position is inside another function.
    pub(crate) fn is_inside(&self, start: usize) -> bool {
        self.function_spans.iter().any(|span| span.start < start && start < span.end)
    }

    /// Returns the positions of the fields to which the script assigns.
    pub(crate) fn written_fields(&self) -> BTreeSet<usize> {
        let targets = self.nodes().filter_map(SyntaxNode::statement).flat_map(|statement| match &statement.kind {
            StatementKind::Assign(targets, _) => targets.as_slice(),
            _ => &[],
        });
        targets.filter_map(Expression::field).map(|field| field.span.start).collect()
    }

    /// Returns the local variable that a name refers to, if any.
    pub(crate) fn variable(&self, name: &Name) -> Option<&Variable> {
        self.variables.get(name.variable?)
    }
}
