//! Lowers expressions.

use super::statement::start;
use super::{Lowering, span};
use crate::tokens::{decode, number};
use crate::tree::{EntryKey, Expression, ExpressionKind, TableElement};
use full_moon::ast::luau::{IfExpression, InterpolatedString};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{self, Field};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visit;

impl Lowering<'_> {
    pub(super) fn expressions(&mut self, all: &Punctuated<ast::Expression>) -> Vec<Expression> {
        all.iter().map(|expression| self.expression(expression)).collect()
    }

    pub(super) fn expression(&mut self, expression: &ast::Expression) -> Expression {
        use ast::Expression as From;
        let kind = match expression {
            From::Var(variable) => return self.variable(variable),
            From::FunctionCall(call) => return self.call(call),
            From::BinaryOperator { lhs, binop, rhs } => {
                let sides = [self.expression(lhs), self.expression(rhs)];
                ExpressionKind::Binary(binop.token().token().to_string(), Box::new(sides))
            }
            From::UnaryOperator { unop, expression } => {
                ExpressionKind::Unary(unop.token().token().to_string(), Box::new(self.expression(expression)))
            }
            From::Parentheses { expression, .. } => ExpressionKind::Group(Box::new(self.expression(expression))),
            From::TypeAssertion { expression, type_assertion } => {
                type_assertion.visit(&mut self.type_fields);
                ExpressionKind::Cast(Box::new(self.expression(expression)))
            }
            From::Function(function) => {
                let start = start(function.attributes(), function.function_token());
                ExpressionKind::Function(Box::new(self.function(start, function.body(), false)))
            }
            From::IfExpression(branches) => self.if_expression(branches),
            From::InterpolatedString(string) => self.interpolation(string),
            From::TableConstructor(table) => self.table(table),
            From::Number(token) => ExpressionKind::Number(number(&token.token().to_string())),
            From::String(token) => ExpressionKind::String(decode(token.token().token_type())),
            From::Symbol(token) => symbol(token),
            _ => ExpressionKind::Nil,
        };
        Expression { kind, span: span(expression) }
    }

    pub(super) fn table(&mut self, table: &ast::TableConstructor) -> ExpressionKind {
        ExpressionKind::Table(table.fields().iter().filter_map(|field| self.entry(field)).collect())
    }

    fn entry(&mut self, field: &Field) -> Option<TableElement> {
        Some(match field {
            Field::NameKey { key, value, .. } => {
                TableElement { key: Some(EntryKey::Name(self.field(key))), value: self.expression(value) }
            }
            Field::ExpressionKey { key, value, .. } => {
                TableElement { key: Some(EntryKey::Expression(self.expression(key))), value: self.expression(value) }
            }
            Field::NoKey(value) => TableElement { key: None, value: self.expression(value) },
            _ => return None,
        })
    }

    fn if_expression(&mut self, branches: &IfExpression) -> ExpressionKind {
        let mut all = vec![[self.expression(branches.condition()), self.expression(branches.if_expression())]];
        for branch in branches.else_if_expressions().into_iter().flatten() {
            all.push([self.expression(branch.condition()), self.expression(branch.expression())]);
        }
        ExpressionKind::If(all, Box::new(self.expression(branches.else_expression())))
    }

    /// Lowers an interpolated string. If it contains no expressions, the result is an ordinary string.
    fn interpolation(&mut self, string: &InterpolatedString) -> ExpressionKind {
        let literals = string.segments().map(|segment| &segment.literal).chain([string.last_string()]);
        let mut pieces: Vec<String> = literals.map(|literal| decode(literal.token().token_type())).collect();
        match pieces.len() {
            1 => ExpressionKind::String(pieces.remove(0)),
            _ => ExpressionKind::Interpolation(
                pieces,
                string.expressions().map(|value| self.expression(value)).collect(),
            ),
        }
    }

    /// Creates an expression from its kind, with the span of its node.
    pub(super) fn spanned(kind: ExpressionKind, node: &impl Node) -> Expression {
        Expression { kind, span: span(node) }
    }
}

fn symbol(token: &TokenReference) -> ExpressionKind {
    match token.token().to_string().as_str() {
        "true" => ExpressionKind::Boolean(true),
        "false" => ExpressionKind::Boolean(false),
        "..." => ExpressionKind::Varargs,
        _ => ExpressionKind::Nil,
    }
}
