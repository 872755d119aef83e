//! A whole game of each system as text, and each side's view of it: changes to the rules show up as changes to these
//! files. The log of one turn of each is in the book. `UPDATE=1` rewrites all of them.

use grognard_engine::catalogue::{Catalogue, ENGLISH, TextKind};
use grognard_packs::Library;
use grognard_play::i18n::Translations;
use grognard_play::{AgentKind, Battle, BattleRequest};
use grognard_suite::transcript::{self, Plan, Transcript};
use std::fmt::Write;
use std::path::PathBuf;

/// The agents if the first side attacks: the greedy one takes the decisions a player would, the random one those no
/// player would.
const FIRST_ATTACKS: [AgentKind; 2] = [AgentKind::Greedy, AgentKind::Random];
const SECOND_ATTACKS: [AgentKind; 2] = [AgentKind::Random, AgentKind::Greedy];

/// The option for a prepared set-up, if a battle has one.
const PREPARED: [(&str, &str); 1] = [("setup.how", "prepared")];

/// Longer transcripts would not be reviewed.
const MAX_LINES: usize = 1750;

fn plays_as_recorded(system: &str, scenario: &str, options: &[(&str, &str)], players: &[AgentKind], turn: u16) {
    let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let request = BattleRequest {
        roots: vec![PathBuf::from(".")],
        scenario: scenario.to_owned(),
        options,
        ..BattleRequest::default()
    };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    let plan = Plan { seed: 1941, players, fixed: &PREPARED };
    let found = transcript::record(&battle, &plan).unwrap_or_else(|error| panic!("{error}"));
    let sides = found.sides.iter().map(|(side, text)| (format!("tests/playthrough/{system}.{side}.txt"), text));
    let log = log_of_turn(system, &battle, &found, turn);
    let whole = [(format!("tests/playthrough/{system}.txt"), &found.game), (format!("docs/logs/{system}.md"), &log)];
    let files: Vec<_> = whole.into_iter().chain(sides).collect();
    if std::env::var_os("UPDATE").is_some() {
        files.iter().for_each(|(file, text)| std::fs::write(file, text).expect("the file can be written"));
    }
    files.iter().for_each(|(file, text)| is_as_recorded(file, text));
}

/// The page of the book with the log of one turn, in English and in French.
fn log_of_turn(system: &str, battle: &Battle, game: &Transcript, turn: u16) -> String {
    let library = Library::open(&[PathBuf::from(".")]);
    let french = Translations::new("fr", &library, &battle.system.packs).catalogue;
    let title = &battle.content.title;
    format!(
        "# A turn of {title}\n\nThe log of turn {turn} of the game in `tests/playthrough/{system}.txt`, which programs \
         play. Each line begins with its\nparagraph.\n\n## In English\n\n{}\n## In French\n\n{}",
        log_lines(game, turn, &ENGLISH),
        log_lines(game, turn, &french)
    )
}

/// The log lines of a turn, under the names of the phases.
fn log_lines(game: &Transcript, turn: u16, catalogue: &Catalogue) -> String {
    let content = &game.table.content;
    let events = game.table.events();
    let mut text = "```text\n".to_owned();
    for (at, phase) in game.phases.iter().enumerate().filter(|(_, phase)| phase.turn == turn) {
        let end = game.phases.get(at + 1).map_or(events.len(), |next| next.events);
        let lines = &events[phase.events..end];
        if !lines.is_empty() {
            writeln!(text, "{}", catalogue.name(&phase.name)).unwrap();
        }
        for event in lines {
            let fillings = catalogue.fillings(&event.fillings, content);
            writeln!(text, "    {} {}", event.rule, catalogue.fill(TextKind::Log, &event.text, &fillings)).unwrap();
        }
    }
    text + "```\n"
}

fn is_as_recorded(file: &str, found: &str) {
    let expected = std::fs::read_to_string(file).unwrap_or_default();
    if let Some((line, (old, new))) = expected.lines().zip(found.lines()).enumerate().find(|(_, (old, new))| old != new)
    {
        panic!("{file}:{}\nexpected {old}\nfound {new}\nrun with UPDATE=1 if the change is meant", line + 1);
    }
    let count = found.lines().count();
    assert_eq!(
        expected.lines().count(),
        count,
        "{file}: expected another number of lines; run with UPDATE=1 if the change is meant"
    );
    assert!(count <= MAX_LINES, "{file} has {count} lines; expected at most {MAX_LINES}: take a shorter battle");
}

#[test]
fn battle_for_moscow() {
    plays_as_recorded("battle-for-moscow", "battle-for-moscow", &[], &FIRST_ATTACKS, 1);
}

#[test]
fn etoile_rouge() {
    plays_as_recorded("etoile-rouge", "rostov-1941", &[], &FIRST_ATTACKS, 1);
}

#[test]
fn moscow_41() {
    plays_as_recorded("moscow-41", "moscow-41-smolensk", &[], &FIRST_ATTACKS, 1);
}

#[test]
fn stalingrad() {
    plays_as_recorded("stalingrad", "stalingrad-september", &[("quick_start", "true")], &FIRST_ATTACKS, 1);
}

#[test]
fn d2b() {
    plays_as_recorded("d2b", "d2b-1941", &[("field_scale", "short")], &SECOND_ATTACKS, 2);
}
