//! Draws symbols in a space: towns, fortifications, small symbols for other tags, and its owner's flag.

use super::SvgScene;
use super::canvas::{CREAM, INK, Point, SvgCanvas, TextStyle};
use super::ground::outline;
use crate::lattice::HexAxes;
use crate::look::tag::{TagSign, sign_of};
use grognard_engine::ids::SpaceId;
use grognard_engine::style::Colour;

const WORKS: &str = "#7a5636";
const HOUSES: Colour = Colour::of(0x5d_544c);

/// The positions of small symbols, away from the counter in the centre.
const CORNERS: [Point; 4] = [(-680, 210), (680, -210), (-680, -210), (680, 210)];

/// Draws the symbols for a space's tags, apart from its wall.
pub fn tags(scene: &SvgScene, space: SpaceId, at: Point, paper: &mut SvgCanvas) {
    let here = scene.content.map.tags().iter().filter(|(_, spaces)| spaces.has(space));
    let mut all: Vec<(TagSign, &str)> = here.map(|(name, _)| (sign_of(name), name.as_str())).collect();
    all.sort();
    if let Some((largest, _)) = all.first().filter(|(sign, _)| sign.is_settled()) {
        settlement(*largest, at, paper);
    }
    let small = all.iter().filter(|(sign, _)| sign.is_drawn() && !sign.is_settled() && *sign != TagSign::Fort);
    for ((sign, name), corner) in small.zip(CORNERS) {
        small_sign(*sign, name, (at.0 + corner.0, at.1 + corner.1), paper);
    }
}

/// Draws the wall around a fortified space. It is below rivers and roads.
pub fn wall(scene: &SvgScene, space: SpaceId, at: Point, paper: &mut SvgCanvas) {
    if scene.content.map.tags().iter().any(|(name, spaces)| spaces.has(space) && sign_of(name) == TagSign::Fort) {
        works(100, paper, |percent, look| scene.outline(space, at, percent, look));
    }
}

/// Draws a symbol for the legend.
pub fn sample(name: &str, pointing: Option<HexAxes>, at: Point, paper: &mut SvgCanvas) {
    match sign_of(name) {
        sign if sign.is_settled() => {
            paper.group(&format!("transform=\"translate({} {}) scale(0.5)\"", at.0, at.1));
            settlement(sign, (0, 0), paper);
            paper.close();
        }
        TagSign::Fort => works(30, paper, |percent, look| outline(pointing, at, percent, look)),
        sign => small_sign(sign, name, at, paper),
    }
}

/// Draws a settlement: houses around a market square, or a ring.
fn settlement(sign: TagSign, at: Point, paper: &mut SvgCanvas) {
    let blocks = match sign {
        TagSign::Capital => {
            "m-560 -330h220v170h-220zm300 -110h240v150h-240zm340 40h210v190h-210zm150 290h190v210h-190zm-190 \
             300h230v170h-230zm\
             -330 60h220v160h-220zm-300 -130h200v170h-200zm-70 -260h190v170h-190zm330 -110h380v330h-380z"
        }
        TagSign::Town => "m-330 -230h190v140h-190zm410 -30h200v150h-200zm90 320h190v160h-190zm-480 60h200v140h-200z",
        _ => "",
    };
    if !blocks.is_empty() {
        let fill = format!("fill=\"{HOUSES}\" opacity=\"0.8\"");
        paper.path(&format!("M{} {}{blocks}", at.0, at.1), &fill);
    }
    let (radius, width) = if sign == TagSign::Village { (90, 34) } else { (150, 46) };
    paper.put(format_args!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{CREAM}\" stroke=\"{INK}\" stroke-width=\"{width}\"/>",
        at.0, at.1
    ));
    if sign == TagSign::Capital {
        paper.put(format_args!("<circle cx=\"{}\" cy=\"{}\" r=\"60\" fill=\"{INK}\"/>", at.0, at.1));
    }
}

/// Draws a toothed wall just inside the space.
fn works(percent: i64, paper: &mut SvgCanvas, outline: impl Fn(i64, &str) -> String) {
    let line =
        |width: i64| format!("fill=\"none\" stroke=\"{WORKS}\" stroke-width=\"{}\"", width * percent.max(50) / 100);
    let teeth =
        format!("{} stroke-dasharray=\"{} {}\"", line(86), 60 * percent.max(50) / 100, 107 * percent.max(50) / 100);
    paper.put(format_args!("{}", outline(percent * 91 / 100, &line(34))));
    paper.put(format_args!("{}", outline(percent * 87 / 100, &teeth)));
}

/// Draws a symbol that is about the size of a letter.
fn small_sign(sign: TagSign, name: &str, at: Point, paper: &mut SvgCanvas) {
    let (commands, filled) = match sign {
        TagSign::Star => ("m0 -120l28 85h90l-72 54l27 86l-73 -52l-73 52l27 -86l-72 -54h90z", true),
        TagSign::Cross => ("m-32 -110h64v78h78v64h-78v78h-64v-78h-78v-64h78z", true),
        TagSign::Port => (
            "m0 -60v170m-60 -110h120m-160 40q20 90 100 90q80 0 100 -90m-130 -100a30 30 0 1 0 60 0a30 30 0 1 0 -60 0",
            false,
        ),
        TagSign::Airfield => ("m0 -120v230m-110 -110h220m-160 100h100", false),
        TagSign::Depot => ("m-100 100v-120l100 -90l100 90v120z", false),
        TagSign::Goal => ("m-70 120v-230h150l-40 60l40 60h-150", false),
        _ => {
            let letter: String =
                name.chars().find(|letter| letter.is_alphanumeric()).into_iter().flat_map(char::to_uppercase).collect();
            paper.put(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"220\" height=\"220\" rx=\"40\" fill=\"{CREAM}\" stroke=\"{HOUSES}\" \
                 stroke-width=\"20\"/>",
                at.0 - 110,
                at.1 - 110
            ));
            paper.text((at.0, at.1 + 65), TextStyle::centred(180, HOUSES).bold(), &letter);
            return;
        }
    };
    let fill = if filled {
        format!("fill=\"{HOUSES}\"")
    } else {
        format!("fill=\"none\" stroke=\"{HOUSES}\" stroke-width=\"36\"")
    };
    paper.path(&format!("M{} {}{commands}", at.0, at.1), &fill);
}

/// Draws a pennant in a side's colour.
pub fn flag(at: Point, colour: Colour, paper: &mut SvgCanvas) {
    let pole = format!("fill=\"{colour}\" stroke=\"{INK}\" stroke-width=\"22\" stroke-linejoin=\"round\"");
    paper.path(&format!("M{} {}v-240l190 65l-190 65", at.0, at.1 + 30), &pole);
}
