//! The translatable strings in the data of a battle.

use super::Text;
use crate::library::{Library, Pack};
use crate::load::Loaded;
use crate::node::{Node, Value};
use crate::schema::Kind;
use crate::source::SourceSpan;
use crate::tree::GUIDE;
use grognard_engine::catalogue::TextKind;

/// Returns every string in the data of a battle that players can read, after patches.
pub fn texts(library: &Library, loaded: &Loaded) -> Vec<Text> {
    let mut found = TextFinder::default();
    let file = |name: &str| loaded.tree().get(name);
    found.system(file("system"));
    found.sequence(file("sequence"));
    found.values(file("map").and_then(|map| map.get("titles")));
    for table in ["waters", "courses"] {
        found.keys(file("map").and_then(|map| map.get(table)));
    }
    for table in ["panel", "area", "point", "box"] {
        found.each(file("map").and_then(|map| map.get(table)), "title");
    }
    found.each(file("units").and_then(|units| units.get("unit")), "name");
    found.each(file("units").and_then(|units| units.get("unit")), "title");
    found.each_of(TextKind::Paragraph, file("units").and_then(|units| units.get("unit")), "text");
    let is_shown = |name: &str| loaded.content.shown_charts().any(|chart| chart.name == name);
    let charts = file("charts").and_then(Node::table).into_iter().flatten();
    for (_, chart) in charts.filter(|(name, _)| is_shown(name)) {
        found.value(chart.node.get("title"));
        found.all(chart.node.get("cells"));
        for axis in ["rows", "columns"].map(|axis| chart.node.get(axis)) {
            found.value(axis.and_then(|axis| axis.get("name")));
            found.all(axis.and_then(|axis| axis.get("keys")));
        }
        found.sentences(chart.node.get("meaning"));
        found.value(chart.node.get("below").and_then(|below| below.get("text")));
        for shift in chart.node.get("shifts").and_then(Node::list).into_iter().flatten() {
            found.text(TextKind::Reason, shift.get("reason").or_else(|| shift.get("name")));
        }
    }
    found.each_of(TextKind::Paragraph, file("options"), "label");
    let history = file("scenario").and_then(|scenario| scenario.get("history"));
    found.each(history.and_then(|history| history.get("taken")), "date");
    found.sentence(history.and_then(|history| history.get("source")));
    let guides = loaded.files.iter().flat_map(|pack| &pack.files).filter(|(name, _)| name == GUIDE);
    for (_, source) in guides {
        found.guide(&Node::parse(source).0);
    }
    for pack in loaded.system.packs.iter().filter_map(|id| library.get(id)) {
        found.pack(pack);
    }
    found.texts
}

#[derive(Default)]
struct TextFinder {
    texts: Vec<Text>,
}

impl TextFinder {
    fn add(&mut self, kind: TextKind, text: &str, place: &SourceSpan) {
        self.texts.push(Text { kind: Some(kind), text: text.to_owned(), place: place.clone() });
    }

    /// Adds a value as a name, if it is a string.
    fn value(&mut self, node: Option<&Node>) {
        self.text(TextKind::Name, node);
    }

    /// Adds a value as a text of some kind, if it is a string.
    fn text(&mut self, kind: TextKind, node: Option<&Node>) {
        if let Some(node) = node
            && let Value::Text(text) = &node.value
        {
            self.add(kind, text, &node.place);
        }
    }

    /// Adds every string in lists and tables, however deeply nested.
    fn all(&mut self, node: Option<&Node>) {
        self.value(node);
        node.and_then(Node::list).into_iter().flatten().for_each(|node| self.all(Some(node)));
        self.values(node);
    }

    /// Adds every string in the values of a table.
    fn values(&mut self, node: Option<&Node>) {
        node.and_then(Node::table).into_iter().flatten().for_each(|(_, entry)| self.all(Some(&entry.node)));
    }

    /// Adds the keys of a table.
    fn keys(&mut self, node: Option<&Node>) {
        node.and_then(Node::table)
            .into_iter()
            .flatten()
            .for_each(|(name, entry)| self.add(TextKind::Name, name, &entry.key));
    }

    /// Adds the value under `key` of every table in a list, or in a table of tables.
    fn each(&mut self, node: Option<&Node>, key: &str) {
        self.each_of(TextKind::Name, node, key);
    }

    fn each_of(&mut self, kind: TextKind, node: Option<&Node>, key: &str) {
        node.and_then(Node::list).into_iter().flatten().for_each(|item| self.text(kind, item.get(key)));
        node.and_then(Node::table).into_iter().flatten().for_each(|(_, entry)| self.text(kind, entry.node.get(key)));
    }

    /// Adds a value as a sentence, if it is a string.
    fn sentence(&mut self, node: Option<&Node>) {
        self.text(TextKind::Paragraph, node);
    }

    /// Adds the sentences in a table.
    fn sentences(&mut self, node: Option<&Node>) {
        node.and_then(Node::table).into_iter().flatten().for_each(|(_, entry)| self.sentence(Some(&entry.node)));
    }

    fn guide(&mut self, guide: &Node) {
        self.sentence(guide.get("title"));
        ["text", "hint"].iter().for_each(|key| self.each_of(TextKind::Paragraph, guide.get("step"), key));
    }

    fn system(&mut self, system: Option<&Node>) {
        let part = |name: &str| system.and_then(|system| system.get(name));
        for list in ["terrains", "features", "tags", "values", "edges", "marks"] {
            self.all(part(list));
        }
        let headings = part("headings").and_then(Node::list).into_iter().flatten();
        headings.for_each(|heading| self.text(TextKind::Label, Some(heading)));
        let titles = part("titles").and_then(Node::table).into_iter().flatten();
        titles.for_each(|(_, entry)| self.value(Some(&entry.node)));
        self.each(part("side"), "name");
        self.each(part("side"), "adjective");
        self.each(part("side"), "plural");
        self.each(part("unit_type"), "name");
        self.each(part("unit_type"), "title");
        self.keys(part("properties"));
        self.keys(part("movement"));
        self.each(part("layers"), "title");
        self.each(part("policies"), "title");
        self.each(part("characters"), "title");
    }

    fn sequence(&mut self, sequence: Option<&Node>) {
        let part = |name: &str| sequence.and_then(|sequence| sequence.get(name));
        self.each(part("setup"), "name");
        self.each(part("player_turn"), "name");
        for turn in part("player_turn").and_then(Node::list).into_iter().flatten() {
            self.each(turn.get("phase"), "name");
        }
    }

    /// Adds the name, summary and goal of a pack, and the paragraphs of its rulebook.
    fn pack(&mut self, pack: &Pack) {
        let manifest = &pack.manifest;
        let kind = if manifest.kind == Kind::Scenario { TextKind::Name } else { TextKind::Paragraph };
        self.add(kind, &manifest.name, pack.place(&["name".into()]));
        for (key, text) in [("summary", &manifest.summary), ("goal", &manifest.goal)] {
            text.iter().for_each(|text| self.add(TextKind::Paragraph, text, pack.place(&[key.into()])));
        }
        for paragraph in pack.declared_paragraphs() {
            self.add(TextKind::Paragraph, &paragraph.title, &paragraph.title_place);
        }
    }
}
