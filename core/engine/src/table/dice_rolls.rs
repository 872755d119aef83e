//! Rolls dice and draws units. The results come from the dice stream, a recorded game, loaded dice, or an enumeration
//! of cases.

use super::Table;
use crate::decision::Refusal;
use crate::dice::Dice;
use crate::ids::{Id, UnitId};
use crate::journal::{Draw, Entry, Roll};
use crate::outcome;
use crate::set::bits;

impl Table {
    /// Rolls dice. The recorded purpose starts with the paragraph: `9.0 combat`.
    pub fn roll(&mut self, count: u32, sides: u32, purpose: &str) -> Vec<u32> {
        self.roll_for(count, sides, purpose, None)
    }

    /// Rolls dice of which those that show at least `hits_from` are hits, if that is given.
    fn roll_for(&mut self, count: u32, sides: u32, purpose: &str, hits_from: Option<u32>) -> Vec<u32> {
        if let Some(cases) = &mut self.cases {
            return (0..count).map(|_| cases.die(sides)).collect();
        }
        self.skip_reloads();
        if let Some(entry) = self.feed.front_mut() {
            match entry {
                Entry::Roll(roll)
                    if (roll.sides, roll.dice.len() as u32, &*roll.purpose) == (sides, count, purpose) =>
                {
                    roll.hits_from = hits_from;
                    let dice = roll.dice.clone();
                    self.dice.set_position(roll.position);
                    let entry = self.feed.pop_front();
                    self.journal.extend(entry.filter(|_| self.service.journal));
                    return dice;
                }
                _ => self.drop_feed(Refusal::plain(format!(
                    "dice are rolled now for `{purpose}`, but were not when the game was recorded"
                ))),
            }
        }
        let mut next = || match self.loaded_dice.pop_front() {
            Some(die) => die.clamp(1, sides),
            None => self.dice.die(sides),
        };
        let dice: Vec<u32> = (0..count).map(|_| next()).collect();
        if self.service.journal {
            self.journal.push(Entry::Roll(Roll {
                sides,
                dice: dice.clone(),
                purpose: purpose.to_owned(),
                position: self.dice.position(),
                hits_from,
            }));
        }
        dice
    }

    /// Rolls dice and returns their sum.
    pub fn roll_sum(&mut self, count: u32, sides: u32, purpose: &str) -> u32 {
        match &mut self.cases {
            Some(cases) => cases.sum(count, sides),
            None => self.roll(count, sides, purpose).iter().sum(),
        }
    }

    /// Rolls a bucket of dice and returns the number of hits. Each kind of dice is a separate roll.
    pub fn roll_hits(&mut self, bucket: &[outcome::BucketDice], purpose: &str) -> u32 {
        if let Some(cases) = &mut self.cases {
            return cases.hits(bucket);
        }
        let thrown = bucket.iter().filter(|dice| dice.count > 0);
        thrown
            .map(|dice| {
                let thrown = self.roll_for(dice.count, dice.sides, purpose, Some(dice.hits_from));
                thrown.iter().filter(|die| **die >= dice.hits_from).count() as u32
            })
            .sum()
    }

    /// Draws a unit at random; returns `None` if `units` is empty. The purpose is recorded as for a roll. The journal
    /// names the unit even if it is hidden from some sides, so players must not see the journal.
    pub fn draw(&mut self, units: &[u64], purpose: &str) -> Option<UnitId> {
        let of = bits::count(units) as u32;
        if of == 0 {
            return None;
        }
        if let Some(cases) = &mut self.cases {
            return Some(UnitId::from_index(bits::nth(units, cases.die(of) as usize - 1)?));
        }
        self.skip_reloads();
        match self.feed.front() {
            Some(Entry::Draw(draw))
                if draw.of == of && draw.purpose == purpose && bits::has(units, draw.unit.index()) =>
            {
                let unit = draw.unit;
                self.dice.set_position(draw.position);
                let entry = self.feed.pop_front();
                self.journal.extend(entry.filter(|_| self.service.journal));
                return Some(unit);
            }
            Some(_) => self.drop_feed(Refusal::plain(format!(
                "a unit is drawn now for `{purpose}`, but was not when the game was recorded"
            ))),
            None => {}
        }
        let loaded = self.loaded_draws.front().copied().filter(|unit| bits::has(units, unit.index()));
        let die = match loaded {
            Some(unit) => {
                self.loaded_draws.pop_front();
                bits::iter(units).take_while(|&other| other <= unit.index()).count() as u32
            }
            None => self.dice.die(of),
        };
        let unit = UnitId::from_index(bits::nth(units, die as usize - 1)?);
        if self.service.journal {
            self.journal.push(Entry::Draw(Draw {
                unit,
                of,
                die,
                purpose: purpose.to_owned(),
                position: self.dice.position(),
            }));
        }
        Some(unit)
    }

    /// Switches to dice that are independent of the dice used in play.
    pub fn take_other_dice(&mut self, seed: u64) {
        self.dice = Dice::new(seed, 1);
    }

    /// Returns the number of words used from the dice stream. Loaded dice do not count.
    pub fn dice_position(&self) -> u64 {
        self.dice.position()
    }
}
