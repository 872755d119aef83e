//! `grognard new mod`: creates a mod with one patch, one wrapped rule and one test.

use super::skeleton::{Placeholders, Skeleton, owned_files};
use super::starter_case::StarterCase;
use super::starter_change::StarterChange;
use super::{PackTarget, range};
use crate::failure::Failure;
use crate::pack_name::PackNames;
use crate::screen::Screen;
use grognard_check::with_what_waits;
use grognard_engine::content::Content;
use grognard_engine::sequence::Phase;
use grognard_luau::{Script, signatures};
use grognard_packs::{API_RANGE, Diagnostic, Kind, Library, Pack};
use grognard_play::{Battle, BattleRequest};
use std::path::PathBuf;

/// Create a mod: one patch, one wrapped rule, one test.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PackTarget,
    /// Create the mod for this scenario, or for all battles of this system.
    #[arg(long = "for", value_name = "SCENARIO|SYSTEM")]
    target: String,
}

const FILES: &[(&str, &str)] = &[
    ("pack.toml", include_str!("skeleton/mod/pack.toml")),
    ("patches/first.toml", include_str!("skeleton/mod/patches/first.toml")),
    ("rules.luau", include_str!("skeleton/mod/rules.luau")),
];

const TEST: &[(&str, &str)] = &[("tests/mod.md", include_str!("skeleton/mod/tests/mod.md"))];

impl Args {
    /// Creates the mod.
    pub fn run(&self, roots: &[PathBuf], screen: &mut Screen) -> Result<(), Failure> {
        let (library, roots, target) = PackNames::of(roots, &self.target)?;
        let name = self.place.name(&library)?;
        let target = find_target(&library, &target)?;
        let scenario = battle_of(&library, target)?;
        let ways = with_what_waits(&library, scenario, &[]);
        let loaded = match ways.first() {
            Some(loaded) => loaded,
            // Problems with the battle are reported.
            None => &grognard_packs::load(&library, scenario.id(), &[], &[])?,
        };
        let change = StarterChange::find(target, &ways).ok_or_else(|| nothing_to_patch(target))?;
        let phase = first_phase(&loaded.content).ok_or_else(|| nothing_to_patch(target))?;
        let cases = StarterCase::all(&change, &loaded.content);
        let mut files = owned_files(FILES);
        fit(&mut files, &parameters(&roots, scenario, &phase.run)?);
        let mut words = Placeholders::from([
            ("id", name.id.clone()),
            ("title", name.title),
            ("api", API_RANGE.to_owned()),
            ("target", target.id().to_owned()),
            ("range", range(&target.version)),
            ("scenario", scenario.id().to_owned()),
            ("run", phase.run.clone()),
            ("phase", phase.name.clone()),
            ("rule", phase.rule.clone().unwrap_or_else(|| "0.0".to_owned())),
            ("at", change.at),
            ("before", change.before),
            ("after", change.after),
            ("why", change.why),
            ("case", change.case),
        ]);
        let case =
            StarterCase::first_to_pass(cases, &files, &words, &roots)?.ok_or_else(|| nothing_to_patch(target))?;
        words.extend([("position", case.given), ("expected", case.then)]);
        let mut pack = Skeleton::new(self.place.target(Kind::Mod));
        files.extend(owned_files(TEST));
        pack.fill(&files, &words, str::to_owned)?;
        self.place.write(&[pack], &roots, scenario.short(), &format!(" --mod {}", name.id), screen)
    }
}

/// Returns the scenario or system with this name.
pub fn find_target<'a>(library: &'a Library, name: &str) -> Result<&'a Pack, Failure> {
    library.find_any(&[Kind::Scenario, Kind::System], name).map_err(Failure::usage)
}

/// Returns the scenario itself, or the first battle of a system.
pub fn battle_of<'a>(library: &'a Library, target: &'a Pack) -> Result<&'a Pack, Failure> {
    if target.manifest.kind == Kind::Scenario {
        return Ok(target);
    }
    let first = library.scenarios().find(|scenario| scenario.manifest.system.as_deref() == Some(target.id()));
    first.ok_or_else(|| {
        let error = Diagnostic::general(
            "E535",
            format!("the system `{}` has no battle, so a mod for it cannot be tested", target.id()),
        );
        Failure::usage(error.help("create one with `grognard new battle`, or use --packs to name its folder"))
    })
}

fn nothing_to_patch(target: &Pack) -> Failure {
    let message =
        format!("`{}` has neither unit values nor movement costs that a first patch could change", target.id());
    Failure::usage(Diagnostic::general("E535", message))
}

/// The parameters of the rule in the skeleton, and the arguments it passes on.
const TAKEN: [&str; 2] = ["next, game: Game, side: Side", "next(game, side)"];

/// Gives the rule in the skeleton the parameters of the rule it wraps.
fn fit(files: &mut [(String, String)], parameters: &[String]) {
    let taken: String = parameters.iter().map(|parameter| format!(", {parameter}")).collect();
    let names: Vec<&str> =
        parameters.iter().map(|parameter| parameter.split(':').next().unwrap_or_default().trim()).collect();
    for (_, text) in files {
        *text =
            text.replace(TAKEN[0], &format!("next{taken}")).replace(TAKEN[1], &format!("next({})", names.join(", ")));
    }
}

/// Returns the parameters of a rule as written in its script: `game: Game`, `side: Side`.
fn parameters(roots: &[PathBuf], scenario: &Pack, rule: &str) -> Result<Vec<String>, Failure> {
    let battle = Battle::load(BattleRequest {
        roots: roots.to_vec(),
        scenario: scenario.id().to_owned(),
        ..BattleRequest::default()
    })?;
    let (module, name) = rule.rsplit_once('.').unwrap_or(("", rule));
    let files = battle.scripts.iter().filter(|file| file.module == module);
    let mut signatures = files.flat_map(|file| signatures(&Script::or_empty(&file.source)));
    let signature = signatures.find(|signature| signature.name == name);
    let written = signature.map_or("game: Game, side: Side".to_owned(), |signature| signature.written);
    // A parameter the rule does not use is still passed on.
    Ok(written
        .split(", ")
        .map(|parameter| parameter.trim_start_matches('_').to_owned())
        .filter(|parameter| !parameter.is_empty())
        .collect())
}

/// Returns the phase in which the game begins.
pub fn first_phase(content: &Content) -> Option<&Phase> {
    let sequence = &content.sequence;
    sequence.setup.first().or_else(|| sequence.turn.iter().flat_map(|turn| &turn.phases).find(|phase| phase.in_turn(1)))
}
