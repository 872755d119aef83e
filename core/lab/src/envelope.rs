//! Compares games with history, that is, with the facts that a scenario states under `[history]`.

use crate::forfeits::{self, Forfeits};
use crate::observation::{GameTally, Trace};
use crate::shard::run_in_order;
use crate::sim::{SimPlan, play_watched};
use crate::stats::Proportion;
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SideId, SpaceId};
use grognard_engine::table::Service;
use grognard_packs::schema::HistoryDecl;
use grognard_play::AgentKind;
use grognard_play::Battle;
use grognard_play::CancelToken;
use grognard_play::Forfeit;
use grognard_script::{Host, ScriptError};
use serde::Serialize;

/// A historical fact, and how games compare with it.
#[derive(Clone, Debug, Serialize)]
pub struct Band {
    /// The fact.
    pub fact: HistoricalFact,
    /// The historical value: a turn or a number of steps; 0 for a front, because games are measured by their distance
    /// from it in spaces; `None` for a space that was kept.
    pub history: Option<f64>,
    /// The share of games within the tolerance.
    pub within: Proportion,
    /// The number of games with a smaller or earlier value, or in which the space was not kept or the front could not
    /// be measured.
    pub below: u64,
    /// The number of games with a larger or later value, or in which the side never took the space.
    pub above: u64,
    /// The number of games with a value.
    pub games: u64,
    /// The 10th, 50th and 90th percentiles of the values in games.
    pub spread: Option<[f64; 3]>,
}

/// A historical fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
#[allow(missing_docs, reason = "the fields are those of the schema, which documents them")]
pub enum HistoricalFact {
    /// A side took a space in this turn.
    Taken { space: String, side: String, turn: u16, tolerance: u16, date: Option<String> },
    /// A side held a space until the end.
    Kept { space: String, side: String },
    /// A side had reached these spaces at the end of a turn.
    Front { side: String, turn: u16, spaces: Vec<String>, tolerance: u16 },
    /// A side lost a number of steps.
    Losses { side: String, steps: u32, tolerance: u32 },
}

/// Returns a scenario's statements about history.
pub fn history(battle: &Battle) -> Option<HistoryDecl> {
    let node = battle.tree.root().get("scenario")?.get("history")?;
    serde_json::from_value(node.json()).ok()
}

/// How a game compares with a historical fact: below, within or above the tolerance, and the value in the game, if
/// there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct FactOutcome {
    order: std::cmp::Ordering,
    number: Option<f64>,
}

/// The results of games compared with history.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Envelope {
    /// The number of games played.
    pub played: u64,
    /// How the games compare with each fact.
    pub bands: Vec<Band>,
    /// Games that programs forfeited by breaking the protocol.
    pub forfeits: Vec<Forfeits>,
}

/// Plays the games, stopping early if one is abandoned, and compares them with history. Calls `done` after each game
/// with the number played.
pub fn envelope(
    battle: &Battle,
    history: &HistoryDecl,
    players: &[AgentKind],
    (games, seed, threads): (u64, u64, usize),
    stop: &CancelToken,
    mut done: impl FnMut(u64),
) -> Result<Envelope, ScriptError> {
    let facts = facts(history);
    let mut envelope = Envelope::default();
    let plan = SimPlan { games, seed, players: players.to_vec(), service: Service::BARE };
    let piece = |host: &mut Host, at: u64| {
        let (tally, observer) = GameTally::begin();
        let Some(over) = play_watched(battle, host, &plan, seed.wrapping_add(at), Some(observer), stop)? else {
            return Ok(None);
        };
        let (_, trace) = tally.finish(&over.table);
        let outcomes: Vec<FactOutcome> = facts.iter().map(|fact| outcome(fact, &trace, &battle.content)).collect();
        Ok(Some((outcomes, over.forfeit)))
    };
    let mut all: Vec<Vec<FactOutcome>> = vec![Vec::new(); facts.len()];
    run_in_order(
        threads,
        (0, games),
        || battle.host(),
        piece,
        |at, game: Option<(Vec<FactOutcome>, Option<Forfeit>)>| {
            let Some((outcomes, forfeit)) = game else { return Ok(false) };
            all.iter_mut().zip(outcomes).for_each(|(all, outcome)| all.push(outcome));
            if let Some(forfeit) = forfeit {
                let side = battle.content.sides.find(&forfeit.side);
                let agent = side.and_then(|side| players.get(side.index())).map_or("", |agent| agent.name());
                forfeits::add(&mut envelope.forfeits, (None, agent), &forfeit, seed.wrapping_add(at));
            }
            envelope.played = at + 1;
            done(envelope.played);
            Ok(!stop.is_asked())
        },
    )?;
    envelope.forfeits.iter_mut().for_each(|forfeits| forfeits.of = envelope.played);
    envelope.bands = facts.into_iter().zip(all).map(|(fact, outcomes)| Band::new(fact, &outcomes)).collect();
    Ok(envelope)
}

/// Returns the facts in report order.
fn facts(history: &HistoryDecl) -> Vec<HistoricalFact> {
    let taken = history.taken.iter().cloned().map(|decl| HistoricalFact::Taken {
        space: decl.space,
        side: decl.side,
        turn: decl.turn,
        tolerance: decl.tolerance,
        date: decl.date,
    });
    let kept = history.kept.iter().cloned().map(|decl| HistoricalFact::Kept { space: decl.space, side: decl.side });
    let front = history.front.iter().cloned().map(|decl| HistoricalFact::Front {
        side: decl.side,
        turn: decl.turn,
        spaces: decl.spaces,
        tolerance: decl.tolerance,
    });
    let losses = history.losses.iter().cloned().map(|decl| HistoricalFact::Losses {
        side: decl.side,
        steps: decl.steps,
        tolerance: decl.tolerance,
    });
    taken.chain(kept).chain(front).chain(losses).collect()
}

fn outcome(fact: &HistoricalFact, trace: &Trace, content: &Content) -> FactOutcome {
    let side = |name: &str| content.sides.find(name).unwrap_or(SideId(0));
    let space = |name: &str| content.map.names.find(name).unwrap_or(SpaceId(0));
    let measured = |number: f64, history: f64, tolerance: f64| FactOutcome {
        order: compare(number - history, tolerance),
        number: Some(number),
    };
    match fact {
        HistoricalFact::Taken { space: name, side: who, turn, tolerance, .. } => {
            match trace.first_turn_held(side(who), space(name)) {
                Some(found) => measured(found as f64, f64::from(*turn), f64::from(*tolerance)),
                None => FactOutcome { order: std::cmp::Ordering::Greater, number: None },
            }
        }
        HistoricalFact::Kept { space: name, side: who } => {
            let kept = trace.is_always_held(side(who), space(name));
            FactOutcome { order: if kept { std::cmp::Ordering::Equal } else { std::cmp::Ordering::Less }, number: None }
        }
        HistoricalFact::Front { side: who, turn, spaces, tolerance } => {
            let all: Option<Vec<f64>> =
                spaces.iter().map(|name| distance_beyond(trace, content, side(who), *turn, space(name))).collect();
            match all.filter(|all| !all.is_empty()) {
                Some(all) => measured(all.iter().sum::<f64>() / all.len() as f64, 0.0, f64::from(*tolerance)),
                None => FactOutcome { order: std::cmp::Ordering::Less, number: None },
            }
        }
        HistoricalFact::Losses { side: who, steps, tolerance } => {
            measured(f64::from(trace.losses_of(side(who))), f64::from(*steps), f64::from(*tolerance))
        }
    }
}

fn compare(difference: f64, tolerance: f64) -> std::cmp::Ordering {
    match difference.abs() <= tolerance {
        true => std::cmp::Ordering::Equal,
        false => difference.total_cmp(&0.0),
    }
}

/// Returns how many spaces beyond `space` a side has reached at the end of a turn; negative if it falls short. `None`
/// if the game ended earlier or the side holds nothing.
fn distance_beyond(trace: &Trace, content: &Content, side: SideId, turn: u16, space: SpaceId) -> Option<f64> {
    let nearest = |wanted: &dyn Fn(SpaceId) -> bool| {
        let all = content.map.all().filter(|&other| !content.map.space(other).off_map && wanted(other));
        all.filter_map(|other| content.map.distance(space, other)).min()
    };
    let mine = |other: SpaceId| trace.holds(turn, side, other);
    if !trace.has_turn(turn) {
        return None;
    }
    match mine(space) {
        false => nearest(&mine).map(|short| -f64::from(short)),
        true => {
            let theirs = |other: SpaceId| content.enemies(side).any(|foe| trace.holds(turn, foe, other));
            Some(nearest(&theirs).map_or(0.0, |far| f64::from(far) - 1.0))
        }
    }
}

impl Band {
    fn new(fact: HistoricalFact, outcomes: &[FactOutcome]) -> Band {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let count = |order| outcomes.iter().filter(|outcome| outcome.order == order).count() as u64;
        let mut numbers: Vec<f64> = outcomes.iter().filter_map(|outcome| outcome.number).collect();
        numbers.sort_by(f64::total_cmp);
        let part = |share: f64| numbers[((numbers.len() as f64 * share).ceil() as usize).clamp(1, numbers.len()) - 1];
        let history = match &fact {
            HistoricalFact::Taken { turn, .. } => Some(f64::from(*turn)),
            HistoricalFact::Kept { .. } => None,
            HistoricalFact::Front { .. } => Some(0.0),
            HistoricalFact::Losses { steps, .. } => Some(f64::from(*steps)),
        };
        Band {
            fact,
            history,
            within: Proportion::new(count(Equal), outcomes.len() as u64),
            below: count(Less),
            above: count(Greater),
            games: numbers.len() as u64,
            spread: (!numbers.is_empty()).then(|| [0.1, 0.5, 0.9].map(part)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering::{Equal, Greater, Less};

    #[test]
    fn a_band_tells_where_games_lie() {
        let fact = HistoricalFact::Taken { space: "x".into(), side: "red".into(), turn: 3, tolerance: 1, date: None };
        let turns = [1.0, 2.0, 3.0, 4.0, 4.0, 4.0, 5.0, 6.0, 6.0, 7.0];
        let mut outcomes: Vec<FactOutcome> =
            turns.iter().map(|turn| FactOutcome { order: compare(turn - 3.0, 1.0), number: Some(*turn) }).collect();
        outcomes.push(FactOutcome { order: Greater, number: None });
        let band = Band::new(fact, &outcomes);
        assert_eq!((band.below, band.within.hits, band.above, band.games), (1, 5, 5, 10));
        assert_eq!((band.spread, band.history), (Some([1.0, 4.0, 6.0]), Some(3.0)));
    }

    #[test]
    fn tolerances_count_both_ways() {
        assert_eq!(
            [-2.0, -1.0, 0.0, 1.0, 2.0].map(|difference| compare(difference, 1.0)),
            [Less, Equal, Equal, Equal, Greater]
        );
    }
}
