//! Builds the content of a battle from the sealed tree, and checks that names used in one file are declared in another
//! file.

mod border;
mod characters;
mod chart;
mod field;
mod guide;
mod history;
mod map;
mod panel;
mod placement;
mod rulebook;
mod sequence;
mod spaces;
mod system;
mod units;
mod variables;

pub use guide::build as guide;
pub use rulebook::{attach_texts, introduction};

use crate::army::ArmyRules;
use crate::diagnostic::{Diagnostic, has_too_many};
use crate::library::Pack;
use crate::node::{Node, ValueStep};
use crate::schema::{
    CharacterDecl, ChartFile, EloDecl, Hooks, MapFile, PointDecl, PolicyDecl, RulebookFile, ScenarioFile, SequenceFile,
    SystemFile, UnitsFile,
};
use crate::schema_check::{self, Confidence, unknown};
use crate::source::SourceSpan;
use crate::system_info::{LayerInfo, Paragraph};
use grognard_engine::content::Content;
use grognard_engine::ids::{NameTable, SideId, SpaceId};
use std::collections::BTreeMap;

/// The result of building a battle.
pub struct BuildOutput {
    pub content: Content,
    pub hooks: Hooks,
    pub elo: EloDecl,
    pub characters: BTreeMap<String, CharacterDecl>,
    /// Policies for the decisions inside a battle.
    pub policies: BTreeMap<String, PolicyDecl>,
    pub layers: Vec<LayerInfo>,
    pub paragraphs: Vec<Paragraph>,
    pub movement_rules: BTreeMap<String, String>,
    pub army: Option<ArmyRules>,
}

/// A file as a tree and as data, and whether any of its values had to be guessed.
struct Doc<'a, T> {
    node: &'a Node,
    file: T,
    confidence: Confidence,
}

impl<T> Doc<'_, T> {
    fn place(&self, path: &[ValueStep]) -> &SourceSpan {
        self.node.locate(path)
    }
}

/// All files of a battle, each valid on its own.
struct BattleFiles<'a> {
    system: Doc<'a, SystemFile>,
    sequence: Doc<'a, SequenceFile>,
    map: Doc<'a, MapFile>,
    units: Doc<'a, UnitsFile>,
    scenario: Doc<'a, ScenarioFile>,
    charts: Vec<(&'a str, Doc<'a, ChartFile>)>,
    rulebook: Option<Doc<'a, RulebookFile>>,
}

fn read<'a, T: schemars::JsonSchema + serde::de::DeserializeOwned>(
    root: &'a Node,
    name: &str,
    out: &mut Vec<Diagnostic>,
) -> Option<Doc<'a, T>> {
    doc(root.get(name)?, out)
}

fn doc<'a, T: schemars::JsonSchema + serde::de::DeserializeOwned>(
    node: &'a Node,
    out: &mut Vec<Diagnostic>,
) -> Option<Doc<'a, T>> {
    schema_check::read_with_recovery(node, out).map(|(file, confidence)| Doc { node, file, confidence })
}

impl<'a> BattleFiles<'a> {
    /// Reads every file before giving up, so that the problems of all files are reported.
    fn read(root: &'a Node, out: &mut Vec<Diagnostic>) -> Option<BattleFiles<'a>> {
        let system = read(root, "system", out);
        let sequence = read(root, "sequence", out);
        let map = read(root, "map", out);
        let units = read(root, "units", out);
        let scenario = read(root, "scenario", out);
        let rulebook = read(root, "rulebook", out);
        let charts = root.get("charts").and_then(Node::table).into_iter().flatten();
        let charts = charts.filter_map(|(name, entry)| doc(&entry.node, out).map(|doc| (name.as_str(), doc)));
        let charts: Vec<(&str, Doc<ChartFile>)> = charts.collect();
        let guessed =
            |confidence: Option<Confidence>| confidence.is_none_or(|confidence| confidence == Confidence::Guessed);
        if guessed(system.as_ref().map(|doc| doc.confidence)) || guessed(map.as_ref().map(|doc| doc.confidence)) {
            // All other files refer to names of the system and spaces of the map.
            charts.iter().for_each(|(name, doc)| drop(chart::build(name, doc, out)));
            return None;
        }
        Some(BattleFiles {
            system: system?,
            sequence: sequence?,
            map: map?,
            units: units?,
            scenario: scenario?,
            charts,
            rulebook,
        })
    }
}

/// Builds the content of a battle, and adds problems to `out`. Files with mistakes are read as they were probably
/// meant, so that one pass reports all problems.
pub fn build(
    root: &Node,
    rulebooks: &[(String, RulebookFile)],
    scenario: &Pack,
    out: &mut Vec<Diagnostic>,
) -> Option<BuildOutput> {
    let files = BattleFiles::read(root, out);
    let known = out.len();
    let built = files.and_then(|files| assemble(root, files, rulebooks, scenario, out));
    schema_check::only_new(out, known);
    built
}

fn assemble(
    root: &Node,
    files: BattleFiles,
    rulebooks: &[(String, RulebookFile)],
    scenario: &Pack,
    out: &mut Vec<Diagnostic>,
) -> Option<BuildOutput> {
    let system_id = scenario.manifest.system.as_deref().unwrap_or_default();
    let paragraphs = rulebook::paragraphs(system_id, files.rulebook.as_ref(), rulebooks, out);
    rulebook::check_references(root, &paragraphs, out);
    let sides = system::sides(&files.system, out);
    system::check(&files.system, out);
    let map = map::build(&files.map, &files.system, out)?;
    let mut content =
        Content { id: scenario.id().to_owned(), title: scenario.manifest.name.clone(), ..Content::default() };
    system::fill(&files.system, &mut content, out);
    content.style.length = files.map.file.unit.clone().unwrap_or_default();
    content.style.waters = map::chains(&files.map, ("waters", &files.map.file.waters), &map, out);
    content.style.courses = map::chains(&files.map, ("courses", &files.map.file.courses), &map, out);
    content.style.north = files.map.file.north.map(Into::into);
    content.style.across = files.map.file.across.as_ref().map(|across| (across.length, across.unit.clone()));
    if let Some(across) = &files.map.file.across {
        field::check_range(across.length, 1..=10_000, files.map.place(&["across".into(), "length".into()]), out);
    }
    let point_size = |point: &PointDecl| Some((map.names.find(&point.name)?, point.size.unwrap_or(2).clamp(1, 3)));
    content.style.points = files.map.file.point.iter().filter_map(point_size).collect();
    content.style.panels = panel::build(&files.map, &map, &sides, out);
    content.sides = sides;
    if content.headings.is_some() && map.orientation().is_none() {
        let place = files.map.place(&["kind".into()]);
        let error = Diagnostic::at("E203", place, "the units of this system have headings");
        out.push(error.expected("expected a map of hexes"));
    }
    content.map = map;
    content.goings = field::goings(&files.system, &content, out);
    units::fill(&files.units, &files.system, &mut content, out);
    placement::fill(&files.scenario, &mut content, out);
    content.charts = files.charts.iter().map(|(name, doc)| chart::build(name, doc, out)).collect();
    for (at, (_, doc)) in files.charts.iter().enumerate() {
        content.charts[at].shifts = chart::shifts(doc, &files.system.file, &content, out);
    }
    content.sequence = sequence::build(&files.sequence, &files.scenario, &content, out);
    content.owners = owners(&files.scenario, &content, out);
    history::check(&files.scenario, &content, out);
    characters::check(&files.system, &content.charts, out);
    Some(BuildOutput {
        content,
        hooks: files.system.file.hooks.clone(),
        elo: files.system.file.elo.unwrap_or_default(),
        characters: files.system.file.characters.clone(),
        policies: files.system.file.policies.clone(),
        layers: system::layers(&files.system),
        paragraphs,
        movement_rules: system::movement_rules(&files.system.file),
        army: ArmyRules::of(&files.system.file),
    })
}

fn owners(doc: &Doc<ScenarioFile>, content: &Content, out: &mut Vec<Diagnostic>) -> Vec<(SpaceId, SideId)> {
    let mut owners: BTreeMap<SpaceId, SideId> = BTreeMap::new();
    for (side, spaces) in &doc.file.owners {
        let place = doc.place(&["owners".into(), ValueStep::Name(side)]);
        let side_id = find_id(&content.sides, side, "side", place, out);
        for (index, space) in spaces.iter().enumerate() {
            let place = doc.place(&["owners".into(), side.into(), index.into()]);
            let space_id = find_id(&content.map.names, space, "space", place, out);
            let (Some(side_id), Some(space_id)) = (side_id, space_id) else { continue };
            if let Some(before) = owners.insert(space_id, side_id) {
                let name = content.sides.name(before);
                out.push(Diagnostic::at("E206", place, format!("`{space}` is already owned by {name}")));
            }
        }
    }
    owners.into_iter().collect()
}

/// Returns the id of a name, or reports an error that suggests the nearest name.
fn find_id<I: grognard_engine::ids::Id>(
    names: &NameTable<I>,
    name: &str,
    what: &str,
    place: &SourceSpan,
    out: &mut Vec<Diagnostic>,
) -> Option<I> {
    let found = names.find(name);
    if found.is_none() {
        out.push(match has_too_many(out) {
            true => Diagnostic::at("E201", place, format!("there is no {what} `{name}`")),
            false => unknown(name, what, place, names.iter().map(|(_, name)| name)),
        });
    }
    found
}

/// Returns the id of a side with a seat, or reports an error.
fn find_player(content: &Content, name: &str, place: &SourceSpan, out: &mut Vec<Diagnostic>) -> Option<SideId> {
    let side = find_id(&content.sides, name, "side", place, out)?;
    if content.is_neutral(side) {
        let error = Diagnostic::at("E232", place, format!("nobody plays the neutral side `{name}`"));
        let seats = content.seats().map(|(_, side)| format!("`{side}`")).collect::<Vec<_>>().join(", ");
        out.push(error.expected(format!("expected a side with a player: {seats}")));
        return None;
    }
    Some(side)
}

/// Returns the position of a name in a list, or reports an error that suggests the nearest name.
fn find_position(
    names: &[String],
    name: &str,
    what: &str,
    place: &SourceSpan,
    out: &mut Vec<Diagnostic>,
) -> Option<usize> {
    let found = names.iter().position(|known| known == name);
    if found.is_none() {
        out.push(unknown(name, what, place, names.iter().map(String::as_str)));
    }
    found
}
