//! Givens: the battle, the point in the sequence of play, the position.

use super::fact::{self, PositionFact};
use super::markdown::{Block, FenceKind};
use super::page::{BlockLine, LINE, LineResult, Page, wrong};
use super::tokens::{assignment, dice, list, number};
use grognard_packs::Diagnostic;

/// The contents of the ```` ```given ```` blocks of a case, preceded by those of the headings above it.
#[derive(Clone, Debug, Default)]
pub(super) struct Given {
    /// The scenario.
    pub scenario: String,
    /// The mods.
    pub mods: Vec<String>,
    /// Options that differ from their defaults.
    pub options: Vec<(String, String)>,
    /// The turn.
    pub turn: Option<u16>,
    /// The phase.
    pub phase: Option<String>,
    /// The line that sets the turn or the phase.
    pub when: usize,
    /// Whether units are listed; all units that are not listed are then off the map.
    pub lists_units: bool,
    /// The facts that make up the position, with the line of each.
    pub facts: Vec<(usize, PositionFact)>,
    /// The dice results, with their lines.
    pub dice: Vec<(usize, u32)>,
    /// The units that will be drawn, with their lines.
    pub draws: Vec<(usize, String)>,
}

const WORDS: [&str; 8] = ["scenario", "mod", "option", "turn", "phase", "units", "dice", "draw"];

impl Given {
    /// Parses the `given` blocks of a case.
    pub fn read(page: &Page, blocks: &[Block], problems: &mut Vec<Diagnostic>) -> Given {
        let mut given = Given::default();
        for block in blocks.iter().filter(|block| block.kind == FenceKind::Given) {
            let mut in_units = false;
            for line in &block.lines {
                in_units &= line.indented;
                let result =
                    if in_units { given.fact(line.number, PositionFact::unit(line)) } else { given.line(line) };
                in_units |= line.text == "units";
                problems.extend(result.err().map(|problem| page.place(line.number, *problem)));
            }
        }
        given
    }

    fn fact(&mut self, line: usize, fact: LineResult<PositionFact>) -> LineResult<()> {
        self.facts.push((line, fact?));
        Ok(())
    }

    fn line(&mut self, line: &BlockLine) -> LineResult<()> {
        let (word, rest) = line.head();
        match word {
            "scenario" => self.scenario = single_name(rest, "scenario battle-for-moscow")?,
            "mod" => self.mods.push(single_name(rest, "mod battle-for-moscow-1986")?),
            "option" => self.option(assignment(rest, "option mud_halves_all = true")?),
            "turn" => (self.turn, self.when) = (Some(number(rest, "a turn")?), line.number),
            "phase" => (self.phase, self.when) = (Some(single_name(rest, "phase German combat")?), line.number),
            "units" if rest.is_empty() => self.lists_units = true,
            "units" => return wrong(LINE, "list units below this line, indented"),
            "dice" => self.dice.extend(dice(rest)?.into_iter().map(|die| (line.number, die))),
            "draw" => self.draws.extend(list(rest).into_iter().map(|unit| (line.number, unit))),
            _ if fact::WORDS.contains(&word) => return self.fact(line.number, PositionFact::parse(line)),
            _ => return unknown(line),
        }
        Ok(())
    }

    /// Sets an option, overriding the value from a heading above.
    fn option(&mut self, (name, value): (String, String)) {
        self.options.retain(|(other, _)| *other != name);
        self.options.push((name, value));
    }
}

fn single_name(text: &str, example: &str) -> LineResult<String> {
    if text.is_empty() { wrong(LINE, format!("a name is missing: `{example}`")) } else { Ok(text.to_owned()) }
}

fn unknown(line: &BlockLine) -> LineResult<()> {
    let word = line.head().0;
    let known = WORDS.into_iter().chain(fact::WORDS);
    let error = Diagnostic::general(LINE, format!("`{word}` is not valid in a `given` block")).suggest(word, known);
    let known: Vec<&str> = WORDS.into_iter().chain(fact::WORDS).collect();
    let help = format!("a line starts with {}; list units, indented, below a `units` line", known.join(", "));
    Err(Box::new(if error.help.is_none() { error.help(help) } else { error }))
}
