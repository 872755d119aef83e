//! `grognard mods`: manages the packs a player has installed.

mod acquire;
mod effect;
mod fetch;
mod info;
mod install;
mod list;
mod search;
mod source;
mod switch;
mod update;
mod verify;

use crate::data_folder;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::pack_name::PackNames;
use crate::screen::Screen;
use grognard_packs::installed::Installed;
use grognard_packs::{Diagnostic, Library, Pack, short_id};
use semver::VersionReq;
use std::path::PathBuf;

/// Find, install, update and remove mods and other packs.
///
/// Every command that accepts `--no-mods` uses the installed and enabled mods that belong to the battle. Pass
/// `--no-mods` to leave them out.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Search(search::Args),
    Info(info::Args),
    Install(install::Args),
    List(list::Args),
    Outdated(update::Outdated),
    Update(update::Update),
    Verify(verify::Args),
    Fetch(fetch::Args),
    Remove(switch::Remove),
    Enable(switch::Enable),
    Disable(switch::Disable),
}

impl Args {
    /// Returns whether the command loads untrusted packs.
    pub fn loads_packs(&self) -> bool {
        matches!(self.command, Command::Install(_) | Command::Info(_) | Command::Update(_))
    }

    /// Runs the subcommand.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let installed = data_folder::installed_packs();
        match &self.command {
            Command::List(args) => args.run(&installed, roots, language, screen),
            Command::Search(args) => args.run(&installed, screen),
            Command::Install(args) => args.run(&installed, roots, screen),
            Command::Outdated(args) => args.run(&installed, screen),
            Command::Update(args) => args.run(&installed, roots, screen),
            Command::Verify(args) => args.run(&installed, roots, screen),
            Command::Fetch(args) => args.run(roots, screen),
            Command::Remove(args) => args.run(&installed, roots, screen),
            Command::Enable(args) => args.run(&installed, roots, screen),
            Command::Disable(args) => args.run(&installed, roots, screen),
            Command::Info(args) => args.run(&installed, roots, language, screen),
        }
    }
}

/// Returns the id of the installed pack with this name.
fn id_of(installed: &Installed, name: &str, roots: &[PathBuf]) -> Result<String, Failure> {
    let name = &*PackNames::new(roots).name(name)?;
    let ids = installed.ids(&installed.library());
    let named: Vec<&str> = ids.iter().map(String::as_str).filter(|id| *id == name || short_id(id) == name).collect();
    match named[..] {
        [id] => Ok(id.to_owned()),
        [] => {
            let error = Diagnostic::general("E541", format!("no installed pack is called `{name}`"));
            let error = error.suggest(name, ids.iter().flat_map(|id| [id, short_id(id)]));
            Err(Failure::usage(if error.help.is_some() {
                error
            } else {
                error.help("list the installed packs with `grognard mods list`")
            }))
        }
        _ => {
            let error = Diagnostic::general("E541", format!("several installed packs are called `{name}`"));
            Err(Failure::usage(error.help(format!("write {}", named.join(" or ")))))
        }
    }
}

/// Returns the unmet requirements of a pack: `me.rivers >=1, <2`.
fn missing(pack: &Pack, library: &Library) -> Vec<String> {
    let system = pack.manifest.system.iter().map(|id| (id.as_str(), "*"));
    let listed = pack.manifest.requires.iter().map(|(id, range)| (id.as_str(), range.as_str()));
    let fits = |id: &str, range: &str| {
        let range = VersionReq::parse(range).unwrap_or(VersionReq::STAR);
        library.get(id).is_some_and(|other| range.matches(&other.version))
    };
    let lacking = listed.chain(system).filter(|(id, range)| !fits(id, range));
    lacking.map(|(id, range)| if range == "*" { id.to_owned() } else { format!("{id} {range}") }).collect()
}
