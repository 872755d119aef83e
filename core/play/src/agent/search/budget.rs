//! The budget of a search agent.

use std::time::Duration;

/// How long a search agent thinks about a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of playouts. The agent's answers then depend on the game alone.
    Playouts(u32),
    /// A number of milliseconds.
    Milliseconds(u32),
}

impl Budget {
    /// The default budget.
    pub const USUAL: Budget = Budget::Milliseconds(1000);

    const MAX_PLAYOUTS: u32 = 1_000_000;
    const MAX_MILLISECONDS: u32 = 600_000;

    /// Describes the forms that `parse` accepts.
    pub fn forms() -> String {
        format!("`playouts=` 1 to {} or `ms=` 1 to {}", Budget::MAX_PLAYOUTS, Budget::MAX_MILLISECONDS)
    }

    /// Returns the time limit; `None` for a number of playouts.
    pub fn time(self) -> Option<Duration> {
        match self {
            Budget::Playouts(_) => None,
            Budget::Milliseconds(count) => Some(Duration::from_millis(count.into())),
        }
    }

    /// Parses `playouts=200`, `ms=1000`.
    pub fn parse(text: &str) -> Option<Budget> {
        let (unit, count) = text.split_once('=')?;
        let count: u32 = count.parse().ok().filter(|count| *count > 0)?;
        match unit {
            "playouts" if count <= Budget::MAX_PLAYOUTS => Some(Budget::Playouts(count)),
            "ms" if count <= Budget::MAX_MILLISECONDS => Some(Budget::Milliseconds(count)),
            _ => None,
        }
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Budget::Playouts(count) => write!(out, "playouts={count}"),
            Budget::Milliseconds(count) => write!(out, "ms={count}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_as_they_are_written() {
        for text in ["playouts=200", "ms=1000"] {
            assert_eq!(Budget::parse(text).map(|budget| budget.to_string()).as_deref(), Some(text));
        }
        assert_eq!(["", "playouts", "playouts=0", "ms=-1", "games=3", "ms=99999999999"].map(Budget::parse), [None; 6]);
    }
}
