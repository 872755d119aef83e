//! Checks recorded dice against the seed. Equal seeds give equal dice on any machine, so forged dice are detected.

use grognard_engine::dice::Dice;
use grognard_engine::journal::{Draw, Roll, SavedEntry};

/// Returns the first entry whose dice do not match the seed, and the reason.
pub fn first_wrong(seed: u64, entries: &[SavedEntry]) -> Option<(usize, String)> {
    let mut dice = Dice::new(seed, 0);
    let wrong = |(at, entry): (usize, &SavedEntry)| {
        let why = match entry {
            SavedEntry::Roll(roll) => impossible(roll).or_else(|| other(seed, &mut dice, roll)),
            SavedEntry::Draw(draw) => impossible_draw(draw).or_else(|| other_draw(seed, &mut dice, draw)),
            SavedEntry::Reload(snapshot) if snapshot.position != dice.position() => {
                Some(format!("the dice stream is at position {} here, not {}", dice.position(), snapshot.position))
            }
            _ => None,
        };
        why.map(|why| (at, why))
    };
    entries.iter().enumerate().find_map(wrong)
}

/// Returns why no seed could produce a roll: one of its results is not on a die with that number of sides. Returns
/// `None` if there is no such result.
fn impossible(roll: &Roll) -> Option<String> {
    let die = roll.dice.iter().find(|die| !(1..=roll.sides).contains(*die))?;
    Some(format!("no {}-sided die can show {die}", roll.sides))
}

fn other(seed: u64, dice: &mut Dice, roll: &Roll) -> Option<String> {
    let shown: Vec<u32> = roll.dice.iter().map(|_| dice.die(roll.sides)).collect();
    let list = |dice: &[u32]| dice.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    if shown != roll.dice {
        return Some(format!("with the seed {seed}, the dice show {} here, not {}", list(&shown), list(&roll.dice)));
    }
    (dice.position() != roll.position)
        .then(|| format!("after this roll the dice stream is at position {}, not {}", dice.position(), roll.position))
}

fn impossible_draw(draw: &Draw<String>) -> Option<String> {
    (!(1..=draw.of).contains(&draw.die))
        .then(|| format!("a draw from {} units cannot select number {}", draw.of, draw.die))
}

fn other_draw(seed: u64, dice: &mut Dice, draw: &Draw<String>) -> Option<String> {
    let die = dice.die(draw.of);
    if die != draw.die {
        return Some(format!("with the seed {seed}, unit number {die} is drawn here, not number {}", draw.die));
    }
    (dice.position() != draw.position)
        .then(|| format!("after this draw the dice stream is at position {}, not {}", dice.position(), draw.position))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rolls(seed: u64, sides: &[u32]) -> Vec<SavedEntry> {
        let mut dice = Dice::new(seed, 0);
        let mut roll = |sides: &u32| {
            let shown = vec![dice.die(*sides), dice.die(*sides)];
            SavedEntry::Roll(Roll {
                sides: *sides,
                dice: shown,
                purpose: "9.0 combat".into(),
                position: dice.position(),
                hits_from: None,
            })
        };
        sides.iter().map(&mut roll).collect()
    }

    fn changed(mut entries: Vec<SavedEntry>, at: usize, change: impl Fn(&mut Roll)) -> Vec<SavedEntry> {
        if let SavedEntry::Roll(roll) = &mut entries[at] {
            change(roll);
        }
        entries
    }

    #[test]
    fn only_the_draws_of_the_seed_are_right() {
        let mut dice = Dice::new(7, 0);
        let die = dice.die(20);
        let draw = Draw { unit: "XXIV".to_owned(), of: 20, die, purpose: "5.2 pool".into(), position: dice.position() };
        let wrong = |draw: Draw<String>, seed| first_wrong(seed, &[SavedEntry::Draw(draw)]).map(|(at, _)| at);
        assert_eq!(wrong(draw.clone(), 7), None);
        assert_eq!(wrong(Draw { die: die % 20 + 1, ..draw.clone() }, 7), Some(0));
        assert_eq!(wrong(Draw { position: 9, ..draw.clone() }, 7), Some(0));
        assert_eq!(wrong(Draw { of: die - 1, ..draw }, 7), Some(0));
    }

    #[test]
    fn only_the_dice_of_the_seed_are_right() {
        let recorded = rolls(7, &[6, 6, 10]);
        assert_eq!(first_wrong(7, &recorded), None);
        assert_eq!(first_wrong(8, &recorded).map(|(at, _)| at), Some(0));
        assert_eq!(
            first_wrong(7, &changed(recorded.clone(), 1, |roll| roll.dice[0] = roll.dice[0] % 6 + 1)).map(|(at, _)| at),
            Some(1)
        );
        assert_eq!(first_wrong(7, &changed(recorded.clone(), 2, |roll| roll.position += 1)).map(|(at, _)| at), Some(2));
        let nine = changed(recorded.clone(), 0, |roll| roll.dice[1] = 9);
        assert_eq!(first_wrong(7, &nine), Some((0, "no 6-sided die can show 9".into())));
        assert_eq!(first_wrong(7, &changed(recorded, 0, |roll| roll.sides = 0)).map(|(at, _)| at), Some(0));
    }
}
