//! Results (3.8.4) and recoil (3.5.11): which units lose a step or give way, and where to.

use super::board::{Board, Piece};
use super::ruler::{Point, Rect};
use super::unit_table::{MovementRow, going, is_anti_tank, is_armour, is_artillery, is_infantry, is_scout, printed};

/// How far a total is below another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Band {
    /// More than two thirds of it.
    Near,
    /// More than a third of it.
    Half,
    /// A third of it or less.
    Third,
}

/// The outcome of a lost fight before any player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    pub steps: i64,
    /// Whether the loser must recoil.
    pub recoils: bool,
}

/// 3.8.3 +1 for the general, −1 without supply.
pub fn condition(unit: &Piece) -> i64 {
    i64::from(unit.has("general")) - i64::from(unit.has("unsupplied"))
}

pub fn band(lower: i64, higher: i64) -> Band {
    if 3 * lower > 2 * higher {
        Band::Near
    } else if 3 * lower > higher {
        Band::Half
    } else {
        Band::Third
    }
}

/// 3.8.4 The losses of the loser; fire cannot remove the last step of infantry.
pub fn loss(board: &Board, band: Band, loser: &Piece, winner: &Piece, by_fire: bool) -> Loss {
    let bleeds = band == Band::Third || (band == Band::Half && is_vulnerable(board, loser, winner));
    let spared = by_fire && is_infantry(&loser.kind) && loser.steps == 1;
    let moves = band != Band::Near || (is_armour(&loser.kind) && winner.kind != "aircraft");
    let firm = band != Band::Third && is_firm(board, loser);
    let steps = if bleeds && !spared { loser.steps - 1 } else { loser.steps };
    Loss { steps, recoils: moves && !firm && steps > 0 }
}

/// 3.8.4 B Whether a unit loses a step to this enemy.
fn is_vulnerable(board: &Board, loser: &Piece, winner: &Piece) -> bool {
    let (armour, by) = (is_armour(&loser.kind), winner.kind.as_str());
    let difficult = ["woods", "mountain", "marsh", "bocage", "rough", "dunes", "wadi", "oasis", "ravine"];
    let hidden = board.ground_of(loser).iter().any(|kind| difficult.contains(kind));
    let light = loser.kind == "light-tanks" || is_scout(&loser.kind) || loser.kind == "mobile-artillery";
    let gun = matches!(by, "medium-tanks" | "heavy-tanks" | "heavy-support-tanks" | "assault-guns" | "tank-destroyers");
    let regulars = is_infantry(by) && by != "irregulars" && by != "partisans";
    (armour && by == "heavy-anti-tank-guns")
        || (light && (is_anti_tank(by) || gun))
        || (loser.kind == "tank-destroyers" && regulars)
        || (armour && by == "aircraft" && !hidden)
        || (is_infantry(&loser.kind) && is_artillery(by) && !hidden)
}

/// 2.4.4 Whether a unit is on terrain where it does not give way with more than a third of the enemy's total.
fn is_firm(board: &Board, unit: &Piece) -> bool {
    let ground = board.ground_of(unit);
    let firm = ["town", "rough", "ravine", "oasis", "prepared"].iter().any(|kind| ground.contains(kind));
    unit.has("sandbags") || firm || (ground.contains("trench") && is_infantry(&unit.kind))
}

/// 3.5.11 The distances a unit may choose, in steps of two kilometres.
pub fn distances(unit: &Piece) -> Vec<i64> {
    let [least, most] = printed(&unit.kind).recoil;
    (least..=most).step_by(20).map(|distance| distance / 10).collect()
}

/// 3.5.11 The place and the steps of a unit after it recoils straight toward its own edge; `None` if it leaves the
/// table and is lost.
pub fn recoil(board: &Board, unit: &Piece, due: i64) -> Option<(Point, i64)> {
    let way = match board.home(&unit.side) {
        "north" => [0, -1],
        "south" => [0, 1],
        "east" => [1, 0],
        _ => [-1, 0],
    };
    let [x, y] = unit.spot();
    let mut gone = 0;
    for distance in 1..=due {
        let base = unit.base_at([x + distance * way[0], y + distance * way[1]]);
        if !board.whole().holds(&base) {
            return None;
        } else if !is_passable(board, unit, &base) {
            break;
        } else if has_room(board, unit, &base) {
            gone = distance;
        }
    }
    let steps = unit.steps - (due - gone) / 20;
    (steps > 0).then_some(([x + gone * way[0], y + gone * way[1]], steps))
}

/// 3.5.11 Terrain it cannot enter stops it, and so do enemies that were not near; it may leave the water.
fn is_passable(board: &Board, unit: &Piece, base: &Rect) -> bool {
    let passes = board.enemies(unit).any(|enemy| !enemy.is_nearer(unit, 20) && enemy.base().is_nearer(base, 20));
    let began_in = |river: &Piece| unit.has("bridged") || river.lies_under(&unit.base());
    !passes && stands(board, unit, base, &began_in)
}

/// 3.5.11 It ends 2 km from every enemy, on no other base, and on terrain it can enter.
fn has_room(board: &Board, unit: &Piece, base: &Rect) -> bool {
    let is_near = board.enemies(unit).any(|enemy| enemy.base().is_nearer(base, 20));
    let is_taken = board.friends(unit).any(|friend| friend.base().overlaps(base));
    !is_near && !is_taken && stands(board, unit, base, &|_| false)
}

/// 2.4.4, 3.5.2 Whether a unit can stand on the terrain under a base: on rivers only at bridges and fords, or on those
/// it may ignore.
pub fn stands(board: &Board, unit: &Piece, base: &Rect, is_nothing: &dyn Fn(&Piece) -> bool) -> bool {
    let ground = board.under(base);
    let closed = match going(&unit.kind) {
        MovementRow::Foot => &["waterway"][..],
        MovementRow::Tracks => &["waterway", "ravine", "mountain", "prepared"][..],
        _ => &["waterway", "ravine", "mountain", "marsh", "trench", "wire"][..],
    };
    let wet = board.ground().any(|piece| piece.kind == "river" && piece.lies_under(base) && !is_nothing(piece));
    !closed.iter().any(|kind| ground.contains(kind)) && (!wet || ground.contains("bridge") || ground.contains("ford"))
}
