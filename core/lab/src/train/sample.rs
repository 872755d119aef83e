//! Positions of games, and the parts of their values.

use super::{Training, TrainingError, number};
use grognard_engine::chart::{Cell, Chart};
use grognard_engine::content::Content;
use grognard_engine::game::{AnswerError, Game, Rules, Status};
use grognard_engine::ids::{Id, SideId};
use grognard_engine::observer::Observer;
use grognard_engine::state::State;
use grognard_engine::table::{QuickPlayer, Service, Table};
use grognard_play::{Agent, AgentReply, Battle, CancelToken, Random, fitting, worth};
use grognard_script::{Host, Pause, ScriptError};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// One in this number of phases is judged.
const SPACING: u64 = 4;

/// One in this number of decisions is made at random, so that the games differ.
const SLIPS: usize = 20;

/// A value that is not the sum of its parts, and that sum.
pub type Mismatch = (f64, f64);

/// A game that was played for a training.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingGame {
    /// The positions that were judged.
    pub positions: Vec<TrainingPosition>,
    /// A value that is not the sum of its parts, if there is one.
    pub unlike: Option<Mismatch>,
}

/// A position as a side judges it.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingPosition {
    /// The parts of its value, one for each weight.
    pub parts: Vec<f64>,
    /// 1 if the side won the game, 0 if another side won, 0.5 for a draw.
    pub won: f64,
}

/// Battles that differ only in the weights of a chart.
pub(super) struct Judges {
    outlook: String,
    /// The chart as it is.
    real: Arc<Content>,
    /// All weights are 0.
    empty: Arc<Content>,
    /// All weights but one are 0.
    single: Vec<Arc<Content>>,
    at: usize,
}

impl Judges {
    pub(super) fn new(battle: &Battle, name: &str) -> Result<Judges, TrainingError> {
        let outlook = battle.system.hooks.outlook.clone().ok_or(TrainingError::NoOutlook)?;
        let real = battle.content.clone();
        let at = real.charts.iter().position(|chart| chart.name == name);
        let at = at.ok_or_else(|| TrainingError::NoChart(name.to_owned()))?;
        let chart = &real.charts[at];
        let columns = chart.columns.keys.len();
        if let Some(cell) = chart.cells.iter().position(|cell| number(cell).is_none()) {
            let (row, column) = (&chart.rows.keys[cell / columns], &chart.columns.keys[cell % columns]);
            return Err(TrainingError::NotANumber(format!("\"{row}\", \"{column}\"")));
        }
        let with = |one: Option<usize>| {
            let mut content = (*real).clone();
            for (cell, value) in content.charts[at].cells.iter_mut().enumerate() {
                *value = Cell::Number(i32::from(Some(cell) == one));
            }
            Arc::new(content)
        };
        let single = (0..chart.cells.len()).map(|cell| with(Some(cell))).collect();
        Ok(Judges { outlook, empty: with(None), single, at, real: real.clone() })
    }

    pub(super) fn chart(&self) -> &Chart {
        &self.real.charts[self.at]
    }

    /// Returns the parts of a position's value for a side, and the value if they do not add up to it.
    fn parts(&self, host: &mut Host, state: &State, side: SideId) -> Result<(Vec<f64>, Option<Mismatch>), ScriptError> {
        let questions = host.questions();
        let mut value = |content: &Arc<Content>| {
            let mut table = Table::from_state(content.clone(), questions.clone(), 0, Service::BARE, state.clone());
            worth(host, &self.outlook, &mut table, side)
        };
        let (real, empty) = (value(&self.real)?, value(&self.empty)?);
        let mut parts = Vec::new();
        for content in &self.single {
            parts.push(value(content)? - empty);
        }
        let weights = self.chart().cells.iter().map(|cell| f64::from(number(cell).unwrap_or_default()));
        let sum = empty + parts.iter().zip(weights).map(|(part, weight)| part * weight).sum::<f64>();
        let is_like = (real - sum).abs() <= 1e-6 * (1.0 + real.abs());
        Ok((parts, (!is_like).then_some((real, sum))))
    }
}

/// Keeps some of the positions at the beginning of phases.
struct Watcher {
    next: u64,
    kept: Rc<RefCell<Vec<State>>>,
}

impl Observer for Watcher {
    fn phase(&mut self, content: &Content, state: &State) {
        let is_setup = state.cursor().turn == 0;
        let has_side = content.sequence.phase(state.cursor()).is_some_and(|phase| phase.side.is_some());
        if has_side && !is_setup {
            self.next += 1;
            if self.next.is_multiple_of(SPACING) {
                self.kept.borrow_mut().push(state.clone());
            }
        }
    }

    fn lost(&mut self, _: grognard_engine::ids::UnitId, _: grognard_engine::ids::SpaceId, _: u8) {}

    fn column(
        &mut self,
        _: &Content,
        _: grognard_engine::ids::ChartId,
        _: usize,
        _: &[grognard_engine::chart::Modifier],
    ) {
    }
}

/// Plays a game and judges its positions. Returns `None` if cancellation is requested.
pub(super) fn play(
    training: &Training,
    battle: &Battle,
    judges: &Judges,
    host: &mut Host,
    number: u64,
    stop: &CancelToken,
) -> Result<Option<TrainingGame>, ScriptError> {
    let seed = training.seed.wrapping_add(number);
    let in_this_game = |error: ScriptError| ScriptError { seed: Some(seed), ..error };
    let mut numbers = Random::new(seed);
    let mut game: Game<Pause> = Game::new(battle.content.clone(), host.questions(), seed, Service::BARE);
    let kept = Rc::new(RefCell::new(Vec::new()));
    game.table.observer = Some(Box::new(Watcher { next: seed, kept: kept.clone() }));
    game.table.service.journal = true;
    let mut agents = Vec::new();
    for side in 0..battle.content.seats().count() {
        let kind = training.agents[numbers.pick(training.agents.len()).unwrap_or_default()];
        let agent = Agent::new(kind, battle, SideId(side as u16), seed.wrapping_mul(31).wrapping_add(side as u64));
        agents.push(agent.map_err(|refusal| ScriptError::plain(refusal.to_string()))?);
    }
    while game.advance(host).map_err(in_this_game)? == Status::Waiting {
        if stop.is_asked() {
            return Ok(None);
        }
        let Some(pending) = game.table.pending().cloned() else { break };
        let is_random = numbers.pick(SLIPS) == Some(0);
        let answer = match &mut agents[pending.side.index()] {
            Some(agent) if !is_random => match agent.answer(host, &mut game).map_err(in_this_game)? {
                AgentReply::Answer(answer) => answer,
                AgentReply::Trouble(_) => return Ok(None),
            },
            _ => fitting(host, &mut game, numbers.answer(&pending.decision())).map_err(in_this_game)?,
        };
        match game.answer(host, pending.side, answer) {
            Ok(_) => {}
            Err(AnswerError::Fault(error)) => return Err(in_this_game(error)),
            Err(AnswerError::Refused(refusal)) => return Err(ScriptError::plain(refusal.to_string())),
        }
    }
    let winners = game.table.state.ending().map(|ending| &ending.winners).filter(|winners| !winners.is_draw());
    let mut unlike = None;
    let mut positions = Vec::new();
    // What one of two sides gains the other loses, so one of them judges for both.
    let all = battle.content.seats().count();
    for side in (0..if all == 2 { 1 } else { all }).map(|side| SideId(side as u16)) {
        let won = winners.map_or(0.5, |winners| f64::from(u8::from(winners.has(&side))));
        for state in kept.borrow().iter() {
            let (parts, other) = judges.parts(host, state, side).map_err(in_this_game)?;
            positions.push(TrainingPosition { parts, won });
            unlike = unlike.or(other);
        }
    }
    Ok(Some(TrainingGame { positions, unlike }))
}
