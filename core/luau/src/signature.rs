//! The parameters and results of a script's functions.

use crate::nodes::SyntaxNode;
use crate::script::Script;
use crate::tree::{Function, FunctionName, Parameter, StatementKind};

/// The signature of a named function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The last part of the function's name: `column`.
    pub name: String,
    /// The line where the function begins.
    pub line: usize,
    /// The types of the parameters; empty for parameters without an annotation.
    pub parameters: Vec<String>,
    /// The type of the result, if it is annotated with a plain name.
    pub result: Option<String>,
    /// The parameters, as written in the script.
    pub written: String,
}

/// Returns the functions of a script that are fields of a table: `function combat.column(…)`.
pub fn signatures(script: &Script) -> Vec<Signature> {
    let statements = script.nodes().filter_map(SyntaxNode::statement);
    let declared = statements.filter_map(|statement| match &statement.kind {
        StatementKind::Function(name @ FunctionName { method: None, .. }, function) if name.parts.len() > 1 => {
            Some((name, function))
        }
        _ => None,
    });
    declared.filter_map(|(name, function)| Some(signature(script, &name.parts.last()?.text, function))).collect()
}

fn signature(script: &Script, name: &str, function: &Function) -> Signature {
    let is_plain = |result: &&String| result.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    Signature {
        name: name.to_owned(),
        line: script.line(function.span.start),
        parameters: function
            .parameters
            .iter()
            .map(|parameter| parameter.annotation.clone().unwrap_or_default())
            .collect(),
        result: function.result.as_ref().filter(is_plain).cloned(),
        written: function.parameters.iter().map(parameter_text).collect::<Vec<_>>().join(", "),
    }
}

fn parameter_text(parameter: &Parameter) -> String {
    match &parameter.annotation {
        Some(annotation) => format!("{}: {annotation}", parameter.name.text),
        None => parameter.name.text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_functions_take_and_return() {
        let source = "local function no() end\nfunction a.b(game: Game, units: {Unit}?, x): boolean\nend\nfunction \
            a.c.d()\nend\nfunction a.e(): (A | B)?\nend";
        let script = Script::parse(source).expect("Luau");
        let found: Vec<_> = signatures(&script)
            .into_iter()
            .map(|found| format!("{}:{} {:?} {:?}", found.name, found.line, found.parameters, found.result))
            .collect();
        assert_eq!(found, ["b:2 [\"Game\", \"{Unit}?\", \"\"] Some(\"boolean\")", "d:4 [] None", "e:6 [] None"]);
        assert_eq!(signatures(&script)[0].written, "game: Game, units: {Unit}?, x");
    }
}
