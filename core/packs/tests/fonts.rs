//! Fonts that packs bring.

use grognard_engine::content::Content;
use grognard_engine::style::FontRole;
use grognard_packs::{Library, load, render};
use grognard_testing::{copy, workspace};
use std::fs;
use std::path::Path;

/// Writes the manifest of a cosmetic mod.
fn write_pack(folder: &Path, id: &str) {
    fs::create_dir_all(folder.join("fonts")).unwrap();
    let manifest = format!(
        "format = 1\nid = \"{id}\"\nname = \"Fonts\"\nversion = \"1.0.0\"\nkind = \"cosmetic\"\napi = \">=0.2, <0.3\"\n"
    );
    fs::write(folder.join("pack.toml"), manifest).unwrap();
    fs::write(folder.join("fonts/OFL.txt"), "licence").unwrap();
    let shipped = workspace().join("core/serve/page/fonts/alegreya-sc-700-normal.woff2");
    fs::copy(shipped, folder.join("fonts/title.woff2")).unwrap();
    let shipped = workspace().join("core/board/fonts/BarlowCondensed-Bold.ttf");
    fs::copy(shipped, folder.join("fonts/counter.ttf")).unwrap();
}

/// Loads the small battle with cosmetic mods that have these `fonts.toml`.
fn with_fonts(files: &[&str]) -> Result<Content, String> {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    let ids: Vec<String> = (0..files.len()).map(|at| format!("me.fonts{at}")).collect();
    for (id, file) in ids.iter().zip(files) {
        let folder = root.path().join("mods").join(id);
        write_pack(&folder, id);
        fs::write(folder.join("fonts/wrong.woff2"), "This is not a font.").unwrap();
        let large = [b"wOF2".as_slice(), &[0; 512 * 1024]].concat();
        fs::write(folder.join("fonts/large.woff2"), large).unwrap();
        fs::write(folder.join("fonts.toml"), file).unwrap();
    }
    load(&Library::open(&[root.path().to_owned()]), "battle", &ids, &[])
        .map(|loaded| loaded.content)
        .map_err(|errors| render(&errors, false))
}

#[test]
fn a_pack_brings_fonts() {
    let file = "licence = \"fonts/OFL.txt\"\ntitle = \"fonts/title.woff2\"\ncounter = \"fonts/counter.ttf\"";
    let fonts = with_fonts(&[file]).unwrap().style.fonts;
    let kinds: Vec<_> = fonts.iter().map(|(role, font)| (*role, font.format.media_type())).collect();
    assert_eq!(kinds, [(FontRole::Title, "font/woff2"), (FontRole::Counter, "font/ttf")]);
    assert!(fonts[&FontRole::Title].file.bytes().starts_with(b"wOF2"));
}

#[test]
fn what_is_wrong_with_fonts_is_reported_with_its_line() {
    let error = |file: &str| with_fonts(&[file]).unwrap_err();
    let wrong = error("licence = \"fonts/OFL.txt\"\ntext = \"fonts/wrong.woff2\"");
    assert!(
        wrong.contains("E224") && wrong.contains("fonts.toml:2:8") && wrong.contains("it is not a font"),
        "{wrong}"
    );
    let large = error("licence = \"fonts/OFL.txt\"\n\nmap = \"fonts/large.woff2\"");
    assert!(large.contains("fonts.toml:3:7") && large.contains("524292 bytes"), "{large}");
    let missing = error("licence = \"fonts/OFL.txt\"\nmap = \"fonts/titel.woff2\"");
    assert!(missing.contains("fonts.toml:2:7") && missing.contains("fonts/titel.woff2"), "{missing}");
    let licence = error("licence = \"fonts/LICENCE.txt\"\ntitle = \"fonts/title.woff2\"");
    assert!(licence.contains("fonts.toml:1:11") && licence.contains("fonts/LICENCE.txt"), "{licence}");
    let unlicensed = error("title = \"fonts/title.woff2\"");
    assert!(unlicensed.contains("licence") && unlicensed.contains("fonts.toml"), "{unlicensed}");
    let role = error("licence = \"fonts/OFL.txt\"\ntitel = \"fonts/title.woff2\"");
    assert!(role.contains("did you mean `title`"), "{role}");
}

#[test]
fn two_packs_with_the_same_font_need_an_order() {
    let file = "licence = \"fonts/OFL.txt\"\ntitle = \"fonts/title.woff2\"";
    let error = with_fonts(&[file, file]).unwrap_err();
    assert!(error.contains("E220") && error.contains("`title` font"), "{error}");
}
