//! Rivers without a bridge (3.5.2): who swims, and where they land.

use super::board::{Board, Piece};
use super::reach::Move;
use super::ruler::{Point, Rect, Shape};
use super::unit_table::{MovementRow, swims};

/// 3.5.2 Whether a unit may swim: infantry that starts within a kilometre of a river, with one point more than the cost
/// of its move.
pub fn may_swim(board: &Board, unit: &Piece, price: i64) -> bool {
    let base = Shape::rect(&unit.base());
    let mut rivers = board.ground().filter(|piece| piece.kind == "river").filter_map(|piece| piece.shape.as_ref());
    swims(&unit.kind) && board.variable("initiative") > price && rivers.any(|river| river.is_within(&base, 10))
}

/// 3.5.2 The places of the lattice across a river.
pub fn banks(board: &Board, unit: &Piece) -> Vec<Point> {
    let reach =
        Move::new(board, unit, MovementRow::Swimming, 80, board.ground().collect(), board.enemies(unit).collect());
    let [x, y] = unit.spot().map(|part| part.div_euclid(10));
    let all = (-9..=9).flat_map(|down| (-9..=9).map(move |across| [10 * (x + across), 10 * (y + down)]));
    all.filter(|spot| is_bank(board, unit, *spot) && reach.reaches(*spot)).collect()
}

/// 3.5.2 Whether a place is free, across a river, and out of the water unless the unit touches an enemy there; or the
/// unit touches an enemy across a river.
pub fn is_bank(board: &Board, unit: &Piece, spot: Point) -> bool {
    let base = unit.base_at(spot);
    let taken = board
        .pieces
        .iter()
        .any(|other| other.is_unit() && other.id != unit.id && other.spot.is_some() && other.base().overlaps(&base));
    let rivers: Vec<&Piece> = board.ground().filter(|piece| piece.kind == "river").collect();
    let dry = !rivers.iter().any(|river| river.lies_under(&base));
    let leads_over = |to: Point, end: &Rect| {
        let mut between = rivers.iter().filter(|river| !river.lies_under(&unit.base()) && !river.lies_under(end));
        between.any(|river| river.shape.as_ref().is_some_and(|shape| shape.blocks(unit.spot(), to)))
    };
    let touched: Vec<&Piece> = board.enemies(unit).filter(|enemy| enemy.base().contact(&base).is_some()).collect();
    let swims_over = (dry || !touched.is_empty()) && leads_over(spot, &Rect::about(spot, [0, 0]));
    let is_over = swims_over || touched.iter().any(|enemy| leads_over(enemy.spot(), &enemy.base()));
    board.whole().holds(&base) && !taken && is_over
}
