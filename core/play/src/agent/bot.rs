//! Bots: external programs that play a side. A bot receives what its side sees as JSON lines, and answers in JSON
//! lines.
//!
//! The game continues whatever a bot does. One thread writes lines to the bot and may block forever, a second thread
//! reads a limited number of lines ahead, and every wait has a timeout. A bot loses if it is silent for too long, sends
//! an invalid answer, chooses something that was not offered, or exits before the end of the game.

use super::AgentReply;
use super::protocol::{self, BotMessage};
use crate::battle::Battle;
use grognard_engine::decision::{Answer, Refusal};
use grognard_engine::ids::SideId;
use grognard_engine::table::Table;
use grognard_script::{Host, ScriptError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Display;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The timeouts for a bot.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The timeout for starting.
    pub start: Duration,
    /// The timeout for an answer.
    pub answer: Duration,
    /// The timeout for exiting after the end of the game.
    pub end: Duration,
}

impl Patience {
    /// Thirty seconds to start, ten to answer, one to exit.
    pub const USUAL: Patience =
        Patience { start: Duration::from_secs(30), answer: Duration::from_secs(10), end: Duration::from_secs(1) };
}

/// The reason why a bot lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BotError {
    /// The bot could not be started.
    NotStarted(String),
    /// The bot did not answer within the time limit.
    Silent(Duration),
    /// The bot exited.
    Gone,
    /// The bot sent an invalid line. The fields are the beginning of the line and the error.
    Garbage(String, LineError),
    /// The bot sent a line that is too long.
    Endless,
    /// The bot chose something that was not offered. The field is the bot's line.
    Illegal(String),
    /// The bot kept choosing sets of options that do not meet the condition of the question. The field is the reason why
    /// the last one was refused.
    Unfit(String),
    /// The bot answered a different question. The number is that of the question it was asked.
    OutOfTurn(u64),
    /// The bot speaks this version of the protocol, which is not supported.
    Stranger(u32),
}

impl BotError {
    /// Returns the reason why a side lost: a sentence with placeholders, and the values of the placeholders.
    pub fn words(&self, side: &str) -> (&'static str, Vec<String>) {
        let mut about = vec![side.to_owned()];
        let text = match self {
            BotError::NotStarted(why) => {
                about.push(why.clone());
                "the program that plays {1} could not be started: {2}"
            }
            BotError::Silent(time) => {
                about.push(time.as_secs_f64().to_string());
                "the program that plays {1} sent nothing for {2} seconds"
            }
            BotError::Gone => "the program that plays {1} exited before the game was over",
            BotError::Garbage(line, LineError { what, which }) => {
                about.extend([line, what].into_iter().chain(which).cloned());
                match which {
                    Some(_) => "the program that plays {1} sent `{2}`, which is not a valid message: {3} {4}",
                    None => "the program that plays {1} sent `{2}`, which is not a valid message: {3}",
                }
            }
            BotError::Endless => {
                about.push(MAX_LINE_BYTES.to_string());
                "the program that plays {1} sent a line of more than {2} bytes"
            }
            BotError::Illegal(line) => {
                about.push(line.clone());
                "the program that plays {1} chose an option that is not on offer: `{2}`"
            }
            BotError::Unfit(reason) => {
                about.extend([MAX_REFUSALS.to_string(), reason.clone()]);
                "the program that plays {1} chose {2} sets of options that do not fit; the last reason was: {3}"
            }
            BotError::OutOfTurn(number) => {
                about.push(number.to_string());
                "the program that plays {1} answered the wrong question (expected question {2})"
            }
            BotError::Stranger(protocol) => {
                about.extend([*protocol, protocol::PROTOCOL].map(|number| number.to_string()));
                "the program that plays {1} speaks protocol {2}, not {3}"
            }
        };
        (text, about)
    }
}

/// An error in a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineError {
    /// The kind of error, as a fixed message: `missing key`.
    pub what: String,
    /// The key or position to which the message refers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub which: Option<String>,
}

impl LineError {
    pub(super) fn plain(what: &str) -> LineError {
        LineError { what: what.to_owned(), which: None }
    }

    pub(super) fn about(what: &str, which: impl Display) -> LineError {
        LineError { what: what.to_owned(), which: Some(which.to_string()) }
    }
}

/// The maximum length of a line from a bot.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// The number of answers to one question that may be refused because they do not fit.
const MAX_REFUSALS: usize = 20;

/// The maximum number of unread lines. A bot that sends more has to wait.
const MAX_WAITING: usize = 8;

/// An external program that plays a side.
pub struct Bot {
    talk: Result<BotProcess, BotError>,
    patience: Patience,
    questions: u64,
    told: usize,
}

/// A running program, and the threads that communicate with it.
struct BotProcess {
    child: Child,
    says: Receiver<Result<String, BotError>>,
    hears: Option<Sender<String>>,
}

impl Bot {
    /// Starts a program. Errors are reported when its first answer is requested.
    pub fn start(command: &str, battle: &Battle, side: SideId, patience: Patience) -> Bot {
        let talk = BotProcess::begin(command).and_then(|mut talk| {
            talk.tell(&protocol::hello());
            match talk.hear(patience.start)? {
                (BotMessage::Ready { protocol: protocol::PROTOCOL }, _) => {}
                (BotMessage::Ready { protocol }, _) => return Err(BotError::Stranger(protocol)),
                (BotMessage::Answer { .. }, said) => {
                    return Err(BotError::Garbage(said, LineError::plain("expected the line `ready` first")));
                }
            }
            talk.tell(&protocol::battle(&battle.content, side));
            Ok(talk)
        });
        Bot { talk, patience, questions: 0, told: 0 }
    }

    /// Returns the bot's answer to the pending decision. If a set of options does not meet the condition of the question,
    /// the bot receives the reason, and is asked again.
    pub(super) fn fitting_answer(&mut self, host: &mut Host, table: &mut Table) -> Result<AgentReply, ScriptError> {
        let mut refused = None;
        for _ in 0..MAX_REFUSALS {
            let answer = match self.answer_again(table, refused.as_ref()) {
                Ok(answer) => answer,
                Err(trouble) => return Ok(AgentReply::Trouble(trouble)),
            };
            let Some(pending) = table.pending().cloned() else { return Ok(AgentReply::Answer(answer)) };
            match host.unfit(&pending, &answer, table)? {
                None => return Ok(AgentReply::Answer(answer)),
                reason => refused = reason,
            }
        }
        let reason = refused.map(|refusal| refusal.to_string()).unwrap_or_default();
        Ok(AgentReply::Trouble(BotError::Unfit(reason)))
    }

    /// Returns the bot's answer to the pending decision.
    pub fn answer(&mut self, table: &Table) -> Result<Answer, BotError> {
        self.answer_again(table, None)
    }

    /// Returns the bot's answer to the pending decision. `refused` is the reason why its last answer was refused.
    fn answer_again(&mut self, table: &Table, refused: Option<&Refusal>) -> Result<Answer, BotError> {
        let talk = self.talk.as_mut().map_err(|trouble| trouble.clone())?;
        let Some(pending) = table.pending() else { return Ok(Answer::Stop) };
        self.questions += 1;
        talk.tell(&protocol::ask(table, pending, refused, self.questions, &mut self.told));
        match talk.hear(self.patience.answer)? {
            (BotMessage::Answer { number, .. }, _) if number != self.questions => {
                Err(BotError::OutOfTurn(self.questions))
            }
            (BotMessage::Answer { choose, .. }, said) => choose.answer(pending).ok_or(BotError::Illegal(said)),
            (BotMessage::Ready { .. }, said) => {
                Err(BotError::Garbage(said, LineError::plain("expected the line `answer`")))
            }
        }
    }

    /// Tells the bot that the game is over, and gives it a moment to exit.
    pub fn dismiss(mut self, table: &Table) {
        if let Ok(talk) = &mut self.talk {
            talk.tell(&protocol::end(table));
            talk.hears = None;
            let begin = Instant::now();
            while begin.elapsed() < self.patience.end && talk.child.try_wait().is_ok_and(|ended| ended.is_none()) {
                thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

impl BotProcess {
    fn begin(command: &str) -> Result<BotProcess, BotError> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut command = Command::new(program);
        let command = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().map_err(|error| BotError::NotStarted(error.to_string()))?;
        let (Some(ears), Some(mouth)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(BotError::NotStarted("standard input and output are not available".into()));
        };
        let (hears, lines) = channel();
        let (said, says) = sync_channel(MAX_WAITING);
        thread::spawn(move || write_lines(ears, &lines));
        thread::spawn(move || read_lines(mouth, &said));
        Ok(BotProcess { child, says, hears: Some(hears) })
    }

    /// Sends a line without waiting. Errors are ignored here, since a bot that does not read will not answer either.
    fn tell(&mut self, line: &Value) {
        if let Some(hears) = &self.hears {
            // A thread that has ended has already reported the reason.
            let _ = hears.send(format!("{line}\n"));
        }
    }

    /// Receives the bot's next line, parsed and as sent.
    fn hear(&mut self, time: Duration) -> Result<(BotMessage, String), BotError> {
        let said = match self.says.recv_timeout(time) {
            Ok(said) => said?,
            Err(RecvTimeoutError::Timeout) => return Err(BotError::Silent(time)),
            Err(RecvTimeoutError::Disconnected) => return Err(BotError::Gone),
        };
        let short: String = said.chars().take(80).filter(|letter| !letter.is_control()).collect();
        match BotMessage::read(said.trim_end()) {
            Ok(line) => Ok((line, short)),
            Err(slip) => Err(BotError::Garbage(short, slip)),
        }
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        // The bot may have exited already, and a process that cannot be killed is not worth waiting for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_lines(mut ears: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if ears.write_all(line.as_bytes()).and_then(|()| ears.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(mouth: ChildStdout, said: &SyncSender<Result<String, BotError>>) {
    let mut mouth = BufReader::new(mouth);
    loop {
        let mut line = Vec::new();
        match mouth.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < MAX_LINE_BYTES;
        let line = if is_whole { Ok(String::from_utf8_lossy(&line).into_owned()) } else { Err(BotError::Endless) };
        if line.as_ref().is_ok_and(|line| line.trim().is_empty()) {
            continue;
        }
        if said.send(line).is_err() || !is_whole {
            return;
        }
    }
}
