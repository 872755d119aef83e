//! Advice for those who may take the pending decision.

use crate::dto::{Fault, Thinking};
use crate::game::play::Play;
use crate::role::Role;
use crate::view::{advice, fault_text};
use grognard_engine::ids::SideId;
use grognard_engine::reader::Reader;
use grognard_play::PlanBudget;
use std::time::Instant;

impl Play {
    /// Asks for advice on the pending decision. Everybody who may take the decision is shown how far the thinking has
    /// come and, once it is done, the advice.
    pub fn ask_advice(&mut self, role: &Role, language: &str) -> Result<(), Fault> {
        let side = self.pending_for(role)?.side;
        if let Err(error) = self.session.ask_advice(PlanBudget::GENERAL) {
            let catalogue = self.languages.catalogue(language);
            return Err(fault_text::fault(&self.session, role, catalogue, &error));
        }
        self.advising.retain(|(other, _)| *other != side);
        self.advising.push((side, None));
        self.think_of_advice();
        Ok(())
    }

    /// Continues to think for each side that has asked, or shows it the advice if it is ready. If the game has changed, the
    /// advice is dropped.
    pub(crate) fn think_of_advice(&mut self) {
        self.moved = Instant::now();
        for (side, told) in std::mem::take(&mut self.advising) {
            match self.session.think_of_advice(side) {
                Ok(Some(done)) => {
                    let percent = (done * 100.0) as u32;
                    if told != Some(percent) {
                        let session = &self.session;
                        let deciders = self.audiences.iter_mut().filter(|audience| audience.role.plays(session, side));
                        deciders.for_each(|audience| audience.tell(Thinking { percent }));
                    }
                    self.advising.push((side, Some(percent)));
                }
                Ok(None) => self.show_advice(side),
                // The rules failed in a copy of the game.
                Err(_) => {
                    self.session.drop_advice(side);
                    self.show_advice(side);
                }
            }
        }
    }

    /// Shows the advice on the pending decision of a side, or that there is none, to everybody who may take it.
    pub(crate) fn show_advice(&mut self, side: SideId) {
        let session = &self.session;
        for audience in self.audiences.iter_mut().filter(|audience| audience.role.plays(session, side)) {
            let catalogue = self.languages.catalogue(&audience.language);
            let reader = Reader::new(&session.game.table, Some(side), catalogue);
            audience.advise(advice::advice(session, side, &reader, &self.numbers).as_ref());
        }
    }
}
