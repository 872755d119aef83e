//! Exact probabilities: fractions in lowest terms.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul};
use std::fmt;

/// A number of cases out of a total, in lowest terms. Sums and products are `None` if they exceed 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(Ratio<u128>);

impl Fraction {
    /// Zero.
    pub const ZERO: Fraction = Fraction(Ratio::new_raw(0, 1));
    /// One.
    pub const ONE: Fraction = Fraction(Ratio::new_raw(1, 1));

    /// Creates the fraction `part` out of `of`; zero if `of` is 0.
    pub fn new(part: u128, of: u128) -> Fraction {
        if of == 0 { Fraction::ZERO } else { Fraction(Ratio::new(part, of)) }
    }

    /// Returns the numerator.
    pub fn part(self) -> u128 {
        *self.0.numer()
    }

    /// Returns the denominator.
    pub fn of(self) -> u128 {
        *self.0.denom()
    }

    /// Returns the sum of two fractions; `None` if it exceeds 128 bits.
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        self.0.checked_add(&other.0).map(Fraction)
    }

    /// Returns the product of two fractions; `None` if it exceeds 128 bits.
    pub fn times(self, other: Fraction) -> Option<Fraction> {
        self.0.checked_mul(&other.0).map(Fraction)
    }

    /// Returns the nearest floating-point number.
    pub fn value(self) -> f64 {
        self.part() as f64 / self.of() as f64
    }

    /// Returns the number of cases out of `of` that equals the fraction, such as 24 out of 36 for 2/3. Returns `None`
    /// if that number is not whole.
    pub fn cases_of(self, of: u128) -> Option<u128> {
        of.is_multiple_of(self.of()).then(|| (of / self.of()).checked_mul(self.part()))?
    }
}

/// Formats the fraction: `2/3`, `1`.
impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl serde::Serialize for Fraction {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_are_in_the_least_terms() {
        let sixth = Fraction::new(1, 6);
        assert_eq!(sixth.plus(Fraction::new(1, 3)), Some(Fraction::new(1, 2)));
        assert_eq!(sixth.times(Fraction::new(3, 4)), Some(Fraction::new(1, 8)));
        assert_eq!((Fraction::new(4, 6).to_string(), Fraction::new(6, 6).to_string()), ("2/3".into(), "1".into()));
        assert_eq!((sixth.cases_of(36), sixth.cases_of(4)), (Some(6), None));
        assert_eq!((Fraction::new(0, 7), Fraction::new(3, 0)), (Fraction::ZERO, Fraction::ZERO));
    }

    #[test]
    fn what_has_no_room_is_told() {
        let small = Fraction::new(1, u128::MAX);
        assert_eq!(small.times(small), None);
        assert_eq!(small.plus(Fraction::new(1, u128::MAX - 1)), None);
    }

    #[test]
    fn the_order_is_exact() {
        let near = Fraction::new(u128::MAX - 2, u128::MAX - 1);
        let nearer = Fraction::new(u128::MAX - 1, u128::MAX);
        assert!(
            near < nearer
                && nearer < Fraction::ONE
                && Fraction::ZERO < near
                && Fraction::new(1, 3) < Fraction::new(1, 2)
        );
        assert!(Fraction::new(5, 3) > Fraction::new(3, 2) && Fraction::new(7, 5).cmp(&Fraction::new(14, 10)).is_eq());
    }
}
