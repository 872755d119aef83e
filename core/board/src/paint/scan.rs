//! Lays a scan of a printed map under the board.

use super::Painting;
use super::mask::fill_rows;
use super::plot::ScanPlot;
use crate::geometry::Point;

/// The colour where the scan has no pixels.
const PAPER: [u8; 3] = [245, 239, 224];

/// A map from places in the picture to pixels of the scan: for each of the two coordinates, the factors of both
/// coordinates of the place, and a constant.
type Affine = [[f64; 3]; 2];

/// Returns the part of a scan that lies at a place of the given size, with as many pixels per hexside as given; `None`
/// if the scan cannot be read, or if its points are in a line.
pub fn lay(scan: &ScanPlot, at: Point, size: Point, scale: f64) -> Option<Painting> {
    let picture = image::load_from_memory(scan.picture.bytes()).ok()?.to_rgb8();
    let affine = affine(scan.places, scan.pixels)?;
    let pixels = |length: i64| ((length as f64 * scale / 1_000.0).round() as usize).max(1);
    let (width, height) = (pixels(size.0), pixels(size.1));
    let mut out = vec![0; width * height * 3];
    let place = |pixel: usize, from: i64| from as f64 + (pixel as f64 + 0.5) * 1_000.0 / scale;
    fill_rows(&mut out, width * 3, |row, pixels| {
        for x in 0..width {
            let (px, py) = (place(x, at.0), place(row, at.1));
            let [u, v] = affine.map(|[a, b, c]| a * px + b * py + c);
            pixels[3 * x..3 * x + 3].copy_from_slice(&sample(&picture, u, v));
        }
    });
    Some(Painting { width, height, pixels: out })
}

/// Returns the colour at a point of the scan, mixed from the four nearest pixels.
fn sample(picture: &image::RgbImage, u: f64, v: f64) -> [u8; 3] {
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    if !(0.0..width).contains(&u) || !(0.0..height).contains(&v) {
        return PAPER;
    }
    let get = |x: f64, y: f64| {
        let pixel = |at: f64, size: f64| at.clamp(0.0, size - 1.0) as u32;
        picture.get_pixel(pixel(x, width), pixel(y, height)).0
    };
    let (left, top) = ((u - 0.5).floor(), (v - 0.5).floor());
    let (right, down) = (u - 0.5 - left, v - 0.5 - top);
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
    std::array::from_fn(|part| {
        let weighted = corners.map(|(dx, dy): (f64, f64)| {
            let weight = (1.0 - (dx - right).abs()) * (1.0 - (dy - down).abs());
            weight * f64::from(get(left + dx, top + dy)[part])
        });
        weighted.iter().sum::<f64>().round() as u8
    })
}

/// Returns the map that takes each of three places to its pixel; `None` if the places are in a line.
fn affine(places: [Point; 3], pixels: [[i32; 2]; 3]) -> Option<Affine> {
    let [a, b, c] = places.map(|(x, y)| [x as f64, y as f64]);
    let across = [b[0] - a[0], c[0] - a[0]];
    let down = [b[1] - a[1], c[1] - a[1]];
    let area = across[0] * down[1] - across[1] * down[0];
    if area == 0.0 {
        return None;
    }
    Some([0, 1].map(|part: usize| {
        let [start, second, third] = pixels.map(|pixel| f64::from(pixel[part]));
        let (along, aside) = (second - start, third - start);
        let x = (along * down[1] - aside * down[0]) / area;
        let y = (aside * across[0] - along * across[1]) / area;
        [x, y, start - x * a[0] - y * a[1]]
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_points_align_a_scan() {
        let places = [(0, 0), (2_000, 0), (0, 1_000)];
        let turned = affine(places, [[10, 20], [10, 420], [-190, 20]]).unwrap();
        let at = |x: f64, y: f64| turned.map(|[a, b, c]| (a * x + b * y + c).round() as i32);
        assert_eq!((at(0.0, 0.0), at(2_000.0, 1_000.0), at(1_000.0, 500.0)), ([10, 20], [-190, 420], [-90, 220]));
        assert!(affine([(0, 0), (1, 1), (2, 2)], [[0, 0]; 3]).is_none());
    }
}
