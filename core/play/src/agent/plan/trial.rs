//! Trials: a plan is carried out in a copy of the game.

use super::super::Quiet;
use super::super::greedy::worth;
use super::steps::{Asked, Course, Plan, PlanPlayer};
use super::task::Task;
use grognard_engine::determinization::Determinization;
use grognard_engine::dice::Dice;
use grognard_engine::game::{Game, Position, Status};
use grognard_engine::ids::{Id, SideId};
use grognard_engine::table::{Service, Table};
use grognard_script::{Host, Pause, ScriptError};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What copies of the game are made from: a position, and the dice that will be rolled.
#[derive(Clone)]
pub(super) struct Ground {
    pub(super) position: Position,
    /// If the side does not know everything: the exchange from real identities to imagined ones, and its inverse.
    pub(super) exchange: Option<Arc<[Determinization; 2]>>,
    pub(super) dice: Dice,
    pub(super) seed: u64,
}

impl Ground {
    pub(super) fn game(&self, service: Service) -> Game<Pause> {
        self.position.game(self.seed, self.dice.clone(), service)
    }
}

/// The result of a trial.
pub(super) struct Trial {
    /// The value of the position at the end, for the side.
    pub(super) value: f64,
    /// The decisions of the side, if they were recorded.
    pub(super) asked: Vec<Asked>,
    /// The position at the beginning of the phase in which dice were rolled or units drawn; `None` if nothing was left
    /// to chance.
    pub(super) before_dice: Option<Position>,
}

/// Returns the side to which the current phase belongs.
pub(super) fn owner(table: &Table) -> Option<SideId> {
    table.content.sequence.phase(table.state.cursor())?.side
}

/// Returns whether the current phase is one of a side's own: it belongs to the side, or to nobody while the side decides
/// in secret.
pub(super) fn is_own(table: &Table, side: SideId) -> bool {
    let decides = || table.secret_sides().is_some_and(|sides| sides.contains(&side));
    owner(table).map_or_else(decides, |owner| owner == side)
}

/// Carries out a plan up to the end of the first phase that leaves something to chance, or that belongs to nobody, or of
/// the side's turn, and judges the result. An imagined position in which the rules fail is worth nothing.
pub(super) fn carry_out(
    host: &mut Host,
    ground: &Ground,
    task: &Task,
    plan: &Plan,
    records: bool,
) -> Result<Trial, ScriptError> {
    let course = Rc::new(RefCell::new(Course::new(plan.clone(), ground.exchange.clone(), records)));
    let judged = play_to_horizon(host, ground, task.side, &course).and_then(|(mut game, before_dice)| {
        let value = worth(host, &task.judge, &mut game.table, task.side)?;
        Ok((value, before_dice))
    });
    let asked = course.borrow_mut().asked.take().unwrap_or_default();
    match judged {
        Ok((value, before_dice)) => Ok(Trial { value, asked, before_dice }),
        Err(_) if ground.exchange.is_some() => Ok(Trial { value: f64::MIN, asked, before_dice: None }),
        Err(error) => Err(error),
    }
}

/// Carries out a plan to the same point as [`carry_out`], for any side. Returns the game there.
pub(super) fn after(host: &mut Host, ground: &Ground, side: SideId, plan: &Plan) -> Result<Game<Pause>, ScriptError> {
    let course = Course::new(plan.clone(), ground.exchange.clone(), false);
    play_to_horizon(host, ground, side, &Rc::new(RefCell::new(course))).map(|(game, _)| game)
}

/// Returns the game at the horizon, and the position at the beginning of the phase that left something to chance.
pub(super) fn play_to_horizon(
    host: &mut Host,
    ground: &Ground,
    side: SideId,
    course: &Rc<RefCell<Course>>,
) -> Result<(Game<Pause>, Option<Position>), ScriptError> {
    let mut game = ground.game(Service::BARE);
    game.table.players.iter_mut().for_each(|player| *player = Some(Box::new(Quiet)));
    game.table.players[side.index()] = Some(Box::new(PlanPlayer(course.clone())));
    let mut here = ground.position.clone();
    let start = game.table.dice_position();
    loop {
        let cursor = game.table.state.cursor();
        course.borrow_mut().phase = cursor;
        game.halt_after = Some(cursor);
        let status = game.advance(host)?;
        let is_chance = game.table.dice_position() != start;
        if is_chance || status != Status::Halted || owner(&game.table) != Some(side) {
            return Ok((game, is_chance.then_some(here)));
        }
        here = game.position();
    }
}
