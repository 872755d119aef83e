//! The installed packs, which the host can enable, disable and remove.

use crate::dto::{EnableRequest, Fault, InstallState, PackRemoval};
use crate::registries::PackRegistries;
use crate::state::AppState;
use grognard_packs::installed::{InstallError, Installed};
use grognard_packs::{Diagnostic, Library, Pack};
use std::collections::BTreeSet;

/// The installed packs at one moment, for lists.
#[derive(Default)]
pub struct InstallStates {
    library: Library,
    disabled: BTreeSet<String>,
}

impl AppState {
    /// Returns the registries, if this server can install packs.
    pub(crate) fn registries(&self) -> Result<&dyn PackRegistries, Fault> {
        let registries = self.settings.registries.as_deref();
        registries.ok_or_else(|| Fault::missing("this server does not install packs"))
    }

    fn installed(&self) -> Result<&Installed, Fault> {
        self.settings.installed.as_ref().ok_or_else(|| Fault::missing("this server does not install packs"))
    }

    /// Returns which packs are installed and enabled.
    pub(crate) fn install_states(&self) -> InstallStates {
        let of = |installed: &Installed| InstallStates { library: installed.library(), disabled: installed.disabled() };
        self.settings.installed.as_ref().map(of).unwrap_or_default()
    }

    /// Enables or disables an installed mod.
    pub(crate) fn enable_pack(&self, request: &EnableRequest) -> Result<(), Fault> {
        let installed = self.installed()?;
        let turn = installed.turn().map_err(unchanged)?;
        let library = installed.library();
        let pack = library.get(&request.id).ok_or_else(|| not_installed(&request.id))?;
        if !pack.manifest.kind.is_mod() {
            return Err(Fault::refused("only mods can be enabled or disabled"));
        }
        turn.enable(pack.id(), request.enabled).map_err(unchanged)
    }

    /// Removes an installed pack. Games that use it keep their copy.
    pub(crate) fn remove_pack(&self, id: &str) -> Result<PackRemoval, Fault> {
        let installed = self.installed()?;
        let turn = installed.turn().map_err(unchanged)?;
        // A pack whose manifest has become unreadable can still be removed.
        if !grognard_packs::is_id(id) || installed.places_of(id).is_empty() {
            return Err(not_installed(id));
        }
        turn.remove(id).map_err(unchanged)?;
        self.battles.clear();
        let library = installed.library();
        let needs =
            |pack: &&Pack| pack.manifest.requires.contains_key(id) || pack.manifest.system.as_deref() == Some(id);
        Ok(PackRemoval { needed_by: library.packs().iter().filter(needs).map(|pack| pack.id().to_owned()).collect() })
    }
}

impl InstallStates {
    /// Returns the state of a pack; `None` if it is not installed. If the host's own folders also contain the pack,
    /// games use that copy, but the state of the installed one still decides whether new games use a mod by default.
    pub fn of(&self, id: &str) -> Option<InstallState> {
        let pack = self.library.get(id)?;
        Some(InstallState { version: pack.version.to_string(), enabled: !self.disabled.contains(id) })
    }
}

fn not_installed(id: &str) -> Fault {
    let error = Diagnostic::general("E541", format!("no installed pack is called `{id}`"));
    Fault::broken("this pack is not installed", &[error])
}

fn unchanged(error: InstallError) -> Fault {
    const REASON: &str = "the installed packs cannot be changed";
    match error {
        InstallError::Wrong(all) => Fault::broken(REASON, &all),
        InstallError::File(path, error) => {
            let message = format!("cannot use {}: {error}", path.display());
            Fault::broken(REASON, &[Diagnostic::general("E510", message)])
        }
    }
}
