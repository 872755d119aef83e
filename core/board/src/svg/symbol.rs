//! The symbol in the frame of a counter.

use super::canvas::{Point, SvgCanvas, TextStyle};
use crate::look::unit::ServiceBranch;
use grognard_engine::style::Colour;

/// Half the size of the frame.
const HALF: Point = (265, 170);

/// The colours of a symbol: those of its lines and of its frame.
#[derive(Clone, Copy)]
pub struct SymbolColours {
    pub line: Colour,
    pub frame: Colour,
}

/// Draws the frame with its symbol around a point.
pub fn draw(branch: &ServiceBranch, at: Point, colours: SymbolColours, paper: &mut SvgCanvas) {
    let ((x, y), line) = (HALF, colours.line);
    paper.group(&format!(
        "transform=\"translate({} {})\" fill=\"none\" stroke=\"{line}\" stroke-width=\"28\"",
        at.0, at.1
    ));
    let fill = if let ServiceBranch::Ground(ground) = branch { ground.terrain.fill } else { colours.frame };
    paper.put(format_args!("<rect x=\"-{x}\" y=\"-{y}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"/>", 2 * x, 2 * y));
    match branch {
        ServiceBranch::Letters(letters) => word(letters, line, paper),
        ServiceBranch::Artillery => paper.put(format_args!("<circle r=\"62\" fill=\"{line}\"/>")),
        ServiceBranch::Air => paper.path(
            "M0 0C-70 -95 -205 -95 -205 0S-70 95 0 0C70 -95 205 -95 205 0S70 95 0 0Z",
            &format!("fill=\"{line}\""),
        ),
        ServiceBranch::Mountain => {
            paper.path(CROSSED, "");
            paper.path("M-95 170L0 40L95 170Z", &format!("fill=\"{line}\""));
        }
        ServiceBranch::Headquarters => {
            paper.path(&format!("M-{x} {y}V{}", y + 130), "");
            word("HQ", line, paper);
        }
        other => paper.path(&lines(other), ""),
    }
    paper.close();
}

/// Draws a pack's picture around a point, slightly larger than the frame.
pub fn picture(inside: &str, at: Point, paper: &mut SvgCanvas) {
    paper.put(format_args!("<g class=\"picture\" transform=\"translate({} {}) scale(0.6)\">{inside}</g>", at.0, at.1));
}

fn word(letters: &str, ink: Colour, paper: &mut SvgCanvas) {
    paper.group("stroke=\"none\"");
    paper.text((0, 72), TextStyle::centred(220, ink).bold(), letters);
    paper.close();
}

const CROSSED: &str = "M-265 -170L265 170M-265 170L265 -170";
const SLASH: &str = "M-265 170L265 -170";
const OVAL: &str = "M-80 -85H80A85 85 0 0 1 80 85H-80A85 85 0 0 1 -80 -85Z";

fn lines(branch: &ServiceBranch) -> String {
    match branch {
        ServiceBranch::Infantry => CROSSED.to_owned(),
        ServiceBranch::Armour => OVAL.to_owned(),
        ServiceBranch::Mechanised => [CROSSED, OVAL].concat(),
        ServiceBranch::Motorised => [CROSSED, "M0 -170V170"].concat(),
        ServiceBranch::Cavalry => SLASH.to_owned(),
        ServiceBranch::ArmouredScouts => [SLASH, OVAL].concat(),
        ServiceBranch::AntiTank => "M-265 170L0 -170L265 170".to_owned(),
        ServiceBranch::Engineers => "M-120 80V-80H120V80M0 -80V80".to_owned(),
        ServiceBranch::Airborne => [CROSSED, "M-110 150Q-55 80 0 150Q55 80 110 150"].concat(),
        ServiceBranch::Naval => "M0 -110V120M-70 -60H70M-110 40Q-90 120 0 120Q90 120 110 40".to_owned(),
        ServiceBranch::Supply => "M-265 90H265".to_owned(),
        ServiceBranch::AntiAir => "M-265 170C-265 -90 265 -90 265 170".to_owned(),
        ServiceBranch::Artillery | ServiceBranch::Air | ServiceBranch::Mountain | ServiceBranch::Headquarters => {
            String::new()
        }
        ServiceBranch::Ground(_) | ServiceBranch::Letters(_) => String::new(),
    }
}
