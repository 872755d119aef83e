//! Programs that play a side, well-behaved or not. Whatever they do, games end soon.

use grognard_engine::game::{Game, Rules, Status};
use grognard_engine::ids::SideId;
use grognard_engine::table::Service;
use grognard_lab::sim;
use grognard_play::{AgentKind, Battle, BattleRequest, Bot, BotError, LineError, Patience, Seat, Session};
use grognard_script::Pause;
use grognard_testing::MAX_WAIT;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Enough time for anything that happens at all, even on a busy machine.
const LONG: Patience = Patience { start: MAX_WAIT, answer: MAX_WAIT, end: Duration::ZERO };

/// The time to wait for something that never happens.
const SHORT: Duration = Duration::from_millis(300);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn battle(scenario: &str) -> Battle {
    let request = BattleRequest { roots: vec![root()], scenario: scenario.into(), ..BattleRequest::default() };
    Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)))
}

/// Runs a shell script as a bot, until its answer to the first question of a game. Waiting for the script's end would
/// take ten minutes.
fn first_answer(battle: &Battle, script: &str, patience: Patience) -> Result<(), BotError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bot.sh");
    fs::write(&path, script).expect("a script");
    let mut host = battle.host().expect("a host");
    let mut game: Game<Pause> = Game::new(battle.content.clone(), host.questions(), 1, Service::FULL);
    assert_eq!(game.advance(&mut host).expect("rules that work"), Status::Waiting);
    let mut bot = Bot::start(&format!("sh {}", path.display()), battle, SideId(0), patience);
    let begin = Instant::now();
    let said = bot.answer(&game.table).map(drop);
    bot.dismiss(&game.table);
    assert!(begin.elapsed() < MAX_WAIT, "no player waits forever");
    said
}

const READY: &str = "echo '{\"type\":\"ready\",\"protocol\":1}'\n";

fn answers(choose: &str) -> String {
    format!(
        "{READY}cat >/dev/null &\necho '{{\"type\":\"answer\",\"number\":1,\"choose\":{choose}}}'\nexec sleep 600\n"
    )
}

#[test]
fn who_answers_is_heard() {
    let battle = battle("battle-for-moscow");
    assert_eq!(first_answer(&battle, &answers("0"), LONG), Ok(()));
    assert_eq!(first_answer(&battle, &format!("\n\n{}", answers("1")), LONG), Ok(()), "empty lines are ignored");
}

#[test]
fn bots_that_misbehave_lose() {
    let battle = battle("battle-for-moscow");
    let illegal = |said: &str| BotError::Illegal(format!("{{\"type\":\"answer\",\"number\":1,\"choose\":{said}}}"));
    let cases: Vec<(&str, String, BotError)> = vec![
        ("death at once", "exit 3\n".into(), BotError::Gone),
        ("death when asked", format!("{READY}read a\nread b\nread c\nexit 0\n"), BotError::Gone),
        (
            "another protocol",
            "echo '{\"type\":\"ready\",\"protocol\":7}'\nexec sleep 600\n".into(),
            BotError::Stranger(7),
        ),
        ("an option that is not there", answers("9999"), illegal("9999")),
        ("several where one is asked for", answers("[0,1]"), illegal("[0,1]")),
        ("declining where one may not", answers("\"stop\""), illegal("\"stop\"")),
        ("another question", answers("0").replace("number\":1", "number\":2"), BotError::OutOfTurn(1)),
        ("a line without an end", format!("{READY}cat /dev/zero\n"), BotError::Endless),
    ];
    for (what, script, expected) in cases {
        assert_eq!(first_answer(&battle, &script, LONG), Err(expected), "{what}");
    }
}

#[test]
fn bots_that_say_nothing_lose() {
    let battle = battle("battle-for-moscow");
    let silent = Err(BotError::Silent(SHORT));
    assert_eq!(
        first_answer(&battle, "exec sleep 600\n", Patience { start: SHORT, ..LONG }),
        silent,
        "from the beginning"
    );
    for (what, script) in [("when asked", ""), ("with its standard input closed", "exec 0<&-\n")] {
        let script = format!("{script}{READY}exec sleep 600\n");
        assert_eq!(first_answer(&battle, &script, Patience { answer: SHORT, ..LONG }), silent, "{what}");
    }
}

#[test]
fn garbage_is_told_with_its_beginning() {
    let battle = battle("battle-for-moscow");
    for (said, what, which) in [
        ("hello", "invalid JSON at character", Some("1")),
        ("[[[[[[", "invalid JSON at character", Some("6")),
        ("[]", "not a JSON object", None),
        ("{}", "missing key", Some("`type`")),
        (r#"{"type":"reply"}"#, "unknown type", Some("\"reply\"")),
        (r#"{"type":"answer","number":1}"#, "missing key", Some("`choose`")),
        (
            r#"{"type":"answer","number":"1","choose":0}"#,
            "expected a whole number, 0 or more, at key",
            Some("`number`"),
        ),
        (r#"{"type":"answer","number":1,"choose":0,"why":"x"}"#, "unknown key", Some("`why`")),
        (
            r#"{"type":"answer","number":1,"choose":-1}"#,
            "`choose` must be a number, a list of numbers, a list of pairs of numbers, or `stop`",
            None,
        ),
        (r#"{"type":"ready","protocol":1}"#, "expected the line `answer`", None),
    ] {
        let slip = LineError { what: what.to_owned(), which: which.map(str::to_owned) };
        let trouble = BotError::Garbage(said.to_owned(), slip);
        assert_eq!(first_answer(&battle, &format!("{READY}echo '{said}'\nexec sleep 600\n"), LONG), Err(trouble));
    }
    let deep = format!("{READY}printf '%0100000d' 0 | tr 0 '['\necho\nexec sleep 600\n");
    assert!(
        matches!(first_answer(&battle, &deep, LONG), Err(BotError::Garbage(line, _)) if line.len() == 80),
        "brackets in brackets"
    );
}

#[test]
fn a_program_that_is_not_there_loses() {
    let battle = battle("battle-for-moscow");
    let bot = AgentKind::of_command_line("exec:/nowhere/bot").expect("a bot");
    let plan = sim::SimPlan { games: 1, seed: 1, players: vec![bot, AgentKind::Random], service: Service::BARE };
    let mut host = battle.host().expect("a host");
    let result = sim::play(&battle, &mut host, &plan, 1).expect("a game");
    assert!(result.is_won_by("soviet"));
    assert!(result.reason.starts_with("the program that plays German could not be started: "), "{}", result.reason);
}

/// A flood of answers is held back, and the second of them answers a question that was not asked.
#[test]
fn floods_are_dammed() {
    let battle = battle("battle-for-moscow");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bot.sh");
    fs::write(&path, format!("{READY}exec yes '{{\"type\":\"answer\",\"number\":1,\"choose\":0}}'\n"))
        .expect("a script");
    let kind = AgentKind::of_command_line(&format!("exec:sh {}", path.display())).expect("a bot");
    let plan = sim::SimPlan { games: 1, seed: 1, players: vec![AgentKind::Random, kind], service: Service::BARE };
    let mut host = battle.host().expect("a host");
    let result = sim::play(&battle, &mut host, &plan, 1).expect("a game");
    assert!(result.is_won_by("german"));
    assert!(result.reason.ends_with("answered the wrong question (expected question 2)"), "{}", result.reason);
}

/// The Python bot plays complete games of every system.
#[test]
fn the_bot_in_python_plays() {
    let kind = AgentKind::of_command_line(&format!("exec:python3 {}", root().join("examples/bot.py").display()))
        .expect("a bot");
    for (scenario, side) in [("battle-for-moscow", 0), ("battle-for-moscow", 1), ("moscow-41-dnieper", 0)] {
        let battle = battle(scenario);
        let mut players = vec![AgentKind::Random; 2];
        players[side] = kind;
        let plan = sim::SimPlan { games: 1, seed: 3, players, service: Service::BARE };
        let mut host = battle.host().expect("a host");
        let result = sim::play(&battle, &mut host, &plan, 3).expect("a game");
        assert!(!result.reason.starts_with("the program"), "{scenario}: {}", result.reason);
        assert!(result.decisions > 50, "{result:?}");
    }
}

/// In a session a bot that breaks the protocol loses, and no save starts a program.
#[test]
fn a_session_ends_when_a_bot_misbehaves() {
    let bot = Seat::of_command_line("exec:sh -c exit").expect("a seat");
    assert_eq!((bot.name(), Seat::parse(bot.name()), Seat::parse("exec:sh")), ("program", Some(Seat::Person), None));
    let random = Seat::Agent(AgentKind::Random);
    let mut session = Session::new(battle("battle-for-moscow"), 1, vec![random, bot]).expect("a session");
    assert_eq!(session.advance().expect("rules that work"), Status::Over);
    let ending = session.game.table.state.ending().expect("an end");
    assert_eq!(
        (&ending.winners, ending.reason.as_str()),
        (&Some(SideId(0)).into(), "the program that plays Soviet exited before the game was over")
    );
    assert!(session.game.table.pending().is_none());
}
