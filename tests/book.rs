//! The book in `docs/`: every command in it is run and every file in it is written, each page in a folder of its own.
//!
//! * ```` ```console ````: lines that start with `$ ` are commands, followed by their output; a line `...` matches any
//!   number of lines. A command without output only has to succeed.
//! * ```` ```toml,file=PATH ````: a file with this text.
//! * ```` ```diff,file=PATH ````: a change to a file, which must contain the lines that start with a space or `-`.
//! * Any other block is not run, and is marked `text`.
//!
//! Links between its pages and the front pages of the repository must lead somewhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A block of a page: its first line, the words after its fence, its text.
struct Fence {
    line: usize,
    kind: String,
    file: Option<String>,
    text: String,
}

fn fences(text: &str) -> Vec<Fence> {
    let mut found = Vec::new();
    let mut open: Option<Fence> = None;
    let mut close = String::new();
    for (at, line) in text.lines().enumerate() {
        match &mut open {
            None if line.starts_with("```") => {
                let words = line.trim_start_matches('`');
                close = line[..line.len() - words.len()].to_owned();
                let (kind, rest) = words.split_once(',').unwrap_or((words, ""));
                let file = rest.strip_prefix("file=").map(str::to_owned);
                open = Some(Fence { line: at + 1, kind: kind.to_owned(), file, text: String::new() });
            }
            None => {}
            Some(_) if line == close => found.extend(open.take()),
            Some(fence) => fence.text = format!("{}{line}\n", fence.text),
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    found
}

/// A reader who carries out what a page says.
struct Reader {
    page: String,
    folder: tempfile::TempDir,
}

impl Reader {
    fn new(page: &str) -> Reader {
        Reader { page: page.to_owned(), folder: tempfile::tempdir().expect("a folder") }
    }

    fn follow(page: &str, text: &str) {
        let reader = Reader::new(page);
        for fence in fences(text) {
            reader.carry_out(&fence);
        }
    }

    fn carry_out(&self, fence: &Fence) {
        let at = format!("{}:{}", self.page, fence.line);
        match (&*fence.kind, &fence.file) {
            ("console", None) => self.run(&at, &fence.text),
            ("diff", Some(file)) => self.change(&at, file, &fence.text),
            (_, Some(file)) => self.write(file, &fence.text),
            ("text", None) => {}
            (kind, None) => {
                panic!("{at}: `{kind}` is neither run nor written; say `text` if it is only to be read")
            }
        }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.path(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn change(&self, at: &str, file: &str, diff: &str) {
        let text = fs::read_to_string(self.path(file)).unwrap_or_else(|error| panic!("{at}: {file}: {error}"));
        let lines = |mark: char| -> String {
            let kept = diff.lines().filter(|line| line.starts_with([' ', mark]));
            kept.map(|line| format!("{}\n", &line[1..])).collect()
        };
        let (old, new) = (lines('-'), lines('+'));
        assert_eq!(text.matches(&old).count(), 1, "{at}: {file} does not have these lines once:\n{old}\nbut:\n{text}");
        self.write(file, &text.replacen(&old, &new, 1));
    }

    fn run(&self, at: &str, session: &str) {
        let mut rest = session;
        while let Some(start) = rest.strip_prefix("$ ") {
            let (command, after) = start.split_once('\n').unwrap_or((start, ""));
            let end = if after.starts_with("$ ") { 0 } else { after.find("\n$ ").map_or(after.len(), |at| at + 1) };
            let (expected, next) = after.split_at(end);
            self.command(at, command, expected.trim_end());
            rest = next;
        }
        assert!(rest.trim().is_empty(), "{at}: `{rest}` is no command");
    }

    fn command(&self, at: &str, line: &str, expected: &str) {
        let own = Path::new(env!("CARGO_BIN_EXE_grognard")).parent().expect("a folder");
        let path = std::env::join_paths(
            [own.to_owned()].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
        );
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {line}\n}} 2>&1")])
            .current_dir(self.folder.path())
            .env("PATH", path.expect("a path"))
            .env("GROGNARD_PACKS", env!("CARGO_MANIFEST_DIR"))
            .env("HOME", self.folder.path())
            .env("GROGNARD_DATA", self.path("data/grognard"))
            .env("GROGNARD_CONFIG", self.path("data/config.toml"))
            .env("COLUMNS", "100")
            .env("LANG", "C")
            .env_remove("GROGNARD_LANG")
            .output()
            .expect("a shell");
        let printed = String::from_utf8_lossy(&output.stdout);
        let printed = printed.trim_end();
        let is_refused = expected.starts_with("error") || expected.contains("\nerror");
        assert_eq!(
            !output.status.success(),
            is_refused,
            "{at}: `{line}` ends otherwise than the page says:\n{printed}"
        );
        let (found, expected): (Vec<&str>, Vec<&str>) =
            (printed.lines().map(str::trim_end).collect(), expected.lines().collect());
        assert!(
            expected.is_empty() || fits(&found, &expected),
            "{at}: `{line}` prints\n{printed}\n\nand not\n{}",
            expected.join("\n")
        );
    }
}

/// Whether lines match the expected ones, where `...` stands for any number of lines.
fn fits(found: &[&str], expected: &[&str]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((&"...", rest)) => (0..=found.len()).any(|skip| fits(&found[skip..], rest)),
        Some((line, rest)) => found.first() == Some(line) && fits(&found[1..], rest),
    }
}

fn read(page: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The pages in the table of contents, without generated ones.
fn pages() -> Vec<String> {
    let summary = read("SUMMARY.md");
    let links = summary.lines().filter_map(|line| Some(line.split_once("](")?.1.split_once(')')?.0.to_owned()));
    links.filter(|page| !page.starts_with("reference/")).collect()
}

#[test]
fn the_book_does_what_it_says() {
    let pages = pages();
    assert!(pages.len() > 10, "the table of contents lists the pages");
    std::thread::scope(|scope| {
        for page in &pages {
            scope.spawn(move || Reader::follow(page, &read(page)));
        }
    });
}

/// The scripts in a folder, by name; without those in its subfolders.
fn scripts(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.flatten().map(|entry| entry.path());
    let found = paths.filter(|path| path.extension().is_some_and(|extension| extension == "luau"));
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    found.map(|path| (name(&path), fs::read_to_string(&path).expect("a script"))).collect()
}

/// Following the tutorial results in the scripts of a shipped game.
#[test]
fn the_tutorial_builds_a_shipped_game() {
    let page = "first-system.md";
    let reader = Reader::new(page);
    for fence in fences(&read(page)) {
        if fence.file.as_ref().is_some_and(|file| file.starts_with("scripts/kingdoms/")) {
            reader.carry_out(&fence);
        }
    }
    let built = scripts(&reader.path("scripts/kingdoms"));
    let shipped = scripts(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/three-kingdoms"));
    assert!(built.keys().eq(shipped.keys()), "expected {:?}, found {:?}", shipped.keys(), built.keys());
    for (name, text) in &shipped {
        assert!(built[name] == *text, "{page}: expected scripts/three-kingdoms/{name}, found\n{}", built[name]);
    }
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let listed = read("SUMMARY.md");
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(&folder)).expect("a folder").flatten()
        {
            let path = folder.join(entry.file_name());
            let page = path.to_string_lossy().into_owned();
            if entry.path().is_dir() {
                folders.push(path);
            } else if page.ends_with(".md") && page != "SUMMARY.md" {
                assert!(listed.contains(&format!("]({page})")), "{page} is in no chapter");
            }
        }
    }
}

/// Pages outside the book that people find in the repository.
const FRONT_PAGES: [&str; 4] = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "mods/README.md"];

/// The lines of a page outside its blocks.
fn prose(text: &str) -> Vec<&str> {
    let mut fence = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        let ticks = line.split(|c| c != '`').next().unwrap_or_default();
        match fence {
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => lines.push(line),
            Some(open) if line == open => fence = None,
            Some(_) => {}
        }
    }
    lines
}

/// The targets of the links and pictures on a page, except those on other sites.
fn links(text: &str) -> Vec<String> {
    // A link may span two lines; links in code do not count.
    let whole = prose(text).join("\n");
    let without_code = |paragraph: &str| paragraph.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let outside = whole.split("\n\n").map(without_code).collect::<Vec<_>>().join("\n\n");
    let targets = outside.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()));
    targets.filter(|target| !target.contains("://")).collect()
}

/// The anchors of a page, as mdBook and GitHub derive them from headings.
fn anchors(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let titles = prose(text).into_iter().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#'));
    for title in titles.filter(|title| title.starts_with(' ')) {
        let kept = title.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect();
        let same = found.iter().filter(|known| **known == anchor).count();
        found.push(if same == 0 { anchor } else { format!("{anchor}-{same}") });
    }
    found
}

/// The broken links of a page. A page of the book must not link outside it, since only the book is published.
fn broken_links(root: &Path, page: &str) -> Vec<String> {
    let text = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    let (file, book) = (root.join(page), root.join("docs").canonicalize().expect("the book"));
    let own = file.canonicalize().expect("a page");
    let is_broken = |link: &String| {
        let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target =
            if path.is_empty() { Ok(own.clone()) } else { own.parent().expect("a folder").join(path).canonicalize() };
        let Ok(target) = target else { return true };
        let leaves = own.starts_with(&book) && !target.starts_with(&book);
        leaves || !anchor.is_empty() && !anchors(&text(&target)).iter().any(|known| known == anchor)
    };
    links(&text(&own)).into_iter().filter(is_broken).map(|link| format!("{page}: {link}")).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let summary = links(&read("SUMMARY.md"));
    let book = summary.iter().map(|page| format!("docs/{page}")).chain(["docs/SUMMARY.md".to_owned()]);
    let pages: Vec<String> = book.chain(FRONT_PAGES.map(str::to_owned)).collect();
    assert!(pages.len() > 40, "the table of contents lists the pages");
    let broken: Vec<String> = pages.iter().flat_map(|page| broken_links(root, page)).collect();
    assert!(broken.is_empty(), "expected a page with that anchor:\n{}", broken.join("\n"));
}

#[test]
fn a_broken_link_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("docs")).expect("a folder");
    let page = "# One\n## Two words, `three`\n## One\n[a](#one) [b](#two-words-three) [c](two.md#one-1) [d](#four) \
        [e](none.md)\n\
                [f](../README.md) [g](https://example.org) `[h](no.md)`\n```\n[i](no.md)\n# Not a heading\n```\n\
        [j](#not-a-heading)\n";
    for (file, text) in
        [("docs/one.md", page), ("docs/two.md", page), ("README.md", "[a](docs/one.md#one-1) [b](docs/three.md)")]
    {
        fs::write(folder.path().join(file), text).expect("a file");
    }
    let found = [broken_links(folder.path(), "docs/one.md"), broken_links(folder.path(), "README.md")].concat();
    let wrong = ["#four", "none.md", "../README.md", "#not-a-heading"].map(|link| format!("docs/one.md: {link}"));
    assert_eq!(found, [&wrong[..], &["README.md: docs/three.md".to_owned()]].concat());
}

#[test]
fn the_glossary_is_sorted_and_has_each_word_once() {
    let text = fs::read_to_string("docs/glossary.md").expect("the glossary");
    let rows = text.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let words: Vec<String> = rows.filter_map(|row| Some(row.split('|').nth(1)?.trim().to_lowercase())).collect();
    let wrong: Vec<_> = words.windows(2).filter(|pair| pair[0] >= pair[1]).collect();
    assert!(words.len() > 50 && wrong.is_empty(), "{wrong:?}");
}

/// The migration note lists every change of the scripting API that errors report.
#[test]
fn the_note_about_the_api_lists_every_change() {
    let cells = |change: &grognard_luau::ApiChange| {
        [change.old, change.new, change.example[0], change.example[1]].map(|cell| format!("`{cell}`"))
    };
    let expected: Vec<String> =
        grognard_luau::API_CHANGES.iter().map(|change| format!("| {} |", cells(change).join(" | "))).collect();
    let page = fs::read_to_string("docs/api-0.2.md").unwrap();
    let found: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(found, expected);
}
