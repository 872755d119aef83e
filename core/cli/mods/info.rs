//! `grognard mods info`: loads a pack and describes what it is and what it changes.

use super::acquire::acquire;
use super::effect::ModEffect;
use super::missing;
use super::source::{PackSource, local};
use crate::deadline;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::pack_name::PackNames;
use crate::registries::{RegistryArgs, RegistryClient};
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_packs::installed::Installed;
use grognard_packs::source::display_path;
use grognard_packs::{Kind, Library, OptionDecl, Pack};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Show what a pack is and what it changes, even before it is installed.
#[derive(clap::Args)]
pub struct Args {
    /// Pack to show: its name (with `@VERSION` for a specific version in a registry), the path of its folder or
    /// archive, or its address.
    #[arg(value_name = "PACK|PATH|ADDRESS")]
    name: String,
    #[command(flatten)]
    registry: RegistryArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The description of a pack. Its effects are found by loading it, because its own summary is not trusted.
#[derive(Serialize)]
struct PackInfo {
    id: String,
    name: String,
    version: String,
    kind: Kind,
    summary: Option<String>,
    authors: Vec<String>,
    license: Option<String>,
    requires: BTreeMap<String, String>,
    missing: Vec<String>,
    /// The other packs that would be installed along with this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    brings: Vec<String>,
    options: BTreeMap<String, OptionDecl>,
    /// The battles to which the pack belongs.
    battles: Vec<String>,
    /// The effect of a mod on these battles; empty for packs that are not mods.
    effects: Vec<ModEffect>,
}

impl Args {
    /// Prints the description.
    pub fn run(
        &self,
        installed: &Installed,
        roots: &[PathBuf],
        language: &LanguageArg,
        screen: &mut Screen,
    ) -> Result<(), Failure> {
        let client = self.registry.client()?;
        let library = Library::open(roots);
        let path = Path::new(&self.name);
        let is_address = self.name.contains("://");
        let is_archive = path.extension().is_some_and(|end| end == "zip");
        let is_path = !is_address && (is_archive || PackNames::new(roots).is_path(&self.name));
        let is_elsewhere =
            is_address || self.name.contains('@') || (client.has_registries() && !library.knows(&self.name));
        let (sheet, catalogue) = if is_path || is_elsewhere {
            let source = match is_path {
                true => PackSource::Path(local(&self.name, roots)?),
                false => PackSource::parse(&self.name, roots, client.has_registries())?,
            };
            unpacked(&source, installed, roots, &client, language)?
        } else {
            let pack = library.find_any(&Kind::ALL, &self.name).map_err(Failure::usage)?;
            (PackInfo::new(pack, &library, roots)?, language.of_pack(&library, pack))
        };
        // JSON is in the language that was asked for, whatever the environment says.
        let sheet = if self.json && language.asked().is_none() { sheet } else { sheet.read_in(&catalogue) };
        screen.report(self.json, &sheet, |screen| sheet.describe(screen))
    }
}

/// Describes a pack without installing it, by unpacking it into a temporary folder. If the requested version is already
/// installed, describes that one.
fn unpacked(
    source: &PackSource,
    installed: &Installed,
    roots: &[PathBuf],
    client: &RegistryClient,
    language: &LanguageArg,
) -> Result<(PackInfo, Catalogue), Failure> {
    let turn = installed.turn()?;
    let acquired = acquire(&turn, std::slice::from_ref(source), roots, client)?;
    acquired.check(roots)?;
    let all = acquired.roots(roots);
    let library = Library::open(&all);
    let asked = |id: &str| match source {
        PackSource::Request(request) => {
            id == request.name || id.split_once('.').is_some_and(|(_, s)| s == request.name)
        }
        _ => true,
    };
    let position = acquired.packs.iter().position(|pack| asked(pack.staged.pack.id()));
    let Some(at) = position else {
        // The requested version is installed.
        let id = acquired.present.first().map(|(id, _)| id.as_str()).unwrap_or_default();
        let pack = library.find_any(&Kind::ALL, id).map_err(Failure::usage)?;
        return Ok((PackInfo::new(pack, &library, roots)?, language.of_pack(&library, pack)));
    };
    let pack = &acquired.packs[at].staged.pack;
    // The pack is loaded from a temporary folder, which no longer exists when the output is read.
    let sheet =
        PackInfo::new(pack, &library, &all)?.with_folder(&display_path(pack.folder.path()), &acquired.packs[at].shown);
    let others = acquired.packs.iter().map(|pack| &pack.staged.pack).filter(|other| other.id() != pack.id());
    let brings = others.map(|other| format!("{} {}", other.id(), other.version)).collect();
    Ok((PackInfo { brings, ..sheet }, language.of_pack(&library, pack)))
}

impl PackInfo {
    fn new(pack: &Pack, library: &Library, roots: &[PathBuf]) -> Result<PackInfo, Failure> {
        deadline::looking_at(&format!("the pack {}", pack.id()));
        let manifest = &pack.manifest;
        let battles: Vec<&Pack> =
            library.scenarios().filter(|scenario| grognard_packs::belongs(pack, scenario, library)).collect();
        let effects = match manifest.kind.is_mod() {
            true => ModEffect::on_all(pack, &battles, library, roots)?,
            false => Vec::new(),
        };
        Ok(PackInfo {
            id: pack.id().to_owned(),
            name: manifest.name.clone(),
            version: pack.version.to_string(),
            kind: manifest.kind,
            summary: manifest.summary.clone(),
            authors: manifest.authors.clone(),
            license: manifest.license.clone(),
            requires: manifest.requires.clone(),
            missing: missing(pack, library),
            brings: Vec::new(),
            options: manifest.options.clone(),
            battles: battles.iter().map(|battle| battle.id().to_owned()).collect(),
            effects,
        })
    }

    /// Replaces the folder `from` with `to` at the start of file paths.
    fn with_folder(mut self, from: &str, to: &str) -> PackInfo {
        self.effects.iter_mut().for_each(|effect| effect.move_files(from, to));
        self
    }

    /// Translates the texts of the pack.
    fn read_in(self, catalogue: &Catalogue) -> PackInfo {
        let text = |text: &str| catalogue.name(text).to_owned();
        PackInfo { name: text(&self.name), summary: self.summary.as_deref().map(text), ..self }
    }

    fn describe(&self, screen: &Screen) -> String {
        let mut text = format!("{} {}\n", screen.bold(&self.id), screen.dim(&self.version));
        let mut line = |label: &str, value: &str| {
            if !value.is_empty() {
                text += &format!("  {label:10} {value}\n");
            }
        };
        let list = |items: &BTreeMap<String, String>| {
            items.iter().map(|(id, range)| format!("{id} {range}")).collect::<Vec<_>>().join("; ")
        };
        line("name", &self.name);
        line("summary", self.summary.as_deref().unwrap_or_default());
        line("kind", self.kind.word());
        line("authors", &self.authors.join(", "));
        line("licence", self.license.as_deref().unwrap_or("not stated"));
        line("requires", &list(&self.requires));
        line("missing", &self.missing.join("; "));
        line("also adds", &self.brings.join("; "));
        line("options", &self.options.keys().cloned().collect::<Vec<_>>().join(", "));
        line("battles", &self.battles.join(", "));
        text + &self.effects.iter().map(|effect| effect.describe(screen)).collect::<String>()
    }
}
