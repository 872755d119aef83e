//! Expectations, one per line.

use super::fact::{self, PositionFact};
use super::markdown::Block;
use super::page::{BlockLine, LINE, LineResult, Page, wrong};
use super::tokens::{assignment, list, number, quotation, words};
use super::unit_line::is_state;
use grognard_packs::Diagnostic;
use grognard_play::provenance::is_chapter;

/// An expectation.
#[derive(Clone, Debug)]
pub(super) enum Expect {
    /// A fact about the position.
    Fact(PositionFact),
    /// Spaces that must be empty.
    Empty(Vec<String>),
    /// The question that must be pending: its side, its key or both.
    Asked(Vec<String>),
    /// No further question may be pending in the phase of the last answer: the phase, or the game, must be over.
    AskedNobody,
    /// The phase that must be current, by name.
    Phase(String),
    /// The turn that must be current.
    Turn(u16),
    /// Options that must be among those offered.
    Offered(Vec<String>),
    /// The exact list of options offered.
    OfferedExactly(Vec<String>),
    /// Options that must not be offered, with the paragraph and words from the reason, if given.
    NotOffered(Vec<String>, Option<String>, Option<String>),
    /// Options that the question must accept as an answer if they are chosen together.
    Accepted(Vec<String>),
    /// Options that the question must refuse if they are chosen together, because they do not meet its condition, with
    /// the paragraph and words from the reason, if given.
    Refused(Vec<String>, Option<String>, Option<String>),
    /// The space under attack, the attackers (if none are named, all possible attackers), and the forecast that must
    /// result.
    Odds(String, Vec<String>, String),
    /// The paragraph of a log line, and words that the line must contain.
    Log(String, String),
    /// Words that no line of the log may contain.
    NoLog(String),
    /// The chart, one of its rows, and the results that the row must contain.
    Chart(String, String, Vec<String>),
    /// The path of a value in the packs after patching, and the value it must have.
    Value(String, String),
    /// No dice may be rolled in the whole case.
    NoDice,
    /// The sides that must have won, with the paragraph and words from the reason, if given.
    Wins(Vec<String>, Option<(String, String)>),
    /// The grade that the victory must have.
    Grade(String),
    /// The game must be a draw, with the paragraph and words from the reason, if given.
    Draw(Option<(String, String)>),
}

const WORDS: [&str; 15] = [
    "asked", "phase", "turn", "offered", "not", "accepted", "refused", "odds", "log", "chart", "value", "no", "draw",
    "grade", "wins",
];

/// Parses a ```` ```then ```` block.
pub(super) fn read(page: &Page, block: &Block, problems: &mut Vec<Diagnostic>) -> Vec<(usize, Expect)> {
    let mut all = Vec::new();
    for line in &block.lines {
        match Expect::parse(line) {
            Ok(expect) => all.push((line.number, expect)),
            Err(problem) => problems.push(page.place(line.number, *problem)),
        }
    }
    all
}

impl Expect {
    fn parse(line: &BlockLine) -> LineResult<Expect> {
        let (word, rest) = line.head();
        Ok(match (word, rest) {
            ("asked", "nobody") => Expect::AskedNobody,
            ("asked", rest) => read_question(rest)?,
            ("phase", rest) => Expect::Phase(rest.to_owned()),
            ("turn", rest) => Expect::Turn(number(rest, "a turn")?),
            ("offered", rest) => match rest.strip_prefix("exactly ") {
                Some(rest) => Expect::OfferedExactly(list(rest)),
                None => Expect::Offered(list(rest)),
            },
            ("not", rest) if rest.starts_with("offered ") => {
                let (options, rule, reason) = read_refused_options(&rest["offered ".len()..]);
                Expect::NotOffered(options, rule, reason)
            }
            ("accepted", rest) => Expect::Accepted(list(rest)),
            ("refused", rest) => {
                let (options, rule, reason) = read_refused_options(rest);
                Expect::Refused(options, rule, reason)
            }
            ("odds", rest) => odds(rest)?,
            ("log", rest) => log(rest)?,
            ("chart", rest) => chart(rest)?,
            ("value", rest) => {
                let (path, value) = assignment(rest, "value units.unit[\"XXIV\"].strength = [12, 6]")?;
                Expect::Value(path, value)
            }
            ("no", "dice rolled") => Expect::NoDice,
            ("no", rest) if rest.starts_with("log ") => no_log(&rest["log ".len()..])?,
            ("draw", rest) => Expect::Draw(why(rest)?),
            (side, rest) if rest == "wins" || rest.starts_with("wins ") => {
                Expect::Wins(vec![side.to_owned()], why(rest["wins".len()..].trim_start())?)
            }
            ("grade", rest) => Expect::Grade(rest.to_owned()),
            _ if several_winners(&line.text).is_some() => {
                let (sides, rest) = several_winners(&line.text).unwrap_or_default();
                Expect::Wins(sides, why(rest)?)
            }
            (word, _) if fact::WORDS.contains(&word) => Expect::Fact(PositionFact::parse(line)?),
            _ => unit(line)?,
        })
    }
}

/// Parses the winners of a line such as `red and blue win 5.0 "hold the town"`, and returns the rest of it.
fn several_winners(line: &str) -> Option<(Vec<String>, &str)> {
    let (sides, rest) = line.split_once(" win").filter(|(_, rest)| rest.is_empty() || rest.starts_with(' '))?;
    let sides = sides.split(" and ").flat_map(list).collect::<Vec<_>>();
    (sides.len() > 1 && sides.iter().all(|side| !side.contains(' '))).then_some((sides, rest.trim_start()))
}

fn read_question(rest: &str) -> LineResult<Expect> {
    let parts: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    match parts.len() {
        1 | 2 => Ok(Expect::Asked(parts)),
        _ => wrong(LINE, "expected a side, a question or both: `asked soviet combat.stubborn`"),
    }
}

/// Parses the rest of a `not offered` or `refused` line, such as `0703, 0704 (8.3): must stop`.
fn read_refused_options(rest: &str) -> (Vec<String>, Option<String>, Option<String>) {
    let (what, reason) = match rest.split_once("): ") {
        Some((what, reason)) => (format!("{what})"), Some(reason.trim().to_owned())),
        None => (rest.to_owned(), None),
    };
    let paragraph =
        what.strip_suffix(')').and_then(|what| what.rsplit_once('(')).filter(|(_, number)| is_chapter(number));
    match paragraph {
        Some((options, number)) => (list(options), Some(number.to_owned()), reason),
        None => (list(&what), None, reason),
    }
}

/// Parses the rest of an `odds` line, such as `1103 by XXIV, XL: 16:5 = 3:1`.
fn odds(rest: &str) -> LineResult<Expect> {
    let Some((target, text)) = rest.split_once(": ") else {
        return wrong(LINE, "expected a space, a colon and the odds: `odds 1103: 16:5 = 3:1`");
    };
    let (space, by) = target.split_once(" by ").unwrap_or((target, ""));
    Ok(Expect::Odds(space.trim().to_owned(), list(by), text.trim().to_owned()))
}

/// Parses the rest of a `log` line, such as `9.2 "words of the line"`.
fn log(rest: &str) -> LineResult<Expect> {
    match paragraph_and_words(rest) {
        Some((rule, text)) => Ok(Expect::Log(rule, text)),
        None => wrong(LINE, "expected a paragraph and quoted text: `log 9.0 \"is eliminated\"`"),
    }
}

/// Parses the rest of a `no log` line, such as `"words of a line"`.
fn no_log(rest: &str) -> LineResult<Expect> {
    match quotation(rest) {
        Some(text) => Ok(Expect::NoLog(text.to_owned())),
        None => wrong(LINE, "expected quoted text: `no log \"is eliminated\"`"),
    }
}

/// Parses the reason at the end of a `wins` or `draw` line: nothing, or a paragraph and words such as `9.2 "words of
/// the reason"`.
fn why(rest: &str) -> LineResult<Option<(String, String)>> {
    match paragraph_and_words(rest) {
        None if !rest.is_empty() => wrong(
            LINE,
            "expected the end of the line, or a paragraph and quoted text: `red wins 5.0 \"holds the town\"`",
        ),
        why => Ok(why),
    }
}

fn paragraph_and_words(text: &str) -> Option<(String, String)> {
    let (rule, words) = text.split_once(' ')?;
    is_chapter(rule).then_some((rule.to_owned(), quotation(words)?.to_owned()))
}

/// Parses the rest of a `chart` line, such as `crt 3: EX, EX, DR`.
fn chart(rest: &str) -> LineResult<Expect> {
    let parts = rest.split_once(':').and_then(|(chart, cells)| Some((chart.trim().split_once(' ')?, cells)));
    match parts {
        Some(((chart, row), cells)) => Ok(Expect::Chart(chart.to_owned(), row.trim().to_owned(), list(cells))),
        None => wrong(LINE, "expected a chart, a row and its cells: `chart crt 3: EX, EX, DR, EX, DRL, DE`"),
    }
}

/// Parses a unit line, or spaces that should be empty.
fn unit(line: &BlockLine) -> LineResult<Expect> {
    if let Some(spaces) = line.text.strip_suffix(" empty") {
        return Ok(Expect::Empty(list(spaces)));
    }
    if words(&line.text)?.iter().any(is_state) {
        return Ok(Expect::Fact(PositionFact::unit(line)?));
    }
    let word = line.head().0;
    let error = Diagnostic::general(LINE, format!("`{}` is not valid in a `then` block", line.text));
    let error = error.suggest(word, WORDS.into_iter().chain(fact::WORDS));
    Err(Box::new(if error.help.is_none() {
        error.help("a unit can be `at` a space, `full`, `reduced` or `eliminated`")
    } else {
        error
    }))
}
