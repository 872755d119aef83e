//! What must be remembered during an impulse: which units were ordered to move, which attacks are announced, and who
//! fights whom.

use super::board::{Board, Side};
use grognard_engine::decision::Choice;
use grognard_engine::ids::Id;
use grognard_engine::log::Event;

/// An attack that has been announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fight {
    pub area: usize,
    pub group: String,
    pub attackers: Vec<usize>,
    /// Made by units that have arrived, not by units that were there.
    pub assault: bool,
}

/// How the next attackers are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attackers {
    /// Units that have just arrived.
    #[default]
    Arrived,
    /// Units in the area that can pay.
    There,
    /// Units that have overrun another group and can pay.
    Again,
}

/// What is remembered during an impulse.
#[derive(Default)]
pub struct Course {
    /// The activated area.
    pub from: usize,
    /// The current order.
    pub how: String,
    /// The units of which some are ordered to move.
    pub movers: Vec<usize>,
    /// The units that have arrived and may announce an attack.
    pub arrived: Vec<usize>,
    pub attackers: Attackers,
    /// The attacks announced together.
    announced: Vec<Fight>,
    /// Announced attacks that are not yet fought, next one first.
    queue: Vec<Fight>,
    /// Where the next one goes in the queue; `None` while an area gives orders.
    slot: Option<usize>,
    /// The current fight.
    pub fight: Option<Fight>,
    /// The units attacked, their area, and the points they must pay.
    pub group: Vec<usize>,
    pub place: Option<usize>,
    pub points: u32,
    events: usize,
}

impl Course {
    /// Starts the orders of an area.
    pub fn begin(&mut self) {
        *self = Course { events: self.events, ..Course::default() };
    }

    /// 8.3.6 Units that have overrun a group announce their next action.
    pub fn overrun(&mut self) {
        self.announced.clear();
        self.slot = Some(0);
    }

    /// 8.1.2 Announces an attack.
    pub fn announce(&mut self, fight: Fight) {
        self.announced.push(fight.clone());
        match &mut self.slot {
            Some(slot) => {
                self.queue.insert(*slot, fight);
                *slot += 1;
            }
            None => self.queue.push(fight),
        }
    }

    /// 8.1.5 Whether units that have entered an area were ordered to attack there.
    pub fn is_obliged(&self, area: usize) -> bool {
        !self.announced.iter().any(|fight| fight.area == area && fight.assault)
    }

    /// Reads on in the log to find the current fight and the units attacked.
    pub fn read(&mut self, board: &Board, side: Side, events: &[Event]) {
        for event in &events[self.events.min(events.len())..] {
            let place = event
                .fillings
                .iter()
                .find_map(|about| if let Choice::Space(space) = about { Some(space.index()) } else { None });
            let group = event
                .fillings
                .iter()
                .rev()
                .find_map(|about| if let Choice::Label(text) = about { Some(text.to_string()) } else { None });
            match (event.rule.as_str(), event.text.contains("bombs hit"), place, group) {
                ("8.3" | "15.0" | "17.0", _, Some(area), Some(group)) => self.start(board, side, area, &group),
                ("17.3", true, Some(area), _) => {
                    self.attack(area, board.at(area, Side::German).map(|piece| piece.id).collect())
                }
                _ => {}
            }
        }
        self.events = events.len();
    }

    fn start(&mut self, board: &Board, side: Side, area: usize, group: &str) {
        let is_in = |fresh: bool| group == if fresh { "fresh" } else { "spent" };
        self.attack(
            area,
            board.at(area, side.enemy()).filter(|piece| is_in(piece.fresh)).map(|piece| piece.id).collect(),
        );
        let next = self.queue.iter().position(|fight| fight.area == area && fight.group == group);
        self.fight = next.map(|next| self.queue.drain(..=next).next_back().expect("it is there"));
    }

    fn attack(&mut self, area: usize, group: Vec<usize>) {
        (self.place, self.group) = (Some(area), group);
    }
}
