//! Method arguments other than plain strings: conditional expressions whose results are strings, tables with fields,
//! and tags.

use crate::name_lookups::NameLookup;
use crate::nodes::SyntaxNode;
use crate::script::Script;
use crate::tree::{Call, Expression, ExpressionKind, Function, Name, Span, Statement, StatementKind, TableElement};
use std::collections::{BTreeMap, BTreeSet};

/// A name in an argument that is not itself a plain string: one result of a conditional expression, or the value of a
/// field in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedArgument {
    /// The method: `march`. For a name in a table, it is followed by the field: `march.costs`.
    pub method: String,
    /// The number of the argument, from 1.
    pub argument: usize,
    /// The name.
    pub name: String,
    /// Whether the method is called on the game.
    pub of_game: bool,
    /// Where the name is written.
    pub span: Span,
}

/// A field of a table that a method takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableField {
    /// The type of the table: `MarchOptions`.
    pub table: &'static str,
    /// The name of the field.
    pub name: String,
    /// Where the field is written.
    pub span: Span,
}

/// The kind of thing that can have a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// A unit.
    Unit,
    /// A space.
    Space,
}

/// A tag that a script looks up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagLookup {
    /// The tag.
    pub tag: String,
    /// The kind of thing on which the tag is looked up.
    pub receiver: Receiver,
    /// Where the tag is written.
    pub span: Span,
}

/// Facts about the calls in a script.
#[derive(Debug, Default)]
pub struct CallFacts {
    /// The names in arguments.
    pub names: Vec<NamedArgument>,
    /// The fields of tables.
    pub fields: Vec<TableField>,
    /// The tags of units and of spaces.
    pub tags: Vec<TagLookup>,
    /// The methods that the script defines on tables: `function stack:get(name)`.
    pub methods: BTreeSet<String>,
    /// The strings that each function may return.
    pub returned: Vec<Vec<(String, Span)>>,
}

impl NamedArgument {
    /// Converts the argument to a name lookup in the file with this index.
    pub fn lookup(&self, file: usize) -> NameLookup {
        let NamedArgument { method, argument, name, of_game, .. } = self.clone();
        NameLookup { method, argument, name, of_game, file, line: 0 }
    }
}

/// Collects the facts about the calls in a script.
pub fn call_facts(script: &Script) -> CallFacts {
    let mut facts = CallFacts { returned: returned_strings(script), ..CallFacts::default() };
    script.calls().for_each(|call| facts.call(script, call));
    facts.methods = script.nodes().flat_map(methods).map(str::to_owned).collect();
    facts
}

impl CallFacts {
    fn call(&mut self, script: &Script, call: &Call) {
        let Some(method) = call.method() else { return };
        for (at, argument) in call.arguments.iter().enumerate() {
            match (&argument.kind, argument.table()) {
                (_, Some(entries)) => {
                    self.table((method, at + 1, call.is_of_game()), entries, table_of(call, method, at))
                }
                (ExpressionKind::String(tag), _) if method == "has" && at == 0 => {
                    let receiver = receiver(script, &call.callee);
                    self.tags.extend(receiver.map(|receiver| TagLookup {
                        tag: tag.clone(),
                        receiver,
                        span: argument.span.clone(),
                    }));
                }
                _ if script.constant(argument).is_literal() => {}
                _ => self.names((method, at + 1, call.is_of_game()), argument),
            }
        }
    }

    /// Records the names that may be passed as a method argument. `of_game` says whether the method is called on the
    /// game.
    fn names(&mut self, (method, argument, of_game): (&str, usize, bool), value: &Expression) {
        let named = value
            .outcomes()
            .into_iter()
            .filter_map(|outcome| Some((outcome.string().filter(|name| !name.is_empty())?, outcome)));
        self.names.extend(named.map(|(name, outcome)| NamedArgument {
            method: method.to_owned(),
            argument,
            name: name.to_owned(),
            of_game,
            span: outcome.span.clone(),
        }));
    }

    /// Records the fields of a table and of the tables nested in it.
    fn table(&mut self, of: (&str, usize, bool), entries: &[TableElement], table: Option<&'static str>) {
        for entry in entries {
            match (entry.named(), entry.value.table()) {
                (Some((name, span)), inside) => {
                    self.fields.extend(table.map(|table| TableField {
                        table,
                        name: name.to_owned(),
                        span: span.clone(),
                    }));
                    match inside {
                        Some(inside) => self.table(of, inside, table_in(table, name)),
                        None => self.names((&format!("{}.{name}", of.0), of.1, of.2), &entry.value),
                    }
                }
                (None, Some(inside)) if entry.key.is_none() => self.table(of, inside, table),
                (None, None) if entry.key.is_none() => self.names(of, &entry.value),
                _ => {}
            }
        }
    }
}

/// Returns the type of the table that a method takes as the argument with this index, from 0; `None` if it takes no
/// table there.
fn table_of(call: &Call, method: &str, argument: usize) -> Option<&'static str> {
    match (method, argument) {
        ("march", 1) => Some("MarchOptions"),
        ("declare_attacks", 1) => Some("AttackOptions"),
        ("reach", 1) if call.is_of_game() => Some("ReachOptions"),
        ("reach", 1) => Some("GroundOptions"),
        ("ways_away", 1) => Some("AwayOptions"),
        ("choose_number", 2) | ("choose_several", 3) => Some("Bounds"),
        ("allocate", 3) => Some("Shares"),
        ("choose_secretly", 0) => Some("SecretQuestion"),
        ("like", 2) => Some("StackLimit"),
        ("finish", 0) => Some("Victory"),
        ("inside", 0) => Some("Rectangle"),
        _ => None,
    }
}

/// Returns the type of the tables that a field of a table contains.
fn table_in(table: Option<&str>, field: &str) -> Option<&'static str> {
    match (table?, field) {
        ("ReachOptions", "steps") => Some("StepRule"),
        ("SecretQuestion", "bounds") => Some("Bounds"),
        _ => None,
    }
}

/// Returns the kind of the receiver (`unit` in `unit:has("tank")`) if the script states its type.
fn receiver(script: &Script, callee: &Expression) -> Option<Receiver> {
    if let ExpressionKind::Field(_, field) = &callee.bare().kind {
        return (field.text == "space").then_some(Receiver::Space);
    }
    match annotation(script, callee)? {
        "Unit" => Some(Receiver::Unit),
        "Space" => Some(Receiver::Space),
        _ => None,
    }
}

/// Returns the type in a variable's annotation, if there is one.
pub(crate) fn annotation<'a>(script: &'a Script, callee: &Expression) -> Option<&'a str> {
    Some(script.variable(callee.bare().name()?)?.annotation.as_deref()?.trim_end_matches('?'))
}

/// Returns the methods defined at a node: `function a:b()`, `function a.b(self)`, `a.b = function(self)`, `{ b =
/// function(self) }`.
fn methods(node: SyntaxNode<'_>) -> Vec<&str> {
    match node {
        SyntaxNode::Statement(Statement { kind: StatementKind::Function(name, function), .. }) => {
            let field = name.parts.get(1..).and_then(<[Name]>::last).filter(|_| takes_self(function));
            name.method.iter().chain(field).map(|name| name.text.as_str()).collect()
        }
        SyntaxNode::Statement(Statement { kind: StatementKind::Assign(targets, values), .. }) => targets
            .iter()
            .zip(values)
            .filter(|(_, value)| is_method(value))
            .filter_map(|(target, _)| Some(target.field()?.text.as_str()))
            .collect(),
        SyntaxNode::Expression(Expression { kind: ExpressionKind::Table(entries), .. }) => {
            entries.iter().filter(|entry| is_method(&entry.value)).filter_map(|entry| Some(entry.named()?.0)).collect()
        }
        _ => Vec::new(),
    }
}

fn is_method(value: &Expression) -> bool {
    matches!(&value.kind, ExpressionKind::Function(function) if takes_self(function))
}

fn takes_self(function: &Function) -> bool {
    function.parameters.first().is_some_and(|parameter| parameter.name.text == "self")
}

/// Returns the strings that each function may return.
fn returned_strings(script: &Script) -> Vec<Vec<(String, Span)>> {
    let mut found: BTreeMap<usize, Vec<(String, Span)>> =
        script.function_spans.iter().map(|span| (span.start, Vec::new())).collect();
    for statement in script.nodes().filter_map(SyntaxNode::statement) {
        let (StatementKind::Return(values), Some(function)) =
            (&statement.kind, script.function_at(statement.span.start))
        else {
            continue;
        };
        let strings = values.iter().flat_map(Expression::outcomes);
        let strings = strings.filter_map(|value| Some((value.string()?.to_owned(), value.span.clone())));
        found.entry(function.start).or_default().extend(strings);
    }
    found.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(source: &str) -> CallFacts {
        call_facts(&Script::parse(source).expect("Luau"))
    }

    #[test]
    fn names_in_arguments_and_tables() {
        let source = "game:edge(if a == 'x' then 'blck' else 'red') game:march(side, { costs = c or 'rial', appart = \
            true }) \
            game:reach(f, { costs = 'foot', points = 2, steps = { { into = x, csts = 'mud' } } }) game:edge('plain') \
            room:reach(unit, { costs = 'hoof', steps = 1 }) room:inside({ left = 1, wright = 2 }) \
            unit:set('plot', { 'ahead', 'aft' })";
        let found = facts(source);
        let names: Vec<_> =
            found.names.iter().map(|name| format!("{} {} {}", name.method, name.argument, name.name)).collect();
        assert_eq!(
            names,
            [
                "edge 1 blck",
                "edge 1 red",
                "march.costs 2 rial",
                "reach.costs 2 foot",
                "reach.csts 2 mud",
                "reach.costs 2 hoof",
                "set 2 ahead",
                "set 2 aft"
            ]
        );
        let fields: Vec<_> = found.fields.iter().map(|field| format!("{} {}", field.table, field.name)).collect();
        let expected = "MarchOptions costs, MarchOptions appart, ReachOptions costs, ReachOptions points, ReachOptions \
            steps, StepRule into, \
            StepRule csts, GroundOptions costs, GroundOptions steps, Rectangle left, Rectangle wright";
        assert_eq!(fields.join(", "), expected);
    }

    #[test]
    fn what_may_have_a_tag() {
        let source = "function a.b(space: Space, unit: Unit?, other)
            if space:has('a') or unit:has('b') or other:has('c') or unit.space:has('d') or (unit.space :: \
            Space):has('g') then end
            for unit in units:each() do unit:has('e') end
            end function a.c(unit: Space) unit:has('f') end";
        let found: Vec<_> = facts(source).tags.iter().map(|tag| format!("{:?} {}", tag.receiver, tag.tag)).collect();
        assert_eq!(found, ["Space a", "Unit b", "Space d", "Space g", "Space f"]);
    }

    #[test]
    fn methods_of_tables_of_the_script() {
        let source = "function a:get(name) end function a.set(self, name) end local t = { edge = function(self) end } \
            function a.chart(game) end \
            local f = function(x) end a.put = function(self) end";
        assert_eq!(facts(source).methods.into_iter().collect::<Vec<_>>(), ["edge", "get", "put", "set"]);
    }

    #[test]
    fn strings_a_function_returns() {
        let source = "function a.b() if x == 'p' then return 'rails' else return nil end return if y then 'mud' else \
            'normal' end
            function a.c() return f('x') end return a";
        let found: Vec<Vec<String>> = facts(source)
            .returned
            .into_iter()
            .map(|strings| strings.into_iter().map(|(string, _)| string).collect())
            .collect();
        assert_eq!(found, [vec!["rails".to_owned(), "mud".into(), "normal".into()], vec![]]);
    }
}
