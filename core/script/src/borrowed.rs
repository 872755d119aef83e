//! The table the scripts of this thread are working on.
//!
//! While a script runs, the functions it calls must find the game. The host lends the table to this slot for exactly as
//! long.

use crate::arena::Arena;
use grognard_engine::table::Table;
use std::cell::Cell;
use std::ptr;

/// What a script may do at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// Change the state and ask players: a procedure runs.
    Play,
    /// Look only: a predicate, an evaluation, a reason.
    Look,
}

/// What is lent.
pub(crate) struct Context<'a> {
    pub(crate) table: &'a mut Table,
    pub(crate) arena: &'a mut Arena,
    pub(crate) access: Access,
}

thread_local! {
    /// What is lent; null also while somebody is working on it.
    static SLOT: Cell<*mut ()> = const { Cell::new(ptr::null_mut()) };
}

/// Lends `desk` to the scripts that `work` runs.
pub(crate) fn lend<T>(desk: &mut Context, work: impl FnOnce() -> T) -> T {
    let _before = ContextGuard(SLOT.replace(ptr::from_mut(desk).cast()));
    work()
}

/// Puts back what was lent before.
struct ContextGuard(*mut ());

impl Drop for ContextGuard {
    fn drop(&mut self) {
        SLOT.set(self.0);
    }
}

/// Works on the desk that is lent, if there is one and nobody else is working on it.
#[inline]
pub(crate) fn with<T>(work: impl FnOnce(&mut Context) -> T) -> Option<T> {
    let slot = SLOT.replace(ptr::null_mut());
    if slot.is_null() {
        return None;
    }
    let _free = ContextGuard(slot);
    // SAFETY: the pointer was made from a `&mut Context` in `lend`, whose caller keeps that borrow until `lend` has put
    // the previous pointer back; it never leaves this thread; while it is used here it is not in the slot, so that no
    // second reference can be made.
    Some(work(unsafe { &mut *slot.cast::<Context>() }))
}
