//! Draws pictures as PNG by rasterising this crate's SVGs.
//!
//! All letters come from the crate's own fonts instead of the machine's, so that pictures are the same everywhere.

mod glyphs;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// The maximum number of pixels. Each pixel takes four bytes while a picture is drawn.
const MAX_PIXELS: f32 = 64_000_000.0;

/// Draws an SVG made by this crate, at its own size or at the given width in pixels. Pictures with more than 64 million
/// pixels are scaled down.
///
/// Fails if the string is not an SVG.
pub fn render(svg: &str, width: Option<u32>) -> Result<Vec<u8>, String> {
    // Pictures are self-contained: a painting is part of them, and no files or URLs are loaded.
    let image_href_resolver = ImageHrefResolver {
        resolve_data: ImageHrefResolver::default_data_resolver(),
        resolve_string: Box::new(|_, _| None),
    };
    let options = Options { image_href_resolver, ..Options::default() };
    let tree = Tree::from_str(&glyphs::draw(svg), &options).map_err(|error| error.to_string())?;
    let size = tree.size();
    let wished = width.map_or(1.0, |width| width.max(1) as f32 / size.width());
    let scale = wished.min((MAX_PIXELS / (size.width() * size.height())).sqrt());
    let pixels = |length: f32| ((length * scale).round() as u32).max(1);
    let mut picture = Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|error| error.to_string())
}
