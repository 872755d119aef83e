//! `grognard packs`: copies packs for editing.

use crate::command_line::CommandLine;
use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::roots::relative;
use crate::screen::Screen;
use grognard_packs::source::{Folder, ReadError, display_path};
use grognard_packs::{Diagnostic, Kind, Library, Pack};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Copy built-in or installed packs for editing.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Eject(Eject),
}

/// Copy a pack to the current folder for editing.
///
/// Commands run in this folder use the copy instead of the original.
#[derive(clap::Args)]
struct Eject {
    /// Pack to copy; if a scenario and its game system have the same name, the scenario is copied.
    #[arg(value_name = "PACK")]
    named: String,
    /// Also copy the packs that it requires, such as the game system of a battle.
    #[arg(long)]
    with_required: bool,
    /// Create the copies in this folder, under `scripts`, `scenarios` or `mods`.
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A copied pack.
#[derive(Serialize)]
struct Copy {
    id: String,
    folder: String,
    files: usize,
}

impl Args {
    /// Runs the subcommand.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        match &self.command {
            Command::Eject(args) => args.run(roots, screen),
        }
    }
}

impl Eject {
    fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let (library, _, name) = PackNames::of(roots, &self.named)?;
        let wanted = match library.find(Kind::Scenario, &name) {
            Ok(battle) => battle,
            Err(_) => library.find_any(&Kind::ALL, &name).map_err(Failure::usage)?,
        };
        let mut packs = vec![wanted];
        if self.with_required {
            add_required(&mut packs, &library);
        }
        let copies: Vec<(&Pack, PathBuf)> = packs.iter().map(|pack| (*pack, self.target(pack))).collect();
        for (pack, target) in &copies {
            refuse_existing(pack, target)?;
        }
        let copies = copies.iter().map(|(pack, target)| copy(pack, target)).collect::<Result<Vec<Copy>, Failure>>()?;
        screen.report(self.json, &copies, |_| self.describe(wanted, &copies))
    }

    fn target(&self, pack: &Pack) -> PathBuf {
        let name = pack.folder.path().file_name().unwrap_or_default();
        self.folder.join(pack.manifest.kind.folder()).join(name)
    }

    fn describe(&self, wanted: &Pack, copies: &[Copy]) -> String {
        let mut text = String::new();
        for Copy { folder, files, .. } in copies {
            text += &format!("created {folder} ({files} {})\n", if *files == 1 { "file" } else { "files" });
        }
        let here = || CommandLine::here(std::slice::from_ref(&self.folder));
        let next = match wanted.manifest.kind {
            Kind::Scenario => here().word("play").word(wanted.short()),
            _ => here().word("check").word(&copies[0].folder),
        };
        text + &format!("\nEdit the files, then try them:\n  {next}\n")
    }
}

/// Adds the packs that the listed ones require, directly or indirectly.
fn add_required<'a>(packs: &mut Vec<&'a Pack>, library: &'a Library) {
    let mut known: BTreeSet<&str> = packs.iter().map(|pack| pack.id()).collect();
    let mut next = 0;
    while let Some(&pack) = packs.get(next) {
        let required = pack.manifest.system.iter().chain(pack.manifest.requires.keys());
        packs.extend(required.filter_map(|id| library.get(id)).filter(|pack| known.insert(pack.id())));
        next += 1;
    }
}

fn refuse_existing(pack: &Pack, target: &Path) -> Result<(), Failure> {
    if target.symlink_metadata().is_err() {
        return Ok(());
    }
    let same = target.canonicalize().ok() == pack.folder.path().canonicalize().ok();
    let error = Diagnostic::general("E531", format!("{} already exists", target.display()));
    Err(Failure::usage(error.help(match same {
        true => "nothing was copied; this is the pack that is in use, and you can edit it",
        false => "nothing was copied; choose another folder with --in",
    })))
}

/// Copies a pack, completely or not at all.
fn copy(pack: &Pack, target: &Path) -> Result<Copy, Failure> {
    let parent = target.parent().unwrap_or(target);
    fs::create_dir_all(parent).map_err(Failure::file(parent))?;
    let part = tempfile::Builder::new().prefix(".part-").tempdir_in(parent).map_err(Failure::file(parent))?;
    let staged = part.path().join("pack");
    let files = write_files(&pack.folder, &staged)?;
    fs::rename(&staged, target).map_err(Failure::file(target))?;
    Ok(Copy { id: pack.id().to_owned(), folder: display_path(&relative(target)), files })
}

/// Copies the files of a pack, without the permissions of the originals. Returns the number of files.
fn write_files(folder: &Folder, target: &Path) -> Result<usize, Failure> {
    let unreadable = |name: &str, error: ReadError| Failure::wrong(folder.unreadable(name, &error));
    let names = folder.files("").map_err(|error| unreadable("", error))?;
    for name in &names {
        let bytes = folder.read_bytes(name).map_err(|error| unreadable(name, error))?;
        let path = target.join(name);
        let below = path.parent().unwrap_or(target);
        fs::create_dir_all(below).and_then(|()| fs::write(&path, bytes)).map_err(Failure::file(&path))?;
    }
    Ok(names.len())
}
