//! Type checking of scripts: `--!strict` Luau against the declarations of the scripting API.
//!
//! The checker is a port of Luau's own to Rust and young. What it says is put into our words; what it gets wrong about
//! sound scripts is left out. It may fail in any way a program can, so it runs on a thread of its own with a large
//! stack; the command `grognard check` gives it a process of its own besides.

mod adapted_script;
mod analyser;
mod changes;
mod complaint;
mod complaint_text;
mod signature;

pub use complaint::Complaint;

use grognard_packs::Diagnostic;
use luaur_analysis::records::time_limit_error::TimeLimitError;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// The checker calls itself for every expression within an expression.
const STACK: usize = 256 << 20;

/// What to check.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TypeCheckRequest {
    /// The declarations of the scripting API.
    pub definitions: String,
    /// The scripts of a battle.
    pub files: Vec<File>,
}

/// A script.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct File {
    /// Where it stands, for messages.
    pub path: String,
    /// The name `require` knows it by; of two files with one name only the first has it.
    pub module: Option<String>,
    /// Its text.
    pub source: String,
}

/// Checks the scripts of a battle. An error says why they could not be checked: that is a fault of the checker, not of
/// the scripts.
pub fn check(request: &TypeCheckRequest) -> Result<Vec<Complaint>, String> {
    thread::scope(|scope| {
        let work = || {
            quiet();
            catch_unwind(AssertUnwindSafe(|| check_adapted(request))).unwrap_or_else(|cause| Err(reason(&*cause)))
        };
        let started = thread::Builder::new().name(THREAD.to_owned()).stack_size(STACK).spawn_scoped(scope, work);
        let joined = started.map_err(|error| error.to_string())?.join();
        joined.unwrap_or_else(|_| Err("the type checker crashed".to_owned()))
    })
}

/// Checks the scripts with what is put into them; what is said about that alone is left out.
fn check_adapted(request: &TypeCheckRequest) -> Result<Vec<Complaint>, String> {
    let adapted = changes::adapt(&request.files);
    let files = request.files.iter().zip(&adapted);
    let files = files.map(|(file, adapted)| File { source: adapted.source.clone(), ..file.clone() }).collect();
    let found = analyser::analyse(&TypeCheckRequest { definitions: request.definitions.clone(), files })?;
    let original = |complaint: Complaint| {
        let file = complaint.file;
        complaint.original(&adapted[file], &request.files[file].source)
    };
    Ok(found.into_iter().filter_map(original).collect())
}

/// Why the checker gave up.
fn reason(cause: &(dyn Any + Send)) -> String {
    match cause.is::<TimeLimitError>() {
        true => format!("a file took more than {} seconds", analyser::MAX_SECONDS_PER_FILE),
        false => "the type checker crashed".to_owned(),
    }
}

const THREAD: &str = "type checker";

/// Keeps the checker's panics off the terminal: they are its way to give up, and what is left of them is one warning.
fn quiet() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some(THREAD) {
                before(info);
            }
        }));
    });
}

/// The complaints as everybody reads them; a failure of the checker is one warning.
pub fn diagnose(result: Result<Vec<Complaint>, String>, request: &TypeCheckRequest) -> Vec<Diagnostic> {
    match result {
        Ok(complaints) => complaint::diagnose(&complaints, request),
        Err(reason) => {
            let warning =
                Diagnostic::general("W319", format!("the types of the scripts were not checked: {reason}")).warning();
            vec![warning.help("this is a fault of the checker and not of the scripts; please report it")]
        }
    }
}
