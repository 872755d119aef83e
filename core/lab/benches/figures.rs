//! Measures the figures of `docs/performance.md`: `cargo bench -p grognard-lab`.
//!
//! `cargo bench -p grognard-lab -- --playouts 100` only plays games; a scenario may follow the number. With `--full`,
//! they are played with a journal, a log and the hash of the state at each decision.
//!
//! Everything is measured in one run on one machine, so that ratios are comparable even where times are not.

use grognard_engine::decision::Choice;
use grognard_engine::game::Status;
use grognard_engine::ids::{Id, MovementId, SpaceId};
use grognard_engine::map::{CostRule, FloodScratch, HexGrid, Map, Orientation, Reach, Shifted, Terms};
use grognard_engine::set::Set;
use grognard_engine::table::{QuickPlayer, Service};
use grognard_lab::sim;
use grognard_play::odds::{CaseLimit, Policy};
use grognard_play::{AgentKind, Battle, BattleRequest, Random, Seat, Session};
use grognard_testing::copy;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::{Duration, Instant};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut words = std::env::args().skip_while(|word| word != "--playouts").skip(1);
    if let Some(games) = words.next().and_then(|word| word.parse().ok()) {
        let scenario = words.next().filter(|word| !word.starts_with('-'));
        return playouts(&load(&root, scenario.as_deref().unwrap_or(MEASURE)), games);
    }
    let battle = load(&root, MEASURE);
    if std::env::args().any(|word| word == "--odds") {
        return exact_odds(&root);
    }
    let plain = rate(20_000, |seed| {
        std::hint::black_box(grognard_reference_game::playout(seed));
    });
    println!("plain Rust, one core            {plain:>9.0} games/s");
    let bare = scripted(&battle, Service::BARE, 1, 2_000);
    println!("scripts, one core               {bare:>9.0} games/s   1/{:.1} of plain", plain / bare);
    let both = scripted(&battle, Service::BARE, 2, 4_000);
    println!("scripts, two cores              {both:>9.0} games/s   {:.2} times one core", both / bare);
    let full = scripted(&battle, Service::FULL, 1, 500);
    println!("with journal, log and hashes    {full:>9.0} games/s");
    others(&root);
    reload(&root);
    copies(&battle);
    reach(&battle);
    exact_odds(&root);
}

/// The scenario that is also written in plain Rust.
const MEASURE: &str = "battle-for-moscow";

/// Larger battles, with the number of random games that takes a second or two.
const OTHERS: [(&str, u64); 2] = [("moskva-1941", 20), ("moscow-41-smolensk", 1500)];

fn others(root: &Path) {
    for (scenario, games) in OTHERS {
        let battle = load(root, scenario);
        let one = scripted(&battle, Service::BARE, 1, games);
        let two = scripted(&battle, Service::BARE, 2, 2 * games);
        println!("{scenario:<32}{one:>9.1} games/s on one core, {two:.1} on two: {:.2} times", two / one);
    }
}

/// Computes the exact odds of every battle in a random game of Moskva, without cached results.
fn exact_odds(root: &Path) {
    let request =
        BattleRequest { roots: vec![root.to_owned()], scenario: "moskva-1941".into(), ..BattleRequest::default() };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    let mut session = Session::new(battle, 4, vec![Seat::Person; 2]).expect("a session");
    let (mut numbers, mut times, mut cases) = (Random::new(4), Vec::new(), 0);
    while times.len() < 300 && session.settle().expect("the rules run") == Status::Waiting {
        let pending = session.game.table.pending().expect("a question").clone();
        let is_attack = &*session.game.table.questions[pending.question.index()].key == "combat.target";
        for choice in pending.options.iter().filter(|_| is_attack) {
            let Choice::Space(space) = choice else { continue };
            let start = Instant::now();
            let odds = session.exact_odds(*space, None, &Policy::Quiet, CaseLimit::PATIENT).expect("odds");
            times.push(start.elapsed());
            cases += odds.map_or(0, |odds| odds.runs);
        }
        let answer = numbers.answer(&pending.decision());
        session.answer(pending.side, answer).expect("an answer that was offered");
    }
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!(
        "exact odds, battles of Moskva   {:>9.2} ms (median of {}; worst {:.2}), {cases} cases",
        at(50),
        times.len(),
        at(100)
    );
}

/// Plays scripted games and nothing else, for use with a profiler, and prints a checksum of their results: a faster
/// engine must play the same games.
fn playouts(battle: &Battle, games: u64) {
    let service = if std::env::args().any(|word| word == "--full") { Service::FULL } else { Service::BARE };
    let plan = sim::SimPlan { games, seed: 1, players: vec![AgentKind::Random; 2], service };
    let mut host = battle.host().expect("the scripts load");
    let start = Instant::now();
    let results: Vec<_> =
        (1..=games).map(|seed| sim::play(battle, &mut host, &plan, seed).expect("the rules run")).collect();
    let rate = games as f64 / start.elapsed().as_secs_f64();
    let mut sum = DefaultHasher::new();
    format!("{results:?}").hash(&mut sum);
    println!("{games} games, {rate:.0} games/s, sum of results {:016x}", sum.finish());
}

fn load(root: &Path, scenario: &str) -> Battle {
    let request = BattleRequest { roots: vec![root.to_owned()], scenario: scenario.into(), ..BattleRequest::default() };
    Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)))
}

/// Returns the rate per second: the best of three rounds, since other load on the machine can only slow a round down.
fn rate(count: u64, mut work: impl FnMut(u64)) -> f64 {
    let round = |_| {
        let start = Instant::now();
        (0..count).for_each(&mut work);
        start.elapsed()
    };
    let best: Duration = (0..3).map(round).min().unwrap_or_default();
    count as f64 / best.as_secs_f64()
}

fn scripted(battle: &Battle, service: Service, threads: usize, games: u64) -> f64 {
    let plan = sim::SimPlan { games, seed: 1, players: vec![AgentKind::Random; 2], service };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let rounds = rate(1, |_| drop(pool.install(|| sim::run(battle, &plan, || ())).expect("the rules run")));
    rounds * games as f64
}

/// Measures the time until a changed rule is in force in a game in progress.
fn reload(root: &Path) {
    let folder = tempfile::tempdir().expect("a folder");
    copy(&root.join("scripts"), &folder.path().join("scripts"));
    copy(&root.join("scenarios"), &folder.path().join("scenarios"));
    let mut session =
        Session::new(load(folder.path(), MEASURE), 1, vec![Seat::Agent(AgentKind::Random); 2]).expect("a session");
    session.settle().expect("the rules run");
    (0..120).for_each(|_| assert!(session.play_agent().expect("the rules run")));
    let script = folder.path().join("scripts/battle-for-moscow/combat.luau");
    let text = std::fs::read_to_string(&script).expect("the script");
    let mut times: Vec<Duration> = (0..15)
        .map(|at| {
            std::fs::write(&script, format!("{text}-- {at}\n")).expect("the script");
            let start = Instant::now();
            session.reload().expect("the script is right");
            start.elapsed()
        })
        .collect();
    times.sort();
    println!("reload of a changed rule        {:>9.1} ms (median of 15)", times[7].as_secs_f64() * 1e3);
}

fn copies(battle: &Battle) {
    let mut host = battle.host().expect("the scripts load");
    let mut session = Session::new(battle.clone(), 1, vec![Seat::Agent(AgentKind::Random); 2]).expect("a session");
    session.settle().expect("the rules run");
    (0..200).for_each(|_| assert!(session.play_agent().expect("the rules run")));
    let state = session.game.table.state.clone();
    println!(
        "copy of a state                 {:>9.0} ns",
        1e9 / rate(200_000, |_| drop(std::hint::black_box(state.clone())))
    );
    println!(
        "hash of a state                 {:>9.0} ns",
        1e9 / rate(50_000, |_| {
            std::hint::black_box(state.hash());
        })
    );
    let fork = rate(2_000, |seed| {
        let mut fork = session.game.fork(seed, Service::BARE);
        fork.advance(&mut host).expect("the rules run");
    });
    println!("fork, played to the same place  {:>9.1} µs", 1e6 / fork);
    println!("memory of a host                {:>9.0} KiB", host.memory() as f64 / 1024.0);
}

fn reach(battle: &Battle) {
    println!("reach of 6 points, 147 hexes    {:>9.0} ns", 1e9 / reaches(&battle.content.map, "0706", 100_000));
    let hexes = (1..=200).flat_map(|column| (1..=200).map(move |row| (format!("{column:03}{row:03}"), column, row)));
    let mut large = HexGrid { orientation: Orientation::Flat, shifted: Shifted::Even }.build(hexes);
    large.seal(&[CostRule { name: "foot".into(), base: Some(1), ..CostRule::default() }]);
    println!("reach of 6 points, 40,000 hexes {:>9.1} µs", 1e6 / reaches(&large, "100100", 2_000));
}

/// Returns the rate per second at which the reach of 6 movement points from a hex is computed.
fn reaches(map: &Map, from: &str, count: u64) -> f64 {
    let none: Set<SpaceId> = Set::empty(map.len());
    let (mut scratch, mut out) = (FloodScratch::default(), vec![0; map.words()]);
    let query = Reach {
        movement: MovementId(0),
        from: map.names.find(from).expect("a hex of the map"),
        points: 6,
        blocked: none.words(),
        stops: none.words(),
        full: none.words(),
        terms: Terms::default(),
    };
    rate(count, |_| map.reach(&query, &mut scratch, &mut out))
}
