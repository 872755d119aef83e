//! A room: the thread that owns a game's session and carries out requests for the game.

use crate::dto::Fault;
use crate::game::play::Play;
use crate::state::AppState;
use crate::store::GameId;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SendError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// A task for a game's thread. It receives a fault if the game could not be opened.
pub type Work = Box<dyn FnOnce(Result<&mut Play, Fault>) + Send>;

/// How long a room without viewers stays open. Each room holds a virtual machine with the rules.
const MAX_IDLE: Duration = Duration::from_secs(60);
/// How long the room of a finished game stays open without viewers, long enough to reload a page.
const MAX_IDLE_OVER: Duration = Duration::from_secs(6);
/// How long a failure to open a game is cached.
const ERROR_TTL: Duration = Duration::from_millis(500);

/// A handle to a room.
#[derive(Clone)]
pub struct Room {
    work: Sender<Work>,
    thread: Arc<Mutex<Option<JoinHandle<()>>>>,
}

impl Room {
    /// Opens a room. Its thread loads the game.
    pub fn open(app: &Arc<AppState>, game: GameId) -> Result<Room, Fault> {
        let (send, work) = channel();
        let app = app.clone();
        let thread = Builder::new().name(format!("game {}", game.0)).spawn(move || live(&app, game, &work));
        let thread = thread.map_err(|error| Fault::inside(format!("the game cannot be opened: {error}")))?;
        Ok(Room { work: send, thread: Arc::new(Mutex::new(Some(thread))) })
    }

    /// Sends work to the room. Returns the work if the room has closed.
    pub fn send(&self, work: Work) -> Result<(), SendError<Work>> {
        self.work.send(work)
    }

    /// Drops this handle and returns the room's thread; `None` if the thread has already been taken through another
    /// handle. The thread ends when all handles are dropped.
    pub fn into_thread(self) -> Option<JoinHandle<()>> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn live(app: &Arc<AppState>, game: GameId, work: &Receiver<Work>) {
    match Play::open(app, game) {
        Ok(mut play) => serve(&mut play, work),
        Err(fault) => {
            while let Ok(work) = work.recv_timeout(ERROR_TTL) {
                work(Err(fault.clone()));
            }
        }
    }
    app.close(game);
    // Work that arrived while the room was closing reopens it.
    work.try_iter().for_each(|work| drop(app.send(game, work)));
}

/// Runs work as it arrives. In between, lets agents decide.
fn serve(play: &mut Play, work: &Receiver<Work>) {
    let mut busy = Instant::now();
    while !play.is_lost() {
        let now = Instant::now();
        let move_at = play.next_move(now);
        let idle = if play.is_over() { MAX_IDLE_OVER } else { MAX_IDLE };
        let until = move_at.unwrap_or(now + idle / 6);
        match work.recv_timeout(until.saturating_duration_since(now)) {
            Ok(work) => {
                work(Ok(play));
                busy = Instant::now();
            }
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) if move_at.is_some() => {
                play.move_agent();
                busy = Instant::now();
            }
            Err(RecvTimeoutError::Timeout) => {
                if !play.is_watched() && busy.elapsed() > idle {
                    return;
                }
            }
        }
    }
}
