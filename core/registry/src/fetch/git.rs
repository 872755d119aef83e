//! Clones git repositories with the `git` program, set up so that it asks no questions and runs nothing from the
//! repository.

use crate::address::Address;
use grognard_packs::Diagnostic;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The limits on a clone.
#[derive(Clone, Copy, Debug)]
pub struct CloneLimits {
    /// The maximum duration.
    pub time: Duration,
    /// The maximum size of the clone, in bytes.
    pub size: u64,
}

impl Default for CloneLimits {
    fn default() -> CloneLimits {
        CloneLimits { time: Duration::from_secs(300), size: 256 << 20 }
    }
}

/// Makes a shallow clone of a repository in a folder that does not exist yet. `reference` is a branch or a tag; without
/// one, the default branch is cloned.
pub fn clone(from: &Address, reference: Option<&str>, into: &Path, limits: CloneLimits) -> Result<(), Diagnostic> {
    let failed = |why: &str| {
        Diagnostic::general("E736", format!("cannot clone {from}: {why}"))
            .help("check the address and the branch or tag, or clone the repository yourself and install the folder")
    };
    if reference.is_some_and(|reference| reference.starts_with('-')) {
        return Err(failed("a branch name cannot begin with a hyphen"));
    }
    let mut git =
        command(from, reference, into).spawn().map_err(|error| failed(&format!("cannot run `git`: {error}")))?;
    let status = wait(&mut git, into, limits).map_err(|why| failed(&why))?;
    match status.success() {
        true => Ok(()),
        false => Err(failed(last_line(git).trim())),
    }
}

/// Waits until `git` exits, or kills it when it exceeds a limit.
fn wait(git: &mut Child, into: &Path, limits: CloneLimits) -> Result<ExitStatus, String> {
    let started = Instant::now();
    loop {
        let status = git.try_wait().map_err(|error| format!("cannot run `git`: {error}"))?;
        let excess = match (started.elapsed() > limits.time, size(into) > limits.size) {
            (true, _) => Some(format!("cloning took longer than the limit of {} s", limits.time.as_secs())),
            (_, true) => Some(format!("the repository is larger than the limit of {} bytes", limits.size)),
            _ => None,
        };
        match (excess, status) {
            (Some(excess), _) => {
                let _ = git.kill().and_then(|()| git.wait());
                return Err(excess);
            }
            (None, Some(status)) => return Ok(status),
            (None, None) => thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// Returns the size of the files below a folder, without following links.
fn size(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => size(&entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

/// Returns the last line that `git` printed.
fn last_line(git: Child) -> String {
    let mut printed = Vec::new();
    let _ = git.stderr.map(|mut errors| errors.read_to_end(&mut printed));
    let printed = String::from_utf8_lossy(&printed);
    printed.trim().lines().last().unwrap_or("`git` failed").to_owned()
}

fn command(from: &Address, reference: Option<&str>, into: &Path) -> Command {
    // Only https, and folders for repositories on this machine; never a program named by the address.
    let safe = ["core.hooksPath=/dev/null", "protocol.allow=never", "protocol.https.allow=always"];
    let safe = safe.into_iter().chain(["protocol.file.allow=always", "http.followRedirects=false"]);
    let mut command = Command::new("git");
    for setting in safe {
        command.args(["-c", setting]);
    }
    command.args(["clone", "--quiet", "--depth", "1", "--no-recurse-submodules", "--template="]);
    if let Some(reference) = reference {
        command.args(["--branch", reference]);
    }
    match from {
        // A path would be copied with everything in it; an address of a file is cloned like any other.
        Address::Path(path) => command.arg("--").arg(format!("file://{}", path.display())),
        Address::Web(url) => command.arg("--").arg(url),
    };
    command
        .arg(into)
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_LFS_SKIP_SMUDGE", "1")
        .stdin(Stdio::null())
        .stderr(Stdio::piped());
    command
}
