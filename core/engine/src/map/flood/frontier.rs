//! Floods that process whole sets of spaces, for small maps and few movement points.

use super::neighbour_sets::{Board, NeighbourSets, board};
use crate::ids::Id;
use crate::map::Reach;
use crate::set::bits;

/// The largest map, in spaces, on which floods join whole sets of neighbours. On larger maps, floods follow each
/// space's links in groups. `docs/decisions/0020-goals-for-speed.md` has measurements of both.
pub(in crate::map) const MASKS_UP_TO: usize = 512;

/// With this many movement points or more, floods follow links in groups even on small maps.
pub(in crate::map) const RINGS: usize = 16;

/// For each cost in use, lowest first: for each space, the neighbours that can be entered from it at that cost.
pub(in crate::map) type FrontierMasks = Vec<(u8, NeighbourSets)>;

/// Writes to `out` the spaces that a unit can reach, including those where it may not end its move.
pub(in crate::map) fn reach_rings(masks: &[(u8, NeighbourSets)], query: &Reach, out: &mut [u64]) {
    match masks.first().is_some_and(|(_, rows)| rows.fits::<4>()) {
        true => reach_on_board::<4>(masks, query, out),
        false => reach_on_board::<{ MASKS_UP_TO / 64 }>(masks, query, out),
    }
}

/// Does the work of `reach_rings` with sets of `W` words. For each cost in turn, the neighbours of the spaces reached
/// at that cost are added to the sets of spaces reached at higher costs.
fn reach_on_board<const W: usize>(masks: &[(u8, NeighbourSets)], query: &Reach, out: &mut [u64]) {
    let points = usize::from(query.points);
    let stops: Board<W> = board(query.stops);
    let mut closed: Board<W> = board(query.blocked);
    let (mut rings, mut done) = ([[0; W]; RINGS], [0; W]);
    bits::insert(&mut rings[0], query.from.index());
    bits::remove(&mut closed, query.from.index());
    for spent in 0..=points {
        let mut ring = rings[spent];
        bits::subtract(&mut ring, &closed);
        bits::union(&mut closed, &ring);
        bits::union(&mut done, &ring);
        if spent > 0 {
            bits::subtract(&mut ring, &stops);
        }
        for (cost, rows) in masks {
            let Some(target) = rings[..=points].get_mut(spent + usize::from(*cost)) else { break };
            rows.spread(&ring, target);
        }
    }
    out.copy_from_slice(&done[..out.len()]);
}
