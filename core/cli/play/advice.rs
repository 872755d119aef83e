//! Advice at the terminal: `advice` and `advice take`.

use super::interruption::Interruption;
use super::terminal::{PULSE, Terminal};
use grognard_engine::decision::Answer;
use grognard_engine::ids::SideId;
use grognard_engine::reader::Reader;
use grognard_play::{AdvicePart, AdviceText, PlanBudget, SessionError};
use std::sync::atomic::Ordering;
use std::thread;

/// The maximum number of answers shown for a phase.
const MAX_STEPS: usize = 12;

impl Terminal<'_> {
    /// Replies to `advice`: what the general would answer, and why.
    pub(super) fn advice(&mut self) -> String {
        let Some(side) = self.asked().map(|pending| pending.side) else {
            return self.tell("There is no question to answer.", &[]);
        };
        match self.seek_advice(side) {
            Err(error) => self.trouble(error),
            Ok(()) => self.advice_in_words(side),
        }
    }

    /// Replies to `advice take`: gives the advised answer. If there is no advice yet, asks for it first.
    pub(super) fn take_advice(&mut self) -> String {
        let Some(side) = self.asked().map(|pending| pending.side) else {
            return self.tell("There is no question to answer.", &[]);
        };
        if self.session.advice(side).is_none()
            && let Err(error) = self.seek_advice(side)
        {
            return self.trouble(error);
        }
        let advised = self.session.advice(side).and_then(|advice| advice.line.into_iter().next());
        let Some(answer) = advised.map(|first| first.answer) else { return self.advice_in_words(side) };
        let before = self.session.game.table.journal().len();
        let typed = match self.session.advice(side) {
            Some(advice) => AdviceText::new(&advice, &self.reader(Some(side))).answer,
            None => self.reader(Some(side)).answer(&answer),
        };
        if let Err(error) = self.session.answer(side, answer.clone()) {
            return self.trouble(error);
        }
        let given = match answer {
            Answer::Stop => self.screen.dim(&format!("= {typed}")),
            _ => self.understood(before, side, ""),
        };
        match self.session.settle().ok().and_then(|_| self.session.advice(side)) {
            Some(next) => {
                let next = AdviceText::new(&next, &self.reader(Some(side))).answer;
                let next = self.tell("Next advice: {1}", &[&next]);
                format!("{given}\n{}", self.screen.dim(&next))
            }
            None => given,
        }
    }

    /// Waits until the advice is ready. Ctrl-C asks for it now; a second Ctrl-C ends the program.
    fn seek_advice(&mut self, side: SideId) -> Result<(), SessionError> {
        self.session.ask_advice(PlanBudget::GENERAL)?;
        let line = self.thinking_line(self.tell("Advice", &[]));
        let mut interruption = None;
        while let Some(done) = self.session.think_of_advice(side)? {
            line.1.store((done * 100.0) as u32, Ordering::Relaxed);
            if interruption.get_or_insert_with(Interruption::watch).is_asked() {
                self.session.hurry_advice(side);
            }
            thread::sleep(PULSE);
        }
        Ok(())
    }

    fn advice_in_words(&self, side: SideId) -> String {
        let Some(advice) = self.session.advice(side) else {
            return self.tell("There is no advice on this question.", &[]);
        };
        let reader: Reader = self.reader(Some(side));
        let AdviceText { answer, rule, parts, note, reasons } = AdviceText::new(&advice, &reader);
        let head = self.screen.bold(&self.tell("Advice: {1}", &[&answer]));
        let mut lines = vec![format!("{head} {}", self.screen.dim(&format!("({rule})")))];
        if advice.line.len() > 1 {
            lines.extend(parts.iter().map(|part| self.part_in_words(part)));
        }
        lines.extend(note.map(|note| format!("  {note}")));
        let indents = std::iter::once("  ").chain(std::iter::repeat("    "));
        lines.extend(reasons.iter().zip(indents).map(|(reason, indent)| format!("{indent}{reason}")));
        let take = self.tell("Type `advice take` to answer as advised.", &[]);
        lines.push(self.screen.dim(&take));
        lines.join("\n") + "\n"
    }

    /// Formats the answers of a phase within the width of the screen, without the last ones if there are too many.
    fn part_in_words(&self, part: &AdvicePart) -> String {
        let mut steps: Vec<String> = part.steps.iter().take(MAX_STEPS).cloned().collect();
        if part.steps.len() > MAX_STEPS {
            steps.push(self.tell("{1} more", &[&(part.steps.len() - MAX_STEPS).to_string()]));
        }
        let (mut text, mut column) = (format!("  {}:", self.screen.bold(&part.phase)), part.phase.chars().count() + 3);
        let last = steps.len().saturating_sub(1);
        for (at, step) in steps.iter().enumerate() {
            let length = step.chars().count() + 2;
            if at > 0 && column + length > self.screen.width {
                text += "\n   ";
                column = 3;
            }
            text += &format!(" {step}{}", if at < last { ";" } else { "" });
            column += length;
        }
        text
    }
}
