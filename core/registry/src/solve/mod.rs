//! Chooses the versions of packs to install, so that all requirements are met.
//!
//! A [`Pool`] gathers the versions that could be chosen; [`solve`] chooses among them with the PubGrub algorithm, which
//! either finds a solution or identifies the requirements that contradict each other.

mod cycle;
mod explain;
mod pool;
mod provider;

pub use pool::{Candidate, Found, InstalledNeed, Pool, PresentPacks};

use crate::request::Request;
use grognard_packs::Diagnostic;
use provider::{Node, Pick, Solver};
use pubgrub::{PubGrubError, resolve};
use semver::Version;
use std::collections::BTreeMap;

/// The chosen version of each requested pack and of everything it needs, by id.
pub type Solution = BTreeMap<String, Candidate>;

/// Chooses versions of the requested packs, whose names must be ids, and of everything they need. Requested packs get
/// the newest possible versions; for the packs they need, versions that are already present are preferred.
pub fn solve(pool: &Pool, requests: &[Request]) -> Result<Solution, Diagnostic> {
    let solver = Solver::new(pool, requests);
    let chosen = match resolve(&solver, Node::Root, Pick::Version(Version::new(0, 0, 0))) {
        Ok(chosen) => chosen,
        Err(PubGrubError::NoSolution(tree)) => return Err(explain::unsolvable(&solver, &tree)),
        Err(error) => {
            return Err(Diagnostic::general("E728", format!("no versions could be chosen: {error}"))
                .help("please report this error, with the command that caused it"));
        }
    };
    let candidate = |(node, pick)| match (node, pick) {
        (Node::Pack(id), Pick::Version(version)) => {
            let candidate = pool.get(&id, &version)?.clone();
            Some((id, candidate))
        }
        _ => None,
    };
    let solution: Solution = chosen.into_iter().filter_map(candidate).collect();
    match cycle::find(&solution) {
        Some(error) => Err(error),
        None => Ok(solution),
    }
}
