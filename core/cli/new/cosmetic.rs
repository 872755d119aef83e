//! `grognard new cosmetic`: creates a pack that changes what players see, but not the rules.

use super::skeleton::{Placeholders, Skeleton, owned_files};
use super::starter_case::StarterCase;
use super::starter_change::StarterChange;
use super::variant::{battle_of, find_target, first_phase};
use super::{PackTarget, range};
use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::screen::Screen;
use grognard_engine::content::Content;
use grognard_engine::ids::{Id, SideId};
use grognard_packs::{API_RANGE, Diagnostic, Kind, Pack};
use std::path::PathBuf;

/// Create a cosmetic pack: a colour for a side, a picture for counters, a test.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PackTarget,
    /// Create the pack for this scenario, or for all battles of this system.
    #[arg(long = "for", value_name = "SCENARIO|SYSTEM")]
    target: String,
}

const FILES: &[(&str, &str)] = &[
    ("pack.toml", include_str!("skeleton/cosmetic/pack.toml")),
    ("patches/colours.toml", include_str!("skeleton/cosmetic/patches/colours.toml")),
];

const TEST: &[(&str, &str)] = &[("tests/cosmetic.md", include_str!("skeleton/cosmetic/tests/cosmetic.md"))];

/// The colour that the new pack gives to the first side.
const COLOUR: &str = "\"#6f7d8c\"";

impl Args {
    /// Creates the pack.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let (library, roots, target) = PackNames::of(roots, &self.target)?;
        let name = self.place.name(&library)?;
        let target = find_target(&library, &target)?;
        let scenario = battle_of(&library, target)?;
        let content = grognard_packs::load(&library, scenario.id(), &[], &[])?.content;
        let phase = first_phase(&content).ok_or_else(|| nothing_to_show(target))?;
        let side = content.sides.name(SideId::from_index(0));
        let change = side_colour_change(side);
        let cases = StarterCase::all(&change, &content);
        let mut words = Placeholders::from([
            ("id", name.id.clone()),
            ("title", name.title),
            ("api", API_RANGE.to_owned()),
            ("target", target.id().to_owned()),
            ("range", range(&target.version)),
            ("scenario", scenario.id().to_owned()),
            ("rule", phase.rule.clone().unwrap_or_else(|| "0.0".to_owned())),
            ("at", format!("system.side[\"{side}\"]")),
            ("after", change.after),
            ("why", change.why),
            ("case", change.case),
        ]);
        let mut files = owned_files(FILES);
        files.extend(picture(&content));
        let case = StarterCase::first_to_pass(cases, &files, &words, &roots)?.ok_or_else(|| nothing_to_show(target))?;
        words.extend([("position", case.given), ("expected", case.then)]);
        files.extend(owned_files(TEST));
        let mut pack = Skeleton::new(self.place.target(Kind::Cosmetic));
        pack.fill(&files, &words, str::to_owned)?;
        self.place.write(&[pack], &roots, scenario.short(), &format!(" --mod {}", name.id), screen)
    }
}

fn side_colour_change(side: &str) -> StarterChange {
    StarterChange {
        at: format!("system.side[\"{side}\"].colour"),
        before: String::new(),
        after: COLOUR.to_owned(),
        why: "Example change: gives one side another colour".to_owned(),
        case: format!("{side} has the new colour"),
        unit: None,
    }
}

/// Returns the path and the contents of a picture for the first unit's type; `None` if the type's name cannot be a file
/// name.
fn picture(content: &Content) -> Option<(String, String)> {
    let name = content.unit_types.name(content.units.first()?.kind);
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_plain.then(|| (format!("pictures/{name}.svg"), include_str!("skeleton/cosmetic/picture.svg").to_owned()))
}

fn nothing_to_show(target: &Pack) -> Failure {
    Failure::usage(Diagnostic::general("E535", format!("`{}` has no phase for a first test", target.id())))
}
