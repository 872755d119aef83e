//! Lowers `full_moon`'s tree, which keeps all whitespace, into our tree, in which variables are resolved.

mod expression;
mod loops;
mod prefix;
mod scope;
mod statement;
#[cfg(test)]
mod tests;
mod types;

use crate::script::SyntaxTree;
use crate::tree::{Block, Function, Name, Parameter, Span};
use full_moon::ast;
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visit;
use scope::Scope;
use types::Fields;

/// Lowers a script.
pub(crate) fn lower(source: &str, tree: &ast::Ast) -> SyntaxTree {
    let mut lowering = Lowering {
        source,
        scope: Scope::default(),
        functions: 0,
        function_spans: Vec::new(),
        type_fields: Fields::default(),
    };
    let body = lowering.block(tree.nodes());
    let Lowering { scope, mut function_spans, type_fields, .. } = lowering;
    function_spans.sort_by_key(|span| span.start);
    let lines = std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect();
    SyntaxTree {
        source: source.to_owned(),
        body,
        variables: scope.variables,
        function_spans,
        lines,
        type_fields: type_fields.0,
    }
}

struct Lowering<'a> {
    source: &'a str,
    scope: Scope,
    /// The number of functions that have been lowered completely.
    functions: usize,
    function_spans: Vec<Span>,
    /// The names of the fields in the script's types.
    type_fields: Fields,
}

/// Returns the span of a node.
fn span(node: &impl Node) -> Span {
    let at = |position: Option<full_moon::tokenizer::Position>| position.map_or(0, |position| position.bytes());
    at(node.start_position())..at(node.end_position())
}

impl Lowering<'_> {
    fn text(&self, span: Span) -> String {
        self.source.get(span).unwrap_or_default().to_owned()
    }

    /// Lowers a name that is not a variable.
    fn field(&self, token: &TokenReference) -> Name {
        Name { text: token.token().to_string(), variable: None, span: span(token) }
    }

    /// Lowers a use of a variable or of a global.
    fn name(&self, token: &TokenReference) -> Name {
        let name = self.field(token);
        Name { variable: self.scope.find(&name.text), ..name }
    }

    /// Declares a variable.
    fn declare(&mut self, token: &TokenReference, annotation: Option<&ast::luau::TypeSpecifier>) -> Name {
        let annotation = self.annotation(annotation);
        let name = self.field(token);
        let variable = Some(self.scope.declare(&name, annotation));
        Name { variable, ..name }
    }

    fn annotation(&mut self, specifier: Option<&ast::luau::TypeSpecifier>) -> Option<String> {
        let of = specifier?.type_info();
        of.visit(&mut self.type_fields);
        Some(self.text(span(of).start..types::end(of)))
    }

    fn block(&mut self, block: &ast::Block) -> Block {
        let outer = self.scope.open();
        let statements = self.statements(block);
        self.scope.close(outer);
        statements
    }

    /// Lowers the statements of a block and leaves the block's variables in scope.
    fn statements(&mut self, block: &ast::Block) -> Block {
        let mut statements: Block = block.stmts().map(|statement| self.statement(statement)).collect();
        statements.extend(block.last_stmt().map(|last| self.last(last)));
        statements
    }

    /// Lowers a function that begins at `start`.
    fn function(&mut self, start: usize, body: &ast::FunctionBody, is_method: bool) -> Function {
        let outer = self.scope.open_function(start);
        if is_method {
            self.scope.declare(&Name { text: "self".to_owned(), variable: None, span: start..start }, None);
        }
        let specifiers: Vec<_> = body.type_specifiers().collect();
        let parameters = body.parameters().iter().enumerate();
        let parameters = parameters
            .map(|(at, parameter)| self.parameter(parameter, specifiers.get(at).copied().flatten()))
            .collect();
        let statements = self.statements(body.block());
        self.scope.close_function(outer);
        let number = self.functions;
        self.functions += 1;
        let span = start..span(body.end_token()).end;
        self.function_spans.push(span.clone());
        let (is_generic, result) = (body.generics().is_some(), self.annotation(body.return_type()));
        Function { number, is_generic, parameters, result, body: statements, span }
    }

    fn parameter(&mut self, parameter: &ast::Parameter, specifier: Option<&ast::luau::TypeSpecifier>) -> Parameter {
        let annotation = self.annotation(specifier);
        let name = match parameter {
            ast::Parameter::Name(name) => self.declare(name, specifier),
            ast::Parameter::Ellipsis(token) => self.field(token),
            _ => Name { text: String::new(), variable: None, span: 0..0 },
        };
        Parameter { name, annotation }
    }
}
