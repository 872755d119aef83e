//! `grognard diff`: describes the differences between two battles in sentences.

use crate::diff_target::DiffTarget;
use crate::failure::Failure;
use crate::screen::Screen;
use grognard_check::diff::{self, Difference};
use serde::Serialize;
use std::path::PathBuf;

const NOTES: &str = "\
A and B are each one of:
  PACK[+MOD|+OPTION=VALUE]…   battle-for-moscow+battle-for-moscow-1986+retreat=from-battle-hex
  SAVE                        the battle of a saved game, with the current packs
Write a pack as its id, its name (the part of the id after the dot), or the path of its folder. For a system, its \
first battle is compared.";

/// Describe the differences between two battles: map, units, calendar, charts, sequence of play, rules and options.
#[derive(clap::Args)]
#[command(after_help = NOTES)]
pub struct Args {
    /// First battle (see below).
    a: String,
    /// Second battle (see below).
    b: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    a: DiffTarget,
    b: DiffTarget,
    differences: Vec<Difference>,
}

impl Args {
    /// Compares the battles and prints the differences.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let mut a = DiffTarget::read(&self.a, roots)?;
        let b = DiffTarget::read(&self.b, roots)?;
        if let (Some(first), Some(second)) = (&a.lock, &b.lock) {
            let notes = first.changes(second, "when A was started", "when B was started");
            a.notes.extend(notes);
        }
        let differences = diff::diff(&a.battle, &b.battle).map_err(Failure::Wrong)?;
        let report = Report { a, b, differences };
        screen.report(self.json, &report, |screen| report.describe(screen))
    }
}

impl Report {
    fn describe(&self, screen: &Screen) -> String {
        let mut text = String::new();
        for (letter, contestant) in [("A", &self.a), ("B", &self.b)] {
            text += &format!("{}: {}\n", screen.bold(letter), contestant.name);
            contestant.notes.iter().for_each(|note| text += &format!("   {}\n", screen.warn(note)));
        }
        for (group, sentences) in diff::sentences(&self.differences) {
            text += &format!("\n{}\n", screen.bold(group.title()));
            sentences.iter().for_each(|sentence| text += &format!("  {sentence}\n"));
        }
        if self.differences.is_empty() { text + "\nThere are no differences.\n" } else { text }
    }
}
