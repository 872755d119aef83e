//! A typed line: a command, or answers to questions.

use super::words::Words;
use grognard_engine::catalogue::Catalogue;

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedLine {
    /// An empty line.
    Empty,
    /// One or more answers.
    Answer,
    /// Explain why something is not offered.
    Why(String),
    /// Show the odds against a space.
    Odds(String),
    /// Show a layer over the map: zones of control, supply.
    Show(String),
    /// Show the score.
    Score,
    /// Show what is known about a space or a unit.
    Info(String),
    /// Show a paragraph of the rules; the paragraph of the current question if no number is given.
    Rule(String),
    /// Ask for advice.
    Advice,
    /// Answer as advised.
    TakeAdvice,
    /// Take back the last decision.
    Undo,
    /// Redo a decision that was taken back.
    Redo,
    /// Write a copy of the save.
    Save(String),
    /// Continue with another save.
    Load(String),
    /// Show the last lines of the log.
    Log(usize),
    /// An invalid number of lines.
    NoNumber(String),
    /// A command, and the surplus words after it.
    Surplus(String, String),
    /// Draw the board.
    Board,
    /// List the options.
    Options,
    /// Check whether files have changed.
    Reload,
    /// Show what can be typed.
    Help,
    /// Quit.
    Quit,
}

/// The default number of log lines.
const LOG_LINES: usize = 20;

/// The commands with their arguments, each with a description, for `help` and for completion.
pub const COMMANDS: [(&str, &str); 17] = [
    ("why NAME", "explain why a unit or space is not offered; `why UNIT SPACE`: why the unit cannot go there"),
    ("rule [NUMBER]", "show a paragraph of the rules; `rule` alone: the paragraph of the current question"),
    ("odds SPACE", "show the odds if all adjacent units attack; `odds SPACE with UNIT, UNIT`: if only these do"),
    ("show NAME [SIDE]", "mark a layer on the map, such as zones of control or supply; `show` alone lists them"),
    ("info NAME", "show information about a space or unit"),
    ("score", "show how the game is won, and how near each side is"),
    ("advice", "ask the general for advice, and why; `advice take`: give the advised answer"),
    ("options", "list the options of the current question"),
    ("board", "draw the board, with the spaces on offer marked; also `map`, `look`"),
    ("log [N]", "show the last lines of the log"),
    ("undo", "take back your last decision, unless dice have been rolled since"),
    ("redo", "restore a decision you took back"),
    ("save FILE", "write a copy of the save (the game is saved after every decision)"),
    ("load FILE", "continue another save"),
    ("reload", "reload changed rules now (their files are watched anyway)"),
    ("help", "show this list"),
    ("quit", "leave the game; you can continue it later"),
];

/// The forms of answers, for `help`: an example of each, with its meaning.
const ANSWERS: [(&str, &str); 6] = [
    ("XXIV", "the unit XXIV; or type its space: 0503"),
    ("0503 0604", "the unit in 0503 goes to 0604: several answers in one line"),
    ("XXIV XL, 0407", "several units; `all` for every unit, `all but XL` to leave one out"),
    ("XXIV=2 XL=1", "shares"),
    ("0405-0406", "a path, given as a list of its spaces"),
    ("done", "decline a question, if that is allowed"),
];

impl TypedLine {
    /// Parses a line. If the first word is a command, the line is a command, unless `is_option` accepts the line as the
    /// name of an option.
    pub fn parse(line: &str, is_option: impl Fn(&str) -> bool) -> TypedLine {
        let mut words = Words::new(line);
        let Some(first) = words.peek().map(str::to_lowercase) else { return TypedLine::Empty };
        if is_option(line.trim()) {
            return TypedLine::Answer;
        }
        words.take(1);
        let rest = words.rest();
        match first.as_str() {
            "why" => TypedLine::Why(rest),
            "odds" => TypedLine::Odds(rest),
            "show" | "layer" => TypedLine::Show(rest),
            "info" => TypedLine::Info(rest),
            "rule" => TypedLine::Rule(rest),
            "advice" => advice(&rest),
            "log" => log(&mut Words::new(&rest)),
            "save" => TypedLine::Save(rest),
            "load" => TypedLine::Load(rest),
            word => match TypedLine::alone(word) {
                Some(_) if !rest.is_empty() => TypedLine::Surplus(first, rest),
                Some(command) => command,
                None => TypedLine::Answer,
            },
        }
    }

    /// Parses a single-word command.
    fn alone(word: &str) -> Option<TypedLine> {
        Some(match word {
            "score" => TypedLine::Score,
            "undo" => TypedLine::Undo,
            "redo" => TypedLine::Redo,
            "board" | "map" | "look" => TypedLine::Board,
            "options" => TypedLine::Options,
            "reload" => TypedLine::Reload,
            "help" | "?" => TypedLine::Help,
            "quit" | "exit" => TypedLine::Quit,
            _ => return None,
        })
    }
}

/// Parses `advice`, `advice take`.
fn advice(rest: &str) -> TypedLine {
    match rest {
        "" => TypedLine::Advice,
        rest if rest.eq_ignore_ascii_case("take") => TypedLine::TakeAdvice,
        rest => TypedLine::Surplus("advice".into(), rest.into()),
    }
}

/// Parses `log`, `log 3`.
fn log(words: &mut Words) -> TypedLine {
    let Some(number) = words.peek().map(str::to_owned) else { return TypedLine::Log(LOG_LINES) };
    words.take(1);
    match number.parse() {
        Ok(count) if words.is_done() => TypedLine::Log(count),
        Ok(_) => TypedLine::Surplus(format!("log {number}"), words.rest()),
        Err(_) => TypedLine::NoNumber(number),
    }
}

/// Returns the output of `help`. Commands that the game does not provide are left out.
pub fn help(catalogue: &Catalogue, is_provided: impl Fn(&str) -> bool) -> String {
    let table = |rows: &[(&str, &str)]| -> String {
        let width = rows.iter().map(|(typed, _)| typed.len()).max().unwrap_or(0);
        rows.iter().map(|(typed, meaning)| format!("  {typed:width$}  {}\n", catalogue.say(meaning, &[]))).collect()
    };
    let [answer, besides] =
        ["Answer with a name, the beginning of a name, or a number from the list:", "Other commands:"]
            .map(|text| catalogue.say(text, &[]));
    let is_listed = |(typed, _): &(&str, &str)| typed.split(' ').next().is_none_or(&is_provided);
    let commands: Vec<(&str, &str)> = COMMANDS.into_iter().filter(is_listed).collect();
    format!("{answer}\n{}\n{besides}\n{}", table(&ANSWERS), table(&commands))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_answers() {
        let read = |line: &str| TypedLine::parse(line, |name| name == "undo it");
        assert_eq!(read("  "), TypedLine::Empty);
        assert_eq!(read("why XXIV 0703"), TypedLine::Why("XXIV 0703".into()));
        assert_eq!(read("LOG"), TypedLine::Log(20));
        assert_eq!([read("show supply soviet"), read("layer supply soviet")], [show_supply(), show_supply()]);
        assert_eq!(read("log 3"), TypedLine::Log(3));
        assert_eq!([read("advice"), read("advice Take")], [TypedLine::Advice, TypedLine::TakeAdvice]);
        assert_eq!(read("0503 0604"), TypedLine::Answer);
        assert_eq!(read("undo it"), TypedLine::Answer, "the name of an option comes first");
        assert_eq!(read("undo"), TypedLine::Undo);
        assert_eq!([read("map"), read("Look"), read("board")], [TypedLine::Board, TypedLine::Board, TypedLine::Board]);
    }

    fn show_supply() -> TypedLine {
        TypedLine::Show("supply soviet".into())
    }

    #[test]
    fn nothing_that_is_typed_is_passed_over() {
        let read = |line: &str| TypedLine::parse(line, |_| false);
        let surplus = |command: &str, rest: &str| TypedLine::Surplus(command.into(), rest.into());
        assert_eq!([read("undo now"), read("quit 2 3")], [surplus("undo", "now"), surplus("quit", "2 3")]);
        assert_eq!(read("advice me"), surplus("advice", "me"));
        assert_eq!([read("log 3 x"), read("log x")], [surplus("log 3", "x"), TypedLine::NoNumber("x".into())]);
    }
}
