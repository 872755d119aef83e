//! Pack files as they were read, and locations in them.

use crate::diagnostic::Diagnostic;
use crate::hash;
use grognard_luau::rule_tokens;
use std::fs::{self, DirEntry, File};
use std::io::Read;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Maximum size of a file in a pack, in bytes.
pub const MAX_FILE: u64 = 8 * 1024 * 1024;

/// Maximum total size of the files in a pack, in bytes.
pub const MAX_TOTAL: u64 = 128 * 1024 * 1024;

/// Endings of the names of files that editors, operating systems and games leave behind.
const LEFTOVERS: [&str; 9] = ["~", ".bak", ".orig", ".rej", ".tmp", ".part", ".jsonl", ".zip", ".log"];

/// Names of files and folders that file managers leave behind.
const STRAYS: [&str; 3] = ["Thumbs.db", "desktop.ini", "__MACOSX"];

/// The byte order mark, which some editors write at the beginning of a file. It is not part of the text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The file name and pack id of tweaks. Tweaks are applied after the patches of all packs. No pack can have this id.
pub const BY_HAND: &str = "by hand";

/// Maximum number of files in a pack.
pub const MAX_FILES: usize = 5000;

/// Maximum depth of folders in a pack.
pub const MAX_FOLDER_DEPTH: usize = 16;

/// Returns whether a file was left behind by an editor, an operating system or a game.
pub fn is_leftover(name: &str) -> bool {
    LEFTOVERS.iter().any(|ending| name.ends_with(ending)) || name.split('/').any(|part| STRAYS.contains(&part))
}

/// A text file, with its display name.
#[derive(Debug)]
pub struct Source {
    /// The name shown in diagnostics: `scripts/battle-for-moscow/system.toml`.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// The offset at which each line starts; computed when first needed.
    lines: OnceLock<Vec<usize>>,
    /// The hash of the tokens of a script; computed when first needed.
    tokens_hash: OnceLock<String>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }
}

impl Eq for Source {}

impl Source {
    /// Creates a source from a display name and the text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Arc::new(Source { name: name.into(), text: text.into(), lines: OnceLock::new(), tokens_hash: OnceLock::new() })
    }

    /// Returns the hash of the tokens, if the text is a script. Comments and white space do not affect it.
    pub fn tokens_hash(&self) -> &str {
        self.tokens_hash.get_or_init(|| hash(rule_tokens(&self.text).iter().map(|token| token.as_bytes())))
    }

    /// Returns the line and column of a byte offset, both from 1; columns count characters.
    pub fn line_column(&self, at: usize) -> (usize, usize) {
        let lines = self.lines.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
        });
        let line = lines.partition_point(|start| *start <= at).max(1);
        let before = self.text.get(lines[line - 1]..at).unwrap_or("");
        (line, before.chars().count() + 1)
    }
}

/// A range of bytes in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceSpan {
    /// The file that the range is in.
    pub source: Arc<Source>,
    /// The bytes.
    pub span: Range<usize>,
}

impl SourceSpan {
    /// Creates an empty span at the beginning of a file.
    pub fn start(source: &Arc<Source>) -> SourceSpan {
        SourceSpan { source: source.clone(), span: 0..0 }
    }

    /// Returns the line and column of the first byte, both from 1; columns count characters.
    pub fn line_column(&self) -> (usize, usize) {
        self.source.line_column(self.span.start)
    }
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The path is absolute or contains `..`.
    #[error("`{0}` is outside the folder of its pack")]
    Escape(String),
    /// The path is a link that leads out of the folder.
    #[error("`{0}` is a link that leads out of the folder of its pack")]
    Link(String),
    /// The file does not exist.
    #[error("there is no file `{0}`")]
    Missing(String),
    /// The path is a device, a pipe or a folder.
    #[error("`{0}` is not a regular file")]
    NotAFile(String),
    /// The file is larger than [`MAX_FILE`].
    #[error("`{0}` is larger than {size} megabytes, the limit for a file in a pack", size = MAX_FILE / 1024 / 1024)]
    Large(String),
    /// All files together are larger than [`MAX_TOTAL`]. The string is the first file beyond the limit.
    #[error("`{0}` takes the pack over the limit of {size} megabytes for all its files together", size = MAX_TOTAL / 1024 / 1024)]
    Total(String),
    /// The file is not valid UTF-8; the second string is the text before the first invalid byte.
    #[error("`{0}` is not UTF-8 text")]
    NotText(String, String),
    /// The operating system reported an error.
    #[error("`{0}` cannot be read: {1}")]
    Io(String, String),
    /// The name of a file is not valid UTF-8, or has characters that some systems do not allow.
    #[error("the name of `{0}` has characters that some systems do not allow")]
    Name(String),
    /// There are more than [`MAX_FILES`] files.
    #[error("`{0}` contains more than {MAX_FILES} files")]
    Many(String),
    /// A file is more than [`MAX_FOLDER_DEPTH`] folders deep.
    #[error("`{0}` is more than {MAX_FOLDER_DEPTH} folders deep")]
    Deep(String),
}

impl ReadError {
    /// Creates a diagnostic for the error. It is located in the file, whose display name is `shown`, or at `asked`,
    /// where the file was requested, if there is no such file in the pack.
    pub fn diagnostic(&self, shown: &str, asked: &SourceSpan) -> Diagnostic {
        let code = if matches!(self, ReadError::Escape(_) | ReadError::Link(_)) { "E109" } else { "E107" };
        match self {
            ReadError::Escape(_) | ReadError::Missing(_) => Diagnostic::at(code, asked, self.to_string()),
            ReadError::NotText(_, before) => {
                let span = before.len()..before.len() + 1;
                let source = Source::new(shown, format!("{before}\u{fffd}"));
                Diagnostic::at(code, &SourceSpan { source, span }, self.to_string())
            }
            _ => Diagnostic::file(code, shown, self.to_string()),
        }
    }
}

/// The folder of a pack. Files outside the folder cannot be read through it.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    real: PathBuf,
    shown: String,
}

impl Folder {
    /// Opens a folder.
    pub fn open(path: &Path) -> std::io::Result<Folder> {
        Ok(Folder { path: path.to_owned(), real: real_path(path)?, shown: display_path(path) })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates a diagnostic for a file of the folder that cannot be read.
    pub fn unreadable(&self, name: &str, error: &ReadError) -> Diagnostic {
        error.diagnostic(&self.show(name), &SourceSpan::start(&Source::new(self.show(name), "")))
    }

    /// Returns the display name of a file in the folder.
    pub fn show(&self, file: &str) -> String {
        format!("{}/{file}", self.shown)
    }

    /// Returns whether a file, a folder or a link, even a broken one, has this name.
    pub fn has(&self, file: &str) -> bool {
        self.path.join(file).symlink_metadata().is_ok()
    }

    /// Reads a text file below the folder.
    pub fn read(&self, file: &str) -> Result<Arc<Source>, ReadError> {
        let bytes = self.read_bytes(file)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let sound = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
            ReadError::NotText(file.into(), String::from_utf8_lossy(sound).into_owned())
        })?;
        Ok(Source::new(self.show(file), text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text)))
    }

    /// Reads a file below the folder as bytes.
    pub fn read_bytes(&self, file: &str) -> Result<Vec<u8>, ReadError> {
        let refused = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => ReadError::Missing(file.into()),
            _ => ReadError::Io(file.into(), error.to_string()),
        };
        let real = self.real_path(file)?;
        let meta = fs::metadata(&real).map_err(refused)?;
        if !meta.is_file() {
            return Err(ReadError::NotAFile(file.into()));
        }
        if meta.len() > MAX_FILE {
            return Err(ReadError::Large(file.into()));
        }
        let mut bytes = Vec::new();
        File::open(&real).and_then(|open| open.take(MAX_FILE + 1).read_to_end(&mut bytes)).map_err(refused)?;
        if bytes.len() as u64 > MAX_FILE {
            return Err(ReadError::Large(file.into()));
        }
        Ok(bytes)
    }

    /// Returns the real path of a file after following links, or an error if it is outside the folder.
    fn real_path(&self, file: &str) -> Result<PathBuf, ReadError> {
        let inside = |part: Component| matches!(part, Component::Normal(_));
        if file.is_empty() || file.contains(['\\', '\0']) || !Path::new(file).components().all(inside) {
            return Err(ReadError::Escape(file.into()));
        }
        let real = real_path(&self.path.join(file)).map_err(|_| match self.has(file) {
            true => ReadError::Link(file.into()),
            false => ReadError::Missing(file.into()),
        })?;
        if !real.starts_with(&self.real) {
            return Err(ReadError::Link(file.into()));
        }
        Ok(real)
    }

    /// Lists every file below a folder of the pack (`""` for the pack itself), in ascending order. Hidden files are not
    /// part of a pack. A link to a file inside the pack counts as a file.
    pub fn files(&self, below: &str) -> Result<Vec<String>, ReadError> {
        let mut found = Vec::new();
        self.walk(below, |name, entry| {
            let kind = entry.file_type().map_err(|error| ReadError::Io(name.clone(), error.to_string()))?;
            if !kind.is_file() && !fs::metadata(self.real_path(&name)?).is_ok_and(|real| real.is_file()) {
                return Err(ReadError::NotAFile(name));
            }
            found.push(name);
            Ok(())
        })?;
        found.sort();
        Ok(found)
    }

    /// Checks the number and the sizes of all files against the limits for archives, without reading any of them. Files
    /// that are left behind (see [`is_leftover`]) count towards the number, but not towards the size.
    pub fn check_limits(&self) -> Result<(), ReadError> {
        let mut total = 0;
        self.walk("", |name, entry| {
            // The target of a link is checked when it is read.
            let size = entry.metadata().map(|meta| if meta.is_file() { meta.len() } else { 0 });
            let size = size.map_err(|error| ReadError::Io(name.clone(), error.to_string()))?;
            if is_leftover(&name) {
                return Ok(());
            }
            total += size;
            match size > MAX_FILE {
                true => Err(ReadError::Large(name)),
                false if total > MAX_TOTAL => Err(ReadError::Total(name)),
                false => Ok(()),
            }
        })
    }

    /// Creates a diagnostic that names the file and the limit, if a limit is exceeded.
    pub fn over_limits(&self) -> Option<Diagnostic> {
        let error = self.check_limits().err()?;
        let name = match &error {
            ReadError::Large(name) | ReadError::Total(name) | ReadError::Deep(name) | ReadError::Name(name) => {
                self.show(name)
            }
            _ => self.show("pack.toml"),
        };
        let help = "move files that are not part of the pack elsewhere; files and folders whose names begin with a dot \
            are ignored";
        Some(Diagnostic::file("E107", name, error.to_string()).help(help))
    }

    /// Visits all files below a folder, except hidden ones, up to the limits on number and depth.
    fn walk(
        &self,
        below: &str,
        mut visit: impl FnMut(String, &DirEntry) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let mut count = 0;
        let mut open = vec![below.to_owned()];
        while let Some(folder) = open.pop() {
            if folder.matches('/').count() >= MAX_FOLDER_DEPTH {
                return Err(ReadError::Deep(folder));
            }
            let path = if folder.is_empty() { self.path.clone() } else { self.path.join(&folder) };
            let refused = |error: std::io::Error| ReadError::Io(folder.clone(), error.to_string());
            let entries = match fs::read_dir(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound && !self.has(&folder) => continue,
                other => other.map_err(refused)?,
            };
            for entry in entries {
                let entry = entry.map_err(refused)?;
                let name = entry
                    .file_name()
                    .into_string()
                    .map_err(|name| ReadError::Name(name.to_string_lossy().into_owned()))?;
                if name.starts_with('.') {
                    continue;
                }
                let name = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                if entry.file_type().map_err(refused)?.is_dir() {
                    open.push(name);
                } else {
                    visit(name, &entry)?;
                    count += 1;
                }
                if count + open.len() > MAX_FILES {
                    return Err(ReadError::Many(self.shown.clone()));
                }
            }
        }
        Ok(())
    }

    /// Lists the files with the given extension directly in a folder, in ascending order.
    pub fn list(&self, below: &str, extension: &str) -> Vec<String> {
        let folder = if below.is_empty() { self.path.clone() } else { self.path.join(below) };
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut found: Vec<String> = names
            .take(MAX_FILES)
            .filter(|name| !name.starts_with('.') && Path::new(name).extension().is_some_and(|end| end == extension))
            .map(|name| if below.is_empty() { name } else { format!("{below}/{name}") })
            .collect();
        found.sort();
        found
    }
}

/// Formats a path for display, with forward slashes and without a leading `./`.
pub fn display_path(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    text.trim_start_matches("./").trim_end_matches('/').to_owned()
}

/// Returns the path after following links.
#[cfg(not(target_family = "wasm"))]
fn real_path(path: &Path) -> std::io::Result<PathBuf> {
    fs::canonicalize(path)
}

/// Returns the path if it exists. Files in a browser have no links.
#[cfg(target_family = "wasm")]
fn real_path(path: &Path) -> std::io::Result<PathBuf> {
    fs::metadata(path).map(|_| path.to_owned())
}
