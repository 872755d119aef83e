//! Where procedures can be suspended, and what they leave behind.

use crate::fixture::{self, all, answer, file, game, host, label, load_errors, table};
use grognard_engine::decision::{Answer, Choice};
use grognard_engine::game::{AnswerError, Rules};
use grognard_engine::ids::UnitId;
use grognard_engine::state::VariableOwner;
use grognard_script::Item;
use grognard_testing::number;
use grognard_testing::small_battle::{RED, first_answer};

#[test]
fn players_are_not_asked_from_where_the_procedure_cannot_be_put_aside() {
    let ask = "local main = {}\nlocal HOW = ask('main.how', { rule = '1', prompt = 'How?' })\n";
    let inside = [
        "table.sort({ 1, 2, 3 }, function() return game:choose(side, HOW, { 'x', 'y' }) == 'x' end)",
        "string.gsub('abc', 'b', function() return game:choose(side, HOW, { 'x', 'y' }) end)",
        "local t = setmetatable({}, { __index = function() return game:choose(side, HOW, { 'x', 'y' }) end }) local x \
         = t.x",
        "local t = setmetatable({}, { __tostring = function() return game:choose(side, HOW, { 'x', 'y' }) end }) \
         return t .. 'x'",
    ];
    for body in inside {
        let mut host = host(&[file(
            "main",
            &format!("{ask}function main.phase(game: Game, side: Side)\n{body}\nend\nreturn main"),
        )]);
        let mut game = game(&host, &["main.phase"]);
        let error = game.advance(&mut host).unwrap_err();
        let plain = error.message.contains("attempt to concatenate")
            || error.message.starts_with("players cannot be asked inside");
        assert!(plain, "{body}\n{error}");
        assert!(game.table.pending().is_none(), "no decision is left pending");
        let quick = host.run("main.phase", &mut table(&host, true)).map(drop).unwrap_err();
        assert_eq!(quick, error, "the same where everybody answers at once");
    }
}

#[test]
fn a_question_within_a_protected_call_waits_like_any_other() {
    let source =
        "local main = {}\nlocal HOW = ask('main.how', { rule = '1', prompt = 'How?' })\nfunction main.phase(game: \
         Game, side: Side)
	local fine, answer = pcall(function()
		return game:choose(side, HOW, { 'x', 'y' })
	end)
	game:log('1', `{fine} {answer}`)
end\nreturn main";
    let mut host = host(&[file("main", source)]);
    let mut game = game(&host, &["main.phase"]);
    game.advance(&mut host).unwrap();
    answer(&mut game, &mut host, label("y")).unwrap();
    assert_eq!(game.table.events()[0].text, "true y");
}

#[test]
fn a_question_that_is_always_asked_waits_even_if_nothing_can_be_chosen() {
    let source = "local main = {}
local REACT = ask('main.react', { rule = '1', prompt = 'React?', stop = 'pass', always = true })
local ONLY = ask('main.only', { rule = '1', prompt = 'Which?', always = true })
function main.phase(game: Game, side: Side)
	local card = game:choose(side, REACT, {})
	game:log('1', `{card} {game:choose(side, ONLY, { 'x' })}`)
end\nreturn main";
    let mut host = host(&[file("main", source)]);
    let mut game = game(&host, &["main.phase"]);
    game.advance(&mut host).unwrap();
    assert_eq!(game.table.pending().map(|pending| pending.options.len()), Some(0));
    answer(&mut game, &mut host, Answer::Stop).unwrap();
    assert!(game.table.pending().is_some(), "the only answer is not given for the side");
    answer(&mut game, &mut host, label("x")).unwrap();
    assert_eq!(game.table.events()[0].text, "nil x");
}

#[test]
fn a_checkpoint_shortens_what_is_run_again() {
    let source =
        "local main = {}\nlocal HOW = ask('main.how', { rule = '1', prompt = 'How?' })\nfunction main.phase(game: \
         Game, side: Side)
	while game:get('reserves') < 3 do
		game:choose(side, HOW, { 'x', 'y' })
		game:set('reserves', game:get('reserves') + 1)
		game:log('1', 'once more')
		game:checkpoint()
	end
end\nreturn main";
    let mut host = host(&[file("main", source)]);
    let mut game = game(&host, &["main.phase"]);
    game.advance(&mut host).unwrap();
    for _ in 0..2 {
        answer(&mut game, &mut host, label("x")).unwrap();
    }
    let hash = game.table.hash();
    game.undo(&mut host, RED).unwrap();
    assert_eq!(game.table.events().len(), 1);
    game.redo(&mut host).unwrap();
    assert_eq!((game.table.hash(), game.table.events().len()), (hash, 2));
}

#[test]
fn sets_do_not_outlive_their_procedure() {
    // The set could only be passed on through the state, which holds numbers.
    let source = "local main = {}\nmain.kept = {}\nfunction main.phase(game: Game)\n\tmain.kept.units = game:units()\n\
        end\nreturn main";
    let mut host = host(&[file("main", source)]);
    let error = host.run("main.phase", &mut table(&host, true)).map(drop).unwrap_err();
    assert_eq!(error.message, "attempt to modify a readonly table");
}

/// Runs a test again in a process of its own, where no other test uses memory. Returns `true` in that process.
fn is_alone(test: &str) -> bool {
    const ALONE: &str = "GROGNARD_TEST_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return true;
    }
    let program = std::env::current_exe().unwrap();
    let output = std::process::Command::new(program).args(["--exact", test]).env(ALONE, "1").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    false
}

#[test]
fn a_machine_is_not_kept_alive_by_its_own_functions() {
    if !is_alone("suspension::a_machine_is_not_kept_alive_by_its_own_functions") {
        return;
    }
    let resident = || {
        let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        status.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap_or(0) * 4096
    };
    let round = || (0..50).for_each(|_| drop(host(&[file("main", "return {}")])));
    round();
    let before = resident();
    (0..4).for_each(|_| round());
    assert!(resident() < before + (20 << 20), "200 hosts leave {} bytes behind", resident() - before);
    assert!(all(&load_errors(&[file("main", "x")])).contains("main.luau"));
}

/// Checks that the part that remains of a reach has costs; any other set has none.
#[test]
fn spaces_of_a_reach_are_offered_with_their_costs() {
    let source =
        "local main = {}\nlocal GOAL = ask('main.goal', { rule = '1', prompt = 'Where?' })\nfunction main.phase(game: \
         Game, side: Side)
	local unit = game:unit_named('2 Tank')
	local reach = game:reach(unit.space, { costs = 'foot', points = 4 })
	local goals = reach:copy()
	goals:remove(unit.space)
	game:choose(side, GOAL, goals - game:occupied(side))
	game:choose(side, GOAL, game:occupied(side.enemy) + reach)
	game:choose(side, GOAL, game:reach(game:occupied(side), { costs = 'foot', points = 1 }))
end\nreturn main";
    let mut host = host(&[file("main", source)]);
    let mut game = game(&host, &["main.phase"]);
    game.advance(&mut host).unwrap();
    let cost = |game: &grognard_engine::game::Game<grognard_script::Pause>, name: &str| {
        let pending = game.table.pending().unwrap();
        let at =
            pending.options.iter().position(|choice| *choice == Choice::Space(fixture::space(game, name))).unwrap();
        pending.costs[at]
    };
    // A forest behind a river, a railway bridge that this cost table does not know, and clear ground.
    assert_eq!([cost(&game, "0302"), cost(&game, "0201"), cost(&game, "0102")], [3, 1, 1].map(|cost| Some([cost; 2])));
    let costs = game.table.pending().unwrap().costs.clone();
    let here = Choice::Space(fixture::space(&game, "0201"));
    answer(&mut game, &mut host, Answer::One(here)).unwrap();
    assert!(
        game.table.pending().unwrap().costs.is_empty(),
        "the spaces of the enemy come first, and what is added to them"
    );
    game.undo(&mut host, RED).unwrap();
    game.advance(&mut host).unwrap();
    assert_eq!(game.table.pending().unwrap().costs, costs, "asked again, with the same costs");
    for _ in 0..2 {
        let first = game.table.pending().unwrap().options[0].clone();
        answer(&mut game, &mut host, Answer::One(first)).unwrap();
    }
    assert!(game.table.pending().unwrap().costs.is_empty(), "a line from several spaces is no move");
}

#[test]
fn what_a_rule_returns_is_read_off_the_stack() {
    let source = "local main = {}\nfunction main.look(game: Game, side: Side): { any }
	local way = game:reach(game:space_named('0101'), { costs = 'foot', points = 9 }):way(game:space_named('0201'))
	return { game:occupied(side), game:on_map(side), way, { 1, { true } }, game:forecast('1', 'hits of {1}', \
        side) }
end\nreturn main";
    let mut host = host(&[file("main", source)]);
    let mut table = table(&host, false);
    let item = host.look("main.look", vec![Item::Side(RED)], &mut table).unwrap();
    let Item::List(items) = item else { panic!("{}", item.kind()) };
    let map = &table.content.map;
    let space = |name: &str| map.names.find(name).unwrap();
    assert_eq!(items[0], Item::Spaces(vec![space("0101"), space("0202")]));
    assert_eq!(items[1], Item::Units([0, 1].map(UnitId).to_vec()));
    assert_eq!(items[2], Item::Choice(Choice::Path([space("0101"), space("0201")].into())));
    assert_eq!(items[3], Item::List(vec![Item::Number(1.0), Item::List(vec![Item::Bool(true)])]),);
    assert!(matches!(&items[4], Item::Prospect(line) if line.told.reason == "hits of red" && line.bucket.is_empty()));
}

/// Answers with the first option until the rules fail; returns the error and the number of decisions.
fn play_on(
    game: &mut grognard_engine::game::Game<grognard_script::Pause>,
    host: &mut grognard_script::Host,
) -> (String, u64) {
    loop {
        let first = first_answer(&game.table.pending().unwrap().decision());
        match answer(game, host, first) {
            Ok(_) => {}
            Err(AnswerError::Fault(error)) => return (error.message, game.table.decisions),
            Err(AnswerError::Refused(refusal)) => panic!("{refusal}"),
        }
    }
}

/// Checks that the limit is the same whoever plays and wherever a game is resumed, so that a save cannot grow without
/// end.
#[test]
fn a_phase_asks_the_same_number_of_questions_however_it_is_played() {
    let source =
        "local main = {}\nlocal HOW = ask('main.how', { rule = '1', prompt = 'How?' })\nfunction main.phase(game: \
         Game, side: Side)
	while true do
		for at = 1, 8000 do
			game:choose(side, HOW, { 'x', 'y' })
		end
		game:set('reserves', game:get('reserves') + 1)
		game:checkpoint()
	end
end\nreturn main";
    let message =
        "the question `main.how` is asked after 20000 other questions in one phase; is there an endless loop?";
    let mut host = host(&[file("main", source)]);
    let error = host.run("main.phase", &mut table(&host, true)).map(drop).unwrap_err();
    assert_eq!((error.message.as_str(), error.line), (message, Some(6)));

    let mut game = game(&host, &["main.phase"]);
    game.advance(&mut host).unwrap();
    for _ in 0..16_010 {
        answer(&mut game, &mut host, label("x")).unwrap();
    }
    game.undo(&mut host, RED).unwrap();
    assert_eq!(
        (game.table.decisions, number(&game.table.content, &game.table.state, VariableOwner::Game, "reserves")),
        (16_009, 2),
        "after the second checkpoint"
    );
    assert_eq!(play_on(&mut game, &mut host), (message.to_owned(), 19_999));
    assert_eq!(game.table.journal().len(), 19_999, "the answer after which the rules fail is discarded");
}

/// Checks that what a rule may do does not depend on who answers: suspending a procedure unwinds Luau's nested calls.
#[test]
fn depth_is_the_same_whoever_answers() {
    let source =
        "local main = {}\nlocal HOW = ask('main.how', { rule = '1', prompt = 'How?' })\nfunction main.phase(game: \
         Game, side: Side)
	local function nest(depth: number): number
		local most = depth
		local t: any = setmetatable({}, { __index = function()
			game:set('reserves', depth)
			return nest(depth + 1)
		end })
		return most + t.x
	end
	local list: any = { each = function()
		return function()
			game:choose(side, HOW, { 'x', 'y' })
			nest(1)
		end
	end }
	for _ in list:each() do
	end
end\nreturn main";
    let mut host = host(&[file("main", source)]);
    let quick = host.run("main.phase", &mut table(&host, true)).map(drop).unwrap_err();
    let mut game = game(&host, &["main.phase"]);
    game.advance(&mut host).unwrap();
    let Err(AnswerError::Fault(waiting)) = answer(&mut game, &mut host, label("x")) else {
        panic!("the rules should fail")
    };
    assert!(quick.message.contains("stack overflow"), "{quick}");
    assert_eq!(quick, waiting);
}
