//! Formats units in a few characters: `G12+2` is a German unit of strength 12 with two more units below it.

use super::TextScene;
use super::canvas::{CellStyle, StyledText, columns};
use crate::look::side::side_colours_of;
use crate::stack::Piece;
use grognard_engine::ids::SpaceId;
use grognard_engine::style::MarkSign;

/// Formats as many of the pieces in a space as fit into the given number of columns.
pub fn stack(scene: &TextScene, space: SpaceId, most: usize) -> Vec<StyledText> {
    let sides = group_by_side(scene.pieces(space));
    let form = |make: &dyn Fn(&[Piece]) -> Vec<StyledText>, gap: &str| {
        join(sides.iter().map(|pieces| make(pieces)).collect(), gap)
    };
    let marked = |pieces: &[Piece]| [pile(scene, pieces), marks(&pieces[0])].concat();
    let counted = |pieces: &[Piece]| pile(scene, pieces);
    // If the number does not fit, a plus shows that there are more.
    let more = |pieces: &[Piece]| {
        vec![chip(scene, &pieces[0]), (if pieces.len() > 1 { "+" } else { "" }.to_owned(), style(scene, &pieces[0]))]
    };
    let tops = |pieces: &[Piece]| vec![chip(scene, &pieces[0])];
    let forms =
        [form(&marked, " "), form(&counted, " "), form(&more, " "), form(&more, ""), form(&tops, " "), form(&tops, "")];
    forms
        .into_iter()
        .find(|spans| columns(spans) <= most)
        .unwrap_or_else(|| form(&tops, "").into_iter().take(1).collect())
}

/// Formats the marks of a piece, one character each.
pub fn marks(piece: &Piece) -> Vec<StyledText> {
    let all = piece.face.iter().flat_map(|face| &face.marks).map(|(_, sign)| character(*sign)).collect::<String>();
    if all.is_empty() { Vec::new() } else { vec![(all, CellStyle::default().bold())] }
}

/// Returns the character for a mark.
pub fn character(sign: MarkSign) -> char {
    match sign {
        MarkSign::Works => '#',
        MarkSign::Isolated => '!',
        MarkSign::Done => '\'',
        MarkSign::Active => '^',
        MarkSign::Fight => 'x',
        MarkSign::Shaken => '~',
        MarkSign::Dot => '*',
    }
}

/// Splits pieces that are ordered by side into the pieces of each side, without changing the order.
fn group_by_side(pieces: &[Piece]) -> Vec<&[Piece]> {
    pieces.chunk_by(|a, b| a.side == b.side).collect()
}

/// Formats the strongest piece and the number of pieces below it.
fn pile(scene: &TextScene, pieces: &[Piece]) -> Vec<StyledText> {
    let top = chip(scene, &pieces[0]);
    let style = top.1;
    let more = (pieces.len() > 1).then(|| (format!("+{}", pieces.len() - 1), style));
    [top].into_iter().chain(more).collect()
}

fn join(groups: Vec<Vec<StyledText>>, gap: &str) -> Vec<StyledText> {
    let mut spans: Vec<StyledText> = Vec::new();
    for group in groups {
        if !spans.is_empty() && !gap.is_empty() {
            spans.push((gap.to_owned(), CellStyle::default()));
        }
        spans.extend(group);
    }
    spans
}

fn style(scene: &TextScene, piece: &Piece) -> CellStyle {
    chip(scene, piece).1
}

/// Formats a piece: the letter of its side (lower case if reduced) and its strength.
pub fn chip(scene: &TextScene, piece: &Piece) -> StyledText {
    let letter = scene.key.side(piece.side);
    let (ground, pale, _) = side_colours_of(&scene.content.style, piece.side).ansi;
    match &piece.face {
        None => (format!("{letter}?"), CellStyle::ink(231).on(ground)),
        Some(face) => {
            let strength = face.strength.map_or("-".to_owned(), |strength| strength.to_string());
            let reduced = face.is_reduced();
            let letter = if reduced { letter.to_ascii_lowercase() } else { letter };
            let style = if reduced { CellStyle::ink(16).on(pale) } else { CellStyle::ink(231).on(ground).bold() };
            (format!("{letter}{strength}"), style)
        }
    }
}
