//! The index of paragraphs.

use crate::book::Book;
use crate::{Section, words};
use maud::html;

/// Makes the index.
pub fn section(book: &Book) -> Section {
    let all = &book.battle.system.paragraphs;
    let several = all.iter().any(|paragraph| paragraph.pack != all[0].pack);
    let body = html! {
        div.scroll { table.long {
            caption { (words::PARAGRAPHS) }
            thead { tr {
                th scope="col" { (words::PARAGRAPH) } th scope="col" { (words::SUBJECT) }
                @if several { th scope="col" { (words::PACK) } }
            } }
            tbody {
                @for paragraph in all {
                    tr {
                        th scope="row" { (paragraph.number) }
                        td {
                            (paragraph.title)
                            @if let Some(why) = &paragraph.not_enforced { " " span.hint { (words::NOT_ENFORCED) ": " (why) } }
                        }
                        @if several { td { (book.pack_name(&paragraph.pack)) } }
                    }
                }
            }
        } }
    };
    Section { name: "paragraphs".to_owned(), title: words::PARAGRAPHS.to_owned(), body }
}
