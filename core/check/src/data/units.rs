//! Warns of unused unit types and unit tags, and of units that never enter the map.

use super::DataChecker;
use grognard_engine::ids::Id;
use grognard_packs::node::{Node, Value, ValueStep};

impl DataChecker<'_> {
    pub(super) fn units(&mut self) {
        let content = &self.loaded.content;
        for (id, name) in content.unit_types.iter() {
            if content.units.iter().all(|unit| unit.kind != id) {
                let path = ["system".into(), "unit_type".into(), id.index().into(), "name".into()];
                let help = format!("give a unit the type `{name}`, or delete it");
                self.warn("W401", &path, format!("no unit has the type `{name}`")).help = Some(help);
            }
        }
        self.tags_of("system", "unit_type");
        self.tags_of("units", "unit");
        self.starts();
        self.growing();
    }

    /// Warns of printed numbers that rise as a unit loses steps. The list begins with full strength, which seldom has
    /// the lowest number.
    fn growing(&mut self) {
        let content = &self.loaded.content;
        let all = self
            .loaded
            .tree()
            .get("units")
            .and_then(|units| units.get("unit"))
            .and_then(Node::list)
            .unwrap_or_default();
        for (number, node) in all.iter().enumerate() {
            for property in &content.properties {
                let numbers = node.get(property).and_then(Node::list).unwrap_or_default();
                let value = |node: &Node| if let Value::Integer(number) = node.value { Some(number) } else { None };
                let values: Vec<i64> = numbers.iter().filter_map(value).collect();
                if !values.is_sorted_by(|full, reduced| full >= reduced) {
                    let name = node.get("name").and_then(Node::text).unwrap_or_default();
                    let path: [ValueStep; 4] =
                        ["units".into(), "unit".into(), number.into(), ValueStep::Name(property)];
                    let help =
                        "the number at full strength comes first: reverse the list, or allow the warning".to_owned();
                    self.warn("W417", &path, format!("`{name}` gains `{property}` as it loses steps")).help =
                        Some(help);
                }
            }
        }
    }

    fn tags_of(&mut self, file: &'static str, list: &'static str) {
        let root = self.loaded.tree();
        let all = root.get(file).and_then(|file| file.get(list)).and_then(Node::list).unwrap_or_default();
        for (number, node) in all.iter().enumerate() {
            for (at, tag) in node.get("tags").and_then(Node::list).unwrap_or_default().iter().enumerate() {
                let Some(tag) = tag.text().filter(|tag| !self.asked(tag)) else { continue };
                let path: [ValueStep; 5] = [file.into(), list.into(), number.into(), "tags".into(), at.into()];
                let help = format!("use `{tag}` in a rule, or delete it");
                self.warn("W402", &path, format!("no rule uses the tag `{tag}`")).help = Some(help);
            }
        }
    }

    /// Warns of units without `at` in a system without a rule that moves units onto the map.
    fn starts(&mut self) {
        if self.names_in_scripts.says("move_to") {
            return;
        }
        let content = &self.loaded.content;
        for placement in content.placements.iter().filter(|placement| placement.place.is_none()) {
            let name = &content.units[placement.unit.index()].name;
            let path = ["units".into(), "unit".into(), placement.unit.index().into(), "name".into()];
            let help = "give it a space with `at`, or call `unit:move_to` in a rule".to_owned();
            self.warn("W410", &path, format!("`{name}` begins off the map, and no rule puts units on the map")).help =
                Some(help);
        }
    }
}
