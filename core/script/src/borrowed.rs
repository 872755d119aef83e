//! Lends the table of a game to the scripts of this thread.
//!
//! While a script runs, the functions it calls must find the game. The host lends the table to this slot for that time
//! only.

use crate::arena::Arena;
use grognard_engine::table::Table;
use std::cell::Cell;
use std::ptr;

/// What a script may currently do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// The script may change the state and ask players: a procedure is running.
    Play,
    /// The script may only read: a predicate, an evaluation or a reason is running.
    Look,
}

/// The table and everything else that is lent to scripts.
pub(crate) struct Context<'a> {
    pub(crate) table: &'a mut Table,
    pub(crate) arena: &'a mut Arena,
    pub(crate) access: Access,
}

thread_local! {
    /// The lent context; also null while it is in use.
    static SLOT: Cell<*mut ()> = const { Cell::new(ptr::null_mut()) };
}

/// Lends `desk` to the scripts that `work` runs.
pub(crate) fn lend<T>(desk: &mut Context, work: impl FnOnce() -> T) -> T {
    let _before = ContextGuard(SLOT.replace(ptr::from_mut(desk).cast()));
    work()
}

/// A guard that restores what was lent before.
struct ContextGuard(*mut ());

impl Drop for ContextGuard {
    fn drop(&mut self) {
        SLOT.set(self.0);
    }
}

/// Runs `work` on the lent context, unless there is none or it is in use.
#[inline]
pub(crate) fn with<T>(work: impl FnOnce(&mut Context) -> T) -> Option<T> {
    let slot = SLOT.replace(ptr::null_mut());
    if slot.is_null() {
        return None;
    }
    let _free = ContextGuard(slot);
    // SAFETY: the pointer was made from a `&mut Context` in `lend`, whose caller keeps that borrow until `lend` has
    // restored the previous pointer; it never leaves this thread; while in use it is not in the slot, so no second
    // reference can be made.
    Some(work(unsafe { &mut *slot.cast::<Context>() }))
}
