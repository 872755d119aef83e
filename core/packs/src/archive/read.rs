//! Reads untrusted archives. Suspicious entries are reported by name, before anything is written.

use super::entry_name;
use crate::diagnostic::{Diagnostic, tidy};
use crate::source::{MAX_FILE, MAX_FILES, MAX_TOTAL};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

/// Maximum size of an archive, in bytes.
pub const MAX_ARCHIVE: u64 = 64 << 20;

/// The maximum compression ratio of a file. Ordinary text stays below it; a zip bomb does not.
const WORST_RATIO: u64 = 100;

/// The maximum size, in bytes, of files whose compression ratio is not checked.
const SMALL: u64 = 1 << 20;

/// The file name of the manifest. The folder that contains it is the root of the pack.
const MANIFEST: &str = "pack.toml";

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// Reads the archive at `path`, and returns the files of its pack by name.
pub fn read(path: &Path) -> Result<BTreeMap<String, Vec<u8>>, Vec<Diagnostic>> {
    let shown = crate::source::display_path(path);
    let refused =
        |error: std::io::Error| vec![Diagnostic::file("E701", &shown, format!("the archive cannot be read: {error}"))];
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MAX_ARCHIVE + 1).read_to_end(&mut bytes)).map_err(refused)?;
    files(&shown, &bytes)
}

/// Reads the pack in an archive, and returns its files by name. `shown` is the name of the archive in messages.
pub fn files(shown: &str, bytes: &[u8]) -> Result<BTreeMap<String, Vec<u8>>, Vec<Diagnostic>> {
    let mut reader = ArchiveReader { shown, out: Vec::new() };
    let files = reader.read(bytes);
    match files {
        Some(files) if reader.out.is_empty() => reader.pack(files).map_err(|error| vec![error]),
        _ => Err(few(shown, tidy(reader.out))),
    }
}

/// Maximum number of entries listed for each kind of fault. The rest are only counted.
const MAX_ALIKE: usize = 5;

fn few(shown: &str, all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut alike: BTreeMap<&str, usize> = BTreeMap::new();
    let mut told = Vec::new();
    for error in all {
        let count = alike.entry(error.code).or_default();
        *count += 1;
        if *count <= MAX_ALIKE {
            told.push(error);
        }
    }
    let more = alike.into_iter().filter(|(_, count)| *count > MAX_ALIKE);
    told.extend(
        more.map(|(_, count)| Diagnostic::file("E199", shown, format!("and {} more of this kind", count - MAX_ALIKE))),
    );
    told
}

struct ArchiveReader<'a> {
    shown: &'a str,
    out: Vec<Diagnostic>,
}

/// An entry of the central directory.
struct ArchiveEntry {
    index: usize,
    name: String,
    is_folder: bool,
    size: u64,
}

impl ArchiveReader<'_> {
    fn error(&mut self, code: &'static str, message: impl Into<String>) {
        self.out.push(Diagnostic::file(code, self.shown, message));
    }

    fn odd(&mut self, name: &str, code: &'static str, problem: &str) {
        self.error(code, format!("the entry `{}` is refused: {problem}", name.escape_debug()));
    }

    fn read(&mut self, bytes: &[u8]) -> Option<BTreeMap<String, Vec<u8>>> {
        if bytes.len() as u64 > MAX_ARCHIVE {
            self.error("E704", format!("the archive is larger than {} megabytes", MAX_ARCHIVE >> 20));
            return None;
        }
        let mut archive = match ZipArchive::new(Cursor::new(bytes)) {
            Ok(archive) => archive,
            Err(error) => {
                self.error("E701", format!("not a readable zip file: {}", words(&error)));
                return None;
            }
        };
        if archive.len() > MAX_FILES {
            self.error("E704", format!("the archive has {} entries; the limit is {MAX_FILES}", archive.len()));
            return None;
        }
        let entries = self.check_entries(&mut archive, bytes);
        if !self.out.is_empty() {
            return None;
        }
        self.unpack(&mut archive, &entries)
    }

    /// Checks every entry without unpacking any.
    fn check_entries(&mut self, archive: &mut Archive, bytes: &[u8]) -> Vec<ArchiveEntry> {
        let mut entries = Vec::new();
        let mut places = Vec::new();
        for index in 0..archive.len() {
            match archive.by_index_raw(index) {
                Ok(file) => {
                    let name = self.name(file.name_raw(), file.is_dir());
                    self.check_kind(&name, file.unix_mode(), file.encrypted(), file.compression());
                    self.check_size(&name, file.size(), file.compressed_size());
                    places.push((
                        file.header_start(),
                        file.data_start().unwrap_or(u64::MAX).saturating_add(file.compressed_size()),
                        name.clone(),
                    ));
                    entries.push(ArchiveEntry { index, name, is_folder: file.is_dir(), size: file.size() });
                }
                Err(error) => {
                    self.error("E701", format!("entry {} of the archive cannot be read: {}", index + 1, words(&error)))
                }
            }
        }
        let total: u64 = entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.size));
        if total > MAX_TOTAL {
            self.error(
                "E704",
                format!("the archive unpacks to {} megabytes; the limit is {}", total >> 20, MAX_TOTAL >> 20),
            );
        }
        self.check_places(places);
        self.check_twins(&entries, archive.central_directory_start(), bytes);
        if self.out.is_empty()
            && let Err(error) = archive.validate_header_consistency()
        {
            self.error("E707", format!("the archive is inconsistent: {}", words(&error)));
        }
        entries
    }

    fn name(&mut self, raw: &[u8], is_folder: bool) -> String {
        match std::str::from_utf8(raw) {
            Ok(name) => {
                let bare = if is_folder { name.trim_end_matches('/') } else { name };
                if let Some(problem) = entry_name::problem(bare) {
                    self.odd(name, "E702", &problem);
                }
                bare.to_owned()
            }
            Err(_) => {
                let name = String::from_utf8_lossy(raw).into_owned();
                self.odd(&name, "E702", "its name is not UTF-8 text");
                name
            }
        }
    }

    fn check_kind(&mut self, name: &str, mode: Option<u32>, encrypted: bool, method: CompressionMethod) {
        match mode.unwrap_or_default() & 0o170_000 {
            0 | 0o100_000 | 0o040_000 => {}
            0o120_000 => self.odd(name, "E703", "it is a link"),
            _ => self.odd(name, "E703", "it is a device or a pipe"),
        }
        if encrypted {
            self.odd(name, "E706", "it is encrypted");
        } else if !matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated) {
            self.odd(name, "E706", "it is compressed with a method other than deflate");
        }
    }

    fn check_size(&mut self, name: &str, size: u64, packed: u64) {
        if size > MAX_FILE {
            self.odd(
                name,
                "E704",
                &format!("it unpacks to {} megabytes; the limit is {}", size.div_ceil(1 << 20), MAX_FILE >> 20),
            );
        } else if size > SMALL && size / WORST_RATIO > packed {
            self.odd(name, "E704", &format!("it unpacks to more than {WORST_RATIO} times its size in the archive"));
        }
    }

    /// Reports entries whose data overlaps, as in a zip bomb that unpacks the same data many times.
    fn check_places(&mut self, mut places: Vec<(u64, u64, String)>) {
        places.sort();
        for pair in places.windows(2).filter(|pair| pair[0].1 > pair[1].0) {
            self.odd(&pair[1].2, "E707", &format!("it overlaps with `{}`", pair[0].2.escape_debug()));
        }
    }

    /// Reports entries that would become the same file on some systems. The zip library keeps only one of several
    /// entries with the same name, so duplicates are found by reading the central directory again.
    fn check_twins(&mut self, entries: &[ArchiveEntry], directory: u64, bytes: &[u8]) {
        let mut known: BTreeMap<String, &ArchiveEntry> = BTreeMap::new();
        for entry in entries {
            if let Some(other) = known.insert(entry.name.to_lowercase(), entry) {
                self.odd(
                    &entry.name,
                    "E705",
                    &format!("`{}` is the same file on some systems", other.name.escape_debug()),
                );
            }
        }
        for entry in entries {
            let folders = entry.name.match_indices('/').map(|(at, _)| &entry.name[..at]);
            for folder in
                folders.filter(|folder| known.get(&folder.to_lowercase()).is_some_and(|other| !other.is_folder))
            {
                self.odd(&entry.name, "E705", &format!("`{folder}` is a file"));
            }
        }
        let mut names: Vec<Vec<u8>> = directory_names(usize::try_from(directory).unwrap_or(usize::MAX), bytes);
        names.sort();
        for pair in names.windows(2).filter(|pair| pair[0] == pair[1]) {
            self.odd(&String::from_utf8_lossy(&pair[0]), "E705", "it appears twice");
        }
    }

    fn unpack(&mut self, archive: &mut Archive, entries: &[ArchiveEntry]) -> Option<BTreeMap<String, Vec<u8>>> {
        let mut files = BTreeMap::new();
        for entry in entries.iter().filter(|entry| !entry.is_folder) {
            let mut bytes = Vec::new();
            // Never read more bytes than the directory states: an entry with more is malicious.
            let result = archive
                .by_index(entry.index)
                .map_err(|error| words(&error))
                .and_then(|file| file.take(entry.size + 1).read_to_end(&mut bytes).map_err(|error| error.to_string()));
            match result {
                Err(problem) => self.odd(&entry.name, "E708", &format!("it cannot be unpacked: {problem}")),
                Ok(_) if bytes.len() as u64 != entry.size => {
                    self.odd(&entry.name, "E708", "its size differs from the size that the archive states")
                }
                Ok(_) => drop(files.insert(entry.name.clone(), bytes)),
            }
        }
        Some(files)
    }

    /// Returns the files of the pack, named relative to its root: the top level of the archive or its only folder.
    /// Hidden files are left out.
    fn pack(&self, files: BTreeMap<String, Vec<u8>>) -> Result<BTreeMap<String, Vec<u8>>, Diagnostic> {
        let is_hidden = |name: &str| name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX");
        let files: BTreeMap<_, _> = files.into_iter().filter(|(name, _)| !is_hidden(name)).collect();
        if files.contains_key(MANIFEST) {
            return Ok(files);
        }
        let top = files.keys().next().and_then(|name| name.split_once('/')).map(|(top, _)| format!("{top}/"));
        let is_pack = |top: &String| {
            files.contains_key(&format!("{top}{MANIFEST}")) && files.keys().all(|name| name.starts_with(top.as_str()))
        };
        match top.filter(is_pack) {
            Some(top) => Ok(files.into_iter().map(|(name, bytes)| (name[top.len()..].to_owned(), bytes)).collect()),
            None => {
                let error = Diagnostic::file("E709", self.shown, "there is no pack in the archive");
                Err(error.help("put pack.toml at the top level of the archive or into its only folder"))
            }
        }
    }
}

/// Returns the names in the central directory, including duplicates.
fn directory_names(directory: usize, bytes: &[u8]) -> Vec<Vec<u8>> {
    const HEADER: usize = 46;
    let mut names = Vec::new();
    let mut rest = bytes.get(directory..).unwrap_or_default();
    while let Some(header) = rest.get(..HEADER).filter(|header| header.starts_with(b"PK\x01\x02")) {
        let length = |at: usize| usize::from(u16::from_le_bytes([header[at], header[at + 1]]));
        let end = HEADER + length(28);
        names.extend(rest.get(HEADER..end).map(<[u8]>::to_vec));
        rest = rest.get(end + length(30) + length(32)..).unwrap_or_default();
    }
    names
}

fn words(error: &ZipError) -> String {
    match error {
        ZipError::Io(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            "it ends too early (was the download complete?)".to_owned()
        }
        ZipError::InvalidArchive(text) if text.contains("EOCD") => {
            "the central directory is missing (was the download complete?)".to_owned()
        }
        ZipError::InvalidArchive(text) => text.to_string(),
        ZipError::UnsupportedArchive(text) => (*text).to_owned(),
        other => other.to_string(),
    }
}
