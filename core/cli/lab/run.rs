//! Plays the games of an experiment, with progress, output files, shards, and a clean stop on Ctrl-C.

use super::common_args::ThreadArgs;
use crate::failure::Failure;
use crate::screen::complain;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::ComparisonQuestion;
use grognard_lab::shard::{Experiment, ExperimentBattles, ShardError, ShardFile, ShardHeader, ShardPart};
use grognard_packs::Diagnostic;
use grognard_play::atomic_file::place;
use grognard_play::save::Header;
use grognard_play::{CancelToken, FileLock};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, Instant};

/// Where to write the games, and which of them to play.
#[derive(clap::Args)]
pub struct RunArgs {
    #[command(flatten)]
    jobs: ThreadArgs,
    /// Write the games to this file, as JSON Lines. If it already contains some of them, only the rest are played.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Play only this shard of the games, such as `3/16`; `auto/16` takes the number of the shard from Slurm or
    /// Kubernetes. See also `grognard lab merge`.
    #[arg(long, value_name = "I/N", requires = "output")]
    pub shard: Option<ShardPart>,
}

/// Minimum interval between writes; it grows so that writing takes at most a twentieth of the time.
const WRITE_EVERY: Duration = Duration::from_secs(1);

/// The games played, and whether they are complete.
pub struct LabRun {
    pub file: ShardFile,
    /// Whether Ctrl-C ended the run.
    pub interrupted: bool,
}

impl RunArgs {
    /// Returns the question for which the games already in the file were played.
    pub fn earlier_question(&self) -> Option<ComparisonQuestion> {
        ShardHeader::peek(self.output.as_deref()?)?.question
    }

    /// Plays the games of this shard until `enough`, which is called after each seed, returns true.
    pub fn play(&self, field: &ExperimentBattles, enough: impl Fn(&ShardFile) -> bool) -> Result<LabRun, Failure> {
        let mut file = field.begin(self.shard.unwrap_or(ShardPart::WHOLE));
        // Locked while games are added: two programs playing the same shard must not both write the file.
        let _lock = self.output.as_deref().map(take_lock).transpose()?;
        if let Some(path) = &self.output {
            warn_of_clocks(&field.experiment);
            file = file.go_on(path).map_err(failure)?;
        }
        let all = file.head.to - file.head.from;
        if file.is_complete() || enough(&file) {
            if !file.is_complete() {
                let done = file.end.done;
                complain(|_| {
                    format!("{done} of {all} seeds were enough for an answer; use `--shard 1/1` to play them all")
                });
            }
            self.write(&file)?;
            return Ok(LabRun { file, interrupted: false });
        }
        let stop = stop();
        let bar = progress("seeds", all, file.end.done);
        let (mut written, mut pause, mut trouble) = (Instant::now(), WRITE_EVERY, None);
        let played = field.play(&mut file, self.jobs.threads(), stop, |file| {
            bar.set_position(file.end.done);
            if self.output.is_some() && written.elapsed() >= pause {
                let begun = Instant::now();
                trouble = self.write(file).err();
                pause = WRITE_EVERY.max(begun.elapsed() * 20);
                written = Instant::now();
            }
            trouble.is_none() && !stop.is_asked() && !enough(file)
        });
        bar.finish_and_clear();
        // Games played before rules failed are kept too.
        self.write(&file)?;
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        played.map_err(Failure::Wrong)?;
        let interrupted = stop.is_asked() && !file.is_complete() && !enough(&file);
        if interrupted {
            complain(|_| format!("stopped after {} of {all} seeds{}", file.end.done, self.kept_note()));
        }
        Ok(LabRun { file, interrupted })
    }

    fn kept_note(&self) -> String {
        let kept = |path: &PathBuf| {
            format!("; their games are in {}, and the same command continues from there", path.display())
        };
        self.output.as_ref().map_or_else(String::new, kept)
    }

    fn write(&self, file: &ShardFile) -> Result<(), Failure> {
        self.output.as_ref().map_or(Ok(()), |path| file.write(path).map_err(failure))
    }
}

/// Fails before any game is played if an output file cannot be written, is named twice, is also an input, or contains
/// games or a save. The file for new games is not checked here: it is extended, not overwritten.
pub fn may_write(read: &[PathBuf], games: Option<&Path>, others: &[Option<&Path>]) -> Result<(), Failure> {
    let mut taken: Vec<(PathBuf, &str)> =
        read.iter().map(|path| (place(path), "is also an input and would be overwritten")).collect();
    for path in [games].iter().chain(others).copied().flatten() {
        let here = place(path);
        let found = taken.iter().find(|(there, _)| *there == here).map(|(_, why)| *why);
        if let Some(why) = found.or_else(|| if games == Some(path) { None } else { irreplaceable(path) }) {
            let error = Diagnostic::general("E569", format!("{} {why}", path.display()));
            return Err(Failure::usage(error.help("choose a different file")));
        }
        if games == Some(path) {
            may_hold_games(path)?;
        }
        taken.push((here, "is given twice"));
        let is_new = !path.exists();
        std::fs::OpenOptions::new().append(true).create(true).open(path).map_err(Failure::file(path))?;
        if is_new {
            // This was only a test. If it created the target of a link, the target is removed and the link kept.
            let _ = std::fs::remove_file(place(path));
        }
    }
    Ok(())
}

/// Returns the reason why a file must not be overwritten, if there is one. Played games cannot be recovered.
fn irreplaceable(path: &Path) -> Option<&'static str> {
    match () {
        () if ShardHeader::peek(path).is_some() => Some("is a games file and would be overwritten"),
        () if Header::peek(path).is_some() => Some("is a saved game and would be overwritten"),
        () => None,
    }
}

/// Fails if `path` exists but is not a regular file. The file is read before games are added, and reading a device may
/// never end.
fn may_hold_games(path: &Path) -> Result<(), Failure> {
    match path.metadata().is_ok_and(|there| !there.is_file()) {
        true => Err(Failure::File(path.to_owned(), std::io::Error::other("games cannot be added to it"))),
        false => Ok(()),
    }
}

/// Takes the lock on a games file.
pub fn take_lock(path: &Path) -> Result<FileLock, Failure> {
    may_hold_games(path)?;
    FileLock::take(&place(path)).map_err(|held| {
        let by = held.process.map(|process| format!(" (process {process})")).unwrap_or_default();
        let error = Diagnostic::general("E570", format!("another program{by} is writing to {}", path.display()));
        Failure::Unreadable(
            error.help("wait for it to finish, or choose another file; a shard is played by a single program"),
        )
    })
}

/// Warns if an experiment cannot be repeated exactly because an agent's answers depend on time or on another program.
pub fn warn_of_clocks(experiment: &Experiment) {
    let players = experiment.unrepeatable();
    if !players.is_empty() {
        let names = players.join(", ");
        complain(|_| {
            format!(
                "the decisions of {names} depend on the machine or on an external program, so the games may not be \
                 repeatable; use `recruit`, `veteran` or `plan:trials=N` instead"
            )
        });
    }
}

/// Converts an error about a games file to a failure.
pub fn failure(error: ShardError) -> Failure {
    let text = error.to_string();
    match error {
        ShardError::File(path, error) => Failure::File(path, error),
        ShardError::Other(..) => Failure::Unreadable(Diagnostic::general("E560", text).help("choose another file")),
        ShardError::Missing(_) | ShardError::Twice(..) => Failure::wrong(Diagnostic::general("E561", text)),
        ShardError::Form(..) | ShardError::Short(..) | ShardError::Format(..) => {
            Failure::Unreadable(Diagnostic::general("E562", text))
        }
    }
}

/// Plays games without writing them to a file. Ctrl-C stops the run.
pub(super) fn play_unwritten(field: &ExperimentBattles, jobs: &ThreadArgs, what: &str) -> Result<ShardFile, Failure> {
    let mut file = field.begin(ShardPart::WHOLE);
    let (games, threads) = (field.experiment.games, jobs.threads());
    let play = |stop: &CancelToken, done: &dyn Fn(u64)| {
        field.play(&mut file, threads, stop, |file| {
            done(file.end.done);
            !stop.is_asked()
        })
    };
    run_with_progress(what, games, play).map_err(Failure::Wrong)?;
    Ok(file)
}

/// Shows a progress bar while `work` runs and reports its progress. Ctrl-C asks `work` to stop.
pub fn run_with_progress<T>(what: &str, count: u64, work: impl FnOnce(&CancelToken, &dyn Fn(u64)) -> T) -> T {
    let stop = stop();
    let bar = progress(what, count, 0);
    let played = work(stop, &|done| bar.set_position(done));
    bar.finish_and_clear();
    played
}

/// Returns the report to print when no games were played.
pub fn empty_report(scenario: &str, catalogue: &Catalogue) -> String {
    catalogue.say("{1}: no games were played", &[scenario]) + "\n"
}

/// Returns a note that a report covers fewer games than requested; empty if it covers all.
pub fn stopped_note(played: u64, of: u64, catalogue: &Catalogue) -> String {
    let [count, all] = [played, of].map(|number| number.to_string());
    if played < of {
        catalogue.say("stopped after {1} of {2} {2?game|games}", &[&count, &all]) + "\n"
    } else {
        String::new()
    }
}

/// Returns the token that Ctrl-C or a termination signal sets. A second signal ends the program immediately.
pub(super) fn stop() -> &'static CancelToken {
    static STOP: CancelToken = CancelToken::new();
    static HANDLER: Once = Once::new();
    let handler = || {
        if STOP.ask() {
            std::process::exit(130);
        }
        complain(|_| "stopping at the next decision of each game; press Ctrl-C again to stop immediately".to_owned());
    };
    // If no handler can be installed, Ctrl-C ends the program, and the last write is kept.
    HANDLER.call_once(|| {
        let _ = ctrlc::set_handler(handler);
    });
    &STOP
}

/// Creates a progress bar on standard error, if that is a terminal. It is drawn immediately, since a game may take
/// minutes.
fn progress(what: &str, count: u64, done: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&format!(
        "{{bar:40}} {{pos}} of {{len}} {what}, {{speed}} a second, {{eta}} left"
    ));
    let speed = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{:.1}", state.per_sec());
    };
    let bar = ProgressBar::new(count)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("speed", speed));
    bar.set_position(done);
    bar.reset_eta();
    bar.tick();
    bar
}
