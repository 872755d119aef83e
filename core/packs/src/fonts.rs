//! Fonts that packs provide for the page in the browser: `fonts.toml`, with the files that it names.

use crate::diagnostic::Diagnostic;
use crate::node::Node;
use crate::resolve::Selection;
use crate::schema::FontsFile;
use crate::source::{Folder, SourceSpan};
use grognard_engine::content::Content;
use grognard_engine::style::{FileBytes, FontFormat, FontRole, PackFont};

/// The name of the file that lists fonts.
pub const FONTS_FILE: &str = "fonts.toml";
/// Maximum size of a font, in bytes.
const MAX_BYTES: usize = 512 * 1024;

/// A font provided by a pack.
#[derive(Clone, Debug)]
pub(crate) struct ProvidedFont {
    pack: String,
    role: FontRole,
    font: PackFont,
    /// The location of its entry in `fonts.toml`.
    place: SourceSpan,
}

/// Reads the fonts of a pack and reports all problems.
pub(crate) fn read(
    pack: &str,
    folder: &Folder,
    tree: &Node,
    file: &FontsFile,
    out: &mut Vec<Diagnostic>,
) -> Vec<ProvidedFont> {
    let licence = tree.locate(&["licence".into()]);
    if let Err(error) = folder.read_bytes(&file.licence) {
        out.push(error.diagnostic(&folder.show(&file.licence), licence));
    }
    let mut fonts = Vec::new();
    let named = [
        (FontRole::Title, &file.title),
        (FontRole::Text, &file.text),
        (FontRole::Map, &file.map),
        (FontRole::Counter, &file.counter),
    ];
    for (role, name) in named {
        let Some(name) = name else { continue };
        let place = tree.locate(&[role.name().into()]).clone();
        match folder.read_bytes(name) {
            Err(error) => out.push(error.diagnostic(&folder.show(name), &place)),
            Ok(bytes) => match check(bytes) {
                Ok(font) => fonts.push(ProvidedFont { pack: pack.to_owned(), role, font, place }),
                Err((found, expected)) => {
                    let error = Diagnostic::at("E224", &place, format!("`{name}` cannot be used: {found}"));
                    out.push(
                        error.expected(expected).help("save the font as WOFF2, with the characters that you need"),
                    );
                }
            },
        }
    }
    fonts
}

/// Returns the font in a file, or what is wrong and what is expected.
fn check(bytes: Vec<u8>) -> Result<PackFont, (String, String)> {
    let Some(format) = FontFormat::of(&bytes) else {
        return Err(("it is not a font".into(), "expected a WOFF2, TrueType or OpenType file".into()));
    };
    if bytes.len() > MAX_BYTES {
        return Err((format!("it is too large: {} bytes", bytes.len()), format!("expected at most {MAX_BYTES} bytes")));
    }
    Ok(PackFont { format, file: FileBytes::new(bytes) })
}

/// Puts the fonts into the style. Fonts from later packs replace those from earlier ones.
pub(crate) fn install(fonts: &[ProvidedFont], selection: &Selection, content: &mut Content, out: &mut Vec<Diagnostic>) {
    for (at, ProvidedFont { pack, role, font, place }) in fonts.iter().enumerate() {
        let rival = fonts[..at].iter().find(|other| other.role == *role && !selection.ordered(&other.pack, pack));
        if let Some(rival) = rival {
            let (first, name) = (&rival.pack, role.name());
            let message =
                format!("`{first}` and `{pack}` both bring a `{name}` font, and neither is loaded after the other");
            let error = Diagnostic::at("E220", place, message).related(&rival.place, "the other font");
            out.push(error.help("use only one of them"));
        }
        content.style.fonts.insert(*role, font.clone());
    }
}
