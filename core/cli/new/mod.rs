//! `grognard new`: creates an army, a battle, a mod, a cosmetic pack, a translation or a game system.

mod army;
mod battle;
mod cosmetic;
mod editor;
mod name;
mod skeleton;
mod starter_case;
mod starter_change;
mod system;
mod translation;
mod variant;

pub use battle::Sample;

use crate::command_line::CommandLine;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::roots;
use crate::screen::Screen;
use grognard_packs::source::display_path;
use grognard_packs::{Diagnostic, Kind, Library};
use name::Name;
use semver::Version;
use skeleton::Skeleton;
use std::path::PathBuf;

/// Create a new pack: small, commented, ready to play.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: NewCommand,
}

#[derive(clap::Subcommand)]
enum NewCommand {
    Army(army::Args),
    Battle(battle::Args),
    Mod(variant::Args),
    Cosmetic(cosmetic::Args),
    Translation(translation::Args),
    System(system::Args),
    Editor(editor::Args),
}

/// The options of all new packs.
#[derive(clap::Args)]
struct PackTarget {
    /// Name (lower-case letters, digits, hyphens); also the folder name.
    name: String,
    /// Id of the pack; defaults to `me.NAME`.
    #[arg(long)]
    id: Option<String>,
    /// Create the pack in this folder, under `scenarios`, `mods` or `scripts`.
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

impl Args {
    /// Creates the pack.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        match &self.command {
            NewCommand::Army(args) => args.run(roots, screen),
            NewCommand::Battle(args) => args.run(roots, screen),
            NewCommand::Mod(args) => args.run(roots, screen),
            NewCommand::Cosmetic(args) => args.run(roots, screen),
            NewCommand::Translation(args) => args.run(roots, language, screen),
            NewCommand::System(args) => args.run(roots, screen),
            NewCommand::Editor(args) => args.run(roots, screen),
        }
    }
}

impl PackTarget {
    /// Returns the name, after checking that it and the id are valid and unused.
    fn name(&self, library: &Library) -> Result<Name, Failure> {
        let name = Name::new(&self.name, self.id.as_deref())?;
        self.check_free(&name.id, library)?;
        Ok(name)
    }

    fn check_free(&self, id: &str, library: &Library) -> Result<(), Failure> {
        let Some(other) = library.get(id) else { return Ok(()) };
        let message = format!(
            "there is already a {} with the id `{id}`, in {}",
            other.manifest.kind.word(),
            other.folder.path().display()
        );
        Err(Failure::usage(Diagnostic::general("E532", message).help("choose another name, or an id with --id")))
    }

    /// Returns the folder for a new pack of a kind.
    fn target(&self, kind: Kind) -> PathBuf {
        self.folder.join(kind.folder()).join(&self.name)
    }

    /// Writes the packs and the files for editors, and prints the next steps.
    fn write(
        &self,
        packs: &[Skeleton],
        roots: &[PathBuf],
        scenario: &str,
        with: &str,
        screen: &mut Screen,
    ) -> Result<(), Failure> {
        skeleton::write(packs)?;
        for pack in packs {
            screen.say(&format!("created {}", display_path(&pack.target)))?;
        }
        let mut roots = roots.to_vec();
        roots::add(&mut roots, &self.folder);
        if let made @ 1.. = editor::write(&self.folder, &roots)?.written.len() {
            screen.say(&format!("created {made} files for completion and error checking in editors"))?;
        }
        screen.say(&self.next_steps(packs, scenario, with))
    }

    /// Suggests commands for new packs; the first pack is the requested one.
    fn next_steps(&self, packs: &[Skeleton], scenario: &str, with: &str) -> String {
        let grognard = || CommandLine::here(std::slice::from_ref(&self.folder));
        let play = grognard().word("play").word(scenario).words(with.split_whitespace());
        let mut lines = vec![play, grognard().word("check").word(&display_path(&packs[0].target))];
        lines.extend(packs.iter().any(Skeleton::has_tests).then(|| grognard().word("test").word(&self.name)));
        let lines: Vec<String> = lines.iter().map(|line| format!("  {line}\n")).collect();
        format!("\nYou can play it, and change it while you play:\n{}", lines.concat())
    }
}

/// Returns the range of compatible versions: `>=0.1, <1`.
fn range(version: &Version) -> String {
    format!(">={}.{}, <{}", version.major, version.minor, version.major + 1)
}
