//! Lowers variables, fields and calls, which `full_moon` represents as a prefix with a list of suffixes.

use super::types::closing;
use super::{Lowering, span};
use crate::tokens::decode;
use crate::tree::{Call, Expression, ExpressionKind, Name};
use full_moon::ast::{self, FunctionArgs, Index, Prefix, Suffix, Var};

impl Lowering<'_> {
    pub(super) fn variable(&mut self, variable: &Var) -> Expression {
        match variable {
            Var::Name(token) => Self::spanned(ExpressionKind::Name(self.name(token)), token),
            Var::Expression(chain) => self.chain(chain.prefix(), chain.suffixes()),
            _ => Expression { kind: ExpressionKind::Nil, span: span(variable) },
        }
    }

    pub(super) fn call(&mut self, call: &ast::FunctionCall) -> Expression {
        self.chain(call.prefix(), call.suffixes())
    }

    fn chain<'b>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'b Suffix>) -> Expression {
        let first = self.prefix(prefix);
        suffixes.fold(first, |value, suffix| {
            let span = value.span.start..end(suffix);
            match self.suffix(value, suffix, span.clone()) {
                Ok(kind) => Expression { kind, span },
                Err(value) => value,
            }
        })
    }

    fn prefix(&mut self, prefix: &Prefix) -> Expression {
        match prefix {
            Prefix::Name(token) => Self::spanned(ExpressionKind::Name(self.name(token)), token),
            Prefix::Expression(expression) => self.expression(expression),
            _ => Expression { kind: ExpressionKind::Nil, span: span(prefix) },
        }
    }

    /// Lowers a value with a suffix. If the suffix is a type, returns the unchanged value in `Err`.
    fn suffix(&mut self, value: Expression, suffix: &Suffix, span: crate::Span) -> Result<ExpressionKind, Expression> {
        match suffix {
            Suffix::Index(Index::Dot { name, .. }) => Ok(ExpressionKind::Field(Box::new(value), self.field(name))),
            Suffix::Index(Index::Brackets { expression, .. }) => {
                Ok(ExpressionKind::Index(Box::new(value), Box::new(self.expression(expression))))
            }
            Suffix::Call(ast::Call::AnonymousCall(arguments)) => Ok(self.called(value, None, arguments, span)),
            Suffix::Call(ast::Call::MethodCall(call)) => {
                Ok(self.called(value, Some(self.field(call.name())), call.args(), span))
            }
            _ => Err(value),
        }
    }

    fn called(
        &mut self,
        callee: Expression,
        method: Option<Name>,
        arguments: &FunctionArgs,
        span: crate::Span,
    ) -> ExpressionKind {
        let arguments = match arguments {
            FunctionArgs::Parentheses { arguments, .. } => self.expressions(arguments),
            FunctionArgs::String(token) => {
                vec![Self::spanned(ExpressionKind::String(decode(token.token().token_type())), token)]
            }
            FunctionArgs::TableConstructor(table) => vec![Self::spanned(self.table(table), table)],
            _ => Vec::new(),
        };
        ExpressionKind::Call(Box::new(Call { callee, method, arguments, span }))
    }
}

/// Returns the end of a suffix. The span from `full_moon` does not include the closing bracket of an index.
fn end(suffix: &Suffix) -> usize {
    match suffix {
        Suffix::Index(Index::Brackets { brackets, .. }) => closing(brackets),
        suffix => span(suffix).end,
    }
}
