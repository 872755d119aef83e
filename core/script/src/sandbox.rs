//! A virtual machine for untrusted programs. There are no files, network, clock, randomness, addresses or writable
//! globals, and no script can escape the limits on time and memory.

use crate::bridge;
use crate::budget;
use crate::instrumentation::Instrumentation;
use crate::library;
use crate::library_costs::NOT_INLINED;
use crate::profiler;
use crate::suggestions::hint;
use grognard_luau::Globals;
use mlua::chunk::Compiler;
use mlua::state::LuaOptions;
use mlua::{Function, Lua, StdLib, Table, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the chunk that contains the engine's own Luau code.
pub(crate) const PRELUDE: &str = "prelude";

/// Functions and values of Luau and mlua that rules must not have: access to the outside world, addresses, undefined
/// iteration orders, and results that differ between machines (such as the functions of the operating system's
/// mathematics library).
const FORBIDDEN: [(&str, &[&str]); 3] = [
    (
        "",
        &[
            "collectgarbage",
            "dofile",
            "gcinfo",
            "getfenv",
            "loadstring",
            "newproxy",
            "next",
            "print",
            "rawequal",
            "require",
            "setfenv",
            "_VERSION",
        ],
    ),
    (
        "math",
        &[
            "acos",
            "asin",
            "atan",
            "atan2",
            "cos",
            "cosh",
            "exp",
            "log",
            "log10",
            "noise",
            "pow",
            "random",
            "randomseed",
            "sin",
            "sinh",
            "tan",
            "tanh",
        ],
    ),
    ("table", &["foreach", "foreachi", "getn", "maxn"]),
];

/// A virtual machine and the functions of the prelude.
pub(crate) struct Sandbox {
    pub(crate) lua: Lua,
    pub(crate) tools: Tools,
}

/// The functions of the prelude.
#[derive(Clone)]
pub(crate) struct Tools {
    pub(crate) run: Function,
    pub(crate) wrap: Function,
    pub(crate) count: Function,
    strict: Function,
    declare: Function,
}

impl Tools {
    /// Makes a table report unknown names.
    pub(crate) fn make_strict(&self, what: &str, table: &Table) -> mlua::Result<()> {
        self.strict.call((what, table))
    }
}

impl Sandbox {
    /// Creates a virtual machine with nothing loaded. Globals can still be added until [`Sandbox::close`].
    pub(crate) fn new(note: Instrumentation) -> mlua::Result<Sandbox> {
        let libraries = StdLib::MATH | StdLib::STRING | StdLib::TABLE | StdLib::BIT | StdLib::UTF8;
        let lua = Lua::new_with(libraries, LuaOptions::new())?;
        lua.set_memory_limit(budget::HARD_MEMORY)?;
        lua.set_compiler(compiler());
        let handles = if note == Instrumentation::Costs { &profiler::NOTED } else { &bridge::PLAIN };
        let functions = bridge::install(&lua, handles)?;
        library::install(&lua)?;
        let host = lua.create_table()?;
        host.raw_set("arguments", functions.arguments)?;
        host.raw_set("deliver", functions.deliver)?;
        host.raw_set(
            "unknown",
            lua.create_function(|_, (what, name, known): (String, Value, Table)| Ok(unknown(&what, &name, &known)))?,
        )?;
        let prelude = lua.load(include_str!("prelude.luau")).set_name(format!("={PRELUDE}"));
        let (tools, additions): (Table, Table) = prelude.call(host)?;
        let all = lua.globals();
        let library =
            |name: &str| -> mlua::Result<Table> { if name.is_empty() { Ok(all.clone()) } else { all.raw_get(name) } };
        for (name, forbidden) in FORBIDDEN {
            let library = library(name)?;
            forbidden.iter().try_for_each(|name| library.raw_set(*name, Value::Nil))?;
        }
        additions.for_each(|name: Value, value: Value| all.raw_set(name, value))?;
        all.raw_set("refuse", functions.refuse)?;
        let tools = Tools {
            run: tools.raw_get("run")?,
            wrap: tools.raw_get("wrap")?,
            count: tools.raw_get("count")?,
            strict: tools.raw_get("strict")?,
            declare: tools.raw_get("declare")?,
        };
        Ok(Sandbox { lua, tools })
    }

    /// Adds the functions that scripts call to declare questions and rule changes, and to require modules.
    pub(crate) fn declare(&self, functions: Table) -> mlua::Result<()> {
        let added: Table = self.tools.declare.call(functions)?;
        added.for_each(|name: Value, function: Value| self.lua.globals().raw_set(name, function))
    }

    /// Makes the globals read-only, and makes unknown names errors from then on.
    pub(crate) fn close(&self) -> mlua::Result<()> {
        self.tools.make_strict("", &self.lua.globals())?;
        self.lua.sandbox(true)?;
        self.lua.globals().set_readonly(true);
        Ok(())
    }

    /// Returns the names of the globals, each with its members if it is a library.
    pub(crate) fn globals(&self) -> mlua::Result<Globals> {
        let mut globals = BTreeMap::new();
        self.lua.globals().for_each(|name: String, value: Value| {
            let mut members = BTreeSet::new();
            if let (Value::Table(library), false) = (value, name == "_G") {
                library.for_each(|name: String, _: Value| {
                    members.insert(name);
                    Ok(())
                })?;
            }
            globals.insert(name, members);
            Ok(())
        })?;
        Ok(globals)
    }
}

/// Creates the compiler settings for scripts.
pub(crate) fn compiler() -> Compiler {
    Compiler::new().set_optimization_level(1).set_debug_level(2).set_disabled_builtins(NOT_INLINED)
}

fn unknown(what: &str, name: &Value, known: &Table) -> String {
    let name = match name {
        Value::String(name) => name.to_string_lossy(),
        other => {
            return format!(
                "a key of {} must be a string, not {}",
                if what.is_empty() { "the global table" } else { what },
                other.type_name()
            );
        }
    };
    let mut names = Vec::new();
    let _ = known.for_each(|name: String, _: Value| {
        names.push(name);
        Ok(())
    });
    names.sort();
    let hint = hint(&name, names.iter().map(String::as_str));
    let name = crate::suggestions::shorten(&name);
    match what.is_empty() {
        true => format!("there is nothing called `{name}` here{hint}"),
        false => format!("the module `{what}` has no rule `{name}`{hint}"),
    }
}
