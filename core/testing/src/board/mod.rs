//! A board server in a separate process, and players that talk to it over HTTP.

mod client;
mod events;
mod process;
mod random_player;

pub use client::HttpClient;
pub use events::EventStream;
pub use process::ServerProcess;
pub use random_player::RandomPlayer;

use serde_json::Value;
use std::io;

/// Returns the path of the link for a role, from the server's answer about a new game.
pub fn link_path(game: &Value, role: &str) -> io::Result<String> {
    let links = game["links"].as_array();
    let link = links.and_then(|links| links.iter().find(|link| link["role"] == role));
    let path = link.and_then(|link| link["path"].as_str());
    path.map(str::to_owned).ok_or_else(|| io::Error::other(format!("expected a link for {role}, found {game}")))
}
