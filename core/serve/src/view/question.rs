//! The pending question, in the form the page shows.

use crate::dto::{self, AnswerForm, Places, Question};
use crate::role::Role;
use crate::view::counters::{stand_key, unit_id};
use crate::view::fault_text;
use crate::view::question_numbers::QuestionNumbers;
use grognard_engine::decision::{Choice, Form, Pending};
use grognard_engine::field::{Facing, Region, Shape, Spot, Stand};
use grognard_engine::ids::{Id, SpaceId, UnitId};
use grognard_engine::reader::Reader;
use grognard_play::Session;
use std::iter::repeat;

/// Returns the pending question if the role may answer it.
pub fn question(session: &Session, role: &Role, reader: &Reader, numbers: &QuestionNumbers) -> Option<Question> {
    let table = reader.table;
    let pending = table.all_pending().iter().find(|pending| role.plays(session, pending.side))?;
    let question = &table.questions[pending.question.index()];
    let places = places(reader, pending);
    let decline = || reader.stop(pending).map_or_else(|| reader.catalogue.say("decline", &[]), str::to_owned);
    Some(Question {
        number: numbers.number(pending.side),
        side: table.content.sides.name(pending.side).to_owned(),
        key: question.key.to_string(),
        rule: table.question_rule(pending).to_owned(),
        rule_title: fault_text::rule_title(&session.battle, table.question_rule(pending), reader.catalogue),
        prompt: reader.prompt(pending),
        form: form(pending.form),
        condition: table.has_condition(&pending.decision()),
        options: if places.is_some() { Vec::new() } else { options(reader, pending) },
        places,
        stop: pending.stop.then(decline),
        stop_note: reader.note(pending, None).filter(|_| pending.stop).map(str::to_owned),
        context: pending.context.iter().map(|about| choice(reader, about)).collect(),
    })
}

/// Returns the options, with their movement costs and notes if the question has any.
fn options(reader: &Reader, pending: &Pending) -> Vec<dto::Choice> {
    let costs = pending.costs.iter().copied().chain(repeat(None));
    let priced = |(option, cost): (&Choice, Option<[u16; 2]>)| {
        let cost = cost.map(|cost| reader.table.content.costs_in_words(cost));
        let note = reader.note(pending, Some(option)).map(str::to_owned);
        dto::Choice { cost, note, ..choice(reader, option) }
    };
    pending.options.iter().zip(costs).map(priced).collect()
}

/// Returns the places offered; `None` if the question does not ask for one place.
fn places(reader: &Reader, pending: &Pending) -> Option<Places> {
    match &pending.region {
        Some(region) => Some(places_of(region)),
        None => listed_places(reader, pending),
    }
}

/// Returns the places of a list, with the footprint of the first unit that the question is about.
fn listed_places(reader: &Reader, pending: &Pending) -> Option<Places> {
    let spot = |option: &Choice| match option {
        Choice::Spot(spot) => Some([spot.x, spot.y]),
        _ => None,
    };
    let spots: Vec<[i32; 2]> = pending.options.iter().map(spot).collect::<Option<_>>()?;
    if spots.is_empty() || pending.form != Form::One {
        return None;
    }
    let outline = pending.context.iter().find_map(|about| match about {
        Choice::Unit(unit) => outline(reader, *unit),
        _ => None,
    });
    Some(with_outline(spots, None, outline))
}

/// Returns the footprint of a unit with its current facing, relative to its centre.
fn outline(reader: &Reader, unit: UnitId) -> Option<Shape> {
    let table = reader.table;
    let facing = table.state.unit(unit).stand.map_or(Facing::North, |stand| stand.facing);
    Some(table.content.footprint(unit)?.at(Stand { spot: Spot { x: 0, y: 0 }, facing }))
}

/// Returns the offered places of a region, with their costs and the footprint of the unit to be placed.
fn places_of(region: &Region) -> Places {
    let spots = region.candidates();
    let costs: Option<Vec<u32>> = spots.iter().map(|spot| region.cost(*spot)).collect();
    let costs = costs.map(|costs| costs.into_iter().map(|cost| cost.div_ceil(10)).collect());
    with_outline(spots.iter().map(|spot| [spot.x, spot.y]).collect(), costs, region.outline())
}

fn with_outline(spots: Vec<[i32; 2]>, costs: Option<Vec<u32>>, outline: Option<Shape>) -> Places {
    Places {
        spots,
        costs,
        outline: outline.as_ref().map(|outline| outline.points().to_vec()),
        width: outline.as_ref().map(|outline| 2 * Shape::half(outline)),
    }
}

fn form(form: Form) -> AnswerForm {
    match form {
        Form::One => AnswerForm::One,
        Form::Several(min, max) => AnswerForm::Several { min, max },
        Form::Order => AnswerForm::Order,
        Form::Allocate { total, most: max } => AnswerForm::Allocate { total, max },
    }
}

/// Returns a choice with its location on the board.
fn choice(reader: &Reader, choice: &Choice) -> dto::Choice {
    let space = |id: &SpaceId| reader.table.content.map.names.name(*id).to_owned();
    let named = dto::Choice { text: reader.name(choice), ..dto::Choice::default() };
    match choice {
        Choice::Unit(unit) => {
            let state = reader.table.state.unit(*unit);
            let id = unit_id(reader, *unit);
            // On a table, each unit has its own place.
            let place = if state.stand.is_some() { Some(stand_key(&id)) } else { state.place.as_ref().map(space) };
            dto::Choice { unit: Some(id), space: place, ..named }
        }
        Choice::Space(id) => dto::Choice { space: Some(space(id)), ..named },
        Choice::Path(path) => dto::Choice { path: Some(path.iter().map(space).collect()), ..named },
        Choice::Number(number) => dto::Choice { number: Some(*number), ..named },
        Choice::Spot(spot) => dto::Choice { spot: Some([spot.x, spot.y]), ..named },
        Choice::Label(_) => dto::Choice { label: Some(true), ..named },
    }
}
