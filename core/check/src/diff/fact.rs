//! Facts about subjects, and the differences between two lists of them.

use grognard_play::Battle;
use serde::Serialize;
use std::collections::BTreeMap;

/// The group of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactGroup {
    /// The map.
    Map,
    /// The order of battle and the set-up.
    Units,
    /// The length of the game and the events of each turn.
    Calendar,
    /// Charts.
    Charts,
    /// The sequence of play.
    Sequence,
    /// Rules.
    Rules,
    /// Options.
    Options,
    /// The names that the system declares.
    System,
}

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The group to which the difference belongs.
    pub group: FactGroup,
    /// The kind of subject: `hex`; empty if the name implies it.
    #[serde(skip)]
    pub(super) noun: String,
    /// The name of the subject.
    #[serde(skip)]
    pub(super) name: String,
    /// The predicate, which begins with a verb.
    #[serde(skip)]
    pub(super) predicate: String,
    /// The whole sentence.
    pub says: String,
    /// The path of the value, for `blame` and `resolve`; for a rule, its name.
    pub path: String,
    /// The value in the first battle.
    pub a: Option<String>,
    /// The value in the second battle.
    pub b: Option<String>,
    /// File and line in the first battle.
    pub at_a: Option<String>,
    /// File and line in the second battle.
    pub at_b: Option<String>,
}

/// A fact about a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    /// The verb, such as `is` or `has strength`. A fact without a verb is written with an arrow.
    pub verb: String,
    /// The rest of the predicate.
    pub value: String,
    /// The path of the value.
    pub path: String,
}

/// A subject of facts, such as a hex, a unit or a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    /// The kind of subject: `hex`; empty if the name implies it.
    pub noun: String,
    /// The display name.
    pub name: String,
    /// The kind and name that identify the subject in the other battle; by default `noun` and `name`.
    key: (String, String),
    /// The path of the subject.
    pub path: String,
    /// The facts, by aspect.
    pub facts: BTreeMap<String, Fact>,
}

/// The subjects of one group.
pub(super) struct FactSection {
    pub group: FactGroup,
    pub subjects: Vec<Subject>,
}

impl Subject {
    pub fn new(noun: &str, name: &str, path: impl Into<String>) -> Subject {
        let key = (noun.to_owned(), name.to_owned());
        Subject { noun: noun.to_owned(), name: name.to_owned(), key, path: path.into(), facts: BTreeMap::new() }
    }

    /// Sets the kind and name that identify the subject in the other battle.
    pub fn with_key(self, kind: &str, name: &str) -> Subject {
        Subject { key: (kind.to_owned(), name.to_owned()), ..self }
    }

    /// Adds a fact.
    pub fn fact(
        &mut self,
        aspect: impl Into<String>,
        verb: impl Into<String>,
        value: impl Into<String>,
        path: impl Into<String>,
    ) {
        self.facts.insert(aspect.into(), Fact { verb: verb.into(), value: value.into(), path: path.into() });
    }

    fn is(&self, other: &Subject) -> bool {
        self.key == other.key
    }

    /// Returns whether two subjects are equal except for their names.
    fn is_like(&self, other: &Subject) -> bool {
        let facts = |subject: &Subject| -> Vec<(String, String, String)> {
            subject.facts.iter().map(|(aspect, fact)| (aspect.clone(), fact.verb.clone(), fact.value.clone())).collect()
        };
        self.key.0 == other.key.0 && !self.facts.is_empty() && facts(self) == facts(other)
    }

    fn whole(&self) -> String {
        if self.noun.is_empty() { self.name.clone() } else { format!("{} {}", self.noun, self.name) }
    }

    /// Summarises the facts; returns an empty string if there are none or too many.
    fn summary(&self) -> String {
        let fact = |fact: &Fact| {
            let text = format!("{} {}", fact.verb, fact.value);
            let short = ["is ", "lies "].iter().find_map(|verb| text.strip_prefix(verb));
            short.unwrap_or(&text).trim().to_owned()
        };
        let facts: Vec<String> = self.facts.values().map(fact).collect();
        if facts.is_empty() || facts.len() > 12 { String::new() } else { format!(" ({})", facts.join(", ")) }
    }
}

impl Difference {
    /// Creates a difference with a subject and a predicate, but without values or locations.
    pub fn with_predicate(group: FactGroup, noun: &str, name: &str, predicate: String, path: &str) -> Difference {
        let subject = if noun.is_empty() { name.to_owned() } else { format!("{noun} {name}") };
        Difference {
            group,
            noun: noun.to_owned(),
            name: name.to_owned(),
            says: format!("{subject} {predicate}"),
            predicate,
            path: path.to_owned(),
            a: None,
            b: None,
            at_a: None,
            at_b: None,
        }
    }

    /// Sets the file and line in both battles by looking up the path, unless either is already set.
    pub fn locate(&mut self, a: &Battle, b: &Battle) {
        let place = |battle: &Battle| {
            let node = battle.tree.find(&self.path).ok()?.node;
            Some(format!("{}:{}", node.place.source.name, node.place.line_column().0))
        };
        if self.at_a.is_none() && self.at_b.is_none() {
            (self.at_a, self.at_b) = (place(a), place(b));
        }
    }
}

/// Returns the differences between two sections.
pub(super) fn compare(a: &FactSection, b: &FactSection) -> Vec<Difference> {
    let group = a.group;
    let (mut found, mut renamed) = (Vec::new(), Vec::new());
    for subject in &a.subjects {
        if let Some(other) = b.subjects.iter().find(|other| other.is(subject)) {
            found.extend(facts(group, subject, other));
            continue;
        }
        let is_new = |other: &&Subject| other.is_like(subject) && !a.subjects.iter().any(|known| known.is(other));
        match b.subjects.iter().filter(is_new).find(|other| !renamed.iter().any(|done: &&Subject| done.is(other))) {
            Some(other) => {
                renamed.push(other);
                let told = Difference::with_predicate(
                    group,
                    &subject.noun,
                    &subject.name,
                    format!("is called {} in B", other.name),
                    &subject.path,
                );
                found.push(Difference { a: Some(subject.name.clone()), b: Some(other.name.clone()), ..told });
            }
            None => found.push(one_sided_difference(group, subject, "A")),
        }
    }
    let known = |subject: &&Subject| a.subjects.iter().chain(renamed.iter().copied()).any(|known| known.is(subject));
    found.extend(
        b.subjects.iter().filter(|subject| !known(subject)).map(|subject| one_sided_difference(group, subject, "B")),
    );
    found
}

/// Creates a difference for a subject that only one battle has.
fn one_sided_difference(group: FactGroup, subject: &Subject, of: &str) -> Difference {
    let predicate = format!("exists only in {of}{}", subject.summary());
    let told = Difference::with_predicate(group, &subject.noun, &subject.name, predicate, &subject.path);
    let whole = Some(subject.whole());
    if of == "A" { Difference { a: whole, ..told } } else { Difference { b: whole, ..told } }
}

/// Returns the differences between the facts of two subjects with the same name.
fn facts(group: FactGroup, a: &Subject, b: &Subject) -> Vec<Difference> {
    let mut aspects: Vec<&String> = a.facts.keys().chain(b.facts.keys()).collect();
    aspects.sort();
    aspects.dedup();
    let pairs = aspects.into_iter().map(|aspect| (aspect, a.facts.get(aspect), b.facts.get(aspect)));
    let differ =
        pairs.filter(|(_, a, b)| a.map(|fact| (&fact.verb, &fact.value)) != b.map(|fact| (&fact.verb, &fact.value)));
    differ.filter_map(|(aspect, in_a, in_b)| fact_difference(group, a, aspect, in_a, in_b)).collect()
}

fn fact_difference(
    group: FactGroup,
    subject: &Subject,
    aspect: &str,
    a: Option<&Fact>,
    b: Option<&Fact>,
) -> Option<Difference> {
    let some = a.or(b)?;
    let text = |fact: &Fact| format!("{} {}", fact.verb, fact.value);
    let predicate = match (a, b) {
        _ if some.verb.is_empty() => {
            let value = |fact: Option<&Fact>| fact.map_or("nothing", |fact| fact.value.as_str()).to_owned();
            format!("{aspect}: {} -> {}", value(a), value(b))
        }
        (Some(a), Some(b)) if a.verb == b.verb => format!("{} {} in A and {} in B", a.verb, a.value, b.value),
        (Some(a), Some(b)) => format!("{} in A and {} in B", text(a), text(b)),
        (Some(a), None) => format!("{} in A but not in B", text(a)),
        (None, _) => format!("{} in B but not in A", text(some)),
    };
    let mut told = Difference::with_predicate(group, &subject.noun, &subject.name, predicate, &some.path);
    if some.verb.is_empty() {
        // The predicate of a chart cell consists of an address and a change.
        told.says = format!("{}, {}", subject.whole(), told.predicate);
        told.noun.clear();
        (told.name, told.predicate) = (told.says.clone(), String::new());
    }
    Some(Difference { a: a.map(|fact| fact.value.clone()), b: b.map(|fact| fact.value.clone()), ..told })
}
