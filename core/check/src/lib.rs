//! Finds problems in packs without playing them, and compares battles.

#![forbid(unsafe_code)]

mod arguments;
mod chart_results;
pub mod codes;
mod comments;
mod comparisons;
pub mod data;
pub mod diff;
mod literals;
mod mod_conflicts;
mod name_index;
mod name_sources;
mod names;
mod prompts;
mod rule_signatures;
mod rules;
mod secrets;
pub mod texts;

use crate::data::{lint, lint_choices, lint_files, lint_references, lint_rules_texts, silence};
use grognard_luau::{KeepScripts, Script, ScriptModule, usage};
use grognard_packs::locale::Locale;
use grognard_packs::source::{Source, SourceSpan};
use grognard_packs::{Diagnostic, Kind, Library, Loaded, Pack, Severity, belongs, unmet};
use grognard_play::{Battle, BattleRequest, diagnose};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The result of a check: what was checked, and the diagnostics.
#[derive(Default, Serialize)]
pub struct CheckReport {
    /// The ids of the packs checked. A pack that was left out because of a faulty manifest is listed by its manifest
    /// file.
    pub packs: BTreeSet<String>,
    /// The number of battles checked.
    pub battles: usize,
    /// The number of diagnostics silenced by `allow` comments.
    pub allowed: usize,
    /// The errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The ids of other packs with errors in the battles checked, and the number of these errors, which are not listed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub elsewhere: BTreeMap<String, usize>,
}

/// A function that checks the types in the scripts of a battle.
pub type TypeCheck<'a> = dyn Fn(&Battle) -> Vec<Diagnostic> + Sync + 'a;

/// Codes for things that are declared but not used. A mod that removes the last use of something is not at fault.
const IDLE: [&str; 7] = ["W401", "W402", "W403", "W404", "W405", "W411", "W420"];

/// The findings of a battle check.
enum BattleFindings {
    /// The battle cannot be played.
    Broken(Vec<Diagnostic>),
    /// The battle can be played.
    Sound {
        /// Diagnostics that do not depend on other battles.
        wrong: Vec<Diagnostic>,
        /// Diagnostics about things that this battle does not use; another battle may use them.
        odd: Vec<Diagnostic>,
    },
}

impl BattleFindings {
    /// Returns all diagnostics, or `None` if the battle cannot be played.
    fn all(&self) -> Option<Vec<Diagnostic>> {
        match self {
            BattleFindings::Broken(_) => None,
            BattleFindings::Sound { wrong, odd } => Some(wrong.iter().chain(odd).cloned().collect()),
        }
    }
}

/// A battle to be checked: the id of its scenario, and those of its mods.
type BattleKey = (String, Vec<String>);

/// Checks packs one by one. Each battle is checked only once.
pub struct PackChecker<'a> {
    library: &'a Library,
    roots: &'a [PathBuf],
    types: &'a TypeCheck<'a>,
    texts: Locale,
    battles: BTreeMap<BattleKey, BattleFindings>,
    report: CheckReport,
    /// Errors in the files of other packs than the one being checked.
    elsewhere: CheckReport,
    /// Most scripts belong to several battles.
    _scripts: KeepScripts,
}

impl<'a> PackChecker<'a> {
    /// Creates a checker for the packs of a library, found below `roots`. `texts` is the catalogue of the program.
    pub fn new(library: &'a Library, roots: &'a [PathBuf], types: &'a TypeCheck<'a>, texts: Locale) -> PackChecker<'a> {
        let (battles, report, elsewhere) = (BTreeMap::new(), CheckReport::default(), CheckReport::default());
        PackChecker { library, roots, types, texts, battles, report, elsewhere, _scripts: KeepScripts::begin() }
    }

    /// Adds a problem with a manifest whose pack was left out of the library.
    pub fn manifest(&mut self, wrong: Diagnostic) {
        self.report.packs.insert(wrong.file.clone());
        self.report.add([wrong]);
    }

    /// Adds a problem found elsewhere.
    pub fn problem(&mut self, found: Diagnostic) {
        self.report.add([found]);
    }

    /// Checks the battles of several packs on all cores, so that [`PackChecker::pack`] only has to collect the findings.
    /// `watch` is called before each battle, with the id of the pack; what it returns is dropped after the battle.
    pub fn prepare<Guard>(&mut self, packs: &[&Pack], watch: impl Fn(&str) -> Guard + Sync) {
        let mut keys: BTreeMap<BattleKey, &str> = BTreeMap::new();
        for pack in packs.iter().filter(|pack| pack.folder.over_limits().is_none()) {
            let mods = mods_with(pack, self.library);
            for scenario in self.library.scenarios().filter(|scenario| belongs(pack, scenario, self.library)) {
                keys.entry((scenario.id().to_owned(), mods.clone())).or_insert(pack.id());
                if mods.iter().any(|id| id == pack.id()) {
                    keys.entry((scenario.id().to_owned(), required_mods(pack, self.library))).or_insert(pack.id());
                }
            }
        }
        let this = &*self;
        let look = |(key, id): (BattleKey, &str)| {
            let _guard = watch(id);
            let found = this.look(&key.0, &key.1).unwrap_or_else(BattleFindings::Broken);
            (key, found)
        };
        let found: Vec<_> = keys.into_par_iter().map(look).collect();
        self.battles.extend(found);
    }

    /// Checks a pack in every battle it belongs to.
    pub fn pack(&mut self, pack: &Pack) {
        self.report.packs.insert(pack.id().to_owned());
        if let Some(error) = pack.folder.over_limits() {
            return self.report.add([error]);
        }
        self.report.silence(lint_files(pack));
        self.report.silence(lint_references(self.library, pack));
        self.report.silence(lint_rules_texts(self.library, pack));
        let mods = mods_with(pack, self.library);
        let library = self.library;
        let scenarios: Vec<&Pack> = library.scenarios().filter(|scenario| belongs(pack, scenario, library)).collect();
        // Missing requirements of these packs are not reported when a battle is loaded.
        let alone = scenarios.is_empty() || pack.manifest.kind == Kind::Translation;
        let unmet = if alone { unmet(library, pack) } else { Vec::new() };
        if scenarios.is_empty() && unmet.is_empty() {
            let message = format!("no scenario uses `{}`, so only its manifest was checked", pack.id());
            self.report.add([Diagnostic::general("W508", message).warning()]);
        }
        self.report.add(unmet);
        let own = pack.folder.show("");
        let mut odd: Option<Vec<Diagnostic>> = None;
        let (translated, mut loaded) = (!pack.languages().is_empty(), Vec::new());
        for scenario in scenarios {
            self.report.battles += 1;
            match self.battle(scenario.id(), &mods) {
                BattleFindings::Broken(wrong) => {
                    let wrong = wrong.clone();
                    self.report.add(wrong);
                }
                BattleFindings::Sound { wrong, odd: here } => {
                    let (wrong, here) = (wrong.clone(), here.clone());
                    let brought = self.problems_with_mod(pack, scenario, &mods);
                    self.report.silence(brought);
                    if translated {
                        loaded.extend(with_what_waits(library, scenario, &mods));
                    }
                    let is_own = |found: &&Diagnostic| found.file.starts_with(&own) || found.file.is_empty();
                    let is_other_error = |found: &&Diagnostic| !is_own(found) && found.severity == Severity::Error;
                    self.elsewhere.silence(wrong.iter().chain(&here).filter(is_other_error).cloned().collect());
                    let wrong: Vec<Diagnostic> = wrong.iter().filter(is_own).cloned().collect();
                    match &mut odd {
                        Some(odd) => *odd = common_diagnostics(odd, &here),
                        None => odd = Some(here.iter().filter(is_own).cloned().collect()),
                    }
                    self.report.silence(wrong);
                }
            }
        }
        self.report.silence(odd.unwrap_or_default());
        // Strings are compared only if a battle loads without errors.
        if !loaded.is_empty() {
            self.report.silence(texts::check(library, pack, &loaded, &self.texts));
        }
    }

    /// Returns the problems that are in the files of other packs but appear only with this mod.
    fn problems_with_mod(&mut self, pack: &Pack, scenario: &Pack, mods: &[String]) -> Vec<Diagnostic> {
        if !mods.iter().any(|id| id == pack.id()) {
            return Vec::new();
        }
        let others = required_mods(pack, self.library);
        let with = self.battle(scenario.id(), mods).all();
        let without = self.battle(scenario.id(), &others).all().or_else(|| {
            // The required packs may be compatible only with this mod, which settles their conflicts.
            let alone = others.iter().map(|id| self.battle(scenario.id(), std::slice::from_ref(id)).all());
            alone.collect::<Option<Vec<_>>>().map(|all| all.concat())
        });
        let (Some(with), Some(without)) = (with, without) else { return Vec::new() };
        let Ok(loaded) = grognard_packs::load(self.library, scenario.id(), mods, &[]) else { return Vec::new() };
        let own = pack.folder.show("");
        let is_known = |new: &Diagnostic| {
            without.iter().any(|old| (old.code, &old.file, &old.message) == (new.code, &new.file, &new.message))
        };
        let new = with.into_iter().filter(|found| {
            !IDLE.contains(&found.code) && !found.file.is_empty() && !found.file.starts_with(&own) && !is_known(found)
        });
        let told = |found: Diagnostic| {
            loaded.name_patches(found.note(format!("this problem appears only with `{}`", pack.id())), pack.id())
        };
        new.map(told).collect()
    }

    /// Returns the report on everything that was checked.
    pub fn finish(mut self) -> CheckReport {
        let is_listed = |error: &Diagnostic| self.report.diagnostics.contains(error);
        for error in self.elsewhere.diagnostics.iter().filter(|error| !is_listed(error)) {
            let owner = self.library.packs().iter().find(|pack| error.file.starts_with(&pack.folder.show("")));
            if let Some(owner) = owner {
                *self.report.elsewhere.entry(owner.id().to_owned()).or_default() += 1;
            }
        }
        self.report
    }

    fn battle(&mut self, scenario: &str, mods: &[String]) -> &BattleFindings {
        let key = (scenario.to_owned(), mods.to_vec());
        if !self.battles.contains_key(&key) {
            let found = self.look(scenario, mods).unwrap_or_else(BattleFindings::Broken);
            self.battles.insert(key.clone(), found);
        }
        &self.battles[&key]
    }

    fn look(&self, scenario: &str, mods: &[String]) -> Result<BattleFindings, Vec<Diagnostic>> {
        let request = BattleRequest {
            roots: self.roots.to_vec(),
            scenario: scenario.to_owned(),
            mods: mods.to_vec(),
            options: Vec::new(),
            ..BattleRequest::default()
        };
        let battle = Battle::load(request)?;
        let odd = odd(self.library, &battle)?;
        Ok(BattleFindings::Sound { wrong: (self.types)(&battle), odd })
    }
}

/// Returns the warnings about a battle that can be played.
fn odd(library: &Library, battle: &Battle) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let BattleRequest { scenario, mods, .. } = &battle.request;
    let scripts: Vec<Script> = battle.scripts.iter().map(|file| Script::or_empty(&file.source)).collect();
    let usage =
        usage(battle.scripts.iter().zip(&scripts).map(|(file, script)| ScriptModule { module: &file.module, script }));
    let loaded = grognard_packs::load(library, scenario, mods, &[])?;
    let names = name_index::Names::new(&usage, &loaded);
    let mut odd = lint_choices(library, scenario, mods, &names)?;
    odd.extend(lint(&loaded, &names));
    let host = battle.host().map_err(|error| diagnose(&[error], &battle.scripts))?;
    odd.extend(rules::rules(battle, &usage, |name| host.has(name)));
    let chances = name_sources::NameSources::new(library, battle, &scripts);
    odd.extend(names::names(battle, &scripts, &usage, &chances));
    odd.extend(arguments::check_arguments(battle, &scripts, &chances));
    odd.extend(rule_signatures::unfit(battle, &scripts, &loaded, &usage));
    odd.extend(prompts::check_prompts(battle, &scripts));
    odd.extend(chart_results::results(battle, &scripts));
    odd.extend(literals::strange(battle, &scripts, &chances));
    odd.extend(comparisons::check_comparisons(battle, &scripts, &loaded));
    odd.extend(comments::paragraphs(battle));
    odd.extend(secrets::check_secrets(battle, &scripts));
    Ok(odd)
}

/// Returns the warnings about a battle after an edit to `files`, without the type check. Packs with an edited file get
/// all their warnings; other packs get all except those about unused names. If `files` is empty, returns all warnings.
pub fn warnings_after_edit(battle: &Battle, files: &[PathBuf]) -> Vec<Diagnostic> {
    let library = Library::open(&battle.request.roots);
    let is_changed = |pack: &&Pack| {
        let folder = pack.folder.path().canonicalize();
        folder.is_ok_and(|folder| files.iter().any(|file| file.starts_with(&folder)))
    };
    let changed: Vec<String> = library.packs().iter().filter(is_changed).map(|pack| pack.folder.show("")).collect();
    let counts = |found: &Diagnostic| {
        let is_own =
            files.is_empty() || found.file.is_empty() || changed.iter().any(|folder| found.file.starts_with(folder));
        is_own || !IDLE.contains(&found.code)
    };
    let found = odd(&library, battle).unwrap_or_else(|wrong| wrong);
    silence(found.into_iter().filter(counts).collect()).remaining
}

/// Loads the battle, and loads it again with each option value that a patch requires, because such patches can add
/// names.
pub fn with_what_waits(library: &Library, scenario: &Pack, mods: &[String]) -> Vec<Loaded> {
    let load = |options: &[(String, String)]| grognard_packs::load(library, scenario.id(), mods, options).ok();
    let Some(base) = load(&[]) else { return Vec::new() };
    let waited_for: BTreeSet<(String, String)> = base.inactive.iter().filter_map(|patch| patch.choice()).collect();
    let with: Vec<Loaded> = waited_for.into_iter().filter_map(|choice| load(&[choice])).collect();
    std::iter::once(base).chain(with).collect()
}

impl CheckReport {
    fn add(&mut self, found: impl IntoIterator<Item = Diagnostic>) {
        for diagnostic in found {
            if !self.diagnostics.contains(&diagnostic) {
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn silence(&mut self, found: Vec<Diagnostic>) {
        let result = silence(found);
        self.allowed += result.suppressed;
        self.add(result.remaining);
    }

    /// Returns the number of diagnostics with this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }
}

/// Returns the warnings that two battles share. If one battle has an error where the other has a warning, returns the
/// warning.
fn common_diagnostics(odd: &[Diagnostic], here: &[Diagnostic]) -> Vec<Diagnostic> {
    let is_same = |a: &Diagnostic, b: &Diagnostic| {
        (&a.file, a.line, a.column, &a.message, &a.code[1..]) == (&b.file, b.line, b.column, &b.message, &b.code[1..])
    };
    let milder = |found: &Diagnostic| {
        let other = here.iter().find(|other| is_same(found, other))?;
        Some(if found.severity == Severity::Warning { found } else { other }.clone())
    };
    odd.iter().filter_map(milder).collect()
}

/// Returns the location of a word in a line of a script, or the beginning of the line if it does not contain the word.
fn word_in_line(battle: &Battle, file: usize, line: usize, word: &str) -> SourceSpan {
    let file = &battle.scripts[file];
    let start: usize = file.source.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let text = file.source[start..].lines().next().unwrap_or_default();
    let in_quotes =
        ['"', '\'', '`'].into_iter().find_map(|quote| text.find(&format!("{quote}{word}{quote}")).map(|at| at + 1));
    let at = start + in_quotes.or_else(|| text.find(word)).unwrap_or(0);
    SourceSpan { source: Source::new(&file.path, &file.source), span: at..at + word.len() }
}

/// Returns the mods that a pack requires.
fn required_mods(pack: &Pack, library: &Library) -> Vec<String> {
    let is_mod = |id: &&String| library.get(id).is_some_and(|other| other.manifest.kind.is_mod());
    pack.manifest.requires.keys().filter(is_mod).cloned().collect()
}

/// Returns the mods to load when a pack is checked: the pack itself if it is a mod or, for a translation, the mods that
/// it translates.
fn mods_with(pack: &Pack, library: &Library) -> Vec<String> {
    match pack.manifest.kind {
        Kind::Mod | Kind::Cosmetic => vec![pack.id().to_owned()],
        Kind::Translation => required_mods(pack, library),
        _ => Vec::new(),
    }
}
