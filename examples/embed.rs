//! How to embed Grognard in a program: load a battle, play, look at the board.
//!
//!     cargo run --release --example embed -- board.svg
//!
//! sets *Battle for Moscow* up and writes a picture of the board.

use grognard_board::svg::{self, SvgOptions};
use grognard_engine::decision::{Answer, Choice};
use grognard_play::{Battle, BattleRequest, Seat, Session};
use std::path::PathBuf;

fn main() {
    let file = std::env::args().nth(1).unwrap_or_else(|| "board.svg".into());
    let roots = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
    let request = BattleRequest { roots, scenario: "battle-for-moscow".into(), ..BattleRequest::default() };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));

    // A session is a game with seats for people and agents. Here both sides are people: this program.
    let mut session = Session::new(battle, 1941, vec![Seat::Person; 2]).expect("the scripts load");
    session.advance().expect("the rules run");

    // Whoever is asked gets a complete list of what may be answered.
    let pending = session.game.table.pending().expect("the set-up is asked for");
    println!("{} may answer:", session.game.table.side_name(pending.side));
    for option in &pending.options {
        println!("  {}", option.describe(&session.battle.content));
    }
    let side = pending.side;
    session.answer(side, Answer::One(Choice::Label("prepared".into()))).expect("it was offered");

    // What a side may see is a view; pictures are made from views.
    let view = session.view(Some(side));
    let picture = svg::draw(&session.battle.content, Some(&view), &SvgOptions::default());
    std::fs::write(&file, picture).expect("the picture can be written");
    println!("{}: the board is in {file}", view.phase);
}
