//! Loading scripts: modules, questions, wraps and replacements; afterwards nothing can change.

use crate::bridge;
use crate::error::ScriptError;
use crate::lint;
use crate::sandbox::{SAFEPOINTS, Sandbox};
use grognard_engine::decision::Question;
use mlua::{Function, LightUserData, Lua, Table, Value};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_void;
use std::rc::Rc;

/// A script file of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptFile {
    /// Where it stands, for messages.
    pub path: String,
    /// The name `require` knows it by: `combat`, `std/zoc`.
    pub module: String,
    /// Its text.
    pub source: String,
    /// It belongs to a mod: it changes rules and defines none.
    pub is_mod: bool,
}

/// Everything the scripts declared.
pub(crate) struct Loaded {
    pub(crate) sandbox: Sandbox,
    pub(crate) rules: BTreeMap<String, Function>,
    pub(crate) questions: Vec<Question>,
    pub(crate) reasons: Vec<Option<String>>,
}

/// What is known while scripts are being loaded.
#[derive(Default)]
struct Loading {
    files: BTreeMap<String, ScriptFile>,
    modules: BTreeMap<String, Table>,
    under_way: Vec<String>,
    questions: Vec<Question>,
    reasons: Vec<Option<String>>,
    changes: Vec<Change>,
    closed: bool,
}

/// A change a mod makes to a rule.
struct Change {
    rule: String,
    function: Function,
    replace: bool,
    file: String,
}

/// Loads all files: modules in any order, then mods in the order given.
pub(crate) fn load(files: &[ScriptFile]) -> Result<Loaded, Vec<ScriptError>> {
    let mut errors: Vec<ScriptError> = files.iter().flat_map(lint::check).collect();
    let result = Loader::new(files).and_then(|loader| loader.load(files));
    match result {
        Ok(loaded) if errors.is_empty() => Ok(loaded),
        Ok(_) => Err(errors),
        Err(mut more) => {
            errors.append(&mut more);
            Err(errors)
        }
    }
}

struct Loader {
    sandbox: Sandbox,
    loading: Rc<RefCell<Loading>>,
}

impl Loader {
    fn new(files: &[ScriptFile]) -> Result<Loader, Vec<ScriptError>> {
        let sandbox = Sandbox::new().map_err(internal)?;
        let loading = Rc::new(RefCell::new(Loading::default()));
        for file in files.iter().filter(|file| !file.is_mod) {
            let clash = loading.borrow_mut().files.insert(file.module.clone(), file.clone());
            if let Some(clash) = clash {
                let text = format!("two files are called `{}`: {} and {}", file.module, clash.path, file.path);
                return Err(vec![ScriptError::plain(text)]);
            }
        }
        let loader = Loader { sandbox, loading };
        loader.declare().map_err(internal)?;
        loader.sandbox.close().map_err(internal)?;
        Ok(loader)
    }

    fn declare(&self) -> mlua::Result<()> {
        let lua = &self.sandbox.lua;
        let globals = lua.globals();
        let loading = self.loading.clone();
        globals.raw_set("require", lua.create_function(move |lua, name: String| require(lua, &loading, &name))?)?;
        let loading = self.loading.clone();
        globals.raw_set("ask", lua.create_function(move |_, (key, question): (String, Table)| ask(&loading, &key, &question))?)?;
        globals.raw_set("refuse", lua.create_function(bridge::refuse)?)?;
        for (name, replace) in [("wrap", false), ("replace", true)] {
            let loading = self.loading.clone();
            let change = move |lua: &Lua, (rule, function): (String, Function)| {
                let file = caller(lua);
                open(&loading)?.borrow_mut().changes.push(Change { rule, function, replace, file });
                Ok(())
            };
            globals.raw_set(name, lua.create_function(change)?)?;
        }
        Ok(())
    }

    fn load(self, files: &[ScriptFile]) -> Result<Loaded, Vec<ScriptError>> {
        let mut errors = Vec::new();
        for file in files {
            bridge::set_budget(SAFEPOINTS);
            let result = if file.is_mod {
                chunk(&self.sandbox.lua, file).call::<()>(())
            } else {
                require(&self.sandbox.lua, &self.loading, &file.module).map(drop)
            };
            if let Err(error) = result {
                errors.push(ScriptError::from_lua(&error).with_source(files));
            }
        }
        // A module that fails takes those that require it with it: one report is enough.
        let mut seen = BTreeSet::new();
        errors.retain(|error| seen.insert((error.file.clone(), error.line, error.message.clone())));
        if errors.is_empty() {
            errors = self.change();
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let loading = &mut *self.loading.borrow_mut();
        loading.closed = true;
        let rules = seal(&loading.modules).map_err(internal)?;
        Ok(Loaded {
            sandbox: self.sandbox,
            rules,
            questions: std::mem::take(&mut loading.questions),
            reasons: std::mem::take(&mut loading.reasons),
        })
    }

    /// Puts the changes of mods in force.
    fn change(&self) -> Vec<ScriptError> {
        let loading = self.loading.borrow();
        let mut replaced: BTreeMap<&str, &str> = BTreeMap::new();
        let mut errors = Vec::new();
        for change in &loading.changes {
            if change.replace
                && let Some(first) = replaced.insert(&change.rule, &change.file)
            {
                let text = format!("the rule `{}` is replaced twice: by {first} and by {}; one of them must wrap it, or require the other", change.rule, change.file);
                errors.push(ScriptError::plain(text));
                continue;
            }
            if let Err(error) = self.apply(&loading, change) {
                errors.push(error);
            }
        }
        errors
    }

    fn apply(&self, loading: &Loading, change: &Change) -> Result<(), ScriptError> {
        let found = change.rule.rsplit_once('.').and_then(|(module, name)| Some((loading.modules.get(module)?, name)));
        let rule = found.as_ref().and_then(|(module, name)| module.raw_get::<Function>(*name).ok());
        let (Some((module, name)), Some(rule)) = (found, rule) else {
            let near = nearest(&change.rule, names(&loading.modules));
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let mut error = ScriptError::plain(format!("there is no rule `{}` to change{hint}", change.rule));
            error.take_file(&change.file);
            return Err(error);
        };
        let new = if change.replace {
            change.function.clone()
        } else {
            self.sandbox.wrap.call((rule, &change.function)).map_err(|error| ScriptError::from_lua(&error))?
        };
        module.raw_set(name, new).map_err(|error| ScriptError::from_lua(&error))
    }
}

/// The name among `all` that looks most like `name`.
fn nearest(name: &str, all: Vec<String>) -> Option<String> {
    grognard_engine::nearest::nearest(name, all.iter().map(String::as_str)).map(str::to_owned)
}

fn names(modules: &BTreeMap<String, Table>) -> Vec<String> {
    let mut names = Vec::new();
    for (module, table) in modules {
        let _ = table.for_each(|name: String, _: Value| {
            names.push(format!("{module}.{name}"));
            Ok(())
        });
    }
    names
}

impl ScriptError {
    fn take_file(&mut self, place: &str) {
        if let Some((file, line)) = place.rsplit_once(':') {
            self.file = Some(file.to_owned());
            self.line = line.parse().ok();
        }
    }

    /// Shows the line the error is in.
    pub(crate) fn with_source(mut self, files: &[ScriptFile]) -> ScriptError {
        let file = files.iter().find(|file| Some(&file.path) == self.file.as_ref());
        self.source = file.zip(self.line).and_then(|(file, line)| file.source.lines().nth(line.checked_sub(1)?)).map(str::to_owned);
        self
    }
}

fn internal(error: mlua::Error) -> Vec<ScriptError> {
    vec![ScriptError::from_lua(&error)]
}

fn chunk<'a>(lua: &'a Lua, file: &'a ScriptFile) -> mlua::chunk::Chunk<'a> {
    lua.load(&file.source).set_name(format!("={}", file.path)).set_mode(mlua::chunk::ChunkMode::Text)
}

/// `file:line` of the script that called.
fn caller(lua: &Lua) -> String {
    let place = |debug: &mlua::debug::Debug| format!("{}:{}", debug.source().short_src.unwrap_or_default(), debug.current_line().unwrap_or(0));
    lua.inspect_stack(1, place).unwrap_or_default()
}

/// Only while scripts are being loaded.
fn open(loading: &Rc<RefCell<Loading>>) -> mlua::Result<&Rc<RefCell<Loading>>> {
    match loading.borrow().closed {
        true => Err(mlua::Error::runtime("this can only be done while scripts are loaded, not while a rule runs")),
        false => Ok(loading),
    }
}

fn require(lua: &Lua, loading: &Rc<RefCell<Loading>>, name: &str) -> mlua::Result<Table> {
    if let Some(module) = loading.borrow().modules.get(name) {
        return Ok(module.clone());
    }
    let file = {
        let mut loading = open(loading)?.borrow_mut();
        if let Some(start) = loading.under_way.iter().position(|other| other == name) {
            let circle = loading.under_way[start..].join(" requires ");
            return Err(mlua::Error::runtime(format!("modules require each other in a circle: {circle} requires {name}")));
        }
        let Some(file) = loading.files.get(name).cloned() else {
            let near = nearest(name, loading.files.keys().cloned().collect());
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err(mlua::Error::runtime(format!("there is no module `{name}`{hint}")));
        };
        loading.under_way.push(name.to_owned());
        file
    };
    let result = chunk(lua, &file).call::<Value>(());
    let mut loading = loading.borrow_mut();
    loading.under_way.pop();
    match result? {
        Value::Table(module) => {
            loading.modules.insert(name.to_owned(), module.clone());
            Ok(module)
        }
        other => Err(mlua::Error::runtime(format!("{}:1: a module returns a table of rules, not {}", file.path, other.type_name()))),
    }
}

fn ask(loading: &Rc<RefCell<Loading>>, key: &str, question: &Table) -> mlua::Result<LightUserData> {
    let mut loading = open(loading)?.borrow_mut();
    let text = |name: &str| -> mlua::Result<Option<String>> { question.raw_get(name) };
    let needed = |name: &str| text(name)?.ok_or_else(|| mlua::Error::runtime(format!("the question `{key}` needs a `{name}`")));
    let mut unknown = None;
    question.for_each(|name: String, _: Value| {
        unknown = unknown.take().or((!["rule", "prompt", "stop", "why"].contains(&name.as_str())).then_some(name));
        Ok(())
    })?;
    if let Some(name) = unknown {
        return Err(mlua::Error::runtime(format!("a question has no `{name}`; it has rule, prompt, stop, why")));
    }
    if loading.questions.iter().any(|other| &*other.key == key) {
        return Err(mlua::Error::runtime(format!("the question `{key}` is declared twice")));
    }
    let declared = Question { key: key.into(), rule: needed("rule")?, prompt: needed("prompt")?, stop: text("stop")? };
    loading.questions.push(declared);
    loading.reasons.push(text("why")?);
    Ok(LightUserData((loading.questions.len() - 1) as *mut c_void))
}

/// Freezes every module and lists its rules.
fn seal(modules: &BTreeMap<String, Table>) -> mlua::Result<BTreeMap<String, Function>> {
    let mut rules = BTreeMap::new();
    for (module, table) in modules {
        table.for_each(|name: Value, value: Value| {
            if let (Value::String(name), Value::Function(rule)) = (name, value) {
                rules.insert(format!("{module}.{}", name.to_str()?), rule);
            }
            Ok(())
        })?;
        freeze(table)?;
    }
    Ok(rules)
}

fn freeze(table: &Table) -> mlua::Result<()> {
    if table.is_readonly() {
        return Ok(());
    }
    table.set_readonly(true);
    table.for_each(|_: Value, value: Value| match value {
        Value::Table(inner) => freeze(&inner),
        _ => Ok(()),
    })
}
