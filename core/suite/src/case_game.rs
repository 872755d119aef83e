//! A case in progress.

use super::answer;
use super::given::Given;
use super::page::{ANSWER, LineResult, NAME, POSITION, Page, rules_fail, wrong};
use super::position;
use super::when::{When, WhenAnswer};
use super::{names, then};
use grognard_engine::decision::{Answer, Choice, Pending};
use grognard_engine::game::{AnswerError, Game, Rules};
use grognard_engine::ids::{Id, QuestionId, SideId};
use grognard_engine::journal::Entry;
use grognard_engine::sequence::Cursor;
use grognard_engine::table::Service;
use grognard_packs::Diagnostic;
use grognard_play::{Battle, diagnose};
use grognard_script::{Host, Pause, ScriptError};

/// A game that starts from the position of a case.
pub(super) struct CaseGame<'a> {
    pub(super) page: &'a Page,
    pub(super) battle: &'a Battle,
    pub(super) host: &'a mut Host,
    pub(super) game: Game<Pause>,
    /// The cursor at the last answer, or at the start.
    pub(super) asked_at: Cursor,
    pub(super) problems: Vec<Diagnostic>,
    /// Whether the game is no longer at the point that the rest of the case assumes, for example because an answer did
    /// not fit. If so, only names are checked.
    lost: bool,
    /// The number of journal entries accounted for by processed lines.
    seen: usize,
    /// The dice results given so far, with their lines.
    dice: Vec<(usize, u32)>,
    /// The draws given so far, with their lines.
    draws: Vec<(usize, String)>,
}

impl<'a> CaseGame<'a> {
    /// Sets up the position and plays to the first question. `line` is the line of the case's heading, for messages.
    pub fn begin(page: &'a Page, line: usize, given: &Given, battle: &'a Battle, host: &'a mut Host) -> CaseGame<'a> {
        let mut game = Game::new(battle.content.clone(), host.questions(), 1, Service::FULL);
        let problems = position::apply_position(page, given, &mut game.table);
        let asked_at = game.table.state.cursor();
        let (dice, draws) = (given.dice.clone(), given.draws.clone());
        let mut trial = CaseGame { page, battle, host, game, asked_at, problems, lost: false, seen: 0, dice, draws };
        if trial.problems.is_empty()
            && let Err(error) = trial.game.advance(trial.host)
        {
            trial.fails(line, error);
        }
        if trial.problems.is_empty() {
            trial.count_dice(line);
        }
        trial.lost = !trial.problems.is_empty();
        trial
    }

    pub(super) fn problem(&mut self, line: usize, problem: Diagnostic) {
        self.problems.push(self.page.place(line, problem));
    }

    /// Reports a failure of a script, with its location.
    fn fails(&mut self, line: usize, error: ScriptError) {
        let reason = Diagnostic::general(POSITION, format!("the rules fail: {}", error.message));
        self.problem(line, reason);
        self.problems.extend(diagnose(&[error], &self.battle.scripts));
    }

    /// Gives the answers of a block. After one that does not fit, only checks the names in the rest.
    pub fn answers(&mut self, when: &When) {
        self.game.table.loaded_dice.extend(when.dice.iter().map(|(_, die)| *die));
        self.dice.extend(&when.dice);
        position::load_draws(self.page, &when.draws, &mut self.game.table, &mut self.problems);
        self.draws.extend(when.draws.iter().cloned());
        for (line, said) in &when.answers {
            match self.lost {
                true => self.look_at(*line, said),
                false => self.answer(*line, said),
            }
        }
    }

    fn answer(&mut self, line: usize, said: &WhenAnswer) {
        let before = self.problems.len();
        match self.say(said) {
            Ok(None) => {}
            Ok(Some(error)) => self.fails(line, error),
            Err(problem) => self.problem(line, *problem),
        }
        if self.problems.len() == before {
            self.count_dice(line);
        }
        self.lost = self.problems.len() > before;
    }

    /// Checks that the side and the question named before an answer's colon exist.
    fn look_at(&mut self, line: usize, said: &WhenAnswer) {
        let question = self.question(&said.question).map(drop);
        let side = said.side.as_ref().map_or(Ok(()), |side| names::side(&self.battle.content, side).map(drop));
        for problem in [question, side].into_iter().filter_map(Result::err) {
            self.problem(line, *problem);
        }
    }

    /// Checks all expectations of a block; if an answer did not fit, checks only the names in them.
    pub fn expects(&mut self, expectations: &[(usize, then::Expect)]) {
        for (line, expect) in expectations {
            if let Err(problem) = self.check(expect)
                && (!self.lost || problem.code == NAME)
            {
                self.problem(*line, *problem);
            }
        }
    }

    /// Reports dice results and draws that the case gives but the game did not use. They are mistakes in the case.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        let left = self.game.table.loaded_dice.len();
        if self.problems.is_empty()
            && left > 0
            && let Some((line, die)) = self.dice.get(self.dice.len() - left).copied()
        {
            self.problem(line, Diagnostic::general(ANSWER, format!("no die was rolled for the given result {die}")));
        }
        let left = self.game.table.loaded_draws.len();
        if self.problems.is_empty()
            && left > 0
            && let Some((line, unit)) = self.draws.get(self.draws.len() - left).cloned()
        {
            self.problem(line, Diagnostic::general(ANSWER, format!("{unit} is given as a draw, but was not drawn")));
        }
        self.problems
    }

    /// Returns the number of dice rolled.
    pub(super) fn dice_count(&self) -> usize {
        self.game.table.journal().iter().filter_map(Entry::roll).map(|roll| roll.dice.len()).sum()
    }

    fn count_dice(&mut self, line: usize) {
        if self.dice_count() > self.dice.len() {
            let error = Diagnostic::general(ANSWER, "a die was rolled here, but the case does not give its result");
            self.problem(line, error.help("write `dice 3` above the answer"));
        }
        let drawn = |entry: &&Entry| matches!(entry, Entry::Draw(_));
        if self.game.table.journal().iter().filter(drawn).count() > self.draws.len() {
            let error = Diagnostic::general(ANSWER, "a unit was drawn here, but the case does not name it");
            self.problem(line, error.help("write `draw XXIV` above the answer"));
        }
    }

    /// Gives an answer, or finds it among the forced answers that the engine has given.
    fn say(&mut self, said: &WhenAnswer) -> LineResult<Option<ScriptError>> {
        let question = self.question(&said.question)?;
        let side = said.side.as_ref().map(|side| names::side(&self.battle.content, side)).transpose()?;
        let asked = |pending: &Pending| pending.question == question && side.is_none_or(|side| side == pending.side);
        let pending = self.game.table.pending().filter(|pending| asked(pending)).cloned();
        let read = pending.as_ref().map(|pending| answer::read(&self.game.table, pending, &said.answer));
        match (pending, read) {
            (Some(pending), Some(Ok(answer))) => self.give(pending.side, answer),
            _ if self.was_forced(question, side, &said.answer) => Ok(None),
            (Some(pending), Some(Err(problem))) => Err(Box::new(self.with_reason(*problem, &pending, &said.answer))),
            _ => wrong(ANSWER, format!("unexpected answer to `{}`: {}", said.question, self.asked())),
        }
    }

    fn give(&mut self, side: SideId, answer: Answer) -> LineResult<Option<ScriptError>> {
        (self.asked_at, self.seen) = (self.game.table.state.cursor(), self.game.table.journal().len() + 1);
        match self.game.answer(self.host, side, answer) {
            Ok(_) => Ok(None),
            Err(AnswerError::Refused(refusal)) => wrong(ANSWER, refusal.to_string()),
            Err(AnswerError::Fault(error)) => Ok(Some(error)),
        }
    }

    /// Returns whether the answer was forced; forced answers may be written or left out.
    fn was_forced(&mut self, asked: QuestionId, by: Option<SideId>, text: &str) -> bool {
        let table = &self.game.table;
        let key = &table.questions[asked.index()].key;
        let fits = |entry: &Entry| {
            let Entry::Answer { side, question, answer, forced: true, .. } = entry else { return false };
            let pending = Pending {
                side: *side,
                question: asked,
                form: grognard_engine::decision::Form::One,
                options: Vec::new(),
                is_set: false,
                stop: false,
                context: Vec::new(),
                costs: Vec::new(),
                region: None,
            };
            let same = |read: Answer| read == *answer;
            question == key
                && by.is_none_or(|by| by == *side)
                && answer::read(table, &answer::recorded_decision(&pending, answer), text).is_ok_and(same)
        };
        let since = table.journal().get(self.seen..).unwrap_or_default();
        let Some(found) = since.iter().position(fits) else { return false };
        self.seen += found + 1;
        true
    }

    /// Returns the question whose key, or last part of the key, is `name`; if there are several, the pending one.
    pub(super) fn question(&self, name: &str) -> LineResult<QuestionId> {
        let questions = &self.game.table.questions;
        let last = |key: &str| key.rsplit('.').next() == Some(name);
        let exact = questions.iter().position(|question| *question.key == *name);
        let found: Vec<usize> = (0..questions.len()).filter(|&at| last(&questions[at].key)).collect();
        match (exact, &found[..]) {
            (Some(at), _) | (None, &[at]) => Ok(QuestionId::from_index(at)),
            (None, []) => {
                let known = questions
                    .iter()
                    .flat_map(|question| [&*question.key, question.key.rsplit('.').next().unwrap_or_default()]);
                Err(Box::new(Diagnostic::general(NAME, format!("there is no question `{name}`")).suggest(name, known)))
            }
            (None, several) => {
                if let Some(asked) = self
                    .game
                    .table
                    .pending()
                    .map(|pending| pending.question)
                    .filter(|asked| several.contains(&asked.index()))
                {
                    return Ok(asked);
                }
                let keys: Vec<_> = several.iter().map(|&at| format!("`{}`", questions[at].key)).collect();
                wrong(NAME, format!("several questions are called `{name}`: {}", keys.join(", ")))
            }
        }
    }

    /// Adds the options to a problem, and the reason why the answer is not among them.
    fn with_reason(&mut self, problem: Diagnostic, pending: &Pending, text: &str) -> Diagnostic {
        let mut problem = problem.help(format!("the options are {}", answer::options(&self.game.table, pending)));
        let choice = answer::anything(&self.game.table, pending, text);
        if let Ok(choice) = choice
            && let Ok(Some(refusal)) = self.why_not(pending, &choice)
        {
            problem.expected = Some(refusal.to_string());
        }
        problem
    }

    /// Returns the reason why a choice is not offered, if the rules can explain it.
    pub(super) fn why_not(
        &mut self,
        pending: &Pending,
        choice: &Choice,
    ) -> LineResult<Option<grognard_engine::decision::Refusal>> {
        let refusal = self.host.why_not(pending, choice, &mut self.game.table);
        refusal.map_err(|error| rules_fail(&error))
    }

    /// Returns the pending question and the side asked, in words.
    pub(super) fn asked(&self) -> String {
        let table = &self.game.table;
        match (table.pending(), table.state.ending()) {
            (Some(pending), _) => {
                let question = &table.questions[pending.question.index()];
                format!(
                    "{} is asked `{}` ({})",
                    table.side_name(pending.side),
                    question.key,
                    pending.prompt(question, &table.content)
                )
            }
            (None, Some(ending)) => format!("the game is over: {}", ending.english()),
            (None, None) => "nobody is asked".to_owned(),
        }
    }
}
