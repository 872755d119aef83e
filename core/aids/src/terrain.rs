//! The terrain chart: costs to enter, and effects on combat.

use crate::battle_content::BattleContent;
use crate::data_changes::ValueChange;
use crate::effects::{EffectCase, TerrainEffect, TerrainEffects, TerrainWord};
use crate::notes::Notes;
use crate::{Section, phrases};
use grognard_board::clean;
use grognard_engine::chart::Modifier;
use grognard_engine::ids::Id;
use grognard_engine::map::IMPASSABLE;
use grognard_packs::schema::MovementDecl;
use maud::{Markup, html};

/// Creates the section with the terrain chart.
pub fn section(book: &BattleContent) -> Section {
    let name = "terrain".to_owned();
    let mut notes = Notes::new(book, &name);
    let body = html! {
        (table(book, &mut notes))
        @match &book.effects {
            Some(effects) => {
                @for group in &effects.exclusive { p.hint { (phrases::only_one(book, &names(book, group))) } }
                p.hint { (book.say(phrases::PROBED)) }
            }
            None => p.hint { (book.say(phrases::NO_ODDS)) }
        }
        (notes.list())
    };
    Section { name, title: book.say(phrases::TERRAIN), body }
}

/// Returns a name from the system as shown to players.
fn readable_name(book: &BattleContent, word: &str) -> String {
    clean(book.catalogue.name(word)).replace(['-', '_'], " ")
}

fn names(book: &BattleContent, words: &[TerrainWord]) -> String {
    words.iter().map(|word| readable_name(book, word.name())).collect::<Vec<_>>().join(", ")
}

fn table(book: &BattleContent, notes: &mut Notes) -> Markup {
    let rows = rows(book);
    html! {
        div.scroll { table.terrain {
            caption { (book.say(phrases::TERRAIN_CAPTION)) }
            thead { tr {
                th scope="col" { (book.say(phrases::TERRAIN)) }
                @for (way, decl) in &book.system.movement { th scope="col" { (readable_name(book, way)) (phrases::paragraph(decl.rule.as_deref())) } }
                @if book.effects.is_some() { th scope="col" { (book.say(phrases::COMBAT)) } }
            } }
            tbody {
                @for word in &rows {
                    tr {
                        th scope="row" { (readable_name(book, word.name())) }
                        @for (way, decl) in &book.system.movement { (cost(book, word, way, decl, notes)) }
                        @if book.effects.is_some() { (combat(book, word, notes)) }
                    }
                }
            }
        } }
    }
}

/// Returns the terrains on the map, followed by the tags and features that affect combat in the battle as played or in
/// the battle without mods.
fn rows(book: &BattleContent) -> Vec<TerrainWord> {
    let map = &book.content().map;
    let is_used = |at: usize| map.all().any(|space| map.terrain(space).index() == at);
    let terrains = map
        .terrains
        .iter()
        .filter(|(id, _)| is_used(id.index()))
        .map(|(_, name)| TerrainWord::Terrain(name.to_owned()));
    let fights = |word: &TerrainWord| {
        [&book.effects, &book.effects_before].into_iter().flatten().any(|effects| find(effects, word).is_some())
    };
    let moves = |feature: &String| {
        let uses = |way: &MovementDecl| {
            way.along.as_ref() == Some(feature) || way.across.contains_key(feature) || way.over.contains_key(feature)
        };
        book.system.movement.values().any(uses)
    };
    let tags = map.tags().iter().map(|(name, _)| TerrainWord::Tag(name.clone())).filter(fights);
    let features = map.features().iter().map(|name| TerrainWord::Feature(name.clone()));
    let features = features.filter(|word| fights(word) || matches!(word, TerrainWord::Feature(name) if moves(name)));
    terrains.chain(tags).chain(features).collect()
}

fn find<'a>(effects: &'a TerrainEffects, word: &TerrainWord) -> Option<&'a TerrainEffect> {
    effects.all.iter().find(|effect| effect.word == *word)
}

fn cost(book: &BattleContent, word: &TerrainWord, way: &str, decl: &MovementDecl, notes: &mut Notes) -> Markup {
    let changes = book.changes();
    let at = |keys: &[&str]| {
        let path: Vec<_> = ["system", "movement", way].iter().chain(keys).map(|key| (*key).into()).collect();
        changes.at(&path)
    };
    let (text, origins): (String, Vec<ValueChange>) = match word {
        TerrainWord::Terrain(name) => {
            let own = at(&["terrain", name]);
            let value = decl.terrain.get(name).copied().or(decl.base);
            let by_base = !decl.terrain.contains_key(name) && own.is_empty();
            (
                value.map_or_else(|| book.say(phrases::CLOSED), |cost| number(book, cost, false)),
                if by_base { at(&["base"]) } else { own },
            )
        }
        TerrainWord::Tag(_) => (phrases::NOTHING.to_owned(), Vec::new()),
        TerrainWord::Feature(name) if decl.along.as_ref() == Some(name) => {
            (book.say(phrases::ON_ITS_LINE), at(&["along"]))
        }
        TerrainWord::Feature(name) if decl.over.contains_key(name) => {
            (number(book, decl.over[name], false), at(&["over", name]))
        }
        TerrainWord::Feature(name) => {
            let extra =
                decl.across.get(name).map_or_else(|| phrases::NOTHING.to_owned(), |&cost| number(book, cost, true));
            (extra, at(&["across", name]))
        }
    };
    notes.cell(html! { (text) }, &origins)
}

fn number(book: &BattleContent, cost: u8, is_extra: bool) -> String {
    match cost {
        IMPASSABLE => book.say(phrases::CLOSED),
        cost if is_extra => phrases::extra(cost),
        cost => cost.to_string(),
    }
}

/// Returns the effect of a terrain, tag or feature on combat. It is marked if it would be different without mods.
fn combat(book: &BattleContent, word: &TerrainWord, notes: &mut Notes) -> Markup {
    let describe = |effects: &Option<TerrainEffects>| {
        effects.as_ref().map(|effects| find(effects, word).map_or_else(Vec::new, |effect| lines(book, effect)))
    };
    let now = describe(&book.effects).unwrap_or_default();
    let origins = match describe(&book.effects_before) {
        Some(before) if before != now => vec![because_of_a_rule(book, &before)],
        _ => Vec::new(),
    };
    let value = html! {
        @if now.is_empty() { (phrases::NOTHING) }
        @for (at, line) in now.iter().enumerate() { @if at > 0 { br; } (line) }
    };
    notes.cell(value, &origins)
}

/// Describes a change caused by a rule. If several packs change rules, it is unknown which of them caused it, so all
/// packs whose scripts change rules are named.
fn because_of_a_rule(book: &BattleContent, before: &[String]) -> ValueChange {
    let mut packs: Vec<&str> = Vec::new();
    for change in &book.rule_changes {
        if let Some(pack) = crate::mod_changes::pack_of(book, change).filter(|pack| !packs.contains(pack)) {
            packs.push(pack);
        }
    }
    let was = if before.is_empty() { phrases::NOTHING.to_owned() } else { before.join("; ") };
    let packs: Vec<&str> = packs.into_iter().map(|pack| book.pack_name(pack)).collect();
    ValueChange { pack: packs.join(", "), was: Some(was), why: Some(book.say(phrases::RULES_CHANGED)) }
}

/// Returns the lines that describe an effect. Each names the units to which it applies, unless it applies to all.
fn lines(book: &BattleContent, effect: &TerrainEffect) -> Vec<String> {
    let end = if effect.only_if_all { format!(", {}", book.say(phrases::IF_ALL)) } else { String::new() };
    groups(book, &effect.cases)
        .into_iter()
        .map(|(who, modifiers)| who.map_or_else(String::new, |who| who + ": ") + &sum(book, &modifiers) + &end)
        .collect()
}

/// Lists modifiers. One of 0 columns only explains something.
fn sum(book: &BattleContent, modifiers: &[Modifier]) -> String {
    let effect = |modifier: &Modifier| match modifier.amount {
        0 => book.reason(&modifier.reason),
        amount => phrases::columns(book, amount),
    };
    let one = |modifier: &Modifier| format!("{} ({})", effect(modifier), modifier.rule);
    modifiers.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Groups modifiers by the units to which they apply: all units, a side, or one type against another.
fn groups(book: &BattleContent, cases: &[EffectCase]) -> Vec<(Option<String>, Vec<Modifier>)> {
    let content = book.content();
    let unit = |id: grognard_engine::ids::UnitId| &content.units[id.index()];
    let alike = |cases: &[&EffectCase]| cases.windows(2).all(|pair| pair[0].modifiers == pair[1].modifiers);
    let all: Vec<&EffectCase> = cases.iter().collect();
    if alike(&all) {
        return all.first().map(|case| (None, case.modifiers.clone())).into_iter().collect();
    }
    let mut groups = Vec::new();
    for (side, _) in content.sides.iter() {
        let of_side: Vec<&EffectCase> = cases.iter().filter(|case| unit(case.defender).side == side).collect();
        let counts = |case: &&&EffectCase| !case.modifiers.is_empty();
        if alike(&of_side) {
            let first = of_side.first().filter(counts);
            groups
                .extend(first.map(|case| (Some(phrases::defends(book, book.adjective(side))), case.modifiers.clone())));
        } else {
            let kind = |id| readable_name(book, content.unit_types.name(unit(id).kind));
            let name = |case: &&EffectCase| {
                (Some(phrases::against(book, &kind(case.defender), &kind(case.attacker))), case.modifiers.clone())
            };
            groups.extend(of_side.iter().filter(counts).map(name));
        }
    }
    groups
}
