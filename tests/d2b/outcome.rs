//! The expected results of fire and fights with given dice: totals, steps, places.

use super::board::{Board, Piece};
use super::results::{Loss, band, distances, loss, recoil};
use super::ruler::Point;
use super::{close_combat, fire};

/// An expected result of an answer.
#[derive(Clone, Debug)]
pub enum Promise {
    /// The log shows these totals.
    Totals([i64; 2]),
    /// A unit has this number of steps.
    Steps(usize, i64),
    /// A unit is there, or is lost.
    At(usize, Option<Point>),
}

impl Promise {
    /// The difference from the expected result, if any.
    pub fn broken(&self, board: &Board, told: Option<[i64; 2]>, name: &dyn Fn(usize) -> String) -> Option<String> {
        let piece = |id: usize| &board.pieces[id];
        match *self {
            Promise::Totals(totals) if told != Some(totals) => Some(format!("the totals are {told:?}, not {totals:?}")),
            Promise::Steps(id, steps) if piece(id).steps != steps => {
                Some(format!("{} has {} steps, not {steps}", name(id), piece(id).steps))
            }
            Promise::At(id, spot) if piece(id).spot != spot => {
                Some(format!("{} stands at {:?}, not at {spot:?}", name(id), piece(id).spot))
            }
            _ => None,
        }
    }
}

/// 3.6 The result of a barrage with two dice.
pub fn barrage(board: &Board, unit: &Piece, target: &Piece, helpers: usize, dice: &[u32]) -> Vec<Promise> {
    let ours = (i64::from(dice[0]) + fire::strength(board, unit, target) + helpers as i64).max(0);
    let theirs = (i64::from(dice[1]) + fire::defence(board, unit, target)).max(0);
    let mut all = vec![Promise::Totals([ours, theirs])];
    if ours > theirs {
        all.extend(suffer(board, target, loss(board, band(theirs, ours), target, unit, true)));
    } else {
        all.extend([Promise::Steps(target.id, target.steps), Promise::At(target.id, target.spot)]);
    }
    all
}

/// 3.8 The result of a fight with two dice, for both units and for those that support the loser.
pub fn fight(board: &Board, unit: &Piece, target: &Piece, dice: &[u32]) -> Vec<Promise> {
    if target.kind == "truck" {
        return vec![Promise::At(target.id, None)];
    }
    let ours = (i64::from(dice[0]) + close_combat::total(board, unit, target)).max(0);
    let theirs = (i64::from(dice[1]) + close_combat::total(board, target, unit)).max(0);
    let mut all = vec![Promise::Totals([ours, theirs])];
    if ours == theirs {
        all.extend(
            [unit, target]
                .into_iter()
                .flat_map(|unit| [Promise::Steps(unit.id, unit.steps), Promise::At(unit.id, unit.spot)]),
        );
        return all;
    }
    let (winner, loser) = if ours > theirs { (unit, target) } else { (target, unit) };
    let suffered = loss(board, band(ours.min(theirs), ours.max(theirs)), loser, winner, false);
    all.extend([Promise::Steps(winner.id, winner.steps), Promise::At(winner.id, winner.spot)]);
    all.extend(suffer(board, loser, suffered));
    all.extend(retire(board, winner, loser, suffered));
    all
}

/// Whether a side is asked before a unit recoils.
fn is_asked(unit: &Piece) -> bool {
    unit.has("general") || distances(unit).len() > 1
}

/// The steps and place of the loser, unless a side is asked.
fn suffer(board: &Board, loser: &Piece, suffered: Loss) -> Vec<Promise> {
    match suffered {
        Loss { steps: 0, .. } => vec![Promise::At(loser.id, None)],
        Loss { steps, recoils: false } => vec![Promise::Steps(loser.id, steps), Promise::At(loser.id, loser.spot)],
        Loss { steps, .. } if is_asked(loser) => {
            vec![Promise::Steps(loser.id, steps), Promise::At(loser.id, loser.spot)]
        }
        Loss { steps, .. } => recoiled(board, &Piece { steps, ..loser.clone() }, distances(loser)[0] * 10),
    }
}

/// 3.5.11 The place and steps of a unit after its recoil.
pub fn recoiled(board: &Board, unit: &Piece, due: i64) -> Vec<Promise> {
    match recoil(board, unit, due) {
        Some((spot, steps)) => vec![Promise::At(unit.id, Some(spot)), Promise::Steps(unit.id, steps)],
        None => vec![Promise::At(unit.id, None)],
    }
}

/// 3.8.4 Units that support the loser and touch the winner give way with it, one by one.
fn retire(board: &Board, winner: &Piece, loser: &Piece, suffered: Loss) -> Vec<Promise> {
    let after = match suffered {
        Loss { steps: 0, .. } => None,
        Loss { recoils: false, .. } => return Vec::new(),
        Loss { steps, .. } => recoil(board, &Piece { steps, ..loser.clone() }, distances(loser)[0] * 10),
    };
    let stays = after.is_some_and(|(spot, _)| Some(spot) == loser.spot);
    let asked = suffered.steps > 0 && is_asked(loser);
    // A general whose unit is lost joins another unit, which is a question.
    if stays || asked || (after.is_none() && loser.has("general")) {
        return Vec::new();
    }
    let mut table = board.clone();
    table.pieces[loser.id].spot = after.map(|(spot, _)| spot);
    let beside: Vec<usize> =
        board.friends(loser).filter(|friend| friend.touches(winner)).map(|friend| friend.id).collect();
    let mut all = Vec::new();
    for id in beside {
        let friend = table.pieces[id].clone();
        if is_asked(&friend) {
            break;
        }
        let due = distances(&friend)[0] * 10;
        all.extend(recoiled(&table, &friend, due));
        table.pieces[id].spot = recoil(&table, &friend, due).map(|(spot, _)| spot);
    }
    all
}
