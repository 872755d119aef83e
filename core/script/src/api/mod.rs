//! Everything a script can say to the engine. Each function stands here once, with its type and its explanation: the editor
//! stubs and the reference are made from the same list that answers the calls.

mod chart;
mod decide;
mod game;
mod sets;
mod space;
mod unit;

pub(crate) use decide::finish_choice;
pub(crate) use sets::{combine, equal, length, step};
pub(crate) use unit::property;

use crate::call::{Call, Outcome, Result};
use crate::handle::Tag;
use std::sync::OnceLock;

/// A method: `unit:move_to(space)`.
pub(crate) struct Method {
    pub(crate) owner: Tag,
    pub(crate) name: &'static str,
    /// Parameters and result in Luau types, without the receiver: `(space: Space)`.
    pub(crate) signature: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) call: fn(&mut Call) -> Result<Outcome>,
}

/// A field: `unit.space`.
pub(crate) struct Field {
    pub(crate) owner: Tag,
    pub(crate) name: &'static str,
    /// Its Luau type.
    pub(crate) kind: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) get: fn(&mut Call) -> Result<Outcome>,
}

/// All methods.
pub(crate) fn methods() -> impl Iterator<Item = &'static Method> {
    [game::METHODS, decide::METHODS, unit::METHODS, space::METHODS, sets::METHODS, chart::METHODS].into_iter().flatten()
}

/// All fields.
pub(crate) fn fields() -> impl Iterator<Item = &'static Field> {
    [game::FIELDS, unit::FIELDS, space::FIELDS, chart::FIELDS].into_iter().flatten()
}

/// Names of fields and methods as small numbers, and what each means for each kind of handle.
pub(crate) struct Dispatch {
    names: Vec<&'static str>,
    methods: Vec<[Option<&'static Method>; Tag::ALL.len()]>,
    fields: Vec<[Option<&'static Field>; Tag::ALL.len()]>,
}

/// Atoms from here on are properties of units that the system declares.
pub(crate) const FIRST_PROPERTY: i16 = 20_000;

impl Dispatch {
    /// The one table, made on first use.
    pub(crate) fn get() -> &'static Dispatch {
        static DISPATCH: OnceLock<Dispatch> = OnceLock::new();
        DISPATCH.get_or_init(Dispatch::make)
    }

    fn make() -> Dispatch {
        let mut names: Vec<&str> = methods().map(|method| method.name).chain(fields().map(|field| field.name)).collect();
        names.sort_unstable();
        names.dedup();
        let mut all = Dispatch { methods: vec![[None; Tag::ALL.len()]; names.len()], fields: vec![[None; Tag::ALL.len()]; names.len()], names };
        for method in methods() {
            let atom = all.names.binary_search(&method.name).unwrap_or_default();
            all.methods[atom][method.owner as usize] = Some(method);
        }
        for field in fields() {
            let atom = all.names.binary_search(&field.name).unwrap_or_default();
            all.fields[atom][field.owner as usize] = Some(field);
        }
        all
    }

    /// The atom of a name.
    pub(crate) fn atom(&self, name: &str) -> Option<i16> {
        self.names.binary_search(&name).ok().map(|atom| atom as i16)
    }

    /// The method behind an atom.
    #[inline]
    pub(crate) fn method(&self, atom: i32, tag: Tag) -> Option<&'static Method> {
        self.methods.get(usize::try_from(atom).ok()?)?[tag as usize]
    }

    /// The field behind an atom.
    #[inline]
    pub(crate) fn field(&self, atom: i32, tag: Tag) -> Option<&'static Field> {
        self.fields.get(usize::try_from(atom).ok()?)?[tag as usize]
    }

    /// What there is on a kind of handle, for messages.
    pub(crate) fn known(tag: Tag) -> Vec<&'static str> {
        let methods = methods().filter(|method| method.owner == tag).map(|method| method.name);
        methods.chain(fields().filter(|field| field.owner == tag).map(|field| field.name)).collect()
    }
}

/// Shorthand for the lists of the modules below.
macro_rules! method {
    ($owner:ident . $name:ident $signature:literal, $call:expr, $doc:literal) => {
        Method { owner: Tag::$owner, name: stringify!($name), signature: $signature, doc: $doc, call: $call }
    };
}
macro_rules! field {
    ($owner:ident . $name:ident : $kind:literal, $get:expr, $doc:literal) => {
        Field { owner: Tag::$owner, name: stringify!($name), kind: $kind, doc: $doc, get: $get }
    };
}
pub(crate) use {field, method};
