//! Combat: the rulebook's worked examples and every result of the table.

use crate::common::{at, game, position, unit, units};
use grognard_reference_game::Choice::{Index, Stop, Unit, Units};
use grognard_reference_game::{Phase, Position, Side};

fn column(position: &Position, defender: &str, attackers: &[&str]) -> i32 {
    let defender = unit(defender);
    let attackers = units(attackers);
    let from = position.directions(position.units[defender as usize].space, attackers);
    position.column(defender, attackers, from)
}

/// XXIV (12) and XXXIV (4) attack the reduced 1st Shock Army in Moscow.
fn before_moscow() -> Position {
    position(&[("1 Shock", 1103, 1), ("XXIV", 1003, 2), ("XXXIV", 1104, 2)])
}

/// An attack on a fortified army: 9 and 6 across the river, and 2 on its own bank.
fn before_the_fort() -> Position {
    position(&[("3", 503, 1), ("XLVII", 504, 2), ("XIII", 603, 2), ("XXXIV", 403, 1)])
}

#[test]
fn example_9_2_major_city_and_river_cost_a_column_each() {
    assert_eq!(column(&before_moscow(), "1 Shock", &["XXIV", "XXXIV"]), 1);
}

#[test]
fn example_9_0_fifteen_against_four_is_three_to_one_less_two() {
    assert_eq!(column(&before_the_fort(), "3", &["XLVII", "XIII"]), 1);
}

#[test]
fn example_9_0_one_attacker_on_the_near_bank_undoes_the_river() {
    assert_eq!(column(&before_the_fort(), "3", &["XLVII", "XIII", "XXXIV"]), 3);
}

#[test]
fn example_12_2_mud_halves_the_panzers_and_keeps_the_half() {
    let mut position = before_the_fort();
    position.turn = 3;
    assert_eq!(position.doubled_attack(units(&["XLVII", "XIII", "XXXIV"])), 25);
    assert_eq!(column(&position, "3", &["XLVII", "XIII", "XXXIV"]), 2);
}

#[test]
fn tula_is_fortified_and_a_major_city_for_one_column_9_2() {
    let position = position(&[("3", 1107, 1), ("XXIV", 1007, 2)]);
    assert_eq!(column(&position, "3", &["XXIV"]), 2);
}

#[test]
fn fortifications_help_germans_9_2() {
    let position = position(&[("XXXIV", 503, 1), ("3", 502, 2)]);
    assert_eq!(column(&position, "XXXIV", &["3"]), 3);
}

#[test]
fn odds_above_six_are_six_before_the_shifts_9_1() {
    let position = position(&[("XXXIV", 503, 1), ("3", 502, 2), ("5", 602, 2)]);
    assert_eq!(column(&position, "XXXIV", &["3", "5"]), 5);
}

#[test]
fn below_one_to_one_no_die_is_rolled_9_1() {
    let mut position = before_moscow();
    position.turn = 3;
    let attack = [Unit(unit("1 Shock")), Units(units(&["XXIV", "XXXIV"]))];
    let mut game = game(position.clone(), &attack, &[]);
    game.combat(Phase::GermanCombat);
    assert_eq!(game.position, Position { phase: Phase::GermanCombat, ..position });
}

/// An army in the open at 0606, with a reserve of choices for the Germans.
fn in_the_open(steps: u8) -> Position {
    position(&[("3", 606, steps), ("VI", 506, 2), ("XXXIV", 507, 2), ("XXIV", 605, 2)])
}

#[test]
fn exchange_goes_on_until_the_attackers_lost_as_much_ex() {
    let three = units(&["VI", "XXXIV", "XXIV"]);
    // 21 against 8 is 2:1, and 3 an exchange: the army loses 4, VI only 3, so another attacker must lose a step; then
    // the army retreats, with one path only.
    let script = [Unit(unit("3")), Units(three), Unit(unit("VI")), Unit(unit("XXXIV")), Unit(unit("XXIV"))];
    let mut game = game(in_the_open(2), &script, &[3]);
    game.combat(Phase::GermanCombat);
    let steps = |name| game.position.units[unit(name) as usize].steps;
    assert_eq!((steps("3"), steps("VI"), steps("XXXIV"), steps("XXIV")), (1, 1, 1, 2));
    assert_eq!(game.position.units[unit("XXIV") as usize].space, at(606));
    assert!(game.player.choices.is_empty());
}

#[test]
fn exchange_that_kills_the_defender_takes_its_reduced_strength_ex() {
    // 16 against 4 is 4:1, and 3 an exchange: the army dies; 12 - 6 pays for its 4.
    let attackers = units(&["XXXIV", "XXIV"]);
    let script = [Unit(unit("3")), Units(attackers), Unit(unit("XXIV")), Stop];
    let mut game = game(in_the_open(1), &script, &[3]);
    game.combat(Phase::GermanCombat);
    assert_eq!(game.position.on_map & 1 << unit("3"), 0);
    assert_eq!(game.position.units[unit("XXIV") as usize].steps, 1);
    assert_eq!(game.position.units[unit("XXXIV") as usize].steps, 2);
    assert_eq!(game.decisions, 4, "attackers, loss, advance, and no second target beside the first");
}

#[test]
fn the_attacker_chooses_his_loss_al() {
    let both = units(&["XXXIV", "VI"]);
    let mut game = game(in_the_open(2), &[Unit(unit("3")), Units(both), Unit(unit("VI"))], &[6]);
    game.combat(Phase::GermanCombat);
    assert_eq!(game.position.units[unit("VI") as usize].steps, 1);
    assert_eq!(game.position.units[unit("3") as usize].space, at(606));
}

#[test]
fn a_lone_attacker_that_dies_cannot_advance_al() {
    let position = position(&[("3", 606, 1), ("VII", 507, 2), ("IX", 506, 1)]);
    let mut game = game(position, &[Unit(unit("3")), Units(units(&["VII", "IX"])), Unit(unit("IX")), Stop], &[3]);
    game.combat(Phase::GermanCombat);
    assert_eq!(game.position.on_map, units(&["VII"]), "10:4, EX: 4 lost, IX gave 3, then VII 4");
    assert_eq!(game.position.reduced, units(&["VII"]));
}

#[test]
fn an_eliminated_defender_leaves_the_space_to_one_attacker_de() {
    let position = position(&[("3", 603, 1), ("XXIV", 602, 2), ("XLI", 503, 2)]);
    let script = [Unit(unit("3")), Units(units(&["XXIV", "XLI"])), Unit(unit("XLI"))];
    let mut game = game(position, &script, &[6]);
    game.combat(Phase::GermanCombat);
    assert_eq!(game.position.units[unit("XLI") as usize].space, at(603));
    assert!(game.position.owned[Side::German as usize].contains(at(603)), "Vyazma falls with it (10.0)");
}

#[test]
fn stubborn_defence_trades_the_retreat_for_a_step_dr() {
    let position = position(&[("1 Shock", 1103, 2), ("XXIV", 1003, 2), ("XLI", 1202, 2)]);
    let attack = [Unit(unit("1 Shock")), Units(units(&["XXIV", "XLI"])), Index(1)];
    let mut game = game(position, &attack, &[1]);
    game.combat(Phase::GermanCombat);
    assert_eq!((game.position.units[0].steps, game.position.units[0].space), (1, at(1103)));
    assert_eq!(game.decisions, 3, "no target beside the first, no retreat, no advance");
}

#[test]
fn stubborn_defence_does_not_meet_a_retreat_with_loss_dr() {
    // 36 against 5 is six to one, less a column: 2 is DRL, which a reduced unit does not survive.
    let position = position(&[("1 Shock", 1103, 1), ("XXIV", 1003, 2), ("XLI", 1202, 2), ("LVII", 1104, 2)]);
    let attack = [Unit(unit("1 Shock")), Units(units(&["XXIV", "XLI", "LVII"])), Stop];
    let mut game = game(position, &attack, &[2]);
    game.combat(Phase::GermanCombat);
    assert_eq!(game.position.on_map & 1, 0);
}

#[test]
fn the_defender_is_asked_for_its_defence_and_the_attacker_for_the_rest_dr() {
    use grognard_reference_game::Decision;
    let mut position = before_moscow();
    position.phase = Phase::GermanCombat;
    assert_eq!(Decision::Defence { unit: 0 }.side(&position), Side::Soviet);
    assert_eq!(Decision::Retreat { unit: 0, paths: &[] }.side(&position), Side::German);
}

#[test]
fn a_unit_attacks_once_and_battles_are_fought_in_the_chosen_order_9_0() {
    let position = position(&[("3", 505, 1), ("5", 507, 1), ("XXIV", 506, 2), ("XLI", 404, 2), ("XL", 607, 2)]);
    // XXIV is adjacent to both; if it attacks the first, only XL is left for the second.
    let script = [Unit(unit("3")), Units(units(&["XXIV", "XLI"])), Unit(unit("5")), Unit(unit("5")), Stop];
    let mut game = game(position, &script, &[6, 4]);
    game.combat(Phase::GermanCombat);
    assert_eq!(game.position.on_map & units(&["3", "5"]), units(&["5"]), "8:4 -1 = 1:1, 6: AL; 24:4 -1 = 5:1, 4: DRL");
    assert_eq!(game.position.units[unit("XL") as usize].steps, 1);
}
