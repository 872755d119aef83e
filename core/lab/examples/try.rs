use grognard_lab::{sim, *};
fn main() {
    let request = Request { roots: vec![".".into()], scenario: "battle-for-moscow".into(), ..Default::default() };
    let battle = match Battle::load(request) { Ok(b) => b, Err(e) => { println!("{}", grognard_packs::render(&e, false)); return } };
    let n: u64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(10);
    let service = if std::env::args().nth(2).as_deref() == Some("full") { grognard_engine::table::Service::FULL } else { grognard_engine::table::Service::BARE };
    let plan = sim::Plan { games: n, seed: 1, players: vec![AgentKind::Random; 2], service };
    let mut host = battle.host().unwrap();
    let start = std::time::Instant::now();
    let mut results = vec![];
    for seed in 0..n { match sim::play(&battle, &mut host, &plan, seed) { Ok(r) => results.push(r), Err(e) => { println!("{e}"); return } } }
    let t = start.elapsed().as_secs_f64();
    let s = sim::Summary::new(&battle, &results);
    println!("{:.0} games/s, {s:?}", n as f64 / t);
}
