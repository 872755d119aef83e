//! The paths that log lines show, and what forced answers were about.

use crate::fixture::{answer, file, game, host};
use grognard_engine::decision::{Answer, Choice};
use grognard_engine::game::Status;
use grognard_testing::small_battle::RED;

const SCRIPT: &str = "local main = {}
local WAY = ask('main.way', { rule = '1', prompt = 'Which way for {1}?' })
local GO = ask('main.go', { rule = '2', prompt = 'Where does {1} go?' })
function main.phase(game: Game, side: Side)
	local unit = game:units():of(side):on_map():first() :: Unit
	local from, reach = unit.space :: Space, game:reach(unit.space, { costs = 'foot', points = 9 })
	local near = game:space_named('0201')
	local way = reach:way(near) :: { Space }
	game:log('1', '{1} moves from {2} to {3}', unit, from, near)
	game:log('1', '{1} moves from {2} to {3}', unit, from, near)
	local only = game:choose(side, GO, { near }, unit)
	local chosen = game:choose(side, WAY, { way, { from, near } }, unit)
	unit:move_to(near)
	game:log('1', '{1} retreats to {2}', unit, near)
	game:log('1', '{1} is reduced', unit)
	unit:move_to(from)
	game:log('1', '{1} advances to {2}', unit, from)
	game:log('1', '{1} holds {2}', unit, from)
end
return main";

#[test]
fn a_log_line_has_the_path_that_was_computed_or_chosen_for_it() {
    let mut host = host(&[file("main", SCRIPT)]);
    let mut game = game(&host, &["main.phase"]);
    assert_eq!(game.advance(&mut host).unwrap(), Status::Waiting);
    let pending = game.table.pending().unwrap();
    let [.., Choice::Path(direct)] = &pending.options[..] else { panic!("{:?}", pending.options) };
    let direct = direct.to_vec();
    let path = |game: &grognard_engine::game::Game<_>, at: usize| game.table.events()[at].path.clone();
    let computed = path(&game, 0);
    assert_eq!((computed.first(), computed.last()), (direct.first(), direct.last()));
    assert!(path(&game, 1).is_empty(), "a path is used once");

    let [forced] = game.table.automatic_answers() else { panic!("one answer is forced") };
    assert!(matches!(forced.context[..], [Choice::Unit(_)]));
    assert_eq!((forced.entry, forced.events), (0, 2));

    answer(&mut game, &mut host, Answer::One(Choice::Path(direct.clone().into()))).unwrap();
    assert_eq!(path(&game, 2), direct, "the unit has already moved");
    assert!(path(&game, 3).is_empty());
    let back = [direct[1], direct[0]];
    assert_eq!((direct.len(), path(&game, 4)), (2, back.to_vec()), "a step to an adjacent space");
    assert!(path(&game, 5).is_empty(), "a step is used once");
    assert_eq!(game.table.automatic_answers().len(), 2, "the other side's answer is forced too");
    game.undo(&mut host, RED).unwrap();
    assert_eq!(game.table.automatic_answers().len(), 1, "a replay records the first one again, once");
}
