//! What somebody types in a game, line after line: it is understood or not, and only what is offered is answered.

#![no_main]

use grognard_engine::game::Status;
use grognard_play::{Battle, BattleRequest, Seat, Session};
use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::sync::OnceLock;

#[path = "../../cli/play/answer.rs"]
#[allow(dead_code)]
mod answer;
#[path = "../../cli/play/parse_error.rs"]
#[allow(dead_code)]
mod parse_error;
#[path = "../../cli/play/offer.rs"]
#[allow(dead_code)]
mod offer;
#[path = "../../cli/play/names.rs"]
#[allow(dead_code)]
mod names;
#[path = "../../cli/play/commands.rs"]
#[allow(dead_code)]
mod commands;
#[path = "../../cli/play/words.rs"]
#[allow(dead_code)]
mod words;

fn battle() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/packs");
        Battle::load(BattleRequest { roots: vec![root], scenario: "ford".to_owned(), ..BattleRequest::default() }).expect("a sound battle")
    })
}

fuzz_target!(|text: &str| {
    let mut session = Session::new(battle().clone(), 1, vec![Seat::Person, Seat::Person]).expect("a game");
    for line in text.lines().take(60) {
        if !matches!(session.settle(), Ok(Status::Waiting)) {
            return;
        }
        let Some(pending) = session.game.table.pending() else { return };
        let offer = offer::Offer::new(pending, &session.game.table);
        let typed = commands::TypedLine::read(line, |name| offer.is_name(name));
        let _ = names::NameResolver::new(&session.game.table, Some(pending.side)).any(line);
        let mut words = words::Words::new(line);
        match typed {
            commands::TypedLine::Answer => match answer::read(&mut words, pending, &offer) {
                Ok(answer) => {
                    let side = pending.side;
                    session.answer(side, answer).expect("an answer that was understood is offered");
                }
                Err(misread) => drop(misread.to_string()),
            },
            commands::TypedLine::Undo => {
                let side = pending.side;
                let _ = session.undo(side);
            }
            commands::TypedLine::Redo => {
                let _ = session.redo();
            }
            _ => {}
        }
    }
});
