//! The map: a graph of spaces with typed attributes on spaces and borders.
//!
//! [`HexGrid`] and [`AreaMap`] build maps. All other code sees only spaces, borders and sets.
//!
//! A way of moving is a table of costs. A flood finds the spaces that a unit can reach with its movement points, by
//! expanding from space to space in order of cost.
//!
//! ```
//! use grognard_engine::map::{FloodScratch, CostRule, HexGrid, Orientation, Reach, Shifted, Terms};
//! use grognard_engine::{Set, SpaceId, TerrainId};
//!
//! // Three columns of three hexes, with a forest in the centre.
//! let hexes = (1..=3).flat_map(|column| (1..=3).map(move |row| (format!("{column:02}{row:02}"), column, row)));
//! let mut map = HexGrid { orientation: Orientation::Flat, shifted: Shifted::Even }.build(hexes);
//! map.terrains = ["clear", "forest"].map(String::from).into_iter().collect();
//! let forest = map.names.find("0202").unwrap();
//! map.set_terrain(forest, TerrainId(1));
//! let terrain = vec![(TerrainId(1), 3)];
//! map.seal(&[CostRule { name: "foot".to_owned(), base: Some(1), terrain, ..CostRule::default() }]);
//!
//! let nothing = vec![0; map.words()];
//! let reach = Reach {
//!     movement: map.movement("foot").unwrap(),
//!     from: map.names.find("0101").unwrap(),
//!     points: 2,
//!     blocked: &nothing,
//!     stops: &nothing,
//!     full: &nothing,
//!     terms: Terms::default(),
//! };
//! let mut found = vec![0; map.words()];
//! map.reach(&reach, &mut FloodScratch::default(), &mut found);
//! let spaces: Set<SpaceId> = Set::from_words(found);
//! let names: Vec<&str> = spaces.iter().map(|space| map.names.name(space)).collect();
//! assert_eq!(names, ["0101", "0102", "0103", "0201", "0301", "0302"], "the forest costs 3");
//! assert_eq!(map.way(&reach, map.names.find("0302").unwrap()).unwrap().len(), 3, "both ends included");
//! ```

mod area;
mod costs;
mod direction;
mod flood;
mod hex;
mod reach;
mod retreat;
mod routes;
mod turning;

pub use area::AreaMap;
pub use direction::{ARC_STEP, Bearing, Direction};
pub use flood::FloodScratch;
pub use hex::{HexGrid, HexNumbers, Orientation, Shifted};
pub use reach::{Reach, StepRule, Terms};
pub use retreat::RetreatQuery;
pub use turning::{TurnTable, Turning};

use crate::field::Field;
use crate::ids::{Id, MovementId, NameTable, SpaceId, TerrainId};
use crate::set::{Set, bits};

/// The cost of a closed border, which no unit can pay.
pub const IMPASSABLE: u8 = u8::MAX;

/// A space as declared.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// Printed number or name, unique on the map.
    pub name: String,
    /// The title of the space, such as the name of the town in it.
    pub title: Option<String>,
    /// The centre for drawing, in thousandths of a hex's side (or in the map's own unit).
    pub centre: [i32; 2],
    /// Whether the space is an off-map box or a track square, which has only its declared neighbours.
    pub off_map: bool,
}

/// A border between two adjacent spaces, seen from one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The space on the other side.
    pub to: SpaceId,
    /// The features of the border (river, rail…), one bit per feature.
    pub features: u32,
}

/// The costs of a way of moving.
#[derive(Clone, Debug, Default)]
pub struct CostRule {
    /// Name of the way of moving.
    pub name: String,
    /// The cost of entering each terrain; `base` applies to all other terrain.
    pub terrain: Vec<(TerrainId, u8)>,
    /// The cost of entering a space with any other terrain; `None` forbids it.
    pub base: Option<u8>,
    /// The feature without which a border cannot be crossed, if any.
    pub along: Option<u32>,
    /// The cost of crossing a border with a feature, which replaces the cost of the terrain.
    pub over: Vec<(u32, u8)>,
    /// The extra cost of crossing a border with a feature; [`IMPASSABLE`] closes it.
    pub across: Vec<(u32, u8)>,
    /// Features that cancel `across` on their border, one bit per feature.
    pub bridges: u32,
    /// Kinds of terrain that cancel `across` on the borders of their spaces.
    pub bridge_terrain: Vec<TerrainId>,
}

/// The graph of spaces. Create it with a builder, then call [`Map::seal`].
#[derive(Clone, Debug, Default)]
pub struct Map {
    spaces: Vec<Space>,
    /// Names of spaces.
    pub names: NameTable<SpaceId>,
    /// Kinds of terrain.
    pub terrains: NameTable<TerrainId>,
    terrain: Vec<TerrainId>,
    tags: Vec<(String, Set<SpaceId>)>,
    edges: Vec<(String, Set<SpaceId>)>,
    values: Vec<(String, Vec<i32>)>,
    features: Vec<String>,
    links: Vec<Vec<Link>>,
    steps: costs::Steps,
    words: usize,
    neighbours: flood::NeighbourSets,
    /// The steps to all neighbours as shifts, on large maps with regularly numbered spaces.
    shifts: Option<flood::Shifts>,
    /// For each border feature, the spaces with such a border.
    along: Vec<Set<SpaceId>>,
    /// For each terrain, its spaces.
    of_terrain: Vec<Set<SpaceId>>,
    everywhere: Set<SpaceId>,
    costs: Vec<costs::Costs>,
    movements: NameTable<MovementId>,
    /// The hex of each space, if any, and the orientation of the hexes.
    hexes: Option<(Vec<Option<hexx::Hex>>, Orientation)>,
    /// Whether every border is between two neighbouring hexes, so that no path is shorter than the distance in hexes.
    straight: bool,
    /// The table on which bases can stand anywhere, if the map has one.
    field: Option<Field>,
}

impl Space {
    /// Returns whether the title is only the name spelled out: `Kiev` for `kiev`, `Red box` for `red-box`.
    pub fn is_named_by_title(&self) -> bool {
        let plain = |text: &str| text.to_lowercase().replace(['-', '_'], " ");
        self.title.as_ref().is_some_and(|title| plain(title) == plain(&self.name))
    }
}

impl Map {
    /// Returns the table on which bases can stand anywhere, if there is one.
    pub fn field(&self) -> Option<&Field> {
        self.field.as_ref()
    }

    /// Returns the number of spaces, including boxes.
    pub fn len(&self) -> usize {
        self.spaces.len()
    }

    /// Returns whether the map has no spaces.
    pub fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// Returns the number of words in a set of spaces of this map.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns a space as it was declared.
    pub fn space(&self, id: SpaceId) -> &Space {
        &self.spaces[id.index()]
    }

    /// Returns the name of a space with its title: `1103 Moscow`. If the title is only the name spelled out, returns
    /// the title alone.
    pub fn label(&self, id: SpaceId) -> String {
        let space = self.space(id);
        match &space.title {
            Some(title) if space.is_named_by_title() => title.clone(),
            Some(title) => format!("{} {title}", space.name),
            None => space.name.clone(),
        }
    }

    /// Returns all spaces.
    pub fn all(&self) -> impl Iterator<Item = SpaceId> + use<> {
        (0..self.spaces.len()).map(SpaceId::from_index)
    }

    /// Returns the set of all spaces.
    pub fn everywhere(&self) -> &Set<SpaceId> {
        &self.everywhere
    }

    /// Returns the terrain of a space.
    pub fn terrain(&self, id: SpaceId) -> TerrainId {
        self.terrain[id.index()]
    }

    /// Returns the spaces with a tag; `None` if the map has no such tag.
    pub fn tag(&self, name: &str) -> Option<&Set<SpaceId>> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, set)| set)
    }

    /// Returns all tags with their spaces.
    pub fn tags(&self) -> &[(String, Set<SpaceId>)] {
        &self.tags
    }

    /// Returns the spaces of a named edge of the map; `None` if there is no such edge.
    pub fn edge(&self, name: &str) -> Option<&Set<SpaceId>> {
        self.edges.iter().find(|(edge, _)| edge == name).map(|(_, set)| set)
    }

    /// Returns all named edges with their spaces.
    pub fn edges(&self) -> &[(String, Set<SpaceId>)] {
        &self.edges
    }

    /// Returns a number attached to a space (victory points, port capacity…); `None` if no such number is declared.
    pub fn value(&self, name: &str, space: SpaceId) -> Option<i32> {
        self.values(name).map(|all| all[space.index()])
    }

    /// Returns the numbers of this name attached to spaces, by space; `None` if no space has such a number.
    pub fn values(&self, name: &str) -> Option<&[i32]> {
        self.values.iter().find(|(value, _)| value == name).map(|(_, all)| all.as_slice())
    }

    /// Returns the names of the numbers attached to spaces.
    pub fn value_names(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the non-zero numbers attached to a space, with their names.
    pub fn values_of(&self, space: SpaceId) -> impl Iterator<Item = (&str, i32)> {
        self.values.iter().map(move |(name, all)| (name.as_str(), all[space.index()])).filter(|(_, value)| *value != 0)
    }

    /// Returns the bit of a border feature; `None` if there is no such feature.
    pub fn feature(&self, name: &str) -> Option<u32> {
        self.features.iter().position(|feature| feature == name).map(|bit| 1 << bit)
    }

    /// Returns the spaces with a terrain. The map must be sealed.
    pub fn of_terrain(&self, terrain: TerrainId) -> &Set<SpaceId> {
        &self.of_terrain[terrain.index()]
    }

    /// Returns the spaces that have a border with this feature; `None` if there is no such feature.
    pub fn along(&self, name: &str) -> Option<&Set<SpaceId>> {
        self.along.get(self.features.iter().position(|feature| feature == name)?)
    }

    /// Returns the names of the border features, in the order of their bits.
    pub fn features(&self) -> &[String] {
        &self.features
    }

    /// Returns the way of moving with this name.
    pub fn movement(&self, name: &str) -> Option<MovementId> {
        self.movements.find(name)
    }

    /// Returns the names of the ways of moving.
    pub fn movements(&self) -> &NameTable<MovementId> {
        &self.movements
    }

    /// Returns the borders of a space.
    pub fn links(&self, id: SpaceId) -> &[Link] {
        &self.links[id.index()]
    }

    /// Returns the border between two spaces; `None` if they are not adjacent.
    pub fn link(&self, a: SpaceId, b: SpaceId) -> Option<&Link> {
        self.links(a).iter().find(|link| link.to == b)
    }

    /// Returns the neighbours of a space as the words of a set.
    #[inline]
    pub fn neighbours(&self, id: SpaceId) -> &[u64] {
        &self.neighbours.of(id)[..self.words]
    }

    /// Adds the neighbours of every space in `from` to `out`.
    pub fn add_neighbours(&self, from: &[u64], out: &mut [u64]) {
        match &self.shifts {
            Some(shifts) => shifts.add(from, out),
            None => self.neighbours.add(from, out),
        }
    }

    /// Adds the neighbours of every space in `from` to `out`, except those across a border with any of `features`.
    pub fn add_neighbours_short_of(&self, from: &[u64], features: u32, out: &mut [u64]) {
        for space in bits::iter(from) {
            let open = self.links[space].iter().filter(|link| link.features & features == 0);
            open.for_each(|link| bits::insert(out, link.to.index()));
        }
    }

    /// Writes to `out` the spaces that are at most `range` borders away from a space in `from`, including `from`
    /// itself.
    pub fn within(&self, from: &[u64], range: u32, out: &mut [u64]) {
        out.copy_from_slice(from);
        if range == 1 {
            return self.add_neighbours(from, out);
        }
        let mut front = from.to_vec();
        for _ in 0..range {
            let mut next = vec![0; self.words];
            self.add_neighbours(&front, &mut next);
            bits::subtract(&mut next, out);
            bits::union(out, &next);
            front = next;
        }
    }

    /// Returns the number of borders to cross from `a` to `b`; `None` if they are not connected. Between two hexes of a
    /// hex map, returns the distance in hexes as if no hexes were missing and no borders closed.
    pub fn distance(&self, a: SpaceId, b: SpaceId) -> Option<u32> {
        if let (Some(a), Some(b)) = (self.hex(a), self.hex(b)) {
            return Some(a.unsigned_distance_to(b));
        }
        let mut seen = Set::of(self.len(), [a]);
        let mut front = seen.clone();
        let mut steps = 0;
        while !front.is_empty() {
            if front.has(b) {
                return Some(steps);
            }
            let mut next = Set::empty(self.len());
            self.add_neighbours(front.words(), next.words_mut());
            bits::subtract(next.words_mut(), seen.words());
            bits::union(seen.words_mut(), next.words());
            front = next;
            steps += 1;
        }
        None
    }

    /// Returns a quickly computed lower bound for the number of borders to cross from `a` to `b`; 0 if none is known.
    #[inline]
    pub(super) fn min_distance(&self, a: SpaceId, b: SpaceId) -> u32 {
        match self.straight {
            true => self.hex(a).zip(self.hex(b)).map_or(0, |(a, b)| a.unsigned_distance_to(b)),
            false => 0,
        }
    }

    /// Writes to `out` the spaces connected to `seeds` through spaces in `through`, as by a supply line of any length.
    /// Seeds outside `through` are ignored.
    pub fn connected(&self, seeds: &[u64], through: &[u64], out: &mut [u64]) {
        out.copy_from_slice(seeds);
        bits::intersect(out, through);
        match &self.shifts {
            Some(_) => self.connect(through, out),
            None => self.neighbours.connect(through, out),
        }
    }

    /// Extends `out` with the spaces that are connected to it through spaces in `through`, on a large map.
    fn connect(&self, through: &[u64], out: &mut [u64]) {
        let mut front = out.to_vec();
        while !bits::is_empty(&front) {
            let mut next = vec![0; self.words];
            self.add_neighbours(&front, &mut next);
            bits::intersect(&mut next, through);
            bits::subtract(&mut next, out);
            bits::union(out, &next);
            front = next;
        }
    }
}

/// Functions for the builders and for code that loads maps from files.
impl Map {
    /// Adds a space and returns its id; `None` if its name is taken.
    pub fn add_space(&mut self, space: Space) -> Option<SpaceId> {
        let id = self.names.insert(&space.name)?;
        self.spaces.push(space);
        self.terrain.push(TerrainId(0));
        self.links.push(Vec::new());
        Some(id)
    }

    /// Sets the field. Its `table` must be a space of the map.
    pub fn set_field(&mut self, field: Field) {
        self.field = Some(field);
    }

    /// Sets the title of a space.
    pub fn set_title(&mut self, id: SpaceId, title: &str) {
        self.spaces[id.index()].title = Some(title.to_owned());
    }

    /// Sets the terrain of a space.
    pub fn set_terrain(&mut self, id: SpaceId, terrain: TerrainId) {
        let before = std::mem::replace(&mut self.terrain[id.index()], terrain);
        if let Some(set) = self.of_terrain.get_mut(before.index()) {
            set.remove(id);
        }
        if let Some(set) = self.of_terrain.get_mut(terrain.index()) {
            set.insert(id);
        }
    }

    /// Declares a tag with its spaces.
    pub fn add_tag(&mut self, name: &str, spaces: impl IntoIterator<Item = SpaceId>) {
        self.tags.push((name.to_owned(), Set::of(self.len(), spaces)));
    }

    /// Adds a space to an existing tag; returns `false` if there is no such tag.
    pub fn tag_space(&mut self, name: &str, id: SpaceId) -> bool {
        let tag = self.tags.iter_mut().find(|(tag, _)| tag == name);
        tag.map(|(_, spaces)| spaces.insert(id)).is_some()
    }

    /// Returns a copy with the first terrain everywhere, without tags or features, for trying out changes. Movement
    /// costs stay as they are.
    pub fn bare(&self) -> Map {
        let mut map = self.clone();
        map.all().for_each(|space| map.set_terrain(space, TerrainId(0)));
        map.tags.iter_mut().for_each(|(_, spaces)| *spaces = Set::empty(self.spaces.len()));
        map.links.iter_mut().flatten().for_each(|link| link.features = 0);
        map
    }

    /// Declares a named edge with its spaces.
    pub fn add_edge(&mut self, name: &str, spaces: impl IntoIterator<Item = SpaceId>) {
        self.edges.push((name.to_owned(), Set::of(self.len(), spaces)));
    }

    /// Declares a number for every space.
    pub fn add_value(&mut self, name: &str, values: Vec<i32>) {
        self.values.push((name.to_owned(), values));
    }

    /// Declares a feature that borders may have, and returns its bit. A map can have at most 32 features.
    pub fn add_feature(&mut self, name: &str) -> u32 {
        self.features.push(name.to_owned());
        1 << (self.features.len() - 1)
    }

    /// Joins two spaces with a border, in both directions.
    pub fn join(&mut self, a: SpaceId, b: SpaceId) {
        for (from, to) in [(a, b), (b, a)] {
            if self.link(from, to).is_none() {
                self.links[from.index()].push(Link { to, features: 0 });
            }
        }
    }

    /// Adds a feature to the border between two spaces; returns `false` if they are not adjacent.
    pub fn mark_border(&mut self, a: SpaceId, b: SpaceId, feature: u32) -> bool {
        let mut found = false;
        for (from, to) in [(a, b), (b, a)] {
            if let Some(link) = self.links[from.index()].iter_mut().find(|link| link.to == to) {
                link.features |= feature;
                found = true;
            }
        }
        found
    }

    /// Compiles neighbours and costs into flat tables. The map must not change afterwards.
    pub fn seal(&mut self, movements: &[CostRule]) {
        self.words = bits::words(self.len());
        self.links.iter_mut().for_each(|links| links.sort_by_key(|link| link.to));
        self.neighbours = flood::NeighbourSets::new(self.len());
        self.everywhere = Set::of(self.len(), self.all());
        self.along = vec![Set::empty(self.len()); self.features.len()];
        let spaces = |terrain| Set::of(self.len(), self.all().filter(|&space| self.terrain(space) == terrain));
        self.of_terrain = self.terrains.iter().map(|(terrain, _)| spaces(terrain)).collect();
        for (at, links) in self.links.iter().enumerate() {
            let at = SpaceId::from_index(at);
            for link in links {
                self.neighbours.insert(at, link.to);
                let has = |bit: &usize| link.features >> bit & 1 == 1;
                (0..self.features.len()).filter(has).for_each(|bit| self.along[bit].insert(at));
            }
        }
        self.straight = self.all().all(|at| self.links(at).iter().all(|link| self.are_neighbouring_hexes(at, link.to)));
        self.steps = costs::Steps::new(&self.links);
        // For sets of a few words, joining is faster than shifting.
        let is_large = self.len() > flood::MASKS_UP_TO;
        self.shifts = is_large.then(|| flood::Shifts::new(self, |_, _| true)).flatten();
        self.movements = movements.iter().map(|rule| rule.name.clone()).collect();
        self.costs = movements.iter().map(|rule| costs::Costs::compile(self, rule)).collect();
    }

    fn are_neighbouring_hexes(&self, a: SpaceId, b: SpaceId) -> bool {
        self.hex(a).zip(self.hex(b)).is_some_and(|(a, b)| a.unsigned_distance_to(b) == 1)
    }
}
