//! Advice for those who may take the pending decision.

use crate::dto::{Fault, Thinking};
use crate::game::play::Play;
use crate::role::Role;
use crate::view::{advice, fault_text};
use grognard_engine::reader::Reader;
use grognard_play::PlanBudget;
use std::time::Instant;

impl Play {
    /// Asks for advice on the pending decision. Everybody who may take the decision is shown how far the thinking has
    /// come and, once it is done, the advice.
    pub fn ask_advice(&mut self, role: &Role, language: &str) -> Result<(), Fault> {
        self.pending_for(role)?;
        if let Err(error) = self.session.ask_advice(PlanBudget::GENERAL) {
            let catalogue = self.languages.catalogue(language);
            return Err(fault_text::fault(&self.session, role, catalogue, &error));
        }
        self.is_advising = true;
        self.told_percent = None;
        self.think_of_advice();
        Ok(())
    }

    /// Continues to think, or shows the advice if it is ready. If the game has changed, the advice is dropped.
    pub(crate) fn think_of_advice(&mut self) {
        self.moved = Instant::now();
        match self.session.think_of_advice() {
            Ok(Some(done)) => {
                let percent = (done * 100.0) as u32;
                if self.told_percent.replace(percent) != Some(percent) {
                    let session = &self.session;
                    let side = session.advised_side();
                    let decides = |role: &Role| side.is_some_and(|side| role.plays(session, side));
                    let deciders = self.audiences.iter_mut().filter(|audience| decides(&audience.role));
                    deciders.for_each(|audience| audience.tell(Thinking { percent }));
                }
                return;
            }
            Ok(None) => self.show_advice(),
            // The rules failed in a copy of the game.
            Err(_) => {
                self.session.drop_advice();
                self.show_advice();
            }
        }
        self.is_advising = false;
        self.told_percent = None;
    }

    /// Shows the advice on the pending decision, or that there is none, to everybody who may take it.
    pub(crate) fn show_advice(&mut self) {
        let table = &self.session.game.table;
        let Some(side) = self.session.advised_side().or_else(|| Some(table.pending()?.side)) else { return };
        let session = &self.session;
        for audience in self.audiences.iter_mut().filter(|audience| audience.role.plays(session, side)) {
            let catalogue = self.languages.catalogue(&audience.language);
            let reader = Reader::new(&session.game.table, Some(side), catalogue);
            audience.advise(advice::advice(session, &reader, &self.numbers).as_ref());
        }
    }
}
