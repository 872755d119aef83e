//! The first field of the state in which two replays of a save differ.

use super::{Batch, StoredSave};
use crate::save::Header;
use grognard_engine::state::StateDifference;

/// Returns the first field of the state that differs at an entry of a save between the current rules and those under
/// which the save was played. `None` if those rules are unavailable or the states are equal.
pub fn first_difference(batch: &mut Batch, stored: &StoredSave, at: usize) -> Option<StateDifference> {
    let header: &Header = &stored.save.header;
    let now = batch.current(header).as_mut().ok()?;
    let (content, here) = (now.battle.content.clone(), now.state_at(stored, at)?);
    let then = batch.earlier(header).as_mut().ok()?;
    let there = then.state_at(stored, at)?;
    content.same_shape(&then.battle.content).then(|| here.first_difference(&there, &content))?
}
