//! Pictures that packs provide: for counters, `pictures/NAME.svg` (or `.png`, `.jpg`, `.webp`), where NAME is a unit or
//! a unit type; and a scan of a printed map.
//!
//! Players see pictures that they did not choose, so a drawing may contain only the shapes and colours of SVG: no
//! scripts, links or references. It is rebuilt from the parsed file, and pictures made of pixels are encoded again, so
//! nothing else gets through.

pub mod raster;
mod scan;
mod svg;

use crate::diagnostic::Diagnostic;
use crate::resolve::Selection;
use crate::schema_check::unknown;
use crate::source::{Source, SourceSpan};
use grognard_engine::content::Content;
pub(crate) use scan::{SCAN_FILE, Scan, lay};
use std::sync::Arc;
pub(crate) use svg::read;

/// Maximum size of a picture file, in bytes.
const MAX_BYTES: usize = 64 * 1024;

/// A picture provided by a pack.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) pack: String,
    /// The name of the unit or unit type.
    pub(crate) name: String,
    /// The location of the picture.
    pub(crate) place: SourceSpan,
    /// The shapes, as SVG in a square of 1000 units centred on the origin.
    pub(crate) inside: String,
}

impl Picture {
    /// Reads a picture and reports all problems.
    pub(crate) fn read(pack: &str, name: &str, source: &Arc<Source>, out: &mut Vec<Diagnostic>) -> Option<Picture> {
        if source.text.len() > MAX_BYTES {
            let error = Diagnostic::at(
                "E214",
                &SourceSpan::start(source),
                format!("the picture is too large: {} bytes", source.text.len()),
            );
            out.push(error.expected(format!("expected at most {MAX_BYTES}")));
            return None;
        }
        let inside = read(source, out)?;
        Some(Picture { pack: pack.to_owned(), name: name.to_owned(), place: SourceSpan::start(source), inside })
    }
}

impl Picture {
    /// Reads a picture made of pixels and reports all problems.
    pub(crate) fn decode(
        pack: &str,
        name: &str,
        file: &str,
        bytes: &[u8],
        out: &mut Vec<Diagnostic>,
    ) -> Option<Picture> {
        // The picture has no lines that a diagnostic could show.
        let place = SourceSpan::start(&Source::new(file, ""));
        match raster::decode(bytes).and_then(|picture| raster::for_counter(&picture)) {
            Ok(inside) => Some(Picture { pack: pack.to_owned(), name: name.to_owned(), place, inside }),
            Err(reason) => {
                let error = Diagnostic::file("E218", file, format!("this picture cannot be shown: {reason}"));
                out.push(error.expected("expected a PNG, JPEG or WebP picture"));
                None
            }
        }
    }
}

/// Puts the pictures on the counters. Pictures from later packs replace those from earlier ones.
pub(crate) fn hang(pictures: &[Picture], selection: &Selection, content: &mut Content, out: &mut Vec<Diagnostic>) {
    for (at, picture) in pictures.iter().enumerate() {
        let name = &picture.name;
        if content.unit_types.find(name).is_none() && content.unit_names.find(name).is_none() {
            let names =
                content.unit_types.iter().map(|(_, name)| name).chain(content.unit_names.iter().map(|(_, name)| name));
            out.push(unknown(name, "unit or unit type", &picture.place, names));
        }
        let rival =
            pictures[..at].iter().find(|other| other.name == *name && !selection.ordered(&other.pack, &picture.pack));
        if let Some(rival) = rival {
            let message = format!(
                "`{}` and `{}` both draw `{name}`, and neither is loaded after the other",
                rival.pack, picture.pack
            );
            let error = Diagnostic::at("E220", &picture.place, message).related(&rival.place, "the other picture");
            out.push(error.help(format!(
                "load one after the other: add `after = [\"{}\"]` to the other pack.toml, or use only one of them",
                rival.pack
            )));
        }
        content.style.pictures.insert(name.clone(), picture.inside.clone());
    }
}
