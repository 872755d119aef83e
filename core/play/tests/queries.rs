//! Tests of information during a decision: layers over the map, forecasts of battles, costs of reachable spaces. They
//! are checked in random games against the results for each space separately.

use grognard_engine::catalogue::ENGLISH;
use grognard_engine::decision::{Choice, Pending};
use grognard_engine::game::{Game, Status};
use grognard_engine::ids::{Id, SideId, SpaceId, UnitId};
use grognard_engine::table::{QuickPlayer, Service};
use grognard_play::{Battle, BattleRequest, Layer, Random, Seat, Session, SessionError};
use grognard_script::{Host, Item, Pause};
use std::collections::BTreeSet;
use std::path::Path;

fn battle(scenario: &str) -> Battle {
    let roots = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")];
    let request = BattleRequest { roots, scenario: scenario.into(), ..BattleRequest::default() };
    Battle::load(request).unwrap_or_else(|problems| panic!("{}", grognard_packs::render(&problems, false)))
}

/// Plays a random game and inspects it before every decision.
fn play(battle: &Battle, seed: u64, decisions: usize, mut look: impl FnMut(&mut Session, &Pending)) {
    let mut session = Session::new(battle.clone(), seed, vec![Seat::Person, Seat::Person]).expect("a session");
    let mut numbers = Random::new(seed);
    for _ in 0..decisions {
        if session.settle().expect("rules that work") == Status::Over {
            return;
        }
        let pending = session.game.table.pending().expect("a question").clone();
        look(&mut session, &pending);
        let answer = numbers.answer(&pending.decision());
        session.answer(pending.side, answer).expect("an answer that was offered");
    }
}

/// Returns a game that differs only in the identities of blocks hidden from a side.
fn otherwise(session: &Session, host: &mut Host, viewer: SideId) -> Option<Game<Pause>> {
    let (other, exchange) = session.game.imagined(host, viewer, 99)?;
    let state = session.game.table.state.with_exchange(&session.battle.content, &exchange);
    state.saved().is_but_for_tokens(other.table.state.saved()).then_some(other)
}

fn sides(session: &Session) -> Vec<SideId> {
    session.battle.content.sides.iter().map(|(side, _)| side).collect()
}

fn key(session: &Session, pending: &Pending) -> String {
    session.game.table.questions[pending.question.index()].key.to_string()
}

fn units_of(session: &Session, side: SideId) -> Vec<(UnitId, SpaceId)> {
    let units = session.battle.content.units.iter().enumerate().filter(|(_, unit)| unit.side == side);
    units
        .filter_map(|(at, _)| {
            Some((UnitId::from_index(at), session.game.table.state.unit(UnitId::from_index(at)).place?))
        })
        .collect()
}

fn neighbours(session: &Session, spaces: impl IntoIterator<Item = SpaceId>) -> BTreeSet<SpaceId> {
    let map = &session.battle.content.map;
    spaces.into_iter().flat_map(|space| map.links(space).iter().map(|link| link.to)).collect()
}

/// Every layer of every system can be shown to everybody, in the order of the file.
#[test]
fn layers_are_those_of_the_system() {
    let names =
        |scenario: &str| battle(scenario).system.layers.iter().map(|layer| layer.name.clone()).collect::<Vec<_>>();
    assert_eq!(names("battle-for-moscow"), ["zones-of-control", "communication", "cut-off"]);
    assert_eq!(names("moskva-1941"), ["zones-of-control", "supply", "lines", "sources", "cut-off"]);
    assert_eq!(names("moscow-41"), ["control", "contested", "supply", "cut-off", "command", "air"]);
    let mut session =
        Session::new(battle("battle-for-moscow"), 1, vec![Seat::Person, Seat::Person]).expect("a session");
    let error = session.layer(None, "weather", SideId(0)).expect_err("there is none");
    assert!(matches!(error, SessionError::Refused(refusal) if refusal.reason == "there is no layer called `weather`"));
}

#[test]
fn zones_and_communication_of_battle_for_moscow() {
    let mut cut_off = 0;
    play(&battle("battle-for-moscow"), 3, 300, |session, pending| {
        for side in sides(session) {
            let units = units_of(session, side);
            let zone = session.layer(Some(pending.side), "zones-of-control", side).expect("a layer");
            assert_eq!(zone.spaces, neighbours(session, units.iter().map(|(_, space)| *space)));
            let linked = session.layer(None, "communication", side).expect("a layer").spaces;
            let cut = session.layer(None, "cut-off", side).expect("a layer").units;
            let expected: BTreeSet<UnitId> =
                units.iter().filter(|(_, space)| !linked.contains(space)).map(|(unit, _)| *unit).collect();
            cut_off += expected.len();
            assert_eq!(cut, expected);
        }
    });
    assert!(cut_off > 0, "some unit was cut off at some time");
}

#[test]
fn lines_of_supply_of_moskva_1941() {
    let (mut lines, mut cut_off, mut count) = (0, 0, 0);
    play(&battle("moskva-1941"), 5, 1500, |session, pending| {
        count += 1;
        if count % 50 > 0 {
            return;
        }
        for side in sides(session) {
            let mut layer = |name: &str| session.layer(Some(pending.side), name, side).expect("a layer");
            let (ways, sources, supply, cut) =
                (layer("lines").ways, layer("sources").spaces, layer("supply").spaces, layer("cut-off").units);
            let ends: BTreeSet<SpaceId> = ways.iter().filter_map(|way| way.last().copied()).collect();
            for way in &ways {
                assert!(way.first().is_some_and(|first| sources.contains(first)), "a path begins at a source");
                assert!(
                    way.windows(2).all(|step| session.battle.content.map.link(step[0], step[1]).is_some()),
                    "step by step"
                );
                assert!(way.iter().all(|space| supply.contains(space)));
            }
            for (unit, space) in units_of(session, side) {
                assert_eq!(
                    ends.contains(&space),
                    !cut.contains(&unit),
                    "a path leads to each unit that is not cut off"
                );
            }
            (lines, cut_off) = (lines + ways.len(), cut_off + cut.len());
        }
    });
    assert!(lines > 50 && cut_off > 0, "{lines} lines, {cut_off} cut off");
}

#[test]
fn layers_of_moscow_41_tell_nothing_hidden() {
    let battle = battle("moscow-41-dnieper");
    let mut host = battle.host().expect("a host");
    let (mut refused, mut told_all, mut compared, mut count) = (0, 0, 0, 0);
    for seed in 0..8 {
        play(&battle, seed, 300, |session, pending| {
            count += 1;
            if count % 13 > 0 {
                return;
            }
            let names: Vec<String> = session.battle.system.layers.iter().map(|layer| layer.name.clone()).collect();
            let all = |session: &mut Session| -> Vec<Option<Layer>> {
                let each = names.iter().flat_map(|name| [SideId(0), SideId(1)].map(|side| (name, side)));
                each.map(|(name, side)| session.layer(Some(pending.side), name, side).ok()).collect()
            };
            let owners =
                session.layer(Some(pending.side), "control", pending.side).expect("what everybody sees").spaces;
            let state = &session.game.table.state;
            assert!(owners.iter().all(|space| state.owner(*space) == Some(pending.side)) && !owners.is_empty());
            let told = all(session);
            refused += told.iter().filter(|layer| layer.is_none()).count();
            let hidden = |unit: &UnitId| !session.game.table.knows(Some(pending.side), *unit);
            assert!(!told.iter().flatten().flat_map(|layer| &layer.units).any(hidden), "a hidden block is named");
            let Some(other) = otherwise(session, &mut host, pending.side) else { return };
            (compared, told_all) = (compared + 1, told_all + told.len());
            let game = std::mem::replace(&mut session.game, other);
            assert_eq!(all(session), told, "hidden blocks were replaced by others");
            session.game = game;
        });
    }
    assert!(
        refused > 0 && refused * 4 < told_all && compared > 10,
        "{refused} of {told_all} refused, {compared} compared"
    );
}

/// The score, layers and forecasts are shown or refused; their rules never fail.
#[test]
fn no_information_fails() {
    let (mut told, mut asked) = (0, 0);
    for scenario in ["battle-for-moscow", "moskva-1941", "moscow-41-dnieper", "stalingrad-september", "vendee-1793"] {
        let battle = battle(scenario);
        let layers: Vec<String> = battle.system.layers.iter().map(|layer| layer.name.clone()).collect();
        let mut count = 0;
        play(&battle, 11, 900, |session, pending| {
            count += 1;
            if count % 45 > 0 {
                return;
            }
            let mut check = |found: Result<usize, SessionError>| match found {
                Err(SessionError::Broken(all)) => panic!("{scenario}: {}", grognard_packs::render(&all, false)),
                found => (told, asked) = (told + found.map_or(0, |lines| lines.min(1)), asked + 1),
            };
            for viewer in [None, Some(pending.side)] {
                check(session.score(viewer).map(|lines| lines.len()));
                for side in sides(session) {
                    layers.iter().for_each(|name| check(session.layer(viewer, name, side).map(|_| 1)));
                }
            }
            let enemies = sides(session).into_iter().filter(|side| *side != pending.side);
            let spaces: BTreeSet<SpaceId> =
                enemies.flat_map(|side| units_of(session, side)).map(|(_, at)| at).collect();
            for space in spaces.into_iter().take(12) {
                check(session.forecasts(Some(pending.side), space, None, &ENGLISH).map(|lines| lines.len()));
            }
        });
    }
    assert!(told > asked / 4, "{told} of {asked} questions were answered");
}

/// If the rule fails that fights a battle, its error takes the place of the forecast, also where games are imagined.
#[test]
fn a_battle_rule_that_fails_is_reported() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("mods/failing");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (scenario, system, rule) in [
        ("battle-for-moscow", "grognard.battle-for-moscow-system", "combat.fight_at"),
        ("moscow-41-dnieper", "grognard.moscow-41-system", "odds.fight"),
    ] {
        let pack = format!(
            "format = 1\nid = \"test.failing\"\nversion = \"1.0.0\"\nkind = \"mod\"\nname = \"Failing\"\n\
             api = \"*\"\n\n[requires]\n\"{system}\" = \"*\"\n"
        );
        let rules = format!("--!strict\nreplace(\"{rule}\", function()\n\terror(\"no battle\")\nend)\n");
        std::fs::write(folder.join("pack.toml"), pack).expect("a file");
        std::fs::write(folder.join("rules.luau"), rules).expect("a file");
        let roots = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), root.path().to_owned()];
        let request = BattleRequest {
            roots,
            scenario: scenario.into(),
            mods: vec!["failing".into()],
            ..BattleRequest::default()
        };
        let battle =
            Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
        let mut reported = 0;
        play(&battle, 3, 300, |session, pending| {
            let enemies = sides(session).into_iter().filter(|side| *side != pending.side);
            let spaces: BTreeSet<SpaceId> =
                enemies.flat_map(|side| units_of(session, side)).map(|(_, at)| at).collect();
            for space in spaces.into_iter().take(if reported > 0 { 0 } else { 20 }) {
                if let Err(SessionError::Broken(all)) = session.forecasts(Some(pending.side), space, None, &ENGLISH) {
                    assert!(all[0].file.ends_with("failing/rules.luau") && all[0].line == 3, "{all:?}");
                    reported += 1;
                }
            }
        });
        assert!(reported > 0, "{scenario}");
    }
}

/// Spectators receive nothing that could depend on a hidden block.
#[test]
fn spectators_are_told_nothing_while_blocks_hide() {
    let mut refused = 0;
    play(&battle("moscow-41-dnieper"), 1, 40, |session, pending| {
        if session.game.table.keeps_secrets_from(None) {
            let error = session.layer(None, "supply", pending.side).expect_err("it is refused");
            assert!(matches!(error, SessionError::Refused(_)));
            assert!(session.forecasts(None, SpaceId(0), None, &ENGLISH).is_err());
            refused += 1;
        }
    });
    assert!(refused > 0);
}

/// The forecast lines of a battle are among those of a viewer with full information, and do not depend on the positions
/// of hidden units.
#[test]
fn of_a_battle_with_hidden_blocks_the_attacker_reads_what_he_knows() {
    let battle = battle("moscow-41-dnieper");
    let mut host = battle.host().expect("a host");
    let (mut partial, mut seen) = (0, 0);
    for seed in 0..8 {
        play(&battle, seed, 400, |session, pending| {
            if !key(session, pending).starts_with("combat.m") {
                return;
            }
            for space in pending
                .options
                .iter()
                .filter_map(|choice| if let Choice::Space(space) = choice { Some(*space) } else { None })
            {
                let told = session
                    .forecasts(Some(pending.side), space, None, &ENGLISH)
                    .expect("the attacker knows their own dice");
                let all = host
                    .look("odds.at", vec![Item::Choice(Choice::Space(space))], &mut session.game.table)
                    .expect("a rule that works");
                let Item::List(all) = all else { panic!("{}", all.kind()) };
                let real: Vec<&str> = all
                    .iter()
                    .filter_map(
                        |line| if let Item::Prospect(line) = line { Some(line.told.reason.as_str()) } else { None },
                    )
                    .collect();
                assert!(told[0].line.starts_with("Attack hits ") && told[0].rule.as_deref() == Some("10.12.5"));
                let of = told[0].outcomes.first().map(|chance| chance.of);
                assert_eq!(
                    Some(told[0].outcomes.iter().map(|chance| chance.weight).sum::<u64>()),
                    of,
                    "the chances add up to one"
                );
                let rest = told.last().is_some_and(|line| line.line == "The rest depends on units you cannot see.");
                let lines = &told[..told.len() - usize::from(rest)];
                // The outcomes of the whole battle have no paragraph, because they do not come from the odds rule.
                let of_the_rule = || lines.iter().filter(|line| line.rule.is_some());
                assert!(of_the_rule().all(|line| real.contains(&line.line.as_str())), "{lines:?} {real:?}");
                (partial, seen) = (partial + u32::from(rest), seen + 1);
                let Some(other) = otherwise(session, &mut host, pending.side) else { continue };
                let game = std::mem::replace(&mut session.game, other);
                assert_eq!(session.forecasts(Some(pending.side), space, None, &ENGLISH).expect("the same"), told);
                session.game = game;
            }
        });
    }
    assert!(partial > 0 && seen > 5, "{partial} of {seen} battles had partial forecasts");
}

#[test]
fn every_modifier_says_paragraph_and_reason_and_chances_are_whole() {
    for (scenario, decisions) in [("battle-for-moscow", 400), ("moskva-1941", 1500)] {
        let battle = battle(scenario);
        let paragraphs: BTreeSet<String> =
            battle.system.paragraphs.iter().map(|paragraph| paragraph.number.clone()).collect();
        let (mut moved, mut told) = (0, 0);
        play(&battle, 4, decisions, |session, pending| {
            if !key(session, pending).contains("target") {
                return;
            }
            let place = |choice: &Choice| match choice {
                Choice::Unit(unit) => session.game.table.state.unit(*unit).place,
                Choice::Space(space) => Some(*space),
                _ => None,
            };
            let spaces: BTreeSet<SpaceId> = pending.options.iter().filter_map(place).collect();
            for space in spaces {
                for forecast in session.forecasts(Some(pending.side), space, None, &ENGLISH).unwrap_or_default() {
                    told += 1;
                    moved += forecast.modifiers.len();
                    assert!(
                        forecast
                            .modifiers
                            .iter()
                            .all(|modifier| paragraphs.contains(&*modifier.rule) && !modifier.reason.is_empty())
                    );
                    assert!(
                        matches!(forecast.strengths.len(), 0 | 2),
                        "the line of the column, or the outcomes of the whole battle"
                    );
                    let sum: u64 = forecast.outcomes.iter().map(|chance| chance.weight).sum();
                    assert!(
                        forecast.note.is_some() || forecast.outcomes.iter().all(|chance| chance.of == sum) && sum > 0,
                        "{forecast:?}"
                    );
                }
            }
        });
        assert!(told > 20 && moved > 5, "{scenario}: {told} forecasts, {moved} modifiers");
    }
}

/// The cost of the next space depends on the terrain. A copy that replays the phase gives the same costs; without a
/// reader there are none.
#[test]
fn goals_of_a_march_tell_what_they_cost() {
    let battle = battle("battle-for-moscow");
    let mut host = battle.host().expect("a host");
    let (mut told, mut halves) = (0, 0);
    play(&battle, 6, 200, |session, pending| {
        if key(session, pending) != "movement.goal" {
            assert!(pending.costs.is_empty(), "only a reach has costs");
            return;
        }
        assert_eq!(pending.costs.len(), pending.options.len());
        let Some(Choice::Unit(unit)) = pending.context.first() else { panic!("a unit moves") };
        let from = session.game.table.state.unit(*unit).place.expect("a place");
        let map = &session.battle.content.map;
        let phase =
            session.battle.content.sequence.phase(session.game.table.state.cursor()).expect("a phase").name.clone();
        for (choice, cost) in pending.options.iter().zip(&pending.costs) {
            let Choice::Space(space) = choice else { panic!("a space is offered") };
            let [cost, most] = cost.expect("everything within reach has a cost");
            assert_eq!(cost, most, "one unit moves");
            assert_eq!(cost == 0, *space == from);
            if map.link(from, *space).is_some() && !phase.contains("rail") {
                let forest = map.terrains.name(map.terrain(*space)) == "forest";
                assert!(cost == 1 || forest && cost == 2, "{cost} to {}", map.label(*space));
                halves += usize::from(cost == 2);
            }
        }
        let view = session.view(Some(pending.side)).asked.expect("the question").costs;
        assert_eq!(view, pending.costs.iter().map(|cost| cost.map(|[cost, _]| cost.to_string())).collect::<Vec<_>>());
        for (service, expected) in [(Service::FULL, pending.costs.clone()), (Service::BARE, Vec::new())] {
            let mut copy = session.game.fork(0, service);
            copy.advance(&mut host).expect("rules that work");
            assert_eq!(copy.table.pending().map(|pending| pending.costs.clone()), Some(expected));
            assert_eq!(copy.table.hash(), session.game.table.hash());
        }
        told += 1;
    });
    assert!(told > 10 && halves > 0, "{told} {halves}");
}

/// Units of an area of Stalingrad that may go to the same place may have to pay differently for it.
#[test]
fn goals_of_a_group_tell_the_range_of_what_they_cost() {
    let battle = battle("stalingrad-september");
    let (mut told, mut ranges) = (0, 0);
    play(&battle, 5, 2000, |session, pending| {
        if !matches!(key(session, pending).as_str(), "orders.where" | "orders.next") {
            return;
        }
        told += pending.costs.iter().flatten().count();
        let wide = pending.costs.iter().flatten().find(|[least, most]| least < most);
        if let Some(&[least, most]) = wide {
            let costs = session.view(Some(pending.side)).asked.expect("the question").costs;
            assert!(costs.contains(&Some(format!("{least}–{most}"))), "{costs:?}");
            ranges += 1;
        }
    });
    assert!(told > 20 && ranges > 0, "{told} costs, {ranges} ranges");
}

#[test]
fn half_points_are_told_as_such() {
    let content = battle("moskva-1941").content;
    assert_eq!([0, 1, 2, 7].map(|cost| content.cost_in_words(cost)), ["0", "0.5", "1", "3.5"]);
    let mut told = 0;
    play(&battle("moskva-1941"), 1, 900, |session, pending| {
        if key(session, pending) == "movement.goal" {
            let costs = session.view(Some(pending.side)).asked.expect("the question").costs;
            told += costs.iter().flatten().filter(|cost| cost.ends_with(".5")).count();
        }
    });
    assert!(told > 0, "a road costs half a point");
}

#[test]
fn the_second_movement_shows_its_own_paragraph() {
    let moskva = battle("moskva-1941");
    let mut rules = BTreeSet::new();
    for seed in 1..4 {
        play(&moskva, seed, 400, |session, pending| {
            let table = &session.game.table;
            let phase = &table.content.sequence.phase(table.state.cursor()).expect("a phase").name;
            if key(session, pending) == "movement.unit" {
                rules.insert((phase.clone(), table.question_rule(pending).to_owned()));
            }
        });
    }
    let expected = |phase: &str, rule: &str| (phase.to_owned(), rule.to_owned());
    assert!(rules.contains(&expected("German movement", "F1")), "{rules:?}");
    assert!(rules.contains(&expected("German exploitation", "H2")), "{rules:?}");
    assert!(!rules.contains(&expected("German exploitation", "F1")), "{rules:?}");
}
