//! `grognard import`: a map drawn as text or in Tiled becomes a `map.toml`.

use crate::failure::Failure;
use crate::screen::Screen;
use grognard_lab::atomic_file;
use grognard_packs::{Diagnostic, import};
use std::path::PathBuf;

/// Make a map.toml from a map drawn as text or in Tiled (.tmx).
#[derive(clap::Args)]
pub struct Args {
    /// The drawing.
    drawing: PathBuf,
    /// The file to write; without it the map is printed.
    #[arg(short, long, value_name = "map.toml")]
    output: Option<PathBuf>,
    /// Replace the file if it is there.
    #[arg(long, requires = "output")]
    force: bool,
}

impl Args {
    /// Reads the drawing and writes the map.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let drawing = import::import(&self.drawing).map_err(Failure::Wrong)?;
        let name = self.drawing.file_name().unwrap_or_default().to_string_lossy();
        let text = drawing.toml(&name);
        let Some(path) = &self.output else { return screen.say(text.trim_end()) };
        if path.exists() && !self.force {
            let error = Diagnostic::general("E513", format!("{} is there already", path.display()));
            return Err(Failure::usage(error.help("add --force to replace it")));
        }
        atomic_file::write(path, text).map_err(Failure::file(path))?;
        screen.say(&path.display().to_string())
    }
}
