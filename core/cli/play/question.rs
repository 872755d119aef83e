//! Shows questions: the prompt, how to answer it, and the options.

use crate::screen::Screen;
use grognard_engine::catalogue::{Catalogue, TextKind};
use grognard_engine::content::Content;
use grognard_engine::decision::{Choice, Form, Pending};
use grognard_engine::field::{Region, Spot};
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::table::Table;
use grognard_play::line_parser::{Listing, NameResolver, Offer};

/// Formats the current question with its options.
pub fn describe(things: &NameResolver, pending: &Pending, screen: &Screen) -> String {
    let (table, catalogue) = (things.table(), things.reader.catalogue);
    let side = catalogue.name(table.content.side_title(pending.side));
    let head = screen.bold(&catalogue.say("{1}: {2}", &[side, &things.reader.prompt(pending)]));
    let mut hints: Vec<String> = vec![table.question_rule(pending).to_owned()];
    hints.extend(form_hint(pending.form, catalogue));
    if pending.stop {
        let stop = things.reader.stop(pending).map_or_else(|| catalogue.say("decline", &[]), str::to_owned);
        let note = things.reader.note(pending, None).map(|note| format!(" ({note})")).unwrap_or_default();
        hints.push(catalogue.say("`done`: {1}", &[&stop]) + &note);
    }
    let hints = hints.into_iter().reduce(|all, hint| catalogue.say("{1}; {2}", &[&all, &hint])).unwrap_or_default();
    format!("{head} {}\n{}", screen.dim(&format!("({hints})")), options(things, pending, screen.width))
}

fn form_hint(form: Form, catalogue: &Catalogue) -> Option<String> {
    let number = |number: u16| number.to_string();
    match form {
        Form::One => None,
        Form::Several(least, most) if least == most => Some(catalogue.say("choose {1}", &[&number(least)])),
        Form::Several(least, most) => {
            Some(catalogue.say("choose {1} to {2}, or `all`", &[&number(least), &number(most)]))
        }
        Form::Order => Some(catalogue.say("list all of them, in order", &[])),
        Form::Allocate { total, most } => Some(
            catalogue.say("share out {1}, at most {2} each, as NAME=NUMBER", &[&total.to_string(), &most.to_string()]),
        ),
    }
}

/// Maximum number of places on a table that are listed one by one.
const MAX_PLACES: usize = 40;

/// Describes the places of a region: how many there are, the area they cover, and an example of how to type one.
fn places(things: &NameResolver, region: &Region) -> String {
    let (field, all) = (region.field(), region.candidates());
    let corner = |pick: fn(i32, i32) -> i32| {
        let corner = |a: Spot, b: &Spot| Spot { x: pick(a.x, b.x), y: pick(a.y, b.y) };
        all.first().map_or_else(String::new, |first| field.write(all.iter().fold(*first, corner)))
    };
    let (low, high) = (corner(i32::min), corner(i32::max));
    let such = all.get(all.len() / 2).map_or_else(String::new, |spot| field.write(*spot));
    let say = things
        .reader
        .catalogue
        .say("{1} places between {2} and {3}: type one, such as `{4}`", &[&all.len().to_string(), &low, &high, &such]);
    say + "\n"
}

/// Lists the options: numbered, except spaces and numbers, whose names are just as short.
pub fn options(things: &NameResolver, pending: &Pending, width: usize) -> String {
    if let Some(region) = pending.region.as_ref().filter(|region| region.candidates().len() > MAX_PLACES) {
        return places(things, region);
    }
    let cost = |at: usize| {
        pending.costs.get(at).copied().flatten().map(|cost| format!(" ({})", things.content().costs_in_words(cost)))
    };
    let named = |(at, choice): (usize, &Choice)| {
        let named = name(things, choice) + &cost(at).unwrap_or_default();
        match things.reader.note(pending, Some(choice)) {
            Some(note) => things.reader.catalogue.say("{1}: {2}", &[&named, note]),
            None => named,
        }
    };
    let names: Vec<String> = pending.options.iter().enumerate().map(named).collect();
    let mark = match Offer::new(pending, things).listing {
        Listing::Names => return flow(&names, width),
        Listing::Numbers => "",
        Listing::Marked => "#",
    };
    let digits = names.len().to_string().len() + mark.len();
    let numbered =
        names.iter().enumerate().map(|(at, name)| format!("{:>digits$} {name}", format!("{mark}{}", at + 1)));
    columns(&numbered.collect::<Vec<_>>(), width)
}

fn name(things: &NameResolver, choice: &Choice) -> String {
    match choice {
        Choice::Unit(id) if things.knows(*id) => {
            if let Some(card) = things.content().card(*id, things.reader.catalogue) {
                return things.reader.catalogue.say("{1}: {2}", &[&things.name(choice), &card.summary()]);
            }
            let place = things.place(*id).map(|space| format!(" {}", things.name(&Choice::Space(space))));
            let heading = heading(things.table(), *id, things.reader.catalogue);
            format!("{} {}{heading}{}", things.name(choice), values(things.table(), *id), place.unwrap_or_default())
        }
        _ => things.name(choice),
    }
}

/// Returns a unit's properties at its current steps, or at full strength if it has no steps: `12-6`.
pub fn values(table: &Table, id: UnitId) -> String {
    let (content, steps): (&Content, u8) = (&table.content, table.state.unit(id).steps);
    let unit = &content.units[id.index()];
    let shown = if steps == 0 { unit.steps } else { steps };
    let printed = (0..content.properties.len()).filter(|at| content.is_printed(id, *at));
    let values = printed.filter_map(|at| unit.value(at, shown));
    values.map(|value| value.to_string()).collect::<Vec<_>>().join("-")
}

/// Returns the heading of a unit on the map, after a space: ` north-east`. Empty if it has none.
pub fn heading(table: &Table, id: UnitId, catalogue: &Catalogue) -> String {
    table
        .state
        .shown_heading(&table.content, id)
        .map_or_else(String::new, |name| format!(" {}", catalogue.text(TextKind::Label, name)))
}

/// Writes words in sequence, wrapped to `width`.
fn flow(names: &[String], width: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for name in names {
        let length = name.chars().count() + 2;
        if used + length > width && used > 0 {
            text.push('\n');
            used = 0;
        }
        text += &format!("  {name}");
        used += length;
    }
    text + "\n"
}

/// Writes entries in columns, read downwards.
fn columns(entries: &[String], width: usize) -> String {
    let longest = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 2;
    let across = (width / longest.max(1)).clamp(1, entries.len().max(1));
    let down = entries.len().div_ceil(across);
    let mut text = String::new();
    for row in 0..down {
        let line: String = entries
            .iter()
            .skip(row)
            .step_by(down.max(1))
            .map(|entry| format!("  {entry:<w$}", w = longest - 2))
            .collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_fit_the_screen() {
        let names: Vec<String> = ["XXIV", "XL", "LVII", "V", "VII"].map(String::from).to_vec();
        assert_eq!(columns(&names, 18), "  XXIV  LVII  VII\n  XL    V\n");
        assert_eq!(flow(&names, 12), "  XXIV  XL\n  LVII  V\n  VII\n");
        assert_eq!(columns(&[], 18), "");
    }
}
