//! Player aids: charts, terrain, turn track, set-up and sequence of play, made from the packs that enforce the rules.
//!
//! [`make`] creates a page with everything, a page for each part, and pictures of the map and the counters. Everything
//! changed by a mod is marked, with a note that states the pack, the old value and the reason. All phrases on the pages
//! are in [`phrases`]. The templates escape strings from packs, and the pages need no other files.

#![forbid(unsafe_code)]

mod battle_content;
mod chart;
mod data_changes;
pub mod effects;
mod mod_changes;
mod notes;
mod options;
mod page;
mod paragraphs;
pub mod phrases;
mod picture;
mod rules;
mod sequence;
mod setup;
mod terrain;
mod track;
mod units;

pub use battle_content::BattleContent;

use maud::Markup;

/// An output file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The name of the file, consisting of letters, digits, `-`, `_` and a single dot.
    pub name: String,
    /// The contents of the file.
    pub text: String,
}

/// A part of the aids, shown on the full page and on a page of its own.
struct Section {
    /// The name used for the part's file and anchor.
    name: String,
    title: String,
    body: Markup,
}

/// Creates all files. The first is `index.html`, which contains all parts.
pub fn make(book: &BattleContent) -> Vec<File> {
    let mut sections = chart::sections(book);
    sections.extend([
        terrain::section(book),
        track::section(book),
        setup::section(book),
        sequence::section(book),
        options::section(book),
        paragraphs::section(book),
    ]);
    sections.extend(rules::section(book));
    sections.extend(mod_changes::section(book));
    make_names_unique(&mut sections);
    let index = File { name: "index.html".into(), text: page::full_page(book, &sections) };
    let pages = sections
        .iter()
        .map(|section| File { name: format!("{}.html", section.name), text: page::single(book, section) });
    [index].into_iter().chain(pages).chain(picture::files(book)).collect()
}

/// Turns a chart's name, which may come from a patch, into a safe file name.
fn file_name(text: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    text.chars().take(60).map(safe).collect()
}

/// Makes the names of parts unique, so that each has its own file.
fn make_names_unique(sections: &mut [Section]) {
    for at in 1..sections.len() {
        let plain = sections[at].name.clone();
        for copy in 2.. {
            if sections[..at].iter().all(|other| !other.name.eq_ignore_ascii_case(&sections[at].name)) {
                break;
            }
            sections[at].name = format!("{plain}-{copy}");
        }
    }
}
