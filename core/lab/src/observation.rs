//! Observes games: losses, columns, rules, territory. This works with any game system, because everything that is
//! counted is taken from the battle's content.

use grognard_engine::chart::Modifier;
use grognard_engine::content::Content;
use grognard_engine::decision::{Choice, Template};
use grognard_engine::ids::{ChartId, Id, SideId, SpaceId, UnitId, UnitTypeId};
use grognard_engine::observer::Observer;
use grognard_engine::set::bits;
use grognard_engine::state::State;
use grognard_engine::table::Table;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Counts of events in a game, by name.
pub type Counts = BTreeMap<String, u32>;

/// The observations of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// Steps lost, including the steps of units removed from the map, by side and unit type: `attacker armour`.
    pub losses: Counts,
    /// The number of results read from each column, by chart and column: `crt 3:1`.
    pub columns: Counts,
    /// The number of column shifts, by paragraph and reason: `9.2 river`.
    pub shifts: Counts,
    /// The number of log lines that name each paragraph.
    pub paragraphs: Counts,
    /// The numbers in the reason for the end of the game, by the words that follow them.
    pub told: BTreeMap<String, i64>,
    /// For each turn and side, the number of spaces that the side held at the end of the turn.
    pub territory: Vec<Vec<u16>>,
}

/// The places where units were lost, and the spaces that sides held, over many games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maps {
    /// Steps lost, by side and space.
    pub lost: Vec<Vec<u32>>,
    /// The number of games in which a side held a space at the end of a turn, by turn, side and space.
    pub held: Vec<Vec<Vec<u32>>>,
    /// The number of games that reached the end of a turn, by turn.
    pub games: Vec<u32>,
}

/// The places where units were lost, and the spaces that sides held, in one game.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The side, space and steps of each loss.
    lost: Vec<(SideId, SpaceId, u8)>,
    /// The spaces that each side held at the end of each completed turn.
    held: Vec<Vec<Vec<u64>>>,
    spaces: usize,
    sides: usize,
}

/// A running tally of a game.
pub struct GameTally(Rc<RefCell<Sums>>);

#[derive(Default)]
struct Sums {
    turn: u16,
    lost: Vec<(UnitId, SpaceId, u8)>,
    columns: BTreeMap<(ChartId, usize), u32>,
    shifts: Counts,
    /// The spaces that each side held at the end of each completed turn.
    held: Vec<Vec<Vec<u64>>>,
}

impl GameTally {
    /// Returns a tally, and the observer that fills it.
    pub fn begin() -> (GameTally, Box<dyn Observer>) {
        let sums = Rc::new(RefCell::new(Sums::default()));
        (GameTally(sums.clone()), Box::new(GameObserver(sums)))
    }

    /// Returns the observations of a finished game.
    pub fn finish(self, table: &Table) -> (Observation, Trace) {
        let mut sums = self.0.take();
        let content = &*table.content;
        if table.state.cursor().turn > 0 {
            sums.over(content, &table.state);
        }
        let seen = Observation {
            losses: sums.losses(content),
            columns: sums.columns(content),
            shifts: std::mem::take(&mut sums.shifts),
            paragraphs: paragraphs(table),
            told: table
                .state
                .ending()
                .and_then(|ending| ending.template.as_ref())
                .map(ending_numbers)
                .unwrap_or_default(),
            territory: sums
                .held
                .iter()
                .map(|sides| sides.iter().map(|held| bits::count(held) as u16).collect())
                .collect(),
        };
        let side = |unit: UnitId| content.units[unit.index()].side;
        let lost = sums.lost.iter().map(|(unit, on, steps)| (side(*unit), *on, *steps)).collect();
        (seen, Trace { lost, held: sums.held, spaces: content.map.len(), sides: content.sides.len() })
    }
}

struct GameObserver(Rc<RefCell<Sums>>);

impl Observer for GameObserver {
    fn phase(&mut self, content: &Content, state: &State) {
        let mut sums = self.0.borrow_mut();
        let turn = state.cursor().turn;
        if turn > sums.turn {
            if sums.turn > 0 {
                sums.over(content, state);
            }
            sums.turn = turn;
        }
    }

    fn lost(&mut self, unit: UnitId, on: SpaceId, steps: u8) {
        let mut sums = self.0.borrow_mut();
        // Removals during set-up are not losses.
        if sums.turn > 0 {
            sums.lost.push((unit, on, steps));
        }
    }

    fn column(&mut self, _: &Content, chart: ChartId, column: usize, moved_by: &[Modifier]) {
        let mut sums = self.0.borrow_mut();
        *sums.columns.entry((chart, column)).or_default() += 1;
        for modifier in moved_by.iter().filter(|modifier| modifier.amount != 0) {
            *sums.shifts.entry(format!("{} {}", modifier.rule, modifier.reason)).or_default() += 1;
        }
    }
}

impl Sums {
    /// Records the end of a turn.
    fn over(&mut self, content: &Content, state: &State) {
        let sides: Vec<SideId> = content.sides.iter().map(|(side, _)| side).collect();
        self.held.push(sides.iter().map(|&side| held_spaces(content, state, side, &sides)).collect());
    }

    fn losses(&self, content: &Content) -> Counts {
        let mut losses: BTreeMap<(SideId, UnitTypeId), u32> = BTreeMap::new();
        for (unit, _, steps) in &self.lost {
            let unit = &content.units[unit.index()];
            *losses.entry((unit.side, unit.kind)).or_default() += u32::from(*steps);
        }
        let name = |(side, kind): &(SideId, UnitTypeId)| {
            format!("{} {}", content.sides.name(*side), content.unit_types.name(*kind))
        };
        losses.iter().map(|(key, steps)| (name(key), *steps)).collect()
    }

    fn columns(&self, content: &Content) -> Counts {
        let name = |(chart, column): &(ChartId, usize)| {
            let chart = &content.charts[chart.index()];
            format!("{} {}", chart.name, chart.columns.keys[*column])
        };
        self.columns.iter().map(|(key, times)| (name(key), *times)).collect()
    }
}

/// Returns the spaces of the map that a side holds: those that only it occupies, and the empty ones that it owns.
fn held_spaces(content: &Content, state: &State, side: SideId, sides: &[SideId]) -> Vec<u64> {
    let mut held = state.owned(side).to_vec();
    let mut alone = state.occupied(side).to_vec();
    for other in sides.iter().filter(|&&other| other != side && !content.is_neutral(other)) {
        bits::subtract(&mut held, state.occupied(*other));
        bits::subtract(&mut alone, state.occupied(*other));
    }
    bits::union(&mut held, &alone);
    for space in content.map.all().filter(|&space| content.map.space(space).off_map) {
        bits::remove(&mut held, space.index());
    }
    held
}

fn paragraphs(table: &Table) -> Counts {
    let mut counts = Counts::new();
    for event in table.events() {
        match counts.get_mut(&event.rule) {
            Some(count) => *count += 1,
            None => drop(counts.insert(event.rule.clone(), 1)),
        }
    }
    counts
}

/// Returns the numbers in a sentence such as `{1} points of the attacker less {2} of the defender`, by the words that
/// follow them or, if none follow, by those before them.
fn ending_numbers(ending: &Template) -> BTreeMap<String, i64> {
    let mut told = BTreeMap::new();
    for (at, choice) in ending.fillings.iter().enumerate() {
        let Choice::Number(number) = choice else { continue };
        let place = format!("{{{}}}", at + 1);
        let Some((_, behind)) = ending.text.split_once(&place) else { continue };
        let words = behind.split(['{', '(', ',', ';', ':']).next().unwrap_or_default().trim();
        let before =
            || ending.text.split(&place).next().unwrap_or_default().rsplit(['}', ',']).next().unwrap_or_default();
        let words = if words.is_empty() { before().trim_matches([' ', ':']).to_owned() } else { words.to_owned() };
        told.insert(words, i64::from(*number));
    }
    told
}

impl Trace {
    /// Returns whether the game reached the end of a turn.
    pub fn has_turn(&self, turn: u16) -> bool {
        turn > 0 && usize::from(turn) <= self.held.len()
    }

    /// Returns whether a side held a space at the end of a turn.
    pub fn holds(&self, turn: u16, side: SideId, space: SpaceId) -> bool {
        let held = usize::from(turn).checked_sub(1).and_then(|turn| self.held.get(turn)?.get(side.index()));
        held.is_some_and(|held| bits::has(held, space.index()))
    }

    /// Returns the first turn at the end of which a side held a space.
    pub fn first_turn_held(&self, side: SideId, space: SpaceId) -> Option<u16> {
        (1..=self.held.len() as u16).find(|&turn| self.holds(turn, side, space))
    }

    /// Returns whether a side held a space at the end of every turn.
    pub fn is_always_held(&self, side: SideId, space: SpaceId) -> bool {
        (1..=self.held.len() as u16).all(|turn| self.holds(turn, side, space))
    }

    /// Returns the steps lost by a side.
    pub fn losses_of(&self, side: SideId) -> u32 {
        self.lost.iter().filter(|(who, ..)| *who == side).map(|(.., steps)| u32::from(*steps)).sum()
    }
}

impl Maps {
    /// Adds a game.
    pub fn add_game(&mut self, trace: &Trace) {
        let Trace { lost, held, spaces, sides } = trace;
        self.lost.resize(*sides, vec![0; *spaces]);
        for (side, on, steps) in lost {
            self.lost[side.index()][on.index()] += u32::from(*steps);
        }
        for (turn, held) in held.iter().enumerate() {
            if self.held.len() <= turn {
                self.held.push(vec![vec![0; *spaces]; *sides]);
                self.games.push(0);
            }
            self.games[turn] += 1;
            for (side, spaces) in held.iter().enumerate() {
                bits::iter(spaces).for_each(|space| self.held[turn][side][space] += 1);
            }
        }
    }

    /// Adds the counts from other games.
    pub fn add(&mut self, other: &Maps) {
        add_all(&mut self.lost, &other.lost, |mine, theirs| add_all(mine, theirs, |mine, theirs| *mine += theirs));
        add_all(&mut self.games, &other.games, |mine, theirs| *mine += theirs);
        add_all(&mut self.held, &other.held, |mine, theirs| {
            add_all(mine, theirs, |mine, theirs| add_all(mine, theirs, |mine, theirs| *mine += theirs))
        });
    }
}

/// Adds `theirs` to `mine` element by element; elements beyond the end of `mine` are copied.
fn add_all<T: Clone>(mine: &mut Vec<T>, theirs: &[T], add: impl Fn(&mut T, &T)) {
    let both = mine.len().min(theirs.len());
    mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| add(mine, theirs));
    mine.extend_from_slice(&theirs[both..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_an_ending_are_called_by_the_words_behind_them() {
        let numbers = |text: &str, about: Vec<Choice>| {
            ending_numbers(&Template { text: text.into(), fillings: about }).into_iter().collect::<Vec<_>>()
        };
        let grade = Choice::Label("decisive".into());
        let points = numbers(
            "{1}, with {2} Red points less {3} Blue points (11e)",
            vec![grade, Choice::Number(9), Choice::Number(32)],
        );
        assert_eq!(points, [("Blue points".to_owned(), 32), ("Red points less".to_owned(), 9)]);
        let colons = numbers("Red points: {1}, Blue points: {2}", vec![Choice::Number(4), Choice::Number(5)]);
        assert_eq!(colons, [("Blue points".to_owned(), 5), ("Red points".to_owned(), 4)]);
    }

    #[test]
    fn maps_of_two_shards_add_up_whichever_comes_first() {
        let one = Maps { lost: vec![vec![1, 0]], held: vec![vec![vec![1, 1]]], games: vec![1] };
        let two = Maps { lost: vec![vec![2, 5]], held: vec![vec![vec![0, 1]], vec![vec![1, 0]]], games: vec![2, 1] };
        let (mut ab, mut ba) = (one.clone(), two.clone());
        ab.add(&two);
        ba.add(&one);
        assert_eq!(ab, ba);
        assert_eq!(
            ab,
            Maps { lost: vec![vec![3, 5]], held: vec![vec![vec![1, 2]], vec![vec![1, 0]]], games: vec![3, 1] }
        );
    }
}
