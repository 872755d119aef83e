//! Loads scripts. Every file is compiled and checked, each module runs once, and mods change rules. After that, nothing
//! can change.

use crate::call_counts::{self, CallCounts};
use crate::coroutine::{self, Callable, LuauError};
use crate::declarations;
use crate::error::ScriptError;
use crate::instrumentation::Instrumentation;
use crate::iterator_check::keep_to_iterators;
use crate::lint;
use crate::profiler;
use crate::rule_definitions::{self, RuleDefinition};
use crate::sandbox::{Sandbox, Tools, compiler};
use crate::seal;
use crate::sources::Sources;
use crate::suggestions::{hint, shorten};
use grognard_engine::decision::Question;
use grognard_luau::{FunctionChanges, Globals, ParseError, Script};
use mlua::{Function, Lua, Table, Value};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_void;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The compiler's setting for counting statements and expressions.
const STATEMENTS_AND_EXPRESSIONS: u8 = 2;

/// The maximum size of a script file.
const MAX_FILE: usize = 1 << 20;

/// A script file in a pack. It is parsed and compiled only once, however many hosts load it.
#[derive(Clone, Debug)]
pub struct ScriptFile {
    /// The path of the file, for messages.
    pub path: String,
    /// The name of the file for `require`, and the prefix of its rule names: `combat`, `std/zoc`.
    pub module: String,
    /// The source of the file.
    pub source: String,
    /// Whether the file belongs to a mod. Such a file may change rules and need not return any.
    pub is_mod: bool,
    prepared: Arc<PreparedScript>,
}

impl ScriptFile {
    /// Creates a file that no host has loaded yet.
    pub fn new(path: String, module: String, source: String, is_mod: bool) -> ScriptFile {
        let prepared = PreparedScript::of(&path, &source);
        ScriptFile { path, module, source, is_mod, prepared }
    }

    /// Returns the outer variables that the file's functions change, or the file's errors. The result is cached,
    /// because every host has the same globals.
    fn check_functions(&self, globals: &Globals) -> Result<Vec<FunctionChanges>, Vec<ScriptError>> {
        self.prepared.checked.get_or_init(|| check(self, Script::parse(&self.source), globals)).clone()
    }

    fn is_unchecked(&self) -> bool {
        self.prepared.checked.get().is_none() && self.source.len() <= MAX_FILE
    }
}

/// What hosts need of a script file, worked out when the first host loads it. When packs are read again, a file that has
/// not changed shares it.
#[derive(Debug, Default)]
struct PreparedScript {
    checked: OnceLock<Result<Vec<FunctionChanges>, Vec<ScriptError>>>,
    compiled: OnceLock<Result<Arc<[u8]>, Vec<ScriptError>>>,
}

/// The number of prepared scripts above which those that no file uses are dropped.
const MAX_PREPARED: usize = 1000;

impl PreparedScript {
    /// Returns the prepared script for a path, which errors mention, and a source.
    fn of(path: &str, source: &str) -> Arc<PreparedScript> {
        static PREPARED: Mutex<BTreeMap<[u8; 32], Arc<PreparedScript>>> = Mutex::new(BTreeMap::new());
        let mut hash = blake3::Hasher::new();
        hash.update(&(path.len() as u64).to_le_bytes()).update(path.as_bytes()).update(source.as_bytes());
        let mut known = PREPARED.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MAX_PREPARED {
            known.retain(|_, prepared| Arc::strong_count(prepared) > 1);
        }
        known.entry(*hash.finalize().as_bytes()).or_default().clone()
    }
}

/// Everything the scripts declared.
pub(crate) struct Declarations {
    pub(crate) sandbox: Sandbox,
    pub(crate) sources: Sources,
    pub(crate) rules: BTreeMap<String, Callable>,
    /// The prelude's function that runs a rule with arguments and delivers its result.
    pub(crate) run: Callable,
    pub(crate) questions: Vec<Question>,
    pub(crate) reasons: Vec<Option<String>>,
    pub(crate) changes: Vec<RuleChange>,
    pub(crate) origins: Vec<RuleDefinition>,
    /// The number of calls per rule; `None` unless calls are counted.
    pub(crate) counts: Option<CallCounts>,
    /// The main function of each file, with the file number; empty unless lines are recorded.
    pub(crate) chunks: Vec<(usize, Function)>,
}

/// A change that a pack makes to another pack's rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleChange {
    /// The rule.
    pub rule: String,
    /// Whether the rule is replaced rather than wrapped.
    pub replaced: bool,
    /// The file that makes the change.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl Declarations {
    /// Returns the rule with this name.
    pub(crate) fn rule(&self, name: &str) -> Result<&Callable, ScriptError> {
        self.rules.get(name).ok_or_else(|| {
            let known = self.rules.keys().map(String::as_str);
            ScriptError::plain(format!("there is no rule `{}`{}", shorten(name), hint(name, known)))
        })
    }
}

/// The loading state. Functions in the virtual machine share it, so it must not own the virtual machine.
pub(crate) struct Loading {
    pub(crate) tools: Tools,
    pub(crate) sources: Sources,
    /// The status of each file.
    pub(crate) files: Vec<FileStatus>,
    /// The number of each module's file, by module name.
    pub(crate) modules: BTreeMap<String, usize>,
    pub(crate) under_way: Vec<usize>,
    pub(crate) questions: Vec<Question>,
    pub(crate) reasons: Vec<Option<String>>,
    /// The rules that questions name.
    pub(crate) named_rules: Vec<NamedRule>,
    pub(crate) keys: BTreeSet<String>,
    pub(crate) changes: Vec<RuleEdit>,
    /// The changes applied so far.
    pub(crate) changed: Vec<RuleChange>,
    /// The metatables that report unknown names.
    pub(crate) strict: Vec<*const c_void>,
    pub(crate) errors: Vec<ScriptError>,
    pub(crate) closed: bool,
    pub(crate) note: Instrumentation,
    pub(crate) chunks: Vec<(usize, Function)>,
}

impl Loading {
    /// Keeps a file's main function if lines are recorded.
    fn keep(&mut self, file: usize, chunk: Option<&Function>) {
        if self.note == Instrumentation::Lines {
            self.chunks.extend(chunk.map(|chunk| (file, chunk.clone())));
        }
    }
}

/// The status of a file.
pub(crate) enum FileStatus {
    /// The file is compiled.
    Ready(Arc<[u8]>),
    /// The file is running; a module that requires it now creates a cycle.
    UnderWay,
    /// The file has finished. A mod file need not return a table.
    Done(Option<Table>),
    /// The file has failed; the error has been reported.
    Failed,
}

/// A rule that a question names.
pub(crate) struct NamedRule {
    pub(crate) rule: String,
    /// The field of the question that names the rule: `why`, `fits`.
    pub(crate) field: &'static str,
    /// The source line of the question.
    pub(crate) place: SourceLine,
}

/// A change that a mod makes to a rule.
pub(crate) struct RuleEdit {
    pub(crate) rule: String,
    pub(crate) function: Function,
    pub(crate) replace: bool,
    pub(crate) place: SourceLine,
}

/// A line of a file, as shown in errors.
#[derive(Clone, Default)]
pub(crate) struct SourceLine {
    pub(crate) path: String,
    pub(crate) line: usize,
}

/// The loading state, as shared by the functions that scripts call.
pub(crate) type SharedLoading = Rc<RefCell<Loading>>;

/// Loads all files: modules in any order, then mods in the order given.
pub(crate) fn load(files: Arc<[ScriptFile]>, note: Instrumentation) -> Result<Declarations, Vec<ScriptError>> {
    let sandbox = Sandbox::new(note).map_err(internal)?;
    let (shared, globals) = prepare(&sandbox, Sources::new(files), note).map_err(internal)?;
    let changes = compile(&mut shared.borrow_mut(), &globals);
    for at in 0..changes.len() {
        let _ = run_file(&sandbox.lua, &shared, at);
    }
    finish(sandbox, &mut shared.borrow_mut(), &changes)
}

fn internal(error: mlua::Error) -> Vec<ScriptError> {
    vec![ScriptError::plain(format!("the script host cannot be set up: {error}"))]
}

fn prepare(sandbox: &Sandbox, sources: Sources, note: Instrumentation) -> mlua::Result<(SharedLoading, Globals)> {
    let loading = Loading {
        tools: sandbox.tools.clone(),
        sources,
        files: Vec::new(),
        modules: BTreeMap::new(),
        under_way: Vec::new(),
        questions: Vec::new(),
        reasons: Vec::new(),
        named_rules: Vec::new(),
        keys: BTreeSet::new(),
        changes: Vec::new(),
        changed: Vec::new(),
        strict: Vec::new(),
        errors: Vec::new(),
        closed: false,
        note,
        chunks: Vec::new(),
    };
    let shared = Rc::new(RefCell::new(loading));
    sandbox.declare(declarations::functions(&sandbox.lua, &shared)?)?;
    let globals = sandbox.globals()?;
    sandbox.close()?;
    Ok((shared, globals))
}

/// Compiles and checks every file; returns the outer variables that the functions of each file change. After an error
/// in one file, the remaining files are still checked.
fn compile(loading: &mut Loading, globals: &Globals) -> Vec<Vec<FunctionChanges>> {
    let new: Vec<&ScriptFile> = loading.sources.files.iter().filter(|file| file.is_unchecked()).collect();
    let sources: Vec<&str> = new.iter().map(|file| file.source.as_str()).collect();
    for (file, script) in new.iter().zip(Script::parse_all(&sources)) {
        file.prepared.checked.get_or_init(|| check(file, script, globals));
    }
    let mut changes = Vec::new();
    for (at, file) in loading.sources.files.iter().enumerate() {
        let first = *loading.modules.entry(file.module.clone()).or_insert(at);
        // Whether a mod file is a module is known only once it has run.
        if first != at && !file.is_mod {
            loading.errors.push(ScriptError::plain(duplicate_name(&loading.sources, first, at)));
        }
        let compiled = compiled(file, loading.note).and_then(|bytes| Ok((bytes, file.check_functions(globals)?)));
        let (progress, found) = match compiled {
            Ok((bytes, found)) => (FileStatus::Ready(bytes), found),
            Err(complaints) => {
                loading.errors.extend(complaints.into_iter().map(|error| loading.sources.show(error)));
                (FileStatus::Failed, Vec::new())
            }
        };
        loading.files.push(progress);
        changes.push(found);
    }
    changes
}

fn check(
    file: &ScriptFile,
    script: Result<Script, ParseError>,
    globals: &Globals,
) -> Result<Vec<FunctionChanges>, Vec<ScriptError>> {
    let script = script.map_err(|error| vec![ScriptError::at(&file.path, error.line(), error.to_string())])?;
    match lint::check(&script, &file.path, globals) {
        complaints if complaints.is_empty() => Ok(grognard_luau::changes(&script)),
        complaints => Err(complaints),
    }
}

fn duplicate_name(sources: &Sources, first: usize, second: usize) -> String {
    let [one, other] = [first, second].map(|at| &sources.files[at]);
    format!("two files are called `{}`: {} and {}", one.module, one.path, other.path)
}

/// Returns the bytecode of a file, which is compiled only once unless it has line counters.
fn compiled(file: &ScriptFile, note: Instrumentation) -> Result<Arc<[u8]>, Vec<ScriptError>> {
    let compile = || compile_one(file, note).map(Arc::from);
    if note == Instrumentation::Lines { compile() } else { file.prepared.compiled.get_or_init(compile).clone() }
}

/// Compiles a file, with line counters if lines are recorded.
fn compile_one(file: &ScriptFile, note: Instrumentation) -> Result<Vec<u8>, Vec<ScriptError>> {
    if file.source.len() > MAX_FILE {
        let text = format!("the file has {} characters; the maximum is {MAX_FILE}", file.source.len());
        return Err(vec![ScriptError::at(&file.path, 1, text)]);
    }
    if let Some(before) = file.source.find('\0') {
        // The compiler would treat a NUL character as the end of the file.
        let line = file.source[..before].lines().count().max(1);
        return Err(vec![ScriptError::at(&file.path, line, "this line contains a NUL character")]);
    }
    let compiler = if note == Instrumentation::Lines {
        compiler().set_coverage_level(STATEMENTS_AND_EXPRESSIONS)
    } else {
        compiler()
    };
    let bytes = compiler.compile(&file.source).map_err(|error| vec![syntax(file, &error)])?;
    let unknown = "the compiled form of this file cannot be read; please report it";
    keep_to_iterators(bytes).ok_or_else(|| vec![ScriptError::at(&file.path, 1, unknown)])
}

/// Converts a compiler message such as `12: Expected …` to an error.
fn syntax(file: &ScriptFile, error: &mlua::Error) -> ScriptError {
    let text = match error {
        mlua::Error::SyntaxError { message, .. } => message.clone(),
        other => other.to_string(),
    };
    match text.split_once(':').and_then(|(line, message)| Some((line.trim().parse().ok()?, message))) {
        Some((line, message)) => ScriptError::at(&file.path, line, message.trim()),
        None => ScriptError::at(&file.path, 1, text),
    }
}

/// The error for a module that requires a module whose errors have already been reported.
const REPORTED: &str = "a module this one requires could not be loaded";

/// Runs a file once and reports its errors. The returned error is for a module that requires the file.
pub(crate) fn run_file(lua: &Lua, shared: &SharedLoading, at: usize) -> Result<Option<Table>, String> {
    let (bytes, name) = {
        let loading = &mut *shared.borrow_mut();
        match &loading.files[at] {
            FileStatus::Done(table) => return Ok(table.clone()),
            FileStatus::Failed => return Err(REPORTED.to_owned()),
            FileStatus::UnderWay => return Err(circle(loading, at)),
            FileStatus::Ready(_) => {}
        }
        let FileStatus::Ready(bytes) = std::mem::replace(&mut loading.files[at], FileStatus::UnderWay) else {
            return Ok(None);
        };
        loading.under_way.push(at);
        (bytes, format!("={}", loading.sources.chunk(at)))
    };
    let chunk = lua.load(&*bytes).set_name(name).set_mode(mlua::chunk::ChunkMode::Binary).into_function();
    shared.borrow_mut().keep(at, chunk.as_ref().ok());
    let result = chunk.map_err(LuauError::outside).and_then(|chunk| coroutine::call(lua, &chunk));
    let loading = &mut *shared.borrow_mut();
    loading.under_way.pop();
    let done = result
        .map_err(|raised| Some(ScriptError::raised(raised, &loading.sources)))
        .and_then(|value| module(loading, at, value));
    match done {
        Ok(table) => {
            loading.files[at] = FileStatus::Done(table.clone());
            Ok(table)
        }
        Err(error) => {
            loading.errors.extend(error.filter(|error| error.message != REPORTED));
            loading.files[at] = FileStatus::Failed;
            Err(REPORTED.to_owned())
        }
    }
}

fn circle(loading: &Loading, at: usize) -> String {
    let start = loading.under_way.iter().position(|&file| file == at).unwrap_or(0);
    let names = loading.under_way[start..].iter().chain([&at]).map(|&file| loading.sources.files[file].module.as_str());
    let names: Vec<&str> = names.collect();
    format!("modules require each other in a cycle: {}", names.join(" requires "))
}

/// Returns the table returned by a module, made read-only.
fn module(loading: &mut Loading, at: usize, value: Value) -> Result<Option<Table>, Option<ScriptError>> {
    let file = &loading.sources.files[at];
    if file.is_mod && value.is_nil() {
        return Ok(None);
    }
    let at_end = |text: String| {
        Some(loading.sources.show(ScriptError::at(&file.path, file.source.lines().count().max(1), text)))
    };
    let Value::Table(table) = value else {
        let what = if file.is_mod {
            "a mod script must return a table of rules or nothing"
        } else {
            "a module must return a table of rules"
        };
        return Err(at_end(format!("{what}, not {}", value.type_name())));
    };
    if let Some(first) = loading.modules.get(&file.module).filter(|first| file.is_mod && **first != at) {
        return Err(at_end(duplicate_name(&loading.sources, *first, at)));
    }
    let failed = |error: mlua::Error| Some(ScriptError::at(&file.path, 1, error.to_string()));
    if table.metatable().is_none() && !table.is_readonly() {
        loading.tools.make_strict(&file.module, &table).map_err(failed)?;
        loading.strict.extend(table.metatable().map(|meta| meta.to_pointer()));
    }
    seal::freeze(&table).map_err(failed)?;
    Ok(Some(table))
}

/// Applies the mods' changes, and ensures that nothing can change afterwards.
fn finish(
    sandbox: Sandbox,
    loading: &mut Loading,
    changes: &[Vec<FunctionChanges>],
) -> Result<Declarations, Vec<ScriptError>> {
    loading.closed = true;
    // Changes apply in file order, even if a file was required early and so ran before the files listed ahead of it.
    let order: BTreeMap<String, usize> =
        loading.sources.files.iter().enumerate().map(|(at, file)| (file.path.clone(), at)).collect();
    loading.changes.sort_by_key(|change| order.get(&change.place.path).copied());
    let origins = rule_definitions::origins(loading).map_err(internal)?;
    if loading.errors.is_empty() {
        declarations::name(loading).map_err(internal)?;
        let wraps = declarations::change(loading);
        declarations::check_named_rules(loading);
        let complaints = seal::seal(&sandbox.lua, loading, changes, &wraps).unwrap_or_else(internal);
        loading.errors.extend(complaints);
    }
    if loading.errors.is_empty() && loading.files.iter().any(|file| matches!(file, FileStatus::Failed)) {
        loading.errors.push(ScriptError::plain(REPORTED));
    }
    if !loading.errors.is_empty() {
        return Err(std::mem::take(&mut loading.errors));
    }
    let counts = (loading.note == Instrumentation::Calls)
        .then(|| call_counts::count(&sandbox.lua, loading))
        .transpose()
        .map_err(internal)?;
    if loading.note == Instrumentation::Costs {
        profiler::install(&sandbox.lua).map_err(internal)?;
    }
    let rules = declarations::rules(loading).map_err(internal)?;
    let callable = |function| Callable::new(&sandbox.lua, function);
    let rules: mlua::Result<_> = rules.into_iter().map(|(name, rule)| Ok((name, callable(rule)?))).collect();
    let (rules, run) = (rules.map_err(internal)?, callable(sandbox.tools.run.clone()).map_err(internal)?);
    Ok(Declarations {
        sandbox,
        run,
        origins,
        counts,
        chunks: std::mem::take(&mut loading.chunks),
        sources: std::mem::replace(&mut loading.sources, Sources::new(Arc::new([]))),
        rules,
        questions: std::mem::take(&mut loading.questions),
        changes: std::mem::take(&mut loading.changed),
        reasons: std::mem::take(&mut loading.reasons),
    })
}
