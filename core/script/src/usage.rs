//! What scripts speak of, found without running them: which names they say, and which rules call which.

use crate::asked::{Asked, asked, compared, dropped, reads};
use crate::code::{self, Body, Code, Constant, op};
use crate::loader::ScriptFile;
use crate::reading::Reading;
use crate::sandbox::compiler;
use crate::sayings::{About, sayings};
use std::collections::{BTreeMap, BTreeSet};

/// What the scripts of a battle speak of.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// Every text and every name of a field.
    texts: BTreeSet<String>,
    /// The texts they put between two others: `a .. "-" .. b`.
    pub joints: BTreeSet<String>,
    /// The texts they compare with something.
    pub compared: BTreeSet<String>,
    /// The rules the files define.
    pub rules: Vec<RuleUse>,
    /// The names they ask the game for.
    pub asked: Vec<Asked>,
    /// Where they make a refusal and do nothing with it: the number of the file, and the line.
    pub dropped: Vec<(usize, usize)>,
    /// Where they read a field `enemy`, which only a side of two has: the number of the file, and the line.
    pub enemies: Vec<(usize, usize)>,
    /// What the files themselves speak of while they are loaded, and what mods speak of.
    outside: Vec<Mention>,
}

/// The texts between two values that are put together.
fn joints(source: &str) -> Vec<String> {
    let words = Reading::of(source);
    let is_joint = |at: &usize| *at > 0 && words.is_sign(at - 1, "..") && words.is_sign(at + 1, "..");
    (0..words.len()).filter(is_joint).filter_map(|at| words.text(at).map(str::to_owned)).collect()
}

/// A rule as its script defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleUse {
    /// Its name: `combat.column`.
    pub name: String,
    /// The number of its file.
    pub file: usize,
    /// The line it begins in.
    pub line: usize,
    /// It returns `false` and does nothing else.
    pub never_holds: bool,
    mentions: Vec<Mention>,
}

/// A place where a rule may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mention {
    /// `combat.column`, with the name of the variable if it is known.
    Field(Option<String>, String),
    /// `"combat.column"`.
    Text(String),
}

/// What the scripts speak of. Files with errors in their syntax are left out: those errors are reported when they are loaded.
pub fn usage(files: &[ScriptFile]) -> Usage {
    let mut usage = Usage::default();
    for (number, file) in files.iter().enumerate() {
        let compared = sayings(&file.source).into_iter().filter(|said| {
            matches!(said.about, About::Field { .. } | About::Option(_) | About::Cell(_) | About::Offered(_) | About::Other)
        });
        usage.compared.extend(compared.map(|said| said.text));
        usage.joints.extend(joints(&file.source));
        let compiled = compiler().compile(&file.source).ok().and_then(|bytes| code::read(&bytes));
        if let Some(code) = compiled {
            usage.add(number, file, &code);
        }
    }
    usage
}

impl Usage {
    fn add(&mut self, number: usize, file: &ScriptFile, code: &Code) {
        self.texts.extend(code.functions.iter().flat_map(texts).map(str::to_owned));
        self.asked.extend(code.functions.iter().flat_map(|body| asked(body, number)));
        self.asked.extend(code.functions.iter().flat_map(|body| compared(body, number)));
        self.dropped.extend(code.functions.iter().flat_map(dropped).map(|line| (number, line)));
        self.enemies.extend(code.functions.iter().flat_map(|body| reads(body, "enemy")).map(|line| (number, line)));
        let Some((main, functions)) = code.functions.split_last() else { return };
        let mut seen = vec![false; functions.len()];
        for at in main.inner() {
            let Some(body) = functions.get(at) else { continue };
            let mut mentions = Vec::new();
            gather(body, &code.functions, &mut seen, &mut mentions);
            seen[at] = true;
            if body.name.is_empty() || is_local(main, body) {
                self.outside.append(&mut mentions);
            } else {
                let name = format!("{}.{}", file.module, body.name);
                self.rules.push(RuleUse { name, file: number, line: body.start, never_holds: never_holds(body), mentions });
            }
        }
        self.outside.extend(mentions(main));
        let rest = functions.iter().zip(&seen).filter(|(_, seen)| !**seen);
        self.outside.extend(rest.flat_map(|(body, _)| mentions(body)));
    }

    /// Every text and every name of a field.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    /// The rules that nobody calls: neither one of `roots` nor, through them, another rule, a question or a mod. Functions that
    /// are no rules (`is_rule`) but stand in other tables are called in ways only the script knows.
    pub fn uncalled<'a>(&'a self, roots: impl IntoIterator<Item = &'a str>, is_rule: impl Fn(&str) -> bool) -> Vec<&'a RuleUse> {
        let known = Rules::of(&self.rules);
        let mut open: Vec<usize> = roots.into_iter().flat_map(|root| known.named(root)).collect();
        open.extend((0..self.rules.len()).filter(|&rule| !is_rule(&self.rules[rule].name)));
        open.extend(self.outside.iter().flat_map(|mention| known.meant(mention)));
        let mut called = vec![false; self.rules.len()];
        while let Some(rule) = open.pop() {
            if !std::mem::replace(&mut called[rule], true) {
                open.extend(self.rules[rule].mentions.iter().flat_map(|mention| known.meant(mention)));
            }
        }
        self.rules.iter().zip(called).filter(|(_, called)| !called).map(|(rule, _)| rule).collect()
    }
}

/// The rules by their names.
struct Rules<'a> {
    whole: BTreeMap<&'a str, Vec<usize>>,
    /// By module, or its last part, and function.
    parts: BTreeMap<(&'a str, &'a str), Vec<usize>>,
    functions: BTreeMap<&'a str, Vec<usize>>,
    modules: BTreeSet<&'a str>,
}

impl<'a> Rules<'a> {
    fn of(rules: &'a [RuleUse]) -> Rules<'a> {
        let mut all = Rules { whole: BTreeMap::new(), parts: BTreeMap::new(), functions: BTreeMap::new(), modules: BTreeSet::new() };
        for (number, rule) in rules.iter().enumerate() {
            let (module, function) = rule.name.rsplit_once('.').unwrap_or(("", &rule.name));
            let last = module.rsplit('/').next().unwrap_or(module);
            all.whole.entry(&rule.name).or_default().push(number);
            all.parts.entry((last, function)).or_default().push(number);
            all.functions.entry(function).or_default().push(number);
            all.modules.insert(last);
        }
        all
    }

    fn named(&self, name: &str) -> Vec<usize> {
        self.whole.get(name).cloned().unwrap_or_default()
    }

    /// A variable that is called like a module means that module; any other may mean all.
    fn meant(&self, mention: &Mention) -> Vec<usize> {
        let found = match mention {
            Mention::Text(name) => self.whole.get(name.as_str()),
            Mention::Field(Some(module), function) if self.modules.contains(module.as_str()) => {
                self.parts.get(&(module.as_str(), function.as_str()))
            }
            Mention::Field(_, function) => self.functions.get(function.as_str()),
        };
        found.cloned().unwrap_or_default()
    }
}

/// What a function speaks of, itself and in the functions inside it.
fn gather(body: &Body, functions: &[Body], seen: &mut [bool], found: &mut Vec<Mention>) {
    found.extend(mentions(body));
    for at in body.inner() {
        if let Some(inner) = functions.get(at)
            && !std::mem::replace(&mut seen[at], true)
        {
            gather(inner, functions, seen, found);
        }
    }
}

fn mentions(body: &Body) -> Vec<Mention> {
    let mut found: Vec<Mention> = texts(body).filter(|text| text.contains('.')).map(|text| Mention::Text(text.to_owned())).collect();
    let mut before = None;
    for (_, step) in body.steps() {
        match step.op() {
            op::GETTABLEKS | op::NAMECALL => {
                let module = before.filter(|before: &code::Step| before.op() == op::GETUPVAL && before.a() == step.b());
                let module = module.and_then(|before| body.captured.get(before.b() as usize)).cloned();
                found.push(Mention::Field(module, body.text(step.extra).to_owned()));
            }
            op::GETIMPORT => found.extend(step.import(body).last().map(|name| Mention::Field(None, (*name).to_owned()))),
            _ => {}
        }
        before = Some(step);
    }
    found
}

fn texts(body: &Body) -> impl Iterator<Item = &str> {
    body.constants.iter().filter_map(|constant| match constant {
        Constant::Text(text) => Some(text.as_str()),
        _ => None,
    })
}

/// A function that only the file itself can name is no rule: its name is that of a variable and of no field.
fn is_local(main: &Body, body: &Body) -> bool {
    main.locals.contains(&body.name) && !texts(main).any(|text| text == body.name)
}

/// The whole function is `return false`.
fn never_holds(body: &Body) -> bool {
    let steps: Vec<_> = body.steps().take(2).map(|(_, step)| step).collect();
    matches!(steps[..], [first, second] if first.op() == op::LOADB && first.b() == 0 && second.op() == op::RETURN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(module: &str, source: &str) -> ScriptFile {
        ScriptFile { path: format!("{module}.luau"), module: module.into(), source: source.into(), is_mod: module == "mod" }
    }

    fn uncalled(files: &[ScriptFile], roots: &[&str]) -> Vec<String> {
        usage(files)
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
                "local flee = require('flee')\nlocal fight = {}\nfunction fight.phase(game) flee.run(game) end\nfunction fight.run() return fight.odds() end\nfunction fight.odds() return 1 end\nreturn fight",
            ),
            file(
                "flee",
                "local flee = {}\nfunction flee.run(game) return flee.far() end\nfunction flee.far() return function() return flee.near() end end\nfunction flee.near() end\nreturn flee",
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
                "local fight = {}\nlocal GOAL = ask('fight.goal', { rule = '1', prompt = 'x', why = 'fight.why' })\nlocal function help() return fight.helped(GOAL) end\nfunction fight.phase() return help() end\nfunction fight.why() end\nfunction fight.helped() end\nfunction fight.moded() end\nreturn fight",
            ),
            file("mod", "local fight = require('fight')\nwrap('fight.phase', function(next) return fight.moded(next) end)"),
        ];
        assert_eq!(uncalled(&files, &["fight.phase"]), [""; 0]);
    }

    #[test]
    fn functions_in_other_tables_are_no_rules() {
        let source = "local fight = {}\nlocal RESULTS = { ROUT = function() return fight.rout() end }\nfunction fight.phase(game, key) return RESULTS[key](game) end\nfunction fight.rout() end\nreturn fight";
        assert_eq!(uncalled(&[file("fight", source)], &["fight.phase"]), [""; 0]);
    }

    #[test]
    fn a_variable_with_another_name_may_mean_any_module() {
        let files = [file("fight", "local M = {}\nfunction M.phase() return M.odds() end\nfunction M.odds() end\nreturn M")];
        assert_eq!(uncalled(&files, &["fight.phase"]), [""; 0]);
    }

    #[test]
    fn names_handed_to_methods_are_found_with_their_lines() {
        let source = "local a = {}\nfunction a.b(game, unit, name)\n\tlocal cell = game:chart('crt'):cell(game:roll('1d6', '9'), 'x')\n\tgame:set('rain', unit:number('tired'))\n\tif name == 'x' and game:get('mud') then game:set('mud', 0) else game:edge('west') end\n\treturn game:chart(name), cell, game:option(if unit:has('tank') then 'p' else 'q'), game:option(name or 'r')\nend\nreturn a";
        let found: Vec<_> = usage(&[file("a", source)])
            .asked
            .iter()
            .map(|asked| format!("{} {} {}:{}", asked.method, asked.argument, asked.name, asked.line))
            .collect();
        for expected in [
            "chart 1 crt:3",
            "cell 2 x:3",
            "roll 1 1d6:3",
            "set 1 rain:4",
            "number 1 tired:4",
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
            "local a = {}\nfunction a.never(_game)\n\treturn false\nend\nfunction a.maybe(game)\n\treturn game.turn == 2\nend\nreturn a",
        )];
        let found: Vec<_> = usage(&files).rules.iter().map(|rule| (rule.name.clone(), rule.never_holds)).collect();
        assert_eq!(found, [("a.never".to_owned(), true), ("a.maybe".to_owned(), false)]);
    }
}
