//! `grognard odds`: computes the exact odds of a battle.

use crate::battle_args::BattleArgs;
use crate::failure::Failure;
use crate::language::LanguageArg;
use crate::pack_name::PackNames;
use crate::saves::SavedGame;
use crate::screen::Screen;
use grognard_engine::catalogue::{Catalogue, ENGLISH, TextKind};
use grognard_engine::decision::Choice;
use grognard_engine::fraction::Fraction;
use grognard_engine::ids::{SideId, SpaceId, UnitId};
use grognard_engine::reader::Reader;
use grognard_packs::Diagnostic;
use grognard_play::line_parser::{NameResolver, split_attack};
use grognard_play::odds::{BattleEnd, CaseLimit, ExactOdds, Policy};
use grognard_play::{Battle, Forecast, Seat, Session};
use grognard_report::number;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Compute the exact odds of a battle.
///
/// The rules of the battle are run once for every combination of dice. The result is based on the whole save, including
/// hidden information. A policy makes the decisions within the battle. `quiet` declines where possible and otherwise
/// takes the first option. `random` takes any option. `greedy` takes the option that looks best one decision ahead.
/// `best` plays each side's best line to the end of the battle. `best:SIDE` makes every decision in that side's
/// interest. A system may declare more policies.
#[derive(clap::Args)]
pub struct Args {
    /// Scenario in which the battle is fought (see `grognard list`).
    scenario: String,
    /// Use the position at the end of this save; by default, use a new game at its first decision.
    #[arg(long, value_name = "SAVE", conflicts_with_all = ["mods", "options", "no_mods"])]
    at: Option<PathBuf>,
    /// Attack to resolve, such as `1103` or `1103 with XXIV, XL`; if it names no attackers, every unit that can attack
    /// does so.
    #[arg(required = true, value_name = "ATTACK")]
    attack: Vec<String>,
    /// Use this policy for the decisions within the battle.
    #[arg(long, default_value = "quiet")]
    policy: String,
    /// Give up if there are more cases than this.
    #[arg(long, value_name = "N", default_value_t = CaseLimit::PATIENT.0)]
    cases: u64,
    #[command(flatten)]
    battle: BattleArgs,
    /// Print JSON: the probabilities as exact fractions, and every possible final state.
    #[arg(long)]
    json: bool,
}

/// The odds of a battle, as printed.
#[derive(Serialize)]
struct Report<'a> {
    scenario: &'a str,
    space: &'a str,
    attackers: Option<Vec<&'a str>>,
    policy: &'a str,
    forecasts: &'a [Forecast],
    runs: u64,
    mean_losses: BTreeMap<&'a str, f64>,
    ends: Vec<EndReport<'a>>,
}

/// A possible final state of the battle.
#[derive(Serialize)]
struct EndReport<'a> {
    chance: Fraction,
    state: String,
    holders: Vec<&'a str>,
    lost: BTreeMap<&'a str, u32>,
}

impl Args {
    /// Computes the odds and prints them.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let mut session = self.session(roots)?;
        let policy = Policy::read(&self.policy, &session.battle).map_err(Failure::usage)?;
        let catalogue = language.catalogue(roots, &session.battle);
        let (space, attackers) = self.attack(&session)?;
        let label = Reader::new(&session.game.table, None, &catalogue).name(&Choice::Space(space));
        if session.game.table.state.ending().is_some() {
            let text = catalogue.say("{1}: the game is over, so there are no more attacks.", &[&label]);
            return Err(Failure::wrong(Diagnostic::general("E573", text)));
        }
        let forecasts = session.forecasts_of_keeper(space, attackers.clone(), &catalogue)?;
        let odds = session.exact_odds(space, attackers.clone(), &policy, CaseLimit(self.cases))?;
        let Some(odds) = odds else {
            let text = catalogue.say("{1}: there is no defender, or no adjacent unit that can attack.", &[&label]);
            return Err(Failure::wrong(Diagnostic::general("E576", text)));
        };
        let told = ForecastReport {
            battle: &session.battle,
            space,
            attackers: attackers.as_deref(),
            forecasts: &forecasts,
            odds,
        };
        if self.json {
            screen.json(&told.report(&self.policy))
        } else {
            screen.say(&told.text(&self.policy, &session, &catalogue))
        }
    }

    /// Loads the save or starts a new game, and advances to a decision.
    fn session(&self, roots: &[PathBuf]) -> Result<Session, Failure> {
        let Some(file) = &self.at else {
            let battle = self.battle.load_and_tell(roots, &self.scenario)?;
            let seats = vec![Seat::Person; battle.content.seats().count()];
            let mut session = Session::new(battle, 1, seats)?;
            session.settle()?;
            return Ok(session);
        };
        let saved = SavedGame::read(file)?;
        let mut names = PackNames::new(roots);
        let scenario = names.name(&self.scenario)?;
        let roots = names.roots().to_vec();
        let named =
            Battle::load(grognard_play::BattleRequest { roots: roots.clone(), scenario, ..Default::default() })?;
        let battle = saved.battle(&roots)?;
        if named.content.id != battle.content.id {
            let message =
                format!("{} is a save of `{}`, not of `{}`", file.display(), battle.content.id, named.content.id);
            return Err(Failure::usage(Diagnostic::general("E577", message)));
        }
        saved.open(battle, false)
    }

    /// Returns the space attacked, and the attackers if any are named.
    fn attack(&self, session: &Session) -> Result<(SpaceId, Option<Vec<UnitId>>), Failure> {
        let typed = self.attack.join(" ");
        let (name, named) = split_attack(&typed);
        let find = |phrase: &str, find: &dyn Fn(&NameResolver) -> Option<Choice>| {
            let sides = session.battle.content.seats().map(|(side, _)| Some(side)).chain([None]);
            let mut eyes =
                sides.map(|side: Option<SideId>| NameResolver::new(Reader::new(&session.game.table, side, &ENGLISH)));
            let found = eyes.find_map(|things| find(&things));
            let unknown = || NameResolver::new(Reader::new(&session.game.table, None, &ENGLISH)).unknown(phrase);
            found.ok_or_else(|| Failure::usage(Diagnostic::general("E578", unknown())))
        };
        let Choice::Space(space) = find(name, &|things| things.as_space(name).map(Choice::Space))? else {
            return Err(Failure::Reported);
        };
        let unit = |name: &str| match find(name, &|things| things.as_unit(name).map(Choice::Unit))? {
            Choice::Unit(unit) => Ok(unit),
            _ => Err(Failure::Reported),
        };
        let units =
            named.map(|named| named.split(',').map(str::trim).filter(|name| !name.is_empty()).map(unit).collect());
        Ok((space, units.transpose()?))
    }
}

struct ForecastReport<'a> {
    battle: &'a Battle,
    space: SpaceId,
    attackers: Option<&'a [UnitId]>,
    forecasts: &'a [Forecast],
    odds: Arc<ExactOdds>,
}

impl ForecastReport<'_> {
    fn report<'a>(&'a self, policy: &'a str) -> Report<'a> {
        let content = &self.battle.content;
        let sides = || content.sides.iter();
        let end = |end: &BattleEnd| EndReport {
            chance: end.chance,
            state: end.state.to_string(),
            holders: end.aftermath.holders.iter().map(|side| content.sides.name(*side)).collect(),
            lost: sides().map(|(side, name)| (name, end.aftermath.lost(side))).collect(),
        };
        Report {
            scenario: &content.id,
            space: content.map.names.name(self.space),
            attackers: self.attackers.map(|units| units.iter().map(|unit| content.unit_names.name(*unit)).collect()),
            policy,
            forecasts: self.forecasts,
            runs: self.odds.runs,
            mean_losses: sides().map(|(side, name)| (name, self.odds.mean_loss(side))).collect(),
            ends: self.odds.ends.iter().map(end).collect(),
        }
    }

    fn text(&self, policy: &str, session: &Session, catalogue: &Catalogue) -> String {
        let label = Reader::new(&session.game.table, None, catalogue).name(&Choice::Space(self.space));
        let title =
            self.battle.system.policies.get(policy).map(|declared| catalogue.text(TextKind::Name, &declared.title));
        let policy = title.map_or_else(|| policy.to_owned(), |title| format!("{policy} ({title})"));
        let mut text = catalogue.say("Battle for {1}; policy: {2}", &[&label, &policy]) + "\n";
        let exact = self.odds.outcome_lines(self.battle, catalogue);
        self.forecasts.iter().chain(&exact).for_each(|line| text += &(line.text() + "\n"));
        for (side, name) in self.battle.content.sides.iter() {
            let mean = number(&format!("{:.2}", self.odds.mean_loss(side)), catalogue);
            text += &(catalogue.say("steps lost on average, {1}: {2}", &[catalogue.name(name), &mean]) + "\n");
        }
        let [runs, ends] = [self.odds.runs, self.odds.ends.len() as u64].map(|number| number.to_string());
        text + &catalogue.say("{1} {1?case|cases}, {2} different {2?outcome|outcomes}", &[&runs, &ends])
    }
}
