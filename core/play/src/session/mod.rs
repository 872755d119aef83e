//! A game somebody plays: people and agents at one table, with undo, saves and rules that may change meanwhile.

mod fallback;
mod history;
mod information;
mod odds_queries;
mod queries;
mod saving;

pub use fallback::Fallback;
pub use saving::{SaveFailure, SaveNews};

use crate::agent::{Agent, AgentKind, AgentReply, Random, forfeit, no_evaluation};
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

/// Why something did not work. The game is as it was.
#[derive(Debug)]
pub enum SessionError {
    /// It is not allowed.
    Refused(Refusal),
    /// Rules or files are wrong.
    Broken(Vec<Diagnostic>),
    /// A file could not be written or read.
    File(PathBuf, std::io::Error),
    /// The save is written by another program.
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
    /// How many decisions the save has, as far as is known.
    saved: u64,
    fails: bool,
    news: Option<SaveNews>,
    rules: fallback::EarlierRules,
    odds: crate::odds::OddsCache,
    /// The programs that play a side, once they have been asked.
    programs: Vec<Option<Agent>>,
    /// The side whose program has lost the game.
    forfeited: Option<SideId>,
}

impl Session {
    /// A new game, before its first decision.
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
            programs: Vec::new(),
            forfeited: None,
        })
    }

    /// A saved game, with everything that happened played again. The text is that of the file, for messages.
    pub fn load(battle: Battle, save: &Save, name: &str, text: &str) -> Result<Session, SessionError> {
        Session::open(battle, save, name, text, false)
    }

    /// The same; with `check`, the states met are compared with those that were recorded.
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

    /// Lets agents play until a person is asked or the game is over.
    pub fn advance(&mut self) -> Result<Status, SessionError> {
        loop {
            let status = self.settle()?;
            self.autosave(false);
            if status == Status::Over || !self.play_agent()? {
                return Ok(status);
            }
        }
    }

    /// Lets the agent that is asked answer; false when a person is asked.
    pub fn play_agent(&mut self) -> Result<bool, SessionError> {
        self.proven(Session::ask_agent, Session::ask_agent)
    }

    fn ask_agent(&mut self) -> Result<bool, SessionError> {
        let Some(pending) = self.game.table.pending() else { return Ok(false) };
        let side = pending.side;
        let answer = match self.seats[side.index()] {
            Seat::Person => return Ok(false),
            Seat::Agent(AgentKind::Random) => Random::new(self.agent_seed(side)).answer(&pending.decision()),
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

    /// What an agent that looks at the game says. A program goes on running; of others there is a new one for each
    /// decision, so that a game goes on in the same way when it was saved and loaded.
    fn ask(&mut self, kind: AgentKind, side: SideId) -> Result<AgentReply, SessionError> {
        self.programs.resize_with(self.seats.len(), || None);
        let agent = match self.programs[side.index()].take() {
            Some(agent) => Some(agent),
            None => Agent::new(kind, &self.battle, side, self.agent_seed(side))?,
        };
        let mut agent = agent.ok_or_else(|| no_evaluation(kind))?;
        let said = agent.answer(&mut self.host, &self.game).map_err(|error| broken(&self.battle, error));
        if matches!(agent, Agent::Bot(_)) {
            self.programs[side.index()] = Some(agent);
        }
        said
    }

    /// The seed of an agent's random choices: the game and how far it has come, so that a game that was saved and
    /// loaded, or a decision that was taken back, goes on as it would have.
    fn agent_seed(&self, side: SideId) -> u64 {
        let table = &self.game.table;
        let place = (table.journal().len() as u64) << 8 | u64::from(side.0);
        table.seed() ^ place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Answers for a side.
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

    /// The side for which a person has decided last: whose decision undo takes back.
    pub fn last_person(&self) -> Option<SideId> {
        let mut deciders = self.game.table.journal().iter().rev().filter_map(Entry::decider);
        deciders.find(|side| self.seats[side.index()] == Seat::Person)
    }

    /// The side whose last decision may be taken back: that of the person who decided last, unless another person is
    /// asked by now. What somebody has seen, and decides on, is not taken from under his hands.
    pub fn may_take_back(&self) -> Option<SideId> {
        let asked = self.game.table.pending().map(|pending| pending.side);
        let person = asked.filter(|side| self.seats[side.index()] == Seat::Person);
        self.last_person().filter(|last| person.is_none_or(|person| person == *last))
    }

    /// Takes the last decision of a side back.
    pub fn undo(&mut self, side: SideId) -> Result<(), SessionError> {
        let undo = |session: &mut Session| {
            let result = session.game.undo(&mut session.host, side);
            session.outcome(result)
        };
        // What was taken back is gone; only the way to the question before is left to go.
        self.proven(undo, |session| session.run_on().map(drop))?;
        self.autosave(true);
        Ok(())
    }

    /// Plays again what was undone.
    pub fn redo(&mut self) -> Result<(), SessionError> {
        let redo = |session: &mut Session| {
            let result = session.game.redo(&mut session.host);
            session.outcome(result)
        };
        self.proven(redo, |session| session.run_on().map(drop))?;
        self.autosave(true);
        Ok(())
    }

    /// Loads the files of the battle again and goes on under them. Until they are right, the old rules stay in force;
    /// so they do when the new ones fail on the way to the next question.
    pub fn reload(&mut self) -> Result<Option<Misfit>, SessionError> {
        let battle = self.battle.reload().map_err(SessionError::Broken)?;
        if battle.lock.rules_hash == self.battle.lock.rules_hash {
            // What is only for people may be new. The scripts say the same, so those that run go on running.
            self.game.table.content = battle.content.clone();
            self.battle = Battle { scripts: self.battle.scripts.clone(), ..battle };
            return Ok(None);
        }
        self.rules.refuse(&battle)?;
        let before = self.replace_battle(battle)?;
        self.rules.add(before);
        Ok(self.game.table.take_misfit())
    }

    /// Goes on under other rules, and returns those that were in force.
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

    /// Notes that the game was played again under rules other than those with this hash, and goes on under these.
    pub fn note_migration(&mut self, from: &str) {
        self.game.table.note_migration(from, &self.battle.lock.rules_hash);
    }

    /// The save names the packs in force.
    fn relock(&mut self) {
        let header = self.header();
        self.file.iter_mut().for_each(|file| file.set_header(header.clone()));
    }

    /// Why a choice is not offered.
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

    /// Why a choice would not be offered after an answer to the decision that waits: tried in a copy of the game.
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

    /// A copy of the game that has gone on with answers of a side.
    fn copy_after<const N: usize>(&mut self, side: SideId, answers: [Answer; N]) -> Result<Game<Pause>, SessionError> {
        let mut fork = self.game.fork(0, Service::BARE);
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

    /// What a side may see.
    pub fn view(&self, side: Option<SideId>) -> View {
        View::new(&self.game.table, side)
    }

    /// Who plays each side.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The side of the only person who plays, where there is just one.
    pub fn only_person(&self) -> Option<SideId> {
        let mut persons = self.seats.iter().enumerate().filter(|(_, seat)| **seat == Seat::Person);
        let first = persons.next().map(|(side, _)| SideId::from_index(side));
        first.filter(|_| persons.next().is_none())
    }

    /// Seats somebody else at a side, from now on.
    pub fn seat(&mut self, side: SideId, seat: Seat) -> Result<(), SessionError> {
        may_play(&self.battle, seat)?;
        self.seats[side.index()] = seat;
        if let Some(program) = self.programs.get_mut(side.index()) {
            *program = None;
        }
        Ok(())
    }

    /// How the game ended, for the last line of a save.
    pub fn footer(&self) -> Option<Footer> {
        Footer::of(&self.game.table, self.forfeited)
    }

    /// Ends a game that was played again as it was lost then by a program that did not keep to the rules.
    pub fn forfeit_again(&mut self, recorded: &Footer) {
        self.forfeited = recorded.forfeit_again(&mut self.game.table);
        if self.forfeited.is_some() {
            self.game.leave();
        }
    }

    /// The first line of a save of this game.
    pub fn header(&self) -> Header {
        let request = &self.battle.request;
        let sides = self.battle.content.sides.iter().zip(&self.seats);
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

/// The words a side is asked to choose from before it is asked for such a thing, as what a unit does before where it
/// goes.
fn labels_before(game: &Game<Pause>, side: SideId, choice: &Choice) -> Vec<Choice> {
    let pending = game.table.pending().filter(|pending| pending.side == side && pending.form == Form::One);
    let options = pending.map(|pending| pending.options.clone()).unwrap_or_default();
    let is_word = |option: &Choice| matches!(option, Choice::Label(_));
    if is_word(choice) || !options.iter().all(is_word) { Vec::new() } else { options }
}

/// Whether a side is asked for such a thing.
fn asks_for(game: &Game<Pause>, side: SideId, choice: &Choice) -> bool {
    let pending = game.table.pending().filter(|pending| pending.side == side);
    pending.and_then(|pending| pending.options.first()).is_some_and(|option| kind(option) == kind(choice))
}

/// What kind of thing a choice is, for messages.
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

/// Agents that look ahead need a system that judges positions.
fn may_play(battle: &Battle, seat: Seat) -> Result<(), SessionError> {
    match (seat, &battle.system.hooks.evaluate) {
        (Seat::Agent(kind), None) if kind.evaluates() => Err(no_evaluation(kind).into()),
        _ => Ok(()),
    }
}

fn broken(battle: &Battle, error: ScriptError) -> SessionError {
    SessionError::Broken(diagnose(&[error], &battle.scripts))
}
