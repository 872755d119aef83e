//! Words and lists that rules keep: they outlive a phase, survive saves, and are as secret as the rest of a hidden unit.

use crate::pennies::with_other_rules;
use grognard_play::{Battle, BattleRequest, CancelToken};
use grognard_suite::conformance::{TestCounts, TestEffort, run};
use grognard_suite::{self, CaseScope};
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

[variables]
wind = { words = ["calm", "north", "south"], initial = "north" }

[unit_variables]
moved = 0
plot = { words = ["ahead", "port", "starboard"], length = 3 }

[space_variables]
smoke = { words = ["none", "thick"] }
"#;

const SEQUENCE: &str = r#"
[[player_turn]]
name = "Turn"

[[player_turn.phase]]
name = "Even plots"
side = "even"
run = "ships.plots"
rule = "1"

[[player_turn.phase]]
name = "Odd plots"
side = "odd"
run = "ships.plots"
rule = "1"

[[player_turn.phase]]
name = "Movement"
run = "ships.moves"
rule = "2"
"#;

/// Each side plots two steps for two ships, of which it hides one; then all ships carry out their plots.
const RULES: &str = r#"--!strict
local ships = {}

local STEP = ask("ships.step", { rule = "1", prompt = "The next step of {1}?", stop = "no more steps" })

function ships.plots(game: Game, side: Side)
	game:units(side):hide_from(side.enemy)
	for unit in game:on_map(side):each() do
		local plot = {}
		for _ = 1, 2 do
			local step = game:choose(side, STEP, { "ahead", "port", "starboard" }, unit)
			if not step then
				break
			end
			table.insert(plot, step)
		end
		unit:set("plot", plot)
	end
	game:log("1", "{1} has plotted", side)
end

function ships.moves(game: Game)
	for unit in game:on_map():each() do
		for _, step in ipairs(unit:get("plot")) do
			unit:set("moved", unit:get("moved") + 1)
			if step == "port" then
				game:set("wind", "south")
				local space = unit.space :: Space
				space:set("smoke", "thick")
			end
		end
		unit:set("plot", {})
	end
	if game.turn == 2 then
		game:finish(nil, "2", "the ships are home")
	end
end

return ships
"#;

const UNITS: &str = r#"unit = [
    { name = "E1", side = "even", type = "ship", at = "0101" },
    { name = "E2", side = "even", type = "ship", at = "0101" },
    { name = "O1", side = "odd", type = "ship", at = "0201" },
    { name = "O2", side = "odd", type = "ship", at = "0201" },
]
"#;

const SUITE: &str = "\
# 2 Plots are carried out

## Each step counts, and a turn to port makes smoke
```given
scenario penny-match
phase Movement
word E1 plot = ahead, port
word O1 plot = ahead
number E2 moved = 4
variable wind = calm
```
```then
number E1 moved = 2
number O1 moved = 1
number E2 moved = 4
word E1 plot = empty
word 0101 smoke = thick
word 0201 smoke = none
variable wind = south
```

## It is not so
```given
scenario penny-match
phase Movement
word E1 plot = ahead, port
```
```then
word 0101 smoke = none
```

## There is no such word
```given
scenario penny-match
word E1 plot = ahead, back
```
```then
turn 1
```
";

fn ships(rules: &str) -> TempDir {
    with_other_rules(&[
        ("scripts/pennies/system.toml", SYSTEM),
        ("scripts/pennies/sequence.toml", SEQUENCE),
        ("scripts/pennies/ships.luau", rules),
        ("scripts/pennies/tests/ships.md", SUITE),
        ("scenarios/penny-match/units.toml", UNITS),
        ("scenarios/penny-match/scenario.toml", "turns = 2\n"),
    ])
}

/// Plays random games, with a save and a reload at every decision.
pub fn conformance(root: &Path) -> Result<TestCounts, String> {
    let request =
        BattleRequest { roots: vec![root.to_owned()], scenario: "penny-match".into(), ..BattleRequest::default() };
    let battle =
        Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)));
    let effort = TestEffort { games: 8, thorough: 8, seldom: 1, most_decisions: 100, seed: 1 };
    run(&battle, effort, 2, &CancelToken::new(), |_| ()).map_err(|breach| breach.to_string())
}

#[test]
fn plots_outlive_their_phase_and_stay_secret() {
    let counts = conformance(ships(RULES).path()).expect("games without violations");
    assert!(counts.games == 8 && counts.compared > 20 && counts.saved == counts.decisions, "{counts:?}");
}

#[test]
fn a_rule_that_betrays_a_plot_is_found() {
    let hide = "\tgame:units(side):hide_from(side.enemy)\n";
    let spy = "\tlocal spied = game:on_map(side.enemy):first() :: Unit\n\
               \tgame:log(\"1\", \"The enemy has plotted {1}\", table.concat(spied:get(\"plot\"), \" \"))\n";
    let root = ships(&RULES.replace(hide, &format!("{hide}{spy}")));
    let told = conformance(root.path()).expect_err("a violation");
    assert!(told.contains("what a side sees, reads and is asked must not depend on hidden facts"), "{told}");
}

#[test]
fn suites_give_and_expect_words_and_lists() {
    let root = ships(RULES);
    let report = grognard_suite::run(&[root.path().to_owned()], &CaseScope::All);
    let text = format!("{report}");
    assert_eq!(report.cases.len(), 3, "{text}");
    let failed: Vec<_> =
        report.cases.iter().filter(|case| case.outcome != grognard_suite::CaseOutcome::Passed).collect();
    assert_eq!(failed.len(), 2, "{text}");
    assert!(text.contains("expected smoke = none") && text.contains("found thick"), "{text}");
    let expected = "`plot` cannot be `ahead, back`: expected a list of at most 3 of ahead, port, starboard";
    assert!(text.contains(expected), "{text}");
}

/// After the plots, both sides choose a ship in secret while half of the ships are hidden; bots judge positions.
#[test]
fn a_secret_choice_among_hidden_units_is_compared_fairly() {
    let asks = "local LEAD = ask(\"ships.lead\", { rule = \"2\", prompt = \"Which ship leads?\" })\n\n\
                function ships.value(game: Game, side: Side): number\n\
                \tlocal first = game:on_map(side):first() :: Unit\n\
                \treturn first:get(\"moved\")\n\
                end\n\nfunction ships.moves(game: Game)\n\
                \tlocal questions = {}\n\
                \tfor _, side in ipairs(game.sides) do\n\
                \t\ttable.insert(questions, { side = side, question = LEAD, options = game:on_map(side) })\n\
                \tend\n\
                \tlocal leaders = game:choose_secretly(questions)\n\
                \tleaders[1]:set(\"moved\", leaders[1]:get(\"moved\") + 1)\n";
    let root = ships(&RULES.replace("function ships.moves(game: Game)\n", asks));
    let system = root.path().join("scripts/pennies/system.toml");
    std::fs::write(system, format!("{SYSTEM}\n[hooks]\nevaluate = \"ships.value\"\n")).expect("a file");
    let counts = conformance(root.path()).expect("games without violations");
    assert!(counts.games == 8 && counts.compared > 20, "{counts:?}");
}
