//! Parses the subset of Markdown that rules are written in: `# Title`, `## NUMBER Title`, paragraphs, `- ` lists,
//! `**bold**`, `*italics*`, and references such as `(8.2.1)`.

use super::{RulesSection, RulesText, TextBlock, TextSpan, TextStyle};
use crate::source::{Source, SourceSpan};
use grognard_engine::paragraph_number::{is_chapter, is_paragraph};
use std::sync::Arc;

/// Words between the numbers of a reference, in any language of the shipped packs: `(8.1 and 8.2)`.
const CONNECTIVES: [&str; 8] = ["and", "or", "to", "see", "et", "ou", "à", "voir"];

const NO_SPACE: &str = "a heading needs a space after `#`";
const NO_NUMBER: &str = "the heading of a paragraph begins with its number";
const NO_TITLE: &str = "the heading of a paragraph needs a title after the number";
const WRONG_LEVEL: &str = "headings have one `#` (the title of the rules) or two (a paragraph)";
const SECOND_TITLE: &str = "the title of the rules comes first, and only once";

/// Parses a file of rules.
pub(super) fn parse(source: &Arc<Source>) -> RulesText {
    let mut rules = RulesText::default();
    let mut lines: Vec<&str> = Vec::new();
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        if line.starts_with('#') {
            end_section(&mut rules, &mut lines);
            heading(&mut rules, source, start, line.trim_end());
        } else {
            lines.push(line);
        }
        start += line.len();
    }
    end_section(&mut rules, &mut lines);
    rules
}

/// Adds the lines since the last heading to the section that they belong to.
fn end_section(rules: &mut RulesText, lines: &mut Vec<&str>) {
    let text = blocks(lines);
    lines.clear();
    let slot = rules.sections.last_mut().map_or(&mut rules.introduction, |section| &mut section.text);
    slot.extend(text);
}

fn heading(rules: &mut RulesText, source: &Arc<Source>, start: usize, line: &str) {
    let place = |part: &str| {
        let from = start + (part.as_ptr() as usize - line.as_ptr() as usize);
        SourceSpan { source: source.clone(), span: from..from + part.len() }
    };
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    let words = text.trim();
    let (number, title) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let odd = match level {
        _ if !text.starts_with(char::is_whitespace) => Some(NO_SPACE),
        1 if rules.title.is_none() && rules.sections.is_empty() => None,
        1 => Some(SECOND_TITLE),
        2 if !is_chapter(number) => Some(NO_NUMBER),
        2 if title.trim().is_empty() => Some(NO_TITLE),
        2 => None,
        _ => Some(WRONG_LEVEL),
    };
    match odd {
        Some(why) => rules.odd_headings.push((place(line), why)),
        None if level == 1 => rules.title = Some(plain(words)),
        None => rules.sections.push(RulesSection {
            number: number.to_owned(),
            title: plain(title.trim()),
            text: Vec::new(),
            number_place: place(number),
            title_place: place(title.trim()),
        }),
    }
}

/// Returns a text without markup.
pub fn plain(text: &str) -> String {
    spans(text).into_iter().map(|span| span.text).collect::<String>().replace('`', "")
}

/// Parses lines into paragraphs and lists.
fn blocks(lines: &[&str]) -> Vec<TextBlock> {
    let mut blocks: Vec<TextBlock> = Vec::new();
    // The text of the current paragraph or list item.
    let mut text = String::new();
    let mut is_item = false;
    for line in lines.iter().copied().chain([""]) {
        let item = line.strip_prefix("- ");
        if line.trim().is_empty() || item.is_some() {
            end_block(&mut blocks, &text, is_item);
            text.clear();
            is_item = item.is_some();
        }
        // Only these characters separate words: a line may have no-break spaces too.
        let words = item.unwrap_or(line).split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty());
        for word in words {
            text = text.clone() + gap(&text, word) + word;
        }
    }
    blocks
}

/// Returns the space between a text and the next word. French punctuation stays on the line of the word before it.
fn gap(text: &str, word: &str) -> &'static str {
    let is_bound = text.ends_with('«') || [":", ";", "?", "!", "»"].iter().any(|mark| word.starts_with(mark));
    match text {
        "" => "",
        _ if is_bound => "\u{a0}",
        _ => " ",
    }
}

fn end_block(blocks: &mut Vec<TextBlock>, text: &str, is_item: bool) {
    if text.is_empty() {
        return;
    }
    let spans = spans(text);
    match blocks.last_mut() {
        Some(TextBlock::List(items)) if is_item => items.push(spans),
        _ if is_item => blocks.push(TextBlock::List(vec![spans])),
        _ => blocks.push(TextBlock::Paragraph(spans)),
    }
}

/// Parses bold text, italics and references. An asterisk without its partner stands for itself.
fn spans(text: &str) -> Vec<TextSpan> {
    let mut spans = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (mark, style) = if rest.starts_with("**") { ("**", TextStyle::Strong) } else { ("*", TextStyle::Emphasis) };
        let inner = rest.strip_prefix(mark).and_then(|after| Some((after, after.find(mark)?)));
        let length = match inner {
            Some((after, end)) if is_marked(&after[..end]) => {
                push(&mut spans, style, &after[..end]);
                mark.len() * 2 + end
            }
            _ => {
                let marks = rest.len() - rest.trim_start_matches('*').len();
                let end = rest[marks..].find('*').map_or(rest.len(), |end| marks + end);
                references(&mut spans, &rest[..end]);
                end
            }
        };
        rest = &rest[length..];
    }
    spans
}

/// Returns whether the text between two marks can be bold or italic: it must not begin or end with a space.
fn is_marked(text: &str) -> bool {
    !text.is_empty() && text.trim() == text
}

/// Adds plain text, with the numbers in brackets as references.
fn references(spans: &mut Vec<TextSpan>, text: &str) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        push(spans, TextStyle::Plain, before);
        push(spans, TextStyle::Plain, "(");
        rest = after;
        let inner = after.split([')', '(']).next().unwrap_or_default();
        if is_reference(inner) {
            for word in inner.split_inclusive(' ') {
                let number = word.trim_end_matches([',', ';', ' ']);
                let style = if is_chapter(number) { TextStyle::Reference } else { TextStyle::Plain };
                push(spans, style, number);
                push(spans, TextStyle::Plain, &word[number.len()..]);
            }
            rest = &after[inner.len()..];
        }
    }
    push(spans, TextStyle::Plain, rest);
}

/// Returns whether the text in a pair of brackets consists of the numbers of paragraphs: `8.2.1`, `F3a, G4`.
fn is_reference(inner: &str) -> bool {
    let mut words = inner.split(' ').map(|word| word.trim_end_matches([',', ';'])).peekable();
    let starts_with_number = words.peek().is_some_and(|first| is_paragraph(first) || is_chapter(first));
    let is_part = |word: &str| is_chapter(word) || CONNECTIVES.contains(&word);
    (starts_with_number || inner.starts_with("see ") || inner.starts_with("voir ")) && words.all(is_part)
}

/// Adds text to the last span if that has the same style, or as a new span.
pub(super) fn push(spans: &mut Vec<TextSpan>, style: TextStyle, text: &str) {
    if text.is_empty() {
        return;
    }
    match spans.last_mut() {
        Some(last) if last.style == style && style != TextStyle::Reference => last.text += text,
        _ => spans.push(TextSpan { style, text: text.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let mark = |span: TextSpan| match span.style {
            TextStyle::Plain => span.text,
            TextStyle::Strong => format!("<b>{}</b>", span.text),
            TextStyle::Emphasis => format!("<i>{}</i>", span.text),
            TextStyle::Reference => format!("[{}]", span.text),
        };
        spans(text).into_iter().map(mark).collect()
    }

    #[test]
    fn bold_text_and_italics() {
        assert_eq!(shown("**Phase 1**: the *Germans* move."), "<b>Phase 1</b>: the <i>Germans</i> move.");
        for plain in ["3 * 4 * 5", "a * b", "**open", "*", "****", "", "x **", "<b>no markup</b>"] {
            assert_eq!(shown(plain), plain);
        }
        assert_eq!(shown("**a** *b*c*"), "<b>a</b> <i>b</i>c*");
    }

    #[test]
    fn numbers_in_brackets_are_references() {
        let references = [
            ("Units stop (8.2.1).", "Units stop ([8.2.1])."),
            ("(F3a, G4; B) (7.1 and 7.2)", "([F3a], [G4]; [B]) ([7.1] and [7.2])"),
            ("see (see 8.2)", "see (see [8.2])"),
            ("(4)", "([4])"),
        ];
        references.into_iter().for_each(|(text, expected)| assert_eq!(shown(text), expected));
        for plain in ["(our ruling)", "8.2.1", "(1.5 km)", "(not 8.2)", "((", ")(", "()", "(and)", "(open 8.2"] {
            assert_eq!(shown(plain), plain);
        }
    }

    #[test]
    fn lines_form_paragraphs_and_lists() {
        let text = "Two\nlines.\n\nList:\n- one\n  and more\n- two\n\nEnd.\n";
        let lines: Vec<&str> = text.lines().collect();
        let plain = |text: &str| vec![TextSpan { style: TextStyle::Plain, text: text.to_owned() }];
        let expected = [
            TextBlock::Paragraph(plain("Two lines.")),
            TextBlock::Paragraph(plain("List:")),
            TextBlock::List(vec![plain("one and more"), plain("two")]),
            TextBlock::Paragraph(plain("End.")),
        ];
        assert_eq!(blocks(&lines), expected);
        assert_eq!(
            blocks(&["« Oui »", "; non :"]),
            [TextBlock::Paragraph(plain("«\u{a0}Oui\u{a0}»\u{a0}; non\u{a0}:"))]
        );
    }

    #[test]
    fn headings_divide_the_rules() {
        let text = "# The *rules*\n\nAbout them.\n\n## 1.0 First\n\nText.\n\n##2.0 Odd\n\nMore.\n\n## Odd\n\n## 3.0\n\
            ### 4.0 Odd\n# Again\n\n## M. Odd\n\n## M Last\nLast.";
        let rules = RulesText::parse(&Source::new("rules.md", text));
        assert_eq!((rules.title.as_deref(), rules.introduction.len()), (Some("The rules"), 1));
        let sections: Vec<_> =
            rules.sections.iter().map(|section| (&*section.number, &*section.title, section.text.len())).collect();
        assert_eq!(sections, [("1.0", "First", 2), ("M", "Last", 1)]);
        assert_eq!(rules.sections[1].title_place.line_column(), (21, 6));
        let odd: Vec<_> = rules.odd_headings.iter().map(|(place, why)| (place.line_column().0, *why)).collect();
        assert_eq!(
            odd,
            [(9, NO_SPACE), (13, NO_NUMBER), (15, NO_TITLE), (16, WRONG_LEVEL), (17, SECOND_TITLE), (19, NO_NUMBER)]
        );
    }
}
