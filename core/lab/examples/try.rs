//! try
use grognard_lab::{sim, *};
fn main() {
    let request = Request { roots: vec![".".into()], scenario: "battle-for-moscow".into(), ..Default::default() };
    let battle = match Battle::load(request) {
        Ok(b) => b,
        Err(e) => {
            println!("{}", grognard_packs::render(&e, false));
            return;
        }
    };
    let arg = |n: usize| std::env::args().nth(n).unwrap_or_default();
    let n: u64 = arg(1).parse().unwrap_or(10);
    if arg(2) == "conf" {
        let start = std::time::Instant::now();
        let r = conformance::run(&battle, conformance::Effort { games: n, thorough: 2, most_decisions: 3000, seed: 1 });
        println!("{r:?} {:?}", start.elapsed());
        return;
    }
    let service = if arg(2) == "full" { grognard_engine::table::Service::FULL } else { grognard_engine::table::Service::BARE };
    let kind = |s: &str| AgentKind::parse(s).unwrap_or(AgentKind::Random);
    let plan = sim::Plan { games: n, seed: 1, players: vec![kind(&arg(3)), kind(&arg(4))], service };
    let start = std::time::Instant::now();
    if arg(2) == "par" {
        let results = sim::run(&battle, &plan, || ()).unwrap();
        println!("{:.1} games/s {:?}", n as f64 / start.elapsed().as_secs_f64(), sim::Summary::new(&battle, &results));
        return;
    }
    let mut host = battle.host().unwrap();
    let start = std::time::Instant::now();
    let mut results = vec![];
    for seed in 0..n {
        match sim::play(&battle, &mut host, &plan, seed) {
            Ok(r) => results.push(r),
            Err(e) => {
                println!("{e}");
                return;
            }
        }
    }
    println!("{:.0} games/s, {:?}", n as f64 / start.elapsed().as_secs_f64(), sim::Summary::new(&battle, &results));
}
