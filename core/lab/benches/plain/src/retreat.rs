//! Retreats (DR).

use crate::path::{List, Path};
use crate::position::Position;
use crate::spaces::SpaceSet;
use crate::tables::{NEIGHBOURS, NOWHERE};
use crate::units::Side;

/// Whether attackers eliminated in the exchange still count among those a retreat must lead away from.
///
/// The rulings say "every unit that attacked".
pub const FROM_THE_FALLEN: bool = true;

/// How far a retreat goes at least.
const RETREAT: usize = 2;

/// More different retreats than this do not occur.
const MOST_PATHS: usize = 40;

/// The paths of a retreat.
pub type Paths = List<Path, MOST_PATHS>;

/// The directions as a ring: each stands between its two neighbours.
const RING: [u8; 6] = [2, 4, 5, 3, 1, 0];

/// By direction, itself and the two beside it. A path that gets farther from its start with every step uses one direction,
/// or two that lie side by side.
const BESIDE: [u8; 6] = {
    let mut beside = [0; 6];
    let mut at = 0;
    while at < 6 {
        beside[RING[at] as usize] = 1 << RING[(at + 5) % 6] | 1 << RING[at] | 1 << RING[(at + 1) % 6];
        at += 1;
    }
    beside
};

/// By the directions attackers stand in, the directions that lead away from all of them: opposite each or beside that.
const AWAY: [u8; 64] = {
    let mut away = [0x3f; 64];
    let mut attackers = 0;
    while attackers < 64 {
        let mut direction = 0;
        while direction < 6 {
            if attackers >> direction & 1 == 1 {
                away[attackers] &= BESIDE[5 - direction];
            }
            direction += 1;
        }
        attackers += 1;
    }
    away
};

/// A retreat in the making.
#[derive(Clone, Copy)]
struct Step {
    path: Path,
    /// The directions it may still take.
    open: u8,
    /// The enemy cities it passed.
    passed: SpaceSet,
}

impl Position {
    /// DR The ways a unit may retreat from attackers that stand in the directions `attackers`, in ascending order of their
    /// spaces. Ways that end alike and pass the same enemy cities count as one, the first of them. No way: eliminated.
    pub fn retreats(&self, unit: u8, attackers: u8) -> Paths {
        let side = Side::of(unit);
        let enemy = side.other();
        let closed = self.zone(enemy) | self.occupied[enemy as usize];
        let enemy_cities = self.owned[enemy as usize];
        let start = Path::from(self.units[unit as usize].space);
        let nowhere = Step { path: start, open: AWAY[attackers as usize & 63], passed: SpaceSet::EMPTY };
        let mut steps = List::<Step, MOST_PATHS>::new(nowhere);
        steps.push(nowhere);
        let mut length = 0;
        loop {
            steps = next_steps(&steps, nowhere, closed, enemy_cities);
            length += 1;
            if steps.is_empty() || length >= RETREAT && steps.iter().any(|step| self.is_empty(step.path.end())) {
                break;
            }
        }
        let mut paths = List::new(start);
        steps.iter().filter(|step| self.is_empty(step.path.end())).for_each(|step| paths.push(step.path));
        paths
    }

    /// Whether nobody stands on a space.
    #[inline(always)]
    fn is_empty(&self, space: u8) -> bool {
        self.occupants[space as usize] == crate::position::NOBODY
    }
}

/// All steps one space longer. In ascending order of the spaces if the shorter ones were: directions ascend, too.
#[inline(always)]
fn next_steps(
    steps: &List<Step, MOST_PATHS>,
    filler: Step,
    closed: SpaceSet,
    enemy_cities: SpaceSet,
) -> List<Step, MOST_PATHS> {
    let mut longer = List::<Step, MOST_PATHS>::new(filler);
    for step in steps.iter() {
        for direction in 0..6 {
            let to = NEIGHBOURS[step.path.end() as usize][direction];
            if step.open >> direction & 1 == 0 || to == NOWHERE || closed.contains(to) {
                continue;
            }
            let passed = step.passed | (SpaceSet::one(to) & enemy_cities);
            if !longer.iter().any(|other| other.path.end() == to && other.passed == passed) {
                longer.push(Step { path: step.path.then(to), open: step.open & BESIDE[direction], passed });
            }
        }
    }
    longer
}
