//! Packs the shipped game systems, battles, mods and rulebook cases into an archive, which the program contains, and
//! notes the commit for `--version`.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The folders to pack. Packs are in the first three.
const FOLDERS: [&str; 4] = ["scripts", "scenarios", "mods", "tests/rulebook"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=core/cli/build.rs");
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?);
    let archive = PathBuf::from(std::env::var("OUT_DIR")?).join("packs.zip");
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
        collect(&root.join(folder), &mut files)?;
    }
    files.sort();
    write(&root, &files, &archive)?;
    name_commit();
    Ok(())
}

/// Sets the commit that `--version` prints, in release builds only: in development, every commit would cause a rebuild.
fn name_commit() {
    println!("cargo::rerun-if-env-changed=GROGNARD_COMMIT");
    if std::env::var_os("GROGNARD_COMMIT").is_some() || std::env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    let git = Command::new("git").args(["rev-parse", "--short=9", "HEAD"]).output();
    if Path::new(".git").exists()
        && let Ok(output) = git.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        && !output.is_empty()
    {
        println!("cargo::rustc-env=GROGNARD_COMMIT={output}");
        println!("cargo::rerun-if-changed=.git/logs/HEAD");
    }
}

/// Lists the files below a folder, except hidden ones.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.path() {
            _ if entry.file_name().to_string_lossy().starts_with('.') => {}
            path if path.is_dir() => collect(&path, files)?,
            path => files.push(path),
        }
    }
    Ok(())
}

/// Writes the archive. The same files always give the same bytes.
fn write(root: &Path, files: &[PathBuf], archive: &Path) -> Result<(), Box<dyn Error>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(9))
        .last_modified_time(DateTime::default())
        // Read-only: `grognard packs eject` makes a copy to edit.
        .unix_permissions(0o444);
    let mut zip = ZipWriter::new(File::create(archive)?);
    for file in files {
        let name = file.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        zip.start_file(name, options)?;
        zip.write_all(&fs::read(file)?)?;
    }
    zip.finish()?;
    Ok(())
}
