//! Marks for changes made by mods, and the notes that they refer to.

use crate::battle_content::BattleContent;
use crate::data_changes::ValueChange;
use crate::phrases;
use maud::{Markup, html};

/// The notes of a section.
pub struct Notes<'a> {
    book: &'a BattleContent,
    section: String,
    all: Vec<Vec<ValueChange>>,
}

impl<'a> Notes<'a> {
    pub fn new(book: &'a BattleContent, section: &str) -> Notes<'a> {
        Notes { book, section: section.to_owned(), all: Vec::new() }
    }

    /// Returns a mark with a note number; empty if nothing has changed. Equal changes share a note.
    pub fn mark(&mut self, origins: &[ValueChange]) -> Markup {
        if origins.is_empty() {
            return html! {};
        }
        let known = self.all.iter().position(|note| note == origins);
        let number = known.unwrap_or_else(|| {
            self.all.push(origins.to_vec());
            self.all.len() - 1
        }) + 1;
        html! { a.mark href=(format!("#{}-note-{number}", self.section)) title=(self.book.say(phrases::CHANGED)) { (phrases::SIGN) (number) } }
    }

    /// Returns a table cell, marked if it has changed.
    pub fn cell(&mut self, value: Markup, origins: &[ValueChange]) -> Markup {
        html! { td.changed[!origins.is_empty()] { span.value { (value) } (self.mark(origins)) } }
    }

    /// Returns the list of notes.
    pub fn list(&self) -> Markup {
        html! {
            @if !self.all.is_empty() {
                ol.notes {
                    @for (at, note) in self.all.iter().enumerate() {
                        li id=(format!("{}-note-{}", self.section, at + 1)) { b { (phrases::SIGN) (at + 1) } " " (self.describe(note)) }
                    }
                }
            }
        }
    }

    fn describe(&self, note: &[ValueChange]) -> Markup {
        html! {
            @for (at, origin) in note.iter().enumerate() {
                @if at > 0 { "; " }
                i { (self.book.pack_name(&origin.pack)) } ": "
                @match &origin.was {
                    Some(was) => { (phrases::was(self.book, was)) }
                    None => { (self.book.say(phrases::NEW)) }
                }
                @if let Some(why) = &origin.why { " (" (why) ")" }
            }
        }
    }
}
