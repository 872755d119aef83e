//! Characters: agents that judge positions by other weights than those of their system.

use crate::battle::Battle;
use grognard_engine::chart::Cell;
use grognard_engine::content::Content;
use grognard_engine::decision::Refusal;
use std::sync::Arc;

/// Returns the battle with the weights of a character. Refuses if the system declares no such character.
pub(super) fn seen(battle: &Battle, name: &str) -> Result<Arc<Content>, Refusal> {
    let all = &battle.system.characters;
    let character = all.get(name).ok_or_else(|| {
        let known: Vec<&str> = all.keys().map(String::as_str).collect();
        Refusal::plain(match known[..] {
            [] => format!("this system declares no characters, so an agent cannot be `{name}`"),
            _ => format!("this system has no character `{name}`; it has {}", known.join(", ")),
        })
    })?;
    let mut content = (*battle.content).clone();
    if let Some(chart) = content.charts.iter_mut().find(|chart| chart.name == character.chart) {
        let columns = chart.columns.keys.len();
        for (row, percent) in &character.percent {
            let Some(row) = chart.rows.keys.iter().position(|key| key == row) else { continue };
            for cell in chart.cells.iter_mut().skip(row * columns).take(columns) {
                if let Cell::Number(weight) = cell {
                    let changed = i64::from(*weight) * i64::from(*percent) / 100;
                    *weight = i32::try_from(changed).unwrap_or(*weight);
                }
            }
        }
    }
    Ok(Arc::new(content))
}
