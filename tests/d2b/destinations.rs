//! Where a unit may go (3.5): what it can reach, which units are there, how near the enemy is.

use super::board::{Board, Piece};
use super::reach::Move;
use super::ruler::{Point, Rect};
use super::unit_table::{going, printed};
use std::cell::OnceCell;

/// The places a unit may go to.
pub struct Destinations<'a> {
    board: &'a Board,
    unit: &'a Piece,
    pace: i64,
    over_ground: OnceCell<Move<'a>>,
    along_roads: OnceCell<Move<'a>>,
}

impl<'a> Destinations<'a> {
    pub fn new(board: &'a Board, unit: &'a Piece, pace: i64) -> Destinations<'a> {
        Destinations { board, unit, pace, over_ground: OnceCell::new(), along_roads: OnceCell::new() }
    }

    /// The ground as it affects the unit: no river where pioneers bridge it (3.9).
    fn ground(&self) -> Vec<&'a Piece> {
        self.board.ground().filter(|piece| !(self.unit.has("bridged") && piece.kind == "river")).collect()
    }

    fn over_ground(&self) -> &Move<'a> {
        self.over_ground.get_or_init(|| self.plan(self.pace, self.ground()))
    }

    /// 3.5.8 On a road, ground beside the road does not count; ground that crosses it does.
    fn along_roads(&self) -> &Move<'a> {
        let crosses = |piece: &&Piece| {
            ["road", "river", "bridge", "ford", "waterway", "frozen-river", "minefield"].contains(&piece.kind.as_str())
        };
        let bonus = printed(&self.unit.kind).road;
        self.along_roads
            .get_or_init(|| self.plan(self.pace + bonus, self.ground().into_iter().filter(crosses).collect()))
    }

    fn plan(&self, points: i64, ground: Vec<&'a Piece>) -> Move<'a> {
        Move::new(
            self.board,
            self.unit,
            going(&self.unit.kind),
            points,
            ground,
            self.board.enemies(self.unit).collect(),
        )
    }

    /// Whether it may go to a place.
    pub fn has(&self, spot: Point) -> bool {
        let base = self.unit.base_at(spot);
        // A move cannot end on a river bridged by pioneers.
        let under = self.board.under(&base);
        let in_water =
            self.unit.has("bridged") && under.contains("river") && !under.contains("bridge") && !under.contains("ford");
        let is_free = !self.board.pieces.iter().any(|other| {
            other.is_unit() && other.id != self.unit.id && other.spot.is_some() && other.base().overlaps(&base)
        });
        is_free
            && self.keeps_away(&base)
            && !in_water
            && (self.over_ground().reaches(spot) || self.by_road(spot, &base))
    }

    /// 3.5.8 The bonus for moving along a road on which it starts and ends.
    fn by_road(&self, spot: Point, base: &Rect) -> bool {
        let begins_on = |road: &&Piece| road.kind == "road" && road.lies_under(&self.unit.base());
        let mut roads = self.board.ground().filter(begins_on);
        printed(&self.unit.kind).road > 0 && roads.any(|road| road.lies_under(base)) && self.along_roads().reaches(spot)
    }

    /// 3.5.5 It ends outside the belts of all enemies except those near which it started, or touches one of them on the
    /// half facing it.
    fn keeps_away(&self, base: &Rect) -> bool {
        let far: Vec<&Piece> = self.board.enemies(self.unit).filter(|enemy| !enemy.is_nearer(self.unit, 20)).collect();
        let is_out = far.iter().all(|enemy| !enemy.base().is_nearer(base, 20));
        is_out
            || far
                .iter()
                .any(|enemy| enemy.base().contact(base).is_some() && comes_before(enemy, self.unit.spot(), base))
    }

    /// Interesting places: those where the unit touches an enemy.
    pub fn contacts(&self) -> Vec<Point> {
        let mut all = Vec::new();
        for enemy in self.board.enemies(self.unit).filter(|enemy| enemy.is_within(self.unit, self.pace + 20)) {
            let ([x, y], half) = (enemy.spot(), [enemy.half[0] + self.unit.half[0], enemy.half[1] + self.unit.half[1]]);
            for aside in [-20, -10, -3, 0, 10, 20] {
                all.extend([
                    [x + aside, y - half[1]],
                    [x + aside, y + half[1]],
                    [x - half[0], y + aside],
                    [x + half[0], y + aside],
                ]);
            }
        }
        all
    }
}

/// Whether a base is on the side of an enemy's centre from which the unit comes.
fn comes_before(enemy: &Piece, from: Point, base: &Rect) -> bool {
    let ([x, y], across, down) = (enemy.spot(), from[0] - enemy.spot()[0], from[1] - enemy.spot()[1]);
    if across.abs() > down.abs() {
        if across > 0 { base.left >= x } else { base.right <= x }
    } else if down > 0 {
        base.top >= y
    } else {
        base.bottom <= y
    }
}
