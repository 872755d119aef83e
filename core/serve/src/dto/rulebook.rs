//! Rulebooks and their paragraphs.

use grognard_packs::rules_text;
use serde::Serialize;
use ts_rs::TS;

/// The rulebook of a pack, in the viewer's language.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Rulebook {
    /// The title of the rulebook.
    pub title: String,
    /// The text before the first paragraph.
    pub introduction: Vec<TextBlock>,
    /// The paragraphs, sorted by number.
    pub paragraphs: Vec<Paragraph>,
}

/// A paragraph of a rulebook.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Paragraph {
    /// The number of the paragraph: `9.2`.
    pub number: String,
    /// The subject of the paragraph.
    pub title: String,
    /// The number of the paragraph that contains this one.
    pub parent: Option<String>,
    /// The rule in our own words; empty if the pack has no text for it.
    pub text: Vec<TextBlock>,
    /// Why the paragraph contains nothing to enforce.
    pub not_enforced: Option<String>,
    /// The rulings that name the paragraph, in English.
    pub rulings: Vec<Ruling>,
    /// The options that cite the paragraph.
    pub options: Vec<RuleOption>,
    /// The changes that mods and scenarios make to the functions of the paragraph.
    pub changes: Vec<ParagraphChange>,
}

/// A block of text: a paragraph with one line, or a list with a line for each item.
#[derive(Clone, Debug, Serialize, TS)]
pub struct TextBlock {
    /// Whether the block is a list.
    pub list: bool,
    /// The lines.
    pub lines: Vec<Vec<TextSpan>>,
}

/// A piece of text in one style.
#[derive(Clone, Debug, Serialize, TS)]
pub struct TextSpan {
    /// The style.
    pub style: TextStyle,
    /// The text; for a reference, the number of another paragraph.
    pub text: String,
}

/// The style of a piece of text.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum TextStyle {
    Plain,
    Strong,
    Emphasis,
    Reference,
}

/// How an ambiguous paragraph is read.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Ruling {
    /// The question; may be empty.
    pub question: String,
    /// The reading that was chosen.
    pub chosen: String,
    /// Why it was chosen; may be empty.
    pub why: String,
    /// Another reading; may be empty.
    pub other: String,
}

/// An option that cites a paragraph.
#[derive(Clone, Debug, Serialize, TS)]
pub struct RuleOption {
    /// The name of the option.
    pub name: String,
    /// The description of the option.
    pub label: Option<String>,
    /// The value in force.
    pub value: String,
}

/// A change to a function that implements a paragraph.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ParagraphChange {
    /// The name of the pack that makes the change.
    pub pack: String,
    /// The name of the function in rules.
    pub rule: String,
    /// Whether the function is replaced rather than wrapped.
    pub replaces: bool,
}

impl From<&rules_text::TextBlock> for TextBlock {
    fn from(block: &rules_text::TextBlock) -> TextBlock {
        let line = |spans: &Vec<rules_text::TextSpan>| spans.iter().map(TextSpan::from).collect();
        match block {
            rules_text::TextBlock::Paragraph(spans) => TextBlock { list: false, lines: vec![line(spans)] },
            rules_text::TextBlock::List(items) => TextBlock { list: true, lines: items.iter().map(line).collect() },
        }
    }
}

impl From<&rules_text::TextSpan> for TextSpan {
    fn from(span: &rules_text::TextSpan) -> TextSpan {
        let style = match span.style {
            rules_text::TextStyle::Plain => TextStyle::Plain,
            rules_text::TextStyle::Strong => TextStyle::Strong,
            rules_text::TextStyle::Emphasis => TextStyle::Emphasis,
            rules_text::TextStyle::Reference => TextStyle::Reference,
        };
        TextSpan { style, text: span.text.clone() }
    }
}
