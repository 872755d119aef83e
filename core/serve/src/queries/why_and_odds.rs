//! Queries during a decision: why something is not offered, and what the odds of an attack are.

use crate::dto::{ContactQuery, Fault, Forecast, Odds, OddsQuery, Why, WhyQuery};
use crate::game::play::Play;
use crate::role::Role;
use crate::view::counters::unit_id;
use crate::view::fault_text;
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::decision::{Answer, Choice, Form, Pending};
use grognard_engine::field::Spot;
use grognard_engine::ids::{Id, SideId, SpaceId, UnitId};
use grognard_engine::reader::Reader;
use grognard_play::{Session, SessionError};

impl Play {
    /// Returns why something is not offered, or why the options chosen so far do not fit.
    pub fn why(&mut self, role: &Role, language: &str, why: &WhyQuery) -> Result<Why, Fault> {
        let pending = self.pending_for(role)?.clone();
        let option =
            |at: usize| pending.options.get(at).cloned().ok_or_else(|| Fault::malformed("there is no such option"));
        let result = match &why.chosen {
            Some(chosen) => {
                let chosen = chosen.iter().map(|at| option(*at)).collect::<Result<_, _>>()?;
                match self.session.unfit_known(pending.side, &Answer::Several(chosen)) {
                    // What depends on hidden units is found out when the answer is given.
                    Err(SessionError::Refused(_)) => Ok(None),
                    result => result,
                }
            }
            None => {
                let choice = self.choice(role, why)?;
                let first = why.after.map(option).transpose()?;
                self.session.why_known(pending.side, first.map(|first| answer(&pending, first)), &choice)
            }
        };
        let session = &self.session;
        let catalogue = self.languages.catalogue(language);
        match result {
            Ok(None) => Ok(Why::Allowed { allowed: true }),
            Ok(Some(refusal)) | Err(SessionError::Refused(refusal)) => {
                Ok(Why::Refused(fault_text::refusal(session, role, catalogue, &refusal)))
            }
            Err(error) => Err(fault_text::fault(session, role, catalogue, &error)),
        }
    }

    fn choice(&self, role: &Role, why: &WhyQuery) -> Result<Choice, Fault> {
        match (&why.space, &why.unit, why.spot) {
            (Some(space), None, None) => self.space(space).map(Choice::Space),
            (None, Some(unit), None) => self.unit(role, unit).map(Choice::Unit),
            (None, None, Some([x, y])) => Ok(Choice::Spot(Spot { x, y })),
            _ => Err(Fault::malformed("expected `space`, `unit`, `spot` or `chosen`")),
        }
    }

    fn space(&self, name: &str) -> Result<SpaceId, Fault> {
        self.session.battle.content.map.names.find(name).ok_or_else(|| Fault::missing("there is no such space"))
    }

    /// Returns the unit with the given name or token, as the viewer knows it.
    fn unit(&self, role: &Role, id: &str) -> Result<UnitId, Fault> {
        let table = &self.session.game.table;
        let reader = Reader::new(table, role.viewer(&self.session), &grognard_engine::catalogue::ENGLISH);
        let mut all = (0..table.content.units.len()).map(UnitId::from_index);
        let found = all.find(|unit| id != "?" && unit_id(&reader, *unit) == id);
        found.ok_or_else(|| Fault::missing("there is no such unit"))
    }

    /// Returns why a place is outside the region of the question; `None` if it is inside.
    pub(crate) fn why_no_spot(&mut self, role: &Role, language: &str, spot: Spot) -> Result<Option<Fault>, Fault> {
        let side = self.pending_for(role)?.side;
        let result = self.session.why_known(side, None, &Choice::Spot(spot));
        let (session, catalogue) = (&self.session, self.languages.catalogue(language));
        match result {
            Ok(refusal) => Ok(refusal.map(|refusal| fault_text::refusal(session, role, catalogue, &refusal))),
            Err(error) => Err(fault_text::fault(session, role, catalogue, &error)),
        }
    }

    /// Returns the odds of an attack on a space.
    pub fn odds(&mut self, role: &Role, language: &str, odds: &OddsQuery) -> Result<Odds, Fault> {
        let space = self.space(&odds.space)?;
        let units =
            odds.attackers.as_ref().map(|all| all.iter().map(|unit| self.unit(role, unit)).collect()).transpose()?;
        let none = "there is no defender, or no adjacent unit that can attack";
        self.forecast(role, language, none, |session, viewer, catalogue| {
            session.forecasts(viewer, space, units, catalogue)
        })
    }

    /// Returns the odds of the fights of a unit at a place on a table.
    pub fn contact(&mut self, role: &Role, language: &str, query: &ContactQuery) -> Result<Odds, Fault> {
        let unit = self.unit(role, &query.unit)?;
        let enemy = query.enemy.as_ref().map(|enemy| self.unit(role, enemy)).transpose()?;
        let stand = || self.session.game.table.state.unit(unit).stand.map(|stand| stand.spot);
        let spot = query.spot.map(|[x, y]| Spot { x, y }).or_else(stand);
        let spot = spot.ok_or_else(|| Fault::missing("this unit is not on the table"))?;
        self.forecast(role, language, "there is no fight here", |session, viewer, catalogue| {
            session.contact_forecasts(viewer, unit, spot, enemy, catalogue)
        })
    }

    /// Returns a forecast as the page shows it; `none` is the reason if there is none.
    fn forecast(
        &mut self,
        role: &Role,
        language: &str,
        none: &str,
        made: impl FnOnce(&mut Session, Option<SideId>, &Catalogue) -> Result<Vec<grognard_play::Forecast>, SessionError>,
    ) -> Result<Odds, Fault> {
        let viewer = role.viewer(&self.session);
        let reason = |catalogue: &Catalogue, reason| catalogue.text(TextKind::Reason, reason).to_owned();
        if viewer.is_none() && role.is_kept_from(&self.session) {
            // Games with other hidden units can be imagined only from a side's view.
            let unavailable = reason(self.catalogue(language), "this depends on units you cannot see");
            return Ok(Odds::None { unavailable });
        }
        let (session, catalogue) = (&mut self.session, self.languages.catalogue(language));
        match made(session, viewer, catalogue) {
            Ok(forecasts) => {
                let forecasts: Vec<Forecast> = forecasts.into_iter().map(Forecast::from).collect();
                Ok(forecasts.first().cloned().map_or_else(
                    || Odds::None { unavailable: reason(catalogue, none) },
                    |first| Odds::Some { first, forecasts },
                ))
            }
            Err(SessionError::Refused(refusal)) => {
                Ok(Odds::None { unavailable: fault_text::refusal(session, role, catalogue, &refusal).reason })
            }
            Err(error) => Err(fault_text::fault(session, role, catalogue, &error)),
        }
    }
}

/// Returns the answer that chooses one option.
fn answer(pending: &Pending, first: Choice) -> Answer {
    match pending.form {
        Form::One => Answer::One(first),
        _ => Answer::Several(vec![first]),
    }
}
