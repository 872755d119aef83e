//! Draws the lines that packs give for the eye alone: a railway through areas, a gully that runs to a river.

use super::canvas::{Point, SvgCanvas};
use super::{SvgScene, course_piece, ground};
use crate::look::feature::{FeatureLook, Stroke, feature_of};
use crate::look::ground::{Motif, ground_of};
use grognard_engine::ids::SpaceId;

/// Returns the kinds of lines with their looks.
pub fn kinds<'a>(scene: &'a SvgScene) -> impl Iterator<Item = (&'a str, FeatureLook)> {
    scene.style().courses.iter().map(|(kind, _)| (kind.as_str(), feature_of(kind)))
}

/// Draws all lines: gullies and waters first, so that roads and railways cross them.
pub fn draw(scene: &SvgScene, paper: &mut SvgCanvas) {
    for leads_across in [false, true] {
        for (kind, chains) in &scene.style().courses {
            let look = feature_of(kind);
            if look.leads_across == leads_across {
                paper.group("class=\"course\"");
                paper.title(&scene.words(kind));
                chains.iter().for_each(|chain| draw_course(scene, kind, look.stroke, chain, paper));
                paper.close();
            }
        }
    }
}

fn draw_course(scene: &SvgScene, kind: &str, stroke: Stroke, chain: &[SpaceId], paper: &mut SvgCanvas) {
    let mut corners: Vec<Point> = chain.iter().filter_map(|space| scene.centre(*space)).collect();
    if !matches!(stroke, Stroke::Rail | Stroke::Road | Stroke::Track) {
        corners.extend(chain.last().and_then(|space| bank(scene, *space)));
    }
    let width = match stroke {
        Stroke::GreatRiver => 300,
        Stroke::River => 190,
        Stroke::Road | Stroke::Track => 110,
        _ => 150,
    };
    if corners.len() > 1 {
        course_piece::draw(&corners, width, kind, ground_of(scene.style(), kind), paper);
    }
}

/// Returns the middle of the side of an area that is nearest to water.
fn bank(scene: &SvgScene, space: SpaceId) -> Option<Point> {
    let is_water = |space: SpaceId| ground::look_of(scene, space).motif == Motif::Waves;
    let sides = scene.cell(space)?.sides().filter(|side| side.beyond.is_some_and(is_water));
    let side = sides.max_by_key(|side| side.line.len())?;
    side.line.get(side.line.len() / 2).copied()
}
