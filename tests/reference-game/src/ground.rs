//! What a unit can reach (7.1, 8.0 to 8.3, 12.1).

use crate::position::{Phase, Position};
use crate::spaces::SpaceSet;
use crate::tables::{BOARD, FOREST, RAIL_LINKS, SPACES};
use crate::units::PANZERS;

/// How units move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum March {
    /// From space to neighbouring space (8.0).
    Ordinary,
    /// Along the railways (8.1).
    Rail,
}

/// The movement points of a panzer corps, which has the most.
const MAX_POINTS: usize = 6;

/// The movement points of all other units.
const FEWER: usize = 4;

/// The spaces a unit can reach, by points.
#[derive(Clone, Copy, Debug)]
pub struct Flood {
    /// `within[n]` holds the spaces that can be reached for `n` points or fewer.
    pub within: [SpaceSet; MAX_POINTS + 1],
    /// The points the unit has.
    pub points: u8,
}

impl Flood {
    /// No space within reach.
    pub const NONE: Flood = Flood { within: [SpaceSet::EMPTY; MAX_POINTS + 1], points: 0 };

    /// The lowest cost to a space; `None` if it is out of reach.
    pub fn cost(&self, space: u8) -> Option<u8> {
        (0..=self.points).find(|&points| self.within[points as usize].contains(space))
    }
}

/// Where a unit can move, and what it may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// All spaces within reach, including the start and those with friends.
    pub reached: SpaceSet,
    /// The spaces within reach with a point to spare; zones of control may still stop the unit there.
    pub passed: SpaceSet,
}

/// What affects a side's movement in a phase. The enemy does not move, so it is valid for the whole phase.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// Spaces without an enemy (8.2.1).
    pub open: SpaceSet,
    /// The enemy's zone of control (8.3).
    pub held: SpaceSet,
    /// How the units move.
    pub march: March,
    /// Whether mud limits them to one space (12.1).
    pub mud: bool,
}

impl Ground {
    /// The ground of a movement phase.
    #[inline(always)]
    pub fn of(position: &Position, phase: Phase, march: March) -> Ground {
        let enemy = phase.side().other();
        Ground {
            open: BOARD.without(position.occupied[enemy as usize]),
            held: position.zone(enemy),
            march,
            mud: march == March::Ordinary && position.mud(),
        }
    }

    /// The movement points of a unit. In mud it is one point, and every space costs one (12.1). Panzers do not use
    /// rail.
    #[inline(always)]
    pub fn points(&self, unit: u8) -> u8 {
        match self.march {
            March::Ordinary if self.mud => 1,
            March::Ordinary if PANZERS >> unit & 1 == 1 => MAX_POINTS as u8,
            _ => FEWER as u8,
        }
    }

    /// Where a unit can move from a space.
    #[inline(always)]
    pub fn reach(&self, unit: u8, from: u8) -> Reach {
        let start = SpaceSet::one(from);
        let mut reach = Reach { reached: start, passed: start };
        let draw = |_, ring| reach = Reach { reached: ring, passed: reach.reached };
        // Two calls with constants, so that each becomes a loop of known length.
        if PANZERS >> unit & 1 == 1 {
            self.rings(from, MAX_POINTS, draw)
        } else {
            self.rings(from, FEWER, draw)
        }
        reach
    }

    /// The flood from a space, ring by ring.
    pub fn flood(&self, from: u8, points: u8) -> Flood {
        let mut flood = Flood { points, ..Flood::NONE };
        flood.within[0] = SpaceSet::one(from);
        self.rings(from, points as usize, |points, ring| flood.within[points] = ring);
        flood
    }

    /// Computes the rings from 1 to `points`; ring `n` holds the spaces that can be reached for `n` points or fewer.
    #[inline(always)]
    fn rings(&self, from: u8, points: usize, mut draw: impl FnMut(usize, SpaceSet)) {
        match self.march {
            March::Rail => self.ride(from, points, draw),
            March::Ordinary if self.mud => draw(1, SpaceSet::one(from) | (BESIDE[from as usize] & self.open)),
            March::Ordinary => self.walk(from, points, draw),
        }
    }

    /// 8.0 A clear space costs one point, forest two. A zone of control stops a unit, but never holds it at its start
    /// (8.3).
    #[inline(always)]
    fn walk(&self, from: u8, points: usize, mut draw: impl FnMut(usize, SpaceSet)) {
        let (clear, woods) = (self.open.without(FOREST), self.open & FOREST);
        let mut before = BESIDE[from as usize];
        let mut reached = SpaceSet::one(from) | (before & clear);
        draw(1, reached);
        for spent in 2..=points {
            let beside = reached.without(self.held).neighbours();
            reached |= (beside & clear) | (before & woods);
            draw(spent, reached);
            before = beside;
        }
    }

    /// 8.1 Along the railways every space costs one point.
    #[inline(always)]
    fn ride(&self, from: u8, points: usize, mut draw: impl FnMut(usize, SpaceSet)) {
        let mut reached = SpaceSet::one(from) | (LINKED[from as usize] & self.open);
        draw(1, reached);
        for spent in 2..=points {
            reached |= along_railways(reached.without(self.held)) & self.open;
            draw(spent, reached);
        }
    }
}

/// The spaces one railway link away from the set.
#[inline(always)]
const fn along_railways(from: SpaceSet) -> SpaceSet {
    let [north_west, south_west, north, south, north_east, south_east] = RAIL_LINKS;
    let west = from.and(north_west).down::<11>().or(from.and(south_west).down::<10>());
    let east = from.and(north_east).up::<10>().or(from.and(south_east).up::<11>());
    west.or(east).or(from.and(north).down::<1>()).or(from.and(south).up::<1>())
}

/// The neighbours of every space as a set.
pub static BESIDE: [SpaceSet; SPACES] = {
    let mut beside = [SpaceSet::EMPTY; SPACES];
    let mut space = 0;
    while space < SPACES {
        beside[space] = SpaceSet::one(space as u8).neighbours();
        space += 1;
    }
    beside
};

/// The spaces one railway link away from every space, as a set.
static LINKED: [SpaceSet; SPACES] = {
    let mut linked = [SpaceSet::EMPTY; SPACES];
    let mut space = 0;
    while space < SPACES {
        linked[space] = along_railways(SpaceSet::one(space as u8));
        space += 1;
    }
    linked
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{NEIGHBOURS, NOWHERE};

    #[test]
    fn railway_links_join_neighbours_both_ways() {
        for space in 0..SPACES as u8 {
            let linked = along_railways(SpaceSet::one(space));
            for end in linked.iter() {
                assert!(NEIGHBOURS[space as usize].contains(&end));
                assert!(along_railways(SpaceSet::one(end)).contains(space));
            }
        }
        assert!(
            RAIL_LINKS.iter().enumerate().all(|(direction, links)| {
                links.iter().all(|space| NEIGHBOURS[space as usize][direction] != NOWHERE)
            })
        );
    }
}
