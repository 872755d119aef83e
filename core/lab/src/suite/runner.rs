//! Running cases on battles that are loaded once.

use super::given::Given;
use super::markdown::{Kind, Section};
use super::page::{LINE, Page};
use super::then::{self, Expect};
use super::trial::Trial;
use super::when::When;
use crate::battle::{Battle, Request, diagnose};
use grognard_packs::Diagnostic;
use grognard_script::Host;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The battles that cases ask for.
pub(super) struct Runner {
    roots: Vec<PathBuf>,
    battles: BTreeMap<Key, Option<(Battle, Host)>>,
    /// What is wrong with battles that cannot be loaded.
    pub broken: Vec<Diagnostic>,
}

/// Scenario, mods and options.
type Key = (String, Vec<String>, Vec<(String, String)>);

enum Part {
    When(When),
    Then(Vec<(usize, Expect)>),
}

impl Runner {
    pub fn new(roots: &[PathBuf]) -> Runner {
        Runner { roots: roots.to_vec(), battles: BTreeMap::new(), broken: Vec::new() }
    }

    /// Runs a case; nothing is wrong if it passed. What is wrong with a battle is told once, apart from the cases.
    pub fn run(&mut self, page: &Page, section: &Section) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        let given = Given::read(page, &section.blocks, &mut problems);
        let parts = parts(page, section, &mut problems);
        if given.scenario.is_empty() {
            let error = page.error(section.line, LINE, "this case does not say which battle it is about");
            problems.push(error.help("write `scenario battle-for-moscow` in a block ```given, here or under a heading above"));
        }
        if !problems.is_empty() {
            return problems;
        }
        let Some((battle, host)) = self.battle(&given) else {
            return vec![page.error(section.line, LINE, "the battle of this case cannot be loaded")];
        };
        let mut trial = Trial::begin(page, section.line, &given, battle, host);
        for part in &parts {
            if !trial.problems.is_empty() {
                break;
            }
            match part {
                Part::When(when) => trial.answers(when),
                Part::Then(expectations) => trial.expects(expectations),
            }
        }
        trial.finish()
    }

    fn battle(&mut self, given: &Given) -> Option<(&Battle, &mut Host)> {
        let key = (given.scenario.clone(), given.mods.clone(), given.options.clone());
        let loaded = self.battles.entry(key).or_insert_with_key(|(scenario, mods, options)| {
            let request = Request { roots: self.roots.clone(), scenario: scenario.clone(), mods: mods.clone(), options: options.clone() };
            load(request).map_err(|errors| self.broken.extend(errors)).ok()
        });
        loaded.as_mut().map(|(battle, host)| (&*battle, host))
    }
}

fn load(request: Request) -> Result<(Battle, Host), Vec<Diagnostic>> {
    let battle = Battle::load(request)?;
    let host = battle.host().map_err(|error| diagnose(&[error], &battle.scripts))?;
    Ok((battle, host))
}

fn parts(page: &Page, section: &Section, problems: &mut Vec<Diagnostic>) -> Vec<Part> {
    let mut parts = Vec::new();
    for block in &section.blocks {
        match block.kind {
            Kind::Given => {}
            Kind::When => parts.push(Part::When(When::read(page, block, problems))),
            Kind::Then => parts.push(Part::Then(then::read(page, block, problems))),
        }
    }
    parts
}
