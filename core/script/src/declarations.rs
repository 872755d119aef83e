//! The functions that scripts can call while they are loaded, to require modules and to declare questions and rule
//! changes: `require`, `ask`, `wrap`, `replace`.

use crate::api::hint_or_all;
use crate::error::ScriptError;
use crate::handle::{self, HandleTag};
use crate::loader::{FileStatus, Loading, NamedRule, RuleChange, RuleEdit, SharedLoading, SourceLine, run_file};
use crate::suggestions::hint;
use grognard_engine::decision::Question;
use mlua::{Function, LightUserData, Lua, Table, Value};
use std::collections::BTreeMap;

/// The maximum number of questions per system, and of rule changes by all mods together.
const MAX_DECLARED: usize = 4000;

/// The maximum length of a prompt, key or name.
const MAX_TEXT: usize = 500;

/// A result or an error message, which the prelude raises at the line of the call.
type DeclarationResult<T> = Result<T, String>;

/// Returns the functions that the prelude adds to the globals.
pub(crate) fn functions(lua: &Lua, shared: &SharedLoading) -> mlua::Result<Table> {
    let functions = lua.create_table()?;
    let loading = shared.clone();
    let require = move |lua: &Lua, name: Value| Ok(split(require(lua, &loading, &name)));
    functions.raw_set("require", lua.create_function(require)?)?;
    let loading = shared.clone();
    let ask = move |lua: &Lua, (key, question): (Value, Value)| Ok(split(ask(lua, &loading, &key, &question)));
    functions.raw_set("ask", lua.create_function(ask)?)?;
    for (name, replace) in [("wrap", false), ("replace", true)] {
        let loading = shared.clone();
        let change = move |lua: &Lua, (rule, function): (Value, Value)| {
            Ok(note_change(lua, &loading, replace, &rule, &function)
                .map_or_else(|problem| (false, Some(problem)), |()| (true, None)))
        };
        functions.raw_set(name, lua.create_function(change)?)?;
    }
    Ok(functions)
}

fn split<T>(answer: DeclarationResult<T>) -> (Option<T>, Option<String>) {
    match answer {
        Ok(value) => (Some(value), None),
        Err(problem) => (None, Some(problem)),
    }
}

fn failure<T>(text: impl Into<String>) -> DeclarationResult<T> {
    Err(text.into())
}

/// Returns the line of the calling script.
fn caller(lua: &Lua, loading: &Loading) -> SourceLine {
    let place = |debug: &mlua::debug::Debug| {
        let source = debug.source();
        let file = source.short_src.as_ref().and_then(|chunk| loading.sources.file(chunk));
        SourceLine {
            path: file.map(|file| file.path.clone()).unwrap_or_default(),
            line: debug.current_line().unwrap_or(0),
        }
    };
    lua.inspect_stack(2, place).unwrap_or_default()
}

/// Fails unless scripts are being loaded.
fn open(loading: &Loading) -> DeclarationResult<()> {
    match loading.closed {
        true => failure("this can only be called while scripts are loaded, not while a rule runs"),
        false => Ok(()),
    }
}

fn text(value: &Value, what: &str) -> DeclarationResult<String> {
    match value {
        Value::String(text) if text.as_bytes().len() > MAX_TEXT => {
            failure(format!("{what} is too long; the maximum is {MAX_TEXT} characters"))
        }
        Value::String(text) => {
            text.to_str().map(|text| text.to_owned()).or_else(|_| failure(format!("{what} is not valid UTF-8")))
        }
        other => failure(format!("{what} must be a string, not {}", other.type_name())),
    }
}

fn require(lua: &Lua, shared: &SharedLoading, name: &Value) -> DeclarationResult<Option<Table>> {
    let name = text(name, "the name of a module")?;
    let file = {
        let loading = shared.borrow();
        match loading.modules.get(&name) {
            Some(&file) if loading.closed => return module_table(&name, table(&loading, file)),
            Some(&file) => file,
            None => {
                return failure(format!(
                    "there is no module `{name}`{}",
                    hint(&name, loading.modules.keys().map(String::as_str))
                ));
            }
        }
    };
    module_table(&name, run_file(lua, shared, file)?)
}

/// Returns the table that a module exports, or an error if it exports none. A mod file that only changes rules need not
/// export a table.
fn module_table(name: &str, table: Option<Table>) -> DeclarationResult<Option<Table>> {
    match table {
        Some(table) => Ok(Some(table)),
        None => failure(format!("`{name}` does not return a table of rules")),
    }
}

/// Returns the table of a module that has run.
pub(crate) fn table(loading: &Loading, file: usize) -> Option<Table> {
    match loading.files.get(file) {
        Some(FileStatus::Done(table)) => table.clone(),
        _ => None,
    }
}

fn ask(lua: &Lua, shared: &SharedLoading, key: &Value, question: &Value) -> DeclarationResult<LightUserData> {
    let loading = &mut *shared.borrow_mut();
    open(loading)?;
    let key = text(key, "the key of a question")?;
    let Value::Table(question) = question else {
        return failure(format!("the question `{key}` must be described by a table, not {}", question.type_name()));
    };
    let mut fields = fields(&key, question)?;
    let (notes, always) = (notes(&key, question)?, always(&key, question)?);
    let mut needed =
        |name: &str| fields.remove(name).map_or_else(|| failure(format!("the question `{key}` needs a `{name}`")), Ok);
    let (rule, prompt) = (needed("rule")?, needed("prompt")?);
    if loading.questions.len() >= MAX_DECLARED {
        return failure(format!("there are too many questions; the maximum is {MAX_DECLARED}"));
    }
    if !loading.keys.insert(key.clone()) {
        return failure(format!("the question `{key}` is declared twice"));
    }
    let place = caller(lua, loading);
    let (why, fits) = (fields.remove("why"), fields.remove("fits"));
    for (field, rule) in [("why", &why), ("fits", &fits)] {
        let named = rule.clone().map(|rule| NamedRule { rule, field, place: place.clone() });
        loading.named_rules.extend(named);
    }
    loading.reasons.push(why);
    loading.questions.push(Question {
        key: key.into(),
        rule,
        prompt,
        stop: fields.remove("stop"),
        always,
        fits,
        notes,
    });
    Ok(LightUserData(handle::pointer(HandleTag::Question, loading.questions.len() as u64 - 1)))
}

fn always(key: &str, question: &Table) -> DeclarationResult<bool> {
    match question.raw_get("always").map_err(|error| error.to_string())? {
        Value::Nil => Ok(false),
        Value::Boolean(always) => Ok(always),
        other => failure(format!("`always` of the question `{key}` must be true or false, not {}", other.type_name())),
    }
}

fn fields(key: &str, question: &Table) -> DeclarationResult<BTreeMap<String, String>> {
    const FIELDS: [&str; 7] = ["rule", "prompt", "stop", "why", "fits", "notes", "always"];
    let mut fields = BTreeMap::new();
    for pair in question.pairs::<Value, Value>() {
        let (name, value) = pair.map_err(|error| error.to_string())?;
        let name = text(&name, "the name of a field")?;
        if !FIELDS.contains(&name.as_str()) {
            return failure(format!("a question has no field `{name}`{}", hint_or_all(&name, &FIELDS)));
        }
        if name != "notes" && name != "always" {
            let value = text(&value, &format!("`{name}` of the question `{key}`"))?;
            fields.insert(name, value);
        }
    }
    Ok(fields)
}

/// Returns what the answers to a question mean, by their labels.
fn notes(key: &str, question: &Table) -> DeclarationResult<BTreeMap<String, String>> {
    let notes: Value = question.raw_get("notes").map_err(|error| error.to_string())?;
    let notes = match notes {
        Value::Nil => return Ok(BTreeMap::new()),
        Value::Table(notes) => notes,
        other => {
            return failure(format!(
                "`notes` of the question `{key}` must be a table from labels to notes, not {}",
                other.type_name()
            ));
        }
    };
    let note = |pair: mlua::Result<(Value, Value)>| {
        let (label, note) = pair.map_err(|error| error.to_string())?;
        let label = text(&label, &format!("a label in `notes` of the question `{key}`"))?;
        let note = text(&note, &format!("the note on `{label}` of the question `{key}`"))?;
        Ok((label, note))
    };
    notes.pairs::<Value, Value>().map(note).collect()
}

fn note_change(
    lua: &Lua,
    shared: &SharedLoading,
    replace: bool,
    rule: &Value,
    function: &Value,
) -> DeclarationResult<()> {
    let loading = &mut *shared.borrow_mut();
    open(loading)?;
    let rule = text(rule, "the name of a rule")?;
    let Value::Function(function) = function else {
        let what = if replace { "replace" } else { "wrap" };
        return failure(format!("the second argument of `{what}` must be a function, not {}", function.type_name()));
    };
    if loading.changes.len() >= MAX_DECLARED {
        return failure(format!("there are too many rule changes; the maximum is {MAX_DECLARED}"));
    }
    let place = caller(lua, loading);
    loading.changes.push(RuleEdit { rule, function: function.clone(), replace, place });
    Ok(())
}

/// Gives rules and mod functions the names that call paths show in errors. This must happen before rules are wrapped.
pub(crate) fn name(loading: &mut Loading) -> mlua::Result<()> {
    for (rule, function) in rules(loading)? {
        loading.sources.call(&function, rule);
    }
    for RuleEdit { rule, function, replace, .. } in &loading.changes {
        loading.sources.call(function, format!("{} of {rule}", if *replace { "replacement" } else { "wrap" }));
    }
    Ok(())
}

/// Applies the mods' changes in order, and returns the functions created for wrapped rules. Does not check for
/// conflicts between packs whose order is undefined.
pub(crate) fn change(loading: &mut Loading) -> Vec<Function> {
    let mut wraps = Vec::new();
    for change in std::mem::take(&mut loading.changes) {
        match apply(loading, &change) {
            Ok(wrap) => {
                wraps.extend(wrap);
                let RuleEdit { rule, replace, place, .. } = change;
                loading.changed.push(RuleChange { rule, replaced: replace, file: place.path, line: place.line });
            }
            Err(error) => loading.errors.push(loading.sources.show(error)),
        }
    }
    wraps
}

fn apply(loading: &Loading, change: &RuleEdit) -> Result<Option<Function>, ScriptError> {
    let found = change
        .rule
        .rsplit_once('.')
        .and_then(|(module, name)| Some((table(loading, *loading.modules.get(module)?)?, name)));
    let rule = found.as_ref().and_then(|(module, name)| module.raw_get::<Function>(*name).ok());
    let (Some((module, name)), Some(rule)) = (found, rule) else {
        return Err(no_rule(loading, &change.rule, "to change", &change.place));
    };
    let failed = |error: mlua::Error| ScriptError::at(&change.place.path, change.place.line, error.to_string());
    let wrap = if change.replace {
        None
    } else {
        Some(loading.tools.wrap.call::<Function>((rule, &change.function)).map_err(failed)?)
    };
    module.set_readonly(false);
    let result = module.raw_set(name, wrap.as_ref().unwrap_or(&change.function));
    module.set_readonly(true);
    result.map_err(failed)?;
    Ok(wrap)
}

fn no_rule(loading: &Loading, rule: &str, purpose: &str, place: &SourceLine) -> ScriptError {
    let known = rules(loading).unwrap_or_default();
    let hint = hint(rule, known.keys().map(String::as_str));
    ScriptError::at(
        &place.path,
        place.line,
        format!("there is no rule `{}` {purpose}{hint}", crate::suggestions::shorten(rule)),
    )
}

/// Checks that every question's `why` and `fits` are rules.
pub(crate) fn check_named_rules(loading: &mut Loading) {
    let known = rules(loading).unwrap_or_default();
    let missing = loading.named_rules.iter().filter(|named| !known.contains_key(&named.rule));
    let purpose = |named: &NamedRule| format!("for `{}`", named.field);
    let errors: Vec<ScriptError> =
        missing.map(|named| no_rule(loading, &named.rule, &purpose(named), &named.place)).collect();
    loading.errors.extend(errors.into_iter().map(|error| loading.sources.show(error)));
}

/// Returns all rules: the functions of the modules.
pub(crate) fn rules(loading: &Loading) -> mlua::Result<BTreeMap<String, Function>> {
    let mut rules = BTreeMap::new();
    for (module, &file) in &loading.modules {
        let Some(table) = table(loading, file) else { continue };
        table.for_each(|name: Value, value: Value| {
            if let (Value::String(name), Value::Function(rule)) = (name, value) {
                rules.insert(format!("{module}.{}", name.to_string_lossy()), rule);
            }
            Ok(())
        })?;
    }
    Ok(rules)
}
