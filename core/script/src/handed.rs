//! What scripts hand to methods in other ways than as one plain text: one of several texts, fields of a table, tags.

use crate::api::TABLES;
use crate::asked::Asked;
use crate::reading::Reading;
use std::collections::BTreeSet;
use std::ops::Range;

/// A name in an argument that is no plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handed {
    /// The method: `march`; with the field if it stands in a table: `march.costs`.
    pub method: String,
    /// Which argument it is part of, from 1.
    pub argument: usize,
    /// The name.
    pub name: String,
    /// Where it is written.
    pub span: Range<usize>,
}

/// A field of a table that a method takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The type of the table: `MarchOptions`.
    pub table: &'static str,
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub span: Range<usize>,
}

/// What a tag is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// A unit.
    Unit,
    /// A space.
    Space,
}

/// A tag, with what it is asked of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tagged {
    /// The tag.
    pub tag: String,
    /// What it is asked of.
    pub receiver: Receiver,
    /// Where it is written.
    pub span: Range<usize>,
}

/// What a script hands to methods.
#[derive(Debug, Default)]
pub struct HandedOver {
    /// Names in arguments.
    pub names: Vec<Handed>,
    /// Fields of tables.
    pub fields: Vec<Field>,
    /// Tags asked of units and of spaces.
    pub tags: Vec<Tagged>,
    /// Methods of tables that the script makes itself: `function stack:get(name)`.
    pub methods: BTreeSet<String>,
    /// The texts of each function that it may return.
    pub returned: Vec<Vec<(String, Range<usize>)>>,
}

impl Handed {
    /// The same as a name that is asked for.
    pub fn asked(&self, file: usize) -> Asked {
        Asked { method: self.method.clone(), argument: self.argument, name: self.name.clone(), file, line: 0 }
    }
}

/// The fields of a table that functions take.
pub fn fields_of(table: &str) -> Vec<&'static str> {
    let fields = TABLES.iter().find(|(name, _)| *name == table).map_or("", |(_, fields)| fields.trim_matches(['{', '}', ' ']));
    fields.split(", ").filter_map(|field| Some(field.split_once(':')?.0.trim())).collect()
}

/// What a script hands to methods.
pub fn handed_over(source: &str) -> HandedOver {
    let mut finder = Finder { words: Reading::of(source), found: HandedOver::default() };
    for at in 0..finder.words.len() {
        if at > 0 && finder.words.is_sign(at - 1, ":") && finder.words.is_sign(at + 1, "(") {
            finder.call(at);
        }
        if finder.words.is_name(at, "function") {
            finder.found.returned.push(Vec::new());
            let method = finder.method(at).map(str::to_owned);
            finder.found.methods.extend(method);
        }
        if finder.words.is_name(at, "return") {
            finder.returned(at + 1);
        }
    }
    finder.found
}

struct Finder {
    words: Reading,
    found: HandedOver,
}

impl Finder {
    fn call(&mut self, at: usize) {
        let Some(method) = self.words.name(at).map(str::to_owned) else { return };
        for (number, argument) in self.words.elements(at + 2).into_iter().enumerate() {
            if self.words.is_sign(argument.start, "{") {
                let table = match (method.as_str(), number) {
                    ("march", 1) => Some("MarchOptions"),
                    ("reach", 6) => Some("ReachTerms"),
                    _ => None,
                };
                self.table(&method, number + 1, argument.start + 1, table);
            } else if argument.len() > 1 {
                self.names(&method, number + 1, argument);
            } else if method == "has" && number == 0 {
                self.tag(at, argument.start);
            }
        }
    }

    /// The name of a method, where one is made at this word `function`: `function a:b(`, `function a.b(self`, `b = function(self`.
    fn method(&self, at: usize) -> Option<&str> {
        let open = (at..self.words.len()).find(|&word| self.words.is_sign(word, "("))?;
        let takes_self = self.words.is_name(open + 1, "self");
        if open > at + 1 {
            let is_method = self.words.is_sign(open.checked_sub(2)?, ":") || takes_self;
            return self.words.name(open - 1).filter(|_| is_method);
        }
        let name = at.checked_sub(2)?;
        self.words.name(name).filter(|_| takes_self && self.words.is_sign(at - 1, "="))
    }

    fn names(&mut self, method: &str, argument: usize, range: Range<usize>) {
        for at in self.words.outcomes(range) {
            let Some(name) = self.words.text(at).filter(|name| !name.is_empty()) else { continue };
            let (method, name, span) = (method.to_owned(), name.to_owned(), self.words.span(at));
            self.found.names.push(Handed { method, argument, name, span });
        }
    }

    /// The fields of a table, and of the tables in it.
    fn table(&mut self, method: &str, argument: usize, first: usize, table: Option<&'static str>) {
        for element in self.words.elements(first) {
            let Some((key, value)) = self.words.entry(&element) else {
                if self.words.is_sign(element.start, "{") {
                    self.table(method, argument, element.start + 1, table);
                }
                continue;
            };
            let name = self.words.name(key).or_else(|| self.words.text(key)).unwrap_or_default().to_owned();
            if let Some(table) = table {
                self.found.fields.push(Field { table, name: name.clone(), span: self.words.span(key) });
            }
            match self.words.is_sign(value.start, "{") {
                true => {
                    let inside = (table == Some("ReachTerms") && name == "steps").then_some("StepRule");
                    self.table(method, argument, value.start + 1, inside);
                }
                false => self.names(&format!("{method}.{name}"), argument, value),
            }
        }
    }

    /// `unit:has("tank")`, as far as the script says what `unit` is.
    fn tag(&mut self, at: usize, text: usize) {
        let (Some(tag), Some(receiver)) = (self.words.text(text).map(str::to_owned), at.checked_sub(2)) else { return };
        if let Some(receiver) = self.receiver(receiver) {
            self.found.tags.push(Tagged { tag, receiver, span: self.words.span(text) });
        }
    }

    fn receiver(&self, at: usize) -> Option<Receiver> {
        let name = self.words.name(at)?;
        if at > 0 && self.words.is_sign(at - 1, ".") {
            return (name == "space").then_some(Receiver::Space);
        }
        let declared = (0..at).rev().filter(|&before| self.words.is_name(before, name)).find_map(|before| self.declared(before));
        declared.flatten()
    }

    /// What a name is declared as, where it is declared: `unit: Unit`, `local x = …`, `for x in …`.
    fn declared(&self, at: usize) -> Option<Option<Receiver>> {
        let before = at.checked_sub(1).and_then(|before| self.words.name(before).map(str::to_owned));
        if self.words.is_sign(at + 1, ":") && !self.words.is_sign(at + 3, "(") {
            return Some(match (self.words.name(at + 2), self.words.sign(at + 3)) {
                (_, Some("." | "|" | "&")) => None,
                (Some("Unit"), _) => Some(Receiver::Unit),
                (Some("Space"), _) => Some(Receiver::Space),
                _ => None,
            });
        }
        // Its type is not written down.
        let is_listed = at > 0 && self.words.is_sign(at - 1, ",") && !self.words.is_sign(at + 1, ":");
        (matches!(before.as_deref(), Some("local" | "for")) || is_listed && self.words.is_name(at + 1, "in")).then_some(None)
    }

    /// The texts a `return` may come to; the statement ends where one of these words begins another, or the block.
    fn returned(&mut self, first: usize) {
        let mut depth = 0;
        let mut end = first;
        while end < self.words.len() {
            match (self.words.name(end), self.words.sign(end)) {
                (_, Some("(" | "{" | "[")) => depth += 1,
                (_, Some(")" | "}" | "]")) if depth == 0 => break,
                (_, Some(")" | "}" | "]")) => depth -= 1,
                (Some("end" | "until" | "function"), _) if depth == 0 => break,
                (_, Some(";")) if depth == 0 => break,
                _ => {}
            }
            end += 1;
        }
        // `else` and `elseif` end the statement too, unless they belong to an `if` within it.
        let opened = (first..end).filter(|&at| self.words.is_name(at, "if")).count();
        if opened == 0 {
            end = (first..end).find(|&at| matches!(self.words.name(at), Some("else" | "elseif"))).unwrap_or(end);
        }
        let texts: Vec<_> = self.words.outcomes(first..end).into_iter().collect();
        let found = texts.into_iter().filter_map(|at| Some((self.words.text(at)?.to_owned(), self.words.span(at))));
        let found: Vec<_> = found.collect();
        if let Some(last) = self.found.returned.last_mut() {
            last.extend(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_arguments_and_tables() {
        let source = "game:edge(if a == 'x' then 'blck' else 'red') game:march(side, { costs = c or 'rial', appart = true }) \
            game:reach(f, 'foot', 2, b, s, u, { steps = { { into = x, csts = 'mud' } } }) game:edge('plain')";
        let found = handed_over(source);
        let names: Vec<_> = found.names.iter().map(|name| format!("{} {} {}", name.method, name.argument, name.name)).collect();
        assert_eq!(names, ["edge 1 blck", "edge 1 red", "march.costs 2 rial", "reach.csts 7 mud"]);
        let fields: Vec<_> = found.fields.iter().map(|field| format!("{} {}", field.table, field.name)).collect();
        assert_eq!(fields, ["MarchOptions costs", "MarchOptions appart", "ReachTerms steps", "StepRule into", "StepRule csts"]);
        assert_eq!(fields_of("ReachTerms"), ["steps", "one_step"]);
        assert!(fields_of("MarchOptions").contains(&"apart") && fields_of("StepRule") == ["from", "into", "costs"]);
    }

    #[test]
    fn what_a_tag_is_asked_of() {
        let source = "function a.b(space: Space, unit: Unit?, other)
            if space:has('a') or unit:has('b') or other:has('c') or unit.space:has('d') then end
            for unit in units:each() do unit:has('e') end
            end function a.c(unit: Space) unit:has('f') end";
        let found: Vec<_> = handed_over(source).tags.iter().map(|tag| format!("{:?} {}", tag.receiver, tag.tag)).collect();
        assert_eq!(found, ["Space a", "Unit b", "Space d", "Space f"]);
    }

    #[test]
    fn methods_of_tables_of_the_script() {
        let source = "function a:get(name) end function a.set(self, name) end local t = { edge = function(self) end } function a.chart(game) end \
            local f = function(x) end";
        assert_eq!(handed_over(source).methods.into_iter().collect::<Vec<_>>(), ["edge", "get", "set"]);
    }

    #[test]
    fn texts_a_function_returns() {
        let source = "function a.b() if x == 'p' then return 'rails' else return nil end return if y then 'mud' else 'normal' end
            function a.c() return f('x') end return a";
        let found: Vec<Vec<String>> =
            handed_over(source).returned.into_iter().map(|texts| texts.into_iter().map(|(text, _)| text).collect()).collect();
        assert_eq!(found, [vec!["rails".to_owned(), "mud".into(), "normal".into()], vec![]]);
    }

    #[test]
    fn scripts_that_break_off_are_read_as_far_as_they_go() {
        for source in ["x:has(", "x:march(a, {", "return", "function", "x:has('a'", ":has('a')", "return (", "x: y"] {
            handed_over(source);
        }
    }
}
