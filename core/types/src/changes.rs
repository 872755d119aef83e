//! What `wrap` and `replace` are given is checked as if it were assigned to a variable of the type its rule makes necessary.
//!
//! Each module gets, before it returns its table, two types for every rule: that of a function around it and that of one in its
//! place. `wrap("combat.cover", f)` becomes `local m = require("combat") local w: m.Around_cover = (f)`.

use crate::File;
use crate::adapted::{Adapted, Change};
use crate::signature::{Signature, signatures};
use grognard_script::{Token, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

type Words = [(Token, Range<usize>)];

/// A module: its rules, and what it requires.
struct Module {
    rules: BTreeMap<String, Signature>,
    requires: BTreeSet<String>,
}

/// The files as the checker reads them.
pub(crate) fn adapt(files: &[File]) -> Vec<Adapted> {
    let words: Vec<Vec<_>> = files.iter().map(|file| tokens(&file.source)).collect();
    let named = files.iter().zip(&words).filter_map(|(file, words)| Some((file.module.as_deref()?, module(file, words))));
    let modules: BTreeMap<&str, Module> = named.collect();
    let adapt = |(file, words): (&File, &Vec<_>)| {
        let mut all = changes(file, words, &modules);
        all.extend(file.module.as_deref().and_then(|name| exports(&modules[name], words)));
        all.sort_by_key(|change| change.at);
        Adapted::new(&file.source, all)
    };
    files.iter().zip(&words).map(adapt).collect()
}

fn module(file: &File, words: &Words) -> Module {
    let required = words.windows(3).filter(|words| words[0].0 == Token::Name("require".to_owned()));
    let required = required.filter_map(|words| text(&words[1].0).or_else(|| text(&words[2].0)));
    Module { rules: signatures(&file.source, words), requires: required.map(str::to_owned).collect() }
}

fn text(word: &Token) -> Option<&str> {
    match word {
        Token::Text(text) => Some(text),
        _ => None,
    }
}

/// The types of a module's rules, in front of the `return` that ends it.
fn exports(module: &Module, words: &Words) -> Option<Change> {
    let [.., (Token::Name(keyword), place), (Token::Name(_), _)] = words else { return None };
    let exports = module.rules.iter().map(|(name, rule)| {
        let Signature { parameters, result } = rule;
        let comma = if parameters.is_empty() { "" } else { ", " };
        let instead = format!("({parameters}) -> {result}");
        format!("export type Around_{name} = (next: {instead}{comma}{parameters}) -> {result} export type Instead_{name} = {instead} ")
    });
    (keyword == "return").then(|| Change { at: place.start, length: 0, text: exports.collect() })
}

/// Every `wrap("rule",` and `replace("rule",` of a rule whose type is known.
fn changes(file: &File, words: &Words, modules: &BTreeMap<&str, Module>) -> Vec<Change> {
    let mut found = Vec::new();
    for (number, call) in words.windows(4).enumerate() {
        let [(Token::Name(name), start), (Token::Sign("("), _), (Token::Text(rule), _), (Token::Sign(","), comma)] = call else { continue };
        let kind = match name.as_str() {
            "wrap" => "Around",
            "replace" => "Instead",
            _ => continue,
        };
        let is_member = number.checked_sub(1).is_some_and(|before| matches!(words[before].0, Token::Sign("." | ":")));
        let Some((module, rule)) = rule.rsplit_once('.').filter(|_| !is_member) else { continue };
        let is_known = modules.get(module).is_some_and(|module| module.rules.contains_key(rule));
        let is_circle = file.module.as_deref().is_some_and(|own| needs(module, own, modules));
        if is_known && !is_circle {
            let text = format!("local _m{number} = require(\"{module}\") local _w{number}: _m{number}.{kind}_{rule} = (");
            found.push(Change { at: start.start, length: comma.end - start.start, text });
        }
    }
    found
}

/// Whether a module is another, or requires it, itself or through others.
fn needs(module: &str, other: &str, modules: &BTreeMap<&str, Module>) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![module];
    while let Some(next) = open.pop() {
        if next == other {
            return true;
        }
        let required = modules.get(next).into_iter().flat_map(|module| &module.requires);
        open.extend(required.map(String::as_str).filter(|name| seen.insert(*name)));
    }
    false
}
