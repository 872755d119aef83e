//! Merges the parts of an experiment.

use crate::compare::is_answered;
use crate::shard::{ShardError, ShardFile, ShardHeader, question_difference, unlike};
use std::path::PathBuf;

/// Merges the parts of an experiment, in any order. Parts of a different experiment, duplicate games and missing games
/// are refused. However, a comparison may lack its last games if the earlier games have answered its question.
pub fn merge(mut parts: Vec<(PathBuf, ShardFile)>) -> Result<ShardFile, ShardError> {
    parts.sort_by(|(a, one), (b, other)| (one.head.from, one.head.to, a).cmp(&(other.head.from, other.head.to, b)));
    let Some((first_path, first)) = parts.first() else {
        return Err(ShardError::Missing("there are no files to merge".into()));
    };
    for (path, part) in &parts {
        let differs = unlike(&part.head.experiment, &first.head.experiment)
            .or_else(|| question_difference(&part.head, &first.head));
        if let Some(what) = differs {
            return Err(ShardError::Other(path.clone(), format!("it and {} differ in {what}", first_path.display())));
        }
    }
    for pair in parts.windows(2) {
        let [(one_path, one), (other_path, other)] = pair else { continue };
        if other.head.from < one.head.to && other.head.from < other.head.to {
            return Err(ShardError::Twice(one_path.clone(), other_path.clone(), other.head.from + 1));
        }
    }
    let lacking = lacking(&parts);
    let missing = || ShardError::Missing(lacking.join("\n"));
    let mut whole = ShardFile::empty(ShardHeader { from: 0, to: first.head.experiment.games, ..first.head.clone() });
    for (_, part) in parts {
        if part.end.done > 0 && part.head.from != whole.end.done {
            return Err(missing());
        }
        whole.end.maps.iter_mut().zip(&part.end.maps).for_each(|(all, maps)| all.add(maps));
        part.rows.into_iter().for_each(|row| whole.push(row));
    }
    if lacking.is_empty() || is_answered(&whole) { Ok(whole) } else { Err(missing()) }
}

/// Describes the missing games, for the error message.
fn lacking(parts: &[(PathBuf, ShardFile)]) -> Vec<String> {
    let mut lacking = Vec::new();
    let mut due = 0;
    for (path, part) in parts {
        if part.head.from > due {
            lacking.push(format!("no file contains games {} to {}", due + 1, part.head.from));
        }
        if !part.is_complete() {
            let (done, of) = (part.end.done, part.head.to - part.head.from);
            let help = "run its command again to continue, or see the results so far with `lab report`";
            lacking.push(format!("{} has {done} of {of} games; {help}", path.display()));
        }
        due = due.max(part.head.to);
    }
    let games = parts.first().map_or(0, |(_, part)| part.head.experiment.games);
    if due < games {
        lacking.push(format!("no file contains games {} to {games}", due + 1));
    }
    lacking
}
