//! The field: a table without spaces, on which bases can stand anywhere and distances are measured.
//!
//! All lengths are integers and distances are compared as squares, without floating-point numbers, so every machine
//! gets the same result. `x` increases to the east and `y` to the south.

mod approach;
mod ground;
#[cfg(test)]
mod naive;
mod rectangle;
mod region;
mod segment;
mod shape;
mod sight;
mod spot;

pub use approach::Approach;
pub use ground::{Going, Ground, Hold, MAX_KINDS};
pub use rectangle::Rectangle;
pub(crate) use region::Lack;
pub use region::{Region, RegionPart, Term};
pub use shape::{Footprint, Shape};
pub use spot::{Facing, Spot, Stand};

use crate::ids::SpaceId;

/// The maximum width and height of a field, and the maximum distance of a course's corners from its centre, along each
/// axis.
pub const MAX_LENGTH: i32 = 2000;

/// The maximum distance of an outline's corners from its centre, along each axis. This keeps the products in sight
/// checks within 128 bits.
pub const MAX_OUTLINE: i32 = 1000;

/// The table of a battle that is played without spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The width and the height of the table.
    pub size: [i32; 2],
    /// The distance between neighbouring lattice places, which are offered first.
    pub lattice: i32,
    /// The number of units of length per displayed unit. Players see coordinates in displayed units.
    pub scale: i32,
    /// The space that contains everything on the table.
    pub table: SpaceId,
}

impl Field {
    /// Returns the whole table.
    pub fn whole(&self) -> Rectangle {
        Rectangle { left: 0, top: 0, right: self.size[0].into(), bottom: self.size[1].into() }
    }

    /// Returns whether a spot is on the table.
    pub fn has(&self, spot: Spot) -> bool {
        (0..=self.size[0]).contains(&spot.x) && (0..=self.size[1]).contains(&spot.y)
    }

    /// Returns the strip with this depth along one side of the table.
    pub fn strip(&self, side: Facing, depth: i32) -> Rectangle {
        let (mut strip, depth) = (self.whole(), i64::from(depth));
        match side {
            Facing::North => strip.bottom = depth,
            Facing::East => strip.left = strip.right - depth,
            Facing::South => strip.top = strip.bottom - depth,
            Facing::West => strip.right = depth,
        }
        strip
    }

    /// Returns the lattice places, from north to south and from west to east.
    pub fn lattice(&self) -> impl Iterator<Item = Spot> + use<> {
        self.lattice_in(&self.whole())
    }

    /// Returns the lattice places in a rectangle, in the same order.
    pub(crate) fn lattice_in(&self, limits: &Rectangle) -> impl Iterator<Item = Spot> + use<> {
        let step = i64::from(self.lattice.max(1));
        let range = |first: i64, last: i64, length: i32| {
            let first = first.max(0).div_euclid(step) + i64::from(first.max(0).rem_euclid(step) > 0);
            (first..=last.min(length.into()).div_euclid(step)).map(move |at| (at * step) as i32)
        };
        let columns = range(limits.left, limits.right, self.size[0]);
        let rows = range(limits.top, limits.bottom, self.size[1]);
        rows.flat_map(move |y| columns.clone().map(move |x| Spot { x, y }))
    }

    /// Formats a place for display: `41,33.5`.
    pub fn write(&self, spot: Spot) -> String {
        format!("{},{}", self.write_length(spot.x), self.write_length(spot.y))
    }

    /// Formats a length in displayed units: `33.5`.
    pub fn write_length(&self, length: i32) -> String {
        let (whole, rest, scale) = (length / self.scale, (length % self.scale).abs(), self.scale);
        let digits = scale.ilog10() as usize;
        match rest {
            0 => whole.to_string(),
            // The scale is a power of ten, so the remainder has as many digits as the scale has zeros.
            rest => format!("{whole}.{rest:0digits$}").trim_end_matches('0').to_owned(),
        }
    }

    /// Parses a place in its displayed form; `None` if it is malformed or off the table.
    pub fn read(&self, text: &str) -> Option<Spot> {
        let (x, y) = text.split_once([',', ';'])?;
        let spot = Spot { x: self.read_length(x.trim())?, y: self.read_length(y.trim())? };
        self.has(spot).then_some(spot)
    }

    fn read_length(&self, text: &str) -> Option<i32> {
        let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
        let digits = self.scale.ilog10() as usize;
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 6 || rest.len() > digits || !is_number(whole) || !is_number(rest) {
            return None;
        }
        let parts: i32 = format!("0{rest:0<digits$}").parse().ok()?;
        Some(whole.parse::<i32>().ok()? * self.scale + parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field() -> Field {
        Field { size: [900, 800], lattice: 10, scale: 10, table: SpaceId(0) }
    }

    #[test]
    fn places_are_written_as_they_are_read() {
        let field = field();
        for (text, x, y) in [("41,33", 410, 330), ("41.2,33.5", 412, 335), ("0,80", 0, 800), ("0.5, 0.7", 5, 7)] {
            assert_eq!(field.read(text), Some(Spot { x, y }), "{text}");
            assert_eq!(field.write(Spot { x, y }), text.replace(' ', ""));
        }
        for wrong in ["41", "41,", ",", "91,3", "4.25,3", "-1,3", "4,3,2", "9999999,1", "1e1,2"] {
            assert_eq!(field.read(wrong), None, "{wrong}");
        }
        let whole = Field { scale: 1, ..field };
        assert_eq!(
            (whole.read("41,33"), whole.read("4.1,3"), whole.write(Spot { x: 3, y: 4 })),
            (Some(Spot { x: 41, y: 33 }), None, "3,4".into())
        );
    }

    #[test]
    fn a_strip_lies_along_its_side() {
        let strip = field().strip(Facing::East, 120);
        assert_eq!((strip.left, strip.right, strip.top, strip.bottom), (780, 900, 0, 800));
        assert_eq!(field().lattice().count(), 91 * 81);
    }
}
