//! Packs the shipped game systems, battles, mods and rulebook cases into an archive that is compiled into the program,
//! records the commit for `--version`, and sets `cfg(type_checker)`.

use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The folders to archive. The first three contain packs.
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
    set_type_checker();
    Ok(())
}

/// Sets `cfg(type_checker)` if the feature `types` is on and `grognard-types` is not empty on the target: its
/// dependencies treat C's `char` as signed, which on Linux is true of x86 only. core/types has the same condition.
fn set_type_checker() {
    println!("cargo::rustc-check-cfg=cfg(type_checker)");
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    let has_signed_char = target("OS") != "linux" || ["x86", "x86_64"].contains(&&*target("ARCH"));
    if has_signed_char && std::env::var_os("CARGO_FEATURE_TYPES").is_some() {
        println!("cargo::rustc-cfg=type_checker");
    }
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
