//! The index of rulebook paragraphs.

use crate::battle_content::BattleContent;
use crate::{Section, phrases};
use maud::html;

/// Creates the section with the index.
pub fn section(book: &BattleContent) -> Section {
    let all = &book.battle.system.paragraphs;
    let several = all.iter().any(|paragraph| paragraph.pack != all[0].pack);
    let body = html! {
        div.scroll { table.long {
            caption { (book.say(phrases::PARAGRAPHS)) }
            thead { tr {
                th scope="col" { (book.say(phrases::PARAGRAPH)) } th scope="col" { (book.say(phrases::SUBJECT)) }
                @if several { th scope="col" { (book.say(phrases::PACK)) } }
            } }
            tbody {
                @for paragraph in all {
                    tr {
                        th scope="row" { (paragraph.number) }
                        td {
                            (book.paragraph(&paragraph.title))
                            @if let Some(why) = &paragraph.not_enforced { " " span.hint { (book.say(phrases::NOT_ENFORCED)) ": " (why) } }
                        }
                        @if several { td { (book.pack_name(&paragraph.pack)) } }
                    }
                }
            }
        } }
    };
    Section { name: "paragraphs".to_owned(), title: book.say(phrases::PARAGRAPHS), body }
}
