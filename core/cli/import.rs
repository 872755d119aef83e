//! `grognard import`: turns a map drawn as text or in Tiled into a `map.toml`.

use crate::failure::Failure;
use crate::screen::Screen;
use grognard_import::Drawing;
use grognard_packs::Diagnostic;
use grognard_packs::source::display_path;
use grognard_play::atomic_file;
use std::path::{Path, PathBuf};

/// Create a map.toml from a map drawn as text or in Tiled (.tmx).
#[derive(clap::Args)]
pub struct Args {
    /// Map to import: a text drawing or a Tiled `.tmx` file.
    drawing: PathBuf,
    /// Write the map to this file; by default, print it.
    #[arg(short, long, value_name = "map.toml")]
    output: Option<PathBuf>,
    /// Update the file if it exists, and keep the parts that do not come from the drawing.
    #[arg(long, requires = "output")]
    force: bool,
}

impl Args {
    /// Reads the drawing and writes the map.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let drawing = grognard_import::import(&self.drawing).map_err(Failure::Wrong)?;
        let name = self.drawing.file_name().unwrap_or_default().to_string_lossy();
        let Some(path) = &self.output else { return screen.say(drawing.toml(&name).trim_end()) };
        let text = match path.exists() {
            true => self.merge_into_file(&drawing, &name, path)?,
            false => drawing.toml(&name),
        };
        atomic_file::write(path, text).map_err(Failure::file(path))?;
        screen.say(&path.display().to_string())
    }

    /// Returns the existing file, updated from the drawing.
    fn merge_into_file(&self, drawing: &Drawing, name: &str, path: &Path) -> Result<String, Failure> {
        if !self.force {
            let error = Diagnostic::general("E513", format!("{} already exists", path.display()));
            let help = "add --force to update it from the drawing; everything else in the file is kept";
            return Err(Failure::usage(error.help(help)));
        }
        let there = std::fs::read_to_string(path).map_err(Failure::file(path))?;
        drawing.merge(&display_path(path), &there, name).map_err(Failure::Wrong)
    }
}
