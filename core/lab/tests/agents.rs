//! The agents that look ahead: they follow the rules of every system, repeat themselves for the same seed, and use
//! nothing they may not know.

use grognard_engine::decision::{Answer, Choice};
use grognard_engine::game::Status;
use grognard_engine::ids::{SideId, SpaceId};
use grognard_engine::table::{QuickPlayer, Service};
use grognard_lab::ladder::{Ladder, Meeting};
use grognard_lab::sim;
use grognard_play::{
    Agent, AgentKind, AgentReply, Battle, BattleRequest, CancelToken, PlanBudget, Random, Seat, Session,
};
use grognard_script::ScriptError;
use grognard_testing::copy;
use std::fs;
use std::path::{Path, PathBuf};

fn battle(scenario: &str) -> Battle {
    load(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), scenario)
}

fn load(root: PathBuf, scenario: &str) -> Battle {
    let request = BattleRequest { roots: vec![root], scenario: scenario.into(), ..BattleRequest::default() };
    Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)))
}

/// Planning agents with few trials; the second decides by the enemy's replies.
const FEW: AgentKind = AgentKind::Plan(PlanBudget { trials: 60, ..PlanBudget::VETERAN });
const FINAL: AgentKind = AgentKind::Plan(PlanBudget { trials: 80, climbs: 2, finalists: 3, ..PlanBudget::GENERAL });

/// Asserts that the answers of an agent at some decisions of a random game are allowed, and are the same the
/// second time.
fn answers(kind: AgentKind, scenario: &str, decisions: usize, every: usize) {
    let battle = battle(scenario);
    let mut session =
        Session::new(battle.clone(), 5, vec![Seat::Person; battle.content.seats().count()]).expect("a session");
    let mut numbers = Random::new(5);
    let mut searched = 0;
    for at in 0..decisions {
        if session.settle().expect("rules that work") == Status::Over {
            break;
        }
        let pending = session.game.table.pending().expect("a question").clone();
        let (hash, journal) = (session.game.table.hash(), session.game.table.journal().len());
        let answer = if at % every == 0 {
            let mut said = || answer(&battle, &mut session, kind).expect("rules that work");
            let (answer, again) = (said(), said());
            assert_eq!(answer, again, "{scenario}: decision {at}");
            assert!(pending.decision().accepts(&answer), "{scenario}: decision {at}");
            searched += 1;
            answer
        } else {
            numbers.answer(&pending.decision())
        };
        assert_eq!(
            (session.game.table.hash(), session.game.table.journal().len()),
            (hash, journal),
            "the game itself is not touched"
        );
        session.answer(pending.side, answer).expect("an answer that was offered");
    }
    assert!(searched >= 3, "{scenario}: {searched}");
}

#[test]
fn it_answers_in_battle_for_moscow() {
    answers(FEW, "battle-for-moscow", 300, 13);
    answers(FINAL, "battle-for-moscow", 300, 99);
}

#[test]
fn it_answers_in_rostov() {
    answers(FEW, "rostov-1941", 330, 41);
}

#[test]
fn it_answers_where_blocks_hide() {
    answers(FEW, "moscow-41-dnieper", 200, 23);
    answers(FINAL, "moscow-41-dnieper", 120, 39);
}

#[test]
fn it_answers_where_groups_move() {
    answers(FEW, "stalingrad-september", 120, 31);
}

#[test]
fn it_answers_where_orders_are_secret() {
    answers(FEW, "three-kingdoms", 90, 7);
}

#[test]
fn it_answers_at_a_table() {
    answers(FEW, "d2b-1941", 120, 37);
}

/// Returns the answer of a new agent for the side that is asked.
fn answer(battle: &Battle, session: &mut Session, kind: AgentKind) -> Result<Answer, ScriptError> {
    let side = session.game.table.pending().expect("a question").side;
    let mut agent = Agent::new(kind, battle, side, 9).expect("an evaluation").expect("an agent");
    match agent.answer(&mut battle.host().expect("a host"), &mut session.game)? {
        AgentReply::Answer(answer) => Ok(answer),
        AgentReply::Trouble(trouble) => panic!("{trouble:?}"),
    }
}

/// The weights of an outlook.
const WEIGHTS: &str = "title = \"Weights\"
hidden = true
rows = { name = \"part\", keys = [\"near\", \"far\"] }
columns = { name = \"number\", keys = [\"weight\"] }
cells = [[1], [2]]
";

/// Returns the goal an agent chooses for a corps in a small battle where the quick evaluation favours the city and the
/// careful one is given.
fn goal(agent: AgentKind, hooks: &str, careful: &str) -> Result<Answer, ScriptError> {
    let root = tempfile::tempdir().expect("a folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/broken/base"), root.path());
    let system = root.path().join("scripts/system");
    let asked = "local movement = {}
local GOAL = ask(\"movement.goal\", { rule = \"2.0\", prompt = \"Where?\" })

function movement.all(game: Game, side: Side)
	for unit in game:on_map(side):each() do
		unit:move_to(game:choose(side, GOAL, game:within(unit.space, 1)))
	end
end

return movement
";
    let judged = format!(
        "local evaluate = {{}}

function evaluate.position(game: Game, side: Side): number
	local near = 0
	for rings = 0, 5 do
		near += #game:on_map(side):at(game:within(game:spaces(\"city\"), rings))
	end
	return near
end

function evaluate.outlook(game: Game, side: Side): number
	return {careful}
end

return evaluate
"
    );
    fs::write(system.join("movement.luau"), asked).expect("a script");
    fs::write(system.join("evaluate.luau"), judged).expect("a script");
    fs::write(system.join("combat.luau"), "return { phase = function() end }\n").expect("a script");
    fs::write(system.join("charts/weights.toml"), WEIGHTS).expect("a chart");
    let declared = fs::read_to_string(system.join("system.toml")).expect("a system");
    fs::write(system.join("system.toml"), format!("{declared}\n[hooks]\n{hooks}\n")).expect("a system");
    let battle = load(root.path().to_owned(), "test.battle");
    let mut session = Session::new(battle.clone(), 5, vec![Seat::Person; 2]).expect("a session");
    session.settle().expect("rules that work");
    // In the last turn the next move is the last one, so that a planner cannot come back later.
    let pending = session.game.table.pending().expect("a question").clone();
    let stay = pending.decision().options.iter().next().map(Answer::One).expect("an option");
    session.answer(pending.side, stay).expect("an answer that was offered");
    session.settle().expect("rules that work");
    answer(&battle, &mut session, agent)
}

/// Greedy agents use the quick evaluation and planning agents the careful one; without a careful one, they agree.
#[test]
fn it_judges_by_the_outlook_of_the_system() {
    let (quick, both) =
        ("evaluate = \"evaluate.position\"", "evaluate = \"evaluate.position\"\noutlook = \"evaluate.outlook\"");
    let many = AgentKind::Plan(PlanBudget { trials: 1_000, ..PlanBudget::VETERAN });
    let goal = |agent, hooks| goal(agent, hooks, "-evaluate.position(game, side)").expect("rules that work");
    assert_eq!(goal(AgentKind::Greedy, both), goal(AgentKind::Greedy, quick));
    assert_eq!(goal(many, quick), goal(AgentKind::Greedy, quick), "towards the city");
    assert_ne!(goal(many, both), goal(many, quick));
    assert_eq!(goal(many, both), Answer::One(Choice::Space(SpaceId(0))), "as far from it as there is a way");
}

/// Agents with a character judge by other weights; without one, by those of the chart.
#[test]
fn characters_judge_by_other_weights() {
    let hooks = "evaluate = \"evaluate.position\"\noutlook = \"evaluate.outlook\"\n[characters.bold]\ntitle = \"bold\"\n\
                 chart = \"weights\"\npercent = { far = 0 }";
    let careful = "evaluate.position(game, side) * (game:chart(\"weights\"):cell(\"near\", \"weight\") \
                   - game:chart(\"weights\"):cell(\"far\", \"weight\"))";
    let goal = |agent| goal(AgentKind::parse(agent).expect("an agent"), hooks, careful).expect("rules that work");
    let far = Answer::One(Choice::Space(SpaceId(0)));
    assert_eq!(goal("plan:trials=1000"), far);
    assert_ne!(goal("plan:trials=1000,character=bold"), far, "towards the city");
}

#[test]
fn a_character_that_is_not_declared_is_refused() {
    let refused = |scenario: &str| {
        let kind = AgentKind::parse("veteran:timid").expect("an agent");
        Agent::new(kind, &battle(scenario), SideId(0), 1).err().expect("a refusal").to_string()
    };
    assert_eq!(refused("battle-for-moscow"), "this system declares no characters, so an agent cannot be `timid`");
    assert_eq!(refused("rostov-1941"), "this system has no character `timid`; it has bold, cautious");
}

/// Without this check, an agent whose evaluation is not a number would play badly for no visible reason.
#[test]
fn a_judgement_is_a_number_with_which_positions_can_be_compared() {
    let hooks = "evaluate = \"evaluate.position\"\noutlook = \"evaluate.outlook\"";
    for (careful, told) in [
        ("0 / 0", "`evaluate.outlook` must return a finite number, not NaN"),
        ("math.huge", "`evaluate.outlook` must return a finite number, not inf"),
        ("(side :: any)", "`evaluate.outlook` must return a number, not a side"),
        ("(nil :: any)", "`evaluate.outlook` must return a number, not nothing"),
    ] {
        let error = goal(FEW, hooks, careful).expect_err(careful);
        assert_eq!(error.message, told);
        assert!(error.file.is_some_and(|file| file.ends_with("evaluate.luau")) && error.line > Some(1), "{careful}");
    }
}

/// Plays a whole simulated game, in which the agent persists and keeps its findings.
#[test]
fn it_plays_a_game() {
    let battle = battle("battle-for-moscow");
    let mut host = battle.host().expect("a host");
    let plan = sim::SimPlan { games: 1, seed: 2, players: vec![FEW, AgentKind::Random], service: Service::BARE };
    let one = sim::play(&battle, &mut host, &plan, 2).expect("a game");
    assert!(one.is_won_by("german"), "{}", one.reason);
    assert_eq!(one, sim::play(&battle, &mut host, &plan, 2).expect("a game"), "and the same game again");
}

/// A plan sees what a move is good for: the attack after it. The greedy agent judges the move alone.
#[test]
fn a_planner_beats_the_greedy_agent() {
    let battle = battle("battle-for-moscow");
    let mut host = battle.host().expect("a host");
    let planner = AgentKind::parse("plan:trials=2000").expect("an agent");
    let mut wins = |players: Vec<AgentKind>, side: &str| {
        let plan = sim::SimPlan { games: 6, seed: 11, players, service: Service::BARE };
        let mut won = |seed| sim::play(&battle, &mut host, &plan, seed).expect("a game").is_won_by(side);
        (11..17).filter(|seed| won(*seed)).count()
    };
    let as_german = wins(vec![planner, AgentKind::Greedy], "german");
    let as_soviet = wins(vec![AgentKind::Greedy, planner], "soviet");
    assert!(as_german + as_soviet >= 8, "{as_german} and {as_soviet} of 6");
    let plan = sim::SimPlan { games: 1, seed: 2, players: vec![planner; 2], service: Service::BARE };
    let one = sim::play(&battle, &mut host, &plan, 2).expect("a game");
    assert_eq!(one, sim::play(&battle, &mut host, &plan, 2).expect("a game"), "the same game again");
}

/// Orders that are written in secret, in a phase that belongs to nobody, are planned as well: march and support together.
#[test]
fn a_planner_beats_greedy_agents_where_orders_are_secret() {
    let battle = battle("three-kingdoms");
    let mut host = battle.host().expect("a host");
    let mut wins = |agent: AgentKind| {
        let mut won = |(at, seed): &(usize, u64)| {
            let mut players = vec![AgentKind::Greedy; 3];
            players[*at] = agent;
            let plan = sim::SimPlan { games: 2, seed: 5, players, service: Service::BARE };
            let side = battle.content.seats().nth(*at).expect("three sides").1;
            sim::play(&battle, &mut host, &plan, *seed).expect("a game").is_won_by(side)
        };
        (0..3).flat_map(|at| [(at, 5), (at, 6)]).filter(|game| won(game)).count()
    };
    let planned = wins(AgentKind::parse("plan:trials=300").expect("an agent"));
    let greedy = wins(AgentKind::Greedy);
    assert!(planned >= greedy + 2, "{planned} and {greedy} of 6");
}

/// Each agent plays each of three sides against the other agent on both other sides, and greedy ranks above random.
#[test]
fn a_ladder_of_three_sides() {
    let battle = battle("three-kingdoms");
    let ladder = Ladder { agents: vec![AgentKind::Random, AgentKind::Greedy], games: 1, seed: 3 };
    let games = ladder.play(&battle, 2, &CancelToken::new(), |_| ()).expect("games");
    let met: Vec<_> = games.meetings.iter().map(|meeting| (meeting.agents, meeting.side, meeting.games())).collect();
    let sides = || (0..3).map(SideId);
    let expected: Vec<_> =
        [(0, 1), (1, 0)].into_iter().flat_map(|agents| sides().map(move |side| (agents, side, 1))).collect();
    assert_eq!((met, ladder.count(&battle)), (expected, 6));
    let ratings = ladder.ratings(&games.meetings);
    assert!(ratings[1].elo > ratings[0].elo, "{ratings:?}");
}

/// The results of a ladder do not depend on the number of threads, and greedy ranks above random.
#[test]
fn a_ladder_is_the_same_on_any_number_of_threads() {
    let battle = battle("battle-for-moscow");
    let ladder = Ladder { agents: vec![AgentKind::Random, AgentKind::Greedy], games: 3, seed: 11 };
    let on = |threads: usize| ladder.play(&battle, threads, &CancelToken::new(), |_| ()).expect("games");
    let one = on(1);
    assert_eq!(one, on(3));
    assert_eq!(one.meetings.iter().map(Meeting::games).collect::<Vec<_>>(), [3, 3]);
    let ratings = ladder.ratings(&one.meetings);
    assert!(ratings[1].elo > ratings[0].elo, "{ratings:?}");
}
