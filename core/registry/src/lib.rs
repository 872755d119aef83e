//! Finds, fetches and publishes packs through static registries.
//!
//! A registry is a folder of files that any web server can serve: a signed list ([`format::RegistryFile`]) with the
//! hash of every index file, an index file for each pack ([`format::PackIndex`]), a search file
//! ([`format::SearchFile`]), and archives named after their hashes. `docs/registry.md` describes them.
//!
//! A [`Registry`] is a registry as seen by a client. Everything it returns is signed with the pinned key or matches a
//! hash that is, whether it has just been fetched or comes from the [`Cache`]. [`Registries`] is the set of registries
//! that a player uses. [`solve()`] chooses the versions to install, and [`build`] builds a registry.
//!
//! ```
//! use grognard_registry::{Request, format::index_path};
//!
//! let request = Request::parse("me.better-tanks@>=1, <2").unwrap_or_else(|error| panic!("{}", error.message));
//! assert_eq!((request.name.as_str(), request.range.to_string().as_str()), ("me.better-tanks", ">=1, <2"));
//! assert_eq!(index_path("me.better-tanks"), "index/be/me.better-tanks.json");
//! ```

#![forbid(unsafe_code)]

mod address;
pub mod build;
mod cache;
mod canonical;
mod fetch;
pub mod format;
mod registries;
mod registry;
mod request;
mod search;
mod signature;
mod solve;
mod whole_file;

pub use address::Address;
pub use cache::Cache;
pub use canonical::{digest, is_digest};
pub use fetch::{CloneLimits, Fetch, FetchError, Limits, Offline, Web, clone};
pub use registries::{Registries, unknown_registry, usable};
pub use registry::{MAX_INDEX, Registry, RegistrySource};
pub use request::Request;
pub use search::{SearchResult, search};
pub use signature::{KeyPair, SigningKey, check_key, verify};
pub use solve::{Candidate, Found, InstalledNeed, Pool, PresentPacks, Solution, solve};
