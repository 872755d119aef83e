//! A role's permissions for everything except decisions.

use crate::dto::{ActionRefusals, Fault};
use crate::role::Role;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::ids::SideId;
use grognard_play::Session;

/// Checks that no side that the role does not play is deciding in secret.
fn nobody_decides_in_secret(session: &Session, role: &Role) -> Result<(), Fault> {
    let sides = session.game.table.secret_sides().unwrap_or_default();
    let is_open = sides.iter().all(|side| role.plays(session, *side));
    is_open.then_some(()).ok_or_else(|| Fault::forbidden("other sides are deciding in secret; try again afterwards"))
}

/// Checks whether a role may export the save.
pub fn replay(session: &Session, role: &Role) -> Result<(), Fault> {
    nobody_decides_in_secret(session, role)?;
    let reason =
        "the replay contains hidden information and reveals future dice rolls; it is available once the game is over";
    role.may_have_all(session).then_some(()).ok_or_else(|| Fault::forbidden(reason))
}

/// Checks whether a role may compare the game with a replay under other rules, which could reveal hidden information.
pub fn what_if(session: &Session, role: &Role) -> Result<(), Fault> {
    nobody_decides_in_secret(session, role)?;
    let reason = "other rules might reveal hidden information; you can try them once the game is over";
    role.may_have_all(session).then_some(()).ok_or_else(|| Fault::forbidden(reason))
}

/// Returns the side whose record a role may export, which is its own.
pub fn record(session: &Session, role: &Role) -> Result<SideId, Fault> {
    let side = role.viewer(session).filter(|_| *role != Role::Spectator);
    side.ok_or_else(|| Fault::forbidden("only the player of a side can export its record"))
}

/// Checks whether a role may start another game from an earlier decision.
pub fn fork(session: &Session, role: &Role) -> Result<(), Fault> {
    nobody_decides_in_secret(session, role)?;
    let is_over = session.game.table.state.ending().is_some();
    let is_alone = !role.has_opponents(session) && *role != Role::Spectator;
    let reason =
        "a fork would reveal future dice rolls while others are playing; you can create one once the game is over";
    (is_over || is_alone).then_some(()).ok_or_else(|| Fault::forbidden(reason))
}

/// Returns the actions a role may not take, with the reasons.
pub fn refused_actions(session: &Session, role: &Role, catalogue: &Catalogue) -> ActionRefusals {
    let reason = |allowed: Result<(), Fault>| allowed.err().map(|fault| fault.read_in(catalogue).reason);
    ActionRefusals {
        replay: reason(replay(session, role)),
        what_if: reason(what_if(session, role)),
        record: reason(record(session, role).map(drop)),
        fork: reason(fork(session, role)),
    }
}
