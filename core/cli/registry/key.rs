//! `grognard registry key`: creates the keys of a registry.

use crate::failure::Failure;
use crate::registries;
use crate::screen::Screen;
use grognard_packs::Diagnostic;
use grognard_play::atomic_file;
use grognard_registry::{KeyPair, SigningKey, check_key};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Create a key pair: a secret key that signs a registry, and a public key with which players verify it.
#[derive(clap::Args)]
pub struct Args {
    /// File for the secret key, which must not exist yet; the public key is written to a file of the same name with
    /// `.pub` appended.
    file: PathBuf,
}

impl Args {
    /// Writes both keys to files, and prints the public key.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        let pair = KeyPair::generate().map_err(Failure::wrong)?;
        if self.file.symlink_metadata().is_ok() {
            let error = Diagnostic::general("E735", format!("{} already exists", self.file.display()));
            return Err(Failure::usage(error.help("choose another file: an overwritten key cannot be recovered")));
        }
        write_new(&self.file, &pair.secret)?;
        let public = PathBuf::from(format!("{}.pub", self.file.display()));
        let text = format!("untrusted comment: public key of a registry\n{}\n", pair.public);
        atomic_file::write(&public, text).map_err(Failure::file(&public))?;
        screen.say(&format!(
            "{} holds the secret key: keep it where only you and your CI can read it\n{} holds the public key: {}",
            self.file.display(),
            public.display(),
            pair.public
        ))
    }
}

/// Writes a secret to a new file. On Unix, only the file's owner can read it.
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

/// Parses a public key, given as a string or as the name of a file that contains it.
pub fn public(given: &str) -> Result<String, Failure> {
    let text = match std::fs::read_to_string(given) {
        Ok(text) if text.contains("secret key") => {
            let error = Diagnostic::general("E735", format!("{given} contains a secret key"));
            return Err(Failure::usage(error.help("name the public key file, whose name ends in `.pub`")));
        }
        Ok(text) => text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned(),
        Err(_) => given.to_owned(),
    };
    check_key(&text).map_err(registries::failure)?;
    Ok(text)
}
