//! Lends a game's table to the scripts on this thread.
//!
//! While a script runs, the functions that it calls need the game. The host stores the table in a thread-local slot for
//! that time only.

use crate::arena::Arena;
use grognard_engine::table::Table;
use std::cell::Cell;
use std::ptr;

/// A running script's access to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// The script may change the state and ask players for decisions: a procedure is running.
    Play,
    /// The script may only read: it evaluates a position, tests a condition or explains a refusal.
    Look,
}

/// The table and the other data lent to scripts.
pub(crate) struct Context<'a> {
    pub(crate) table: &'a mut Table,
    pub(crate) arena: &'a mut Arena,
    pub(crate) access: Access,
}

thread_local! {
    /// The lent context; null if there is none or it is in use.
    static SLOT: Cell<*mut ()> = const { Cell::new(ptr::null_mut()) };
}

/// Lends `desk` to the scripts that `work` runs.
#[inline]
pub(crate) fn lend<T>(desk: &mut Context, work: impl FnOnce() -> T) -> T {
    let _before = ContextGuard(SLOT.replace(ptr::from_mut(desk).cast()));
    work()
}

/// A guard that restores the previously lent context.
struct ContextGuard(*mut ());

impl Drop for ContextGuard {
    fn drop(&mut self) {
        SLOT.set(self.0);
    }
}

/// Runs `work` on the lent context. Returns `None` if there is none or it is in use.
#[inline]
pub(crate) fn with<T>(work: impl FnOnce(&mut Context) -> T) -> Option<T> {
    let slot = SLOT.replace(ptr::null_mut());
    if slot.is_null() {
        return None;
    }
    let _free = ContextGuard(slot);
    // SAFETY: the pointer was made from a `&mut Context` in `lend`, whose caller keeps that borrow until `lend` has
    // restored the previous pointer; it never leaves this thread; while in use, it is not in the slot, so no second
    // reference can be created.
    Some(work(unsafe { &mut *slot.cast::<Context>() }))
}
