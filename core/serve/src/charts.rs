//! Charts and paragraphs, as the page prints them.

use crate::play::Play;
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::chart::{Axis, Cell, Chart};
use serde_json::{Value, json};

impl Play {
    /// The charts in force.
    pub fn charts(&mut self, language: &str) -> Value {
        let content = self.session.battle.content.clone();
        let catalogue = self.catalogue(language);
        content.charts.iter().map(|printed| chart(printed, catalogue)).collect()
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

fn axis(axis: &Axis, catalogue: &Catalogue) -> Value {
    let keys: Vec<&str> = axis.keys.iter().map(|key| catalogue.name(key)).collect();
    json!({ "name": catalogue.name(&axis.name), "keys": keys })
}
