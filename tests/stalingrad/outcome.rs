//! The expected results of an answer: where units end, what they have used, how long they are spent.

use super::board::{Board, Piece};
use super::impulse_record::Course;
use super::{comparison, crossing, expected_offers, retreat};
use grognard_engine::decision::{Answer, Choice, Pending};
use grognard_engine::ids::Id;

/// An expected result of an answer.
#[derive(Clone, Debug)]
pub enum Promise {
    /// A unit is there, or off the map.
    At(usize, Option<usize>),
    /// A unit is spent for this number of half-days.
    Spent(usize, i32),
    /// A unit reaches its goal and has used this number of factors; rubble may stop a motorised one.
    Moved { unit: usize, goal: usize, used: i32 },
}

impl Promise {
    /// The difference from the expected result, if any.
    pub fn broken(&self, board: &Board, name: &dyn Fn(usize) -> String) -> Option<String> {
        let place = |area: Option<usize>| area.map_or("off the map", |area| board.areas[area].name.as_str());
        let find = |unit: usize| board.piece(unit);
        match *self {
            Promise::At(unit, there) if find(unit).place != there => {
                Some(format!("{} is at {}, not at {}", name(unit), place(find(unit).place), place(there)))
            }
            Promise::Spent(unit, half_days) if find(unit).fresh || find(unit).disruption != half_days => {
                Some(format!("{} is spent for {}, not {half_days}", name(unit), find(unit).disruption))
            }
            Promise::Moved { unit, goal, used } => {
                moved(board, find(unit), goal, used).map(|what| format!("{} {what}", name(unit)))
            }
            _ => None,
        }
    }
}

fn moved(board: &Board, piece: &Piece, goal: usize, used: i32) -> Option<String> {
    let may_stop = piece.kind.is_mechanised() && board.areas.iter().any(|area| area.rubble > 0);
    if piece.place != Some(goal) {
        return (!may_stop).then(|| format!("has not come to {}", board.areas[goal].name));
    }
    // A unit that has become spent no longer counts used factors.
    (piece.acted && piece.used != used).then(|| format!("has used {} factors, not {used}", piece.used))
}

/// The expected results of an answer with given dice.
pub fn promises(
    board: &Board,
    course: &Course,
    key: &str,
    pending: &Pending,
    answer: &Answer,
    dice: &[u32],
) -> Vec<Promise> {
    let area = pending
        .context
        .iter()
        .find_map(|about| if let Choice::Space(space) = about { Some(space.index()) } else { None });
    let mut units = comparison::units(answer);
    units.sort_unstable();
    match (key, answer, area) {
        ("retreat.where", Answer::One(Choice::Space(goal)), _) => retreated(board, pending, goal.index(), dice),
        ("orders.who", _, Some(goal)) if course.how == "withdraw" => {
            units.into_iter().flat_map(|unit| spent(board, unit, goal)).collect()
        }
        ("orders.who", _, Some(goal)) => units.into_iter().map(|unit| Promise::At(unit, Some(goal))).collect(),
        ("group_move.who" | "group_move.along", _, Some(goal)) => {
            units.into_iter().map(|unit| gone(board, unit, goal)).collect()
        }
        ("crossing.who", _, Some(zone)) => crossed(board, &units, zone, dice),
        ("crossing.back", _, _) => returned(board, &units, dice),
        _ => Vec::new(),
    }
}

fn gone(board: &Board, unit: usize, goal: usize) -> Promise {
    let price = expected_offers::price(board, unit, goal).expect("it can come there");
    Promise::Moved { unit, goal, used: board.piece(unit).used + price }
}

/// 8.3.5.5.2, 10.0 Where a unit retreats to, and how long it is spent.
fn retreated(board: &Board, pending: &Pending, goal: usize, dice: &[u32]) -> Vec<Promise> {
    let Some(Choice::Unit(unit)) = pending.context.first() else { panic!("a retreat is about a unit") };
    let piece = board.piece(unit.index());
    if retreat::gets_in(board, piece, goal, dice) {
        spent(board, piece.id, goal).into()
    } else {
        vec![Promise::At(piece.id, piece.place)]
    }
}

/// 10.0 It moves there and is spent for a half-day, or longer if it already was.
fn spent(board: &Board, unit: usize, goal: usize) -> [Promise; 2] {
    let piece = board.piece(unit);
    let marker = if piece.fresh { 0 } else { piece.disruption };
    [Promise::At(unit, Some(goal)), Promise::Spent(unit, marker.max(1))]
}

/// 18.5 Two dice for each unit, one after the other.
fn crossed(board: &Board, units: &[usize], zone: usize, dice: &[u32]) -> Vec<Promise> {
    let points = crossing::interdiction(board, zone);
    let one = |(unit, dice): (&usize, &[u32])| match crossing::result((dice[0] + dice[1]) as i32 + points) {
        Some((lands, half_days)) => {
            let place = if lands { Some(zone) } else { board.piece(*unit).place };
            let spent = (half_days > 0).then_some(Promise::Spent(*unit, half_days));
            [Promise::At(*unit, place)].into_iter().chain(spent).collect()
        }
        None => vec![Promise::At(*unit, None)],
    };
    units.iter().zip(dice.chunks(2)).flat_map(one).collect()
}

/// 18.7 The return: of the results of a crossing, only elimination applies.
fn returned(board: &Board, units: &[usize], dice: &[u32]) -> Vec<Promise> {
    let one = |(unit, dice): (&usize, &[u32])| {
        let zone = board.piece(*unit).place.expect("it is on a zone");
        let total = (dice[0] + dice[1]) as i32 + crossing::interdiction(board, zone);
        match crossing::result(total) {
            Some(_) => spent(board, *unit, crossing::opposite(board, zone)).into(),
            None => vec![Promise::At(*unit, None)],
        }
    };
    units.iter().zip(dice.chunks(2)).flat_map(one).collect()
}
