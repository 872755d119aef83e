//! Units in a few characters: `G12+2` is a German unit of strength 12 with two more below it.

use super::Scene;
use super::canvas::{Span, Style, columns};
use crate::look::side::livery_of;
use crate::stack::Piece;
use grognard_engine::ids::SpaceId;

/// What stands on a space, in at most so many columns: as much of it as fits.
pub fn stack(scene: &Scene, space: SpaceId, most: usize) -> Vec<Span> {
    let sides = by_side(scene.pieces(space));
    let with_counts = |gap: &str| join(sides.iter().map(|pieces| pile(scene, pieces)).collect(), gap);
    let tops = |gap: &str| join(sides.iter().map(|pieces| vec![chip(scene, &pieces[0])]).collect(), gap);
    let forms = [with_counts(" "), tops(" "), tops("")];
    forms.into_iter().find(|spans| columns(spans) <= most).unwrap_or_else(|| tops("").into_iter().take(1).collect())
}

/// The pieces of each side; a view puts them in order.
fn by_side(pieces: &[Piece]) -> Vec<&[Piece]> {
    pieces.chunk_by(|a, b| a.side == b.side).collect()
}

/// The strongest piece, and how many more there are.
fn pile(scene: &Scene, pieces: &[Piece]) -> Vec<Span> {
    let top = chip(scene, &pieces[0]);
    let style = top.1;
    let more = (pieces.len() > 1).then(|| (format!("+{}", pieces.len() - 1), style));
    [top].into_iter().chain(more).collect()
}

fn join(groups: Vec<Vec<Span>>, gap: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for group in groups {
        if !spans.is_empty() && !gap.is_empty() {
            spans.push((gap.to_owned(), Style::default()));
        }
        spans.extend(group);
    }
    spans
}

/// One piece: the letter of its side, small when it is reduced, and its strength.
pub fn chip(scene: &Scene, piece: &Piece) -> Span {
    let letter = scene.key.side(piece.side);
    let (ground, pale, _) = livery_of(piece.side).ansi;
    match &piece.face {
        None => (format!("{letter}?"), Style::ink(231).on(ground)),
        Some(face) => {
            let strength = face.strength.map_or("-".to_owned(), |strength| strength.to_string());
            let reduced = face.is_reduced();
            let letter = if reduced { letter.to_ascii_lowercase() } else { letter };
            let style = if reduced { Style::ink(16).on(pale) } else { Style::ink(231).on(ground).bold() };
            (format!("{letter}{strength}"), style)
        }
    }
}
