//! Command (3.5.1): how fast a unit is, what its move costs, and which units belong to its group.

use super::board::{Board, Piece};
use super::unit_table::{is_armour, is_scout, is_towed, printed};

/// 3.4, 3.9 How far a unit goes: 2 km less for armour without supply, except reconnaissance; 2 km more with pioneers.
pub fn pace(unit: &Piece) -> i64 {
    let slow = is_armour(&unit.kind) && !is_scout(&unit.kind) && unit.has("unsupplied");
    printed(&unit.kind).pace - if slow { 20 } else { 0 } + if unit.has("hastened") { 20 } else { 0 }
}

/// 3.5.1 The initiative points for its move.
pub fn points(board: &Board, unit: &Piece) -> i64 {
    match unit.kind.as_str() {
        "paratroops" => return 0,
        "aircraft" => return 2,
        _ => {}
    }
    let held = board.enemies(unit).any(|enemy| enemy.touches(unit) && pace(enemy) >= pace(unit));
    1 + [is_towed(&unit.kind), !is_commanded(board, unit), unit.has("unsupplied"), held]
        .iter()
        .filter(|more| **more)
        .count() as i64
}

/// 3.5.1 Whether any unit of its group is within 8 km of the unit that hosts the general.
fn is_commanded(board: &Board, unit: &Piece) -> bool {
    let Some(general) = board.general(&unit.side) else { return false };
    group(board, unit).iter().any(|member| member.is_within(general, 80))
}

/// 3.5.1 Units that have not moved and are not near the enemy, each in contact with another of them; or the unit alone.
pub fn group<'a>(board: &'a Board, unit: &'a Piece) -> Vec<&'a Piece> {
    let is_free = |piece: &Piece| !piece.has("moved") && !board.enemies(piece).any(|enemy| enemy.is_nearer(piece, 20));
    let mut members = vec![unit];
    if board.enemies(unit).any(|enemy| enemy.is_nearer(unit, 20)) {
        return members;
    }
    let mut at = 0;
    while at < members.len() {
        let more: Vec<&Piece> =
            board.units(&unit.side).filter(|other| is_free(other) && other.touches(members[at])).collect();
        for other in more {
            if !members.iter().any(|member| member.id == other.id) {
                members.push(other);
            }
        }
        at += 1;
    }
    members
}

/// 3.5.1, 3.5.10, 2.3.2 The units that can move now: those on the table, aircraft by day, and a general that can leave
/// its host.
pub fn ready(board: &Board, side: &str) -> Vec<usize> {
    let left = board.variable("initiative");
    let on_table = board.units(side).filter(|unit| !unit.has("moved") && !unit.has("stays"));
    let aircraft = board
        .pieces
        .iter()
        .filter(|unit| unit.kind == "aircraft" && unit.side == side && unit.is_boxed && !unit.has("flying"));
    let aircraft = aircraft.filter(|_| !board.is_dark());
    let host = board.units(side).find(|unit| unit.has("general"));
    let may_leave = left >= 1 && host.is_some_and(|host| !host.has("moved"));
    let general = board
        .pieces
        .iter()
        .filter(|unit| unit.kind == "general" && unit.side == side && unit.is_boxed && !unit.has("moved"));
    let mut all: Vec<usize> =
        on_table.chain(aircraft).filter(|unit| points(board, unit) <= left).map(|unit| unit.id).collect();
    all.extend(general.filter(|_| may_leave).map(|unit| unit.id));
    all
}

/// 3.5.1 The units of a group that follow for free: their own move would not cost more.
pub fn may_follow(board: &Board, unit: &Piece, price: i64) -> Vec<usize> {
    group(board, unit)
        .iter()
        .filter(|other| other.id != unit.id && points(board, other) <= price)
        .map(|other| other.id)
        .collect()
}
