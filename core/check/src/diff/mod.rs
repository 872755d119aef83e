//! The differences between two battles, as sentences.
//!
//! Each battle is split into facts about subjects (a hex, a unit, a phase, a row of a chart). Facts that differ become
//! sentences. Data that none of these modules covers is compared key by key, so that nothing is left out.

mod charts;
mod fact;
mod map;
mod options;
mod other_data;
mod rules;
mod sentence;
mod sequence;
mod units;

pub use fact::{Difference, FactGroup};
pub use sentence::sentences;

use fact::FactSection;
use grognard_packs::Diagnostic;
use grognard_play::{Battle, diagnose};

/// Returns all differences between two battles.
pub fn diff(a: &Battle, b: &Battle) -> Result<Vec<Difference>, Vec<Diagnostic>> {
    let sections: [fn(&Battle) -> FactSection; 7] = [
        map::spaces,
        map::borders,
        units::units,
        charts::calendar,
        charts::charts,
        sequence::phases,
        rules::paragraphs,
    ];
    let mut found: Vec<Difference> =
        sections.iter().flat_map(|section| fact::compare(&section(a), &section(b))).collect();
    found.extend(rules::compare(a, b).map_err(|(battle, error)| diagnose(&[error], &battle.scripts))?);
    let mut options = fact::compare(&options::options(a), &options::options(b));
    options
        .iter_mut()
        .for_each(|difference| options::add_label(difference, if difference.b.is_some() { b } else { a }));
    found.append(&mut options);
    found.extend(other_data::compare(a, b));
    found.iter_mut().for_each(|difference| difference.locate(a, b));
    found.sort_by_key(|difference| difference.group);
    Ok(found)
}
