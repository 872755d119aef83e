//! The layout of the tests: one test program per crate, in which every file of a `tests` folder is a module.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The files below a folder with this extension.
fn files_of(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files_of(&path, ending, found);
        } else if path.extension().is_some_and(|end| end == ending) {
            found.push(path);
        }
    }
    found.sort();
}

/// The Rust files below a folder.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    files_of(folder, "rs", found);
}

/// The `tests` folders next to a manifest, below a folder.
fn test_folders(folder: &Path, found: &mut Vec<PathBuf>) {
    let tests = folder.join("tests");
    if folder.join("Cargo.toml").exists() && tests.is_dir() {
        found.push(tests);
    }
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name();
        if entry.path().is_dir() && !["target", "src", "node_modules", ".git"].iter().any(|other| name == *other) {
            test_folders(&entry.path(), found);
        }
    }
}

/// Whether the parent file declares a file with `mod`.
fn is_declared(file: &Path) -> bool {
    let is_folder = file.file_name().is_some_and(|name| name == "mod.rs");
    let module = if is_folder { file.parent().unwrap() } else { file };
    let (name, folder) = (module.file_stem().unwrap().to_string_lossy(), module.parent().unwrap());
    let declaration = format!("mod {name};");
    [folder.join("main.rs"), folder.join("mod.rs"), folder.with_extension("rs")].iter().any(|above| {
        let text = fs::read_to_string(above).unwrap_or_default();
        text.lines().any(|line| line.trim_start_matches("pub ") == declaration)
    })
}

/// Each test program is linked separately, which takes longer than most tests; and Cargo does not report a file that
/// belongs to no program.
#[test]
fn each_crate_has_one_test_program_with_every_file_in_it() {
    let mut folders = Vec::new();
    test_folders(Path::new("."), &mut folders);
    assert!(folders.len() > 5, "{folders:?}");
    for folder in folders {
        let mut files = Vec::new();
        rust_files(&folder, &mut files);
        let is_in_crate = |file: &Path| {
            file.ancestors().take_while(|above| *above != folder).any(|above| above.join("Cargo.toml").exists())
        };
        files.retain(|file| !is_in_crate(file) && !is_declared(file));
        assert!(files.len() == 1, "expected one main file, found {files:?} (add `mod NAME;` to the main file)");
    }
}

/// The formatter keeps code within this width where it can (`.stylua.toml`), but does not wrap comments.
#[test]
fn no_line_of_a_script_is_too_long() {
    const MAX_WIDTH: usize = 120;
    let mut files = Vec::new();
    for folder in ["core", "docs", "mods", "scenarios", "scripts", "tests"] {
        files_of(Path::new(folder), "luau", &mut files);
    }
    assert!(files.len() > 300, "{} files", files.len());
    let mut wide = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let lines = text.lines().enumerate().filter(|(_, line)| line.chars().count() > MAX_WIDTH);
        wide.extend(lines.map(|(number, _)| format!("{}:{}", file.display(), number + 1)));
    }
    assert!(wide.is_empty(), "expected at most {MAX_WIDTH} characters in a line: {wide:#?}");
}

/// The only files that write in place: to a temporary file, or into a folder that is later moved as a whole.
const STAGED: [&str; 10] = [
    "core/cli/build.rs",
    "core/console/src/built_in.rs",
    "core/cli/packs.rs",
    "core/serve/src/dto/typescript.rs",
    "core/console/src/deadline.rs",
    "core/cli/new/skeleton.rs",
    "core/play/src/atomic_file.rs",
    "core/packs/src/installed/mod.rs",
    "core/packs/src/installed/stage.rs",
    "core/packs/src/store.rs",
];

/// If the disk is full, a file written in place is left empty or incomplete.
#[test]
fn files_are_written_whole() {
    let mut files = Vec::new();
    for part in fs::read_dir("core").unwrap().flatten().filter(|part| part.file_name() != "testing") {
        let folder = if part.file_name() == "cli" { part.path() } else { part.path().join("src") };
        if folder.is_dir() {
            rust_files(&folder, &mut files);
        }
    }
    assert!(files.len() > 200, "{} files", files.len());
    files.retain(|file| !STAGED.iter().any(|staged| file == Path::new(staged)) && !file.ends_with("tests.rs"));
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap();
        let in_place = ["fs::write(", "File::create("].into_iter().find(|call| program.contains(call));
        assert_eq!(in_place, None, "{}: use `grognard_play::atomic_file::write`", file.display());
    }
}

/// The workspace crates that a manifest depends on, by their short names.
fn dependencies(manifest: &Path) -> Vec<String> {
    let text = fs::read_to_string(manifest).unwrap();
    let section = text.split("\n[dependencies]\n").nth(1).unwrap_or_default().split("\n[").next().unwrap().to_owned();
    let names = section.lines().filter_map(|line| line.strip_prefix("grognard-")?.split(' ').next().map(str::to_owned));
    names.collect()
}

/// The diagram in the architecture page shows every crate and its dependencies.
#[test]
fn the_picture_of_the_crates_is_true() {
    let page = fs::read_to_string("docs/architecture.md").unwrap();
    let arrows: Vec<(&str, Vec<&str>)> = page
        .lines()
        .filter_map(|line| line.split_once("->"))
        .map(|(from, to)| (from.trim(), to.split_whitespace().collect()))
        .collect();
    let folders = fs::read_dir("core").unwrap().flatten().map(|folder| folder.file_name().into_string().unwrap());
    let mut crates: Vec<String> = folders.filter(|name| !["fuzz", "testing"].contains(&name.as_str())).collect();
    crates.sort();
    let mut drawn: Vec<&str> = arrows.iter().map(|(from, _)| *from).collect();
    drawn.sort_unstable();
    assert_eq!(drawn, crates);
    for (name, to) in arrows {
        let manifest = if name == "cli" { "Cargo.toml".to_owned() } else { format!("core/{name}/Cargo.toml") };
        assert_eq!(to, dependencies(Path::new(&manifest)), "{name}");
    }
}

/// A crate larger than this is split.
const MAX_CRATE_LINES: usize = 13_000;

#[test]
fn no_crate_is_too_large() {
    for folder in fs::read_dir("core").unwrap().flatten() {
        let mut files = Vec::new();
        rust_files(&folder.path(), &mut files);
        let program = |file: &PathBuf| {
            let text = fs::read_to_string(file).unwrap();
            text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().lines().count()
        };
        let lines: usize = files.iter().filter(|file| is_program(file)).map(program).sum();
        assert!(lines <= MAX_CRATE_LINES, "{}: {lines} lines", folder.path().display());
    }
}

#[test]
fn no_file_is_read_by_its_path() {
    let mut files = Vec::new();
    rust_files(Path::new("core"), &mut files);
    rust_files(Path::new("tests"), &mut files);
    files.retain(|file| fs::read_to_string(file).unwrap().lines().any(|line| line.trim_start().starts_with("#[path")));
    assert!(files.is_empty(), "{files:?}");
}

/// The code of a file, without comments and unit tests.
fn program_text(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    program.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// The first names after `crate::` or `super::`: `a` of `a::b`, `a` and `c` of `{a::b, c}`.
fn first_names(path: &str) -> Vec<&str> {
    let name = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let Some(list) = path.strip_prefix('{') else { return vec![&path[..name(path)]] };
    let (mut names, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                let entry = list[start..at].trim_start();
                names.push(&entry[..name(entry)]);
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names
}

/// The top-level modules of a crate, each with the top-level modules that its files use.
fn module_graph(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut files = Vec::new();
    rust_files(source, &mut files);
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files.iter().filter(|file| !file.ends_with("tests.rs")) {
        let path = file.strip_prefix(source).unwrap().with_extension("");
        let mut parts: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).collect();
        parts.pop_if(|last| *last == "mod");
        if [["lib"], ["main"]].iter().any(|root| parts == root) {
            continue;
        }
        let text = program_text(file);
        let up = "super::".repeat(parts.len());
        let begins = |prefix: &str, at: usize| {
            !text[..at].ends_with("super::") && !text[at + prefix.len()..].starts_with("super::")
        };
        let uses = ["crate::", &up].map(|prefix| text.match_indices(prefix).filter(move |(at, _)| begins(prefix, *at)));
        let used = uses.into_iter().flatten().flat_map(|(at, prefix)| first_names(&text[at + prefix.len()..]));
        graph.entry(parts[0].to_owned()).or_default().extend(used.map(str::to_owned));
    }
    let modules: BTreeSet<String> = graph.keys().cloned().collect();
    for (module, used) in &mut graph {
        used.retain(|other| other != module && modules.contains(other));
    }
    graph
}

/// The modules that can be reached from a module.
fn reachable<'a>(graph: &'a BTreeMap<String, BTreeSet<String>>, from: &'a str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        next.extend(graph[module].iter().map(String::as_str).filter(|other| reached.insert(*other)));
    }
    reached
}

/// Files of one folder may use each other. Two folders that do are one, and a reader of either has to read both.
#[test]
fn no_two_folders_of_a_crate_use_each_other() {
    let mut mutual = BTreeSet::new();
    for part in fs::read_dir("core").unwrap().flatten() {
        let name = part.file_name().into_string().unwrap();
        let source = if name == "cli" { part.path() } else { part.path().join("src") };
        if !source.is_dir() {
            continue;
        }
        let graph = module_graph(&source);
        assert!(graph.len() > 1, "{name}");
        let is_folder = |module: &&String| source.join(module).is_dir();
        let folders: Vec<&str> = graph.keys().filter(is_folder).map(String::as_str).collect();
        for (at, one) in folders.iter().enumerate() {
            for other in &folders[at + 1..] {
                if reachable(&graph, one).contains(other) && reachable(&graph, other).contains(one) {
                    mutual.extend([one, other].map(|folder| format!("{name}/{folder}")));
                }
            }
        }
    }
    assert!(mutual.is_empty(), "{mutual:?}");
}

#[test]
fn names_behind_a_path_are_found() {
    assert_eq!(first_names("table::Table;"), ["table"]);
    assert_eq!(first_names("{check, ids::{Id, SideId}, patch};"), ["check", "ids", "patch"]);
    let engine = module_graph(Path::new("core/engine/src"));
    assert!(engine["table"].contains("state") && engine["map"].contains("set") && !engine["set"].contains("map"));
    assert!(reachable(&engine, "game").contains("map"));
}

/// Whether a file is part of a library or a program, and not of tests, benchmarks or examples.
fn is_program(file: &Path) -> bool {
    !["tests", "benches", "examples"].iter().any(|part| file.iter().any(|name| name == *part))
}

fn has_unsafe_code(file: &Path) -> bool {
    let text = fs::read_to_string(file).unwrap();
    let is_unsafe =
        |line: &str| ["unsafe {", "unsafe fn", "unsafe extern", "unsafe impl"].iter().any(|word| line.contains(word));
    text.lines().any(|line| !line.trim_start().starts_with("//") && is_unsafe(line))
}

/// The architecture page names the files with unsafe code; no others have any.
#[test]
fn the_architecture_names_every_file_with_unsafe_code() {
    let text = fs::read_to_string("docs/architecture.md").unwrap();
    let start = text.find("* `unsafe` is in").expect("the invariant");
    let invariant = &text[start..][..text[start + 1..].find("\n* ").expect("another one")];
    let words = invariant.split('`').skip(1).step_by(2);
    let mut named: Vec<&str> = words.filter(|word| !["unsafe", "script", "types", "check"].contains(word)).collect();
    named.sort_unstable();
    let mut files = Vec::new();
    rust_files(Path::new("core"), &mut files);
    files.retain(|file| is_program(file) && !file.starts_with("core/fuzz") && has_unsafe_code(file));
    let mut found: Vec<_> = files.iter().map(|file| file.file_stem().unwrap().to_str().unwrap()).collect();
    found.sort_unstable();
    assert_eq!(named, found);
}
