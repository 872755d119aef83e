//! Statistics.

/// The critical value of ordinary tests and intervals: 95 % of a standard normal distribution is within this distance
/// of 0.
pub const Z: f64 = 1.959_963_984_540_054;

/// A proportion with its 95 % Wilson interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Proportion {
    /// The number of successes.
    pub hits: u64,
    /// The number of trials.
    pub trials: u64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Proportion {
    /// Returns the proportion of `hits` in `trials`.
    pub fn new(hits: u64, trials: u64) -> Proportion {
        if trials == 0 {
            return Proportion { hits, trials, low: 0.0, high: 1.0 };
        }
        let n = trials as f64;
        let p = hits as f64 / n;
        let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        Proportion { hits, trials, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// Returns the proportion as a number.
    pub fn value(&self) -> f64 {
        self.hits as f64 / self.trials.max(1) as f64
    }
}

/// Returns the two-sided probability of a value at least as far from 0 as `z` in a standard normal distribution.
pub fn two_sided(z: f64) -> f64 {
    libm::erfc(z.abs() * std::f64::consts::FRAC_1_SQRT_2)
}

/// Returns the distance from 0 that a standard normal variable exceeds with probability `part`; at most 30.
pub fn critical_value(part: f64) -> f64 {
    let (mut low, mut high) = (0.0, 30.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if two_sided(middle) > part { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_match_published_values() {
        let five_of_six = Proportion::new(5, 6);
        assert!((five_of_six.low - 0.4365).abs() < 5e-4 && (five_of_six.high - 0.9699).abs() < 5e-4, "{five_of_six:?}");
        let none = Proportion::new(0, 10);
        assert!(none.low == 0.0 && (none.high - 0.2775).abs() < 5e-4, "{none:?}");
    }

    #[test]
    fn chances_of_the_normal_distribution_match_tables() {
        let cases = [
            (0.0, 1.0),
            (1.0, 0.317_310_5),
            (1.959_964, 0.05),
            (2.999, 0.002_708_7),
            (3.0, 0.002_699_8),
            (5.0, 5.733e-7),
            (8.0, 1.244e-15),
        ];
        for (z, p) in cases {
            assert!((two_sided(z) / p - 1.0).abs() < 2e-4, "{z}: {} instead of {p}", two_sided(z));
        }
    }

    #[test]
    fn critical_values_are_where_tables_have_them() {
        for (part, z) in [(0.05, Z), (0.1, 1.644_854), (0.08, 1.750_686), (0.002_699_8, 3.0), (1.0, 0.0), (0.0, 30.0)] {
            assert!((critical_value(part) - z).abs() < 1e-4, "{part}: {}", critical_value(part));
        }
    }
}
