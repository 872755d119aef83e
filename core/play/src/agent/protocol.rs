//! The lines exchanged with a bot: JSON, documented in `docs/bots.md`.

use super::bot::LineError;
use grognard_engine::catalogue::ENGLISH;
use grognard_engine::content::Content;
use grognard_engine::decision::{Answer, Choice, Form, Pending, Refusal};
use grognard_engine::ids::{Id, SideId};
use grognard_engine::reader::Reader;
use grognard_engine::state::Ending;
use grognard_engine::table::Table;
use grognard_engine::view::View;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The version of the protocol.
pub(super) const PROTOCOL: u32 = 1;

/// Returns the first line: the program and the version of the protocol.
pub(super) fn hello() -> Value {
    json!({ "type": "hello", "protocol": PROTOCOL, "program": "grognard", "version": env!("CARGO_PKG_VERSION") })
}

/// Returns the battle line: everything that is public before the battle begins. It does not depend on the seed, which
/// would reveal the dice to come.
pub(super) fn battle(content: &Content, side: SideId) -> Value {
    let sides: Vec<&str> = content.seats().map(|(_, side)| side).collect();
    let options: serde_json::Map<String, Value> =
        content.options.iter().map(|(name, value)| (name.clone(), json!(value.to_string()))).collect();
    let spaces: Vec<Value> = content.map.all().map(|space| {
        let declared = content.map.space(space);
        let links = content.map.links(space).iter().map(|link| content.map.names.name(link.to)).collect::<Vec<_>>();
        json!({ "space": declared.name, "title": declared.title, "terrain": content.map.terrains.name(content.map.terrain(space)), "neighbours": links })
    }).collect();
    json!({
        "type": "battle", "scenario": content.id, "title": content.title, "side": content.sides.name(side), "sides": sides,
        "turns": content.sequence.turns, "options": options, "spaces": spaces,
    })
}

/// Returns the line for a question, with the side's view of the game. The first `told` log lines are left out because
/// they were already sent; `told` is then set to the number of all log lines. `refused` is the reason why the last answer
/// to this question was refused.
pub(super) fn ask(table: &Table, pending: &Pending, refused: Option<&Refusal>, number: u64, told: &mut usize) -> Value {
    let reader = Reader::new(table, Some(pending.side), &ENGLISH);
    let mut view = View::read(&reader);
    let lines = view.log.len();
    view.log.drain(..(*told).min(lines));
    *told = lines;
    let question = &table.questions[pending.question.index()];
    let options: Vec<Value> = pending.options.iter().map(|choice| option(&reader, choice)).collect();
    let about: Vec<Value> = pending.context.iter().map(|choice| option(&reader, choice)).collect();
    let (form, least, most, total) = match pending.form {
        Form::One => ("one", 1, 1, None),
        Form::Several(least, most) => ("several", u32::from(least), u32::from(most), None),
        Form::Order => ("order", pending.options.len() as u32, pending.options.len() as u32, None),
        Form::Allocate { total, most } => ("allocate", 0, most, Some(total)),
    };
    let mut line = json!({
        "type": "ask", "number": number, "question": question.key.as_ref(), "rule": question.rule,
        "prompt": view.asked.as_ref().map(|asked| asked.prompt.clone()), "about": about, "form": form, "least": least,
            "most": most, "total": total,
        "options": options, "stop": pending.stop, "view": view,
    });
    // Most questions have no condition.
    if table.has_condition(&pending.decision()) {
        line["condition"] = true.into();
        line["refused"] = refused.map(|refusal| json!({ "rule": refusal.rule, "reason": refusal.reason })).into();
    }
    line
}

/// Returns the label of an option or of what a question is about, and its identity if that reveals nothing hidden.
fn option(reader: &Reader, choice: &Choice) -> Value {
    let content = &reader.table.content;
    let text = reader.name(choice);
    match choice {
        Choice::Unit(unit) if reader.knows(*unit) => json!({ "text": text, "unit": content.unit_names.name(*unit) }),
        Choice::Unit(_) => json!({ "text": text }),
        Choice::Space(space) => json!({ "text": text, "space": content.map.names.name(*space) }),
        Choice::Number(number) => json!({ "text": text, "number": number }),
        Choice::Label(word) => json!({ "text": text, "word": word.as_ref() }),
        Choice::Path(way) => {
            let way: Vec<&str> = way.iter().map(|space| content.map.names.name(*space)).collect();
            json!({ "text": text, "way": way })
        }
        Choice::Spot(spot) => json!({ "text": text, "spot": [spot.x, spot.y] }),
    }
}

/// Returns the last line, which reports the end of the game.
pub(super) fn end(table: &Table) -> Value {
    let ending = table.state.ending();
    let winner = ending.map(|ending| ending.winners.names(&table.content)).unwrap_or_default();
    let mut line =
        json!({ "type": "end", "over": ending.is_some(), "winner": winner, "reason": ending.map(Ending::english) });
    if let Some(grade) = ending.and_then(|ending| ending.grade.as_ref()) {
        line["grade"] = grade.as_str().into();
    }
    line
}

/// A line from a bot.
#[derive(Debug)]
pub(super) enum BotMessage {
    /// The bot is ready, and speaks a version of the protocol.
    Ready { protocol: u32 },
    /// The bot answers a question.
    Answer { number: u64, choose: BotChoice },
}

impl BotMessage {
    /// Parses a line, which must have exactly the keys of the protocol.
    pub(super) fn read(said: &str) -> Result<BotMessage, LineError> {
        let value: Value = serde_json::from_str(said)
            .map_err(|error| LineError::about("invalid JSON at character", error.column()))?;
        let Value::Object(mut keys) = value else { return Err(LineError::plain("not a JSON object")) };
        let kind = take(&mut keys, "type")?;
        let line = match kind.as_str() {
            Some("ready") => {
                // Bots may send their names.
                keys.remove("name");
                BotMessage::Ready { protocol: number(&mut keys, "protocol")? }
            }
            Some("answer") => BotMessage::Answer {
                number: number(&mut keys, "number")?,
                choose: BotChoice::read(take(&mut keys, "choose")?)?,
            },
            _ => return Err(LineError::about("unknown type", kind)),
        };
        keys.keys().next().map_or(Ok(line), |key| Err(LineError::about("unknown key", format!("`{key}`"))))
    }
}

fn take(keys: &mut Map<String, Value>, key: &str) -> Result<Value, LineError> {
    keys.remove(key).ok_or_else(|| LineError::about("missing key", format!("`{key}`")))
}

fn number<T: TryFrom<u64>>(keys: &mut Map<String, Value>, key: &str) -> Result<T, LineError> {
    let number = take(keys, key)?.as_u64().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| LineError::about("expected a whole number, 0 or more, at key", format!("`{key}`")))
}

/// A bot's choice: options by index, from 0.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum BotChoice {
    One(usize),
    Several(Vec<usize>),
    Shares(Vec<(usize, u32)>),
    Word(String),
}

impl BotChoice {
    fn read(value: Value) -> Result<BotChoice, LineError> {
        let wrong =
            |_| LineError::plain("`choose` must be a number, a list of numbers, a list of pairs of numbers, or `stop`");
        serde_json::from_value(value).map_err(wrong)
    }

    /// Returns the corresponding answer; `None` if it was not offered.
    pub(super) fn answer(&self, pending: &Pending) -> Option<Answer> {
        let option = |at: &usize| pending.options.get(*at).cloned();
        let answer = match self {
            BotChoice::Word(word) if word == "stop" => Answer::Stop,
            BotChoice::Word(_) => return None,
            BotChoice::One(at) => Answer::One(option(at)?),
            BotChoice::Several(all) if matches!(pending.form, Form::Allocate { .. }) && all.is_empty() => {
                Answer::Shares(Vec::new())
            }
            BotChoice::Several(all) => Answer::Several(all.iter().map(option).collect::<Option<_>>()?),
            BotChoice::Shares(all) => {
                Answer::Shares(all.iter().map(|(at, share)| Some((option(at)?, *share))).collect::<Option<_>>()?)
            }
        };
        pending.decision().accepts(&answer).then_some(answer)
    }
}
