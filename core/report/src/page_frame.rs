//! The frame of every page: a single file that includes its style and makes no network requests.

use grognard_engine::catalogue::Catalogue;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("style.css");

/// Builds an HTML page with a title and a body, in the catalogue's language.
pub fn page(title: &str, catalogue: &Catalogue, body: Markup) -> String {
    let language = if catalogue.language.is_empty() { "en" } else { &catalogue.language };
    let page = html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
                    img-src data:";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    };
    page.into_string().lines().map(|line| grognard_board::clean(line) + "\n").collect()
}
