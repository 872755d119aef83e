//! Paints the ground of a map: one continuous picture with relief, trees and water, for the finer lines of the SVG to
//! lie on.
//!
//! The picture depends only on the map and the look of its terrain. It is a reconstruction: packs say what each space
//! is, and everything smaller is invented, always in the same way.

mod country;
mod ground;
mod mask;
mod plot;
#[cfg(feature = "png")]
mod scan;

pub use plot::Plot;
pub(crate) use plot::{AreaPlot, HexPlot, ScanPlot, Shapes};

/// The length of a hexside in the largest paintings, in pixels.
const MOST_PER_SIDE: f64 = 64.0;
/// The same in pictures that contain their painting.
const EXPORTED_PER_SIDE: f64 = 48.0;
/// The maximum number of pixels.
const MAX_PIXELS: f64 = 8_000_000.0;

/// A painted ground.
pub struct Painting {
    /// The width in pixels.
    pub width: usize,
    /// The height in pixels.
    pub height: usize,
    /// The pixels, row by row, each as red, green and blue.
    pub pixels: Vec<u8>,
}

impl Plot {
    /// Paints the ground, with at most as many pixels along a hexside as given.
    pub fn paint(&self, most_per_side: Option<f64>) -> Painting {
        let [width, height] = [self.size.0, self.size.1].map(|length| length as f64 / 1_000.0);
        let scale = (MAX_PIXELS / (width * height)).sqrt().min(most_per_side.unwrap_or(MOST_PER_SIDE));
        // A build without pictures cannot read a scan.
        #[cfg(feature = "png")]
        if let Some(scan) = self.scan.as_ref().and_then(|scan| scan::lay(scan, self.at, self.size, scale)) {
            return scan;
        }
        ground::paint(self, scale)
    }

    /// Paints the ground for a picture that contains it.
    pub fn paint_for_export(&self) -> Painting {
        self.paint(Some(EXPORTED_PER_SIDE))
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

    /// Returns an address that contains the whole picture; `None` if it is too large for a JPEG file.
    pub fn data_address(&self) -> Option<String> {
        use base64::Engine;
        let bytes = self.jpeg().ok()?;
        Some(format!("data:image/jpeg;base64,{}", base64::engine::general_purpose::STANDARD.encode(bytes)))
    }
}
