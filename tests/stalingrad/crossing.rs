//! Crossing the Volga (18): who crosses, the modifiers, and the results.

use super::board::{Board, Hold, Piece, Side};

/// 18.0 How many more units may try this night.
pub fn left(board: &Board) -> i64 {
    if board.night { i64::from(6 - board.ferried) } else { 0 }
}

/// 18.0 Fresh units on the east bank facing a zone: in its quadrant or the next one.
pub fn facing(board: &Board, zone: usize) -> Vec<usize> {
    let faces = |piece: &&Piece| {
        let Some(place) = piece.place else { return false };
        let east = board.areas[place].name.starts_with('E');
        let near = (board.areas[place].quadrant - board.areas[zone].quadrant).abs() <= 1;
        piece.side == Side::Soviet && piece.fresh && !piece.ferried && east && near
    };
    board.pieces.iter().filter(faces).map(|piece| piece.id).collect()
}

/// 18.0 The zones to which a unit can cross.
pub fn zones(board: &Board, side: Side) -> Vec<usize> {
    let open = |zone: &usize| {
        let area = &board.areas[*zone];
        let held = area.terrain == "landing" && area.owner == Some(Side::Soviet);
        held && board.room(*zone, Side::Soviet) > 0 && !facing(board, *zone).is_empty()
    };
    if side == Side::German || left(board) < 1 { Vec::new() } else { (0..board.areas.len()).filter(open).collect() }
}

/// 18.7 Units on a zone that may return.
pub fn leaving(board: &Board, side: Side) -> Vec<usize> {
    if side == Side::German || left(board) < 1 {
        return Vec::new();
    }
    let on_zone = |piece: &Piece| piece.place.is_some_and(|place| board.areas[place].terrain == "landing");
    board
        .pieces
        .iter()
        .filter(|piece| piece.side == Side::Soviet && !piece.ferried && on_zone(piece))
        .map(|piece| piece.id)
        .collect()
}

/// 18.4 The interdiction points of a zone.
pub fn interdiction(board: &Board, zone: usize) -> i32 {
    let all = 0..board.areas.len();
    let kurgan = all.clone().filter(|area| board.areas[*area].kurgan).map(|area| {
        let watched = board.at(area, Side::German).any(|piece| piece.kind == super::board::Kind::Observer);
        weight(board, area) + i32::from(watched && weight(board, area) > 0)
    });
    let bank = all.filter(|area| board.areas[*area].bank).map(|area| weight(board, area));
    let beside: Vec<i32> = board.areas[zone]
        .neighbours
        .iter()
        .filter(|area| board.areas[**area].bank)
        .map(|area| weight(board, *area))
        .collect();
    let near = match (beside.iter().filter(|weight| **weight == 2).count(), beside.contains(&1)) {
        (0, false) => 0,
        (0, true) => 1,
        (1, _) => 2,
        _ => 3,
    };
    let month = match board.month.as_str() {
        "October" => -1,
        "November" => -2,
        _ => 0,
    };
    (kurgan.max().unwrap_or(0) + bank.max().unwrap_or(0) + near + month).max(0)
}

/// 18.4 One if Germans contest an area, two if they control it.
fn weight(board: &Board, area: usize) -> i32 {
    if board.is_contested(area) {
        1
    } else if board.hold(area, Side::German) != Hold::Nobody || board.areas[area].owner == Some(Side::German) {
        2
    } else {
        0
    }
}

/// 18.5 The result of a total: whether the unit lands, and for how many half-days it is spent; `None` if it is
/// eliminated.
pub fn result(total: i32) -> Option<(bool, i32)> {
    match total {
        ..=11 => Some((true, 0)),
        12 => Some((true, 1)),
        13 => Some((true, 2)),
        14 => Some((false, 1)),
        15 => Some((false, 2)),
        16 => Some((false, 3)),
        17 => Some((false, 4)),
        _ => None,
    }
}

/// 18.7 The box on the east bank opposite a zone.
pub fn opposite(board: &Board, zone: usize) -> usize {
    let faces = |area: &usize| {
        board.areas[*area].name.starts_with('E') && board.areas[*area].quadrant == board.areas[zone].quadrant
    };
    (0..board.areas.len()).find(faces).expect("a box for each quadrant")
}
