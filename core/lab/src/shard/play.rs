//! Playing the games of an experiment.

use super::{Experiment, SeedRow, ShardFile, ShardPart, VariantGame, run_in_order};
use crate::observation::{GameTally, Trace};
use crate::question::ComparisonQuestion;
use crate::shard::{FORMAT, Variant};
use crate::sim::{GameResult, SimPlan, play_watched};
use grognard_engine::table::Service;
use grognard_packs::Diagnostic;
use grognard_play::AgentKind;
use grognard_play::CancelToken;
use grognard_play::{Battle, diagnose};
use grognard_script::{Host, ScriptError};
use std::collections::BTreeMap;

/// A battle with those who play it.
#[derive(Clone)]
pub struct Contender {
    /// What it is called.
    pub name: String,
    /// What was changed for it.
    pub changes: Vec<String>,
    /// The battle.
    pub battle: Battle,
    /// Who plays each side.
    pub players: Vec<AgentKind>,
}

impl Contender {
    /// It as it is written down.
    pub fn variant(&self) -> Variant {
        let sides = self.battle.content.sides.iter().zip(&self.players);
        let players: BTreeMap<String, String> =
            sides.map(|((_, side), kind)| (side.to_owned(), kind.name().to_owned())).collect();
        let request = &self.battle.request;
        Variant {
            name: self.name.clone(),
            changes: self.changes.clone(),
            mods: request.mods.clone(),
            options: request.options.clone(),
            cells: request.tweaks.cells.clone(),
            players,
            lock: self.battle.lock.clone(),
        }
    }
}

/// All battles of an experiment.
pub struct ExperimentBattles {
    /// What is written down of it.
    pub experiment: Experiment,
    contenders: Vec<Contender>,
    /// What its games are to answer, if they are played for an answer.
    question: Option<ComparisonQuestion>,
}

impl ExperimentBattles {
    /// An experiment with some battles. All of one scenario.
    pub fn new(contenders: Vec<Contender>, seed: u64, games: u64, observed: bool) -> ExperimentBattles {
        let scenario = contenders.first().map(|one| one.battle.content.id.clone()).unwrap_or_default();
        let sides =
            contenders.first().map(|one| one.battle.content.sides.iter().map(|(_, side)| side.to_owned()).collect());
        let variants = contenders.iter().map(Contender::variant).collect();
        let experiment =
            Experiment { format: FORMAT, scenario, sides: sides.unwrap_or_default(), seed, games, observed, variants };
        ExperimentBattles { experiment, contenders, question: None }
    }

    /// The same, played to answer a question.
    pub fn asking(self, question: ComparisonQuestion) -> ExperimentBattles {
        ExperimentBattles { question: Some(question), ..self }
    }

    /// The battles.
    pub fn contenders(&self) -> &[Contender] {
        &self.contenders
    }

    /// What is wrong with the rules of one of the battles; of several, it is told which.
    fn diagnose(&self, contender: &Contender, error: ScriptError) -> Vec<Diagnostic> {
        let mut found = diagnose(&[error], &contender.battle.scripts);
        if self.contenders.len() > 1 {
            for help in found.iter_mut().filter_map(|diagnostic| diagnostic.help.as_mut()) {
                *help = format!("under `{}`: {help}", contender.name);
            }
        }
        found
    }

    /// A file for a part of the experiment in which nothing has been played yet.
    pub fn begin(&self, part: ShardPart) -> ShardFile {
        let mut file = ShardFile::begin(&self.experiment, part);
        file.head.question.clone_from(&self.question);
        file
    }

    /// Plays what a file still lacks, on so many threads. After each seed `goes_on` is asked; when it says no, the file
    /// has what was played up to there. When games are to stop, it has all whole games up to the first that was given
    /// up. Fails where rules do.
    pub fn play(
        &self,
        file: &mut ShardFile,
        threads: usize,
        stop: &CancelToken,
        mut goes_on: impl FnMut(&ShardFile) -> bool,
    ) -> Result<(), Vec<Diagnostic>> {
        let range = (file.head.from + file.end.done, file.head.to);
        let host = |one: &Contender| one.battle.host().map_err(|error| self.diagnose(one, error));
        let worker = || self.contenders.iter().map(host).collect::<Result<Vec<Host>, _>>();
        let piece = |hosts: &mut Vec<Host>, at: u64| self.row(hosts, self.experiment.seed.wrapping_add(at), stop);
        run_in_order(threads, range, worker, piece, |_, played| {
            let Some((row, traces)) = played else { return Ok(false) };
            file.add(row, &traces);
            Ok(goes_on(file))
        })
    }

    /// One game of each battle from one seed, unless they are given up.
    fn row(
        &self,
        hosts: &mut [Host],
        seed: u64,
        stop: &CancelToken,
    ) -> Result<Option<(SeedRow, Vec<Trace>)>, Vec<Diagnostic>> {
        let (mut games, mut traces) = (Vec::new(), Vec::new());
        for (contender, host) in self.contenders.iter().zip(hosts) {
            let game = self.game(contender, host, seed, stop).map_err(|error| self.diagnose(contender, error))?;
            let Some((game, trace)) = game else { return Ok(None) };
            games.push(game);
            traces.extend(trace);
        }
        Ok(Some((SeedRow { games }, traces)))
    }

    fn game(
        &self,
        contender: &Contender,
        host: &mut Host,
        seed: u64,
        stop: &CancelToken,
    ) -> Result<Option<(VariantGame, Option<Trace>)>, ScriptError> {
        let observed = self.experiment.observed;
        let service = Service { log: observed, ..Service::BARE };
        let plan = SimPlan { games: 1, seed, players: contender.players.clone(), service };
        let (tally, observer) = if observed { Some(GameTally::begin()).unzip() } else { (None, None) };
        let Some(over) = play_watched(&contender.battle, host, &plan, seed, observer, stop)? else { return Ok(None) };
        let result = GameResult::new(&contender.battle, &over, seed);
        let (seen, trace) = tally.map(|tally| tally.finish(&over.table)).unzip();
        Ok(Some((VariantGame { result, seen }, trace)))
    }
}
