//! `grognard new mod`: a mod with one patch, one wrapped rule and one test.

use super::skeleton::{Skeleton, Words};
use super::{Place, api, range};
use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::screen::Screen;
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SpaceId};
use grognard_engine::sequence::Phase;
use grognard_lab::suite::on_counters;
use grognard_packs::{Diagnostic, Kind, Library, Loaded, Pack};
use std::path::PathBuf;

/// Make a mod: one patch, one rule with something around it, one test.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// The scenario it changes, or the system and with it all its battles.
    #[arg(long = "for", value_name = "SCENARIO|SYSTEM")]
    target: String,
}

const FILES: &[(&str, &str)] = &[
    ("pack.toml", include_str!("skeleton/mod/pack.toml")),
    ("patches/first.toml", include_str!("skeleton/mod/patches/first.toml")),
    ("rules.luau", include_str!("skeleton/mod/rules.luau")),
    ("tests/mod.md", include_str!("skeleton/mod/tests/mod.md")),
];

impl Args {
    /// Makes it.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let mut names = PackNames::new(roots);
        let target = names.name(&self.target)?;
        let (library, roots) = (names.library(), names.roots());
        let name = self.place.name(&library)?;
        let target = library.find_any(&[Kind::Scenario, Kind::System], &target).map_err(Failure::usage)?;
        let scenario = battle_of(&library, target)?;
        let loaded = grognard_packs::load(&library, scenario.id(), &[], &[])?;
        let patch = match target.manifest.kind {
            Kind::Scenario => stronger_unit(&loaded).or_else(|| dearer_terrain(&loaded)),
            _ => dearer_terrain(&loaded),
        };
        let patch = patch.ok_or_else(|| nothing_to_patch(target))?;
        let phase = first_phase(&loaded.content).ok_or_else(|| nothing_to_patch(target))?;
        let words = Words::from([
            ("id", name.id.clone()),
            ("title", name.title),
            ("api", api()),
            ("target", target.id().to_owned()),
            ("range", range(&target.version)),
            ("scenario", scenario.id().to_owned()),
            ("run", phase.run.clone()),
            ("phase", phase.name.clone()),
            ("rule", phase.rule.clone().unwrap_or_else(|| "0.0".to_owned())),
            ("at", patch.at),
            ("before", patch.before),
            ("after", patch.after),
            ("why", patch.why.clone()),
            ("summary", patch.why),
            ("case", patch.case),
            ("position", patch.position),
            ("expected", patch.expected),
        ]);
        let files: Vec<_> = FILES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        let mut pack = Skeleton::new(self.place.target(Kind::Mod));
        pack.fill(&files, &words, str::to_owned)?;
        self.place.write(&[pack], roots, scenario.short(), &format!(" --mod {}", name.id), screen)
    }
}

/// The scenario itself, or the first battle of a system.
fn battle_of<'a>(library: &'a Library, target: &'a Pack) -> Result<&'a Pack, Failure> {
    if target.manifest.kind == Kind::Scenario {
        return Ok(target);
    }
    let first = library.scenarios().find(|scenario| scenario.manifest.system.as_deref() == Some(target.id()));
    first.ok_or_else(|| {
        let error =
            Diagnostic::general("E535", format!("the system `{}` has no battle here, so a mod for it cannot be tried", target.id()));
        Failure::usage(error.help("make one with `grognard new battle`, or name its folder with --packs"))
    })
}

fn nothing_to_patch(target: &Pack) -> Failure {
    let message = format!("`{}` has neither units with numbers nor costs of movement that a first patch could change", target.id());
    Failure::usage(Diagnostic::general("E535", message))
}

/// The phase the game begins with.
fn first_phase(content: &Content) -> Option<&Phase> {
    let sequence = &content.sequence;
    sequence.setup.first().or_else(|| sequence.turn.iter().flat_map(|turn| &turn.phases).find(|phase| phase.in_turn(1)))
}

/// A change to begin with, and how a test sees it.
struct Patch {
    at: String,
    before: String,
    after: String,
    why: String,
    case: String,
    /// What the test sets up.
    position: String,
    expected: String,
}

/// The first unit gets a number one larger.
fn stronger_unit(loaded: &Loaded) -> Option<Patch> {
    let content = &loaded.content;
    let property = content.properties.first()?;
    let is_plain = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '-');
    content.placements.iter().find_map(|placement| {
        let unit = content.units.get(placement.unit.index()).filter(|unit| is_plain(&unit.name))?;
        let first = (!content.map.is_empty()).then(|| content.map.names.name(SpaceId::from_index(0)));
        let space = placement.place.map(|place| content.map.names.name(place)).or(first)?;
        let at = format!("units.unit[\"{}\"].{property}", unit.name);
        let before = loaded.blame(&at).ok()?.value;
        let number: i64 = before.trim_start_matches('[').split([',', ']']).next()?.trim().parse().ok()?;
        let after = before.replacen(&number.to_string(), &(number + 1).to_string(), 1);
        let printed = |at: usize| match at {
            0 => Some(number + 1),
            _ => first_number(loaded, &unit.name, &content.properties[at]),
        };
        let numbers = on_counters(content).into_iter().map(|at| printed(at).map(|number| number.to_string()));
        let numbers: Vec<String> = numbers.collect::<Option<_>>()?;
        Some(Patch {
            at,
            before,
            after,
            why: format!("{} was better than that", unit.name),
            case: format!("{} is better", unit.name),
            position: format!("units\n  \"{}\" at {space}\n", unit.name),
            expected: format!("{} \"{}\" at {space}\n", numbers.join("-"), unit.name),
        })
    })
}

/// The number of a property at full strength, as the order of battle has it.
fn first_number(loaded: &Loaded, unit: &str, property: &str) -> Option<i64> {
    let value = loaded.blame(&format!("units.unit[\"{unit}\"].{property}")).ok()?.value;
    value.trim_start_matches('[').split([',', ']']).next()?.trim().parse().ok()
}

/// The first terrain of the first way of moving costs one more point.
fn dearer_terrain(loaded: &Loaded) -> Option<Patch> {
    let ways = loaded.system.movement_rules.keys();
    ways.flat_map(|way| loaded.content.map.terrains.iter().map(move |(_, terrain)| (way, terrain))).find_map(|(way, terrain)| {
        let at = format!("system.movement[\"{way}\"].terrain[\"{terrain}\"]");
        let before = loaded.blame(&at).ok()?.value;
        let number: u8 = before.parse().ok()?;
        Some(Patch {
            at,
            after: number.checked_add(1)?.to_string(),
            before,
            why: format!("{terrain} was harder going than that"),
            case: "The mod is in force".to_owned(),
            position: String::new(),
            expected: String::new(),
        })
    })
}
