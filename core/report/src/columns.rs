//! Tabulates the games of an experiment: a row per game and variant, a column per statistic.

use grognard_lab::observation::Counts;
use grognard_lab::shard::{ShardFile, VariantGame};
use grognard_lab::sim::GameResult;
use std::collections::BTreeMap;

/// The values of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnValues {
    /// Whole numbers; `None` where a game has no value.
    Numbers(Vec<Option<i64>>),
    /// Strings; `None` where a game has no value.
    Texts(Vec<Option<String>>),
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name of the column.
    pub name: String,
    /// The values, one per row.
    pub values: ColumnValues,
}

/// Returns all games as columns, with the same facts as the lines of the file. The count of an event that did not occur
/// is 0. Points that a game does not report, and spaces held in turns that it did not reach, are `None`.
pub fn columns(file: &ShardFile) -> Vec<Column> {
    let names: Vec<&str> = file.head.experiment.variants.iter().map(|variant| variant.name.as_str()).collect();
    let games: Vec<(&str, &VariantGame)> =
        file.rows.iter().flat_map(|row| names.iter().copied().zip(&row.games)).collect();
    let texts = |name: &str, text: &dyn Fn(&(&str, &VariantGame)) -> Option<String>| Column {
        name: name.to_owned(),
        values: ColumnValues::Texts(games.iter().map(text).collect()),
    };
    let numbers = |name: &str, number: &dyn Fn(&VariantGame) -> i64| Column {
        name: name.to_owned(),
        values: ColumnValues::Numbers(games.iter().map(|(_, game)| Some(number(game))).collect()),
    };
    let mut all = vec![
        texts("variant", &|(name, _)| Some((*name).to_owned())),
        // The seed is stored bit for bit, because it may exceed the range of a signed number.
        numbers("seed", &|game| game.result.seed as i64),
        texts("winner", &|(_, game)| winners(&game.result)),
        texts("reason", &|(_, game)| Some(game.result.reason.clone())),
        numbers("turns", &|game| i64::from(game.result.turn)),
        numbers("decisions", &|game| i64::try_from(game.result.decisions).unwrap_or(i64::MAX)),
        texts("state", &|(_, game)| Some(game.result.state.to_string())),
    ];
    if games.iter().any(|(_, game)| game.result.grade.is_some()) {
        all.push(texts("grade", &|(_, game)| game.result.grade.clone()));
    }
    let mut seen: BTreeMap<String, Vec<Option<i64>>> = BTreeMap::new();
    for (at, (_, game)) in games.iter().enumerate() {
        for (name, number) in column_values(game, &file.head.experiment.sides) {
            let column = seen
                .entry(name)
                .or_insert_with_key(|name| vec![if is_count(name) { Some(0) } else { None }; games.len()]);
            column[at] = Some(number);
        }
    }
    all.extend(seen.into_iter().map(|(name, numbers)| Column { name, values: ColumnValues::Numbers(numbers) }));
    all
}

/// Returns the winners of a game; `None` for a draw.
fn winners(game: &GameResult) -> Option<String> {
    (!game.winner.is_draw()).then(|| game.winner.iter().map(String::as_str).collect::<Vec<_>>().join(" + "))
}

/// Returns the statistics of a game, by column name.
fn column_values(game: &VariantGame, sides: &[String]) -> Vec<(String, i64)> {
    let Some(seen) = &game.seen else { return Vec::new() };
    let counts = |kind: &'static str, counts: &Counts| {
        counts.iter().map(|(name, count)| (format!("{kind} {name}"), i64::from(*count))).collect::<Vec<(String, i64)>>()
    };
    let mut all = counts("lost", &seen.losses);
    all.extend(counts("column", &seen.columns));
    all.extend(counts("shift", &seen.shifts));
    all.extend(counts("paragraph", &seen.paragraphs));
    all.extend(seen.told.iter().map(|(words, number)| (format!("points {words}"), *number)));
    for (turn, held) in seen.territory.iter().enumerate() {
        all.extend(
            sides.iter().zip(held).map(|(side, held)| (format!("held {side} {:02}", turn + 1), i64::from(*held))),
        );
    }
    all
}

/// Returns whether a missing value means 0.
fn is_count(name: &str) -> bool {
    !name.starts_with("points ") && !name.starts_with("held ")
}

/// Writes the games as a Parquet file; `None` if the program was built without the `parquet` feature.
#[cfg(feature = "parquet")]
pub fn parquet(file: &ShardFile) -> Option<std::io::Result<Vec<u8>>> {
    Some(crate::parquet::bytes(&columns(file)).map_err(std::io::Error::other))
}

/// Writes the games as a Parquet file; `None` if the program was built without the `parquet` feature.
#[cfg(not(feature = "parquet"))]
pub fn parquet(_: &ShardFile) -> Option<std::io::Result<Vec<u8>>> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_lab::shard::{Experiment, SeedRow, ShardPart};

    fn file() -> ShardFile {
        let lock = serde_json::json!({ "api": "0.1", "packs": [], "options": {}, "rules_hash": "b3:0" });
        let variant = |name: &str| serde_json::json!({ "name": name, "changes": [], "mods": [], "options": [], "cells": [], "players": {}, "lock": lock });
        let experiment: Experiment = serde_json::from_value(serde_json::json!({
            "format": 1, "scenario": "x", "sides": ["red", "blue"], "seed": 7, "games": 2, "observed": true,
            "variants": [variant("a"), variant("b")],
        }))
        .expect("an experiment");
        let game = |seed: u64, winner: Option<&str>, seen: serde_json::Value| {
            let state = "0".repeat(16);
            serde_json::json!({ "seed": seed, "winner": winner, "reason": "r", "decisions": 5, "turn": 3, "state": state, "seen": seen })
        };
        let lost = serde_json::json!({ "losses": { "red tank": 2 }, "columns": {}, "shifts": {}, "paragraphs": {},
            "told": { "points": -4 }, "territory": [[3, 4]] });
        let none = serde_json::json!({ "losses": {}, "columns": {}, "shifts": {}, "paragraphs": {}, "told": {},
            "territory": [] });
        let mut file = ShardFile::begin(&experiment, ShardPart::WHOLE);
        for seed in [7, 8] {
            let games =
                serde_json::json!({ "games": [game(seed, Some("red"), lost.clone()), game(seed, None, none.clone())] });
            file.add(serde_json::from_value::<SeedRow>(games).expect("a row"), &[]);
        }
        file
    }

    fn column<'a>(all: &'a [Column], name: &str) -> &'a ColumnValues {
        &all.iter().find(|column| column.name == name).unwrap_or_else(|| panic!("{name}")).values
    }

    #[test]
    fn every_game_is_a_row_and_what_did_not_happen_is_told_apart_from_what_is_not_known() {
        let all = columns(&file());
        let texts =
            |all: [Option<&str>; 4]| ColumnValues::Texts(all.iter().map(|text| text.map(str::to_owned)).collect());
        assert_eq!(column(&all, "variant"), &texts([Some("a"), Some("b"), Some("a"), Some("b")]));
        assert_eq!(column(&all, "winner"), &texts([Some("red"), None, Some("red"), None]));
        assert_eq!(column(&all, "seed"), &ColumnValues::Numbers(vec![Some(7), Some(7), Some(8), Some(8)]));
        assert_eq!(column(&all, "lost red tank"), &ColumnValues::Numbers(vec![Some(2), Some(0), Some(2), Some(0)]));
        assert_eq!(column(&all, "points points"), &ColumnValues::Numbers(vec![Some(-4), None, Some(-4), None]));
        assert_eq!(column(&all, "held blue 01"), &ColumnValues::Numbers(vec![Some(4), None, Some(4), None]));
        assert_eq!(parquet(&file()).is_some(), cfg!(feature = "parquet"));
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn what_is_read_from_a_parquet_file_is_what_was_written() {
        use ::parquet::file::reader::{FileReader, SerializedFileReader};
        use ::parquet::record::Field;
        let bytes = parquet(&file()).expect("Parquet").expect("a file");
        let mut written = tempfile::tempfile().expect("a file");
        std::io::Write::write_all(&mut written, &bytes).expect("room");
        let reader = SerializedFileReader::new(written).expect("a Parquet file");
        let rows: Vec<Vec<(String, Field)>> =
            reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row").into_columns()).collect();
        assert_eq!(rows.len(), 4);
        let field = |row: usize, name: &str| {
            rows[row].iter().find(|(column, _)| column == name).map(|(_, field)| field.clone())
        };
        assert_eq!(field(0, "winner"), Some(Field::Str("red".into())));
        assert_eq!(field(1, "winner"), Some(Field::Null));
        assert_eq!(field(2, "seed"), Some(Field::Long(8)));
        assert_eq!((field(0, "points points"), field(1, "points points")), (Some(Field::Long(-4)), Some(Field::Null)));
        assert_eq!(field(3, "lost red tank"), Some(Field::Long(0)));
    }
}
