//! Paints the ground of a map: one continuous picture with relief, trees and water, for the finer lines of the SVG to
//! lie on.
//!
//! The picture depends only on the map and the look of its terrain. It is a reconstruction: packs say what each space
//! is, and everything smaller is invented, always in the same way.

mod ground;
mod mask;
mod plot;

use crate::svg::{SvgOptions, SvgScene};
use grognard_engine::content::Content;
pub use plot::Plot;

/// The length of a hexside in the largest paintings, in pixels.
const MOST_PER_SIDE: f64 = 64.0;
/// The same in pictures that contain their painting.
#[cfg(feature = "png")]
const EXPORTED_PER_SIDE: f64 = 48.0;
/// The maximum number of pixels.
const MAX_PIXELS: f64 = 4_500_000.0;

/// A painted ground.
pub struct Painting {
    /// The width in pixels.
    pub width: usize,
    /// The height in pixels.
    pub height: usize,
    /// The pixels, row by row, each as red, green and blue.
    pub pixels: Vec<u8>,
}

/// Returns what a painting of a battle's map needs; `None` if the map has no ground to paint: its areas have neither
/// shape nor place.
pub fn plot(content: &Content) -> Option<Plot> {
    let options = SvgOptions::default();
    Plot::of(&SvgScene::new(content, None, &options))
}

impl Plot {
    /// Paints the ground, with at most as many pixels along a hexside as given.
    pub fn paint(&self, most_per_side: Option<f64>) -> Painting {
        let [width, height] = [self.size.0, self.size.1].map(|length| length as f64 / 1_000.0);
        let scale = (MAX_PIXELS / (width * height)).sqrt().min(most_per_side.unwrap_or(MOST_PER_SIDE));
        ground::paint(self, scale)
    }
}

/// Returns the painted ground of a battle's map as an address that contains the whole picture; `None` if the map has
/// none, or if the program was built without pictures.
pub fn data_address(content: &Content) -> Option<String> {
    #[cfg(feature = "png")]
    {
        use base64::Engine;
        let bytes = plot(content)?.paint(Some(EXPORTED_PER_SIDE)).jpeg().ok()?;
        Some(format!("data:image/jpeg;base64,{}", base64::engine::general_purpose::STANDARD.encode(bytes)))
    }
    #[cfg(not(feature = "png"))]
    {
        let _ = content;
        None
    }
}

#[cfg(feature = "png")]
impl Painting {
    /// Encodes the painting as a JPEG file.
    ///
    /// Fails if the painting is larger than the format allows.
    pub fn jpeg(&self) -> Result<Vec<u8>, String> {
        let mut out = Vec::new();
        let (width, height) = (self.width as u32, self.height as u32);
        image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, 86)
            .encode(&self.pixels, width, height, image::ExtendedColorType::Rgb8)
            .map_err(|error| error.to_string())?;
        Ok(out)
    }
}
