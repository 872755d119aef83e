//! Stored links, by the hashes of their secrets.

use super::{GameId, Store};
use crate::dto::Fault;
use crate::link::{Hash, Link};
use crate::role::Role;
use rusqlite::params;

impl Store {
    /// Stores a link under the hash of its secret.
    pub fn add_link(&self, hash: Hash, link: &Link) -> Result<(), Fault> {
        let (game, role) = (link.game.map(|game| game.0), link.role.name());
        self.run(move |connection| {
            connection
                .prepare_cached("INSERT INTO link (hash, game, role) VALUES (?1, ?2, ?3)")?
                .execute(params![hash, game, role])?;
            Ok(())
        })
    }

    /// Returns all links, each with the hash of its secret.
    pub fn links(&self) -> Result<Vec<(Hash, Link)>, Fault> {
        self.run(|connection| {
            let mut links = connection.prepare("SELECT hash, game, role FROM link")?;
            let read = |row: &rusqlite::Row| Ok((row.get(0)?, row.get::<_, Option<i64>>(1)?, row.get::<_, String>(2)?));
            let links = links.query_map([], read)?.collect::<rusqlite::Result<Vec<_>>>()?;
            let link = |(hash, game, role): (Hash, Option<i64>, String)| {
                Some((hash, Link { game: game.map(GameId), role: Role::parse(&role)? }))
            };
            Ok(links.into_iter().filter_map(link).collect())
        })
    }
}
