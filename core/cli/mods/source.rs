//! The arguments of `grognard mods install`: a path, an address, a repository, or the name of a pack in a registry.

use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::registries;
use grognard_packs::installed::{InstallLock, OriginSource, StagedPack};
use grognard_packs::{Diagnostic, Kind, Library, archive, is_managed};
use grognard_registry::{Address, CloneLimits, Fetch, FetchError, Request, clone, digest, is_digest};
use std::path::{Path, PathBuf};

/// Where a pack comes from.
pub enum PackSource {
    /// A folder or an archive on this machine.
    Path(PathBuf),
    /// An archive on a server, with the expected hash if the user gave one.
    Archive { address: Address, blake3: Option<String> },
    /// A git repository, with a branch or tag if the user gave one.
    Repository { address: Address, reference: Option<String> },
    /// A pack in a registry.
    Request(Request),
}

impl PackSource {
    /// Parses an argument. If it is neither an address nor a path, it is the name of a pack in a registry if it
    /// contains `@`. Without `@`, it is one if registries are configured and no pack of that name is found in the
    /// folders that `grognard mods` does not manage.
    pub fn parse(text: &str, roots: &[PathBuf], has_registries: bool) -> Result<PackSource, Failure> {
        let address = |text: &str| Address::parse(text, Path::new(".")).map_err(registries::failure);
        let part = |rest: &str| match rest.split_once('#') {
            Some((start, end)) => (start.to_owned(), Some(end.to_owned())),
            None => (rest.to_owned(), None),
        };
        if let Some(rest) = text.strip_prefix("git+") {
            let (start, reference) = part(rest);
            return Ok(PackSource::Repository { address: address(&start)?, reference });
        }
        if text.contains("://") {
            let (start, hash) = part(text);
            let blake3 = hash.map(|hash| hash.strip_prefix("blake3=").unwrap_or(&hash).to_owned());
            if blake3.as_ref().is_some_and(|hash| !is_digest(hash)) {
                let error = Diagnostic::general("E720", format!("the part of `{text}` after `#` is not a BLAKE3 hash"));
                return Err(Failure::usage(
                    error.help("write `#blake3=` and 64 hexadecimal digits, or leave that part out"),
                ));
            }
            return Ok(PackSource::Archive { address: address(&start)?, blake3 });
        }
        let path = Path::new(text);
        let is_archive = path.extension().is_some_and(|end| end == "zip");
        if is_archive || !is_request(text, roots, has_registries) {
            return local(text, roots).map(PackSource::Path);
        }
        Request::parse(text).map(PackSource::Request).map_err(registries::failure)
    }

    /// Unpacks or copies the pack into a working folder. Returns `None` for a pack in a registry, whose version is yet
    /// to be chosen.
    pub fn stage(&self, turn: &InstallLock, fetch: &dyn Fetch) -> Result<Option<Unpacked>, Failure> {
        match self {
            PackSource::Path(path) => {
                let shown = grognard_packs::source::display_path(path);
                Unpacked::record(turn.stage(path)?, OriginSource::default(), shown).map(Some)
            }
            PackSource::Archive { address, blake3 } => download(turn, fetch, address, blake3.as_deref()).map(Some),
            PackSource::Repository { address, reference } => checkout(turn, address, reference.as_deref()).map(Some),
            PackSource::Request(_) => Ok(None),
        }
    }
}

/// A pack in a working folder.
pub struct Unpacked {
    /// The pack.
    pub staged: StagedPack,
    /// The name of the pack's source in messages.
    pub shown: String,
}

impl Unpacked {
    /// Records where the pack came from.
    pub fn record(staged: StagedPack, source: OriginSource, shown: String) -> Result<Unpacked, Failure> {
        staged.record(source)?;
        Ok(Unpacked { staged, shown })
    }
}

/// Returns whether an argument is to be read as the name of a pack in a registry.
fn is_request(text: &str, roots: &[PathBuf], has_registries: bool) -> bool {
    let is_path = PackNames::new(roots).is_path(text) || Path::new(text).exists();
    let own: Vec<PathBuf> = roots.iter().filter(|root| !is_managed(root)).cloned().collect();
    !is_path && (text.contains('@') || (has_registries && !Library::open(&own).knows(text)))
}

/// Returns the archive or folder that `text` names.
pub fn local(text: &str, roots: &[PathBuf]) -> Result<PathBuf, Failure> {
    let path = Path::new(text);
    if path.extension().is_some_and(|end| end == "zip") {
        path.metadata().map_err(Failure::file(path))?;
        return Ok(path.to_owned());
    }
    PackNames::new(roots).folder(text).map(|folder| crate::roots::relative(&folder))
}

fn download(
    turn: &InstallLock,
    fetch: &dyn Fetch,
    address: &Address,
    expected: Option<&str>,
) -> Result<Unpacked, Failure> {
    let failed = |error: FetchError| {
        let message = format!("cannot fetch {address}: {}", error.text());
        Failure::wrong(Diagnostic::general("E722", message).help("check the address and the connection"))
    };
    let bytes = fetch.fetch(address, archive::MAX_ARCHIVE).map_err(failed)?;
    let found = digest(&bytes);
    if expected.is_some_and(|expected| expected != found) {
        let error = Diagnostic::general("E724", format!("{address} is not the expected archive"));
        let expected = expected.unwrap_or_default();
        return Err(Failure::wrong(error.help(format!("expected the hash {expected}, found {found}"))));
    }
    let shown = address.to_string();
    let files = archive::files(&shown, &bytes).map_err(Failure::Wrong)?;
    let source = OriginSource { url: Some(shown.clone()), blake3: Some(found), ..OriginSource::default() };
    Unpacked::record(turn.stage_files(&shown, files)?, source, shown)
}

fn checkout(turn: &InstallLock, address: &Address, reference: Option<&str>) -> Result<Unpacked, Failure> {
    let ground = tempfile::tempdir().map_err(Failure::file(&tempfile::env::temp_dir()))?;
    let folder = ground.path().join("repository");
    clone(address, reference, &folder, CloneLimits::default()).map_err(registries::failure)?;
    let mut shown = format!("git+{address}");
    shown.extend(reference.map(|reference| format!("#{reference}")));
    let staged = turn.stage(&only_pack(&folder, &shown)?)?;
    let source = OriginSource { url: Some(shown.clone()), ..OriginSource::default() };
    Unpacked::record(staged, source, shown)
}

/// Returns the folder of the only pack in a repository, either the repository itself or a folder in `scripts`,
/// `scenarios` or `mods`. Fails unless there is exactly one pack.
fn only_pack(folder: &Path, shown: &str) -> Result<PathBuf, Failure> {
    let below = Kind::FOLDERS.iter().flat_map(|kind| std::fs::read_dir(folder.join(kind)).into_iter().flatten());
    let below = below.flatten().map(|entry| entry.path());
    let packs: Vec<PathBuf> =
        std::iter::once(folder.to_owned()).chain(below).filter(|path| crate::pack_name::is_pack(path)).collect();
    match &packs[..] {
        [one] => Ok(one.clone()),
        _ => {
            let error = Diagnostic::general("E709", format!("expected one pack in {shown}, found {}", packs.len()));
            Err(Failure::wrong(error.help("clone the repository and install one of its folders")))
        }
    }
}
