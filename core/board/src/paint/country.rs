//! Paints the open country of a table: steppe with meadows and stretches of ripe and dry grass.
//!
//! None of it matters for the rules, so it is fainter than any piece of ground, and has no edges that could be taken for
//! one.

use super::ground::{Rgb, mix};
use crate::noise::{byte, octaves};

/// The colours of the stretches: ripe, meadow, dry and pasture. As many others have the colour of the ground.
const COLOURS: [Rgb; 4] = [[214.0, 198.0, 148.0], [196.0, 203.0, 156.0], [226.0, 214.0, 178.0], [205.0, 205.0, 164.0]];
/// The distance between stretches, in hexsides.
const STRETCH: f32 = 1.15;

/// Returns the colour of the ground at a place, given in hexsides.
pub fn tint(ground: Rgb, u: f32, v: f32) -> Rgb {
    let bend = |turn: f32| 0.9 * octaves(u / 1.2 + turn, v / 1.2 + 2.0 * turn, 5);
    let (x, y) = ((u + bend(3.0)) / STRETCH, (v + bend(17.0)) / STRETCH);
    let mut colours = [0.0; 3];
    let mut whole = 0.0;
    let (column, row) = (x.floor() as i32, y.floor() as i32);
    for i in column - 1..=column + 1 {
        for j in row - 1..=row + 1 {
            let [right, down] = [0, 101].map(|turn| f32::from(byte(i + turn, j + 3 * turn)) / 255.0);
            let (dx, dy) = (x - i as f32 - right, y - j as f32 - down);
            // Close to the nearest stretch, the others hardly count.
            let near = (1.0 - (dx * dx + dy * dy) / 2.0).max(0.001);
            let weight = near.powi(28);
            let number = byte(i + 57, j + 11);
            let colour = if number < 128 { COLOURS[usize::from(number % 4)] } else { ground };
            colours.iter_mut().zip(colour).for_each(|(sum, part)| *sum += weight * part);
            whole += weight;
        }
    }
    mix(ground, colours.map(|sum| sum / whole), 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_country_stays_close_to_the_colour_of_the_ground() {
        let ground = [219.0, 208.0, 174.0];
        let all = (0..2_500).map(|at| tint(ground, (at % 50) as f32 * 0.31, (at / 50) as f32 * 0.29));
        for colour in all {
            (0..3).for_each(|part| assert!((colour[part] - ground[part]).abs() < 30.0, "{part}: {colour:?}"));
        }
    }
}
