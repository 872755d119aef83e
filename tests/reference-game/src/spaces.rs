//! Sets of spaces: one bit per space, three words per set.

use crate::bits::{self, Bits};
use crate::tables::{BOARD, ODD_BOTTOMS, ODD_TOPS};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign};

/// A set of spaces; bit `i % 64` of word `i / 64` is space `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SpaceSet(pub [u64; 3]);

impl SpaceSet {
    /// No space.
    pub const EMPTY: SpaceSet = SpaceSet([0; 3]);

    /// One space.
    #[inline(always)]
    pub const fn one(space: u8) -> SpaceSet {
        let bit = 1 << (space & 63);
        let word = space >> 6;
        SpaceSet([bit * (word == 0) as u64, bit * (word == 1) as u64, bit * (word == 2) as u64])
    }

    /// These spaces.
    pub fn of(spaces: &[u8]) -> SpaceSet {
        spaces.iter().fold(SpaceSet::EMPTY, |set, &space| set | SpaceSet::one(space))
    }

    /// Whether a space belongs to the set.
    #[inline(always)]
    pub const fn contains(&self, space: u8) -> bool {
        self.0[(space >> 6) as usize] >> (space & 63) & 1 == 1
    }

    /// Adds a space.
    #[inline(always)]
    pub const fn insert(&mut self, space: u8) {
        self.0[(space >> 6) as usize] |= 1 << (space & 63);
    }

    /// Removes a space.
    #[inline(always)]
    pub const fn remove(&mut self, space: u8) {
        self.0[(space >> 6) as usize] &= !(1 << (space & 63));
    }

    /// Whether no space belongs to the set.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The number of spaces in the set.
    #[inline(always)]
    pub const fn count(&self) -> u32 {
        bits::count(self.0[0]) + bits::count(self.0[1]) + bits::count(self.0[2])
    }

    /// The `rank`-th space in ascending order, counting from 0; the set has more than `rank` spaces.
    #[inline(always)]
    pub fn nth(&self, rank: u32) -> u8 {
        let [a, b, c] = self.0;
        let first = bits::count(a);
        let second = first + bits::count(b);
        // Masks rather than branches: which word contains it is unpredictable.
        let past_first = ((rank >= first) as u64).wrapping_neg();
        let past_second = ((rank >= second) as u64).wrapping_neg();
        let word = a ^ ((a ^ b) & past_first) ^ ((b ^ c) & past_second);
        let before = (first & past_first as u32) + ((second - first) & past_second as u32);
        let base = (64 & past_first as u8) + (64 & past_second as u8);
        base + bits::nth(word, rank - before) as u8
    }

    /// The spaces in ascending order.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = u8> + use<> {
        let [first, second, third] = self.0;
        Bits(first).chain(Bits(second).map(|bit| bit + 64)).chain(Bits(third).map(|bit| bit + 128))
    }

    /// The spaces of this set that are not in the other.
    #[inline(always)]
    pub const fn without(self, other: SpaceSet) -> SpaceSet {
        let (a, b) = (self.0, other.0);
        SpaceSet([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2]])
    }

    /// Every space with a neighbour in the set.
    ///
    /// Columns follow each other in the numbering, so the six neighbours lie 1, 10 and 11 numbers away. A step that
    /// would leave the board lands, wrongly, on the top or bottom of an odd column; those are masked out before or
    /// after.
    #[inline(always)]
    pub const fn neighbours(self) -> SpaceSet {
        let not_tops = self.without(ODD_TOPS);
        let not_bottoms = self.without(ODD_BOTTOMS);
        let north = not_tops.down::<1>();
        let south = not_bottoms.up::<1>();
        let east = not_tops.or(south).up::<10>();
        let west = not_bottoms.or(north).down::<10>();
        let straight = north.without(ODD_BOTTOMS).or(south.without(ODD_TOPS));
        let mut all = east.or(west).or(straight);
        all.0[2] &= BOARD.0[2];
        all
    }

    /// The spaces with numbers above all in the set.
    pub const fn above(self) -> SpaceSet {
        let [a, b, c] = self.0;
        SpaceSet([above(a) * (b | c == 0) as u64, above(b) * (c == 0) as u64, above(c) & BOARD.0[2]])
    }

    /// The spaces with numbers below all in the set.
    pub const fn below(self) -> SpaceSet {
        let [a, b, c] = self.0;
        SpaceSet([below(a), below(b) * (a == 0) as u64, (below(c) * (a | b == 0) as u64) & BOARD.0[2]])
    }

    /// Every number raised by `N`.
    #[inline(always)]
    pub const fn up<const N: u32>(self) -> SpaceSet {
        let [a, b, c] = self.0;
        SpaceSet([a << N, b << N | a >> (64 - N), c << N | b >> (64 - N)])
    }

    /// Every number lowered by `N`.
    #[inline(always)]
    pub const fn down<const N: u32>(self) -> SpaceSet {
        let [a, b, c] = self.0;
        SpaceSet([a >> N | b << (64 - N), b >> N | c << (64 - N), c >> N])
    }

    /// The intersection.
    #[inline(always)]
    pub const fn and(self, other: SpaceSet) -> SpaceSet {
        let (a, b) = (self.0, other.0);
        SpaceSet([a[0] & b[0], a[1] & b[1], a[2] & b[2]])
    }

    /// The union.
    #[inline(always)]
    pub const fn or(self, other: SpaceSet) -> SpaceSet {
        let (a, b) = (self.0, other.0);
        SpaceSet([a[0] | b[0], a[1] | b[1], a[2] | b[2]])
    }
}

/// The bits above the highest set one.
const fn above(word: u64) -> u64 {
    if word == 0 { u64::MAX } else { (u64::MAX << word.ilog2()) << 1 }
}

/// The bits below the lowest set one.
const fn below(word: u64) -> u64 {
    if word == 0 { u64::MAX } else { (word & word.wrapping_neg()) - 1 }
}

impl BitOr for SpaceSet {
    type Output = SpaceSet;

    #[inline(always)]
    fn bitor(self, other: SpaceSet) -> SpaceSet {
        self.or(other)
    }
}

impl BitOrAssign for SpaceSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: SpaceSet) {
        *self = self.or(other);
    }
}

impl BitAnd for SpaceSet {
    type Output = SpaceSet;

    #[inline(always)]
    fn bitand(self, other: SpaceSet) -> SpaceSet {
        self.and(other)
    }
}

impl BitAndAssign for SpaceSet {
    #[inline(always)]
    fn bitand_assign(&mut self, other: SpaceSet) {
        *self = *self & other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{NEIGHBOURS, NOWHERE, SPACES};

    #[test]
    fn the_shifts_find_the_neighbours_of_the_table() {
        for (space, neighbours) in NEIGHBOURS.iter().enumerate() {
            let on_map: Vec<u8> = neighbours.iter().copied().filter(|&n| n != NOWHERE).collect();
            assert_eq!(SpaceSet::one(space as u8).neighbours(), SpaceSet::of(&on_map), "space {space}");
        }
        assert_eq!(BOARD.neighbours(), BOARD);
    }

    #[test]
    fn a_set_counts_lists_and_indexes_its_spaces() {
        let set = SpaceSet::of(&[0, 5, 63, 64, 100, 127, 128, 146]);
        assert_eq!(set.count(), 8);
        assert!(set.iter().eq([0, 5, 63, 64, 100, 127, 128, 146]));
        for (rank, space) in set.iter().enumerate() {
            assert_eq!(set.nth(rank as u32), space);
        }
        assert_eq!(BOARD.count() as usize, SPACES);
        assert_eq!(set.without(SpaceSet::one(64)).count(), 7);
    }

    #[test]
    fn above_and_below_a_set_lie_the_numbers_beyond_its_ends() {
        for set in [&[][..], &[0], &[146], &[63], &[64], &[20, 127, 128], &[70, 90]] {
            let set = SpaceSet::of(set);
            let all = || 0..SPACES as u8;
            let above: Vec<u8> = all().filter(|&space| set.iter().all(|other| space > other)).collect();
            let below: Vec<u8> = all().filter(|&space| set.iter().all(|other| space < other)).collect();
            assert_eq!((set.above(), set.below()), (SpaceSet::of(&above), SpaceSet::of(&below)), "{set:?}");
        }
    }
}
