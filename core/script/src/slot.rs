//! The table the scripts of this thread are working on.
//!
//! While a script runs, the functions it calls must find the game. The host lends the table to this slot for exactly as long.

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
pub(crate) struct Desk<'a> {
    pub(crate) table: &'a mut Table,
    pub(crate) arena: &'a mut Arena,
    pub(crate) access: Access,
}

thread_local! {
    static SLOT: Cell<*mut ()> = const { Cell::new(ptr::null_mut()) };
    static BUSY: Cell<bool> = const { Cell::new(false) };
}

/// Lends `desk` to the scripts that `work` runs.
pub(crate) fn lend<T>(desk: &mut Desk, work: impl FnOnce() -> T) -> T {
    struct Restore(*mut (), bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            SLOT.set(self.0);
            BUSY.set(self.1);
        }
    }
    let _restore = Restore(SLOT.replace(ptr::from_mut(desk).cast()), BUSY.replace(false));
    work()
}

/// Works on the desk that is lent, if there is one and nobody else is working on it.
#[inline]
pub(crate) fn with<T>(work: impl FnOnce(&mut Desk) -> T) -> Option<T> {
    struct Free;
    impl Drop for Free {
        fn drop(&mut self) {
            BUSY.set(false);
        }
    }
    let slot = SLOT.get();
    if slot.is_null() || BUSY.replace(true) {
        return None;
    }
    let _free = Free;
    // SAFETY: the pointer was made from a `&mut Desk` in `lend`, whose caller keeps that borrow until `lend` has put the
    // previous pointer back; it never leaves this thread; BUSY keeps a second reference from being made.
    Some(work(unsafe { &mut *slot.cast::<Desk>() }))
}
