//! The dependency graph: the packs of a battle as they are gathered, with the requirements that added them.

use crate::library::{Library, Pack};
use crate::node::ValueStep;
use crate::schema::Kind;
use crate::source::SourceSpan;
use semver::{Version, VersionReq};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A pack's requirement for another pack.
pub struct Need<'a> {
    /// The pack that has the requirement.
    pub dependent: &'a Pack,
    /// The id of the required pack.
    pub id: &'a str,
    /// The range of versions.
    pub range: &'a str,
    path: Vec<ValueStep<'a>>,
}

impl<'a> Need<'a> {
    /// Returns everything a pack needs.
    fn all(dependent: &'a Pack) -> Vec<Need<'a>> {
        let listed = dependent.manifest.requires.iter().map(|(id, range)| Need {
            dependent,
            id,
            range,
            path: vec!["requires".into(), id.into()],
        });
        let system =
            dependent.manifest.system.iter().map(|id| Need { dependent, id, range: "*", path: vec!["system".into()] });
        listed.chain(system).collect()
    }

    /// Returns the location of the range in the manifest.
    pub fn place(&self) -> &'a SourceSpan {
        self.dependent.place(&self.path)
    }

    /// Returns the location of the required pack's id in the dependent pack's manifest.
    pub fn name(&self) -> &'a SourceSpan {
        match self.path[..] {
            [table, ValueStep::Key(id)] => self.dependent.place(&[table, ValueStep::Name(id)]),
            _ => self.place(),
        }
    }

    /// Returns whether a version is in the range.
    pub fn fits(&self, version: &Version) -> bool {
        VersionReq::parse(self.range).is_ok_and(|range| range.matches(version))
    }

    /// Returns whether this is the scenario's requirement for its system.
    pub fn is_system(&self) -> bool {
        self.dependent.manifest.system.as_deref() == Some(self.id)
    }

    /// Describes what is needed: `` `a` `` or `` `a` >=2 ``.
    pub fn requirement_text(&self) -> String {
        if self.range == "*" { format!("`{}`", self.id) } else { format!("`{}` {}", self.id, self.range) }
    }
}

/// The packs gathered so far, and their needs.
pub struct DependencyGraph<'a> {
    /// The packs that can be chosen.
    pub library: &'a Library,
    /// The scenario of the battle.
    pub scenario: &'a Pack,
    /// The scenario and the requested mods.
    pub requested: Vec<&'a Pack>,
    /// The packs gathered so far, by id.
    pub chosen: BTreeMap<&'a str, &'a Pack>,
    /// All needs, beginning with those nearest to the requested packs.
    pub needs: Vec<Need<'a>>,
    /// Indices of the needs for packs that exist but cannot be added.
    pub unknown: Vec<usize>,
    /// For each pack that was not requested, the index of the need that added it.
    introduced_by: BTreeMap<&'a str, usize>,
}

impl<'a> DependencyGraph<'a> {
    /// Gathers everything that a scenario and mods need. The order of the mods does not matter.
    pub fn gather(library: &'a Library, scenario: &'a Pack, mut mods: Vec<&'a Pack>) -> DependencyGraph<'a> {
        mods.sort_by_key(|pack| pack.id());
        mods.dedup_by_key(|pack| pack.id());
        let requested: Vec<&Pack> = std::iter::once(scenario).chain(mods).collect();
        let chosen = requested.iter().map(|pack| (pack.id(), *pack)).collect();
        let mut open: VecDeque<&Pack> = requested.iter().copied().collect();
        let mut graph = DependencyGraph {
            library,
            scenario,
            requested,
            chosen,
            needs: Vec::new(),
            unknown: Vec::new(),
            introduced_by: BTreeMap::new(),
        };
        while let Some(pack) = open.pop_front() {
            for need in Need::all(pack) {
                open.extend(graph.add(need));
            }
        }
        graph
    }

    /// Records a need; returns the pack it adds, if that pack is new.
    fn add(&mut self, need: Need<'a>) -> Option<&'a Pack> {
        let (at, id, dependent) = (self.needs.len(), need.id, need.dependent);
        self.needs.push(need);
        let pack = self.library.get(id).filter(|pack| !self.chosen.contains_key(pack.id()))?;
        if !self.may_follow(pack, dependent) {
            self.unknown.push(at);
            return None;
        }
        self.chosen.insert(id, pack);
        self.introduced_by.insert(id, at);
        Some(pack)
    }

    /// Returns whether a needed pack can be added. Libraries, mods and the scenario's own system can, and so can a
    /// scenario of that system on which a scenario builds; other scenarios and systems cannot.
    fn may_follow(&self, needed: &Pack, dependent: &Pack) -> bool {
        let (kind, system) = (needed.manifest.kind, &self.scenario.manifest.system);
        match kind {
            Kind::System => system.as_deref() == Some(needed.id()),
            Kind::Scenario => dependent.manifest.kind == Kind::Scenario && needed.manifest.system == *system,
            Kind::Library => true,
            Kind::Mod | Kind::Cosmetic | Kind::Translation => kind.is_mod(),
        }
    }

    /// Returns the chain of needs that leads from a requested pack to `id`.
    pub fn chain(&self, id: &str) -> Vec<&Need<'a>> {
        let mut chain = Vec::new();
        let mut at = id;
        while let Some(&need) = self.introduced_by.get(at) {
            let need = &self.needs[need];
            chain.insert(0, need);
            at = need.dependent.id();
        }
        chain
    }

    /// Returns the requested packs that need `id`, directly or indirectly, including `id` itself if it was requested.
    pub fn roots(&self, id: &str) -> Vec<&'a Pack> {
        self.requested.iter().copied().filter(|requested| self.reaches(requested.id(), id)).collect()
    }

    fn reaches(&self, from: &str, to: &str) -> bool {
        let (mut open, mut seen) = (vec![from], BTreeSet::new());
        while let Some(id) = open.pop() {
            if id == to {
                return true;
            }
            if seen.insert(id) {
                open.extend(self.needs.iter().filter(|need| need.dependent.id() == id).map(|need| need.id));
            }
        }
        false
    }
}
