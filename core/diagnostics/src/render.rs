//! Renders diagnostics as human-readable text.

use crate::diagnostic::{Diagnostic, Related, Severity};
use crate::source::Source;
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use std::ops::Range;

/// Renders diagnostics as text, separated by empty lines.
pub fn render(all: &[Diagnostic], colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let texts = all.iter().map(|diagnostic| renderer.render(&[group(diagnostic)]) + "\n");
    texts.collect::<Vec<_>>().join("\n")
}

fn group(diagnostic: &Diagnostic) -> Group<'_> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code));
    if !diagnostic.file.is_empty() {
        group = group.element(primary(diagnostic));
    }
    for related in &diagnostic.related {
        group = group.element(Level::NOTE.message(&related.text)).element(context(related));
    }
    for call in &diagnostic.calls {
        let space = if call.what.is_empty() { "" } else { " " };
        group = group.element(Level::NOTE.message(format!("in {}:{}{space}{}", call.file, call.line, call.what)));
    }
    match &diagnostic.help {
        Some(help) => group.element(Level::HELP.message(help)),
        None => group,
    }
}

fn primary(diagnostic: &Diagnostic) -> Element<'_> {
    let Some(source) = diagnostic.source.as_deref().filter(|source| !source.text.is_empty()) else {
        return Origin::path(&diagnostic.file).line(diagnostic.line).char_column(diagnostic.column).into();
    };
    let annotation = AnnotationKind::Primary.span(underlined_span(source, &diagnostic.span));
    let annotation = annotation.label(diagnostic.expected.as_deref());
    Snippet::source(&source.text).path(&source.name).annotation(annotation).into()
}

fn context(related: &Related) -> Element<'_> {
    let Some(source) = related.source.as_deref().filter(|source| !source.text.is_empty()) else {
        return Origin::path(&related.file).line(related.line).char_column(related.column).into();
    };
    let annotation = AnnotationKind::Primary.span(underlined_span(source, &related.span));
    Snippet::source(&source.text).path(&source.name).annotation(annotation).into()
}

/// Returns the part of a span to underline: no more than the rest of its first line, cut at character boundaries.
fn underlined_span(source: &Source, span: &Range<usize>) -> Range<usize> {
    let text = &source.text;
    let floor = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor(span.start);
    let line_end = text[start..].find(['\n', '\r']).map_or(text.len(), |length| start + length);
    start..floor(span.end).clamp(start, line_end)
}
