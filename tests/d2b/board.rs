//! A table as a person sees it: bases, terrain and markers.

use super::ruler::{Point, Rect, Shape};
use grognard_engine::content::{Content, OptionValue};
use grognard_engine::field::{Facing, Footprint, Stand};
use grognard_engine::ids::{Id, UnitId};
use grognard_engine::state::{State, VariableOwner};
use grognard_testing::number;
use std::collections::{BTreeMap, BTreeSet};

/// A unit or a terrain piece, on the table or in a box.
#[derive(Clone, Debug)]
pub struct Piece {
    pub id: usize,
    pub side: String,
    pub kind: String,
    /// Its centre; `None` if it is not on the table.
    pub spot: Option<Point>,
    pub facing: &'static str,
    /// Half its width and half its depth.
    pub half: Point,
    pub shape: Option<Shape>,
    pub steps: i64,
    pub marks: BTreeSet<String>,
    pub shots: i64,
    pub is_boxed: bool,
}

/// The table.
#[derive(Clone)]
pub struct Board {
    pub size: Point,
    pub pieces: Vec<Piece>,
    pub variables: BTreeMap<String, i64>,
    pub options: BTreeMap<String, String>,
    pub turn: i64,
    /// The side whose turn it is.
    pub active: String,
}

/// Kinds of terrain (2.4.4).
pub const GROUND: [&str; 21] = [
    "woods",
    "river",
    "town",
    "hills",
    "dunes",
    "bocage",
    "waterway",
    "rough",
    "ravine",
    "marsh",
    "frozen-river",
    "wadi",
    "oasis",
    "road",
    "mountain",
    "prepared",
    "trench",
    "wire",
    "bridge",
    "ford",
    "minefield",
];

impl Board {
    /// Reads the position of a game.
    pub fn read(content: &Content, state: &State) -> Board {
        let field = content.map.field().expect("a table");
        let word = |value: &OptionValue| value.to_string();
        let phase = content.sequence.phase(state.cursor());
        let variables = content
            .variables
            .names()
            .map(|name| (name.to_owned(), number(content, state, VariableOwner::Game, name).into()));
        Board {
            size: field.size.map(i64::from),
            pieces: (0..content.units.len()).map(|at| piece(content, state, UnitId::from_index(at))).collect(),
            variables: variables.collect(),
            options: content.options.iter().map(|(name, value)| (name.clone(), word(value))).collect(),
            turn: state.cursor().turn.into(),
            active: phase
                .and_then(|phase| phase.side)
                .map(|side| content.sides.name(side).to_owned())
                .unwrap_or_default(),
        }
    }

    /// Lists everything on the table, for messages.
    pub fn describe(&self, name: &dyn Fn(usize) -> String) -> String {
        let one = |piece: &Piece| {
            let Piece { side, kind, facing, steps, marks, .. } = piece;
            format!(
                "  {side} {kind} {} at {:?} facing {facing}, {steps} steps, {marks:?}\n",
                name(piece.id),
                piece.spot()
            )
        };
        self.pieces.iter().filter(|piece| piece.spot.is_some()).map(one).collect()
    }

    pub fn whole(&self) -> Rect {
        Rect { left: 0, top: 0, right: self.size[0], bottom: self.size[1] }
    }

    /// The units of a side on the table.
    pub fn units<'a>(&'a self, side: &'a str) -> impl Iterator<Item = &'a Piece> {
        self.pieces.iter().filter(move |piece| piece.is_unit() && piece.spot.is_some() && piece.side == side)
    }

    /// The enemies of a unit on the table.
    pub fn enemies<'a>(&'a self, unit: &'a Piece) -> impl Iterator<Item = &'a Piece> {
        self.pieces.iter().filter(|piece| piece.is_unit() && piece.spot.is_some() && piece.side != unit.side)
    }

    /// The other units of its side.
    pub fn friends<'a>(&'a self, unit: &'a Piece) -> impl Iterator<Item = &'a Piece> {
        self.units(&unit.side).filter(|piece| piece.id != unit.id)
    }

    /// The terrain on the table.
    pub fn ground(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|piece| piece.is_ground() && piece.spot.is_some())
    }

    /// The kinds of terrain under a base.
    pub fn under(&self, base: &Rect) -> BTreeSet<&str> {
        self.ground().filter(|piece| piece.lies_under(base)).map(|piece| piece.kind.as_str()).collect()
    }

    /// The kinds of terrain under a unit.
    pub fn ground_of(&self, unit: &Piece) -> BTreeSet<&str> {
        self.under(&unit.base())
    }

    pub fn variable(&self, name: &str) -> i64 {
        self.variables[name]
    }

    /// The unit that hosts the general of a side, or the general's own base.
    pub fn general<'a>(&'a self, side: &'a str) -> Option<&'a Piece> {
        let host = self.units(side).find(|unit| unit.has("general"));
        host.or_else(|| self.units(side).find(|unit| unit.kind == "general"))
    }

    /// The home edge of a side.
    pub fn home(&self, side: &str) -> &'static str {
        ["north", "east", "south", "west"][self.variable(&format!("{side}-home")) as usize - 1]
    }

    /// 3.3 Days of a fixed number of turns alternate with nights of one or two.
    pub fn is_dark(&self) -> bool {
        let number = |name: &str| self.options[name].parse::<i64>().expect("a number");
        (self.turn - 1) % (number("day_turns") + number("night_turns")) >= number("day_turns")
    }

    /// 3.3 At night the active side has a penalty on its dice.
    pub fn darkness(&self, side: &str) -> i64 {
        if self.is_dark() && side == self.active {
            -self.options["night_penalty"].parse::<i64>().expect("a number")
        } else {
            0
        }
    }
}

impl Piece {
    pub fn is_ground(&self) -> bool {
        GROUND.contains(&self.kind.as_str())
    }

    /// Whether it is neither terrain nor a depot.
    pub fn is_unit(&self) -> bool {
        !self.is_ground() && self.kind != "depot"
    }

    pub fn has(&self, mark: &str) -> bool {
        self.marks.contains(mark)
    }

    pub fn spot(&self) -> Point {
        self.spot.expect("it is on the table")
    }

    /// Its base on the table.
    pub fn base(&self) -> Rect {
        self.base_at(self.spot())
    }

    /// Its base, if it were at a place.
    pub fn base_at(&self, spot: Point) -> Rect {
        Rect::about(spot, self.half)
    }

    /// Whether a terrain piece is under a base, at least in part.
    pub fn lies_under(&self, base: &Rect) -> bool {
        self.shape.as_ref().is_some_and(|shape| shape.is_under(base))
    }

    /// 3.7 Whether two bases touch.
    pub fn touches(&self, other: &Piece) -> bool {
        self.base().contact(&other.base()).is_some()
    }

    /// 3.7 Whether its front touches another base.
    pub fn fronts(&self, other: &Piece) -> bool {
        self.base().contact(&other.base()) == Some(self.facing)
    }

    pub fn is_nearer(&self, other: &Piece, distance: i64) -> bool {
        self.base().is_nearer(&other.base(), distance)
    }

    /// Whether another is within a distance.
    pub fn is_within(&self, other: &Piece, distance: i64) -> bool {
        self.base().gap_squared(&other.base()) <= distance * distance
    }
}

/// The name of a direction.
pub fn facing_name(facing: Facing) -> &'static str {
    match facing {
        Facing::North => "north",
        Facing::East => "east",
        Facing::South => "south",
        Facing::West => "west",
    }
}

/// Turns a point, measured facing north, to another facing.
fn turned(facing: &str, [x, y]: Point) -> Point {
    match facing {
        "east" => [-y, x],
        "south" => [-x, -y],
        "west" => [y, -x],
        _ => [x, y],
    }
}

fn piece(content: &Content, state: &State, id: UnitId) -> Piece {
    let (unit, now) = (&content.units[id.index()], state.unit(id));
    let facing = now.stand.map_or("north", |stand| facing_name(stand.facing));
    let footprint = content.footprint(id);
    let half = match footprint {
        Some(Footprint::Base(wide, deep)) if facing == "east" || facing == "west" => {
            [i64::from(*deep) / 2, i64::from(*wide) / 2]
        }
        Some(Footprint::Base(wide, deep)) => [i64::from(*wide) / 2, i64::from(*deep) / 2],
        _ => [0, 0],
    };
    let bit = |at: usize| now.marks >> at & 1 == 1;
    let box_name = format!("{}-box", content.sides.name(unit.side));
    Piece {
        id: id.index(),
        side: content.sides.name(unit.side).to_owned(),
        kind: content.unit_types.name(unit.kind).to_owned(),
        spot: now.stand.map(|stand| [i64::from(stand.spot.x), i64::from(stand.spot.y)]),
        facing,
        half,
        shape: now.stand.and_then(|stand| shape(footprint?, stand, half)),
        steps: now.steps.into(),
        marks: content.marks.iter().enumerate().filter(|(at, _)| bit(*at)).map(|(_, mark)| mark.clone()).collect(),
        shots: number(content, state, VariableOwner::Unit(id), "shots").into(),
        is_boxed: now.place.is_some_and(|place| content.map.names.name(place) == box_name),
    }
}

fn shape(footprint: &Footprint, stand: Stand, half: Point) -> Option<Shape> {
    let [x, y] = [i64::from(stand.spot.x), i64::from(stand.spot.y)];
    let place = |point: &[i32; 2]| {
        let [across, down] = turned(facing_name(stand.facing), point.map(i64::from));
        [x + across, y + down]
    };
    Some(match footprint {
        Footprint::Base(..) => Shape::rect(&Rect::about([x, y], half)),
        Footprint::Outline(corners) => Shape::outline(corners.iter().map(place).collect()),
        Footprint::Course { line, width } => {
            Shape::course(&line.iter().map(place).collect::<Vec<_>>(), (*width).into())
        }
    })
}
