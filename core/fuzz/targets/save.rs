//! A save: it is refused with a diagnostic, or the game continues as far as the save makes sense.

#![no_main]

use grognard_play::save::Save;
use grognard_play::{Battle, BattleRequest, Session};
use libfuzzer_sys::fuzz_target;
use std::path::Path;
use std::sync::OnceLock;

fn battle() -> &'static Battle {
    static BATTLE: OnceLock<Battle> = OnceLock::new();
    BATTLE.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/packs");
        Battle::load(BattleRequest { roots: vec![root], scenario: "ford".to_owned(), ..BattleRequest::default() }).expect("a sound battle")
    })
}

fuzz_target!(|text: &str| {
    match Save::parse("fuzz.jsonl", text) {
        Ok(save) => drop(Session::open(battle().clone(), &save, "fuzz.jsonl", text, true)),
        Err(error) => drop(grognard_packs::render(&[error], false)),
    }
});
