//! Repositories that are too large or too slow.

use grognard_registry::{Address, CloneLimits, clone};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    let done = Command::new("git").current_dir(folder).args(identity).args(arguments).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// Makes a repository with one file.
fn repository() -> (TempDir, PathBuf) {
    let ground = tempfile::tempdir().unwrap();
    let folder = ground.path().join("origin");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("file"), "text").unwrap();
    git(&folder, &["init", "--quiet"]);
    git(&folder, &["add", "file"]);
    git(&folder, &["commit", "--quiet", "-m", "first"]);
    (ground, folder)
}

fn error(limits: CloneLimits) -> String {
    let (ground, origin) = repository();
    clone(&Address::Path(origin), None, &ground.path().join("copy"), limits).unwrap_err().message
}

#[test]
fn a_repository_within_the_limits() {
    let (ground, origin) = repository();
    let copy = ground.path().join("copy");
    clone(&Address::Path(origin), None, &copy, CloneLimits::default()).unwrap();
    assert_eq!(fs::read_to_string(copy.join("file")).unwrap(), "text");
}

#[test]
fn a_repository_that_exceeds_the_limits() {
    let slow = error(CloneLimits { time: Duration::ZERO, ..CloneLimits::default() });
    assert!(slow.contains("longer than the limit of 0 s"), "{slow}");
    let large = error(CloneLimits { size: 10, ..CloneLimits::default() });
    assert!(large.contains("larger than"), "{large}");
}

#[test]
fn a_branch_that_does_not_exist() {
    let (ground, origin) = repository();
    let copy = ground.path().join("copy");
    let error = clone(&Address::Path(origin), Some("winter"), &copy, CloneLimits::default()).unwrap_err();
    assert!(error.message.contains("winter"), "{}", error.message);
}
