//! `grognard migrate`: checks whether saves still work under the current rules.

use crate::data_folder;
use crate::failure::Failure;
use crate::screen::Screen;
use grognard_packs::Diagnostic;
use grognard_play::FileLock;
use grognard_play::atomic_file;
use grognard_play::migrate::{self, Fate, SaveVerdict, StoredSave};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Check which saves still work under the current rules.
///
/// Kept: the rules, or all states of the game, are unchanged. Migrated: every decision is still legal, but outcomes may
/// differ. Pinned: the decision shown is no longer legal; the save still opens under its own rules, from the store.
/// Stuck: the decision shown is no longer legal, and the save cannot be opened under its own rules either.
#[derive(clap::Args)]
pub struct Args {
    /// Saves or folders of saves to check.
    #[arg(required = true)]
    saves: Vec<PathBuf>,
    /// Record the result in each save; by default, nothing is changed.
    #[arg(long)]
    write: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A save and the result of its check.
#[derive(Serialize)]
struct SaveReport {
    save: String,
    /// The rules hash of the packs with which the save was started.
    begun_under: String,
    #[serde(flatten)]
    judged: SaveVerdict,
}

#[derive(Serialize)]
struct Report {
    saves: Vec<SaveReport>,
    kept: usize,
    migrated: usize,
    pinned: usize,
    stuck: usize,
    /// Errors for saves that cannot be read.
    problems: Vec<Diagnostic>,
    written: bool,
}

impl Args {
    /// Checks the saves and prints the results.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        if let Some(missing) = self.saves.iter().find(|path| !path.exists()) {
            return Err(Failure::usage(Diagnostic::general(
                "E401",
                format!("there is no save or folder {}", missing.display()),
            )));
        }
        let paths: Vec<PathBuf> = self.saves.iter().flat_map(|path| data_folder::saves_in(path)).collect();
        let mut claims = Vec::new();
        let read = paths.iter().map(|path| {
            if self.write {
                // Locked before it is read, so that no other program appends to it in between.
                claims.push(FileLock::take(path).map_err(|_| locked_save(path))?);
            }
            StoredSave::read(path)
        });
        let (saves, problems): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
        let saves: Vec<StoredSave> = saves.into_iter().flatten().collect();
        let problems: Vec<Diagnostic> = problems.into_iter().filter_map(Result::err).collect();
        let judged = migrate::judge(&saves, roots, Some(&data_folder::store()), || {});
        if self.write {
            for (save, judged) in saves.iter().zip(&judged) {
                let path = Path::new(&save.name);
                judged
                    .written
                    .iter()
                    .try_for_each(|text| atomic_file::write(path, text))
                    .map_err(Failure::file(path))?;
            }
        }
        let report = Report::new(saves, judged, problems, self.write);
        if self.json {
            screen.json(&report)?
        } else {
            report.say(screen)?
        }
        if report.stuck > 0 || !report.problems.is_empty() { Err(Failure::Reported) } else { Ok(()) }
    }
}

fn locked_save(path: &Path) -> Diagnostic {
    Diagnostic::general("E410", format!("{} is being played by another program", path.display()))
        .help("leave the game in that program first")
}

impl Report {
    fn new(saves: Vec<StoredSave>, judged: Vec<SaveVerdict>, problems: Vec<Diagnostic>, written: bool) -> Report {
        let count = |fate| judged.iter().filter(|judged| judged.fate == fate).count();
        let [kept, migrated, pinned, stuck] = [Fate::Kept, Fate::Migrated, Fate::Pinned, Fate::Stuck].map(count);
        let saves = saves.into_iter().zip(judged).map(|(stored, judged)| {
            let begun_under = stored.save.header.lock.rules_hash;
            SaveReport { save: stored.name, begun_under, judged }
        });
        let saves = saves.collect();
        Report { saves, kept, migrated, pinned, stuck, problems, written }
    }

    fn say(&self, screen: &mut Screen) -> Result<(), Failure> {
        let lines: String = self.saves.iter().map(|told| told.describe(screen)).collect();
        let count = self.saves.len();
        let stuck = if self.stuck > 0 { format!(", {} stuck", self.stuck) } else { String::new() };
        let saves = if count == 1 { "save" } else { "saves" };
        let counts = format!(
            "\n{count} {saves}: {} kept, {} migrated, {} pinned{stuck}\n",
            self.kept, self.migrated, self.pinned
        );
        let note =
            if self.written { "" } else { "Nothing was changed; use `--write` to write the results into the saves.\n" };
        screen.say(&(lines + &counts + note))?;
        if !self.problems.is_empty() {
            crate::screen::complain(|colour| grognard_packs::render(&self.problems, colour));
        }
        Ok(())
    }
}

impl SaveReport {
    fn describe(&self, screen: &Screen) -> String {
        let word = match self.judged.fate {
            Fate::Kept => "kept    ".to_owned(),
            Fate::Migrated => "migrated".to_owned(),
            Fate::Pinned => screen.bold("pinned  "),
            Fate::Stuck => screen.warn("stuck   "),
        };
        let unfit =
            self.judged.unfit.as_ref().map(|unfit| format!("\n          {}", unfit.describe())).unwrap_or_default();
        let problem = self.judged.problem.as_ref().map(|problem| format!("\n          {problem}")).unwrap_or_default();
        format!("{word}  {}{unfit}{problem}\n", self.save)
    }
}
