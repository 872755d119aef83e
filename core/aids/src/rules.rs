//! The rules in our own words, with what belongs to each paragraph.

use crate::battle_content::BattleContent;
use crate::{Section, phrases};
use grognard_packs::rules_text::{TextBlock, TextSpan, TextStyle};
use grognard_play::rulebook::{RulebookEntry, Rulebooks, Ruling};
use maud::{Markup, html};

/// Creates the section with the rules; `None` if no pack has any.
pub fn section(book: &BattleContent) -> Option<Section> {
    let rulebooks = Rulebooks::of(&book.battle, &book.library, &book.catalogue);
    if rulebooks.entries().all(|entry| entry.text.is_empty()) {
        return None;
    }
    let body = html! {
        @for rulebook in &rulebooks.books {
            h3 { (rulebook.title) }
            (blocks(&rulebook.introduction))
            @for entry in &rulebook.paragraphs {
                // If two rulebooks have the same number, references lead to the last.
                @let is_target = rulebooks.find(&entry.number).is_some_and(|found| std::ptr::eq(found, entry));
                h4 id=[is_target.then(|| anchor(&entry.number))] { (entry.number) " " (entry.title) }
                (blocks(&entry.text))
                (notes(book, entry))
            }
        }
    };
    Some(Section { name: "rules".to_owned(), title: book.say(phrases::RULES), body })
}

fn anchor(number: &str) -> String {
    format!("rule-{number}")
}

fn blocks(blocks: &[TextBlock]) -> Markup {
    html! {
        @for block in blocks {
            @match block {
                TextBlock::Paragraph(text) => p { (spans(text)) },
                TextBlock::List(items) => ul { @for item in items { li { (spans(item)) } } },
            }
        }
    }
}

fn spans(spans: &[TextSpan]) -> Markup {
    html! {
        @for span in spans {
            @match span.style {
                TextStyle::Plain => (span.text),
                TextStyle::Strong => b { (span.text) },
                TextStyle::Emphasis => i { (span.text) },
                TextStyle::Reference => a href=(format!("#{}", anchor(&span.text))) { (span.text) },
            }
        }
    }
}

fn notes(book: &BattleContent, entry: &RulebookEntry) -> Markup {
    html! {
        @if let Some(why) = &entry.not_enforced { p.hint { (book.say(phrases::NOT_ENFORCED)) ": " (why) } }
        @for note in &entry.rulings { p.hint { (book.fill("Ruling: {1}", &[&ruling(note)])) } }
        @for option in &entry.options {
            p.hint { (option.say(&book.catalogue)) }
        }
    }
}

fn ruling(ruling: &Ruling) -> String {
    let parts = [&ruling.question, &ruling.chosen, &ruling.why].into_iter().filter(|part| !part.is_empty());
    parts.map(String::as_str).collect::<Vec<_>>().join(" ")
}
