//! What the checker says, at its place and in the form all diagnostics have.

use crate::adapted::Adapted;
use crate::words::{Names, Wording, wording};
use crate::{File, Request};
use grognard_packs::Diagnostic;
use grognard_packs::source::{Place, Source};
use serde::{Deserialize, Serialize};

/// One complaint of the checker about a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    /// The number of the file.
    pub file: usize,
    /// The first byte it is about: its line and its number in the line, both from 0.
    pub first: (usize, usize),
    /// The byte behind the last one, likewise.
    pub last: (usize, usize),
    /// What the checker says.
    pub text: String,
}

/// The complaints in our words. What the checker says about sound scripts is left out, and so is what it says twice.
pub(crate) fn diagnose(complaints: &[Complaint], request: &Request) -> Vec<Diagnostic> {
    let names = Names::of(request);
    let mut found: Vec<Diagnostic> = Vec::new();
    for complaint in complaints {
        let Some(file) = request.files.get(complaint.file) else { continue };
        let diagnostic = complaint.diagnose(file, &names);
        let is_new = |new: &Diagnostic| found.iter().all(|old| (&old.file, old.span.start) != (&new.file, new.span.start));
        found.extend(diagnostic.filter(is_new));
    }
    found
}

impl Complaint {
    /// The complaint at its place in the author's text; nothing when it begins where he wrote nothing.
    pub(crate) fn original(self, adapted: &Adapted, source: &str) -> Option<Complaint> {
        let [first, last] = [self.first, self.last].map(|place| adapted.original(offset(&adapted.source, place)));
        let (first, last) = (first?, last.or(first)?);
        Some(Complaint { first: place(source, first), last: place(source, last), ..self })
    }

    fn diagnose(&self, file: &File, names: &Names) -> Option<Diagnostic> {
        let start = offset(&file.source, self.first);
        let end = offset(&file.source, self.last).max(start);
        let marked = file.source.get(start..end).unwrap_or_default();
        let Wording { code, message, expected, help } = wording(&self.text, marked, names)?;
        let place = Place { source: Source::new(&file.path, &file.source), span: start..end };
        let mut diagnostic = Diagnostic::at(code, &place, message);
        diagnostic.expected = expected;
        diagnostic.help = help;
        Some(diagnostic)
    }
}

/// The byte of a text at a line and a byte in it.
fn offset(text: &str, (line, column): (usize, usize)) -> usize {
    let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    (before + column).min(text.len())
}

/// The line of a byte and its number in the line.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    (before.iter().filter(|byte| **byte == b'\n').count(), before.len() - start)
}
