//! Keeps the answers of the type checker, on which `grognard check` would otherwise spend half of its time.

use crate::{data_folder, own_program};
use grognard_play::atomic_file;
use grognard_types::TypeCheckRequest;
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

/// The number of answers above which the oldest are deleted.
const MAX_ANSWERS: usize = 400;

/// The file of an answer. Its name is a hash of the request and the program, so there is no answer yet for scripts,
/// declarations or a checker that have changed.
pub struct TypeCache(PathBuf);

impl TypeCache {
    /// Returns the place of the answer to a request; `None` if the program cannot be identified. The folders of the
    /// scripts do not matter.
    pub fn of(request: &TypeCheckRequest) -> Option<TypeCache> {
        let about = fs::metadata(own_program::path().ok()?).ok()?;
        let built = about.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let mut hash = blake3::Hasher::new();
        hash.update(format!("{} {} {}\n", env!("CARGO_PKG_VERSION"), about.len(), built.as_nanos()).as_bytes());
        let modules = request.files.iter().map(|file| (&file.module, &file.source));
        let about = serde_json::to_vec(&(&request.definitions, modules.collect::<Vec<_>>())).ok()?;
        hash.update(&about);
        Some(TypeCache(folder().join(format!("{}.json", hash.finalize().to_hex()))))
    }

    /// Returns the answer, if it has been kept.
    pub fn answer(&self) -> Option<String> {
        fs::read_to_string(&self.0).ok()
    }

    /// Keeps an answer. Does nothing if it cannot be written: the next check then takes longer.
    pub fn keep(&self, answer: &str) {
        let _ = fs::create_dir_all(folder()).and_then(|()| atomic_file::write(&self.0, answer));
        delete_oldest();
    }
}

fn folder() -> PathBuf {
    data_folder::folder().join("cache/types")
}

/// Deletes the oldest answers if there are too many.
fn delete_oldest() {
    let files = fs::read_dir(folder()).into_iter().flatten().flatten();
    let mut files: Vec<(SystemTime, PathBuf)> =
        files.filter_map(|file| Some((file.metadata().ok()?.modified().ok()?, file.path()))).collect();
    if files.len() > MAX_ANSWERS {
        files.sort();
        files[..files.len() - MAX_ANSWERS].iter().for_each(|(_, file)| drop(fs::remove_file(file)));
    }
}
