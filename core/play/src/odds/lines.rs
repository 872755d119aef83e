//! Exact odds as forecast lines.

use super::ExactOdds;
use crate::battle::Battle;
use crate::forecast::{Forecast, ResultChance};
use grognard_engine::catalogue::Catalogue;
use grognard_engine::fraction::Fraction;
use grognard_engine::ids::SideId;

impl ExactOdds {
    /// Returns lines with the chances of each side holding the space afterwards, and of each side's losses.
    pub fn outcome_lines(&self, battle: &Battle, catalogue: &Catalogue) -> Vec<Forecast> {
        let name = |side: SideId| catalogue.name(battle.content.side_title(side)).to_owned();
        let holders = |sides: &Vec<SideId>| match &sides[..] {
            [] => catalogue.say("nobody", &[]),
            sides if sides.len() == battle.content.seats().count() && sides.len() == 2 => {
                catalogue.say("both sides still there", &[])
            }
            sides => sides.iter().map(|side| name(*side)).collect::<Vec<_>>().join(" + "),
        };
        let held = self.by(|aftermath| aftermath.holders.clone());
        let mut held: Vec<(String, Fraction)> = held.iter().map(|(sides, chance)| (holders(sides), *chance)).collect();
        held.sort_by(|(_, one), (_, other)| other.cmp(one));
        let mut lines = vec![line(catalogue.say("in the space afterwards", &[]), held)];
        for (side, _) in battle.content.sides.iter() {
            let lost = self.by(|aftermath| aftermath.lost(side));
            let lost = lost.into_iter().map(|(steps, chance)| (steps.to_string(), chance)).collect();
            lines.push(line(catalogue.say("steps lost, {1}", &[&name(side)]), lost));
        }
        lines
    }
}

fn line(text: String, chances: Vec<(String, Fraction)>) -> Forecast {
    let of = chances.iter().try_fold(1, |of, (_, chance)| common(of, chance.of()));
    let outcomes = chances.into_iter().map(|(result, chance)| outcome(result, chance, of)).collect();
    Forecast { outcomes, ..Forecast::plain(&text) }
}

/// Returns the least common multiple; `None` if it is larger than `MAX_TOLD`.
fn common(a: u64, b: u128) -> Option<u64> {
    // Reducing the fraction a/b leaves, as its denominator, the factor of `b` that `a` lacks.
    let least = Fraction::new(u128::from(a), b).of().checked_mul(u128::from(a))?;
    u64::try_from(least).ok().filter(|least| *least <= MAX_TOLD)
}

/// The largest number up to which clients can represent every integer exactly: not all integers above 2^53 fit a 64-bit
/// float.
const MAX_TOLD: u64 = 1 << 53;

fn outcome(result: String, chance: Fraction, of: Option<u64>) -> ResultChance {
    let whole = of.and_then(|of| Some((u64::try_from(chance.cases_of(of.into())?).ok()?, of)));
    let (weight, of) = whole.unwrap_or(((chance.value() * MAX_TOLD as f64) as u64, MAX_TOLD));
    ResultChance { result, weight, of, percent: (100.0 * chance.value()).round() as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chances_of_a_line_have_one_denominator() {
        let chances = [("a", Fraction::new(1, 6)), ("b", Fraction::new(1, 2)), ("c", Fraction::new(1, 3))];
        let told = line("x".into(), chances.map(|(name, chance)| (name.to_owned(), chance)).to_vec());
        assert_eq!(told.text(), "x\n  a 1/6 (17 %), b 3/6 (50 %), c 2/6 (33 %)");
        assert_eq!((common(4, 6), common(6, 1), common(1, 1 << 60)), (Some(12), Some(6), None));
    }
}
