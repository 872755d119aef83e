//! Ids: small numbers that identify named things.

use std::collections::BTreeMap;
use std::marker::PhantomData;

/// A dense index into one of a game's tables: a space, a unit, a side…
pub trait Id: Copy + Eq + Ord {
    /// Returns the id with this index.
    fn from_index(index: usize) -> Self;
    /// Returns the index of this id.
    fn index(self) -> usize;
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub u16);

        impl Id for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                $name(index as u16)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A hex, an area, a box or a track square: a node of the [`Map`](crate::map::Map).
    SpaceId
);
id!(
    /// A unit (counter, block, base) in the order of battle.
    UnitId
);
id!(
    /// A player's side.
    SideId
);
id!(
    /// A type of unit: tank corps, army…
    UnitTypeId
);
id!(
    /// A kind of terrain.
    TerrainId
);
id!(
    /// A way of moving, with its table of costs.
    MovementId
);
id!(
    /// A chart.
    ChartId
);
id!(
    /// A question that a procedure may ask.
    QuestionId
);

/// Names in file order, which can be looked up by id or by name.
#[derive(Clone, Debug)]
pub struct NameTable<I> {
    names: Vec<Box<str>>,
    index: BTreeMap<Box<str>, u16>,
    id: PhantomData<I>,
}

impl<I> Default for NameTable<I> {
    fn default() -> Self {
        NameTable { names: Vec::new(), index: BTreeMap::new(), id: PhantomData }
    }
}

impl<I: Id> NameTable<I> {
    /// Adds a name and returns its id; `None` if the name already exists.
    pub fn insert(&mut self, name: &str) -> Option<I> {
        if self.index.contains_key(name) {
            return None;
        }
        let id = self.names.len();
        self.names.push(name.into());
        self.index.insert(name.into(), id as u16);
        Some(I::from_index(id))
    }

    /// Returns the id of a name; `None` if there is no such name.
    pub fn find(&self, name: &str) -> Option<I> {
        self.index.get(name).map(|&id| I::from_index(id as usize))
    }

    /// Returns the name of an id.
    pub fn name(&self, id: I) -> &str {
        &self.names[id.index()]
    }

    /// Returns the number of names.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns all names, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (I, &str)> {
        self.names.iter().enumerate().map(|(index, name)| (I::from_index(index), &**name))
    }
}

impl<I: Id> FromIterator<String> for NameTable<I> {
    fn from_iter<T: IntoIterator<Item = String>>(names: T) -> Self {
        let mut all = NameTable::default();
        for name in names {
            all.insert(&name);
        }
        all
    }
}
