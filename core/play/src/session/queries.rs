//! Provides information during a decision: forecasts of battles, and layers over the map. To reveal nothing hidden, a
//! result is shown only if it is the same in several imagined games.

use super::{Session, SessionError, broken};
use crate::forecast::Forecast;
use crate::layer::Layer;
use crate::odds;
use crate::score::ScoreLine;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::decision::{Choice, Refusal};
use grognard_engine::field::Spot;
use grognard_engine::game::Rules;
use grognard_engine::ids::{SideId, SpaceId, UnitId};
use grognard_engine::reader::Reader;
use grognard_engine::table::Table;
use grognard_script::{Host, Item, ScriptError};

/// The number of imagined games in which a result must be the same. If a side cannot tell two units apart, they are in
/// their real places in about half of the imagined games.
pub(super) const IMAGINED: u64 = 16;

pub(super) fn unknown() -> SessionError {
    Refusal::plain("this depends on units you cannot see").into()
}

impl Session {
    /// Returns the forecast of a battle on a space, in the language of a reader: odds, modifiers, chances. The default
    /// attackers are all units that could attack. The forecast is empty if nothing can be attacked or no unit can
    /// attack.
    pub fn forecasts(
        &mut self,
        viewer: Option<SideId>,
        space: SpaceId,
        attackers: Option<Vec<UnitId>>,
        catalogue: &Catalogue,
    ) -> Result<Vec<Forecast>, SessionError> {
        let Some(rule) = self.battle.system.hooks.odds.clone() else { return Ok(Vec::new()) };
        let arguments: Vec<Item> =
            [Item::Choice(Choice::Space(space))].into_iter().chain(attackers.clone().map(Item::Units)).collect();
        let told = self.look(viewer, &rule, &arguments)?;
        let told: Result<Vec<_>, _> = told.into_iter().map(|item| self.lines(&rule, item)).collect();
        let (lines, is_all) = common(told?)?;
        let is_column = |item: &Item| matches!(item, Item::Column(_));
        if lines.iter().any(is_column)
            && self.game.table.state.units_at(space).any(|unit| !self.game.table.knows(viewer, unit))
        {
            return Err(Refusal::plain("you cannot see which unit is there").into());
        }
        let reader = Reader::new(&self.game.table, viewer, catalogue);
        let mut forecasts: Vec<Forecast> = lines.iter().filter_map(|item| Forecast::of_item(item, &reader)).collect();
        if !forecasts.is_empty() {
            forecasts.extend(self.odds_after(viewer, space, attackers, catalogue)?);
        }
        if !is_all {
            forecasts.push(Forecast::plain(&catalogue.say("The rest depends on units you cannot see.", &[])));
        }
        Ok(forecasts)
    }

    /// Returns the forecast of a battle on a space for a reader who knows everything, but without the outcomes of the
    /// battle.
    pub fn forecasts_of_keeper(
        &mut self,
        space: SpaceId,
        attackers: Option<Vec<UnitId>>,
        catalogue: &Catalogue,
    ) -> Result<Vec<Forecast>, SessionError> {
        let Some(rule) = self.battle.system.hooks.odds.clone() else { return Ok(Vec::new()) };
        let arguments: Vec<Item> =
            [Item::Choice(Choice::Space(space))].into_iter().chain(attackers.map(Item::Units)).collect();
        let item = self.look_here(&rule, &arguments)?;
        let lines = self.lines(&rule, item)??;
        let reader = Reader::new(&self.game.table, None, catalogue);
        Ok(lines.iter().filter_map(|item| Forecast::of_item(item, &reader)).collect())
    }

    /// Returns the forecasts of the fights that a unit would have at a place on a table: with one enemy or, by default,
    /// with every enemy that it would touch.
    pub fn contact_forecasts(
        &mut self,
        viewer: Option<SideId>,
        unit: UnitId,
        spot: Spot,
        enemy: Option<UnitId>,
        catalogue: &Catalogue,
    ) -> Result<Vec<Forecast>, SessionError> {
        let Some(rule) = self.battle.system.hooks.contact.clone() else { return Ok(Vec::new()) };
        let choices = [Choice::Unit(unit), Choice::Spot(spot)].into_iter().chain(enemy.map(Choice::Unit));
        let arguments: Vec<Item> = choices.map(Item::Choice).collect();
        let told = self.in_games(viewer, |host, table| odds::try_out(host, table, &rule, &arguments))?;
        let told: Result<Vec<_>, _> = told.into_iter().map(|item| self.lines(&rule, item)).collect();
        let (lines, _) = common(told?)?;
        let reader = Reader::new(&self.game.table, viewer, catalogue);
        Ok(lines.iter().filter_map(|item| Forecast::of_item(item, &reader)).collect())
    }

    /// Returns the lines that an odds rule returns, or its refusal.
    fn lines(&self, rule: &str, item: Item) -> Result<Result<Vec<Item>, Refusal>, SessionError> {
        let is_line = |item: &Item| matches!(item, Item::Column(_) | Item::Refusal(_) | Item::Prospect(_));
        match item {
            Item::Nil => Ok(Ok(Vec::new())),
            Item::Refusal(refusal) => Ok(Err(refusal)),
            line if is_line(&line) => Ok(Ok(vec![line])),
            Item::List(lines) if lines.iter().all(is_line) => Ok(Ok(lines)),
            other => {
                Err(self.returns(rule, "a column, a refusal or a list of columns, refusals and forecasts", &other))
            }
        }
    }

    /// Returns a layer over the map for a side, without units that the viewer does not know. Fails if anything else in
    /// the layer depends on such units, because leaving only that out would reveal them.
    pub fn layer(&mut self, viewer: Option<SideId>, name: &str, side: SideId) -> Result<Layer, SessionError> {
        let Some(layer) = self.battle.system.layers.iter().find(|layer| layer.name == name) else {
            let about = vec![Choice::Label(name.into())];
            return Err(Refusal::about("there is no layer called `{1}`", about, &self.battle.content).into());
        };
        let rule = layer.script.clone();
        let found = self.look(viewer, &rule, &[Item::Side(side)])?;
        let wrong = |other: &Item| {
            self.returns(
                &rule,
                "a set of spaces or units, a path, or a list of these; in a list, a number after units is a distance",
                other,
            )
        };
        let found: Result<Vec<Layer>, SessionError> =
            found.iter().map(|item| Layer::of(item).ok_or_else(|| wrong(item))).collect();
        let mut found = found?;
        // Imagined games differ in their hidden units, so these are not shown at all.
        for layer in &mut found {
            layer.units.retain(|unit| self.game.table.knows(viewer, *unit));
            layer.around.retain(|(unit, _)| self.game.table.knows(viewer, *unit));
        }
        let first = found.pop().unwrap_or_default();
        if found.iter().all(|other| *other == first) { Ok(first) } else { Err(unknown()) }
    }

    /// Returns the score as a viewer may know it; empty if the system tells none. A number that depends on units which
    /// the viewer cannot see is left out. A viewer without a side knows the numbers that every side knows.
    pub fn score(&mut self, viewer: Option<SideId>) -> Result<Vec<ScoreLine>, SessionError> {
        let Some(rule) = self.battle.system.hooks.score.clone() else { return Ok(Vec::new()) };
        let found = match viewer {
            _ if !self.game.table.keeps_secrets_from(viewer) => self.look(viewer, &rule, &[])?,
            Some(viewer) => {
                let exchanged = (0..IMAGINED).map(|seed| self.look_exchanged(viewer, seed, &rule));
                exchanged.collect::<Result<_, _>>()?
            }
            // Without a side, only what no side can learn from is shown.
            None => {
                let content = self.battle.content.clone();
                let sides = content.seats().map(|(side, _)| side);
                let pairs: Vec<_> = sides.flat_map(|side| (0..IMAGINED).map(move |seed| (side, seed))).collect();
                let exchanged = pairs.into_iter().map(|(side, seed)| self.look_exchanged(side, seed, &rule));
                exchanged.collect::<Result<_, _>>()?
            }
        };
        let blame = |fault| broken(&self.battle, self.host.blame(&rule, fault));
        let read = |item: &Item| ScoreLine::all(item).map_err(blame);
        let games: Result<Vec<_>, SessionError> = found.iter().map(read).collect();
        Ok(ScoreLine::common(games?))
    }

    /// Returns the result of a rule without side effects in the present state, but with units exchanged that a side
    /// cannot identify. Unlike an imagined game, this needs no question that the game has reached.
    fn look_exchanged(&mut self, viewer: SideId, seed: u64, rule: &str) -> Result<Item, SessionError> {
        let Some(exchange) = self.game.exchange(viewer, seed) else { return self.look_here(rule, &[]) };
        let exchanged = self.game.table.state.with_exchange(&self.game.table.content, &exchange);
        let state = std::mem::replace(&mut self.game.table.state, exchanged);
        let found = self.host.look(rule, Vec::new(), &mut self.game.table);
        self.game.table.state = state;
        found.map_err(|error| broken(&self.battle, error))
    }

    /// Returns the results of a rule without side effects, as [`Session::in_games`] does.
    fn look(&mut self, viewer: Option<SideId>, rule: &str, arguments: &[Item]) -> Result<Vec<Item>, SessionError> {
        self.in_games(viewer, |host, table| host.look(rule, arguments.to_vec(), table))
    }

    /// Returns the results of running a rule: from the real game if nothing is hidden from the viewer, and from several
    /// imagined games otherwise. Fails for a viewer without a side while anything is hidden.
    fn in_games(
        &mut self,
        viewer: Option<SideId>,
        run: impl Fn(&mut Host, &mut Table) -> Result<Item, ScriptError>,
    ) -> Result<Vec<Item>, SessionError> {
        match viewer {
            _ if !self.game.table.keeps_secrets_from(viewer) => {
                let here = |session: &mut Session| {
                    run(&mut session.host, &mut session.game.table).map_err(|error| broken(&session.battle, error))
                };
                Ok(vec![self.proven(here, here)?])
            }
            Some(viewer) => (0..IMAGINED)
                .map(|seed| {
                    let (mut game, _) = self.game.imagined(&mut self.host, viewer, seed).ok_or_else(unknown)?;
                    run(&mut self.host, &mut game.table).map_err(|error| broken(&self.battle, error))
                })
                .collect(),
            None => Err(unknown()),
        }
    }

    fn look_here(&mut self, rule: &str, arguments: &[Item]) -> Result<Item, SessionError> {
        self.host.look(rule, arguments.to_vec(), &mut self.game.table).map_err(|error| broken(&self.battle, error))
    }

    /// Returns the error for a rule that returns a value of the wrong kind.
    fn returns(&self, rule: &str, right: &str, found: &Item) -> SessionError {
        broken(&self.battle, self.host.blame(rule, format!("must return {right}, not {}", found.kind())))
    }
}

/// Returns the lines that are the same in all games, and whether all lines are the same.
fn common(told: Vec<Result<Vec<Item>, Refusal>>) -> Result<(Vec<Item>, bool), SessionError> {
    let mut told = told.into_iter();
    let first = told.next().unwrap_or_else(|| Ok(Vec::new()));
    let rest: Vec<_> = told.collect();
    if rest.iter().all(|other| *other == first) {
        return Ok((first?, true));
    }
    let same = |(at, line): &(usize, Item)| {
        rest.iter().all(|other| other.as_ref().is_ok_and(|lines| lines.get(*at) == Some(line)))
    };
    let lines: Vec<Item> =
        first.unwrap_or_default().into_iter().enumerate().filter(same).map(|(_, line)| line).collect();
    if lines.is_empty() { Err(unknown()) } else { Ok((lines, false)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[f64]) -> Result<Vec<Item>, Refusal> {
        Ok(lines.iter().copied().map(Item::Number).collect())
    }

    fn told(all: Vec<Result<Vec<Item>, Refusal>>) -> Option<(Vec<Item>, bool)> {
        common(all).ok()
    }

    #[test]
    fn a_line_is_told_where_all_games_say_the_same() {
        let number = |number| Item::Number(number);
        assert_eq!(told(vec![lines(&[1.0, 2.0]), lines(&[1.0, 2.0])]), Some((vec![number(1.0), number(2.0)], true)));
        assert_eq!(told(vec![lines(&[1.0, 2.0]), lines(&[1.0, 3.0]), lines(&[1.0])]), Some((vec![number(1.0)], false)));
        assert_eq!(told(vec![lines(&[1.0]), lines(&[2.0])]), None, "nothing is left");
        assert_eq!(told(vec![lines(&[1.0]), Err(Refusal::plain("no"))]), None, "one game refuses");
        assert_eq!(told(vec![lines(&[]), lines(&[])]), Some((Vec::new(), true)));
    }
}
