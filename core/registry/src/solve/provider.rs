//! The requirements in the form that PubGrub understands.
//!
//! Each pack has two nodes. `Pack` means that the pack is used, in some version. `Choice` is the decision about a pack
//! that need not be used: one of its versions, or absent. A pack in use depends on its own `Choice`. So a conflict can
//! be expressed as a dependency on the `Choice` of the other pack, which must be absent or a version that does not
//! conflict. For an installed pack, absent means that it stays as it is, with its requirements.

use super::pool::{Candidate, Found, Pool, fits};
use crate::request::Request;
use grognard_packs::{API_VERSION, runs_api};
use pubgrub::{Dependencies, DependencyProvider, Map, PackageResolutionStatistics, Ranges};
use semver::Version;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt::{self, Display};

/// A node for which the solver chooses a version.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The request.
    Root,
    /// A pack to be used.
    Pack(String),
    /// A pack that may be used.
    Choice(String),
}

/// The solver's choice for a node.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pick {
    /// The pack is not used or, if it is installed, stays as it is.
    Absent,
    /// The pack is used in this version.
    Version(Version),
}

/// A set of possible choices for a node.
pub type Picks = Ranges<Pick>;

/// The requirements of the requested packs, as input for PubGrub.
pub struct Solver<'a> {
    pub pool: &'a Pool,
    pub requests: &'a [Request],
}

impl Display for Node {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Node::Root => write!(out, "the request"),
            Node::Pack(id) | Node::Choice(id) => write!(out, "{id}"),
        }
    }
}

impl Display for Pick {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Pick::Absent => write!(out, "absent"),
            Pick::Version(version) => write!(out, "{version}"),
        }
    }
}

type Constraints = Map<Node, Picks>;

/// Adds a requirement, combining it with any earlier one for the same node.
fn require(all: &mut Constraints, node: Node, picks: Picks) {
    let both = all.get(&node).map(|old| old.intersection(&picks)).unwrap_or(picks);
    all.insert(node, both);
}

impl<'a> Solver<'a> {
    /// Creates the input from the versions in a pool and the player's requests.
    pub fn new(pool: &'a Pool, requests: &'a [Request]) -> Solver<'a> {
        Solver { pool, requests }
    }

    /// Returns the known versions that meet a condition. The set lists them one by one instead of as ranges, so that it
    /// is exact even for pre-releases.
    fn picks(&self, id: &str, is_good: impl Fn(&Version) -> bool) -> Picks {
        let good = self.pool.versions(id).filter(|candidate| is_good(&candidate.version));
        let good = good.map(|candidate| Picks::singleton(Pick::Version(candidate.version.clone())));
        good.fold(Picks::empty(), |all, one| all.union(&one))
    }

    fn of_request(&self) -> Constraints {
        let mut all = Constraints::default();
        for Request { name, range } in self.requests {
            require(&mut all, Node::Pack(name.clone()), self.picks(name, |version| range.matches(version)));
        }
        let installed: BTreeSet<&str> = self.pool.needs.iter().map(|need| need.dependent.as_str()).collect();
        installed.into_iter().for_each(|id| require(&mut all, Node::Choice(id.to_owned()), Picks::full()));
        all
    }

    fn of_candidate(&self, id: &str, candidate: &Candidate) -> Constraints {
        let mut all = Constraints::default();
        let own = Picks::singleton(Pick::Version(candidate.version.clone()));
        require(&mut all, Node::Choice(id.to_owned()), own);
        for (needed, range) in &candidate.requires {
            require(&mut all, Node::Pack(needed.clone()), self.picks(needed, |version| fits(range, version)));
        }
        let absent = Picks::singleton(Pick::Absent);
        for (other, range) in candidate.optional.iter().filter(|(other, _)| *other != id) {
            let good = self.picks(other, |version| fits(range, version));
            require(&mut all, Node::Choice(other.clone()), good.union(&absent));
        }
        for (other, conflict) in candidate.conflicts.iter().filter(|(other, _)| *other != id) {
            let good = self.picks(other, |version| !fits(&conflict.versions, version));
            require(&mut all, Node::Choice(other.clone()), good.union(&absent));
        }
        all
    }

    /// Returns the requirements of an installed pack that stays as it is.
    fn of_installed(&self, id: &str) -> Constraints {
        let mut all = Constraints::default();
        for need in self.pool.needs.iter().filter(|need| need.dependent == id) {
            let good = self.picks(&need.id, |version| fits(&need.range, version));
            require(&mut all, Node::Choice(need.id.clone()), good.union(&Picks::singleton(Pick::Absent)));
        }
        all
    }

    /// Returns whether a pack was requested, so that its newest version is preferred.
    fn is_requested(&self, id: &str) -> bool {
        self.requests.iter().any(|request| request.name == id)
    }
}

impl DependencyProvider for Solver<'_> {
    type P = Node;
    type V = Pick;
    type VS = Picks;
    type M = String;
    type Err = Infallible;
    /// Packs come before choices; within each group, nodes with fewer possible versions come first.
    type Priority = (bool, Reverse<usize>);

    fn prioritize(&self, node: &Node, picks: &Picks, _: &PackageResolutionStatistics) -> Self::Priority {
        let (is_choice, id) = match node {
            Node::Root => return (true, Reverse(0)),
            Node::Pack(id) => (false, id),
            Node::Choice(id) => (true, id),
        };
        let is_left = |candidate: &&Candidate| picks.contains(&Pick::Version(candidate.version.clone()));
        (!is_choice, Reverse(self.pool.versions(id).filter(is_left).count()))
    }

    fn choose_version(&self, node: &Node, picks: &Picks) -> Result<Option<Pick>, Infallible> {
        let id = match node {
            Node::Root => return Ok(Some(Pick::Version(Version::new(0, 0, 0)))),
            Node::Choice(_) if picks.contains(&Pick::Absent) => return Ok(Some(Pick::Absent)),
            Node::Pack(id) | Node::Choice(id) => id,
        };
        let rank = |candidate: &&Candidate| {
            let is_preferred = candidate.found == Found::Present && !self.is_requested(id);
            (is_preferred, candidate.version.pre.is_empty(), candidate.version.clone())
        };
        let left = |candidate: &&Candidate| picks.contains(&Pick::Version(candidate.version.clone()));
        let best = self.pool.versions(id).filter(left).max_by_key(rank);
        Ok(best.map(|candidate| Pick::Version(candidate.version.clone())))
    }

    fn get_dependencies(&self, node: &Node, pick: &Pick) -> Result<Dependencies<Node, Picks, String>, Infallible> {
        Ok(match (node, pick) {
            (Node::Root, _) => Dependencies::Available(self.of_request()),
            (Node::Choice(id), Pick::Absent) => Dependencies::Available(self.of_installed(id)),
            (Node::Pack(id), Pick::Version(version)) => match self.pool.get(id, version) {
                Some(candidate) if !runs_api(&candidate.api) => Dependencies::Unavailable(format!(
                    "`{id}` {version} is written for version {} of the scripting API, but this program provides \
                     {API_VERSION}",
                    candidate.api
                )),
                Some(candidate) => Dependencies::Available(self.of_candidate(id, candidate)),
                None => Dependencies::Available(Constraints::default()),
            },
            // Only a pack in use has a version.
            (Node::Choice(id), _) => Dependencies::Available(
                [(Node::Pack(id.clone()), Picks::singleton(pick.clone()))].into_iter().collect(),
            ),
            _ => Dependencies::Available(Constraints::default()),
        })
    }
}
