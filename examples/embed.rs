//! How to embed Grognard in a program: load a battle, play, show the board. This command sets up *Battle for Moscow*
//! and writes a picture of the board:
//!
//!     cargo run --release --example embed -- board.svg

use grognard_board::svg::{self, SvgOptions};
use grognard_engine::decision::{Answer, Choice};
use grognard_play::{Battle, BattleRequest, Seat, Session};
use std::path::PathBuf;

fn main() {
    let file = std::env::args().nth(1).unwrap_or_else(|| "board.svg".into());
    let roots = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
    let request = BattleRequest { roots, scenario: "battle-for-moscow".into(), ..BattleRequest::default() };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));

    // A session is a game with seats for people and agents. Here both seats are people, played by this program.
    let mut session = Session::new(battle, 1941, vec![Seat::Person; 2]).expect("the scripts load");
    session.advance().expect("the rules run");

    // Every question comes with a complete list of the possible answers.
    let pending = session.game.table.pending().expect("the set-up is asked for");
    println!("{} may answer:", session.game.table.side_name(pending.side));
    for option in &pending.options {
        println!("  {}", option.describe(&session.battle.content));
    }
    let side = pending.side;
    session.answer(side, Answer::One(Choice::Label("prepared".into()))).expect("it was offered");

    // A view is what a side may see; pictures are drawn from views.
    let view = session.view(Some(side));
    let picture = svg::draw(&session.battle.content, Some(&view), &SvgOptions::default());
    std::fs::write(&file, picture).expect("the picture can be written");
    println!("{}: the board is in {file}", view.phase);
}
