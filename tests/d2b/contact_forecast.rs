//! The forecast of the fights at a place (3.7, 3.8), compared with all throws of the two dice.

use super::board::{Board, Piece};
use super::{close_combat, results};
use grognard_engine::decision::Choice;
use grognard_engine::field::Spot;
use grognard_engine::game::Game;
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::table::{Service, Table};
use grognard_script::{Host, Item, Pause, Prospect};
use std::collections::BTreeMap;

/// The forecast of one fight: the chance of the higher total in percent, what each side adds to its die, and the number
/// of throws with each result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fight {
    Overrun,
    Dice { percent: i64, totals: [i64; 2], cases: BTreeMap<String, u64> },
}

/// 3.7 The fights of a unit where it stands, by enemy.
pub fn expected(board: &Board, unit: &Piece) -> BTreeMap<usize, Fight> {
    close_combat::targets(board, unit).iter().map(|enemy| (enemy.id, fight(board, unit, enemy))).collect()
}

fn fight(board: &Board, unit: &Piece, enemy: &Piece) -> Fight {
    if enemy.kind == "truck" {
        return Fight::Overrun;
    }
    let totals = [close_combat::total(board, unit, enemy), close_combat::total(board, enemy, unit)];
    let (mut wins, mut cases) = (0, BTreeMap::new());
    for (mine, its) in (1..=6).flat_map(|die| (1..=6).map(move |other| (die, other))) {
        let [mine, its] = [mine + totals[0], its + totals[1]].map(|total| total.max(0));
        let (who, loser, winner) = if its < mine { ("enemy", enemy, unit) } else { ("attacker", unit, enemy) };
        let loss = results::loss(board, results::band(mine.min(its), mine.max(its)), loser, winner, false);
        let result = match loss {
            _ if mine == its => "nothing".to_owned(),
            loss if loss.steps < loser.steps => format!("the {who} loses a step"),
            loss if loss.recoils => format!("the {who} recoils"),
            _ => "nothing".to_owned(),
        };
        wins += i64::from(mine > its);
        *cases.entry(result).or_default() += 1;
    }
    Fight::Dice { percent: (100 * wins + 18) / 36, totals, cases }
}

/// Returns the forecasts of the scripts for the fights of a unit at a spot, by enemy.
pub fn told(host: &mut Host, game: &Game<Pause>, id: UnitId, spot: Spot) -> BTreeMap<usize, Fight> {
    let table = &game.table;
    let mut copy = Table::new(table.content.clone(), table.questions.clone(), 0, Service::BARE);
    copy.state.clone_from(&table.state);
    let arguments = vec![Item::Choice(Choice::Unit(id)), Item::Choice(Choice::Spot(spot))];
    let Item::List(lines) = host.enact("contact.forecast", arguments, &mut copy).expect("the rule answers") else {
        panic!("the rule returns a list");
    };
    lines.iter().map(read).collect()
}

fn read(line: &Item) -> (usize, Fight) {
    let Item::Prospect(Prospect { told, cases, .. }) = line else { panic!("{} is not a forecast", line.kind()) };
    let fillings = &told.template.as_ref().expect("a line about units").fillings;
    let number =
        |at: usize| if let Choice::Number(number) = fillings[at] { i64::from(number) } else { panic!("{told:?}") };
    let unit = |at: usize| if let Choice::Unit(unit) = fillings[at] { unit.index() } else { panic!("{told:?}") };
    if fillings.len() == 1 {
        return (unit(0), Fight::Overrun);
    }
    let mut sum = BTreeMap::new();
    for case in cases {
        *sum.entry(case.result.text().expect("a result").to_owned()).or_default() += case.weight;
    }
    (unit(1), Fight::Dice { percent: number(0), totals: [number(2), number(3)], cases: sum })
}
