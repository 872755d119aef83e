//! All games of a server: which rooms are open, and which link opens what.

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

/// All games of a server.
pub struct AppState {
    /// How it is set up.
    pub settings: Settings,
    /// Where games are kept.
    pub store: Store,
    /// Battles that have been loaded.
    pub battles: BattleCache,
    rooms: Mutex<HashMap<GameId, Room>>,
    is_closed: AtomicBool,
    links: RwLock<HashMap<Hash, Link>>,
}

/// What a thread that panicked left behind is still right: nothing is changed in several steps under these locks.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AppState {
    /// A app with all its doors closed.
    pub fn new(store: Store, settings: Settings) -> Result<Arc<AppState>, Fault> {
        let links = RwLock::new(store.links()?.into_iter().collect());
        let (battles, rooms, is_closed) = (BattleCache::default(), Mutex::default(), AtomicBool::new(false));
        let app = Arc::new(AppState { settings, store, battles, rooms, is_closed, links });
        if app.settings.watch {
            app.watch();
        }
        Ok(app)
    }

    /// What somebody's secret opens.
    pub fn link(&self, secret: &str) -> Option<Link> {
        self.links.read().unwrap_or_else(PoisonError::into_inner).get(&hash(secret)).cloned()
    }

    /// Makes a link.
    pub fn add_link(&self, link: Link) -> Result<Secret, Fault> {
        let secret = Secret::new().map_err(|error| Fault::inside(error.to_string()))?;
        self.store.add_link(secret.hash(), &link)?;
        self.links.write().unwrap_or_else(PoisonError::into_inner).insert(secret.hash(), link);
        Ok(secret)
    }

    /// A link into the lobby.
    pub fn host_link(&self) -> Result<Secret, Fault> {
        self.add_link(Link { game: None, role: Role::Host })
    }

    /// Has something done in the room of a game, which is opened if it is not open.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<AppState>,
        game: GameId,
        work: impl FnOnce(&mut Play) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let (tell, told) = oneshot::channel();
        let work: Work = Box::new(move |play| {
            // Who asked may have gone.
            let _ = tell.send(play.and_then(work));
        });
        self.send(game, work)?;
        told.await.unwrap_or_else(|_| Err(Fault::inside("the game was closed")))
    }

    /// Hands work in at a room. One that was just left does not take work any more; then it is opened again.
    pub(crate) fn send(self: &Arc<AppState>, game: GameId, work: Work) -> Result<(), Fault> {
        let Err(SendError(work)) = self.room(game)?.send(work) else { return Ok(()) };
        held(&self.rooms).remove(&game);
        self.room(game)?.send(work).map_err(|_| Fault::inside("the game cannot be opened"))
    }

    fn room(self: &Arc<AppState>, game: GameId) -> Result<Room, Fault> {
        let mut rooms = held(&self.rooms);
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

    /// The rooms that are open.
    pub fn open_rooms(&self) -> Vec<Room> {
        held(&self.rooms).values().cloned().collect()
    }

    /// Takes a room off the list, so that it ends when nobody has it any more.
    pub fn close(&self, game: GameId) {
        held(&self.rooms).remove(&game);
    }

    /// Whether the server is at its end.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// Closes all rooms and waits until they are.
    pub fn close_all(&self) {
        let rooms: Vec<Room> = {
            let mut rooms = held(&self.rooms);
            self.is_closed.store(true, Ordering::Relaxed);
            rooms.drain().map(|(_, room)| room).collect()
        };
        let threads: Vec<_> = rooms.into_iter().map(Room::into_thread).collect();
        threads.into_iter().flatten().for_each(|thread| drop(thread.join()));
    }

    /// Where packs are kept for games that stay under their rules.
    pub fn pack_store(&self) -> Option<PackStore> {
        self.settings.packs.clone().map(PackStore::new)
    }
}
