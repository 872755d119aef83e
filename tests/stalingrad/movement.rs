//! Movement (8.2): the cost to enter an area, entering and leaving areas with enemies, and the areas in reach.

use super::board::{Board, Hold, Kind, Piece, Side};
use std::collections::BTreeMap;

/// 8.2.3 The movement cost to enter an area.
pub fn cost(board: &Board, piece: &Piece, area: usize) -> i32 {
    let entry = match board.hold(area, piece.side.enemy()) {
        Hold::Fresh => 4,
        Hold::Spent => 3,
        Hold::Nobody if !board.night && is_next_to_fresh(board, area, piece.side.enemy()) => 2,
        Hold::Nobody => 1,
    };
    entry + i32::from(piece.kind.is_mechanised() && board.areas[area].rubble > 0)
}

/// 8.2.3 Whether an area is adjacent to one with a fresh unit of a side.
pub fn is_next_to_fresh(board: &Board, area: usize, side: Side) -> bool {
    board.areas[area].neighbours.iter().any(|next| board.hold(*next, side) == Hold::Fresh)
}

/// 8.2.1 Whether a unit may move out of an area with these enemies.
fn may_leave(kind: Kind, enemies: Hold) -> bool {
    match (kind, enemies) {
        (_, Hold::Nobody) => true,
        (Kind::AntiTank, Hold::Spent) => true,
        (Kind::AntiTank | Kind::AntiAir, _) => false,
        _ => true,
    }
}

/// 8.2.2 Whether a unit may enter an area with these enemies.
fn may_enter(kind: Kind, enemies: Hold) -> bool {
    match (kind, enemies) {
        (_, Hold::Nobody) => true,
        (Kind::AntiTank, Hold::Spent) => true,
        (Kind::AntiTank | Kind::AntiAir, _) => false,
        _ => true,
    }
}

/// 8.2.1 Whether a side has armour, anti-tank or anti-aircraft guns in an area.
fn is_hard(board: &Board, area: usize, side: Side) -> bool {
    board.at(area, side).any(|piece| piece.kind.is_mechanised())
}

/// 8.2.1 Whether a unit that has left enemies behind may enter an area.
fn may_follow(board: &Board, piece: &Piece, start: usize, area: usize) -> bool {
    let enemy = piece.side.enemy();
    if board.hold(area, enemy) == Hold::Nobody {
        return true;
    }
    let is_near = board.areas[start].neighbours.contains(&area);
    piece.kind == Kind::Armour && !(is_near && (is_hard(board, start, enemy) || is_hard(board, area, enemy)))
}

/// 14.4 Whether a unit gets into rubble: two dice, plus one each if the area is its own, has no enemies, and has no
/// fresh enemies; units on foot always do.
pub fn passes(board: &Board, piece: &Piece, area: usize, dice: &[u32]) -> bool {
    let (there, enemies) = (&board.areas[area], board.hold(area, piece.side.enemy()));
    let more = [there.owner == Some(piece.side), enemies == Hold::Nobody, enemies != Hold::Fresh];
    let total = (dice[0] + dice[1]) as i32 + more.iter().filter(|holds| **holds).count() as i32;
    !piece.kind.is_mechanised() || total >= 7 + 2 * there.rubble
}

/// 8.2 The areas a unit can reach with its remaining movement factors, and their costs.
pub fn reach(board: &Board, piece: &Piece) -> BTreeMap<usize, i32> {
    let Some(start) = piece.place else { return BTreeMap::new() };
    let enemy = piece.side.enemy();
    let leaves_enemies = board.hold(start, enemy) != Hold::Nobody;
    let mut best = BTreeMap::from([(start, 0)]);
    let mut open = if may_leave(piece.kind, board.hold(start, enemy)) { vec![(start, 0)] } else { Vec::new() };
    while let Some((at, spent)) = open.pop() {
        for &next in &board.areas[at].neighbours {
            let total = spent + cost(board, piece, next);
            let is_open = !board.is_barred(next, piece.side) && may_enter(piece.kind, board.hold(next, enemy));
            let follows = !leaves_enemies || may_follow(board, piece, start, next);
            if !is_open
                || !follows
                || total > piece.movement - piece.used
                || best.get(&next).is_some_and(|known| *known <= total)
            {
                continue;
            }
            best.insert(next, total);
            // Enemies stop it; among units that leave enemies behind, only armour continues.
            if board.hold(next, enemy) == Hold::Nobody && (!leaves_enemies || piece.kind == Kind::Armour) {
                open.push((next, total));
            }
        }
    }
    best.retain(|area, _| *area != start && board.has_room(*area, piece));
    best
}
