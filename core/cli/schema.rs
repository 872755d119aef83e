//! `grognard schema`: writes the JSON Schemas of pack files, for editors.

use crate::failure::Failure;
use crate::screen::Screen;
use grognard_play::atomic_file;
use std::fs;
use std::path::PathBuf;

/// Write the JSON Schemas of pack files.
#[derive(clap::Args)]
pub struct Args {
    /// Write the schemas to this folder; by default, print them as one JSON object.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Args {
    /// Writes the schemas.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let schemas = grognard_packs::schemas();
        let Some(folder) = &self.output else {
            let all: serde_json::Map<_, _> = schemas.into_iter().collect();
            return screen.json(&all);
        };
        fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        for (name, schema) in schemas {
            let path = folder.join(name);
            let text =
                serde_json::to_string_pretty(&schema).map_err(|error| Failure::File(path.clone(), error.into()))?;
            atomic_file::write(&path, text + "\n").map_err(Failure::file(&path))?;
            screen.say(&path.display().to_string())?;
        }
        Ok(())
    }
}
