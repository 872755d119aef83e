//! Scripts, hosts and tables of a [small battle](grognard_testing::small_battle).

use grognard_engine::decision::{Answer, Choice};
use grognard_engine::game::{AnswerError, Game, Rules, Status};
use grognard_engine::ids::SpaceId;
use grognard_engine::sequence::Cursor;
use grognard_engine::table::{Service, Table};
use grognard_script::{Host, Pause, ScriptError, ScriptFile};
use grognard_testing::small_battle::{First, content};
use std::sync::Arc;

/// Creates a script file `scripts/NAME.luau`.
pub fn file(module: &str, source: &str) -> ScriptFile {
    ScriptFile::new(format!("scripts/{module}.luau"), module.into(), source.into(), false)
}

/// Creates a script file of a mod.
pub fn mod_file(module: &str, source: &str) -> ScriptFile {
    ScriptFile::new(format!("mods/{module}.luau"), module.into(), source.into(), true)
}

/// Creates a host with these files.
pub fn host(files: &[ScriptFile]) -> Host {
    Host::load(files.into()).unwrap_or_else(|errors| panic!("{}", all(&errors)))
}

/// Returns the errors with which loading these files fails.
pub fn load_errors(files: &[ScriptFile]) -> Vec<ScriptError> {
    Host::load(files.into()).err().expect("loading should fail")
}

pub fn all(errors: &[ScriptError]) -> String {
    errors.iter().map(ScriptError::to_string).collect::<Vec<_>>().join("\n\n")
}

/// Creates a game of the small battle in its first phase, in which no player answers at once.
pub fn game(host: &Host, rules: &[&str]) -> Game<Pause> {
    let mut game = Game::new(Arc::new(content(rules)), host.questions(), 7, Service::FULL);
    game.table.state.set_cursor(Cursor { turn: 1, ..Cursor::default() });
    game
}

/// Creates a table of the small battle in its first phase; with `quick`, players take the first option.
pub fn table(host: &Host, quick: bool) -> Table {
    let mut table = Table::new(Arc::new(content(&["main.phase"])), host.questions(), 7, Service::FULL);
    table.state.set_cursor(Cursor { turn: 1, ..Cursor::default() });
    if quick {
        table.players = vec![Some(Box::new(First)), Some(Box::new(First))];
    }
    table
}

/// Answers a game's pending decision for the side that is asked.
pub fn answer(game: &mut Game<Pause>, host: &mut Host, answer: Answer) -> Result<Status, AnswerError<ScriptError>> {
    let side = game.table.pending().expect("somebody is asked").side;
    game.answer(host, side, answer)
}

pub fn label(text: &str) -> Answer {
    Answer::One(Choice::Label(text.into()))
}

pub fn space(game: &Game<Pause>, name: &str) -> SpaceId {
    game.table.content.map.names.find(name).unwrap()
}
