//! The budget of a planning agent.

use super::super::kind::leaked_text;
use std::fmt;
use std::time::Duration;

/// How long a planning agent thinks about a turn of its side. Unless the time decides, its answers depend on the numbers
/// and the game alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanBudget {
    /// The number of trials: positions judged after a plan was carried out.
    pub trials: u32,
    /// The number of climbs, each from another plan, among which the trials are divided.
    pub climbs: u32,
    /// The number of plans among which the enemy's replies decide; 0 if the best plan of all climbs is taken.
    pub finalists: u32,
    /// The time limit when a person waits.
    pub time: Duration,
    /// Whether the time limit holds even if no person waits.
    pub is_timed: bool,
    /// The character by which the agent judges positions, one of those that the system declares.
    pub character: Option<&'static str>,
}

impl PlanBudget {
    /// A sound player.
    pub const VETERAN: PlanBudget = PlanBudget {
        trials: 12_000,
        climbs: 1,
        finalists: 0,
        time: Duration::from_secs(4),
        is_timed: false,
        character: None,
    };
    /// The strongest player.
    pub const GENERAL: PlanBudget = PlanBudget {
        trials: 40_000,
        climbs: 4,
        finalists: 12,
        time: Duration::from_secs(16),
        is_timed: false,
        character: None,
    };

    /// What can follow `plan:`.
    pub const FORMS: &str = "`trials=` 1 to 100000000 (and, separated by commas, `climbs=` 1 to 100, `finalists=` 0 \
                             to 100 and `character=`), or `ms=` 1 to 600000";

    const MAX_TRIALS: u32 = 100_000_000;
    const MAX_MILLISECONDS: u64 = 600_000;
    const MAX_CLIMBS: u32 = 100;

    /// Returns the same budget with a character; `None` if the name is empty.
    pub fn with_character(self, name: &str) -> Option<PlanBudget> {
        (!name.is_empty()).then(|| PlanBudget { character: Some(leaked_text(name.to_owned())), ..self })
    }

    /// Returns the level, `veteran` or `general`, that plans with this budget, whatever its character.
    pub fn level(self) -> Option<&'static str> {
        match (PlanBudget { character: None, ..self }) {
            PlanBudget::VETERAN => Some("veteran"),
            PlanBudget::GENERAL => Some("general"),
            _ => None,
        }
    }

    /// Parses the part after `plan:`, such as `trials=5000`, `trials=5000,climbs=4,finalists=12` or `ms=2000`.
    pub fn parse(text: &str) -> Option<PlanBudget> {
        if let Some(time) = text.strip_prefix("ms=") {
            let time = time.parse().ok().filter(|time| (1..=PlanBudget::MAX_MILLISECONDS).contains(time))?;
            let (trials, time) = (PlanBudget::MAX_TRIALS, Duration::from_millis(time));
            return Some(PlanBudget { trials, time, is_timed: true, ..PlanBudget::GENERAL });
        }
        let mut budget = PlanBudget { trials: 0, climbs: 1, finalists: 0, ..PlanBudget::GENERAL };
        for part in text.split(',') {
            let (name, number) = part.split_once('=')?;
            if name == "character" {
                budget.character = Some(leaked_text(number.to_owned()));
                continue;
            }
            let number = number.parse().ok()?;
            match name {
                "trials" => budget.trials = number,
                "climbs" => budget.climbs = number,
                "finalists" => budget.finalists = number,
                _ => return None,
            }
        }
        let fits = (1..=PlanBudget::MAX_TRIALS).contains(&budget.trials)
            && (1..=PlanBudget::MAX_CLIMBS).contains(&budget.climbs)
            && budget.finalists <= PlanBudget::MAX_CLIMBS;
        fits.then_some(budget)
    }
}

/// Writes what [`PlanBudget::parse`] reads.
impl fmt::Display for PlanBudget {
    fn fmt(&self, text: &mut fmt::Formatter) -> fmt::Result {
        if self.is_timed {
            return write!(text, "ms={}", self.time.as_millis());
        }
        write!(text, "trials={}", self.trials)?;
        if self.climbs != 1 {
            write!(text, ",climbs={}", self.climbs)?;
        }
        if self.finalists != 0 {
            write!(text, ",finalists={}", self.finalists)?;
        }
        if let Some(character) = self.character {
            write!(text, ",character={character}")?;
        }
        Ok(())
    }
}
