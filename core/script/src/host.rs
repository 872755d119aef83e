//! The Luau host: runs the rules of a system on a table.

use crate::arena::{Arena, Item};
use crate::borrowed::{self, Access, Context};
use crate::budget::Budget;
use crate::coroutine::{self, CoroutineStatus, LuauError, RuleCall};
use crate::error::ScriptError;
use crate::handle::GENERATIONS;
use crate::instrumentation::Instrumentation;
use crate::line_coverage::{self, FileLines};
use crate::loader::{self, Declarations, RuleChange, ScriptFile};
use crate::profile_data::{CostRecorder, ProfileData};
use crate::profiler;
use crate::results;
use crate::rule_definitions::RuleDefinition;
use crate::sandbox::Sandbox;
use crate::suggestions::{hint, shorten};
use grognard_engine::content::Content;
use grognard_engine::decision::{Answer, Choice, Pending, Question, Refusal};
use grognard_engine::game::{Progress, Rules};
use grognard_engine::ids::{Id, SideId};
use grognard_engine::table::Table;
use mlua::Thread;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rules of a system in a virtual machine. Each thread of a simulation has its own host.
pub struct Host {
    declarations: Declarations,
    questions: Arc<[Question]>,
    /// Procedures that have ended, for reuse: creating a coroutine can take longer than running a rule.
    spare: Vec<Pause>,
    generation: u16,
    /// The recorder of script costs; `None` if they are not recorded.
    recorder: Option<Box<CostRecorder>>,
}

/// A suspended procedure: its coroutine, and the sets it holds.
pub struct Pause(Box<Procedure>);

struct Procedure {
    thread: Thread,
    arena: Arena,
    budget: Budget,
    /// The procedures of the sides that decide in secret before this procedure continues.
    secret: Vec<SecretProcedure>,
}

/// What a side does in a secret choice.
enum SecretProcedure {
    /// The side has not finished.
    Waiting(SideId, Pause),
    /// What the side has written down.
    Written(Item),
}

impl Host {
    /// Loads the scripts, or returns all errors in all files.
    pub fn load(files: Arc<[ScriptFile]>) -> Result<Host, Vec<ScriptError>> {
        Host::noting(files, Instrumentation::Nothing)
    }

    /// Loads the scripts into a host with instrumentation.
    pub fn noting(files: Arc<[ScriptFile]>, note: Instrumentation) -> Result<Host, Vec<ScriptError>> {
        let mut loaded = loader::load(files, note)?;
        // Data needed only for loading is now garbage, and a host may live for a long time.
        let _ = loaded.sandbox.lua.gc_collect();
        let questions = std::mem::take(&mut loaded.questions).into();
        let recorder = (note == Instrumentation::Costs).then(|| Box::new(CostRecorder::new()));
        Ok(Host { declarations: loaded, questions, spare: Vec::new(), generation: 0, recorder })
    }

    /// Returns the rules that the content refers to (phases, predicates, hooks) but that the scripts do not define.
    pub fn missing(&self, content: &Content, hooks: &[String]) -> Vec<String> {
        let sequence = &content.sequence;
        let phases = sequence.setup.iter().chain(sequence.turn.iter().flat_map(|turn| &turn.phases));
        let named = phases.flat_map(|phase| [Some(&phase.run), phase.when.as_ref()]);
        let repeats = sequence.turn.iter().map(|turn| turn.repeat_while.as_ref());
        let all = named.chain(repeats).flatten().chain(hooks);
        let mut missing: Vec<String> = all.filter(|rule| !self.has(rule)).cloned().collect();
        missing.sort();
        missing.dedup();
        missing
    }

    /// Returns whether a rule of this name exists.
    pub fn has(&self, rule: &str) -> bool {
        self.declarations.rules.contains_key(rule)
    }

    /// Returns the names of all rules.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.declarations.rules.keys().map(String::as_str)
    }

    /// Returns the changes that packs make to other packs' rules, in loading order.
    pub fn changes(&self) -> &[RuleChange] {
        &self.declarations.changes
    }

    /// Returns the origin of every rule, by name.
    pub fn origins(&self) -> &[RuleDefinition] {
        &self.declarations.origins
    }

    /// Returns the number of calls per rule; empty unless the host counts calls.
    pub fn calls(&self) -> BTreeMap<&str, u64> {
        let counts = self.declarations.counts.iter().flatten();
        counts.map(|(rule, calls)| (rule.as_str(), calls.get())).collect()
    }

    /// Returns the costs of scripts; empty unless the host records costs.
    pub fn costs(&self) -> ProfileData {
        self.recorder.as_ref().map(|recorder| recorder.costs(&self.declarations.sources)).unwrap_or_default()
    }

    /// Returns the lines that were run; empty unless the host records lines.
    pub fn lines(&self) -> Vec<FileLines> {
        line_coverage::lines(&self.declarations.sources, &self.declarations.chunks)
    }

    /// Returns the current script files.
    pub fn files(&self) -> &Arc<[ScriptFile]> {
        &self.declarations.sources.files
    }

    /// Converts an error from the virtual machine. Collects garbage, so that the next run is not charged for memory
    /// that the failed run used.
    #[cold]
    fn error(&self, raised: LuauError) -> ScriptError {
        let _ = self.declarations.sandbox.lua.gc_collect();
        ScriptError::raised(raised, &self.declarations.sources)
    }

    /// Runs a read-only rule, such as an evaluation, and returns its result.
    pub fn look(&mut self, rule: &str, arguments: Vec<Item>, table: &mut Table) -> Result<Item, ScriptError> {
        self.returned(rule, arguments, table, Access::Look)
    }

    /// Runs a rule that may change the game, at a table where all players answer immediately, and returns its result.
    pub fn enact(&mut self, rule: &str, arguments: Vec<Item>, table: &mut Table) -> Result<Item, ScriptError> {
        self.returned(rule, arguments, table, Access::Play)
    }

    fn returned(
        &mut self,
        rule: &str,
        mut arguments: Vec<Item>,
        table: &mut Table,
        access: Access,
    ) -> Result<Item, ScriptError> {
        arguments.insert(0, Item::Game);
        let mut pause = self.begin(table)?;
        pause.0.arena.arguments = arguments;
        match self.go(&mut pause, table, access, Some((rule, RuleCall::Delivered)))? {
            CoroutineStatus::ToTheEnd => {
                let delivered = pause.0.arena.delivered.take().unwrap_or(Ok(Item::Nil));
                self.spare.push(pause);
                delivered.map_err(|found| self.blame(rule, format!("returns {found}, which is not a possible result")))
            }
            CoroutineStatus::ToAQuestion => {
                Err(self.blame(rule, "asks a player who does not answer immediately".to_owned()))
            }
        }
    }

    /// Returns why a choice is not offered in a pending decision; `None` if the rules have no explanation.
    pub fn why_not(
        &mut self,
        pending: &Pending,
        choice: &Choice,
        table: &mut Table,
    ) -> Result<Option<Refusal>, ScriptError> {
        let Some(Some(reason)) = self.declarations.reasons.get(pending.question.index()).cloned() else {
            return Ok(None);
        };
        let context = pending.context.iter().cloned();
        let arguments = [choice.clone()].into_iter().chain(context).map(Item::Choice).collect();
        match self.look(&reason, arguments, table)? {
            Item::Refusal(refusal) => Ok(Some(refusal)),
            _ => Ok(None),
        }
    }

    /// Returns why an answer does not meet the condition of a question; `None` if it does, or if there is no condition.
    pub fn unfit(
        &mut self,
        pending: &Pending,
        answer: &Answer,
        table: &mut Table,
    ) -> Result<Option<Refusal>, ScriptError> {
        let rule = self.questions.get(pending.question.index()).and_then(|question| question.fits.clone());
        let (Some(rule), Answer::Several(chosen)) = (rule, answer) else { return Ok(None) };
        let context = pending.context.iter().cloned().map(Item::Choice);
        let arguments = [chosen_item(pending, chosen)].into_iter().chain(context).collect();
        match self.look(&rule, arguments, table)? {
            Item::Nil | Item::Bool(true) => Ok(None),
            Item::Refusal(refusal) => Ok(Some(refusal)),
            other => {
                Err(self
                    .blame(&rule, format!("must return nil or true if a set fits, or a refusal, not {}", other.kind())))
            }
        }
    }

    /// Answers a pending question with a condition if nobody need wait for the answer.
    fn settle(&mut self, table: &mut Table) -> Result<Option<(SideId, Answer)>, ScriptError> {
        table.settle(&mut |table, pending, answer| self.unfit(pending, answer, table))
    }

    /// Returns the memory used by the virtual machine, in bytes.
    pub fn memory(&self) -> usize {
        self.declarations.sandbox.lua.used_memory()
    }
}

impl Rules for Host {
    type Pause = Pause;
    type Error = ScriptError;

    fn questions(&self) -> Arc<[Question]> {
        self.questions.clone()
    }

    fn run(&mut self, rule: &str, table: &mut Table) -> Result<Progress<Pause>, ScriptError> {
        let phase = table.content.sequence.phase(table.state.cursor());
        let side = phase.and_then(|phase| phase.side);
        let pause = self.begin(table)?;
        self.play(pause, table, Some((rule, RuleCall::Phase(side))))
    }

    fn resume(&mut self, pause: Pause, table: &mut Table) -> Result<Progress<Pause>, ScriptError> {
        self.play(pause, table, None)
    }

    fn unfit(&mut self, pending: &Pending, answer: &Answer, table: &mut Table) -> Result<Option<Refusal>, ScriptError> {
        Host::unfit(self, pending, answer, table)
    }

    fn holds(&mut self, rule: &str, table: &mut Table) -> Result<bool, ScriptError> {
        match self.look(rule, Vec::new(), table)? {
            Item::Bool(value) => Ok(value),
            other => Err(self.blame(rule, format!("must return true or false, not {}", other.kind()))),
        }
    }

    /// Creates an error about a rule, located where the rule begins, or where the last mod wrapped or replaced it.
    fn blame(&self, rule: &str, message: String) -> ScriptError {
        let message = format!("`{rule}` {message}");
        match self.declarations.origins.iter().find(|origin| origin.rule == rule) {
            Some(origin) => {
                let (path, line) =
                    origin.changes.last().map_or((&origin.path, origin.line), |change| (&change.path, change.line));
                self.declarations.sources.show(ScriptError::at(path, line, message))
            }
            None => ScriptError::plain(message),
        }
    }
}

impl Host {
    /// Creates a procedure that has not started.
    fn begin(&mut self, table: &Table) -> Result<Pause, ScriptError> {
        let mut pause = match self.spare.pop() {
            Some(pause) => pause,
            None => {
                let Sandbox { lua, tools } = &self.declarations.sandbox;
                let thread = lua.create_thread(tools.run.clone());
                let thread = thread.map_err(|error| self.error(LuauError::outside(error)))?;
                Pause(Box::new(Procedure {
                    thread,
                    arena: Arena::default(),
                    budget: Budget::full(),
                    secret: Vec::new(),
                }))
            }
        };
        self.generation = ((u32::from(self.generation) + 1) % GENERATIONS) as u16;
        pause.0.arena.begin(self.generation, &table.content);
        pause.0.budget = Budget::full();
        pause.0.secret.clear();
        Ok(pause)
    }

    /// Runs a procedure until it ends or asks a question. Starts it if a rule is given, and resumes it otherwise.
    fn play(
        &mut self,
        mut pause: Pause,
        table: &mut Table,
        rule: Option<(&str, RuleCall)>,
    ) -> Result<Progress<Pause>, ScriptError> {
        match self.go(&mut pause, table, Access::Play, rule)? {
            CoroutineStatus::ToAQuestion => Ok(Progress::Waiting(pause)),
            CoroutineStatus::ToTheEnd => {
                self.spare.push(pause);
                Ok(Progress::Done)
            }
        }
    }

    /// Runs a procedure until it ends or asks a question that nobody has answered. If it lets sides decide in secret,
    /// runs the procedures of these sides.
    fn go(
        &mut self,
        pause: &mut Pause,
        table: &mut Table,
        access: Access,
        mut rule: Option<(&str, RuleCall)>,
    ) -> Result<CoroutineStatus, ScriptError> {
        loop {
            if !self.decide_secretly(pause, table)? {
                return Ok(CoroutineStatus::ToAQuestion);
            }
            let came = self.step(pause, table, access, rule.take())?;
            if pause.0.arena.commit.is_some() {
                self.begin_deciding(pause, table)?;
            } else if came == CoroutineStatus::ToTheEnd || !self.answer_now(pause, table)? {
                return Ok(came);
            }
        }
    }

    /// Gives a suspended procedure the answer to a question with a condition, if nobody need wait for it.
    fn answer_now(&mut self, pause: &mut Pause, table: &mut Table) -> Result<bool, ScriptError> {
        let arena = &mut pause.0.arena;
        let is_secret = table.is_secret() && !arena.secret.is_empty();
        // What a side is asked while a rule runs for it alone is answered where the rules of all sides are collected.
        if table.is_secret() && !is_secret {
            return Ok(false);
        }
        let Some((side, answer)) = self.settle(table)? else { return Ok(false) };
        match arena.secret.iter_mut().find(|asked| is_secret && asked.side == side) {
            Some(asked) => asked.answer = Some(answer),
            None => arena.given = Some(answer),
        }
        Ok(true)
    }

    /// Starts the procedures of the sides that `game:commit` names.
    fn begin_deciding(&mut self, pause: &mut Pause, table: &mut Table) -> Result<(), ScriptError> {
        let Some(commit) = &mut pause.0.arena.commit else { return Ok(()) };
        if !self.has(&commit.rule) {
            let hint = hint(&commit.rule, self.rules());
            table.close_secret();
            commit.written = Err(format!("there is no rule `{}`{hint}", shorten(&commit.rule)));
            return Ok(());
        }
        for side in commit.sides.clone() {
            let mut part = self.begin(table)?;
            let given = [Item::Game, Item::Side(side)].into_iter().chain(commit.arguments.iter().cloned());
            part.0.arena.arguments = given.collect();
            table.ask_secretly(side);
            let came = self.go(&mut part, table, Access::Play, Some((&commit.rule, RuleCall::Delivered)))?;
            pause.0.secret.push(self.secret_procedure(&commit.rule, side, part, came)?);
        }
        Ok(())
    }

    /// Passes the known answers to the sides that decide in secret. Returns whether all sides have finished.
    fn decide_secretly(&mut self, pause: &mut Pause, table: &mut Table) -> Result<bool, ScriptError> {
        let Procedure { secret, arena, .. } = &mut *pause.0;
        let Some(commit) = arena.commit.as_mut().filter(|_| !secret.is_empty()) else { return Ok(true) };
        while let Some((side, answer)) = match table.secret_answer()? {
            None => self.settle(table)?,
            answer => answer,
        } {
            let is_asked = |part: &SecretProcedure| matches!(part, SecretProcedure::Waiting(who, _) if *who == side);
            let Some(at) = secret.iter().position(is_asked) else { continue };
            let SecretProcedure::Waiting(_, mut part) =
                std::mem::replace(&mut secret[at], SecretProcedure::Written(Item::Nil))
            else {
                continue;
            };
            part.0.arena.given = Some(answer);
            table.ask_secretly(side);
            let came = self.go(&mut part, table, Access::Play, None)?;
            secret[at] = self.secret_procedure(&commit.rule, side, part, came)?;
        }
        if secret.iter().any(|part| matches!(part, SecretProcedure::Waiting(..))) {
            return Ok(false);
        }
        table.close_secret();
        let written = |part| if let SecretProcedure::Written(item) = part { item } else { Item::Nil };
        commit.written = Ok(secret.drain(..).map(written).collect());
        Ok(true)
    }

    fn secret_procedure(
        &mut self,
        rule: &str,
        side: SideId,
        mut part: Pause,
        came: CoroutineStatus,
    ) -> Result<SecretProcedure, ScriptError> {
        if came == CoroutineStatus::ToAQuestion {
            return Ok(SecretProcedure::Waiting(side, part));
        }
        let written = part.0.arena.delivered.take().unwrap_or(Ok(Item::Nil));
        self.spare.push(part);
        written
            .and_then(results::passed_on)
            .map(SecretProcedure::Written)
            .map_err(|found| self.blame(rule, format!("returns {found}; a side can write down {}", results::VALUES)))
    }

    /// Runs the coroutine of a procedure. All rules run in a coroutine, whether people or agents play, so that the
    /// limits on a rule do not depend on the player.
    fn step(
        &mut self,
        pause: &mut Pause,
        table: &mut Table,
        access: Access,
        rule: Option<(&str, RuleCall)>,
    ) -> Result<CoroutineStatus, ScriptError> {
        let Procedure { thread, arena, budget, .. } = &mut *pause.0;
        let mut desk = Context { table, arena, access };
        let declarations = &self.declarations;
        let rule = match rule {
            Some((name, call)) => Some((declarations.rule(name)?, call)),
            None => None,
        };
        let run = || match rule {
            Some((rule, call)) => coroutine::start(thread, rule, call, &declarations.run, budget),
            None => coroutine::resume(thread, budget),
        };
        let came = profiler::with(&mut self.recorder, rule.is_none(), || borrowed::lend(&mut desk, run));
        came.map_err(|raised| {
            // The stack of a failed coroutine is garbage as well.
            let _ = thread.reset(declarations.sandbox.tools.run.clone());
            self.error(raised)
        })
    }
}

/// Returns chosen options as a value for a rule: a set if the options are a set, and a list otherwise.
fn chosen_item(pending: &Pending, chosen: &[Choice]) -> Item {
    let unit = |choice: &Choice| if let Choice::Unit(unit) = choice { Some(*unit) } else { None };
    let space = |choice: &Choice| if let Choice::Space(space) = choice { Some(*space) } else { None };
    match pending.options.first() {
        Some(Choice::Unit(_)) if pending.is_set => Item::Units(chosen.iter().filter_map(unit).collect()),
        Some(Choice::Space(_)) if pending.is_set => Item::Spaces(chosen.iter().filter_map(space).collect()),
        _ => Item::List(chosen.iter().cloned().map(Item::Choice).collect()),
    }
}
