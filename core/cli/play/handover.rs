//! Several people at one terminal: one side's view is cleared from the screen before the next person sits down.

use super::input::InputLine;
use super::terminal::{PULSE, Terminal};
use crate::failure::Failure;
use grognard_engine::ids::{Id, SideId};
use grognard_play::Seat;

impl Terminal<'_> {
    /// Returns whether people at this terminal keep secrets from each other.
    pub(super) fn has_secrets(&self) -> bool {
        let seats = self.session.seats().iter().enumerate();
        let persons: Vec<SideId> =
            seats.filter(|(_, seat)| **seat == Seat::Person).map(|(side, _)| SideId::from_index(side)).collect();
        let table = &self.session.game.table;
        let hides = |side: &SideId| table.keeps_secrets_from(*side);
        persons.len() > 1 && (table.is_secret() || table.state.has_hidden() && persons.iter().any(hides))
    }

    /// Asks for the keyboard to be passed to the side that must decide, unless that side already has it. If the person
    /// quits or the input ends instead, returns that line.
    pub(super) fn hand_over(&mut self) -> Result<Option<InputLine>, Failure> {
        let asked = self.asked().map(|pending| pending.side);
        if !self.has_secrets() {
            self.sitting = asked;
            return Ok(None);
        }
        let Some(side) = asked.filter(|side| self.sitting != Some(*side)) else { return Ok(None) };
        self.hide_screen()?;
        self.say(&self.screen.bold(&self.tell("Pass the keyboard to the {1} player.", &[&self.side(side)])))?;
        let prompt = self.tell("({1}: press Enter)", &[&self.side(side)]) + " ";
        loop {
            match self.input.line(&prompt, PULSE) {
                None => {}
                Some(InputLine::Text(text)) if text.trim().is_empty() => break,
                Some(InputLine::Text(text)) if ["quit", "exit"].contains(&text.trim()) => {
                    return Ok(Some(InputLine::Text(text)));
                }
                // The line is neither repeated nor kept, because it may be a secret of the previous player.
                Some(InputLine::Text(_)) => {
                    self.input.forget();
                    let told = "The line was ignored: the {1} player must press Enter first.";
                    self.say(&self.tell(told, &[&self.side(side)]))?;
                }
                Some(InputLine::Unreadable) => {}
                Some(line) => return Ok(Some(line)),
            }
        }
        self.screen.clear()?;
        (self.sitting, self.drawn, self.asked_at) = (Some(side), None, None);
        Ok(None)
    }

    /// Clears the screen and the input history, so that the next person cannot see what only one side may see.
    pub(super) fn hide_screen(&mut self) -> Result<(), Failure> {
        if self.has_secrets() && self.sitting.take().is_some() {
            self.input.forget();
            self.screen.clear()?;
        }
        Ok(())
    }
}
