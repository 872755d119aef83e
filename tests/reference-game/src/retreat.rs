//! Retreats (DR).

use crate::bits::Bits;
use crate::path::{List, Path};
use crate::position::{NOBODY, Position};
use crate::spaces::SpaceSet;
use crate::tables::{NEIGHBOURS, NOWHERE};
use crate::units::Side;

/// The minimum and maximum length of a retreat; the maximum crosses the board.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=13;

/// The maximum number of different retreats that can occur.
const MAX_PATHS: usize = 48;

/// The paths of a retreat.
pub type Paths = List<Path, MAX_PATHS>;

/// The directions in a ring, each between its two neighbours.
const RING: [u8; 6] = [2, 4, 5, 3, 1, 0];

/// For each direction, itself and the two next to it. A path that gets farther from its start with every step uses one
/// direction, or two adjacent ones.
const BESIDE: [u8; 6] = {
    let mut beside = [0; 6];
    let mut at = 0;
    while at < 6 {
        beside[RING[at] as usize] = 1 << RING[(at + 5) % 6] | 1 << RING[at] | 1 << RING[(at + 1) % 6];
        at += 1;
    }
    beside
};

/// For each set of attackers' directions, the directions that lead away from all of them: opposite each or next to
/// that.
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

/// What limits a unit's retreat.
struct Retreat<'a> {
    position: &'a Position,
    /// Enemies and their zone of control.
    closed: SpaceSet,
    enemy_cities: SpaceSet,
    /// Whether any path was long enough, even without a free end.
    long_enough: bool,
    paths: &'a mut Paths,
}

impl Position {
    /// DR The paths along which a unit may retreat from attackers in the directions `attackers`, in ascending order of
    /// their spaces. Paths with the same end that pass the same enemy cities count as one, the first of them. If there
    /// is no path, the unit is eliminated.
    pub fn retreats(&self, unit: u8, attackers: u8) -> Paths {
        let mut paths = List::new(Path::NONE);
        let enemy = Side::of(unit).other();
        let mut retreat = Retreat {
            position: self,
            closed: self.zone(enemy) | self.occupied[enemy as usize],
            enemy_cities: self.owned[enemy as usize],
            long_enough: false,
            paths: &mut paths,
        };
        let start = Path::from(self.units[unit as usize].space);
        for length in LENGTHS {
            retreat.long_enough = false;
            retreat.extend(start, AWAY[attackers as usize & 63], length);
            if !retreat.paths.is_empty() || !retreat.long_enough {
                break;
            }
        }
        paths
    }
}

impl Retreat<'_> {
    /// Tries every path of `left` more spaces in the directions still open. Directions ascend, so the paths do too.
    fn extend(&mut self, path: Path, open: u8, left: usize) {
        if left == 0 {
            return self.end(path);
        }
        for direction in Bits(open as u64) {
            let to = NEIGHBOURS[path.end() as usize][direction as usize];
            if to != NOWHERE && !self.closed.contains(to) {
                self.extend(path.then(to), open & BESIDE[direction as usize], left - 1);
            }
        }
    }

    /// Keeps a path with a free end, unless an earlier one ends there and passes the same enemy cities.
    fn end(&mut self, path: Path) {
        self.long_enough = true;
        let known = |other: &Path| other.end() == path.end() && self.passed(other) == self.passed(&path);
        if self.position.occupants[path.end() as usize] == NOBODY && !self.paths.iter().any(known) {
            self.paths.push(path);
        }
    }

    /// 10.0 The enemy cities on a path.
    fn passed(&self, path: &Path) -> SpaceSet {
        SpaceSet::of(path.spaces()) & self.enemy_cities
    }
}
