//! Gradient noise: the same on every machine, because it needs only additions, multiplications and square roots.

use std::sync::LazyLock;

/// The numbers from 0 to 255 in an order that looks random.
static SHUFFLED: LazyLock<[u8; 256]> = LazyLock::new(|| {
    let mut all: [u8; 256] = std::array::from_fn(|at| at as u8);
    let mut random = Random::new(41);
    for at in (1..256).rev() {
        all.swap(at, random.below(at as u32 + 1) as usize);
    }
    all
});

/// Sixteen directions.
const DIRECTIONS: [(f32, f32); 16] = [
    (1.0, 0.0),
    (0.924, 0.383),
    (0.707, 0.707),
    (0.383, 0.924),
    (0.0, 1.0),
    (-0.383, 0.924),
    (-0.707, 0.707),
    (-0.924, 0.383),
    (-1.0, 0.0),
    (-0.924, -0.383),
    (-0.707, -0.707),
    (-0.383, -0.924),
    (0.0, -1.0),
    (0.383, -0.924),
    (0.707, -0.707),
    (0.924, -0.383),
];

/// Returns a byte that depends only on two numbers.
pub fn byte(x: i32, y: i32) -> u8 {
    let at = |number: i32| SHUFFLED[(number & 255) as usize];
    at(i32::from(at(x)) + y)
}

/// Returns smooth noise between about -1 and 1, which varies over a length of 1.
pub fn noise(x: f32, y: f32) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let (dx, dy) = (x - left, y - top);
    let (column, row) = (left as i32, top as i32);
    let slope = |right: i32, down: i32| {
        let (gx, gy) = DIRECTIONS[usize::from(byte(column.wrapping_add(right), row.wrapping_add(down)) & 15)];
        gx * (dx - right as f32) + gy * (dy - down as f32)
    };
    let ease = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let mix = |from: f32, to: f32, part: f32| from + (to - from) * part;
    let (u, v) = (ease(dx), ease(dy));
    mix(mix(slope(0, 0), slope(1, 0), u), mix(slope(0, 1), slope(1, 1), u), v) * 1.5
}

/// Returns the sum of several octaves of noise, each half as strong and half as long as the one before.
pub fn octaves(x: f32, y: f32, count: u32) -> f32 {
    let (mut sum, mut part, mut scale) = (0.0, 0.5, 1.0);
    for octave in 0..count {
        let shift = octave as f32;
        sum += part * noise(x * scale + shift * 17.3, y * scale - shift * 9.1);
        part *= 0.5;
        scale *= 2.0;
    }
    sum
}

/// Numbers that look random and depend only on a seed (SplitMix32).
pub struct Random(u32);

impl Random {
    /// Creates a sequence of numbers from a seed.
    pub fn new(seed: u32) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        let mut number = self.0;
        number = (number ^ (number >> 16)).wrapping_mul(0x21f0_aaad);
        number = (number ^ (number >> 15)).wrapping_mul(0x735a_2d97);
        number ^ (number >> 15)
    }

    /// Returns a number from 0 up to, but not including, `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        ((u64::from(self.next()) * u64::from(limit)) >> 32) as u32
    }

    /// Returns a number from 0 up to, but not including, 1.
    pub fn part(&mut self) -> f64 {
        f64::from(self.below(1 << 24)) / f64::from(1 << 24)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_smooth_and_has_no_bias() {
        let all: Vec<f32> = (0..4_000).map(|at| octaves(at as f32 * 0.173, at as f32 * 0.291, 4)).collect();
        let mean = all.iter().sum::<f32>() / all.len() as f32;
        assert!(mean.abs() < 0.05 && all.iter().all(|value| value.abs() < 1.5), "{mean}");
        assert!((noise(0.5, 0.5) - noise(0.501, 0.5)).abs() < 0.01);
    }

    #[test]
    fn random_numbers_fill_their_range() {
        let mut random = Random::new(7);
        let mut seen = [false; 10];
        (0..200).for_each(|_| seen[random.below(10) as usize] = true);
        assert!(seen.iter().all(|seen| *seen) && (0..100).all(|_| (0.0..1.0).contains(&random.part())));
    }
}
