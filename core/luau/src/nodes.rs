//! Traverses all nodes of a tree, at any depth, in source order.

use crate::tree::{
    Block, Call, EntryKey, Expression, ExpressionKind, Function, Loop, Name, Statement, StatementKind, TableElement,
};

/// A node of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SyntaxNode<'a> {
    Statement(&'a Statement),
    Expression(&'a Expression),
    Function(&'a Function),
}

/// Iterates over the nodes of a block. Each node comes before the nodes inside it.
pub(crate) fn nodes(block: &Block) -> impl Iterator<Item = SyntaxNode<'_>> {
    let mut open: Vec<SyntaxNode> = block.iter().rev().map(SyntaxNode::Statement).collect();
    std::iter::from_fn(move || {
        let next = open.pop()?;
        let first = open.len();
        next.children(&mut open);
        open[first..].reverse();
        Some(next)
    })
}

impl<'a> SyntaxNode<'a> {
    pub(crate) fn expression(self) -> Option<&'a Expression> {
        if let SyntaxNode::Expression(expression) = self { Some(expression) } else { None }
    }

    pub(crate) fn statement(self) -> Option<&'a Statement> {
        if let SyntaxNode::Statement(statement) = self { Some(statement) } else { None }
    }

    fn children(self, out: &mut Vec<SyntaxNode<'a>>) {
        match self {
            SyntaxNode::Statement(statement) => statement.children(out),
            SyntaxNode::Expression(expression) => expression.children(out),
            SyntaxNode::Function(function) => statements(&function.body, out),
        }
    }
}

fn statements<'a>(block: &'a Block, out: &mut Vec<SyntaxNode<'a>>) {
    out.extend(block.iter().map(SyntaxNode::Statement));
}

fn expressions<'a>(all: impl IntoIterator<Item = &'a Expression>, out: &mut Vec<SyntaxNode<'a>>) {
    out.extend(all.into_iter().map(SyntaxNode::Expression));
}

impl Statement {
    fn children<'a>(&'a self, out: &mut Vec<SyntaxNode<'a>>) {
        match &self.kind {
            StatementKind::Local(_, values) | StatementKind::Return(values) => expressions(values, out),
            StatementKind::Assign(targets, values) => expressions(targets.iter().chain(values), out),
            StatementKind::Compound(_, target, value) => expressions([target, value], out),
            StatementKind::Call(call) => expressions([call], out),
            StatementKind::Function(_, function) | StatementKind::LocalFunction(_, function) => {
                out.push(SyntaxNode::Function(function))
            }
            StatementKind::Do(body) => statements(body, out),
            StatementKind::Loop(of) => of.children(out),
            StatementKind::If(branches) => branches.iter().for_each(|(_, condition, body)| {
                expressions(condition, out);
                statements(body, out);
            }),
            StatementKind::Other => {}
        }
    }
}

impl Loop {
    fn children<'a>(&'a self, out: &mut Vec<SyntaxNode<'a>>) {
        match self {
            Loop::While(condition, body) => {
                expressions([condition], out);
                statements(body, out);
            }
            Loop::Repeat(body, condition) => {
                statements(body, out);
                expressions([condition], out);
            }
            Loop::For(_, _, values, body) => {
                expressions(values, out);
                statements(body, out);
            }
        }
    }
}

impl Expression {
    fn children<'a>(&'a self, out: &mut Vec<SyntaxNode<'a>>) {
        match &self.kind {
            ExpressionKind::Interpolation(_, values) => expressions(values, out),
            ExpressionKind::Field(value, _) => expressions([&**value], out),
            ExpressionKind::Index(value, key) => expressions([&**value, &**key], out),
            ExpressionKind::Call(call) => expressions(std::iter::once(&call.callee).chain(&call.arguments), out),
            ExpressionKind::Function(function) => out.push(SyntaxNode::Function(function)),
            ExpressionKind::Table(entries) => entries.iter().for_each(|entry| entry.children(out)),
            ExpressionKind::Unary(_, value) | ExpressionKind::Group(value) | ExpressionKind::Cast(value) => {
                expressions([&**value], out)
            }
            ExpressionKind::Binary(_, sides) => expressions(&**sides, out),
            ExpressionKind::If(branches, last) => expressions(branches.iter().flatten().chain([&**last]), out),
            _ => {}
        }
    }

    /// Returns the call, if the expression is a call.
    pub(crate) fn call(&self) -> Option<&Call> {
        if let ExpressionKind::Call(call) = &self.kind { Some(call) } else { None }
    }

    /// Returns the name, if the expression is a variable.
    pub(crate) fn name(&self) -> Option<&Name> {
        if let ExpressionKind::Name(name) = &self.kind { Some(name) } else { None }
    }

    /// Returns the name of the field, if the expression is a field.
    pub(crate) fn field(&self) -> Option<&Name> {
        if let ExpressionKind::Field(_, name) = &self.kind { Some(name) } else { None }
    }

    /// Returns the string, if the expression is a string.
    pub fn string(&self) -> Option<&str> {
        if let ExpressionKind::String(string) = &self.kind { Some(string) } else { None }
    }

    /// Returns the elements, if the expression is a table.
    pub(crate) fn table(&self) -> Option<&[TableElement]> {
        if let ExpressionKind::Table(entries) = &self.kind { Some(entries) } else { None }
    }

    /// Returns both operands, if the expression is `a == b` or `a ~= b`.
    pub(crate) fn comparison(&self) -> Option<[&Expression; 2]> {
        match &self.kind {
            ExpressionKind::Binary(operator, sides) if operator == "==" || operator == "~=" => {
                Some([&sides[0], &sides[1]])
            }
            _ => None,
        }
    }

    /// Returns the expression without the parentheses and type annotations around it.
    pub(crate) fn bare(&self) -> &Expression {
        let mut inner = self;
        while let ExpressionKind::Group(value) | ExpressionKind::Cast(value) = &inner.kind {
            inner = value;
        }
        inner
    }

    /// Returns whether the expression can have several values or none: a call or `...`.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.kind, ExpressionKind::Call(_) | ExpressionKind::Varargs)
    }
}

impl Call {
    /// Returns the name of the method, if this is a method call.
    pub fn method(&self) -> Option<&str> {
        self.method.as_ref().map(|name| name.text.as_str())
    }

    /// Returns whether this is a method call on the game, which scripts keep in a variable or a field named `game`.
    pub fn is_of_game(&self) -> bool {
        let name = self.callee.name().or_else(|| self.callee.field());
        self.method.is_some() && name.is_some_and(|name| name.text == "game")
    }

    /// Returns the name of the function, if this is a call to a global function.
    pub fn global(&self) -> Option<&str> {
        let name = self.callee.name().filter(|name| self.method.is_none() && name.variable.is_none());
        name.map(|name| name.text.as_str())
    }
}

impl TableElement {
    fn children<'a>(&'a self, out: &mut Vec<SyntaxNode<'a>>) {
        if let Some(EntryKey::Expression(key)) = &self.key {
            out.push(SyntaxNode::Expression(key));
        }
        out.push(SyntaxNode::Expression(&self.value));
    }

    /// Returns the element's key and its span, if the key is a name or a string.
    pub(crate) fn named(&self) -> Option<(&str, &crate::Span)> {
        match self.key.as_ref()? {
            EntryKey::Name(name) => Some((&name.text, &name.span)),
            EntryKey::Expression(key) => Some((key.string()?, &key.span)),
        }
    }
}

/// Returns the value of a key in a table, if the table has the key.
pub(crate) fn value_of<'a>(entries: &'a [TableElement], key: &str) -> Option<&'a Expression> {
    let entry = entries.iter().find(|entry| entry.named().is_some_and(|(name, _)| name == key))?;
    Some(&entry.value)
}
