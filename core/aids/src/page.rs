//! The frame of a page: head, table of contents and footer.

use crate::battle_content::BattleContent;
use crate::{Section, phrases};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("style.css");

/// Returns the page with all parts.
pub fn full_page(book: &BattleContent, sections: &[Section]) -> String {
    let body = html! {
        nav aria-label=(book.say(phrases::CONTENTS)) { ul { @for section in sections { li { a href=(format!("#{}", section.name)) { (section.title) } } } } }
        @for section in sections { (part(section)) }
    };
    page(book, None, &body)
}

/// Returns a page with one part.
pub fn single(book: &BattleContent, section: &Section) -> String {
    page(book, Some(&section.title), &part(section))
}

fn part(section: &Section) -> Markup {
    html! { section.part id=(section.name) { h2 { (section.title) } (section.body) } }
}

fn page(book: &BattleContent, part: Option<&str>, body: &Markup) -> String {
    let title = book.name(&book.content().title);
    let modded = !book.battle.request.mods.is_empty();
    let page = html! {
        (DOCTYPE)
        html lang=(book.language()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
                    img-src data:";
                title { (title) ": " (part.map_or_else(|| book.say(phrases::AIDS), str::to_owned)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    p.hint { (book.say(phrases::AIDS)) @for name in mods(book) { " · " (name) } }
                    @if modded { p.legend { (book.say(phrases::LEGEND)) } }
                }
                main { (body) }
                (foot(book))
            }
        }
    };
    plain(&page.into_string())
}

/// Removes control characters, whatever their source.
fn plain(page: &str) -> String {
    page.lines().map(|line| grognard_board::clean(line) + "\n").collect()
}

fn mods(book: &BattleContent) -> Vec<&str> {
    let all = book.battle.lock.packs.iter().map(|pack| pack.id.as_str());
    let named = |id: &&str| {
        book.battle
            .request
            .mods
            .iter()
            .any(|name| id == name || id.split_once('.').is_some_and(|(_, short)| short == name))
    };
    all.filter(named).map(|id| book.pack_name(id)).collect()
}

fn foot(book: &BattleContent) -> Markup {
    let lock = &book.battle.lock;
    let short = |hash: &str| hash.chars().take(15).collect::<String>();
    html! {
        footer {
            p { (book.say(phrases::MADE_FROM)) ". " (book.say(phrases::RULES)) ": " code { (lock.rules_hash) } }
            table {
                caption { (book.say(phrases::PACKS)) }
                thead { tr { th scope="col" { (book.say(phrases::PACK)) } th scope="col" { (book.say(phrases::VERSION)) } th scope="col" { (book.say(phrases::CONTENT)) } } }
                tbody { @for pack in &lock.packs { tr { td { (pack.id) } td { (pack.version) } td { code { (short(&pack.content)) } } } } }
            }
        }
    }
}
