//! The index entry of a pack, and its archive.

use crate::canonical::digest;
use crate::format::PackVersion;
use grognard_packs::store::PackFiles;
use grognard_packs::{Diagnostic, Pack, archive};
use std::path::Path;

/// The file extensions that screenshots may have.
const PICTURES: [&str; 3] = ["png", "jpg", "jpeg"];

/// A pack as it is published.
#[derive(Clone, Debug)]
pub struct PublishedPack {
    /// The id of the pack.
    pub id: String,
    /// Its entry in the index.
    pub entry: PackVersion,
    /// The bytes of its archive.
    pub archive: Vec<u8>,
    /// Its screenshots, by their paths in the registry.
    pub screenshots: Vec<(String, Vec<u8>)>,
}

/// Creates the index entry and the archive of a pack.
pub fn prepare(pack: &Pack) -> Result<PublishedPack, Vec<Diagnostic>> {
    let packed = archive::pack(&pack.folder)?;
    let screenshots: Result<Vec<_>, _> = pack.manifest.screenshots.iter().map(|name| screenshot(pack, name)).collect();
    let screenshots = screenshots.map_err(|error| vec![error])?;
    let manifest = &pack.manifest;
    let english = std::iter::once("en".to_owned());
    let entry = PackVersion {
        version: pack.version.clone(),
        kind: manifest.kind,
        name: manifest.name.clone(),
        summary: manifest.summary.clone(),
        api: manifest.api.clone(),
        system: manifest.system.clone(),
        requires: manifest.requires.clone(),
        optional: manifest.optional.clone(),
        conflicts: manifest.conflicts.clone(),
        languages: english.chain(pack.languages()).collect(),
        authors: manifest.authors.clone(),
        license: manifest.license.clone(),
        links: manifest.links.clone(),
        screenshots: screenshots.iter().map(|(path, _)| path.clone()).collect(),
        size: packed.bytes.len() as u64,
        blake3: digest(&packed.bytes),
        content: packed.hash,
        lock: PackFiles::of(pack)?.content,
    };
    Ok(PublishedPack { id: pack.id().to_owned(), entry, archive: packed.bytes, screenshots })
}

fn screenshot(pack: &Pack, name: &str) -> Result<(String, Vec<u8>), Diagnostic> {
    let place = pack.place(&["screenshots".into()]);
    let extension = Path::new(name).extension().and_then(|end| end.to_str()).map(str::to_lowercase);
    let Some(extension) = extension.filter(|extension| PICTURES.contains(&extension.as_str())) else {
        let error = Diagnostic::at("E734", place, format!("the screenshot `{name}` is not a PNG or JPEG file"));
        return Err(error.help("use a file with the extension .png, .jpg or .jpeg in the pack's folder"));
    };
    let bytes = pack.folder.read_bytes(name).map_err(|error| pack.folder.unreadable(name, &error))?;
    Ok((format!("screenshots/{}.{extension}", digest(&bytes)), bytes))
}
