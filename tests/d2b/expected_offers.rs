//! The expected offer of each question, and what to remember for the next one.

use super::board::{Board, Piece};
use super::destinations::Destinations;
use super::outcome::Promise;
use super::reach::Move;
use super::ruler::Point;
use super::{after_combat, close_combat, command, fire, outcome, results, river_crossing};
use crate::random_positions::below;
use grognard_engine::decision::{Answer, Choice, Pending};
use grognard_engine::ids::Id;
use grognard_reference_game::Random;

/// A question and the side that is asked.
pub struct Question<'a> {
    pub key: &'a str,
    pub side: &'a str,
    pub pending: &'a Pending,
}

impl Question<'_> {
    /// The unit at an index of its context.
    pub fn unit<'a>(&self, board: &'a Board, at: usize) -> &'a Piece {
        match self.pending.context.get(at) {
            Some(Choice::Unit(unit)) => &board.pieces[unit.index()],
            other => panic!("{} is about a unit, not {other:?}", self.key),
        }
    }
}

/// The state of a phase between questions.
#[derive(Default)]
pub struct Course {
    /// 3.5.1 The units that may follow for free; empty if no unit leads a group.
    following: Vec<usize>,
    group_pace: Option<i64>,
    /// The unit that fires, and its target.
    barrage: Option<(usize, usize)>,
    /// The fighter and its target, the place of the target, and whether another fight may follow.
    fight: Option<Fight>,
    /// The unit chosen to move, until its destination is asked.
    picked: Option<usize>,
    /// Whether units of the inactive side have begun to fight.
    second: bool,
}

#[derive(Clone, Copy)]
struct Fight {
    unit: usize,
    spots: [(usize, Option<Point>); 2],
    is_last: bool,
}

impl Fight {
    fn new(unit: &Piece, target: &Piece, is_last: bool) -> Fight {
        Fight { unit: unit.id, spots: [(unit.id, unit.spot), (target.id, target.spot)], is_last }
    }

    fn spot_of(&self, loser: usize) -> Option<Point> {
        self.spots.iter().find(|(id, _)| *id == loser).and_then(|(_, spot)| *spot)
    }
}

/// The places a question offers.
pub enum Places<'a> {
    March(Box<Destinations<'a>>, &'a Board, &'a Piece),
    Breakthrough(Box<Move<'a>>, &'a Board, &'a Piece),
}

impl Places<'_> {
    pub fn has(&self, spot: Point) -> bool {
        match self {
            Places::March(goals, ..) => goals.has(spot),
            Places::Breakthrough(reach, board, unit) => after_combat::may_end(board, unit, spot) && reach.reaches(spot),
        }
    }

    fn unit(&self) -> (&Board, &Piece) {
        match self {
            Places::March(_, board, unit) | Places::Breakthrough(_, board, unit) => (*board, *unit),
        }
    }

    /// A place around the unit, mostly of the lattice.
    pub fn somewhere(&self, random: &mut Random) -> Point {
        let (board, unit) = self.unit();
        let radius = command::pace(unit) + 40;
        let mut part = |at: usize| {
            let near = unit.spot()[at] - radius + below(random, (2 * radius) as usize) as i64;
            let near = if random.below(4) > 0 { near.div_euclid(10) * 10 } else { near };
            near.clamp(0, board.size[at])
        };
        [part(0), part(1)]
    }

    /// Some places where the unit would touch an enemy.
    pub fn contacts(&self, random: &mut Random) -> Vec<Point> {
        let (board, unit) = self.unit();
        let mut all = Destinations::new(board, unit, command::pace(unit)).contacts();
        all.retain(|[x, y]| (0..=board.size[0]).contains(x) && (0..=board.size[1]).contains(y));
        (0..all.len().min(12)).map(|_| all[below(random, all.len())]).collect()
    }
}

/// The expected places for a unit.
pub fn places<'a>(board: &'a Board, course: &Course, question: &'a Question) -> Option<Places<'a>> {
    Some(match question.key {
        "march.goal" => {
            let unit = question.unit(board, 0);
            let pace = course.group_pace.unwrap_or_else(|| command::pace(unit));
            Places::March(Box::new(Destinations::new(board, unit, pace)), board, unit)
        }
        "general.goal" => {
            let unit =
                board.units(question.side).find(|unit| unit.kind == "general").expect("the general leaves the host");
            Places::March(Box::new(Destinations::new(board, unit, 120)), board, unit)
        }
        "breakthrough.goal" => {
            let unit = question.unit(board, 0);
            Places::Breakthrough(Box::new(after_combat::breakthrough(board, unit)), board, unit)
        }
        _ => return None,
    })
}

/// Whether a question can be declined.
pub fn may_stop(key: &str) -> bool {
    matches!(
        key,
        "march.unit"
            | "march.next"
            | "march.goal"
            | "general.goal"
            | "barrage.firer"
            | "barrage.counter"
            | "breakthrough.goal"
            | "breakthrough.enemy"
    )
}

/// The expected options, as text; `None` for questions that are not compared.
pub fn expected(
    board: &Board,
    course: &Course,
    question: &Question,
    name: &dyn Fn(usize) -> String,
) -> Option<Vec<String>> {
    let names = |units: Vec<usize>| units.into_iter().map(name).collect();
    let ids = |units: Vec<&Piece>| units.into_iter().map(|unit| unit.id).collect::<Vec<_>>();
    let answers = Course::is_answer(board, question);
    Some(match question.key {
        "march.unit" => names(command::ready(board, question.side)),
        "march.next" => names(course.following.clone()),
        "crossing.how" => {
            let unit = question.unit(board, 0);
            let can =
                river_crossing::may_swim(board, unit, command::points(board, unit)) && course.picked == Some(unit.id);
            assert!(can && question.pending.options.len() == 2, "no unit can swim here");
            vec!["march".to_owned(), "swim".to_owned()]
        }
        "barrage.firer" | "barrage.counter" => names(firers(board, question.side, question.key == "barrage.counter")),
        "barrage.target" => names(ids(fire::targets(board, question.unit(board, 0), answers))),
        "barrage.help" => names(fire::helpers(board, question.unit(board, 1), question.unit(board, 0).id, answers)),
        "close.fighter" => names(fighters(board, course, question)),
        "close.target" => names(ids(close_combat::targets(board, question.unit(board, 0)))),
        "recoil.distance" => results::distances(question.unit(board, 0)).iter().map(i64::to_string).collect(),
        "results.stay" => {
            assert!(question.unit(board, 0).has("general"), "only a unit that hosts the general may stand");
            vec!["recoil".to_owned(), "stand firm".to_owned()]
        }
        "breakthrough.next" => {
            let (winner, loser, fight) = (question.unit(board, 0), question.unit(board, 1), course.fight?);
            let spot = fight.spot_of(loser.id)?;
            let attacked = winner.id == fight.unit && !fight.is_last;
            after_combat::words(board, winner, spot, attacked).into_iter().map(str::to_owned).collect()
        }
        "breakthrough.enemy" => {
            let unit = question.unit(board, 0);
            names(ids(board.enemies(unit).filter(|enemy| !enemy.has("fought") && enemy.touches(unit)).collect()))
        }
        _ => return None,
    })
}

/// 3.6 The units that can fire and have a target.
fn firers(board: &Board, side: &str, answers: bool) -> Vec<usize> {
    let able = fire::able(board, side, answers).into_iter();
    able.filter(|unit| !fire::targets(board, unit, answers).is_empty()).map(|unit| unit.id).collect()
}

/// 3.7 The active side's units first, then the others.
fn fighters(board: &Board, course: &Course, question: &Question) -> Vec<usize> {
    let own = close_combat::ready(board, question.side);
    if own.is_empty() || course.second {
        let others = ["red", "blue"].into_iter().find(|side| *side != question.side).expect("two sides");
        return close_combat::ready(board, others);
    }
    own
}

impl Course {
    /// 3.6 Whether the inactive side fires counter-battery.
    fn is_answer(board: &Board, question: &Question) -> bool {
        question.side != board.active
    }
}

/// The expected outcomes of an answer with known dice. Updates the state for the next questions.
pub fn promises(
    board: &Board,
    course: &mut Course,
    question: &Question,
    answer: &Answer,
    dice: &[u32],
) -> Vec<Promise> {
    let chosen = if let Answer::One(Choice::Unit(unit)) = answer { Some(&board.pieces[unit.index()]) } else { None };
    match (question.key, answer) {
        ("march.unit", _) => {
            (course.following, course.group_pace, course.picked) = (Vec::new(), None, chosen.map(|unit| unit.id));
        }
        ("march.next", _) => match chosen {
            Some(unit) => course.following.retain(|other| *other != unit.id),
            None => (course.following, course.group_pace) = (Vec::new(), None),
        },
        ("march.goal", Answer::One(Choice::Spot(spot))) if course.group_pace.is_none() => {
            course.lead(board, question.unit(board, 0), [spot.x.into(), spot.y.into()]);
        }
        ("barrage.target", _) => return course.aim(board, question, chosen.expect("a target"), dice),
        ("barrage.help", Answer::Several(helpers)) => return course.fire(board, helpers.len(), dice),
        ("close.fighter", _) => course.second |= chosen.is_some_and(|unit| unit.side != question.side),
        ("close.target", _) => {
            return course.fight(board, question.unit(board, 0), chosen.expect("a target"), false, dice);
        }
        ("breakthrough.enemy", Answer::One(_)) => {
            return course.fight(board, question.unit(board, 0), chosen.expect("an enemy"), true, dice);
        }
        ("recoil.distance", Answer::One(Choice::Number(distance))) => {
            return outcome::recoiled(board, question.unit(board, 0), 10 * i64::from(*distance));
        }
        ("results.stay", Answer::One(Choice::Label(word))) => return stay(board, question.unit(board, 0), word),
        ("breakthrough.next", Answer::One(Choice::Label(word))) => return course.take(board, question, word),
        _ => {}
    }
    Vec::new()
}

/// 3.5.11 A unit that hosts the general stands, or recoils.
fn stay(board: &Board, unit: &Piece, word: &str) -> Vec<Promise> {
    match (word, &results::distances(unit)[..]) {
        ("recoil", [only]) => outcome::recoiled(board, unit, 10 * only),
        _ => vec![Promise::At(unit.id, unit.spot), Promise::Steps(unit.id, unit.steps)],
    }
}

impl Course {
    /// 3.5.1 The units of its group may follow a unit, if they could have gone as far.
    fn lead(&mut self, board: &Board, unit: &Piece, spot: Point) {
        let price = command::points(board, unit);
        let comes = |other: &&usize| {
            let pace = command::pace(&board.pieces[**other]);
            pace >= command::pace(unit) || Destinations::new(board, unit, pace).has(spot)
        };
        self.following = command::may_follow(board, unit, price).iter().filter(comes).copied().collect();
        let paces = self.following.iter().map(|other| command::pace(&board.pieces[*other]));
        self.group_pace = Some(paces.chain([command::pace(unit)]).min().expect("its own"));
    }

    fn aim(&mut self, board: &Board, question: &Question, target: &Piece, dice: &[u32]) -> Vec<Promise> {
        let unit = question.unit(board, 0);
        self.barrage = Some((unit.id, target.id));
        let is_alone = unit.kind == "aircraft"
            || fire::helpers(board, unit, target.id, Course::is_answer(board, question)).is_empty();
        if is_alone { self.fire(board, 0, dice) } else { Vec::new() }
    }

    fn fire(&mut self, board: &Board, helpers: usize, dice: &[u32]) -> Vec<Promise> {
        let Some((unit, target)) = self.barrage.take() else { return Vec::new() };
        outcome::barrage(board, &board.pieces[unit], &board.pieces[target], helpers, dice)
    }

    fn fight(&mut self, board: &Board, unit: &Piece, target: &Piece, is_last: bool, dice: &[u32]) -> Vec<Promise> {
        self.fight = Some(Fight::new(unit, target, is_last));
        outcome::fight(board, unit, target, dice)
    }

    /// 3.8.5 The winner takes the ground, as near to the loser's place as there is room.
    fn take(&mut self, board: &Board, question: &Question, word: &str) -> Vec<Promise> {
        let (winner, loser) = (question.unit(board, 0), question.unit(board, 1));
        let spot = self.fight.and_then(|fight| fight.spot_of(loser.id));
        match (word, spot) {
            ("take the ground", Some(spot)) => vec![Promise::At(winner.id, after_combat::ground(board, winner, spot))],
            _ => Vec::new(),
        }
    }
}
