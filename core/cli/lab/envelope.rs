//! `grognard lab envelope`: where games lie around what happened.

use super::played::{Jobs, Played};
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
        let bands = envelope(&battle, &told, &players, (self.games, self.played.seed, self.jobs.threads()), || true)
            .map_err(|error| Failure::Wrong(diagnose(&[error], &battle.scripts)))?;
        if self.json {
            return screen.json(&bands);
        }
        let catalogue = language.catalogue(roots, &battle);
        let mut text = format!("{}: {} games around what happened\n\n", battle.content.id, self.games);
        let rows = bands.iter().map(|band| row(band, &battle, &catalogue));
        text += &table(&["", "as it was", "otherwise", "in the games"], &[Align::Left; 4], rows);
        screen.say(&format!("{text}\nhistory after: {}\n", told.source))
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
    let trials = band.within.trials.max(1);
    let share = |count: u64| percent(count as f64 / trials as f64);
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
