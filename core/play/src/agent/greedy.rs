//! The greedy agent: looks one decision ahead, using the evaluation declared by the system.

use super::{Quiet, Random};
use crate::battle::Battle;
use grognard_engine::decision::{Answer, Choice, Decision, Form, Pending};
use grognard_engine::determinization::Determinization;
use grognard_engine::game::{AnswerError, Game, Rules};
use grognard_engine::ids::{Id, SideId};
use grognard_engine::state::State;
use grognard_engine::table::{QuickPlayer, Service, Table};
use grognard_script::{Host, Item, Pause, ScriptError};

/// A player that gives the answers of a line of play in order, and then answers as [`Quiet`] does.
struct LinePlayer(std::vec::IntoIter<Answer>);

impl QuickPlayer for LinePlayer {
    fn answer(&mut self, decision: &Decision) -> Answer {
        self.0.next().unwrap_or_else(|| Quiet.answer(decision))
    }
}

/// The greedy agent: looks one decision ahead, using the evaluation declared by the system.
pub struct Greedy {
    evaluate: String,
    numbers: Random,
    effort: GreedyEffort,
    rest: StepRemainder,
}

/// The rest of a step in progress: the answer to the next decision, with the decision's number.
#[derive(Default)]
pub(super) struct StepRemainder(Option<(u64, Answer)>);

impl StepRemainder {
    /// Returns the first answer of a step and stores the second.
    pub(super) fn begin(&mut self, game: &Game<Pause>, step: Vec<Answer>) -> Answer {
        let mut step = step.into_iter();
        let answer = step.next().unwrap_or(Answer::Stop);
        self.0 = step.next().map(|second| (game.table.decisions + 1, second));
        answer
    }

    /// Takes the stored answer, and returns it if it belongs to this decision.
    pub(super) fn take(&mut self, game: &Game<Pause>, pending: &Pending) -> Option<Answer> {
        let (number, planned) = self.0.take()?;
        (number == game.table.decisions && pending.decision().accepts(&planned)).then_some(planned)
    }
}

/// The effort of a greedy agent.
#[derive(Clone, Copy, Debug)]
pub(super) struct GreedyEffort {
    /// The number of lines of play in a batch, if answers lead to more questions. If they do not, one batch contains
    /// all answers.
    pub(super) lines: usize,
    /// The maximum number of batches of lines evaluated for a decision.
    pub(super) looks: usize,
}

/// The maximum number of places considered per region.
pub(super) const MAX_PLACES: usize = 30;

impl GreedyEffort {
    /// The effort of the greedy agent by itself.
    pub(super) const USUAL: GreedyEffort = GreedyEffort { lines: 12, looks: 6 };
    /// The effort if many plans must be begun.
    pub(super) const HASTY: GreedyEffort = GreedyEffort { lines: 5, looks: 1 };
}

/// The dice tried for each answer. The tries cover all faces of the first die.
const FACES: [[u32; 3]; 6] = [[1, 3, 5], [2, 4, 6], [3, 5, 1], [4, 6, 2], [5, 1, 3], [6, 2, 4]];

impl Greedy {
    /// Creates a greedy player for a battle; `None` if its system declares no evaluation.
    pub fn new(battle: &Battle, seed: u64) -> Option<Greedy> {
        Some(Greedy::judging_by(battle.system.hooks.evaluate.clone()?, seed, GreedyEffort::USUAL))
    }

    /// Creates a greedy player that evaluates positions with the rule `evaluate`.
    pub(super) fn judging_by(evaluate: String, seed: u64, effort: GreedyEffort) -> Greedy {
        Greedy { evaluate, numbers: Random::new(seed), effort, rest: StepRemainder::default() }
    }

    /// Returns the answer that leads to the best position for the side that must decide; ties are broken at random. If
    /// an answer leads directly to another question for the same side, its value is that of the best answer to that
    /// question. The second answer is stored, and later given without another search.
    pub fn answer(&mut self, host: &mut Host, game: &Game<Pause>) -> Result<Answer, ScriptError> {
        let Some(pending) = game.table.pending() else { return Ok(Answer::Stop) };
        if let Some(planned) = self.rest.take(game, pending) {
            return Ok(planned);
        }
        let best = self.best_known(host, game, pending)?;
        Ok(self.rest.begin(game, best))
    }

    /// Returns the best line for a player who treats the position as fully known, as players in an imagined game do.
    pub(super) fn line_openly(&mut self, host: &mut Host, game: &Game<Pause>) -> Result<Vec<Answer>, ScriptError> {
        let Some(pending) = game.table.pending() else { return Ok(vec![Answer::Stop]) };
        self.best(host, game, pending, |_| true)
    }

    /// Returns the best line of play, given what the side that must decide knows. Facts unknown to it are imagined, and
    /// their real values are never used. If no facts can be imagined, the answer is random.
    fn best_known(
        &mut self,
        host: &mut Host,
        game: &Game<Pause>,
        pending: &Pending,
    ) -> Result<Vec<Answer>, ScriptError> {
        let side = pending.side;
        if !game.table.keeps_secrets_from(side) {
            return self.best(host, game, pending, |_| true);
        }
        let Some((imagined, exchange)) = game.imagined(host, side, imagination(game, side)) else {
            return Ok(vec![self.numbers.answer(&pending.decision())]);
        };
        let Some(asked) = imagined.table.pending() else { return Ok(Vec::new()) };
        let back: Determinization = exchange.inverse();
        let best = self.best(host, &imagined, asked, |answer| pending.decision().accepts(&back.answer(answer)));
        // Rules may fail in an imagined position that is impossible, but not in the position as it is.
        if best.is_err() {
            judge_as_it_is(host, game, &self.evaluate, side)?;
        }
        let best: Vec<Answer> = best.unwrap_or_default().iter().map(|answer| back.answer(answer)).collect();
        let fits = best.first().is_some_and(|answer| pending.decision().accepts(answer));
        Ok(if fits { best } else { vec![self.numbers.answer(&pending.decision())] })
    }

    /// Returns the best line of play in the first batch that has a line at least as good as declining the question.
    /// Evaluates up to `effort.looks` batches; if none has such a line, the question is declined.
    fn best(
        &mut self,
        host: &mut Host,
        game: &Game<Pause>,
        pending: &Pending,
        allowed: impl Fn(&Answer) -> bool,
    ) -> Result<Vec<Answer>, ScriptError> {
        let candidates = self.candidates(&pending.decision());
        let candidates = self.numbers.shuffled(candidates).into_iter();
        let mut candidates = candidates.filter(|answer| *answer != Answer::Stop && allowed(answer)).peekable();
        let stop = vec![Answer::Stop];
        let least = if pending.stop { self.value(host, game, pending.side, &stop)? } else { f64::NEG_INFINITY };
        for _ in 0..self.effort.looks {
            let (mut best, mut highest) = (stop.clone(), f64::NEG_INFINITY);
            for line in self.lines(host, game, pending, &mut candidates)? {
                let value = self.value(host, game, pending.side, &line)?;
                if value > highest {
                    (best, highest) = (line, value);
                }
            }
            if highest >= least {
                return Ok(best);
            } else if candidates.peek().is_none() {
                break;
            }
        }
        Ok(stop)
    }

    /// Returns the next batch of lines of play, in no particular order. If answers lead to more questions, only as many
    /// answers are used as are needed for `effort.lines` lines.
    fn lines(
        &mut self,
        host: &mut Host,
        game: &Game<Pause>,
        pending: &Pending,
        candidates: &mut impl Iterator<Item = Answer>,
    ) -> Result<Vec<Vec<Answer>>, ScriptError> {
        let (mut lines, mut goes_on) = (Vec::new(), false);
        for answer in candidates {
            let (answer, follow) = self.follow(host, game, pending, answer)?;
            goes_on |= !follow.is_empty();
            if follow.is_empty() {
                lines.push(vec![answer]);
            } else {
                lines.extend(follow.into_iter().map(|second| vec![answer.clone(), second]));
            }
            if goes_on && lines.len() >= self.effort.lines {
                break;
            }
        }
        Ok(lines)
    }

    /// Returns an answer, or a similar one that fits, and the answers to the question that follows it directly, before
    /// anything has happened; none if there is no such question.
    fn follow(
        &mut self,
        host: &mut Host,
        game: &Game<Pause>,
        pending: &Pending,
        answer: Answer,
    ) -> Result<(Answer, Vec<Answer>), ScriptError> {
        let mut fork = fork(game, 0, FACES[0]);
        fork.advance(host)?;
        let answer = fork.fitting(host, pending.side, answer)?;
        let dice = chances(&fork);
        play(host, &mut fork, pending.side, &answer)?;
        let nothing_happened = chances(&fork) == dice && fork.table.state.saved() == game.table.state.saved();
        match fork.table.pending() {
            Some(next) if nothing_happened && next.side == pending.side && next.question != pending.question => {
                let answers = self.candidates(&next.decision());
                Ok((answer, self.numbers.shuffled(answers)))
            }
            _ => Ok((answer, Vec::new())),
        }
    }

    fn candidates(&mut self, decision: &Decision) -> Vec<Answer> {
        let mut all: Vec<Answer> = match decision.form {
            Form::One => decision.options.sample(MAX_PLACES).into_iter().map(Answer::One).collect(),
            Form::Several(..) => self.subsets(decision),
            _ => vec![Quiet.answer(&Decision { stop: false, ..*decision })],
        };
        if decision.stop {
            all.push(Answer::Stop);
        }
        all
    }

    /// Returns the set of all options and each set that lacks one option, if their sizes are allowed. If none of them
    /// has an allowed size, returns a single set that does.
    fn subsets(&mut self, decision: &Decision) -> Vec<Answer> {
        let all: Vec<Choice> = decision.options.iter().collect();
        let without = (0..all.len()).map(|left_out| {
            let rest = all.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, choice)| choice.clone());
            Answer::Several(rest.collect())
        });
        let full = std::iter::once(Answer::Several(all.clone()));
        let allowed: Vec<Answer> = full.chain(without).filter(|answer| decision.accepts(answer)).collect();
        if allowed.is_empty() { vec![Quiet.answer(&Decision { stop: false, ..*decision })] } else { allowed }
    }

    /// Returns the expected value, for the side `side`, of the position at the end of the phase after a line: the mean
    /// over several tries of the dice. Tries that lead to the same position are evaluated once.
    fn value(&self, host: &mut Host, game: &Game<Pause>, side: SideId, line: &[Answer]) -> Result<f64, ScriptError> {
        let mut sum = 0.0;
        let mut met: Vec<(State, f64)> = Vec::new();
        for (seed, dice) in (0..).zip(FACES) {
            let mut end = fork(game, seed, dice);
            let is_certain = !play_out(host, &mut end, (side, line))?;
            let known = met.iter().find(|(other, _)| other.saved() == end.table.state.saved());
            sum += match known {
                Some((_, value)) => *value,
                None => {
                    let value = worth(host, &self.evaluate, &mut end.table, side)?;
                    if is_certain {
                        return Ok(value);
                    }
                    met.push((end.table.state, value));
                    value
                }
            };
        }
        Ok(sum / FACES.len() as f64)
    }
}

/// Returns the value of a position for a side, according to an evaluation rule. A won game is worth more than any other
/// position.
pub fn worth(host: &mut Host, evaluate: &str, table: &mut Table, side: SideId) -> Result<f64, ScriptError> {
    if let Some(ending) = table.state.ending() {
        return Ok(match ending.winners.has(&side) {
            true => 1e6,
            false if ending.winners.is_draw() => 0.0,
            false => -1e6,
        });
    }
    match host.look(evaluate, vec![Item::Side(side)], table)? {
        Item::Number(value) if value.is_finite() => Ok(value),
        Item::Number(value) => Err(host.blame(evaluate, format!("must return a finite number, not {value}"))),
        other => Err(host.blame(evaluate, format!("must return a number, not {}", other.kind()))),
    }
}

/// Reports a fault in an evaluation rule, which imagined positions would hide.
pub(super) fn judge_as_it_is(
    host: &mut Host,
    game: &Game<Pause>,
    evaluate: &str,
    side: SideId,
) -> Result<(), ScriptError> {
    worth(host, evaluate, &mut game.fork(0, Service::BARE).table, side).map(drop)
}

/// Returns a copy of the game that stops at the end of the phase, with preset dice.
fn fork(game: &Game<Pause>, seed: u64, dice: [u32; 3]) -> Game<Pause> {
    let mut fork = game.fork(seed, Service::BARE);
    fork.table.loaded_dice.extend(dice);
    fork.halt_after = Some(game.table.state.cursor());
    fork
}

/// Plays a copy to the end of the phase: one side plays the line, and [`Quiet`] gives all other answers. Returns
/// whether dice were used. All players answer immediately, so the copy runs from the start of the phase without pausing.
fn play_out(host: &mut Host, fork: &mut Game<Pause>, (side, line): (SideId, &[Answer])) -> Result<bool, ScriptError> {
    fork.table.players.iter_mut().for_each(|player| *player = Some(Box::new(Quiet)));
    let answers: Vec<Answer> = line.to_vec();
    fork.table.players[side.index()] = Some(Box::new(LinePlayer(answers.into_iter())));
    let before = chances(fork);
    fork.advance(host)?;
    Ok(chances(fork) != before)
}

/// Returns the seed for imagining unknown facts. It depends on the game, its progress and the side.
pub(super) fn imagination(game: &Game<Pause>, side: SideId) -> u64 {
    let place = game.table.decisions_known_to(side) << 8 | u64::from(side.0);
    game.table.seed() ^ place.wrapping_add(1).wrapping_mul(0xd1b5_4a32_d192_ed03)
}

/// Returns the number of preset dice left, and the position in the dice stream. Neither changes unless something is
/// rolled or drawn.
fn chances(game: &Game<Pause>) -> (usize, u64) {
    (game.table.loaded_dice.len(), game.table.dice_position())
}

/// Gives an answer, or a similar one that fits, in a copy of the game. A refusal there is an error in the rules.
pub(super) fn play(host: &mut Host, game: &mut Game<Pause>, side: SideId, answer: &Answer) -> Result<(), ScriptError> {
    let answer = game.fitting(host, side, answer.clone())?;
    match game.answer(host, side, answer) {
        Ok(_) => Ok(()),
        Err(AnswerError::Fault(error)) => Err(error),
        Err(AnswerError::Refused(refusal)) => Err(ScriptError::plain(refusal.to_string())),
    }
}
