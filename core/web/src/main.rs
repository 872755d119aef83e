//! Plays a battle in the browser without a server.
//!
//! The program is built for `wasm32-wasip1` by `.ci/wasm`. The page provides a read-only file system with the packs in
//! `/packs`. For each message it fills the standard input with a [`message::Message`] as JSON, calls [`grognard_step`],
//! and reads a [`message::Reply`] from the standard output.
//!
//! On a desktop, the program reads one message per line, so that it can be tried without a browser.

mod game;
mod message;

use game::WebGame;
use message::{Message, Reply};
use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::path::Path;

/// The folder of the packs in the page's file system.
const PACKS: &str = "/packs";

thread_local! {
    static GAME: RefCell<Option<WebGame>> = const { RefCell::new(None) };
}

fn main() {
    if cfg!(target_family = "wasm") {
        return;
    }
    let packs = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    for line in io::stdin().lines().map_while(Result::ok) {
        write(&step(&line, Path::new(&packs)));
    }
}

/// Handles one message from the page.
#[unsafe(no_mangle)]
pub extern "C" fn grognard_step() {
    let mut line = String::new();
    let reply = match io::stdin().read_to_string(&mut line) {
        Ok(_) => step(&line, Path::new(PACKS)),
        Err(error) => Reply::error(error.to_string()),
    };
    write(&reply);
}

fn step(line: &str, packs: &Path) -> Reply {
    let message = match serde_json::from_str(line) {
        Ok(message) => message,
        Err(error) => return Reply::error(error.to_string()),
    };
    GAME.with_borrow_mut(|game| match message {
        Message::Start { scenario, side, seed } => match WebGame::start(packs, &scenario, &side, seed) {
            Ok(started) => game.insert(started).reply(),
            Err(error) => Reply::error(error),
        },
        message => match game {
            Some(game) => game.handle(message),
            None => Reply::error("no game has been started".to_owned()),
        },
    })
}

/// Writes a reply on a line of its own. If nobody reads it, there is nobody to inform.
fn write(reply: &Reply) {
    let mut out = io::stdout().lock();
    let written = serde_json::to_writer(&mut out, reply).map_err(io::Error::from);
    let _ = written.and_then(|()| writeln!(out)).and_then(|()| out.flush());
}
