//! What a mod does to a battle, found by loading the battle with and without it.

use crate::failure::Failure;
use crate::screen::Screen;
use grognard_packs::{Library, Pack};
use grognard_play::{Battle, BattleRequest};
use serde::Serialize;
use std::path::PathBuf;

/// The effect of a mod on battles.
#[derive(Serialize)]
pub struct ModEffect {
    /// The ids of the battles; the effect on each of them is the same.
    battles: Vec<String>,
    /// Whether the mod changes the rules.
    changes_rules: bool,
    /// The rules that the mod adds.
    brings: Vec<AddedRule>,
    rules: Vec<ChangedRule>,
    values: Vec<ChangedValue>,
}

#[derive(PartialEq, Eq, Serialize)]
struct AddedRule {
    rule: String,
    file: String,
    line: usize,
}

#[derive(PartialEq, Eq, Serialize)]
struct ChangedRule {
    rule: String,
    replaced: bool,
    file: String,
    line: usize,
}

#[derive(PartialEq, Eq, Serialize)]
struct ChangedValue {
    at: String,
    op: &'static str,
    before: Option<String>,
    after: Option<String>,
    why: Option<String>,
    /// The condition of the change; absent if there is none.
    condition: Option<String>,
}

impl ModEffect {
    /// Determines the effect on battles by loading them with and without the mod. Battles on which the effect is the
    /// same share an entry.
    pub fn on_all(
        pack: &Pack,
        battles: &[&Pack],
        library: &Library,
        roots: &[PathBuf],
    ) -> Result<Vec<ModEffect>, Failure> {
        let mut all: Vec<ModEffect> = Vec::new();
        for battle in battles {
            let effect = ModEffect::new(pack, battle, library, roots)?;
            match all.iter_mut().find(|other| other.is_like(&effect)) {
                Some(other) => other.battles.extend(effect.battles),
                None => all.push(effect),
            }
        }
        Ok(all)
    }

    fn is_like(&self, other: &ModEffect) -> bool {
        self.changes_rules == other.changes_rules
            && self.brings == other.brings
            && self.rules == other.rules
            && self.values == other.values
    }

    /// Determines the effect by loading the battle with and without the mod.
    fn new(pack: &Pack, battle: &Pack, library: &Library, roots: &[PathBuf]) -> Result<ModEffect, Failure> {
        let request = |mods: Vec<String>| BattleRequest {
            roots: roots.to_vec(),
            scenario: battle.id().to_owned(),
            mods,
            options: Vec::new(),
            ..BattleRequest::default()
        };
        let with = Battle::load(request(vec![pack.id().to_owned()]))?;
        // Required mods are not counted as changes of this mod.
        let others = with
            .system
            .packs
            .iter()
            .filter(|id| *id != pack.id() && library.get(id).is_some_and(|pack| pack.manifest.kind.is_mod()));
        let others: Vec<String> = others.cloned().collect();
        // Required packs may conflict without this mod, which resolves the conflict. In that case, the plain battle is
        // the baseline.
        let without = grognard_packs::load(library, battle.id(), &others, &[])
            .or_else(|_| grognard_packs::load(library, battle.id(), &[], &[]))?;
        let after = grognard_packs::load(library, battle.id(), &[pack.id().to_owned()], &[])?;
        let host = with.host().map_err(|error| grognard_play::diagnose(&[error], &with.scripts))?;
        let own = |file: &str| with.system.scripts.iter().any(|script| script.pack == pack.id() && script.file == file);
        let rules = host.changes().iter().filter(|change| own(&change.file)).map(|change| ChangedRule {
            rule: change.rule.clone(),
            replaced: change.replaced,
            file: change.file.clone(),
            line: change.line,
        });
        let brings = host.origins().iter().filter(|origin| own(&origin.path)).map(|origin| AddedRule {
            rule: origin.rule.clone(),
            file: origin.path.clone(),
            line: origin.line,
        });
        let values = grognard_packs::patches_of(pack)?.into_iter().map(|patch| ChangedValue {
            before: without.blame(&patch.at).ok().map(|blame| shortened(&blame.value)),
            after: match (after.blame(&patch.at), patch.op) {
                (Ok(blame), _) => Some(shortened(&blame.value)),
                // Another patch may have renamed or removed the value.
                (Err(_), "set" | "rename") => patch.value.as_deref().map(shortened),
                _ => None,
            },
            at: patch.at,
            op: patch.op,
            why: patch.why,
            condition: patch.condition,
        });
        Ok(ModEffect {
            battles: vec![battle.id().to_owned()],
            changes_rules: without.lock.rules_hash != with.lock.rules_hash,
            brings: brings.collect(),
            rules: rules.collect(),
            values: values.collect(),
        })
    }

    /// Replaces the folder `from` with `to` at the start of file names.
    pub fn move_files(&mut self, from: &str, to: &str) {
        let added = self.brings.iter_mut().map(|rule| &mut rule.file);
        for file in added.chain(self.rules.iter_mut().map(|rule| &mut rule.file)) {
            if let Some(rest) = file.strip_prefix(from) {
                *file = format!("{to}{rest}");
            }
        }
    }

    /// Describes the changes.
    pub fn describe(&self, screen: &Screen) -> String {
        let battles = self.battles.join(", ");
        let mut text = match self.changes_rules {
            true => format!("\nIn {battles}, this pack changes the rules:\n"),
            false => format!("\nIn {battles}, this pack does not change the rules.\n"),
        };
        for AddedRule { rule, file, line } in &self.brings {
            text += &format!("  adds     {}  {}\n", screen.bold(rule), screen.dim(&format!("{file}:{line}")));
        }
        for change in &self.rules {
            let verb = if change.replaced { "replaces" } else { "wraps   " };
            text += &format!(
                "  {verb} {}  {}\n",
                screen.bold(&change.rule),
                screen.dim(&format!("{}:{}", change.file, change.line))
            );
        }
        for value in &self.values {
            let change = match (&value.before, &value.after) {
                (Some(before), Some(after)) if before != after => format!(": {before} -> {after}"),
                (Some(before), None) => format!(": {before} -> removed"),
                _ => String::new(),
            };
            let why = value.why.as_deref().map(|why| format!(" ({why})")).unwrap_or_default();
            let when = value.condition.as_deref().map(|when| format!(" if {when}")).unwrap_or_default();
            text += &format!("  {:8} {}{change}{when}{}\n", value.op, screen.bold(&value.at), screen.dim(&why));
        }
        text
    }
}

fn shortened(value: &str) -> String {
    const MAX_WIDTH: usize = 60;
    match value.char_indices().nth(MAX_WIDTH) {
        Some((end, _)) => format!("{}…", &value[..end]),
        None => value.to_owned(),
    }
}
