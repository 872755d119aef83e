//! `grognard list`: lists the scenarios, mods and systems that can be played.

use crate::command_line::CommandLine;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::roots::nothing_here;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_packs::schema::Setting;
use grognard_packs::{Diagnostic, Kind, Library, OptionDecl, Pack};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// List scenarios, mods and systems with their options.
#[derive(clap::Args)]
pub struct Args {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A pack in the list.
#[derive(Serialize)]
struct PackEntry<'a> {
    id: &'a str,
    short: &'a str,
    version: String,
    name: &'a str,
    summary: Option<&'a str>,
    system: Option<&'a str>,
    requires: &'a BTreeMap<String, String>,
    /// For a scenario, all options of the battle, including those of its system and libraries.
    options: Cow<'a, BTreeMap<String, OptionDecl>>,
    /// The languages into which the pack is translated.
    languages: Vec<String>,
    folder: String,
}

/// The whole list.
#[derive(Serialize)]
struct PackList<'a> {
    scenarios: Vec<PackEntry<'a>>,
    mods: Vec<PackEntry<'a>>,
    systems: Vec<PackEntry<'a>>,
    libraries: Vec<PackEntry<'a>>,
    translations: Vec<PackEntry<'a>>,
    /// The reasons why some packs are not listed.
    problems: &'a [Diagnostic],
}

impl Args {
    /// Prints the list. Broken packs do not make the command fail, since the other packs can be played.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let library = Library::open(roots);
        if library.packs().is_empty() && library.diagnostics.is_empty() {
            return Err(Failure::usage(nothing_here(roots)));
        }
        let listing = PackList::new(&library);
        if self.json {
            return screen.json(&listing.with_options_of_battles(&library));
        }
        let text = listing.describe((&library, roots), language, screen);
        screen.say(&text)?;
        if !library.diagnostics.is_empty() {
            crate::screen::complain(|colour| grognard_packs::render(&library.diagnostics, colour));
        }
        Ok(())
    }
}

impl<'a> PackList<'a> {
    fn new(library: &'a Library) -> PackList<'a> {
        let of = |kind| {
            library.packs().iter().filter(move |pack| pack.manifest.kind.serves_as(kind)).map(PackEntry::new).collect()
        };
        PackList {
            scenarios: of(Kind::Scenario),
            mods: of(Kind::Mod),
            systems: of(Kind::System),
            libraries: of(Kind::Library),
            translations: of(Kind::Translation),
            problems: &library.diagnostics,
        }
    }

    fn with_options_of_battles(mut self, library: &Library) -> PackList<'a> {
        for scenario in &mut self.scenarios {
            // For a battle that cannot be loaded, the options in its manifest are listed.
            if let Ok(loaded) = grognard_packs::load(library, scenario.id, &[], &[]) {
                scenario.options = Cow::Owned(loaded.system.options);
            }
        }
        self
    }

    fn describe(&self, (library, roots): (&Library, &[PathBuf]), language: &LanguageArg, screen: &Screen) -> String {
        let own = language.own();
        let kind_folders = [
            ("Scenarios", &self.scenarios),
            ("Mods", &self.mods),
            ("Systems", &self.systems),
            ("Translations", &self.translations),
        ];
        let mut text = String::new();
        for (title, packs) in kind_folders.iter().filter(|(_, packs)| !packs.is_empty()) {
            text += &format!("{}\n", screen.bold(&own.say(title, &[])));
            for listed in packs.iter() {
                let catalogue = library.get(listed.id).map(|pack| language.of_pack(library, pack)).unwrap_or_default();
                text += &listed.describe(&catalogue, screen);
            }
            text.push('\n');
        }
        match self.scenarios.first() {
            Some(first) => {
                text + &own
                    .say("Play with: {1}", &[&CommandLine::here(roots).word("play").word(first.short).to_string()])
                    + "\n"
            }
            None => text + &own.say("No scenarios found. Use --packs to name a folder of packs.", &[]) + "\n",
        }
    }
}

impl<'a> PackEntry<'a> {
    fn new(pack: &'a Pack) -> PackEntry<'a> {
        let manifest = &pack.manifest;
        PackEntry {
            id: pack.id(),
            short: pack.short(),
            version: pack.version.to_string(),
            name: &manifest.name,
            summary: manifest.summary.as_deref(),
            system: manifest.system.as_deref(),
            requires: &manifest.requires,
            options: Cow::Borrowed(&manifest.options),
            languages: pack.languages(),
            folder: pack.folder.path().display().to_string(),
        }
    }

    fn describe(&self, catalogue: &Catalogue, screen: &Screen) -> String {
        let summary = self.summary.map(|summary| format!(": {}", catalogue.name(summary))).unwrap_or_default();
        let name = catalogue.name(self.name);
        let mut text = format!("  {} {}\n      {name}{summary}\n", screen.bold(self.short), screen.dim(&self.version));
        if !self.languages.is_empty() {
            text += &format!("      --lang {}\n", self.languages.join("|"));
        }
        for (name, option) in self.options.iter() {
            text += &format!(
                "      --option {name}={}\n          {}\n",
                values(option),
                describe_option(option, catalogue)
            );
        }
        text
    }
}

fn values(option: &OptionDecl) -> String {
    match &option.default {
        Setting::Bool(_) => "true|false".to_owned(),
        Setting::Int(_) => match (option.min, option.max) {
            (Some(min), Some(max)) => format!("{min}..{max}"),
            _ => "NUMBER".to_owned(),
        },
        Setting::Word(_) => option.values.join("|"),
    }
}

fn describe_option(option: &OptionDecl, catalogue: &Catalogue) -> String {
    let default = match &option.default {
        Setting::Bool(on) => on.to_string(),
        Setting::Int(number) => number.to_string(),
        Setting::Word(word) => word.clone(),
    };
    let label = option.label.as_deref().map(|label| format!("{}; ", catalogue.name(label))).unwrap_or_default();
    let rule = option.rule.as_deref().map(|rule| format!(" ({rule})")).unwrap_or_default();
    format!("{label}{}{rule}", catalogue.say("{1} by default", &[&default]))
}
