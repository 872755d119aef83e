//! Records which lines of scripts were run. The compiler adds a counter before every statement and expression; a host
//! that does not record lines has no counters.

use crate::sources::Sources;
use mlua::Function;
use std::collections::BTreeMap;

/// The functions of a script file, with the number of times each line was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLines {
    /// The file, as the pack names it.
    pub path: String,
    /// The functions of the file in the compiler's order, which is the same for the same source.
    pub functions: Vec<FunctionLines>,
}

/// A function, with the number of times each line was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionLines {
    /// The line on which the function begins, from 1.
    pub line: usize,
    /// The name of the rule or local function, if it has one.
    pub name: Option<String>,
    /// The number of enclosing functions. Nested functions follow their parent.
    pub depth: usize,
    /// The executable lines outside nested functions, with the number of times each was run.
    pub hits: BTreeMap<usize, u32>,
}

impl FunctionLines {
    /// Returns whether any line of the function was run.
    pub fn ran(&self) -> bool {
        self.hits.values().any(|&hits| hits > 0)
    }
}

/// Returns the functions of each file, with the number of times each line was run; files are in path order. Code
/// outside functions runs when scripts are loaded, and is left out.
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
