//! A system with a question whose answers have to meet a condition: losses that reach a total.

use crate::pennies::with_other_rules;
use grognard_engine::game::Game;
use grognard_engine::ids::SideId;
use grognard_engine::table::Service;
use grognard_play::{Agent, AgentKind, Battle, BattleRequest, CancelToken, GameExit, PlanBudget, finish};
use grognard_suite::conformance::{self, TestEffort};
use grognard_suite::{CaseOutcome, CaseScope};
use std::path::Path;
use tempfile::TempDir;

const SYSTEM: &str = r#"
terrains = ["open"]

[[side]]
name = "even"

[[side]]
name = "odd"

[[unit_type]]
name = "ship"

[properties]
worth = "int"

[hooks]
evaluate = "losses.position"
"#;

const SEQUENCE: &str = r#"
[[player_turn]]
name = "Turn"

[[player_turn.phase]]
name = "Even losses"
side = "even"
run = "losses.phase"
rule = "2"

[[player_turn.phase]]
name = "Odd losses"
side = "odd"
run = "losses.phase"
rule = "2"
"#;

/// Each side loses ships worth 5 points exactly.
const RULES: &str = r#"--!strict
local losses = {}

local LOST = ask("losses.lost", { rule = "2", prompt = "Which ships worth {1} are lost?", fits = "losses.fits" })

-- 2.1 The ships lost are worth the points.
function losses.fits(game: Game, ships: Units, points: number): Refusal?
	if ships:sum("worth") ~= points then
		return refuse("2.1", "they are worth {1}, not {2}", ships:sum("worth"), points)
	end
	return nil
end

function losses.phase(game: Game, side: Side)
	local ships = game:on_map(side)
	if ships:sum("worth") < 5 then
		return game:finish(nil, "2", "the ships are lost")
	end
	for ship in game:choose_several(side, LOST, ships, { min = 1, max = #ships }, 5):each() do
		ship:set_steps(0)
		ship:remove()
	end
	game:log("2", "{1} has lost ships", side)
	if game.turn == 2 and side.name == "odd" then
		game:finish(nil, "2", "both sides have lost ships")
	end
end

-- Many small ships are better than a few big ones.
function losses.position(game: Game, side: Side): number
	return #game:on_map(side)
end

return losses
"#;

const UNITS: &str = r#"unit = [
    { name = "E1", side = "even", type = "ship", at = "0101", worth = 1 },
    { name = "E2", side = "even", type = "ship", at = "0101", worth = 2 },
    { name = "E3", side = "even", type = "ship", at = "0101", worth = 3 },
    { name = "E4", side = "even", type = "ship", at = "0101", worth = 4 },
    { name = "E5", side = "even", type = "ship", at = "0101", worth = 5 },
    { name = "O1", side = "odd", type = "ship", at = "0201", worth = 1 },
    { name = "O2", side = "odd", type = "ship", at = "0201", worth = 2 },
    { name = "O3", side = "odd", type = "ship", at = "0201", worth = 3 },
    { name = "O4", side = "odd", type = "ship", at = "0201", worth = 4 },
    { name = "O5", side = "odd", type = "ship", at = "0201", worth = 5 },
]
"#;

const SUITE: &str = "\
# 2 Losses

## 2.1 The ships lost are worth five points
```given
scenario penny-match
phase Even losses
```
```then
accepted E1, E4
accepted E5
refused E1, E2 (2.1): they are worth 3, not 5
refused E4
```

## 2.1 Two ships are not enough
```given
scenario penny-match
phase Even losses
```
```when
lost: E1, E2
```
```then
no dice rolled
```

## 2.1 It is not so
```given
scenario penny-match
phase Even losses
```
```then
refused E5 (2.1)
```
";

fn ships() -> TempDir {
    with_other_rules(&[
        ("scripts/pennies/system.toml", SYSTEM),
        ("scripts/pennies/sequence.toml", SEQUENCE),
        ("scripts/pennies/losses.luau", RULES),
        ("scripts/pennies/tests/losses.md", SUITE),
        ("scenarios/penny-match/units.toml", UNITS),
        ("scenarios/penny-match/scenario.toml", "turns = 2\n"),
    ])
}

fn battle(root: &Path) -> Battle {
    let request =
        BattleRequest { roots: vec![root.to_owned()], scenario: "penny-match".into(), ..BattleRequest::default() };
    Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)))
}

#[test]
fn games_with_conditions_keep_all_invariants() {
    let root = ships();
    let effort = TestEffort { games: 20, thorough: 20, seldom: 1, most_decisions: 100, seed: 1 };
    let counts = conformance::run(&battle(root.path()), effort, 2, &CancelToken::new(), |_| ());
    let counts = counts.unwrap_or_else(|breach| panic!("{breach}"));
    assert!(counts.decisions >= 80 && counts.saved == counts.decisions, "{counts:?}");
}

#[test]
fn agents_choose_sets_that_fit() {
    let root = ships();
    let battle = battle(root.path());
    for kind in [AgentKind::Greedy, AgentKind::Plan(PlanBudget { trials: 60, ..PlanBudget::VETERAN })] {
        let mut host = battle.host().expect("scripts that load");
        let mut game = Game::new(battle.content.clone(), grognard_engine::Rules::questions(&host), 1, Service::FULL);
        let agent = |side| Agent::new(kind, &battle, SideId(side), 1).expect("an agent");
        let mut agents = [agent(0), agent(1)];
        let exit = finish(&mut host, &mut game, &mut agents, &CancelToken::new()).expect("rules that work");
        assert!(matches!(exit, GameExit::Over));
        assert_eq!(game.table.decisions, 4);
    }
}

#[test]
fn suites_tell_which_sets_are_accepted_and_refused() {
    let root = ships();
    let report = grognard_suite::run(&[root.path().to_owned()], &CaseScope::All);
    let text = format!("{report}");
    let passed: Vec<bool> = report.cases.iter().map(|case| case.outcome == CaseOutcome::Passed).collect();
    assert_eq!(passed, [true, false, false], "{text}");
    assert!(text.contains("2.1: they are worth 3, not 5"), "{text}");
    assert!(text.contains("expected E5 to be refused because of 2.1") && text.contains("found accepted"), "{text}");
}
