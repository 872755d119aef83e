//! Finds the lines of a battle's scripts that are never run in games or in rulebook cases.

use crate as suite;
use grognard_lab::sim::{SimPlan, play_watched};
use grognard_play::Battle;
use grognard_play::CancelToken;
use grognard_play::provenance::Passage;
use grognard_script::{FileLines, FunctionLines, Instrumentation, ScriptError, ScriptFile};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// The lines of a battle's scripts, and the number of times each was run.
pub struct LineCoverage<'a> {
    battle: &'a Battle,
    files: BTreeMap<String, Vec<FunctionLines>>,
}

/// The lines of a script file that are never run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileCoverage {
    /// The pack of the script.
    pub pack: String,
    /// The path of the script.
    pub file: String,
    /// The number of executable lines in functions.
    pub lines: usize,
    /// The number of executable lines that were run.
    pub ran: usize,
    /// The lines that were never run.
    pub never: Vec<Stretch>,
}

/// Consecutive lines of a function that were never run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stretch {
    /// The first line.
    pub from: usize,
    /// The last line.
    pub to: usize,
    /// The number of executable lines.
    pub lines: usize,
    /// The enclosing function: the name of the rule or local function.
    pub function: Option<String>,
    /// The paragraphs named in the comment above the function.
    pub paragraphs: Vec<String>,
    /// Whether no part of the function was ever run.
    pub never_called: bool,
    /// The source of the first line.
    pub source: String,
}

impl<'a> LineCoverage<'a> {
    /// Creates a record of line coverage for a battle, without any runs.
    pub fn new(battle: &'a Battle) -> LineCoverage<'a> {
        LineCoverage { battle, files: BTreeMap::new() }
    }

    /// Plays the games of a plan one by one, stopping early if cancelled, and returns the number played. Calls `done`
    /// after each game with the number so far. Lines run in abandoned games count as well.
    pub fn play(&mut self, plan: &SimPlan, stop: &CancelToken, mut done: impl FnMut(u64)) -> Result<u64, ScriptError> {
        let mut host = self.battle.noting_host(Instrumentation::Lines)?;
        let mut played = 0;
        while played < plan.games && !stop.is_asked() {
            if play_watched(self.battle, &mut host, plan, plan.seed.wrapping_add(played), None, stop)?.is_none() {
                break;
            }
            played += 1;
            done(played);
        }
        self.add(&host.lines(), &self.battle.scripts.clone());
        Ok(played)
    }

    /// Runs the rulebook cases about battles of the same system.
    pub fn cases(&mut self, roots: &[PathBuf]) -> suite::SuiteReport {
        let (report, hosts) = suite::run_noting(roots, &self.battle.system.id);
        hosts.iter().for_each(|(lines, scripts)| self.add(lines, scripts));
        report
    }

    /// Adds the lines that a host has run in `scripts`. Files that do not belong to this battle, or that differ from
    /// its own, are ignored.
    fn add(&mut self, lines: &[FileLines], scripts: &[ScriptFile]) {
        for FileLines { path, functions } in lines {
            let text = |scripts: &[ScriptFile]| {
                scripts.iter().find(|script| script.path == *path).map(|script| script.source.clone())
            };
            if text(scripts) != text(&self.battle.scripts) {
                continue;
            }
            match self.files.get_mut(path) {
                None => drop(self.files.insert(path.clone(), functions.clone())),
                Some(known) => known.iter_mut().zip(functions).for_each(|(known, more)| {
                    more.hits.iter().for_each(|(line, hits)| {
                        let sum = known.hits.entry(*line).or_default();
                        *sum = sum.saturating_add(*hits);
                    });
                }),
            }
        }
    }

    /// Returns the lines that are never run, file by file.
    pub fn files(&self) -> Vec<FileCoverage> {
        self.files.iter().map(|(file, functions)| self.file(file, functions)).filter(|file| file.lines > 0).collect()
    }

    fn file(&self, file: &str, functions: &[FunctionLines]) -> FileCoverage {
        let hits = hits(functions);
        let stretch = |dead: DeadLines| self.stretch(file, functions, &dead);
        FileCoverage {
            pack: Passage::read(self.battle, file, 1).pack,
            file: file.to_owned(),
            lines: hits.len(),
            ran: hits.values().filter(|&&hits| hits > 0).count(),
            never: dead_lines(functions, &hits).into_iter().map(stretch).collect(),
        }
    }

    fn stretch(&self, file: &str, functions: &[FunctionLines], dead: &DeadLines) -> Stretch {
        let function = &functions[dead.function];
        let passage = Passage::read(self.battle, file, function.line);
        let script = self.battle.scripts.iter().find(|script| script.path == file);
        let from = if dead.never_called { function.line } else { dead.lines[0] };
        let source = script.and_then(|script| script.source.lines().nth(from.saturating_sub(1)));
        Stretch {
            from,
            to: dead.lines.last().copied().unwrap_or(from),
            lines: dead.lines.len(),
            function: function.name.clone(),
            paragraphs: passage.paragraphs,
            never_called: dead.never_called,
            source: source.unwrap_or_default().trim().to_owned(),
        }
    }

    /// Returns the coverage in LCOV format, for editors.
    pub fn lcov(&self) -> String {
        let mut text = String::new();
        for (file, functions) in &self.files {
            let hits = hits(functions);
            let ran = hits.values().filter(|&&hits| hits > 0).count();
            let _ = writeln!(text, "SF:{file}");
            hits.iter().for_each(|(line, hits)| text += &format!("DA:{line},{hits}\n"));
            let _ = writeln!(text, "LF:{}\nLH:{ran}\nend_of_record", hits.len());
        }
        text
    }
}

/// Returns the number of runs of each line; for a line shared by several functions, the highest number.
fn hits(functions: &[FunctionLines]) -> BTreeMap<usize, u32> {
    let mut all = BTreeMap::new();
    for (line, hits) in functions.iter().flat_map(|function| &function.hits) {
        let most = all.entry(*line).or_insert(0);
        *most = (*most).max(*hits);
    }
    all
}

/// Lines that were never run: some lines of a function that was called, or all lines of a function that was not called,
/// including its nested functions.
#[derive(Debug, PartialEq, Eq)]
struct DeadLines {
    function: usize,
    never_called: bool,
    lines: Vec<usize>,
}

fn dead_lines(functions: &[FunctionLines], hits: &BTreeMap<usize, u32>) -> Vec<DeadLines> {
    let is_dead = |line: &usize| hits.get(line) == Some(&0);
    let mut found: Vec<DeadLines> = Vec::new();
    // The uncalled function that is being skipped.
    let mut dead: Option<usize> = None;
    for (at, function) in functions.iter().enumerate() {
        dead = dead.filter(|&outer| function.depth > functions[outer].depth);
        let own = function.hits.keys().copied();
        match dead {
            Some(_) => {
                if let Some(outer) = found.last_mut() {
                    outer.lines.extend(own.filter(is_dead));
                }
            }
            None if !function.ran() => {
                dead = Some(at);
                found.push(DeadLines { function: at, never_called: true, lines: own.filter(is_dead).collect() });
            }
            None => {
                let mut goes_on = false;
                for line in own {
                    match (is_dead(&line), goes_on, found.last_mut()) {
                        (true, true, Some(dead)) => dead.lines.push(line),
                        (true, ..) => found.push(DeadLines { function: at, never_called: false, lines: vec![line] }),
                        (false, ..) => {}
                    }
                    goes_on = is_dead(&line);
                }
            }
        }
    }
    for dead in &mut found {
        dead.lines.sort_unstable();
        dead.lines.dedup();
    }
    found.retain(|dead| !dead.lines.is_empty());
    found.sort_by_key(|dead| dead.lines[0]);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(line: usize, depth: usize, hits: &[(usize, u32)]) -> FunctionLines {
        FunctionLines { line, name: None, depth, hits: hits.iter().copied().collect() }
    }

    #[test]
    fn what_was_never_run_is_told_once_and_as_a_whole_where_it_can_be() {
        let functions = [
            // All lines run, except for two, and a third after one that was run.
            function(1, 1, &[(2, 3), (3, 0), (5, 0), (6, 1), (7, 0)]),
            // This line is shared with another function that was run, so it is not reported.
            function(6, 2, &[(6, 0)]),
            // This function is never called, and neither is the function inside it.
            function(10, 1, &[(11, 0), (15, 0)]),
            function(11, 2, &[(12, 0), (13, 0)]),
            function(20, 1, &[(21, 4)]),
        ];
        let hits = hits(&functions);
        assert_eq!((hits.len(), hits[&6]), (10, 1));
        let told =
            |function, never_called, lines: &[usize]| DeadLines { function, never_called, lines: lines.to_vec() };
        let expected = [told(0, false, &[3, 5]), told(0, false, &[7]), told(2, true, &[11, 12, 13, 15])];
        assert_eq!(dead_lines(&functions, &hits), expected);
    }
}
