//! The browser board: games on a local web server.
//!
//! Each game has a room (`game::room`): a thread that owns the game's session. The session is opened from the lines in
//! the `store` when the game is first requested. The `http` side finds the room by the secret of a link and sends work
//! to it. A browser first receives a snapshot (`view::snapshot`) for the role of its link, and later only the keys that
//! change. A decision is stored before it is confirmed.

#![forbid(unsafe_code)]

mod battle_cache;
mod dto;
mod game;
mod game_id;
mod http;
mod languages;
mod limits;
mod link;
mod lobby;
mod queries;
mod registries;
mod role;
mod settings;
mod state;
mod store;
mod view;

pub use dto::{
    Fault, FoundPack, GameLinks, NewGame, OfferedPack, PackDescription, PackInstallation, PackSearch, RoleLink,
    SearchQuery,
};
pub use http::listen::{Listener, router};
pub use http::origin_check::host_of;
pub use http::shutdown::Shutdown;
pub use limits::Limits;
pub use link::{Link, Secret};
pub use lobby::resume::ResumedGame;
pub use registries::PackRegistries;
pub use role::Role;
pub use settings::Settings;
pub use state::AppState;
pub use store::{GameId, Store, StoredGame, default_file};
