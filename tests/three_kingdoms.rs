//! *Three Kingdoms*: whether the order in which sides are asked in secret makes a difference.

use grognard_engine::table::Service;
use grognard_lab::sim::{self, SimPlan, Summary};
use grognard_play::{AgentKind, Battle, BattleRequest};
use grognard_testing::copy;
use std::fs;
use std::path::{Path, PathBuf};

/// Asks the sides in the opposite order.
const BACKWARDS: &str = r#"--!strict
local orders = require("orders")
local battle = require("battle")

-- 4.0 The last side is asked first.
replace("orders.phase", function(game: Game)
	local order, written = {}, {}
	for number = #game.sides, 1, -1 do
		table.insert(order, game.sides[number])
	end
	local answers = game:commit(order, "orders.write")
	for number = #answers, 1, -1 do
		table.insert(written, answers[number])
	end
	battle.fight(game, orders.read(game, written))
end)
"#;

const MANIFEST: &str = r#"format = 1
id = "test.backwards"
version = "0.1.0"
kind = "mod"
name = "Asked backwards"
api = "*"

[requires]
"grognard.three-kingdoms-system" = "*"
"#;

fn battle(roots: &Path, mods: &[&str]) -> Battle {
    let mods = mods.iter().map(ToString::to_string).collect();
    let roots: Vec<PathBuf> = vec![roots.to_owned()];
    let request = BattleRequest { roots, scenario: "three-kingdoms".into(), mods, ..BattleRequest::default() };
    Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)))
}

/// Returns the shares of games that each side wins, in percent, each with its interval.
fn shares(battle: &Battle, games: u64, player: AgentKind) -> Vec<(String, [f64; 2])> {
    let plan = SimPlan { games, seed: 1, players: vec![player; 3], service: Service::BARE };
    let results = sim::run(battle, &plan, || ()).unwrap_or_else(|error| panic!("{error}"));
    let summary = Summary::new(battle, &results);
    summary.wins.iter().map(|(side, wins)| (side.clone(), [100.0 * wins.low, 100.0 * wins.high])).collect()
}

/// A side wins equally often, whether it is asked first or last: the intervals overlap. `GROGNARD_GAMES=1000` plays more
/// games of recruits.
#[test]
fn the_order_of_asking_gives_no_advantage() {
    let folder = tempfile::tempdir().unwrap();
    for part in ["scripts/three-kingdoms", "scenarios/three-kingdoms"] {
        let to = folder.path().join(part);
        fs::create_dir_all(&to).unwrap();
        copy(Path::new(part), &to);
    }
    let pack = folder.path().join("mods/backwards");
    fs::create_dir_all(&pack).unwrap();
    fs::write(pack.join("pack.toml"), MANIFEST).unwrap();
    fs::write(pack.join("rules.luau"), BACKWARDS).unwrap();
    let (forwards, backwards) = (battle(folder.path(), &[]), battle(folder.path(), &["backwards"]));
    let recruits = std::env::var("GROGNARD_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(60);
    for (player, games) in [(AgentKind::Random, 1000), (AgentKind::Greedy, recruits)] {
        let [first, last] = [&forwards, &backwards].map(|battle| shares(battle, games, player));
        for ((side, [low, high]), (_, [least, most])) in first.iter().zip(&last) {
            println!("{} {side}: {low:.1} to {high:.1} %, backwards {least:.1} to {most:.1} %", player.name());
            assert!(low <= most && least <= high, "{side} wins more often if asked first or last");
        }
    }
}
