//! All packs in the folders that are searched.

use crate::diagnostic::{Diagnostic, tidy};
use crate::node::{Node, ValueStep};
use crate::options;
use crate::schema::{Kind, Manifest};
use crate::schema_check::{self, Confidence};
use crate::source::{Folder, SourceSpan};
use semver::{Version, VersionReq};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The version of the scripting API that this program offers.
pub const API_VERSION: &str = "0.2.0";

/// The API range for new packs: up to the next version that may change calls.
pub const API_RANGE: &str = ">=0.2, <0.3";

/// The previous API version, used to recognise packs whose scripts no longer run.
const API_VERSION_BEFORE: &str = "0.1.0";

/// A pack with a valid manifest.
#[derive(Clone, Debug)]
pub struct Pack {
    /// The manifest of the pack.
    pub manifest: Manifest,
    /// The version of the pack.
    pub version: Version,
    /// The folder of the pack.
    pub folder: Folder,
    pub(crate) tree: Node,
}

/// All packs found in a list of roots.
#[derive(Clone, Debug, Default)]
pub struct Library {
    packs: Vec<Pack>,
    /// Problems with manifests; the packs concerned are left out.
    pub diagnostics: Vec<Diagnostic>,
    /// Problems with the packs that were left out, by id; `None` is for packs whose id cannot be read.
    broken: BTreeMap<Option<String>, Vec<Diagnostic>>,
    /// Errors about ids that several packs claim, by id.
    duplicates: BTreeMap<String, Diagnostic>,
    /// The folders of packs that are not used because of a pack with the same id in another root.
    replaced: BTreeSet<PathBuf>,
}

impl Pack {
    /// Returns the id of the pack.
    pub fn id(&self) -> &str {
        &self.manifest.id
    }

    /// Returns the part of the id after the dot.
    pub fn short(&self) -> &str {
        short_id(self.id())
    }

    /// Returns the location of a value in the manifest.
    pub fn place(&self, path: &[ValueStep]) -> &SourceSpan {
        self.tree.locate(path)
    }

    fn open(path: &Path, library: &mut Library) -> Option<Pack> {
        let folder = Folder::open(path).ok()?;
        let source = match folder.read("pack.toml") {
            Ok(source) => source,
            Err(error) => {
                let error = folder.unreadable("pack.toml", &error);
                library.broken.entry(None).or_default().push(error.clone());
                library.diagnostics.push(error);
                return None;
            }
        };
        let (tree, mut errors) = Node::parse(&source);
        let manifest =
            if errors.is_empty() { schema_check::read_with_recovery::<Manifest>(&tree, &mut errors) } else { None };
        let manifest =
            manifest.filter(|(_, confidence)| *confidence != Confidence::Guessed).map(|(manifest, _)| manifest);
        if let Some(manifest) = &manifest {
            let known = errors.len();
            check_manifest(manifest, &tree, &mut errors);
            schema_check::only_new(&mut errors, known);
        }
        if !errors.is_empty() {
            let id = tree.get("id").and_then(Node::text).map(str::to_owned);
            library.broken.entry(id).or_default().extend(errors.iter().cloned());
            library.diagnostics.append(&mut errors);
            return None;
        }
        let manifest = manifest?;
        let version = Version::parse(&manifest.version).ok()?;
        Some(Pack { version, manifest, folder, tree })
    }
}

impl Library {
    /// Finds every pack in the folders `scripts`, `scenarios` and `mods` of these roots. A root can also be the folder
    /// of a single pack. If several roots have a pack with the same id, the pack in the first of them is used, except
    /// that a newer version in a managed root (see [`is_managed`]) replaces an older one in another managed root.
    pub fn open(roots: &[PathBuf]) -> Library {
        let mut library = Library::default();
        let mut managed = BTreeMap::new();
        for root in roots {
            let known: BTreeSet<String> = library.packs.iter().map(|pack| pack.id().to_owned()).collect();
            let is_managed = is_managed(root);
            let below = Kind::FOLDERS.iter().flat_map(|kind_folder| folders(&root.join(kind_folder)));
            for path in std::iter::once(root.clone()).chain(below) {
                if path.join("pack.toml").symlink_metadata().is_ok()
                    && let Some(pack) = Pack::open(&path, &mut library)
                {
                    let is_newer = is_managed && managed.get(pack.id()).is_some_and(|known| *known < pack.version);
                    if known.contains(pack.id()) && !is_newer {
                        library.replaced.insert(path);
                        continue;
                    }
                    if is_newer && known.contains(pack.id()) {
                        let older = library.packs.extract_if(.., |other| other.id() == pack.id());
                        library.replaced.extend(older.map(|other| other.folder.path().to_owned()));
                    }
                    if is_managed {
                        managed.insert(pack.id().to_owned(), pack.version.clone());
                    }
                    library.packs.push(pack);
                }
            }
        }
        library.packs.sort_by(|a, b| (a.id(), a.folder.path()).cmp(&(b.id(), b.folder.path())));
        library.refuse_duplicates();
        library.diagnostics = tidy(std::mem::take(&mut library.diagnostics));
        let (packs, problems) = (library.packs.len(), library.diagnostics.len());
        tracing::debug!(?roots, packs, problems, "packs found");
        library
    }

    /// Creates a library of packs, which must be sorted by id.
    pub(crate) fn of_packs(packs: Vec<Pack>) -> Library {
        Library { packs, ..Library::default() }
    }

    /// Keeps only the first of several packs with the same id, and reports the others.
    fn refuse_duplicates(&mut self) {
        let duplicates = self.packs.windows(2).filter(|pair| pair[0].id() == pair[1].id());
        for pair in duplicates {
            let message = format!("two packs have the id `{}`", pair[1].id());
            let error = Diagnostic::at("E122", pair[1].place(&["id".into()]), message);
            let error = error.related(pair[0].place(&["id".into()]), "also defined here");
            self.diagnostics.push(error.clone());
            self.duplicates.insert(pair[1].id().to_owned(), error);
        }
        self.packs.dedup_by(|a, b| a.id() == b.id());
    }

    /// Returns all packs, sorted by id.
    pub fn packs(&self) -> &[Pack] {
        &self.packs
    }

    /// Returns whether the pack in a folder is not used because of a pack with the same id in another root.
    pub fn is_replaced(&self, folder: &Path) -> bool {
        let is_here = |pack: &Pack| pack.folder.path().canonicalize().ok() == folder.canonicalize().ok();
        self.replaced.contains(folder) && !self.packs.iter().any(is_here)
    }

    /// Returns all scenarios, sorted by id.
    pub fn scenarios(&self) -> impl Iterator<Item = &Pack> {
        self.packs.iter().filter(|pack| pack.manifest.kind == Kind::Scenario)
    }

    /// Returns all mods, sorted by id.
    pub fn mods(&self) -> impl Iterator<Item = &Pack> {
        self.packs.iter().filter(|pack| pack.manifest.kind.is_mod())
    }

    /// Returns a pack by its id.
    pub fn get(&self, id: &str) -> Option<&Pack> {
        self.packs.binary_search_by(|pack| pack.id().cmp(id)).ok().map(|at| &self.packs[at])
    }

    /// Returns whether a pack exists but was left out because of its manifest.
    pub fn is_broken(&self, name: &str) -> bool {
        self.wrong_manifest(name).is_some()
    }

    /// Returns the problems with the manifest of a pack that was left out.
    pub(crate) fn wrong_manifest(&self, name: &str) -> Option<&[Diagnostic]> {
        let is = |id: &Option<String>| id.as_ref().is_some_and(|id| id == name || short_id(id) == name);
        self.broken.iter().find(|(id, _)| is(id)).map(|(_, wrong)| wrong.as_slice())
    }

    /// Returns the problems with manifests whose id cannot be read.
    pub(crate) fn unreadable(&self) -> impl Iterator<Item = &Diagnostic> {
        self.broken.get(&None).into_iter().flatten()
    }

    /// Returns the error about an id that several packs claim, if there is one.
    pub(crate) fn duplicate_error(&self, id: &str) -> Option<&Diagnostic> {
        self.duplicates.get(id)
    }

    /// Returns the language into which the translation pack with this name translates. If it has catalogues for several
    /// languages, returns the first.
    fn translation(&self, name: &str) -> Option<String> {
        let named = |pack: &&Pack| pack.manifest.kind == Kind::Translation && is_called(pack, name);
        self.packs.iter().find(named)?.languages().into_iter().next()
    }

    /// Returns whether a pack has this name, even if its manifest is invalid.
    pub fn knows(&self, name: &str) -> bool {
        self.packs.iter().any(|pack| is_called(pack, name)) || self.is_broken(name)
    }

    /// Finds a pack of the given kind by its id or by the part of the id after the dot.
    pub fn find(&self, kind: Kind, name: &str) -> Result<&Pack, Diagnostic> {
        self.find_any(&[kind], name)
    }

    /// Finds a pack of one of these kinds by its id or by the part of the id after the dot. Fails if several packs
    /// match.
    pub fn find_any(&self, kinds: &[Kind], name: &str) -> Result<&Pack, Diagnostic> {
        let wanted = |pack: &&Pack| kinds.iter().any(|kind| pack.manifest.kind.serves_as(*kind));
        let named: Vec<_> = self.packs.iter().filter(wanted).filter(|pack| is_called(pack, name)).collect();
        let what = words(kinds);
        match named[..] {
            [one] => Ok(one),
            [] if self.is_broken(name) => Err(self.broken_manifest(&what, name)),
            [] => Err(self.unknown(kinds, name)),
            _ => {
                let ids: Vec<_> = named.iter().map(|pack| format!("`{}`", pack.id())).collect();
                let error = Diagnostic::general("E123", format!("several {} are called `{name}`", plural(&what)));
                Err(error.help(format!("write {}", ids.join(" or "))))
            }
        }
    }

    fn broken_manifest(&self, what: &str, name: &str) -> Diagnostic {
        let wrong = self.wrong_manifest(name).unwrap_or_default();
        // A manifest that is written for another version of the program is not invalid.
        if let [other_version] = wrong
            && other_version.code == "E124"
        {
            return other_version.clone();
        }
        let error = Diagnostic::general("E123", format!("the manifest of the {what} `{name}` is invalid"));
        wrong.iter().cloned().fold(error, |error, cause| error.with(&cause))
    }

    /// Creates the error for a name that no pack has, with suggestions.
    fn unknown(&self, kinds: &[Kind], name: &str) -> Diagnostic {
        let error = Diagnostic::general("E123", format!("there is no {} called `{name}`", words(kinds)));
        if let Some(language) = self.translation(name) {
            return error.help(format!("it is a translation; use it with `--lang {language}`"));
        }
        if let Some(other) = self.packs.iter().find(|pack| is_called(pack, name)) {
            return error.help(format!("`{}` is a {}", other.id(), other.manifest.kind.word()));
        }
        let all = || self.packs.iter().filter(|pack| kinds.iter().any(|kind| pack.manifest.kind.serves_as(*kind)));
        let error = error.suggest(name, all().flat_map(|pack| [pack.short(), pack.id()]));
        match (error.help.is_some(), all().next().is_some()) {
            (true, _) => error,
            (false, true) => error.help(format!("available: {}", name_list(all().map(Pack::short)))),
            (false, false) if self.diagnostics.is_empty() => error.help("use --packs to name a folder of packs"),
            (false, false) => error,
        }
    }
}

/// Maximum number of pack names listed in a message.
const MAX_LISTED: usize = 12;

fn name_list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<&str> = names.collect();
    let some = all.iter().take(MAX_LISTED).copied().collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(MAX_LISTED) {
        0 => some,
        more => format!("{some} and {more} more; `grognard list` shows all"),
    }
}

fn is_called(pack: &Pack, name: &str) -> bool {
    pack.id() == name || pack.short() == name
}

/// Returns the noun for packs of these kinds in messages: `pack` if any kind is meant.
fn words(kinds: &[Kind]) -> String {
    if kinds.len() >= Kind::ALL.len() {
        "pack".to_owned()
    } else {
        kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(" or ")
    }
}

fn plural(what: &str) -> String {
    what.split(" or ")
        .map(|word| word.strip_suffix('y').map_or_else(|| format!("{word}s"), |stem| format!("{stem}ies")))
        .collect::<Vec<_>>()
        .join(" or ")
}

fn folders(kind_folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(kind_folder).into_iter().flatten().flatten();
    let mut found: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

/// Returns the part of an id after the dot.
pub fn short_id(id: &str) -> &str {
    id.split_once('.').map_or(id, |(_, name)| name)
}

/// Returns whether a string is a valid pack id: a namespace, a dot and a name, in lower-case letters, digits and
/// hyphens.
pub fn is_id(id: &str) -> bool {
    let part =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    id.len() <= 100 && id.split_once('.').is_some_and(|(space, name)| part(space) && part(name))
}

fn check_manifest(manifest: &Manifest, tree: &Node, out: &mut Vec<Diagnostic>) {
    let at = |path: &[ValueStep]| tree.locate(path).clone();
    if manifest.format != 1 {
        let error = Diagnostic::at("E120", &at(&["format".into()]), format!("format {} is unknown", manifest.format));
        out.push(error.expected("expected 1"));
    }
    check_id(&manifest.id, at(&["id".into()]), out);
    if Version::parse(&manifest.version).is_err() {
        let error =
            Diagnostic::at("E121", &at(&["version".into()]), format!("`{}` is not a version", manifest.version));
        out.push(error.expected("expected three numbers such as \"1.4.0\""));
    }
    check_api(manifest, at(&["api".into()]), out);
    check_system(manifest, tree, out);
    for (table, ids) in [("requires", &manifest.requires), ("optional", &manifest.optional)] {
        for (id, range) in ids {
            check_id(id, at(&[table.into(), ValueStep::Name(id)]), out);
            check_range(range, at(&[table.into(), id.into()]), out);
        }
    }
    for (id, conflict) in &manifest.conflicts {
        check_id(id, at(&["conflicts".into(), ValueStep::Name(id)]), out);
        check_range(&conflict.versions, at(&["conflicts".into(), id.into(), "versions".into()]), out);
    }
    for (index, id) in manifest.after.iter().enumerate() {
        check_id(id, at(&["after".into(), index.into()]), out);
    }
    for (name, option) in &manifest.options {
        options::check_declaration(name, option, tree, out);
    }
}

pub(crate) fn check_id(id: &str, place: SourceSpan, out: &mut Vec<Diagnostic>) {
    if !is_id(id) {
        let error = Diagnostic::at("E121", &place, format!("`{id}` is not a valid pack id"));
        out.push(error.expected("expected a namespace, a dot and a name in lower-case letters: \"me.my-battle\""));
    }
}

fn check_range(range: &str, place: SourceSpan, out: &mut Vec<Diagnostic>) -> Option<VersionReq> {
    let parsed = VersionReq::parse(range).ok();
    if parsed.is_none() {
        let error = Diagnostic::at("E121", &place, format!("`{range}` is not a range of versions"));
        out.push(error.expected("expected a range such as \">=0.1, <1\""));
    }
    parsed
}

/// Returns the path of the file beside `root` that marks it as managed. A managed root contains the built-in or the
/// installed packs. If several managed roots have a pack with the same id, the newest version is used.
pub fn managed_mark(root: &Path) -> PathBuf {
    root.with_extension("managed")
}

/// Returns whether a root contains the built-in or the installed packs.
pub fn is_managed(root: &Path) -> bool {
    managed_mark(root).is_file()
}

/// Returns whether this program can run packs that are written for a range of scripting API versions.
pub fn runs_api(range: &str) -> bool {
    VersionReq::parse(range).is_ok_and(|range| includes(&range, API_VERSION) && !is_old(&range))
}

fn includes(range: &VersionReq, version: &str) -> bool {
    Version::parse(version).is_ok_and(|version| range.matches(&version))
}

/// Returns whether a range includes the API version whose scripts no longer run. The range `*` does not count, because
/// it does not say which version a pack is written for.
fn is_old(range: &VersionReq) -> bool {
    includes(range, API_VERSION_BEFORE) && *range != VersionReq::STAR
}

fn check_api(manifest: &Manifest, place: SourceSpan, out: &mut Vec<Diagnostic>) {
    let Some(range) = check_range(&manifest.api, place.clone(), out) else { return };
    let is_old = is_old(&range);
    if is_old || !includes(&range, API_VERSION) {
        let message = format!("`{}` is written for version {} of the scripting API", manifest.id, manifest.api);
        let help = match is_old {
            true => format!("change its calls to the new forms (docs/api-0.2.md), then write `api = \"{API_RANGE}\"`"),
            false => format!("this program provides {API_VERSION}"),
        };
        out.push(Diagnostic::at("E124", &place, message).help(help));
    }
}

fn check_system(manifest: &Manifest, tree: &Node, out: &mut Vec<Diagnostic>) {
    match (manifest.kind, &manifest.system) {
        (Kind::Scenario, None) => {
            let error = Diagnostic::at("E106", tree.locate(&["kind".into()]), "a scenario must name its game system");
            out.push(error.help("add `system = \"…\"` with the id of the system"));
        }
        (Kind::Scenario, Some(id)) => check_id(id, tree.locate(&["system".into()]).clone(), out),
        (_, Some(_)) => {
            let place = tree.locate(&[ValueStep::Name("system")]);
            let error = Diagnostic::at("E102", place, "`system` is only for scenarios");
            out.push(error.help("list the system under `[requires]`"));
        }
        (_, None) => {}
    }
}
