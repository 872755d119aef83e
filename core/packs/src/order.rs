//! Which packs a battle needs, and the order in which they load.

use crate::diagnostic::Diagnostic;
use crate::library::{Library, Pack};
use crate::node::Step;
use crate::schema::Kind;
use semver::VersionReq;
use std::collections::{BTreeMap, BTreeSet};

/// The packs of a battle in loading order.
#[derive(Debug)]
pub struct Selection<'a> {
    /// The packs in order.
    pub packs: Vec<&'a Pack>,
    /// For each pack, all that come before it by a declared dependency.
    before: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

impl Selection<'_> {
    /// Whether a declared dependency puts `first` before `second`.
    pub fn ordered(&self, first: &str, second: &str) -> bool {
        self.before.get(second).is_some_and(|before| before.contains(first))
    }

    /// Whether a pack is among them.
    pub fn has(&self, id: &str) -> bool {
        self.packs.iter().any(|pack| pack.id() == id)
    }
}

/// Finds the packs for a scenario and some mods.
pub fn select<'a>(library: &'a Library, scenario: &str, mods: &[String]) -> Result<Selection<'a>, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let asked = std::iter::once((Kind::Scenario, scenario)).chain(mods.iter().map(|name| (Kind::Mod, name.as_str())));
    let found: Vec<_> = asked.filter_map(|(kind, name)| library.find(kind, name).map_err(|error| errors.push(error)).ok()).collect();
    if !errors.is_empty() {
        // A pack that is not found may be one whose manifest is broken.
        errors.extend(library.diagnostics.iter().cloned());
        return Err(errors);
    }
    let mut chosen: BTreeMap<&str, &Pack> = found.iter().map(|pack| (pack.id(), *pack)).collect();
    let mut open = found.clone();
    while let Some(pack) = open.pop() {
        for (id, range, path) in needs(pack) {
            match library.get(id) {
                Some(needed) => {
                    check_version(pack, needed, range, &path, &mut errors);
                    if !chosen.contains_key(id) && may_follow(pack, needed, &path, found[0], &mut errors) {
                        chosen.insert(id, needed);
                        open.push(needed);
                    }
                }
                None => {
                    errors.push(missing(library, pack, id, &path));
                    // It may be there, with a manifest that cannot be read.
                    errors.extend(library.diagnostics.iter().cloned());
                }
            }
        }
    }
    check_conflicts(&chosen, &mut errors);
    errors.extend(chosen.keys().filter_map(|id| library.twin(id)).cloned());
    if errors.is_empty() { sort(&chosen, found[0]) } else { Err(errors) }
}

/// Ids a pack needs, the range of versions, and where the manifest says so.
fn needs(pack: &Pack) -> Vec<(&str, &str, Vec<Step<'_>>)> {
    let listed = pack.manifest.requires.iter();
    let mut all: Vec<_> = listed.map(|(id, range)| (id.as_str(), range.as_str(), vec!["requires".into(), id.into()])).collect();
    if let Some(id) = &pack.manifest.system {
        all.push((id, "*", vec!["system".into()]));
    }
    all
}

fn missing(library: &Library, pack: &Pack, id: &str, path: &[Step]) -> Diagnostic {
    let place = match path {
        [table, Step::Key(id)] => pack.place(&[*table, Step::Name(id)]),
        _ => pack.place(path),
    };
    if library.is_broken(id) {
        return Diagnostic::at("E127", place, format!("`{}` needs `{id}`, whose manifest is wrong", pack.id()));
    }
    let error = Diagnostic::at("E127", place, format!("`{}` needs `{id}`, which is not installed", pack.id()));
    error.suggest(id, library.packs().iter().map(Pack::id))
}

fn check_version(pack: &Pack, needed: &Pack, range: &str, path: &[Step], errors: &mut Vec<Diagnostic>) {
    if VersionReq::parse(range).is_ok_and(|range| !range.matches(&needed.version)) {
        let message = format!("`{}` needs `{}` {range}; installed is {}", pack.id(), needed.id(), needed.version);
        errors.push(Diagnostic::at("E127", pack.place(path), message).related(needed.place(&["version".into()]), "the installed version"));
    }
}

/// Libraries, mods and the scenario's own system come along; another scenario or system does not.
fn may_follow(pack: &Pack, needed: &Pack, path: &[Step], scenario: &Pack, errors: &mut Vec<Diagnostic>) -> bool {
    let kind = needed.manifest.kind;
    let own_system = scenario.manifest.system.as_deref() == Some(needed.id()) && kind == Kind::System;
    if (kind == Kind::Library || kind.is_mod()) || own_system {
        return true;
    }
    if pack.manifest.system.as_deref() == Some(needed.id()) {
        let message = format!("`{}` is a {}, not a game system", needed.id(), kind.word());
        errors.push(Diagnostic::at("E127", pack.place(path), message));
        return false;
    }
    let message = format!("`{}` is made for the {} `{}`, not for `{}`", pack.id(), kind.word(), needed.id(), scenario.id());
    errors.push(Diagnostic::at("E127", pack.place(path), message));
    false
}

fn check_conflicts(chosen: &BTreeMap<&str, &Pack>, errors: &mut Vec<Diagnostic>) {
    for pack in chosen.values() {
        for (id, conflict) in &pack.manifest.conflicts {
            let Some(other) = chosen.get(id.as_str()) else { continue };
            if VersionReq::parse(&conflict.versions).is_ok_and(|range| range.matches(&other.version)) {
                let place = pack.place(&["conflicts".into(), Step::Name(id)]);
                let message = format!("`{}` cannot be used with `{id}`: {}", pack.id(), conflict.why);
                errors.push(Diagnostic::at("E128", place, message));
            }
        }
    }
}

/// The packs that come directly before a pack.
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
    let edges: BTreeMap<&str, BTreeSet<&str>> = chosen.iter().map(|(id, pack)| (*id, edges(pack, chosen, scenario))).collect();
    let mut before: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut packs = Vec::new();
    while packs.len() < chosen.len() {
        let ready = edges.iter().find(|(id, edges)| !before.contains_key(*id) && edges.iter().all(|edge| before.contains_key(edge)));
        let Some((id, direct)) = ready else { return Err(vec![cycle(&edges, &before, chosen)]) };
        let all = direct.iter().flat_map(|edge| before[edge].iter().copied().chain([*edge])).collect();
        before.insert(id, all);
        packs.push(chosen[id]);
    }
    Ok(Selection { packs, before })
}

/// Follows the packs that wait for each other until one comes up twice.
fn cycle(edges: &BTreeMap<&str, BTreeSet<&str>>, done: &BTreeMap<&str, BTreeSet<&str>>, chosen: &BTreeMap<&str, &Pack>) -> Diagnostic {
    let waiting = |id: &&&str| !done.contains_key(**id);
    let mut trail: Vec<&str> = edges.keys().find(waiting).copied().into_iter().collect();
    while let Some(next) = trail.last().and_then(|last| edges[last].iter().find(waiting)) {
        if let Some(start) = trail.iter().position(|id| id == next) {
            trail.drain(..start);
            break;
        }
        trail.push(next);
    }
    let names: Vec<_> = trail.iter().chain(trail.first()).map(|id| format!("`{id}`")).collect();
    let message = format!("packs wait for each other: {}", names.join(" after "));
    match trail.first().and_then(|id| chosen.get(id)) {
        Some(pack) => Diagnostic::at("E129", pack.place(&["id".into()]), message),
        None => Diagnostic::general("E129", message),
    }
}
