//! Plays the games of an experiment.

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

/// A battle and its players.
#[derive(Clone)]
pub struct Contender {
    /// The name of the variant.
    pub name: String,
    /// The changes made for the variant.
    pub changes: Vec<String>,
    /// The battle.
    pub battle: Battle,
    /// The player of each side.
    pub players: Vec<AgentKind>,
}

impl Contender {
    /// Returns the variant as recorded in a games file.
    pub fn variant(&self) -> Variant {
        let sides = self.battle.content.seats().zip(&self.players);
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
    /// The description of the experiment.
    pub experiment: Experiment,
    contenders: Vec<Contender>,
    /// The question that the games are to answer, if any.
    question: Option<ComparisonQuestion>,
}

impl ExperimentBattles {
    /// Creates an experiment with these battles, which must share a scenario.
    pub fn new(contenders: Vec<Contender>, seed: u64, games: u64, observed: bool) -> ExperimentBattles {
        let scenario = contenders.first().map(|one| one.battle.content.id.clone()).unwrap_or_default();
        let content = contenders.first().map(|one| &one.battle.content);
        let sides = content.iter().flat_map(|content| content.seats()).map(|(_, side)| side.to_owned()).collect();
        let alliances = content.iter().flat_map(|content| content.alliances().into_keys()).map(str::to_owned).collect();
        let variants = contenders.iter().map(Contender::variant).collect();
        let experiment = Experiment { format: FORMAT, scenario, sides, alliances, seed, games, observed, variants };
        ExperimentBattles { experiment, contenders, question: None }
    }

    /// Sets a question to answer.
    pub fn asking(self, question: ComparisonQuestion) -> ExperimentBattles {
        ExperimentBattles { question: Some(question), ..self }
    }

    /// Returns the battles.
    pub fn contenders(&self) -> &[Contender] {
        &self.contenders
    }

    /// Returns the diagnostics for an error in a battle's rules; if the experiment has several battles, the diagnostics
    /// name the battle.
    fn diagnose(&self, contender: &Contender, error: ScriptError) -> Vec<Diagnostic> {
        let mut found = diagnose(&[error], &contender.battle.scripts);
        if self.contenders.len() > 1 {
            for help in found.iter_mut().filter_map(|diagnostic| diagnostic.help.as_mut()) {
                *help = format!("under `{}`: {help}", contender.name);
            }
        }
        found
    }

    /// Creates a file that contains no games yet, for a part of the experiment.
    pub fn begin(&self, part: ShardPart) -> ShardFile {
        let mut file = ShardFile::begin(&self.experiment, part);
        file.head.question.clone_from(&self.question);
        file
    }

    /// Plays the remaining games of a file on `threads` threads. Stops when `goes_on`, which is called after each seed,
    /// returns false; the file keeps the games played by then. If `stop` is set, the file keeps all complete games up
    /// to the first abandoned game. Fails if the rules fail.
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

    /// Plays a game of each battle from one seed; returns `None` if a game is abandoned.
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
