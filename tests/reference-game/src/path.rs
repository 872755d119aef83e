//! Paths, and short lists on the stack.

use std::ops::Deref;

/// The maximum number of spaces of a path: across the board, including the start.
const MAX_PATH: usize = 15;

/// A path from space to space, including the start.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Path {
    spaces: [u8; MAX_PATH],
    length: u8,
}

impl Path {
    /// No path; fills the unused entries of a list.
    pub const NONE: Path = Path { spaces: [0; MAX_PATH], length: 0 };

    /// A path that has not left its start.
    pub const fn from(start: u8) -> Path {
        let mut spaces = [0; MAX_PATH];
        spaces[0] = start;
        Path { spaces, length: 1 }
    }

    /// This path extended by a space.
    #[inline(always)]
    pub fn then(mut self, space: u8) -> Path {
        self.spaces[self.length as usize] = space;
        self.length += 1;
        self
    }

    /// The spaces from the start to the end.
    #[inline(always)]
    pub fn spaces(&self) -> &[u8] {
        &self.spaces[..self.length as usize]
    }

    /// Where it ends.
    #[inline(always)]
    pub fn end(&self) -> u8 {
        self.spaces[self.length as usize - 1]
    }
}

impl std::fmt::Debug for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.spaces()).finish()
    }
}

/// A list of at most `N` items, without allocation.
#[derive(Clone, Copy, Debug)]
pub struct List<T, const N: usize> {
    items: [T; N],
    length: usize,
}

impl<T: Copy, const N: usize> List<T, N> {
    /// An empty list; `filler` fills the unused entries.
    #[inline(always)]
    pub const fn new(filler: T) -> List<T, N> {
        List { items: [filler; N], length: 0 }
    }

    /// Appends an item.
    ///
    /// # Panics
    /// If the list is full.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        self.items[self.length] = item;
        self.length += 1;
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.items[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_grows_at_its_end() {
        let path = Path::from(7).then(8).then(19);
        assert_eq!((path.spaces(), path.end()), ([7, 8, 19].as_slice(), 19));
        assert_eq!(format!("{path:?}"), "[7, 8, 19]");
    }
}
