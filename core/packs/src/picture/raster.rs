//! Pictures made of pixels: PNG, JPEG and WebP. They are decoded within limits and encoded again, so that players get
//! nothing but pixels.

use base64::Engine;
use image::{DynamicImage, ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// The endings of the files.
pub const ENDINGS: [&str; 4] = ["png", "jpg", "jpeg", "webp"];
/// The maximum width and height, in pixels.
const MAX_SIDE: u32 = 10_000;
/// The maximum memory for decoding, in bytes.
const MAX_MEMORY: u64 = 512 * 1024 * 1024;
/// The width and height of a picture on a counter, in pixels.
const COUNTER: u32 = 160;
/// The maximum width and height of a scan, in pixels.
const SCAN: u32 = 4_800;

/// Decodes a picture.
///
/// Fails if it is not one, is of another format, or exceeds a limit.
pub fn decode(bytes: &[u8]) -> Result<DynamicImage, String> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string())?;
    let is_known = matches!(reader.format(), Some(ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP));
    if !is_known {
        return Err("it is neither PNG nor JPEG nor WebP".into());
    }
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    reader.decode().map_err(|error| error.to_string())
}

/// Returns a picture for counters as an SVG element, in a square of 1000 units centred on the origin.
pub fn for_counter(picture: &DynamicImage) -> Result<String, String> {
    let mut png = Vec::new();
    let small = picture.thumbnail(COUNTER, COUNTER);
    small.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).map_err(|error| error.to_string())?;
    let data = base64::engine::general_purpose::STANDARD.encode(png);
    Ok(format!("<image href=\"data:image/png;base64,{data}\" x=\"-500\" y=\"-500\" width=\"1000\" height=\"1000\"/>"))
}

/// Returns a scan as a JPEG file, with the factor by which it was scaled down.
pub fn for_map(picture: &DynamicImage) -> Result<(Vec<u8>, f64), String> {
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let factor = (f64::from(SCAN) / width.max(height)).min(1.0);
    let small = if factor < 1.0 { picture.thumbnail(SCAN, SCAN) } else { picture.clone() };
    let mut jpeg = Vec::new();
    let encoded = small.to_rgb8().write_to(&mut Cursor::new(&mut jpeg), ImageFormat::Jpeg);
    encoded.map_err(|error| error.to_string())?;
    Ok((jpeg, factor))
}
