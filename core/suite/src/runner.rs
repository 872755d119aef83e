//! Runs cases, loading each battle only once.

use super::LineCounts;
use super::case_game::CaseGame;
use super::given::Given;
use super::markdown::{FenceKind, PageSection};
use super::page::{LINE, LineResult, NAME, Page};
use super::report::CaseOutcome;
use super::then::{self, Expect};
use super::when::When;
use grognard_packs::{Diagnostic, Library};
use grognard_play::{Battle, BattleRequest, diagnose};
use grognard_script::{Host, Instrumentation};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A runner of cases, which keeps their battles loaded.
pub(super) struct Runner {
    roots: Vec<PathBuf>,
    battles: BTreeMap<BattleKey, Option<(Battle, Host)>>,
    /// The problems of battles that cannot be loaded.
    pub broken: Vec<Diagnostic>,
    /// The instrumentation of the scripts.
    pub note: Instrumentation,
    /// The system whose battles are tested; cases about other battles are skipped.
    pub system: Option<String>,
    /// The packs.
    pub library: Library,
}

/// The scenario, the mods and the options.
type BattleKey = (String, Vec<String>, Vec<(String, String)>);

enum Part {
    When(When),
    Then(Vec<(usize, Expect)>),
}

impl Runner {
    pub fn new(roots: &[PathBuf]) -> Runner {
        let (battles, broken) = Default::default();
        Runner {
            roots: roots.to_vec(),
            battles,
            broken,
            note: Instrumentation::Nothing,
            system: None,
            library: Library::open(roots),
        }
    }

    /// Returns the lines run in the scripts of all battles.
    pub fn line_counts(&self) -> Vec<LineCounts> {
        self.battles.values().flatten().map(|(battle, host)| (host.lines(), battle.scripts.clone())).collect()
    }

    /// Returns whether the case's battle belongs to the requested system.
    fn is_wanted(&self, given: &Given) -> bool {
        let Some(system) = &self.system else { return true };
        let scenario = self.library.find(grognard_packs::Kind::Scenario, &given.scenario);
        scenario.is_ok_and(|pack| pack.manifest.system.as_ref() == Some(system))
    }

    /// Runs a case and returns its result with the hash of the rules. The problems of a battle are reported once,
    /// separately from the cases.
    pub fn run(&mut self, page: &Page, section: &PageSection) -> (CaseOutcome, Option<String>) {
        let mut problems = Vec::new();
        let given = Given::read(page, &section.blocks, &mut problems);
        if !self.is_wanted(&given) {
            return (CaseOutcome::NotRun, None);
        }
        let parts = parts(page, section, &mut problems);
        if given.scenario.is_empty() {
            let error = page.error(section.line, LINE, "this case does not name its battle");
            problems.push(
                error.help("write `scenario battle-for-moscow` in a ```given block, here or under a heading above"),
            );
        }
        if !problems.is_empty() {
            return (CaseOutcome::Failed(problems), None);
        }
        let Some((battle, host)) = self.battle(&given) else { return (CaseOutcome::NotRun, None) };
        let rules_hash = Some(battle.lock.rules_hash.clone());
        if let Err(unknown) = check_paragraph(section, battle) {
            return (CaseOutcome::Failed(vec![page.place(section.line, *unknown)]), rules_hash);
        }
        let mut trial = CaseGame::begin(page, section.line, &given, battle, host);
        for part in &parts {
            match part {
                Part::When(when) => trial.answers(when),
                Part::Then(expectations) => trial.expects(expectations),
            }
        }
        match trial.finish() {
            problems if problems.is_empty() => (CaseOutcome::Passed, rules_hash),
            problems => (CaseOutcome::Failed(problems), rules_hash),
        }
    }

    fn battle(&mut self, given: &Given) -> Option<(&Battle, &mut Host)> {
        let key = (given.scenario.clone(), given.mods.clone(), given.options.clone());
        // A battle usually has the same problems under all options; they are reported once.
        let (known, note, mut broken) = (self.broken.clone(), self.note, Vec::new());
        let loaded = self.battles.entry(key).or_insert_with_key(|(scenario, mods, options)| {
            let request = BattleRequest {
                roots: self.roots.clone(),
                scenario: scenario.clone(),
                mods: mods.clone(),
                options: options.clone(),
                ..BattleRequest::default()
            };
            load(request, note)
                .map_err(|errors| broken.extend(errors.into_iter().filter(|error| !known.contains(error))))
                .ok()
        });
        self.broken.append(&mut broken);
        loaded.as_mut().map(|(battle, host)| (&*battle, host))
    }
}

/// Checks that the number in a heading is the number of a paragraph, if there is a rulebook.
fn check_paragraph(section: &PageSection, battle: &Battle) -> LineResult<()> {
    let all = || battle.system.paragraphs.iter().map(|paragraph| paragraph.number.as_str());
    if all().next().is_none() || all().any(|number| number == section.paragraph) {
        return Ok(());
    }
    let error = Diagnostic::general(NAME, format!("the rulebook has no paragraph `{}`", section.paragraph));
    Err(Box::new(error.suggest(&section.paragraph, all())))
}

fn load(request: BattleRequest, note: Instrumentation) -> Result<(Battle, Host), Vec<Diagnostic>> {
    let battle = Battle::load(request)?;
    let host = battle.noting_host(note).map_err(|error| diagnose(&[error], &battle.scripts))?;
    Ok((battle, host))
}

fn parts(page: &Page, section: &PageSection, problems: &mut Vec<Diagnostic>) -> Vec<Part> {
    let mut parts = Vec::new();
    for block in &section.blocks {
        match block.kind {
            FenceKind::Given => {}
            FenceKind::When => parts.push(Part::When(When::read(page, block, problems))),
            FenceKind::Then => parts.push(Part::Then(then::read(page, block, problems))),
        }
    }
    parts
}
