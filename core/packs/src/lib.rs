//! Turns packs, which are folders of TOML files, into the sealed content of a battle.
//!
//! A [`Library`] knows the packs in the folders that are searched. [`load()`] selects those that a battle needs, reads
//! their files into one tree ([`node`]), applies patches to it ([`patch`]), checks it against the schemas ([`schema`])
//! and builds the [`Content`](grognard_engine::content::Content) that the engine plays with. Every problem becomes a
//! [`Diagnostic`] with file, line and column. The engine reads no files. This crate does, but only inside the folders
//! of packs.
//!
//! ```
//! use grognard_engine::OptionValue;
//! use grognard_packs::{Library, load, render};
//!
//! let library = Library::open(&["../..".into()]);
//! let options = [("stubborn_defence".to_owned(), "any-retreat".to_owned())];
//! let battle = load(&library, "battle-for-moscow", &[], &options);
//! let content = battle.unwrap_or_else(|errors| panic!("{}", render(&errors, false))).content;
//! assert_eq!(content.sides.iter().map(|(_, side)| side).collect::<Vec<_>>(), ["german", "soviet"]);
//! assert_eq!(content.map.label(content.map.names.find("1103").unwrap()), "1103 Moscow");
//! assert_eq!(content.options["stubborn_defence"], OptionValue::Word("any-retreat".to_owned()));
//!
//! // Errors suggest a correction.
//! let errors = load(&library, "battle-for-moskow", &[], &[]).unwrap_err();
//! assert!(render(&errors, false).contains("battle-for-moscow"));
//! ```

#![forbid(unsafe_code)]
#![allow(clippy::result_large_err, reason = "loading ends at an error, so the size of errors does not matter")]

pub mod archive;
mod army;
mod build;
mod data_tree;
mod fonts;
pub mod installed;
mod library;
mod load;
pub mod locale;
mod lock;
mod membership;
pub mod mixed_columns;
pub mod node;
mod options;
pub mod patch;
pub mod path;
mod picture;
mod resolve;
mod rules_impact;
pub mod rules_text;
pub mod schema;
mod schema_check;
pub mod store;
mod system_info;
mod tree;
mod tweak;

use grognard_diagnostics::diagnostic;

pub use army::{Armies, ArmyRules, Breach, Price};
pub use data_tree::{Blame, DataTree};
pub use grognard_diagnostics::{CallFrame, Diagnostic, Related, Severity, content_hash, hash, render, source, tidy};
pub use grognard_luau::suggest;
pub use library::{API_RANGE, API_VERSION, Library, Pack, is_id, is_managed, managed_mark, runs_api, short_id};
pub use load::{BattleDraft, Loaded, entries, load, load_unpatched, load_with};
pub use lock::{Lock, LockedPack};
pub use membership::belongs;
pub use node::SettledConflict;
pub use options::values as option_values;
pub use patch::{order_advice, patches_of};
pub use resolve::{Order, unmet};
pub use schema::{
    CharacterDecl, Conflict, EloDecl, GuideCondition, GuideFile, GuideOpponent, GuideStep, GuideTarget, Hooks, Kind,
    OptionDecl, OptionType, PagePart, PolicyDecl, Setting, schemas,
};
pub use schema_check::read_toml;
pub use system_info::{Guide, Introduction, LayerInfo, Paragraph, RulebookText, SystemInfo};
pub use tree::{PackScript, Patches, expected as expected_files};
pub use tweak::{TweakEntry, Tweaks};
