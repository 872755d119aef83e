//! The first field of the state in which two replays of a save differ.

use super::{Batch, StoredSave};
use crate::save::Header;
use grognard_engine::state::StateDifference;

/// Replays a save up to an entry under the current rules and under the save's own rules, and returns the first state
/// field that differs. Returns `None` if the states are equal or cannot be compared, for example because the save's own
/// rules are unavailable.
pub fn first_difference(batch: &mut Batch, stored: &StoredSave, at: usize) -> Option<StateDifference> {
    let header: &Header = &stored.save.header;
    let now = batch.current(header).as_mut().ok()?;
    let (content, here) = (now.battle.content.clone(), now.state_at(stored, at)?);
    let then = batch.earlier(header).as_mut().ok()?;
    let there = then.state_at(stored, at)?;
    content.same_shape(&then.battle.content).then(|| here.first_difference(&there, &content))?
}
