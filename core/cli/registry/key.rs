//! `grognard registry key`: makes the keys of a registry.

use crate::failure::Failure;
use crate::registries;
use crate::screen::Screen;
use grognard_packs::Diagnostic;
use grognard_play::atomic_file;
use grognard_registry::{KeyPair, SigningKey, check_key};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Make a pair of keys: a secret one to sign a registry, and a public one for its players.
#[derive(clap::Args)]
pub struct Args {
    /// Write the secret key to this file, which must not exist, and the public key to the same name with `.pub`.
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
        write_new(&self.file, &pair.secret)?;
        let public = PathBuf::from(format!("{}.pub", self.file.display()));
        let text = format!("untrusted comment: public key of a registry\n{}\n", pair.public);
        atomic_file::write(&public, text).map_err(Failure::file(&public))?;
        screen.say(&format!(
            "{} has the secret key: keep it where only you and your CI can read it\n{} has the public key: {}",
            self.file.display(),
            public.display(),
            pair.public
        ))
    }
}

/// Writes a secret to a new file that nobody else can read.
fn write_new(file: &Path, secret: &str) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(file).and_then(|mut file| file.write_all(secret.as_bytes()));
    written.map_err(Failure::file(file))
}

/// Reads a secret key.
pub fn read(file: &Path) -> Result<SigningKey, Failure> {
    let text = std::fs::read_to_string(file).map_err(Failure::file(file))?;
    SigningKey::parse(&text).map_err(registries::failure)
}

/// Returns a public key that was given as text, or as the name of its file.
pub fn public(given: &str) -> Result<String, Failure> {
    let text = match std::fs::read_to_string(given) {
        Ok(text) => text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned(),
        Err(_) => given.to_owned(),
    };
    check_key(&text).map_err(registries::failure)?;
    Ok(text)
}
