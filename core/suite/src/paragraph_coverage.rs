//! Determines which paragraphs of a rulebook are implemented, tested, and used in games.

use crate::{ParagraphTrace, trace};
use grognard_engine::table::Service;
use grognard_lab::sim::{SimPlan, play_to_the_end};
use grognard_packs::Diagnostic;
use grognard_packs::option_values;
use grognard_play::AgentKind;
use grognard_play::provenance::{RuleFacts, rules};
use grognard_play::{Battle, diagnose};
use grognard_script::Instrumentation;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The implementation, tests and use of the paragraphs in the rulebooks of several battles.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ParagraphCoverage {
    /// The hash of each battle's rules.
    pub rules_hash: BTreeMap<String, String>,
    /// The number of games played.
    pub games: u64,
    /// The number of games for each alternative value of an option, with all other options unchanged.
    pub games_of_each: u64,
    /// The alternative values played: `supplies = 2`.
    pub varied: BTreeSet<String>,
    /// The paragraphs, rulebook by rulebook.
    pub paragraphs: Vec<ParagraphUse>,
}

/// A paragraph of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParagraphUse {
    /// The pack that contains the rulebook.
    pub pack: String,
    /// The number of the paragraph.
    pub number: String,
    /// The subject of the paragraph.
    pub title: String,
    /// The reason why the paragraph needs no enforcement.
    pub not_enforced: Option<String>,
    /// Rules that name the paragraph, with their locations: `combat.column scripts/…/combat.luau:87`.
    pub rules: Vec<String>,
    /// Data entries that name the paragraph: `file:line`.
    pub data: Vec<String>,
    /// Cases about the paragraph: `file:line`.
    pub cases: Vec<String>,
    /// The number of calls to the paragraph's rules in the games.
    pub calls: u64,
    /// The number of log lines that named the paragraph in the games.
    pub lines: u64,
}

impl ParagraphUse {
    /// Describes the problem with a paragraph: nothing covers it, or its implementation is never used. `None` if there
    /// is no problem.
    pub fn complaint(&self) -> Option<&'static str> {
        let implemented = !self.rules.is_empty() || !self.data.is_empty();
        match (implemented, self.cases.is_empty(), &self.not_enforced) {
            (false, true, None) => Some("not implemented, not tested, and not listed under [not_enforced]"),
            (true, true, None) if self.calls == 0 && self.lines == 0 => Some("implemented, but never exercised"),
            _ => None,
        }
    }
}

/// The number of games with the default options for each game with an alternative value.
const GAMES_FOR_ONE: u64 = 10;

/// Examines battles of one system and plays random games of each, some with alternative options, so that optional rules
/// are used as well. A case counts if its battle is one of `battles`.
pub fn coverage(battles: &[Battle], games: u64, seed: u64) -> Result<ParagraphCoverage, Vec<Diagnostic>> {
    let mut found = ParagraphCoverage { games_of_each: games.div_ceil(GAMES_FOR_ONE), ..ParagraphCoverage::default() };
    for battle in battles {
        found.rules_hash.insert(battle.content.id.clone(), battle.lock.rules_hash.clone());
        let facts = rules(battle).map_err(|error| diagnose(&[error], &battle.scripts))?;
        let mut used = GameUse::default();
        used.play(battle, games, seed)?;
        found.games += games;
        for (name, value) in other_values(battle) {
            let mut request = battle.request.clone();
            found.varied.insert(format!("{name} = {value}"));
            request.options.push((name, value));
            used.play(&Battle::load(request)?, found.games_of_each, seed)?;
            found.games += found.games_of_each;
        }
        for (paragraph, traced) in battle.system.paragraphs.iter().zip(trace(battle)) {
            found.add(ParagraphUse::new(&paragraph.pack, traced, battle, &facts, &used));
        }
    }
    Ok(found)
}

/// Returns the non-default values of all options that the user has not set.
fn other_values(battle: &Battle) -> Vec<(String, String)> {
    let is_chosen = |name: &String| battle.request.options.iter().any(|(chosen, _)| chosen == name);
    let open = battle.system.options.iter().filter(|(name, _)| !is_chosen(name));
    let all = open.flat_map(|(name, option)| option_values(option).into_iter().map(|value| (name.clone(), value)));
    all.filter(|(name, value)| battle.content.options.get(name).is_none_or(|set| set.to_string() != *value)).collect()
}

impl ParagraphCoverage {
    fn add(&mut self, new: ParagraphUse) {
        let same = |old: &&mut ParagraphUse| (&old.pack, &old.number) == (&new.pack, &new.number);
        let Some(old) = self.paragraphs.iter_mut().find(same) else {
            self.paragraphs.push(new);
            return;
        };
        for (old, new) in [(&mut old.rules, new.rules), (&mut old.data, new.data), (&mut old.cases, new.cases)] {
            new.into_iter().for_each(|place| {
                if !old.contains(&place) {
                    old.push(place)
                }
            });
        }
        old.calls += new.calls;
        old.lines += new.lines;
    }
}

impl ParagraphUse {
    fn new(pack: &str, traced: ParagraphTrace, battle: &Battle, facts: &[RuleFacts], used: &GameUse) -> ParagraphUse {
        // A number refers to the pack's own rulebook if that has such a paragraph, or else to the system's rulebook.
        let number = traced.number.clone();
        let own = |of: &str| battle.system.paragraphs.iter().any(|other| other.pack == of && other.number == number);
        let is_meant = |of: &str| of == pack || (!own(of) && pack == battle.system.id);
        let (mut places, mut calls) = (Vec::new(), 0);
        for rule in facts {
            let carries = rule
                .in_force()
                .filter(|passage| passage.paragraphs.contains(&traced.number) && is_meant(&passage.pack));
            let carries: Vec<String> =
                carries.map(|passage| format!("{} {}:{}", rule.rule, passage.file, passage.line)).collect();
            calls += if carries.is_empty() { 0 } else { used.calls.get(&rule.rule).copied().unwrap_or_default() };
            places.extend(carries);
        }
        let lines = used.lines.get(&traced.number).copied().filter(|_| is_meant(&battle.system.id)).unwrap_or_default();
        let ParagraphTrace { number, title, not_enforced, mut data, mut cases, .. } = traced;
        for places in [&mut data, &mut cases] {
            places.retain(|place| is_meant(battle.tree.pack_below(place).unwrap_or(&battle.system.id)));
        }
        ParagraphUse { pack: pack.to_owned(), number, title, not_enforced, rules: places, data, cases, calls, lines }
    }
}

/// The use of rules in games.
#[derive(Default)]
struct GameUse {
    calls: BTreeMap<String, u64>,
    lines: BTreeMap<String, u64>,
}

impl GameUse {
    fn play(&mut self, battle: &Battle, games: u64, seed: u64) -> Result<(), Vec<Diagnostic>> {
        let failed = |error| diagnose(&[error], &battle.scripts);
        let mut host = battle.noting_host(Instrumentation::Calls).map_err(failed)?;
        let service = Service { log: true, ..Service::BARE };
        let plan = SimPlan { games, seed, players: vec![AgentKind::Random; battle.content.seats().count()], service };
        for game in 0..games {
            let over = play_to_the_end(battle, &mut host, &plan, seed.wrapping_add(game)).map_err(failed)?;
            for event in over.table.events() {
                *self.lines.entry(event.rule.clone()).or_default() += 1;
            }
        }
        for (rule, calls) in host.calls() {
            *self.calls.entry(rule.to_owned()).or_default() += calls;
        }
        Ok(())
    }
}
