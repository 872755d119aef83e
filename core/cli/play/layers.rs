//! `show`: the system's layers, marked on the board.

use super::terminal::Terminal;
use grognard_engine::decision::Choice;
use grognard_engine::ids::{Id, SideId, UnitId};
use grognard_packs::LayerInfo as Declared;
use std::collections::BTreeSet;

impl Terminal<'_> {
    /// Replies to `show`, `show supply` and `show zones of control soviet`.
    pub(super) fn layer(&mut self, typed: &str) -> String {
        let layers = self.session.battle.system.layers.clone();
        if layers.is_empty() {
            return self.tell("This system has no layers to show.", &[]);
        }
        let (name, side) = self.side_behind(typed);
        match self.named(&layers, &name) {
            Some(layer) => self.draw(layer, side),
            None => self.tell("Layers that can be shown for a side: {1}", &[&self.titles(&layers).join(", ")]),
        }
    }

    /// Draws the board with the spaces of a layer marked, and lists the layer's units.
    fn draw(&mut self, layer: &Declared, side: SideId) -> String {
        let shown = match self.session.layer(self.viewer(), &layer.name, side) {
            Ok(shown) => shown,
            Err(error) => return self.trouble(error),
        };
        let rule = layer.rule.as_ref().map(|rule| format!(" ({rule})")).unwrap_or_default();
        let state = &self.session.game.table.state;
        let touched: Vec<_> = shown.touched(|unit| state.unit(unit).place).into_iter().collect();
        let mut text = self.board(&touched);
        let title = self.catalogue.name(&layer.title).to_owned();
        text += &self.tell(
            "{1}, {2}: {3} {3?space is|spaces are} marked{4}.",
            &[&title, &self.side(side), &touched.len().to_string(), &rule],
        );
        if !shown.units.is_empty() {
            text += &format!("\n  {}", self.unit_names(shown.units.iter()));
        }
        if let Some(field) = self.session.battle.content.map.field() {
            let distances: BTreeSet<i32> = shown.around.iter().map(|(_, distance)| *distance).collect();
            for distance in distances {
                let units = shown.around.iter().filter(|(_, other)| *other == distance).map(|(unit, _)| unit);
                let length = field.write_length(distance);
                text += &format!("\n  {}", self.tell("up to {1} from {2}", &[&length, &self.unit_names(units)]));
            }
        }
        text
    }

    fn unit_names<'a>(&self, units: impl Iterator<Item = &'a UnitId>) -> String {
        let names: Vec<String> = units.map(|unit| self.things().name(&Choice::Unit(*unit))).collect();
        names.join(", ")
    }

    fn titles(&self, layers: &[Declared]) -> Vec<String> {
        layers.iter().map(|layer| self.catalogue.name(&layer.title).to_owned()).collect()
    }

    /// Splits the name of a side off the end of the input. If there is none, returns the viewer's side, or else the
    /// first side.
    fn side_behind(&self, typed: &str) -> (String, SideId) {
        let table = &self.session.game.table;
        let own = self.viewer().unwrap_or(SideId::from_index(0));
        let Some((name, last)) = typed.trim().rsplit_once(char::is_whitespace).or_else(|| Some(("", typed.trim())))
        else {
            return (String::new(), own);
        };
        let is_named = |side: &SideId| {
            [table.side_name(*side).to_owned(), self.side(*side)].iter().any(|name| name.eq_ignore_ascii_case(last))
        };
        let sides = table.content.seats().map(|(side, _)| side);
        match sides.into_iter().find(is_named) {
            Some(side) if !last.is_empty() => (name.trim().to_owned(), side),
            _ => (typed.trim().to_owned(), own),
        }
    }

    /// Returns the layer whose name or title is `typed`, or else the first one whose name or title starts with it.
    fn named<'a>(&self, layers: &'a [Declared], typed: &str) -> Option<&'a Declared> {
        let plain = |text: &str| text.to_lowercase().replace('-', " ");
        let typed = plain(typed);
        let names =
            |layer: &Declared| [plain(&layer.name), plain(&layer.title), plain(self.catalogue.name(&layer.title))];
        let exactly = layers.iter().find(|layer| names(layer).contains(&typed));
        exactly.or_else(|| {
            layers.iter().find(|layer| !typed.is_empty() && names(layer).iter().any(|name| name.starts_with(&typed)))
        })
    }
}
