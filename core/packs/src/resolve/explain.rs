//! Explains why packs cannot be used together: one diagnostic for each cause, with the whole chain of requirements that
//! leads to it.

use super::graph::{DependencyGraph, Need};
use crate::diagnostic::Diagnostic;
use crate::library::Pack;
use crate::schema::Kind;
use semver::{Comparator, Op, Version, VersionReq};
use std::collections::{BTreeMap, BTreeSet};

/// Reports everything that prevents the packs from being used together.
pub fn conflicts(graph: &DependencyGraph) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = graph.unknown.iter().map(|&need| unknown_pack(graph, &graph.needs[need])).collect();
    let mut by_id: BTreeMap<&str, Vec<&Need>> = BTreeMap::new();
    for need in &graph.needs {
        by_id.entry(need.id).or_default().push(need);
    }
    for (id, needs) in by_id {
        match graph.library.get(id) {
            None => out.push(missing(graph, &needs)),
            Some(pack) => out.extend(
                needs.iter().position(|need| !need.fits(&pack.version)).map(|at| misfit(graph, pack, &needs, at)),
            ),
        }
        if graph.library.get(id).is_none() && !graph.library.is_broken(id) {
            // The pack may exist, but with an unreadable manifest.
            out.extend(graph.library.unreadable().cloned());
        }
    }
    out.extend(declared_conflicts(graph));
    out.extend(companion_conflicts(graph));
    out.extend(graph.chosen.keys().filter_map(|id| graph.library.duplicate_error(id)).cloned());
    out
}

/// Adds notes to an error that show the chain of requirements leading to a pack.
fn with_links(graph: &DependencyGraph, mut error: Diagnostic, id: &str) -> Diagnostic {
    for (at, need) in graph.chain(id).into_iter().enumerate() {
        let by = need.dependent.id();
        let who = if at == 0 { format!("`{by}` was requested and needs") } else { format!("`{by}` needs") };
        let text = format!("{who} {}", need.requirement_text());
        if !error.related.iter().any(|other| other.text == text) {
            error = error.related(need.name(), text);
        }
    }
    error
}

/// Names the packs to leave out so that `id` is not needed. Returns `None` if the scenario itself needs it.
fn leave_out(graph: &DependencyGraph, id: &str) -> Option<String> {
    let roots = graph.roots(id);
    let names: Vec<_> = roots.iter().map(|pack| format!("`{}`", pack.id())).collect();
    (!names.is_empty() && roots.iter().all(|pack| pack.id() != graph.scenario.id())).then(|| names.join(" and "))
}

/// Adds one help message to an error, joining the possible solutions.
fn with_help(error: Diagnostic, ways: Vec<Option<String>>) -> Diagnostic {
    let ways: Vec<String> = ways.into_iter().flatten().collect();
    if ways.is_empty() { error } else { error.help(ways.join(", or ")) }
}

fn without_need(graph: &DependencyGraph, id: &str) -> Option<String> {
    leave_out(graph, id).map(|names| format!("leave out {names}"))
}

fn missing(graph: &DependencyGraph, needs: &[&Need]) -> Diagnostic {
    let (first, id) = (needs[0], needs[0].id);
    let place = first.name();
    let mut error = match graph.library.wrong_manifest(id) {
        None => Diagnostic::at(
            "E127",
            place,
            format!("`{}` requires {}, which is not installed", first.dependent.id(), first.requirement_text()),
        ),
        Some(wrong) => {
            let error = Diagnostic::at(
                "E127",
                place,
                format!("`{}` needs `{id}`, whose manifest is invalid", first.dependent.id()),
            );
            wrong.iter().fold(error, Diagnostic::with)
        }
    };
    error = with_links(graph, error, first.dependent.id());
    for need in &needs[1..] {
        let text = format!("`{}` also needs {}", need.dependent.id(), need.requirement_text());
        error = with_links(graph, error.related(need.name(), text), need.dependent.id());
    }
    let known = graph.library.packs().iter().map(Pack::id);
    let meant = grognard_luau::suggest::nearest(id, known).filter(|_| !graph.library.is_broken(id));
    match meant {
        Some(right) => error.help(format!("did you mean `{right}`?")),
        None => with_help(error, vec![install(graph, needs), without_needs(graph, needs)]),
    }
}

/// Suggests what to install or correct so that all of `needs` are met.
fn install(graph: &DependencyGraph, needs: &[&Need]) -> Option<String> {
    let id = needs[0].id;
    if let Some(wrong) = graph.library.wrong_manifest(id) {
        let too_new = wrong.iter().any(|error| error.code == "E124");
        let mend = match too_new {
            true => format!("use a version of this program that supports `{id}`"),
            false => "correct that manifest".to_owned(),
        };
        return Some(format!("{mend} or install another version of `{id}`"));
    }
    match needs {
        [need] => Some(format!("install {}", need.requirement_text())),
        _ => {
            let ranges: Vec<VersionReq> = needs.iter().filter_map(|need| VersionReq::parse(need.range).ok()).collect();
            lowest(&ranges).map(|version| format!("install a compatible version of `{id}`, such as {version}"))
        }
    }
}

/// Suggests what to leave out so that none of `needs` remains.
fn without_needs(graph: &DependencyGraph, needs: &[&Need]) -> Option<String> {
    let scenario = graph.scenario.id();
    let roots: BTreeSet<&str> = needs.iter().flat_map(|need| graph.roots(need.dependent.id())).map(Pack::id).collect();
    let names: Vec<_> = roots.iter().map(|id| format!("`{id}`")).collect();
    (!roots.contains(scenario)).then(|| format!("leave out {}", names.join(" and ")))
}

/// Creates the error for an installed pack whose version does not meet all requirements.
fn misfit(graph: &DependencyGraph, pack: &Pack, needs: &[&Need], unfit: usize) -> Diagnostic {
    let first = needs[unfit];
    let ranges: Vec<VersionReq> = needs.iter().filter_map(|need| VersionReq::parse(need.range).ok()).collect();
    let common = lowest(&ranges);
    let rival = needs.iter().find(|need| common.is_none() && excludes(first, need));
    let message = match rival {
        Some(rival) if std::ptr::eq(*rival, first) => {
            format!("`{}` needs {}, which no version satisfies", first.dependent.id(), first.requirement_text())
        }
        Some(rival) => {
            format!(
                "`{}` needs {}, and `{}` needs {}: no version satisfies both",
                first.dependent.id(),
                first.requirement_text(),
                rival.dependent.id(),
                rival.requirement_text()
            )
        }
        None => {
            format!("`{}` needs {}, but {} is installed", first.dependent.id(), first.requirement_text(), pack.version)
        }
    };
    let mut error = with_links(graph, Diagnostic::at("E127", first.place(), message), first.dependent.id());
    let others = needs.iter().enumerate().filter(|(at, need)| *at != unfit && need.range != "*");
    for (_, need) in others {
        error = with_links(
            graph,
            error.related(need.place(), format!("`{}` needs {}", need.dependent.id(), need.requirement_text())),
            need.dependent.id(),
        );
    }
    error = error.related(pack.place(&["version".into()]), format!("version {} is installed", pack.version));
    if let Some(rival) = rival {
        let ways = [first, rival].map(|need| leave_out(graph, need.dependent.id()));
        return with_help(error, vec![alternatives(ways)]);
    }
    let unfit: Vec<&Need> = needs.iter().copied().filter(|need| !need.fits(&pack.version)).collect();
    let fitting = common.map(|version| format!("install a compatible version of `{}`, such as {version}", pack.id()));
    with_help(error, vec![fitting, without_needs(graph, &unfit)])
}

fn excludes(one: &Need, other: &Need) -> bool {
    let ranges: Vec<VersionReq> = [one, other].iter().filter_map(|need| VersionReq::parse(need.range).ok()).collect();
    lowest(&ranges).is_none()
}

/// Returns the lowest version that is in every range. Ranges are intervals, so that version is the lower bound of one
/// of them.
fn lowest(ranges: &[VersionReq]) -> Option<Version> {
    let begins = ranges.iter().flat_map(|range| &range.comparators).flat_map(begin);
    let mut candidates: Vec<Version> = std::iter::once(Version::new(0, 0, 0)).chain(begins).collect();
    candidates.sort();
    candidates.into_iter().find(|version| ranges.iter().all(|range| range.matches(version)))
}

/// Returns the lower bound of a comparator.
fn begin(comparator: &Comparator) -> Vec<Version> {
    let (major, minor, patch) = (comparator.major, comparator.minor, comparator.patch);
    let start = Version { pre: comparator.pre.clone(), ..Version::new(major, minor.unwrap_or(0), patch.unwrap_or(0)) };
    let behind = match (minor, patch) {
        (None, _) => Version::new(major.saturating_add(1), 0, 0),
        (Some(minor), None) => Version::new(major, minor.saturating_add(1), 0),
        (Some(minor), Some(patch)) => Version::new(major, minor, patch.saturating_add(1)),
    };
    if comparator.op == Op::Greater { vec![behind] } else { vec![start] }
}

/// Suggests leaving out one of two sets of packs.
fn alternatives(ways: [Option<String>; 2]) -> Option<String> {
    match ways {
        [Some(one), Some(other)] if one == other => Some(format!("leave out {one}")),
        [Some(one), Some(other)] => Some(format!("use either {one} or {other}")),
        [Some(one), None] | [None, Some(one)] => Some(format!("leave out {one}")),
        [None, None] => None,
    }
}

/// Creates the error for a required pack that exists but cannot be added: it belongs to a different battle or game
/// system, or is not the kind of pack required.
fn unknown_pack(graph: &DependencyGraph, need: &Need) -> Diagnostic {
    let Some(needed) = graph.library.get(need.id) else { return missing(graph, &[need]) };
    let kind = needed.manifest.kind;
    if need.is_system() {
        let message = format!("`{}` is a {}, not a game system", needed.id(), kind.word());
        return Diagnostic::at("E127", need.place(), message);
    }
    let scenario = graph.scenario;
    let other =
        if kind == Kind::System { scenario.manifest.system.as_deref().unwrap_or_default() } else { scenario.id() };
    let message =
        format!("`{}` belongs to the {} `{}`, not to `{other}`", need.dependent.id(), kind.word(), needed.id());
    let mut error = with_links(graph, Diagnostic::at("E127", need.place(), message), need.dependent.id());
    if kind == Kind::System && scenario.manifest.system.is_some() {
        error = error
            .related(scenario.place(&["system".into()]), format!("`{}` uses the rules of `{other}`", scenario.id()));
    }
    let elsewhere = (kind == Kind::Scenario).then(|| format!("play `{}`", needed.id()));
    with_help(error, vec![elsewhere, without_need(graph, need.dependent.id())])
}

/// Reports pairs of packs in which one declares the other incompatible, each pair once.
fn declared_conflicts(graph: &DependencyGraph) -> Vec<Diagnostic> {
    let mut found: BTreeMap<(&str, &str), Diagnostic> = BTreeMap::new();
    for pack in graph.chosen.values() {
        for (id, conflict) in &pack.manifest.conflicts {
            let Some(other) = graph.chosen.get(id.as_str()) else { continue };
            if !VersionReq::parse(&conflict.versions).is_ok_and(|range| range.matches(&other.version)) {
                continue;
            }
            let place = pack.place(&["conflicts".into(), crate::node::ValueStep::Name(id)]);
            let message = format!("`{}` cannot be used with `{id}`: {}", pack.id(), conflict.why);
            let pair = if pack.id() < other.id() { (pack.id(), other.id()) } else { (other.id(), pack.id()) };
            match found.remove(&pair) {
                Some(error) => drop(found.insert(pair, error.related(place, message))),
                None => {
                    drop(found.insert(pair, conflict_of(graph, pack, other, Diagnostic::at("E128", place, message))))
                }
            }
        }
    }
    found.into_values().collect()
}

fn conflict_of(graph: &DependencyGraph, pack: &Pack, other: &Pack, error: Diagnostic) -> Diagnostic {
    let error = with_links(graph, with_links(graph, error, pack.id()), other.id());
    let ways = [pack, other].map(|pack| leave_out(graph, pack.id()));
    with_help(error, vec![alternatives(ways)])
}

/// Reports packs whose version is outside the range that another pack supports.
fn companion_conflicts(graph: &DependencyGraph) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for pack in graph.chosen.values() {
        for (id, range) in &pack.manifest.optional {
            let Some(other) = graph.chosen.get(id.as_str()) else { continue };
            let Some(parsed) = VersionReq::parse(range).ok().filter(|parsed| !parsed.matches(&other.version)) else {
                continue;
            };
            let message = format!("`{}` works with `{id}` {range}, but {} is in use", pack.id(), other.version);
            let error = Diagnostic::at("E130", pack.place(&["optional".into(), id.into()]), message);
            let error = error.related(other.place(&["version".into()]), format!("version {} is in use", other.version));
            let error = with_links(graph, with_links(graph, error, pack.id()), id);
            let install =
                lowest(&[parsed]).map(|version| format!("install a compatible version of `{id}`, such as {version}"));
            let ways = [pack.id(), id].map(|id| leave_out(graph, id));
            out.push(with_help(error, vec![install, alternatives(ways)]));
        }
    }
    out
}
