//! `grognard new system`: creates the smallest complete game system, with a battle to play.

use super::PackTarget;
use super::skeleton::{Placeholders, Skeleton};
use crate::failure::Failure;
use crate::screen::Screen;
use grognard_packs::{API_RANGE, Kind, Library};
use std::path::PathBuf;

/// Create a game system: movement, combat, victory, and a battle to play.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PackTarget,
}

macro_rules! files {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("skeleton/system/", $name)))),*]
    };
}

/// The skeleton files of the rules.
const SYSTEM: &[(&str, &str)] = files!(
    "pack.toml",
    "system.toml",
    "sequence.toml",
    "rulebook.toml",
    "charts/crt.toml",
    "movement.luau",
    "combat.luau",
    "victory.luau",
    "evaluate.luau"
);

/// The skeleton files of the battle, which also serves as the template for new battles.
const TEMPLATE: &[(&str, &str)] = files!(
    "template/pack.toml",
    "template/scenario.toml",
    "template/map.toml",
    "template/units.toml",
    "template/charts/calendar.toml",
    "template/mist.luau",
    "template/tests/battle.md"
);

impl Args {
    /// Creates the system.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let library = Library::open(roots);
        let name = self.place.name(&library)?;
        let system = format!("{}-system", name.id);
        self.place.check_free(&system, &library)?;
        let words = Placeholders::from([
            ("id", name.id.clone()),
            ("title", name.title),
            ("system", system),
            ("api", API_RANGE.to_owned()),
        ]);
        // In the template, the names of battles are still placeholders.
        let open = words.iter().map(|(word, value)| match *word {
            "id" | "title" => (*word, format!("{{{{{word}}}}}")),
            _ => (*word, value.clone()),
        });
        let mut rules = Skeleton::new(self.place.target(Kind::System));
        rules.fill(&files_without(SYSTEM, ""), &words, str::to_owned)?;
        rules.fill(&files_without(TEMPLATE, ""), &open.collect(), str::to_owned)?;
        let mut battle = Skeleton::new(self.place.target(Kind::Scenario));
        battle.fill(&files_without(TEMPLATE, "template/"), &words, str::to_owned)?;
        self.place.write(&[rules, battle], roots, &name.id, "", screen)
    }
}

fn files_without(files: &[(&str, &str)], without: &str) -> Vec<(String, String)> {
    files.iter().map(|(name, text)| (name.trim_start_matches(without).to_owned(), (*text).to_owned())).collect()
}
