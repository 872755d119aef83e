//! The expected options of a question.

use super::board::{Board, Side};
use super::impulse_record::{Attackers, Course};
use super::{crossing, movement, orders, retreat};
use grognard_engine::decision::{Choice, Form, Pending};
use grognard_engine::ids::Id;

/// The options, as text, and how many may be chosen.
#[derive(Debug, PartialEq, Eq)]
pub struct Offer {
    pub options: Vec<String>,
    pub stop: bool,
    pub form: Form,
}

/// A question and its subject.
pub struct Question<'a> {
    pub key: &'a str,
    pub side: Side,
    pub pending: &'a Pending,
}

impl Question<'_> {
    fn space(&self) -> usize {
        match self.pending.context.first() {
            Some(Choice::Space(space)) => space.index(),
            other => panic!("{} is about an area, not {other:?}", self.key),
        }
    }

    fn unit(&self) -> usize {
        match self.pending.context.first() {
            Some(Choice::Unit(unit)) => unit.index(),
            other => panic!("{} is about a unit, not {other:?}", self.key),
        }
    }

    fn number(&self, at: usize) -> u32 {
        match self.pending.context.get(at) {
            Some(Choice::Number(number)) => u32::try_from(*number).expect("no number here is negative"),
            other => panic!("{} is about a number, not {other:?}", self.key),
        }
    }

    fn label(&self) -> &str {
        match self.pending.context.get(1) {
            Some(Choice::Label(text)) => text,
            other => panic!("{} is about a group, not {other:?}", self.key),
        }
    }
}

/// The kind of options: areas, units or words.
enum Options {
    Areas(Vec<usize>),
    Units(Vec<usize>),
    Words(Vec<&'static str>),
}

/// The expected options; `None` for questions that are not compared.
pub fn expected(
    board: &Board,
    course: &mut Course,
    question: &Question,
    name: &dyn Fn(usize) -> String,
) -> Option<Offer> {
    course.points = if question.key == "casualties.unit" { question.number(0) } else { course.points };
    let (options, most) = offered(board, course, question)?;
    let mut options = match options {
        Options::Areas(areas) => areas.into_iter().map(|area| board.areas[area].name.clone()).collect(),
        Options::Units(units) => units.into_iter().map(name).collect(),
        Options::Words(words) => words.into_iter().map(str::to_owned).collect::<Vec<_>>(),
    };
    options.sort();
    let form = most.map_or(Form::One, |most| Form::Several(1, most as u16));
    Some(Offer { options, stop: may_stop(board, course, question), form })
}

fn offered(board: &Board, course: &Course, question: &Question) -> Option<(Options, Option<usize>)> {
    Some(match question.key {
        "activation.area" => (Options::Areas(active(board, question.side)), None),
        "orders.where" | "orders.next" => {
            (Options::Areas(orders::places(board, question.side, question.space()).into_iter().collect()), None)
        }
        "orders.how" => (Options::Words(ways(board, question.side, course.from, question.space())), None),
        "orders.who" | "group_move.who" | "group_move.along" => goers(board, course, question),
        "orders.target" | "targets.must" | "targets.may" | "overrun.again" => {
            (Options::Words(targets(board, course, question)), None)
        }
        "targets.with" => {
            let able = attackers(board, course, question);
            let most = able.len();
            (Options::Units(able), Some(most))
        }
        "overrun.on" => (Options::Areas(onward(board, course)), None),
        "casualties.unit" => (Options::Units(payers(board, course)), None),
        "casualties.how" => {
            (Options::Words(retreat::losses(board, &group(board, course), question.unit(), course.points)), None)
        }
        "retreat.where" => (Options::Areas(retreat::goals(board, board.piece(question.unit())).0), None),
        "crossing.zone" => (Options::Areas(crossing::zones(board, question.side)), None),
        "crossing.who" | "crossing.back" => ferried(board, question),
        _ => return None,
    })
}

/// 8.1.2, 8.1.5, 8.3.6 Whether the question may be declined.
fn may_stop(board: &Board, course: &Course, question: &Question) -> bool {
    match question.key {
        "targets.must" | "targets.may" => {
            let fresh = board.at(question.space(), question.side.enemy()).any(|piece| piece.fresh);
            !(fresh && course.is_obliged(question.space()))
        }
        "orders.next" | "group_move.along" | "overrun.again" | "overrun.on" => true,
        _ => false,
    }
}

/// 8.1 The areas in which a unit can act.
pub fn active(board: &Board, side: Side) -> Vec<usize> {
    let is_active = |area: &usize| {
        let ground = board.areas[*area].terrain != "box";
        ground && board.at(*area, side).next().is_some() && !orders::places(board, side, *area).is_empty()
    };
    (0..board.areas.len()).filter(is_active).collect()
}

fn ways(board: &Board, side: Side, from: usize, goal: usize) -> Vec<&'static str> {
    orders::menu(board, side, from).into_iter().filter(|(_, place)| *place == goal).map(|(way, _)| way).collect()
}

/// 8.2, 7.0 The units that go to an area, and how many of them fit.
fn goers(board: &Board, course: &Course, question: &Question) -> (Options, Option<usize>) {
    let goal = question.space();
    let units: Vec<_> = course.movers.iter().map(|id| board.piece(*id)).collect();
    let meets = !orders::groups(board, goal, question.side).iter().all(|group| *group == "rubble");
    let able = match question.key {
        "orders.who" => orders::doers(board, question.side, course.from, goal, &course.how),
        _ => orders::movers(board, &units, goal),
    };
    let armed = |id: &usize| board.piece(*id).attack > 0;
    let goes = |id: &usize| match question.key {
        "group_move.who" => !meets || armed(id),
        "group_move.along" => !armed(id),
        _ => true,
    };
    let mut able: Vec<usize> = able.into_iter().filter(goes).collect();
    let mut room = board.room(goal, question.side);
    if question.key == "group_move.along" {
        room -= course.arrived.len() as i64;
    }
    if room < 1 {
        able.retain(|id| !board.piece(*id).kind.takes_room());
    }
    let most = if room < 1 { able.len() } else { able.len().min(room as usize) };
    (Options::Units(able), Some(most))
}

fn targets(board: &Board, course: &Course, question: &Question) -> Vec<&'static str> {
    let area = question.space();
    let units: Vec<_> = match question.key {
        "orders.target" => board.at(area, question.side).filter(|piece| piece.fresh && !piece.acted).collect(),
        "overrun.again" => course.fight.iter().flat_map(|fight| &fight.attackers).map(|id| board.piece(*id)).collect(),
        _ => return orders::groups(board, area, question.side),
    };
    let mut groups = orders::groups(board, area, question.side);
    groups.retain(|group| !orders::payers(board, &units, area, group).is_empty());
    groups
}

fn attackers(board: &Board, course: &Course, question: &Question) -> Vec<usize> {
    let area = question.space();
    let units: Vec<_> = match course.attackers {
        Attackers::Arrived => {
            let is_there = |piece: &super::board::Piece| piece.attack > 0 && piece.place == Some(area);
            return course.arrived.iter().copied().filter(|id| is_there(board.piece(*id))).collect();
        }
        Attackers::There => board.at(area, question.side).filter(|piece| piece.fresh && !piece.acted).collect(),
        Attackers::Again => course.fight.iter().flat_map(|fight| &fight.attackers).map(|id| board.piece(*id)).collect(),
    };
    orders::payers(board, &units, area, question.label())
}

/// 8.3.6 Where units that have overrun the last enemies of an area can continue to.
fn onward(board: &Board, course: &Course) -> Vec<usize> {
    let units: Vec<_> = course.fight.iter().flat_map(|fight| &fight.attackers).map(|id| board.piece(*id)).collect();
    orders::moves(board, &units).into_iter().collect()
}

/// The units of the group that are still in the area of the fight.
fn group(board: &Board, course: &Course) -> Vec<usize> {
    course.group.iter().copied().filter(|id| board.piece(*id).place == course.place).collect()
}

/// 8.3.5.4 The units that can pay.
fn payers(board: &Board, course: &Course) -> Vec<usize> {
    let group = group(board, course);
    group.iter().copied().filter(|id| !retreat::losses(board, &group, *id, course.points).is_empty()).collect()
}

/// 18.0, 18.5, 18.7 The units that cross, and how many of them.
fn ferried(board: &Board, question: &Question) -> (Options, Option<usize>) {
    let left = crossing::left(board);
    if question.key == "crossing.back" {
        let able = crossing::leaving(board, question.side);
        let most = able.len().min(left as usize);
        return (Options::Units(able), Some(most));
    }
    let zone = question.space();
    assert_eq!(
        question.number(1),
        crossing::interdiction(board, zone) as u32,
        "18.4 interdiction of {}",
        board.areas[zone].name
    );
    let able = crossing::facing(board, zone);
    let most = able.len().min(left as usize).min(board.room(zone, Side::Soviet) as usize);
    (Options::Units(able), Some(most))
}

/// 8.2.3 What a unit pays to reach an area.
pub fn price(board: &Board, unit: usize, goal: usize) -> Option<i32> {
    movement::reach(board, board.piece(unit)).get(&goal).copied()
}
