//! A position as seen on the map: areas, units, and who controls what.

use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::state::{State, VariableOwner};

/// The owner of a unit or an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    German,
    Soviet,
}

/// The type of a combat unit (4.2, 4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Infantry,
    Motorised,
    Pioneer,
    Armour,
    AntiTank,
    AntiAir,
    Observer,
}

/// The enemies in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    Nobody,
    Spent,
    Fresh,
}

/// An area of the map, a landing zone, a section of the river, a box.
pub struct Area {
    pub name: String,
    pub terrain: String,
    pub bank: bool,
    pub kurgan: bool,
    pub quadrant: i32,
    pub neighbours: Vec<usize>,
    pub owner: Option<Side>,
    pub rubble: i32,
}

/// A combat unit.
#[derive(Clone)]
pub struct Piece {
    pub id: usize,
    pub side: Side,
    pub kind: Kind,
    pub attack: i32,
    pub movement: i32,
    pub fresh: bool,
    pub place: Option<usize>,
    pub acted: bool,
    pub ferried: bool,
    pub stuck: bool,
    pub disruption: i32,
    pub used: i32,
}

/// Everything the movement rules depend on.
pub struct Board {
    pub areas: Vec<Area>,
    pub pieces: Vec<Piece>,
    /// The German and Soviet units in each area.
    holds: Vec<[Hold; 2]>,
    pub night: bool,
    /// The number of units that have tried to cross the Volga this night (18.0).
    pub ferried: i32,
    /// The month, as in the calendar.
    pub month: String,
}

impl Side {
    pub fn enemy(self) -> Side {
        if self == Side::German { Side::Soviet } else { Side::German }
    }

    pub fn named(name: &str) -> Side {
        if name == "german" { Side::German } else { Side::Soviet }
    }
}

impl Kind {
    fn named(name: &str) -> Option<Kind> {
        Some(match name {
            "infantry" => Kind::Infantry,
            "motorised" => Kind::Motorised,
            "pioneer" => Kind::Pioneer,
            "armour" => Kind::Armour,
            "anti-tank" => Kind::AntiTank,
            "anti-air" => Kind::AntiAir,
            "observer" => Kind::Observer,
            _ => return None,
        })
    }

    /// 8.2.5 Armour and guns; motorised infantry counts as dismounted (8.2.6).
    pub fn is_mechanised(self) -> bool {
        matches!(self, Kind::Armour | Kind::AntiTank | Kind::AntiAir)
    }

    /// 7.0 Observers do not count for stacking.
    pub fn takes_room(self) -> bool {
        self != Kind::Observer
    }

    /// 14.3 Whether it can dig.
    pub fn is_on_foot(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Motorised | Kind::Pioneer)
    }
}

impl Board {
    /// Reads the position of a game.
    pub fn read(content: &Content, state: &State) -> Board {
        let variable = |name: &str| {
            let variable = content.variables.find(name)?;
            Some(state.values(VariableOwner::Game, variable)[0])
        };
        let areas: Vec<Area> = content.map.all().map(|space| area(content, state, space)).collect();
        let pieces: Vec<Piece> =
            (0..content.units.len()).filter_map(|at| piece(content, state, UnitId::from_index(at))).collect();
        let holds =
            (0..areas.len()).map(|area| [Side::German, Side::Soviet].map(|side| hold(&pieces, area, side))).collect();
        let month = month(content, state.cursor().turn);
        Board {
            areas,
            pieces,
            holds,
            night: variable("night") == Some(1),
            ferried: variable("ferried").expect("a variable"),
            month,
        }
    }

    /// The combat units of a side in an area.
    pub fn at(&self, area: usize, side: Side) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.place == Some(area) && piece.side == side)
    }

    pub fn piece(&self, id: usize) -> &Piece {
        self.pieces.iter().find(|piece| piece.id == id).expect("a combat unit")
    }

    /// Which units of a side are in an area.
    pub fn hold(&self, area: usize, side: Side) -> Hold {
        self.holds[area][side as usize]
    }

    /// 7.4 Both sides are there.
    pub fn is_contested(&self, area: usize) -> bool {
        self.hold(area, Side::German) != Hold::Nobody && self.hold(area, Side::Soviet) != Hold::Nobody
    }

    /// 3.2 No unit enters the river or a box; Germans do not enter landing zones.
    pub fn is_barred(&self, area: usize, side: Side) -> bool {
        let terrain = self.areas[area].terrain.as_str();
        terrain == "water" || terrain == "box" || (terrain == "landing" && side == Side::German)
    }

    /// 7.0 How many more units fit into an area.
    pub fn room(&self, area: usize, side: Side) -> i64 {
        8 - self.at(area, side).filter(|piece| piece.kind.takes_room()).count() as i64
    }

    /// 7.0 Whether a unit can end in an area.
    pub fn has_room(&self, area: usize, piece: &Piece) -> bool {
        !piece.kind.takes_room() || self.room(area, piece.side) > 0
    }

    /// Whether both sides are in an area, or only the one that does not control it.
    pub fn is_held(&self, area: usize) -> bool {
        let holds = |side: Side| self.hold(area, side) != Hold::Nobody && self.areas[area].owner != Some(side);
        self.is_contested(area) || holds(Side::German) || holds(Side::Soviet)
    }

    /// Lists all units, for a report.
    pub fn describe(&self, name: &dyn Fn(usize) -> String) -> String {
        let units = |area: usize| {
            let all = self.pieces.iter().filter(|piece| piece.place == Some(area));
            all.map(|piece| {
                format!(" {} ({:?}, {})", name(piece.id), piece.kind, if piece.fresh { "fresh" } else { "spent" })
            })
            .collect::<String>()
        };
        let one = |(at, area): (usize, &Area)| {
            format!("  {} of {:?}, rubble {}:{}\n", area.name, area.owner, area.rubble, units(at))
        };
        self.areas.iter().enumerate().filter(|(at, _)| !units(*at).is_empty()).map(one).collect()
    }
}

fn hold(pieces: &[Piece], area: usize, side: Side) -> Hold {
    let mut there = pieces.iter().filter(|piece| piece.place == Some(area) && piece.side == side).peekable();
    match (there.peek().is_some(), there.any(|piece| piece.fresh)) {
        (false, _) => Hold::Nobody,
        (true, false) => Hold::Spent,
        (true, true) => Hold::Fresh,
    }
}

fn area(content: &Content, state: &State, space: SpaceId) -> Area {
    let map = &content.map;
    let tagged = |tag: &str| map.tag(tag).is_some_and(|spaces| spaces.has(space));
    let is_rubble = |unit: &UnitId| content.unit_types.name(content.units[unit.index()].kind) == "rubble";
    Area {
        name: map.names.name(space).to_owned(),
        terrain: map.terrains.name(map.terrain(space)).to_owned(),
        bank: tagged("bank"),
        kurgan: tagged("mamayev"),
        quadrant: map.value("quadrant", space).unwrap_or_default(),
        neighbours: map.links(space).iter().map(|link| link.to.index()).collect(),
        owner: state.owner(space).map(|side| Side::named(content.sides.name(side))),
        rubble: state.units_at(space).find(is_rubble).map_or(0, |unit| state.unit(unit).steps.into()),
    }
}

fn piece(content: &Content, state: &State, id: UnitId) -> Option<Piece> {
    let (unit, now) = (&content.units[id.index()], state.unit(id));
    let kind = Kind::named(content.unit_types.name(unit.kind))?;
    let value = |name: &str| {
        let property = content.properties.iter().position(|known| known == name).expect("a property");
        unit.value(property, now.steps).unwrap_or_default()
    };
    let mark =
        |name: &str| content.marks.iter().position(|known| known == name).is_some_and(|bit| now.marks >> bit & 1 == 1);
    let number = |name: &str| grognard_testing::number(content, state, VariableOwner::Unit(id), name);
    Some(Piece {
        id: id.index(),
        side: Side::named(content.sides.name(unit.side)),
        kind,
        attack: value("attack"),
        movement: value("movement"),
        fresh: now.steps == 2,
        place: now.place.map(Id::index),
        acted: mark("acted"),
        ferried: mark("ferried"),
        stuck: mark("stuck"),
        disruption: number("disruption"),
        used: number("used"),
    })
}

/// `October` of `1 October`.
fn month(content: &Content, turn: u16) -> String {
    let chart = content.charts.iter().find(|chart| chart.name == "calendar").expect("a calendar");
    let row = chart.rows.find(&turn.max(1).to_string()).expect("a day");
    let date =
        chart.cell(row, chart.columns.find("date").expect("a date")).and_then(|cell| cell.text()).unwrap_or_default();
    date.rsplit(' ').next().unwrap_or_default().to_owned()
}
