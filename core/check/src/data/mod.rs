//! Warnings about packs that load: what is declared and never used, out of reach, or too late.
//!
//! The codes are W401 for what is declared and neither on the map nor among the units; W402 for what is declared and no
//! rule asks for; W403 to W408 for charts; W409 for spaces; W410 for units; W411 for options; W412 for patches; W413
//! for files; W414 and W416 for cells; W417 for values of units; W418 for names of packs; W419 for patches; W431 for
//! cells that patches set. Elsewhere W415 covers the sequence of play and hooks, and W420 to W430 and W436 cover
//! scripts. `# allow(W402, "reason")` on the line, or on a line of its own above it, silences a warning ([`silence`]).

mod charts;
mod map;
mod option_settings;
mod references;
mod suppression;
mod units;
mod unused_files;
mod unused_names;

pub use option_settings::lint_choices;
pub use references::lint_references;
pub use suppression::{SuppressionResult, silence};
pub use unused_files::lint_files;

use grognard_engine::chart::Cell;
use grognard_packs::Diagnostic;
use grognard_packs::Loaded;
use grognard_packs::node::ValueStep;
use std::collections::BTreeSet;

/// The names that scripts mention.
pub trait NameIndex {
    /// Whether they mention a name, or can assemble it.
    fn says(&self, name: &str) -> bool;
    /// The nearest name they mention, if it is near enough to be meant.
    fn near(&self, name: &str) -> Option<String>;
    /// The nearest string they compare something with, if it is near enough to be meant.
    fn near_compared(&self, name: &str) -> Option<String>;
}

/// A battle that is being checked, and the names its scripts mention.
struct DataChecker<'a> {
    loaded: &'a Loaded,
    names_in_scripts: &'a dyn NameIndex,
    /// Words in cells of charts and values of options, by which scripts may look things up.
    indirect: BTreeSet<&'a str>,
    diagnostics: Vec<Diagnostic>,
}

/// The warnings about a loaded battle.
pub fn lint(loaded: &Loaded, said: &dyn NameIndex) -> Vec<Diagnostic> {
    let cells = loaded.content.charts.iter().flat_map(|chart| &chart.cells).filter_map(|cell| match cell {
        Cell::Text(text) => Some(text.as_str()),
        Cell::Number(_) => None,
    });
    let values = loaded.system.options.values().flat_map(|option| &option.values).map(String::as_str);
    let mut scrutiny = DataChecker {
        loaded,
        names_in_scripts: said,
        indirect: cells.chain(values).collect(),
        diagnostics: Vec::new(),
    };
    scrutiny.words();
    scrutiny.charts();
    scrutiny.map();
    scrutiny.units();
    scrutiny.diagnostics
}

impl DataChecker<'_> {
    /// Whether a rule may ask for a name.
    fn asked(&self, name: &str) -> bool {
        self.names_in_scripts.says(name) || self.indirect.contains(name)
    }

    fn warn(&mut self, code: &'static str, path: &[ValueStep], message: String) -> &mut Diagnostic {
        let place = self.loaded.tree().locate(path).clone();
        self.diagnostics.push(Diagnostic::at(code, &place, message).warning());
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }
}
