//! A server's state: its settings, store, links and open rooms.

use crate::battle_cache::BattleCache;
use crate::dto::Fault;
use crate::game::play::Play;
use crate::game::room::{Room, Work};
use crate::link::{Hash, Link, Secret, hash};
use crate::role::Role;
use crate::settings::Settings;
use crate::store::{GameId, Store};
use grognard_packs::store::Store as PackStore;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SendError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use tokio::sync::oneshot;

/// A server's state, shared by all requests.
pub struct AppState {
    /// The settings of the server.
    pub settings: Settings,
    /// The stored games and links.
    pub store: Store,
    /// A cache of loaded battles.
    pub battles: BattleCache,
    /// Held by the request that fetches, installs or removes packs.
    pub pack_turn: Arc<tokio::sync::Mutex<()>>,
    rooms: Mutex<HashMap<GameId, Room>>,
    is_closed: AtomicBool,
    links: RwLock<HashMap<Hash, Link>>,
}

/// Locks a mutex, ignoring poison. A thread that panicked leaves valid data behind, because every change under these
/// locks is a single step.
fn lock<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AppState {
    /// Returns the state of a server without open rooms.
    pub fn new(store: Store, settings: Settings) -> Result<Arc<AppState>, Fault> {
        let links = RwLock::new(store.links()?.into_iter().collect());
        let (battles, rooms, is_closed) = (BattleCache::default(), Mutex::default(), AtomicBool::new(false));
        let pack_turn = Arc::default();
        let app = Arc::new(AppState { settings, store, battles, pack_turn, rooms, is_closed, links });
        if app.settings.watch {
            app.watch();
        }
        Ok(app)
    }

    /// Returns the link with the given secret.
    pub fn link(&self, secret: &str) -> Option<Link> {
        self.links.read().unwrap_or_else(PoisonError::into_inner).get(&hash(secret)).cloned()
    }

    /// Creates and stores a link. Returns its secret.
    pub fn add_link(&self, link: Link) -> Result<Secret, Fault> {
        let secret = Secret::new().map_err(|error| Fault::inside(error.to_string()))?;
        self.store.add_link(secret.hash(), &link)?;
        self.links.write().unwrap_or_else(PoisonError::into_inner).insert(secret.hash(), link);
        Ok(secret)
    }

    /// Creates a link to the lobby.
    pub fn host_link(&self) -> Result<Secret, Fault> {
        self.add_link(Link { game: None, role: Role::Host })
    }

    /// Runs work in a game's room, opening the room first if necessary.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<AppState>,
        game: GameId,
        work: impl FnOnce(&mut Play) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let (reply, result) = oneshot::channel();
        let work: Work = Box::new(move |play| {
            // If the request was cancelled, nobody receives the result.
            let _ = reply.send(play.and_then(work));
        });
        self.send(game, work)?;
        result.await.unwrap_or_else(|_| Err(Fault::inside("the game was closed")))
    }

    /// Sends work to a room, reopening it if it has just closed.
    pub(crate) fn send(self: &Arc<AppState>, game: GameId, work: Work) -> Result<(), Fault> {
        let Err(SendError(work)) = self.room(game)?.send(work) else { return Ok(()) };
        lock(&self.rooms).remove(&game);
        self.room(game)?.send(work).map_err(|_| Fault::inside("the game cannot be opened"))
    }

    fn room(self: &Arc<AppState>, game: GameId) -> Result<Room, Fault> {
        let mut rooms = lock(&self.rooms);
        if self.is_closed() {
            return Err(Fault::closing());
        }
        if let Some(room) = rooms.get(&game) {
            return Ok(room.clone());
        }
        let room = Room::open(self, game)?;
        rooms.insert(game, room.clone());
        Ok(room)
    }

    /// Returns handles to the open rooms.
    pub fn open_rooms(&self) -> Vec<Room> {
        lock(&self.rooms).values().cloned().collect()
    }

    /// Removes a room from the list. The room closes when its last handle is dropped.
    pub fn close(&self, game: GameId) {
        lock(&self.rooms).remove(&game);
    }

    /// Returns whether the server is shutting down.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// Closes all rooms and waits for their threads.
    pub fn close_all(&self) {
        let rooms: Vec<Room> = {
            let mut rooms = lock(&self.rooms);
            self.is_closed.store(true, Ordering::Relaxed);
            rooms.drain().map(|(_, room)| room).collect()
        };
        let threads: Vec<_> = rooms.into_iter().map(Room::into_thread).collect();
        threads.into_iter().flatten().for_each(|thread| drop(thread.join()));
    }

    /// Returns the pack store, for games that stay under their original rules.
    pub fn pack_store(&self) -> Option<PackStore> {
        self.settings.packs.clone().map(PackStore::new)
    }
}
