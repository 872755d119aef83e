//! Saves and replays. A save has one line of JSON for each event, so a crash loses at most the decision being typed.
//! Each line ends with a checksum that covers it and all lines above it.

mod battle;
mod checksum;
mod file;
mod rolls;

pub use file::{SaveFile, SaveUpdate};

use crate::battle::{Battle, BattleRequest};
use crate::seat::Seat;
use checksum::Checksum;
use grognard_engine::ids::SideId;
use grognard_engine::journal::{Entry, SavedEntry};
use grognard_engine::state::Winners;
use grognard_packs::suggest::nearest;
use grognard_packs::{Diagnostic, Lock};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The version of the save format.
pub const FORMAT: u32 = 2;

/// The last version without checksums. Such saves can still be read.
const FORMAT_WITHOUT_CHECKSUMS: u32 = 1;

/// The maximum length of the first line of a save, in bytes.
const MAX_HEADER: u64 = 1 << 20;

/// The first line of a save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub grognard_save: u32,
    /// The scenario.
    pub scenario: String,
    /// The mods.
    pub mods: Vec<String>,
    /// Options set by the user.
    pub options: Vec<(String, String)>,
    /// The seed of the dice.
    pub seed: u64,
    /// The player of each side.
    pub players: BTreeMap<String, String>,
    /// The packs of the game: its initial packs, or the packs since the last change of rules.
    pub lock: Lock,
    /// Whether the game continues under these packs even if newer packs are available.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
}

/// The last line of a finished game's save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footer {
    /// The winners.
    #[serde(default)]
    pub winner: Winners<String>,
    /// The grade of the victory, if the rules have grades.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<String>,
    /// The reason why the game ended.
    pub reason: String,
    /// The hash of the final state.
    pub end: String,
    /// The side that lost because its program violated the protocol. Replaying the decisions of such a game does not
    /// end it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeited: Option<String>,
}

/// A parsed save.
#[derive(Clone, Debug)]
pub struct Save {
    /// The first line.
    pub header: Header,
    /// The entries.
    pub entries: Vec<SavedEntry>,
    /// The last line, if the game is over.
    pub footer: Option<Footer>,
    /// Whether the last line is cut off, as happens if the program is killed while writing it.
    pub cut_off: bool,
}

impl Header {
    /// Returns the first line of a save; `None` if the file is not a save. Neither the checksum nor the other lines are
    /// checked.
    pub fn peek(path: &Path) -> Option<Header> {
        // A device may deliver an endless first line.
        fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        let mut line = String::new();
        BufReader::new(fs::File::open(path).ok()?.take(MAX_HEADER)).read_line(&mut line).ok()?;
        let line = line.trim_end();
        let bare = checksum::split(line).map_or_else(|| line.to_owned(), |(bare, _)| bare.to_owned() + "}");
        serde_json::from_str(&bare).ok()
    }

    /// Returns the request that loads the battle of the save.
    pub fn request(&self, roots: &[PathBuf]) -> BattleRequest {
        BattleRequest {
            roots: roots.to_vec(),
            scenario: self.scenario.clone(),
            mods: self.mods.clone(),
            options: self.options.clone(),
            ..BattleRequest::default()
        }
    }
}

impl Save {
    /// Reads a save.
    pub fn read(path: &Path) -> Result<Save, Diagnostic> {
        let name = path.display().to_string();
        let bytes = fs::read(path)
            .map_err(|error| Diagnostic::general("E401", format!("cannot read the save {name}: {error}")))?;
        let text = String::from_utf8(bytes).map_err(|_| {
            Diagnostic::file("E402", &name, "a save must be UTF-8 text with one line of JSON for each entry")
        })?;
        Save::parse(&name, &text)
    }

    /// Parses the text of a save.
    pub fn parse(name: &str, text: &str) -> Result<Save, Diagnostic> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map(|(_, line)| line).unwrap_or_default();
        let mut sums = checksum::split(first).is_some().then(Checksum::default);
        let bare = checked(name, text, 1, first, &mut sums)?;
        let header: Header = serde_json::from_str(&bare).map_err(|error| {
            bad_line(name, text, 1, &bare, &error, "the first line of a save names its scenario, seed and packs")
        })?;
        if !(FORMAT_WITHOUT_CHECKSUMS..=FORMAT).contains(&header.grognard_save) {
            let message = format!("this save has format {}; this program reads format {FORMAT}", header.grognard_save);
            return Err(Diagnostic::line("E404", name, text, 1, message));
        }
        if sums.is_some() != (header.grognard_save > FORMAT_WITHOUT_CHECKSUMS) {
            return Err(damaged(name, text, 1));
        }
        let mut save = Save { header, entries: Vec::new(), footer: None, cut_off: false };
        // Blank lines at the end are ignored.
        let count = text.trim_end().lines().count();
        for (at, line) in lines.take_while(|(at, _)| *at < count) {
            let is_last = at + 1 == text.lines().count();
            if sums.is_some() && checksum::split(line).is_none() && !text.ends_with('\n') && is_last {
                save.cut_off = true;
                break;
            }
            let line = &checked(name, text, at + 1, line, &mut sums)?;
            if save.footer.is_some() {
                let error = Diagnostic::line("E409", name, text, at + 1, "found entries after the end of the game");
                return Err(error.help(format!("line {at} records the end of the game; delete everything below it")));
            }
            if let Ok(footer) = serde_json::from_str(line) {
                save.footer = Some(footer);
                continue;
            }
            match serde_json::from_str(line) {
                Ok(entry) => save.entries.push(entry),
                Err(_) if !text.ends_with('\n') && is_last => save.cut_off = true,
                Err(error) => {
                    return Err(bad_line(
                        name,
                        text,
                        at + 1,
                        line,
                        &error,
                        "each line of a save is an event, such as an answer, a roll or a reload",
                    ));
                }
            }
        }
        Ok(save)
    }

    /// Returns the player of each side of a battle. The default is a person.
    pub fn seats(&self, name: &str, text: &str, battle: &Battle) -> Result<Vec<Seat>, Diagnostic> {
        let sides: Vec<&str> = battle.content.seats().map(|(_, side)| side).collect();
        for (side, player) in &self.header.players {
            if !sides.contains(&side.as_str()) {
                let message = format!("there is no side `{side}` in this battle");
                return Err(in_header("E408", name, text, side, message, &sides));
            }
            if Seat::parse(player).is_none() {
                return Err(in_header(
                    "E408",
                    name,
                    text,
                    player,
                    format!("there is no player `{player}`"),
                    &Seat::NAMES,
                ));
            }
        }
        let seat = |(_, side): (SideId, &str)| {
            self.header.players.get(side).and_then(|player| Seat::parse(player)).unwrap_or(Seat::Person)
        };
        Ok(battle.content.seats().map(seat).collect())
    }

    /// Returns the entries for a battle. An error points to the line of an entry that names something unknown, or whose
    /// dice do not match the seed.
    pub fn entries(&self, name: &str, text: &str, battle: &Battle) -> Result<Vec<Entry>, Diagnostic> {
        if let Some((at, why)) = rolls::first_wrong(self.header.seed, &self.entries) {
            let error = Diagnostic::line("E407", name, text, at + 2, why);
            return Err(error.help("either this line or the seed in the first line was changed"));
        }
        let load = |(at, entry): (usize, &SavedEntry)| {
            Entry::load(entry, &battle.content).map_err(|refusal| {
                Diagnostic::line("E405", name, text, at + 2, refusal.reason).help("was it saved with different mods?")
            })
        };
        self.entries.iter().enumerate().map(load).collect()
    }
}

/// Joins the JSON lines of a save, in order. Adds checksums unless the format has none.
pub fn text<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut lines = lines.into_iter().peekable();
    let header = lines.peek().and_then(|first| serde_json::from_str::<Header>(first).ok());
    if header.is_some_and(|header| header.grognard_save <= FORMAT_WITHOUT_CHECKSUMS) {
        return lines.flat_map(|line| [line, "\n"]).collect();
    }
    let mut sums = Checksum::default();
    lines.map(|line| sums.seal(line)).collect()
}

/// Verifies the checksum of a line and returns the line without it. In a save without checksums, the line is returned
/// unchanged.
fn checked<'a>(
    name: &str,
    text: &str,
    number: usize,
    line: &'a str,
    sums: &mut Option<Checksum>,
) -> Result<Cow<'a, str>, Diagnostic> {
    let Some(sums) = sums else { return Ok(line.into()) };
    match checksum::split(line) {
        Some((bare, sum)) if sums.add(bare) == sum => Ok((bare.to_owned() + "}").into()),
        _ => Err(damaged(name, text, number)),
    }
}

/// Returns the error for a line with a wrong checksum.
fn damaged(name: &str, text: &str, line: usize) -> Diagnostic {
    let error =
        Diagnostic::line("E412", name, text, line, "the save is damaged: this line or one above it was changed");
    match line {
        1 => error.help("its checksum does not match; use a copy of the save, if there is one"),
        _ => error.help(format!(
            "its checksum does not match; use a copy of the save, or delete line {line} and everything \
                below it to continue from there"
        )),
    }
}

fn bad_line(name: &str, text: &str, line: usize, found: &str, error: &serde_json::Error, help: &str) -> Diagnostic {
    let what = error.to_string();
    let what = what.split(" at line ").next().unwrap_or(&what);
    let kind = if line == 1 { "the first line of a save" } else { "a line of a save" };
    let message = if text.is_empty() { "the file is empty".to_owned() } else { format!("this is not {kind}: {what}") };
    let mut diagnostic = Diagnostic::line("E403", name, text, line, message).help(help);
    // The position at which the line becomes invalid; serde counts bytes from 1.
    let start = text.split_inclusive('\n').take(line - 1).map(str::len).sum::<usize>();
    if let Some(at) = error.column().checked_sub(1).filter(|at| found.is_char_boundary(*at) && *at < found.len()) {
        diagnostic.span = start + at..start + found.len();
        diagnostic.column = found[..at].chars().count() + 1;
    }
    diagnostic
}

/// Returns an error in the first line of a save, with the wrong word marked.
fn in_header(code: &'static str, name: &str, text: &str, word: &str, message: String, known: &[&str]) -> Diagnostic {
    let mut diagnostic = Diagnostic::line(code, name, text, 1, message);
    let head = text.lines().next().unwrap_or_default();
    let players = head.find("\"players\"").unwrap_or_default();
    if let Some(at) = head[players..].find(&format!("\"{word}\"")) {
        let start = players + at + 1;
        diagnostic.span = start..start + word.len();
        diagnostic.column = head[..start].chars().count() + 1;
    }
    match nearest(word, known.iter().copied()) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic.help(format!("expected one of {}", known.join(", "))),
    }
}
