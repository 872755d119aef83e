//! What the winner of a fight may do (3.8.5, 3.8.6).

use super::board::{Board, Piece};
use super::command::pace;
use super::reach::Move;
use super::results::stands;
use super::ruler::Point;
use super::unit_table::{going, printed};

/// 3.8.5, 3.8.6 The options of the winner: stay, take the ground, or break through if it attacked.
pub fn words(board: &Board, winner: &Piece, spot: Point, attacked: bool) -> Vec<&'static str> {
    let mut words = vec!["stay"];
    if printed(&winner.kind).takes && ground(board, winner, spot).is_some() {
        words.push("take the ground");
    }
    if attacked && printed(&winner.kind).breaks && !board.ground_of(winner).contains("marsh") {
        words.push("break through");
    }
    words
}

/// 3.8.5 The place nearest to the loser's, straight on, where the winner has room.
pub fn ground(board: &Board, winner: &Piece, spot: Point) -> Option<Point> {
    let [across, down] = [winner.spot()[0] - spot[0], winner.spot()[1] - spot[1]];
    let way = if across.abs() > down.abs() { [across.signum(), 0] } else { [0, if down > 0 { 1 } else { -1 }] };
    let far = (across * across + down * down).isqrt();
    for distance in 0..=40 {
        let goal = [spot[0] + distance * way[0], spot[1] + distance * way[1]];
        // Less than 100 m nearer does not count as nearer.
        if distance >= far {
            return None;
        } else if has_room(board, winner, goal) {
            return Some(goal);
        }
    }
    None
}

fn has_room(board: &Board, unit: &Piece, goal: Point) -> bool {
    let base = unit.base_at(goal);
    let taken = board
        .pieces
        .iter()
        .any(|other| other.is_unit() && other.id != unit.id && other.spot.is_some() && other.base().overlaps(&base));
    board.whole().holds(&base) && !taken && stands(board, unit, &base, &|_| false)
}

/// 3.8.6 The move of a breakthrough, which no nearby enemy stops.
pub fn breakthrough<'a>(board: &'a Board, unit: &'a Piece) -> Move<'a> {
    Move::new(board, unit, going(&unit.kind), pace(unit), board.ground().collect(), Vec::new())
}

/// 2.4.4, 3.8.6 Whether a breakthrough may end at a place: on no other base and in no marsh.
pub fn may_end(board: &Board, unit: &Piece, spot: Point) -> bool {
    let base = unit.base_at(spot);
    let taken = board
        .pieces
        .iter()
        .any(|other| other.is_unit() && other.id != unit.id && other.spot.is_some() && other.base().overlaps(&base));
    !taken && !board.under(&base).contains("marsh")
}
