//! The journal: a record of every answer and every roll, from which a game can be replayed.
//!
//! In memory, an entry refers to units and spaces by id. In a save it uses names, so that the save can be loaded even
//! if packs have changed.
//!
//! ```
//! use grognard_engine::journal::{Entry, Roll, SavedEntry};
//! use grognard_engine::{Answer, Choice, Content, SideId, StateHash};
//!
//! let content = Content { sides: ["blue", "red"].map(String::from).into_iter().collect(), ..Content::default() };
//! let answer = Answer::One(Choice::Number(2));
//! let state = StateHash::parse("00112233aabbccdd").unwrap();
//! let entry = Entry::Answer { side: SideId(1), question: "combat.column".into(), answer, state, forced: false };
//! assert_eq!(entry.decider(), Some(SideId(1)));
//!
//! let line = serde_json::to_string(&entry.save(&content)).unwrap();
//! assert!(line.contains(r#""side":"red""#), "{line}");
//! let saved: SavedEntry = serde_json::from_str(&line).unwrap();
//! assert_eq!(Entry::load(&saved, &content).unwrap(), entry);
//!
//! // If a side no longer exists, loading fails and the refusal names it.
//! let refusal = Entry::load(&saved, &Content::default()).unwrap_err();
//! assert!(refusal.reason.contains("red"), "{refusal}");
//!
//! // A roll records the position in the dice stream, so that a replay continues from there.
//! let roll = Entry::Roll(Roll { sides: 6, dice: vec![4, 4], purpose: "9.0 combat".into(), position: 2, hits_from: None });
//! assert_eq!(roll.roll().unwrap().dice.iter().sum::<u32>(), 8);
//! ```

use crate::content::Content;
use crate::decision::{Answer, Choice, Refusal};
use crate::field::Spot;
use crate::ids::{Id, SideId, SpaceId, UnitId};
use crate::state::{SavedState, StateHash};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An entry of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A side answered a question.
    Answer {
        /// The side that answered.
        side: SideId,
        /// The key of the question.
        question: Arc<str>,
        /// The answer.
        answer: Answer,
        /// The hash of the state when the question was asked.
        state: StateHash,
        /// Whether the engine answered because only one answer was possible.
        forced: bool,
    },
    /// Dice were rolled.
    Roll(Roll),
    /// A unit was drawn.
    Draw(Draw<UnitId>),
    /// A unit was revealed to a side.
    Reveal {
        /// The unit.
        unit: UnitId,
        /// The side to which the unit was revealed.
        to: SideId,
    },
    /// A side received secret information.
    Tell {
        /// The side that received the information.
        to: SideId,
        /// The log line, with its placeholders.
        text: Arc<str>,
        /// The fillings of the placeholders.
        about: Vec<Choice>,
    },
    /// Several sides began to decide in secret.
    Secret {
        /// The sides.
        sides: Vec<SideId>,
    },
    /// All sides had decided, and their answers were no longer secret.
    Disclosed,
    /// The rules changed; the game continued from this snapshot.
    Reload(Box<Snapshot>),
    /// The rules changed; everything before this entry was replayed under the new ones.
    Migrated {
        /// Hash of the previous rules.
        from: Arc<str>,
        /// Hash of the new rules.
        to: Arc<str>,
    },
}

/// A roll of dice. Rolls are equal if saves record the same of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Roll {
    /// The number of sides of each die.
    pub sides: u32,
    /// The results.
    pub dice: Vec<u32>,
    /// The purpose of the roll.
    pub purpose: String,
    /// The position in the dice stream after the roll.
    pub position: u64,
    /// The lowest result that is a hit, if the roll counts hits. Saves do not contain it: the rules tell it again when
    /// a game is replayed.
    #[serde(skip)]
    pub hits_from: Option<u32>,
}

impl PartialEq for Roll {
    fn eq(&self, other: &Roll) -> bool {
        (self.sides, &self.dice, &self.purpose, self.position)
            == (other.sides, &other.dice, &other.purpose, other.position)
    }
}

impl Eq for Roll {}

/// A unit drawn at random from several. `U` is the type that identifies the unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draw<U> {
    /// The unit.
    pub unit: U,
    /// The number of units to draw from.
    pub of: u32,
    /// The unit's number among the units to draw from, which are numbered from 1 in the sequence of the order of
    /// battle.
    pub die: u32,
    /// The purpose of the draw.
    pub purpose: String,
    /// The position in the dice stream after the draw.
    pub position: u64,
}

impl<U> Draw<U> {
    /// Returns the same draw with a different identifier for the unit.
    fn with<V>(&self, unit: V) -> Draw<V> {
        Draw { unit, of: self.of, die: self.die, purpose: self.purpose.clone(), position: self.position }
    }
}

/// A point to which a game can be restored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The state.
    pub state: SavedState,
    /// The position in the dice stream.
    pub position: u64,
}

/// An entry as written to a file, with names instead of ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SavedEntry {
    /// A side answered.
    Answer {
        /// The side that answered.
        side: String,
        /// The key of the question.
        to: String,
        /// The answer.
        with: SavedAnswer,
        /// The hash of the state when the question was asked.
        state: String,
        /// Whether the engine answered because only one answer was possible.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forced: bool,
    },
    /// Dice were rolled.
    Roll(Roll),
    /// A unit was drawn.
    Draw(Draw<String>),
    /// A unit was revealed to a side.
    Reveal {
        /// The unit.
        unit: String,
        /// The side to which the unit was revealed.
        to: String,
    },
    /// A side received secret information.
    Tell {
        /// The side that received the information.
        to: String,
        /// The log line, with its placeholders.
        text: String,
        /// The fillings of the placeholders.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        about: Vec<SavedChoice>,
    },
    /// Several sides began to decide in secret.
    Secret {
        /// The sides.
        sides: Vec<String>,
    },
    /// All sides had decided, and their answers were no longer secret.
    Disclosed {},
    /// The rules changed.
    Reload(Box<Snapshot>),
    /// The rules changed; everything before this entry was replayed under the new ones.
    Migrated {
        /// Hash of the previous rules.
        from: String,
        /// Hash of the new rules.
        to: String,
    },
}

/// An answer, with names instead of ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SavedAnswer {
    /// The question was declined.
    Stop,
    /// One option.
    One(SavedChoice),
    /// Several options; for `Form::Order`, all of them, in the chosen order.
    Several(Vec<SavedChoice>),
    /// A share of the total for each listed option.
    Shares(Vec<(SavedChoice, u32)>),
}

/// A choice, with a name instead of an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SavedChoice {
    /// A unit.
    Unit(String),
    /// A space.
    Space(String),
    /// A number.
    Number(i32),
    /// A label.
    Label(String),
    /// A path.
    Path(Vec<String>),
    /// A place on a table: its distances from the west and north edges.
    Spot([i32; 2]),
}

impl Entry {
    /// Returns the roll; `None` for any other entry.
    pub fn roll(&self) -> Option<&Roll> {
        if let Entry::Roll(roll) = self { Some(roll) } else { None }
    }

    /// Returns the side whose answer this is, forced or not; `None` for all other entries.
    pub(crate) fn answered_by(&self) -> Option<SideId> {
        if let Entry::Answer { side, .. } = self { Some(*side) } else { None }
    }

    /// Returns whether a side may know of the entry while a secret choice is open.
    pub(crate) fn is_known_to(&self, side: SideId) -> bool {
        self.answered_by().is_none_or(|other| other == side)
    }

    /// Returns the side that made a decision; `None` for forced answers and all other entries.
    pub fn decider(&self) -> Option<SideId> {
        if let Entry::Answer { side, forced: false, .. } = self { Some(*side) } else { None }
    }

    /// Converts ids to names, for saving.
    pub fn save(&self, content: &Content) -> SavedEntry {
        match self {
            Entry::Answer { side, question, answer, state, forced } => SavedEntry::Answer {
                side: content.sides.name(*side).to_owned(),
                to: question.to_string(),
                with: answer.save(content),
                state: state.to_string(),
                forced: *forced,
            },
            Entry::Roll(roll) => SavedEntry::Roll(Roll { hits_from: None, ..roll.clone() }),
            Entry::Draw(draw) => SavedEntry::Draw(draw.with(content.units[draw.unit.index()].name.clone())),
            Entry::Reveal { unit, to } => SavedEntry::Reveal {
                unit: content.units[unit.index()].name.clone(),
                to: content.sides.name(*to).to_owned(),
            },
            Entry::Tell { to, text, about } => SavedEntry::Tell {
                to: content.sides.name(*to).to_owned(),
                text: text.to_string(),
                about: about.iter().map(|choice| choice.save(content)).collect(),
            },
            Entry::Secret { sides } => {
                SavedEntry::Secret { sides: sides.iter().map(|side| content.sides.name(*side).to_owned()).collect() }
            }
            Entry::Disclosed => SavedEntry::Disclosed {},
            Entry::Reload(snapshot) => SavedEntry::Reload(snapshot.clone()),
            Entry::Migrated { from, to } => SavedEntry::Migrated { from: from.to_string(), to: to.to_string() },
        }
    }

    /// Converts names to ids; fails if a name does not exist.
    pub fn load(saved: &SavedEntry, content: &Content) -> Result<Entry, Refusal> {
        Ok(match saved {
            SavedEntry::Answer { side, to, with, state, forced } => Entry::Answer {
                side: find_side(side, content)?,
                question: to.as_str().into(),
                answer: with.load(content)?,
                state: StateHash::parse(state)
                    .ok_or_else(|| Refusal::plain(format!("`{state}` is not a state hash")))?,
                forced: *forced,
            },
            SavedEntry::Roll(roll) => Entry::Roll(roll.clone()),
            SavedEntry::Draw(draw) => Entry::Draw(draw.with(find_unit(&draw.unit, content)?)),
            SavedEntry::Reveal { unit, to } => {
                Entry::Reveal { unit: find_unit(unit, content)?, to: find_side(to, content)? }
            }
            SavedEntry::Tell { to, text, about } => Entry::Tell {
                to: find_side(to, content)?,
                text: text.as_str().into(),
                about: about.iter().map(|choice| choice.load(content)).collect::<Result<_, _>>()?,
            },
            SavedEntry::Secret { sides } => {
                Entry::Secret { sides: sides.iter().map(|side| find_side(side, content)).collect::<Result<_, _>>()? }
            }
            SavedEntry::Disclosed {} => Entry::Disclosed,
            SavedEntry::Reload(snapshot) => Entry::Reload(snapshot.clone()),
            SavedEntry::Migrated { from, to } => Entry::Migrated { from: from.as_str().into(), to: to.as_str().into() },
        })
    }
}

impl Answer {
    /// Converts ids to names, for saving.
    pub fn save(&self, content: &Content) -> SavedAnswer {
        match self {
            Answer::Stop => SavedAnswer::Stop,
            Answer::One(choice) => SavedAnswer::One(choice.save(content)),
            Answer::Several(choices) => {
                SavedAnswer::Several(choices.iter().map(|choice| choice.save(content)).collect())
            }
            Answer::Shares(shares) => {
                SavedAnswer::Shares(shares.iter().map(|(choice, share)| (choice.save(content), *share)).collect())
            }
        }
    }

    /// Describes the answer in English, with nothing hidden.
    pub fn describe(&self, content: &Content) -> String {
        let list = |all: Vec<String>| all.join(", ");
        match self {
            Answer::Stop => "stop".to_owned(),
            Answer::One(choice) => choice.describe(content),
            Answer::Several(choices) => list(choices.iter().map(|choice| choice.describe(content)).collect()),
            Answer::Shares(shares) => {
                list(shares.iter().map(|(choice, share)| format!("{} x {share}", choice.describe(content))).collect())
            }
        }
    }
}

impl Answer {
    /// Returns the answer as a template, so that each reader is shown the names only of units that the reader knows.
    pub(crate) fn template(&self) -> (String, Vec<Choice>) {
        let place = |at: usize| format!("{{{}}}", at + 1);
        let list = |choices: &[Choice]| (0..choices.len()).map(place).collect::<Vec<_>>().join(", ");
        match self {
            Answer::Stop => ("stop".to_owned(), Vec::new()),
            Answer::One(choice) => (place(0), vec![choice.clone()]),
            Answer::Several(choices) => (list(choices), choices.clone()),
            Answer::Shares(shares) => {
                let texts = shares.iter().enumerate().map(|(at, (_, share))| format!("{} x {share}", place(at)));
                (texts.collect::<Vec<_>>().join(", "), shares.iter().map(|(choice, _)| choice.clone()).collect())
            }
        }
    }
}

impl SavedAnswer {
    /// Converts names to ids; fails if a name does not exist.
    pub fn load(&self, content: &Content) -> Result<Answer, Refusal> {
        Ok(match self {
            SavedAnswer::Stop => Answer::Stop,
            SavedAnswer::One(choice) => Answer::One(choice.load(content)?),
            SavedAnswer::Several(choices) => {
                Answer::Several(choices.iter().map(|choice| choice.load(content)).collect::<Result<_, _>>()?)
            }
            SavedAnswer::Shares(shares) => {
                let load = |(choice, share): &(SavedChoice, u32)| Ok((choice.load(content)?, *share));
                Answer::Shares(shares.iter().map(load).collect::<Result<_, Refusal>>()?)
            }
        })
    }
}

impl Choice {
    /// Converts ids to names, for saving.
    pub fn save(&self, content: &Content) -> SavedChoice {
        match self {
            Choice::Unit(id) => SavedChoice::Unit(content.units[id.index()].name.clone()),
            Choice::Space(id) => SavedChoice::Space(content.map.names.name(*id).to_owned()),
            Choice::Number(number) => SavedChoice::Number(*number),
            Choice::Label(text) => SavedChoice::Label(text.to_string()),
            Choice::Spot(spot) => SavedChoice::Spot([spot.x, spot.y]),
            Choice::Path(spaces) => {
                SavedChoice::Path(spaces.iter().map(|id| content.map.names.name(*id).to_owned()).collect())
            }
        }
    }
}

impl SavedChoice {
    /// Converts names to ids; fails if a name does not exist.
    pub fn load(&self, content: &Content) -> Result<Choice, Refusal> {
        let space = |name: &String| content.map.names.find(name).ok_or_else(|| unknown("space", name));
        Ok(match self {
            SavedChoice::Unit(name) => Choice::Unit(find_unit(name, content)?),
            SavedChoice::Space(name) => Choice::Space(space(name)?),
            SavedChoice::Number(number) => Choice::Number(*number),
            SavedChoice::Label(text) => Choice::Label(text.as_str().into()),
            SavedChoice::Spot([x, y]) => Choice::Spot(Spot { x: *x, y: *y }),
            SavedChoice::Path(names) => {
                Choice::Path(names.iter().map(space).collect::<Result<Vec<SpaceId>, _>>()?.into())
            }
        })
    }
}

fn find_side(name: &str, content: &Content) -> Result<SideId, Refusal> {
    let sides = || content.sides.iter().map(|(_, side)| side).collect::<Vec<_>>().join(", ");
    content
        .sides
        .find(name)
        .ok_or_else(|| Refusal::plain(format!("there is no side `{name}`; the sides are {}", sides())))
}

fn find_unit(name: &str, content: &Content) -> Result<UnitId, Refusal> {
    content.unit_names.find(name).ok_or_else(|| unknown("unit", name))
}

fn unknown(kind: &str, name: &str) -> Refusal {
    Refusal::plain(format!("there is no {kind} `{name}`"))
}

impl StateHash {
    /// Parses a hash written as sixteen hexadecimal digits.
    pub fn parse(text: &str) -> Option<StateHash> {
        let digits = Some(text).filter(|text| text.len() == 16 && text.is_ascii())?;
        Some(StateHash(u64::from_str_radix(digits, 16).ok()?.to_be_bytes()))
    }
}
