//! `grognard new battle`: creates a scenario from the template of its system.

use super::PackTarget;
use super::skeleton::{self, Placeholders, Skeleton};
use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::screen::Screen;
use grognard_packs::{API_RANGE, Diagnostic, Kind, Library, Pack};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The folder in a system that contains the template.
const TEMPLATE: &str = "template";

/// Create a battle: map, order of battle, calendar, a special rule and a test.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PackTarget,
    /// Use this game system.
    #[arg(long, value_name = "SYSTEM", default_value = "battle-for-moscow-system")]
    system: String,
}

impl Args {
    /// Creates the battle.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let (library, roots, target) = PackNames::of(roots, &self.system)?;
        let name = self.place.name(&library)?;
        let system = find_system(&library, &target)?;
        let words = Placeholders::from([
            ("id", name.id.clone()),
            ("title", name.title),
            ("system", system.id().to_owned()),
            ("api", API_RANGE.to_owned()),
        ]);
        let Some(pack) = from_template(system, &words, self.place.target(Kind::Scenario))? else {
            let message = format!("the system `{}` has no template for battles", system.id());
            let help = format!("create a folder {} with the files of a small battle", system.folder.show(TEMPLATE));
            return Err(Failure::usage(Diagnostic::general("E533", message).help(help)));
        };
        self.place.write(&[pack], &roots, &name.id, "", screen)
    }
}

/// Creates a battle from the template of a system; `None` if the system has no template.
fn from_template(system: &Pack, words: &Placeholders, target: PathBuf) -> Result<Option<Skeleton>, Failure> {
    let files = skeleton::files_below(&system.folder, TEMPLATE)?;
    if files.is_empty() {
        return Ok(None);
    }
    let mut pack = Skeleton::new(target);
    pack.fill(&files, words, |file| system.folder.show(&format!("{TEMPLATE}/{file}")))?;
    Ok(Some(pack))
}

/// A battle generated from a system's template, so that the template can be checked.
pub struct Sample {
    /// The root, a temporary folder.
    root: TempDir,
    pub id: String,
    template: String,
}

impl Sample {
    /// Creates a sample; `None` if the system has no template.
    pub fn new(system: &Pack) -> Result<Option<Sample>, Failure> {
        let root = tempfile::Builder::new().prefix("grognard-").tempdir().map_err(Failure::Output)?;
        let id = format!("template.{}", system.short());
        let (title, system_id) = (system.manifest.name.clone(), system.id().to_owned());
        let words = Placeholders::from([
            ("id", id.clone()),
            ("title", title),
            ("system", system_id),
            ("api", API_RANGE.to_owned()),
        ]);
        let Some(pack) = from_template(system, &words, root.path().join("scenarios").join(TEMPLATE))? else {
            return Ok(None);
        };
        skeleton::write(&[pack.without_schemas()])?;
        Ok(Some(Sample { root, id, template: system.folder.show(TEMPLATE) }))
    }

    /// Returns the root that contains the battle.
    pub fn root(&self) -> &Path {
        self.root.path()
    }

    /// Maps a problem in a generated file back to the template's file.
    pub fn moved(&self, problem: &Diagnostic) -> Diagnostic {
        let made = self.root.path().join("scenarios").join(TEMPLATE);
        problem.clone().with_folder(&grognard_packs::source::display_path(&made), &self.template)
    }
}

/// Returns the system with this name, or the system of the battle with this name.
fn find_system<'a>(library: &'a Library, name: &str) -> Result<&'a Pack, Failure> {
    let by_battle =
        || library.find(Kind::Scenario, name).ok().and_then(|pack| library.get(pack.manifest.system.as_deref()?));
    library
        .find(Kind::System, name)
        .or_else(|error| by_battle().ok_or(error))
        .map_err(|error| Failure::from(vec![error]))
}
