//! A virtual machine for strangers' programs: no files, no network, no clock, no randomness, no addresses, no writable globals,
//! and limits on time and memory that a script cannot catch.

use crate::bridge;
use mlua::chunk::Compiler;
use mlua::{Function, Lua, StdLib, Table, Value};

/// Memory a game's scripts may use.
const MEMORY: usize = 64 << 20;

/// Loop turns and calls a single run of a rule may take.
pub(crate) const SAFEPOINTS: u64 = 30_000_000;

/// What Luau and mlua offer that a rule must not have.
const FORBIDDEN: [&str; 11] = [
    "collectgarbage",
    "loadstring",
    "require",
    "getfenv",
    "setfenv",
    "newproxy",
    "print",
    "next",
    "rawequal",
    "gcinfo",
    "dofile",
];

/// A machine and the function through which rules are run.
pub(crate) struct Sandbox {
    pub(crate) lua: Lua,
    pub(crate) run: Function,
    pub(crate) wrap: Function,
}

impl Sandbox {
    /// A machine with nothing loaded. Globals can still be added until [`Sandbox::close`].
    pub(crate) fn new() -> mlua::Result<Sandbox> {
        let lua = Lua::new_with(StdLib::MATH | StdLib::STRING | StdLib::TABLE | StdLib::BIT | StdLib::UTF8 | StdLib::BUFFER, mlua::state::LuaOptions::new())?;
        lua.set_memory_limit(MEMORY)?;
        lua.set_compiler(Compiler::new().set_optimization_level(1).set_debug_level(1));
        let (arguments, deliver) = bridge::install(&lua)?;
        let host = lua.create_table()?;
        host.raw_set("arguments", arguments)?;
        host.raw_set("deliver", deliver)?;
        let prelude = lua.load(include_str!("prelude.luau")).set_name("=prelude");
        let (tools, library, globals): (Table, Table, Table) = prelude.call(host)?;
        let all = lua.globals();
        for name in FORBIDDEN {
            all.raw_set(name, Value::Nil)?;
        }
        let math: Table = all.raw_get("math")?;
        for name in ["random", "randomseed", "noise"] {
            math.raw_set(name, Value::Nil)?;
        }
        let string: Table = all.raw_get("string")?;
        copy(&library, &string)?;
        copy(&globals, &all)?;
        Ok(Sandbox { run: tools.raw_get("run")?, wrap: tools.raw_get("wrap")?, lua })
    }

    /// Makes the globals read-only; names that do not exist are errors from now on.
    pub(crate) fn close(&self) -> mlua::Result<()> {
        let missing = self.lua.create_function(|_, (_, name): (Value, Value)| -> mlua::Result<Value> {
            let name = name.to_string()?;
            Err(mlua::Error::runtime(format!("there is nothing called `{name}` here")))
        })?;
        let meta = self.lua.create_table()?;
        meta.raw_set("__index", missing)?;
        meta.raw_set("__metatable", false)?;
        self.lua.globals().set_metatable(Some(meta))?;
        self.lua.sandbox(true)?;
        self.lua.globals().set_readonly(true);
        Ok(())
    }
}

fn copy(from: &Table, to: &Table) -> mlua::Result<()> {
    from.for_each(|name: Value, value: Value| to.raw_set(name, value))
}
