//! Finds the packs that a battle needs, and the order in which they load.

mod explain;
mod graph;

use crate::diagnostic::Diagnostic;
use crate::library::{Library, Pack};
use crate::node::ValueStep;
use crate::schema::Kind;
use crate::source::{BY_HAND, SourceSpan};
use graph::DependencyGraph;
use semver::VersionReq;
use std::collections::{BTreeMap, BTreeSet};

/// The packs of a battle in loading order.
#[derive(Debug)]
pub struct Selection<'a> {
    /// The packs in loading order.
    pub packs: Vec<&'a Pack>,
    /// The scenario. Other scenarios among the packs are those it builds on.
    pub scenario: &'a Pack,
    /// For each pack, all packs that come before it because of a declared dependency.
    before: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

/// The declared order of packs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order(BTreeMap<String, BTreeSet<String>>);

impl Order {
    /// Returns whether `first` comes before `second`.
    pub fn ordered(&self, first: &str, second: &str) -> bool {
        self.0.get(second).is_some_and(|before| before.contains(first))
    }
}

impl Selection<'_> {
    /// Returns a copy of the declared order that does not borrow the packs.
    pub fn order(&self) -> Order {
        let owned = |ids: &BTreeSet<&str>| ids.iter().map(|id| (*id).to_owned()).collect();
        Order(self.before.iter().map(|(id, before)| ((*id).to_owned(), owned(before))).collect())
    }

    /// Returns whether a declared dependency puts `first` before `second`.
    pub fn ordered(&self, first: &str, second: &str) -> bool {
        // Tweaks come last.
        second == BY_HAND || self.before.get(second).is_some_and(|before| before.contains(first))
    }

    /// Returns whether a pack is part of the battle.
    pub fn has(&self, id: &str) -> bool {
        self.packs.iter().any(|pack| pack.id() == id)
    }
}

/// Selects the packs that a scenario and mods need, in loading order.
pub fn select<'a>(library: &'a Library, scenario: &str, mods: &[String]) -> Result<Selection<'a>, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut find = |kind, name: &str| library.find(kind, name).map_err(|error| errors.push(error)).ok();
    let scenario = find(Kind::Scenario, scenario);
    let mods: Vec<&Pack> = mods.iter().filter_map(|name| find(Kind::Mod, name)).collect();
    let Some(scenario) = scenario.filter(|_| errors.is_empty()) else {
        // A pack that is not found may have an unreadable manifest.
        errors.extend(library.unreadable().cloned());
        return Err(errors);
    };
    let graph = DependencyGraph::gather(library, scenario, mods);
    let errors = explain::conflicts(&graph);
    if errors.is_empty() { sort(&graph.chosen, scenario) } else { Err(errors) }
}

/// Reports the packs required by `pack` that are missing or have an incompatible version. `pack` need not be part of a
/// battle.
pub fn unmet(library: &Library, pack: &Pack) -> Vec<Diagnostic> {
    pack.manifest.requires.iter().filter_map(|(id, range)| unmet_need(library, pack, id, range)).collect()
}

fn unmet_need(library: &Library, pack: &Pack, id: &str, range: &str) -> Option<Diagnostic> {
    let place = pack.place(&["requires".into(), ValueStep::Name(id)]);
    if let Some(there) = library.get(id) {
        let fits = VersionReq::parse(range).is_ok_and(|range| range.matches(&there.version));
        let message = || format!("`{}` needs `{id}` {range}, but {} is installed", pack.id(), there.version);
        return (!fits).then(|| Diagnostic::at("E127", pack.place(&["requires".into(), id.into()]), message()));
    }
    if library.is_broken(id) {
        return Some(Diagnostic::at("E127", place, format!("`{}` needs `{id}`, whose manifest is invalid", pack.id())));
    }
    let error = Diagnostic::at("E127", place, format!("`{}` requires `{id}`, which is not installed", pack.id()));
    Some(error.suggest(id, library.packs().iter().map(Pack::id)))
}

/// Returns the packs that must load before `pack`: those its manifest names and, for a mod, the scenario.
fn edges<'a>(pack: &'a Pack, chosen: &BTreeMap<&'a str, &'a Pack>, scenario: &'a Pack) -> BTreeSet<&'a str> {
    let manifest = &pack.manifest;
    let named = manifest.requires.keys().chain(manifest.optional.keys()).chain(&manifest.after).chain(&manifest.system);
    let mut before: BTreeSet<&str> = named.map(String::as_str).filter(|id| chosen.contains_key(id)).collect();
    if manifest.kind.is_mod() {
        before.insert(scenario.id());
    }
    before
}

fn sort<'a>(chosen: &BTreeMap<&'a str, &'a Pack>, scenario: &'a Pack) -> Result<Selection<'a>, Vec<Diagnostic>> {
    let edges: BTreeMap<&str, BTreeSet<&str>> =
        chosen.iter().map(|(id, pack)| (*id, edges(pack, chosen, scenario))).collect();
    let mut before: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut packs = Vec::new();
    while packs.len() < chosen.len() {
        let ready = edges
            .iter()
            .find(|(id, edges)| !before.contains_key(*id) && edges.iter().all(|edge| before.contains_key(edge)));
        let Some((id, direct)) = ready else { return Err(vec![cycle(&edges, &before, chosen)]) };
        let all = direct.iter().flat_map(|edge| before[edge].iter().copied().chain([*edge])).collect();
        before.insert(id, all);
        packs.push(chosen[id]);
    }
    Ok(Selection { packs, scenario, before })
}

/// Reports a cycle in the load order. The search goes from pack to pack until one appears twice.
fn cycle(
    edges: &BTreeMap<&str, BTreeSet<&str>>,
    done: &BTreeMap<&str, BTreeSet<&str>>,
    chosen: &BTreeMap<&str, &Pack>,
) -> Diagnostic {
    let waiting = |id: &&&str| !done.contains_key(**id);
    let mut trail: Vec<&str> = edges.keys().find(waiting).copied().into_iter().collect();
    while let Some(next) = trail.last().and_then(|last| edges[last].iter().find(waiting)) {
        if let Some(start) = trail.iter().position(|id| id == next) {
            trail.drain(..start);
            break;
        }
        trail.push(next);
    }
    let circle: Vec<&str> = trail.iter().chain(trail.first()).copied().collect();
    let names: Vec<_> = circle.iter().map(|id| format!("`{id}`")).collect();
    let message = format!("packs depend on each other in a cycle: {}", names.join(" after "));
    let links = circle.windows(2).filter_map(|pair| Some((waits(chosen.get(pair[0])?, pair[1])?, pair)));
    let noted = |error: Option<Diagnostic>, (place, pair): (&SourceSpan, &[&str])| match error {
        None => Some(Diagnostic::at("E129", place, &message)),
        Some(error) => Some(error.related(place, format!("`{}` is loaded after `{}`", pair[0], pair[1]))),
    };
    let error = links.fold(None, noted).unwrap_or_else(|| Diagnostic::general("E129", &message));
    error.help("remove one of these dependencies")
}

/// Returns where a manifest says that a pack comes after another.
fn waits<'a>(pack: &'a Pack, id: &str) -> Option<&'a SourceSpan> {
    let manifest = &pack.manifest;
    let named = |table: &'static str| pack.place(&[table.into(), ValueStep::Name(id)]);
    match manifest.after.iter().position(|other| other == id) {
        _ if manifest.requires.contains_key(id) => Some(named("requires")),
        _ if manifest.optional.contains_key(id) => Some(named("optional")),
        Some(at) => Some(pack.place(&["after".into(), at.into()])),
        None if manifest.system.as_deref() == Some(id) => Some(pack.place(&["system".into()])),
        None => None,
    }
}
