//! A rule edited in the middle of a phase: what has been fought stands, the next battle is fought under the new rule.

use grognard_engine::decision::{Answer, Choice};
use grognard_engine::table::QuickPlayer;
use grognard_lab::{AgentKind, Battle, Random, Request, Seat, Session};
use std::fs;
use std::path::Path;

/// A copy of the game in a folder of its own, whose files can be edited.
struct Copy(tempfile::TempDir);

impl Copy {
    fn new() -> Copy {
        let copy = Copy(tempfile::tempdir().expect("a folder"));
        for shelf in ["scripts", "scenarios"] {
            copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join(shelf), &copy.0.path().join(shelf));
        }
        copy
    }

    fn session(&self, seed: u64) -> Session {
        let request = Request { roots: vec![self.0.path().to_owned()], scenario: "battle-for-moscow".into(), ..Request::default() };
        let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
        let mut session = Session::new(battle, seed, vec![Seat::Person, Seat::Agent(AgentKind::Random)]).expect("a session");
        session.advance().expect("the rules run");
        session
    }

    /// Every cell of the combat results table says the same.
    fn results(&self, code: &str) {
        let path = self.0.path().join("scripts/battle-for-moscow/charts/crt.toml");
        let text = fs::read_to_string(&path).expect("the chart");
        let head = text.split("cells =").next().expect("the head").to_owned();
        let row = format!("    [{}],\n", [format!("\"{code}\"").as_str(); 6].join(", "));
        fs::write(&path, format!("{head}cells = [\n{}]\n", row.repeat(6))).expect("the chart");
    }
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy_folder(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).expect("a file")),
        }
    }
}

fn asked(session: &Session) -> Option<&str> {
    let table = &session.game.table;
    table.pending().map(|pending| &*table.questions[usize::from(pending.question.0)].key)
}

/// The German takes the prepared set-up, declares as many battles as he can and fights one of them.
fn first_battle(session: &mut Session) {
    let mut whim = Random::new(7);
    loop {
        let pending = session.game.table.pending().expect("the German is asked");
        let decision = pending.decision();
        let declared = log(session).iter().any(|line| line.contains(", die "));
        if declared && asked(session) == Some("combat.next") {
            return;
        }
        let answer = match asked(session) {
            Some("setup.how") => Answer::One(Choice::Label("prepared".into())),
            Some("combat.target") => Answer::One(decision.options.iter().next().expect("a target")),
            Some("combat.attackers") => Answer::Several(decision.options.iter().take(1).collect()),
            _ => whim.answer(&decision),
        };
        let side = pending.side;
        session.answer(side, answer).expect("it was offered");
    }
}

fn log(session: &Session) -> Vec<String> {
    session.view(None).log.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn a_battle_that_was_fought_stands_and_the_next_is_fought_under_the_new_chart() {
    for seed in 1..=8 {
        let copy = Copy::new();
        let mut session = copy.session(seed);
        first_battle(&mut session);
        let (before, state, decisions) = (log(&session), session.game.table.hash(), session.game.table.decisions);
        copy.results("DE");
        assert!(session.reload().expect("the chart is right").is_none(), "every answer still fits");
        assert_eq!((log(&session), session.game.table.hash(), session.game.table.decisions), (before.clone(), state, decisions));

        let pending = session.game.table.pending().expect("a battle is chosen").decision();
        let target = pending.options.iter().next().expect("a battle");
        session.answer(pending.side, Answer::One(target.clone())).expect("it was offered");
        let later = &log(&session)[before.len()..];
        let said = later.first().expect("the battle was fought");
        assert!(said.ends_with(": DE") || said.contains("below 1:1"), "seed {seed}: {said}");
    }
}
