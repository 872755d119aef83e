//! The map tables compared with the counts of the second edition.

use crate::common::{all, at, numbers};
use grognard_reference_game::tables::{
    BLACK_EDGE, CITIES, CROSSES, FOREST, FORTIFIED, MAJOR_CITIES, MOSCOW, NEIGHBOURS, RAIL_LINKS, RED_EDGE, RIVERS,
    ROSLAVL, SMOLENSK, SPACES, STARS,
};

#[test]
fn the_map_has_what_the_second_edition_has() {
    assert_eq!((FOREST.count(), FORTIFIED.count(), CITIES.count()), (32, 22, 11));
    assert_eq!((CROSSES.count(), STARS.len()), (22, 14));
    assert_eq!(RIVERS.iter().map(|sides| sides.count_ones()).sum::<u32>(), 2 * 58);
    assert_eq!(RAIL_LINKS.iter().map(|links| links.count()).sum::<u32>(), 2 * 71);
    assert_eq!(numbers(MAJOR_CITIES), [1103, 1107]);
    assert_eq!([MOSCOW, SMOLENSK, ROSLAVL], [at(1103), at(204), at(307)]);
}

#[test]
fn the_edges_are_where_they_belong_10_2_10_3() {
    assert_eq!(numbers(BLACK_EDGE), (101..=111).collect::<Vec<u16>>());
    let east: Vec<u16> = (1401..=1410).collect();
    assert_eq!(RED_EDGE, all(&[1010, 1101, 1111, 1201, 1210, 1301, 1311]) | all(&east));
}

#[test]
fn rivers_run_on_both_sides_of_their_hexsides() {
    for space in 0..SPACES {
        for direction in (0..6).filter(|direction| RIVERS[space] >> direction & 1 == 1) {
            let beyond = NEIGHBOURS[space][direction] as usize;
            assert_eq!(RIVERS[beyond] >> (5 - direction) & 1, 1, "{space} {beyond}");
        }
    }
}
