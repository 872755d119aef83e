//! Replacements, reinforcement and communication.

use crate::common::{all, at, game, position, scattered, unit, units};
use grognard_reference_game::Choice::{Space, Stop, Unit};
use grognard_reference_game::tables::{BLACK_EDGE, NEIGHBOURS, NOWHERE, RED_EDGE, SPACES};
use grognard_reference_game::{Game, Offer, Phase, Position, Random, Recorder, ScriptedPlayer, Side, SpaceSet, Stage};

/// The offers of a replacement phase under a script.
fn offers(
    position: Position,
    phase: Phase,
    script: &[grognard_reference_game::Choice],
) -> (Vec<(String, Offer)>, Position) {
    let mut game = Game::from(position, Recorder::new(ScriptedPlayer::new(script, &[])));
    game.replacement(phase);
    let offer = |stage: &Stage| match stage {
        Stage::Decided { question, offer, .. } => Some((question.clone(), offer.clone())),
        Stage::Rolled(_) => None,
    };
    (game.player.stages.iter().filter_map(offer).collect(), game.position)
}

#[test]
fn a_unit_built_this_phase_is_not_restored_in_it_10_1() {
    let mut position = position(&[("VI", 101, 2)]);
    position.turn = 1;
    let script = [Unit(unit("3")), Space(at(1405))];
    let (offers, after) = offers(position, Phase::SovietReplacement, &script);
    let pool = Side::Soviet.units() & !1;
    assert_eq!(offers[0], ("Replace".into(), Offer::Units(pool)), "all but the 1st Shock Army, which waits (11.0)");
    assert_eq!(offers[2].1, Offer::Units(pool & !(1 << unit("3"))));
    assert_eq!(after.units[unit("3") as usize].steps, 1);
}

#[test]
fn moscow_takes_replacements_when_cut_off_but_not_other_cities_10_2() {
    let ring = [("VI", 1002, 2), ("XII", 1104, 2), ("XX", 1202, 2)];
    let position = position(&ring);
    let linked = position.linked(Side::Soviet);
    assert!(!linked.contains(at(1103)));
    assert!(position.building_sites(Side::Soviet, linked).contains(at(1103)));
    let mut garrison = position;
    garrison.place(unit("5"), at(1103), 1);
    let (offers, _) = offers(garrison, Phase::SovietReplacement, &[]);
    let Offer::Units(offered) = &offers[0].1 else { panic!("units are offered") };
    assert_eq!(offered & units(&["5"]), units(&["5"]), "and the garrison may be restored");
}

#[test]
fn a_line_ends_at_zones_of_control_but_may_start_in_one_10_0() {
    // A wall of corps down column 08 with zones on both sides.
    let wall: Vec<(&str, u16, u8)> = ["VI", "XII", "XX", "V", "XIII"]
        .into_iter()
        .zip([801, 803, 805, 807, 809])
        .map(|(name, at)| (name, at, 2))
        .collect();
    let position = position(&wall);
    let linked = position.linked(Side::Soviet);
    assert!(
        linked.contains(at(1003)) && linked.contains(at(902)),
        "the zone's rim counts for a unit that stands there"
    );
    assert!(!linked.contains(at(702)) && !linked.contains(at(603)));
    assert!(linked.contains(at(1410)));
}

#[test]
fn edge_spaces_in_a_zone_of_control_take_armies_but_not_the_1st_shock_10_2_11_0() {
    let mut position = position(&[("VI", 1403, 2)]);
    position.turn = 4;
    let sites = position.building_sites(Side::Soviet, position.linked(Side::Soviet));
    assert!(sites.contains(at(1404)) && !sites.contains(at(1403)));
    let (offers, after) = offers(position, Phase::SovietReplacement, &[Space(at(1410)), Stop]);
    let Offer::Spaces(spaces) = &offers[0].1 else { panic!("spaces are offered") };
    assert_eq!(*spaces, RED_EDGE.without(all(&[1402, 1403, 1404])));
    assert_eq!((after.units[0].steps, after.shock_waits), (2, false));
}

#[test]
fn the_1st_shock_may_enter_later_and_is_rebuilt_like_any_army_11_0() {
    let mut position = position(&[("VI", 101, 2)]);
    position.turn = 5;
    let (asked, after) = offers(position, Phase::SovietReplacement, &[Stop, Stop]);
    assert_eq!((asked[0].0.as_str(), after.shock_waits), ("Enter", true));
    let mut later = after;
    later.place(0, at(1103), 2);
    later.shock_waits = false;
    later.eliminate(0);
    let (asked, after) = offers(later, Phase::SovietReplacement, &[Unit(0), Space(at(1103)), Stop]);
    assert_eq!(asked[0].0, "Replace");
    assert_eq!(after.units[0].steps, 1);
}

#[test]
fn germans_need_their_own_edge_and_moscow_is_nothing_special_10_3() {
    let mut position = position(&[("XXIV", 1103, 1), ("VI", 203, 1), ("3", 303, 1), ("5", 1003, 1)]);
    position.turn = 2;
    position.take(at(603), Side::German);
    let linked = position.linked(Side::German);
    assert!(linked.contains(at(203)), "a unit's own space may be controlled");
    assert!(position.building_sites(Side::German, linked).contains(at(307)));
    let (asked, after) = offers(position, Phase::GermanReplacement, &[Unit(unit("VI"))]);
    let Offer::Units(offered) = &asked[0].1 else { panic!("units are offered") };
    assert_eq!(offered & units(&["XXIV", "VI"]), units(&["XXIV", "VI"]));
    assert_eq!((asked.len(), after.units[unit("VI") as usize].steps), (1, 2), "one point a turn");
}

#[test]
fn nothing_to_offer_ends_the_phase_unasked() {
    let mut game = game(Position::START, &[], &[]);
    game.position.turn = 1;
    game.replacement(Phase::GermanReplacement);
    assert_eq!(game.decisions, 0);
}

/// Whether a line runs from a space to the edge, searched space by space.
fn walks_to(position: &Position, start: u8, side: Side, edge: SpaceSet) -> bool {
    let enemy = side.other();
    let closed = position.occupied[enemy as usize] | position.zone(enemy);
    let mut seen = SpaceSet::one(start);
    let mut open = vec![start];
    while let Some(space) = open.pop() {
        if edge.contains(space) {
            return true;
        }
        for &next in NEIGHBOURS[space as usize].iter().filter(|&&next| next != NOWHERE) {
            if !seen.contains(next) && !closed.contains(next) {
                seen.insert(next);
                open.push(next);
            }
        }
    }
    false
}

#[test]
fn communication_is_what_walking_finds_10_0() {
    let mut random = Random::new(6);
    for _ in 0..1_000 {
        let position = scattered(&mut random);
        for (side, edge) in [(Side::Soviet, RED_EDGE), (Side::German, BLACK_EDGE)] {
            let linked = position.linked(side);
            for space in (0..SPACES as u8).filter(|&space| !position.occupied[side.other() as usize].contains(space)) {
                assert_eq!(linked.contains(space), walks_to(&position, space, side, edge), "{position:?} {space}");
            }
        }
    }
}
