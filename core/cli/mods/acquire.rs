//! Collects packs and everything they need in working folders, ready to be installed together.

use super::missing;
use super::source::{PackSource, Unpacked};
use crate::check;
use crate::failure::Failure;
use crate::registries::{self, RegistryClient};
use grognard_packs::installed::{InstallLock, OriginSource};
use grognard_packs::source::display_path;
use grognard_packs::{Diagnostic, Library, Pack, Severity, archive};
use grognard_registry::{Candidate, Found, Pool, PresentPacks, Registries, Request, Solution, solve};
use std::path::PathBuf;

/// The packs to install, in working folders, and the requested packs that are already installed.
#[derive(Default)]
pub struct Acquired {
    /// The packs to install.
    pub packs: Vec<Unpacked>,
    /// The ids and versions of requested packs that are already installed.
    pub present: Vec<(String, String)>,
}

impl Acquired {
    /// Returns the folders to search, with the working folders first.
    pub fn roots(&self, roots: &[PathBuf]) -> Vec<PathBuf> {
        let staged = self.packs.iter().map(|pack| pack.staged.root.path().to_owned());
        staged.chain(roots.iter().cloned()).collect()
    }

    /// Checks every pack together with the others. Errors name a pack's source, not its working folder.
    pub fn check(&self, roots: &[PathBuf]) -> Result<(), Failure> {
        let all = self.roots(roots);
        let errors: Vec<Diagnostic> =
            self.packs.iter().map(|pack| errors_of(pack, &all)).collect::<Result<Vec<_>, _>>()?.concat();
        if errors.is_empty() { Ok(()) } else { Err(Failure::Wrong(errors)) }
    }
}

fn errors_of(pack: &Unpacked, all: &[PathBuf]) -> Result<Vec<Diagnostic>, Failure> {
    let folder = pack.staged.pack.folder.path();
    let lacking = missing(&pack.staged.pack, &Library::open(all));
    if !lacking.is_empty() {
        let id = pack.staged.pack.id();
        let message = format!("`{id}` requires {} (not installed)", lacking.join(" and "));
        return Ok(vec![Diagnostic::file("E542", &*pack.shown, message).help("install what is missing first")]);
    }
    let real = dunce::canonicalize(folder).map_err(Failure::file(folder))?;
    let found = check::look_but_types(all, std::slice::from_ref(&real)).diagnostics;
    let errors = found.into_iter().filter(|problem| problem.severity == Severity::Error);
    Ok(errors.map(|problem| problem.with_folder(&display_path(folder), &pack.shown)).collect())
}

/// Unpacks the packs given by path or address. Then chooses versions of the packs requested by name and of everything
/// that these and the unpacked packs need, and fetches the chosen versions that are not already present.
pub fn acquire(
    turn: &InstallLock,
    sources: &[PackSource],
    roots: &[PathBuf],
    client: &RegistryClient,
) -> Result<Acquired, Failure> {
    let mut acquired = Acquired::default();
    let mut requests = Vec::new();
    for source in sources {
        match source {
            PackSource::Request(request) => requests.push(request.clone()),
            other => acquired.packs.extend(other.stage(turn, client.fetch())?),
        }
    }
    let present = Library::open(roots);
    if requests.is_empty() && (!client.has_registries() || is_complete(&acquired, roots)) {
        return Ok(acquired);
    }
    let registries = client.open(requests.is_empty())?;
    let installed = turn.installed().library();
    // A registry may no longer offer an installed pack.
    for request in requests.iter_mut().filter(|request| installed.get(&request.name).is_none()) {
        request.name = registries.id_of(&request.name).map_err(registries::failure)?;
    }
    let solution = choose(turn, &registries, &present, &acquired, &requests)?;
    fetch(turn, &registries, solution, &requests, &mut acquired)?;
    registries::show_notes(&registries.notes());
    Ok(acquired)
}

/// Returns whether everything that the packs need is present.
fn is_complete(acquired: &Acquired, roots: &[PathBuf]) -> bool {
    let library = Library::open(&acquired.roots(roots));
    acquired.packs.iter().all(|pack| missing(&pack.staged.pack, &library).is_empty())
}

/// Chooses versions of the requested packs and of everything that they and the unpacked packs need.
fn choose(
    turn: &InstallLock,
    registries: &Registries,
    present: &Library,
    acquired: &Acquired,
    requests: &[Request],
) -> Result<Solution, Failure> {
    let mut pool = Pool::default();
    let mut wanted = requests.to_vec();
    for pack in &acquired.packs {
        pool.add_named(&pack.staged.pack);
        wanted.push(Request { name: pack.staged.pack.id().to_owned(), range: semver::VersionReq::default() });
    }
    let installed = turn.installed().library();
    pool.keep_installed(&installed, present);
    let origin = |id: &str| turn.installed().origin(id).and_then(|origin| origin.source.registry);
    let is_intact =
        |pack: &Pack| turn.installed().origin(pack.id()).is_none_or(|origin| origin.changes(&pack.folder).is_empty());
    let there = PresentPacks { all: present, installed: &installed, origin: &origin, is_intact: &is_intact };
    pool.gather(registries, &there, requests).map_err(registries::failure)?;
    solve(&pool, &wanted).map_err(registries::failure)
}

/// Fetches the chosen versions that come from registries, and notes the requested packs that are already installed.
fn fetch(
    turn: &InstallLock,
    registries: &Registries,
    solution: Solution,
    requests: &[Request],
    acquired: &mut Acquired,
) -> Result<(), Failure> {
    for (id, candidate) in solution {
        match &candidate.found {
            Found::Offered { registry, .. } => {
                acquired.packs.push(unpack(turn, registries, registry, &id, &candidate)?)
            }
            Found::Present if requests.iter().any(|request| request.name == id) => {
                acquired.present.push((id, candidate.version.to_string()));
            }
            Found::Present | Found::Named => {}
        }
    }
    Ok(())
}

/// Fetches and unpacks a version. Fails if its id, version or contents differ from the index entry.
fn unpack(
    turn: &InstallLock,
    registries: &Registries,
    registry: &str,
    id: &str,
    candidate: &Candidate,
) -> Result<Unpacked, Failure> {
    let (Found::Offered { entry, .. }, Some(from)) = (&candidate.found, registries.get(registry)) else {
        return Err(Failure::wrong(registries::none_configured()));
    };
    let bytes = from.archive(entry).map_err(registries::failure)?;
    let shown = format!("{registry}/{id}-{}", entry.version);
    let files = archive::files(&shown, &bytes).map_err(Failure::Wrong)?;
    let staged = turn.stage_files(&shown, files)?;
    let is_promised = staged.pack.id() == id && staged.pack.version == entry.version;
    let source = OriginSource { registry: Some(registry.to_owned()), url: None, blake3: Some(entry.blake3.clone()) };
    let origin = staged.record(source)?;
    if is_promised && origin.content == entry.content {
        return Ok(Unpacked { staged, shown });
    }
    let message =
        format!("the archive of `{id}` {} in registry {registry} does not match its index entry", entry.version);
    Err(Failure::wrong(Diagnostic::general("E732", message).help("report this to the maintainers of the registry")))
}
