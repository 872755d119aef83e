//! The budget of a planning agent.

use std::time::Duration;

/// How long a planning agent thinks about a turn of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanBudget {
    /// The number of trials: positions judged after a plan was carried out. The answers depend on this number and the
    /// game alone.
    pub trials: u32,
    /// The time limit when a person waits, besides the number of trials.
    pub time: Duration,
}

impl PlanBudget {
    /// A sound player.
    pub const VETERAN: PlanBudget = PlanBudget { trials: 12_000, time: Duration::from_secs(4) };
    /// The strongest player.
    pub const GENERAL: PlanBudget = PlanBudget { trials: 80_000, time: Duration::from_secs(16) };

    const MAX_TRIALS: u32 = 100_000_000;

    /// Parses the part after `plan:`, such as `trials=5000`.
    pub fn parse(text: &str) -> Option<PlanBudget> {
        let trials = text.strip_prefix("trials=")?.parse().ok()?;
        (1..=PlanBudget::MAX_TRIALS).contains(&trials).then_some(PlanBudget { trials, ..PlanBudget::GENERAL })
    }
}
