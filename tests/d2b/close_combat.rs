//! Close combat (3.7): who fights whom, and the modifiers of both dice.

use super::board::{Board, Piece};
use super::results::condition;
use super::unit_table::{is_armour, is_artillery, is_at_home, printed};

/// 3.7 The enemies in contact with its front that have not fought.
pub fn targets<'a>(board: &'a Board, unit: &'a Piece) -> Vec<&'a Piece> {
    board.enemies(unit).filter(|enemy| !enemy.has("fought") && unit.fronts(enemy)).collect()
}

/// 3.7 The units of a side that can still fight.
pub fn ready(board: &Board, side: &str) -> Vec<usize> {
    let fights = |unit: &&Piece| unit.kind != "truck" && !unit.has("fought") && !targets(board, unit).is_empty();
    board.units(side).filter(fights).map(|unit| unit.id).collect()
}

/// 3.8.1 to 3.8.3 The modifier of a unit's die.
pub fn total(board: &Board, unit: &Piece, target: &Piece) -> i64 {
    let factor =
        if is_artillery(&unit.kind) { 0 } else { printed(&unit.kind).factors[usize::from(!is_armour(&target.kind))] };
    factor + support(board, unit, target) + ground(board, unit, target) + condition(unit) + board.darkness(&unit.side)
}

/// 3.8.2 +1 for each other friend that touches the target, and the support of friends that touch only the fighter.
fn support(board: &Board, unit: &Piece, target: &Piece) -> i64 {
    let gives = |friend: &Piece| match (friend.touches(target), friend.touches(unit)) {
        (true, _) => 1,
        (false, true) => printed(&friend.kind).support[usize::from(!is_armour(&target.kind))],
        _ => 0,
    };
    board.friends(unit).map(gives).sum()
}

/// 2.4.3, 2.4.4, 3.8.3 Terrain: the worst modifier under the target, the worst that armour fights out of, height and
/// water.
fn ground(board: &Board, unit: &Piece, target: &Piece) -> i64 {
    let height = i64::from(level(board, unit) > level(board, target));
    if is_at_home(&unit.kind) {
        return height;
    }
    let (armour, here, there) = (is_armour(&unit.kind), board.ground_of(unit), board.ground_of(target));
    let into = there
        .iter()
        .map(|kind| attacking_into(kind, armour))
        .min()
        .unwrap_or(0)
        .min(-i64::from(target.has("sandbags")));
    let out = if armour && (here.contains("town") || here.contains("bocage")) { -2 } else { 0 };
    let water = match (here.contains("river"), here.contains("bridge"), here.contains("ford")) {
        (true, false, true) => -1,
        (true, false, false) => -2,
        _ => 0,
    };
    into + out + height + water
}

/// 2.4.4 The table of terrain, for armour and for all others.
fn attacking_into(kind: &str, armour: bool) -> i64 {
    match (kind, armour) {
        ("wadi" | "oasis", _) => -1,
        ("wire", true) => 0,
        ("wire", false) => -1,
        (
            "woods" | "town" | "dunes" | "bocage" | "rough" | "ravine" | "marsh" | "mountain" | "prepared" | "trench",
            true,
        ) => -2,
        (
            "woods" | "town" | "dunes" | "bocage" | "rough" | "ravine" | "marsh" | "mountain" | "prepared" | "trench",
            false,
        ) => -1,
        _ => 0,
    }
}

/// 2.4.3 A mountain is higher than a hill.
fn level(board: &Board, unit: &Piece) -> i64 {
    let ground = board.ground_of(unit);
    if ground.contains("mountain") { 2 } else { i64::from(ground.contains("hills")) }
}
