//! A battle that is ready to be played: packs loaded, scripts compiled.

use grognard_engine::catalogue::Catalogue;
use grognard_engine::content::Content;
use grognard_engine::game::Rules;
use grognard_engine::ids::SideId;
use grognard_engine::state::Winners;
use grognard_engine::view::EndView;
use grognard_packs::node::{Node, Value, ValueStep};
use grognard_packs::source::{MAX_FILE, MAX_FILES, MAX_FOLDER_DEPTH, MAX_TOTAL, SourceSpan};
use grognard_packs::store::{PackFiles, Store, StoreRoot};
use grognard_packs::{CallFrame, DataTree, Diagnostic, Guide, Kind, Library, Loaded, Lock, SystemInfo, Tweaks};
use grognard_script::{Host, Instrumentation, ScriptError, ScriptFile, WatchLimits};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// The limits for watching pack folders, equal to the limits on packs.
pub const WATCH_LIMITS: WatchLimits =
    WatchLimits { file: MAX_FILE, total: MAX_TOTAL, files: MAX_FILES, depth: MAX_FOLDER_DEPTH };

/// The battle to load: a scenario with mods and options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BattleRequest {
    /// Folders that contain `scripts`, `scenarios` and `mods`.
    pub roots: Vec<PathBuf>,
    /// The scenario, by its id or by the part of the id after the dot.
    pub scenario: String,
    /// The mods, each by its id or by the part of the id after the dot.
    pub mods: Vec<String>,
    /// Options set by the user.
    pub options: Vec<(String, String)>,
    /// Other changes made by the user.
    pub tweaks: Tweaks,
}

/// The sealed content and the checked scripts of a battle. Any number of games can be played from it, on any thread.
#[derive(Clone)]
pub struct Battle {
    /// The request from which the battle was loaded.
    pub request: BattleRequest,
    /// The content.
    pub content: Arc<Content>,
    /// The scripts.
    pub scripts: Arc<[ScriptFile]>,
    /// The system, as described by the packs.
    pub system: Arc<SystemInfo>,
    /// The packs of the battle.
    pub lock: Lock,
    /// The data from which the content was built, with its sources.
    pub tree: Arc<DataTree>,
    /// The files of the packs.
    pub files: Arc<[PackFiles]>,
    /// The folder to which the packs were unpacked; `None` unless they come from the store.
    pub(crate) ground: Option<Arc<StoreRoot>>,
}

impl Battle {
    /// Loads packs and scripts, and reports every problem found.
    pub fn load(request: BattleRequest) -> Result<Battle, Vec<Diagnostic>> {
        let begun = Instant::now();
        let library = Library::open(&request.roots);
        let loaded =
            grognard_packs::load_with(&library, &request.scenario, &request.mods, &request.options, &request.tweaks)?;
        let scripts = script_files(&library, &loaded);
        let host = Host::load(scripts.clone()).map_err(|errors| diagnose(&errors, &scripts))?;
        let conflicts = crate::rule_conflicts::host_conflicts(&host, &loaded.system);
        if !conflicts.is_empty() {
            return Err(conflicts);
        }
        let hooks: Vec<String> = loaded.system.platform_rules().map(str::to_owned).collect();
        let missing = host.missing(&loaded.content, &hooks);
        if !missing.is_empty() {
            return Err(missing.iter().map(|rule| missing_rule(rule, &host, loaded.tree())).collect());
        }
        let mut strange = strange_answers(&loaded.system, &host, loaded.tree());
        strange.extend(strange_guide_questions(&loaded.system, &host));
        if !strange.is_empty() {
            return Err(strange);
        }
        let Loaded { content, system, lock, data_tree, files, .. } = loaded;
        let (content, system, tree) = (Arc::new(content), Arc::new(system), Arc::new(data_tree));
        let (scenario, rules) = (&request.scenario, &lock.rules_hash);
        tracing::info!(scenario, mods = ?request.mods, rules, took = ?begun.elapsed(), "battle loaded");
        Ok(Battle { request, content, scripts, system, lock, tree, files: files.into(), ground: None })
    }

    /// Returns whether the packs come from the store.
    pub fn is_pinned(&self) -> bool {
        self.ground.is_some()
    }

    /// Puts the packs into the store.
    pub fn keep(&self, store: &Store) -> Result<(), Diagnostic> {
        self.files.iter().try_for_each(|pack| store.keep(pack).map(drop))
    }

    /// Reloads the battle from the current files.
    pub fn reload(&self) -> Result<Battle, Vec<Diagnostic>> {
        Ok(Battle { ground: self.ground.clone(), ..Battle::load(self.request.clone())? })
    }

    /// Creates a separate host for the battle's scripts.
    pub fn host(&self) -> Result<Host, ScriptError> {
        self.noting_host(Instrumentation::Nothing)
    }

    /// Creates a host that records data about the scripts it runs.
    pub fn noting_host(&self, note: Instrumentation) -> Result<Host, ScriptError> {
        load_host(self.scripts.clone(), note)
    }

    /// Describes the end of a game: `German victory: Moscow is German (5.0)`.
    pub fn outcome(&self, catalogue: &Catalogue, end: &EndView) -> String {
        let titles = self.winners(catalogue, &end.winner);
        match (&titles[..], &end.grade) {
            ([], None) => catalogue.say("A draw: {1}", &[&end.reason]),
            ([], Some(grade)) => catalogue.say("A draw ({1}): {2}", &[grade, &end.reason]),
            ([one], None) => catalogue.say("{1} victory: {2}", &[one, &end.reason]),
            ([one], Some(grade)) => catalogue.say("{1} {2}: {3}", &[one, grade, &end.reason]),
            ([first, rest @ ..], grade) => {
                let and = |all: String, title: &String| catalogue.say("{1} and {2}", &[&all, title]);
                let all = rest.iter().fold(first.clone(), and);
                match grade {
                    None => catalogue.say("{1} share the victory: {2}", &[&all, &end.reason]),
                    Some(grade) => catalogue.say("{1} share a victory ({2}): {3}", &[&all, grade, &end.reason]),
                }
            }
        }
    }

    /// Returns the titles of the winners, or only that of their alliance if they are all of its sides.
    fn winners(&self, catalogue: &Catalogue, winners: &Winners<String>) -> Vec<String> {
        let sides: Vec<SideId> = winners.iter().filter_map(|side| self.content.sides.find(side)).collect();
        let alliances = self.content.alliances();
        if let Some((alliance, _)) = alliances.iter().find(|(_, members)| members.len() > 1 && **members == sides) {
            let title = self.content.style.titles.get(*alliance).map_or(*alliance, String::as_str);
            return vec![catalogue.name(title).to_owned()];
        }
        sides.iter().map(|side| catalogue.name(self.content.side_title(*side)).to_owned()).collect()
    }

    /// Returns the folders to watch for changes: the folders of the packs and of their translations.
    pub fn folders(&self) -> Vec<PathBuf> {
        let library = Library::open(&self.request.roots);
        let packs = grognard_packs::locale::translating_packs(&library, &self.system.packs);
        packs.iter().map(|pack| pack.folder.path().to_owned()).collect()
    }
}

/// Creates a host for scripts, or returns the first of their errors.
pub(crate) fn load_host(scripts: Arc<[ScriptFile]>, note: Instrumentation) -> Result<Host, ScriptError> {
    Host::noting(scripts, note).map_err(|errors| {
        errors.into_iter().next().unwrap_or_else(|| ScriptError::plain("the scripts cannot be loaded"))
    })
}

pub(crate) fn script_files(library: &Library, loaded: &Loaded) -> Arc<[ScriptFile]> {
    let file = |script: &grognard_packs::PackScript| {
        let pack = library.get(&script.pack);
        let kind = pack.map(|pack| pack.manifest.kind);
        // A battle has only one system and one scenario, but its libraries and mods may have files with the same name.
        let module = match pack.filter(|pack| pack.manifest.kind == Kind::Library || pack.manifest.kind.is_mod()) {
            Some(pack) => format!("{}/{}", pack.short(), script.module),
            None => script.module.clone(),
        };
        ScriptFile::new(script.file.clone(), module, script.text.text.clone(), kind.is_some_and(Kind::is_mod))
    };
    loaded.system.scripts.iter().map(file).collect()
}

fn missing_rule(rule: &str, host: &Host, tree: &Node) -> Diagnostic {
    let message = format!("no script defines the rule `{rule}`");
    let named = ["sequence", "system"].iter().find_map(|file| place_of(tree.get(file)?, rule));
    let error =
        named.map_or_else(|| Diagnostic::general("E300", &message), |place| Diagnostic::at("E300", place, &message));
    error.suggest(rule, host.rules())
}

/// Reports questions in the guide that no script asks.
fn strange_guide_questions(system: &SystemInfo, host: &Host) -> Vec<Diagnostic> {
    let Some(Guide { file, tree }) = &system.guide else { return Vec::new() };
    let asked = host.questions();
    let known = || asked.iter().map(|question| &*question.key);
    let named = file.step.iter().enumerate().flat_map(|(at, step)| {
        let here = ("question", step.question.as_deref());
        let awaited = ("until", step.until.as_ref().and_then(|until| until.question.as_deref()));
        [here, awaited].into_iter().filter_map(move |(key, question)| Some((at, key, question?)))
    });
    let error = |(at, key, question): (usize, &'static str, &str)| {
        let step: [ValueStep; 3] = ["step".into(), at.into(), key.into()];
        let inner = [step[0], step[1], step[2], "question".into()];
        let place = tree.locate(if key == "until" { &inner } else { &step });
        Diagnostic::at("E302", place, format!("no script asks the question `{question}`")).suggest(question, known())
    };
    named.filter(|(_, _, question)| known().all(|key| key != *question)).map(error).collect()
}

/// Reports policy answers to questions that no script asks.
fn strange_answers(system: &SystemInfo, host: &Host, tree: &Node) -> Vec<Diagnostic> {
    let asked = host.questions();
    let known = || asked.iter().map(|question| &*question.key);
    let answers = system.policies.iter().flat_map(|(name, policy)| policy.answers.keys().map(move |key| (name, key)));
    let strange = answers.filter(|(_, key)| known().all(|question| question != key.as_str()));
    let error = |(name, key): (&String, &String)| {
        let place =
            tree.locate(&["system".into(), "policies".into(), name.into(), "answers".into(), ValueStep::Name(key)]);
        Diagnostic::at("E302", place, format!("no script asks the question `{key}`")).suggest(key, known())
    };
    strange.map(error).collect()
}

/// Returns the location of a string in the data: in a pack file, or in the patch that introduced it.
pub fn place_of<'a>(node: &'a Node, text: &str) -> Option<&'a SourceSpan> {
    match &node.value {
        Value::Text(found) => (found == text).then_some(&node.place),
        Value::List(list) => list.iter().find_map(|node| place_of(node, text)),
        Value::Table(table) => table.iter().find_map(|(_, entry)| place_of(&entry.node, text)),
        _ => None,
    }
}

/// Converts script errors to diagnostics.
pub fn diagnose(errors: &[ScriptError], scripts: &[ScriptFile]) -> Vec<Diagnostic> {
    errors.iter().map(|error| diagnose_one(error, scripts)).collect()
}

fn diagnose_one(error: &ScriptError, scripts: &[ScriptFile]) -> Diagnostic {
    let file = error.file.as_ref().and_then(|file| scripts.iter().find(|script| script.path == *file));
    let found = match (file, error.line) {
        (Some(file), Some(line)) => {
            Diagnostic::line("E301", &file.path, &file.source, line, &error.message).underline_word()
        }
        _ => Diagnostic::general("E301", &error.message),
    };
    let found = match error.seed {
        Some(seed) => found.help(format!(
            "this happened in the game with seed {seed}; `--seed {seed} --games 1` plays only that game"
        )),
        None => found,
    };
    found.calls(call_path(error))
}

/// Returns the call path of an error, for a diagnostic.
pub fn call_path(error: &ScriptError) -> Vec<CallFrame> {
    let again = |again: bool| if again { " (recursive)" } else { "" };
    let calls = error.calls.iter();
    calls
        .map(|call| CallFrame {
            file: call.file.clone(),
            line: call.line,
            what: format!("{}{}", call.what, again(call.again)),
        })
        .collect()
}
