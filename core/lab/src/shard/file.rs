//! Games files, in JSON Lines format: a header with the experiment, a line for each seed, and a final line with the
//! progress.
//!
//! A file is written under a temporary name and then moved into place. Even if the program is killed, what remains is
//! therefore an intact file, either the previous one or the new one. A later run plays the games that are still
//! missing.

use super::{Experiment, FORMAT, SeedRow, ShardPart};
use crate::observation::{Maps, Trace};
use crate::question::ComparisonQuestion;
use grognard_play::atomic_file;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// The experiment.
    pub experiment: Experiment,
    /// The index of the first game in this file within the experiment, from 0.
    pub from: u64,
    /// The index one past that of the last game in this file.
    pub to: u64,
    /// The question that the games are to answer, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<ComparisonQuestion>,
}

impl ShardHeader {
    /// Returns whether the file covers all games of the experiment.
    fn is_whole(&self) -> bool {
        (self.from, self.to) == (0, self.experiment.games)
    }

    /// Returns the header of an existing file; `None` if there is no readable file.
    pub fn peek(path: &Path) -> Option<ShardHeader> {
        // Reading a device may never end, not even within the first line.
        fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let mut line = String::new();
        io::BufReader::new(fs::File::open(path).ok()?).read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

/// The progress of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardEnd {
    /// The number of seeds played.
    pub done: u64,
    /// The places where units were lost, and the spaces that sides held, for each variant.
    pub maps: Vec<Maps>,
}

#[derive(Serialize, Deserialize)]
struct EndLine {
    end: ShardEnd,
}

/// The games in one part of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct ShardFile {
    /// The header, with the games to play.
    pub head: ShardHeader,
    /// The games that have been played.
    pub rows: Vec<SeedRow>,
    /// The progress.
    pub end: ShardEnd,
    /// The rows as lines of the file.
    text: String,
}

/// The reason why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The file cannot be read or written.
    #[error("cannot use {0}: {1}")]
    File(PathBuf, io::Error),
    /// The file is not a games file.
    #[error("{0} is not a games file: line {1} {2}")]
    Form(PathBuf, usize, String),
    /// The file is too short to be a games file.
    #[error("{0} is not a games file: it {1}; expected a header line and a final progress line")]
    Short(PathBuf, &'static str),
    /// The file was written by another version of the program.
    #[error("{0} has format {1}; this program reads format {FORMAT}")]
    Format(PathBuf, u32),
    /// The file contains games of a different experiment.
    #[error("{0} contains games of another experiment: {1}")]
    Other(PathBuf, String),
    /// Two files contain the same games.
    #[error("{0} and {1} both contain games from number {2} on")]
    Twice(PathBuf, PathBuf, u64),
    /// Games are missing.
    #[error("{0}")]
    Missing(String),
}

impl ShardFile {
    /// Creates a file that contains no games yet.
    pub fn begin(experiment: &Experiment, part: ShardPart) -> ShardFile {
        let (from, to) = part.range(experiment.games);
        ShardFile::empty(ShardHeader { experiment: experiment.clone(), from, to, question: None })
    }

    pub(crate) fn empty(head: ShardHeader) -> ShardFile {
        let maps =
            if head.experiment.observed { vec![Maps::default(); head.experiment.variants.len()] } else { Vec::new() };
        ShardFile { head, rows: Vec::new(), end: ShardEnd { done: 0, maps }, text: String::new() }
    }

    /// Returns whether all games have been played.
    pub fn is_complete(&self) -> bool {
        self.head.from + self.end.done == self.head.to
    }

    /// Adds the games from the next seed.
    pub fn add(&mut self, row: SeedRow, traces: &[Trace]) {
        self.end.maps.iter_mut().zip(traces).for_each(|(maps, trace)| maps.add_game(trace));
        self.push(row);
    }

    pub(crate) fn push(&mut self, row: SeedRow) {
        self.text += &line(&row);
        self.rows.push(row);
        self.end.done += 1;
    }

    /// Returns the full contents of the file.
    pub fn text(&self) -> String {
        line(&self.head) + &self.text + &line(&EndLine { end: self.end.clone() })
    }

    /// Writes the file atomically: readers find either the old file or the new one.
    pub fn write(&self, path: &Path) -> Result<(), ShardError> {
        atomic_file::write(path, self.text()).map_err(|error| ShardError::File(path.to_owned(), error))
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<ShardFile, ShardError> {
        let bytes = fs::read(path).map_err(|error| ShardError::File(path.to_owned(), error))?;
        let form = |at: usize, what: String| ShardError::Form(path.to_owned(), at, what);
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            form(1 + before.iter().filter(|byte| **byte == b'\n').count(), "is not UTF-8 text".to_owned())
        })?;
        let lines: Vec<&str> = text.lines().collect();
        let [head, rows @ .., end] = &lines[..] else {
            let fact = if lines.is_empty() { "is empty" } else { "has only one line" };
            return Err(ShardError::Short(path.to_owned(), fact));
        };
        if let Some(other) = format_of(head).filter(|format| *format != FORMAT) {
            return Err(ShardError::Format(path.to_owned(), other));
        }
        let fact = "is a result written by `--jsonl`; the games are in the file written by `--output`";
        let head: ShardHeader = parse_line(head, || "the header: {\"experiment\":…".to_owned())
            .map_err(|wrong| form(1, if is_fact(head) { fact.to_owned() } else { wrong }))?;
        let mut file = ShardFile::empty(head);
        for (at, row) in rows.iter().enumerate() {
            let games = || format!("the games from seed {}: {{\"games\":…", file.next_seed());
            let row: SeedRow = parse_line(row, games).map_err(|wrong| form(at + 2, wrong))?;
            if !file.expects(&row) {
                return Err(form(
                    at + 2,
                    format!("has different games; expected one of each variant from seed {}", file.next_seed()),
                ));
            }
            file.push(row);
        }
        let last = |wrong| form(lines.len(), wrong);
        let EndLine { end } = parse_line(end, || "the progress: {\"end\":…".to_owned()).map_err(last)?;
        if end.done != file.end.done || end.maps.len() != file.end.maps.len() {
            return Err(last(format!("does not match the {} games above it", file.end.done)));
        }
        file.end = end;
        Ok(file)
    }

    /// Returns the seed of the next games.
    fn next_seed(&self) -> u64 {
        self.head.experiment.seed.wrapping_add(self.head.from + self.end.done)
    }

    /// Returns whether a row contains the next games.
    fn expects(&self, row: &SeedRow) -> bool {
        let seed = self.next_seed();
        row.games.len() == self.head.experiment.variants.len() && row.games.iter().all(|game| game.result.seed == seed)
    }

    /// Reads an existing file, or begins a new one.
    pub fn go_on(self, path: &Path) -> Result<ShardFile, ShardError> {
        Ok(self.resume(path)?.unwrap_or(self))
    }

    /// Reads an existing file; `None` if there is none. A file from a different experiment is refused. A file that
    /// covers a whole experiment with fewer games is extended.
    pub fn resume(&self, path: &Path) -> Result<Option<ShardFile>, ShardError> {
        if !path.exists() {
            return Ok(None);
        }
        let mut there = ShardFile::read(path)?;
        if self.head.is_whole() && there.head.is_whole() && there.head.to < self.head.to {
            (there.head.to, there.head.experiment.games) = (self.head.to, self.head.experiment.games);
        }
        match difference(&self.head, &there.head) {
            None => Ok(Some(there)),
            Some(what) => Err(ShardError::Other(path.to_owned(), what)),
        }
    }
}

/// Returns the first difference between two headers.
fn difference(wanted: &ShardHeader, there: &ShardHeader) -> Option<String> {
    let [games, played] = [wanted, there].map(|head| head.experiment.games);
    let as_long = Experiment { games, ..there.experiment.clone() };
    match () {
        () if as_long != wanted.experiment => {
            let what = unlike(&wanted.experiment, &as_long).unwrap_or_else(|| "some setting".to_owned());
            Some(format!("it differs in {what}"))
        }
        () if games < played => Some(format!("it is for {played} games, and can be extended but not shortened")),
        () if games > played => Some(format!(
            "it is part of a run of {played} games, and a run of {games} games is divided differently; \
             merge all parts with `lab merge` and extend the result"
        )),
        () if (wanted.from, wanted.to) != (there.from, there.to) => {
            let range = |head: &ShardHeader| format!("{} to {}", head.from + 1, head.to);
            Some(format!("it contains games {}, not {}", range(there), range(wanted)))
        }
        () => question_difference(wanted, there).map(|what| format!("it differs in {what}")),
    }
}

/// Describes the difference between the questions of two headers; `None` if they are equal. A header without a question
/// matches any other.
pub(crate) fn question_difference(one: &ShardHeader, other: &ShardHeader) -> Option<String> {
    let (one, other) = (one.question.as_ref()?, other.question.as_ref()?);
    let told =
        |question: &ComparisonQuestion| format!("side {}, margin {} wins in 100 games", question.side, question.wins());
    (one != other).then(|| format!("the question ({} and {})", told(one), told(other)))
}

/// Returns the first difference between two experiments, worded for messages.
pub(crate) fn unlike(one: &Experiment, other: &Experiment) -> Option<String> {
    let told = |what: &str, one: String, other: String| (one != other).then(|| format!("{what} ({one} and {other})"));
    let variants = |experiment: &Experiment| {
        experiment.variants.iter().map(|variant| variant.name.clone()).collect::<Vec<_>>().join(", ")
    };
    let of_variant = || {
        let mut pairs = one.variants.iter().zip(&other.variants);
        pairs.find_map(|(one, other)| {
            let name = &one.name;
            told(&format!("the rules of `{name}`"), one.lock.rules_hash.clone(), other.lock.rules_hash.clone())
                .or_else(|| {
                    told(
                        &format!("the changes made for `{name}`"),
                        join_names(&one.changes),
                        join_names(&other.changes),
                    )
                })
                .or_else(|| told(&format!("the mods of `{name}`"), join_names(&one.mods), join_names(&other.mods)))
                .or_else(|| {
                    told(
                        &format!("the options chosen for `{name}`"),
                        join_settings(&one.options),
                        join_settings(&other.options),
                    )
                })
                .or_else(|| {
                    told(
                        &format!("the values set for `{name}`"),
                        join_settings(&one.cells),
                        join_settings(&other.cells),
                    )
                })
                .or_else(|| {
                    told(
                        &format!("the players of `{name}`"),
                        format!("{:?}", one.players),
                        format!("{:?}", other.players),
                    )
                })
                .or_else(|| (one.lock != other.lock).then(|| format!("the pack files used for `{name}`")))
        })
    };
    told("the scenario", one.scenario.clone(), other.scenario.clone())
        .or_else(|| told("the first seed", one.seed.to_string(), other.seed.to_string()))
        .or_else(|| told("the number of games", one.games.to_string(), other.games.to_string()))
        .or_else(|| told("the variants", variants(one), variants(other)))
        .or_else(|| {
            (one.observed != other.observed)
                .then(|| "whether losses, columns, rules and territory were recorded".to_owned())
        })
        .or_else(of_variant)
}

fn join_names(all: &[String]) -> String {
    if all.is_empty() { "none".to_owned() } else { all.join(" ") }
}

fn join_settings(all: &[(String, String)]) -> String {
    join_names(&all.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>())
}

/// Parses a line, or explains what is wrong with it.
fn parse_line<T: DeserializeOwned>(line: &str, expected: impl FnOnce() -> String) -> Result<T, String> {
    serde_json::from_str(line).map_err(|error| {
        let wrong = match error.classify() {
            Category::Eof => "is incomplete".to_owned(),
            Category::Syntax | Category::Io => format!("is not valid JSON at character {}", error.column()),
            Category::Data => "has unexpected content".to_owned(),
        };
        format!("{wrong}; expected {}", expected())
    })
}

/// Returns whether a line belongs to the results of a comparison, as written by `--jsonl`, and so not to a games file.
fn is_fact(head: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(head).is_ok_and(|line| line.get("kind").is_some())
}

fn format_of(head: &str) -> Option<u32> {
    let head: serde_json::Value = serde_json::from_str(head).ok()?;
    head["experiment"]["format"].as_u64().and_then(|format| u32::try_from(format).ok())
}

fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}
