//! Measures the cost of a call across the language border. This is not part of the suite: `cargo test --release -p
//! grognard-script call_speed:: -- --ignored --nocapture`

use crate::fixture::{file, host, table};
use grognard_engine::game::Rules;
use std::time::Instant;

const TURNS: u32 = 1_000_000;

#[test]
#[ignore = "it checks nothing: it prints what a call costs, to be run by hand on a quiet machine"]
fn a_call_costs() {
    let bodies = [
        ("empty loop", ""),
        ("game.turn", "local x = game.turn"),
        ("unit.steps", "local x = unit.steps"),
        ("unit.strength (a property)", "local x = unit.strength"),
        ("side.name (a text)", "local x = side.name"),
        ("unit:has(tag)", "local x = unit:has('armour')"),
        ("unit:has_mark(mark)", "local x = unit:has_mark('moved')"),
        ("units:has(unit)", "local x = units:has(unit)"),
        ("#units", "local x = #units"),
        ("space:touches(space)", "local x = space:touches(space)"),
        ("refuse(rule, reason), then nothing", "if at < 90000 then refuse('8.3', 'no') end"),
    ];
    let mut empty = 0.0;
    for (name, body) in bodies {
        let source = format!(
            "local main = {{}}\nfunction main.phase(game: Game, side: Side)\n\tlocal unit, units, space = \
             game:unit_named('A'), game:units(), game:space_named('0101')\n\tfor at = 1, {TURNS} do\n\t\t{body}\n\
             \tend\nend\nreturn main"
        );
        let mut host = host(&[file("main", &source)]);
        let mut table = table(&host, true);
        let best = (0..5).map(|_| {
            let start = Instant::now();
            host.run("main.phase", &mut table).map(drop).unwrap();
            start.elapsed().as_nanos() as f64 / f64::from(TURNS)
        });
        let best = best.fold(f64::INFINITY, f64::min);
        println!("{name:<40} {:>6.1} ns", best - empty);
        if body.is_empty() {
            empty = best;
        }
    }
    let mut host = host(&[file("main", "local main = {}\nfunction main.value(game: Game) return 1 end\nreturn main")]);
    let mut table = table(&host, true);
    let start = Instant::now();
    for _ in 0..TURNS {
        host.look("main.value", Vec::new(), &mut table).unwrap();
    }
    println!("{:<40} {:>6.1} ns", "host.look of an empty rule", start.elapsed().as_nanos() as f64 / f64::from(TURNS));
}
