//! Paints open country: steppe, and on tables fields with their furrows.
//!
//! None of it matters for the rules, so it is fainter than any piece of ground.

use super::ground::{Rgb, mix};
use crate::noise::{byte, octaves};

/// The colours of the fields: ripe corn, stubble, pasture, young corn, ploughed earth and fallow.
const FIELDS: [Rgb; 6] = [
    [224.0, 200.0, 132.0],
    [226.0, 210.0, 168.0],
    [184.0, 194.0, 134.0],
    [200.0, 206.0, 146.0],
    [204.0, 183.0, 148.0],
    [208.0, 202.0, 160.0],
];
/// The colours of green and of ripe grass where nobody farms, and of the paths between fields.
const GRASS: Rgb = [194.0, 200.0, 148.0];
const RIPE: Rgb = [230.0, 210.0, 156.0];
const PATH: Rgb = [150.0, 148.0, 98.0];
/// The colour of hedges along some of the paths.
const HEDGE: Rgb = [112.0, 128.0, 82.0];
/// The distance between fields, and from furrow to furrow, in hexsides.
const FIELD: f32 = 1.7;
const FURROW: f32 = 0.13;
/// The breadth of the path around a field, in parts of the distance between fields.
const MARGIN: f32 = 0.022;

/// A field near a place.
#[derive(Clone, Copy)]
struct Field {
    distance: f32,
    number: u8,
    /// The directions of its furrows and of its short sides.
    axis: (f32, f32),
}

/// Returns the colour of open ground with fields on it, at a place given in hexsides.
pub fn farm(steppe: Rgb, u: f32, v: f32) -> Rgb {
    let farmed = ((octaves(u / 5.5 + 2.0, v / 5.5 + 23.0, 2) + 0.22) * 9.0).clamp(0.0, 1.0);
    if farmed == 0.0 {
        return steppe;
    }
    let bend = |turn: f32| 0.1 * octaves(u / 1.5 + turn, v / 1.5 + 2.0 * turn, 3);
    let place = ((u + bend(3.0)) / FIELD, (v + bend(17.0)) / FIELD);
    let [nearest, next] = two_nearest(place);
    let across = (u * nearest.axis.1 - v * nearest.axis.0) / FURROW;
    let furrow = 1.0 + 0.08 * (2.0 * (across - across.floor()) - 1.0).abs() - 0.04;
    let colour = FIELDS[usize::from(nearest.number) % FIELDS.len()].map(|part| part * furrow);
    let edge = next.distance - nearest.distance;
    let field = mix(colour, PATH, 0.8 * ((MARGIN - edge) / (0.5 * MARGIN)).clamp(0.0, 1.0));
    // A third of the fields lie waste.
    let is_waste = nearest.number.is_multiple_of(3);
    let out = mix(steppe, field, farmed * if is_waste { 0.12 } else { 0.55 });
    // Bushes stand along a quarter of the edges, on both sides of a path.
    let has_hedge = (nearest.number ^ next.number).is_multiple_of(4);
    if !has_hedge || edge > 2.6 * MARGIN {
        return out;
    }
    let bush = octaves(u / 0.075, v / 0.075, 2) - (edge / MARGIN - 1.3).abs() * 0.35;
    mix(out, HEDGE, farmed * (4.0 * bush + 0.5).clamp(0.0, 0.8))
}

/// Returns the colour of open ground that nobody farms, with stretches of green and of ripe grass.
pub fn steppe(ground: Rgb, u: f32, v: f32) -> Rgb {
    let patches = octaves(u / 2.6 + 11.0, v / 2.6 + 5.0, 4);
    let ripe = octaves(u / 3.7 + 31.0, v / 3.7 + 14.0, 4);
    mix(mix(ground, GRASS, (0.35 + 1.1 * patches).clamp(0.0, 0.85)), RIPE, (1.6 * ripe).clamp(0.0, 0.7))
}

/// Returns the two fields whose middles are nearest. Distances are measured along the axes of a field, so that its sides
/// are straight and its corners nearly square.
fn two_nearest((x, y): (f32, f32)) -> [Field; 2] {
    let (column, row) = (x.floor() as i32, y.floor() as i32);
    let far = Field { distance: f32::MAX, number: 0, axis: (1.0, 0.0) };
    let mut out = [far, far];
    for i in column - 1..=column + 1 {
        for j in row - 1..=row + 1 {
            let [right, down, turn] = [0, 101, 57].map(|turn| f32::from(byte(i + turn, j + 3 * turn)) / 255.0);
            let at = (i as f32 + 0.2 + 0.6 * right, j as f32 + 0.2 + 0.6 * down);
            let (dx, dy) = (x - at.0, y - at.1);
            let distance = dx.abs().max(dy.abs()) + 0.08 * (dx.abs() + dy.abs());
            let axis = if turn < 0.5 { (0.98, 0.2) } else { (-0.2, 0.98) };
            let field = Field { distance, number: byte(i + 77, j + 5), axis };
            if distance < out[0].distance {
                out = [field, out[0]];
            } else if distance < out[1].distance {
                out[1] = field;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_country_stays_close_to_the_colour_of_the_ground() {
        let ground = [219.0, 208.0, 174.0];
        let all = (0..2_500).map(|at| ((at % 50) as f32 * 0.31, (at / 50) as f32 * 0.29));
        for (u, v) in all {
            // Only hedges are much darker than open ground.
            let grass = steppe(ground, u, v);
            for (colour, most) in [(grass, 30.0), (farm(grass, u, v), 90.0)] {
                (0..3).for_each(|part| assert!((colour[part] - ground[part]).abs() < most, "{part}: {colour:?}"));
            }
        }
    }
}
