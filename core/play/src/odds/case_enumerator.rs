//! Enumerates all cases of a battle by running its rules once per case.

use super::{Aftermath, BattleEnd, ExactOdds, NoOdds, Policy};
use crate::agent::worth;
use grognard_engine::cases::{Branch, Cases};
use grognard_engine::decision::Choice;
use grognard_engine::fraction::Fraction;
use grognard_engine::ids::{SideId, SpaceId, UnitId};
use grognard_engine::state::{State, StateHash};
use grognard_engine::table::{Service, Table};
use grognard_script::{Host, Item};
use std::collections::{BTreeMap, HashMap};

/// The maximum number of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseLimit(pub u64);

impl CaseLimit {
    /// The limit while a player is waiting for a preview.
    pub const GLANCE: CaseLimit = CaseLimit(2_000);
    /// The limit for an explicit request.
    pub const PATIENT: CaseLimit = CaseLimit(2_000_000);
}

/// The chance of each final state, by the state's index.
type EndDistribution = BTreeMap<usize, Fraction>;

/// Returns a table without a journal at which all sides answer immediately, so that no run is ever suspended.
fn trial(table: &Table) -> Table {
    let mut copy = Table::new(table.content.clone(), table.questions.clone(), 0, Service::BARE);
    copy.players.iter_mut().for_each(|player| *player = Some(Box::new(crate::agent::Quiet)));
    copy
}

/// Runs a rule that may change the game in a copy of the present position, and returns its result.
pub(crate) fn try_out(
    host: &mut Host,
    table: &Table,
    rule: &str,
    arguments: &[Item],
) -> Result<Item, grognard_script::ScriptError> {
    let mut copy = trial(table);
    copy.state.clone_from(&table.state);
    host.enact(rule, arguments.to_vec(), &mut copy)
}

/// A battle whose cases are enumerated.
pub(crate) struct CaseEnumerator<'a> {
    host: &'a mut Host,
    table: Table,
    start: State,
    rule: &'a str,
    evaluate: Option<&'a str>,
    space: SpaceId,
    arguments: Vec<Item>,
    policy: &'a Policy,
    limit: CaseLimit,
    runs: u64,
    known: HashMap<[u8; 8], usize>,
    ends: Vec<(StateHash, Aftermath, Vec<f64>)>,
}

impl<'a> CaseEnumerator<'a> {
    /// Prepares the battle for a space, in the current state of a table. The battle need not have begun: the scripts
    /// look up everything else they need.
    pub(crate) fn new(
        host: &'a mut Host,
        table: &Table,
        rule: &'a str,
        space: SpaceId,
        attackers: Option<Vec<UnitId>>,
    ) -> CaseEnumerator<'a> {
        let arguments = [Item::Choice(Choice::Space(space))].into_iter().chain(attackers.map(Item::Units)).collect();
        CaseEnumerator {
            host,
            table: trial(table),
            start: table.state.clone(),
            rule,
            evaluate: None,
            space,
            arguments,
            policy: &Policy::Quiet,
            limit: CaseLimit::GLANCE,
            runs: 0,
            known: HashMap::new(),
            ends: Vec::new(),
        }
    }

    /// Sets the policy, the evaluation rule and the limit.
    pub(crate) fn by(self, policy: &'a Policy, evaluate: Option<&'a str>, limit: CaseLimit) -> CaseEnumerator<'a> {
        CaseEnumerator { policy, evaluate, limit, ..self }
    }

    /// Computes all outcomes.
    pub(crate) fn odds(mut self) -> Result<ExactOdds, NoOdds> {
        let spread = self.spread(Vec::new(), usize::MAX)?;
        let end = |(at, chance): (usize, Fraction)| {
            let (state, aftermath, _) = &self.ends[at];
            BattleEnd { chance, state: *state, aftermath: aftermath.clone() }
        };
        let mut ends: Vec<BattleEnd> = spread.into_iter().map(end).collect();
        ends.sort_by(|one, other| other.chance.cmp(&one.chance).then_with(|| one.aftermath.cmp(&other.aftermath)));
        Ok(ExactOdds { ends, runs: self.runs })
    }

    /// Fights one battle with random dice, to verify odds empirically.
    pub(crate) fn sample(&mut self, seed: u64) -> Result<StateHash, NoOdds> {
        let mut table = Table::new(self.table.content.clone(), self.table.questions.clone(), 0, Service::BARE);
        table.take_other_dice(seed);
        std::mem::swap(&mut table.players, &mut self.table.players);
        table.state.clone_from(&self.start);
        let fought = self.host.enact(self.rule, self.arguments.clone(), &mut table);
        std::mem::swap(&mut table.players, &mut self.table.players);
        fought?;
        Ok(table.hash())
    }

    /// Returns the outcomes of all cases that begin with a path. After `quiet_behind` branches, the greedy and best
    /// policies decide as [`Policy::Quiet`] does.
    fn spread(&mut self, path: Vec<usize>, quiet_behind: usize) -> Result<EndDistribution, NoOdds> {
        let (met, end) = self.run(&path, quiet_behind)?;
        let mut spread = EndDistribution::from([(end, Fraction::ONE)]);
        for at in (path.len()..met.len()).rev() {
            // The run has followed the first case of each branch after the path. Now the other cases are run.
            let mut begin = path.clone();
            begin.resize(at, 0);
            spread = match &met[at] {
                Branch::Chance(weights) => self.mixed(&begin, weights, spread, quiet_behind)?,
                Branch::Choice(side, answers) => self.chosen(&begin, *side, *answers, spread, quiet_behind)?,
            };
        }
        Ok(spread)
    }

    fn mixed(
        &mut self,
        begin: &[usize],
        weights: &[u128],
        first: EndDistribution,
        quiet_behind: usize,
    ) -> Result<EndDistribution, NoOdds> {
        let of = weights.iter().try_fold(0_u128, |sum, weight| sum.checked_add(*weight)).ok_or(NoOdds::TooFine)?;
        let mut mixed = EndDistribution::new();
        let mut first = Some(first);
        for (case, weight) in weights.iter().enumerate() {
            let spread = match first.take() {
                Some(first) => first,
                None => self.spread(begin.iter().copied().chain([case]).collect(), quiet_behind)?,
            };
            let share = Fraction::new(*weight, of);
            for (end, chance) in spread {
                let sum = mixed.entry(end).or_insert(Fraction::ZERO);
                *sum = chance.times(share).and_then(|chance| sum.plus(chance)).ok_or(NoOdds::TooFine)?;
            }
        }
        Ok(mixed)
    }

    /// Returns the outcomes of the answer that is best for the side in whose interest the policy decides.
    fn chosen(
        &mut self,
        begin: &[usize],
        asked: SideId,
        answers: usize,
        first: EndDistribution,
        quiet_behind: usize,
    ) -> Result<EndDistribution, NoOdds> {
        let side = self.policy.favours(asked);
        let path = |answer: usize| -> Vec<usize> { begin.iter().copied().chain([answer]).collect() };
        let is_greedy = *self.policy == Policy::Greedy;
        let looked = if is_greedy { self.spread(path(0), begin.len() + 1)? } else { first.clone() };
        let (mut best, mut highest, mut chosen) = (first, self.value(&looked, side), 0);
        for answer in 1..answers {
            let spread = self.spread(path(answer), if is_greedy { begin.len() + 1 } else { quiet_behind })?;
            let value = self.value(&spread, side);
            if value > highest {
                (best, highest, chosen) = (spread, value, answer);
            }
        }
        if is_greedy && chosen > 0 { self.spread(path(chosen), quiet_behind) } else { Ok(best) }
    }

    fn value(&self, spread: &EndDistribution, side: SideId) -> f64 {
        spread
            .iter()
            .map(|(end, chance)| chance.value() * self.ends[*end].2.get(side.0 as usize).copied().unwrap_or(0.0))
            .sum()
    }

    fn run(&mut self, path: &[usize], quiet_behind: usize) -> Result<(Vec<Branch>, usize), NoOdds> {
        if self.runs >= self.limit.0 {
            return Err(NoOdds::TooMany(self.limit.0));
        }
        self.runs += 1;
        self.table.state.clone_from(&self.start);
        self.table.cases = Some(Cases::new(path.to_vec(), self.policy.counsel(quiet_behind)));
        let fought = self.host.enact(self.rule, self.arguments.clone(), &mut self.table);
        let cases = self.table.cases.take();
        match fought? {
            Item::Bool(true) => {}
            Item::Refusal(refusal) => return Err(NoOdds::Refused(refusal)),
            Item::Nil | Item::Bool(false) => return Err(NoOdds::NoBattle),
            other => {
                let kind = other.kind();
                return Err(grognard_engine::game::Rules::blame(
                    self.host,
                    self.rule,
                    format!("must return true or false, not {kind}"),
                )
                .into());
            }
        }
        let met = cases.and_then(Cases::branches).ok_or(NoOdds::TooFine)?;
        Ok((met, self.end()?))
    }

    /// Returns the index of the final state that the table has reached.
    fn end(&mut self) -> Result<usize, NoOdds> {
        let state = self.table.hash();
        if let Some(end) = self.known.get(&state.0) {
            return Ok(*end);
        }
        let aftermath = Aftermath::new(&self.table.content, self.space, &self.start, &self.table.state);
        let needs_worth = matches!(self.policy, Policy::Greedy | Policy::Best(_));
        let mut worths = Vec::new();
        if let Some(evaluate) = self.evaluate.filter(|_| needs_worth) {
            let content = self.table.content.clone();
            for (side, _) in content.sides.iter() {
                worths.push(worth(self.host, evaluate, &mut self.table, side)?);
            }
        }
        self.known.insert(state.0, self.ends.len());
        self.ends.push((state, aftermath, worths));
        Ok(self.ends.len() - 1)
    }
}
