//! The files of a new pack. Placeholders are filled in, and either all files are written or none.

use crate::failure::Failure;
use grognard_packs::Diagnostic;
use grognard_packs::source::{Folder, ReadError, Source, SourceSpan};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The values of placeholders: `{{title}}` is replaced by the value of `title`.
pub type Placeholders = BTreeMap<&'static str, String>;

/// A pack about to be created.
pub struct Skeleton {
    /// The folder of the pack, which does not exist yet.
    pub target: PathBuf,
    files: Vec<(String, String)>,
}

impl Skeleton {
    /// Creates a pack without files.
    pub fn new(target: PathBuf) -> Skeleton {
        Skeleton { target, files: Vec::new() }
    }

    /// Returns whether the pack includes a test.
    pub fn has_tests(&self) -> bool {
        self.files.iter().any(|(name, _)| name.starts_with("tests/"))
    }

    /// Adds files, with placeholders filled in. `show` returns their names for diagnostics.
    pub fn fill(
        &mut self,
        files: &[(String, String)],
        words: &Placeholders,
        show: impl Fn(&str) -> String,
    ) -> Result<(), Failure> {
        let mut errors = Vec::new();
        for (name, text) in files {
            match fill_placeholders(text, words) {
                Ok(text) => self.files.push((name.clone(), schema_line(&self.target, name) + &text)),
                Err(UnknownPlaceholder { at, word }) => {
                    let place =
                        SourceSpan { source: Source::new(show(name), text.as_str()), span: at..at + word.len() };
                    let error = Diagnostic::at("E534", &place, format!("unknown placeholder `{{{{{word}}}}}`"));
                    errors.push(error.suggest(&word, words.keys().copied()));
                }
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(Failure::Wrong(errors)) }
    }
}

impl Skeleton {
    /// Drops the schema lines for editors, so that line numbers match the template.
    pub fn without_schemas(mut self) -> Skeleton {
        for (name, text) in &mut self.files {
            if let Some(rest) = text.strip_prefix(&schema_line(&self.target, name)) {
                *text = rest.to_owned();
            }
        }
        self
    }
}

/// Returns the files below a folder of a pack, with paths relative to the folder.
pub fn files_below(folder: &Folder, below: &str) -> Result<Vec<(String, String)>, Failure> {
    let unreadable = |name: &str, error: ReadError| Failure::wrong(folder.unreadable(name, &error));
    let names = folder.files(below).map_err(|error| unreadable(below, error))?;
    let read = |name: String| {
        let text = folder.read(&name).map_err(|error| unreadable(&name, error))?;
        let short = name.strip_prefix(below).map_or(name.as_str(), |rest| rest.trim_start_matches('/'));
        Ok((short.to_owned(), text.text.clone()))
    };
    names.into_iter().map(read).collect()
}

/// Converts the files of a built-in skeleton to owned strings.
pub fn owned_files(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

/// A placeholder without a value.
struct UnknownPlaceholder {
    at: usize,
    word: String,
}

fn fill_placeholders(text: &str, words: &Placeholders) -> Result<String, UnknownPlaceholder> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let (word, end) = after.split_once("}}").unwrap_or((after.lines().next().unwrap_or_default(), ""));
        let Some(value) = words.get(word) else {
            return Err(UnknownPlaceholder { at: text.len() - after.len(), word: word.to_owned() });
        };
        out += before;
        out += value;
        rest = end;
    }
    Ok(out + rest)
}

/// Returns the line that tells editors the schema of a TOML file.
fn schema_line(target: &Path, name: &str) -> String {
    let depth = name.matches('/').count();
    match super::editor::schema_of(name).filter(|_| target.file_name().is_some()) {
        Some(schema) => format!("#:schema {}schemas/{schema}\n", "../".repeat(depth + 2)),
        None => String::new(),
    }
}

/// Writes packs to temporary folders, and moves them into place once all are complete.
pub fn write(packs: &[Skeleton]) -> Result<(), Failure> {
    for pack in packs {
        if pack.target.symlink_metadata().is_ok() {
            let error = Diagnostic::general("E531", format!("{} already exists", pack.target.display()));
            return Err(Failure::usage(
                error.help("nothing was written; choose another name, or another folder with --in"),
            ));
        }
    }
    let staged = packs.iter().map(stage).collect::<Result<Vec<_>, _>>()?;
    for (done, (pack, (_beside, files))) in packs.iter().zip(&staged).enumerate() {
        if let Err(error) = fs::rename(files, &pack.target) {
            packs[..done].iter().for_each(|pack| drop(fs::remove_dir_all(&pack.target)));
            return Err(Failure::File(pack.target.clone(), error));
        }
    }
    Ok(())
}

/// Writes a pack to a temporary folder next to its target. Returns that folder, and the path of the pack inside it.
fn stage(pack: &Skeleton) -> Result<(TempDir, PathBuf), Failure> {
    let kind_folder = pack.target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(kind_folder).map_err(Failure::file(kind_folder))?;
    let beside =
        tempfile::Builder::new().prefix(".new-").tempdir_in(kind_folder).map_err(Failure::file(kind_folder))?;
    let files = beside.path().join("pack");
    for (name, text) in &pack.files {
        let path = files.join(name);
        let folder = path.parent().unwrap_or(&files);
        fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        fs::write(&path, text).map_err(Failure::file(&path))?;
    }
    Ok((beside, files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_in() {
        let words = Placeholders::from([("id", "me.x".to_owned()), ("title", "X".to_owned())]);
        assert_eq!(fill_placeholders("{{title}}: {{id}} `{1}`", &words).ok().as_deref(), Some("X: me.x `{1}`"));
        let slip = fill_placeholders("a\n{{titel}}", &words).err().unwrap();
        assert_eq!((slip.at, slip.word.as_str()), (4, "titel"));
        assert_eq!(fill_placeholders("{{open", &words).err().unwrap().word, "open");
    }

    #[test]
    fn of_several_packs_all_are_made_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let pack = |name: &str| {
            let mut pack = Skeleton::new(folder.path().join(name));
            pack.files = vec![("pack.toml".into(), "x".into()), ("charts/a.toml".into(), "y".into())];
            pack
        };
        fs::create_dir_all(folder.path().join("shelf/taken")).unwrap();
        assert!(write(&[pack("shelf/free"), pack("shelf/taken")]).is_err());
        assert!(!folder.path().join("shelf/free").exists());
        assert!(write(&[pack("shelf/free"), pack("other/second")]).is_ok());
        assert_eq!(fs::read_to_string(folder.path().join("other/second/charts/a.toml")).unwrap(), "y");
        let left: Vec<_> =
            fs::read_dir(folder.path().join("shelf")).unwrap().flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(left.len(), 2, "{left:?}");
    }
}
