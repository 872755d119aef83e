//! The painting itself: colours mixed by slow noise, shaded by a relief with light from the north-west.

use super::mask::{blur, fill_polygon, fill_rows};
use super::plot::{AreaPlot, Plot, Shapes};
use super::{Painting, country};
use crate::geometry::Point;
use crate::look::ground::Motif;
use crate::noise::{byte, noise, octaves};
use grognard_engine::style::Colour;

pub type Rgb = [f32; 3];

/// The colour of the sheet, to which the ground outside the spaces fades.
const PAPER: Rgb = [245.0, 239.0, 224.0];
/// How much of the sheet's colour covers the ground outside the spaces.
const FADE: f32 = 0.62;
/// The strength of the shading.
const LIGHT: f32 = 0.46;
/// How far water extends beyond the centres of the outermost areas.
const RIVER: f32 = 2_700.0;
/// How far the edges of terrains stray from the hexsides.
const BEND: f32 = 640.0;
/// The noise above which a marsh has open water.
const POOLS: f32 = 0.08;
/// The noise above which there are trees on open ground that has groups of them.
const GROVES: f32 = 0.1;
const BANK: Rgb = [58.0, 92.0, 110.0];
const DEEP: Rgb = [107.0, 155.0, 181.0];
const DEEPER: Rgb = [86.0, 134.0, 164.0];
const BEACH: Rgb = [230.0, 220.0, 188.0];
const POOL: Rgb = [132.0, 172.0, 184.0];
const MEADOW: Rgb = [178.0, 190.0, 140.0];
const VALLEY: Rgb = [168.0, 182.0, 160.0];

/// A terrain that occurs in the painting, with the pixels it covers.
struct Cover {
    motif: Motif,
    tones: [Rgb; 2],
    mask: Vec<u8>,
}

/// A painting in progress.
struct Easel<'a> {
    plot: &'a Plot,
    width: usize,
    height: usize,
    /// The length of a hexside, in pixels.
    side: f32,
}

/// Paints a plot with the given number of pixels per hexside.
pub fn paint(plot: &Plot, scale: f64) -> Painting {
    let pixels = |length: i64| ((length as f64 * scale / 1_000.0).round() as usize).max(1);
    let (width, height) = (pixels(plot.size.0), pixels(plot.size.1));
    let easel = Easel { plot, width, height, side: scale as f32 };
    let (looks, inside) = easel.look_up();
    let covers = easel.covers(&looks);
    let valleys = easel.valleys();
    let wide_water = easel.wide_water(&covers);
    let canopy = easel.canopy(&covers);
    let heights = easel.heights(&covers, &valleys, &canopy);
    let mut pixels = vec![0; width * height * 3];
    fill_rows(&mut pixels, width * 3, |row, out| {
        for x in 0..width {
            let at = row * width + x;
            let ground = easel.tint(&covers, &canopy, x, row);
            let ground = easel.wet(ground, &wide_water, at, f32::from(valleys[at]) / 255.0);
            let shade = 1.0 + LIGHT * easel.slope(&heights, x, row);
            let under_trees = if canopy[at] > 0.0 { 0.88 + 0.2 * canopy[at] } else { 1.0 };
            let outside = 1.0 - f32::from(inside[at]) / 255.0;
            for part in 0..3 {
                let lit = (ground[part] * shade * under_trees).clamp(0.0, 255.0);
                out[x * 3 + part] = (lit + (PAPER[part] - lit) * FADE * outside) as u8;
            }
        }
    });
    Painting { width, height, pixels }
}

impl Easel<'_> {
    /// Returns a pixel's place in thousandths of a hexside.
    fn place(&self, x: usize, y: usize) -> (f32, f32) {
        let at = |pixel: usize, from: i64| from as f32 + (pixel as f32 + 0.5) * 1_000.0 / self.side;
        (at(x, self.plot.at.0), at(y, self.plot.at.1))
    }

    /// Returns the look at every pixel, with natural edges, and how much of each pixel is inside a space.
    fn look_up(&self) -> (Vec<u8>, Vec<u8>) {
        let count = self.width * self.height;
        let (mut looks, mut inside) = (vec![0; count], vec![255; count]);
        match &self.plot.shapes {
            Shapes::Hexes(hexes) => {
                fill_rows(&mut looks, self.width, |row, out| {
                    for (x, look) in out.iter_mut().enumerate() {
                        let (x, y) = self.place(x, row);
                        let bend = |shift: f32| BEND * octaves(x / 900.0 + shift, y / 900.0 + 1.8 * shift, 4);
                        *look = hexes.at(x + bend(0.0), y + bend(50.0)).map_or(0, |(look, _)| look);
                    }
                });
                fill_rows(&mut inside, self.width, |row, out| {
                    for (x, is_inside) in out.iter_mut().enumerate() {
                        let (x, y) = self.place(x, row);
                        *is_inside = if hexes.at(x, y).is_some_and(|(_, is_inside)| is_inside) { 255 } else { 0 };
                    }
                });
            }
            Shapes::Areas(areas) => {
                inside.fill(0);
                let pixel = |part: i64, from: i64| (part - from) as f32 * self.side / 1_000.0;
                let pixels = |points: &[Point]| -> Vec<(f32, f32)> {
                    points.iter().map(|at| (pixel(at.0, self.plot.at.0), pixel(at.1, self.plot.at.1))).collect()
                };
                for lines in [|area: &AreaPlot| area.corners.clone(), |area: &AreaPlot| area.outline.clone()] {
                    for area in areas {
                        let points = pixels(&lines(area));
                        fill_polygon(&mut looks, self.width, &points, area.look);
                        fill_polygon(&mut inside, self.width, &points, 255);
                    }
                }
                self.spill(areas, &mut looks, &mut inside);
            }
            Shapes::Table => {}
        }
        self.plant_groves(&mut looks);
        blur(&mut inside, self.width, (self.side / 50.0).round() as usize);
        (looks, inside)
    }

    /// Puts groups of trees on open ground that has them.
    fn plant_groves(&self, looks: &mut [u8]) {
        let has_groves = |look: u8| self.plot.looks[usize::from(look)].motif == Motif::Groves;
        if !(0..self.plot.looks.len() as u8).any(has_groves) {
            return;
        }
        let woods = (self.plot.looks.len() - 1) as u8;
        fill_rows(looks, self.width, |row, out| {
            for (x, look) in out.iter_mut().enumerate().filter(|(_, look)| has_groves(**look)) {
                let (x, y) = self.place(x, row);
                if octaves(x / 1_300.0 + 7.0, y / 1_300.0 + 3.0, 4) > GROVES {
                    *look = woods;
                }
            }
        });
    }

    /// Lets water flow on beyond the outermost areas, to its other bank, which has groups of trees.
    fn spill(&self, areas: &[AreaPlot], looks: &mut [u8], inside: &mut [u8]) {
        let is_water = |area: &AreaPlot| self.plot.looks[usize::from(area.look)].motif == Motif::Waves;
        if !areas.iter().any(is_water) {
            return;
        }
        let woods = (self.plot.looks.len() - 1) as u8;
        let far = |area: &AreaPlot, (x, y): (f32, f32)| {
            let (dx, dy) = (area.centre.0 as f32 - x, area.centre.1 as f32 - y);
            dx * dx + dy * dy
        };
        let outside = |at: (f32, f32)| {
            let area = areas.iter().min_by(|a, b| far(a, at).total_cmp(&far(b, at))).filter(|area| is_water(area))?;
            let (x, y) = at;
            let bank = RIVER + 700.0 * octaves(x / 5_000.0, y / 5_000.0, 4);
            let is_wood = || octaves(x / 2_600.0 + 13.0, y / 2_600.0 + 2.0, 4) > GROVES;
            Some(if far(area, at) < bank * bank {
                area.look
            } else if is_wood() {
                woods
            } else {
                0
            })
        };
        let mut spilt: Vec<Option<u8>> = vec![None; looks.len()];
        fill_rows(&mut spilt, self.width, |row, out| {
            for (x, look) in out.iter_mut().enumerate().filter(|(x, _)| inside[row * self.width + x] == 0) {
                *look = outside(self.place(x, row));
            }
        });
        for (at, look) in spilt.into_iter().enumerate() {
            if let Some(look) = look {
                (looks[at], inside[at]) = (look, 255);
            }
        }
    }

    fn covers(&self, looks: &[u8]) -> Vec<Cover> {
        let mut all = Vec::new();
        for (number, look) in self.plot.looks.iter().enumerate() {
            if !looks.iter().any(|at| usize::from(*at) == number) {
                continue;
            }
            let mut mask: Vec<u8> = looks.iter().map(|at| if usize::from(*at) == number { 255 } else { 0 }).collect();
            let soft = match look.motif {
                Motif::Trees => 0.07,
                Motif::Waves => 0.04,
                Motif::Tufts => 0.2,
                _ => 0.12,
            };
            blur(&mut mask, self.width, (self.side * soft).round().max(1.0) as usize);
            all.push(Cover { motif: look.motif, tones: [rgb(look.fill), rgb(look.tone)], mask });
        }
        all
    }

    /// Returns how deep in the valley of a river each pixel lies.
    fn valleys(&self) -> Vec<u8> {
        let mut out = vec![0; self.width * self.height];
        for point in self.plot.rivers.iter().flatten() {
            let reach = self.side * (0.55 + 0.0015 * point.width as f32);
            let pixel = |part: f64, from: i64| ((part - from as f64) * f64::from(self.side) / 1_000.0) as f32;
            let (x, y) = (pixel(point.at.0, self.plot.at.0), pixel(point.at.1, self.plot.at.1));
            let rows = (y - reach).max(0.0) as usize..((y + reach).max(0.0) as usize).min(self.height);
            for row in rows {
                let columns = (x - reach).max(0.0) as usize..((x + reach).max(0.0) as usize).min(self.width);
                for column in columns {
                    let (dx, dy) = (column as f32 - x, row as f32 - y);
                    let depth = (1.0 - (dx * dx + dy * dy) / (reach * reach)).max(0.0);
                    let kept = &mut out[row * self.width + column];
                    *kept = (*kept).max((depth * depth * 255.0) as u8);
                }
            }
        }
        out
    }

    /// Returns the mask of lakes and seas, blurred to tell how far the shore is: first nearby, then farther away.
    fn wide_water(&self, covers: &[Cover]) -> Option<[Vec<u8>; 3]> {
        let mut all = covers.iter().filter(|cover| cover.motif == Motif::Waves);
        let mut near = all.next()?.mask.clone();
        for cover in all {
            near.iter_mut().zip(&cover.mask).for_each(|(sum, more)| *sum = sum.saturating_add(*more));
        }
        let mut far = near.clone();
        blur(&mut near, self.width, (self.side * 0.10).round().max(1.0) as usize);
        blur(&mut far, self.width, (self.side * 0.6).round().max(1.0) as usize);
        let mut middle = far.clone();
        blur(&mut middle, self.width, (self.side * 1.3).round().max(1.0) as usize);
        Some([near, far, middle])
    }

    /// Returns how high the trees are at each pixel, from 0 to 1.
    fn canopy(&self, covers: &[Cover]) -> Vec<f32> {
        let mut out = vec![0.0; self.width * self.height];
        for cover in covers.iter().filter(|cover| cover.motif == Motif::Trees) {
            let radius = self.tree();
            let mask = |x: f32, y: f32| {
                let at = |part: f32, size: usize| (part.max(0.0) as usize).min(size - 1);
                cover.mask[at(y, self.height) * self.width + at(x, self.width)]
            };
            fill_rows(&mut out, self.width, |row, out| {
                for (x, height) in out.iter_mut().enumerate() {
                    let part = f32::from(cover.mask[row * self.width + x]) / 255.0;
                    if part > 0.02 {
                        let tree = crown(x as f32, row as f32, radius, mask);
                        *height = f32::max(*height, 0.35 * part + 0.65 * tree);
                    }
                }
            });
        }
        out
    }

    /// Returns the radius of a tree in pixels.
    fn tree(&self) -> f32 {
        (self.side * 0.078).max(2.0)
    }

    fn heights(&self, covers: &[Cover], valleys: &[u8], canopy: &[f32]) -> Vec<f32> {
        let hills = self.hills(covers);
        // A table has long, low swells where no piece of ground lies.
        let (relief, swell, count) =
            if matches!(self.plot.shapes, Shapes::Table) { (0.5, 10.0, 3) } else { (0.29, 4.6, 4) };
        let water: Vec<&Cover> = covers.iter().filter(|cover| cover.motif == Motif::Waves).collect();
        let side = self.side;
        let mut out = vec![0.0; self.width * self.height];
        fill_rows(&mut out, self.width, |row, out| {
            for (x, height) in out.iter_mut().enumerate() {
                let at = row * self.width + x;
                let (u, v) = (x as f32 / side, row as f32 / side);
                let wet = water.iter().map(|cover| f32::from(cover.mask[at])).sum::<f32>() / 255.0;
                let mut sum = relief * octaves(u / swell + 3.0, v / swell + 8.0, count) * (1.0 - 0.8 * wet);
                if hills[at] > 2 {
                    // Bent coordinates keep the ridges from looking like worms.
                    let bend = 0.45 * octaves(u / 1.1 + 4.0, v / 1.1 + 6.0, 2);
                    let ridges = 1.0 - noise((u + bend) / 0.95 + 9.0, (v - bend) / 0.7).abs();
                    let fine = 1.0 - noise((u + bend) / 0.34 + 2.0, v / 0.34 + 4.0).abs();
                    sum += f32::from(hills[at]) / 255.0 * (0.19 * ridges + 0.035 * fine);
                }
                sum -= 0.1 * f32::from(valleys[at]) / 255.0 + 0.05 * wet;
                *height = sum * side + canopy[at] * self.tree() * 0.62;
            }
        });
        out
    }

    /// Returns the mask of rough ground and mountains.
    fn hills(&self, covers: &[Cover]) -> Vec<u8> {
        let mut out: Vec<u8> = vec![0; self.width * self.height];
        for cover in covers {
            let strength = match cover.motif {
                Motif::Peaks => 2,
                Motif::Slopes | Motif::Crags => 1,
                _ => continue,
            };
            out.iter_mut().zip(&cover.mask).for_each(|(sum, more)| *sum = sum.saturating_add(more / 2 * strength));
        }
        blur(&mut out, self.width, (self.side * 0.25).round() as usize);
        out
    }

    /// Returns how bright the ground is where it slopes: 0 where it is level.
    fn slope(&self, heights: &[f32], x: usize, y: usize) -> f32 {
        let get = |x: usize, y: usize| heights[y * self.width + x];
        let dx = (get((x + 1).min(self.width - 1), y) - get(x.saturating_sub(1), y)) / 2.0;
        let dy = (get(x, (y + 1).min(self.height - 1)) - get(x, y.saturating_sub(1))) / 2.0;
        let bright = (dx * 0.55 + dy * 0.62 + 0.56) / (1.0 + dx * dx + dy * dy).sqrt();
        (bright / 0.56 - 1.0).clamp(-0.75, 0.6)
    }

    /// Returns the colour of the ground: the tones of all covers, mixed by their masks and by slow noise.
    fn tint(&self, covers: &[Cover], canopy: &[f32], x: usize, y: usize) -> Rgb {
        let (u, v) = (x as f32 / self.side, y as f32 / self.side);
        let tone = (0.5 + 0.9 * octaves(u / 1.6 + 20.0, v / 1.6 + 31.0, 3)).clamp(0.0, 1.0);
        let (mut sum, mut whole) = ([0.0; 3], 0.0001);
        for cover in covers {
            let at = y * self.width + x;
            let trees = if cover.motif == Motif::Trees { 255.0 * canopy[at] } else { 0.0 };
            let part = f32::from(cover.mask[at]).max(trees);
            whole += part;
            let mut colour = mix(cover.tones[0], cover.tones[1], tone);
            match cover.motif {
                Motif::Tufts => colour = marsh(colour, u, v),
                Motif::Grass => colour = country::steppe(colour, u, v),
                _ => {}
            }
            sum.iter_mut().zip(colour).for_each(|(sum, tone)| *sum += part * tone);
        }
        let ground = sum.map(|sum| sum / whole);
        if matches!(self.plot.shapes, Shapes::Table) { country::farm(ground, u, v) } else { ground }
    }

    /// Colours the shores and depths of lakes, and the meadows along rivers.
    fn wet(&self, ground: Rgb, water: &Option<[Vec<u8>; 3]>, at: usize, valley: f32) -> Rgb {
        let mut out = mix(ground, VALLEY, 0.1 * valley);
        let Some([near, far, middle]) = water else { return out };
        let near = f32::from(near[at]) / 255.0;
        if near > 0.5 {
            out = mix(out, DEEP, ((f32::from(far[at]) / 255.0 - 0.55) * 1.6).clamp(0.0, 0.8));
            out = mix(out, DEEPER, ((f32::from(middle[at]) / 255.0 - 0.6) * 2.2).clamp(0.0, 0.75));
        } else if near > 0.02 {
            out = mix(out, BEACH, (near * 2.2).min(0.8));
        }
        mix(out, BANK, (1.0 - (near - 0.5).abs() * 7.0).clamp(0.0, 0.75))
    }
}

/// Returns the colour of a marsh at a place, given in hexsides: flat pools between stretches of grass.
fn marsh(ground: Rgb, u: f32, v: f32) -> Rgb {
    let wet = octaves(u / 0.62 + 5.0, v / 0.3 + 9.0, 4) - POOLS;
    let grass = mix(ground, MEADOW, (0.6 - 2.0 * wet).clamp(0.0, 0.7));
    mix(grass, POOL, (wet * 14.0).clamp(0.0, 0.75))
}

fn rgb(colour: Colour) -> Rgb {
    colour.0.map(f32::from)
}

pub fn mix(from: Rgb, to: Rgb, part: f32) -> Rgb {
    std::array::from_fn(|at| from[at] + (to[at] - from[at]) * part)
}

/// Returns how high the trees are at a point, from 0 to 1. Trees are on a grid, each a little off its place. `mask` is
/// how wooded a point is; a tree at the edge of a wood may be missing.
fn crown(x: f32, y: f32, radius: f32, mask: impl Fn(f32, f32) -> u8) -> f32 {
    let cell = radius * 1.7;
    let (column, row) = ((x / cell).floor() as i32, (y / cell).floor() as i32);
    let mut best: f32 = 0.0;
    for i in column - 1..=column + 1 {
        for j in row - 1..=row + 1 {
            let [right, down, size] = [0, 101, 203].map(|turn| f32::from(byte(i + turn, j + 3 * turn)) / 255.0);
            let at = ((i as f32 + 0.15 + 0.7 * right) * cell, (j as f32 + 0.15 + 0.7 * down) * cell);
            if mask(at.0, at.1) < 50 + byte(i + 77, j + 5) / 2 {
                continue;
            }
            let (dx, dy) = (x - at.0, y - at.1);
            let reach = radius * (0.7 + 0.5 * size);
            best = best.max(1.0 - (dx * dx + dy * dy) / (reach * reach * 1.25));
        }
    }
    best.sqrt()
}
