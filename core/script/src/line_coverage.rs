//! Which lines of scripts were run. The compiler puts a counter before every statement and expression; a host that does
//! not ask for this has none.

use crate::sources::Sources;
use mlua::Function;
use std::collections::BTreeMap;

/// The functions of a script file, and how often their lines were run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLines {
    /// The file, as the pack names it.
    pub path: String,
    /// Its functions, in the order in which the compiler knows them: the same for the same text.
    pub functions: Vec<FunctionLines>,
}

/// A function, and how often its lines were run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionLines {
    /// The line it begins in, from 1.
    pub line: usize,
    /// What it is: the name of a rule, of a local function; nothing where it has none.
    pub name: Option<String>,
    /// In how many functions it stands. Those within a function follow it.
    pub depth: usize,
    /// Lines on which something of it can be run, and how often that was. Functions within it have their own.
    pub hits: BTreeMap<usize, u32>,
}

impl FunctionLines {
    /// Whether anything of it was run.
    pub fn ran(&self) -> bool {
        self.hits.values().any(|&hits| hits > 0)
    }
}

/// What was run of the files, by their numbers. What stands outside of functions runs when scripts are loaded, and is
/// left out.
pub(crate) fn lines(sources: &Sources, chunks: &[(usize, Function)]) -> Vec<FileLines> {
    let file = |(number, chunk): &(usize, Function)| {
        let mut functions = Vec::new();
        chunk.coverage(|found| {
            let hits = found.hits.iter().enumerate();
            let hits: BTreeMap<usize, u32> =
                hits.filter_map(|(line, &hits)| Some((line, u32::try_from(hits).ok()?))).collect();
            if found.depth > 0 && !hits.is_empty() {
                let line = usize::try_from(found.line_defined).unwrap_or(0);
                let name = sources.name(*number, line).map(str::to_owned).or(found.function);
                functions.push(FunctionLines { line, name, depth: usize::try_from(found.depth).unwrap_or(0), hits });
            }
        });
        FileLines { path: sources.files[*number].path.clone(), functions }
    };
    let mut all: Vec<FileLines> = chunks.iter().map(file).collect();
    all.sort_by(|one, other| one.path.cmp(&other.path));
    all
}
