//! Agents: who plays when no person does.

use crate::battle::Battle;
use grognard_engine::decision::{Answer, Choice, Decision, Form, Options};
use grognard_engine::game::{AnswerError, Game, Status};
use grognard_engine::ids::SideId;
use grognard_engine::table::{QuickPlayer, Service};
use grognard_script::{Host, Item, Pause, ScriptError};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The kinds of agents there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentKind {
    /// Every legal answer is as likely as any other.
    Random,
    /// Tries each answer and takes the one after which the position looks best.
    Greedy,
}

impl AgentKind {
    /// All kinds with their names.
    pub const ALL: [(&'static str, AgentKind); 2] = [("random", AgentKind::Random), ("greedy", AgentKind::Greedy)];

    /// The kind with this name.
    pub fn parse(name: &str) -> Option<AgentKind> {
        AgentKind::ALL.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }
}

/// Picks uniformly among the legal answers.
pub struct Random {
    numbers: ChaCha8Rng,
    buffer: [u64; 32],
    next: usize,
}

impl Random {
    /// A random player with its own numbers, which have nothing to do with the game's dice.
    pub fn new(seed: u64) -> Random {
        let mut numbers = ChaCha8Rng::seed_from_u64(seed);
        numbers.set_stream(2);
        Random { numbers, buffer: [0; 32], next: 32 }
    }

    fn word(&mut self) -> u64 {
        if self.next == self.buffer.len() {
            self.buffer.iter_mut().for_each(|word| *word = self.numbers.next_u64());
            self.next = 0;
        }
        self.next += 1;
        self.buffer[self.next - 1]
    }

    /// A number below `count`. With 64 bits the favour to low numbers is below one in a billion billion.
    fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.word()) * count as u128) >> 64) as usize
    }

    fn one(&mut self, decision: &Decision) -> Answer {
        let count = decision.options.len();
        let at = self.below(count + usize::from(decision.stop));
        decision.options.nth(at).map_or(Answer::Stop, Answer::One)
    }

    /// A subset of an allowed size; every such subset is as likely as any other when all sizes are allowed.
    fn several(&mut self, options: &Options, least: usize, most: usize) -> Answer {
        let all: Vec<Choice> = options.iter().collect();
        for _ in 0..64 {
            let chosen: Vec<Choice> = all.iter().filter(|_| self.word() & 1 == 1).cloned().collect();
            if (least..=most).contains(&chosen.len()) {
                return Answer::Several(chosen);
            }
        }
        let mut all = self.shuffled(all);
        all.truncate(least + self.below(most.min(all.len()) - least + 1));
        Answer::Several(all)
    }

    fn shuffled(&mut self, mut all: Vec<Choice>) -> Vec<Choice> {
        for last in (1..all.len()).rev() {
            let other = self.below(last + 1);
            all.swap(last, other);
        }
        all
    }

    fn shares(&mut self, options: &Options, total: u32, most: u32) -> Answer {
        let all: Vec<Choice> = options.iter().collect();
        let mut shares = vec![0; all.len()];
        for _ in 0..total {
            let open: Vec<usize> = (0..all.len()).filter(|&at| shares[at] < most).collect();
            shares[open[self.below(open.len())]] += 1;
        }
        Answer::Shares(all.into_iter().zip(shares).filter(|(_, share)| *share > 0).collect())
    }
}

impl QuickPlayer for Random {
    fn answer(&mut self, decision: &Decision) -> Answer {
        match decision.form {
            Form::One => self.one(decision),
            _ if decision.stop && self.below(4) == 0 => Answer::Stop,
            Form::Several(least, most) => self.several(&decision.options, least.into(), most.into()),
            Form::Order => {
                let all = decision.options.iter().collect();
                Answer::Several(self.shuffled(all))
            }
            Form::Allocate { total, most } => self.shares(&decision.options, total, most),
        }
    }
}

/// Declines whatever can be declined and otherwise takes the first option, all of several: finishes a phase without ambition.
struct Quiet;

impl QuickPlayer for Quiet {
    fn answer(&mut self, decision: &Decision) -> Answer {
        if decision.stop {
            return Answer::Stop;
        }
        let first = || decision.options.iter().next().map_or(Answer::Stop, Answer::One);
        match decision.form {
            Form::One => first(),
            Form::Several(_, most) => Answer::Several(decision.options.iter().take(most.into()).collect()),
            Form::Order => Answer::Several(decision.options.iter().collect()),
            Form::Allocate { total, most } => {
                let mut left = total;
                let mut shares = Vec::new();
                for choice in decision.options.iter() {
                    let share = left.min(most);
                    shares.push((choice, share));
                    left -= share;
                }
                shares.retain(|(_, share)| *share > 0);
                Answer::Shares(shares)
            }
        }
    }
}

/// The greedy agent: one decision deep, through the evaluation the system declares.
pub struct Greedy {
    evaluate: String,
    numbers: Random,
}

/// Dice outcomes tried for each answer: the faces of a die, and again with others behind it.
const TRIES: u32 = 6;

/// Lines of play looked at for one decision; where there are more, the agent goes on with any.
const MOST_LINES: usize = 150;

impl Greedy {
    /// A greedy player for a battle; `None` if its system declares no evaluation.
    pub fn new(battle: &Battle, seed: u64) -> Option<Greedy> {
        Some(Greedy { evaluate: battle.system.hooks.evaluate.clone()?, numbers: Random::new(seed) })
    }

    /// The answer after which the position looks best to the side that is asked; among equals any. An answer that only leads
    /// to the same side's next question is worth what the best answer to that is worth.
    pub fn answer(&mut self, host: &mut Host, game: &Game<Pause>) -> Result<Answer, ScriptError> {
        let Some(pending) = game.table.pending().cloned() else { return Ok(Answer::Stop) };
        let candidates = self.candidates(&pending.decision());
        let mut lines: Vec<Vec<Vec<Answer>>> = Vec::new();
        for answer in &candidates {
            lines.push(self.lines(host, game, pending.side, answer)?);
        }
        if lines.iter().map(Vec::len).sum::<usize>() > MOST_LINES && lines.iter().any(|lines| lines.len() > 1) {
            let going_on = candidates.iter().filter(|answer| **answer != Answer::Stop).count();
            return Ok(candidates[self.numbers.below(going_on.max(1))].clone());
        }
        let mut best: Vec<Answer> = Vec::new();
        let mut highest = f64::NEG_INFINITY;
        for (answer, lines) in candidates.iter().zip(lines) {
            let mut value = f64::NEG_INFINITY;
            for line in lines {
                value = value.max(self.value(host, game, pending.side, &line)?);
            }
            if value > highest + 1e-9 {
                best.clear();
                highest = value;
            }
            if value >= highest - 1e-9 {
                best.push(answer.clone());
            }
        }
        let pick = self.numbers.below(best.len().max(1));
        Ok(best.into_iter().nth(pick).unwrap_or(Answer::Stop))
    }

    /// The lines of play an answer stands for: itself, or itself and each answer to the question that follows at once.
    fn lines(&mut self, host: &mut Host, game: &Game<Pause>, side: SideId, answer: &Answer) -> Result<Vec<Vec<Answer>>, ScriptError> {
        if *answer == Answer::Stop {
            return Ok(vec![vec![Answer::Stop]]);
        }
        let mut fork = self.fork(host, game, 0)?;
        let (before, dice) = (fork.table.hash(), fork.table.loaded_dice.len());
        play(host, &mut fork, side, answer)?;
        let nothing_happened = fork.table.hash() == before && fork.table.loaded_dice.len() == dice;
        let next = fork.table.pending().filter(|next| next.side == side && nothing_happened).cloned();
        let Some(next) = next else { return Ok(vec![vec![answer.clone()]]) };
        if Some(next.question) == game.table.pending().map(|pending| pending.question) {
            return Ok(vec![vec![answer.clone()]]);
        }
        let follow = self.candidates(&next.decision());
        Ok(follow.into_iter().map(|second| vec![answer.clone(), second]).collect())
    }

    fn candidates(&mut self, decision: &Decision) -> Vec<Answer> {
        let mut all: Vec<Answer> = match decision.form {
            Form::One => decision.options.iter().map(Answer::One).collect(),
            Form::Several(..) => self.subsets(decision),
            _ => vec![Quiet.answer(&Decision { stop: false, ..*decision })],
        };
        if decision.stop {
            all.push(Answer::Stop);
        }
        all
    }

    /// Everything there is, and each option left out in turn.
    fn subsets(&mut self, decision: &Decision) -> Vec<Answer> {
        let all: Vec<Choice> = decision.options.iter().collect();
        let without = (0..all.len()).map(|left_out| {
            let rest = all.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, choice)| choice.clone());
            Answer::Several(rest.collect())
        });
        let full = std::iter::once(Answer::Several(all.clone()));
        full.chain(without).filter(|answer| decision.accepts(answer)).collect()
    }

    /// What the position is worth after a line, once the phase has been finished quietly: the mean over several dice.
    fn value(&mut self, host: &mut Host, game: &Game<Pause>, side: SideId, line: &[Answer]) -> Result<f64, ScriptError> {
        let mut sum = 0.0;
        for attempt in 0..TRIES {
            let (value, rolled) = self.try_once(host, game, side, line, attempt)?;
            if !rolled {
                return Ok(value);
            }
            sum += value;
        }
        Ok(sum / f64::from(TRIES))
    }

    /// A copy of the game that stops at the end of the phase, with the dice of an attempt.
    fn fork(&self, host: &mut Host, game: &Game<Pause>, attempt: u32) -> Result<Game<Pause>, ScriptError> {
        let mut fork = game.fork(u64::from(attempt), Service::BARE);
        fork.table.loaded_dice.extend([attempt + 1, (attempt + 2) % 6 + 1, (attempt + 4) % 6 + 1]);
        fork.halt_after = Some(game.table.state.cursor());
        fork.advance(host)?;
        Ok(fork)
    }

    fn try_once(
        &mut self,
        host: &mut Host,
        game: &Game<Pause>,
        side: SideId,
        line: &[Answer],
        attempt: u32,
    ) -> Result<(f64, bool), ScriptError> {
        let mut fork = self.fork(host, game, attempt)?;
        let dice = fork.table.loaded_dice.len();
        for (at, answer) in line.iter().enumerate() {
            if at + 1 == line.len() {
                fork.table.players.iter_mut().for_each(|player| *player = Some(Box::new(Quiet)));
            }
            play(host, &mut fork, side, answer)?;
        }
        let rolled = fork.table.loaded_dice.len() < dice;
        Ok((self.worth(host, &mut fork, side)?, rolled))
    }

    fn worth(&self, host: &mut Host, game: &mut Game<Pause>, side: SideId) -> Result<f64, ScriptError> {
        if let Some(ending) = game.table.state.ending() {
            return Ok(ending.winner.map_or(0.0, |winner| if winner == side { 1e6 } else { -1e6 }));
        }
        match host.look(&self.evaluate, vec![Item::Side(side)], &mut game.table)? {
            Item::Number(value) => Ok(value),
            other => Err(ScriptError::plain(format!("`{}` must return a number, not {other:?}", self.evaluate))),
        }
    }
}

/// Answers in a copy; a refusal there is a mistake of the rules.
fn play(host: &mut Host, game: &mut Game<Pause>, side: SideId, answer: &Answer) -> Result<(), ScriptError> {
    match game.answer(host, side, answer.clone()) {
        Ok(_) => Ok(()),
        Err(AnswerError::Fault(error)) => Err(error),
        Err(AnswerError::Refused(refusal)) => Err(ScriptError::plain(refusal.to_string())),
    }
}

/// Plays a game to its end with greedy agents for the sides that have one; the other sides answer at once.
pub fn finish(host: &mut Host, game: &mut Game<Pause>, agents: &mut [Option<Greedy>]) -> Result<(), ScriptError> {
    while game.advance(host)? == Status::Waiting {
        let Some(side) = game.table.pending().map(|pending| pending.side) else { break };
        let Some(agent) = agents.get_mut(side.0 as usize).and_then(Option::as_mut) else {
            return Err(ScriptError::plain(format!("nobody plays {}", game.table.side_name(side))));
        };
        let answer = agent.answer(host, game)?;
        play(host, game, side, &answer)?;
    }
    Ok(())
}
