//! Training: the weights of an outlook, found from games.

use grognard_lab::train::{Trained, Training, TrainingError};
use grognard_play::{AgentKind, Battle, BattleRequest, CancelToken};
use std::fs;
use std::path::Path;

/// A mod that judges *Battle for Moscow* by a chart of three weights.
const PACK: &str = r#"
format = 1
id = "test.judge"
version = "1.0.0"
kind = "mod"
name = "Judge"
api = ">=0.2, <0.3"

[requires]
"grognard.battle-for-moscow-system" = ">=0.1, <1"
"#;

const PATCHES: &str = r#"
[[patch]]
at = "system.hooks.outlook"
op = "set"
value = "judge/judge.position"

[[patch]]
at = "charts"
op = "merge"
value = { weights = { title = "Weights", rows = { name = "part", keys = ["German strength", "Soviet strength", "noise"] }, columns = { name = "number", keys = ["weight"] }, cells = [[CELL], [-10], [0]] } }
"#;

const SCRIPT: &str = r#"--!strict
local judge = {}

function judge.position(game: Game, side: Side): number
	local german, chart = game:side_named("german"), game:chart("weights")
	local value = chart:cell("German strength", "weight") * game:on_map(german):sum("strength")
	value += chart:cell("Soviet strength", "weight") * game:on_map(german.enemy):sum("strength")
	value += chart:cell("noise", "weight") * (game.turn % 2)
	return 7 + (if side == german then value else -value)
end

return judge
"#;

/// Trains the weights of the mod, whose files are changed.
fn train(change: (&str, &str), chart: &str, games: u64) -> Result<Trained, TrainingError> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("mods/judge");
    fs::create_dir_all(own.join("patches")).expect("a folder");
    for (file, text) in [("pack.toml", PACK), ("patches/all.toml", PATCHES), ("judge.luau", SCRIPT)] {
        let text = text.replace(change.0, change.1).replace("CELL", "10");
        fs::write(own.join(file), text).expect("a file");
    }
    let request = BattleRequest {
        roots: vec![here, folder.path().to_owned()],
        scenario: "battle-for-moscow".into(),
        mods: vec!["judge".into()],
        ..BattleRequest::default()
    };
    let battle =
        Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)));
    let agents = vec![AgentKind::Greedy, AgentKind::Random];
    let training = Training { chart: chart.into(), agents, games, seed: 1 };
    training.train(&battle, 2, &CancelToken::new(), |_| {})
}

#[test]
fn strength_foretells_the_winner_and_noise_does_not() {
    let trained = train(("", ""), "weights", 90).expect("weights");
    let [german, soviet, noise] = &trained.weights[..] else { panic!("{:?}", trained.weights) };
    assert_eq!((&*german.row, &*german.column, german.before), ("German strength", "weight", 10));
    assert!(german.after > 0, "{german:?}");
    assert!(f64::from(soviet.after) < -2.0 * soviet.error, "{soviet:?}");
    assert!(f64::from(noise.after).abs() < 3.0 * noise.error, "{noise:?}");
    assert!(trained.losses.after < trained.losses.constant, "{:?}", trained.losses);
    assert_eq!(trained.games, 90);
    let few = || train(("", ""), "weights", 8).expect("weights");
    assert_eq!(few(), few(), "the same games give the same weights");
}

#[test]
fn what_cannot_be_trained_is_refused() {
    let refused = |change, chart| train(change, chart, 3).expect_err("no weights").to_string();
    assert_eq!(refused(("", ""), "nothing"), "there is no chart `nothing`");
    assert_eq!(refused(("", ""), "calendar"), "the cell \"1\", \"date\" of the chart is not a number");
    assert_eq!(
        refused(
            ("chart:cell(\"noise\", \"weight\") * (", "chart:cell(\"German strength\", \"weight\") ^ 2 * (1 + "),
            "weights"
        )
        .split(':')
        .next(),
        Some("the outlook is not linear in the chart")
    );
}
