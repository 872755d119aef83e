//! The positions of hexes in a drawing, in the drawing's units of length.

/// A point.
pub(crate) type Point = (f64, f64);

/// A staggered grid of hexes.
pub(crate) struct HexLayout {
    /// Whether the hexes are flat-topped. Columns are staggered if so, rows if not.
    pub flat: bool,
    /// Whether the odd columns or rows, counted from 0, are the shifted ones.
    pub odd: bool,
    pub width: f64,
    pub height: f64,
    /// Length of the sides that are not slanted.
    pub side: f64,
    pub columns: i32,
    pub rows: i32,
}

impl HexLayout {
    /// Returns the centre of the hex at a column and row, both counted from 0.
    pub fn centre(&self, column: i32, row: i32) -> Point {
        let shift = |at: i32| if (at % 2 == 1) == self.odd { 0.5 } else { 0.0 };
        let (x, y) = (f64::from(column), f64::from(row));
        match self.flat {
            true => (x * (self.width + self.side) / 2.0 + self.width / 2.0, (y + shift(column) + 0.5) * self.height),
            false => ((x + shift(row) + 0.5) * self.width, y * (self.height + self.side) / 2.0 + self.height / 2.0),
        }
    }

    /// Returns the hex at a point; `None` if the point is outside the grid.
    pub fn hex_at(&self, point: Point) -> Option<(i32, i32)> {
        let near =
            self.all().map(|hex| (distance(self.centre(hex.0, hex.1), point), hex)).min_by(|a, b| a.0.total_cmp(&b.0));
        near.filter(|(far, _)| *far <= self.width.max(self.height) / 2.0).map(|(_, hex)| hex)
    }

    fn all(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        (0..self.columns).flat_map(|column| (0..self.rows).map(move |row| (column, row)))
    }

    /// Finds pairs of hexes whose common side has its midpoint near a line. The line may run along the side, like a
    /// river, or cross it, like a railway.
    pub fn sides_on(&self, line: &[Point]) -> Vec<[(i32, i32); 2]> {
        let mut found = Vec::new();
        for a in self.all() {
            for b in self.later_neighbours(a) {
                let (here, there) = (self.centre(a.0, a.1), self.centre(b.0, b.1));
                let middle = ((here.0 + there.0) / 2.0, (here.1 + there.1) / 2.0);
                let near = distance(here, there) / 6.0;
                if line.windows(2).any(|pair| distance_to_segment(pair[0], pair[1], middle) <= near) {
                    found.push([a, b]);
                }
            }
        }
        found
    }

    /// Returns the neighbours of a hex that come after it, column by column, so that every pair is examined once.
    fn later_neighbours(&self, hex: (i32, i32)) -> Vec<(i32, i32)> {
        let around = (hex.0 - 1..=hex.0 + 1).flat_map(|column| (hex.1 - 1..=hex.1 + 1).map(move |row| (column, row)));
        let here = self.centre(hex.0, hex.1);
        let touching = 1.2 * self.width.max(self.height).min(self.step());
        let on_map = |&(column, row): &(i32, i32)| (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        around
            .filter(on_map)
            .filter(|other| *other > hex && distance(here, self.centre(other.0, other.1)) <= touching)
            .collect()
    }

    /// Returns the largest distance between the centres of adjacent hexes.
    fn step(&self) -> f64 {
        let (straight, slanted) = match self.flat {
            true => (self.height, ((self.width + self.side) / 2.0).hypot(self.height / 2.0)),
            false => (self.width, ((self.height + self.side) / 2.0).hypot(self.width / 2.0)),
        };
        straight.max(slanted)
    }
}

/// Returns the distance between two points.
pub(crate) fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// Returns the distance between a point and a line segment.
fn distance_to_segment(from: Point, to: Point, point: Point) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = if length == 0.0 {
        0.0
    } else {
        (((point.0 - from.0) * dx + (point.1 - from.1) * dy) / length).clamp(0.0, 1.0)
    };
    distance((from.0 + along * dx, from.1 + along * dy), point)
}
