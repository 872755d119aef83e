//! Coroutines that have ended and can run something else: making one costs more than many a rule.

use crate::sandbox::Tools;
use mlua::{Lua, Thread};

/// Coroutines waiting for work.
#[derive(Default)]
pub(crate) struct Threads(Vec<Thread>);

impl Threads {
    /// A coroutine that can be started.
    pub(crate) fn take(&mut self, lua: &Lua, tools: &Tools) -> mlua::Result<Thread> {
        match self.0.pop() {
            Some(thread) => Ok(thread),
            None => lua.create_thread(tools.run.clone()),
        }
    }

    /// Takes a coroutine back that has come to its end.
    pub(crate) fn give_back(&mut self, thread: Thread) {
        self.0.push(thread);
    }
}
