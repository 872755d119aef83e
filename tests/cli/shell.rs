//! A folder with packs, in which the command is run.

use grognard_testing::{copy, replace};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A shell session and its transcript.
pub struct Shell {
    folder: tempfile::TempDir,
    record: String,
    /// Other folders with packs.
    packs: String,
}

impl Shell {
    /// A session in a new folder with a copy of the packs.
    pub fn new() -> Shell {
        let shell = Shell::empty(&[]);
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/packs"), shell.folder.path());
        shell
    }

    /// A session in a new, empty folder.
    pub fn empty(packs: &[&str]) -> Shell {
        Shell {
            folder: tempfile::tempdir().expect("a folder for the test"),
            record: String::new(),
            packs: packs.join(":"),
        }
    }

    /// A session with the shipped packs.
    pub fn with_shipped_packs() -> Shell {
        let shell = Shell {
            folder: tempfile::tempdir().expect("a folder for the test"),
            record: String::new(),
            packs: String::new(),
        };
        for shelf in ["scripts", "scenarios", "mods"] {
            copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(shelf), &shell.path(shelf));
        }
        shell
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The contents of a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file that is there")
    }

    /// Writes a file, creating its folders.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder that can be made");
        fs::write(path, text).expect("a file that can be written");
    }

    /// Replaces a part of a file, which must occur in it. A game that watches the file sees it before or after the
    /// change.
    pub fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} has no `{from}`");
        replace(&self.path(name), &text.replace(from, to));
    }

    /// The command, ready to run. Its output does not depend on the machine.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
        command.args(line.split_whitespace()).current_dir(self.folder.path());
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("UPDATE");
        command
            .env("GROGNARD_DATA", self.path("data/grognard"))
            .env("GROGNARD_PACKS", &self.packs)
            .env("GROGNARD_BUILT_IN", "off")
            .env("GROGNARD_CONFIG", self.path("data/config.toml"))
            .env("COLUMNS", "100")
            .env("GROGNARD_LANG", "en");
        command
    }

    /// Runs the command with some lines of input.
    pub fn output(&self, line: &str, input: &str) -> Output {
        let mut command = self.command(line);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a command that starts");
        let mut stdin = child.stdin.take().expect("a way to write to it");
        // A command need not read all its input.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        child.wait_with_output().expect("a command that ends")
    }

    /// Runs the command and records its output.
    pub fn run(&mut self, line: &str) -> &mut Shell {
        self.run_with(line, &[])
    }

    /// Runs the command with input and records its output.
    pub fn run_with(&mut self, line: &str, input: &[&str]) -> &mut Shell {
        let input: String = input.iter().map(|line| format!("{line}\n")).collect();
        let output = self.output(line, &input);
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
        self.record += &format!("$ grognard {line}\n{out}");
        if !err.is_empty() {
            self.record += &format!("--- on standard error\n{err}");
        }
        self.record += &match output.status.code() {
            Some(0) => "\n".to_owned(),
            code => format!("--- exit code {code:?}\n\n").replace("Some(", "").replace(')', ""),
        };
        self
    }

    /// Adds a remark to the transcript.
    pub fn note(&mut self, text: &str) -> &mut Shell {
        self.record += &format!("# {text}\n");
        self
    }

    /// Compares the transcript with the expected one.
    pub fn expect(&self, name: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/cli/expected/{name}.txt"));
        let real = self.folder.path().canonicalize().expect("the folder");
        let record =
            self.record.replace(&*real.to_string_lossy(), "DIR").replace(&*self.folder.path().to_string_lossy(), "DIR");
        let record = without_hashes(&record);
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, record).expect("a record that can be written");
            return;
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        let differs = record
            .lines()
            .zip(expected.lines())
            .position(|(a, b)| a != b)
            .unwrap_or(record.lines().count().min(expected.lines().count()));
        assert!(
            record == expected,
            "{name}.txt, line {}: expected `{}`, got `{}`\n\nthe whole record:\n{record}",
            differs + 1,
            expected.lines().nth(differs).unwrap_or("nothing more"),
            record.lines().nth(differs).unwrap_or("nothing more"),
        );
    }

    /// The JSON that a command prints.
    pub fn json(&self, line: &str) -> serde_json::Value {
        let output = self.output(line, "");
        serde_json::from_slice(&output.stdout).expect("JSON")
    }
}

/// Replaces long hexadecimal numbers: hashes mean nothing to a reader, and change with every version of the packs.
fn without_hashes(text: &str) -> String {
    let mut out = String::new();
    for part in text.split_inclusive(|c: char| !c.is_ascii_hexdigit()) {
        let digits = part.trim_end_matches(|c: char| !c.is_ascii_hexdigit());
        let is_hash = digits.len() >= 16 && digits.contains(|c: char| c.is_ascii_digit());
        out += &if is_hash { part.replace(digits, "HASH") } else { part.to_owned() };
    }
    out
}
