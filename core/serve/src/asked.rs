//! What is asked, as the page shows it.

use crate::numbers::Numbers;
use crate::role::Role;
use crate::sheet::{stand_of, unit_id};
use crate::told;
use grognard_engine::decision::{Choice, Form, Pending};
use grognard_engine::field::{Region, Shape};
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::reader::Reader;
use grognard_lab::Session;
use serde_json::{Value, json};
use std::iter::repeat;

/// The question that waits, for a role that may answer it.
pub fn asked(session: &Session, role: &Role, reader: &Reader, numbers: &Numbers) -> Option<Value> {
    let table = reader.table;
    let pending = table.pending().filter(|pending| role.plays(session, pending.side))?;
    let question = &table.questions[pending.question.index()];
    Some(json!({
        "number": numbers.number(pending.side),
        "side": table.content.sides.name(pending.side),
        "question": question.key.as_ref(),
        "rule": question.rule,
        "rule_title": told::title(&session.battle, &question.rule, reader.catalogue),
        "prompt": reader.prompt(pending),
        "form": form(pending.form),
        "options": if pending.region.is_some() { json!([]) } else { options(reader, pending) },
        "places": pending.region.as_ref().map(|region| places(region)),
        "stop": pending.stop.then(|| reader.stop(pending).map_or_else(|| reader.catalogue.say("decline", &[]), str::to_owned)),
        "about": pending.context.iter().map(|choice| option(reader, choice)).collect::<Value>(),
    }))
}

/// The options, spaces of a reach with what they cost.
fn options(reader: &Reader, pending: &Pending) -> Value {
    let costs = pending.costs.iter().copied().chain(repeat(None));
    let priced = |(choice, cost): (&Choice, Option<u16>)| {
        let mut value = option(reader, choice);
        if let Some(cost) = cost {
            value["cost"] = reader.table.content.cost_in_words(cost).into();
        }
        value
    };
    pending.options.iter().zip(costs).map(priced).collect()
}

/// The places of a region that are offered, what it costs to go there, and what would stand there around its middle. Any other place
/// can be answered as well; it is judged when it is.
fn places(region: &Region) -> Value {
    let spots = region.candidates();
    let costs: Option<Vec<u32>> = spots.iter().map(|spot| region.cost(*spot)).collect();
    let outline = region.outline();
    json!({
        "spots": spots.iter().map(|spot| [spot.x, spot.y]).collect::<Vec<_>>(),
        "costs": costs.map(|costs| costs.into_iter().map(|cost| cost.div_ceil(10)).collect::<Vec<_>>()),
        "outline": outline.as_ref().map(Shape::points),
        "width": outline.map(|outline| 2 * outline.half()),
    })
}

fn form(form: Form) -> Value {
    match form {
        Form::One => json!({ "kind": "one" }),
        Form::Several(least, most) => json!({ "kind": "several", "least": least, "most": most }),
        Form::Order => json!({ "kind": "order" }),
        Form::Allocate { total, most } => json!({ "kind": "allocate", "total": total, "most": most }),
    }
}

/// An option with what is needed to light it on the board.
pub fn option(reader: &Reader, choice: &Choice) -> Value {
    let text = reader.name(choice);
    let space = |id: &SpaceId| reader.table.content.map.names.name(*id);
    match choice {
        Choice::Unit(unit) => {
            let state = reader.table.state.unit(*unit);
            let id = unit_id(reader, *unit);
            // On a table every unit is a place of its own.
            let place = if state.stand.is_some() { Some(stand_of(&id)) } else { state.place.as_ref().map(|id| space(id).to_owned()) };
            json!({ "text": text, "unit": id, "space": place })
        }
        Choice::Space(id) => json!({ "text": text, "space": space(id) }),
        Choice::Path(way) => json!({ "text": text, "path": way.iter().map(space).collect::<Vec<_>>() }),
        Choice::Number(number) => json!({ "text": text, "number": number }),
        Choice::Spot(spot) => json!({ "text": text, "spot": [spot.x, spot.y] }),
        Choice::Label(_) => json!({ "text": text, "label": true }),
    }
}
