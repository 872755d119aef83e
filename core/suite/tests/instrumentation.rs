//! Profiles and coverage of real games: they do not affect the games, and their figures are correct.

use grognard_engine::table::Service;
use grognard_lab::profile::Profile;
use grognard_lab::sim::{self, GameResult, SimPlan};
use grognard_play::{AgentKind, Battle, BattleRequest, CancelToken};
use grognard_suite::line_coverage::{FileCoverage, LineCoverage};
use std::path::{Path, PathBuf};

fn roots() -> Vec<PathBuf> {
    vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")]
}

fn battle(mods: &[&str]) -> Battle {
    let mods = mods.iter().map(|id| (*id).to_owned()).collect();
    let request =
        BattleRequest { roots: roots(), scenario: "battle-for-moscow".into(), mods, ..BattleRequest::default() };
    Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)))
}

fn plan(battle: &Battle, games: u64, first: AgentKind) -> SimPlan {
    let mut players = vec![AgentKind::Random; battle.content.sides.len()];
    players[0] = first;
    SimPlan { games, seed: 3, players, service: Service::BARE }
}

fn plain(battle: &Battle, plan: &SimPlan) -> Vec<GameResult> {
    let mut host = battle.host().expect("a host");
    (0..plan.games).map(|game| sim::play(battle, &mut host, plan, plan.seed + game).expect("a game")).collect()
}

#[test]
fn games_go_as_they_always_do_while_somebody_notes_what_they_cost() {
    let battle = battle(&[]);
    for (games, first) in [(5, AgentKind::Random), (1, AgentKind::Greedy)] {
        let plan = plan(&battle, games, first);
        let profile = Profile::take(&battle, &plan, &CancelToken::new(), |_| ()).expect("a profile");
        assert_eq!(profile.results, plain(&battle, &plan), "{}", first.name());
        // All costs of scripts are costs of a function, except for entry and exit.
        let own: u64 = profile.functions.iter().map(|function| function.cost.own.crossings).sum();
        assert_eq!(own, profile.scripts.crossings);
        assert!(profile.scripts.nanoseconds <= profile.nanoseconds);
        let column = profile
            .functions
            .iter()
            .find(|function| function.cost.name.as_deref() == Some("combat.column"))
            .expect("a rule");
        assert!(
            column.paragraphs.contains(&"9.2".to_owned())
                && column.cost.calls > 0
                && column.pack.contains("battle-for-moscow")
        );
        assert!(column.cost.own.nanoseconds < column.cost.total.nanoseconds, "it asks other rules");
    }
}

#[test]
fn calls_are_as_many_as_a_host_counts_that_only_counts() {
    let battle = battle(&[]);
    let plan = plan(&battle, 4, AgentKind::Random);
    let profile = Profile::take(&battle, &plan, &CancelToken::new(), |_| ()).expect("a profile");
    let mut host = battle.noting_host(grognard_script::Instrumentation::Calls).expect("a host");
    (0..plan.games).for_each(|game| drop(sim::play(&battle, &mut host, &plan, plan.seed + game).expect("a game")));
    for (rule, calls) in host.calls().into_iter().filter(|(_, calls)| *calls > 0) {
        let found = profile
            .functions
            .iter()
            .find(|function| function.cost.name.as_deref() == Some(rule))
            .map(|found| found.cost.calls);
        assert_eq!(found, Some(calls), "{rule}");
    }
}

fn file<'a>(files: &'a [FileCoverage], end: &str) -> &'a FileCoverage {
    files.iter().find(|file| file.file.ends_with(end)).unwrap_or_else(|| panic!("{end}"))
}

#[test]
fn what_games_never_run_is_told_and_cases_take_from_it() {
    let battle = battle(&["battle-for-moscow-1986"]);
    let mut lines = LineCoverage::new(&battle);
    assert_eq!(lines.play(&plan(&battle, 20, AgentKind::Random), &CancelToken::new(), |_| ()).expect("games"), 20);
    let before = lines.files();
    // Code that serves only human players is never run by random ones; the mod's own file is included.
    let combat = file(&before, "battle-for-moscow/combat.luau");
    let never = |file: &FileCoverage, rule: &str| {
        file.never.iter().any(|stretch| stretch.never_called && stretch.function.as_deref() == Some(rule))
    };
    assert!(never(combat, "combat.odds_at") && !never(combat, "combat.column"));
    assert!(before.iter().any(|file| file.pack == "grognard.battle-for-moscow-1986" && file.ran > 0));
    assert!(
        combat.ran < combat.lines
            && combat.never.iter().map(|stretch| stretch.lines).sum::<usize>() == combat.lines - combat.ran
    );
    let report = lines.cases(&roots());
    assert!(report.cases.len() > 100 && report.is_good(), "{report}");
    assert!(report.cases.iter().all(|case| !case.file.contains("stalingrad")));
    let after = lines.files();
    assert!(!never(file(&after, "battle-for-moscow/combat.luau"), "combat.odds_at"), "a case asks for odds");
    assert!(after.iter().zip(&before).all(|(after, before)| after.lines == before.lines && after.ran >= before.ran));
    let lcov = lines.lcov();
    let found = file(&after, "battle-for-moscow/combat.luau");
    let section = lcov.split("SF:").find(|section| section.lines().next() == Some(&found.file)).expect("the file");
    assert!(section.contains(&format!("LF:{}\nLH:{}\n", found.lines, found.ran)));
}
