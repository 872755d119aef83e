//! Finds the fields that a script uses.

use crate::nodes::SyntaxNode;
use crate::script::Script;
use crate::tree::{ExpressionKind, Statement, StatementKind};

/// Returns the names of all fields that a script uses: `results.DRL`, `results["DRL"]`, `function results.DRL()`.
pub fn field_names(script: &Script) -> Vec<String> {
    script.nodes().flat_map(names).map(str::to_owned).collect()
}

fn names(node: SyntaxNode<'_>) -> Vec<&str> {
    match node {
        SyntaxNode::Expression(expression) => match &expression.kind {
            ExpressionKind::Field(_, name) => vec![name.text.as_str()],
            ExpressionKind::Index(_, key) => key.string().into_iter().collect(),
            _ => Vec::new(),
        },
        SyntaxNode::Statement(Statement { kind: StatementKind::Function(name, _), .. }) => {
            name.parts.iter().skip(1).map(|part| part.text.as_str()).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_and_keys_are_not() {
        let script = Script::parse("a.DRL = b['EX'] function c.DR() end local t = { ['no'] = 1 }").expect("Luau");
        assert_eq!(field_names(&script), ["DRL", "EX", "DR"]);
    }
}
