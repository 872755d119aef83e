//! Questions whose answers have to meet a condition.

use crate::fixture::{answer, file, game, host, load_errors, table};
use grognard_engine::decision::{Answer, Choice};
use grognard_engine::game::{AnswerError, Game, Progress, Rules, Status};
use grognard_engine::ids::UnitId;
use grognard_engine::random::Random;
use grognard_engine::state::VariableOwner;
use grognard_engine::table::Table;
use grognard_engine::view::View;
use grognard_script::{Host, Pause, ScriptFile};
use grognard_testing::small_battle::{BLUE, RED};

/// The units lost must have a strength of exactly `needed`, of all six units, which have 4, 6, 4, 3, 3 and 5.
const MAIN: &str = r#"
local main = {}
local LOSS = ask("main.loss", { rule = "9.0", prompt = "Which units worth {1}?", fits = "main.fits" })
local NAMES = ask("main.names", { rule = "9.1", prompt = "Which words?", fits = "main.fit_words" })

function main.fits(game: Game, units: Units, needed: number): Refusal?
	local worth = 0
	for unit in units:each() do
		worth += unit:printed("strength", 2)
	end
	if worth ~= needed then
		return refuse("9.2", "they are worth {1}, not {2}", worth, needed)
	end
	return nil
end

function main.fit_words(game: Game, words: { string }): any
	return words[1] == "x" or refuse("9.3", "the first word must be x")
end

function main.phase(game: Game, side: Side)
	local lost = game:choose_several(side, LOSS, game:units(), { min = 1, max = 6 }, NEEDED)
	for unit in lost:each() do
		unit:mark("disrupted")
	end
end

function main.secretly(game: Game, side: Side)
	local lost = game:choose_secretly({
		{ side = side, question = LOSS, options = game:units(), bounds = { min = 1, max = 6 }, about = { NEEDED } },
		{ side = side.enemy, question = NAMES, options = { "x", "y" }, bounds = { min = 1, max = 2 } },
	})
	game:set("reserves", #lost[1] * 10 + #lost[2])
end

function main.write(game: Game, side: Side): any
	return game:choose_several(side, LOSS, game:units(), { min = 1, max = 6 }, NEEDED)
end

function main.plan(game: Game, side: Side)
	local lost = game:commit({ side, side.enemy }, "main.write")
	game:set("reserves", #lost[1] * 10 + #lost[2])
end

function main.wrong(game: Game, side: Side)
	game:choose(side, LOSS, game:units(), NEEDED)
end

return main
"#;

fn files(needed: i32) -> Vec<ScriptFile> {
    vec![file("main", &MAIN.replace("NEEDED", &needed.to_string()))]
}

fn begun(host: &mut Host, rule: &str) -> Game<Pause> {
    let mut game = game(host, &[rule]);
    assert_eq!(game.advance(host).unwrap(), Status::Waiting);
    game
}

fn units(all: &[u16]) -> Answer {
    Answer::Several(all.iter().map(|&id| Choice::Unit(UnitId(id))).collect())
}

fn words(all: &[&str]) -> Answer {
    Answer::Several(all.iter().map(|&word| Choice::Label(word.into())).collect())
}

fn strength(table: &Table) -> i32 {
    let strengths = [4, 6, 4, 3, 3, 5];
    (0..6).filter(|&id| table.state.unit(UnitId(id)).marks & 2 != 0).map(|id| strengths[id as usize]).sum()
}

fn refusal(result: Result<Status, AnswerError<grognard_script::ScriptError>>) -> String {
    match result {
        Err(AnswerError::Refused(refusal)) => refusal.to_string(),
        other => panic!("a refusal is due, not {other:?}"),
    }
}

#[test]
fn only_a_set_that_fits_is_accepted() {
    let mut host = host(&files(10));
    let mut game = begun(&mut host, "main.phase");
    assert_eq!(refusal(answer(&mut game, &mut host, units(&[0, 3]))), "9.2: they are worth 7, not 10");
    assert_eq!(game.table.journal().len(), 0, "a refusal changes nothing");
    answer(&mut game, &mut host, units(&[0, 1])).unwrap();
    assert_eq!(strength(&game.table), 10);
}

#[test]
fn a_random_player_finds_sets_that_fit() {
    let mut host = host(&files(13));
    let mut met = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut table = table(&host, true);
        table.players[0] = Some(Box::new(Random::new(seed)));
        assert!(matches!(host.run("main.phase", &mut table).unwrap(), Progress::Done));
        assert_eq!(strength(&table), 13);
        met.insert(table.state.units().iter().map(|unit| unit.marks & 2 != 0).collect::<Vec<_>>());
    }
    assert!(met.len() > 2, "{met:?}");
}

#[test]
fn a_player_who_always_answers_alike_is_corrected() {
    let mut host = host(&files(18));
    let mut table = table(&host, true);
    assert!(matches!(host.run("main.phase", &mut table).unwrap(), Progress::Done));
    assert_eq!(strength(&table), 18);
}

#[test]
fn a_question_that_nothing_fits_is_an_error_in_the_rules() {
    let mut host = host(&files(99));
    let mut table = table(&host, true);
    let Err(error) = host.run("main.phase", &mut table) else { panic!("nothing fits") };
    assert!(error.message.contains("no set of options was found that fits the question `main.loss`"), "{error}");
}

#[test]
fn recorded_answers_are_checked_against_changed_rules() {
    let mut before = host(&files(10));
    let mut game = begun(&mut before, "main.phase");
    answer(&mut game, &mut before, units(&[0, 1])).unwrap();
    let entries = game.table.journal().to_vec();
    let replay = |needed: i32| {
        let mut host = host(&files(needed));
        let mut again = crate::fixture::game(&host, &["main.phase"]).resume(entries.clone()).unwrap();
        again.advance(&mut host).unwrap();
        (again.table.take_misfit().map(|misfit| misfit.refusal.to_string()), again.table.hash() == game.table.hash())
    };
    assert_eq!(replay(10), (None, true));
    assert_eq!(replay(11).0.as_deref(), Some("9.2: they are worth 10, not 11"));
}

#[test]
fn sides_that_decide_in_secret_meet_their_conditions() {
    let mut host = host(&files(10));
    let mut game = begun(&mut host, "main.secretly");
    assert_eq!(refusal(game.answer(&mut host, RED, units(&[0]))), "9.2: they are worth 4, not 10");
    assert_eq!(refusal(game.answer(&mut host, BLUE, words(&["y"]))), "9.3: the first word must be x");
    game.answer(&mut host, BLUE, words(&["x", "y"])).unwrap();
    game.answer(&mut host, RED, units(&[0, 1])).unwrap();
    assert_eq!(reserves(&game), 22);
    let mut again = crate::fixture::game(&host, &["main.secretly"]).resume(game.table.journal().to_vec()).unwrap();
    again.advance(&mut host).unwrap();
    assert_eq!((again.table.take_misfit(), again.table.hash()), (None, game.table.hash()));
    let mut table = table(&host, true);
    assert!(matches!(host.run("main.secretly", &mut table).unwrap(), Progress::Done));
}

#[test]
fn sides_that_write_in_secret_meet_their_conditions() {
    let mut host = host(&files(10));
    let mut game = begun(&mut host, "main.plan");
    assert_eq!(refusal(game.answer(&mut host, BLUE, units(&[0]))), "9.2: they are worth 4, not 10");
    game.answer(&mut host, BLUE, units(&[3, 0, 4])).unwrap();
    game.answer(&mut host, RED, units(&[0, 1])).unwrap();
    assert_eq!(reserves(&game), 23);
    let mut table = table(&host, true);
    assert!(matches!(host.run("main.plan", &mut table).unwrap(), Progress::Done));
}

#[test]
fn a_side_reads_its_own_secret_answers_until_all_have_decided() {
    let mut host = host(&files(10));
    let mut game = begun(&mut host, "main.plan");
    let read = |game: &Game<Pause>, viewer| View::new(&game.table, viewer).secret_answers;
    game.answer(&mut host, BLUE, units(&[3, 0, 4])).unwrap();
    let expected = [("Which units worth 10?".to_owned(), "A, 1 Inf, B".to_owned())];
    assert_eq!(read(&game, Some(BLUE)), expected);
    assert!(read(&game, Some(RED)).is_empty() && read(&game, None).is_empty());
    game.undo(&mut host, BLUE).unwrap();
    assert!(read(&game, Some(BLUE)).is_empty(), "the answer was taken back");
    game.redo(&mut host).unwrap();
    assert_eq!(read(&game, Some(BLUE)), expected);
    game.answer(&mut host, RED, units(&[0, 1])).unwrap();
    assert!(read(&game, Some(BLUE)).is_empty(), "they are no longer secret");
}

#[test]
fn a_condition_must_be_a_rule_and_a_question_for_several_options() {
    let errors = load_errors(&[file("main", &MAIN.replace("\"main.fits\"", "\"main.fit\"").replace("NEEDED", "1"))]);
    assert!(errors[0].message.contains("there is no rule `main.fit` for `fits`"), "{}", errors[0]);
    let mut host = host(&files(1));
    let Err(error) = host.run("main.wrong", &mut table(&host, true)) else { panic!("one option is not a set") };
    assert!(error.message.contains("can be asked only where several options are chosen"), "{error}");
}

fn reserves(game: &Game<Pause>) -> i32 {
    let variable = game.table.content.variables.find("reserves").expect("a variable");
    game.table.state.values(VariableOwner::Game, variable)[0]
}
