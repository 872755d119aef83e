//! Reads files from addresses.

mod git;
mod web;

pub use git::{CloneLimits, clone};
pub use web::{Limits, Web};

use crate::address::Address;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchError {
    /// There is no such file.
    Missing,
    /// The server or the folder cannot be reached at the moment.
    Unreachable(String),
    /// The address, the response or the file is not acceptable.
    Refused(String),
}

/// Fetches files from addresses.
pub trait Fetch {
    /// Fetches a file. Fails if it is larger than `max` bytes.
    fn fetch(&self, from: &Address, max: u64) -> Result<Vec<u8>, FetchError>;
}

/// A fetcher that always fails, so that only the cache is used.
pub struct Offline;

impl Fetch for Offline {
    fn fetch(&self, _: &Address, _: u64) -> Result<Vec<u8>, FetchError> {
        Err(FetchError::Unreachable("working offline".to_owned()))
    }
}

impl FetchError {
    /// Describes the error.
    pub fn text(&self) -> &str {
        match self {
            FetchError::Missing => "there is no such file",
            FetchError::Unreachable(why) | FetchError::Refused(why) => why,
        }
    }
}

/// Creates the error for a file that is too large.
fn too_large(max: u64) -> FetchError {
    FetchError::Refused(format!("it is larger than the limit of {max} bytes"))
}

/// Reads a file on this machine.
fn read_file(path: &Path, max: u64) -> Result<Vec<u8>, FetchError> {
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound if path.parent().is_some_and(Path::is_dir) => FetchError::Missing,
        _ => FetchError::Unreachable(error.to_string()),
    };
    let is_file = path.metadata().map_err(failed)?.is_file();
    if !is_file {
        return Err(FetchError::Refused("it is not a file".to_owned()));
    }
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(max + 1).read_to_end(&mut bytes)).map_err(failed)?;
    if bytes.len() as u64 > max { Err(too_large(max)) } else { Ok(bytes) }
}
