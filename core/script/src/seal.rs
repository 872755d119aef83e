//! Seals modules, to prevent scripts from keeping anything between runs.
//!
//! A game is resumed by rerunning a phase from its start, and anything a script remembered from the first run could
//! change the result of the second. So every table that functions can still reach is frozen, and a function is rejected
//! if it changes an outer variable or holds a value with state.

use crate::error::ScriptError;
use crate::loader::{FileStatus, Loading};
use grognard_luau::FunctionChanges;
use mlua::ffi;
use mlua::{Function, Lua, MultiValue, Table, Value};
use std::collections::BTreeSet;
use std::ffi::{CStr, c_void};

/// Makes a table and everything in it read-only.
pub(crate) fn freeze(table: &Table) -> mlua::Result<()> {
    let mut open = vec![table.clone()];
    while let Some(table) = open.pop() {
        if table.is_readonly() {
            continue;
        }
        table.set_readonly(true);
        table.for_each(|_: Value, value: Value| {
            if let Value::Table(inner) = value {
                open.push(inner);
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Seals everything that the modules can reach; returns an error for each value that cannot be sealed.
pub(crate) fn seal(
    lua: &Lua,
    loading: &Loading,
    changes: &[Vec<FunctionChanges>],
    wraps: &[Function],
) -> mlua::Result<Vec<ScriptError>> {
    let mut walk = Walk {
        lua,
        loading,
        changes,
        seen: BTreeSet::new(),
        own: library(lua)?,
        wraps: BTreeSet::new(),
        open: Vec::new(),
        errors: Vec::new(),
    };
    walk.own.extend(&loading.strict);
    walk.wraps.extend(wraps.iter().map(Function::to_pointer));
    for (at, progress) in loading.files.iter().enumerate() {
        if let FileStatus::Done(Some(table)) = progress {
            walk.table(table, at)?;
        }
    }
    while let Some(held) = walk.open.pop() {
        walk.visit(&held)?;
    }
    let mut errors = walk.errors;
    errors.sort_by(|a, b| (&a.file, a.line, &a.message).cmp(&(&b.file, b.line, &b.message)));
    errors.dedup();
    Ok(errors.into_iter().map(|error| loading.sources.show(error)).collect())
}

/// Returns the functions and tables of the language, which keep no state.
fn library(lua: &Lua) -> mlua::Result<BTreeSet<*const c_void>> {
    let mut known = BTreeSet::new();
    let global: Table = lua.globals().get("_G")?;
    let mut note = |value: &Value| {
        known.insert(value.to_pointer());
    };
    global.for_each(|_: Value, value: Value| {
        note(&value);
        match &value {
            Value::Table(library) => library.for_each(|_: Value, value: Value| {
                note(&value);
                Ok(())
            }),
            _ => Ok(()),
        }
    })?;
    note(&Value::Table(global));
    Ok(known)
}

/// A value that outlives loading, and its location: the name, the file, and the line on which the function that holds
/// it begins (1 if a table holds it).
struct RetainedValue {
    name: String,
    value: Value,
    file: usize,
    line: usize,
}

struct Walk<'a> {
    lua: &'a Lua,
    loading: &'a Loading,
    /// The outer variables that the functions of each file change.
    changes: &'a [Vec<FunctionChanges>],
    seen: BTreeSet<*const c_void>,
    /// The functions and tables that belong to the language or the host.
    own: BTreeSet<*const c_void>,
    /// The functions of the prelude that wrap a rule.
    wraps: BTreeSet<*const c_void>,
    open: Vec<RetainedValue>,
    errors: Vec<ScriptError>,
}

/// A function's identity, and the values it holds.
struct Inspection {
    chunk: String,
    body: i32,
    line: usize,
    held: Vec<(String, Value)>,
}

impl Walk<'_> {
    fn visit(&mut self, held: &RetainedValue) -> mlua::Result<()> {
        match &held.value {
            value if self.own.contains(&value.to_pointer()) => Ok(()),
            Value::Table(table) => self.table(table, held.file),
            Value::Function(function) => self.function(function, held),
            Value::Thread(_) | Value::UserData(_) | Value::Other(_) | Value::Error(_) => {
                let (name, kind) = (&held.name, held.value.type_name());
                let text = format!("`{name}` holds a {kind}, which cannot be made read-only");
                self.complain(held.file, held.line, text);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn complain(&mut self, file: usize, line: usize, text: String) {
        let path = &self.loading.sources.files[file].path;
        self.errors.push(ScriptError::at(path, line.max(1), text));
    }

    fn table(&mut self, table: &Table, file: usize) -> mlua::Result<()> {
        if !self.seen.insert(table.to_pointer()) {
            return Ok(());
        }
        table.set_readonly(true);
        let mut hold = |name: String, value: Value| self.open.push(RetainedValue { name, value, file, line: 1 });
        table.for_each(|key: Value, value: Value| {
            let name = key.as_string().map(|name| name.to_string_lossy()).unwrap_or_else(|| "a table".to_owned());
            hold(name.clone(), value);
            hold(name, key);
            Ok(())
        })?;
        if let Some(meta) = table.metatable() {
            hold("a metatable".to_owned(), Value::Table(meta));
        }
        Ok(())
    }

    fn function(&mut self, function: &Function, held: &RetainedValue) -> mlua::Result<()> {
        if !self.seen.insert(function.to_pointer()) {
            return Ok(());
        }
        let found = inspect(self.lua, function)?;
        let around = self.wraps.contains(&function.to_pointer());
        let Some(file) = self.loading.sources.number(&found.chunk).or(around.then_some(held.file)) else {
            let text = format!(
                "`{}` holds an iterator, which each run would continue where the previous one stopped",
                held.name
            );
            self.complain(held.file, held.line, text);
            return Ok(());
        };
        if !around {
            self.check_changes(file, &found);
        }
        let line = found.line;
        self.open.extend(found.held.into_iter().map(|(name, value)| RetainedValue { name, value, file, line }));
        Ok(())
    }

    /// Reports the outer variables that a function changes. The function is identified by its number in the file; the
    /// line confirms that it is the same function.
    fn check_changes(&mut self, file: usize, found: &Inspection) {
        let Some(of_file) = self.changes.get(file) else { return };
        let Some(changes) = usize::try_from(found.body).ok().and_then(|body| of_file.get(body)) else { return };
        if changes.line != found.line {
            return self.complain(
                file,
                found.line,
                "cannot determine what this function changes; please report it".to_owned(),
            );
        }
        for change in &changes.variables {
            let text = format!(
                "`{}` outlives this run: rules may keep nothing between runs except the state of the game; \
                 use game:set or unit:set",
                change.name
            );
            self.complain(file, change.line, text);
        }
    }
}

fn inspect(lua: &Lua, function: &Function) -> mlua::Result<Inspection> {
    let mut found = Inspection { chunk: String::new(), body: -1, line: 0, held: Vec::new() };
    let mut names = Vec::new();
    // SAFETY: the function is the only value on the stack; its upvalues replace it, after room is made for them.
    let values = unsafe {
        lua.exec_raw::<MultiValue>(function, |state| {
            let mut info: ffi::lua_Debug = std::mem::zeroed();
            if ffi::lua_getinfo(state, -1, c"sp".as_ptr(), &mut info) != 0 {
                found.chunk = CStr::from_ptr(info.short_src).to_string_lossy().into_owned();
                (found.body, found.line) = (info.bytecodeid, info.linedefined.max(0) as usize);
            }
            ffi::luaL_checkstack(state, 256, c"captured variables".as_ptr());
            loop {
                let name = ffi::lua_getupvalue(state, 1, names.len() as i32 + 1);
                if name.is_null() {
                    break;
                }
                names.push(CStr::from_ptr(name).to_string_lossy().into_owned());
            }
            ffi::lua_remove(state, 1);
        })
    }?;
    found.held = names.into_iter().zip(values).collect();
    Ok(found)
}
