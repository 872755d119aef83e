//! Paints the open country of a table: meadows, fields with furrows, hedges and cart tracks.
//!
//! None of it matters for the rules, so it is fainter than any piece of ground.

use super::ground::{Rgb, mix};
use crate::noise::{byte, noise, octaves};

/// The colours of fields: green, meadow, ripe, stubble and ploughed.
const FIELDS: [Rgb; 5] =
    [[176.0, 190.0, 136.0], [160.0, 181.0, 134.0], [231.0, 208.0, 142.0], [222.0, 207.0, 164.0], [193.0, 171.0, 131.0]];
const MEADOW: Rgb = [178.0, 188.0, 142.0];
const DRY: Rgb = [226.0, 208.0, 160.0];
const HEDGE: Rgb = [110.0, 130.0, 84.0];
const TRACK: Rgb = [238.0, 224.0, 188.0];
const RUT: Rgb = [150.0, 128.0, 92.0];
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
    out = hedge(out, &field, is_field, u, v);
    track(out, u, v)
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

/// The distance between cart tracks, and how far they stray, in hexsides.
const TRACKS: (f32, f32) = (9.5, 3.2);

/// Draws cart tracks, some across the table and some down it. Here and there they are lost.
fn track(ground: Rgb, u: f32, v: f32) -> Rgb {
    let far = lane(u, v, 0.0).min(lane(v, u, 50.0));
    if far < 0.03 {
        mix(ground, TRACK, 0.62)
    } else if far < 0.056 {
        mix(ground, RUT, 0.42)
    } else {
        ground
    }
}

/// Returns the distance from the nearest track that runs along the first axis.
fn lane(along: f32, aside: f32, seed: f32) -> f32 {
    let first = (aside / TRACKS.0).floor();
    let distance = |lane: f32| {
        let course = |along: f32| {
            let (bends, turns) = (lane * 7.7 + seed, lane * 3.1 + seed);
            TRACKS.1 * octaves(along / 7.0 + bends, turns, 2) + 0.16 * noise(along / 0.9 + turns, bends)
        };
        let is_lost = noise(along / 5.0 + lane * 5.3, seed + lane) < -0.2;
        let slope = (course(along + 0.05) - course(along)) / 0.05;
        let far = (aside - (lane + 0.5) * TRACKS.0 - course(along)).abs() / (1.0 + slope * slope).sqrt();
        if is_lost { f32::MAX } else { far }
    };
    (-1..=1).map(|shift| distance(first + shift as f32)).fold(f32::MAX, f32::min)
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
}
