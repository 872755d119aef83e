//! A whole game written down to be read: comparing two of them shows what a change of rules does.

use super::answer;
use grognard_engine::decision::{Answer, Pending};
use grognard_engine::game::{AnswerError, Game, Rules, Status};
use grognard_engine::ids::Id;
use grognard_engine::journal::Entry;
use grognard_engine::sequence::Cursor;
use grognard_engine::state::Ending;
use grognard_engine::table::{QuickPlayer, Service};
use grognard_play::Battle;
use grognard_play::Random;
use grognard_script::{Host, Pause, ScriptError};

/// Plays a game with random players and writes it down. `fixed` names questions that are always answered alike: the key and
/// the answer in words.
pub fn record(battle: &Battle, seed: u64, fixed: &[(&str, &str)]) -> Result<String, ScriptError> {
    let mut host = battle.host()?;
    let game = Game::new(battle.content.clone(), host.questions(), seed, Service::FULL);
    let mut scribe = TranscriptWriter { battle, game, text: String::new(), entries: 0, events: 0, at: None };
    scribe.line(&format!("{}, seed {seed}, random players", battle.content.title));
    let mut player = Random::new(seed);
    let mut status = scribe.game.advance(&mut host)?;
    scribe.happenings();
    while status == Status::Waiting {
        let Some(pending) = scribe.game.table.pending().cloned() else { break };
        let answer = scribe.fixed(&pending, fixed)?.unwrap_or_else(|| player.answer(&pending.decision()));
        scribe.decision(&pending, &answer);
        status = scribe.give(&mut host, &pending, answer)?;
        scribe.happenings();
    }
    scribe.end();
    Ok(scribe.text)
}

struct TranscriptWriter<'a> {
    battle: &'a Battle,
    game: Game<Pause>,
    text: String,
    /// Entries of the journal and lines of the log that are written.
    entries: usize,
    events: usize,
    at: Option<Cursor>,
}

impl TranscriptWriter<'_> {
    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn fixed(&self, pending: &Pending, fixed: &[(&str, &str)]) -> Result<Option<Answer>, ScriptError> {
        let table = &self.game.table;
        let key = &table.questions[pending.question.index()].key;
        let Some((_, text)) = fixed.iter().find(|(question, _)| **key == **question) else { return Ok(None) };
        answer::read(table, pending, text).map(Some).map_err(|problem| ScriptError::plain(problem.message))
    }

    fn give(&mut self, host: &mut Host, pending: &Pending, answer: Answer) -> Result<Status, ScriptError> {
        // The entry of this answer comes first in the journal and has just been written.
        self.entries = self.game.table.journal().len() + 1;
        self.game.answer(host, pending.side, answer).map_err(|error| match error {
            AnswerError::Fault(error) => error,
            AnswerError::Refused(refusal) => ScriptError::plain(refusal.to_string()),
        })
    }

    fn decision(&mut self, pending: &Pending, answer: &Answer) {
        self.place();
        let table = &self.game.table;
        let question = &table.questions[pending.question.index()];
        let count = match pending.options.len() {
            1 => "1 option".to_owned(),
            count => format!("{count} options"),
        };
        let line = format!(
            "{} {} | {} {} | {count}{} | {}",
            table.hash(),
            table.side_name(pending.side),
            question.key,
            pending.prompt(question, &table.content),
            if pending.stop { " or stop" } else { "" },
            answer.describe(&table.content)
        );
        self.line(&line);
    }

    /// A heading when another phase has begun.
    fn place(&mut self) {
        let cursor = self.game.table.state.cursor();
        if self.at != Some(cursor) {
            self.at = Some(cursor);
            let phase = self.battle.content.sequence.phase(cursor).map_or("", |phase| &phase.name);
            let heading = if cursor.turn == 0 { phase.to_owned() } else { format!("Turn {}, {phase}", cursor.turn) };
            self.line(&format!("\n## {heading}"));
        }
    }

    /// Forced answers, dice and log lines since the last decision.
    fn happenings(&mut self) {
        let table = &self.game.table;
        let entry = |entry: &Entry| match entry {
            Entry::Answer { side, question, answer, .. } => {
                Some(format!("    {} | {question} | the only answer | {}", table.side_name(*side), answer.describe(&table.content)))
            }
            Entry::Roll(roll) => {
                Some(format!("    die {} | {}", roll.dice.iter().map(u32::to_string).collect::<Vec<_>>().join(" "), roll.purpose))
            }
            Entry::Draw(draw) => {
                let unit = &table.content.units[usize::from(draw.unit.0)].name;
                Some(format!("    {unit}, of {} | {}", draw.of, draw.purpose))
            }
            Entry::Reveal { unit, to } => {
                Some(format!("    {} sees {}", table.side_name(*to), table.content.units[usize::from(unit.0)].name))
            }
            Entry::Tell { .. } | Entry::Reload(_) | Entry::Migrated { .. } => None,
        };
        let entries = table.journal().get(self.entries..).unwrap_or_default().iter().filter_map(entry);
        let events = table.events()[self.events..].iter().map(|event| format!("    {} {}", event.rule, event.describe(&table.content)));
        let lines: Vec<String> = entries.chain(events).collect();
        (self.entries, self.events) = (table.journal().len(), table.events().len());
        lines.iter().for_each(|line| self.line(line));
    }

    fn end(&mut self) {
        let table = &self.game.table;
        let winner = table.state.ending().and_then(|ending| ending.winner).map_or("nobody", |side| table.side_name(side));
        let reason = table.state.ending().map_or_else(String::new, Ending::english);
        let line = format!("\n{} {winner} wins: {reason}; {} decisions", table.hash(), table.decisions);
        self.line(&line);
    }
}
