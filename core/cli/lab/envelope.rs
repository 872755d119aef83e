//! `grognard lab envelope`: compares games with history.

use super::common_args::{GameArgs, ThreadArgs, between};
use super::run::{empty_report, run_with_progress, stopped_note};
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::screen::Screen;
use grognard_engine::catalogue::Catalogue;
use grognard_lab::envelope::{Band, Envelope, HistoricalFact, envelope, history};
use grognard_lab::shard::Contender;
use grognard_packs::Diagnostic;
use grognard_play::{Battle, diagnose};
use grognard_report::{Align, forfeit_paragraph, number, percent, side, table};
use serde::Serialize;
use std::path::PathBuf;

/// Play games and compare their results with history, as given under `[history]` in scenario.toml.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Number of games.
    #[arg(long, default_value_t = 500, value_parser = between(1, 1_000_000), allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    jobs: ThreadArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Plays the games and prints the report.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let Contender { battle, players, .. } = self.game.load_contender(roots)?;
        let Some(told) = history(&battle) else {
            let error = Diagnostic::general("E564", format!("`{}` has no historical outcome", battle.content.id));
            return Err(Failure::wrong(error.help("add a [history] section to its scenario.toml; see docs/lab.md")));
        };
        let plan = (self.games, self.game.seed, self.jobs.threads());
        let envelope =
            run_with_progress("games", self.games, |stop, done| envelope(&battle, &told, &players, plan, stop, done))
                .map_err(|error| Failure::Wrong(diagnose(&[error], &battle.scripts)))?;
        let report = Report { scenario: &battle.content.id, source: &told.source, of: self.games, envelope };
        screen.report(self.json, &report, |_| report.describe(&battle, &language.catalogue(roots, &battle)))?;
        if report.envelope.played < report.of { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

/// The games played, and the results.
#[derive(Serialize)]
struct Report<'a> {
    scenario: &'a str,
    /// The source of the historical facts.
    source: &'a str,
    /// The number of games requested; Ctrl-C may have ended the run early.
    of: u64,
    #[serde(flatten)]
    envelope: Envelope,
}

impl Report<'_> {
    fn describe(&self, battle: &Battle, catalogue: &Catalogue) -> String {
        let say = |text: &str, about: &[&str]| catalogue.say(text, about);
        let Envelope { played, bands, forfeits } = &self.envelope;
        if *played == 0 {
            return empty_report(self.scenario, catalogue);
        }
        let mut text =
            say("{1}: {2} {2?game|games} compared with history", &[self.scenario, &played.to_string()]) + "\n";
        text += &stopped_note(*played, self.of, catalogue);
        let rows = bands.iter().map(|band| EnvelopeText { battle, catalogue }.row(band));
        let [as_it_was, otherwise, games] =
            [say("as in history", &[]), say("otherwise", &[]), say("in all games", &[])];
        text += &format!("\n{}", table(&["", &as_it_was, &otherwise, &games], &[Align::Left; 4], rows));
        text += &format!("\n{}\n", say("historical source: {1}", &[catalogue.name(self.source)]));
        text + &forfeit_paragraph(forfeits, catalogue)
    }
}

/// Describes results in the chosen language.
struct EnvelopeText<'a> {
    battle: &'a Battle,
    catalogue: &'a Catalogue,
}

impl EnvelopeText<'_> {
    fn side(&self, name: &str) -> String {
        side(name, self.catalogue)
    }

    fn plural(&self, name: &str) -> String {
        let plural = self.battle.content.side_name(name).map(|side| self.catalogue.name(&side.plural).to_owned());
        plural.unwrap_or_else(|| self.side(name))
    }

    fn space(&self, name: &str) -> String {
        let map = &self.battle.content.map;
        let title = map.names.find(name).and_then(|id| map.space(id).title.as_deref());
        title.map_or_else(|| name.to_owned(), |title| self.catalogue.name(title).to_owned())
    }

    /// Returns a table row: the historical fact, the share of games that agree with it, how the other games differ, and
    /// the spread.
    fn row(&self, band: &Band) -> Vec<String> {
        vec![self.fact(&band.fact), self.share(band, band.within.hits), self.otherwise(band), self.spread(band)]
    }

    fn share(&self, band: &Band, count: u64) -> String {
        percent(count as f64 / band.within.trials.max(1) as f64, self.catalogue)
    }

    fn fact(&self, fact: &HistoricalFact) -> String {
        match fact {
            HistoricalFact::Taken { space, side, turn, date, .. } => {
                let (space, side, turn) = (self.space(space), self.side(side), turn.to_string());
                match date {
                    Some(date) => self
                        .catalogue
                        .say("{1} is {2} in turn {3}, {4}", &[&space, &side, &turn, self.catalogue.name(date)]),
                    None => self.catalogue.say("{1} is {2} in turn {3}", &[&space, &side, &turn]),
                }
            }
            HistoricalFact::Kept { space, side } => {
                self.catalogue.say("{1} stays {2}", &[&self.space(space), &self.side(side)])
            }
            HistoricalFact::Front { side, turn, spaces, .. } => {
                let names: Vec<String> = spaces.iter().map(|name| self.space(name)).collect();
                let about = [&*self.plural(side), &names.join(", "), &turn.to_string()];
                self.catalogue.say("The {1} are at {2} after turn {3}", &about)
            }
            HistoricalFact::Losses { side, steps, .. } => {
                self.catalogue.say("The {1} lose {2} {2?step|steps}", &[&self.plural(side), &steps.to_string()])
            }
        }
    }

    fn otherwise(&self, band: &Band) -> String {
        let never = band.within.trials - band.games;
        let late = band.above - never.min(band.above);
        let [below, above, late, never] = [band.below, band.above, late, never].map(|count| self.share(band, count));
        match band.fact {
            HistoricalFact::Taken { .. } => {
                self.catalogue.say("earlier {1}, later {2}, never {3}", &[&below, &late, &never])
            }
            HistoricalFact::Kept { .. } => self.catalogue.say("lost {1}", &[&below]),
            HistoricalFact::Front { .. } => self.catalogue.say("less far {1}, farther {2}", &[&below, &above]),
            HistoricalFact::Losses { .. } => self.catalogue.say("fewer {1}, more {2}", &[&below, &above]),
        }
    }

    fn spread(&self, band: &Band) -> String {
        let Some(spread) = band.spread else { return String::new() };
        let [low, middle, high] = spread.map(|value| number(&format!("{value:.1}"), self.catalogue));
        match band.fact {
            HistoricalFact::Taken { .. } => self.catalogue.say("turn {1}, mostly {2} to {3}", &[&middle, &low, &high]),
            HistoricalFact::Kept { .. } => String::new(),
            HistoricalFact::Front { .. } => {
                self.catalogue.say("{1} spaces beyond, mostly {2} to {3}", &[&middle, &low, &high])
            }
            HistoricalFact::Losses { .. } => self.catalogue.say("{1}, mostly {2} to {3}", &[&middle, &low, &high]),
        }
    }
}
