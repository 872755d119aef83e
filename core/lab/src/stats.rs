//! A little statistics.

/// A proportion with its 95 % interval after Wilson.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Proportion {
    /// Successes.
    pub hits: u64,
    /// Trials.
    pub trials: u64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl Proportion {
    /// The proportion of `hits` in `trials`.
    pub fn new(hits: u64, trials: u64) -> Proportion {
        const Z: f64 = 1.959_963_984_540_054;
        let n = trials.max(1) as f64;
        let p = hits as f64 / n;
        let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
        Proportion { hits, trials, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// The proportion itself.
    pub fn value(&self) -> f64 {
        self.hits as f64 / self.trials.max(1) as f64
    }
}

impl std::fmt::Display for Proportion {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        let percent = |value: f64| 100.0 * value;
        write!(out, "{:5.1} %  ({:.1} to {:.1})", percent(self.value()), percent(self.low), percent(self.high))
    }
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
}
