//! Pictures made of pixels: on counters, and scans of printed maps.

use grognard_engine::content::Content;
use grognard_packs::{Library, load, render};
use grognard_testing::{copy, workspace};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use std::fs;
use std::path::Path;

const PACK: &str = r#"
format = 1
id = "me.looks"
name = "Looks"
version = "1.0.0"
kind = "cosmetic"
api = ">=0.2, <0.3"
"#;

/// Loads the small battle with a cosmetic mod that consists of the files that a closure writes.
fn with_mod(write: impl Fn(&Path)) -> Result<Content, String> {
    let root = tempfile::tempdir().unwrap();
    copy(&workspace().join("tests/broken/base"), root.path());
    let folder = root.path().join("mods/looks");
    fs::create_dir_all(folder.join("pictures")).unwrap();
    fs::write(folder.join("pack.toml"), PACK).unwrap();
    write(&folder);
    load(&Library::open(&[root.path().to_owned()]), "battle", &["me.looks".into()], &[])
        .map(|loaded| loaded.content)
        .map_err(|errors| render(&errors, false))
}

fn picture(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| Rgb([x as u8, y as u8, 90])))
}

#[test]
fn a_counter_shows_a_picture_made_of_pixels() {
    for (ending, format) in [("png", ImageFormat::Png), ("jpg", ImageFormat::Jpeg), ("webp", ImageFormat::WebP)] {
        let content = with_mod(|folder| {
            picture(300, 200).save_with_format(folder.join(format!("pictures/corps.{ending}")), format).unwrap();
        });
        let shown = &content.unwrap().style.pictures["corps"];
        assert!(shown.starts_with("<image href=\"data:image/png;base64,") && shown.len() < 60_000, "{ending}");
    }
    let error = with_mod(|folder| fs::write(folder.join("pictures/corps.png"), "XX").unwrap()).unwrap_err();
    assert!(error.contains("E218") && error.contains("pictures/corps.png"), "{error}");
    let error = with_mod(|folder| picture(9, 9).save(folder.join("pictures/corpse.png")).unwrap()).unwrap_err();
    assert!(error.contains("corpse") && error.contains("did you mean `corps`"), "{error}");
}

/// Loads the battle with a scan that has these points.
fn with_scan(points: &str) -> Result<Content, String> {
    with_mod(|folder| {
        picture(400, 300).save(folder.join("map.png")).unwrap();
        fs::write(folder.join("scan.toml"), format!("picture = \"map.png\"\n[points]\n{points}")).unwrap();
    })
}

#[test]
fn a_scan_is_laid_under_the_map_by_three_points() {
    let content = with_scan("\"0101\" = [10, 20]\n\"0201\" = [90, 30]\n\"0102\" = [12, 110]").unwrap();
    let scan = content.style.scan.unwrap();
    let name = |at: usize| content.map.space(scan.points[at].0).name.as_str();
    assert_eq!(
        [0, 1, 2].map(|at| (name(at), scan.points[at].1)),
        [("0101", [10, 20]), ("0102", [12, 110]), ("0201", [90, 30]),]
    );
    assert_eq!(image::guess_format(scan.picture.bytes()).unwrap(), ImageFormat::Jpeg);
}

#[test]
fn what_is_wrong_with_a_scan_is_said() {
    let two = with_scan("\"0101\" = [10, 20]\n\"0201\" = [90, 30]").unwrap_err();
    assert!(two.contains("E219") && two.contains("2 points instead of three"), "{two}");
    let line = with_scan("\"0101\" = [10, 20]\n\"0201\" = [20, 40]\n\"0102\" = [30, 60]").unwrap_err();
    assert!(line.contains("in a line"), "{line}");
    let unknown = with_scan("\"0101\" = [10, 20]\n\"0201\" = [20, 40]\n\"9999\" = [30, 70]").unwrap_err();
    assert!(unknown.contains("`9999`") && unknown.contains("scan.toml:5"), "{unknown}");
    let missing = with_mod(|folder| {
        fs::write(folder.join("scan.toml"), "picture = \"map.png\"\n[points]").unwrap();
    });
    let missing = missing.unwrap_err();
    assert!(missing.contains("map.png") && missing.contains("scan.toml:1"), "{missing}");
}
