//! The packs that `new` makes for every system and every scenario: they are checked, tested and played.
//!
//! `GROGNARD_GAMES=20 cargo test --release --test all starters::` plays twenty games with each and checks the types of
//! all scripts; every run plays fewer, and checks the types of all battles and of one mod per system.

use crate::cli::shell::Shell;
use grognard_check::PackChecker;
use grognard_engine::table::Service;
use grognard_lab::sim::{self, SimPlan};
use grognard_packs::{Kind, Library};
use grognard_play::{AgentKind, Battle, BattleRequest, i18n as spoken};
use grognard_suite as suite;
use grognard_suite::CaseOutcome;
use std::path::{Path, PathBuf};

/// The number of games played with each pack in every run.
const GAMES: u64 = 3;

const SHIPPED: &str = env!("CARGO_MANIFEST_DIR");

/// The ids of the shipped packs of some kinds.
fn shipped(kinds: &[Kind]) -> Vec<String> {
    let library = Library::open(&[PathBuf::from(SHIPPED)]);
    let packs = library.packs().iter().filter(|pack| kinds.contains(&pack.manifest.kind));
    let found: Vec<String> = packs.map(|pack| pack.id().to_owned()).collect();
    assert!(found.len() >= 4, "{found:?}");
    found
}

/// The requested number of games.
fn wished() -> Option<u64> {
    std::env::var("GROGNARD_GAMES").ok().and_then(|games| games.parse().ok())
}

/// A folder of packs made with `new`.
struct NewPacks {
    shell: Shell,
    wrong: Vec<String>,
}

impl NewPacks {
    fn new() -> NewPacks {
        NewPacks { shell: Shell::empty(&[SHIPPED]), wrong: Vec::new() }
    }

    fn roots(&self) -> Vec<PathBuf> {
        vec![self.shell.path(""), PathBuf::from(SHIPPED)]
    }

    /// Runs a command that must succeed.
    fn run(&mut self, line: &str) -> bool {
        let output = self.shell.output(line, "");
        let good = output.status.success();
        if !good {
            let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
            self.wrong.push(format!("$ grognard {line}\n{out}{err}"));
        }
        good
    }

    /// Runs the tests of a new pack, which must have at least one.
    fn test(&mut self, file: &str) {
        let report = suite::run_text(&self.roots(), file, &self.shell.read(file));
        let failed = report.cases.iter().filter_map(|case| match &case.outcome {
            CaseOutcome::Failed(problems) => Some(grognard_packs::render(problems, false)),
            CaseOutcome::Passed | CaseOutcome::NotRun => None,
        });
        if report.cases.is_empty() || !report.is_good() {
            let problems = grognard_packs::render(&report.problems, false);
            self.wrong.push(format!("{file} {}\n{problems}{}", report.count(), failed.collect::<String>()));
        }
    }

    /// Plays random games to their end.
    fn play(&mut self, scenario: &str, mods: &[&str]) {
        let games = wished().unwrap_or(GAMES);
        let mods: Vec<String> = mods.iter().map(|id| (*id).to_owned()).collect();
        let request =
            BattleRequest { roots: self.roots(), scenario: scenario.to_owned(), mods, ..BattleRequest::default() };
        let played =
            Battle::load(request).map_err(|errors| grognard_packs::render(&errors, false)).and_then(|battle| {
                let players = vec![AgentKind::Random; battle.content.sides.len()];
                let plan = SimPlan { games, seed: 1, players, service: Service::BARE };
                sim::run(&battle, &plan, || {}).map_err(|error| error.to_string())
            });
        match played {
            Ok(results) => assert_eq!(results.len() as u64, games),
            Err(error) => self.wrong.push(format!("{scenario} {error}")),
        }
    }

    /// Checks all packs, including warnings. The command checks the types of scripts, which takes long.
    fn check(&mut self, typed: &[String]) {
        if wished().is_some() {
            self.run("check --strict .");
        } else if !typed.is_empty() {
            self.run(&format!("check --strict {}", typed.join(" ")));
        }
        let (roots, own) = (self.roots(), self.shell.path(""));
        let library = Library::open(&roots);
        let mut checker = PackChecker::new(&library, &roots, &|_| Vec::new(), spoken::own_texts());
        let made: Vec<_> = library.packs().iter().filter(|pack| pack.folder.path().starts_with(&own)).collect();
        assert!(!made.is_empty());
        made.iter().for_each(|pack| checker.pack(pack));
        let found = checker.finish().diagnostics;
        if !found.is_empty() {
            self.wrong.push(grognard_packs::render(&found, false));
        }
    }

    fn finish(self) {
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n\n"));
    }
}

/// The part of an id after its namespace.
fn short(id: &str) -> &str {
    id.rsplit('.').next().unwrap_or(id)
}

/// The scenarios of a system; for a scenario, just itself.
fn battles(id: &str) -> Vec<String> {
    let library = Library::open(&[PathBuf::from(SHIPPED)]);
    let all =
        library.scenarios().filter(|scenario| scenario.id() == id || scenario.manifest.system.as_deref() == Some(id));
    all.map(|scenario| scenario.id().to_owned()).collect()
}

#[test]
fn a_mod_for_every_scenario_and_every_system() {
    let mut made = NewPacks::new();
    for target in shipped(&[Kind::Scenario, Kind::System]) {
        let name = format!("mod-{}", short(&target));
        if made.run(&format!("new mod {name} --for {target}")) {
            made.test(&format!("mods/{name}/tests/mod.md"));
            made.play(&battles(&target)[0], &[&format!("me.{name}")]);
        }
    }
    let firsts = shipped(&[Kind::System]).into_iter().filter_map(|system| battles(&system).into_iter().next());
    made.check(&firsts.map(|battle| format!("mods/mod-{}", short(&battle))).collect::<Vec<_>>());
    made.finish();
}

#[test]
fn a_battle_for_every_system() {
    let mut made = NewPacks::new();
    for system in shipped(&[Kind::System]) {
        let name = format!("new-{}", short(&system));
        if made.run(&format!("new battle {name} --system {system}")) {
            made.test(&format!("scenarios/{name}/tests/battle.md"));
            made.play(&format!("me.{name}"), &[]);
        }
    }
    made.check(&["scenarios".to_owned()]);
    made.finish();
}

#[test]
fn a_cosmetic_pack_for_every_scenario_and_every_system() {
    let mut made = NewPacks::new();
    for target in shipped(&[Kind::Scenario, Kind::System]) {
        let name = format!("look-{}", short(&target));
        if made.run(&format!("new cosmetic {name} --for {target}")) {
            made.test(&format!("mods/{name}/tests/cosmetic.md"));
        }
    }
    made.check(&[]);
    made.finish();
}

#[test]
fn a_translation_for_every_scenario_and_every_system() {
    let mut made = NewPacks::new();
    for target in shipped(&[Kind::Scenario, Kind::System]) {
        made.run(&format!("new translation {}-pl --for {target} --lang pl", short(&target)));
    }
    made.check(&[]);
    made.finish();
}

/// The log and the final state of a game with these mods.
fn log_of(roots: Vec<PathBuf>, mods: &[&str]) -> Vec<String> {
    let mods = mods.iter().map(|id| (*id).to_owned()).collect();
    let request = BattleRequest { roots, scenario: "battle-for-moscow".into(), mods, ..BattleRequest::default() };
    let battle = Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
    let plan =
        SimPlan { games: 1, seed: 7, players: vec![AgentKind::Random, AgentKind::Random], service: Service::FULL };
    let over = sim::play_to_the_end(&battle, &mut battle.host().unwrap(), &plan, 7).unwrap();
    over.table.events().iter().map(|event| format!("{} {}", event.rule, event.describe(&battle.content))).collect()
}

/// Comparisons of variants count log lines: the rule of a new mod must not add any.
#[test]
fn the_rule_of_a_new_mod_leaves_no_trace_in_results() {
    let mut made = NewPacks::new();
    assert!(made.run("new mod plain --for battle-for-moscow"), "{:?}", made.wrong);
    std::fs::remove_file(made.shell.path("mods/plain/patches/first.toml")).unwrap();
    let log = log_of(vec![Path::new(SHIPPED).to_owned()], &[]);
    assert!(log.len() > 20);
    assert_eq!(log_of(made.roots(), &["me.plain"]), log);
}

/// The texts of starters say that they are examples, and what they do.
#[test]
fn the_texts_of_starters_are_neutral() {
    let mut made = NewPacks::new();
    for target in shipped(&[Kind::Scenario, Kind::System]) {
        let name = format!("mod-{}", short(&target));
        assert!(made.run(&format!("new mod {name} --for {target}")), "{:?}", made.wrong);
        let summary = |file: &str, key: &str| {
            let text = made.shell.read(&format!("mods/{name}/{file}"));
            let line = text.lines().find(|line| line.starts_with(key)).unwrap_or_default().to_owned();
            line.split('"').nth(1).unwrap_or_default().to_owned()
        };
        for said in [summary("pack.toml", "summary"), summary("patches/first.toml", "why")] {
            assert!(said.starts_with("Example change: raises "), "{target}: {said}");
        }
    }
}
