//! Views: the parts of a game that a side may see. Players, bots and pictures get a view, never the state.

use crate::catalogue::ENGLISH;
use crate::decision::Pending;
use crate::field::Stand;
use crate::ids::{Id, SideId, SpaceId, UnitId};
use crate::reader::Reader;
use crate::state::Winners;
use crate::table::Table;
use serde::Serialize;
use std::collections::BTreeMap;

/// The parts of a game that a side or a spectator may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The turn; 0 during set-up.
    pub turn: u16,
    /// The phase.
    pub phase: String,
    /// Units on the map or in boxes, by space.
    pub spaces: BTreeMap<String, Vec<UnitView>>,
    /// Known units that are off the map: eliminated or not yet arrived.
    pub off_map: Vec<UnitView>,
    /// The owner of each space that has one, by space.
    pub owners: BTreeMap<String, String>,
    /// The pending decision, if it is for the viewing side.
    pub asked: Option<DecisionView>,
    /// The viewer's own answers in the open secret choice, each after the prompt of its question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub secret_answers: Vec<(String, String)>,
    /// The sides that the viewer waits for: the side that must answer the pending decision or, while several sides
    /// decide in secret, all of them but the viewer.
    pub waiting_for: Vec<String>,
    /// How the game ended.
    pub ended: Option<EndView>,
    /// The paragraph and the text of each log line that the viewer may read.
    pub log: Vec<(String, String)>,
}

/// How a game ended, for a reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndView {
    /// The names of the winners.
    pub winner: Winners<String>,
    /// The reason, followed by its paragraph.
    pub reason: String,
    /// The grade of the victory, if the rules have grades.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<String>,
}

/// The parts of a unit that a side may see.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct UnitView {
    /// The side of the unit.
    pub side: String,
    /// The token of the unit while it is hidden. It may change when hidden units of the same side meet on a space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<u16>,
    /// The identity of the unit; `None` while it is hidden.
    pub known: Option<KnownUnit>,
    /// The stand of the unit on a table, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand: Option<Stand>,
    /// The heading of the unit, if units have headings and the unit is on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
}

/// The facts about a unit that is not hidden.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct KnownUnit {
    /// The name of the unit.
    pub name: String,
    /// The name of the unit's type.
    pub kind: String,
    /// The number of steps left, and the number at full strength.
    pub steps: (u8, u8),
    /// The properties at the current strength.
    pub values: BTreeMap<String, i32>,
    /// The marks that have a symbol.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// Whether the unit stands upright on the board, because its face is hidden from at least one side.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub upright: bool,
}

/// A decision as seen by the side that must answer it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DecisionView {
    /// The key of the question.
    pub question: String,
    /// The paragraph.
    pub rule: String,
    /// The prompt.
    pub prompt: String,
    /// The options, as displayed, in order.
    pub options: Vec<String>,
    /// The label of the option to decline; `None` if the question must be answered.
    pub stop: Option<String>,
    /// The costs of the spaces offered from a reach, in movement points: `3`, `1.5`, `1–2`. Empty if there is no reach.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<Option<String>>,
}

impl View {
    /// Creates the view of `viewer`, or of a spectator if there is none.
    pub fn new(table: &Table, viewer: Option<SideId>) -> View {
        View::read(&Reader::new(table, viewer, &ENGLISH))
    }

    /// Creates the view of a reader, with the log and the question in the reader's language. Names of spaces, sides,
    /// units and phases are not translated, so that they can be looked up.
    pub fn read(reader: &Reader) -> View {
        let Reader { table, viewer, .. } = *reader;
        let content = &table.content;
        let cursor = table.state.cursor();
        let mut spaces: BTreeMap<String, Vec<UnitView>> = BTreeMap::new();
        let mut off_map = Vec::new();
        for at in 0..content.units.len() {
            let id = UnitId::from_index(at);
            let unit = UnitView::new(table, id, viewer);
            match table.state.unit(id).place {
                Some(place) => spaces.entry(content.map.names.name(place).to_owned()).or_default().push(unit),
                None if unit.known.is_some() => off_map.push(unit),
                None => {}
            }
        }
        // The order of hidden units must not reveal their identities.
        spaces.values_mut().for_each(|units| units.sort());
        let owner = |space: SpaceId| {
            let side = table.state.owner(space)?;
            Some((content.map.names.name(space).to_owned(), content.sides.name(side).to_owned()))
        };
        let asked = viewer.and_then(|viewer| table.pending_for(viewer));
        View {
            turn: cursor.turn,
            phase: content.sequence.phase(cursor).map_or("", |phase| &phase.name).to_owned(),
            spaces,
            off_map,
            owners: content.map.all().filter_map(owner).collect(),
            asked: asked.map(|pending| DecisionView::new(reader, pending)),
            secret_answers: reader.secret_answers().collect(),
            waiting_for: table
                .waiting_for(viewer)
                .into_iter()
                .map(|side| content.sides.name(side).to_owned())
                .collect(),
            ended: EndView::read(reader),
            log: reader.log().collect(),
        }
    }
}

impl EndView {
    /// Returns how the game ended, in the reader's language; `None` while it goes on.
    pub fn read(reader: &Reader) -> Option<EndView> {
        reader.table.state.ending().map(|ending| EndView {
            winner: ending.winners.names(&reader.table.content),
            reason: reader.ending(ending),
            grade: reader.grade(ending),
        })
    }
}

impl UnitView {
    fn new(table: &Table, id: UnitId, viewer: Option<SideId>) -> UnitView {
        let content = &table.content;
        let (unit, state) = (&content.units[id.index()], table.state.unit(id));
        let known = || {
            let values = content.properties.iter().enumerate();
            let value = |(at, name): (usize, &String)| Some((name.clone(), unit.value(at, state.steps)?));
            let marks = content
                .marks
                .iter()
                .enumerate()
                .filter(|(at, _)| content.style.mark(*at).is_some() && state.marks >> at & 1 == 1);
            KnownUnit {
                name: unit.name.clone(),
                kind: content.unit_types.name(unit.kind).to_owned(),
                steps: (state.steps, unit.steps),
                values: values.filter_map(value).collect(),
                marks: marks.map(|(_, name)| name.clone()).collect(),
                upright: state.place.is_some() && !table.knows(None, id),
            }
        };
        let known = table.knows(viewer, id).then(known);
        let token = table.state.token(id).filter(|_| known.is_none());
        let heading = table.state.shown_heading(content, id).map(str::to_owned);
        UnitView { side: content.sides.name(unit.side).to_owned(), token, known, stand: state.stand, heading }
    }
}

impl DecisionView {
    fn new(reader: &Reader, pending: &Pending) -> DecisionView {
        let question = &reader.table.questions[pending.question.index()];
        DecisionView {
            question: question.key.to_string(),
            rule: reader.table.question_rule(pending).to_owned(),
            prompt: reader.prompt(pending),
            options: pending.options.iter().map(|choice| reader.name(choice)).collect(),
            stop: reader.stop(pending).map(str::to_owned),
            costs: pending
                .costs
                .iter()
                .map(|cost| cost.map(|cost| reader.table.content.costs_in_words(cost)))
                .collect(),
        }
    }
}
