//! `grognard store`: lists and cleans up the packs that games were started with, which are kept under the hash of their
//! files.

use crate::data_folder;
use crate::failure::Failure;
use crate::screen::Screen;
use grognard_packs::Diagnostic;
use grognard_packs::store::{Store, StoreEntry};
use grognard_play::save::Header;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// List or clean up the store: the packs that games were started with.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    List(List),
    Clean(Clean),
}

/// List the packs in the store, and the saves that need them.
#[derive(clap::Args)]
struct List {
    /// Also consider these saves or folders of saves.
    saves: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Remove entries that no save needs, and damaged ones.
///
/// The command finds saves in the saves folder, in the current folder, and at the paths given here.
#[derive(clap::Args)]
struct Clean {
    /// Also consider these saves or folders of saves.
    saves: Vec<PathBuf>,
    /// Keep entries added within the last N days, in case saves kept elsewhere need them.
    #[arg(long, value_name = "N", default_value_t = 30)]
    keep_days: u64,
}

/// An entry with the saves that need it.
#[derive(Serialize)]
struct StoredPack {
    #[serde(flatten)]
    entry: StoreEntry,
    saves: Vec<String>,
}

impl Args {
    /// Runs the subcommand.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let store = data_folder::store();
        match &self.command {
            Command::List(args) => args.run(&store, screen),
            Command::Clean(args) => args.run(&store, screen),
        }
    }
}

impl List {
    fn run(&self, store: &Store, screen: &mut Screen) -> Result<(), Failure> {
        let listed = list_entries(store, &self.saves)?;
        if self.json {
            return screen.json(&listed);
        }
        let lines: String = listed.iter().map(|listed| listed.describe(screen)).collect();
        let size: u64 = listed.iter().map(|listed| listed.entry.size).sum();
        let total = match listed.len() {
            0 => "The store is empty.\n".to_owned(),
            count => format!(
                "{count} {}, {} in {}\n",
                if count == 1 { "pack" } else { "packs" },
                bytes(size),
                store.root().display()
            ),
        };
        screen.say(&(lines + &total))
    }
}

impl Clean {
    fn run(&self, store: &Store, screen: &mut Screen) -> Result<(), Failure> {
        let young = Duration::from_secs(self.keep_days.saturating_mul(24 * 60 * 60));
        let is_young =
            |entry: &StoreEntry| entry.since.and_then(|since| since.elapsed().ok()).is_some_and(|age| age < young);
        let mut lines = String::new();
        for StoredPack { entry, saves } in list_entries(store, &self.saves)? {
            let why = match &entry.problem {
                Some(problem) => problem.as_str(),
                None if saves.is_empty() && !is_young(&entry) => "not needed by any save",
                None => continue,
            };
            store.remove(&entry.content).map_err(Failure::file(store.root()))?;
            lines += &format!("removed {} ({}): {why}\n", name(&entry), entry.content);
        }
        screen.say(if lines.is_empty() { "Nothing to remove." } else { &lines })
    }
}

impl StoredPack {
    fn describe(&self, screen: &Screen) -> String {
        let saves = match (&self.entry.problem, &self.saves[..]) {
            (Some(problem), _) => screen.warn(problem),
            (None, []) => "not needed by any save".to_owned(),
            (None, [one]) => one.clone(),
            (None, [first, others @ ..]) => format!("{first} and {} more", others.len()),
        };
        let content = screen.dim(&self.entry.content);
        format!("{}  {}\n    {saves}\n    {content}\n", screen.bold(&name(&self.entry)), bytes(self.entry.size))
    }
}

fn name(entry: &StoreEntry) -> String {
    match (&entry.id, &entry.version) {
        (Some(id), Some(version)) => format!("{id} {version}"),
        _ => "a damaged entry".to_owned(),
    }
}

fn bytes(size: u64) -> String {
    match size {
        0..1024 => format!("{size} bytes"),
        _ if size < 1 << 20 => format!("{} KB", size.div_ceil(1024)),
        _ => format!("{} MB", size.div_ceil(1 << 20)),
    }
}

/// Returns the entries of the store, with the saves that need them.
fn list_entries(store: &Store, named: &[PathBuf]) -> Result<Vec<StoredPack>, Failure> {
    if let Some(missing) = named.iter().find(|path| !path.exists()) {
        return Err(Failure::usage(Diagnostic::general(
            "E401",
            format!("there is no save or folder {}", missing.display()),
        )));
    }
    let own = [data_folder::saves(), PathBuf::from(".")];
    let mut needed: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in own.iter().chain(named).flat_map(|path| data_folder::saves_in(path)) {
        // A save that is damaged below its header still needs its packs.
        let Some(header) = Header::peek(&path) else { continue };
        for pack in header.lock.packs {
            let saves = needed.entry(pack.content).or_default();
            saves.push(display_path(&path));
            saves.dedup();
        }
    }
    let with_saves =
        |entry: StoreEntry| StoredPack { saves: needed.get(&entry.content).cloned().unwrap_or_default(), entry };
    Ok(store.entries().into_iter().map(with_saves).collect())
}

fn display_path(path: &Path) -> String {
    grognard_packs::source::display_path(path)
}
