//! Secrets that a rule keeps within one phase, where agents find them: what a side has answered since the last checkpoint is played
//! again in every copy of the game.

use crate::blocks::{Block, Kind, blocks, exclude};
use crate::reading::Reading;
use std::ops::Range;

/// A secret that agents can find out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// What is kept how.
    pub keeping: Keeping,
    /// Where it is kept.
    pub span: Range<usize>,
}

/// How a secret is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// An answer waits in a variable while another side is asked.
    Answer {
        /// The variable.
        variable: String,
        /// The side that is asked meanwhile, as the script writes it.
        asked: String,
    },
    /// A unit is laid and hidden, and the side it is hidden from is asked in the same phase.
    Laid {
        /// The unit.
        unit: String,
        /// The side it is hidden from, as the script writes it.
        from: String,
    },
}

/// The secrets of a script that agents can find out.
pub fn secrets(source: &str) -> Vec<Secret> {
    let words = Reading::of(source);
    let blocks = blocks(&words);
    let finder = Finder { source, words: &words, blocks: &blocks, asks: asks(source, &words) };
    let mut found: Vec<Secret> = (0..finder.asks.len()).filter_map(|ask| finder.answer(ask)).collect();
    found.extend((0..words.len()).filter_map(|at| finder.laid(at)));
    found
}

/// A question that is put to a side.
struct Ask {
    /// The words of the call, from its name to the bracket that closes it.
    words: Range<usize>,
    /// The side, as it is written.
    side: String,
    /// The variable that gets the answer.
    variable: Option<Variable>,
}

/// The variable an answer goes into.
struct Variable {
    at: usize,
    name: String,
    /// It is a table, and gets the answers of several sides.
    is_table: bool,
}

fn asks(source: &str, words: &Reading) -> Vec<Ask> {
    let is_ask = |at: &usize| {
        *at > 1
            && words.is_sign(at - 1, ":")
            && words.is_sign(at + 1, "(")
            && words.name(*at).is_some_and(|name| name == "choose" || name.starts_with("choose_"))
    };
    (0..words.len()).filter(is_ask).filter_map(|at| ask(source, words, at)).collect()
}

fn ask(source: &str, words: &Reading, at: usize) -> Option<Ask> {
    let arguments = words.elements(at + 2);
    let side = written(source, words, arguments.first()?);
    let end = arguments.last()?.end + 1;
    Some(Ask { words: at..end, side, variable: variable(words, at) })
}

/// `local name: Type = game:choose(`, `name[…] = game:choose(`, `table.insert(name, game:choose(`.
fn variable(words: &Reading, at: usize) -> Option<Variable> {
    let call = at.checked_sub(2)?;
    let before = call.checked_sub(1)?;
    if words.is_sign(before, ",") && before > 3 && words.is_name(before - 3, "insert") && words.is_sign(before - 2, "(") {
        return Some(Variable { at: before - 1, name: words.name(before - 1)?.to_owned(), is_table: true });
    }
    if !words.is_sign(before, "=") {
        return None;
    }
    let mut target = before.checked_sub(1)?;
    let mut is_table = false;
    while let Some(sign) = words.sign(target) {
        // `answers[side.name]`: back to the name of the table.
        let open = if sign == "]" { (0..target).rev().find(|open| words.is_sign(*open, "["))? } else { return None };
        (target, is_table) = (open.checked_sub(1)?, true);
    }
    match target.checked_sub(1).map(|before| words.sign(before)) {
        Some(Some(":")) => target = target.checked_sub(2)?,
        Some(Some(".")) => (target, is_table) = (target.checked_sub(2)?, true),
        _ => {}
    }
    Some(Variable { at: target, name: words.name(target)?.to_owned(), is_table })
}

fn written(source: &str, words: &Reading, range: &Range<usize>) -> String {
    let last = range.end.saturating_sub(1).max(range.start);
    source.get(words.span(range.start).start..words.span(last).end).unwrap_or_default().to_owned()
}

/// Whether two sides are surely not one: a side and its enemy, or variables of their own.
fn differ(one: &str, other: &str) -> bool {
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_enemy = |one: &str, other: &str| one.strip_suffix(".enemy") == Some(other);
    is_enemy(one, other) || is_enemy(other, one) || is_name(one) && is_name(other) && one != other
}

struct Finder<'a> {
    source: &'a str,
    words: &'a Reading,
    blocks: &'a [Block],
    asks: Vec<Ask>,
}

impl Finder<'_> {
    /// An answer that nobody hears of before another side is asked.
    fn answer(&self, number: usize) -> Option<Secret> {
        let ask = &self.asks[number];
        let variable = ask.variable.as_ref()?;
        let function = self.function(ask.words.start);
        let asked = self.asked_in_turn(ask, variable, function).or_else(|| self.asked_next(number, variable, function))?;
        let keeping = Keeping::Answer { variable: variable.name.clone(), asked };
        Some(Secret { keeping, span: self.words.span(variable.at) })
    }

    /// The side that is asked next, while the answer waits.
    fn asked_next(&self, number: usize, variable: &Variable, function: Option<&Block>) -> Option<String> {
        let ask = &self.asks[number];
        let next = self.asks[number + 1..].iter().find(|next| {
            self.function(next.words.start) == function
                && differ(&ask.side, &next.side)
                && !exclude(self.blocks, ask.words.start, next.words.start)
        })?;
        let is_kept = !self.mentions(&variable.name, ask.words.end..next.words.end)
            && next.variable.as_ref().is_none_or(|other| other.name != variable.name);
        let end = function.map_or(self.words.len(), |function| function.words.end);
        (is_kept && self.mentions(&variable.name, next.words.end..end)).then(|| next.side.clone())
    }

    /// The sides of a loop, each of which is asked while the answers of those before wait in a table.
    fn asked_in_turn(&self, ask: &Ask, variable: &Variable, function: Option<&Block>) -> Option<String> {
        let around = self.blocks.iter().find(|block| block.kind == Kind::Loop && block.words.contains(&ask.words.start))?;
        let is_of_sides = self.heads(around).any(|name| name == ask.side);
        let rest = [around.words.start..variable.at, variable.at + 1..around.words.end];
        let is_kept = variable.is_table && rest.into_iter().all(|range| !self.mentions(&variable.name, range));
        let end = function.map_or(self.words.len(), |function| function.words.end);
        (is_of_sides && is_kept && self.mentions(&variable.name, around.words.end..end)).then(|| ask.side.clone())
    }

    /// `unit:hide_from(side)` after a question to another side, `unit:move_to(…)` and before a question to that side.
    fn laid(&self, at: usize) -> Option<Secret> {
        let is_call = at > 1 && self.words.is_name(at, "hide_from") && self.words.is_sign(at - 1, ":") && self.words.is_sign(at + 1, "(");
        let unit = is_call.then(|| self.words.name(at - 2)).flatten()?;
        let from = written(self.source, self.words, self.words.elements(at + 2).first()?);
        let function = self.function(at)?;
        let moves = |at: usize| {
            self.words.is_name(at, unit)
                && self.words.is_sign(at + 1, ":")
                && PLACING.iter().any(|method| self.words.is_name(at + 2, method))
        };
        let laid = function.words.clone().find(|at| moves(*at))?;
        let of_function = || self.asks.iter().filter(|ask| self.function(ask.words.start) == Some(function));
        let before = of_function().find(|ask| ask.words.start < laid.max(at) && differ(&ask.side, &from))?;
        let is_asked =
            of_function().any(|ask| ask.words.start > laid.max(at) && ask.side == from && !exclude(self.blocks, at, ask.words.start));
        let in_turn = self.blocks.iter().any(|block| {
            let is_around = block.kind == Kind::Loop && block.words.contains(&at) && block.words.contains(&before.words.start);
            is_around && self.heads(block).any(|name| name == before.side)
        });
        let keeping = Keeping::Laid { unit: unit.to_owned(), from };
        (is_asked || in_turn).then(|| Secret { keeping, span: self.words.span(at) })
    }

    /// The innermost function around a word.
    fn function(&self, at: usize) -> Option<&Block> {
        self.blocks.iter().find(|block| block.kind == Kind::Function && block.words.contains(&at))
    }

    /// The variables of a loop: the names before `in` or `=`.
    fn heads(&self, block: &Block) -> impl Iterator<Item = &str> {
        let end = block.words.clone().find(|at| self.words.is_name(*at, "in") || self.words.is_sign(*at, "=")).unwrap_or(block.words.start);
        (block.words.start..end).filter_map(|at| self.words.name(at))
    }

    /// Whether a variable is named somewhere; fields of that name are none.
    fn mentions(&self, name: &str, range: Range<usize>) -> bool {
        let is_field = |at: usize| at > 0 && matches!(self.words.sign(at - 1), Some("." | ":"));
        range.into_iter().any(|at| self.words.is_name(at, name) && !is_field(at))
    }
}

/// What puts a unit somewhere.
const PLACING: [&str; 2] = ["move_to", "stand"];

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> Vec<String> {
        let source = format!("function a.phase(game: Game, side: Side)\n{body}\nend");
        let told = |secret: Secret| match secret.keeping {
            Keeping::Answer { variable, asked } => format!("{variable} while {asked}"),
            Keeping::Laid { unit, from } => format!("{unit} from {from}"),
        };
        secrets(&source).into_iter().map(told).collect()
    }

    #[test]
    fn answers_that_wait_for_those_of_another_side() {
        for (body, told) in [
            ("local a = game:choose(even, Q, L)\nlocal b = game:choose(odd, Q, L)\nreturn a == b", "a while odd"),
            ("local a: string = game:choose(side, Q, L)\nif x then game:choose(side.enemy, Q, L) end\nwin(a)", "a while side.enemy"),
            ("for _, who in { even, odd } do answers[who.name] = game:choose(who, Q, L) end\nreturn answers", "answers while who"),
            ("for _, who in sides do table.insert(bids, game:choose_number(who, Q, 1, 6)) end\nreturn bids[1]", "bids while who"),
        ] {
            assert_eq!(found(body), [told], "{body}");
        }
    }

    #[test]
    fn answers_that_are_heard_of_are_no_secrets() {
        for body in [
            "local a = game:choose(even, Q, L)\ngame:log('1', '{1}', a)\nlocal b = game:choose(odd, Q, L)\nreturn a == b",
            "local a = game:choose(even, Q, L)\nlocal b = game:choose(odd, Q, L, a)\nreturn a == b",
            "local a = game:choose(even, Q, L)\nlocal b = game:choose(even, Q, L)\nreturn a == b",
            "local a = game:choose(side, Q, L)\nlocal b = game:choose(unit.side, Q, L)\nreturn a == b",
            "local a\nif x then a = game:choose(even, Q, L) else a = game:choose(odd, Q, L) end\nreturn a",
            "if x then local a = game:choose(even, Q, L) use(a) else local a = game:choose(odd, Q, L) use(a) end",
            "local a = game:choose(even, Q, L)\nlocal b = game:choose(odd, Q, L)\nreturn b",
            "for _, who in sides do local a = game:choose(who, Q, L)\nwho_said[who.name] = a end",
            "for _, who in sides do said[who.name] = game:choose(who, Q, L)\ngame:log('1', '{1}', said[who.name]) end return said",
        ] {
            assert_eq!(found(body), [""; 0], "{body}");
        }
    }

    #[test]
    fn units_that_are_laid_and_hidden_before_the_other_side_is_asked() {
        let lay = "local unit = game:choose(side, Q, L)\nunit:move_to(game:choose(side, P, S, unit))\nunit:hide_from(side.enemy)";
        assert_eq!(found(&format!("{lay}\ngame:choose(side.enemy, Q, L)")), ["unit from side.enemy"]);
        assert_eq!(
            found(&lay.replace("side", "who").replacen("local", "for _, who in sides do local", 1).replace("enemy)", "enemy) end")),
            ["unit from who.enemy"]
        );
        assert_eq!(found(lay), [""; 0]);
        assert_eq!(found("unit:hide_from(side.enemy)\ngame:choose(side.enemy, Q, L)"), [""; 0]);
    }
}
