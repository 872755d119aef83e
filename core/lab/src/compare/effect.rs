//! Differences between two variants other than wins: length, points, losses, territory, columns, rules.

use crate::shard::{SeedRow, VariantGame};
use crate::stats::{Z, two_sided};
use serde::Serialize;
use std::collections::BTreeMap;

/// A group of effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffectGroup {
    /// Length of games.
    Length,
    /// Numbers stated in the reason why the game ended, such as victory points.
    Points,
    /// Steps lost.
    Losses,
    /// Spaces held by a side at the end of a turn. The name of the quantity gives both: `attacker 03` for turn 3.
    Territory,
    /// Odds columns from which results were read.
    Columns,
    /// Column shifts.
    Shifts,
    /// Log lines, counted by the paragraph that they cite.
    Rules,
}

impl EffectGroup {
    /// All groups, in report order.
    pub const ALL: [EffectGroup; 7] = [
        EffectGroup::Length,
        EffectGroup::Points,
        EffectGroup::Losses,
        EffectGroup::Territory,
        EffectGroup::Columns,
        EffectGroup::Shifts,
        EffectGroup::Rules,
    ];
}

/// A mean over games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The number of games with a value.
    pub games: u64,
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

/// A quantity measured in both variants.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// The group of the quantity.
    pub group: EffectGroup,
    /// The name of the quantity.
    pub name: String,
    /// The mean in the first variant.
    pub a: Mean,
    /// The mean in the second variant.
    pub b: Mean,
    /// The mean difference over pairs.
    pub difference: f64,
    /// Lower end of the 95 % interval of the difference.
    pub low: f64,
    /// Upper end of the 95 % interval of the difference.
    pub high: f64,
    /// The p-value: the probability of a difference at least this large if the variants do not really differ.
    pub p: f64,
    /// Whether the difference is significant after correction for multiple testing (Holm's procedure at 5 %).
    pub clear: bool,
}

/// The minimum number of pairs for a mean.
const MIN_PAIRS: u64 = 20;
const LEVEL: f64 = 0.05;

type Key = (EffectGroup, String);

/// Returns all quantities measured in two variants of an experiment.
pub fn effects(rows: &[SeedRow], sides: &[String], a: usize, b: usize) -> Vec<Effect> {
    let values: Vec<[BTreeMap<Key, f64>; 2]> =
        rows.iter().map(|row| [a, b].map(|at| game_counts(&row.games[at], sides))).collect();
    let mut keys: Vec<&Key> = values.iter().flatten().flat_map(BTreeMap::keys).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut effects: Vec<Effect> = keys.into_iter().filter_map(|key| effect(key, &values)).collect();
    mark_clear(&mut effects);
    effects
}

/// Returns all quantities of a game.
fn game_counts(game: &VariantGame, sides: &[String]) -> BTreeMap<Key, f64> {
    let mut all = BTreeMap::new();
    all.insert((EffectGroup::Length, "turns".to_owned()), f64::from(game.result.turn));
    all.insert((EffectGroup::Length, "decisions".to_owned()), game.result.decisions as f64);
    let Some(seen) = &game.seen else { return all };
    all.extend(seen.told.iter().map(|(words, number)| ((EffectGroup::Points, words.clone()), *number as f64)));
    let counts = [
        (EffectGroup::Losses, &seen.losses),
        (EffectGroup::Columns, &seen.columns),
        (EffectGroup::Shifts, &seen.shifts),
        (EffectGroup::Rules, &seen.paragraphs),
    ];
    for (group, counts) in counts {
        all.extend(counts.iter().map(|(name, count)| ((group, name.clone()), f64::from(*count))));
    }
    for (turn, held) in seen.territory.iter().enumerate() {
        let name = |side: &String| (EffectGroup::Territory, format!("{side} {:02}", turn + 1));
        all.extend(sides.iter().zip(held).map(|(side, held)| (name(side), f64::from(*held))));
    }
    all
}

/// Returns the value of a quantity in a game. If there is no entry, the value is 0 for something that never happened,
/// such as a loss; for points and territory, it is `None`, because the game ended before they could be measured.
fn value(game: &BTreeMap<Key, f64>, key: &Key) -> Option<f64> {
    let missing = if matches!(key.0, EffectGroup::Points | EffectGroup::Territory) { None } else { Some(0.0) };
    game.get(key).copied().or(missing)
}

fn effect(key: &Key, values: &[[BTreeMap<Key, f64>; 2]]) -> Option<Effect> {
    let column = |at: usize| values.iter().filter_map(|pair| value(&pair[at], key)).collect::<Vec<f64>>();
    let [a, b] = [0, 1].map(|at| mean(&column(at)));
    let differences: Vec<f64> = values.iter().filter_map(|[a, b]| Some(value(b, key)? - value(a, key)?)).collect();
    let paired = mean(&differences);
    if paired.games < MIN_PAIRS {
        return None;
    }
    let error = paired.deviation / (paired.games as f64).sqrt();
    let p = match (error > 0.0, paired.mean == 0.0) {
        (true, _) => two_sided(paired.mean / error),
        (false, true) => 1.0,
        (false, false) => 0.0,
    };
    let [low, high] = [-Z, Z].map(|z| paired.mean + z * error);
    Some(Effect { group: key.0, name: key.1.clone(), a, b, difference: paired.mean, low, high, p, clear: false })
}

/// Computes the mean and the standard deviation.
pub fn mean(values: &[f64]) -> Mean {
    let games = values.len() as f64;
    let mean = values.iter().sum::<f64>() / games.max(1.0);
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    Mean { games: values.len() as u64, mean, deviation: (squares / (games - 1.0).max(1.0)).sqrt() }
}

/// Applies Holm's procedure: the smallest p-value must be at most 5 % divided by the number of tests, the next at most
/// 5 % divided by one fewer, and so on.
fn mark_clear(effects: &mut [Effect]) {
    let mut order: Vec<usize> = (0..effects.len()).collect();
    order.sort_by(|&one, &other| effects[one].p.total_cmp(&effects[other].p));
    for (at, &effect) in order.iter().enumerate() {
        if effects[effect].p > LEVEL / (order.len() - at) as f64 {
            return;
        }
        effects[effect].clear = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holm_marks_what_stands_out_among_many() {
        let one = |p| Effect {
            group: EffectGroup::Rules,
            name: String::new(),
            a: mean(&[]),
            b: mean(&[]),
            difference: 0.0,
            low: 0.0,
            high: 0.0,
            p,
            clear: false,
        };
        let clear = |all: &[f64]| {
            let mut effects: Vec<Effect> = all.iter().map(|p| one(*p)).collect();
            mark_clear(&mut effects);
            effects.iter().map(|effect| effect.clear).collect::<Vec<_>>()
        };
        // Holm's own example: of 0.01, 0.04, 0.03 and 0.005, the first and the last are significant.
        assert_eq!(clear(&[0.01, 0.04, 0.03, 0.005]), [true, false, false, true]);
        assert_eq!(clear(&[0.04]), [true]);
        assert_eq!(clear(&[0.04, 0.9]), [false, false]);
    }

    #[test]
    fn means_and_deviations() {
        let of = mean(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!(of.games == 8 && of.mean == 5.0 && (of.deviation - 2.138_09).abs() < 1e-5);
        assert_eq!((mean(&[]).mean, mean(&[3.0]).deviation), (0.0, 0.0));
    }
}
