//! Counts the calls of each rule. A host that does not count calls runs none of this code.

use crate::declarations;
use crate::loader::Loading;
use mlua::{Function, Lua, Result, Table};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The number of calls per rule.
pub(crate) type CallCounts = BTreeMap<String, Rc<Cell<u64>>>;

/// Wraps every rule in a counter. This happens after sealing, because sealing rejects functions that keep state, and a
/// counter keeps state.
pub(crate) fn count(lua: &Lua, loading: &Loading) -> Result<CallCounts> {
    let mut counts = CallCounts::new();
    for (name, rule) in declarations::rules(loading)? {
        let Some((module, field)) = name.rsplit_once('.') else { continue };
        let Some(table) = loading.modules.get(module).and_then(|&file| declarations::table(loading, file)) else {
            continue;
        };
        let calls = Rc::new(Cell::new(0));
        put(&table, field, &counting_rule(lua, loading, rule, calls.clone())?)?;
        counts.insert(name, calls);
    }
    Ok(counts)
}

fn counting_rule(lua: &Lua, loading: &Loading, rule: Function, calls: Rc<Cell<u64>>) -> Result<Function> {
    let note = lua.create_function(move |_, ()| {
        calls.set(calls.get() + 1);
        Ok(())
    })?;
    loading.tools.count.call((rule, note))
}

fn put(table: &Table, field: &str, function: &Function) -> Result<()> {
    table.set_readonly(false);
    let result = table.raw_set(field, function);
    table.set_readonly(true);
    result
}
