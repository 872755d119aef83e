//! All files of a battle's packs in one tree, to which patch paths refer: `system`, `sequence`, `rulebook`,
//! `charts.NAME`, `map`, `units`, `scenario`, `options.NAME`.

use crate::diagnostic::Diagnostic;
use crate::fonts::{self, FONTS_FILE, ProvidedFont};
use crate::library::Pack;
use crate::node::{MAX_VALUES, MAX_VALUES_OF_PACK, Node, NodeTable, TableEntry, Value, count_values};
use crate::picture::{Picture, SCAN_FILE, Scan, raster};
use crate::rules_text::{self, INTRODUCTION_FILE, RULES_FILE, RulesText};
use crate::schema::{
    ChartFile, FontsFile, GuideFile, Kind, MapFile, PatchFile, RulebookFile, ScanFile, ScenarioFile, SequenceFile,
    SystemFile, UnitsFile,
};
use crate::schema_check::{self, check_not_enforced};
use crate::source::{Source, SourceSpan};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use std::path::PathBuf;
use std::sync::Arc;

/// A patch file that was read and checked.
#[derive(Clone, Debug)]
pub struct Patches {
    /// The id of the pack that contains the patches.
    pub pack: String,
    /// The file as a tree.
    pub tree: Node,
    /// The deserialized file.
    pub file: PatchFile,
}

impl Patches {
    /// Copies the file with only those changes whose index `keep` accepts.
    pub(crate) fn only(&self, keep: impl Fn(usize) -> bool) -> Patches {
        let mut some = self.clone();
        let mut number = 0..;
        some.file.patch.retain(|_| number.next().is_some_and(&keep));
        let mut number = 0..;
        if let Value::Table(table) = &mut some.tree.value
            && let Some(TableEntry { node: Node { value: Value::List(list), .. }, .. }) = table.get_mut("patch")
        {
            list.retain(|_| number.next().is_some_and(&keep));
        }
        some
    }
}

/// Maximum number of patches in a pack.
pub const MAX_PATCHES: usize = 5_000;

/// A script of a pack.
#[derive(Clone, Debug)]
pub struct PackScript {
    /// The pack.
    pub pack: String,
    /// The name of the script in `require` and in rule names: `combat` for `combat.luau`.
    pub module: String,
    /// The display name of the script.
    pub file: String,
    /// The path of the script, which tools can watch for changes.
    pub path: PathBuf,
    /// The text of the script, as it was when the pack was loaded.
    pub text: Arc<Source>,
}

/// The data of the packs of a battle, before patches.
#[derive(Debug)]
pub struct PackDeclarations {
    pub(crate) root: Node,
    pub(crate) patches: Vec<Patches>,
    pub(crate) scripts: Vec<PackScript>,
    /// Rulebooks of packs other than the system.
    pub(crate) rulebooks: Vec<(String, RulebookFile)>,
    /// The rules of each pack in our own words, with the id of the pack.
    pub(crate) rules_texts: Vec<(String, RulesText)>,
    /// The introductions of packs, with the id of the pack.
    pub(crate) introductions: Vec<(String, RulesText)>,
    /// The guides of packs, with the id of the pack.
    pub(crate) guides: Vec<(String, Node)>,
    /// Pictures for counters.
    pub(crate) pictures: Vec<Picture>,
    /// Scans of printed maps.
    pub(crate) scans: Vec<Scan>,
    /// Fonts for the page.
    pub(crate) fonts: Vec<ProvidedFont>,
    /// For each pack, the files that were read, with their names within the pack.
    pub(crate) files: Vec<(String, Files)>,
}

impl PackDeclarations {
    /// Returns the files of a pack that were read.
    pub(crate) fn files_of(&self, pack: &str) -> &[(String, Arc<Source>)] {
        self.files.iter().find(|(id, _)| id == pack).map(|(_, files)| files.as_slice()).unwrap_or_default()
    }
}

/// The files of a pack, with their names within the pack.
pub(crate) type Files = Vec<(String, Arc<Source>)>;

/// Reads every file of the packs, in loading order. `scenario` is the battle itself, which may build on other
/// scenarios.
pub fn declare(packs: &[&Pack], scenario: &Pack, out: &mut Vec<Diagnostic>) -> PackDeclarations {
    let place = packs.first().map(|pack| pack.tree.place.clone());
    let place = place.unwrap_or_else(|| SourceSpan::start(&Source::new("", "")));
    let mut declared = PackDeclarations {
        root: Node::empty(place),
        patches: Vec::new(),
        scripts: Vec::new(),
        rulebooks: Vec::new(),
        rules_texts: Vec::new(),
        introductions: Vec::new(),
        guides: Vec::new(),
        pictures: Vec::new(),
        scans: Vec::new(),
        fonts: Vec::new(),
        files: Vec::new(),
    };
    for pack in packs {
        if let Some(error) = pack.folder.over_limits() {
            out.push(error);
            continue;
        }
        let files = vec![("pack.toml".into(), pack.tree.place.source.clone())];
        let is_base = pack.manifest.kind == Kind::Scenario && pack.id() != scenario.id();
        let mut reader = PackReader { pack, is_base, files, values: 0, patches: 0, out };
        reader.declare(&mut declared);
        let files = reader.files;
        declared.files.push((pack.id().to_owned(), files));
    }
    declared
}

struct PackReader<'a> {
    pack: &'a Pack,
    /// Whether the pack is a scenario that another scenario builds on. It provides its map, units and charts, but
    /// neither its set-up nor its guide.
    is_base: bool,
    files: Files,
    /// The number of values read so far in the files of the pack.
    values: usize,
    /// The number of patches read so far.
    patches: usize,
    out: &'a mut Vec<Diagnostic>,
}

/// Returns the files that a kind of pack must have.
pub(crate) fn required(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::System => &["system.toml", "sequence.toml"],
        Kind::Scenario => &["map.toml", "units.toml", "scenario.toml"],
        Kind::Mod | Kind::Cosmetic | Kind::Library | Kind::Translation => &[],
    }
}

/// The files that battles can share. A library or a scenario provides them for all battles that require it.
const SHARED: [&str; 2] = ["map.toml", "units.toml"];

/// The name of the file with a guide.
pub(crate) const GUIDE: &str = "guide.toml";

/// Returns the files that packs of a kind may have, besides the required files.
fn optional(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Library => &SHARED,
        Kind::Scenario | Kind::Mod | Kind::Cosmetic => &[GUIDE],
        Kind::System | Kind::Translation => &[],
    }
}

/// Returns the names of the files that a pack of this kind must or may have, except for files in subfolders.
pub fn expected<'a>(kind: Kind) -> impl Iterator<Item = &'a str> + Clone {
    required(kind).iter().chain(optional(kind)).copied()
}

impl PackReader<'_> {
    fn declare(&mut self, declared: &mut PackDeclarations) {
        let errors_before = self.out.len();
        for file in expected(self.pack.manifest.kind).filter(|file| *file != GUIDE) {
            if self.is_base && !SHARED.contains(&file) {
                self.note(file);
            } else if self.is_wanted(file, &declared.root)
                && let Some(node) = self.parse_required(file)
            {
                self.put(&mut declared.root, file.trim_end_matches(".toml"), node);
            }
        }
        self.introduction(declared);
        self.guide(declared);
        self.rulebook(declared);
        self.options(&mut declared.root);
        self.charts(&mut declared.root);
        self.patches(declared);
        self.scripts(declared);
        self.pictures(declared);
        self.scan(declared);
        self.fonts(declared);
        // A file may also have been skipped because the file that names it has errors.
        if self.out.len() == errors_before {
            self.refuse_unknown_files();
        }
    }

    /// Returns whether to read a file, because it exists or because it is required. A battle needs no map or order of
    /// battle of its own if a library provides them.
    fn is_wanted(&self, file: &str, root: &Node) -> bool {
        let provides = self.is_base || self.pack.manifest.kind == Kind::Library;
        let is_shared = SHARED.contains(&file) && (provides || root.get(stem(file).as_str()).is_some());
        !is_shared || self.pack.folder.has(file)
    }

    /// Reads a file of a base scenario that plays no part in the battle, so that the hash of the pack's files is the
    /// same in all battles.
    fn note(&mut self, file: &str) {
        let place = self.pack.tree.place.clone();
        if self.pack.folder.has(file) {
            self.read(file, &place);
        }
    }

    /// Reads a file. A missing file is reported at `place`, the location in the manifest that requires it.
    fn read(&mut self, file: &str, place: &SourceSpan) -> Option<Arc<Source>> {
        match self.pack.folder.read(file) {
            Ok(source) => {
                self.files.push((file.to_owned(), source.clone()));
                Some(source)
            }
            Err(error) => {
                self.out.push(error.diagnostic(&self.pack.folder.show(file), place));
                None
            }
        }
    }

    /// Returns whether all files of the pack read so far are within the limit on values, and reports the first file
    /// that exceeds it.
    fn has_room(&mut self, source: &Arc<Source>) -> bool {
        let (before, values) = (self.values, count_values(source));
        // A single file that is too large is reported separately.
        self.values += if values > MAX_VALUES { 0 } else { values };
        if before <= MAX_VALUES_OF_PACK && self.values > MAX_VALUES_OF_PACK {
            let message = format!(
                "this file takes the pack over the limit of {MAX_VALUES_OF_PACK} values for all its TOML files together"
            );
            self.out.push(
                Diagnostic::at("E111", &SourceSpan::start(source), message).help("remove data that no rule needs"),
            );
        }
        self.values <= MAX_VALUES_OF_PACK
    }

    fn parse<T: JsonSchema + DeserializeOwned>(&mut self, file: &str, place: &SourceSpan) -> Option<Node> {
        let source = self.read(file, place)?;
        if !self.has_room(&source) {
            return None;
        }
        let (node, mut errors) = Node::parse(&source);
        if errors.is_empty() {
            return Some(node);
        }
        self.out.append(&mut errors);
        // The part that could be parsed may contain mistakes that explain the syntax errors.
        schema_check::read::<T>(&node, &mut errors);
        self.out.extend(errors.into_iter().filter(|error| error.code == "E102" && error.help.is_some()));
        None
    }

    fn parse_required(&mut self, file: &str) -> Option<Node> {
        let kind = self.pack.place(&["kind".into()]).clone();
        if self.pack.folder.has(file) {
            return match file {
                "system.toml" => self.parse::<SystemFile>(file, &kind),
                "sequence.toml" => self.parse::<SequenceFile>(file, &kind),
                "map.toml" => self.parse::<MapFile>(file, &kind),
                "units.toml" => self.parse::<UnitsFile>(file, &kind),
                _ => self.parse::<ScenarioFile>(file, &kind),
            };
        }
        let present = self.pack.folder.list("", "toml");
        let error =
            Diagnostic::at("E107", &kind, format!("a {} needs the file `{file}`", self.pack.manifest.kind.word()));
        let other = grognard_luau::suggest::nearest(file, present.iter().map(String::as_str));
        self.out.push(match other {
            Some(other) => error.help(format!("did you mean `{other}`?")),
            None => error,
        });
        None
    }

    fn put(&mut self, root: &mut Node, name: &str, node: Node) {
        let Value::Table(table) = &mut root.value else { return };
        let key = node.place.clone();
        if let Some(old) = table.get(name) {
            let error = Diagnostic::at("E110", &key, format!("`{name}` is defined twice"));
            self.out.push(error.related(&old.key, "also defined here"));
            return;
        }
        table.insert(name.to_owned(), TableEntry { key, node });
    }

    /// Returns a table in the root to which every pack can add, creating it if necessary.
    fn shared<'a>(&self, root: &'a mut Node, name: &str) -> Option<&'a mut Node> {
        let place = self.pack.tree.place.clone();
        match &mut root.value {
            Value::Table(table) => {
                let empty = || TableEntry {
                    key: place.clone(),
                    node: Node::new(Value::Table(NodeTable::new()), place.clone()),
                };
                Some(&mut table.entry(name.to_owned()).or_insert_with(empty).node)
            }
            _ => None,
        }
    }

    /// Reads the introduction for new players, if the pack has one.
    fn introduction(&mut self, declared: &mut PackDeclarations) {
        if self.is_base {
            return self.note(INTRODUCTION_FILE);
        } else if !self.pack.folder.has(INTRODUCTION_FILE) {
            return;
        }
        let place = self.pack.tree.place.clone();
        if let Some(source) = self.read(INTRODUCTION_FILE, &place) {
            let text = RulesText::parse(&source);
            rules_text::check_introduction(&text, self.out);
            declared.introductions.push((self.pack.id().to_owned(), text));
        }
    }

    /// Reads the guide, if the pack has one.
    fn guide(&mut self, declared: &mut PackDeclarations) {
        if !optional(self.pack.manifest.kind).contains(&GUIDE) || !self.pack.folder.has(GUIDE) {
            return;
        } else if self.is_base {
            return self.note(GUIDE);
        }
        let place = self.pack.tree.place.clone();
        if let Some(node) = self.parse::<GuideFile>(GUIDE, &place) {
            declared.guides.push((self.pack.id().to_owned(), node));
        }
    }

    fn rulebook(&mut self, declared: &mut PackDeclarations) {
        let Some(file) = self.pack.manifest.rulebook.as_ref().and_then(|rulebook| rulebook.index.clone()) else {
            return;
        };
        let place = self.pack.place(&["rulebook".into(), "index".into()]).clone();
        let Some(node) = self.parse::<RulebookFile>(&file, &place) else { return };
        self.rules_text(declared, &node, &place);
        if self.pack.manifest.kind == Kind::System {
            self.put(&mut declared.root, "rulebook", node);
        } else if let Some(book) = schema_check::read(&node, self.out) {
            check_not_enforced(&node, &book, self.out);
            declared.rulebooks.push((self.pack.id().to_owned(), book));
        }
    }

    /// Reads the rules in our own words, if the pack has any.
    fn rules_text(&mut self, declared: &mut PackDeclarations, rulebook: &Node, place: &SourceSpan) {
        if !self.pack.folder.has(RULES_FILE) {
            return;
        }
        if let Some(source) = self.read(RULES_FILE, place) {
            let rules = RulesText::parse(&source);
            rules_text::check(&rules, rulebook, self.out);
            declared.rules_texts.push((self.pack.id().to_owned(), rules));
        }
    }

    fn options(&mut self, root: &mut Node) {
        let Some(options) = self.pack.tree.get("options").and_then(Node::table) else { return };
        for (name, entry) in options {
            let Some(Node { value: Value::Table(table), .. }) = self.shared(root, "options") else { return };
            match table.get(name) {
                Some(old) => {
                    let error = Diagnostic::at("E110", &entry.key, format!("another pack has an option `{name}`"));
                    self.out.push(error.related(&old.key, "also defined here"));
                }
                None => drop(table.insert(name.clone(), entry.clone())),
            }
        }
    }

    fn charts(&mut self, root: &mut Node) {
        for file in self.pack.folder.list("charts", "toml") {
            let place = self.pack.tree.place.clone();
            let name = stem(&file);
            if let Some(node) = self.parse::<ChartFile>(&file, &place)
                && let Some(mut charts) =
                    self.shared(root, "charts").map(|charts| std::mem::replace(charts, Node::empty(place)))
            {
                self.put(&mut charts, &name, node);
                if let Some(slot) = self.shared(root, "charts") {
                    *slot = charts;
                }
            }
        }
    }

    fn patches(&mut self, declared: &mut PackDeclarations) {
        for file in self.pack.folder.list("patches", "toml") {
            let place = self.pack.tree.place.clone();
            if let Some(tree) = self.parse::<PatchFile>(&file, &place)
                && let Some(content) = schema_check::read::<PatchFile>(&tree, self.out)
            {
                self.patches += content.patch.len();
                if self.patches > MAX_PATCHES {
                    let message = format!("this file takes the pack over the limit of {MAX_PATCHES} patches");
                    let error = Diagnostic::at("E111", &tree.place, message);
                    return self.out.push(error.help("use one patch to change the whole table or list"));
                }
                declared.patches.push(Patches { pack: self.pack.id().to_owned(), tree, file: content });
            }
        }
    }

    fn scripts(&mut self, declared: &mut PackDeclarations) {
        let listed = self.pack.manifest.scripts.clone();
        let files = listed.clone().unwrap_or_else(|| self.pack.folder.list("", "luau"));
        for (index, file) in files.iter().enumerate() {
            let place = match listed {
                Some(_) => self.pack.place(&["scripts".into(), index.into()]).clone(),
                None => self.pack.tree.place.clone(),
            };
            if let Some(text) = self.read(file, &place) {
                let path = self.pack.folder.path().join(file);
                declared.scripts.push(PackScript {
                    pack: self.pack.id().to_owned(),
                    module: stem(file),
                    file: text.name.clone(),
                    path,
                    text,
                });
            }
        }
    }

    fn pictures(&mut self, declared: &mut PackDeclarations) {
        for file in self.pack.folder.list("pictures", "svg") {
            let place = self.pack.tree.place.clone();
            if let Some(source) = self.read(&file, &place) {
                declared.pictures.extend(Picture::read(self.pack.id(), &stem(&file), &source, self.out));
            }
        }
        self.raster_pictures(declared);
    }

    /// Reads pictures made of pixels. They affect neither rules nor saves, so they are not among the files of the pack.
    fn raster_pictures(&mut self, declared: &mut PackDeclarations) {
        for file in raster::ENDINGS.iter().flat_map(|ending| self.pack.folder.list("pictures", ending)) {
            let shown = self.pack.folder.show(&file);
            match self.pack.folder.read_bytes(&file) {
                Ok(bytes) => {
                    let picture = Picture::decode(self.pack.id(), &stem(&file), &shown, &bytes, self.out);
                    declared.pictures.extend(picture);
                }
                Err(error) => self.out.push(error.diagnostic(&shown, &self.pack.tree.place)),
            }
        }
    }

    fn scan(&mut self, declared: &mut PackDeclarations) {
        if !self.pack.folder.has(SCAN_FILE) {
            return;
        }
        let place = self.pack.tree.place.clone();
        if let Some(tree) = self.parse::<ScanFile>(SCAN_FILE, &place)
            && let Some(file) = schema_check::read::<ScanFile>(&tree, self.out)
        {
            declared.scans.extend(Scan::read(self.pack.id(), &self.pack.folder, tree, file, self.out));
        }
    }

    fn fonts(&mut self, declared: &mut PackDeclarations) {
        if !self.pack.folder.has(FONTS_FILE) {
            return;
        }
        let place = self.pack.tree.place.clone();
        if let Some(tree) = self.parse::<FontsFile>(FONTS_FILE, &place)
            && let Some(file) = schema_check::read::<FontsFile>(&tree, self.out)
        {
            declared.fonts.extend(fonts::read(self.pack.id(), &self.pack.folder, &tree, &file, self.out));
        }
    }

    /// Reports TOML files in the pack's folder itself that nothing reads, because their names are wrong.
    fn refuse_unknown_files(&mut self) {
        let kind = self.pack.manifest.kind;
        let known: Vec<&str> = self.files.iter().map(|(file, _)| file.as_str()).chain(expected(kind)).collect();
        let strangers: Vec<String> =
            self.pack.folder.list("", "toml").into_iter().filter(|file| !known.contains(&file.as_str())).collect();
        for file in strangers {
            let error = Diagnostic::file(
                "E108",
                self.pack.folder.show(&file),
                format!("a {} cannot contain `{file}`", kind.word()),
            );
            self.out.push(error.suggest(&file, expected(kind)));
        }
    }
}

/// Returns the name of a file without its folder and extension.
fn stem(file: &str) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}
