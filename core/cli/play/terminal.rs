//! A session at the terminal: agents play, a person is asked, and rules may change in the meantime.
//!
//! Output is in `show`, the person's actions are in `actions`.

use super::input::{Input, InputLine};
use super::interruption::Interruption;
use super::start::GameStart;
use super::watch::BattleWatch;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use crate::spinner::Spinner;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::decision::Pending;
use grognard_engine::game::Status;
use grognard_engine::ids::{Id, SideId};
use grognard_engine::sequence::Cursor;
use grognard_play::line_parser::{Offer, TypedLine};
use grognard_play::{GuideFollower, Seat, Session, SessionError};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

/// The interval at which files are checked for changes while a person thinks.
pub(super) const PULSE: Duration = Duration::from_millis(20);

/// The reason why agents have stopped playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GameStage {
    /// A person must decide.
    Asked,
    Over,
    /// The rules fail; the game continues once they are fixed, or from an earlier decision.
    Stuck,
}

/// The event that ended the wait for a person.
enum WaitEvent {
    /// A line was typed.
    TypedLine(InputLine),
    /// The rules changed.
    Changed,
}

/// A session at the terminal.
pub struct Terminal<'a> {
    pub(super) session: Session,
    pub(super) save: PathBuf,
    pub(super) roots: Vec<PathBuf>,
    pub(super) screen: &'a mut Screen,
    pub(super) input: Input,
    pub(super) watch: BattleWatch,
    /// The side whose view is on the screen.
    pub(super) sitting: Option<SideId>,
    /// The number of events shown.
    pub(super) shown: usize,
    /// For each side, the length of the log when its player last saw it. When players keep secrets from each other,
    /// this determines which lines are new to a side.
    pub(super) shown_to: Vec<usize>,
    /// The phase for which the board has been drawn.
    pub(super) drawn: Option<Cursor>,
    /// The steps of the guide that have been shown, if the battle is a guided one.
    pub(super) guide: GuideFollower,
    /// Whether the seats are the default ones.
    pub(super) usual_seats: bool,
    /// The length of the journal when the question was shown.
    pub(super) asked_at: Option<usize>,
    pub(super) stuck: bool,
    pub(super) language: &'a LanguageArg,
    /// The catalogue of the chosen language.
    pub(super) catalogue: Catalogue,
}

impl<'a> Terminal<'a> {
    /// Starts a session.
    pub fn new(
        start: GameStart,
        roots: Vec<PathBuf>,
        language: &'a LanguageArg,
        screen: &'a mut Screen,
    ) -> Result<Terminal<'a>, Failure> {
        let catalogue = language.catalogue(&roots, &start.session.battle);
        let mut terminal = Terminal {
            watch: BattleWatch::new(&start.session.battle),
            shown: start.session.game.table.events().len(),
            shown_to: vec![start.session.game.table.events().len(); start.session.battle.content.sides.len()],
            sitting: None,
            session: start.session,
            save: start.save,
            usual_seats: start.usual_seats,
            roots,
            screen,
            input: Input::new(),
            guide: GuideFollower::default(),
            drawn: None,
            asked_at: None,
            stuck: false,
            language,
            catalogue,
        };
        terminal.greet(&start.notes)?;
        Ok(terminal)
    }

    /// Plays until the game is over or the person leaves. Leaving a game whose rules fail is an error.
    pub fn run(mut self) -> Result<(), Failure> {
        loop {
            let stage = self.play_on()?;
            self.tell_fallback()?;
            self.tell_saving()?;
            if stage == GameStage::Over {
                return self.finish();
            }
            let ending = if stage == GameStage::Asked { self.hand_over()? } else { None };
            if stage == GameStage::Asked && ending.is_none() {
                self.present()?;
            }
            match ending.map_or_else(|| self.wait(), |line| Ok(WaitEvent::TypedLine(line)))? {
                WaitEvent::Changed => {}
                WaitEvent::TypedLine(InputLine::Text(line)) => {
                    if self.obey(&line)? {
                        return self.leave();
                    }
                }
                WaitEvent::TypedLine(InputLine::Unreadable) => {
                    let text = self.tell("The input is not valid UTF-8 and was ignored. Type it again.", &[]);
                    self.say(&text)?;
                }
                WaitEvent::TypedLine(InputLine::Interrupted) => {
                    self.leave()?;
                    return Err(Failure::Interrupted);
                }
                WaitEvent::TypedLine(InputLine::End) => {
                    self.leave()?;
                    return if stage == GameStage::Stuck { Err(Failure::Reported) } else { Ok(()) };
                }
            }
        }
    }

    /// Lets agents play until a person must decide. If no person plays, moves are shown as they are made.
    fn play_on(&mut self) -> Result<GameStage, Failure> {
        let mut spinner = None;
        while !self.stuck {
            let played = match self.session.settle() {
                Ok(Status::Over) => return Ok(GameStage::Over),
                Ok(_) => {
                    spinner = spinner.or_else(|| self.thinking());
                    self.wait_for_agent(spinner.as_ref().map(|(_, percent)| percent.as_ref()));
                    self.session.play_agent()
                }
                Err(error) => Err(error),
            };
            match played {
                Ok(true) if self.is_watched_only() => self.show_log()?,
                Ok(true) => {}
                Ok(false) => return Ok(GameStage::Asked),
                Err(error) => {
                    drop(spinner.take());
                    self.stick(error)?
                }
            }
        }
        Ok(GameStage::Stuck)
    }

    /// Waits until the agent that must decide can answer. Ctrl-C asks it to answer soon; a second Ctrl-C ends the
    /// program.
    fn wait_for_agent(&mut self, percent: Option<&AtomicU32>) {
        let mut interruption = None;
        while let Some(done) = self.session.think() {
            if let Some(percent) = percent {
                percent.store((done * 100.0) as u32, Ordering::Relaxed);
            }
            if interruption.get_or_insert_with(Interruption::watch).is_asked() {
                self.session.hurry();
            }
            thread::sleep(PULSE);
        }
    }

    /// Shows that an agent is thinking, unless a person is asked or each move is shown. The number is how much of the
    /// thinking is done, in percent.
    fn thinking(&self) -> Option<(Spinner, Arc<AtomicU32>)> {
        let pending = self.session.game.table.pending()?;
        if self.is_watched_only() || self.session.seats()[pending.side.index()] == Seat::Person {
            return None;
        }
        Some(self.thinking_line(self.side(pending.side)))
    }

    /// Shows that somebody is thinking. The number is how much of the thinking is done, in percent.
    pub(super) fn thinking_line(&self, who: String) -> (Spinner, Arc<AtomicU32>) {
        let catalogue = self.catalogue.clone();
        let percent = Arc::new(AtomicU32::new(0));
        let done = percent.clone();
        let text = move |seconds: u64| match done.load(Ordering::Relaxed) {
            0 => catalogue.say("{1}: thinking… {2} s", &[&who, &seconds.to_string()]),
            done => {
                let [done, seconds] = [done.to_string(), seconds.to_string()];
                catalogue.say("{1}: thinking… {2} s, {3} % (Ctrl+C: move now)", &[&who, &seconds, &done])
            }
        };
        (Spinner::start(text), percent)
    }

    fn is_watched_only(&self) -> bool {
        !self.session.seats().contains(&Seat::Person)
    }

    /// Reports that the rules failed at a point where no person can act.
    fn stick(&mut self, error: SessionError) -> Result<(), Failure> {
        self.stuck = true;
        let text = self.trouble(error);
        self.say(&text)?;
        let text = self.tell(
            "The game cannot continue under these rules. Fix them (their files are watched), `undo`, or `quit`.",
            &[],
        );
        self.say(&self.screen.warn(&text))
    }

    /// Waits until a line is typed or the rules change; changed rules are loaded.
    fn wait(&mut self) -> Result<WaitEvent, Failure> {
        let prompt = match self.asked() {
            Some(pending) => format!("{}> ", self.side(pending.side)),
            None => "> ".to_owned(),
        };
        loop {
            let files = self.watch.changed();
            if !files.is_empty() {
                self.reload(&files)?;
                return Ok(WaitEvent::Changed);
            }
            let Some(line) = self.input.line(&prompt, PULSE) else { continue };
            if let InputLine::Text(text) = &line
                && !self.input.is_shown()
            {
                // A terminal echoes typed lines. Without this, a transcript would lack the lines of a script or a
                // paste.
                self.screen.say(&format!("{prompt}{text}"))?;
            }
            return Ok(WaitEvent::TypedLine(line));
        }
    }

    /// Carries out a line; returns true if the person leaves.
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        let typed = {
            let offer = self.asked().map(|pending| Offer::new(pending, &self.things_of(pending.side)));
            TypedLine::parse(line, |name| offer.as_ref().is_some_and(|offer| offer.is_name(name)))
        };
        if typed == TypedLine::Quit {
            return Ok(true);
        }
        let text = self.act(typed, line)?;
        self.say(&text)?;
        Ok(false)
    }

    /// Returns the decision a person must take.
    pub(super) fn asked(&self) -> Option<&Pending> {
        let pending = self.session.game.table.pending()?;
        (self.session.seats()[pending.side.index()] == Seat::Person).then_some(pending)
    }

    /// Returns the side whose view is on the screen: the side that must decide, or else the only person's side.
    pub(super) fn viewer(&self) -> Option<SideId> {
        self.asked().map(|pending| pending.side).or_else(|| self.session.only_person())
    }

    /// Translates a message into the person's language.
    pub(super) fn tell(&self, text: &str, about: &[&str]) -> String {
        self.catalogue.say(text, about)
    }

    /// Returns the name of a side in the person's language.
    pub(super) fn side(&self, side: SideId) -> String {
        self.catalogue.name(self.session.game.table.content.side_title(side)).to_owned()
    }

    /// Prints a message, above the line being typed if there is one.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        if text.is_empty() || self.input.announce(&crate::screen::safe(text, self.screen.colour)) {
            return Ok(());
        }
        self.screen.say(text)
    }

    /// Waits until the current input line is finished, so that the terminal is restored.
    pub(super) fn finish_typing(&mut self) -> Result<(), Failure> {
        if self.input.is_waiting() {
            self.say(&self.tell("(Press Enter.)", &[]))?;
            while self.input.line("", PULSE).is_none() {}
        }
        Ok(())
    }

    /// Sets the names offered for completion.
    pub(super) fn complete(&self, names: Vec<String>) {
        self.input.complete(names);
    }
}
