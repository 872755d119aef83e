//! Type checking of scripts: `--!strict` Luau against the declarations of the scripting API.
//!
//! The checker is a young Rust port of Luau's own checker. Its messages are reworded, and its false positives are left
//! out. It may crash, so it runs on a separate thread with a large stack; `grognard check` also runs it in a separate
//! process.
//!
//! Its dependencies treat C's `char` as signed. On targets where it is unsigned, such as Linux on ARM, this crate is
//! empty.

#![cfg(any(not(target_os = "linux"), target_arch = "x86", target_arch = "x86_64"))]

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
use std::time::Duration;

/// The stack size. The checker recurses into every nested expression.
const STACK: usize = 256 << 20;

/// A request to check the scripts of a battle.
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
    /// The path of the script, for messages.
    pub path: String,
    /// The name by which `require` finds the script. If two files have the same name, only the first one keeps it.
    pub module: Option<String>,
    /// The source of the script.
    pub source: String,
}

/// Wall-clock time limit for one file.
pub const TIME_LIMIT_PER_FILE: Duration = Duration::from_secs(60);

/// Checks the scripts of a battle, spending at most `limit` on each file. An error says why the scripts could not be
/// checked, and indicates a bug in the checker, not in the scripts.
pub fn check(request: &TypeCheckRequest, limit: Duration) -> Result<Vec<Complaint>, String> {
    thread::scope(|scope| {
        let work = || {
            quiet();
            catch_unwind(AssertUnwindSafe(|| check_adapted(request, limit)))
                .unwrap_or_else(|cause| Err(reason(&*cause, limit)))
        };
        let started = thread::Builder::new().name(THREAD.to_owned()).stack_size(STACK).spawn_scoped(scope, work);
        let joined = started.map_err(|error| error.to_string())?.join();
        joined.unwrap_or_else(|_| Err("the type checker crashed".to_owned()))
    })
}

/// Checks the adapted scripts, leaving out complaints about inserted code.
fn check_adapted(request: &TypeCheckRequest, limit: Duration) -> Result<Vec<Complaint>, String> {
    let adapted = changes::adapt(&request.files);
    let files = request.files.iter().zip(&adapted);
    let files = files.map(|(file, adapted)| File { source: adapted.source.clone(), ..file.clone() }).collect();
    let found = analyser::analyse(&TypeCheckRequest { definitions: request.definitions.clone(), files }, limit)?;
    let original = |complaint: Complaint| {
        let file = complaint.file;
        complaint.original(&adapted[file], &request.files[file].source)
    };
    Ok(found.into_iter().filter_map(original).collect())
}

/// Returns the reason why the checker gave up.
fn reason(cause: &(dyn Any + Send), limit: Duration) -> String {
    match cause.is::<TimeLimitError>() {
        true => format!("a file took more than {} seconds", limit.as_secs_f64()),
        false => "the type checker crashed".to_owned(),
    }
}

const THREAD: &str = "type checker";

/// Suppresses the checker's panic messages. The checker gives up by panicking, which is reported once, as a warning.
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

/// Converts complaints to diagnostics. A failure of the checker becomes a single warning.
pub fn diagnose(result: Result<Vec<Complaint>, String>, request: &TypeCheckRequest) -> Vec<Diagnostic> {
    match result {
        Ok(complaints) => complaint::diagnose(&complaints, request),
        Err(reason) => {
            let warning =
                Diagnostic::general("W319", format!("the types of the scripts were not checked: {reason}")).warning();
            vec![warning.help("this is a bug in the checker, not in the scripts; please report it")]
        }
    }
}
