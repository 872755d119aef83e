//! Resolves names to local variables.

use crate::script::Variable;
use crate::tree::{Expression, Name};

/// The variables of a script, and the indices of those currently in scope.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) variables: Vec<Variable>,
    alive: Vec<usize>,
    /// The starting positions of the functions that have not ended yet.
    functions: Vec<usize>,
}

impl Scope {
    /// Begins a block; returns the number of variables in scope.
    pub(super) fn open(&self) -> usize {
        self.alive.len()
    }

    /// Ends the block that began with `outer` variables in scope.
    pub(super) fn close(&mut self, outer: usize) {
        self.alive.truncate(outer);
    }

    /// Begins a function; returns the number of variables in scope.
    pub(super) fn open_function(&mut self, start: usize) -> usize {
        self.functions.push(start);
        self.open()
    }

    /// Ends the function that began with `outer` variables in scope.
    pub(super) fn close_function(&mut self, outer: usize) {
        self.functions.pop();
        self.close(outer);
    }

    /// Declares a variable; returns its index.
    pub(super) fn declare(&mut self, name: &Name, annotation: Option<String>) -> usize {
        let number = self.variables.len();
        let (functions, span) = (self.functions.clone(), name.span.clone());
        self.variables.push(Variable { name: name.text.clone(), annotation, span, functions, value: None });
        self.alive.push(number);
        number
    }

    /// Returns the variable that a name refers to.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.alive.iter().copied().rfind(|number| self.variables[*number].name == name)
    }

    /// Records the constant values of newly declared variables.
    pub(super) fn initialise(&mut self, names: &[Name], values: &[Expression]) {
        for (name, value) in names.iter().zip(values) {
            let constant = value.bare();
            if let Some(variable) = name.variable.filter(|_| constant.is_literal()) {
                self.variables[variable].value = Some(constant.clone());
            }
        }
    }

    /// Records that a variable is assigned after its declaration.
    pub(super) fn assign(&mut self, target: &Name) {
        if let Some(variable) = target.variable {
            self.variables[variable].value = None;
        }
    }
}
