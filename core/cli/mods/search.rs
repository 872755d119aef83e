//! `grognard mods search`: finds packs in registries.

use crate::failure::Failure;
use crate::registries::{self, RegistryArgs};
use crate::screen::Screen;
use grognard_packs::installed::Installed;
use grognard_registry::format::SearchEntry;
use grognard_registry::{Registry, SearchResult, search, usable};
use serde::Serialize;

/// Find packs in registries, by words in their ids, names and summaries.
#[derive(clap::Args)]
pub struct Args {
    /// Words to search for; only packs that match all of them are listed. By default, list every pack.
    words: Vec<String>,
    #[command(flatten)]
    registry: RegistryArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A search result, with the installed version of the pack.
#[derive(Serialize)]
struct FoundPack<'a> {
    registry: &'a str,
    #[serde(flatten)]
    entry: &'a SearchEntry,
    installed: Option<String>,
}

impl Args {
    /// Lists the packs that match the words.
    pub fn run(&self, installed: &Installed, screen: &mut Screen) -> Result<(), Failure> {
        let client = self.registry.client()?;
        let registries = client.open_usable()?;
        let list = |registry: &Registry| registry.packs().map(|packs| (registry.name().to_owned(), packs));
        let (lists, errors) = usable(registries.all().iter().map(list)).map_err(registries::failure)?;
        registries::show_errors(&errors);
        let library = installed.library();
        let found = |SearchResult { registry, entry }| FoundPack {
            registry,
            entry,
            installed: library.get(&entry.id).map(|pack| pack.version.to_string()),
        };
        let found: Vec<FoundPack> = search(&lists, &self.words).into_iter().map(found).collect();
        screen.report(self.json, &found, |screen| match &found[..] {
            [] => "No packs found.".to_owned(),
            all => all.iter().map(|pack| pack.describe(screen)).collect(),
        })
    }
}

impl FoundPack<'_> {
    fn describe(&self, screen: &Screen) -> String {
        let SearchEntry { id, version, kind, system, name, summary } = self.entry;
        let system = system.as_ref().filter(|system| *system != id);
        let system = system.map(|system| format!(" for {system}")).unwrap_or_default();
        let state = match &self.installed {
            Some(installed) if *installed == version.to_string() => "  installed".to_owned(),
            Some(installed) => format!("  {installed} is installed"),
            None => String::new(),
        };
        let summary = summary.as_ref().map(|summary| format!(": {summary}")).unwrap_or_default();
        let head = format!("{} {}  {}{system}{state}", screen.bold(id), screen.dim(&version.to_string()), kind.word());
        format!("{head}  {}\n    {name}{summary}\n", screen.dim(self.registry))
    }
}
