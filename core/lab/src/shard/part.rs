//! The part of an experiment that a program plays, given on the command line or by a scheduler.

use std::str::FromStr;

/// A part of the whole, such as part 3 of 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ShardPart {
    /// The number of the part, from 1.
    pub index: u64,
    /// The number of parts.
    pub of: u64,
}

/// The reason why the part is unknown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    /// The argument does not have the form `3/16`.
    #[error("expected I/N such as 3/16, `auto` or `auto/N`, not `{0}`")]
    Form(String),
    /// There is no such part.
    #[error("there is no part {0} of {1}: parts are counted from 1")]
    None(u64, u64),
    /// No scheduler has set the index.
    #[error("`auto` needs an index in the environment: SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX")]
    NoIndex,
    /// No scheduler has set the number of parts.
    #[error("the environment does not say how many parts there are; write auto/N")]
    NoCount,
    /// A scheduler has set a value that is not a usable number.
    #[error("the environment variable {0} is `{1}`, which is not a usable number")]
    NoNumber(&'static str, String),
}

impl ShardPart {
    /// The whole experiment.
    pub const WHOLE: ShardPart = ShardPart { index: 1, of: 1 };

    /// Parses `3/16`, `auto` or `auto/16`; `variable` looks up an environment variable.
    pub fn read(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<ShardPart, PartError> {
        let form = || PartError::Form(text.to_owned());
        let (index, of) = match text.split_once('/') {
            Some((index, of)) => (index.trim(), Some(of.trim().parse().map_err(|_| form())?)),
            None => (text.trim(), None),
        };
        if index == "auto" {
            return ShardPart::from_scheduler(of, variable);
        }
        ShardPart::new(index.parse().map_err(|_| form())?, of.ok_or_else(form)?)
    }

    fn new(index: u64, of: u64) -> Result<ShardPart, PartError> {
        if (1..=of).contains(&index) { Ok(ShardPart { index, of }) } else { Err(PartError::None(index, of)) }
    }

    /// Reads the part from a scheduler. Slurm numbers array tasks from any start and in any step; Kubernetes numbers
    /// them from 0.
    fn from_scheduler(of: Option<u64>, variable: impl Fn(&str) -> Option<String>) -> Result<ShardPart, PartError> {
        let number = |name: &'static str| match variable(name).filter(|text| !text.is_empty()) {
            Some(text) => text.trim().parse::<u64>().map(Some).map_err(|_| PartError::NoNumber(name, text)),
            None => Ok(None),
        };
        if let Some(task) = number("SLURM_ARRAY_TASK_ID")? {
            let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(1);
            let step = number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
            let of =
                of.map_or_else(|| number("SLURM_ARRAY_TASK_COUNT"), |of| Ok(Some(of)))?.ok_or(PartError::NoCount)?;
            let wrong = || PartError::NoNumber("SLURM_ARRAY_TASK_MIN", first.to_string());
            return ShardPart::new(task.checked_sub(first).ok_or_else(wrong)? / step + 1, of);
        }
        let index = number("JOB_COMPLETION_INDEX")?.ok_or(PartError::NoIndex)?;
        ShardPart::new(index.saturating_add(1), of.ok_or(PartError::NoCount)?)
    }

    /// Returns the range of games in this part of an experiment with `games` games.
    pub fn range(&self, games: u64) -> (u64, u64) {
        let cut = |index: u64| (u128::from(games) * u128::from(index) / u128::from(self.of)) as u64;
        (cut(self.index - 1), cut(self.index))
    }
}

impl FromStr for ShardPart {
    type Err = PartError;

    fn from_str(text: &str) -> Result<ShardPart, PartError> {
        ShardPart::read(text, |name| std::env::var(name).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, set: &[(&str, &str)]) -> Result<ShardPart, String> {
        let find = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        ShardPart::read(text, find).map_err(|error| error.to_string())
    }

    #[test]
    fn parts_cover_all_games_once() {
        for (games, of) in [(100, 7), (3, 5), (0, 2), (10_000_000, 16)] {
            let ranges: Vec<(u64, u64)> = (1..=of).map(|index| ShardPart { index, of }.range(games)).collect();
            assert_eq!((ranges[0].0, ranges[of as usize - 1].1), (0, games));
            assert!(ranges.windows(2).all(|pair| pair[0].1 == pair[1].0 && pair[0].0 <= pair[0].1));
        }
    }

    #[test]
    fn a_part_is_written_or_set_by_a_scheduler() {
        assert_eq!(read("3/16", &[]), Ok(ShardPart { index: 3, of: 16 }));
        let slurm = [
            ("SLURM_ARRAY_TASK_ID", "14"),
            ("SLURM_ARRAY_TASK_MIN", "10"),
            ("SLURM_ARRAY_TASK_STEP", "2"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
        ];
        assert_eq!(read("auto", &slurm), Ok(ShardPart { index: 3, of: 4 }));
        assert_eq!(read("auto/8", &[("JOB_COMPLETION_INDEX", "0")]), Ok(ShardPart { index: 1, of: 8 }));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for text in ["", "3", "/", "3/", "0/4", "5/4", "-1/4", "a/b", "auto/0", "1/0"] {
            assert!(read(text, &[("JOB_COMPLETION_INDEX", "0")]).is_err(), "{text}");
        }
        assert!(read("auto", &[]).unwrap_err().contains("SLURM_ARRAY_TASK_ID"));
        assert!(read("auto", &[("JOB_COMPLETION_INDEX", "0")]).unwrap_err().contains("auto/N"));
        assert!(read("auto/4", &[("JOB_COMPLETION_INDEX", "x")]).unwrap_err().contains("JOB_COMPLETION_INDEX is `x`"));
    }
}
