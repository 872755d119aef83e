//! The options that are in force.

use crate::battle_content::BattleContent;
use crate::notes::Notes;
use crate::{Section, phrases};
use grognard_engine::content::OptionValue;
use grognard_packs::schema::Setting;
use maud::html;

/// Creates the section with the table of options.
pub fn section(book: &BattleContent) -> Section {
    let name = "options".to_owned();
    let mut notes = Notes::new(book, &name);
    let declared = &book.battle.system.options;
    let fixed = &book.battle.system.fixed;
    let chosen = |name: &str| book.battle.request.options.iter().any(|(option, _)| option == name);
    let body = html! {
        @if declared.is_empty() && fixed.is_empty() { p { (book.say(phrases::NO_OPTIONS)) } } @else {
            div.scroll { table {
                caption { (book.say(phrases::OPTIONS)) }
                thead { tr {
                    th scope="col" { (book.say(phrases::OPTION)) } th scope="col" { (book.say(phrases::MEANING)) }
                    th scope="col" { (book.say(phrases::VALUE)) } th scope="col" { (book.say(phrases::DEFAULT)) }
                } }
                tbody {
                    @for (option, decl) in declared {
                        @let origins = book.changes().at(&["options".into(), option.into(), "default".into()]);
                        tr {
                            th scope="row" { code { (option) } }
                            td { (book.name(decl.label.as_deref().unwrap_or_default())) (phrases::paragraph(decl.rule.as_deref())) }
                            td { b { (value(book, book.content().options.get(option))) } @if chosen(option) { " (" (book.say(phrases::CHOSEN)) ")" } }
                            (notes.cell(html! { (default(book, &decl.default)) }, &origins))
                        }
                    }
                    @for (option, (decl, pack)) in fixed {
                        tr {
                            th scope="row" { code { (option) } }
                            td { (book.name(decl.label.as_deref().unwrap_or_default())) (phrases::paragraph(decl.rule.as_deref())) }
                            td { b { (default(book, &decl.default)) } }
                            td { (phrases::fixed_option_reason(book, book.pack_name(pack))) }
                        }
                    }
                }
            } }
        }
        (notes.list())
    };
    Section { name, title: book.say(phrases::OPTIONS), body }
}

fn value(book: &BattleContent, value: Option<&OptionValue>) -> String {
    match value {
        Some(OptionValue::Bool(on)) => switch_text(book, *on),
        Some(OptionValue::Number(number)) => number.to_string(),
        Some(OptionValue::Word(word)) => word.clone(),
        None => phrases::NOTHING.to_owned(),
    }
}

/// Returns a setting as shown to players.
pub(crate) fn default(book: &BattleContent, setting: &Setting) -> String {
    match setting {
        Setting::Bool(on) => switch_text(book, *on),
        Setting::Int(number) => number.to_string(),
        Setting::Word(word) => word.clone(),
    }
}

fn switch_text(book: &BattleContent, on: bool) -> String {
    book.say(if on { phrases::ON } else { phrases::OFF })
}
