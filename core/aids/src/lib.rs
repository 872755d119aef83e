//! Player aids: charts, terrain, turn track, set-up, sequence of play, made from the packs that enforce the rules.
//!
//! [`make`] writes one page with everything, a page for each part, and pictures of map and counters. Whatever a mod
//! changed is marked, with a note that says which pack, what it was before, and why. All words of the pages are in
//! [`phrases`]; whatever comes from packs is escaped by the templates, and the pages need no other file.

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
mod sequence;
mod setup;
mod terrain;
mod track;
mod units;

pub use battle_content::BattleContent;

use maud::Markup;

/// A file of the aids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name: letters, digits, `-`, `_` and one dot.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A part of the aids, with a page of its own.
struct Section {
    /// Name of its file and anchor.
    name: String,
    title: String,
    body: Markup,
}

/// Makes all files; the first is `index.html`, which holds all parts.
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
    sections.extend(mod_changes::section(book));
    make_names_unique(&mut sections);
    let index = File { name: "index.html".into(), text: page::full_page(book, &sections) };
    let pages = sections
        .iter()
        .map(|section| File { name: format!("{}.html", section.name), text: page::single(book, section) });
    [index].into_iter().chain(pages).chain(picture::files(book)).collect()
}

/// Names of charts are those of files or come from patches: they become names of files that lead nowhere else.
fn file_name(text: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    text.chars().take(60).map(safe).collect()
}

/// Two parts of one name become two files.
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
