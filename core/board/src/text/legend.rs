//! Draws the boxes below the board, and the legend that explains the characters.

use super::TextScene;
use super::areas::wrap;
use super::canvas::{CellStyle, StyledText, line};
use super::shape::HexShape;
use super::units;
use crate::look::ground::PLAIN;
use crate::look::side::side_colours_of;
use crate::terminal_text;
use grognard_engine::ids::{Id, SideId, SpaceId};
use grognard_engine::style::MarkSign;

const HEAD: usize = 9;

/// Draws the boxes, and a legend for what is on the map. `shape` is `None` for area maps, where the table names the
/// terrain.
pub fn draw(scene: &TextScene, shape: Option<&HexShape>) -> String {
    let parts = [
        ("boxes", boxes(scene)),
        ("terrain", shape.map_or(Vec::new(), |_| terrain(scene))),
        ("places", tags(scene)),
        ("borders", features(scene, shape.is_some_and(HexShape::is_compact))),
        ("units", sides(scene)),
    ];
    parts
        .iter()
        .filter(|(_, entries)| !entries.is_empty())
        .map(|(head, entries)| paragraph(scene, scene.say(head), entries))
        .collect()
}

/// Formats a heading and its entries, wrapped into lines.
fn paragraph(scene: &TextScene, head: &str, entries: &[Vec<StyledText>]) -> String {
    let width = scene.options.width.saturating_sub(HEAD);
    // An entry of several spans is not split across lines: its total width counts.
    let blocks: Vec<StyledText> = entries
        .iter()
        .map(|entry| (entry.iter().map(|span| span.0.as_str()).collect(), CellStyle::default()))
        .collect();
    let mut rest = entries.iter();
    let mut out = String::new();
    for (at, row) in wrap(&blocks, width).iter().enumerate() {
        let mut spans = vec![(format!("{:HEAD$}", if at == 0 { head } else { "" }), CellStyle::default().bold())];
        for (place, entry) in rest.by_ref().take(row.len().div_ceil(2)).enumerate() {
            if place > 0 {
                spans.push((" ".to_owned(), CellStyle::default()));
            }
            spans.extend(entry.iter().cloned());
        }
        out += &line(&spans, scene.options.colour);
    }
    out
}

fn plain_span(text: impl Into<String>) -> StyledText {
    (text.into(), CellStyle::default())
}

fn boxes(scene: &TextScene) -> Vec<Vec<StyledText>> {
    let map = &scene.content.map;
    map.all().filter(|&space| map.space(space).off_map).map(|space| off_map_box(scene, space)).collect()
}

fn off_map_box(scene: &TextScene, space: SpaceId) -> Vec<StyledText> {
    let label = terminal_text::shorten(&terminal_text::clean(&scene.label(space)), 24);
    let units = units::stack(scene, space, 30);
    let empty = units.is_empty();
    let name = match scene.is_marked(space) {
        true => (format!(">{label}<"), CellStyle::ink(16).bold().on(227)),
        false => plain_span(label),
    };
    let colon = if empty { "" } else { ": " };
    [vec![plain_span("["), name, plain_span(colon)], units, vec![plain_span("]")]].concat()
}

fn terrain(scene: &TextScene) -> Vec<Vec<StyledText>> {
    let map = &scene.content.map;
    let on_map = |at: usize| map.all().any(|space| !map.space(space).off_map && map.terrain(space).index() == at);
    let used = scene.key.terrains.iter().enumerate().filter(|(at, _)| on_map(*at));
    let entry = |key: &super::key::TerrainKey| {
        let name = if key.letter.is_some() {
            format!(" {} ", key.name)
        } else {
            format!(" {} ({}) ", key.name, scene.say("no letter"))
        };
        vec![(format!(" {} ", key.letter.unwrap_or(' ')), CellStyle::ink(16).on(key.look.ansi)), plain_span(name)]
    };
    used.map(|(_, key)| entry(key)).collect()
}

fn tags(scene: &TextScene) -> Vec<Vec<StyledText>> {
    let entry = |key: &super::key::TagKey| vec![plain_span(format!(" {}  {} ", key.character, key.name))];
    let owned = (!scene.view.owners.is_empty()).then(|| {
        let letters: Vec<String> = scene.key.sides.iter().map(|letter| format!(":{letter}")).collect();
        vec![plain_span(format!(" {}  {} ", letters.join(" "), scene.say("owner")))]
    });
    scene.key.tags.iter().map(entry).chain(owned).collect()
}

fn features(scene: &TextScene, compact: bool) -> Vec<Vec<StyledText>> {
    let map = &scene.content.map;
    let all = map.all().flat_map(|space| map.links(space)).fold(0, |all, link| all | link.features);
    let used = scene.key.features.iter().filter(|key| key.bit & all != 0);
    let entry = |key: &super::key::FeatureKey| {
        vec![
            (format!(" {} ", key.character), CellStyle::ink(key.look.ansi).on(PLAIN.ansi).bold()),
            plain_span(format!(" {} ", key.name)),
        ]
    };
    let mut entries: Vec<Vec<StyledText>> = used.map(entry).collect();
    if compact && !entries.is_empty() {
        entries.push(vec![plain_span(format!(" {} ", scene.say("symbol before a hex: on its left sides")))]);
        entries.push(vec![plain_span(format!(" {} ", scene.say("symbol after its number: on its upper side")))]);
    }
    entries
}

fn sides(scene: &TextScene) -> Vec<Vec<StyledText>> {
    let entry = |(side, _): (SideId, &str)| {
        let name = scene.content.side_title(side);
        let style = CellStyle::ink(231).on(side_colours_of(&scene.content.style, Some(side)).ansi.0).bold();
        vec![
            plain_span(" "),
            (scene.key.side(Some(side)).to_string(), style),
            plain_span(format!("  {} ", super::key::legend_name(name, scene.options.catalogue))),
        ]
    };
    let mut entries: Vec<Vec<StyledText>> = scene.content.sides.iter().map(entry).collect();
    let pieces = || scene.stacks.iter().flatten();
    let mut explain =
        |needed: bool, text: &str| entries.extend(needed.then(|| vec![plain_span(format!(" {} ", scene.say(text)))]));
    explain(pieces().any(|piece| piece.face.as_ref().is_some_and(|face| face.is_reduced())), "small letter: reduced");
    explain(pieces().any(|piece| piece.face.is_none()), "?: unknown");
    explain(scene.stacks.iter().any(|stack| stack.len() > 1), "+1: one more below");
    let mut marks: Vec<&(String, MarkSign)> =
        pieces().filter_map(|piece| piece.face.as_ref()).flat_map(|face| &face.marks).collect();
    marks.sort_by(|(a, sign), (b, other)| (sign, a).cmp(&(other, b)));
    marks.dedup();
    for (name, sign) in marks {
        explain(true, &format!("{}: {name}", units::character(*sign)));
    }
    explain(!scene.options.highlight.is_empty(), "> <: on offer");
    entries
}
