//! Explains why no versions of the packs meet all requirements.

use super::pool::Candidate;
use super::provider::{Node, Pick, Picks, Solver};
use crate::request::requirement;
use grognard_packs::Diagnostic;
use pubgrub::{DerivationTree, External};

/// The maximum number of reasons listed.
const MAX_REASONS: usize = 12;

type Tree = DerivationTree<Node, Picks, String>;
type Cause = External<Node, Picks, String>;

/// Creates the error for requirements that contradict each other.
pub fn unsolvable(solver: &Solver, tree: &Tree) -> Diagnostic {
    let mut causes = Vec::new();
    collect(tree, &mut causes);
    let explainer = Explainer { solver };
    let mut reasons: Vec<String> = Vec::new();
    for reason in causes.iter().filter_map(|cause| explainer.reason(cause)) {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    let unmet = causes.iter().find_map(|cause| explainer.unmet(cause));
    let error = match unmet {
        Some(unmet) => Diagnostic::general("E728", unmet),
        None if reasons.len() == 1 => return Diagnostic::general("E728", reasons.remove(0)),
        None => Diagnostic::general("E728", "no versions of these packs can be used together"),
    };
    reasons.retain(|reason| !error.message.starts_with(reason.as_str()));
    let more = reasons.len().saturating_sub(MAX_REASONS);
    reasons.truncate(MAX_REASONS);
    if more > 0 {
        reasons.push(format!("and {more} more reasons"));
    }
    if reasons.is_empty() { error } else { error.help(reasons.join("\n")) }
}

/// Collects the facts from which the contradiction follows.
fn collect<'a>(tree: &'a Tree, out: &mut Vec<&'a Cause>) {
    match tree {
        DerivationTree::External(cause) => out.push(cause),
        DerivationTree::Derived(derived) => {
            collect(&derived.cause1, out);
            collect(&derived.cause2, out);
        }
    }
}

struct Explainer<'a> {
    solver: &'a Solver<'a>,
}

impl Explainer<'_> {
    /// Describes a fact; returns `None` for facts that exist only because of the way requirements are encoded for the
    /// solver.
    fn reason(&self, cause: &Cause) -> Option<String> {
        match cause {
            External::FromDependencyOf(Node::Root, _, Node::Pack(id), _) => {
                let request = self.solver.requests.iter().find(|request| request.name == *id)?;
                Some(format!("{} was requested", request.text()))
            }
            External::FromDependencyOf(Node::Pack(id), picks, Node::Pack(needed), _) => self.need(id, picks, needed),
            External::FromDependencyOf(Node::Pack(id), picks, Node::Choice(other), _) => {
                self.conflict(id, picks, other)
            }
            External::FromDependencyOf(Node::Choice(id), _, Node::Choice(needed), _) => {
                let is_it = |dependent: &str, other: &str| dependent == id && other == needed;
                let need = self.solver.pool.needs.iter().find(|need| is_it(&need.dependent, &need.id))?;
                let requirement = requirement(needed, &need.range);
                Some(format!("`{id}` {}, which is installed, needs {requirement}", need.version))
            }
            External::NoVersions(Node::Pack(id), _) => Some(format!("`{id}` {}", self.available(id))),
            External::Custom(_, _, why) => Some(why.clone()),
            _ => None,
        }
    }

    /// Describes a requirement that no known version meets; returns `None` for other facts.
    fn unmet(&self, cause: &Cause) -> Option<String> {
        match cause {
            External::FromDependencyOf(_, _, Node::Pack(needed), left) if *left == Picks::empty() => {
                let reason = self.reason(cause)?;
                Some(format!("{reason}, but `{needed}` {}", self.available(needed)))
            }
            _ => None,
        }
    }

    /// Describes one pack's requirement for another, as stated by the newest version among `picks`.
    fn need(&self, id: &str, picks: &Picks, needed: &str) -> Option<String> {
        let candidate = self.newest(id, picks)?;
        let range = candidate.requires.get(needed)?;
        Some(format!("`{id}` {} needs {}", candidate.version, requirement(needed, range)))
    }

    fn conflict(&self, id: &str, picks: &Picks, other: &str) -> Option<String> {
        let candidate = self.newest(id, picks)?;
        let version = &candidate.version;
        if let Some(conflict) = candidate.conflicts.get(other) {
            let versions = requirement(other, &conflict.versions);
            return Some(format!("`{id}` {version} cannot be used with {versions}: {}", conflict.why));
        }
        let range = candidate.optional.get(other)?;
        Some(format!("`{id}` {version} works only with {}", requirement(other, range)))
    }

    /// Returns the newest known version of a pack among `picks`.
    fn newest(&self, id: &str, picks: &Picks) -> Option<&Candidate> {
        let is_one = |candidate: &&Candidate| picks.contains(&Pick::Version(candidate.version.clone()));
        self.solver.pool.versions(id).rev().find(is_one)
    }

    /// Describes the known versions of a pack, in words that follow its id.
    fn available(&self, id: &str) -> String {
        let mut versions: Vec<String> =
            self.solver.pool.versions(id).map(|candidate| candidate.version.to_string()).collect();
        match versions.len() {
            0 => "is neither installed nor offered by a registry".to_owned(),
            1 => format!("is available only in version {}", versions[0]),
            2..=6 => format!("is available only in versions {}", versions.join(", ")),
            count => {
                let newest = versions.split_off(count - 3);
                format!("is available only in versions {} and {} older ones", newest.join(", "), count - 3)
            }
        }
    }
}
