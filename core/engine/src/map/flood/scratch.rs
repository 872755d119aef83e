//! Scratch memory for floods.

use crate::map::Reach;
use crate::set::bits;
use std::ops::Range;

/// Scratch memory for floods, reused by callers that run many floods.
#[derive(Clone, Debug, Default)]
pub struct FloodScratch {
    /// The spaces still to be expanded; always empty between floods, so that it need not be cleared.
    pub(in crate::map) waiting: Waiting,
    /// The spaces that can be entered and have not been reached yet, word by word.
    pub(in crate::map) open: Vec<Open>,
    /// The spaces for which step rules restrict entry.
    ruled: Vec<u64>,
}

impl FloodScratch {
    /// Prepares for a flood over sets of `words` words, with steps that cost at most `dearest`.
    pub(in crate::map) fn prepare(&mut self, query: &Reach, words: usize, dearest: u8) {
        self.waiting.widen(words, dearest);
        self.ruled.clear();
        self.ruled.resize(words, 0);
        query.terms.steps.iter().for_each(|rule| bits::union(&mut self.ruled, rule.into));
        self.open.clear();
        self.open.extend(
            query
                .blocked
                .iter()
                .zip(&self.ruled)
                .map(|(blocked, ruled)| Open { free: !(blocked | ruled), ruled: ruled & !blocked }),
        );
    }
}

/// The spaces of a word that can be entered and have not been reached yet.
#[derive(Clone, Copy, Debug)]
pub(in crate::map) struct Open {
    /// The spaces without step rules, which are entered at the regular cost.
    pub(in crate::map) free: u64,
    /// The spaces for which step rules restrict entry.
    pub(in crate::map) ruled: u64,
}

impl Open {
    /// Closes `spaces`, and returns those that were open.
    #[inline]
    pub(in crate::map) fn close(&mut self, spaces: u64) -> u64 {
        let fresh = spaces & (self.free | self.ruled);
        (self.free, self.ruled) = (self.free & !spaces, self.ruled & !spaces);
        fresh
    }
}

/// Spaces waiting to be expanded, by the cost of reaching them.
#[derive(Clone, Debug, Default)]
pub(in crate::map) struct Waiting {
    /// The number of words in a set of spaces.
    words: usize,
    /// The mask for ring indices: the number of rings, a power of two, minus 1.
    round: usize,
    /// A set of spaces for each cost, used as a ring buffer.
    rings: Vec<u64>,
    /// For each ring, the groups of words that may have members, one bit per group.
    marks: Vec<u64>,
    /// The binary logarithm of the number of words in a group.
    group: u32,
}

impl Waiting {
    /// Makes room for sets of `words` words, and for costs that differ by up to `apart`.
    fn widen(&mut self, words: usize, apart: u8) {
        let rings = (usize::from(apart) + 1).next_power_of_two();
        (self.words, self.round) = (words, rings - 1);
        self.group = words.div_ceil(64).next_power_of_two().trailing_zeros();
        if self.rings.len() < rings * words || self.marks.len() < rings {
            self.rings.resize(self.rings.len().max(rings * words), 0);
            self.marks.resize(self.marks.len().max(rings), 0);
        }
    }

    /// Adds spaces, given as a word of a set.
    #[inline]
    pub(in crate::map) fn add(&mut self, cost: u32, word: usize, spaces: u64) {
        let ring = cost as usize & self.round;
        self.rings[ring * self.words + word] |= spaces;
        self.marks[ring] |= 1 << (word >> self.group);
    }

    /// Returns the next range of words that may contain spaces queued at `cost`. Each range is returned only once, so
    /// the caller must take the spaces of all its words.
    #[inline]
    pub(in crate::map) fn next(&mut self, cost: u32) -> Option<Range<usize>> {
        let marks = &mut self.marks[cost as usize & self.round];
        if *marks == 0 {
            return None;
        }
        let first = (marks.trailing_zeros() as usize) << self.group;
        *marks &= *marks - 1;
        Some(first..self.words.min(first + (1 << self.group)))
    }

    /// Takes the spaces of a word that are queued at `cost`.
    #[inline]
    pub(in crate::map) fn take(&mut self, cost: u32, word: usize) -> u64 {
        let ring = cost as usize & self.round;
        std::mem::take(&mut self.rings[ring * self.words + word])
    }

    /// Returns the number of consecutive costs that have separate rings.
    pub(in crate::map) fn rings(&self) -> u32 {
        self.round as u32 + 1
    }
}
