//! What is asked, as the page shows it.

use crate::role::Role;
use crate::sheet::unit_id;
use crate::told;
use grognard_engine::decision::{Choice, Form, Pending};
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::reader::Reader;
use grognard_lab::Session;
use serde_json::{Value, json};
use std::iter::repeat;

/// The question that waits, for a role that may answer it.
pub fn asked(session: &Session, role: &Role, reader: &Reader, number: u64) -> Option<Value> {
    let table = reader.table;
    let pending = table.pending().filter(|pending| role.plays(session, pending.side))?;
    let question = &table.questions[pending.question.index()];
    Some(json!({
        "number": number,
        "side": table.content.sides.name(pending.side),
        "question": question.key.as_ref(),
        "rule": question.rule,
        "rule_title": told::title(&session.battle, &question.rule, reader.catalogue),
        "prompt": reader.prompt(pending),
        "form": form(pending.form),
        "options": options(reader, pending),
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
            let place = reader.table.state.unit(*unit).place;
            json!({ "text": text, "unit": unit_id(reader, *unit), "space": place.as_ref().map(space) })
        }
        Choice::Space(id) => json!({ "text": text, "space": space(id) }),
        Choice::Path(way) => json!({ "text": text, "path": way.iter().map(space).collect::<Vec<_>>() }),
        Choice::Number(number) => json!({ "text": text, "number": number }),
        Choice::Spot(spot) => json!({ "text": text, "spot": [spot.x, spot.y] }),
        Choice::Label(_) => json!({ "text": text, "label": true }),
    }
}
