//! `grognard odds`: what may come of a battle, exactly.

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

/// Find out what may come of a battle, exactly.
///
/// The rules that fight it are run once for each way the dice can fall; nothing else is known of the game. It is for
/// who keeps the save: what a side does not know counts as well. The decisions inside the battle are taken by a policy:
/// `quiet` declines what can be declined and takes what is offered first, `random` takes any answer, `greedy` what
/// looks best one decision deep, `best` what is best for who decides to the end of the battle, `best:SIDE` what is best
/// for that side; a system may declare others.
#[derive(clap::Args)]
pub struct Args {
    /// The scenario.
    scenario: String,
    /// The game to look at, where its save ends; without it a new game, at its first decision.
    #[arg(long, value_name = "SAVE", conflicts_with_all = ["mods", "options", "no_mods"])]
    at: Option<PathBuf>,
    /// The attack: `1103`, or `1103 with XXIV, XL`. Where nobody is named, everybody attacks who can.
    #[arg(required = true, value_name = "ATTACK")]
    attack: Vec<String>,
    /// How the decisions inside the battle are taken.
    #[arg(long, default_value = "quiet")]
    policy: String,
    /// Most cases that are gone through.
    #[arg(long, value_name = "N", default_value_t = CaseLimit::PATIENT.0)]
    cases: u64,
    #[command(flatten)]
    battle: BattleArgs,
    /// Print JSON: the chances as exact fractions, and each state in which it may end.
    #[arg(long)]
    json: bool,
}

/// What is told of a battle.
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

/// One way in which it may end.
#[derive(Serialize)]
struct EndReport<'a> {
    chance: Fraction,
    state: String,
    holders: Vec<&'a str>,
    lost: BTreeMap<&'a str, u32>,
}

impl Args {
    /// Finds it out and prints it.
    pub fn run(&self, roots: &[PathBuf], language: &LanguageArg, screen: &mut Screen) -> Result<(), Failure> {
        let mut session = self.session(roots)?;
        let policy = Policy::read(&self.policy, &session.battle).map_err(Failure::usage)?;
        let catalogue = language.catalogue(roots, &session.battle);
        let (space, attackers) = self.attack(&session)?;
        let label = Reader::new(&session.game.table, None, &catalogue).name(&Choice::Space(space));
        if session.game.table.state.ending().is_some() {
            let text = catalogue.say("{1}: the game is over, nobody attacks any more.", &[&label]);
            return Err(Failure::wrong(Diagnostic::general("E573", text)));
        }
        let forecasts = session.forecasts_of_keeper(space, attackers.clone(), &catalogue)?;
        let odds = session.exact_odds(space, attackers.clone(), &policy, CaseLimit(self.cases))?;
        let Some(odds) = odds else {
            let text = catalogue.say("{1}: there is nobody to attack, or nobody next to it who could.", &[&label]);
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

    /// The game to look at, at the decision it has come to.
    fn session(&self, roots: &[PathBuf]) -> Result<Session, Failure> {
        let Some(file) = &self.at else {
            let battle = self.battle.load_and_tell(roots, &self.scenario)?;
            let seats = vec![Seat::Person; battle.content.sides.len()];
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

    /// The space that is attacked, and by whom.
    fn attack(&self, session: &Session) -> Result<(SpaceId, Option<Vec<UnitId>>), Failure> {
        let typed = self.attack.join(" ");
        let (name, named) = split_attack(&typed);
        let find = |phrase: &str, find: &dyn Fn(&NameResolver) -> Option<Choice>| {
            let sides = session.battle.content.sides.iter().map(|(side, _)| Some(side)).chain([None]);
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
        let mut text = catalogue.say("The battle for {1}, decisions: {2}", &[&label, &policy]) + "\n";
        let exact = self.odds.outcome_lines(self.battle, catalogue);
        self.forecasts.iter().chain(&exact).for_each(|line| text += &(line.text() + "\n"));
        for (side, name) in self.battle.content.sides.iter() {
            let mean = number(&format!("{:.2}", self.odds.mean_loss(side)), catalogue);
            text += &(catalogue.say("steps lost on average, {1}: {2}", &[catalogue.name(name), &mean]) + "\n");
        }
        let [runs, ends] = [self.odds.runs, self.odds.ends.len() as u64].map(|number| number.to_string());
        text + &catalogue.say("{1} {1?case|cases} gone through, {2} different {2?end|ends}", &[&runs, &ends])
    }
}
