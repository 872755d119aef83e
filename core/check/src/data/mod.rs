//! Warnings about packs that load without errors: things that are never used, out of reach, or too late.
//!
//! * W401 and W402: declared names that nothing has or no rule uses
//! * W403 to W408: charts
//! * W409: spaces
//! * W410 and W417: units
//! * W411: options
//! * W412, W419 and W431: patches
//! * W413: files
//! * W414 and W416: cells
//! * W418: references to packs
//! * W437: alliances
//!
//! Other modules report W415 for the sequence of play and hooks, and W420 to W430, W436, W440 and W441 for scripts. A
//! comment `# allow(W402, "reason")` on the line, or alone on the line above, silences a warning ([`silence`]).

mod charts;
mod map;
mod option_settings;
mod references;
mod rules_text;
mod suppression;
mod units;
mod unused_files;
mod unused_names;

pub use option_settings::lint_choices;
pub use references::lint_references;
pub use rules_text::lint_rules_texts;
pub use suppression::{SuppressionResult, silence};
pub use unused_files::lint_files;

use grognard_engine::chart::Cell;
use grognard_packs::Diagnostic;
use grognard_packs::Loaded;
use grognard_packs::node::ValueStep;
use std::collections::BTreeSet;

/// The names that scripts mention.
pub trait NameIndex {
    /// Returns whether scripts mention a name, or can assemble it.
    fn says(&self, name: &str) -> bool;
    /// Returns the most similar name that scripts mention, or `None` if no name is similar enough.
    fn near(&self, name: &str) -> Option<String>;
    /// Returns the most similar string that scripts use in a comparison, or `None` if no string is similar enough.
    fn near_compared(&self, name: &str) -> Option<String>;
}

/// A battle that is being checked, and the names its scripts mention.
struct DataChecker<'a> {
    loaded: &'a Loaded,
    names_in_scripts: &'a dyn NameIndex,
    /// Words in chart cells and option values, which scripts may use to look things up.
    indirect: BTreeSet<&'a str>,
    diagnostics: Vec<Diagnostic>,
}

/// Returns the warnings about a loaded battle.
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
    /// Returns whether a rule may look up a name.
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
