//! The whole command, as somebody at a shell meets it: what it prints, and with which exit code it ends.
//!
//! Each test is a session in a folder of its own with the packs of `cli/packs`. What the session prints is compared with a file
//! of `cli/expected`; `UPDATE=1 cargo test --test cli` writes those files anew, to be read before they are committed.

#[path = "../core/packs/tests/folders/mod.rs"]
mod folders;

#[path = "cli/shell.rs"]
mod shell;

#[path = "cli/sitting.rs"]
mod sitting;

#[path = "cli/armies.rs"]
mod armies;
#[path = "cli/commands.rs"]
mod commands;
#[path = "cli/disturbed.rs"]
mod disturbed;
#[path = "cli/explain.rs"]
mod explain;
#[path = "cli/import.rs"]
mod import;
#[path = "cli/keeping.rs"]
mod keeping;
#[path = "cli/lab.rs"]
mod lab;
#[path = "cli/lab_files.rs"]
mod lab_files;
#[path = "cli/language.rs"]
mod language;
#[path = "cli/mods.rs"]
mod mods;
#[path = "cli/new.rs"]
mod new;
#[path = "cli/packs.rs"]
mod packs;
#[path = "cli/play.rs"]
mod play;
#[path = "cli/readme.rs"]
mod readme;
#[path = "cli/reload.rs"]
mod reload;
#[path = "cli/saves.rs"]
mod saves;
#[cfg(unix)]
#[path = "cli/window.rs"]
mod window;
