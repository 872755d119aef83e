//! The final among plans: each is played on to the enemy's next roll of the dice or the end of its next turn. If there
//! are more than two players, each of the others moves before the position is judged, to its own advantage.
//!
//! In what follows a plan, both sides plan as well, with fewer trials. The plans that they make after the first finalist
//! are improved a little after each other one, so that a reply takes little time.

use super::super::greedy::{GreedyEffort, worth};
use super::climb::Climb;
use super::steps::Plan;
use super::task::{Pace, Task, Team};
use super::trial::{Ground, after, owner};
use grognard_engine::dice::Dice;
use grognard_engine::game::Game;
use grognard_engine::ids::SideId;
use grognard_script::{Host, Pause, ScriptError};

/// The number of copies of the game in which plans are played on in the first round. It doubles from round to round.
const TRIES: u32 = 6;

/// A round keeps a third of the plans.
const KEEPS: usize = 3;

/// The trials of each part of the first reply, and of each part of the others.
const FIRST: u32 = 1_000;
const OTHERS: u32 = 120;

/// The number of copies of the game in which plans after the plan are tried.
const COPIES: u32 = 6;

/// The maximum number of parts of a reply for each other player: what is left of the own turn, phases of nobody, the
/// enemy's turn.
const MAX_PARTS: usize = 12;

/// Puts the plan first that turned out best after the enemy's replies. All plans meet the same dice.
pub(super) fn best(task: &Task, team: &mut Team, pace: &Pace, mut plans: Vec<Plan>) -> Result<Vec<Plan>, ScriptError> {
    let mut tries = TRIES;
    let first = team.each(1, |_, host| {
        let mut known = Vec::new();
        if !pace.is_too_late()
            && let (Some(ground), Some(plan)) = (task.grounds.first(), plans.first())
        {
            reply(host, task, ground, plan, (&mut known, FIRST))?;
        }
        Ok(known)
    })?;
    let known = first.into_iter().next().unwrap_or_default();
    while plans.len() > 1 && !pace.is_too_late() {
        let grounds = task.grounds.iter().cycle().zip(Dice::shared(task.seed ^ u64::from(tries), tries));
        let grounds: Vec<Ground> = grounds.map(|(ground, dice)| Ground { dice, ..ground.clone() }).collect();
        let count = plans.len();
        let values = team.each(grounds.len() * count, |number, host| {
            let (ground, plan) = (&grounds[number / count], &plans[number % count]);
            if pace.is_too_late() { Ok(None) } else { reply(host, task, ground, plan, (&mut known.clone(), OTHERS)) }
        })?;
        // A copy counts if all plans could be played on in it.
        let whole: Vec<&[Option<f64>]> = values.chunks(count).filter(|row| row.iter().all(Option::is_some)).collect();
        let sum = |at: usize| whole.iter().filter_map(|row| row[at]).sum::<f64>();
        let mut ranked: Vec<(f64, Plan)> = plans.drain(..).enumerate().map(|(at, plan)| (sum(at), plan)).collect();
        ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        plans.extend(ranked.into_iter().take(count / KEEPS).map(|(_, plan)| plan));
        tries *= 2;
    }
    Ok(plans)
}

/// Returns the value of the position after a plan and the enemy's reply; `None` if the rules fail in an imagined
/// position. `known` are the plans for the parts of another reply; they become those of this one.
fn reply(
    host: &mut Host,
    task: &Task,
    ground: &Ground,
    plan: &Plan,
    (known, trials): (&mut Vec<Plan>, u32),
) -> Result<Option<f64>, ScriptError> {
    match play_on(host, task, ground, plan, (known, trials)) {
        Ok(value) => Ok(Some(value)),
        Err(_) if ground.exchange.is_some() => Ok(None),
        Err(error) => Err(error),
    }
}

fn play_on(
    host: &mut Host,
    task: &Task,
    ground: &Ground,
    plan: &Plan,
    (known, trials): (&mut Vec<Plan>, u32),
) -> Result<f64, ScriptError> {
    let mut game = after(host, ground, task.side, plan)?;
    let mut to_move: Vec<SideId> =
        task.content.seats().map(|(side, _)| side).filter(|side| *side != task.side).collect();
    for part in 0..MAX_PARTS * to_move.len().max(1) {
        if game.table.state.ending().is_some() {
            break;
        }
        let mover = owner(&game.table);
        let part_task = part_of(task, &game, part as u64, trials);
        known.resize_with(known.len().max(part + 1), Plan::default);
        if mover.is_some() {
            let pace = Pace::new(&part_task, None);
            let climb = Climb::new(host, &part_task, &pace, 0).peaks(known[part].clone(), trials)?;
            known[part] = climb.into_iter().next().map(|peak| peak.plan).unwrap_or_default();
        }
        let grounds = &part_task.grounds;
        to_move.retain(|side| mover != Some(*side));
        if to_move.is_empty() && mover.is_some_and(|mover| mover != task.side) {
            let mut sum = 0.0;
            for ground in grounds {
                let mut end = after(host, ground, part_task.side, &known[part])?;
                sum += worth(host, &task.judge, &mut end.table, task.side)?;
            }
            return Ok(sum / grounds.len() as f64);
        }
        game = after(host, &grounds[0], part_task.side, &known[part])?;
    }
    worth(host, &task.judge, &mut game.table, task.side)
}

/// Returns the task of planning a part of a reply, for the side to which the phase belongs.
fn part_of(task: &Task, game: &Game<Pause>, part: u64, trials: u32) -> Task {
    let (position, seed) = (game.position(), task.seed ^ (part + 1) << 32);
    let ground = |(dice, seed)| Ground { position: position.clone(), exchange: None, dice, seed };
    Task {
        side: owner(&game.table).unwrap_or(task.side),
        judge: task.judge.clone(),
        evaluate: task.evaluate.clone(),
        content: task.content.clone(),
        grounds: Dice::shared(seed, COPIES).into_iter().zip(seed..).map(ground).collect(),
        known: Plan::default(),
        seed,
        trials,
        climbs: 1,
        finalists: 0,
        effort: GreedyEffort::HASTY,
    }
}
