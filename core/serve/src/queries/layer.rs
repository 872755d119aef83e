//! Layers over the map: zones of control, supply, the range of a headquarters.

use crate::dto::{Fault, Layer};
use crate::game::play::Play;
use crate::role::Role;
use crate::view::counters::unit_id;
use crate::view::fault_text;
use grognard_engine::ids::SpaceId;
use grognard_engine::reader::Reader;
use serde::Deserialize;

/// The side for which a layer is shown.
#[derive(Clone, Debug, Deserialize)]
pub struct LayerQuery {
    side: String,
}

impl Play {
    /// Returns a layer for a side. Fails if the layer would reveal hidden units.
    pub fn layer(&mut self, role: &Role, language: &str, name: &str, whose: &LayerQuery) -> Result<Layer, Fault> {
        if !self.session.battle.system.layers.iter().any(|layer| layer.name == name) {
            return Err(Fault::missing("no such layer"));
        }
        let content = self.session.battle.content.clone();
        let mut seats = content.seats();
        let side = seats.find(|(_, side)| *side == whose.side).map(|(side, _)| side);
        let side = side.ok_or_else(|| Fault::missing("there is no such side"))?;
        let viewer = role.viewer(&self.session);
        let found = self.session.layer(viewer, name, side);
        let (session, catalogue) = (&self.session, self.languages.catalogue(language));
        let layer = found.map_err(|error| fault_text::fault(session, role, catalogue, &error))?;
        let reader = Reader::new(&session.game.table, viewer, catalogue);
        let space = |id: &SpaceId| session.battle.content.map.names.name(*id).to_owned();
        Ok(Layer {
            spaces: layer.spaces.iter().map(space).collect(),
            units: layer.units.iter().map(|unit| unit_id(&reader, *unit)).collect(),
            ranges: layer.around.iter().map(|(unit, distance)| (unit_id(&reader, *unit), *distance)).collect(),
            paths: layer.ways.iter().map(|way| way.iter().map(space).collect()).collect(),
        })
    }
}
