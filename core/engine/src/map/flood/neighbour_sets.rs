//! Keeps a set of neighbours for each space and computes unions of such sets. Floods are based on these unions.

use crate::ids::{Id, SpaceId};
use crate::set::bits;

/// The number of words to which short rows are padded.
const NARROW: usize = 4;
const WIDE: usize = 8;

/// For each space, a set of spaces as a row of words. On small maps, the width of the rows is known at compile time.
#[derive(Clone, Debug, Default)]
pub(in crate::map) struct NeighbourSets {
    width: usize,
    words: Vec<u64>,
}

/// A set of spaces in a fixed number of words, for small maps.
pub(in crate::map) type Board<const W: usize> = [u64; W];

impl NeighbourSets {
    /// Creates `spaces` empty sets.
    pub(in crate::map) fn new(spaces: usize) -> NeighbourSets {
        let words = bits::words(spaces);
        let width = [NARROW, WIDE].into_iter().find(|&width| words <= width).unwrap_or(words);
        NeighbourSets { width, words: vec![0; spaces * width] }
    }

    /// Adds `member` to the set of the space `row`.
    pub(in crate::map) fn insert(&mut self, row: SpaceId, member: SpaceId) {
        bits::insert(&mut self.words[row.index() * self.width..][..self.width], member.index());
    }

    /// Returns the set of a space; it may have more words than the map's sets.
    #[inline]
    pub(in crate::map) fn of(&self, space: SpaceId) -> &[u64] {
        &self.words[space.index() * self.width..][..self.width]
    }

    /// Returns whether the rows are `W` words wide.
    pub(in crate::map) fn fits<const W: usize>(&self) -> bool {
        self.width == W
    }

    /// Adds the sets of all spaces in `from` to `out`.
    #[inline]
    pub(in crate::map) fn spread<const W: usize>(&self, from: &Board<W>, out: &mut Board<W>) {
        let rows = self.words.as_chunks::<W>().0;
        let mut all = *out;
        for (at, &word) in from.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let row = &rows[at * 64 + rest.trailing_zeros() as usize];
                rest &= rest - 1;
                all.iter_mut().zip(row).for_each(|(all, row)| *all |= row);
            }
        }
        *out = all;
    }

    /// Adds the sets of all spaces in `from` to `out`, for sets of any size.
    pub(in crate::map) fn add(&self, from: &[u64], out: &mut [u64]) {
        match self.width {
            NARROW => self.add_board::<NARROW>(from, out),
            WIDE => self.add_board::<WIDE>(from, out),
            _ => bits::iter(from).for_each(|space| bits::union(out, self.of(SpaceId::from_index(space)))),
        }
    }

    fn add_board<const W: usize>(&self, from: &[u64], out: &mut [u64]) {
        let mut all = board::<W>(out);
        self.spread(&board(from), &mut all);
        out.copy_from_slice(&all[..out.len()]);
    }

    /// Extends `out` with the spaces that are connected to it through spaces in `through`.
    pub(in crate::map) fn connect(&self, through: &[u64], out: &mut [u64]) {
        match self.width {
            NARROW => self.connect_board::<NARROW>(through, out),
            WIDE => self.connect_board::<WIDE>(through, out),
            _ => self.connect_words(through, out),
        }
    }

    fn connect_board<const W: usize>(&self, through: &[u64], out: &mut [u64]) {
        let (mut open, mut all) = (board::<W>(through), board::<W>(out));
        let mut front = all;
        while front != [0; W] {
            let mut next = [0; W];
            bits::subtract(&mut open, &front);
            self.spread(&front, &mut next);
            bits::intersect(&mut next, &open);
            bits::union(&mut all, &next);
            front = next;
        }
        out.copy_from_slice(&all[..out.len()]);
    }

    fn connect_words(&self, through: &[u64], out: &mut [u64]) {
        let mut front = out.to_vec();
        let mut next = vec![0; out.len()];
        while !bits::is_empty(&front) {
            next.fill(0);
            self.add(&front, &mut next);
            bits::intersect(&mut next, through);
            bits::subtract(&mut next, out);
            bits::union(out, &next);
            std::mem::swap(&mut front, &mut next);
        }
    }
}

/// Pads a set to the size of a board.
#[inline]
pub(in crate::map) fn board<const W: usize>(set: &[u64]) -> Board<W> {
    let mut board = [0; W];
    board.iter_mut().zip(set).for_each(|(board, word)| *board = *word);
    board
}
