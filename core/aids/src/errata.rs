//! Everything mods change, in one list.

use crate::book::Book;
use crate::{Section, words};
use grognard_packs::node::{Change, Node, Value};
use grognard_packs::{Script, path};
use grognard_script::RuleChange;
use maud::{Markup, html};

/// Makes the list; nothing without changes.
pub fn section(book: &Book) -> Option<Section> {
    let mut data = Vec::new();
    walk(book.loaded.tree(), String::new(), &mut data);
    if data.is_empty() && book.rule_changes.is_empty() {
        return None;
    }
    let body = html! {
        @if !data.is_empty() { (data_table(book, &data)) }
        @if !book.rule_changes.is_empty() { (rule_table(book)) }
    };
    Some(Section { name: "changes".to_owned(), title: words::ERRATA.to_owned(), body })
}

fn data_table(book: &Book, data: &[(String, String, &Change)]) -> Markup {
    html! {
        div.scroll { table {
            caption { (words::ERRATA_DATA) }
            thead { tr {
                th scope="col" { (words::WHAT) } th scope="col" { (words::HOW) } th scope="col" { (words::WAS) } th scope="col" { (words::VALUE) }
                th scope="col" { (words::WHY) } th scope="col" { (words::PACK) }
            } }
            tbody {
                @for (at, now, change) in data {
                    tr {
                        th scope="row" { code { (at) } }
                        td { (change.op) }
                        td.wide { (change.before.as_ref().map_or(words::NOTHING, |(text, _)| text)) }
                        td.wide { (now) }
                        td { (change.why.as_deref().unwrap_or_default()) }
                        td { (book.pack_name(&change.pack)) }
                    }
                }
            }
        } }
    }
}

fn rule_table(book: &Book) -> Markup {
    html! {
        div.scroll { table {
            caption { (words::ERRATA_RULES) }
            thead { tr {
                th scope="col" { (words::WHAT) } th scope="col" { (words::HOW) } th scope="col" { (words::WHY) } th scope="col" { (words::PACK) }
            } }
            tbody {
                @for change in &book.rule_changes {
                    tr {
                        th scope="row" { code { (change.rule) } }
                        td { (if change.replaced { words::REPLACED } else { words::WRAPPED }) }
                        td { (script_of(book, change).map(|script| comment(script, &change.rule)).unwrap_or_default()) }
                        td { (pack_of(book, change).map_or(words::NOTHING, |pack| book.pack_name(pack))) }
                    }
                }
            }
        } }
    }
}

fn script_of<'a>(book: &'a Book, change: &RuleChange) -> Option<&'a Script> {
    book.battle.system.scripts.iter().find(|script| script.file == change.file)
}

/// The pack that changed a rule.
pub fn pack_of<'a>(book: &'a Book, change: &RuleChange) -> Option<&'a str> {
    script_of(book, change).map(|script| script.pack.as_str())
}

/// What the script says above the change.
fn comment(script: &Script, rule: &str) -> String {
    let lines: Vec<&str> = script.text.text.lines().collect();
    let here = |line: &&str| (line.starts_with("wrap(") || line.starts_with("replace(")) && line.contains(&format!("\"{rule}\""));
    let Some(at) = lines.iter().position(here) else { return String::new() };
    let above: Vec<&str> = lines[..at].iter().rev().map_while(|line| line.strip_prefix("--")).collect();
    above.into_iter().rev().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// Every value with a history, with its path and what it is now.
fn walk<'a>(node: &'a Node, at: String, out: &mut Vec<(String, String, &'a Change)>) {
    let now = shorten(node.to_string());
    out.extend(node.history.iter().map(|change| (at.clone(), now.clone(), change)));
    match &node.value {
        Value::Table(table) => {
            for (key, entry) in table {
                let bare = key.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
                let step = if !bare {
                    format!("[\"{key}\"]")
                } else if at.is_empty() {
                    key.clone()
                } else {
                    format!(".{key}")
                };
                walk(&entry.node, format!("{at}{step}"), out);
            }
        }
        Value::List(list) => {
            for (index, item) in list.iter().enumerate() {
                let name = path::name(item).filter(|_| item.list().is_none()).unwrap_or_else(|| (index + 1).to_string());
                walk(item, format!("{at}[\"{name}\"]"), out);
            }
        }
        _ => {}
    }
}

fn shorten(text: String) -> String {
    if text.chars().count() > 200 { text.chars().take(200).collect::<String>() + "…" } else { text }
}
