//! Builds hex maps, using `hexx`.

use super::{Map, Space};
use crate::ids::SpaceId;
use hexx::{Hex, HexOrientation, OffsetHexMode};

/// The orientation of the hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Flat-topped; columns are straight.
    Flat,
    /// Pointy-topped; rows are straight.
    Pointy,
}

/// Which columns (if flat-topped) are shifted down by half a hex, or which rows (if pointy-topped) are shifted right by
/// half a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shifted {
    /// Odd-numbered columns or rows.
    Odd,
    /// Even-numbered columns or rows.
    Even,
}

/// How the numbers of hexes are printed: two numbers of the same width, such as `0503`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexNumbers {
    /// The number of digits of a column and of a row.
    pub width: usize,
    /// Whether the row comes first, and not the column.
    pub row_first: bool,
}

impl HexNumbers {
    /// Returns the number of the hex at a column and a row.
    pub fn write(&self, (column, row): (i32, i32)) -> String {
        let (width, [first, second]) = (self.width, if self.row_first { [row, column] } else { [column, row] });
        format!("{first:0width$}{second:0width$}")
    }

    /// Returns the column and the row of a hex; `None` if the text is not a number of this form.
    pub fn read(&self, number: &str) -> Option<(i32, i32)> {
        if number.len() != 2 * self.width || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (first, second) = number.split_at(self.width);
        let (first, second) = (first.parse().ok()?, second.parse().ok()?);
        Some(if self.row_first { (second, first) } else { (first, second) })
    }
}

/// A builder for maps of numbered hexes, in which neighbouring hexes are joined.
#[derive(Clone, Copy, Debug)]
pub struct HexGrid {
    /// The orientation of the hexes.
    pub orientation: Orientation,
    /// The columns or rows that are shifted.
    pub shifted: Shifted,
}

impl HexGrid {
    /// Builds the map of these hexes, each given as printed number, column and row. A hex whose number is already taken
    /// is left out.
    pub fn build(&self, hexes: impl IntoIterator<Item = (String, i32, i32)>) -> Map {
        let mut map = Map::default();
        let mut at = Vec::new();
        for (name, column, row) in hexes {
            let centre = self.centre(column, row);
            if map.add_space(Space { name, centre, ..Space::default() }).is_some() {
                at.push(self.hex(column, row));
            }
        }
        let mut sorted: Vec<_> = at.iter().enumerate().map(|(id, hex)| ((hex.x, hex.y), SpaceId(id as u16))).collect();
        sorted.sort_unstable();
        for (id, hex) in at.iter().enumerate() {
            for other in hex.all_neighbors() {
                if let Ok(found) = sorted.binary_search_by_key(&(other.x, other.y), |entry| entry.0) {
                    map.join(SpaceId(id as u16), sorted[found].1);
                }
            }
        }
        map.hexes = Some((at.into_iter().map(Some).collect(), self.orientation));
        map
    }

    fn hex(&self, column: i32, row: i32) -> Hex {
        let mode = match self.shifted {
            Shifted::Odd => OffsetHexMode::Odd,
            Shifted::Even => OffsetHexMode::Even,
        };
        let orientation = match self.orientation {
            Orientation::Flat => HexOrientation::Flat,
            Orientation::Pointy => HexOrientation::Pointy,
        };
        Hex::from_offset_coordinates([column, row], mode, orientation)
    }

    /// Returns the centre of a hex with sides of 1000. Flat-topped hexes have columns 1500 apart and rows 1732 apart;
    /// pointy-topped hexes have columns 1732 apart and rows 1500 apart.
    fn centre(&self, column: i32, row: i32) -> [i32; 2] {
        let odd = |n: i32| n.rem_euclid(2) == 1;
        let shift = |n: i32| if odd(n) == (self.shifted == Shifted::Odd) { 866 } else { 0 };
        match self.orientation {
            Orientation::Flat => [column * 1500, row * 1732 + shift(column)],
            Orientation::Pointy => [column * 1732 + shift(row), row * 1500],
        }
    }
}

impl Map {
    /// Adds an off-map box or a track square, without neighbours; returns `None` if its name is taken.
    pub fn add_box(&mut self, name: &str, centre: [i32; 2]) -> Option<SpaceId> {
        let id = self.add_space(Space { name: name.to_owned(), centre, off_map: true, title: None })?;
        if let Some((hexes, _)) = &mut self.hexes {
            hexes.push(None);
        }
        Some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(orientation: Orientation, shifted: Shifted) -> Map {
        let all = (1..=6).flat_map(|column| (1..=6).map(move |row| (format!("{column:02}{row:02}"), column, row)));
        let mut map = HexGrid { orientation, shifted }.build(all);
        map.seal(&[]);
        map
    }

    fn neighbours(map: &Map, name: &str) -> Vec<String> {
        let id = map.names.find(name).unwrap();
        map.links(id).iter().map(|link| map.names.name(link.to).to_owned()).collect()
    }

    #[test]
    fn flat_with_even_columns_lower() {
        let map = grid(Orientation::Flat, Shifted::Even);
        assert_eq!(neighbours(&map, "0303"), ["0202", "0203", "0302", "0304", "0402", "0403"]);
        assert_eq!(neighbours(&map, "0404"), ["0304", "0305", "0403", "0405", "0504", "0505"]);
    }

    #[test]
    fn flat_with_odd_columns_lower() {
        let map = grid(Orientation::Flat, Shifted::Odd);
        assert_eq!(neighbours(&map, "0303"), ["0203", "0204", "0302", "0304", "0403", "0404"]);
    }

    #[test]
    fn pointy_with_even_rows_further_right() {
        let map = grid(Orientation::Pointy, Shifted::Even);
        assert_eq!(neighbours(&map, "0303"), ["0202", "0203", "0204", "0302", "0304", "0403"]);
        let map = grid(Orientation::Pointy, Shifted::Odd);
        assert_eq!(neighbours(&map, "0303"), ["0203", "0302", "0304", "0402", "0403", "0404"]);
    }

    #[test]
    fn touching_hexes_are_drawn_one_step_apart() {
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for shifted in [Shifted::Odd, Shifted::Even] {
                let map = grid(orientation, shifted);
                for id in map.all() {
                    for link in map.links(id) {
                        let ([ax, ay], [bx, by]) = (map.space(id).centre, map.space(link.to).centre);
                        let squared = (ax - bx).pow(2) + (ay - by).pow(2);
                        assert!((2_990_000..3_010_000).contains(&squared), "{orientation:?} {shifted:?} {squared}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_box_touches_nothing_and_has_no_distance() {
        let mut map = grid(Orientation::Flat, Shifted::Even);
        let off = map.add_box("pool", [0, 0]).unwrap();
        map.seal(&[]);
        assert!(map.links(off).is_empty());
        assert_eq!(map.distance(off, SpaceId(0)), None);
        assert_eq!(map.distance(SpaceId(0), SpaceId(1)), Some(1));
    }
}
