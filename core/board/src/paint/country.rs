//! Paints the open country of a table: meadows, fields with furrows, and hedges.
//!
//! None of it matters for the rules, so it is fainter than any piece of ground. There are no tracks, because roads are
//! pieces of ground.

use super::ground::{Rgb, mix};
use crate::noise::{byte, noise, octaves};

/// The colours of fields: green, meadow, ripe, stubble and ploughed.
const FIELDS: [Rgb; 5] =
    [[176.0, 190.0, 136.0], [160.0, 181.0, 134.0], [231.0, 208.0, 142.0], [222.0, 207.0, 164.0], [193.0, 171.0, 131.0]];
const MEADOW: Rgb = [178.0, 188.0, 142.0];
const DRY: Rgb = [226.0, 208.0, 160.0];
const HEDGE: Rgb = [110.0, 130.0, 84.0];
/// The length and width of a field, in hexsides.
const FIELD: (f32, f32) = (1.5, 0.95);

/// A place in a strip of fields.
struct Field {
    /// A number from 0 to 255 that belongs to the field.
    number: u8,
    /// The distance from the nearest side, in hexsides.
    edge: f32,
    /// The distance across the furrows.
    across: f32,
    /// How much of the country around it is farmed.
    farmed: f32,
}

/// Returns the colour of the ground at a place, given in hexsides.
pub fn tint(ground: Rgb, u: f32, v: f32) -> Rgb {
    let wet = octaves(u / 5.5 + 41.0, v / 5.5 + 17.0, 3);
    let mut out = mix(ground, MEADOW, (0.28 + 0.9 * wet).clamp(0.0, 0.55));
    out = mix(out, DRY, (0.1 - 0.9 * wet).clamp(0.0, 0.4));
    let field = field_at(u, v);
    let is_field = f32::from(field.number & 127) / 127.0 < 0.34 + 1.5 * field.farmed;
    if is_field {
        let soft = (field.edge * 14.0).clamp(0.0, 1.0);
        let colour = FIELDS[usize::from(field.number % 5)];
        let furrow = ((field.across * 9.0).fract() - 0.5).abs() * 2.0 - 0.5;
        let furrow = if field.number % 5 > 2 { 7.0 * furrow } else { 3.0 * furrow };
        out = mix(out, colour.map(|part| part + furrow), 0.46 * soft);
    }
    hedge(out, &field, is_field, u, v)
}

/// Returns the field at a place. Strips of fields run in slightly different directions in different regions.
fn field_at(u: f32, v: f32) -> Field {
    let lean = 0.16 * octaves(u / 11.0 + 2.0, v / 11.0 + 13.0, 1);
    let bend = 0.10 * octaves(u / 1.7 + 3.0, v / 1.7 + 17.0, 2);
    let (x, y) = (u + (0.18 + lean) * v + bend, v - (0.18 + lean) * u - bend);
    let row = (y / FIELD.1).floor();
    let down = y / FIELD.1 - row;
    let shift = f32::from(byte(row as i32, 77)) / 255.0;
    // Some fields are twice as long as others.
    let long = FIELD.0 * (0.7 + 0.8 * f32::from(byte(row as i32, 5)) / 255.0);
    let column = (x / long + shift).floor();
    let right = x / long + shift - column;
    let near = |part: f32, size: f32| part.min(1.0 - part) * size;
    let number = byte(column as i32, row as i32 * 3 + 1);
    let across = if number & 8 == 0 { down * FIELD.1 } else { right * long };
    let farmed = octaves((column - shift) * long / 4.2 + 11.0, row * FIELD.1 / 4.2 + 5.0, 2);
    Field { number, edge: near(down, FIELD.1).min(near(right, long)), across, farmed }
}

/// Draws bushes along some sides of fields.
fn hedge(ground: Rgb, field: &Field, is_field: bool, u: f32, v: f32) -> Rgb {
    if !is_field || field.number % 7 > 2 || field.edge > 0.06 {
        return ground;
    }
    let bush = noise(u * 11.0, v * 11.0) + 0.35 * noise(u * 3.0 + 8.0, v * 3.0);
    if bush < 0.02 {
        return ground;
    }
    mix(ground, HEDGE, 0.62 * (1.0 - field.edge / 0.06).min(0.5) * 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_country_stays_close_to_the_colour_of_the_ground() {
        let ground = [219.0, 208.0, 174.0];
        let mean = |part: usize| {
            let all = (0..2_500).map(|at| tint(ground, (at % 50) as f32 * 0.31, (at / 50) as f32 * 0.29)[part]);
            all.sum::<f32>() / 2_500.0
        };
        (0..3).for_each(|part| assert!((mean(part) - ground[part]).abs() < 30.0, "{part}: {}", mean(part)));
    }
    #[test]
    fn no_line_crosses_the_country_like_a_road() {
        // The colours of a road would be mixed in at the same place whatever the ground is.
        let spread = |at: u32| {
            let (u, v) = ((at % 200) as f32 * 0.05, (at / 200) as f32 * 0.05);
            let (dark, light) = (tint([120.0; 3], u, v), tint([220.0; 3], u, v));
            light[0] - dark[0]
        };
        let least = (0..40_000).map(spread).fold(f32::MAX, f32::min);
        assert!(least > 8.0, "{least}");
    }
}
