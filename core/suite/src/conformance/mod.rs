//! The conformance suite: requirements for every system, whatever its rules. `grognard test --conformance` runs it on
//! any scenario. To cover a shipped system, list one of its scenarios in `tests/conformance.rs`.

mod difference;
mod information;
mod secrets;

use grognard_engine::decision::{Answer, Choice, Decision, Form, Pending};
use grognard_engine::game::{AnswerError, Game, Rules, Status};
use grognard_engine::ids::{Id, SideId, UnitId};
use grognard_engine::journal::{Entry, SavedEntry};
use grognard_engine::table::{QuickPlayer, Service, Table};
use grognard_lab::shard::run_in_order;
use grognard_packs::{Diagnostic, render};
use grognard_play::{Battle, CancelToken, Random, Seat, Session, SessionError, diagnose};
use grognard_script::{Host, Pause, ScriptError};

/// The extent of the tests.
#[derive(Clone, Copy, Debug)]
pub struct TestEffort {
    /// The number of games to play.
    pub games: u64,
    /// The number of games in which saving and loading are tried at every decision.
    pub thorough: u64,
    /// The interval, in decisions, at which saving and loading are tried in games that are not among the `thorough`
    /// ones. Each save is replayed from the start, which is slow in a long game. Hidden information is checked more
    /// often.
    pub seldom: u64,
    /// The maximum number of decisions; a game that exceeds it counts as endless.
    pub most_decisions: u64,
    /// The seed of the first game.
    pub seed: u64,
}

/// A violated invariant, with the game and the decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The violated invariant.
    pub invariant: String,
    /// The errors in rules that violate it, if there are any.
    pub errors: Vec<Diagnostic>,
    /// The seed of the game.
    pub seed: u64,
    /// The number of decisions before the violation.
    pub decision: u64,
    /// The moment of the game, in words: its phase, and the pending question with the side that is asked.
    pub moment: String,
}

impl std::fmt::Display for Breach {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Breach { invariant, errors, seed, decision, moment } = self;
        write!(out, "violated: {invariant} (game with seed {seed}, decision {decision}: {moment})")?;
        if errors.is_empty() { Ok(()) } else { write!(out, "\n{}", render(errors, false)) }
    }
}

/// The amount of testing done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct TestCounts {
    /// The number of complete games.
    pub games: u64,
    /// The number of decisions.
    pub decisions: u64,
    /// The number of decisions at which saving, loading and reloading were tried.
    pub saved: u64,
    /// The number of comparisons between games that differ only in what is hidden from a side.
    pub compared: u64,
}

impl TestCounts {
    fn add(&mut self, more: TestCounts) {
        let TestCounts { games, decisions, saved, compared } = more;
        self.games += games;
        self.decisions += decisions;
        self.saved += saved;
        self.compared += compared;
    }
}

/// Plays random games on `threads` threads and checks all invariants at every decision. The result depends on the
/// seeds alone: of several violations, that in the game with the lowest seed is returned. Calls `done` after each game
/// with the number of games so far. If cancelled, returns the counts of the complete games.
pub fn run(
    battle: &Battle,
    effort: TestEffort,
    threads: usize,
    stop: &CancelToken,
    done: impl Fn(u64),
) -> Result<TestCounts, Box<Breach>> {
    let worker = || {
        let unable = |errors| {
            Box::new(Breach {
                invariant: "the scripts must load".to_owned(),
                errors,
                seed: effort.seed,
                decision: 0,
                moment: "before the first question".to_owned(),
            })
        };
        let host = battle.host().map_err(|error| unable(diagnose(&[error], &battle.scripts)))?;
        let seats = vec![Seat::Person; battle.content.sides.len()];
        let onlooker = Session::new(battle.clone(), effort.seed, seats).map_err(|error| match error {
            SessionError::Broken(errors) => unable(errors),
            other => unable(vec![Diagnostic::general("E523", format!("the game cannot be played: {other:?}"))]),
        })?;
        Ok((host, onlooker))
    };
    let game = |(host, onlooker): &mut (Host, Session), game: u64| {
        let every = if game < effort.thorough { 1 } else { effort.seldom };
        let test = ConformanceTest::new(battle, host, onlooker, effort.seed.wrapping_add(game), every);
        test.play(effort.most_decisions, stop)
    };
    let mut total = TestCounts::default();
    run_in_order(threads, (0, effort.games), worker, game, |_, counts| {
        let Some(counts) = counts else { return Ok(false) };
        total.add(counts);
        done(total.games);
        Ok(true)
    })?;
    Ok(total)
}

/// The number of hidden-information checks per save test. These checks are cheaper, because they replay the game only
/// from the last checkpoint.
const MORE_OFTEN: u64 = 20;

/// The interval, in decisions, at which a player asks for the score, a layer and the odds of a battle.
const LOOKS: u64 = 25;

struct ConformanceTest<'a> {
    battle: &'a Battle,
    host: &'a mut Host,
    /// A session in which the game is looked at.
    onlooker: &'a mut Session,
    game: Game<Pause>,
    player: Random,
    seed: u64,
    every: u64,
    saved: u64,
    compared: u64,
}

impl<'a> ConformanceTest<'a> {
    fn new(
        battle: &'a Battle,
        host: &'a mut Host,
        onlooker: &'a mut Session,
        seed: u64,
        every: u64,
    ) -> ConformanceTest<'a> {
        let game = Game::new(battle.content.clone(), host.questions(), seed, Service::FULL);
        ConformanceTest { battle, host, onlooker, game, player: Random::new(seed), seed, every, saved: 0, compared: 0 }
    }

    fn breach<T>(&self, invariant: impl Into<String>) -> Result<T, Box<Breach>> {
        Err(Box::new(Breach {
            invariant: invariant.into(),
            errors: Vec::new(),
            seed: self.seed,
            decision: self.game.table.decisions,
            moment: self.moment(),
        }))
    }

    fn failed<T>(&self, error: ScriptError) -> Result<T, Box<Breach>> {
        self.broken("the rules must run without errors", diagnose(&[error], &self.battle.scripts))
    }

    fn broken<T>(&self, invariant: &str, errors: Vec<Diagnostic>) -> Result<T, Box<Breach>> {
        self.breach(invariant).map_err(|breach| Box::new(Breach { errors, ..*breach }))
    }

    fn moment(&self) -> String {
        let (table, content) = (&self.game.table, &self.battle.content);
        let at = table.state.cursor();
        let phase = content.sequence.phase(at).map_or("the end", |phase| &phase.name);
        let asked = table.pending().map_or_else(String::new, |pending| {
            let question = &table.questions[pending.question.index()].key;
            format!(", {} is asked `{question}`", content.sides.name(pending.side))
        });
        format!("turn {}, {phase}{asked}", at.turn)
    }

    fn require(&self, holds: bool, invariant: &str) -> Result<(), Box<Breach>> {
        if holds { Ok(()) } else { self.breach(invariant) }
    }

    /// Returns `None` if cancelled.
    fn play(mut self, most: u64, stop: &CancelToken) -> Result<Option<TestCounts>, Box<Breach>> {
        let mut status = self.advance()?;
        while status == Status::Waiting {
            if stop.is_asked() {
                return Ok(None);
            }
            if self.game.table.decisions >= most {
                return self.breach(format!("the game must end, but it goes on after {most} decisions"));
            }
            // If several sides decide in secret, they do so in any order.
            let pending = self.game.table.all_pending();
            let Some(first) = self.game.table.decisions.checked_rem(pending.len() as u64) else {
                return self.breach("a running game must have a pending decision");
            };
            let pending = pending[first as usize].clone();
            self.game.table.put_first(pending.side);
            self.offers_something(&pending)?;
            self.refuses_the_rest(&pending)?;
            self.views_keep_secrets()?;
            if self.game.table.decisions.is_multiple_of(self.every) {
                self.saves_and_loads(&pending)?;
                self.reloads(&pending)?;
                self.saved += 1;
            }
            if self.game.table.decisions.is_multiple_of(self.every.div_ceil(MORE_OFTEN)) {
                self.secrets_change_nothing()?;
            }
            if self.game.table.decisions.is_multiple_of(LOOKS) {
                self.shows_without_errors(pending.side)?;
            }
            let answer = self.player.answer(&pending.decision());
            let answer = self.game.fitting(self.host, pending.side, answer).or_else(|error| self.failed(error))?;
            status = self.answers(&pending, answer)?;
        }
        self.ends_by_a_rule()?;
        self.replays()?;
        let (decisions, saved, compared) = (self.game.table.decisions, self.saved, self.compared);
        Ok(Some(TestCounts { games: 1, decisions, saved, compared }))
    }

    fn advance(&mut self) -> Result<Status, Box<Breach>> {
        match self.game.advance(self.host) {
            Ok(status) => Ok(status),
            Err(error) => self.failed(error),
        }
    }

    fn offers_something(&self, pending: &Pending) -> Result<(), Box<Breach>> {
        self.require(!pending.decision().is_dead_end(), "every question must have an answer")?;
        let mut options = pending.options.clone();
        options.sort();
        options.dedup();
        self.require(options.len() == pending.options.len(), "no option may be offered twice")
    }

    /// Checks that an answer is refused, and changes nothing, if it was not offered or comes from the wrong side.
    fn refuses_the_rest(&mut self, pending: &Pending) -> Result<(), Box<Breach>> {
        let (hash, entries) = (self.game.table.hash(), self.game.table.journal().len());
        let decision = pending.decision();
        for wrong in self.wrong_answers(&decision) {
            let result = self.game.answer(self.host, pending.side, wrong);
            self.require(
                matches!(result, Err(AnswerError::Refused(_))),
                "an answer that was not offered must be refused",
            )?;
        }
        let good = self.player.answer(&decision);
        let is_asked = |side: SideId| self.game.table.pending_for(side).is_some();
        let others = self.battle.content.sides.iter().map(|(side, _)| side).filter(|side| !is_asked(*side));
        for side in others.collect::<Vec<SideId>>() {
            let result = self.game.answer(self.host, side, good.clone());
            self.require(
                matches!(result, Err(AnswerError::Refused(_))),
                "an answer from the wrong side must be refused",
            )?;
        }
        self.same(hash, entries, pending, "a refusal must change nothing")
    }

    fn wrong_answers(&self, decision: &Decision) -> Vec<Answer> {
        let units = (0..self.battle.content.units.len()).map(|at| Choice::Unit(UnitId::from_index(at)));
        // On a large map only some spaces are tried at each decision, and all of them in the course of a game.
        let step = self.battle.content.map.len() / 200 + 1;
        let first = self.game.table.decisions as usize % step;
        let spaces = self.battle.content.map.all().skip(first).step_by(step).map(Choice::Space);
        let odd = [Choice::Number(i32::MAX), Choice::Label("no such thing".into())];
        let all = units.chain(spaces).chain(odd);
        let wrap = |choice| match decision.form {
            Form::One => Answer::One(choice),
            _ => Answer::Several(vec![choice]),
        };
        let mut answers: Vec<Answer> =
            all.map(wrap).chain([Answer::Stop, Answer::Several(Vec::new()), Answer::Shares(Vec::new())]).collect();
        answers.retain(|answer| !decision.accepts(answer));
        answers
    }

    fn same(
        &self,
        hash: grognard_engine::state::StateHash,
        entries: usize,
        pending: &Pending,
        invariant: &str,
    ) -> Result<(), Box<Breach>> {
        let table = &self.game.table;
        self.require(
            table.hash() == hash && table.journal().len() == entries && same_question(table, pending),
            invariant,
        )
    }

    /// Checks that an offered answer is accepted, and that undoing and redoing it changes nothing.
    fn answers(&mut self, pending: &Pending, answer: Answer) -> Result<Status, Box<Breach>> {
        let (hash, entries) = (self.game.table.hash(), self.game.table.journal().len());
        let was_secret = self.game.table.is_secret();
        let status = self.answer(pending.side, answer.clone())?;
        let rolled = self.game.table.journal()[entries..]
            .iter()
            .any(|entry| matches!(entry, Entry::Roll(_) | Entry::Draw(_) | Entry::Reveal { .. } | Entry::Tell { .. }));
        let was_disclosed = was_secret && self.game.table.journal()[entries..].contains(&Entry::Disclosed);
        let (after, next) = (self.game.table.hash(), self.game.table.pending().cloned());
        let undone = self.game.undo(self.host, pending.side);
        if rolled {
            self.require(
                matches!(undone, Err(AnswerError::Refused(_))),
                "undo must stop at dice, draws and revealed secrets",
            )?;
            self.require(self.game.table.hash() == after, "a refused undo must change nothing")?;
            return Ok(status);
        }
        self.require(undone.is_ok(), "it must be possible to undo a decision")?;
        if was_disclosed {
            self.require(self.game.table.is_secret(), "after the undo of secret answers all sides must decide again")?;
            while self.game.may_redo() {
                let redone = self.game.redo(self.host);
                self.require(redone.is_ok(), "it must be possible to redo secret answers")?;
            }
            self.require(self.game.table.hash() == after, "redo after undo must change nothing")?;
            return Ok(status);
        }
        self.same(hash, entries, pending, "undo must return to the decision")?;
        let redone = self.game.redo(self.host);
        self.require(redone.is_ok() && self.game.table.hash() == after, "redo after undo must change nothing")?;
        self.require(
            next.as_ref().is_none_or(|next| same_question(&self.game.table, next)),
            "redo must ask the next question again",
        )?;
        Ok(status)
    }

    fn answer(&mut self, side: SideId, answer: Answer) -> Result<Status, Box<Breach>> {
        match self.game.answer(self.host, side, answer) {
            Ok(status) => Ok(status),
            Err(AnswerError::Refused(refusal)) => {
                self.breach(format!("every offered option must be accepted, but one was refused: {refusal}"))
            }
            Err(AnswerError::Fault(error)) => self.failed(error),
        }
    }

    /// Writes the journal as JSON and reads it back.
    fn through_a_file(&self) -> Result<Vec<Entry>, Box<Breach>> {
        let content = &self.battle.content;
        let through = |entry: &Entry| {
            let text = serde_json::to_string(&entry.save(content)).ok()?;
            let saved: SavedEntry = serde_json::from_str(&text).ok()?;
            Entry::load(&saved, content).ok()
        };
        let entries: Option<Vec<Entry>> = self.game.table.journal().iter().map(through).collect();
        match entries {
            Some(entries) if entries == self.game.table.journal() => Ok(entries),
            _ => self.breach("it must be possible to write the journal and read it back"),
        }
    }

    fn loaded(&mut self) -> Result<Game<Pause>, Box<Breach>> {
        let entries = self.through_a_file()?;
        let fresh = Game::new(self.battle.content.clone(), self.host.questions(), self.seed, Service::FULL);
        let Ok(mut game) = fresh.resume(entries) else { return self.breach("it must be possible to load a save") };
        game.table.check = true;
        match game.advance(self.host) {
            Ok(_) => {}
            Err(error) => return self.breach(format!("a loaded game must run, but it failed: {error}")),
        }
        match game.table.take_misfit() {
            Some(misfit) => self.breach(format!(
                "a loaded game must take the same course, but it differs at entry {}: {}",
                misfit.entry, misfit.refusal
            )),
            None => Ok(game),
        }
    }

    fn saves_and_loads(&mut self, pending: &Pending) -> Result<(), Box<Breach>> {
        let game = self.loaded()?;
        self.require(game.table.hash() == self.game.table.hash(), "saving and loading must preserve the state")?;
        self.require(same_question(&game.table, pending), "saving and loading must preserve the question")?;
        self.require(game.table.journal() == self.game.table.journal(), "saving and loading must preserve the journal")
    }

    /// Checks that reloading the same rules changes nothing: the phase runs again to the same point.
    fn reloads(&mut self, pending: &Pending) -> Result<(), Box<Breach>> {
        let mut game = self.loaded()?;
        let result = game.reload(self.host, self.battle.content.clone());
        self.require(result.is_ok(), "it must be possible to reload unchanged rules")?;
        self.require(game.table.take_misfit().is_none(), "unchanged rules must accept the record")?;
        self.require(game.table.hash() == self.game.table.hash(), "reloading unchanged rules must preserve the state")?;
        self.require(same_question(&game.table, pending), "reloading unchanged rules must preserve the question")
    }

    /// Checks that the ending of a game cites a paragraph that players can look up.
    fn ends_by_a_rule(&self) -> Result<(), Box<Breach>> {
        let Some(ending) = self.game.table.state.ending() else {
            return self.breach("a finished game must have an ending");
        };
        let paragraphs = &self.battle.system.paragraphs;
        let is_known =
            |rule: &String| paragraphs.is_empty() || paragraphs.iter().any(|paragraph| paragraph.number == *rule);
        if ending.rule.as_ref().is_some_and(is_known) {
            return Ok(());
        }
        self.breach(format!(
            "the end of a game must cite a paragraph of its rulebook, but this one does not: {}",
            ending.english()
        ))
    }

    fn replays(&mut self) -> Result<(), Box<Breach>> {
        let game = self.loaded()?;
        self.require(game.table.hash() == self.game.table.hash(), "a replay must end in the same state")?;
        self.require(game.table.state.ending() == self.game.table.state.ending(), "a replay must end the same way")
    }
}

fn same_question(table: &Table, pending: &Pending) -> bool {
    table.pending_for(pending.side).is_some_and(|now| {
        (now.side, now.question, now.form, now.stop) == (pending.side, pending.question, pending.form, pending.stop)
            && now.options == pending.options
            && now.context == pending.context
    })
}
