//! The number of a game in the store and in links.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The number of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
pub struct GameId(pub i64);
