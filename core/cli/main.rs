//! The `grognard` command: a thin layer over the library crates.

#![forbid(unsafe_code)]

mod aids;
mod blame;
mod check;
mod cli;
mod completions;
mod conformance;
mod diff;
mod file_reference;
mod import;
mod lab;
mod list;
#[cfg(feature = "serve")]
mod lobby_registries;
mod locale;
mod man;
mod map;
mod menu;
mod migrate;
mod mods;
mod new;
mod odds;
mod pack;
mod packs;
mod picture;
mod play;
mod publish;
mod reference;
mod registry;
mod replay;
mod replay_frames;
mod resolve;
mod rules;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod sim;
mod store;
mod stubs;
mod test;
#[cfg(type_checker)]
mod type_cache;
#[cfg(type_checker)]
mod types;

use clap::{CommandFactory, FromArgMatches};
use cli::Cli;
use grognard_console::{
    battle_args, built_in, command_line, config, data_folder, deadline, diff_target, explain, failure, language,
    logging, own_program, pack_name, pin, player_arg, registries, registry_config, roots, rulebook_reader, saves,
    scenario_arg, screen, spinner,
};
use std::process::ExitCode;

/// The shipped packs and rulebook cases, written by `core/cli/build.rs`.
const BUILT_IN: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/packs.zip"));

fn main() -> ExitCode {
    built_in::set(BUILT_IN);
    let given = Cli::command().get_matches();
    let cli = Cli::from_arg_matches(&given).unwrap_or_else(|error| error.exit());
    match cli.run_watched() {
        Ok(code) => code,
        Err(failure) => failure.report(cli::wants_json(&given)),
    }
}
