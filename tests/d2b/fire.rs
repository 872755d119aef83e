//! Barrages (3.6): who fires at whom, and the modifiers of both dice.

use super::board::{Board, Piece};
use super::results::condition;
use super::unit_table::{is_armour, is_artillery, is_scout, printed};
use std::collections::BTreeSet;

/// 3.6 The units of a side that can fire: guns that have not moved, are supplied, and have fired at most once today;
/// aircraft in the air.
pub fn able<'a>(board: &'a Board, side: &'a str, answers: bool) -> Vec<&'a Piece> {
    let is_free = |unit: &&Piece| !unit.has("fired");
    let guns = board
        .units(side)
        .filter(|unit| is_artillery(&unit.kind) && !unit.has("moved") && !unit.has("unsupplied") && unit.shots < 2);
    let air = board.pieces.iter().filter(|unit| unit.is_boxed && unit.side == side && unit.has("flying") && !answers);
    guns.chain(air).filter(is_free).collect()
}

/// 2.3.2, 3.6 The targets of a unit: any enemy for aircraft, none for guns in contact, and guns that have fired for
/// counter-battery fire.
pub fn targets<'a>(board: &'a Board, unit: &'a Piece, answers: bool) -> Vec<&'a Piece> {
    if unit.kind == "aircraft" {
        return board.enemies(unit).collect();
    } else if board.enemies(unit).any(|enemy| enemy.touches(unit)) {
        return Vec::new();
    }
    let in_range = board.enemies(unit).filter(|enemy| enemy.is_within(unit, printed(&unit.kind).range));
    in_range.filter(|enemy| !answers || (is_artillery(&enemy.kind) && enemy.has("fired"))).collect()
}

/// 3.6, 3.8.2 Other guns that can fire at the same target.
pub fn helpers(board: &Board, unit: &Piece, target: usize, answers: bool) -> Vec<usize> {
    let others =
        able(board, &unit.side, answers).into_iter().filter(|other| other.id != unit.id && is_artillery(&other.kind));
    others
        .filter(|other| targets(board, other, answers).iter().any(|enemy| enemy.id == target))
        .map(|other| other.id)
        .collect()
}

/// 2.3.2 +1 if reconnaissance less than 4 km away sees the target, −1 if no friend does.
pub fn spotting(board: &Board, unit: &Piece, target: &Piece) -> i64 {
    let mut best = -1;
    for friend in board.friends(unit).filter(|friend| friend.is_nearer(target, 40) && sees(board, friend, target)) {
        best = best.max(i64::from(is_scout(&friend.kind)));
    }
    best
}

/// 2.4.4 Whether no terrain between two units blocks sight. Terrain under one of them does not; high ground blocks
/// sight only if neither is on high ground.
pub fn sees(board: &Board, from: &Piece, to: &Piece) -> bool {
    let on_height = |unit: &Piece| board.ground_of(unit).iter().any(|kind| ["hills", "mountain"].contains(kind));
    let high = !on_height(from) && !on_height(to);
    let hides = |piece: &&Piece| match piece.kind.as_str() {
        "woods" | "town" | "dunes" | "bocage" | "rough" | "oasis" => true,
        "hills" | "mountain" => high,
        _ => false,
    };
    let between =
        board.ground().filter(hides).filter(|piece| !piece.lies_under(&from.base()) && !piece.lies_under(&to.base()));
    !between.filter_map(|piece| piece.shape.as_ref()).any(|shape| shape.blocks(from.spot(), to.spot()))
}

/// 3.8.1, 3.8.3 What a firer adds to its die, without support.
pub fn strength(board: &Board, unit: &Piece, target: &Piece) -> i64 {
    let ground = board.ground_of(target);
    let factor = printed(&unit.kind).factors[usize::from(!is_armour(&target.kind))];
    let ice = if ground.contains("frozen-river") { 3 } else { 0 };
    let sum = factor + spotting(board, unit, target) + ice + condition(unit) + board.darkness(&unit.side);
    if unit.kind == "aircraft" { sum } else { sum + gunnery(board, &unit.side) + cover(&ground, target) }
}

/// 2.4.4 Towns, prepared positions, trenches and sandbags protect against artillery.
fn cover(ground: &BTreeSet<&str>, target: &Piece) -> i64 {
    let covered = target.has("sandbags") || ["town", "prepared", "trench"].iter().any(|kind| ground.contains(kind));
    -i64::from(covered)
}

/// 3.8.3 −1 for Soviet artillery, +1 for British artillery after 1942.
fn gunnery(board: &Board, side: &str) -> i64 {
    let army = board.options[&format!("{side}_army")].as_str();
    if army.starts_with("ussr") { -1 } else { i64::from(army.starts_with("uk-") && army > "uk-1942") }
}

/// 3.8.1 What the target adds: its factor against artillery, or its general's air defence against aircraft.
pub fn defence(board: &Board, unit: &Piece, target: &Piece) -> i64 {
    let factor = match unit.kind.as_str() {
        "aircraft" => i64::from(board.general(&target.side).is_some()),
        _ => printed(&target.kind).factors[1],
    };
    factor + condition(target) + board.darkness(&target.side)
}
