//! The saved part of a state, with its hash.

use super::{SavedState, StateHash};
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

thread_local! {
    /// A buffer for the serialized state whose hash is being computed, kept so that its memory is reused.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A saved state whose hash is computed at most once between two changes. Every change goes through `deref_mut`, which
/// drops the hash.
#[derive(Clone, Debug)]
pub(super) struct Hashed {
    saved: SavedState,
    hash: OnceLock<StateHash>,
}

impl Hashed {
    pub(super) fn new(saved: SavedState) -> Hashed {
        Hashed { saved, hash: OnceLock::new() }
    }

    pub(super) fn hash(&self) -> StateHash {
        *self.hash.get_or_init(|| hash(&self.saved))
    }

    /// Copies another state, and reuses the memory of this one.
    pub(super) fn copy_from(&mut self, other: &Hashed) {
        self.saved.clone_from(&other.saved);
        self.hash.clone_from(&other.hash);
    }
}

impl Deref for Hashed {
    type Target = SavedState;

    fn deref(&self) -> &SavedState {
        &self.saved
    }
}

impl DerefMut for Hashed {
    fn deref_mut(&mut self) -> &mut SavedState {
        self.hash.take();
        &mut self.saved
    }
}

fn hash(saved: &SavedState) -> StateHash {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        *buffer = postcard::to_extend(saved, std::mem::take(buffer)).unwrap_or_default();
        let mut short = [0; 8];
        short.copy_from_slice(&blake3::hash(buffer).as_bytes()[..8]);
        StateHash(short)
    })
}
