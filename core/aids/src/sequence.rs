//! The sequence of play.

use crate::battle_content::BattleContent;
use crate::data_changes::{ValueChange, original, show};
use crate::notes::Notes;
use crate::{Section, phrases};
use grognard_engine::sequence::Phase;
use grognard_packs::node::{Node, ValueStep};
use maud::{Markup, html};

/// Creates the section with the sequence of play.
pub fn section(book: &BattleContent) -> Section {
    let name = "sequence".to_owned();
    let mut notes = Notes::new(book, &name);
    let sequence = &book.content().sequence;
    let body = html! {
        @if !sequence.setup.is_empty() {
            h3 { (book.say(phrases::BEFORE_TURNS)) }
            ol.phases { @for (at, one) in sequence.setup.iter().enumerate() { (phase(book, one, &["setup".into(), at.into()], &mut notes)) } }
        }
        @for (turn_at, turn) in sequence.turn.iter().enumerate() {
            h3 { (book.name(&turn.name)) @if turn.repeat_while.is_some() { " " span.hint { (book.say(phrases::REPEATED)) } } }
            ol.phases {
                @for (at, one) in turn.phases.iter().enumerate() {
                    (phase(book, one, &["player_turn".into(), turn_at.into(), "phase".into(), at.into()], &mut notes))
                }
            }
        }
        (notes.list())
    };
    Section { name, title: book.say(phrases::SEQUENCE), body }
}

fn phase(book: &BattleContent, phase: &Phase, at: &[ValueStep], notes: &mut Notes) -> Markup {
    let origins = origins(book, at);
    html! {
        li.changed[!origins.is_empty()] {
            (book.name(&phase.name)) (phrases::paragraph(phase.rule.as_deref()))
            @if !phase.turns.is_empty() { " " span.hint { (phrases::turns(book, &phase.turns)) } }
            @if phase.when.is_some() { " " span.hint { (book.say(phrases::CONDITIONAL)) } }
            (notes.mark(&origins))
        }
    }
}

/// Returns the changes that patches made to a phase.
fn origins(book: &BattleContent, at: &[ValueStep]) -> Vec<ValueChange> {
    let changes = book.changes();
    let path: Vec<ValueStep> = [ValueStep::Key("sequence")].into_iter().chain(at.iter().copied()).collect();
    match before(book, &path) {
        Some(old) => changes.fields(&path, old),
        None => changes.of(&path, None),
    }
}

/// Returns the value that a path had before patching. List elements are matched by name.
fn before<'a>(book: &'a BattleContent, path: &[ValueStep]) -> Option<&'a Node> {
    let changes = book.changes();
    let (mut now, mut old) = (changes.now, changes.before);
    for step in path {
        now = crate::data_changes::at(now, &[*step])?;
        old = match step {
            ValueStep::Index(_) => {
                let name = original(now.get("name")?);
                old.list()?.iter().find(|other| other.get("name").is_some_and(|other| show(other) == name))?
            }
            _ => crate::data_changes::at(old, &[*step])?,
        };
    }
    Some(old)
}
