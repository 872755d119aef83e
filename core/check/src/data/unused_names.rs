//! Warns of names that a system declares but never uses: nothing has them, or no rule mentions them.

use super::DataChecker;
use grognard_engine::ids::Id;
use grognard_packs::node::{Node, ValueStep};

impl DataChecker<'_> {
    pub(super) fn words(&mut self) {
        self.terrains();
        self.features();
        self.alliances();
        let on_spaces = |set: Option<&grognard_engine::set::Set<_>>| set.is_some_and(|set| !set.is_empty());
        let map = &self.loaded.content.map;
        for (at, name) in self.list("tags") {
            self.group("tags", "tag", at, &name, on_spaces(map.tag(&name)));
        }
        for (at, name) in self.list("edges") {
            self.group("edges", "edge", at, &name, on_spaces(map.edge(&name)));
        }
        for (list, what) in [
            ("values", "value"),
            ("marks", "mark"),
            ("unit_numbers", "unit number"),
            ("unit_links", "link between units"),
        ] {
            for (at, name) in self.list(list) {
                self.warn_unused(&["system".into(), list.into(), at.into()], what, &name);
            }
        }
        for (table, what) in [
            ("properties", "property"),
            ("variables", "variable"),
            ("unit_variables", "unit variable"),
            ("space_variables", "space variable"),
            ("movement", "way of moving"),
        ] {
            for name in self.keys(table) {
                self.warn_unused(&["system".into(), table.into(), ValueStep::Name(&name)], what, &name);
            }
        }
    }

    /// Returns the names in a list of the system, with their positions.
    fn list(&self, list: &str) -> Vec<(usize, String)> {
        let nodes = self.system(list).and_then(Node::list).unwrap_or_default();
        nodes.iter().enumerate().filter_map(|(at, node)| Some((at, node.text()?.to_owned()))).collect()
    }

    fn keys(&self, table: &str) -> Vec<String> {
        self.system(table).and_then(Node::table).into_iter().flatten().map(|(key, _)| key.clone()).collect()
    }

    fn system(&self, key: &str) -> Option<&Node> {
        self.loaded.tree().get("system")?.get(key)
    }

    fn warn_unused(&mut self, path: &[ValueStep], what: &str, name: &str) {
        if !self.asked(name) {
            let near =
                self.names_in_scripts.near(name).map(|near| format!("; a rule mentions `{near}`")).unwrap_or_default();
            let help = format!("use `{name}` in a rule, or delete it{near}");
            self.warn("W402", path, format!("no rule uses the {what} `{name}`")).help = Some(help);
        }
    }

    fn absent(&mut self, path: &[ValueStep], message: String, name: &str) {
        self.warn("W401", path, message).help = Some(format!("put `{name}` on the map, or delete it"));
    }

    /// Checks all terrains except the first, which is the default for spaces to which the map assigns no terrain.
    fn terrains(&mut self) {
        let map = &self.loaded.content.map;
        for (at, name) in self.list("terrains").into_iter().skip(1) {
            if map.all().all(|space| map.terrain(space).index() != at) {
                self.absent(
                    &["system".into(), "terrains".into(), at.into()],
                    format!("no space has the terrain `{name}`"),
                    &name,
                );
            }
        }
    }

    fn features(&mut self) {
        let map = &self.loaded.content.map;
        for (at, name) in self.list("features") {
            let path = ["system".into(), "features".into(), at.into()];
            let bit = map.feature(&name).unwrap_or(0);
            if map.all().all(|space| map.links(space).iter().all(|link| link.features & bit == 0)) {
                self.absent(&path, format!("no border has the feature `{name}`"), &name);
            } else if !self.is_in_costs(&name) {
                self.warn_unused(&path, "feature", &name);
            }
        }
    }

    /// Warns of alliances to which only one side belongs.
    fn alliances(&mut self) {
        let sides = self.system("side").and_then(Node::list).unwrap_or_default();
        let all: Vec<Option<String>> =
            sides.iter().map(|side| Some(side.get("alliance")?.text()?.to_owned())).collect();
        for (at, own) in all.iter().enumerate().filter_map(|(at, own)| Some((at, own.as_deref()?))) {
            let others =
                all.iter().enumerate().filter(|(other, _)| *other != at).filter_map(|(_, word)| word.as_deref());
            if others.clone().all(|other| other != own) {
                let path = ["system".into(), "side".into(), at.into(), "alliance".into()];
                let warning = self.warn("W437", &path, format!("only one side is in the alliance `{own}`"));
                *warning = warning.clone().suggest(own, others);
                warning.help.get_or_insert_with(|| "remove `alliance`, or give it to an ally as well".to_owned());
            }
        }
    }

    /// Returns whether a feature appears in a table of costs.
    fn is_in_costs(&self, feature: &str) -> bool {
        let tables = self.system("movement").and_then(Node::table).into_iter().flatten();
        let mut costs = tables.map(|(_, entry)| &entry.node);
        costs.any(|way| {
            way.get("along").and_then(Node::text) == Some(feature)
                || ["across", "over"]
                    .iter()
                    .any(|table| way.get(table).is_some_and(|table| table.get(feature).is_some()))
        })
    }

    fn group(&mut self, list: &'static str, what: &str, at: usize, name: &str, is_there: bool) {
        let path = ["system".into(), list.into(), at.into()];
        match is_there {
            true => self.warn_unused(&path, what, name),
            false => self.absent(&path, format!("no space has the {what} `{name}`"), name),
        }
    }
}
