//! The trial of a pack before publication: commands that its author can also run, each in a separate process.

use crate::failure::Failure;
use grognard_packs::{Diagnostic, Kind, Library, Pack, belongs};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The number of games played in a trial.
const GAMES: &str = "20";

/// Runs the trial commands for a pack in these folders. Stops at the first command that fails, and returns its output
/// as the error.
pub fn try_out(pack: &Pack, roots: &[PathBuf]) -> Result<(), Failure> {
    let library = Library::open(roots);
    let id = pack.id();
    run(&["check", "--strict", id], roots)?;
    if !pack.folder.list("tests", "md").is_empty() {
        run(&["test", id], roots)?;
    }
    run(&["mods", "info", id, "--offline"], roots)?;
    let battle = library.scenarios().find(|battle| belongs(pack, battle, &library));
    match (pack.manifest.kind, battle) {
        (Kind::Scenario, _) => run(&["sim", id, "--games", GAMES, "--no-mods"], roots),
        (kind, Some(battle)) if kind.is_mod() => {
            run(&["sim", battle.id(), "--games", GAMES, "--no-mods", "--mod", id], roots)
        }
        (Kind::System, Some(battle)) => run(&["sim", battle.id(), "--games", GAMES, "--no-mods"], roots),
        _ => Ok(()),
    }
}

fn run(arguments: &[&str], roots: &[PathBuf]) -> Result<(), Failure> {
    let program = crate::own_program::path().map_err(Failure::file(std::path::Path::new("grognard")))?;
    let mut command = Command::new(&program);
    // An empty folder, so that packs beside the registry do not take part.
    let ground = tempfile::tempdir().map_err(Failure::file(&tempfile::env::temp_dir()))?;
    command.args(arguments).current_dir(ground.path()).stdin(Stdio::null());
    command.env("GROGNARD_DATA", ground.path().join("data")).env("GROGNARD_PACKS", "").env("GROGNARD_BUILT_IN", "off");
    for root in roots {
        command.arg("--packs").arg(std::path::absolute(root).unwrap_or_else(|_| root.clone()));
    }
    let output = command.output().map_err(Failure::file(&program))?;
    if output.status.success() {
        return Ok(());
    }
    let line = format!("grognard {}", arguments.join(" "));
    let printed = [output.stdout, output.stderr].concat();
    let error = Diagnostic::general("E740", format!("`{line}` failed"));
    Err(Failure::wrong(error.help(String::from_utf8_lossy(&printed).trim().to_owned())))
}
