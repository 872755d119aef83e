//! `grognard new battle`: a scenario made from the template of its system.

use super::skeleton::{self, Skeleton, Words};
use super::{Place, api};
use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::screen::Screen;
use grognard_packs::{Diagnostic, Kind, Library, Pack};
use std::path::PathBuf;

/// The folder of a system that holds a battle to begin with.
const TEMPLATE: &str = "template";

/// Make a battle: map, order of battle, calendar, a special rule and a test.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// The game system whose rules it uses.
    #[arg(long, value_name = "SYSTEM", default_value = "battle-for-moscow-system")]
    system: String,
}

impl Args {
    /// Makes it.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let mut names = PackNames::new(roots);
        let target = names.name(&self.system)?;
        let (library, roots) = (names.library(), names.roots());
        let name = self.place.name(&library)?;
        let system = find_system(&library, &target)?;
        let files = skeleton::files_below(&system.folder, TEMPLATE)?;
        if files.is_empty() {
            let message = format!("the system `{}` has no template for battles", system.id());
            let help = format!("make a folder {} with the files of a small battle", system.folder.show(TEMPLATE));
            return Err(Failure::usage(Diagnostic::general("E533", message).help(help)));
        }
        let words = Words::from([("id", name.id.clone()), ("title", name.title), ("system", system.id().to_owned()), ("api", api())]);
        let mut pack = Skeleton::new(self.place.target(Kind::Scenario));
        pack.fill(&files, &words, |file| system.folder.show(&format!("{TEMPLATE}/{file}")))?;
        self.place.write(&[pack], roots, &name.id, "", screen)
    }
}

/// The system of this name; one whose battle has the name is meant as well.
fn find_system<'a>(library: &'a Library, name: &str) -> Result<&'a Pack, Failure> {
    let by_battle = || library.find(Kind::Scenario, name).ok().and_then(|pack| library.get(pack.manifest.system.as_deref()?));
    library.find(Kind::System, name).or_else(|error| by_battle().ok_or(error)).map_err(|error| Failure::from(vec![error]))
}
