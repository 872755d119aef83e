//! Ships that face somewhere: they sail ahead, pay to turn, and fire to the side.

use crate::pennies::with_other_rules;
use crate::variables::conformance;
use grognard_suite::{self, CaseScope};
use tempfile::TempDir;

const SYSTEM: &str = r#"
terrains = ["sea"]
headings = ["north", "north-east", "south-east", "south", "south-west", "north-west"]
marks = ["hit"]

[[side]]
name = "even"

[[side]]
name = "odd"

[[unit_type]]
name = "ship"

[movement.sail]
base = 1
"#;

const SEQUENCE: &str = r#"
[[player_turn]]
name = "Turn"

[[player_turn.phase]]
name = "Even"
side = "even"
run = "ships.sail"
rule = "1"

[[player_turn.phase]]
name = "Odd"
side = "odd"
run = "ships.sail"
rule = "1"

[[player_turn.phase]]
name = "Fire"
run = "ships.fire"
rule = "2"
"#;

const RULES: &str = r#"--!strict
local ships = {}

local WHICH = ask("ships.which", { rule = "1", prompt = "Which ship sails?", stop = "no more ships" })
local GOAL = ask("ships.goal", { rule = "1", prompt = "Where does {1} sail?" })
local FACING = ask("ships.facing", { rule = "1", prompt = "Where does {1} head?", stop = "as it is" })

-- 1 A ship has three points: one for each hex ahead, and one for each turn by one side of a hex.
function ships.sail(game: Game, side: Side)
	local march = game:march(side, {
		units = game:on_map(side),
		which = WHICH,
		goal = GOAL,
		costs = "sail",
		points = 3,
		blocked = game:occupied(side.enemy),
		apart = true,
		turn = 1,
		facing = FACING,
	})
	march:next()
end

-- 2 Ships fire to both sides, two hexes far.
function ships.fire(game: Game)
	for unit in game:on_map():each() do
		local space = unit.space :: Space
		for _, turn in ipairs({ 1, 2, -1, -2 }) do
			local broadside = game:arc(space, game:turned(unit.heading, turn), 60, 2)
			game:units(unit.side.enemy):at(broadside):mark("hit")
		end
	end
	if game.turn == 3 then
		game:finish(nil, "2", "the ships are home")
	end
end

return ships
"#;

const MAP: &str = r#"
kind = "hex"
orientation = "flat"
shifted = "even"
columns = [1, 7]
rows = [1, 6]

[terrain]
sea = []
"#;

const UNITS: &str = r#"unit = [
    { name = "E1", side = "even", type = "ship", at = "0403" },
    { name = "E2", side = "even", type = "ship", at = "0101", heading = "south" },
    { name = "O1", side = "odd", type = "ship", at = "0704", heading = "north-west" },
]
"#;

const SUITE: &str = "\
# 1 Ships sail

## A ship turns as it sails
```given
scenario penny-match
phase Even
```
```when
which: E1
goal: 0403
facing: south-east
which: stop
```
```then
E1 at 0403
word E1 heading = south-east
```

## A ship that sails as far as it can has one heading
```given
scenario penny-match
phase Even
```
```when
which: E1
goal: 0502
which: stop
```
```then
E1 at 0502
word E1 heading = north-east
word O1 heading = north-west
```

## It cannot sail astern
```given
scenario penny-match
phase Even
```
```when
which: E1
```
```then
not offered 0404
```

# 2 Ships fire

## To both sides
```given
scenario penny-match
phase Fire
units
  E1 at 0403
  E2 at 0101
  O1 at 0602
word E1 heading = north
```
```then
mark O1 hit
```

## Not ahead
```given
scenario penny-match
phase Fire
units
  E1 at 0403
  E2 at 0101
  O1 at 0401
word E1 heading = north
```
```then
unmarked O1 hit
```
";

fn ships() -> TempDir {
    with_other_rules(&[
        ("scripts/pennies/system.toml", SYSTEM),
        ("scripts/pennies/sequence.toml", SEQUENCE),
        ("scripts/pennies/ships.luau", RULES),
        ("scripts/pennies/tests/ships.md", SUITE),
        ("scenarios/penny-match/map.toml", MAP),
        ("scenarios/penny-match/units.toml", UNITS),
        ("scenarios/penny-match/scenario.toml", "turns = 3\n"),
    ])
}

#[test]
fn ships_sail_and_turn_in_random_games() {
    let counts = conformance(ships().path()).expect("games without violations");
    assert!(counts.games == 8 && counts.decisions > 50 && counts.saved == counts.decisions, "{counts:?}");
}

#[test]
fn suites_give_and_expect_headings() {
    let report = grognard_suite::run(&[ships().path().to_owned()], &CaseScope::All);
    let failed = report.cases.iter().filter(|case| case.outcome != grognard_suite::CaseOutcome::Passed).count();
    assert!(report.cases.len() == 5 && failed == 0, "{report}");
}
