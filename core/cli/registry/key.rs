//! `grognard registry key`: makes the keys of a registry.

use crate::failure::Failure;
use crate::registries;
use crate::screen::Screen;
use grognard_packs::Diagnostic;
use grognard_registry::KeyPair;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

/// Make a pair of keys: a secret one to sign a registry, and a public one for its players.
#[derive(clap::Args)]
pub struct Args {
    /// Write the secret key to this file, which must not exist.
    file: PathBuf,
}

impl Args {
    /// Writes the secret key and prints the public one.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let pair = KeyPair::generate().map_err(Failure::wrong)?;
        if self.file.symlink_metadata().is_ok() {
            let error = Diagnostic::general("E735", format!("{} exists", self.file.display()));
            return Err(Failure::usage(error.help("choose another file: a key that is lost cannot be replaced")));
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let failed = Failure::file(&self.file);
        options.open(&self.file).and_then(|mut file| file.write_all(pair.secret.as_bytes())).map_err(failed)?;
        screen.say(&format!(
            "{} has the secret key: keep it where only you and your CI can read it\npublic key {}",
            self.file.display(),
            pair.public
        ))
    }
}

/// Reads a secret key.
pub fn read(file: &std::path::Path) -> Result<grognard_registry::SigningKey, Failure> {
    let text = std::fs::read_to_string(file).map_err(Failure::file(file))?;
    grognard_registry::SigningKey::parse(&text).map_err(registries::failure)
}
