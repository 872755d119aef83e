//! The `grognard` command: a thin layer over the library crates.

#![forbid(unsafe_code)]

mod aids;
mod battle_args;
mod blame;
mod built_in;
mod check;
mod cli;
mod command_line;
mod completions;
mod config;
mod data_folder;
mod deadline;
mod diff;
mod diff_target;
mod explain;
mod failure;
mod import;
mod lab;
mod language;
mod list;
mod locale;
mod logging;
mod man;
mod map;
mod menu;
mod migrate;
mod mods;
mod new;
mod odds;
mod own_program;
mod pack;
mod pack_name;
mod packs;
mod picture;
mod pin;
mod play;
mod player_arg;
mod publish;
mod reference;
mod registries;
mod registry;
mod registry_config;
mod replay;
mod replay_frames;
mod resolve;
mod roots;
mod rules;
mod saves;
mod scenario_arg;
mod schema;
mod screen;
#[cfg(feature = "serve")]
mod serve;
mod sim;
mod spinner;
mod store;
mod stubs;
mod test;
#[cfg(feature = "types")]
mod types;

use clap::{CommandFactory, FromArgMatches};
use cli::Cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    let given = Cli::command().get_matches();
    let cli = Cli::from_arg_matches(&given).unwrap_or_else(|error| error.exit());
    match cli.run_watched() {
        Ok(code) => code,
        Err(failure) => failure.report(cli::wants_json(&given)),
    }
}
