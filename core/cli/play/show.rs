//! Terminal output: the log, the board, the question, the result.

use super::question;
use super::terminal::Terminal;
use crate::command_line::{CommandLine, shell_quoted};
use crate::failure::Failure;
use crate::picture;
use grognard_engine::catalogue::TextKind;
use grognard_engine::decision::{Choice, Pending};
use grognard_engine::ids::{Id, SideId, SpaceId};
use grognard_engine::log::Event;
use grognard_engine::sequence::Cursor;
use grognard_engine::view::{EndView, View};
use grognard_play::{AgentKind, GuideMoment, SaveFailure, SaveNews, Seat, SessionError};

impl Terminal<'_> {
    /// Prints the battle, its players and the name of the save.
    pub(super) fn greet(&mut self, notes: &[String]) -> Result<(), Failure> {
        let content = self.session.battle.content.clone();
        let table = &self.session.game.table;
        let seat =
            |((side, _), seat): ((SideId, &str), &Seat)| format!("{} {}", self.side(side), self.tell(seat.name(), &[]));
        let players: Vec<String> = content.seats().zip(self.session.seats()).map(seat).collect();
        let title = self.screen.bold(self.catalogue.name(&content.title));
        let seed = table.seed().to_string();
        let played = self.tell("{1}, seed {2}: {3}", &[&title, &seed, &players.join(", ")]);
        let levels = self.levels();
        let usual = if self.usual_seats { self.usual_seating() } else { String::new() };
        let saved = self.tell("Saved in {1}; type `help` for a list of commands.", &[&self.save.display().to_string()]);
        self.say(&format!("{played}\n{levels}{usual}{saved}"))?;
        for note in notes {
            let note = self.screen.warn(&self.tell(note, &[]));
            self.say(&note)?;
        }
        Ok(())
    }

    /// Returns a line for each veteran or general: how long it takes for a turn, and how strong it is.
    fn levels(&self) -> String {
        let (battle, mut said) = (&self.session.battle, Vec::new());
        for seat in self.session.seats() {
            let Seat::Agent(kind @ AgentKind::Plan(_)) = seat else { continue };
            let Some(seconds) = kind.seconds_per_turn().map(|seconds| seconds.to_string()) else { continue };
            let name = self.tell(kind.name(), &[]);
            said.push(match battle.system.elo.of(kind.name()) {
                Some(points) => self.tell(
                    "{1}: at most {2} s a turn, {3} Elo points compared with the recruit",
                    &[&name, &seconds, &format!("{points:+}")],
                ),
                None => self.tell("{1}: at most {2} s a turn", &[&name, &seconds]),
            });
        }
        said.dedup();
        said.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Returns a message with the default seats and how to change them; empty if seats were chosen.
    fn usual_seating(&self) -> String {
        let sides = || self.session.battle.content.seats().zip(self.session.seats());
        let names = |person: bool| {
            let of = sides().filter(|(_, seat)| (**seat == Seat::Person) == person);
            of.map(|((side, _), _)| self.side(side)).collect::<Vec<_>>().join(", ")
        };
        self.tell(
            "Your side: {1}; the program plays {2}. Change this with `--player SIDE=person` (or `recruit`, `veteran`, `general`).",
            &[&names(true), &names(false)],
        ) + "\n"
            + &self.tell("Use `grognard serve` instead of `grognard play` to play in the browser.", &[])
            + "\n"
    }

    /// Prints the new lines of the log.
    pub(super) fn show_log(&mut self) -> Result<(), Failure> {
        let text = self.new_lines();
        self.say(&text)
    }

    fn new_lines(&mut self) -> String {
        let viewer = self.viewer();
        let is_shared = self.has_secrets();
        let events = self.session.game.table.events();
        let private = viewer.map_or(events.len(), |side| self.shown_to[side.index()]);
        let is_new = |(at, event): &(usize, &Event)| match event.only {
            None if is_shared => *at >= private,
            None => *at >= self.shown,
            only => only == viewer && *at >= private,
        };
        let lines = events
            .iter()
            .enumerate()
            .filter(is_new)
            .map(|(_, event)| self.line(&event.rule, &self.reader(viewer).event(event)));
        let text = lines.collect();
        self.mark_shown();
        text
    }

    /// Marks the log as shown up to its current end, whether it has grown or, after an undo, become shorter.
    pub(super) fn mark_shown(&mut self) {
        let count = self.session.game.table.events().len();
        self.shown = count;
        if let Some(viewer) = self.viewer()
            && let Some(shown) = self.shown_to.get_mut(viewer.index())
        {
            *shown = count;
        }
    }

    pub(super) fn line(&self, rule: &str, text: &str) -> String {
        format!("  {text} {}\n", self.screen.dim(&format!("({rule})")))
    }

    /// Returns the last `count` lines of the log.
    pub(super) fn log(&self, count: usize) -> String {
        let log = self.log_lines(self.viewer());
        if log.is_empty() {
            return self.tell("Nothing has happened yet.", &[]);
        }
        let lines = log[log.len().saturating_sub(count)..].iter();
        lines.map(|(rule, text)| self.line(rule, text)).collect()
    }

    /// Returns the whole log as a side reads it: paragraphs and messages.
    pub(super) fn log_lines(&self, viewer: Option<SideId>) -> Vec<(String, String)> {
        View::read(&self.reader(viewer)).log
    }

    /// Shows a person what is new: log lines, the board of a new phase, the question.
    pub(super) fn present(&mut self) -> Result<(), Failure> {
        let entries = self.session.game.table.journal().len();
        if self.asked_at == Some(entries) {
            return Ok(());
        }
        self.asked_at = Some(entries);
        let cursor = self.session.game.table.state.cursor();
        let before = self.drawn.replace(cursor);
        // News goes below the board, where it is still visible when the question is read.
        let below = self.new_lines() + &self.guide_steps() + &self.question();
        let board = if before == Some(cursor) { String::new() } else { self.board_above(&below, before) };
        self.say(&(board + &below))
    }

    /// Returns the steps of the guide that belong to this moment and have not been shown, or the hint of the current
    /// step if the player has decided something else.
    pub(super) fn guide_steps(&mut self) -> String {
        let system = self.session.battle.system.clone();
        let Some(guide) = &system.guide else { return String::new() };
        if self.viewer() != self.session.battle.content.sides.find(&guide.file.side) {
            return String::new();
        }
        let GuideMoment { hint, steps } = self.guide.follow(&guide.file, &self.session.game.table);
        let texts = hint.into_iter().chain(steps.iter().map(|step| step.text.as_str()));
        let text: String =
            texts.map(|text| format!("\n{}\n", self.catalogue.text(TextKind::Paragraph, text))).collect();
        if text.is_empty() { text } else { self.screen.italic(&text) + "\n" }
    }

    /// Returns the board above a question. In a window too small for both, the board is drawn only once a turn, since
    /// it scrolls earlier text off the screen.
    fn board_above(&self, below: &str, before: Option<Cursor>) -> String {
        let board = self.board(&[]);
        let fits = self.screen.height.is_none_or(|height| board.lines().count() + below.lines().count() < height);
        if fits {
            return board;
        }
        let hint = self
            .screen
            .dim(&self.tell("(The map does not fit in this window with the text; type `map` to draw it.)", &[]));
        match before {
            Some(before) if before.turn == self.session.game.table.state.cursor().turn => {
                format!("\n{}\n{hint}\n", self.headline())
            }
            _ => format!("{board}{hint}\n"),
        }
    }

    /// Formats the current question.
    pub(super) fn question(&self) -> String {
        let Some(pending) = self.asked() else { return String::new() };
        let things = self.things_of(pending.side);
        let name = |choice: &Choice| match choice {
            Choice::Space(space) => things.content().map.names.name(*space).to_owned(),
            other => things.name(other),
        };
        self.complete(pending.options.iter().map(name).collect());
        question::describe(&things, pending, self.screen)
    }

    /// Draws the board with its heading.
    pub(super) fn board(&self, highlight: &[SpaceId]) -> String {
        let view = self.session.view(self.viewer());
        let board = picture::board(&self.session.battle, &view, self.screen, &self.catalogue, highlight);
        format!("\n{}\n{}\n", self.headline(), board)
    }

    fn headline(&self) -> String {
        let table = &self.session.game.table;
        let (cursor, sequence) = (table.state.cursor(), &table.content.sequence);
        let Some(phase) = sequence.phase(cursor) else {
            return self.screen.bold(&self.tell("After the last turn", &[]));
        };
        let rule = phase.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        let name = self.catalogue.name(&phase.name);
        let line = match cursor.turn {
            0 => self.tell("Set-up: {1}", &[name]),
            turn => {
                let (number, turns) = (turn.to_string(), sequence.turns.to_string());
                match grognard_board::svg::date(&table.content, turn.into(), &self.catalogue) {
                    Some(date) => self.tell("Turn {1} of {2}, {4}: {3}", &[&number, &turns, name, &date]),
                    None => self.tell("Turn {1} of {2}: {3}", &[&number, &turns, name]),
                }
            }
        };
        self.screen.bold(&format!("{line}{rule}"))
    }

    /// Prints how the game ended.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.hide_screen()?;
        let mut text = self.board(&[]);
        text += &self.new_lines();
        if let Some(end) = EndView::read(&self.reader(self.viewer())) {
            let outcome = self.session.battle.outcome(&self.catalogue, &end);
            text += &self.screen.bold(&self.tell("The game is over. {1}.", &[&outcome]));
        }
        text += &self.guide_steps();
        let unsaved = self.session.save_now();
        self.tell_saving()?;
        let again = CommandLine::new(&self.roots).word("replay").path(&self.save).to_string();
        text.push('\n');
        text += &match &unsaved {
            Some(unsaved) => self.lacking(unsaved),
            None => self
                .tell("Saved in {1}; replay it with: {2}", &[&shell_quoted(&self.save.display().to_string()), &again]),
        };
        self.say(&text)?;
        self.finish_typing()?;
        if unsaved.is_some() { Err(Failure::Unsaved) } else { Ok(()) }
    }

    /// Prints how to continue the game later.
    pub(super) fn leave(&mut self) -> Result<(), Failure> {
        self.hide_screen()?;
        let unsaved = self.session.save_now();
        self.tell_saving()?;
        if let Some(unsaved) = unsaved {
            self.say(&self.lacking(&unsaved))?;
            return Err(Failure::Unsaved);
        }
        let command = CommandLine::new(&self.roots).words(["play", "--load"]).path(&self.save);
        self.say(&self.tell("Saved. Continue with: {1}", &[&command.to_string()]))
    }

    /// Returns a warning about the decisions missing from a save that could not be written.
    fn lacking(&self, unsaved: &SaveFailure) -> String {
        let [saved, played] = [unsaved.saved, unsaved.played].map(|decisions| decisions.to_string());
        let text = "Not saved: {1} has {2} of {3} decisions.";
        self.screen.warn(&self.tell(text, &[&self.save.display().to_string(), &saved, &played]))
    }

    /// Reports when the save can no longer be written, when it can be written again, and when another program has
    /// changed it.
    pub(super) fn tell_saving(&mut self) -> Result<(), Failure> {
        let file = self.save.display().to_string();
        let text = match self.session.take_save_news() {
            None => return Ok(()),
            Some(SaveNews::Failed(error)) => {
                let text = "{1} cannot be written: {2}. The game continues, and saving is retried after each \
                    decision; `save FILE` writes a copy elsewhere.";
                self.tell(text, &[&file, &error.to_string()])
            }
            Some(SaveNews::Mended) => self.tell("Saving to {1} works again; nothing is missing.", &[&file]),
            Some(SaveNews::Anew) => {
                self.tell("{1} had been removed or changed by another program; it has been rewritten.", &[&file])
            }
        };
        self.say(&self.screen.warn(&text))
    }

    /// Reports when changed rules have failed and the earlier rules have been restored.
    pub(super) fn tell_fallback(&mut self) -> Result<(), Failure> {
        let Some(fallback) = self.session.take_fallback() else { return Ok(()) };
        let misfit = fallback.misfit.map(|misfit| {
            let told = self.tell(
                "One answer is no longer legal: {1}. The game continues from there.",
                &[&self.reader(self.viewer()).refusal_under_rule(&misfit.refusal)],
            );
            format!("\n{told}")
        });
        let text = "The earlier rules are in force again, and the game has continued under them; the files are \
                    reloaded when they change again.";
        let text = self.screen.warn(&self.tell(text, &[])) + &misfit.unwrap_or_default();
        let why = self.trouble(SessionError::Broken(fallback.why));
        self.catalogue = self.language.catalogue(&self.roots, &self.session.battle);
        self.stuck = false;
        self.say(&(why + &text))
    }
}

/// Returns the spaces to mark on the board for a decision: the spaces on offer, and the last space of each path on
/// offer.
pub fn spaces_of(pending: &Pending) -> Vec<SpaceId> {
    let spaces = pending.options.iter().filter_map(|choice| match choice {
        Choice::Space(space) => Some(*space),
        Choice::Path(way) => way.last().copied(),
        _ => None,
    });
    spaces.collect()
}
