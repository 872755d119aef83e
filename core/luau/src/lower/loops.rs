//! Lowers loops.

use super::Lowering;
use crate::tree::{Loop, Name};
use full_moon::ast;

impl Lowering<'_> {
    pub(super) fn while_loop(&mut self, of: &ast::While) -> Loop {
        Loop::While(self.expression(of.condition()), self.block(of.block()))
    }

    /// Lowers a `repeat` loop. The variables of its body are also in scope in its condition.
    pub(super) fn repeat_loop(&mut self, of: &ast::Repeat) -> Loop {
        let outer = self.scope.open();
        let body = self.statements(of.block());
        let condition = self.expression(of.until());
        self.scope.close(outer);
        Loop::Repeat(body, condition)
    }

    pub(super) fn numeric_loop(&mut self, of: &ast::NumericFor) -> Loop {
        let bounds = [Some(of.start()), Some(of.end()), of.step()];
        let bounds = bounds.into_iter().flatten().map(|bound| self.expression(bound)).collect();
        let outer = self.scope.open();
        let name = self.declare(of.index_variable(), of.type_specifier());
        let body = self.block(of.block());
        self.scope.close(outer);
        Loop::For(false, vec![name], bounds, body)
    }

    pub(super) fn generic_loop(&mut self, of: &ast::GenericFor) -> Loop {
        let values = self.expressions(of.expressions());
        let outer = self.scope.open();
        let types = of.type_specifiers().chain(std::iter::repeat(None));
        let names: Vec<Name> = of.names().iter().zip(types).map(|(name, kind)| self.declare(name, kind)).collect();
        let body = self.block(of.block());
        self.scope.close(outer);
        Loop::For(true, names, values, body)
    }
}
