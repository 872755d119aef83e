//! The script API. Each function appears once, with its type and its description: the list that dispatches the calls is
//! also the source of the editor stubs and the reference.

mod attacks;
mod chart;
mod decide;
mod filters;
mod forecast;
mod game;
mod globals;
mod headings;
mod links;
mod march;
mod measure;
mod old_forms;
mod refusal;
mod region;
mod secret;
mod sets;
mod space;
#[cfg(test)]
mod tests;
mod unit;
mod variables;

pub use game::{is_bucket, is_dice};
pub use globals::fields_of;
pub(crate) use globals::{GLOBALS, TABLES, about};
pub(crate) use old_forms::old_form;
pub(crate) use refusal::refuse;
pub(crate) use sets::{combine, length, step};
pub(crate) use unit::property;

use crate::arena::Resume;
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, fail};
use crate::suggestions::{hint, shorten};
use grognard_engine::table::Table;
use std::sync::OnceLock;

/// A method: `unit:move_to(space)`.
pub(crate) struct Method {
    pub(crate) owner: HandleTag,
    pub(crate) name: &'static str,
    /// Parameters and result in Luau types, without the receiver: `(space: Space)`.
    pub(crate) signature: &'static str,
    pub(crate) doc: &'static str,
    /// Whether the method may ask a player for a decision.
    pub(crate) asks: bool,
    pub(crate) call: fn(&mut Call) -> Result<Outcome>,
}

/// A field: `unit.space`.
pub(crate) struct Field {
    pub(crate) owner: HandleTag,
    pub(crate) name: &'static str,
    /// The Luau type of the field.
    pub(crate) kind: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) get: fn(&mut Call) -> Result<Outcome>,
}

/// Resumes a suspended function after an answer.
pub(crate) fn go_on(call: &mut Call, resume: Resume) -> Result<Outcome> {
    match resume {
        Resume::Begin(method) => (method.call)(call),
        Resume::Choice(kind) => decide::finish_choice(call, kind),
        Resume::March => march::go_on(call),
        Resume::Declaration(target) => attacks::go_on_declaring(call, target),
        Resume::Battle => attacks::go_on_to_battle(call),
        Resume::Secretly => secret::go_on_choosing(call),
        Resume::Commit => secret::finish_commit(call),
    }
}

/// Returns all methods.
pub(crate) fn methods() -> impl Iterator<Item = &'static Method> {
    [
        game::METHODS,
        decide::METHODS,
        secret::METHODS,
        attacks::METHODS,
        march::METHODS,
        unit::METHODS,
        links::METHODS,
        space::METHODS,
        headings::METHODS,
        sets::METHODS,
        filters::METHODS,
        chart::METHODS,
        forecast::METHODS,
        measure::METHODS,
        region::METHODS,
    ]
    .into_iter()
    .flatten()
}

/// Returns all fields.
pub(crate) fn fields() -> impl Iterator<Item = &'static Field> {
    [game::FIELDS, unit::FIELDS, headings::FIELDS, space::FIELDS, chart::FIELDS, refusal::FIELDS, measure::FIELDS]
        .into_iter()
        .flatten()
}

/// Numbers the names of fields and methods, and finds a handle type's fields and methods by number.
pub(crate) struct Dispatch {
    names: Vec<&'static str>,
    methods: Vec<[Option<&'static Method>; HandleTag::ALL.len()]>,
    fields: Vec<[Option<&'static Field>; HandleTag::ALL.len()]>,
}

impl Dispatch {
    /// Returns the global instance, creating it on first use.
    pub(crate) fn get() -> &'static Dispatch {
        static DISPATCH: OnceLock<Dispatch> = OnceLock::new();
        DISPATCH.get_or_init(Dispatch::make)
    }

    fn make() -> Dispatch {
        let mut names: Vec<&str> =
            methods().map(|method| method.name).chain(fields().map(|field| field.name)).collect();
        names.sort_unstable();
        names.dedup();
        let mut all = Dispatch {
            methods: vec![[None; HandleTag::ALL.len()]; names.len()],
            fields: vec![[None; HandleTag::ALL.len()]; names.len()],
            names,
        };
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

    /// Returns the number of a name.
    pub(crate) fn atom(&self, name: &str) -> Option<i16> {
        self.names.binary_search(&name).ok().map(|atom| atom as i16)
    }

    /// Returns the method whose name has the number `atom`, for handles of type `tag`.
    #[inline]
    pub(crate) fn method(&self, atom: i32, tag: HandleTag) -> Option<&'static Method> {
        self.methods.get(usize::try_from(atom).ok()?)?[tag as usize]
    }

    /// Returns the field whose name has the number `atom`, for handles of type `tag`.
    #[inline]
    pub(crate) fn field(&self, atom: i32, tag: HandleTag) -> Option<&'static Field> {
        self.fields.get(usize::try_from(atom).ok()?)?[tag as usize]
    }
}

/// Returns the method names and the field names of a handle type.
fn names_of(tag: HandleTag, table: &Table) -> (Vec<&str>, Vec<&str>) {
    let methods = methods().filter(|method| method.owner == tag).map(|method| method.name);
    let fields = fields().filter(|field| field.owner == tag).map(|field| field.name);
    let properties = table.content.properties.iter().map(String::as_str).filter(|_| tag == HandleTag::Unit);
    (methods.collect(), fields.chain(properties).collect())
}

/// Returns an error for an unknown method.
#[cold]
pub(crate) fn unknown_method(call: &Call, tag: Option<HandleTag>, name: &str) -> Result<Outcome> {
    let Some(tag) = tag else { return fail(format!("there is no method `{}` here", shorten(name))) };
    if let Some(message) = old_form(call, tag, name) {
        return fail(message);
    }
    let (methods, fields) = names_of(tag, call.desk.table);
    if fields.contains(&name) {
        return fail(format!(
            "`{name}` of {} is a field, not a method: read it with a dot and without parentheses",
            tag.name()
        ));
    }
    fail(format!("{} has no method `{}`{}", tag.name(), shorten(name), hint_or_all(name, &methods)))
}

/// Returns an error for an unknown field.
#[cold]
pub(crate) fn unknown_field(call: &Call, tag: HandleTag, name: &str) -> Result<Outcome> {
    let (methods, fields) = names_of(tag, call.desk.table);
    if methods.contains(&name) {
        return fail(format!(
            "`{name}` of {} is a method, not a field: call it with a colon, `:{name}(…)`",
            tag.name()
        ));
    }
    fail(format!("{} has no field `{}`{}", tag.name(), shorten(name), hint_or_all(name, &fields)))
}

/// Suggests the most similar known name, or lists all known names if none is similar.
pub(crate) fn hint_or_all(wrong: &str, known: &[&str]) -> String {
    match hint(wrong, known.iter().copied()) {
        hint if !hint.is_empty() => hint,
        _ if known.is_empty() => "; it has none".to_owned(),
        _ => format!("; it has {}", known.join(", ")),
    }
}

/// Shorthand for an entry in the submodules' lists of methods.
macro_rules! method {
    ($owner:ident . $name:ident $signature:literal, $call:expr, $doc:literal) => {
        Method {
            owner: HandleTag::$owner,
            name: stringify!($name),
            signature: $signature,
            doc: $doc,
            asks: false,
            call: $call,
        }
    };
}
macro_rules! asking {
    ($owner:ident . $name:ident $signature:literal, $call:expr, $doc:literal) => {
        Method {
            owner: HandleTag::$owner,
            name: stringify!($name),
            signature: $signature,
            doc: $doc,
            asks: true,
            call: $call,
        }
    };
}
macro_rules! field {
    ($owner:ident . $name:ident : $kind:literal, $get:expr, $doc:literal) => {
        Field { owner: HandleTag::$owner, name: stringify!($name), kind: $kind, doc: $doc, get: $get }
    };
}
pub(crate) use {asking, field, method};

#[cfg(test)]
thread_local! {
    static CALLED: std::cell::RefCell<std::collections::BTreeSet<(&'static str, &'static str)>> = Default::default();
}

/// Records a method or field that a script has used, for the test that covers the whole API.
#[cfg(test)]
pub(crate) fn called(owner: HandleTag, name: &'static str) {
    CALLED.with_borrow_mut(|called| called.insert((owner.name(), name)));
}
