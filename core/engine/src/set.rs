//! Sets of ids, such as spaces or units, stored as bits.

use crate::ids::Id;
use std::marker::PhantomData;

/// Operations on the words of a set, for callers with their own storage.
pub mod bits {
    /// Returns the number of words needed for ids below `count`.
    pub fn words(count: usize) -> usize {
        count.div_ceil(64)
    }

    /// Returns whether `index` is a member.
    #[inline]
    pub fn has(set: &[u64], index: usize) -> bool {
        set.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Adds `index`.
    #[inline]
    pub fn insert(set: &mut [u64], index: usize) {
        set[index / 64] |= 1 << (index % 64);
    }

    /// Removes `index`.
    #[inline]
    pub fn remove(set: &mut [u64], index: usize) {
        set[index / 64] &= !(1 << (index % 64));
    }

    /// Adds every member of `other`.
    #[inline]
    pub fn union(set: &mut [u64], other: &[u64]) {
        set.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
    }

    /// Keeps only the members that are also in `other`.
    #[inline]
    pub fn intersect(set: &mut [u64], other: &[u64]) {
        set.iter_mut().zip(other).for_each(|(a, b)| *a &= b);
    }

    /// Removes every member of `other`.
    #[inline]
    pub fn subtract(set: &mut [u64], other: &[u64]) {
        set.iter_mut().zip(other).for_each(|(a, b)| *a &= !b);
    }

    /// Returns whether the two sets share a member.
    #[inline]
    pub fn meets(set: &[u64], other: &[u64]) -> bool {
        set.iter().zip(other).any(|(a, b)| a & b != 0)
    }

    /// Returns the number of members.
    #[inline]
    pub fn count(set: &[u64]) -> usize {
        // Most sets have few words, and some of these are empty. Counting word by word is faster than vectorised
        // counting.
        let mut count = 0;
        for word in set.iter().filter(|word| **word != 0) {
            count += word.count_ones() as usize;
        }
        count
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(set: &[u64]) -> bool {
        set.iter().all(|&word| word == 0)
    }

    /// Returns the only member; `None` if the set is empty or has several.
    pub fn only(set: &[u64]) -> Option<usize> {
        let mut only = None;
        for (at, &word) in set.iter().enumerate().filter(|(_, word)| **word != 0) {
            if only.is_some() || word & (word - 1) != 0 {
                return None;
            }
            only = Some(at * 64 + word.trailing_zeros() as usize);
        }
        only
    }

    /// Returns the members in ascending order.
    pub fn iter(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
        set.iter().enumerate().flat_map(|(at, &word)| members(at, word))
    }

    /// Returns the members in one word of a set.
    #[inline]
    fn members(at: usize, mut rest: u64) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            Some(at * 64 + bit)
        })
    }

    /// Calls `work` with each member, in ascending order.
    #[inline]
    pub fn each(set: &[u64], work: impl FnMut(usize)) {
        each_of_both(set, set, work);
    }

    /// Returns the members common to two sets, in ascending order.
    pub fn iter_both<'a>(set: &'a [u64], other: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
        set.iter().zip(other).enumerate().flat_map(|(at, (a, b))| members(at, a & b))
    }

    /// Calls `work` with each member common to two sets, in ascending order.
    #[inline]
    pub fn each_of_both(set: &[u64], other: &[u64], mut work: impl FnMut(usize)) {
        for (at, (a, b)) in set.iter().zip(other).enumerate() {
            let mut rest = a & b;
            while rest != 0 {
                work(at * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }

    /// Keeps the members for which `holds` is true.
    #[inline]
    pub fn keep(set: &mut [u64], holds: impl Fn(usize) -> bool) {
        for (at, word) in set.iter_mut().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if !holds(at * 64 + bit) {
                    *word &= !(1 << bit);
                }
            }
        }
    }

    /// Returns the smallest member that is at least `from`.
    pub fn next(set: &[u64], from: usize) -> Option<usize> {
        let mut at = from / 64;
        let mut word = *set.get(at)? & (!0 << (from % 64));
        while word == 0 {
            at += 1;
            word = *set.get(at)?;
        }
        Some(at * 64 + word.trailing_zeros() as usize)
    }

    /// Returns the member that has exactly `rank` smaller members.
    pub fn nth(set: &[u64], mut rank: usize) -> Option<usize> {
        for (at, &word) in set.iter().enumerate() {
            let here = word.count_ones() as usize;
            if rank < here {
                let mut rest = word;
                for _ in 0..rank {
                    rest &= rest - 1;
                }
                return Some(at * 64 + rest.trailing_zeros() as usize);
            }
            rank -= here;
        }
        None
    }
}

/// A set of ids, iterated in ascending order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set<I> {
    words: Vec<u64>,
    id: PhantomData<I>,
}

impl<I> Default for Set<I> {
    fn default() -> Self {
        Set { words: Vec::new(), id: PhantomData }
    }
}

impl<I: Id> Set<I> {
    /// Creates the empty set over `universe` ids.
    pub fn empty(universe: usize) -> Self {
        Set::from_words(vec![0; bits::words(universe)])
    }

    /// Creates a set from its words.
    pub fn from_words(words: Vec<u64>) -> Self {
        Set { words, id: PhantomData }
    }

    /// Creates a set over `universe` ids with these members.
    pub fn of(universe: usize, members: impl IntoIterator<Item = I>) -> Self {
        let mut set = Set::empty(universe);
        members.into_iter().for_each(|id| set.insert(id));
        set
    }

    /// Returns the words of the set.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the words of the set as a mutable slice.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Adds a member.
    pub fn insert(&mut self, id: I) {
        bits::insert(&mut self.words, id.index());
    }

    /// Removes a member.
    pub fn remove(&mut self, id: I) {
        bits::remove(&mut self.words, id.index());
    }

    /// Returns whether `id` is a member.
    pub fn has(&self, id: I) -> bool {
        bits::has(&self.words, id.index())
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        bits::count(&self.words)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        bits::is_empty(&self.words)
    }

    /// Returns the members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        bits::iter(&self.words).map(I::from_index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SpaceId;

    #[test]
    fn members_come_in_ascending_order() {
        let set = Set::of(200, [130, 5, 64].map(SpaceId));
        assert_eq!(set.iter().map(|id| id.0).collect::<Vec<_>>(), [5, 64, 130]);
        assert_eq!(bits::nth(set.words(), 1), Some(64));
        assert_eq!(bits::nth(set.words(), 3), None);
        assert_eq!(bits::next(set.words(), 65), Some(130));
        assert_eq!(bits::next(set.words(), 131), None);
        assert_eq!([&[0, 8][..], &[0, 9], &[1, 8], &[0, 0]].map(bits::only), [Some(67), None, None, None]);
    }

    #[test]
    fn a_member_outside_the_universe_is_not_there() {
        assert!(!Set::<SpaceId>::empty(10).has(SpaceId(500)));
    }
}
