//! The sign in the frame of a counter.

use super::paper::{INK, Paper, Point, Type};
use crate::look::unit::Branch;

/// Half the frame.
const HALF: Point = (265, 170);

/// Draws the frame around a point, with its sign.
pub fn draw(branch: &Branch, at: Point, paper: &mut Paper) {
    let (x, y) = HALF;
    paper.group(&format!("transform=\"translate({} {})\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"26\"", at.0, at.1));
    paper.put(format_args!("<rect x=\"-{x}\" y=\"-{y}\" width=\"{}\" height=\"{}\" fill=\"#fbf8ee\"/>", 2 * x, 2 * y));
    match branch {
        Branch::Letters(letters) => paper.put(format_args!("<g stroke=\"none\">{}</g>", word(letters))),
        Branch::Artillery => paper.put(format_args!("<circle r=\"62\" fill=\"{INK}\"/>")),
        Branch::Air => paper.path("M0 0L-150 -70V70L150 -70V70Z", &format!("fill=\"{INK}\"")),
        other => paper.path(&lines(other), ""),
    }
    paper.close();
}

fn word(letters: &str) -> String {
    let mut inner = Paper::default();
    inner.text((0, 72), Type::centred(200, INK).bold(), letters);
    inner.out.trim_end().to_owned()
}

const CROSSED: &str = "M-265 -170L265 170M-265 170L265 -170";
const SLASH: &str = "M-265 170L265 -170";
const OVAL: &str = "M-80 -85H80A85 85 0 0 1 80 85H-80A85 85 0 0 1 -80 -85Z";

fn lines(branch: &Branch) -> String {
    match branch {
        Branch::Infantry => CROSSED.to_owned(),
        Branch::Armour => OVAL.to_owned(),
        Branch::Mechanised => [CROSSED, OVAL].concat(),
        Branch::Motorised => [CROSSED, "M0 -170V170"].concat(),
        Branch::Cavalry => SLASH.to_owned(),
        Branch::ArmouredScouts => [SLASH, OVAL].concat(),
        Branch::AntiTank => "M-265 170L0 -170L265 170".to_owned(),
        Branch::Engineers => "M-120 80V-80H120V80M0 -80V80".to_owned(),
        Branch::Airborne => [CROSSED, "M-110 150Q-55 80 0 150Q55 80 110 150"].concat(),
        Branch::Naval => "M0 -110V120M-70 -60H70M-110 40Q-90 120 0 120Q90 120 110 40".to_owned(),
        Branch::Supply => "M-265 90H265".to_owned(),
        Branch::Headquarters => "M-170 120V-110H150V10H-170".to_owned(),
        Branch::Artillery | Branch::Air | Branch::Letters(_) => String::new(),
    }
}
