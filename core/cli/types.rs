//! Checks types in a child process, so that `check` survives a crash of the checker.

use crate::deadline;
use crate::failure::Failure;
use crate::screen::Screen;
use crate::type_cache::TypeCache;
use grognard_packs::Diagnostic;
use grognard_play::Battle;
use grognard_types::{Complaint, File, TIME_LIMIT_PER_FILE, TypeCheckRequest};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Processor-time limit for checking a battle's scripts.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// The command run by the child process: it reads a request and writes diagnostics.
#[derive(clap::Args)]
pub struct Args {}

impl Args {
    /// Checks the scripts given on standard input.
    pub fn run(&self, screen: &mut Screen) -> Result<(), Failure> {
        deadline::exit_after(TIME_LIMIT);
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map_err(Failure::Output)?;
        let request: TypeCheckRequest = serde_json::from_str(&text).map_err(|error| Failure::Output(error.into()))?;
        screen.json(&grognard_types::check(&request, TIME_LIMIT_PER_FILE))
    }
}

/// Reports type errors in the scripts of a battle.
pub fn check(battle: &Battle) -> Vec<Diagnostic> {
    let mut named = BTreeSet::new();
    let files = battle.scripts.iter().map(|script| File {
        path: script.path.clone(),
        module: named.insert(&script.module).then(|| script.module.clone()),
        source: script.source.clone(),
    });
    let request = TypeCheckRequest {
        definitions: grognard_script::stubs(Some(&battle.content.properties), battle.content.has_only_numbers()),
        files: files.collect(),
    };
    grognard_types::diagnose(ask(&request), &request)
}

/// Returns the answer of an earlier check of the same scripts, or asks the child process.
fn ask(request: &TypeCheckRequest) -> Result<Vec<Complaint>, String> {
    let cache = TypeCache::of(request);
    let kept = cache.as_ref().and_then(TypeCache::answer).and_then(|answer| serde_json::from_str(&answer).ok());
    if let Some(complaints) = kept {
        return Ok(complaints);
    }
    let complaints = ask_child(request)?;
    if let (Some(cache), Ok(answer)) = (cache, serde_json::to_string(&complaints)) {
        cache.keep(&answer);
    }
    Ok(complaints)
}

fn ask_child(request: &TypeCheckRequest) -> Result<Vec<Complaint>, String> {
    let program = crate::own_program::path().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg("types").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    // What a crash prints is discarded, without `/dev/null`, which a minimal container lacks.
    drop(child.stderr.take());
    let answer = talk(&mut child, request);
    // A child that has answered may have exited already.
    let _ = child.kill();
    let is_late = child.wait().is_ok_and(|status| status.code() == Some(deadline::LATE.into()));
    let failure = |_| match is_late {
        true => too_long(),
        false => "the type checker crashed".to_owned(),
    };
    serde_json::from_str(&answer?).map_err(failure)?
}

fn too_long() -> String {
    format!("it took more than {} seconds", TIME_LIMIT.as_secs())
}

fn talk(child: &mut Child, request: &TypeCheckRequest) -> Result<String, String> {
    let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("no pipes".to_owned());
    };
    let text = serde_json::to_string(request).map_err(|error| error.to_string())?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut answer = String::new();
        let talked =
            input.write_all(text.as_bytes()).map(|()| drop(input)).and_then(|()| output.read_to_string(&mut answer));
        let _ = sender.send(talked.map(|_| answer));
    });
    match receiver.recv_timeout(TIME_LIMIT * deadline::WALL_CLOCK_FACTOR) {
        Ok(answer) => answer.map_err(|_| "the type checker crashed".to_owned()),
        Err(_) => Err(too_long()),
    }
}
