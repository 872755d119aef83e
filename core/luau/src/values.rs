//! Finds the values that an expression may have, if they are written in the script.

use crate::script::SyntaxTree;
use crate::tree::{Expression, ExpressionKind};

impl Expression {
    /// Returns whether the expression is a string, a number or a boolean.
    pub(crate) fn is_literal(&self) -> bool {
        matches!(self.kind, ExpressionKind::String(_) | ExpressionKind::Number(_) | ExpressionKind::Boolean(_))
    }

    /// Returns all expressions that may supply the value: the branches of conditions, both operands of `or`, and the
    /// second operand of `and`.
    pub(crate) fn outcomes(&self) -> Vec<&Expression> {
        let (mut open, mut found) = (vec![self], Vec::new());
        while let Some(next) = open.pop() {
            match &next.bare().kind {
                ExpressionKind::If(branches, last) => {
                    open.extend([&**last].into_iter().chain(branches.iter().rev().map(|branch| &branch[1])))
                }
                ExpressionKind::Binary(operator, sides) if operator == "or" => open.extend([&sides[1], &sides[0]]),
                ExpressionKind::Binary(operator, sides) if operator == "and" => open.push(&sides[1]),
                _ => found.push(next.bare()),
            }
        }
        found
    }
}

impl SyntaxTree {
    /// Returns the constant value if the expression is a variable that has one; otherwise, returns the expression
    /// itself.
    pub(crate) fn constant<'a>(&'a self, expression: &'a Expression) -> &'a Expression {
        let bare = expression.bare();
        let value = bare.name().and_then(|name| self.variable(name)?.value.as_ref());
        value.unwrap_or(bare)
    }

    /// Returns the number that an expression always equals, if there is one.
    pub(crate) fn number(&self, expression: &Expression) -> Option<f64> {
        match &self.constant(expression).kind {
            ExpressionKind::Number(number) => Some(*number),
            ExpressionKind::Unary(operator, value) if operator == "-" => Some(-self.number(value)?),
            ExpressionKind::Binary(operator, sides) => {
                let (left, right) = (self.number(&sides[0])?, self.number(&sides[1])?);
                match operator.as_str() {
                    "+" => Some(left + right),
                    "-" => Some(left - right),
                    "*" => Some(left * right),
                    "/" => Some(left / right),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::script::Script;
    use crate::tree::StatementKind;

    fn outcomes(source: &str) -> Vec<String> {
        let script = Script::parse(&format!("return {source}")).expect("Luau");
        let StatementKind::Return(values) = &script.body[0].kind else { return Vec::new() };
        values[0].outcomes().into_iter().filter_map(|value| value.string().map(str::to_owned)).collect()
    }

    #[test]
    fn strings_an_expression_may_be() {
        assert_eq!(outcomes("if a == 'x' then 'b' elseif c then ('d') else f('e')"), ["b", "d"]);
        assert_eq!(outcomes("a and 'b' or 'c'"), ["b", "c"]);
        assert_eq!(outcomes("a['b'] or 'c' :: string"), ["c"]);
        assert_eq!(outcomes("'a' .. b"), [""; 0]);
        assert_eq!(outcomes("{ 'a' }"), [""; 0]);
    }
}
