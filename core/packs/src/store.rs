//! The store keeps the packs that games were started with, by the hash of their files. A save can still get its packs
//! from the store when the originals have changed or are gone.
//!
//! Each entry is an archive, with the same limits as other archives. It is written to a temporary file and then
//! renamed. An entry is checked against its hash when it is read, so a damaged entry is reported and never used.

use crate::archive;
use crate::content_hash;
use crate::diagnostic::Diagnostic;
use crate::library::Pack;
use crate::lock::{Lock, LockedPack};
use crate::node::Node;
use crate::schema::Manifest;
use crate::schema_check;
use crate::source::Source;
use crate::tree;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// Prefix of the names of files that are being written.
const PART: &str = ".part-";

/// The files of a pack as they were read, with their hash.
#[derive(Clone, Debug)]
pub struct PackFiles {
    /// The hash of the files, as in the lock.
    pub content: String,
    /// The name and contents of each file, in ascending order of names.
    pub files: Vec<(String, Arc<Source>)>,
}

impl PackFiles {
    /// Reads those files of a pack that the loader reads in every battle, and computes the hash that a lock would
    /// contain.
    pub fn of(pack: &Pack) -> Result<PackFiles, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let declared = tree::declare(&[pack], pack, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut files = declared.files_of(pack.id()).to_vec();
        files.sort_by(|a, b| a.0.cmp(&b.0));
        let content = content_hash(files.iter().map(|(name, source)| (name.as_str(), source.text.as_bytes())));
        Ok(PackFiles { content, files })
    }
}

/// A folder that stores packs by their hashes.
#[derive(Clone, Debug)]
pub struct Store {
    root: PathBuf,
}

/// An entry of the store.
#[derive(Clone, Debug, serde::Serialize)]
pub struct StoreEntry {
    /// The hash.
    pub content: String,
    /// The id of the pack, if the entry is sound.
    pub id: Option<String>,
    /// The version of the pack, if the entry is sound.
    pub version: Option<String>,
    /// The size of the entry in bytes.
    pub size: u64,
    /// When the entry was stored.
    #[serde(skip)]
    pub since: Option<SystemTime>,
    /// What is wrong with the entry, if it is damaged.
    pub problem: Option<String>,
}

/// A temporary folder with packs unpacked from the store. Its files are deleted when this value is dropped.
#[derive(Debug)]
pub struct StoreRoot(tempfile::TempDir);

impl StoreRoot {
    /// Returns the path of the root.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

type Files = BTreeMap<String, Vec<u8>>;

impl Store {
    /// Opens the store in a folder, which need not exist.
    pub fn new(root: impl Into<PathBuf>) -> Store {
        Store { root: root.into() }
    }

    /// Returns the folder of the store.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns whether there is an entry, damaged or not.
    pub fn has(&self, content: &str) -> bool {
        self.file(content).is_some_and(|path| path.is_file())
    }

    /// Returns those packs in a lock that affect the rules and are missing from the store.
    pub fn missing<'a>(&self, lock: &'a Lock) -> Vec<&'a LockedPack> {
        lock.packs.iter().filter(|pack| pack.affects_rules && !self.has(&pack.content)).collect()
    }

    /// Returns the path of an entry's file; `None` if the hash is malformed.
    fn file(&self, content: &str) -> Option<PathBuf> {
        let digits = content.strip_prefix("b3:")?;
        let is_hash = digits.len() == 64 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_hash.then(|| self.root.join(format!("{digits}.zip")))
    }

    /// Stores a pack unless it is stored already; returns whether it was new.
    pub fn keep(&self, pack: &PackFiles) -> Result<bool, Diagnostic> {
        let wrong = |why: String| {
            Diagnostic::general("E711", format!("a pack cannot be stored in {}: {why}", self.root.display()))
        };
        let Some(path) = self.file(&pack.content) else {
            return Err(wrong(format!("`{}` is not a hash", pack.content)));
        };
        if path.is_file() {
            return Ok(false);
        }
        let odd =
            |(name, _): &(String, Arc<Source>)| archive::problem_of_name(name).map(|problem| (name.clone(), problem));
        if let Some((name, problem)) = pack.files.iter().find_map(odd) {
            return Err(wrong(format!("the file `{}` is not allowed: {problem}", name.escape_debug())));
        }
        let bytes = archive::write(pack.files.iter().map(|(name, source)| (name.as_str(), source.text.as_bytes())));
        let bytes = bytes.map_err(|error| wrong(error.to_string()))?;
        self.put(&path, &bytes).map(|()| true).map_err(|error| wrong(error.to_string()))
    }

    fn put(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        fs::create_dir_all(&self.root)?;
        let mut beside = tempfile::Builder::new().prefix(PART).tempfile_in(&self.root)?;
        beside.write_all(bytes)?;
        beside.as_file().sync_data()?;
        beside.persist(path).map(drop).map_err(|error| error.error)
    }

    /// Reads the files of an entry. Fails if they do not match its hash.
    fn read(&self, content: &str) -> Result<Files, Vec<Diagnostic>> {
        let missing = || vec![Diagnostic::general("E712", format!("the store has no pack with the hash {content}"))];
        let path = self.file(content).filter(|path| path.is_file()).ok_or_else(missing)?;
        let files = archive::read(&path)?;
        let met = content_hash(files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
        if met == content {
            return Ok(files);
        }
        let error = Diagnostic::file(
            "E713",
            crate::source::display_path(&path),
            format!("the entry is damaged: its files have the hash {met}"),
        );
        Err(vec![error.help("`grognard store clean` removes damaged entries")])
    }

    /// Unpacks the packs in a lock into a temporary folder. Packs that do not affect the rules may be missing.
    pub fn lay_out(&self, lock: &Lock) -> Result<StoreRoot, Vec<Diagnostic>> {
        let refused = |error: std::io::Error| {
            vec![Diagnostic::general("E714", format!("packs from the store cannot be unpacked: {error}"))]
        };
        let ground = StoreRoot(tempfile::Builder::new().prefix("grognard-").tempdir().map_err(refused)?);
        let mut errors = Vec::new();
        for (number, pack) in lock.packs.iter().enumerate() {
            match self.read(&pack.content) {
                Ok(files) => {
                    lay(&ground.path().join(kind_folder_of(&files)).join(number.to_string()), files).map_err(refused)?
                }
                Err(_) if !pack.affects_rules => {}
                Err(wrong) => errors.extend(wrong.into_iter().map(|error| with_pack(error, pack))),
            }
        }
        if errors.is_empty() { Ok(ground) } else { Err(errors) }
    }

    /// Returns all entries, sorted by id, version and age. Each entry is read completely.
    pub fn entries(&self) -> Vec<StoreEntry> {
        let files = fs::read_dir(&self.root).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut entries: Vec<StoreEntry> = files.filter_map(|path| self.entry(&path)).collect();
        entries.sort_by(|a, b| (&a.id, &a.version, a.since, &a.content).cmp(&(&b.id, &b.version, b.since, &b.content)));
        entries
    }

    fn entry(&self, path: &Path) -> Option<StoreEntry> {
        let content = format!("b3:{}", path.file_name()?.to_str()?.strip_suffix(".zip")?);
        self.file(&content)?;
        let meta = path.metadata().ok()?;
        let (manifest, problem) = match self.read(&content) {
            Ok(files) => (manifest(&files), None),
            Err(wrong) => (None, wrong.into_iter().next().map(|error| error.message)),
        };
        let (id, version) = manifest.map(|manifest| (manifest.id, manifest.version)).unzip();
        Some(StoreEntry { content, id, version, size: meta.len(), since: meta.modified().ok(), problem })
    }

    /// Removes an entry.
    pub fn remove(&self, content: &str) -> std::io::Result<()> {
        self.file(content).map_or(Ok(()), fs::remove_file)
    }
}

fn with_pack(error: Diagnostic, pack: &LockedPack) -> Diagnostic {
    Diagnostic { message: format!("{} {}: {}", pack.id, pack.version, error.message), ..error }
}

fn manifest(files: &Files) -> Option<Manifest> {
    let text = String::from_utf8(files.get("pack.toml")?.clone()).ok()?;
    let (tree, _) = Node::parse(&Source::new("pack.toml", text));
    schema_check::read(&tree, &mut Vec::new())
}

/// Returns the folder for packs of this pack's kind; `mods` if its manifest cannot be read.
fn kind_folder_of(files: &Files) -> &'static str {
    manifest(files).map_or("mods", |manifest| manifest.kind.folder())
}

fn lay(folder: &Path, files: Files) -> std::io::Result<()> {
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(&path, bytes)?;
    }
    Ok(())
}
