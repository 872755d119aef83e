//! Pairs of bars: how often something happened in each variant.

use crate::plot::{COLOURS, Plot, Scale, key};

/// An item with its numbers in A and B.
pub struct BarPair {
    /// The label.
    pub name: String,
    /// The numbers.
    pub numbers: [f64; 2],
}

/// Maximum number of characters of a label.
const MAX_NAME_LENGTH: usize = 34;

/// Draws two bars for each item, one below the other, with numbers formatted by `written`.
pub fn bars(title: &str, pairs: &[BarPair], written: impl Fn(f64) -> String) -> String {
    const ROW: f64 = 32.0;
    let (width, left, right, top) = (760.0, 250.0, 690.0, 22.0);
    let most = pairs.iter().flat_map(|pair| pair.numbers).fold(0.0, f64::max);
    if most <= 0.0 {
        return String::new();
    }
    let mut plot = Plot::new(width, top + ROW * pairs.len() as f64 + 6.0, title);
    let scale = Scale::new((0.0, most), (left, right));
    for (at, pair) in pairs.iter().enumerate() {
        let y = top + ROW * at as f64;
        let name: String = match pair.name.chars().count() > MAX_NAME_LENGTH {
            true => pair.name.chars().take(MAX_NAME_LENGTH - 1).chain(['…']).collect(),
            false => pair.name.clone(),
        };
        plot.text((left - 10.0, y + 17.0), "end", &name);
        for (variant, number) in pair.numbers.iter().enumerate() {
            let y = y + 2.0 + 12.0 * variant as f64;
            plot.bar((left, y), (scale.at(*number) - left, 11.0), COLOURS[variant]);
            plot.note((scale.at(*number) + 5.0, y + 9.5), "start", &written(*number));
        }
    }
    key(&mut plot, ["A", "B"], left);
    plot.svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_numbers() {
        let pair = |name: &str, numbers| BarPair { name: name.to_owned(), numbers };
        let drawn = bars(
            "t",
            &[
                pair("9.2 <forest>", [2.0, 1.0]),
                pair("a name that is much too long to be written beside a bar", [0.0, 0.5]),
            ],
            |_| String::new(),
        );
        assert!(drawn.contains("9.2 &lt;forest&gt;") && drawn.contains("…"));
        assert!(
            drawn.contains("width=\"440.0\"") && drawn.contains("width=\"220.0\"") && drawn.contains("width=\"110.0\""),
            "{drawn}"
        );
        assert_eq!(bars("t", &[pair("never", [0.0, 0.0])], |_| String::new()), "");
    }
}
