//! The checker's complaints with their positions, and their conversion to diagnostics.

use crate::adapted_script::AdaptedScript;
use crate::complaint_text::{ComplaintText, TypeNames, with_a_point, wording};
use crate::{File, TypeCheckRequest};
use grognard_luau::{ApiChange, Script, Sign, api_changes};
use grognard_packs::Diagnostic;
use grognard_packs::source::{Source, SourceSpan};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The checker's complaint about part of a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    /// The index of the file.
    pub file: usize,
    /// The position of the first byte: a line, and a byte within the line, both from 0.
    pub first: (usize, usize),
    /// The position after the last byte, in the same form as `first`.
    pub last: (usize, usize),
    /// The kind of complaint.
    pub kind: Kind,
    /// The checker's message.
    pub text: String,
}

/// A kind of complaint, with the names and types that are known independently of the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A value of the wrong type.
    Mismatch {
        /// The required type.
        wanted: String,
        /// The type of the value.
        given: String,
    },
    /// A field that a type does not have.
    NoField {
        /// The type.
        of: String,
        /// The field.
        name: String,
    },
    /// A table without a field that the required type has.
    Lacks {
        /// The required type.
        of: String,
        /// The type of the table.
        given: String,
        /// The field.
        name: String,
    },
    /// A type that does not exist.
    NoType(String),
    /// A call to a value that is not a function, with the type of the value.
    NotCallable(String),
    /// A value that may be nil.
    MaybeNil,
    /// A function that may end without returning a value.
    NoReturn,
    /// An operator with operands of the wrong types.
    Operator,
    /// Two values that cannot be compared.
    Comparison,
    /// A call with too many or too few arguments.
    Arguments,
    /// Anything else.
    Other,
}

/// Converts complaints to diagnostics, leaving out false positives and duplicates.
pub(crate) fn diagnose(complaints: &[Complaint], request: &TypeCheckRequest) -> Vec<Diagnostic> {
    let names = TypeNames::of(request);
    let scripts: Vec<Script> = request.files.iter().map(|file| Script::or_empty(&file.source)).collect();
    let mut found: Vec<Diagnostic> = Vec::new();
    let is_new = |found: &[Diagnostic], new: &Diagnostic| {
        found.iter().all(|old| (&old.file, old.span.start) != (&new.file, new.span.start))
    };
    let pointed: Vec<_> =
        complaints.iter().map(|complaint| complaint.with_a_point(request.files.get(complaint.file)?, &names)).collect();
    for (complaint, call) in complaints.iter().zip(&pointed) {
        let Some(file) = request.files.get(complaint.file) else { continue };
        let start = offset(&file.source, complaint.first);
        // If a call as a whole is wrong, all other complaints within it are consequences.
        let is_within = |(other, call): (&Complaint, &Option<(Diagnostic, Range<usize>)>)| {
            other.file == complaint.file && call.as_ref().is_some_and(|(_, bytes)| bytes.contains(&start))
        };
        let diagnostic = match call {
            Some((call, _)) => Some(call.clone()),
            None if complaints.iter().zip(&pointed).any(is_within) => None,
            None => complaint.diagnose(file, &names).map(|diagnostic| {
                match complaint.old_form(&scripts[complaint.file], start) {
                    Some(change) => diagnostic.help(change.message()),
                    None => diagnostic,
                }
            }),
        };
        found.extend(diagnostic.filter(|new| is_new(&found, new)));
    }
    found
}

impl Complaint {
    /// Maps the complaint back to its position in the author's source; `None` if it begins in inserted code.
    pub(crate) fn original(self, adapted: &AdaptedScript, source: &str) -> Option<Complaint> {
        let [first, last] = [self.first, self.last].map(|place| adapted.original(offset(&adapted.source, place)));
        let (first, last) = (first?, last.or(first)?);
        Some(Complaint { first: place(source, first), last: place(source, last), ..self })
    }

    /// If a method is called with a dot, returns the diagnostic for that mistake and the range of the call.
    fn with_a_point(&self, file: &File, names: &TypeNames) -> Option<(Diagnostic, Range<usize>)> {
        let (start, end) = (offset(&file.source, self.first), offset(&file.source, self.last));
        let callee = if self.kind == Kind::Arguments { end } else { self.before_first_argument(file, names, start)? };
        let before = file.source.get(..callee)?;
        let (receiver, method) = names.call_with_dot(before)?;
        let begin = callee - receiver.len() - 1 - method.len();
        let place = SourceSpan { source: Source::new(&file.path, &file.source), span: begin..callee };
        let ComplaintText { code, message, help, .. } = with_a_point(receiver, method);
        let diagnostic = Diagnostic::at(code, &place, message).help(help.unwrap_or_default());
        Some((diagnostic, begin..callee + call_length(&file.source[callee..])))
    }

    /// Returns the end of the called function's name if the first argument should be an API object but is not.
    fn before_first_argument(&self, file: &File, names: &TypeNames, start: usize) -> Option<usize> {
        let Kind::Mismatch { wanted, .. } = &self.kind else { return None };
        let before = file.source.get(..start)?.trim_end().strip_suffix('(')?.trim_end();
        names.has_methods(wanted).then_some(before.len())
    }

    /// Returns the API change that made the call invalid, if there is one.
    fn old_form(&self, script: &Script, at: usize) -> Option<&'static ApiChange> {
        let call = script.calls().filter(|call| call.span.contains(&at)).min_by_key(|call| call.span.len())?;
        let is_here =
            |number: usize| call.arguments.get(number - 1).is_some_and(|argument| argument.span.contains(&at));
        let mut changes = api_changes(script, call).into_iter().filter(|change| !change.is_new_form(call));
        changes.find(|change| match change.sign {
            Sign::Any | Sign::AnyOfOwner => self.text.contains(&format!("'{}'", change.method)),
            Sign::Count(count) => call.arguments.len() >= count,
            Sign::Number(number) => is_here(number) && self.text.contains("'number'"),
            Sign::String(number) => is_here(number) && self.text.contains("'string'"),
        })
    }

    fn diagnose(&self, file: &File, names: &TypeNames) -> Option<Diagnostic> {
        let start = offset(&file.source, self.first);
        let end = offset(&file.source, self.last).max(start);
        let marked = file.source.get(start..end).unwrap_or_default();
        let ComplaintText { code, message, expected, help } = wording(&self.kind, &self.text, marked, names)?;
        let place = SourceSpan { source: Source::new(&file.path, &file.source), span: start..end };
        let mut diagnostic = Diagnostic::at(code, &place, message);
        diagnostic.expected = expected;
        diagnostic.help = help;
        Some(diagnostic)
    }
}

/// Returns the length of a call's arguments, including the parentheses.
fn call_length(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut quote = None;
    for (at, sign) in text.char_indices() {
        match (quote, sign) {
            (Some(open), sign) if sign == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(sign),
            (None, '(') => depth += 1,
            (None, ')') if depth <= 1 => return at + 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Converts a line, and a byte within the line, to a byte offset in the source.
fn offset(text: &str, (line, column): (usize, usize)) -> usize {
    let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    (before + column).min(text.len())
}

/// Converts a byte offset in the source to a line, and a byte within the line.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    (before.iter().filter(|byte| **byte == b'\n').count(), before.len() - start)
}
