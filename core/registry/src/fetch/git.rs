//! Clones git repositories with the `git` program, which asks nothing and runs nothing of the repository.

use crate::address::Address;
use grognard_packs::Diagnostic;
use std::path::Path;
use std::process::{Command, Stdio};

/// Clones one commit of a repository into a folder that does not exist. `reference` is a branch or a tag.
pub fn clone(from: &Address, reference: Option<&str>, into: &Path) -> Result<(), Diagnostic> {
    let failed = |why: &str| {
        Diagnostic::general("E736", format!("cannot clone {from}: {why}"))
            .help("check the address and the branch or tag, or clone the repository yourself and install the folder")
    };
    if reference.is_some_and(|reference| reference.starts_with('-')) {
        return Err(failed("a branch cannot begin with a hyphen"));
    }
    let output = command(from, reference, into).output().map_err(|error| failed(&format!("`git`: {error}")))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(failed(String::from_utf8_lossy(&output.stderr).trim().lines().last().unwrap_or("`git` failed"))),
    }
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
    command.arg(into).env("GIT_TERMINAL_PROMPT", "0").env("GIT_LFS_SKIP_SMUDGE", "1").stdin(Stdio::null());
    command
}
