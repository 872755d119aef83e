//! What is odd in packs that load: declared and never used, out of reach, too late. Everything here is a warning.
//!
//! Codes: W401 declared and nowhere on the map or among the units; W402 declared and asked for by nobody; W403 to W408
//! charts; W409 spaces; W410 units; W411 options; W412 patches; W413 files; W414 and W416 cells; W417 values of units;
//! W418 names of packs; W419 patches; W431 cells that patches set. The lab adds W415 for the sequence of play and
//! hooks, and W420 to W430 and W436 for scripts. `# allow(W402, "reason")` on the line, or on a line of its own above
//! it, silences a warning ([`silence`]).

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

/// The names that scripts say.
pub trait NameIndex {
    /// Whether they say a name, or may put it together.
    fn says(&self, name: &str) -> bool;
    /// The nearest they say, if it is near enough to be meant.
    fn near(&self, name: &str) -> Option<String>;
    /// The nearest they compare something with, if it is near enough to be meant.
    fn near_compared(&self, name: &str) -> Option<String>;
}

/// A battle under scrutiny, and the names its scripts say.
struct DataChecker<'a> {
    loaded: &'a Loaded,
    names_in_scripts: &'a dyn NameIndex,
    /// Words in the cells of charts and values of options: scripts may look things up by them.
    indirect: BTreeSet<&'a str>,
    diagnostics: Vec<Diagnostic>,
}

/// What is odd in a loaded battle.
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
