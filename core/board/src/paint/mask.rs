//! Buffers with a number for every pixel.

use std::num::NonZero;

/// Fills the rows of a buffer, on all cores. `fill` gets the number of a row and its pixels.
pub fn fill_rows<T: Send>(buffer: &mut [T], width: usize, fill: impl Fn(usize, &mut [T]) + Sync) {
    let rows = buffer.len() / width.max(1);
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(8);
    let share = rows.div_ceil(threads).max(1);
    if threads == 1 {
        buffer.chunks_mut(width).enumerate().for_each(|(row, pixels)| fill(row, pixels));
        return;
    }
    std::thread::scope(|scope| {
        for (part, pixels) in buffer.chunks_mut(share * width).enumerate() {
            let fill = &fill;
            scope.spawn(move || {
                pixels.chunks_mut(width).enumerate().for_each(|(row, pixels)| fill(part * share + row, pixels));
            });
        }
    });
}

/// Blurs a mask: each pixel becomes the mean of those at most `radius` away, twice.
pub fn blur(mask: &mut [u8], width: usize, radius: usize) {
    if radius == 0 || width == 0 {
        return;
    }
    for _ in 0..2 {
        let rows = mask.to_vec();
        fill_rows(mask, width, |row, pixels| slide(&rows[row * width..(row + 1) * width], radius, pixels));
        let height = mask.len() / width;
        let mut turned = transpose(mask, width);
        let columns = turned.clone();
        fill_rows(&mut turned, height, |row, pixels| slide(&columns[row * height..(row + 1) * height], radius, pixels));
        mask.copy_from_slice(&transpose(&turned, height));
    }
}

fn slide(from: &[u8], radius: usize, to: &mut [u8]) {
    let last = from.len() - 1;
    let get = |at: isize| u32::from(from[(at.clamp(0, last as isize)) as usize]);
    let radius = radius as isize;
    let mut sum: u32 = (-radius..=radius).map(get).sum();
    let count = (2 * radius + 1) as u32;
    for (at, pixel) in to.iter_mut().enumerate() {
        *pixel = (sum / count) as u8;
        sum = sum + get(at as isize + radius + 1) - get(at as isize - radius);
    }
}

fn transpose(mask: &[u8], width: usize) -> Vec<u8> {
    let height = mask.len() / width;
    let mut out = vec![0; mask.len()];
    for (row, pixels) in mask.chunks(width).enumerate() {
        for (column, pixel) in pixels.iter().enumerate() {
            out[column * height + row] = *pixel;
        }
    }
    out
}

/// Fills a polygon, given in pixels, with a value.
pub fn fill_polygon(buffer: &mut [u8], width: usize, points: &[(f32, f32)], value: u8) {
    let height = buffer.len() / width.max(1);
    let top = points.iter().map(|point| point.1).fold(f32::MAX, f32::min).max(0.0) as usize;
    let bottom = points.iter().map(|point| point.1).fold(0.0, f32::max).ceil().max(0.0) as usize;
    for row in top..bottom.min(height) {
        let y = row as f32 + 0.5;
        let mut crossings: Vec<f32> = Vec::new();
        for (at, &(x0, y0)) in points.iter().enumerate() {
            let (x1, y1) = points[(at + 1) % points.len()];
            if (y0 <= y) != (y1 <= y) {
                crossings.push(x0 + (x1 - x0) * (y - y0) / (y1 - y0));
            }
        }
        crossings.sort_by(f32::total_cmp);
        for pair in crossings.chunks_exact(2) {
            let [from, to] = [pair[0], pair[1]].map(|x| (x.round().max(0.0) as usize).min(width));
            buffer[row * width + from..row * width + to.max(from)].fill(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blur_spreads_and_keeps_the_whole() {
        let mut mask = vec![0; 81];
        mask[40] = 243;
        blur(&mut mask, 9, 1);
        assert!(mask[40] > mask[41] && mask[41] > 0 && mask[41] == mask[39] && mask[49] == mask[31]);
        let mut full = vec![200; 81];
        blur(&mut full, 9, 2);
        assert!(full.iter().all(|pixel| *pixel == 200));
    }

    #[test]
    fn a_polygon_is_filled_inside_its_outline() {
        let mut buffer = vec![0; 100];
        fill_polygon(&mut buffer, 10, &[(2.0, 2.0), (8.0, 2.0), (8.0, 5.0), (2.0, 5.0)], 1);
        assert_eq!(buffer.iter().filter(|pixel| **pixel == 1).count(), 18);
        fill_polygon(&mut buffer, 10, &[(-5.0, 8.0), (50.0, 8.0), (50.0, 50.0)], 2);
        assert!(buffer[99] == 2 && buffer[79] == 0);
    }
}
