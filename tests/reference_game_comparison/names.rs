//! Common names for the things of both games, for comparison.

use grognard_engine::content::Content;
use grognard_engine::ids::SpaceId;
use grognard_reference_game as reference;
use reference::tables::{NOWHERE, NUMBERS};
use reference::units::COUNTERS;
use reference::{Decision, Options, Phase, Side, SpaceSet, UnitSet};

/// The scenario's id of a space.
pub fn space(content: &Content, at: u8) -> SpaceId {
    content.map.names.find(&place_name(at).unwrap()).unwrap()
}

/// The scenario's name of a unit of the Rust game.
pub fn unit_name(name: &str) -> &str {
    if name == "1st Shock" { "1 Shock" } else { name }
}

pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::German => "german",
        Side::Soviet => "soviet",
    }
}

pub fn place_name(at: u8) -> Option<String> {
    (at != NOWHERE).then(|| format!("{:04}", NUMBERS[at as usize]))
}

pub fn units_names(units: UnitSet) -> Vec<&'static str> {
    reference::bits::Bits(units).map(|unit| COUNTERS[unit as usize].name).collect()
}

pub fn spaces_names(spaces: impl Iterator<Item = u8>) -> Vec<String> {
    spaces.filter_map(place_name).collect()
}

pub fn spaces_name(spaces: SpaceSet) -> String {
    spaces_names(spaces.iter()).join("+")
}

/// The options of the Rust game as text.
pub fn all(decision: &Decision) -> Vec<String> {
    match decision.options() {
        Options::Units(units) | Options::Several(units) => units_names(units).into_iter().map(str::to_owned).collect(),
        Options::Spaces(spaces) => spaces_names(spaces.iter()),
        Options::Labels(labels) => labels.iter().map(|label| (*label).to_owned()).collect(),
        Options::Ways(ways) => ways.iter().map(|way| spaces_name(*way)).collect(),
        Options::Paths(paths) => {
            paths.iter().map(|path| spaces_names(path.spaces().iter().copied()).join("-")).collect()
        }
    }
}

/// The scripted question for one of the Rust game.
pub fn key(decision: &Decision) -> &'static str {
    match decision {
        Decision::Setup => "setup.how",
        Decision::Start { .. } => "setup.corps",
        Decision::Enter { .. } => "replacement.arrive",
        Decision::Replace { .. } => "replacement.unit",
        Decision::Build { .. } => "replacement.place",
        Decision::Move { .. } => "movement.unit",
        Decision::Goal { .. } => "movement.goal",
        Decision::Way { .. } => "movement.way",
        Decision::Target { .. } => "combat.target",
        Decision::Attackers { .. } => "combat.attackers",
        Decision::Battle { .. } => "combat.next",
        Decision::Defence { .. } => "combat.stubborn",
        Decision::Retreat { .. } => "retreat.path",
        Decision::Loss { .. } => "combat.attacker-loss",
        Decision::Advance { .. } => "combat.advance",
    }
}

/// The unit or space a question is about.
pub fn about(decision: &Decision) -> Option<String> {
    match *decision {
        Decision::Start { unit, .. }
        | Decision::Build { unit, .. }
        | Decision::Goal { unit, .. }
        | Decision::Way { unit, .. }
        | Decision::Defence { unit }
        | Decision::Retreat { unit, .. }
        | Decision::Attackers { target: unit, .. } => Some(COUNTERS[unit as usize].name.to_owned()),
        Decision::Advance { into, .. } => place_name(into),
        _ => None,
    }
}

pub fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "German set-up",
        Phase::GermanReplacement => "German replacements",
        Phase::PanzerMovement => "Panzer movement",
        Phase::GermanCombat => "German combat",
        Phase::GermanMovement => "German movement",
        Phase::SovietReplacement => "Soviet replacements",
        Phase::RailMovement => "Soviet rail movement",
        Phase::SovietCombat => "Soviet combat",
        Phase::SovietMovement => "Soviet movement",
        Phase::Maintenance => "Maintenance",
    }
}
