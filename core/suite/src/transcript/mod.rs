//! Transcripts: a game written out in full, and as seen by each side. Comparing two transcripts shows the effect of a
//! rule change.
//!
//! The first time in a phase that a side is asked a question, the question is written in full: its prompt, the number
//! of options, the first few of them, and the answer. After that it is abbreviated, and consecutive answers of a side
//! share a line.

mod positions;

use super::answer;
use grognard_engine::decision::{Answer, Pending};
use grognard_engine::game::{AnswerError, Game, Rules, Status};
use grognard_engine::ids::{Id, QuestionId, SideId, UnitId};
use grognard_engine::journal::Entry;
use grognard_engine::sequence::Cursor;
use grognard_engine::state::Ending;
use grognard_engine::table::{QuickPlayer, Service, Table};
use grognard_play::{Agent, AgentKind, AgentReply, Battle, Random, fitting};
use grognard_script::{Host, Pause, ScriptError};
use positions::Positions;
use std::collections::BTreeSet;

/// The maximum number of options that are listed.
const MAX_OPTIONS: usize = 4;
/// The width at which lists are wrapped.
const MAX_COLUMNS: usize = 120;

/// The game to play.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The seed of the dice and of the players.
    pub seed: u64,
    /// The player of each side.
    pub players: &'a [AgentKind],
    /// Questions with a fixed answer: the key, and the answer in words.
    pub fixed: &'a [(&'a str, &'a str)],
}

/// A transcript of a game.
pub struct Transcript {
    /// Every decision, roll and log line.
    pub game: String,
    /// The name of each side, with its view at the start of each turn and the log it reads.
    pub sides: Vec<(String, String)>,
    /// The phases played, in order.
    pub phases: Vec<PhaseStart>,
    /// The final state of the game, with the whole log.
    pub table: Table,
}

/// The start of a phase.
#[derive(Clone, Debug)]
pub struct PhaseStart {
    /// The turn, from 1; 0 during set-up.
    pub turn: u16,
    /// The name of the phase.
    pub name: String,
    /// The number of log lines before the phase.
    pub events: usize,
}

/// Plays a game and records its transcript.
pub fn record(battle: &Battle, plan: &Plan) -> Result<Transcript, ScriptError> {
    let mut host = battle.host()?;
    let game = Game::new(battle.content.clone(), host.questions(), plan.seed, Service::FULL);
    let sides: Vec<SideId> = battle.content.seats().map(|(side, _)| side).collect();
    let mut players = sides.iter().map(|&side| Player::new(battle, plan, side)).collect::<Result<Vec<_>, _>>()?;
    let views = sides.into_iter().map(Positions::new).collect();
    let mut writer = Writer {
        battle,
        game,
        text: String::new(),
        entries: 0,
        events: 0,
        at: None,
        asked: BTreeSet::new(),
        row: None,
        views,
        phases: Vec::new(),
    };
    let mut status = writer.game.advance(&mut host)?;
    writer.outcomes();
    while status == Status::Waiting {
        let Some(pending) = writer.game.table.pending().cloned() else { break };
        writer.heading();
        let answer = match writer.fixed(&pending, plan.fixed)? {
            Some(answer) => answer,
            None => players[pending.side.index()].answer(&mut host, &mut writer.game, &pending)?,
        };
        writer.decision(&pending, &answer);
        status = writer.give(&mut host, &pending, answer)?;
        writer.outcomes();
    }
    Ok(writer.finish(plan))
}

/// The player for a side: its agent if it has one, or else the random player.
struct Player {
    agent: Option<Agent>,
    random: Random,
}

impl Player {
    fn new(battle: &Battle, plan: &Plan, side: SideId) -> Result<Player, ScriptError> {
        let kind = plan.players.get(side.index()).copied().unwrap_or(AgentKind::Random);
        let seed = plan.seed + side.index() as u64;
        let agent = Agent::new(kind, battle, side, seed).map_err(|refusal| ScriptError::plain(refusal.to_string()))?;
        Ok(Player { agent, random: Random::new(seed) })
    }

    fn answer(&mut self, host: &mut Host, game: &mut Game<Pause>, pending: &Pending) -> Result<Answer, ScriptError> {
        let Some(agent) = &mut self.agent else { return fitting(host, game, self.random.answer(&pending.decision())) };
        match agent.answer(host, game)? {
            AgentReply::Answer(answer) => Ok(answer),
            AgentReply::Trouble(_) => Err(ScriptError::plain("a bot gave no answer")),
        }
    }
}

struct Writer<'a> {
    battle: &'a Battle,
    game: Game<Pause>,
    text: String,
    /// The number of journal entries written so far; `events` counts the log lines.
    entries: usize,
    events: usize,
    at: Option<Cursor>,
    /// The questions already written in full in this phase.
    asked: BTreeSet<(SideId, QuestionId)>,
    /// The side whose abbreviated answers are on the last line.
    row: Option<SideId>,
    views: Vec<Positions>,
    phases: Vec<PhaseStart>,
}

impl Writer<'_> {
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
        // The entry of this answer is the next in the journal, and has already been written.
        self.entries = self.game.table.journal().len() + 1;
        self.game.answer(host, pending.side, answer).map_err(|error| match error {
            AnswerError::Fault(error) => error,
            AnswerError::Refused(refusal) => ScriptError::plain(refusal.to_string()),
        })
    }

    fn decision(&mut self, pending: &Pending, answer: &Answer) {
        let table = &self.game.table;
        let question = &table.questions[pending.question.index()];
        let (side, key, answer) = (table.side_name(pending.side), &question.key, answer.describe(&table.content));
        let (count, stop) = (pending.options.len(), if pending.stop { " or stop" } else { "" });
        if self.asked.insert((pending.side, pending.question)) {
            let prompt = pending.prompt(question, &table.content);
            let named: Vec<String> =
                pending.options.iter().take(MAX_OPTIONS).map(|choice| choice.describe(&table.content)).collect();
            let more = if count > MAX_OPTIONS { ", …" } else { "" };
            self.row = None;
            self.line(&format!("{side} | {key}: {prompt} | {count}{stop}: {}{more} | {answer}", named.join(", ")));
            return;
        }
        let short = format!("{key} = {answer} ({count}{stop})");
        let last = self.text.lines().next_back().unwrap_or_default();
        if self.row == Some(pending.side) && last.chars().count() + short.chars().count() < MAX_COLUMNS - 1 {
            self.text.pop();
            self.line(&format!("; {short}"));
        } else {
            let line = format!("{side} | {short}");
            self.row = Some(pending.side);
            self.line(&line);
        }
    }

    /// If a new phase has begun, writes its heading with the state hash. In a new turn, also writes what each side
    /// sees.
    fn heading(&mut self) {
        let (cursor, before) = (self.game.table.state.cursor(), self.at);
        if before == Some(cursor) {
            return;
        }
        self.at = Some(cursor);
        self.asked.clear();
        self.row = None;
        let phase = self.battle.content.sequence.phase(cursor).map_or("", |phase| &phase.name);
        let round = if cursor.round == 0 { String::new() } else { format!(" ({})", cursor.round + 1) };
        let heading = if cursor.turn == 0 { phase.to_owned() } else { format!("Turn {}, {phase}{round}", cursor.turn) };
        let hash = self.game.table.hash();
        self.phases.push(PhaseStart { turn: cursor.turn, name: phase.to_owned(), events: self.events });
        self.line(&format!("\n## {heading} [{hash}]"));
        if before.is_none_or(|before| before.turn != cursor.turn) {
            let moment = if cursor.turn == 0 { "Set-up".to_owned() } else { format!("Turn {}", cursor.turn) };
            self.views.iter_mut().for_each(|view| view.write(&self.game.table, &moment));
        }
    }

    /// Writes the forced answers, dice and log lines since the last decision.
    fn outcomes(&mut self) {
        let table = &self.game.table;
        let name = |unit: UnitId| &table.content.units[unit.index()].name;
        let entry = |entry: &Entry| match entry {
            Entry::Answer { side, question, answer, .. } => Some(format!(
                "    {} | {question} = {} (forced)",
                table.side_name(*side),
                answer.describe(&table.content)
            )),
            Entry::Roll(roll) => {
                let dice: Vec<String> = roll.dice.iter().map(u32::to_string).collect();
                let noun = if dice.len() == 1 { "die" } else { "dice" };
                Some(format!("    {noun} {} | {}", dice.join(" "), roll.purpose))
            }
            Entry::Draw(draw) => Some(format!("    draw {} of {} | {}", name(draw.unit), draw.of, draw.purpose)),
            Entry::Reveal { unit, to } => Some(format!("    {} sees {}", table.side_name(*to), name(*unit))),
            Entry::Tell { .. }
            | Entry::Secret { .. }
            | Entry::Disclosed
            | Entry::Reload(_)
            | Entry::Migrated { .. } => None,
        };
        let entries = table.journal().get(self.entries..).unwrap_or_default().iter().filter_map(entry);
        let events = table.events()[self.events..]
            .iter()
            .map(|event| format!("    {} {}", event.rule, event.describe(&table.content)));
        let lines: Vec<String> = entries.chain(events).collect();
        (self.entries, self.events) = (table.journal().len(), table.events().len());
        if !lines.is_empty() {
            self.row = None;
        }
        lines.iter().for_each(|line| self.line(line));
    }

    /// Returns the finished transcripts, each with a header that names the battle, the players and the result.
    fn finish(mut self, plan: &Plan) -> Transcript {
        self.views.iter_mut().for_each(|view| view.write(&self.game.table, "End"));
        let table = &self.game.table;
        let head = head(self.battle, &self.game, plan);
        let game = format!("{head}{}\n[{}]\n", self.text, table.hash());
        let side = |view: Positions| {
            (
                table.side_name(view.side).to_owned(),
                format!("{head}seen by: {}\n{}", table.side_name(view.side), view.text),
            )
        };
        let sides = self.views.into_iter().map(side).collect();
        Transcript { game, sides, phases: self.phases, table: self.game.table }
    }
}

fn head(battle: &Battle, game: &Game<Pause>, plan: &Plan) -> String {
    let (content, table) = (&battle.content, &game.table);
    let player = |(side, name): (SideId, &str)| {
        let kind = plan.players.get(side.index()).copied().unwrap_or(AgentKind::Random);
        format!("{name} {}", kind.name())
    };
    let winner = table.state.ending().map_or_else(|| "draw".to_owned(), |ending| ending.result(content));
    let mut head = format!("# {}\n\n", content.title);
    let mut line = |name: &str, value: &str| head += &format!("{name}: {value}\n");
    line("scenario", &content.id);
    content.options.iter().for_each(|(name, value)| line("option", &format!("{name} = {value}")));
    line("seed", &plan.seed.to_string());
    line("players", &content.seats().map(player).collect::<Vec<_>>().join(", "));
    line("result", &format!("{winner}: {}", table.state.ending().map_or_else(String::new, Ending::english)));
    line("decisions", &table.decisions.to_string());
    head
}
