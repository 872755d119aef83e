//! Orders (8.1): what the units of an area can do, and where.

use super::board::{Board, Hold, Kind, Piece, Side};
use super::movement::{cost, is_next_to_fresh, reach};
use super::retreat::{Priority, goals};
use std::collections::BTreeSet;

/// The kinds of orders.
pub const WAYS: [&str; 6] = ["move", "attack", "infiltrate", "regroup", "withdraw", "fortify"];

/// All orders for units of an area that have not acted: the kind and the target area.
pub fn menu(board: &Board, side: Side, from: usize) -> BTreeSet<(&'static str, usize)> {
    let ready: Vec<&Piece> = board.at(from, side).filter(|piece| piece.fresh && !piece.acted).collect();
    let mut found: BTreeSet<_> = moves(board, &ready).into_iter().map(|goal| (WAYS[0], goal)).collect();
    let near = [from].into_iter().chain(board.areas[from].neighbours.iter().copied());
    for (goal, way) in near.flat_map(|goal| WAYS[1..].iter().map(move |way| (goal, *way))) {
        if !doers(board, side, from, goal, way).is_empty() {
            found.insert((way, goal));
        }
    }
    found
}

/// 8.2, 8.2.2 Where some units can move; among enemies, only units that can attack and those that accompany them.
pub fn moves(board: &Board, units: &[&Piece]) -> BTreeSet<usize> {
    let goals = |piece: &&Piece| {
        let (enemy, armed) = (piece.side.enemy(), piece.attack > 0);
        reach(board, piece)
            .into_keys()
            .filter(move |goal| armed || board.hold(*goal, enemy) == Hold::Nobody)
            .collect::<Vec<_>>()
    };
    units.iter().flat_map(goals).collect()
}

/// The target areas of a menu.
pub fn places(board: &Board, side: Side, from: usize) -> BTreeSet<usize> {
    menu(board, side, from).into_iter().map(|(_, goal)| goal).collect()
}

/// The units of an area that can carry out a kind of order at a place.
pub fn doers(board: &Board, side: Side, from: usize, goal: usize, way: &str) -> Vec<usize> {
    let is_near = board.areas[from].neighbours.contains(&goal);
    if (way == "attack" || way == "fortify") != (from == goal) || (way != "move" && from != goal && !is_near) {
        return Vec::new();
    }
    let ready: Vec<&Piece> = board.at(from, side).filter(|piece| !piece.acted).collect();
    let can = |piece: &&&Piece| piece.fresh || way == "withdraw";
    let all: Vec<&Piece> = ready.iter().filter(can).copied().collect();
    match way {
        "move" => movers(board, &all, goal),
        "attack" => groups(board, from, side).iter().flat_map(|group| payers(board, &all, from, group)).collect(),
        "fortify" => diggers(board, &all, from),
        _ => all.iter().filter(|piece| slips(board, piece, goal, way)).map(|piece| piece.id).collect(),
    }
}

/// 8.2, 8.2.2 The units that can move to an area; if enemies are there, one of them needs an attack factor.
pub fn movers(board: &Board, units: &[&Piece], goal: usize) -> Vec<usize> {
    let able: Vec<&&Piece> = units.iter().filter(|piece| reach(board, piece).contains_key(&goal)).collect();
    let meets = units.first().is_some_and(|piece| board.hold(goal, piece.side.enemy()) != Hold::Nobody);
    if meets && !able.iter().any(|piece| piece.attack > 0) {
        return Vec::new();
    }
    able.iter().map(|piece| piece.id).collect()
}

/// 8.2.7, 8.2.8, 8.3.5.5.4 Whether a unit can regroup, infiltrate or withdraw to an adjacent area.
fn slips(board: &Board, piece: &Piece, goal: usize, way: &str) -> bool {
    let enemy = piece.side.enemy();
    let meets = piece.place.is_some_and(|place| board.hold(place, enemy) != Hold::Nobody);
    let own = board.areas[goal].owner == Some(piece.side)
        && !board.is_barred(goal, piece.side)
        && board.hold(goal, enemy) == Hold::Nobody;
    match way {
        "regroup" => own && board.has_room(goal, piece) && (board.night || !is_next_to_fresh(board, goal, enemy)),
        "withdraw" => {
            let (goals, priority) = goals(board, piece);
            meets && priority == Priority::Free && goals.contains(&goal)
        }
        _ => {
            let is_infantry = matches!(piece.kind, Kind::Infantry | Kind::Motorised);
            let pays = cost(board, piece, goal) - 1 <= piece.movement - piece.used;
            board.night && is_infantry && !meets && board.is_contested(goal) && board.has_room(goal, piece) && pays
        }
    }
}

/// 8.3.3, 14.6 The groups that can be attacked in an area.
pub fn groups(board: &Board, area: usize, attacker: Side) -> Vec<&'static str> {
    let mut found = Vec::new();
    if board.at(area, attacker.enemy()).any(|piece| piece.fresh) {
        found.push("fresh");
    }
    if board.at(area, attacker.enemy()).any(|piece| !piece.fresh) {
        found.push("spent");
    }
    if board.areas[area].rubble > 0 {
        found.push("rubble");
    }
    found
}

/// 8.3.4 The units that can attack a group without having paid for entry.
pub fn payers(board: &Board, units: &[&Piece], area: usize, group: &str) -> Vec<usize> {
    let price = match group {
        "fresh" => 2,
        "spent" => 1,
        _ => board.areas[area].rubble,
    };
    let pays = |piece: &&&Piece| piece.attack > 0 && piece.movement - piece.used >= price;
    units.iter().filter(pays).map(|piece| piece.id).collect()
}

/// 14.3 A pioneer or three units on foot, where a die roll can add rubble and there is not yet the maximum.
fn diggers(board: &Board, units: &[&Piece], area: usize) -> Vec<usize> {
    let modifier = match board.areas[area].terrain.as_str() {
        "ravine" | "height" | "suburb" | "landing" => 1,
        "city" => 2,
        "works" | "kurgan" => 3,
        _ => 0,
    };
    let foot: Vec<&&Piece> = units.iter().filter(|piece| piece.kind.is_on_foot()).collect();
    let crew = foot.len() >= 3 || foot.iter().any(|piece| piece.kind == Kind::Pioneer);
    if crew && board.areas[area].rubble < 2 && 6 + modifier >= 7 {
        foot.iter().map(|piece| piece.id).collect()
    } else {
        Vec::new()
    }
}
