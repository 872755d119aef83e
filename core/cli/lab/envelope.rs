//! `grognard lab envelope`: where games lie around what happened.

use super::played::{Jobs, Played};
use super::run::{stopped, watched};
use super::table::{Align, table};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::envelope::{Band, Fact, envelope, history};
use grognard_lab::shard::Contender;
use grognard_lab::{Battle, diagnose};
use grognard_packs::Diagnostic;
use grognard_report::percent;
use serde::Serialize;
use std::path::PathBuf;

/// Play games and tell how they lie around what happened, as the scenario states it under `[history]`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    played: Played,
    /// How many games.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    #[command(flatten)]
    jobs: Jobs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays, and tells.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let Contender { battle, players, .. } = self.played.alone(roots)?;
        let Some(told) = history(&battle) else {
            let error = Diagnostic::general("E564", format!("`{}` does not say what happened", battle.content.id));
            return Err(Failure::wrong(error.help("state it under [history] in its scenario.toml; docs/lab.md shows how")));
        };
        let plan = (self.games, self.played.seed, self.jobs.threads());
        let (played, bands) = watched(self.games, |stop, done| envelope(&battle, &told, &players, plan, stop, done))
            .map_err(|error| Failure::Wrong(diagnose(&[error], &battle.scripts)))?;
        let report = Report { scenario: &battle.content.id, source: &told.source, played, of: self.games, bands };
        if self.json {
            screen.json(&report)?;
        } else {
            screen.say(&report.describe(&battle, &language.catalogue(roots, &battle)))?;
        }
        if report.played < report.of { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

/// What was played and what came of it.
#[derive(Serialize)]
struct Report<'a> {
    scenario: &'a str,
    /// Where the facts come from.
    source: &'a str,
    /// How many games were played.
    played: u64,
    /// How many were to be played; fewer were where Ctrl-C ended it.
    of: u64,
    bands: Vec<Band>,
}

impl Report<'_> {
    fn describe(&self, battle: &Battle, catalogue: &Catalogue) -> String {
        let mut text = format!("{}: {} games around what happened\n", self.scenario, self.played);
        text += &stopped(self.played, self.of, catalogue);
        let rows = self.bands.iter().map(|band| row(band, battle, catalogue));
        text += &format!("\n{}", table(&["", "as it was", "otherwise", "in the games"], &[Align::Left; 4], rows));
        text + &format!("\nhistory after: {}\n", self.source)
    }
}

/// What it was, in how many games it was so, what was otherwise, and the spread.
fn row(band: &Band, battle: &Battle, catalogue: &Catalogue) -> Vec<String> {
    let space = |name: &str| {
        let found = battle.content.map.names.find(name);
        let title = found.and_then(|id| battle.content.map.space(id).title.as_deref());
        title.map_or_else(|| name.to_owned(), |title| catalogue.name(title).to_owned())
    };
    let side = |name: &str| catalogue.name(name).to_owned();
    let trials = band.within.trials;
    let share = |count: u64| percent(count as f64 / trials.max(1) as f64);
    let never = trials - band.games;
    let (fact, otherwise) = match &band.fact {
        Fact::Taken { space: name, side: who, turn, date, .. } => {
            let day = date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
            let late = band.above - never.min(band.above);
            (
                format!("{} is {} in turn {turn}{day}", space(name), side(who)),
                format!("earlier {}, later {}, never {}", share(band.below), share(late), share(never)),
            )
        }
        Fact::Kept { space: name, side: who } => (format!("{} stays {}", space(name), side(who)), format!("lost {}", share(band.below))),
        Fact::Front { side: who, turn, spaces, .. } => {
            let names: Vec<String> = spaces.iter().map(|name| space(name)).collect();
            (
                format!("{} stands at {} after turn {turn}", side(who), names.join(", ")),
                format!("short of it {}, beyond {}", share(band.below), share(band.above)),
            )
        }
        Fact::Losses { side: who, steps, .. } => {
            (format!("{} loses {steps} steps", side(who)), format!("fewer {}, more {}", share(band.below), share(band.above)))
        }
    };
    let unit = match &band.fact {
        Fact::Taken { .. } => "turn ",
        Fact::Front { .. } => "spaces beyond ",
        _ => "",
    };
    let spread = match (&band.fact, band.spread) {
        (Fact::Kept { .. }, _) | (_, None) => String::new(),
        (_, Some([low, middle, high])) => format!("{unit}{middle:.1}, mostly {low:.1} to {high:.1}"),
    };
    vec![fact, share(band.within.hits), otherwise, spread]
}
