//! The shared parts of the terminal commands: settings, folders, arguments, output and errors.
//!
//! A command finds packs in the [`roots`], resolves the [`pack_name`] it was given, loads a battle with
//! [`battle_args`], prints to the [`screen`], and returns a [`failure`]. Settings come from the [`config`] and the
//! environment.
//!
//! ```
//! use grognard_console::command_line::shell_quoted;
//!
//! assert_eq!(shell_quoted("battle-for-moscow"), "battle-for-moscow");
//! ```

#![forbid(unsafe_code)]

pub mod battle_args;
pub mod built_in;
pub mod command_line;
pub mod config;
pub mod data_folder;
pub mod deadline;
pub mod diff_target;
pub mod explain;
pub mod failure;
pub mod language;
pub mod logging;
pub mod own_program;
pub mod pack_name;
pub mod pin;
pub mod player_arg;
pub mod registries;
pub mod registry_config;
pub mod roots;
pub mod rulebook_reader;
pub mod saves;
pub mod scenario_arg;
pub mod screen;
pub mod spinner;
