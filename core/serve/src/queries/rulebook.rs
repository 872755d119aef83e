//! Rulebooks, as shown on the page.

use crate::dto::{Paragraph, ParagraphChange, RuleOption, Rulebook, Ruling, TextBlock};
use crate::game::play::Play;
use grognard_play::rulebook::{RulebookEntry, Rulebooks};

impl Play {
    /// Returns the rulebooks of the game's packs.
    pub fn rules(&mut self, language: &str) -> Vec<Rulebook> {
        let catalogue = self.languages.catalogue(language).clone();
        let rulebooks = Rulebooks::of(&self.session.battle, self.languages.library(), &catalogue);
        let book = |book: &grognard_play::rulebook::Rulebook| Rulebook {
            title: book.title.clone(),
            introduction: book.introduction.iter().map(TextBlock::from).collect(),
            paragraphs: book.paragraphs.iter().map(paragraph).collect(),
        };
        rulebooks.books.iter().map(book).collect()
    }
}

fn paragraph(entry: &RulebookEntry) -> Paragraph {
    let ruling = |ruling: &grognard_play::rulebook::Ruling| Ruling {
        question: ruling.question.clone(),
        chosen: ruling.chosen.clone(),
        why: ruling.why.clone(),
        other: ruling.other.clone(),
    };
    let option = |option: &grognard_play::rulebook::RuleOption| RuleOption {
        name: option.name.clone(),
        label: option.label.clone(),
        value: option.value.clone(),
    };
    let change = |change: &grognard_play::rulebook::ParagraphChange| ParagraphChange {
        pack: change.pack.clone(),
        rule: change.rule.clone(),
        replaces: change.replaces,
    };
    Paragraph {
        number: entry.number.clone(),
        title: entry.title.clone(),
        parent: entry.parent.clone(),
        text: entry.text.iter().map(TextBlock::from).collect(),
        not_enforced: entry.not_enforced.clone(),
        rulings: entry.rulings.iter().map(ruling).collect(),
        options: entry.options.iter().map(option).collect(),
        changes: entry.changes.iter().map(change).collect(),
    }
}
