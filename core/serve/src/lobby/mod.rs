//! The host's lobby: games on the server, new games, and links.

pub mod installed_packs;
pub mod new_game;
pub mod offer;
pub mod resume;
