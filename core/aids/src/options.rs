//! The options in force.

use crate::book::Book;
use crate::notes::Notes;
use crate::{Section, words};
use grognard_engine::content::OptionValue;
use grognard_packs::schema::Setting;
use maud::html;

/// Makes the table.
pub fn section(book: &Book) -> Section {
    let name = "options".to_owned();
    let mut notes = Notes::new(book, &name);
    let declared = &book.battle.system.options;
    let chosen = |name: &str| book.battle.request.options.iter().any(|(option, _)| option == name);
    let body = html! {
        @if declared.is_empty() { p { (words::NO_OPTIONS) } } @else {
            div.scroll { table {
                caption { (words::OPTIONS) }
                thead { tr {
                    th scope="col" { (words::OPTION) } th scope="col" { (words::MEANING) }
                    th scope="col" { (words::VALUE) } th scope="col" { (words::DEFAULT) }
                } }
                tbody {
                    @for (option, decl) in declared {
                        @let origins = book.changes().at(&["options".into(), option.into(), "default".into()]);
                        tr {
                            th scope="row" { code { (option) } }
                            td { (decl.label.as_deref().unwrap_or_default()) (words::paragraph(decl.rule.as_deref())) }
                            td { b { (value(book.content().options.get(option))) } @if chosen(option) { " (" (words::CHOSEN) ")" } }
                            (notes.cell(html! { (default(&decl.default)) }, &origins))
                        }
                    }
                }
            } }
        }
        (notes.list())
    };
    Section { name, title: words::OPTIONS.to_owned(), body }
}

fn value(value: Option<&OptionValue>) -> String {
    match value {
        Some(OptionValue::Bool(on)) => on_or_off(*on),
        Some(OptionValue::Number(number)) => number.to_string(),
        Some(OptionValue::Word(word)) => word.clone(),
        None => words::NOTHING.to_owned(),
    }
}

fn default(setting: &Setting) -> String {
    match setting {
        Setting::Bool(on) => on_or_off(*on),
        Setting::Int(number) => number.to_string(),
        Setting::Word(word) => word.clone(),
    }
}

fn on_or_off(on: bool) -> String {
    if on { words::ON } else { words::OFF }.to_owned()
}
