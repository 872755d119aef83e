//! What a role may not do with a game besides deciding, and why.

use crate::fault::Fault;
use crate::role::Role;
use grognard_engine::catalogue::Catalogue;
use grognard_engine::ids::SideId;
use grognard_lab::Session;
use serde_json::{Map, Value};

/// Whether a role may have the whole game.
pub fn replay(session: &Session, role: &Role) -> Result<(), Fault> {
    let reason = "the replay tells what is hidden from you, and the dice to come; it can be had when the game is over";
    role.may_have_all(session).then_some(()).ok_or_else(|| Fault::forbidden(reason))
}

/// Whether a role may see the game under other rules: they may show what these hide.
pub fn what_if(session: &Session, role: &Role) -> Result<(), Fault> {
    let reason = "other rules might tell what is hidden from you; it can be seen when the game is over";
    role.may_have_all(session).then_some(()).ok_or_else(|| Fault::forbidden(reason))
}

/// The side whose record a role may have: its own.
pub fn record(session: &Session, role: &Role) -> Result<SideId, Fault> {
    let side = role.viewer(session).filter(|_| *role != Role::Spectator);
    side.ok_or_else(|| Fault::forbidden("only who plays a side has a record of it"))
}

/// Whether a role may play on from an earlier decision in another game.
pub fn fork(session: &Session, role: &Role) -> Result<(), Fault> {
    let is_over = session.game.table.state.ending().is_some();
    let is_alone = !role.has_opponents(session) && *role != Role::Spectator;
    let reason = "while others play too, going on from here would show the dice to come; when the game is over anybody may";
    (is_over || is_alone).then_some(()).ok_or_else(|| Fault::forbidden(reason))
}

/// What a role may not do, with the reason in words.
pub fn refused(session: &Session, role: &Role, catalogue: &Catalogue) -> Value {
    let all = [
        ("replay", replay(session, role)),
        ("whatif", what_if(session, role)),
        ("record", record(session, role).map(drop)),
        ("fork", fork(session, role)),
    ];
    let refused = all.into_iter().filter_map(|(what, allowed)| Some((what.to_owned(), allowed.err()?.read_in(catalogue).reason.into())));
    refused.collect::<Map<String, Value>>().into()
}
