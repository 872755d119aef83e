//! Procedures that stop at questions: how and how often they are stopped makes no difference to their results.

use crate::fixture::{self, answer, file, game, host, table};
use grognard_engine::decision::{Answer, Choice};
use grognard_engine::game::{AnswerError, Game, Rules, Status};
use grognard_engine::ids::UnitId;
use grognard_engine::journal::Entry;
use grognard_engine::table::Service;
use grognard_script::{Host, Pause, ScriptFile};
use grognard_testing::small_battle::{BLUE, First, RED, content, first_answer};
use std::sync::Arc;

/// A phase with every form of question, dice, and locals that have to survive.
const MAIN: &str = r#"
local main = {}
local WHO = ask("main.who", { rule = "8.0", prompt = "Who moves?", stop = "nobody" })
local WHERE = ask("main.where", { rule = "8.1", prompt = "Where does {1} go?", why = "main.why_not" })
local LOSS = ask("main.loss", { rule = "9.0", prompt = "How many steps does {1} lose?" })
local SEVERAL = ask("main.several", { rule = "9.1", prompt = "Which of them?" })
local ORDER = ask("main.order", { rule = "9.2", prompt = "In which order?" })
local SHARES = ask("main.shares", { rule = "9.3", prompt = "How much for each?" })
local HOW = ask("main.how", { rule = "9.4", prompt = "How?" })

function main.phase(game: Game, side: Side)
	local waiting, moved = game:on_map(side), 0
	while not waiting:is_empty() do
		local unit = game:choose(side, WHO, waiting)
		if not unit then
			break
		end
		waiting:remove(unit)
		local reach = game:reach(unit.space, { costs = "foot", points = unit.movement, blocked = game:occupied(side.enemy) })
		unit:move_to(game:choose(side, WHERE, reach, unit))
		moved += 1
		game:log("8.0", "{1} is the {2}. to move", unit, moved)
	end
	game:set("reserves", moved)
	main.fight(game, side)
end

function main.fight(game: Game, side: Side)
	local enemy = side.enemy
	local targets = game:choose_several(side, SEVERAL, game:on_map(enemy), { min = 1, max = 2 })
	local order = game:choose_order(side, ORDER, targets)
	for _, unit in ipairs(order) do
		local die = game:roll("1d6", "9.0 fight")
		local loss = game:choose_number(enemy, LOSS, { min = 0, max = unit.steps }, unit)
		unit:set("fatigue", die * 10 + loss)
		if game:choose(enemy, HOW, { "stand", "fall back" }, unit) == "fall back" then
			unit:mark("disrupted")
		end
	end
	for _, share in ipairs(game:allocate(side, SHARES, game:on_map(side), { total = 3, max = 2 })) do
		share[1]:set("ammunition", share[2])
	end
end

function main.why_not(game: Game, space: Space, unit: Unit): Refusal
	if game:occupied(unit.side.enemy):has(space) then
		return refuse("8.2", `{space:units():first()} is there`)
	end
	return refuse("8.1", `it is too far for {unit}`)
end

function main.ends(game: Game): boolean
	return game.turn > 1
end

return main
"#;

fn files() -> [ScriptFile; 1] {
    [file("main", MAIN)]
}

fn begun(host: &mut Host) -> Game<Pause> {
    let mut game = game(host, &["main.phase", "main.phase"]);
    assert_eq!(game.advance(host).unwrap_or_else(|error| panic!("{error}")), Status::Waiting);
    game
}

/// Returns an answer that is not always the first, but the same in every run.
fn pick(game: &Game<Pause>, turn: usize) -> Answer {
    let pending = game.table.pending().unwrap();
    let decision = pending.decision();
    match first_answer(&decision) {
        Answer::One(_) if decision.stop && turn % 7 == 6 => Answer::Stop,
        Answer::One(_) => Answer::One(pending.options[(turn * 5) % pending.options.len()].clone()),
        Answer::Several(mut several) => {
            several.reverse();
            Answer::Several(several)
        }
        other => other,
    }
}

fn play(game: &mut Game<Pause>, host: &mut Host, from: usize, count: usize) -> usize {
    for turn in from..from + count {
        if game.table.pending().is_none() {
            return turn;
        }
        let next = pick(game, turn);
        answer(game, host, next).unwrap();
    }
    from + count
}

/// Everything that must be equal between identical games.
#[derive(Debug, PartialEq)]
struct Facts {
    hash: String,
    log: Vec<String>,
    journal: Vec<Entry>,
    asked: Option<(String, Vec<Choice>)>,
}

fn facts(game: &Game<Pause>) -> Facts {
    let log = game.table.events().iter().map(|event| event.describe(&game.table.content)).collect();
    let pending = game.table.pending().map(|pending| {
        let question = &game.table.questions[pending.question.0 as usize];
        (pending.prompt(question, &game.table.content), pending.options.clone())
    });
    Facts { hash: game.table.hash().to_string(), log, journal: game.table.journal().to_vec(), asked: pending }
}

#[test]
fn every_form_of_question_waits_and_goes_on() {
    let mut host = host(&files());
    let mut game = begun(&mut host);
    let turns = play(&mut game, &mut host, 0, 500);
    assert!(turns > 30 && game.table.pending().is_none());
    assert_eq!(game.advance(&mut host).unwrap(), Status::Over);
    assert!(game.table.events().len() > 5);
}

#[test]
fn going_on_and_beginning_again_come_to_the_same() {
    let mut resumed_host = host(&files());
    let mut resumed = begun(&mut resumed_host);
    for turn in 0.. {
        // Another host is given the journal and runs the phase again from its start.
        let mut fresh_host = host(&files());
        let fresh = game(&fresh_host, &["main.phase", "main.phase"]);
        let mut fresh = fresh.resume(resumed.table.journal().to_vec()).unwrap();
        fresh.table.check = true;
        fresh.advance(&mut fresh_host).unwrap();
        assert_eq!(fresh.table.take_misfit(), None);
        assert_eq!(facts(&fresh), facts(&resumed), "after {turn} decisions");
        if resumed.table.pending().is_none() {
            break;
        }
        play(&mut resumed, &mut resumed_host, turn, 1);
    }
}

#[test]
fn a_host_can_have_many_games_waiting() {
    let mut host = host(&files());
    let mut games: Vec<Game<Pause>> = (0..5).map(|_| begun(&mut host)).collect();
    for turn in 0..200 {
        for game in &mut games {
            play(game, &mut host, turn, 1);
        }
    }
    assert!(games.iter().all(|game| facts(game) == facts(&games[0])));
}

#[test]
fn players_who_answer_at_once_come_to_the_same_as_those_who_are_waited_for() {
    let mut host = host(&files());
    let mut waited = begun(&mut host);
    while let Some(pending) = waited.table.pending() {
        let next = first_answer(&pending.decision());
        answer(&mut waited, &mut host, next).unwrap();
    }
    let mut quick = game(&host, &["main.phase", "main.phase"]);
    quick.table.players = vec![Some(Box::new(First)), Some(Box::new(First))];
    assert_eq!(quick.advance(&mut host).unwrap(), Status::Over);
    assert_eq!(quick.table.hash(), waited.table.hash());
    assert_eq!(quick.table.journal(), waited.table.journal());
    let mut mixed = game(&host, &["main.phase", "main.phase"]);
    mixed.table.players[1] = Some(Box::new(First));
    mixed.advance(&mut host).unwrap();
    while let Some(pending) = mixed.table.pending() {
        assert_eq!(pending.side, RED, "blue answers at once");
        let next = first_answer(&pending.decision());
        answer(&mut mixed, &mut host, next).unwrap();
    }
    assert_eq!(mixed.table.hash(), waited.table.hash());
}

#[test]
fn what_was_undone_and_done_again_is_as_it_was() {
    let mut host = host(&files());
    let mut game = begun(&mut host);
    play(&mut game, &mut host, 0, 2);
    let before = facts(&game);
    play(&mut game, &mut host, 2, 1);
    let after = facts(&game);
    game.undo(&mut host, RED).unwrap();
    assert_eq!(facts(&game), before);
    game.redo(&mut host).unwrap();
    assert_eq!(facts(&game), after);
    game.undo(&mut host, RED).unwrap();
    game.undo(&mut host, RED).unwrap();
    game.redo(&mut host).unwrap();
    game.redo(&mut host).unwrap();
    assert_eq!(facts(&game), after);
}

#[test]
fn a_fork_goes_its_own_way() {
    let mut host = host(&files());
    let mut game = begun(&mut host);
    play(&mut game, &mut host, 0, 3);
    let before = facts(&game);
    let mut fork = game.fork(99, Service::BARE);
    fork.advance(&mut host).unwrap();
    assert_eq!(fork.table.hash(), game.table.hash());
    assert_eq!(fork.table.pending().unwrap().options, game.table.pending().unwrap().options);
    play(&mut fork, &mut host, 0, 3);
    assert_eq!(facts(&game), before, "the game is unaffected");
    play(&mut game, &mut host, 3, 5);
}

#[test]
fn rules_change_in_the_middle_of_a_procedure() {
    let mut old = host(&files());
    let mut game = begun(&mut old);
    play(&mut game, &mut old, 0, 3);
    let before = facts(&game);
    game.reload(&mut old, Arc::new(content(&["main.phase", "main.phase"]))).unwrap();
    let same = facts(&game);
    assert_eq!(
        (&same.hash, &same.log, &same.asked),
        (&before.hash, &before.log, &before.asked),
        "nothing has changed in the scripts"
    );
    let mut new = host(&[file("main", &MAIN.replace("is the {2}. to move", "moves as number {2}"))]);
    game.reload(&mut new, Arc::new(content(&["main.phase", "main.phase"]))).unwrap();
    assert_eq!(game.table.take_misfit(), None);
    assert_eq!(facts(&game).log, ["1 Inf moves as number 1"]);
    assert_eq!(facts(&game).asked, before.asked);
    play(&mut game, &mut new, 3, 4);
}

#[test]
fn an_answer_the_new_rules_do_not_offer_is_told() {
    let mut old = host(&files());
    let mut game = begun(&mut old);
    answer(&mut game, &mut old, Answer::One(Choice::Unit(UnitId(0)))).unwrap();
    let far = fixture::space(&game, "0104");
    answer(&mut game, &mut old, Answer::One(Choice::Space(far))).unwrap();
    let mut new = host(&[file("main", &MAIN.replace("unit.movement, blocked", "1, blocked"))]);
    game.reload(&mut new, Arc::new(content(&["main.phase", "main.phase"]))).unwrap();
    let misfit = game.table.take_misfit().unwrap();
    assert_eq!(misfit.refusal.to_string(), "8.1: `0104` is no longer offered in answer to `main.where`");
    assert_eq!(&*game.table.questions[game.table.pending().unwrap().question.0 as usize].key, "main.where");
}

#[test]
fn rules_that_fail_change_nothing() {
    let broken =
        MAIN.replace("game:set(\"reserves\", moved)", "game:set(\"reserves\", moved)\n\terror(\"not written yet\")");
    let mut host = host(&[file("main", &broken)]);
    let mut game = begun(&mut host);
    play(&mut game, &mut host, 0, 3);
    let before = facts(&game);
    for _ in 0..3 {
        let goal = Answer::One(Choice::Space(fixture::space(&game, "0201")));
        let Err(AnswerError::Fault(error)) = answer(&mut game, &mut host, goal) else {
            panic!("the rules should fail");
        };
        assert_eq!(error.message, "not written yet");
        assert_eq!(facts(&game), before);
    }
    let mut mended = fixture::host(&files());
    game.reload(&mut mended, Arc::new(content(&["main.phase", "main.phase"]))).unwrap();
    play(&mut game, &mut mended, 3, 10);
}

#[test]
fn rules_that_fail_at_once_leave_the_game_where_it_was() {
    let mut broken = host(&[file(
        "main",
        &MAIN.replace(
            "local waiting, moved",
            "game:unit_named(\"A\"):remove()\n\tgame:roll(\"1d6\", \"0\")\n\terror(\"no\")\n\tlocal waiting, moved",
        ),
    )]);
    let mut game = game(&broken, &["main.phase", "main.phase"]);
    let before = game.table.hash();
    for _ in 0..3 {
        assert_eq!(game.advance(&mut broken).unwrap_err().message, "no");
        assert_eq!((game.table.hash(), game.table.pending().is_some()), (before, false));
    }
    let mut mended = host(&files());
    assert_eq!(game.reload(&mut mended, Arc::new(content(&["main.phase", "main.phase"]))).unwrap(), Status::Waiting);
    assert!(game.table.take_misfit().is_some(), "there was a roll that is not made any more");
}

#[test]
fn an_answer_is_refused_with_a_reason() {
    let mut host = host(&files());
    let mut game = begun(&mut host);
    let refused = game.answer(&mut host, BLUE, Answer::Stop);
    assert!(
        matches!(refused, Err(AnswerError::Refused(refusal)) if refusal.reason == "the question is for red, not for blue")
    );
    answer(&mut game, &mut host, Answer::One(Choice::Unit(UnitId(0)))).unwrap();
    let pending = game.table.pending().unwrap().clone();
    let mut why = |name: &str| {
        let space = Choice::Space(fixture::space(&game, name));
        host.why_not(&pending, &space, &mut game.table).unwrap().map(|refusal| refusal.to_string())
    };
    assert_eq!(why("0503").as_deref(), Some("8.2: B is there"));
    assert_eq!(why("0501").as_deref(), Some("8.1: it is too far for 1 Inf"));
}

#[test]
fn a_question_without_a_reason_has_none() {
    let mut host = host(&files());
    let mut game = begun(&mut host);
    let pending = game.table.pending().unwrap().clone();
    assert_eq!(host.why_not(&pending, &Choice::Unit(UnitId(3)), &mut game.table).unwrap(), None);
}

#[test]
fn a_predicate_answers_yes_or_no() {
    let source = "local main = {}\nfunction main.yes() return true end\nfunction main.no() return false end\nfunction \
        main.maybe() return 1 end\nfunction main.nothing() end\nreturn main";
    let mut host = host(&[file("main", source)]);
    let mut table = table(&host, false);
    assert!(host.holds("main.yes", &mut table).unwrap());
    assert!(!host.holds("main.no", &mut table).unwrap());
    assert_eq!(
        host.holds("main.maybe", &mut table).unwrap_err().message,
        "`main.maybe` must return true or false, not a number"
    );
    assert_eq!(
        host.holds("main.nothing", &mut table).unwrap_err().message,
        "`main.nothing` must return true or false, not nothing"
    );
    assert_eq!(
        host.holds("main.yess", &mut table).unwrap_err().message,
        "there is no rule `main.yess`; did you mean `main.yes`?"
    );
}
