//! A scan of a printed map: `scan.toml`, with the picture that it names.

use super::raster;
use crate::diagnostic::Diagnostic;
use crate::node::{Node, ValueStep};
use crate::resolve::Selection;
use crate::schema::ScanFile;
use crate::schema_check::unknown;
use crate::source::Folder;
use grognard_engine::content::Content;
use grognard_engine::ids::SpaceId;
use grognard_engine::style::{FileBytes, MapScan};

/// The name of the file that describes a scan.
pub const SCAN_FILE: &str = "scan.toml";

/// A scan provided by a pack.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    pack: String,
    tree: Node,
    file: ScanFile,
    picture: FileBytes,
    /// The factor by which the picture was scaled down.
    factor: f64,
}

impl Scan {
    /// Reads the picture of a scan, and reports all problems.
    pub(crate) fn read(
        pack: &str,
        folder: &Folder,
        tree: Node,
        file: ScanFile,
        out: &mut Vec<Diagnostic>,
    ) -> Option<Scan> {
        let place = tree.locate(&["picture".into()]).clone();
        let bytes = match folder.read_bytes(&file.picture) {
            Ok(bytes) => bytes,
            Err(error) => {
                out.push(error.diagnostic(&folder.show(&file.picture), &place));
                return None;
            }
        };
        match raster::decode(&bytes).and_then(|picture| raster::for_map(&picture)) {
            Ok((jpeg, factor)) => {
                let picture = FileBytes::new(jpeg);
                Some(Scan { pack: pack.to_owned(), tree, file, picture, factor })
            }
            Err(reason) => {
                let message = format!("`{}` cannot be shown: {reason}", file.picture);
                out.push(Diagnostic::at("E218", &place, message).expected("expected a PNG, JPEG or WebP picture"));
                None
            }
        }
    }
}

/// Lays the scan of the last pack that has one under the map.
pub(crate) fn lay(scans: &[Scan], selection: &Selection, content: &mut Content, out: &mut Vec<Diagnostic>) {
    let Some(scan) = scans.last() else { return };
    if let Some(rival) = scans.iter().rev().skip(1).find(|other| !selection.ordered(&other.pack, &scan.pack)) {
        let message =
            format!("`{}` and `{}` both bring a scan, and neither is loaded after the other", rival.pack, scan.pack);
        let error = Diagnostic::at("E220", &scan.tree.place, message).related(&rival.tree.place, "the other scan");
        out.push(error.help("use only one of them"));
    }
    let points = &scan.tree.locate(&["points".into()]).clone();
    let mut found: Vec<(SpaceId, [i32; 2])> = Vec::new();
    for (name, at) in &scan.file.points {
        match content.map.names.find(name) {
            Some(space) => found.push((space, at.map(|pixel| (f64::from(pixel) * scan.factor).round() as i32))),
            None => {
                let place = scan.tree.locate(&["points".into(), ValueStep::Name(name)]).clone();
                out.push(unknown(name, "space", &place, content.map.names.iter().map(|(_, name)| name)));
            }
        }
    }
    let Ok(places) = <[(SpaceId, [i32; 2]); 3]>::try_from(found) else {
        if scan.file.points.len() != 3 {
            let message = format!("{} points instead of three", scan.file.points.len());
            out.push(Diagnostic::at("E219", points, message).help("name three spaces, as far apart as possible"));
        }
        return;
    };
    let in_a_line = |[a, b, c]: [[i32; 2]; 3]| {
        let [[ux, uy], [vx, vy]] =
            [b, c].map(|end| [0, 1].map(|part: usize| i64::from(end[part]) - i64::from(a[part])));
        ux * vy == uy * vx
    };
    if in_a_line(places.map(|(_, at)| at)) || in_a_line(places.map(|(space, _)| content.map.space(space).centre)) {
        out.push(Diagnostic::at("E219", points, "the three points are in a line").help("name a space beside the line"));
        return;
    }
    content.style.scan = Some(MapScan { picture: scan.picture.clone(), points: places });
}
