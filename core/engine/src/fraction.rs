//! Exact chances: fractions in their least terms.

use std::cmp::Ordering;
use std::fmt;

/// A number of cases out of so many, in the least terms. Sums and products that need more than 128 bits are `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    part: u128,
    denominator: u128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { part: 0, denominator: 1 };
    /// The whole.
    pub const ONE: Fraction = Fraction { part: 1, denominator: 1 };

    /// So many out of so many; out of none it is nothing.
    pub fn new(part: u128, of: u128) -> Fraction {
        let common = divisor(part, of);
        if part == 0 || of == 0 { Fraction::ZERO } else { Fraction { part: part / common, denominator: of / common } }
    }

    /// The number of cases…
    pub fn part(self) -> u128 {
        self.part
    }

    /// …out of so many.
    pub fn of(self) -> u128 {
        self.denominator
    }

    /// The sum.
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        let common = divisor(self.denominator, other.denominator);
        let of = (self.denominator / common).checked_mul(other.denominator)?;
        let [one, two] = [self.part.checked_mul(other.denominator / common)?, other.part.checked_mul(self.denominator / common)?];
        Some(Fraction::new(one.checked_add(two)?, of))
    }

    /// The product.
    pub fn times(self, other: Fraction) -> Option<Fraction> {
        let (one, two) = (Fraction::new(self.part, other.denominator), Fraction::new(other.part, self.denominator));
        Some(Fraction { part: one.part.checked_mul(two.part)?, denominator: one.denominator.checked_mul(two.denominator)? })
    }

    /// The nearest number with a point.
    pub fn value(self) -> f64 {
        self.part as f64 / self.denominator as f64
    }

    /// In how many of so many cases it happens, if that is a whole number.
    pub fn cases_of(self, of: u128) -> Option<u128> {
        of.is_multiple_of(self.denominator).then(|| (of / self.denominator).checked_mul(self.part))?
    }
}

/// `2/3`, `1`.
impl fmt::Display for Fraction {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        if self.denominator == 1 { write!(out, "{}", self.part) } else { write!(out, "{}/{}", self.part, self.denominator) }
    }
}

impl serde::Serialize for Fraction {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        // The fractional digits one after the other, as in the long division of both.
        let (mut one, mut two) = (*self, *other);
        loop {
            let (whole, other) = (one.part / one.denominator, two.part / two.denominator);
            if whole != other {
                return whole.cmp(&other);
            }
            let (rest, left) = (one.part % one.denominator, two.part % two.denominator);
            match (rest, left) {
                (0, _) | (_, 0) => return rest.cmp(&left),
                // Of two remainders the one whose inverse is larger is smaller.
                _ => {
                    (one, two) =
                        (Fraction { part: two.denominator, denominator: left }, Fraction { part: one.denominator, denominator: rest })
                }
            }
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The greatest common divisor; of nothing and a number the number.
pub(crate) fn divisor(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
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
        assert!(near < nearer && nearer < Fraction::ONE && Fraction::ZERO < near && Fraction::new(1, 3) < Fraction::new(1, 2));
        assert!(Fraction::new(5, 3) > Fraction::new(3, 2) && Fraction::new(7, 5).cmp(&Fraction::new(14, 10)).is_eq());
    }
}
