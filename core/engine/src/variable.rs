//! Variables: numbers, words and short lists that rules keep for the game, for each unit or for each space.
//!
//! A state stores a value in one or more slots, each a whole number. A word is stored as its position among the
//! declared words. A list takes a slot for its length and one for each element that it may have; unused slots are 0, so
//! that equal lists are stored alike.

use std::ops::Range;

/// The maximum length of a list.
pub const MAX_LIST: usize = 32;

/// A variable that a system declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name: `weather`.
    pub name: String,
    /// The words that it can have; empty if it has numbers.
    pub words: Vec<String>,
    /// The maximum length, if it has a list of numbers or words.
    pub length: Option<usize>,
    /// The initial values: one, or those of the list.
    pub initial: Vec<i32>,
    /// The first slot.
    slot: usize,
}

impl Variable {
    /// Creates a variable with a number.
    pub fn number(name: impl Into<String>, initial: i32) -> Variable {
        Variable { name: name.into(), words: Vec::new(), length: None, initial: vec![initial], slot: 0 }
    }

    /// Creates a variable with one of several words, initially that at the position `initial`.
    pub fn word<'a>(name: &str, words: impl IntoIterator<Item = &'a str>, initial: i32) -> Variable {
        let words = words.into_iter().map(str::to_owned).collect();
        Variable { words, ..Variable::number(name, initial) }
    }

    /// Returns the same variable with a list of at most `length` numbers or words, which is initially empty.
    pub fn list(self, length: usize) -> Variable {
        Variable { length: Some(length.min(MAX_LIST)), initial: Vec::new(), ..self }
    }

    /// Returns the slots.
    pub fn slots(&self) -> Range<usize> {
        self.slot..self.slot + self.length.map_or(1, |length| length + 1)
    }

    /// Returns whether values can be stored: there is one, or there are not too many for the list, and those of words
    /// are positions of words.
    pub fn takes(&self, values: &[i32]) -> bool {
        let is_word = |value: &i32| usize::try_from(*value).is_ok_and(|at| at < self.words.len());
        self.length.map_or(values.len() == 1, |length| values.len() <= length)
            && (self.words.is_empty() || values.iter().all(is_word))
    }

    /// Returns the values in the slots of the variable.
    pub(crate) fn unpack<'a>(&self, slots: &'a [i32]) -> &'a [i32] {
        match (self.length, slots) {
            (Some(_), [count, values @ ..]) => &values[..usize::try_from(*count).unwrap_or(0).min(values.len())],
            _ => slots,
        }
    }

    /// Writes values, which the variable must take, into its slots.
    pub(crate) fn pack(&self, values: &[i32], slots: &mut [i32]) {
        match (self.length, slots) {
            (Some(_), [count, room @ ..]) => {
                *count = values.len() as i32;
                room.fill(0);
                room[..values.len()].copy_from_slice(values);
            }
            (_, slots) => slots.copy_from_slice(values),
        }
    }

    /// Returns whether the slots contain what `pack` has written.
    fn fits(&self, slots: &[i32]) -> bool {
        let values = self.unpack(slots);
        let is_canonical = || {
            let mut packed = vec![0; slots.len()];
            self.pack(values, &mut packed);
            packed == slots
        };
        self.takes(values) && is_canonical()
    }

    /// Returns a value as a word; `None` if the variable has numbers.
    pub fn word_of(&self, value: i32) -> Option<&str> {
        self.words.get(usize::try_from(value).ok()?).map(String::as_str)
    }

    /// Returns the value that a text stands for: the position of a word, or a number.
    pub fn value_of(&self, text: &str) -> Option<i32> {
        match self.words.is_empty() {
            true => text.parse().ok(),
            false => self.words.iter().position(|word| word == text).map(|at| at as i32),
        }
    }

    /// Describes the values that the variable takes: `a whole number`, `one of clear, rain`.
    pub fn expected(&self) -> String {
        let values = match &*self.words {
            [] => "whole numbers".to_owned(),
            words => words.join(", "),
        };
        match (self.length, self.words.is_empty()) {
            (None, true) => "a whole number".to_owned(),
            (None, false) => format!("one of {values}"),
            (Some(length), true) => format!("a list of at most {length} {values}"),
            (Some(length), false) => format!("a list of at most {length} of {values}"),
        }
    }

    /// Describes the values: `rain`, `3`, `ahead, left`, `empty`.
    pub fn describe(&self, values: &[i32]) -> String {
        let value = |value: &i32| self.word_of(*value).map_or_else(|| value.to_string(), str::to_owned);
        match values {
            [] => "empty".to_owned(),
            _ => values.iter().map(value).collect::<Vec<_>>().join(", "),
        }
    }
}

/// The variables of the game, of units or of spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    all: Vec<Variable>,
    slots: usize,
}

impl Variables {
    /// Returns the variable with this name.
    #[inline]
    pub fn find(&self, name: &str) -> Option<&Variable> {
        self.all.iter().find(|variable| variable.name == name)
    }

    /// Returns the position of the variable with this name.
    #[inline]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.all.iter().position(|variable| variable.name == name)
    }

    /// Returns the variables in the order of their slots.
    pub fn iter(&self) -> std::slice::Iter<'_, Variable> {
        self.all.iter()
    }

    /// Returns the names.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.all.iter().map(|variable| variable.name.as_str())
    }

    /// Returns the words of all variables.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.all.iter().flat_map(|variable| &variable.words).map(String::as_str)
    }

    /// Returns whether all variables have single numbers.
    pub fn are_numbers(&self) -> bool {
        self.all.iter().all(|variable| variable.words.is_empty() && variable.length.is_none())
    }

    /// Returns the number of slots of a game, a unit or a space.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Returns the initial contents of the slots of `count` owners.
    pub(crate) fn initial(&self, count: usize) -> Vec<i32> {
        let mut one = vec![0; self.slots];
        self.all.iter().for_each(|variable| variable.pack(&variable.initial, &mut one[variable.slots()]));
        one.repeat(count)
    }

    /// Returns whether slots are those of `count` owners, with values that the variables take.
    pub(crate) fn fit(&self, slots: &[i32], count: usize) -> bool {
        let one = |slots: &[i32]| self.all.iter().all(|variable| variable.fits(&slots[variable.slots()]));
        slots.len() == self.slots * count && (self.slots == 0 || slots.chunks(self.slots).all(one))
    }

    /// Returns the first variable whose values differ, with the position of its owner and a description of both values.
    pub(crate) fn first_difference(&self, here: &[i32], there: &[i32]) -> Option<(usize, &Variable, [String; 2])> {
        let at = here.iter().zip(there).position(|(here, there)| here != there)?;
        let (owner, slot) = (at / self.slots, at % self.slots);
        let variable = self.all.iter().find(|variable| variable.slots().contains(&slot))?;
        let values = [here, there].map(|slots| {
            let own = &slots[owner * self.slots..][variable.slots()];
            variable.describe(variable.unpack(own))
        });
        Some((owner, variable, values))
    }

    /// Returns the names, each with its words and its length: states have the same slots if these are equal.
    pub(crate) fn shape(&self) -> impl Iterator<Item = String> {
        self.all.iter().map(|Variable { name, words, length, .. }| format!("{name} {words:?} {length:?}"))
    }
}

impl std::ops::Index<usize> for Variables {
    type Output = Variable;

    fn index(&self, at: usize) -> &Variable {
        &self.all[at]
    }
}

impl FromIterator<Variable> for Variables {
    fn from_iter<T: IntoIterator<Item = Variable>>(all: T) -> Variables {
        let mut variables = Variables::default();
        for variable in all {
            let variable = Variable { slot: variables.slots, ..variable };
            variables.slots = variable.slots().end;
            variables.all.push(variable);
        }
        variables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables() -> Variables {
        let order = Variable::word("order", ["hold", "march"], 1);
        let plot = Variable::word("plot", ["ahead", "left"], 0).list(3);
        [Variable::number("fatigue", 2), order, plot].into_iter().collect()
    }

    #[test]
    fn each_variable_has_its_slots_with_its_initial_value() {
        let variables = variables();
        assert_eq!((variables.slots(), variables.find("plot").unwrap().slots()), (6, 2..6));
        assert_eq!(variables.initial(2), [2, 1, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0]);
        assert!(!variables.are_numbers() && Variables::default().are_numbers());
    }

    #[test]
    fn lists_that_are_equal_are_stored_alike() {
        let variables = variables();
        let plot = variables.find("plot").unwrap();
        let mut slots = [0; 4];
        plot.pack(&[1, 1, 1], &mut slots);
        plot.pack(&[0, 1], &mut slots);
        assert_eq!((slots, plot.unpack(&slots)), ([2, 0, 1, 0], &[0, 1][..]));
        assert_eq!(plot.describe(plot.unpack(&slots)), "ahead, left");
        assert!(plot.takes(&[]) && !plot.takes(&[0, 0, 0, 0]) && !plot.takes(&[2]) && !plot.takes(&[-1]));
    }

    #[test]
    fn slots_that_hold_no_values_do_not_fit() {
        let variables = variables();
        assert!(variables.fit(&[7, 1, 2, 0, 1, 0], 1) && !variables.fit(&[7, 1, 2, 0, 1, 0], 2));
        let wrong =
            [[7, 2, 0, 0, 0, 0], [7, -1, 0, 0, 0, 0], [7, 0, 4, 0, 0, 0], [7, 0, -1, 0, 0, 0], [7, 0, 1, 0, 1, 0]];
        assert!(wrong.iter().all(|slots| !variables.fit(slots, 1)));
    }

    #[test]
    fn a_difference_names_the_words() {
        let variables = variables();
        let (here, mut there) = (variables.initial(2), variables.initial(2));
        assert_eq!(variables.first_difference(&here, &there), None);
        there[8..10].copy_from_slice(&[1, 1]);
        let (owner, variable, values) = variables.first_difference(&here, &there).unwrap();
        assert_eq!((owner, &*variable.name, values), (1, "plot", ["empty".to_owned(), "left".to_owned()]));
    }
}
