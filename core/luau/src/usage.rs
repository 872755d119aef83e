//! The names and rules that the scripts of a battle mention.

use crate::name_lookups::{NameLookup, name_lookups};
use crate::nodes::SyntaxNode;
use crate::rule_uses::{RuleIndex, RuleMention, RuleUse, rule_uses};
use crate::script::Script;
use crate::string_literals::{LiteralRole, literal_uses};
use crate::tree::{EntryKey, Expression, ExpressionKind, StatementKind};
use std::collections::BTreeSet;

/// A script, with the name of its module.
#[derive(Clone, Copy, Debug)]
pub struct ScriptModule<'a> {
    /// The name of the module: `combat`, `std/zoc`.
    pub module: &'a str,
    /// The script.
    pub script: &'a Script,
}

/// The names and rules that the scripts of a battle mention.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// All strings and field names.
    texts: BTreeSet<String>,
    /// Strings between two other operands of a concatenation: `a .. "-" .. b`.
    pub joints: BTreeSet<String>,
    /// Strings that are compared with something.
    pub compared: BTreeSet<String>,
    /// The rules that the scripts define.
    pub rules: Vec<RuleUse>,
    /// The names that are looked up.
    pub lookups: Vec<NameLookup>,
    /// Where a refusal is created but not used: the index of the file, and the line.
    pub dropped: Vec<(usize, usize)>,
    /// Where a field `enemy` is read: the index of the file, and the line. The field exists only for sides with one
    /// sides.
    pub enemies: Vec<(usize, usize)>,
    /// Mentions of rules in code that runs while files are loaded, and in mods.
    outside: Vec<RuleMention>,
}

/// Collects the names and rules that scripts mention.
pub fn usage<'a>(scripts: impl IntoIterator<Item = ScriptModule<'a>>) -> Usage {
    let mut usage = Usage::default();
    for (number, ScriptModule { module, script }) in scripts.into_iter().enumerate() {
        usage.add(script, number);
        let (rules, mut outside) = rule_uses(script, module, number);
        usage.rules.extend(rules);
        usage.outside.append(&mut outside);
    }
    usage
}

impl Usage {
    fn add(&mut self, script: &Script, file: usize) {
        script.nodes().for_each(|node| self.names(node));
        self.compared
            .extend(literal_uses(script).into_iter().filter(|found| is_compared(&found.role)).map(|found| found.text));
        self.joints.extend(script.expressions().filter_map(joint).map(str::to_owned));
        self.lookups.extend(name_lookups(script, file));
        let dropped = script.nodes().filter_map(SyntaxNode::statement).filter_map(|statement| match &statement.kind {
            StatementKind::Call(call) => call.call().filter(|call| call.global() == Some("refuse")),
            _ => None,
        });
        self.dropped.extend(dropped.map(|call| (file, script.line(call.span.start))));
        let written = script.written_fields();
        let fields = script.expressions().filter_map(Expression::field);
        let enemies = fields.filter(|field| field.text == "enemy" && !written.contains(&field.span.start));
        self.enemies.extend(enemies.map(|field| (file, script.line(field.span.start))));
    }

    /// Records the strings and names at a node.
    fn names(&mut self, node: SyntaxNode) {
        match node {
            SyntaxNode::Expression(expression) => match &expression.kind {
                ExpressionKind::String(string) => drop(self.texts.insert(string.clone())),
                // The compiler turns an interpolated string into a format string of this form.
                ExpressionKind::Interpolation(pieces, _) => {
                    let pieces: Vec<_> = pieces.iter().map(|piece| piece.replace('%', "%%")).collect();
                    self.texts.insert(pieces.join("%*"));
                }
                ExpressionKind::Name(name) if name.variable.is_none() => drop(self.texts.insert(name.text.clone())),
                ExpressionKind::Field(_, name) => drop(self.texts.insert(name.text.clone())),
                ExpressionKind::Call(call) => self.texts.extend(call.method().map(str::to_owned)),
                ExpressionKind::Table(entries) => {
                    let keys = entries.iter().filter_map(|entry| {
                        if let Some(EntryKey::Name(name)) = &entry.key { Some(name) } else { None }
                    });
                    self.texts.extend(keys.map(|name| name.text.clone()));
                }
                _ => {}
            },
            SyntaxNode::Statement(statement) => {
                if let StatementKind::Function(name, _) = &statement.kind {
                    self.texts.extend(name.parts.iter().skip(1).chain(&name.method).map(|part| part.text.clone()));
                }
            }
            SyntaxNode::Function(_) => {}
        }
    }

    /// Returns all strings and field names.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    /// Returns the rules that are not called, directly or indirectly, by `roots`, by code outside rules (such as
    /// question declarations) or by mods. Functions for which `is_rule` is false are in other tables and count as
    /// called, because their uses cannot be found.
    pub fn uncalled<'a>(
        &'a self,
        roots: impl IntoIterator<Item = &'a str>,
        is_rule: impl Fn(&str) -> bool,
    ) -> Vec<&'a RuleUse> {
        let known = RuleIndex::of(&self.rules);
        let mut open: Vec<usize> = roots.into_iter().flat_map(|root| known.named(root)).collect();
        open.extend((0..self.rules.len()).filter(|&rule| !is_rule(&self.rules[rule].name)));
        open.extend(self.outside.iter().flat_map(|mention| known.rules_for_mention(mention)));
        let mut called = vec![false; self.rules.len()];
        while let Some(rule) = open.pop() {
            if !std::mem::replace(&mut called[rule], true) {
                open.extend(self.rules[rule].mentions.iter().flat_map(|mention| known.rules_for_mention(mention)));
            }
        }
        self.rules.iter().zip(called).filter(|(_, called)| !called).map(|(rule, _)| rule).collect()
    }
}

fn is_compared(role: &LiteralRole) -> bool {
    matches!(
        role,
        LiteralRole::Field { .. }
            | LiteralRole::Option(_)
            | LiteralRole::Variable(_)
            | LiteralRole::Cell(_)
            | LiteralRole::Offered(_)
            | LiteralRole::Other
    )
}

/// Returns the string between two other operands of a concatenation. The operator `..` is right-associative.
fn joint(expression: &Expression) -> Option<&str> {
    let ExpressionKind::Binary(operator, sides) = &expression.kind else { return None };
    let ExpressionKind::Binary(inner, middle) = &sides[1].kind else { return None };
    middle[0].string().filter(|_| operator == ".." && inner == "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(module: &'static str, source: &str) -> (&'static str, Script) {
        (module, Script::parse(source).expect("Luau"))
    }

    fn usage_of(files: &[(&str, Script)]) -> Usage {
        usage(files.iter().map(|(module, script)| ScriptModule { module, script }))
    }

    fn uncalled(files: &[(&str, Script)], roots: &[&str]) -> Vec<String> {
        usage_of(files)
            .uncalled(roots.iter().copied(), |name| !name.ends_with(".ROUT"))
            .iter()
            .map(|rule| format!("{}:{}", rule.name, rule.line))
            .collect()
    }

    #[test]
    fn rules_nobody_calls_are_found_also_when_they_call_each_other() {
        let files = [
            file(
                "fight",
                "local flee = require('flee')\nlocal fight = {}\nfunction fight.phase(game) flee.run(game) end\n\
                 function fight.run() return fight.odds() end\nfunction fight.odds() return 1 end\nreturn fight",
            ),
            file(
                "flee",
                "local flee = {}\nfunction flee.run(game) return flee.far() end\nfunction flee.far() return function() \
                 return flee.near() end end\nfunction flee.near() end\nreturn flee",
            ),
        ];
        assert_eq!(uncalled(&files, &["fight.phase"]), ["fight.run:4", "fight.odds:5"]);
        assert_eq!(uncalled(&files, &["fight.phase", "fight.run"]), [""; 0]);
    }

    #[test]
    fn questions_local_functions_and_mods_call_rules() {
        let files = [
            file(
                "fight",
                "local fight = {}\nlocal GOAL = ask('fight.goal', { rule = '1', prompt = 'x', why = 'fight.why' })\n\
                 local function help() return fight.helped(GOAL) end\nfunction fight.phase() return help() end\n\
                 function fight.why() end\nfunction fight.helped() end\nfunction fight.moded() end\nreturn fight",
            ),
            file(
                "mod",
                "local fight = require('fight')\nwrap('fight.phase', function(next) return fight.moded(next) end)",
            ),
        ];
        assert_eq!(uncalled(&files, &["fight.phase"]), [""; 0]);
    }

    #[test]
    fn functions_in_other_tables_are_no_rules() {
        let source = "local fight = {}\nlocal RESULTS = { ROUT = function() return fight.rout() end }\nfunction \
            fight.phase(game, key) return RESULTS[key](game) end\nfunction fight.rout() end\nreturn fight";
        assert_eq!(uncalled(&[file("fight", source)], &["fight.phase"]), [""; 0]);
    }

    #[test]
    fn a_variable_with_another_name_may_mean_any_module() {
        let files =
            [file("fight", "local M = {}\nfunction M.phase() return M.odds() end\nfunction M.odds() end\nreturn M")];
        assert_eq!(uncalled(&files, &["fight.phase"]), [""; 0]);
    }

    #[test]
    fn names_that_methods_get_are_found_with_their_lines() {
        let source = "local a = {}\nfunction a.b(game, unit, name)\n\tlocal cell = \
            game:chart('crt'):cell(game:roll('1d6', '9'), 'x')\n\tgame:set('rain', unit:get('tired'))\n\tif name == \
            'x' and game:get('mud') then game:set('mud', 0) else game:edge('west') end\n\treturn game:chart(name), \
            cell, game:option(if unit:has('tank') then 'p' else 'q'), game:option(name or 'r')\nend\nreturn a";
        let found: Vec<_> = usage_of(&[file("a", source)])
            .lookups
            .iter()
            .map(|lookup| format!("{} {} {}:{}", lookup.method, lookup.argument, lookup.name, lookup.line))
            .collect();
        for expected in [
            "chart 1 crt:3",
            "cell 2 x:3",
            "roll 1 1d6:3",
            "set 1 rain:4",
            "get 1 tired:4",
            "get 1 mud:5",
            "set 1 mud:5",
            "edge 1 west:5",
            "has 1 tank:6",
        ] {
            assert!(found.iter().any(|found| found == expected), "{expected}: {found:?}");
        }
        assert!(!found.iter().any(|found| found.starts_with("option")), "{found:?}");
    }

    #[test]
    fn a_rule_that_only_says_no_never_holds() {
        let files = [file(
            "a",
            "local a = {}\nfunction a.never(_game)\n\treturn false\nend\nfunction a.maybe(game)\n\treturn game.turn == \
             2\nend\nreturn a",
        )];
        let found: Vec<_> = usage_of(&files).rules.iter().map(|rule| (rule.name.clone(), rule.never_holds)).collect();
        assert_eq!(found, [("a.never".to_owned(), true), ("a.maybe".to_owned(), false)]);
    }
}
