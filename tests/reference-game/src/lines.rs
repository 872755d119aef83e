//! The protocol of docs/bots.md: reads questions about Battle for Moscow, and writes the answers of a [`Player`].

use crate::decision::{Choice, Decision, Player};
use crate::path::Path;
use crate::position::{Phase, Position};
use crate::spaces::SpaceSet;
use crate::tables::NUMBERS;
use crate::units::{COUNTERS, FIRST_SHOCK, Side};
use serde_json::{Value, json};

/// The phases by the names that the protocol uses.
const PHASES: [(&str, Phase); 10] = [
    ("German set-up", Phase::Setup),
    ("German replacements", Phase::GermanReplacement),
    ("Panzer movement", Phase::PanzerMovement),
    ("German combat", Phase::GermanCombat),
    ("German movement", Phase::GermanMovement),
    ("Soviet replacements", Phase::SovietReplacement),
    ("Soviet rail movement", Phase::RailMovement),
    ("Soviet combat", Phase::SovietCombat),
    ("Soviet movement", Phase::SovietMovement),
    ("Maintenance", Phase::Maintenance),
];

/// The longest path that [`Path`] can hold.
const MAX_WAY: usize = 15;

/// One end of the protocol.
#[derive(Clone, Debug)]
pub struct Lines<P> {
    /// The player that answers.
    pub player: P,
}

impl<P: Player> Lines<P> {
    /// A bot that lets a player answer.
    pub const fn new(player: P) -> Lines<P> {
        Lines { player }
    }

    /// Returns the value of `choose` for a question. A question that the player cannot answer gets the first options.
    pub fn choose(&mut self, ask: &Value) -> Value {
        self.planned(ask).unwrap_or_else(|| first(ask))
    }

    /// The answer of the player; `None` if the question is not one of this game.
    fn planned(&mut self, ask: &Value) -> Option<Value> {
        let position = position_of_view(&ask["view"])?;
        let options = ask["options"].as_array()?;
        let each = |read: fn(&Value) -> Option<u8>| options.iter().map(read).collect::<Option<Vec<u8>>>();
        let units = || Some(each(|option| unit(option["unit"].as_str()?))?.iter().fold(0, |set, unit| set | 1 << unit));
        let spaces = || Some(SpaceSet::of(&each(|option| space(option["space"].as_str()?))?));
        let about = |at: usize, key: &str| ask["about"][at][key].as_str();
        let about_unit = || unit(about(0, "unit")?);
        let routes: Vec<Vec<u8>> = options.iter().filter_map(|option| route(&option["way"])).collect();
        let enemy = position.phase.side().other();
        let ways: Vec<SpaceSet> =
            routes.iter().map(|route| SpaceSet::of(route) & position.owned[enemy as usize]).collect();
        let paths: Vec<Path> = routes.iter().filter_map(|route| path(route)).collect();
        let decision = match ask["question"].as_str()? {
            "setup.how" => Decision::Setup,
            "setup.corps" => Decision::Start { unit: about_unit()?, spaces: spaces()? },
            "replacement.arrive" => Decision::Enter { spaces: spaces()? },
            "replacement.unit" => Decision::Replace { units: units()? },
            "replacement.place" => Decision::Build { unit: about_unit()?, spaces: spaces()? },
            "movement.unit" => Decision::Move { units: units()? },
            "movement.goal" => Decision::Goal { unit: about_unit()?, spaces: spaces()? },
            "movement.way" => Decision::Way { unit: about_unit()?, goal: *routes.first()?.last()?, ways: &ways },
            "combat.target" => Decision::Target { units: units()? },
            "combat.attackers" => Decision::Attackers { target: about_unit()?, units: units()? },
            "combat.next" => Decision::Battle { units: units()? },
            "combat.stubborn" => Decision::Defence { unit: about_unit()? },
            "retreat.path" => Decision::Retreat { unit: about_unit()?, paths: &paths },
            "combat.attacker-loss" => Decision::Loss { units: units()? },
            "combat.advance" => Decision::Advance { units: units()?, into: space(about(0, "space")?)? },
            _ => return None,
        };
        if options.len() != decision.options().count() as usize {
            return None;
        }
        let choice = self.player.choose(&position, &decision);
        decision.accepts(choice).then(|| indices(options, choice))
    }
}

/// The first options, as many as are needed.
fn first(ask: &Value) -> Value {
    let count = ask["options"].as_array().map_or(0, Vec::len);
    match ask["form"].as_str() {
        Some("several") => json!((0..ask["least"].as_u64().unwrap_or(1) as usize).collect::<Vec<_>>()),
        Some("order") => json!((0..count).collect::<Vec<_>>()),
        _ => json!(0),
    }
}

/// The options of an answer, by position in the list.
fn indices(options: &[Value], choice: Choice) -> Value {
    let find = |key: &str, name: &str| options.iter().position(|option| option[key] == name);
    match choice {
        Choice::Stop => json!("stop"),
        Choice::Index(index) => json!(index),
        Choice::Unit(unit) => json!(find("unit", unit_name(unit))),
        Choice::Space(space) => json!(find("space", &format!("{:04}", NUMBERS[space as usize]))),
        Choice::Units(units) => {
            json!(crate::bits::Bits(units).filter_map(|unit| find("unit", unit_name(unit))).collect::<Vec<_>>())
        }
    }
}

/// The position that a `view` shows; `None` if it is not one of this game.
pub fn position_of_view(view: &Value) -> Option<Position> {
    let mut position = Position::BARE;
    position.turn = (view["turn"].as_u64()? as u8).clamp(1, crate::game::LAST_TURN);
    position.phase = PHASES.iter().find(|(name, _)| view["phase"] == *name)?.1;
    for (at, units) in view["spaces"].as_object()? {
        for known in units.as_array()?.iter().map(|unit| &unit["known"]) {
            let steps = known["steps"][0].as_u64()?;
            position.place(unit(known["name"].as_str()?)?, space(at)?, steps as u8);
        }
    }
    for (at, side) in view["owners"].as_object()? {
        position.take(space(at)?, if side == "german" { Side::German } else { Side::Soviet });
    }
    // Eliminated units have no steps; those that have not yet arrived have all of them.
    let waits = |unit: &Value| unit["known"]["name"] == unit_name(FIRST_SHOCK) && unit["known"]["steps"][0] != 0;
    position.shock_waits = view["off_map"].as_array()?.iter().any(waits);
    Some(position)
}

fn space(name: &str) -> Option<u8> {
    let number: u16 = name.parse().ok()?;
    NUMBERS.iter().position(|other| *other == number).map(|space| space as u8)
}

fn unit(name: &str) -> Option<u8> {
    (0..COUNTERS.len() as u8).find(|&unit| unit_name(unit) == name)
}

fn unit_name(unit: u8) -> &'static str {
    if unit == FIRST_SHOCK { "1st Shock" } else { COUNTERS[unit as usize].name }
}

fn route(way: &Value) -> Option<Vec<u8>> {
    way.as_array()?.iter().map(|at| space(at.as_str()?)).collect()
}

fn path(route: &[u8]) -> Option<Path> {
    let (start, rest) = route.split_first()?;
    (route.len() <= MAX_WAY).then(|| rest.iter().fold(Path::from(*start), |path, space| path.then(*space)))
}
