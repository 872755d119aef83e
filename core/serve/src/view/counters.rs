//! Unit counters, and the names under which a viewer knows units.

use crate::dto::{Card, CardNumber, Counter, Stand};
use grognard_board::{Face, Piece, pieces, svg};
use grognard_engine::card::PrintedCard;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::reader::Reader;
use grognard_engine::view::UnitView;

/// Returns the counters in a space, with the strongest of each side first.
pub fn stack(content: &Content, catalogue: &Catalogue, units: &[UnitView]) -> Vec<Counter> {
    let mut nameless = 0;
    pieces(content, units, catalogue).iter().map(|piece| counter(content, catalogue, piece, &mut nameless)).collect()
}

/// Returns the key under which the page finds a unit on a table.
pub fn stand_key(id: &str) -> String {
    format!("@{id}")
}

/// Returns a unit or a terrain piece with its position on a table; `None` if it is not on a table.
pub fn stand(content: &Content, catalogue: &Catalogue, unit: &UnitView) -> Option<Stand> {
    let (piece, stand) = pieces(content, std::slice::from_ref(unit), catalogue).pop().zip(unit.stand)?;
    let base = svg::base_of(content, unit).map(|base| [base.right - base.left, base.bottom - base.top]);
    let mut counter = Counter { id: piece.id.clone(), ..counter(content, catalogue, &piece, &mut 0) };
    let ground = match base {
        Some(_) => svg::crossing_fragment(content, unit, catalogue),
        None => svg::ground_fragment(content, unit, catalogue),
    };
    if let Some(ground) = ground {
        counter.svg = ground;
    }
    Some(Stand { counter, spot: [stand.spot.x, stand.spot.y], facing: stand.facing.name(), base })
}

fn counter(content: &Content, catalogue: &Catalogue, piece: &Piece, nameless: &mut usize) -> Counter {
    let face = piece.face.as_ref();
    Counter {
        id: counter_id(piece, nameless),
        side: piece.side.map(|side| content.sides.name(side).to_owned()),
        label: piece.describe(content, catalogue),
        svg: svg::fragment(content, piece, catalogue),
        steps: face.map(|face| [face.steps.0, face.steps.1]),
        reduced: face.map(|face| face.is_reduced()),
        kind: face.filter(|_| content.map.field().is_some()).map(|face| match face.ground() {
            Some(_) => piece.caption(),
            None => face.kind.clone(),
        }),
        ground: face.filter(|face| face.ground().is_some()).map(|face| face.kind.clone()),
        card: face.and_then(card),
        back: face.is_none() && piece.side.is_some_and(|side| content.has_only_cards(side)),
    }
}

fn card(face: &Face) -> Option<Card> {
    let PrintedCard { title, numbers, text, rule } = face.card.clone()?;
    let numbers = numbers.into_iter().map(|(name, value)| CardNumber { name, value }).collect();
    Some(Card { title, numbers, text, rule, held: face.upright })
}

/// Returns a counter's id. Hidden units without a token can be told apart only within their space.
fn counter_id(piece: &Piece, nameless: &mut usize) -> String {
    if piece.id != "?" {
        return piece.id.clone();
    }
    *nameless += 1;
    format!("?.{nameless}")
}

/// Returns a unit's name if the viewer knows it, or else `?` and its token.
pub fn unit_id(reader: &Reader, unit: UnitId) -> String {
    let table = reader.table;
    match reader.knows(unit) {
        true => table.content.units[unit.index()].name.clone(),
        false => format!("?{}", table.state.token(unit).map(|token| token.to_string()).unwrap_or_default()),
    }
}
