//! Layers that a system can show over the map during a decision.

use grognard_engine::decision::Choice;
use grognard_engine::ids::{SpaceId, UnitId};
use grognard_script::Item;
use std::collections::BTreeSet;

/// The content of a layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// Spaces.
    pub spaces: BTreeSet<SpaceId>,
    /// Units.
    pub units: BTreeSet<UnitId>,
    /// Paths, from space to space.
    pub ways: BTreeSet<Vec<SpaceId>>,
    /// Distances around units on a table.
    pub around: BTreeSet<(UnitId, i32)>,
}

impl Layer {
    /// Returns the layer that a rule's result describes: a set, a space, a unit, a path, or a list of these. In a list,
    /// a number after units is a distance around them. Returns `None` for any other result.
    pub(crate) fn of(item: &Item) -> Option<Layer> {
        let mut layer = Layer::default();
        layer.add(item).then_some(layer)
    }

    fn add(&mut self, item: &Item) -> bool {
        match item {
            Item::Nil => {}
            Item::Spaces(spaces) => self.spaces.extend(spaces),
            Item::Units(units) => self.units.extend(units),
            Item::Choice(Choice::Space(space)) => drop(self.spaces.insert(*space)),
            Item::Choice(Choice::Unit(unit)) => drop(self.units.insert(*unit)),
            Item::Choice(Choice::Path(way)) => drop(self.ways.insert(way.to_vec())),
            Item::List(items) => return self.add_list(items),
            _ => return false,
        }
        true
    }

    fn add_list(&mut self, items: &[Item]) -> bool {
        let mut rest = items;
        loop {
            rest = match rest {
                [] => return true,
                [Item::Units(units), Item::Number(distance), rest @ ..] => self.add_around(units, *distance, rest),
                [Item::Choice(Choice::Unit(unit)), Item::Number(distance), rest @ ..] => {
                    self.add_around(&[*unit], *distance, rest)
                }
                [item, rest @ ..] if self.add(item) => rest,
                _ => return false,
            };
        }
    }

    fn add_around<'a>(&mut self, units: &[UnitId], distance: f64, rest: &'a [Item]) -> &'a [Item] {
        self.around.extend(units.iter().map(|unit| (*unit, distance.clamp(0.0, 10_000.0) as i32)));
        rest
    }

    /// Returns all spaces that the layer touches, given the positions of units.
    pub fn touched(&self, place: impl Fn(UnitId) -> Option<SpaceId>) -> BTreeSet<SpaceId> {
        let under = self.units.iter().filter_map(|unit| place(*unit));
        self.spaces.iter().copied().chain(under).chain(self.ways.iter().flatten().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_is_put_together_from_what_a_rule_returns() {
        let way = Item::Choice(Choice::Path([SpaceId(4), SpaceId(5)].into()));
        let item =
            Item::List(vec![Item::Spaces(vec![SpaceId(1), SpaceId(2)]), Item::Units(vec![UnitId(3)]), way, Item::Nil]);
        let layer = Layer::of(&item).expect("a layer");
        assert_eq!(
            layer.touched(|unit| (unit == UnitId(3)).then_some(SpaceId(9))),
            [1, 2, 4, 5, 9].map(SpaceId).into()
        );
        assert_eq!(Layer::of(&Item::List(vec![Item::Number(1.0)])), None);
        let guns = [
            Item::Units(vec![UnitId(3), UnitId(4)]),
            Item::Number(140.0),
            Item::Choice(Choice::Unit(UnitId(5))),
            Item::Number(20.0),
        ];
        let layer = Layer::of(&Item::List(guns.into())).expect("a layer");
        assert_eq!(layer.around, [(UnitId(3), 140), (UnitId(4), 140), (UnitId(5), 20)].into());
        assert!(layer.units.is_empty(), "a unit that only marks a distance is not marked itself");
    }
}
