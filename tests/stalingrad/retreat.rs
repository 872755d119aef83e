//! Retreats (8.3.5.5) and how casualty points are paid (8.3.5.4).

use super::board::{Board, Hold, Piece};

/// 8.3.5.5.1 The priorities of a retreat, first one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// A free friendly area, adjacent to as few enemy areas as possible.
    Free,
    /// A contested friendly area: two dice must exceed the number of enemies.
    Contested,
    /// A contested enemy area: one die must exceed it.
    Lost,
    /// A free enemy area.
    Enemy,
    /// Nowhere.
    None,
}

impl Priority {
    /// 8.3.5.5.2 Whether a unit needs a dice roll to enter.
    pub fn needs_dice(self) -> bool {
        matches!(self, Priority::Contested | Priority::Lost)
    }

    /// Its name in the scripts.
    pub fn word(self) -> &'static str {
        if self == Priority::Contested { "contested" } else { "lost" }
    }
}

/// 8.3.5.5.1 Where a unit retreats to, and under which priority.
pub fn goals(board: &Board, piece: &Piece) -> (Vec<usize>, Priority) {
    let Some(start) = piece.place else { return (Vec::new(), Priority::None) };
    for priority in [Priority::Free, Priority::Contested, Priority::Lost, Priority::Enemy] {
        let open = |area: &usize| !board.is_barred(*area, piece.side) && board.has_room(*area, piece);
        let mut found: Vec<usize> = board.areas[start].neighbours.iter().copied().filter(open).collect();
        found.retain(|area| falls_under(board, piece, *area) == priority);
        if priority == Priority::Free {
            let fewest = found.iter().map(|area| hostile_neighbours(board, piece, *area)).min();
            found.retain(|area| Some(hostile_neighbours(board, piece, *area)) == fewest);
        }
        if !found.is_empty() {
            return (found, priority);
        }
    }
    (Vec::new(), Priority::None)
}

/// The priority of an area for a retreating unit.
fn falls_under(board: &Board, piece: &Piece, area: usize) -> Priority {
    let own = board.areas[area].owner == Some(piece.side);
    let enemies = board.hold(area, piece.side.enemy()) != Hold::Nobody;
    match (own, enemies, board.is_contested(area)) {
        (true, false, _) => Priority::Free,
        (true, _, true) => Priority::Contested,
        (false, _, true) => Priority::Lost,
        (false, false, _) if board.areas[area].owner.is_some() => Priority::Enemy,
        _ => Priority::None,
    }
}

/// The number of adjacent enemy areas.
fn hostile_neighbours(board: &Board, piece: &Piece, area: usize) -> usize {
    board.areas[area].neighbours.iter().filter(|next| board.areas[**next].owner == Some(piece.side.enemy())).count()
}

/// 8.3.5.5.2 Whether a unit enters an area with these dice.
pub fn gets_in(board: &Board, piece: &Piece, goal: usize, dice: &[u32]) -> bool {
    let enemies = board.at(goal, piece.side.enemy()).count() as u32;
    match falls_under(board, piece, goal) {
        Priority::Contested => dice[0] + dice[1] > enemies,
        Priority::Lost => dice[0] > enemies,
        _ => true,
    }
}

/// 8.3.5.4 A unit's possible next losses, and the points they pay.
fn next_losses(board: &Board, piece: &Piece) -> Vec<(&'static str, u32)> {
    if piece.fresh {
        return vec![("disrupt", 1)];
    }
    let open = !piece.stuck && !goals(board, piece).0.is_empty();
    if open { vec![("retreat", 1), ("eliminate", 2)] } else { vec![("eliminate", 2)] }
}

/// 8.3.5.4 The totals that a unit can pay.
fn prices(board: &Board, piece: &Piece) -> Vec<u32> {
    let spent = Piece { fresh: false, ..piece.clone() };
    let later = next_losses(board, &spent).into_iter().map(|(_, points)| points);
    let all = if piece.fresh {
        [0, 1].into_iter().chain(later.map(|points| 1 + points)).collect()
    } else {
        later.collect::<Vec<_>>()
    };
    [0].into_iter().chain(all).collect()
}

/// 8.3.5.4 The maximum that some units pay together, up to `points`.
fn most(all: &[Vec<u32>], points: u32) -> u32 {
    let Some((first, others)) = all.split_first() else { return 0 };
    let mut best = 0;
    for price in first.iter().filter(|price| **price <= points) {
        best = best.max(price + most(others, points - price));
        if best == points {
            break;
        }
    }
    best
}

/// 8.3.5.4 How a unit of a group may pay: as many points as possible must be paid in all.
pub fn losses(board: &Board, group: &[usize], unit: usize, points: u32) -> Vec<&'static str> {
    let all: Vec<Vec<u32>> = group.iter().map(|id| prices(board, board.piece(*id))).collect();
    let others: Vec<Vec<u32>> =
        group.iter().filter(|id| **id != unit).map(|id| prices(board, board.piece(*id))).collect();
    let piece = board.piece(unit);
    let goes_on = |how: &str, worth: u32| {
        let mut rest = others.clone();
        if how == "disrupt" {
            rest.push(prices(board, &Piece { fresh: false, ..piece.clone() }));
        }
        worth + most(&rest, points - worth) == most(&all, points)
    };
    let mut found = next_losses(board, piece);
    found.retain(|(how, worth)| *worth <= points && goes_on(how, *worth));
    found.into_iter().map(|(how, _)| how).collect()
}
