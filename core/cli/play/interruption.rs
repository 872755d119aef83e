//! Ctrl-C while an agent thinks: the first asks it to move now, the second ends the program.

use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicU8, Ordering};

/// What Ctrl-C does at the moment.
static EFFECT: AtomicU8 = AtomicU8::new(END);

const END: u8 = 0;
const ASK: u8 = 1;
/// It has been pressed, and ends the program if it is pressed again.
const ASKED: u8 = 2;

/// While it lives, the first Ctrl-C does not end the program.
pub(super) struct Interruption;

impl Interruption {
    pub(super) fn watch() -> Interruption {
        static HANDLER: Once = Once::new();
        let handler = || {
            if EFFECT.compare_exchange(ASK, ASKED, Ordering::Relaxed, Ordering::Relaxed).is_err() {
                process::exit(130);
            }
        };
        // If no handler can be installed, Ctrl-C ends the program, and the save is kept.
        HANDLER.call_once(|| drop(ctrlc::set_handler(handler)));
        EFFECT.store(ASK, Ordering::Relaxed);
        Interruption
    }

    /// Returns whether Ctrl-C has been pressed.
    pub(super) fn is_asked(&self) -> bool {
        EFFECT.load(Ordering::Relaxed) == ASKED
    }
}

impl Drop for Interruption {
    fn drop(&mut self) {
        EFFECT.store(END, Ordering::Relaxed);
    }
}
