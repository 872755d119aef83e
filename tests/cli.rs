//! The command as users see it in a shell: its output and exit codes.
//!
//! Each test is a session in a folder of its own with the packs of `cli/packs`. Its transcript is compared with a file
//! in `cli/expected`; `UPDATE=1 cargo test --test all cli::` rewrites these files, to be reviewed before they are
//! committed.

mod shell;

mod background_game;

mod armies;
mod built_in;
mod commands;
mod config;
mod conformance;
mod explain;
mod import;
#[cfg(unix)]
mod interrupt;
mod lab;
mod lab_files;
mod language;
#[cfg(feature = "serve")]
mod lobby;
mod messages;
mod mods;
mod new;
mod new_packs;
mod outdated_saves;
mod pack_names;
mod packs;
mod play;
mod readme;
mod registry;
mod reload;
mod rules_read;
mod save_interference;
mod saves;
#[cfg(unix)]
mod terminal_window;
