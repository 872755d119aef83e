//! The actions of a person at the terminal. Each action returns the reply to print.

use super::info;
use super::question;
use super::show::spaces_of;
use super::start::GameStart;
use super::terminal::Terminal;
use super::watch::BattleWatch;
use crate::command_line::CommandLine;
use crate::failure::Failure;
use crate::rulebook_reader;
use grognard_check::warnings_after_edit;
use grognard_engine::decision::{Answer, Choice, Form, Pending};
use grognard_engine::ids::{Id, QuestionId, SideId, SpaceId, UnitId};
use grognard_engine::journal::Entry;
use grognard_engine::reader::Reader;
use grognard_engine::view::EndView;
use grognard_play::line_parser::{self, Offer, ParseError, TypedLine, Words};
use grognard_play::{Forecast, SessionError};
use std::path::{Path, PathBuf};

impl Terminal<'_> {
    /// Carries out a typed command.
    pub(super) fn act(&mut self, typed: TypedLine, line: &str) -> Result<String, Failure> {
        Ok(match typed {
            TypedLine::Empty | TypedLine::Quit => String::new(),
            TypedLine::Answer => self.answer(line),
            TypedLine::Why(names) => self.why(&names),
            TypedLine::Odds(space) => self.odds(&space),
            TypedLine::Show(what) => self.layer(&what),
            TypedLine::Info(name) if name.is_empty() => {
                self.tell("Info on what? Type a space or a unit: `info 0604`.", &[])
            }
            TypedLine::Info(name) => info::describe(&self.things(), &name),
            TypedLine::Rule(number) => self.rule(&number),
            TypedLine::Score => self.score(),
            TypedLine::Advice => self.advice(),
            TypedLine::TakeAdvice => self.take_advice(),
            TypedLine::Undo => self.undo(),
            TypedLine::Redo => self.redo(),
            TypedLine::Save(file) => self.save_copy(&file),
            TypedLine::Load(file) => self.load(&file)?,
            TypedLine::Log(count) => self.log(count),
            TypedLine::NoNumber(word) => self.tell("`log` takes a number of lines, not `{1}`.", &[&word]),
            TypedLine::Surplus(command, rest) => self.tell("Unexpected `{2}` after `{1}`.", &[&command, &rest]),
            TypedLine::Board => self.board(&self.asked().map(spaces_of).unwrap_or_default()),
            TypedLine::Options => self.options(),
            TypedLine::Reload => return self.reload(&[]).map(|()| String::new()),
            TypedLine::Help => line_parser::help(&self.catalogue, |command| self.provides(command)),
        })
    }

    /// Replies to `rule 8.2.1`, and to `rule` with the paragraph of the current question.
    fn rule(&self, number: &str) -> String {
        let rule = |pending: &Pending| self.session.game.table.question_rule(pending);
        let number = if number.is_empty() { self.asked().map(rule) } else { Some(number) };
        match number {
            Some(number) => {
                rulebook_reader::reply(&self.session.battle, &self.roots, &self.catalogue, number, self.screen)
            }
            None => self.tell("Which paragraph? Type its number: `rule 8.2`.", &[]),
        }
    }

    fn options(&self) -> String {
        match self.asked() {
            Some(pending) => question::options(&self.things_of(pending.side), pending, self.screen.width),
            None => self.tell("There is no question to answer.", &[]),
        }
    }

    /// Answers the current question, and any that follow, with a typed line. If any part of the line is wrong, the
    /// whole line has no effect.
    fn answer(&mut self, line: &str) -> String {
        let mut words = Words::new(line);
        let Some(side) = self.asked().map(|pending| pending.side) else {
            return self.tell("There is no question to answer.", &[]);
        };
        let before = self.session.game.table.journal().len();
        let mut played = 0;
        while !words.is_done() {
            match self.answer_once(side, &mut words) {
                Ok(()) => played += 1,
                Err(reason) => return self.take_back(side, played, reason),
            }
        }
        self.understood(before, side, line)
    }

    /// Describes how a line was understood, and which questions the engine answered because there was only one option;
    /// empty if this would only repeat what was typed.
    pub(super) fn understood(&self, before: usize, side: SideId, line: &str) -> String {
        let reader = self.reader(Some(side));
        let (mut chosen, mut declined, mut forced) = (Vec::new(), None, Vec::new());
        for (at, entry) in self.session.game.table.journal().iter().enumerate().skip(before) {
            match entry {
                Entry::Answer { side: who, answer, forced: true, .. } if *who == side => {
                    let answer = self.tell("{1} (the only option)", &[&reader.answer(answer)]);
                    forced.push(reader.automatic_prompt(at).map_or_else(String::new, |asked| asked + " ") + &answer);
                }
                Entry::Answer { side: who, answer: Answer::Stop, question, .. } if *who == side => {
                    declined = reader.stop_of(question).map(str::to_owned);
                    chosen.extend(declined.clone());
                }
                Entry::Answer { side: who, answer, .. } if *who == side => chosen.push(reader.answer(answer)),
                _ => {}
            }
        }
        let is_plain = chosen.join(" ").eq_ignore_ascii_case(line.trim()) || chosen.len() == 1 && declined.is_some();
        let chosen = chosen.into_iter().reduce(|all, next| self.tell("{1}; {2}", &[&all, &next])).filter(|_| !is_plain);
        let lines = chosen.into_iter().chain(forced).map(|line| format!("= {line}"));
        self.screen.dim(&lines.collect::<Vec<_>>().join("\n"))
    }

    fn answer_once(&mut self, side: SideId, words: &mut Words) -> Result<(), String> {
        let Some(pending) = self.asked().filter(|pending| pending.side == side).cloned() else {
            return Err(ParseError::LeftOver(words.rest()).describe(&self.catalogue));
        };
        let offer = Offer::new(&pending, &self.things_of(side));
        let answer = offer.parse(words).map_err(|error| self.explain(error, &pending))?;
        let entries = self.session.game.table.journal().len() + 1;
        if let Err(error) = self.session.answer(side, answer) {
            return Err(self.trouble(error));
        }
        self.skip_forced(entries, side, words);
        Ok(())
    }

    /// Skips words that answer questions which the engine has already answered because there was only one option.
    /// `entries` is the length of the journal before those answers.
    fn skip_forced(&self, entries: usize, side: SideId, words: &mut Words) {
        let table = &self.session.game.table;
        for entry in table.journal().iter().skip(entries) {
            let Some(pending) = pending_of_entry(entry, side) else { continue };
            let mut tried = words.clone();
            if Offer::new(&pending, &self.things_of(side)).parse(&mut tried).is_ok() {
                *words = tried;
            }
        }
    }

    /// Undoes the `played` answers already given from a line in which a later part contains a mistake. Returns the
    /// message to print: `reason`, with a note if an answer could not be undone.
    fn take_back(&mut self, side: SideId, played: usize, reason: String) -> String {
        let undone = (0..played).take_while(|_| self.session.undo(side).is_ok()).count();
        if undone == played {
            reason
        } else {
            format!("{reason}\n{}", self.tell("The answers before the mistake took effect.", &[]))
        }
    }

    /// Returns whether the system provides what a command shows.
    fn provides(&self, command: &str) -> bool {
        let system = &self.session.battle.system;
        match command {
            "odds" => system.hooks.odds.is_some() || system.hooks.contact.is_some(),
            "show" => !system.layers.is_empty(),
            _ => true,
        }
    }

    /// Replies to `odds 1103` and `odds 1103 with XXIV, 3rd`; on a table, to `odds 41,33` and `odds 2nd Tank`.
    fn odds(&mut self, typed: &str) -> String {
        let (name, named) = line_parser::split_attack(typed);
        if self.session.battle.system.hooks.contact.is_some() {
            return self.contact_odds(name);
        }
        if !self.provides("odds") {
            return self.tell("This system does not provide odds.", &[]);
        }
        if name.is_empty() {
            return self.tell("Against whom? Type a space or a unit: `odds 1103`.", &[]);
        }
        let Some(space) = self.things().as_space(name) else {
            return self.things().unknown(name);
        };
        let label = self.things().name(&Choice::Space(space));
        let (attackers, who) = match named.map(|named| self.things().units(named)) {
            Some(Err(name)) => return self.things().unknown(name),
            Some(Ok(units)) => {
                let names: Vec<String> = units.iter().map(|unit| self.things().name(&Choice::Unit(*unit))).collect();
                (Some(units), names.join(", "))
            }
            None => match self.attackers_on_offer(space) {
                Some(units) => (Some(units), self.tell("all units that can still attack it", &[])),
                None => (None, self.tell("all adjacent units that can attack", &[])),
            },
        };
        match self.session.forecasts(self.viewer(), space, attackers, &self.catalogue) {
            Ok(forecasts) if forecasts.is_empty() => {
                self.tell("{1}: there is no defender, or no adjacent unit that can attack.", &[&label])
            }
            Ok(forecasts) => {
                let odds: Vec<String> = forecasts.iter().map(Forecast::text).collect();
                // An odds column follows the names of the units; a list of several lines starts below them.
                let is_list = odds.len() > 1 && forecasts[0].strengths.is_empty();
                let odds = if is_list { format!("\n{}", odds.join("\n")) } else { odds.join("\n") };
                self.tell("{1}, attacked by {2}: {3}", &[&label, &who, &odds]).replace(": \n", ":\n")
            }
            Err(error) => self.trouble(error),
        }
    }

    /// Replies with the odds of the fights of the unit that the question is about: at a place, or with an enemy.
    fn contact_odds(&mut self, typed: &str) -> String {
        let unit = |choice: &Choice| if let Choice::Unit(unit) = choice { Some(*unit) } else { None };
        let Some(unit) = self.asked().and_then(|pending| pending.context.iter().find_map(unit)) else {
            return self.tell("Choose a unit first. Then type `odds` and a place or an enemy that it touches.", &[]);
        };
        let stand = self.session.game.table.state.unit(unit).stand.map(|stand| stand.spot);
        let place = match self.session.battle.content.map.field().and_then(|field| field.read(typed)) {
            Some(spot) => Some((spot, None)),
            None => self.things().as_unit(typed).and_then(|enemy| Some((stand?, Some(enemy)))),
        };
        let Some((spot, enemy)) = place else { return self.things().unknown(typed) };
        match self.session.contact_forecasts(self.viewer(), unit, spot, enemy, &self.catalogue) {
            Ok(forecasts) if forecasts.is_empty() => self.tell("There is no fight here.", &[]),
            Ok(forecasts) => forecasts.iter().map(Forecast::text).collect::<Vec<_>>().join("\n"),
            Err(error) => self.trouble(error),
        }
    }

    /// Returns the units that may attack a space according to the current question.
    fn attackers_on_offer(&self, space: SpaceId) -> Option<Vec<UnitId>> {
        let pending = self.asked()?;
        let table = &self.session.game.table;
        let stands_there =
            |choice: &Choice| matches!(choice, Choice::Unit(id) if table.state.unit(*id).place == Some(space));
        let asked = pending.context.iter().any(stands_there) || pending.context.contains(&Choice::Space(space));
        let unit = |choice: &Choice| match choice {
            Choice::Unit(id) if table.content.units[id.index()].side == pending.side => Some(*id),
            _ => None,
        };
        asked.then(|| pending.options.iter().map(unit).collect())?
    }

    /// Takes back a person's last decision, unless a different person must decide now.
    fn undo(&mut self) -> String {
        let Some(last) = self.session.last_person() else { return self.tell("There is nothing to take back.", &[]) };
        let Some(side) = self.session.may_take_back() else {
            return self
                .tell("The {1} player made the last decision; you can only take back your own.", &[&self.side(last)]);
        };
        let result = self.session.undo(side);
        self.show_question_again(result)
    }

    fn redo(&mut self) -> String {
        let result = self.session.redo();
        self.show_question_again(result)
    }

    /// Makes the question appear again after an undo or redo.
    fn show_question_again(&mut self, result: Result<(), SessionError>) -> String {
        self.mark_shown();
        match result {
            Ok(()) => {
                (self.asked_at, self.stuck) = (None, false);
                String::new()
            }
            Err(error) => self.trouble(error),
        }
    }

    fn save_copy(&mut self, file: &str) -> String {
        if file.is_empty() {
            let file = self.save.display().to_string();
            return self.tell("The game is saved after every decision in {1}; `save FILE` writes a copy.", &[&file]);
        }
        match self.session.save_copy(Path::new(file)) {
            Ok(()) => self.tell("Saved in {1}.", &[file]),
            Err(error) => self.trouble(error),
        }
    }

    fn load(&mut self, file: &str) -> Result<String, Failure> {
        if file.is_empty() {
            return Ok(self.tell("Which game? Type a file: `load FILE`.", &[]));
        }
        if let (Ok(asked), Ok(own)) = (Path::new(file).canonicalize(), self.save.canonicalize())
            && asked == own
        {
            return Ok(self.tell("{1} is the current game.", &[file]));
        }
        match GameStart::saved(Path::new(file), None, &self.roots, None, &[]) {
            Ok(start) if start.session.game.table.state.ending().is_some() => Ok(self.ended_game_note(&start, file)),
            Ok(start) => {
                (self.session, self.save) = (start.session, start.save);
                self.watch = BattleWatch::new(&self.session.battle);
                self.catalogue = self.language.catalogue(&self.roots, &self.session.battle);
                (self.drawn, self.asked_at, self.stuck, self.sitting) = (None, None, false, None);
                let events = self.session.game.table.events().len();
                self.shown_to = vec![events; self.session.battle.content.sides.len()];
                self.mark_shown();
                self.greet(&start.notes)?;
                Ok(String::new())
            }
            Err(failure) => Ok(failure.describe(self.screen.colour)),
        }
    }

    /// Reports that a game is over and cannot be resumed; the current game continues.
    fn ended_game_note(&self, other: &GameStart, file: &str) -> String {
        let (table, battle) = (&other.session.game.table, &other.session.battle);
        let catalogue = self.language.catalogue(&self.roots, battle);
        let Some(end) = EndView::read(&Reader::new(table, None, &catalogue)) else { return String::new() };
        let outcome = battle.outcome(&catalogue, &end);
        let replay = CommandLine::new(&self.roots).word("replay").path(Path::new(file)).to_string();
        self.tell(
            "{1} is over: {2}. The current game continues; `{3}` replays the other game.",
            &[file, &outcome, &replay],
        )
    }

    /// Loads changed rules, or explains why that fails.
    pub(super) fn reload(&mut self, files: &[PathBuf]) -> Result<(), Failure> {
        let names: Vec<String> =
            files.iter().filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned())).collect();
        let what = if names.is_empty() { self.tell("The files", &[]) } else { names.join(", ") };
        let before = self.session.battle.lock.rules_hash.clone();
        let (viewer, told_before) = (self.viewer(), self.log_lines(self.viewer()));
        let text = match self.session.reload() {
            Ok(_) if self.session.battle.lock.rules_hash == before => {
                self.tell("{1}: the rules are the same as before.", &[&what])
            }
            Ok(misfit) => {
                (self.asked_at, self.stuck) = (None, false);
                let told = |refusal: &str| {
                    self.tell("One answer is no longer legal: {1}. The game continues from there.", &[refusal])
                };
                let misfit = misfit
                    .map(|misfit| format!("\n{}", told(&self.reader(viewer).refusal_under_rule(&misfit.refusal))));
                let unkept = crate::pin::keep(&self.session.battle).map(|note| format!("\n{note}"));
                let head = self.tell("Changes to {1} are now in force.", &[&what])
                    + &misfit.unwrap_or_default()
                    + &unkept.unwrap_or_default();
                let odd = grognard_packs::render(&warnings_after_edit(&self.session.battle, files), self.screen.colour);
                let difference = self.difference(&told_before, &self.log_lines(viewer));
                if difference.is_empty() { odd + &head } else { format!("{odd}{head}\n{difference}") }
            }
            Err(error) => {
                let stays = self.tell("{1} changed: the old rules stay in force until this is fixed.", &[&what]);
                format!("{}{stays}", self.trouble(error))
            }
        };
        self.catalogue = self.language.catalogue(&self.roots, &self.session.battle);
        self.mark_shown();
        self.say(&text)
    }

    /// Formats an error for display.
    pub(super) fn trouble(&self, error: SessionError) -> String {
        match error {
            SessionError::Refused(refusal) => {
                let reason = self.reader(self.viewer()).refusal_under_rule(&refusal);
                self.tell("Not possible: {1}.", &[&reason]) + "\n"
            }
            error => Failure::from(error).describe(self.screen.colour),
        }
    }
}

/// Recreates the question that the engine answered for a side, as if the side had been asked.
fn pending_of_entry(entry: &Entry, side: SideId) -> Option<Pending> {
    let Entry::Answer { side: who, answer, forced: true, .. } = entry else { return None };
    let (form, options) = match answer {
        Answer::One(only) => (Form::One, vec![only.clone()]),
        Answer::Several(all) => (Form::Several(all.len() as u16, all.len() as u16), all.clone()),
        Answer::Shares(_) | Answer::Stop => return None,
    };
    (*who == side).then(|| Pending {
        side,
        question: QuestionId(0),
        form,
        options,
        is_set: false,
        stop: false,
        context: Vec::new(),
        costs: Vec::new(),
        region: None,
    })
}
