//! What is read of types: the names of the fields of tables.

use full_moon::ast::Ast;
use full_moon::ast::luau::{TypeField, TypeFieldKey};
use full_moon::visitors::Visitor;
use std::collections::BTreeSet;

#[derive(Default)]
struct Fields(BTreeSet<String>);

impl Visitor for Fields {
    fn visit_type_field(&mut self, field: &TypeField) {
        if let TypeFieldKey::Name(name) = field.key() {
            self.0.insert(name.token().to_string());
        }
    }
}

/// The names of the fields in all types of a script.
pub(super) fn fields(tree: &Ast) -> BTreeSet<String> {
    let mut fields = Fields::default();
    fields.visit_ast(tree);
    fields.0
}
