//! Budgets for the calls from scripts into the engine, on which most of the time of a game depends. Unlike times and
//! instructions, the calls of a seeded game are the same on every machine.

use grognard_engine::table::Service;
use grognard_lab::profile::Profile;
use grognard_lab::sim::SimPlan;
use grognard_play::{AgentKind, Battle, BattleRequest, CancelToken};
use std::path::Path;

/// The most calls per decision in two random games of each battle. A rule that needs more should ask the engine for a
/// whole set at once; if that is not possible, raise the budget.
const BUDGETS: [(&str, u64); 6] = [
    ("battle-for-moscow", 5),
    ("moskva-1941", 26),
    ("rostov-1941", 36),
    ("moscow-41", 190),
    ("stalingrad-september", 275),
    ("d2b-1941", 500),
];

#[test]
fn a_decision_takes_few_calls_into_the_engine() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (scenario, most) in BUDGETS {
        let request =
            BattleRequest { roots: vec![root.clone()], scenario: scenario.into(), ..BattleRequest::default() };
        let battle =
            Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
        let players = vec![AgentKind::Random; battle.content.sides.len()];
        let plan = SimPlan { games: 2, seed: 1, players, service: Service::BARE };
        let profile = Profile::take(&battle, &plan, &CancelToken::new(), |_| ()).expect("a profile");
        let (calls, decisions) = (profile.scripts.crossings, profile.decisions);
        assert!(decisions > 0 && calls <= most * decisions, "{scenario}: {calls} calls for {decisions} decisions");
        assert!(calls * 3 >= most * decisions * 2, "{scenario}: the budget is no longer tight; lower it");
    }
}
