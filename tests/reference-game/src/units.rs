//! The units: names, strengths, and the places of the German corps in the prepared set-up.

/// The number of units, both sides together.
pub const UNITS: usize = 39;

/// The number of Soviet units, which come first.
pub const SOVIET_UNITS: usize = 17;

/// A set of units, one bit each.
pub type UnitSet = u64;

/// The 1st Shock Army (11.0).
pub const FIRST_SHOCK: u8 = 0;

/// The Soviet armies.
pub const SOVIET: UnitSet = (1 << SOVIET_UNITS) - 1;

/// The German corps.
pub const GERMAN: UnitSet = ((1 << UNITS) - 1) & !SOVIET;

/// The panzer corps, which move in phase 2 and are halved in mud (12.2).
pub const PANZERS: UnitSet = 0xff << SOVIET_UNITS;

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Side {
    /// Russia.
    Soviet,
    /// The Axis.
    German,
}

impl Side {
    /// The enemy.
    #[inline(always)]
    pub const fn other(self) -> Side {
        match self {
            Side::Soviet => Side::German,
            Side::German => Side::Soviet,
        }
    }

    /// All units of the side.
    #[inline(always)]
    pub const fn units(self) -> UnitSet {
        match self {
            Side::Soviet => SOVIET,
            Side::German => GERMAN,
        }
    }

    /// The side of a unit.
    #[inline(always)]
    pub const fn of(unit: u8) -> Side {
        if (unit as usize) < SOVIET_UNITS { Side::Soviet } else { Side::German }
    }
}

/// What is printed on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The army's or corps' designation.
    pub name: &'static str,
    /// The strength by steps: eliminated, reduced, full.
    pub strength: [u8; 3],
    /// The movement allowance.
    pub movement: u8,
    /// Whether it is a panzer corps.
    pub panzer: bool,
}

const fn unit(name: &'static str, full: u8, reduced: u8, movement: u8, panzer: bool) -> Counter {
    Counter { name, strength: [0, reduced, full], movement, panzer }
}

/// The counters; a unit's number is its index in this list.
pub static COUNTERS: [Counter; UNITS] = [
    unit("1 Shock", 10, 5, 4, false),
    unit("3", 8, 4, 4, false),
    unit("5", 8, 4, 4, false),
    unit("10", 8, 4, 4, false),
    unit("13", 8, 4, 4, false),
    unit("16", 8, 4, 4, false),
    unit("19", 8, 4, 4, false),
    unit("20", 8, 4, 4, false),
    unit("24", 8, 4, 4, false),
    unit("29", 8, 4, 4, false),
    unit("30", 8, 4, 4, false),
    unit("32", 8, 4, 4, false),
    unit("33", 8, 4, 4, false),
    unit("40", 8, 4, 4, false),
    unit("43", 8, 4, 4, false),
    unit("49", 8, 4, 4, false),
    unit("50", 8, 4, 4, false),
    unit("XXIV", 12, 6, 6, true),
    unit("XLI", 12, 6, 6, true),
    unit("LVII", 12, 6, 6, true),
    unit("XLVI", 10, 5, 6, true),
    unit("XLVII", 9, 4, 6, true),
    unit("LVI", 9, 4, 6, true),
    unit("XL", 8, 4, 6, true),
    unit("XLVIII", 8, 4, 6, true),
    unit("XXIII", 8, 4, 4, false),
    unit("XXXV", 8, 4, 4, false),
    unit("VII", 7, 3, 4, false),
    unit("VIII", 7, 3, 4, false),
    unit("IX", 7, 3, 4, false),
    unit("V", 6, 3, 4, false),
    unit("XIII", 6, 3, 4, false),
    unit("XX", 6, 3, 4, false),
    unit("XXVII", 6, 3, 4, false),
    unit("LIII", 6, 3, 4, false),
    unit("VI", 5, 2, 4, false),
    unit("XII", 5, 2, 4, false),
    unit("XXXIV", 4, 2, 4, false),
    unit("XLII", 4, 2, 4, false),
];

/// The strengths of all units by steps.
pub static STRENGTHS: [[u8; 3]; UNITS] = {
    let mut strengths = [[0; 3]; UNITS];
    let mut unit = 0;
    while unit < UNITS {
        strengths[unit] = COUNTERS[unit].strength;
        unit += 1;
    }
    strengths
};

/// The places of the German corps in the prepared set-up (6.0), in the order of the counters; see `PREPARED.md`.
pub const PREPARED: [u8; UNITS - SOVIET_UNITS] =
    [40, 13, 38, 39, 41, 12, 37, 30, 11, 29, 35, 14, 26, 25, 27, 15, 3, 19, 2, 16, 20, 5];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::SpaceSet;
    use crate::tables::{CROSSES, NUMBERS};

    #[test]
    fn the_sets_fit_the_counters() {
        for (number, counter) in COUNTERS.iter().enumerate() {
            assert_eq!(counter.panzer, PANZERS >> number & 1 == 1);
            assert_eq!(counter.movement, if counter.panzer { 6 } else { 4 });
            assert_eq!(Side::of(number as u8).units() >> number & 1, 1);
        }
        assert_eq!(COUNTERS[FIRST_SHOCK as usize].strength, [0, 5, 10]);
    }

    #[test]
    fn the_prepared_set_up_fills_the_crosses_and_its_page_agrees() {
        assert_eq!(SpaceSet::of(&PREPARED), CROSSES);
        let corps = &COUNTERS[SOVIET_UNITS..];
        let lines: Vec<String> = corps
            .iter()
            .zip(PREPARED)
            .map(|(corps, at)| format!("{} {:04}", corps.name, NUMBERS[at as usize]))
            .collect();
        let page = include_str!("../PREPARED.md");
        assert!(page.ends_with(&format!("\n{}\n", lines.join("\n"))));
    }
}
