//! Charges for Luau's library functions: each is wrapped in a function that first deducts the cost from the budget.

use crate::arguments::Arguments;
use crate::bridge;
use crate::budget;
use crate::library_costs::{Cost, FUNCTIONS, LibraryFunction, copied_text};
use crate::pcall;
use mlua::ffi::{self, lua_State};
use mlua::{Function, Lua, Table};
use std::ffi::c_int;

/// Adds a charge to every function that has a price.
pub(crate) fn install(lua: &Lua) -> mlua::Result<()> {
    let globals = lua.globals();
    for (name, function) in pcall::functions(lua)? {
        globals.raw_set(name, function)?;
    }
    for priced in FUNCTIONS {
        if let Cost::Charged(_) = priced.cost {
            let library: Table =
                if priced.library.is_empty() { globals.clone() } else { globals.raw_get(priced.library)? };
            let name = priced.name.to_string_lossy();
            let function: Function = library.raw_get(&*name)?;
            library.raw_set(&*name, charging_function(lua, priced, &function)?)?;
        }
    }
    let utf8: Table = globals.raw_get("utf8")?;
    let codes: Function = utf8.raw_get("codes")?;
    // SAFETY: the function becomes an upvalue of the new function, which is returned.
    let codes: Function =
        unsafe { lua.exec_raw(codes, |state| ffi::lua_pushcclosurek(state, go_through, c"codes".as_ptr(), 1, None))? };
    utf8.raw_set("codes", codes)
}

fn charging_function(lua: &Lua, priced: &'static LibraryFunction, function: &Function) -> mlua::Result<Function> {
    // SAFETY: the function and its price become upvalues of the new function, which is returned. Prices and names live
    // as long as the program.
    unsafe {
        lua.exec_raw(function, |state| {
            ffi::lua_pushlightuserdata(state, std::ptr::from_ref(priced).cast_mut().cast());
            ffi::lua_pushcclosurek(state, charge, priced.name.as_ptr(), 2, None);
        })
    }
}

unsafe extern "C-unwind" fn charge(state: *mut lua_State) -> c_int {
    // SAFETY: `charging_function` put both values there. Nothing that needs dropping is alive when an error is raised,
    // and the function finds the stack as its caller left it.
    unsafe {
        let priced = &*ffi::lua_touserdata(state, ffi::lua_upvalueindex(2)).cast::<LibraryFunction>();
        let Cost::Charged(cost) = priced.cost else { return 0 };
        match cost(&Arguments::new(state)) {
            Ok(cost) => budget::charge(state, cost),
            Err(refused) => return bridge::raise(state, refused.into()),
        }
        call_stored_function(state)
    }
}

/// Runs the C function stored in the first upvalue, with the stack unchanged.
unsafe fn call_stored_function(state: *mut lua_State) -> c_int {
    // SAFETY: the stored value is a C function without upvalues.
    unsafe {
        match ffi::lua_tocfunction(state, ffi::lua_upvalueindex(1)) {
            Some(function) => budget::without_memory_count(|| function(state)),
            None => 0,
        }
    }
}

/// Runs `utf8.codes`, and replaces the step function that it returns with one that is charged, because scripts can call
/// the step function with any string.
unsafe extern "C-unwind" fn go_through(state: *mut lua_State) -> c_int {
    // SAFETY: as in `charge`; the results are the step, the string and a number.
    unsafe {
        let results = call_stored_function(state);
        ffi::lua_pushvalue(state, -results);
        ffi::lua_pushcclosurek(state, step, c"codes".as_ptr(), 1, None);
        ffi::lua_replace(state, -results - 1);
        results
    }
}

unsafe extern "C-unwind" fn step(state: *mut lua_State) -> c_int {
    // SAFETY: as in `charge`.
    unsafe {
        if let Ok(cost) = copied_text(&Arguments::new(state)) {
            budget::charge(state, cost);
        }
        call_stored_function(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instrumentation::Instrumentation;
    use crate::loader::{self, ScriptFile};
    use crate::sandbox::Sandbox;
    use mlua::Value;
    use std::collections::BTreeSet;

    /// Returns the names of all functions available to scripts.
    fn found() -> BTreeSet<String> {
        let file = ScriptFile::new("main.luau".to_owned(), "main".to_owned(), "return {}".to_owned(), false);
        let loaded =
            loader::load(vec![file].into(), Instrumentation::Nothing).unwrap_or_else(|errors| panic!("{errors:?}"));
        let mut found = BTreeSet::new();
        let mut note = |name: String, value: &Value| {
            if value.is_function() {
                found.insert(name);
            }
        };
        let globals: Table = loaded.sandbox.lua.globals().get("_G").unwrap();
        for pair in globals.pairs::<String, Value>() {
            let (name, value) = pair.unwrap();
            note(name.clone(), &value);
            if let (Value::Table(library), false) = (value, name == "_G") {
                library
                    .pairs::<String, Value>()
                    .map(Result::unwrap)
                    .for_each(|(member, value)| note(format!("{name}.{member}"), &value));
            }
        }
        found
    }

    #[test]
    fn every_function_of_the_library_has_a_cost() {
        let priced: BTreeSet<String> = FUNCTIONS.iter().map(LibraryFunction::full_name).collect();
        assert_eq!(priced.len(), FUNCTIONS.len(), "no function is named twice");
        assert_eq!(found(), priced, "functions that scripts find, and functions with a cost in `library_costs.rs`");
    }

    #[test]
    fn functions_are_charged_as_the_list_says() {
        let sandbox = Sandbox::new(Instrumentation::Nothing).unwrap();
        let plain = Lua::new();
        for priced in FUNCTIONS {
            let function = |lua: &Lua| -> Option<Function> {
                let globals = lua.globals();
                let library: Table =
                    if priced.library.is_empty() { globals } else { globals.get(priced.library).ok()? };
                library.get::<Option<Function>>(&*priced.name.to_string_lossy()).ok()?
            };
            let native = |lua: &Lua| function(lua).map(|function| address(lua, &function));
            let is_theirs = native(&sandbox.lua).is_some() && native(&sandbox.lua) == native(&plain);
            assert_eq!(is_theirs, matches!(priced.cost, Cost::Constant(_)), "{}", priced.full_name());
        }
    }

    /// Returns the address of a C function.
    fn address(lua: &Lua, function: &Function) -> usize {
        let mut address = 0;
        // SAFETY: the function is only read and then dropped.
        let result = unsafe {
            lua.exec_raw::<Value>(function, |state| {
                address = ffi::lua_tocfunction(state, -1).map_or(0, |function| function as *const () as usize);
            })
        };
        result.map(|_| address).unwrap_or_default()
    }
}
