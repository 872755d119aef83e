//! Where two replays of one save part: the first field of the state.

use super::{Batch, StoredSave};
use crate::save::Header;
use grognard_engine::state::StateDifference;

/// The first field of the state that is different when an entry of a save is met: under the rules of now, and under
/// those the save was played under. Nothing, where those cannot be had or the states are alike.
pub fn first_difference(batch: &mut Batch, stored: &StoredSave, at: usize) -> Option<StateDifference> {
    let header: &Header = &stored.save.header;
    let now = batch.current(header).as_mut().ok()?;
    let (content, here) = (now.battle.content.clone(), now.state_at(stored, at)?);
    let then = batch.earlier(header).as_mut().ok()?;
    let there = then.state_at(stored, at)?;
    content.same_shape(&then.battle.content).then(|| here.first_difference(&there, &content))?
}
