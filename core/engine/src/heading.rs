//! Headings: the directions in which units face on a hex map.
//!
//! A system names six headings, one for each side of a hex, or twelve, which include the corners. The state keeps the
//! heading of a unit as a variable whose words are these names.

use crate::content::Content;
use crate::ids::UnitId;
use crate::map::{Bearing, Direction, Orientation};
use crate::state::{State, VariableOwner};
use crate::variable::Variable;

/// The name of the unit variable that holds headings.
pub const HEADING: &str = "heading";

/// The headings of a system. A heading is a position in the list of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Headings {
    /// The position of the unit variable.
    variable: usize,
    /// The heading at the start of each unit that does not have the first one.
    pub initial: Vec<(UnitId, usize)>,
}

impl Headings {
    /// Returns the headings that the unit variable at this position holds.
    pub fn new(variable: usize) -> Headings {
        Headings { variable, initial: Vec::new() }
    }
}

impl Content {
    /// Returns the variable of the headings; `None` if units have no headings.
    pub fn heading_variable(&self) -> Option<&Variable> {
        self.headings.as_ref().map(|headings| &self.unit_variables[headings.variable])
    }

    /// Returns the names of the headings, clockwise: six, twelve or, if units have no headings, none. On flat-topped
    /// hexes, the first one points up. On pointy-topped hexes, the first of six points to the upper right.
    pub fn heading_names(&self) -> &[String] {
        self.heading_variable().map_or(&[], |variable| &variable.words)
    }

    /// Returns the direction of a heading; `None` if the map has no hexes.
    pub fn direction(&self, heading: usize) -> Option<Direction> {
        let all = self.heading_names().len();
        let orientation = self.map.orientation()?;
        let first = usize::from(all == 6 && orientation == Orientation::Pointy);
        (heading < all).then(|| Direction::new(first + heading * (12 / all)))
    }

    /// Returns the heading that is closest to a bearing. If two are equally close, returns the first one clockwise.
    pub fn heading_toward(&self, bearing: Bearing) -> Option<usize> {
        let all = self.heading_names().len();
        let turned = bearing.from(self.direction(0)?);
        Some(if all == 6 { (turned.halves() + 1) / 4 % 6 } else { turned.nearest() })
    }
}

impl State {
    /// Returns the heading of a unit; `None` if units have no headings.
    pub fn heading(&self, content: &Content, unit: UnitId) -> Option<usize> {
        let values = self.values(VariableOwner::Unit(unit), content.heading_variable()?);
        usize::try_from(*values.first()?).ok()
    }

    /// Returns the name of the heading that a unit shows to everybody; `None` unless it is on the map and has one.
    pub fn shown_heading<'c>(&self, content: &'c Content, unit: UnitId) -> Option<&'c str> {
        let place = self.unit(unit).place?;
        let heading = self.heading(content, unit).filter(|_| !content.map.space(place).off_map)?;
        content.heading_names().get(heading).map(String::as_str)
    }

    /// Sets the heading of a unit, if units have headings.
    pub fn set_heading(&mut self, content: &Content, unit: UnitId, heading: usize) {
        if let Some(variable) = content.heading_variable() {
            self.set_values(VariableOwner::Unit(unit), variable, &[heading as i32]);
        }
    }
}

/// Returns how many headings to turn from one to another, out of `all`: clockwise if positive, and the shorter way.
pub fn turns(all: usize, from: usize, to: usize) -> i32 {
    let clockwise = (to + all - from) % all;
    if clockwise * 2 > all { clockwise as i32 - all as i32 } else { clockwise as i32 }
}
