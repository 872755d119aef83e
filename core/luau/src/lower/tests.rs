//! Tests the spans and kinds of nodes in the tree.

use crate::script::Script;
use crate::tree::{ExpressionKind, StatementKind};

fn script(source: &str) -> Script {
    Script::parse(source).expect("Luau")
}

#[test]
fn expressions_are_where_they_are_written() {
    let script = script("-- é\nreturn a.b[c](d):e{ 'é' }, (`x{f}`), function() end, -g, if h then i else j, k :: L");
    let found: Vec<&str> = script.expressions().map(|expression| script.text(&expression.span)).collect();
    let call = ["a.b[c](d):e{ 'é' }", "a.b[c](d)", "a.b[c]", "a.b", "a", "c", "d", "{ 'é' }", "'é'"];
    let rest =
        ["(`x{f}`)", "`x{f}`", "f", "function() end", "-g", "g", "if h then i else j", "h", "i", "j", "k :: L", "k"];
    assert_eq!(found, [&call[..], &rest].concat());
}

#[test]
fn annotations_end_with_their_brackets() {
    let annotations = [
        "A?",
        "{ A }",
        "A<B>",
        "m.A<B>",
        "(a: A) -> (B, C)",
        "A | { b: C }",
        "typeof(a)",
        "A & (B)",
        "() -> ()",
        "\"a\"",
    ];
    for annotation in annotations {
        let script = script(&format!("function a.b(c: {annotation}, ...: A): {annotation} end"));
        let StatementKind::Function(_, function) = &script.body()[0].kind else { panic!("a function") };
        let parameters: Vec<_> = function.parameters.iter().map(|parameter| parameter.annotation.as_deref()).collect();
        assert_eq!((parameters, function.result.as_deref()), (vec![Some(annotation), Some("A")], Some(annotation)));
    }
}

#[test]
fn names_know_their_variables() {
    let script = script(
        "local a = a\nlocal a = function(b) return a, b end\nrepeat local c = 1 until c\nfor d in d do a = d end\n\
         return c",
    );
    let names = script
        .expressions()
        .filter_map(|expression| if let ExpressionKind::Name(name) = &expression.kind { Some(name) } else { None });
    let found: Vec<_> = names.map(|name| (name.text.as_str(), name.variable)).collect();
    let expected = [
        ("a", None),
        ("a", Some(0)),
        ("b", Some(1)),
        ("c", Some(3)),
        ("d", None),
        ("a", Some(2)),
        ("d", Some(4)),
        ("c", None),
    ];
    assert_eq!(found, expected);
}

#[test]
fn functions_are_numbered_as_the_compiler_does() {
    let script =
        script("local function a() return function() end end\nlocal b = { function() end }\nreturn function() end");
    let found: Vec<_> =
        script.functions().map(|function| (function.number, script.line(function.span.start))).collect();
    assert_eq!(found, [(1, 1), (0, 1), (2, 2), (3, 3)]);
}

#[test]
fn hostile_scripts_are_refused_and_broken_ones_are_empty() {
    for (open, inside, close) in
        [("(", "1", ")"), ("{", "", "}"), ("f(", "1", ")"), ("function() return ", "1", " end"), ("`{", "1", "}`")]
    {
        let source = format!("return {}{inside}{}", open.repeat(10_000), close.repeat(10_000));
        assert_eq!(Script::parse(&source).err(), Some(crate::ParseError::Nesting), "{open}");
        assert!(Script::parse(&format!("return {}", open.repeat(10_000))).is_err(), "{open}");
    }
    for source in [
        "local",
        "function",
        "x:has(",
        "x:march(a, {",
        "return (",
        "x: y",
        "ask('a', {",
        "`{",
        "if",
        "for a in",
        "a.",
        "\"\\u{",
    ] {
        assert!(Script::parse(source).is_err() && Script::or_empty(source).body().is_empty(), "{source}");
    }
}
