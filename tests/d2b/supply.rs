//! Supply (3.4): how far lines run from the depot and from supplied trucks.

use super::board::{Board, Piece};
use super::reach::Move;
use super::unit_table::MovementRow;
use std::collections::BTreeSet;

/// The units of a side that no line reaches; paratroops need no supply.
pub fn unsupplied(board: &Board, side: &str) -> BTreeSet<usize> {
    let fed = fed(board, side);
    let open = board.units(side).filter(|unit| unit.kind != "paratroops" && !fed.contains(&unit.id));
    open.map(|unit| unit.id).collect()
}

/// The units that lines reach: from the depot, unless the enemy holds it, and from each supplied truck.
fn fed(board: &Board, side: &str) -> BTreeSet<usize> {
    let depots =
        board.pieces.iter().filter(|piece| piece.kind == "depot" && piece.side == side && piece.spot.is_some());
    let mut sources: Vec<&Piece> = depots.filter(|_| board.variable(&format!("{side}-depot")) == 0).collect();
    let mut fed = BTreeSet::new();
    while let Some(source) = sources.pop() {
        let lines = [100, 120].map(|length| line(board, source, length));
        for unit in board.units(side) {
            let reached = unit.id == source.id
                || reaches(board, source, &lines[usize::from(is_on_road(board, source, unit))], unit);
            if reached && fed.insert(unit.id) && unit.kind == "truck" {
                sources.push(unit);
            }
        }
    }
    fed
}

/// A line of 10 km, or of 12 km along a road.
fn line<'a>(board: &'a Board, source: &'a Piece, length: i64) -> Move<'a> {
    let enemies =
        board.pieces.iter().filter(|piece| piece.is_unit() && piece.spot.is_some() && piece.side != source.side);
    Move::new(board, source, MovementRow::Supply, length, board.ground().collect(), enemies.collect())
}

/// Whether both ends are on the same road, at least 6 km apart.
fn is_on_road(board: &Board, source: &Piece, unit: &Piece) -> bool {
    let at = |road: &Piece, piece: &Piece| {
        let base = super::ruler::Shape::rect(&piece.base());
        road.shape.as_ref().is_some_and(|shape| shape.is_within(&base, 20))
    };
    let mut roads = board.ground().filter(|road| road.kind == "road");
    !unit.is_nearer(source, 60) && roads.any(|road| at(road, source) && at(road, unit))
}

/// Whether a line comes within 2 km of a unit, at a place of the lattice.
fn reaches(board: &Board, source: &Piece, line: &Move, unit: &Piece) -> bool {
    let is_there = |spot: [i64; 2]| {
        let base = source.base_at(spot);
        base.gap_squared(&unit.base()) <= 400 && board.whole().holds(&base) && line.reaches(spot)
    };
    let [x, y] = unit.spot().map(|part| part.div_euclid(10));
    (-6..=6).any(|down| (-6..=6).any(|across| is_there([10 * (x + across), 10 * (y + down)])))
}
