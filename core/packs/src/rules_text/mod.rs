//! The rules in our own words: a pack's `rules.md`, and its translations in `locale/rules.LANGUAGE.md`.
//!
//! The files are a small subset of Markdown. They are parsed into blocks of spans here and nowhere else, so no markup
//! from packs reaches a terminal or a page.

mod check;
mod markdown;

pub use check::{DeclaredParagraph, check_headings};
pub(crate) use check::{check, check_introduction};
pub use markdown::plain as plain_text;

use crate::source::{Source, SourceSpan};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The name of the file with the rules of a pack.
pub const RULES_FILE: &str = "rules.md";

/// The name of the file with the introduction for new players.
pub const INTRODUCTION_FILE: &str = "introduction.md";

/// The rules of a pack in one language.
#[derive(Clone, Debug, Default)]
pub struct RulesText {
    /// The title of the rules.
    pub title: Option<String>,
    /// The text before the first paragraph.
    pub introduction: Vec<TextBlock>,
    /// The paragraphs, in the order of the file.
    pub sections: Vec<RulesSection>,
    /// The headings that do not parse, with what is wrong with each.
    pub(crate) odd_headings: Vec<(SourceSpan, &'static str)>,
}

/// The heading and the text of a paragraph.
#[derive(Clone, Debug)]
pub struct RulesSection {
    /// The number of the paragraph: `9.2`.
    pub number: String,
    /// The title of the paragraph.
    pub title: String,
    /// The text of the paragraph.
    pub text: Vec<TextBlock>,
    /// The location of the number.
    pub number_place: SourceSpan,
    /// The location of the title.
    pub title_place: SourceSpan,
}

/// A block of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TextBlock {
    /// A paragraph.
    Paragraph(Vec<TextSpan>),
    /// A list of items.
    List(Vec<Vec<TextSpan>>),
}

/// A piece of text in one style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextSpan {
    /// The style.
    pub style: TextStyle,
    /// The text, without markup.
    pub text: String,
}

/// The style of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TextStyle {
    /// Plain text.
    Plain,
    /// Important text.
    Strong,
    /// Emphasised text.
    Emphasis,
    /// The number of another paragraph.
    Reference,
}

impl RulesText {
    /// Parses a file. Whatever parses can be used, even if some headings do not.
    pub fn parse(source: &Arc<Source>) -> RulesText {
        markdown::parse(source)
    }

    /// Returns the section of a paragraph.
    pub fn section(&self, number: &str) -> Option<&RulesSection> {
        self.sections.iter().find(|section| section.number == number)
    }
}

impl TextBlock {
    /// Returns the paragraphs or list items of the block.
    fn lines(&mut self) -> &mut [Vec<TextSpan>] {
        match self {
            TextBlock::Paragraph(spans) => std::slice::from_mut(spans),
            TextBlock::List(items) => items,
        }
    }
}

/// Turns references to unknown paragraphs into plain text.
pub fn unlink_unknown(blocks: &mut [TextBlock], known: &BTreeSet<&str>) {
    for spans in blocks.iter_mut().flat_map(TextBlock::lines) {
        for span in std::mem::take(spans) {
            let is_unknown = span.style == TextStyle::Reference && !known.contains(span.text.as_str());
            let style = if is_unknown { TextStyle::Plain } else { span.style };
            markdown::push(spans, style, &span.text);
        }
    }
}
