//! What whoever watches an impulse has to remember of it: who was told to go, which attacks have been announced, who
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
    /// By units that have come, not by such as were there.
    pub assault: bool,
}

/// How the units that attack next are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attackers {
    /// Those that have just come.
    #[default]
    Arrived,
    /// Those that are there, and can pay.
    There,
    /// Those that have overrun another group, and can pay.
    Again,
}

/// What is remembered of an impulse.
#[derive(Default)]
pub struct Course {
    /// The area that was activated.
    pub from: usize,
    /// The order that is being given.
    pub how: String,
    /// The units of which some are told to go.
    pub movers: Vec<usize>,
    /// Those that have come, and may announce an attack.
    pub arrived: Vec<usize>,
    pub attackers: Attackers,
    /// The attacks announced in one go.
    announced: Vec<Fight>,
    /// Announced and not fought yet, the next one first.
    queue: Vec<Fight>,
    /// Where in the queue the next one goes; nothing while an area gives its orders.
    slot: Option<usize>,
    /// The fight that is on.
    pub fight: Option<Fight>,
    /// The units that are attacked, where, and the points they have to pay.
    pub group: Vec<usize>,
    pub place: Option<usize>,
    pub points: u32,
    events: usize,
}

impl Course {
    /// An area begins to give orders.
    pub fn begin(&mut self) {
        *self = Course { events: self.events, ..Course::default() };
    }

    /// 8.3.6 Units that have overrun a group announce what they do next.
    pub fn overrun(&mut self) {
        self.announced.clear();
        self.slot = Some(0);
    }

    /// 8.1.2 An attack is announced.
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

    /// 8.1.5 Whether units that have come into an area have been told to attack there.
    pub fn is_obliged(&self, area: usize) -> bool {
        !self.announced.iter().any(|fight| fight.area == area && fight.assault)
    }

    /// Reads on in the log: which fight is on, and who is attacked.
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
            match (event.rule.as_str(), event.text.contains("bombs fall on"), place, group) {
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
