//! A game in progress: people and agents at one table, with undo, saves, and rules that may change during the game.

mod counsel;
mod fallback;
mod history;
mod information;
mod odds_queries;
mod queries;
mod saving;

pub use fallback::Fallback;
pub use saving::{SaveFailure, SaveNews};

use crate::agent::{Adviser, Agent, AgentKind, AgentReply, Random, fitting, forfeit, no_evaluation};
use crate::battle::{Battle, diagnose};
use crate::file_lock::FileLocked;
use crate::save::{FORMAT, Footer, Header, Save, SaveFile};
use crate::seat::Seat;
use grognard_engine::decision::{Answer, Choice, Form, Refusal};
use grognard_engine::game::{AnswerError, Game, Rules, Status};
use grognard_engine::ids::{Id, SideId};
use grognard_engine::journal::Entry;
use grognard_engine::table::{Misfit, QuickPlayer, Service};
use grognard_engine::view::View;
use grognard_packs::Diagnostic;
use grognard_script::{Host, Pause, ScriptError};
use std::path::PathBuf;

/// The reason why an action failed. The game is unchanged.
#[derive(Debug)]
pub enum SessionError {
    /// The action is not allowed.
    Refused(Refusal),
    /// Rules or files have errors.
    Broken(Vec<Diagnostic>),
    /// A file could not be written or read.
    File(PathBuf, std::io::Error),
    /// Another program is writing the save.
    Held(FileLocked),
}

impl From<FileLocked> for SessionError {
    fn from(held: FileLocked) -> Self {
        SessionError::Held(held)
    }
}

impl From<Refusal> for SessionError {
    fn from(refusal: Refusal) -> Self {
        SessionError::Refused(refusal)
    }
}

/// A game in progress.
pub struct Session {
    /// The battle.
    pub battle: Battle,
    /// The game.
    pub game: Game<Pause>,
    host: Host,
    seats: Vec<Seat>,
    file: Option<SaveFile>,
    /// The number of decisions that are known to be in the save.
    saved: u64,
    fails: bool,
    news: Option<SaveNews>,
    rules: fallback::EarlierRules,
    odds: crate::odds::OddsCache,
    /// For each side, the agent that plays it and remembers something, once it has been asked a question.
    agents: Vec<Option<Agent>>,
    /// The side whose program has forfeited the game.
    forfeited: Option<SideId>,
    /// The agents that were last asked for advice, at most one for each side.
    advisers: Vec<Adviser>,
}

impl Session {
    /// Creates a new game, before its first decision.
    pub fn new(battle: Battle, seed: u64, seats: Vec<Seat>) -> Result<Session, SessionError> {
        let host = battle.host().map_err(|error| broken(&battle, error))?;
        let game = Game::new(battle.content.clone(), host.questions(), seed, Service::FULL);
        for seat in &seats {
            may_play(&battle, *seat)?;
        }
        Ok(Session {
            battle,
            game,
            host,
            seats,
            file: None,
            saved: 0,
            fails: false,
            news: None,
            rules: fallback::EarlierRules::default(),
            odds: Default::default(),
            agents: Vec::new(),
            forfeited: None,
            advisers: Vec::new(),
        })
    }

    /// Loads a saved game and replays it to its end. The name and the text of the file are for messages.
    pub fn load(battle: Battle, save: &Save, name: &str, text: &str) -> Result<Session, SessionError> {
        Session::open(battle, save, name, text, false)
    }

    /// Loads a saved game. With `check`, states are compared with the recorded states.
    pub fn open(battle: Battle, save: &Save, name: &str, text: &str, check: bool) -> Result<Session, SessionError> {
        let seats = save.seats(name, text, &battle).map_err(|error| SessionError::Broken(vec![error]))?;
        let entries = save.entries(name, text, &battle).map_err(|error| SessionError::Broken(vec![error]))?;
        let mut session = Session::new(battle, save.header.seed, seats)?;
        let game = std::mem::replace(
            &mut session.game,
            Game::new(session.battle.content.clone(), session.host.questions(), 0, Service::FULL),
        );
        session.game = game.resume(entries)?;
        session.game.table.check = check;
        session.settle()?;
        session.game.table.check = false;
        Ok(session)
    }

    /// Runs the rules up to the next question, without letting agents answer it.
    pub fn settle(&mut self) -> Result<Status, SessionError> {
        self.proven(Session::run_on, Session::run_on)
    }

    fn run_on(&mut self) -> Result<Status, SessionError> {
        self.game.advance(&mut self.host).map_err(|error| broken(&self.battle, error))
    }

    /// Lets agents play until a person must decide or the game is over.
    pub fn advance(&mut self) -> Result<Status, SessionError> {
        loop {
            let status = self.settle()?;
            self.autosave(false);
            if status == Status::Over || !self.play_agent()? {
                return Ok(status);
            }
        }
    }

    /// Lets an agent answer the pending decision. Returns `false` if the decision is not an agent's.
    pub fn play_agent(&mut self) -> Result<bool, SessionError> {
        self.proven(Session::ask_agent, Session::ask_agent)
    }

    fn ask_agent(&mut self) -> Result<bool, SessionError> {
        let Some(pending) = self.game.table.pending() else { return Ok(false) };
        let side = pending.side;
        let answer = match self.seats[side.index()] {
            Seat::Person => return Ok(false),
            Seat::Agent(AgentKind::Random) => {
                let answer = Random::new(self.agent_seed(side)).answer(&pending.decision());
                let found = fitting(&mut self.host, &mut self.game, answer);
                found.map_err(|error| broken(&self.battle, error))?
            }
            Seat::Agent(kind) => match self.ask(kind, side)? {
                AgentReply::Answer(answer) => answer,
                AgentReply::Trouble(trouble) => {
                    forfeit(&mut self.game.table, side, &trouble);
                    self.forfeited = Some(side);
                    self.game.leave();
                    self.autosave(true);
                    return Ok(true);
                }
            },
        };
        self.take_answer(side, answer)?;
        Ok(true)
    }

    /// Lets the agent that must decide think in the background, within its time limit. Returns how much of the thinking
    /// is done, from 0 to 1, or `None` if the agent can answer at once or no agent must decide. The game can be used in
    /// the meantime; if it changes, the agent thinks again.
    pub fn think(&mut self) -> Option<f64> {
        let side = self.game.table.pending()?.side;
        let Seat::Agent(kind @ AgentKind::Plan(_)) = self.seats[side.index()] else { return None };
        // An error is reported when the agent answers.
        let mut agent = self.agent(kind, side).ok()?;
        let done = agent.think(&mut self.host, &self.game);
        self.agents[side.index()] = Some(agent);
        done
    }

    /// Asks the agent that is thinking to answer soon.
    pub fn hurry(&mut self) {
        self.agents.iter_mut().flatten().for_each(Agent::hurry);
    }

    /// Gets an answer from an agent that examines the game. Programs and planning agents continue from decision to
    /// decision. Other agents are created anew for each decision, so that a game continues in the same way after it is
    /// saved and loaded.
    fn ask(&mut self, kind: AgentKind, side: SideId) -> Result<AgentReply, SessionError> {
        let mut agent = self.agent(kind, side)?;
        let said = agent.answer(&mut self.host, &mut self.game).map_err(|error| broken(&self.battle, error));
        if agent.remembers() {
            self.agents[side.index()] = Some(agent);
        }
        said
    }

    /// Returns the agent that plays a side: the one that remembers something, or a new one.
    fn agent(&mut self, kind: AgentKind, side: SideId) -> Result<Agent, SessionError> {
        self.agents.resize_with(self.seats.len(), || None);
        let agent = match self.agents[side.index()].take() {
            Some(agent) => Some(agent),
            None => Agent::new(kind, &self.battle, side, self.agent_seed(side))?,
        };
        Ok(agent.ok_or_else(no_evaluation)?)
    }

    /// Returns the seed of an agent's random choices. It depends on the game and its progress, so that a game continues
    /// in the same way after it is saved and loaded, or after a decision is taken back.
    fn agent_seed(&self, side: SideId) -> u64 {
        let table = &self.game.table;
        let place = (table.entries_known_to(side).count() as u64) << 8 | u64::from(side.0);
        table.seed() ^ place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Gives an answer for a side.
    pub fn answer(&mut self, side: SideId, answer: Answer) -> Result<(), SessionError> {
        let again = answer.clone();
        self.proven(|session| session.take_answer(side, answer), |session| session.take_answer(side, again.clone()))
    }

    fn take_answer(&mut self, side: SideId, answer: Answer) -> Result<(), SessionError> {
        let result = self.game.answer(&mut self.host, side, answer);
        self.outcome(result.map(drop))?;
        self.forfeited = None;
        self.autosave(false);
        Ok(())
    }

    fn outcome(&self, result: Result<(), AnswerError<ScriptError>>) -> Result<(), SessionError> {
        result.map_err(|error| match error {
            AnswerError::Refused(refusal) => SessionError::Refused(refusal),
            AnswerError::Fault(error) => broken(&self.battle, error),
        })
    }

    /// Returns the side of the person who decided last. Undo takes back that person's decision.
    pub fn last_person(&self) -> Option<SideId> {
        let mut deciders = self.game.table.journal().iter().rev().filter_map(Entry::decider);
        deciders.find(|side| self.seats[side.index()] == Seat::Person)
    }

    /// Returns the side whose last decision may be taken back: the side of the person who decided last. `None` if the
    /// pending decision is a different person's, because a question that someone has already seen is not withdrawn.
    pub fn may_take_back(&self) -> Option<SideId> {
        let asked = self.game.table.pending().map(|pending| pending.side);
        let person = asked.filter(|side| self.seats[side.index()] == Seat::Person);
        self.last_person().filter(|last| person.is_none_or(|person| person == *last))
    }

    /// Checks whether [`Session::undo`] is possible. An agent whose secret answer has been shown would give it again, so
    /// nobody may decide anew against it.
    pub fn may_undo(&self, side: SideId) -> Result<(), Refusal> {
        self.game.may_undo(side)?;
        match self.game.shown_since(side).iter().any(|other| self.seats[other.index()] != Seat::Person) {
            true => Err(Refusal::plain("the secret answers of a program have been shown since")),
            false => Ok(()),
        }
    }

    /// Takes back the last decision of a side.
    pub fn undo(&mut self, side: SideId) -> Result<(), SessionError> {
        self.may_undo(side).map_err(SessionError::Refused)?;
        let undo = |session: &mut Session| {
            let result = session.game.undo(&mut session.host, side);
            session.outcome(result)
        };
        // The decision has been removed. Now the game must return to its question.
        self.proven(undo, |session| session.run_on().map(drop))?;
        self.autosave(true);
        Ok(())
    }

    /// Restores the last decision that was undone.
    pub fn redo(&mut self) -> Result<(), SessionError> {
        let redo = |session: &mut Session| {
            let result = session.game.redo(&mut session.host);
            session.outcome(result)
        };
        self.proven(redo, |session| session.run_on().map(drop))?;
        self.autosave(true);
        Ok(())
    }

    /// Reloads the files of the battle and continues under the new rules. If the files have errors, or the rules fail
    /// on the way to the next question, the old rules stay in force.
    pub fn reload(&mut self) -> Result<Option<Misfit>, SessionError> {
        let battle = self.battle.reload().map_err(SessionError::Broken)?;
        if battle.lock.rules_hash == self.battle.lock.rules_hash {
            // Messages and pictures may have changed. The rules are unchanged, so running scripts continue.
            self.game.table.content = battle.content.clone();
            self.battle = Battle { scripts: self.battle.scripts.clone(), ..battle };
            return Ok(None);
        }
        self.rules.refuse(&battle)?;
        let before = self.replace_battle(battle)?;
        self.rules.add(before);
        Ok(self.game.table.take_misfit())
    }

    /// Continues under different rules, and returns the previous battle.
    fn replace_battle(&mut self, battle: Battle) -> Result<Battle, SessionError> {
        let mut host = battle.host().map_err(|error| broken(&battle, error))?;
        match self.game.reload(&mut host, battle.content.clone()) {
            Ok(_) => {}
            Err(AnswerError::Refused(refusal)) => return Err(SessionError::Refused(refusal)),
            Err(AnswerError::Fault(error)) => {
                self.run_on()?;
                return Err(broken(&battle, error));
            }
        }
        let before = std::mem::replace(&mut self.battle, battle);
        self.host = host;
        self.relock();
        self.autosave(true);
        Ok(before)
    }

    /// Records that a game played under rules with the hash `from` continues under the current rules.
    pub fn note_migration(&mut self, from: &str) {
        self.game.table.note_migration(from, &self.battle.lock.rules_hash);
    }

    /// Updates the save to name the packs in force.
    fn relock(&mut self) {
        let header = self.header();
        self.file.iter_mut().for_each(|file| file.set_header(header.clone()));
    }

    /// Returns why a choice is not offered; `None` if it is offered.
    pub fn why_not(&mut self, choice: &Choice) -> Result<Option<Refusal>, SessionError> {
        self.proven(|session| session.reason(choice), |session| session.reason(choice))
    }

    fn reason(&mut self, choice: &Choice) -> Result<Option<Refusal>, SessionError> {
        let Some(pending) = self.game.table.pending().cloned() else { return Ok(None) };
        if pending.decision().options.has(choice) {
            return Ok(None);
        }
        if let (Choice::Spot(spot), Some(region)) = (choice, &pending.region) {
            let rule = &self.game.table.questions[pending.question.index()].rule;
            return Ok(region.why_not(*spot).map(|refusal| refusal.under(rule)));
        }
        let asked_for = pending.options.first().map(kind);
        if asked_for.is_some_and(|asked_for| asked_for != kind(choice)) {
            let about = [asked_for.unwrap_or_default(), kind(choice)].map(|kind| Choice::Label(kind.into()));
            return Ok(Some(Refusal::about("expected {1}, not {2}", about.into(), &self.battle.content)));
        }
        let reason =
            self.host.why_not(&pending, choice, &mut self.game.table).map_err(|error| broken(&self.battle, error))?;
        let key = &self.game.table.questions[pending.question.index()];
        let general = || Refusal::plain("it is not among the options").under(&key.rule);
        Ok(Some(reason.unwrap_or_else(general)))
    }

    /// Returns why a choice would not be offered after an answer to the pending decision, tried in a copy of the game.
    pub fn why_not_after(&mut self, answer: Answer, choice: &Choice) -> Result<Option<Refusal>, SessionError> {
        let again = answer.clone();
        self.proven(
            |session| session.reason_after(answer, choice),
            |session| session.reason_after(again.clone(), choice),
        )
    }

    fn reason_after(&mut self, answer: Answer, choice: &Choice) -> Result<Option<Refusal>, SessionError> {
        let Some(side) = self.game.table.pending().map(|pending| pending.side) else { return Ok(None) };
        let there = self.copy_after(side, [answer.clone()])?;
        let mut told = None;
        for word in labels_before(&there, side, choice) {
            let Ok(further) = self.copy_after(side, [answer.clone(), Answer::One(word)]) else { continue };
            if asks_for(&further, side, choice) {
                match self.reason_in(further, choice)? {
                    None => return Ok(None),
                    reason => told = told.or(reason),
                }
            }
        }
        if told.is_some() { Ok(told) } else { self.reason_in(there, choice) }
    }

    /// Returns a copy of the game in which a side has given these answers.
    fn copy_after<const N: usize>(&mut self, side: SideId, answers: [Answer; N]) -> Result<Game<Pause>, SessionError> {
        let mut fork = self.game.fork(0, Service::BARE);
        fork.forget_secret_answers(side);
        let mut result = fork.advance(&mut self.host).map_err(AnswerError::Fault);
        for answer in answers {
            result = result.and_then(|_| fork.answer(&mut self.host, side, answer));
        }
        self.outcome(result.map(drop))?;
        Ok(fork)
    }

    fn reason_in(&mut self, there: Game<Pause>, choice: &Choice) -> Result<Option<Refusal>, SessionError> {
        let game = std::mem::replace(&mut self.game, there);
        let reason = self.reason(choice);
        self.game = game;
        reason
    }

    /// Returns the view of a side, or the public view.
    pub fn view(&self, side: Option<SideId>) -> View {
        View::new(&self.game.table, side)
    }

    /// Returns the player of each side.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Returns the side played by a person; `None` unless there is exactly one such side.
    pub fn only_person(&self) -> Option<SideId> {
        let mut persons = self.seats.iter().enumerate().filter(|(_, seat)| **seat == Seat::Person);
        let first = persons.next().map(|(side, _)| SideId::from_index(side));
        first.filter(|_| persons.next().is_none())
    }

    /// Changes the player of a side.
    pub fn seat(&mut self, side: SideId, seat: Seat) -> Result<(), SessionError> {
        may_play(&self.battle, seat)?;
        self.seats[side.index()] = seat;
        if let Some(program) = self.agents.get_mut(side.index()) {
            *program = None;
        }
        Ok(())
    }

    /// Returns the footer of the game's save; `None` while the game is in progress.
    pub fn footer(&self) -> Option<Footer> {
        Footer::of(&self.game.table, self.forfeited)
    }

    /// Ends a replayed game that was forfeited because a program violated the protocol.
    pub fn forfeit_again(&mut self, recorded: &Footer) {
        self.forfeited = recorded.forfeit_again(&mut self.game.table);
        if self.forfeited.is_some() {
            self.game.leave();
        }
    }

    /// Returns the first line of this game's save.
    pub fn header(&self) -> Header {
        let request = &self.battle.request;
        let sides = self.battle.content.seats().zip(&self.seats);
        Header {
            grognard_save: FORMAT,
            scenario: request.scenario.clone(),
            mods: request.mods.clone(),
            options: request.options.clone(),
            seed: self.game.table.seed(),
            players: sides.map(|((_, side), seat)| (side.to_owned(), seat.name().to_owned())).collect(),
            lock: self.battle.lock.clone(),
            pinned: self.battle.is_pinned(),
        }
    }
}

/// Returns the labels from which a side must choose before it is offered choices of the same kind as `choice`, such as
/// the action of a unit before its destination.
fn labels_before(game: &Game<Pause>, side: SideId, choice: &Choice) -> Vec<Choice> {
    let pending = game.table.pending().filter(|pending| pending.side == side && pending.form == Form::One);
    let options = pending.map(|pending| pending.options.clone()).unwrap_or_default();
    let is_word = |option: &Choice| matches!(option, Choice::Label(_));
    if is_word(choice) || !options.iter().all(is_word) { Vec::new() } else { options }
}

/// Returns whether a side is offered choices of the same kind as `choice`.
fn asks_for(game: &Game<Pause>, side: SideId, choice: &Choice) -> bool {
    let pending = game.table.pending().filter(|pending| pending.side == side);
    pending.and_then(|pending| pending.options.first()).is_some_and(|option| kind(option) == kind(choice))
}

/// Returns the kind of a choice, for messages.
fn kind(choice: &Choice) -> &'static str {
    match choice {
        Choice::Unit(_) => "a unit",
        Choice::Space(_) => "a space",
        Choice::Number(_) => "a number",
        Choice::Label(_) => "a word",
        Choice::Path(_) => "a path",
        Choice::Spot(_) => "a place",
    }
}

/// Checks that the system has the evaluation an agent needs.
fn may_play(battle: &Battle, seat: Seat) -> Result<(), SessionError> {
    match (seat, &battle.system.hooks.evaluate) {
        (Seat::Agent(kind), None) if kind.evaluates() => Err(no_evaluation().into()),
        _ => Ok(()),
    }
}

fn broken(battle: &Battle, error: ScriptError) -> SessionError {
    SessionError::Broken(diagnose(&[error], &battle.scripts))
}
