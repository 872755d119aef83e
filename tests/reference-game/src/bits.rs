//! Counting and selecting bits of one word, fast with or without processor instructions for it.

/// In every byte of the result, the number of bits set in the word up to and including that byte.
///
/// The last byte is the count of the whole word, so counting and selecting share this work.
#[inline(always)]
pub const fn byte_ranks(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(LOW_BITS)
}

/// The lowest bit of every byte.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGH_BITS: u64 = LOW_BITS << 7;

/// The number of bits set.
#[inline(always)]
pub const fn count(word: u64) -> u32 {
    if cfg!(target_feature = "popcnt") { word.count_ones() } else { (byte_ranks(word) >> 56) as u32 }
}

/// The position of the `rank`-th set bit, counting from 0; the word has more than `rank` bits set.
#[inline(always)]
pub fn nth(word: u64, rank: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    // SAFETY: the instruction exists, by the condition above.
    return unsafe { core::arch::x86_64::_pdep_u64(1 << rank, word) }.trailing_zeros();
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        let ranks = byte_ranks(word);
        let passed = (((rank as u64 * LOW_BITS) | HIGH_BITS) - ranks) & HIGH_BITS;
        let byte_at = ((passed >> 7).wrapping_mul(LOW_BITS) >> 56) as u32 * 8;
        let within = rank - (((ranks << 8) >> byte_at) & 0xff) as u32;
        let byte = (word >> byte_at) & 0xff;
        byte_at + NTH_IN_BYTE[(within as usize & 7) << 8 | byte as usize] as u32
    }
}

/// The position of the `rank`-th set bit of a byte, at `rank * 256 + byte`.
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
static NTH_IN_BYTE: [u8; 2048] = nth_in_byte();

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
const fn nth_in_byte() -> [u8; 2048] {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[rank << 8 | byte] = bit as u8;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// The set bits, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting_and_choosing_agree_with_the_plain_way() {
        for word in [0, 1, 1 << 63, u64::MAX, 0x8421_0000_1000_00ff, 0xdead_beef_0bad_cafe] {
            let plain: Vec<u32> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
            assert_eq!(count(word) as usize, plain.len());
            assert_eq!(byte_ranks(word) >> 56, plain.len() as u64);
            for (rank, &bit) in plain.iter().enumerate() {
                assert_eq!(nth(word, rank as u32), bit, "{word:x} {rank}");
            }
            assert!(Bits(word).map(u32::from).eq(plain));
        }
    }
}
