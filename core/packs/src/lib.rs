//! Packs: TOML in folders becomes the sealed content of a battle.
//!
//! A [`Library`] knows the packs that are installed. [`load`] picks those that a battle needs, reads their files into one
//! tree ([`node`]), applies patches to it ([`patch`]), checks it against the schemas ([`schema`]) and builds the
//! [`Content`](grognard_engine::content::Content) that the engine plays with. Whatever is wrong becomes a [`Diagnostic`]
//! with file, line and column. The engine reads no file; this crate does, and only below the folders of packs.

#![forbid(unsafe_code)]
#![allow(clippy::result_large_err, reason = "an error ends a load: its size costs nothing")]

pub mod archive;
mod army;
mod build;
mod check;
mod data_tree;
mod diagnostic;
pub mod import;
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
mod recover;
mod render;
mod resolve;
mod rules_impact;
pub mod schema;
pub mod source;
pub mod store;
mod tree;
mod tweak;

pub use army::{Armies, ArmyRules, Breach, Price};
pub use data_tree::{Blame, DataTree};
pub use diagnostic::{Call, Diagnostic, Related, Severity};
pub use grognard_engine::nearest::nearest;
pub use library::{API_RANGE, API_VERSION, Library, Pack, is_id};
pub use load::{Draft, Layer, Loaded, Paragraph, SystemInfo, entries, load, load_unpatched, load_with};
pub use lock::{Lock, LockedPack, hash};
pub use membership::belongs;
pub use options::values as option_values;
pub use patch::{Settled, patches_of, way_out};
pub use render::render;
pub use resolve::{Order, unmet};
pub use schema::{Hooks, Kind, OptionDecl, OptionType, PolicyDecl, Setting, schemas, schemas_with};
pub use tree::{Script, expected as expected_files};
pub use tweak::{TweakEntry, Tweaks};
