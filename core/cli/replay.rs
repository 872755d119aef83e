//! `grognard replay`: replays a save.

use crate::data_folder;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::picture;
use crate::replay_frames::{FrameChoice, Frames};
use crate::saves::SavedGame;
use crate::screen::Screen;
use grognard_engine::catalogue::{Catalogue, ENGLISH};
use grognard_engine::journal::SavedEntry;
use grognard_engine::reader::Reader;
use grognard_engine::state::StateDifference;
use grognard_engine::table::Misfit;
use grognard_engine::view::{EndView, View};
use grognard_packs::Diagnostic;
use grognard_play::atomic_file;
use grognard_play::migrate::{Batch, first_difference};
use grognard_play::record::record;
use grognard_play::save::Footer;
use grognard_play::{Battle, Session};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Replay a save, and print its log and the final board.
#[derive(clap::Args)]
pub struct Args {
    /// Save to replay.
    file: PathBuf,
    /// Stop after this number of decisions.
    #[arg(long, value_name = "N")]
    to: Option<u64>,
    /// Check the state at every decision, and the result of the game, against the save.
    #[arg(long)]
    check: bool,
    /// Use the rules the game was played under (from the store) instead of the current ones.
    #[arg(long, conflicts_with = "migrate")]
    pin: bool,
    /// Use the current rules even if the save is pinned.
    #[arg(long)]
    migrate: bool,
    /// Show only what this side can see; by default, only what all sides can see.
    #[arg(long)]
    side: Option<String>,
    /// Write a record of the game as this side saw it (decisions, log, answers) to this file, as JSON Lines, without
    /// hidden information.
    #[arg(long, value_name = "FILE", requires = "side", conflicts_with = "json")]
    record: Option<PathBuf>,
    /// Write the game to this folder as a series of SVG images.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["json", "record", "check"])]
    film: Option<PathBuf>,
    /// With `--film`, draw an image at these moments.
    #[arg(long, requires = "film", value_enum, default_value = "phase")]
    every: FrameChoice,
    /// With `--film`, write PNG files instead of SVG.
    #[arg(long, requires = "film")]
    png: bool,
    /// With `--film --png`, width of the images in pixels.
    #[arg(long, value_name = "PIXELS", requires = "png", default_value_t = 1280, value_parser = clap::value_parser!(u32).range(16..=16_000))]
    width: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The result of a replay.
#[derive(Serialize)]
struct Report {
    scenario: String,
    /// The seed. Like state hashes, it is left out of a side's view: hidden information could be derived from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    decisions: u64,
    turn: u16,
    phase: String,
    /// The hash of the rules under which the game was played.
    rules_hash: String,
    /// Hash of the final state.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    ended: Option<EndView>,
    /// Whether the rules differ from those the game was started with.
    other_rules: bool,
    /// The first difference from the save.
    difference: Option<String>,
    /// The missing part of the save: the end of a truncated last line, or the line with the result.
    incomplete: Option<String>,
    /// The first field of the state that has different values under the current and the recorded rules, with both
    /// values.
    first_field: Option<String>,
    log: Vec<(String, String)>,
}

impl Args {
    /// Replays the save and prints the result; fails if the save does not fit the rules.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let mut saved = SavedGame::read(&self.file)?;
        if let Some(decisions) = self.to {
            cut(&mut saved.save.entries, decisions);
            (saved.save.footer, saved.save.cut_off) = (None, false);
        }
        let battle = self.battle(&saved, roots)?;
        if let Some(file) = &self.record {
            return self.write_record(file, &saved, &battle, &language.catalogue(roots, &battle), screen);
        }
        if let Some(folder) = &self.film {
            return self.write_film(folder, &saved, &battle, &language.catalogue(roots, &battle), screen);
        }
        let other_rules = saved.is_under_other_rules(&battle);
        let mut session = saved.open(battle, self.check)?;
        let side = self.side.as_deref().map(|name| crate::player_arg::find_seat(&session.battle, name)).transpose()?;
        let misfit = session.game.table.take_misfit();
        if let Some(footer) = saved.save.footer.as_ref().filter(|_| misfit.is_none()) {
            session.forfeit_again(footer);
        }
        // A field of the state may concern a unit the side cannot see.
        let is_open = side.is_none_or(|side| !session.game.table.keeps_secrets_from(side));
        let first_field = misfit
            .as_ref()
            .filter(|_| self.check && other_rules && is_open)
            .and_then(|misfit| first_field(&saved, roots, misfit.entry));
        let misfit = misfit.map(|misfit| describe_misfit(&misfit, &Reader::new(&session.game.table, side, &ENGLISH)));
        let end = saved.save.footer.as_ref().filter(|_| self.check).and_then(|footer| differs_at_end(&session, footer));
        let head = Some(&saved.save.header.lock)
            .filter(|_| self.check)
            .and_then(|lock| lock.contradiction(&session.battle.lock));
        let difference = misfit.or(head.map(|field| format!("line 1: {field}"))).or(end);
        let incomplete = incomplete(&saved, &session).filter(|_| self.to.is_none() && difference.is_none());
        let catalogue = language.catalogue(roots, &session.battle);
        let reader = Reader::new(&session.game.table, side, &catalogue);
        let view = View::read(&reader);
        let report = Report {
            first_field,
            incomplete,
            ..Report::new(&session, &reader, other_rules, difference, view.log.clone())
        };
        if self.json {
            screen.json(&report)?;
        } else {
            screen.say(&report.describe(screen))?;
            screen.say(&picture::board(&session.battle, &view, screen, &catalogue, &[]))?;
            screen.say(&report.describe_end(&session.battle, &catalogue))?;
            self.conclude(&report, &catalogue, screen)?;
        }
        if report.difference.is_some() || (self.check && report.incomplete.is_some()) {
            Err(Failure::Reported)
        } else {
            Ok(())
        }
    }

    fn write_record(
        &self,
        file: &Path,
        saved: &SavedGame,
        battle: &Battle,
        catalogue: &Catalogue,
        screen: &mut Screen,
    ) -> Result<(), Failure> {
        let side = crate::player_arg::find_seat(battle, self.side.as_deref().unwrap_or_default())?;
        let text = record(battle, &saved.save, (&saved.name, &saved.text), side, catalogue)?;
        atomic_file::write(file, text).map_err(Failure::file(file))?;
        screen.say(&file.display().to_string())
    }

    fn write_film(
        &self,
        folder: &Path,
        saved: &SavedGame,
        battle: &Battle,
        catalogue: &Catalogue,
        screen: &mut Screen,
    ) -> Result<(), Failure> {
        if self.png {
            picture::expect_png()?;
        }
        let side = self.side.as_deref().map(|name| crate::player_arg::find_seat(battle, name)).transpose()?;
        Frames { saved, battle, side, every: self.every, png: self.png.then_some(self.width), catalogue }
            .write(folder, screen)
    }

    /// Loads the battle under the requested rules. By default, a pinned game uses its original rules, and any other
    /// game the current rules.
    fn battle(&self, saved: &SavedGame, roots: &[PathBuf]) -> Result<Battle, Failure> {
        let header = &saved.save.header;
        if self.pin || (header.pinned && !self.migrate) {
            saved.pinned_battle().map_err(Failure::Wrong)
        } else {
            saved.battle(roots)
        }
    }

    fn conclude(&self, report: &Report, catalogue: &Catalogue, screen: &mut Screen) -> Result<(), Failure> {
        if let Some(difference) = &report.difference {
            let mut error = Diagnostic::general("E406", format!("the replay differs from the record: {difference}"));
            if report.other_rules {
                let field = report.first_field.as_ref().map(|field| format!("; the first difference is {field}"));
                error =
                    error.help(format!("the rules have changed since the game was saved{}", field.unwrap_or_default()));
            }
            crate::screen::complain(|colour| grognard_packs::render(&[error], colour));
        } else if let Some(incomplete) = &report.incomplete {
            let error = Diagnostic::general("E411", format!("the save is incomplete: {incomplete}"));
            let error =
                error.help("its decisions are valid; continue it with `grognard play --load`, which rewrites the save");
            crate::screen::complain(|colour| grognard_packs::render(&[error], colour));
        } else if self.check && report.other_rules {
            let text = "The rules have changed since the game was saved, but everything matches the record.";
            screen.say(&catalogue.say(text, &[]))?;
        } else if self.check {
            screen.say(&catalogue.say("Everything matches the record.", &[]))?;
        }
        Ok(())
    }
}

/// Drops all entries after the first `decisions` decisions.
fn cut(entries: &mut Vec<SavedEntry>, decisions: u64) {
    let mut left = decisions;
    let at = entries.iter().position(|entry| match entry {
        SavedEntry::Answer { forced: false, .. } if left == 0 => true,
        SavedEntry::Answer { forced: false, .. } => {
            left -= 1;
            false
        }
        _ => false,
    });
    entries.truncate(at.unwrap_or(entries.len()));
}

/// Replays the save under the current and the stored rules, and returns the first field of the state that differs at
/// `entry`, with both values; `None` if the states are equal or cannot be compared.
fn first_field(saved: &SavedGame, roots: &[PathBuf], entry: usize) -> Option<String> {
    let store = data_folder::store();
    let StateDifference { field: what, current: here, other: there } =
        first_difference(&mut Batch::new(roots, Some(&store)), &saved.stored(), entry)?;
    Some(format!("{what}: {here} now, {there} in the record"))
}

/// Names the line of the save that does not fit the rules and gives the reason, in the reader's language.
fn describe_misfit(misfit: &Misfit, reader: &Reader) -> String {
    // The first line of a save is its header, and lines count from 1.
    format!("line {}: {}", misfit.entry + 2, reader.refusal_under_rule(&misfit.refusal))
}

fn differs_at_end(session: &Session, recorded: &Footer) -> Option<String> {
    let Some(met) = session.footer() else { return Some("the recorded game was over, but this one is not".to_owned()) };
    let text = |footer: &Footer| {
        let Footer { winner, reason, grade, end, .. } = footer.clone();
        format!("{}, state {end}", session.battle.outcome(&ENGLISH, &EndView { winner, reason, grade }))
    };
    (met != *recorded).then(|| format!("the result is {}; the record has {}", text(&met), text(recorded)))
}

/// Describes the missing part of a save, for example after the program was killed while writing it. `None` if the save
/// is complete.
fn incomplete(saved: &SavedGame, session: &Session) -> Option<String> {
    if saved.save.cut_off {
        return Some("its last line is truncated".to_owned());
    }
    let lacks_end = session.footer().is_some() && saved.save.footer.is_none();
    lacks_end.then(|| "the game is over, but the line with the result is missing".to_owned())
}

impl Report {
    fn new(
        session: &Session,
        reader: &Reader,
        other_rules: bool,
        difference: Option<String>,
        log: Vec<(String, String)>,
    ) -> Report {
        let table = &session.game.table;
        let view = View::read(&Reader { viewer: None, ..*reader });
        let is_open = reader.viewer.is_none_or(|viewer| !table.keeps_secrets_from(viewer));
        Report {
            scenario: session.battle.content.id.clone(),
            seed: is_open.then(|| table.seed()),
            decisions: table.decisions,
            turn: view.turn,
            phase: view.phase,
            rules_hash: session.battle.lock.rules_hash.clone(),
            state: is_open.then(|| table.hash().to_string()),
            ended: view.ended,
            other_rules,
            difference,
            first_field: None,
            incomplete: None,
            log,
        }
    }

    fn describe(&self, screen: &Screen) -> String {
        let lines = self.log.iter().map(|(rule, text)| format!("{text} {}\n", screen.dim(&format!("({rule})"))));
        let seed = self.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
        format!("{}{seed}\n\n{}", screen.bold(&self.scenario), lines.collect::<String>())
    }

    fn describe_end(&self, battle: &Battle, catalogue: &Catalogue) -> String {
        let phase = catalogue.name(&self.phase);
        let place = match &self.ended {
            Some(end) => battle.outcome(catalogue, end),
            None if self.turn == 0 => catalogue.say("set-up, {1}", &[phase]),
            None => catalogue.say("turn {1}, {2}", &[&self.turn.to_string(), phase]),
        };
        let decisions = self.decisions.to_string();
        let text = match &self.state {
            Some(state) => {
                catalogue.say("After {1} {1?decision|decisions}: {2}; state {3}", &[&decisions, &place, state])
            }
            None => catalogue.say("After {1} {1?decision|decisions}: {2}", &[&decisions, &place]),
        };
        format!("\n{text}")
    }
}
