//! Charts and paragraphs, as the page prints them.

use crate::play::Play;
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::chart::{Axis, Cell, Chart};
use grognard_lab::Battle;
use grognard_packs::node::Node;
use serde_json::{Value, json};

impl Play {
    /// The charts in force.
    pub fn charts(&mut self, language: &str) -> Value {
        let battle = self.session.battle.clone();
        let catalogue = self.catalogue(language);
        let printed = |printed: &Chart| {
            let mut value = chart(printed, catalogue);
            value["meanings"] = meanings(&battle, &printed.name, catalogue);
            value
        };
        battle.content.charts.iter().map(printed).collect()
    }

    /// The paragraphs of the rulebook, with their subjects in our words.
    pub fn rules(&mut self, language: &str) -> Value {
        let system = self.session.battle.system.clone();
        let catalogue = self.catalogue(language);
        let title = |title: &str| catalogue.text(TextKind::Paragraph, title).to_owned();
        let all = system.paragraphs.iter();
        all.map(|paragraph| json!({ "number": paragraph.number, "title": title(&paragraph.title) })).collect()
    }
}

fn chart(chart: &Chart, catalogue: &Catalogue) -> Value {
    let columns = chart.columns.keys.len().max(1);
    let cell = |cell: &Cell| match cell {
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => catalogue.name(text).to_owned(),
    };
    let below = chart.below.as_ref().map(|below| json!({ "text": catalogue.name(&below.text), "rule": below.rule }));
    json!({
        "name": chart.name,
        "title": catalogue.name(&chart.title),
        "rule": chart.rule,
        "rows": axis(&chart.rows, catalogue),
        "columns": axis(&chart.columns, catalogue),
        "cells": chart.cells.chunks(columns).map(|row| row.iter().map(cell).collect::<Value>()).collect::<Value>(),
        "below": below,
    })
}

/// What results mean, in the order in which the chart lists them. Rules do not read it, so it stands in the data alone.
fn meanings(battle: &Battle, chart: &str, catalogue: &Catalogue) -> Value {
    let part = |key: &str| battle.tree.root().get("charts")?.get(chart)?.get(key);
    let listed: Vec<&str> = part("values").and_then(Node::list).unwrap_or_default().iter().filter_map(Node::text).collect();
    let meaning = part("meaning").and_then(Node::table).into_iter().flatten();
    let mut all: Vec<(&str, &str)> = meaning.filter_map(|(result, entry)| Some((result.as_str(), entry.node.text()?))).collect();
    all.sort_by_key(|(result, _)| listed.iter().position(|known| known == result).unwrap_or(usize::MAX));
    all.iter().map(|(result, text)| json!({ "result": catalogue.name(result), "text": catalogue.name(text) })).collect()
}

fn axis(axis: &Axis, catalogue: &Catalogue) -> Value {
    let keys: Vec<&str> = axis.keys.iter().map(|key| catalogue.name(key)).collect();
    json!({ "name": catalogue.name(&axis.name), "keys": keys })
}
