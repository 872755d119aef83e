//! The versions among which the solver chooses.

use crate::format::PackVersion;
use crate::registries::Registries;
use crate::request::Request;
use grognard_packs::{Conflict, Diagnostic, Library, Pack};
use semver::{Version, VersionReq};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Where a version was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// In a folder that is searched for packs.
    Present,
    /// In an archive, folder or repository that the player named.
    Named,
    /// In a registry.
    Offered {
        /// The name of the registry.
        registry: String,
        /// The entry in its index.
        entry: Box<PackVersion>,
    },
}

/// A version of a pack that could be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The version.
    pub version: Version,
    /// The versions of the scripting API that it is written for.
    pub api: String,
    /// The required packs, with their accepted version ranges. For a scenario, this includes its system.
    pub requires: BTreeMap<String, String>,
    /// The packs that need not be in use, but must have a version in this range if they are.
    pub optional: BTreeMap<String, String>,
    /// The packs with which it cannot be used.
    pub conflicts: BTreeMap<String, Conflict>,
    /// Where it was found.
    pub found: Found,
}

/// A requirement of an installed pack. It must still be met after the installation, unless the pack itself is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledNeed {
    /// The id of the installed pack.
    pub dependent: String,
    /// Its version.
    pub version: Version,
    /// The id of the pack it requires.
    pub id: String,
    /// The range of versions.
    pub range: String,
}

/// The packs on this machine.
pub struct PresentPacks<'a> {
    /// All packs in the folders that are searched.
    pub all: &'a Library,
    /// The installed packs.
    pub installed: &'a Library,
    /// Returns the registry that an installed pack came from.
    pub origin: &'a dyn Fn(&str) -> Option<String>,
    /// Returns whether the files of an installed pack are unchanged since it was installed.
    pub is_intact: &'a dyn Fn(&Pack) -> bool,
}

/// All versions that could be chosen.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    packs: BTreeMap<String, BTreeMap<Version, Candidate>>,
    /// The requirements of installed packs.
    pub needs: Vec<InstalledNeed>,
}

impl Candidate {
    /// Creates a candidate from a pack on this machine.
    pub fn of_pack(pack: &Pack, found: Found) -> Candidate {
        let manifest = &pack.manifest;
        Candidate {
            version: pack.version.clone(),
            api: manifest.api.clone(),
            requires: with_system(&manifest.requires, manifest.system.as_deref()),
            optional: manifest.optional.clone(),
            conflicts: manifest.conflicts.clone(),
            found,
        }
    }

    /// Creates a candidate from a version that a registry offers.
    pub fn of_entry(registry: &str, entry: PackVersion) -> Candidate {
        Candidate {
            version: entry.version.clone(),
            api: entry.api.clone(),
            requires: with_system(&entry.requires, entry.system.as_deref()),
            optional: entry.optional.clone(),
            conflicts: entry.conflicts.clone(),
            found: Found::Offered { registry: registry.to_owned(), entry: Box::new(entry) },
        }
    }
}

fn with_system(requires: &BTreeMap<String, String>, system: Option<&str>) -> BTreeMap<String, String> {
    let mut all = requires.clone();
    if let Some(system) = system {
        all.entry(system.to_owned()).or_insert_with(|| "*".to_owned());
    }
    all
}

/// Returns whether a version is in a range; no version is in a malformed range.
pub fn fits(range: &str, version: &Version) -> bool {
    VersionReq::parse(range).is_ok_and(|range| range.matches(version))
}

impl Pool {
    /// Adds a version, unless the pool already contains one with the same number.
    pub fn add(&mut self, id: &str, candidate: Candidate) {
        self.packs.entry(id.to_owned()).or_default().entry(candidate.version.clone()).or_insert(candidate);
    }

    /// Replaces all versions of a pack with the one that the player named.
    pub fn add_named(&mut self, pack: &Pack) {
        let candidate = Candidate::of_pack(pack, Found::Named);
        self.packs.insert(pack.id().to_owned(), BTreeMap::from([(candidate.version.clone(), candidate)]));
    }

    /// Returns the versions of a pack in ascending order.
    pub fn versions(&self, id: &str) -> impl DoubleEndedIterator<Item = &Candidate> {
        self.packs.get(id).into_iter().flat_map(BTreeMap::values)
    }

    /// Returns a version of a pack.
    pub fn get(&self, id: &str, version: &Version) -> Option<&Candidate> {
        self.packs.get(id)?.get(version)
    }

    /// Records the requirements of installed packs, so that the solution continues to meet them. Requirements that are
    /// not met at present are left out.
    pub fn keep_installed(&mut self, installed: &Library, present: &Library) {
        for pack in installed.packs() {
            let requires = Candidate::of_pack(pack, Found::Present).requires;
            let is_met = |id: &str, range: &str| present.get(id).is_some_and(|other| fits(range, &other.version));
            let met = requires.into_iter().filter(|(id, range)| is_met(id, range));
            self.needs.extend(met.map(|(id, range)| InstalledNeed {
                dependent: pack.id().to_owned(),
                version: pack.version.clone(),
                id,
                range,
            }));
        }
    }

    /// Adds all versions that the requested and the named packs could need. Registries are consulted only for packs
    /// that are requested or have no suitable version present. A requested pack counts as present only if it is
    /// installed.
    pub fn gather(
        &mut self,
        registries: &Registries,
        there: &PresentPacks,
        requests: &[Request],
    ) -> Result<(), Diagnostic> {
        let mut gatherer = Gatherer { registries, there, requests, asked: BTreeSet::new(), pool: self };
        let mut open: VecDeque<String> = VecDeque::new();
        let named: Vec<String> = gatherer.pool.packs.keys().cloned().collect();
        gatherer.asked.extend(named.iter().cloned());
        for request in requests.iter().filter(|request| !named.contains(&request.name)) {
            gatherer.ask(&request.name)?;
            open.push_back(request.name.clone());
        }
        open.extend(named);
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop_front() {
            if seen.insert((id.clone(), gatherer.asked.contains(&id))) {
                open.extend(gatherer.needs_of(&id)?);
            }
        }
        Ok(())
    }
}

struct Gatherer<'a, 'b> {
    registries: &'a Registries<'b>,
    there: &'a PresentPacks<'a>,
    requests: &'a [Request],
    /// The packs whose versions have all been added.
    asked: BTreeSet<String>,
    pool: &'a mut Pool,
}

impl<'a> Gatherer<'a, '_> {
    fn is_requested(&self, id: &str) -> bool {
        self.requests.iter().any(|request| request.name == id)
    }

    /// Returns the version of a pack that counts as present: for a requested pack, only an installed version.
    fn present(&self, id: &str) -> Option<&'a Pack> {
        if self.is_requested(id) { self.there.installed.get(id) } else { self.there.all.get(id) }
    }

    /// Adds versions of the packs that a pack needs, and of present packs whose versions it restricts; returns the ids
    /// of both.
    fn needs_of(&mut self, id: &str) -> Result<Vec<String>, Diagnostic> {
        let all: Vec<Candidate> = self.pool.versions(id).cloned().collect();
        let mut needed = Vec::new();
        for candidate in &all {
            for (id, range) in &candidate.requires {
                self.need(id, |version| fits(range, version))?;
                needed.push(id.clone());
            }
            for (id, range) in &candidate.optional {
                needed.extend(self.consider(id, |version| fits(range, version))?);
            }
            for (id, conflict) in &candidate.conflicts {
                needed.extend(self.consider(id, |version| !fits(&conflict.versions, version))?);
            }
        }
        Ok(needed)
    }

    /// Adds the present version of a required pack; if there is none or it is not suitable, adds all other versions
    /// too.
    fn need(&mut self, id: &str, is_good: impl Fn(&Version) -> bool) -> Result<(), Diagnostic> {
        let there = self.present(id);
        self.add_present(id, there.filter(|_| !self.asked.contains(id)));
        if there.is_some_and(|pack| is_good(&pack.version)) { Ok(()) } else { self.ask(id) }
    }

    /// Does the same as `need` for an optional or conflicting pack, but only if the pack is present; returns its id in
    /// that case.
    fn consider(&mut self, id: &str, is_good: impl Fn(&Version) -> bool) -> Result<Option<String>, Diagnostic> {
        match self.present(id) {
            Some(_) => self.need(id, is_good).map(|()| Some(id.to_owned())),
            None => Ok(None),
        }
    }

    /// Adds all versions of a pack.
    fn ask(&mut self, id: &str) -> Result<(), Diagnostic> {
        if !self.asked.insert(id.to_owned()) {
            return Ok(());
        }
        let there = self.present(id);
        // A requested pack that was changed is installed again, if a registry offers the same version.
        let intact = there.filter(|pack| !self.is_requested(id) || (self.there.is_intact)(pack));
        self.add_present(id, intact);
        if let Some((registry, index)) = self.registries.offer(id, (self.there.origin)(id).as_deref())? {
            let name = registry.name().to_owned();
            index.versions.into_iter().for_each(|entry| self.pool.add(id, Candidate::of_entry(&name, entry)));
        }
        self.add_present(id, there);
        Ok(())
    }

    fn add_present(&mut self, id: &str, pack: Option<&Pack>) {
        if let Some(pack) = pack {
            self.pool.add(id, Candidate::of_pack(pack, Found::Present));
        }
    }
}
