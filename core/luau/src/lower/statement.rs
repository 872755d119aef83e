//! Lowers statements.

use super::{Lowering, span};
use crate::tree::{Block, Expression, FunctionName, Name, Statement, StatementKind};
use full_moon::ast::luau::{IfConditionBinding, LuauAttribute, TypeDeclaration, TypeSpecifier};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{self, Stmt};
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visit;

impl Lowering<'_> {
    pub(super) fn statement(&mut self, statement: &Stmt) -> Statement {
        Statement { kind: self.kind(statement), span: span(statement) }
    }

    pub(super) fn last(&mut self, last: &ast::LastStmt) -> Statement {
        let kind = match last {
            ast::LastStmt::Return(values) => StatementKind::Return(self.expressions(values.returns())),
            _ => StatementKind::Other,
        };
        Statement { kind, span: span(last) }
    }

    fn kind(&mut self, statement: &Stmt) -> StatementKind {
        match statement {
            Stmt::Assignment(assignment) => self.assignment(assignment),
            Stmt::CompoundAssignment(assignment) => self.compound(assignment),
            Stmt::LocalAssignment(local) => self.local(local.names(), local.type_specifiers(), local.expressions()),
            Stmt::ConstAssignment(local) => self.local(local.names(), local.type_specifiers(), local.expressions()),
            Stmt::LocalFunction(function) => {
                self.local_function(function.name(), function.attributes(), function.function_token(), function.body())
            }
            Stmt::ConstFunction(function) => {
                self.local_function(function.name(), function.attributes(), function.function_token(), function.body())
            }
            Stmt::FunctionDeclaration(function) => self.declaration(function),
            Stmt::FunctionCall(call) => StatementKind::Call(self.call(call)),
            Stmt::Do(block) => StatementKind::Do(self.block(block.block())),
            Stmt::If(branches) => self.branches(branches),
            Stmt::While(of) => StatementKind::Loop(self.while_loop(of)),
            Stmt::Repeat(of) => StatementKind::Loop(self.repeat_loop(of)),
            Stmt::NumericFor(of) => StatementKind::Loop(self.numeric_loop(of)),
            Stmt::GenericFor(of) => StatementKind::Loop(self.generic_loop(of)),
            Stmt::TypeDeclaration(declaration) => self.type_declaration(declaration),
            Stmt::ExportedTypeDeclaration(declaration) => self.type_declaration(declaration.type_declaration()),
            _ => StatementKind::Other,
        }
    }

    fn type_declaration(&mut self, declaration: &TypeDeclaration) -> StatementKind {
        declaration.visit(&mut self.type_fields);
        StatementKind::Other
    }

    fn assignment(&mut self, assignment: &ast::Assignment) -> StatementKind {
        let targets: Vec<Expression> = assignment.variables().iter().map(|variable| self.variable(variable)).collect();
        targets.iter().filter_map(Expression::name).for_each(|name| self.scope.assign(name));
        StatementKind::Assign(targets, self.expressions(assignment.expressions()))
    }

    fn compound(&mut self, assignment: &ast::CompoundAssignment) -> StatementKind {
        let target = self.variable(assignment.lhs());
        target.name().into_iter().for_each(|name| self.scope.assign(name));
        let operator = assignment.compound_operator().token().token().to_string();
        StatementKind::Compound(operator.trim_end_matches('=').to_owned(), target, self.expression(assignment.rhs()))
    }

    /// Lowers a `local` statement. Its variables are in scope only after the statement.
    fn local<'a>(
        &mut self,
        names: &Punctuated<TokenReference>,
        types: impl Iterator<Item = Option<&'a TypeSpecifier>>,
        values: &Punctuated<ast::Expression>,
    ) -> StatementKind {
        let values = self.expressions(values);
        let names: Vec<Name> = names
            .iter()
            .zip(types.chain(std::iter::repeat(None)))
            .map(|(name, kind)| self.declare(name, kind))
            .collect();
        self.scope.initialise(&names, &values);
        StatementKind::Local(names, values)
    }

    fn local_function<'a>(
        &mut self,
        name: &TokenReference,
        attributes: impl Iterator<Item = &'a LuauAttribute>,
        token: &TokenReference,
        body: &ast::FunctionBody,
    ) -> StatementKind {
        let name = self.declare(name, None);
        StatementKind::LocalFunction(name, self.function(start(attributes, token), body, false))
    }

    fn declaration(&mut self, declaration: &ast::FunctionDeclaration) -> StatementKind {
        let name = declaration.name();
        let parts: Vec<Name> = name
            .names()
            .iter()
            .enumerate()
            .map(|(at, part)| if at == 0 { self.name(part) } else { self.field(part) })
            .collect();
        let method = name.method_name().map(|method| self.field(method));
        if let ([variable], None) = (&parts[..], &method) {
            self.scope.assign(variable);
        }
        let start = start(declaration.attributes(), declaration.function_token());
        let function = self.function(start, declaration.body(), method.is_some());
        StatementKind::Function(FunctionName { parts, method }, function)
    }

    fn branches(&mut self, branches: &ast::If) -> StatementKind {
        let mut all = vec![self.branch(
            span(branches.if_token()).start,
            branches.binding(),
            branches.condition(),
            branches.block(),
        )];
        for branch in branches.else_if().into_iter().flatten() {
            all.push(self.branch(
                span(branch.else_if_token()).start,
                branch.binding(),
                branch.condition(),
                branch.block(),
            ));
        }
        if let (Some(token), Some(block)) = (branches.else_token(), branches.else_block()) {
            all.push((span(token).start, None, self.block(block)));
        }
        StatementKind::If(all)
    }

    fn branch(
        &mut self,
        start: usize,
        binding: Option<&IfConditionBinding>,
        condition: &ast::Expression,
        block: &ast::Block,
    ) -> (usize, Option<Expression>, Block) {
        let condition = self.expression(condition);
        let outer = self.scope.open();
        if let Some(binding) = binding {
            self.declare(binding.name(), binding.type_specifier());
        }
        let block = self.block(block);
        self.scope.close(outer);
        (start, Some(condition), block)
    }
}

/// Returns the position at which a function starts. As in the compiler, its attributes are part of it.
pub(super) fn start<'a>(mut attributes: impl Iterator<Item = &'a LuauAttribute>, token: &TokenReference) -> usize {
    attributes.next().map_or_else(|| span(token).start, |attribute| span(attribute).start)
}
