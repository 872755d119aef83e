//! Answers: a question and an answer on each line.

use super::markdown::Block;
use super::page::{BlockLine, LINE, LineResult, Page, wrong};
use super::tokens::{dice, list};
use grognard_packs::Diagnostic;

/// A ```` ```when ```` block.
#[derive(Clone, Debug, Default)]
pub(super) struct When {
    /// The answers, with their lines.
    pub answers: Vec<(usize, WhenAnswer)>,
    /// The dice results, with their lines. They may be anywhere in the block.
    pub dice: Vec<(usize, u32)>,
    /// The units to be drawn, with their lines.
    pub draws: Vec<(usize, String)>,
}

/// An answer to a question.
#[derive(Clone, Debug)]
pub(super) struct WhenAnswer {
    /// The side, if given.
    pub side: Option<String>,
    /// The key of the question, or the last part of the key.
    pub question: String,
    /// The answer.
    pub answer: String,
}

impl When {
    /// Parses a block.
    pub fn read(page: &Page, block: &Block, problems: &mut Vec<Diagnostic>) -> When {
        let mut when = When::default();
        for line in &block.lines {
            let result = when.line(line);
            problems.extend(result.err().map(|problem| page.place(line.number, *problem)));
        }
        when
    }

    fn line(&mut self, line: &BlockLine) -> LineResult<()> {
        if let ("dice", rest) = line.head() {
            self.dice.extend(dice(rest)?.into_iter().map(|die| (line.number, die)));
            return Ok(());
        }
        if let ("draw", rest) = line.head() {
            self.draws.extend(list(rest).into_iter().map(|unit| (line.number, unit)));
            return Ok(());
        }
        let Some((question, answer)) = line.text.split_once(':') else {
            return wrong(LINE, "expected a question, a colon and an answer: `target: 1103`");
        };
        let (side, question) = match question.trim().split_once(' ') {
            Some((side, question)) => (Some(side.to_owned()), question.trim()),
            None => (None, question.trim()),
        };
        let answer = answer.trim().to_owned();
        self.answers.push((line.number, WhenAnswer { side, question: question.to_owned(), answer }));
        Ok(())
    }
}
