//! The host's lobby: games of the server, new games, and links.

pub mod new_game;
pub mod offer;
pub mod resume;
