//! Finds errors in a script before it runs.

use crate::error::ScriptError;
use crate::suggestions::hint;
use grognard_luau::{FaultKind, Globals, Script, ScriptFault, faults, old_forms};

/// Returns the errors in a script, in line order.
pub(crate) fn check(script: &Script, path: &str, globals: &Globals) -> Vec<ScriptError> {
    let mut found: Vec<(usize, String)> =
        faults(script, globals).into_iter().map(|fault| complaint(fault, globals)).collect();
    found.extend(old_forms(script).into_iter().map(|form| (form.line, form.change.message())));
    found.sort();
    found.dedup();
    found.into_iter().map(|(line, message)| ScriptError::at(path, line, message)).collect()
}

fn complaint(ScriptFault { line, kind }: ScriptFault, globals: &Globals) -> (usize, String) {
    let message = match kind {
        FaultKind::UnknownGlobal { name, variables } => {
            let known = variables.iter().chain(globals.keys()).map(String::as_str);
            format!("there is nothing called `{name}` here{}", hint(&name, known))
        }
        FaultKind::UnknownMember { library, member } => {
            let members = globals.get(&library).into_iter().flatten().map(String::as_str);
            format!("`{library}` has no `{member}`{}", hint(&member, members))
        }
        FaultKind::AssignedGlobal(name) if globals.contains_key(&name) => {
            format!("`{name}` is part of the language and cannot be changed")
        }
        FaultKind::AssignedGlobal(name) => {
            format!("`{name}` is assigned but never declared; write `local {name}` first")
        }
        FaultKind::Power => {
            "the result of a power differs between machines: only `^ 2`, `^ 3` and `^ 0.5` are exact; multiply instead"
                .to_owned()
        }
        FaultKind::UnorderedLoop => {
            "this loop has no defined order: loop over ipairs(list), pairs(table) or set:each()".to_owned()
        }
    };
    (line, message)
}
