//! The list of all changes made by mods.

use crate::battle_content::BattleContent;
use crate::{Section, phrases};
use grognard_packs::PackScript;
use grognard_packs::node::{Node, PatchedValue, Value};
use grognard_packs::path::{self, TreePart};
use grognard_script::RuleChange;
use maud::{Markup, html};

/// Creates the section; `None` if there are no changes.
pub fn section(book: &BattleContent) -> Option<Section> {
    let mut data = Vec::new();
    walk(book, &TreePart::new("", book.loaded.tree()), &mut data);
    if data.is_empty() && book.rule_changes.is_empty() {
        return None;
    }
    let body = html! {
        @if !data.is_empty() { (data_table(book, &data)) }
        @if !book.rule_changes.is_empty() { (rule_table(book)) }
    };
    Some(Section { name: "changes".to_owned(), title: book.say(phrases::ERRATA), body })
}

fn data_table(book: &BattleContent, data: &[Row]) -> Markup {
    html! {
        div.scroll { table {
            caption { (book.say(phrases::ERRATA_DATA)) }
            thead { tr {
                th scope="col" { (book.say(phrases::WHAT)) } th scope="col" { (book.say(phrases::HOW)) } th scope="col" { (book.say(phrases::WAS)) } th scope="col" { (book.say(phrases::VALUE)) }
                th scope="col" { (book.say(phrases::WHY)) } th scope="col" { (book.say(phrases::PACK)) }
            } }
            tbody {
                @for row in data {
                    tr {
                        th scope="row" { code { (row.at) } }
                        td { (row.change.op) }
                        td.wide { (row.was) }
                        td.wide { (row.now) }
                        td { (row.change.why.as_deref().unwrap_or_default()) }
                        td { (book.pack_name(&row.change.pack)) }
                    }
                }
            }
        } }
    }
}

fn rule_table(book: &BattleContent) -> Markup {
    html! {
        div.scroll { table {
            caption { (book.say(phrases::ERRATA_RULES)) }
            thead { tr {
                th scope="col" { (book.say(phrases::WHAT)) } th scope="col" { (book.say(phrases::HOW)) } th scope="col" { (book.say(phrases::WHY)) } th scope="col" { (book.say(phrases::PACK)) }
            } }
            tbody {
                @for change in &book.rule_changes {
                    tr {
                        th scope="row" { code { (change.rule) } }
                        td { (if change.replaced { book.say(phrases::REPLACED) } else { book.say(phrases::WRAPPED) }) }
                        td { (script_of(book, change).map(|script| comment(script, &change.rule)).unwrap_or_default()) }
                        td { (pack_of(book, change).map_or(phrases::NOTHING, |pack| book.pack_name(pack))) }
                    }
                }
            }
        } }
    }
}

fn script_of<'a>(book: &'a BattleContent, change: &RuleChange) -> Option<&'a PackScript> {
    book.battle.system.scripts.iter().find(|script| script.file == change.file)
}

/// Returns the pack that changed a rule.
pub fn pack_of<'a>(book: &'a BattleContent, change: &RuleChange) -> Option<&'a str> {
    script_of(book, change).map(|script| script.pack.as_str())
}

/// Returns the comment above the changed rule in the script.
fn comment(script: &PackScript, rule: &str) -> String {
    let lines: Vec<&str> = script.text.text.lines().collect();
    let here = |line: &&str| {
        (line.starts_with("wrap(") || line.starts_with("replace(")) && line.contains(&format!("\"{rule}\""))
    };
    let Some(at) = lines.iter().position(here) else { return String::new() };
    let above: Vec<&str> = lines[..at].iter().rev().map_while(|line| line.strip_prefix("--")).collect();
    above.into_iter().rev().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// A change as shown on the page.
struct Row<'a> {
    at: String,
    was: String,
    now: String,
    change: &'a PatchedValue,
}

/// Collects all changed values. Parts are named as in patches: cells by row and column.
fn walk<'a>(book: &'a BattleContent, part: &TreePart<'a>, out: &mut Vec<Row<'a>>) {
    let node = part.node;
    for change in &node.history {
        out.push(fixed_option_row(book, change).unwrap_or_else(|| {
            let (was, now) = before_and_after(book, part, change);
            Row { at: part.path.clone(), was, now, change }
        }));
    }
    part.parts().iter().for_each(|inner| walk(book, inner, out));
}

/// Returns the row for an option that a mod removed, showing the fixed value that stays in force.
fn fixed_option_row<'a>(book: &BattleContent, change: &'a PatchedValue) -> Option<Row<'a>> {
    let name = change.at.strip_prefix("options.").filter(|_| change.op == "remove")?;
    let (decl, _) = book.battle.system.fixed.get(name)?;
    let now = phrases::fixed_option_value(book, name, &crate::options::default(book, &decl.default));
    Some(Row { at: change.at.clone(), was: phrases::NOTHING.to_owned(), now, change })
}

/// The largest number of parts with which a list or table is still shown in full.
const MAX_PARTS: usize = 8;

/// Returns the values before and after a change. For a long list or table, returns the parts added and removed.
fn before_and_after(book: &BattleContent, part: &TreePart, change: &PatchedValue) -> (String, String) {
    let before = change.before.as_ref().map_or_else(|| phrases::NOTHING.to_owned(), |(text, _)| shorten(text));
    let now = names(part.node);
    let old = path::parse(&part.path).ok().and_then(|segments| path::find(book.changes().before, &segments).ok());
    let old = old.and_then(|way| path::get(book.changes().before, &way)).map(names).unwrap_or_default();
    if matches!(change.op, "remove" | "rename") && before.len() < 80 {
        return (
            before,
            if now.len() > MAX_PARTS { phrases::parts(book, now.len()) } else { shorten(&part.node.to_string()) },
        );
    }
    if now.len().max(old.len()) <= MAX_PARTS {
        return (before, shorten(&part.node.to_string()));
    }
    let missing = |from: &[String], other: &[String]| {
        from.iter().filter(|name| !other.contains(name)).cloned().collect::<Vec<_>>()
    };
    (
        phrases::parts(book, old.len()),
        phrases::came_and_went(book, now.len(), &missing(&now, &old), &missing(&old, &now)),
    )
}

/// Returns the names of a value's parts; empty if it has none.
fn names(node: &Node) -> Vec<String> {
    match &node.value {
        Value::Table(table) => table.keys().cloned().collect(),
        Value::List(list) => {
            list.iter().map(|item| path::name(item).unwrap_or_else(|| shorten(&item.to_string()))).collect()
        }
        _ => Vec::new(),
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() > 80 { text.chars().take(80).collect::<String>() + "…" } else { text.to_owned() }
}
