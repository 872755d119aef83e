//! Lines typed in a game: each is understood or not, and only offered answers are given.

#![no_main]

use grognard_engine::catalogue::ENGLISH;
use grognard_engine::game::Status;
use grognard_engine::reader::Reader;
use grognard_play::line_parser::{NameResolver, Offer, TypedLine, Words};
use grognard_play::{Battle, BattleRequest, Seat, Session};
use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::sync::OnceLock;

fn battle() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/packs");
        Battle::load(BattleRequest { roots: vec![root], scenario: "ford".to_owned(), ..BattleRequest::default() })
            .expect("a sound battle")
    })
}

fuzz_target!(|text: &str| {
    let mut session = Session::new(battle().clone(), 1, vec![Seat::Person, Seat::Person]).expect("a game");
    for line in text.lines().take(60) {
        if !matches!(session.settle(), Ok(Status::Waiting)) {
            return;
        }
        let table = &session.game.table;
        let Some(pending) = table.pending().cloned() else { return };
        let names = NameResolver::new(Reader::new(table, Some(pending.side), &ENGLISH));
        let offer = Offer::new(&pending, &names);
        let typed = TypedLine::parse(line, |name| offer.is_name(name));
        let (_, _) = (names.any(line), names.units(line));
        match typed {
            TypedLine::Answer => match offer.parse(&mut Words::new(line)) {
                Ok(answer) => session.answer(pending.side, answer).expect("an answer that was understood is offered"),
                Err(error) => drop(error.to_string()),
            },
            TypedLine::Undo => drop(session.undo(pending.side)),
            TypedLine::Redo => drop(session.redo()),
            _ => {}
        }
    }
});
