//! The script files, and their names in the virtual machine.

use crate::error::ScriptError;
use crate::loader::ScriptFile;
use mlua::Function;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Files by chunk name. Chunk names are made from module names, because paths differ between machines and scripts can
/// read the names in errors they catch.
pub(crate) struct Sources {
    pub(crate) files: Arc<[ScriptFile]>,
    chunks: Vec<String>,
    by_chunk: BTreeMap<String, usize>,
    /// The names of functions, by file number and first line; `None` if several functions begin on the line.
    names: BTreeMap<(usize, usize), Option<String>>,
}

impl Sources {
    pub(crate) fn new(files: Arc<[ScriptFile]>) -> Sources {
        let mut by_chunk = BTreeMap::new();
        let chunks: Vec<String> = files.iter().enumerate().map(|(at, file)| chunk(at, file, &mut by_chunk)).collect();
        Sources { files, chunks, by_chunk, names: BTreeMap::new() }
    }

    /// Returns the chunk name of a file.
    pub(crate) fn chunk(&self, file: usize) -> &str {
        &self.chunks[file]
    }

    /// Returns the number of the file with this chunk name.
    pub(crate) fn number(&self, chunk: &str) -> Option<usize> {
        self.by_chunk.get(chunk).copied()
    }

    /// Returns the file with this chunk name.
    pub(crate) fn file(&self, chunk: &str) -> Option<&ScriptFile> {
        Some(&self.files[self.number(chunk)?])
    }

    /// Records a function's name, for call paths.
    pub(crate) fn call(&mut self, function: &Function, name: String) {
        let info = function.info();
        if let (Some(file), Some(line)) = (info.short_src.and_then(|chunk| self.number(&chunk)), info.line_defined) {
            let known = self.names.entry((file, line)).or_insert_with(|| Some(name.clone()));
            known.take_if(|known| *known != name);
        }
    }

    /// Returns the name of the function that begins on a line of a file.
    pub(crate) fn name(&self, file: usize, line: usize) -> Option<&str> {
        self.names.get(&(file, line))?.as_deref()
    }

    /// Adds the source line at an error's location to the error.
    pub(crate) fn show(&self, mut error: ScriptError) -> ScriptError {
        let file = self.files.iter().find(|file| Some(&file.path) == error.file.as_ref());
        let line = file.zip(error.line).and_then(|(file, line)| file.source.lines().nth(line.checked_sub(1)?));
        error.source = line.map(|line| line.chars().take(300).filter(|c| *c == '\t' || !c.is_control()).collect());
        error
    }
}

/// Creates a chunk name without characters that would confuse a parser of `name:line:`.
fn chunk(at: usize, file: &ScriptFile, taken: &mut BTreeMap<String, usize>) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "/._-".contains(c) { c } else { '_' };
    let mut name: String = file.module.chars().take(100).map(plain).collect();
    if name.is_empty() || name == crate::sandbox::PRELUDE || taken.contains_key(&name) {
        name += &format!("#{at}");
    }
    taken.insert(name.clone(), at);
    name
}
