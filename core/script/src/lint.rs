//! What is wrong with a script before it runs.

use crate::code::{Body, Code, op};
use crate::error::ScriptError;
use crate::hint::hint;
use std::collections::{BTreeMap, BTreeSet};

/// The globals there are, each with its members if it is a library.
pub(crate) type Globals = BTreeMap<String, BTreeSet<String>>;

/// Complaints about a compiled script, in the order of its lines.
pub(crate) fn check(code: &Code, path: &str, globals: &Globals) -> Vec<ScriptError> {
    let mut found: Vec<(usize, String)> = code.functions.iter().flat_map(|body| complaints(body, globals)).collect();
    found.sort();
    found.dedup();
    found.into_iter().map(|(line, message)| ScriptError::at(path, line, message)).collect()
}

/// Exponents with which Luau multiplies or takes a root; for all others it asks the system's library, whose results differ.
const EXACT_EXPONENTS: [f64; 3] = [2.0, 3.0, 0.5];

const POWER: &str = "a power comes out differently on other machines: only `^ 2`, `^ 3` and `^ 0.5` are exact; multiply instead";

fn complaints(body: &Body, globals: &Globals) -> Vec<(usize, String)> {
    let steps: Vec<_> = body.steps().collect();
    let mut found = Vec::new();
    for (number, (at, step)) in steps.iter().enumerate() {
        let complaint = match step.op() {
            op::GETGLOBAL => unknown(&[body.text(step.extra)], body, globals),
            op::GETIMPORT => unknown(&step.import(body), body, globals),
            op::SETGLOBAL => Some(assigned(body.text(step.extra), globals)),
            op::POW => Some(POWER.to_owned()),
            op::POWK if !body.number(step.c()).is_some_and(|exponent| EXACT_EXPONENTS.contains(&exponent)) => Some(POWER.to_owned()),
            op::FORGPREP => unordered(body, &steps[..number], step.a()),
            _ => None,
        };
        found.extend(complaint.map(|message| (body.line(*at), message)));
    }
    found
}

fn unknown(names: &[&str], body: &Body, globals: &Globals) -> Option<String> {
    let (first, rest) = names.split_first()?;
    let Some(members) = globals.get(*first) else {
        let known = body.locals.iter().chain(&body.captured).chain(globals.keys());
        return Some(format!("there is nothing called `{first}` here{}", hint(first, known.map(String::as_str))));
    };
    let member = rest.first().filter(|member| !members.is_empty() && !members.contains(**member))?;
    Some(format!("`{first}` has no `{member}`{}", hint(member, members.iter().map(String::as_str))))
}

fn assigned(name: &str, globals: &Globals) -> String {
    match globals.contains_key(name) {
        true => format!("`{name}` belongs to the language and cannot be changed"),
        false => format!("`{name}` is assigned but nowhere declared; write `local {name}` first"),
    }
}

pub(crate) fn is_call(op: u8) -> bool {
    op == op::CALL || op == op::CALLFB
}

/// A loop over anything but what is known to have an order.
fn unordered(body: &Body, before: &[(usize, crate::code::Step)], register: u8) -> Option<String> {
    let mut sources = before.iter().rev().map(|(_, step)| step).filter(|step| step.a() == register);
    let called = sources.next().filter(|step| is_call(step.op()));
    let source = called.and_then(|_| sources.find(|step| is_call(step.op()) || matches!(step.op(), op::NAMECALL | op::GETIMPORT)));
    let ordered = source.is_some_and(|step| match step.op() {
        op::NAMECALL => ["each", "gmatch"].contains(&body.text(step.extra)),
        op::GETIMPORT => [&["pairs"][..], &["ipairs"], &["string", "gmatch"], &["utf8", "codes"]].contains(&&*step.import(body)),
        _ => false,
    });
    (!ordered).then(|| "this loop has no defined order: loop over ipairs(list), pairs(table) or set:each()".to_owned())
}
