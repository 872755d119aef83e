//! Keeps coroutines that have ended, for reuse: creating a coroutine can take longer than running a rule.

use crate::sandbox::Tools;
use mlua::{Lua, Thread};

/// A pool of idle coroutines.
#[derive(Default)]
pub(crate) struct Threads(Vec<Thread>);

impl Threads {
    /// Takes an idle coroutine, or creates one if there is none.
    pub(crate) fn take(&mut self, lua: &Lua, tools: &Tools) -> mlua::Result<Thread> {
        match self.0.pop() {
            Some(thread) => Ok(thread),
            None => lua.create_thread(tools.run.clone()),
        }
    }

    /// Returns a coroutine that has ended to the pool.
    pub(crate) fn give_back(&mut self, thread: Thread) {
        self.0.push(thread);
    }
}
