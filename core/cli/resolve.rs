//! `grognard resolve`: prints the final value at a path, after all packs.

use crate::failure::Failure;
use crate::scenario_arg::ScenarioArg;
use crate::screen::Screen;
use grognard_packs::node::Node;
use serde_json::json;
use std::path::PathBuf;

/// Print the final value at a path: a number, a table or a whole chart.
#[derive(clap::Args)]
pub struct Args {
    /// Path of the value, such as `charts.crt` or `map.terrain.forest`.
    path: String,
    #[command(flatten)]
    which: ScenarioArg,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Prints the value.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let battle = self.which.load(roots)?;
        let node = battle.tree.find(&self.path).map_err(Failure::usage)?.node;
        if self.json {
            return screen.json(&json!({ "path": self.path, "value": node.json() }));
        }
        screen.say(&chart(node, screen).unwrap_or_else(|| node.toml()))
    }
}

/// Formats a chart as a text table, with the keys of rows and columns.
fn chart(node: &Node, screen: &Screen) -> Option<String> {
    let axis = |name: &str| -> Option<(String, Vec<String>)> {
        let axis = node.get(name)?;
        Some((plain(axis.get("name")?), axis.get("keys")?.list()?.iter().map(plain).collect()))
    };
    let ((row_name, rows), (column_name, columns)) = (axis("rows")?, axis("columns")?);
    let cells = node.get("cells")?.list()?;
    let mut lines = vec![std::iter::once(format!("{row_name} \\ {column_name}")).chain(columns).collect::<Vec<_>>()];
    for (key, row) in rows.iter().zip(cells) {
        lines.push(std::iter::once(key.clone()).chain(row.list()?.iter().map(plain)).collect());
    }
    let width =
        |column: usize| lines.iter().filter_map(|line| Some(line.get(column)?.chars().count())).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines.iter().map(Vec::len).max()?).map(width).collect();
    let pad = |line: &Vec<String>| -> String {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    let title = node.get("title").map(plain).unwrap_or_default();
    let rule = node.get("rule").map(|rule| format!(" ({})", plain(rule))).unwrap_or_default();
    Some(format!("{}{rule}\n{}", screen.bold(&title), lines.iter().map(pad).collect::<String>()))
}

fn plain(node: &Node) -> String {
    node.text().map_or_else(|| node.to_string(), str::to_owned)
}
