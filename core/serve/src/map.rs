//! The map as the page needs it: a picture without counters, and where everything is.

use crate::play::Play;
use grognard_board::svg::{self, SvgOptions};
use grognard_engine::catalogue::TextKind;
use grognard_packs::Kind;
use serde_json::{Value, json};

/// The breadth of the key, in hexes: its letters are legible in the panel of the page.
const KEY_HEXES: i64 = 4;

impl Play {
    /// The map without counters.
    pub fn map_picture(&mut self, language: &str) -> String {
        let content = self.session.battle.content.clone();
        let catalogue = self.catalogue(language);
        svg::ground(&content, &SvgOptions { catalogue, ..SvgOptions::default() })
    }

    /// What the signs on the map mean, drawn to fit beside it.
    pub fn key_picture(&mut self, language: &str) -> String {
        let content = self.session.battle.content.clone();
        let catalogue = self.catalogue(language);
        svg::key(&content, &SvgOptions { catalogue, ..SvgOptions::default() }, KEY_HEXES)
    }

    /// Where everything is, and what there is to show.
    pub fn map(&mut self, language: &str) -> Value {
        let battle = self.session.battle.clone();
        let told = self.tongues.library().find(Kind::Scenario, &battle.request.scenario).ok();
        let (summary, goal) = told.map_or((None, None), |pack| (pack.manifest.summary.clone(), pack.manifest.goal.clone()));
        let catalogue = self.catalogue(language);
        let content = &battle.content;
        let places = svg::places(content, &SvgOptions { catalogue, ..SvgOptions::default() });
        let mut map = serde_json::to_value(places).unwrap_or_default();
        let adjective = |at: usize| battle.system.adjectives.get(at).map(|adjective| catalogue.name(adjective));
        let side = |(at, (id, name)): (usize, (_, &str))| {
            let [fill, ink, flag] = svg::colours(content, id).map(|colour| colour.to_string());
            json!({ "name": name, "text": catalogue.name(name), "adjective": adjective(at), "fill": fill, "ink": ink, "flag": flag })
        };
        map["field"] = content.map.field().map_or(Value::Null, |field| {
            json!({
                "table": content.map.names.name(field.table),
                "size": field.size,
                "lattice": field.lattice,
                "scale": field.scale,
                "unit": catalogue.name(&content.dress.length),
                "drawn": svg::SCALE,
            })
        });
        map["sides"] = content.sides.iter().enumerate().map(side).collect();
        let text = |text: Option<String>| text.map(|text| catalogue.text(TextKind::Paragraph, &text).to_owned());
        (map["summary"], map["goal"]) = (json!(text(summary)), json!(text(goal)));
        map["charts"] = content.charts.iter().map(|chart| json!({ "name": chart.name, "title": catalogue.name(&chart.title) })).collect();
        let layers = battle.system.layers.iter();
        map["layers"] =
            layers.map(|layer| json!({ "name": layer.name, "title": catalogue.name(&layer.title), "rule": layer.rule })).collect();
        map
    }
}
