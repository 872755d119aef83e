//! Finds cycles of packs that require each other, so that none of them could be loaded first.

use super::Solution;
use grognard_packs::Diagnostic;
use std::collections::BTreeSet;

/// Returns an error that names a cycle of requirements, if the solution contains one.
pub fn find(solution: &Solution) -> Option<Diagnostic> {
    let mut done = BTreeSet::new();
    let cycle = solution.keys().find_map(|id| follow(solution, id, &mut Vec::new(), &mut done))?;
    let names: Vec<String> = cycle.iter().map(|id| format!("`{id}`")).collect();
    let error =
        Diagnostic::general("E729", format!("packs require each other in a cycle: {}", names.join(" requires ")));
    Some(error.help("report this to the authors of these packs"))
}

/// Follows the requirements of a pack. Returns the first cycle found, which begins and ends with the same pack.
fn follow<'a>(
    solution: &'a Solution,
    id: &'a str,
    trail: &mut Vec<&'a str>,
    done: &mut BTreeSet<&'a str>,
) -> Option<Vec<&'a str>> {
    if let Some(start) = trail.iter().position(|other| *other == id) {
        return Some(trail[start..].iter().copied().chain([id]).collect());
    }
    if !done.insert(id) {
        return None;
    }
    trail.push(id);
    let needed = solution.get(id).into_iter().flat_map(|candidate| candidate.requires.keys());
    let found = needed.into_iter().find_map(|needed| follow(solution, needed, trail, done));
    trail.pop();
    found
}
