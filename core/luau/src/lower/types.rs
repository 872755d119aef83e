//! Reads types, only to find where they end and which table fields they name.

use super::span;
use full_moon::ast::luau::{IndexedTypeInfo, TypeField, TypeFieldKey, TypeInfo};
use full_moon::ast::span::ContainedSpan;
use full_moon::visitors::Visitor;
use std::collections::BTreeSet;

/// The names of the fields in the visited types.
#[derive(Default)]
pub(super) struct Fields(pub(super) BTreeSet<String>);

impl Visitor for Fields {
    fn visit_type_field(&mut self, field: &TypeField) {
        if let TypeFieldKey::Name(name) = field.key() {
            self.0.insert(name.token().to_string());
        }
    }
}

/// Returns the end of a type. The span from `full_moon` does not include the last bracket.
pub(super) fn end(of: &TypeInfo) -> usize {
    match of {
        TypeInfo::Array { braces, .. } | TypeInfo::Table { braces, .. } => closing(braces),
        TypeInfo::Tuple { parentheses, .. } | TypeInfo::Typeof { parentheses, .. } => closing(parentheses),
        TypeInfo::Generic { arrows, .. } => closing(arrows),
        TypeInfo::Callback { return_type, .. } => end(return_type),
        TypeInfo::Variadic { type_info, .. } => end(type_info),
        TypeInfo::Union(of) => of.types().last().map_or(0, |last| end(last.value())),
        TypeInfo::Intersection(of) => of.types().last().map_or(0, |last| end(last.value())),
        TypeInfo::Module { type_info, .. } => match &**type_info {
            IndexedTypeInfo::Generic { arrows, .. } => closing(arrows),
            other => span(other).end,
        },
        other => span(other).end,
    }
}

/// Returns the end of a pair of brackets.
pub(super) fn closing(brackets: &ContainedSpan) -> usize {
    span(brackets.tokens().1).end
}
