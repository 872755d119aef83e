//! Determines whether a name that a battle lacks may exist elsewhere: under other options, or with packs that are not
//! in use.

use super::with_what_waits;
use grognard_engine::content::Content;
use grognard_luau::{NameLookup, Script, call_facts};
use grognard_packs::{Kind, Library, Loaded, Pack};
use grognard_play::Battle;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The possible sources of a name that a battle lacks.
pub(super) struct NameSources<'a> {
    library: &'a Library,
    battle: &'a Battle,
    /// The methods that scripts define for their own tables.
    methods: BTreeSet<String>,
    /// The battle under other options, loaded when a name is missing.
    others: OnceCell<Vec<Loaded>>,
}

impl<'a> NameSources<'a> {
    pub(super) fn new(library: &'a Library, battle: &'a Battle, scripts: &[Script]) -> NameSources<'a> {
        let methods = scripts.iter().flat_map(|script| call_facts(script).methods).collect();
        NameSources { library, battle, methods, others: OnceCell::new() }
    }

    /// Returns `true` if nothing can provide a name. `has` returns whether some content has the name. `fails` indicates
    /// whether a rule that looks the name up fails, and `is_near` whether the name resembles an existing one.
    pub(super) fn none(&self, asked: &NameLookup, has: impl Fn(&Content) -> bool, fails: bool, is_near: bool) -> bool {
        let owner = self.owner(asked.file);
        let may_bring = || match owner.map(|owner| owner.manifest.kind) {
            // The names that a library looks up depend on the systems that use it.
            None | Some(Kind::Library) => true,
            // No battle of the pack has the name, so the rule fails in all of them.
            _ if fails || is_near => false,
            // A battle that is not in this library may have the name.
            _ => !owner.is_some_and(|owner| self.is_for_one_battle(owner)),
        };
        let is_own = || self.methods.contains(asked.method.split('.').next().unwrap_or_default());
        let is_elsewhere = || owner.is_some_and(|owner| self.is_elsewhere(owner, &asked.name));
        !may_bring() && !is_own() && !self.others().iter().any(|other| has(&other.content)) && !is_elsewhere()
    }

    /// Returns the pack of a script.
    fn owner(&self, file: usize) -> Option<&'a Pack> {
        let path = &self.battle.scripts.get(file)?.path;
        let script = self.battle.system.scripts.iter().find(|script| script.file == *path)?;
        self.library.get(&script.pack)
    }

    fn is_for_one_battle(&self, owner: &Pack) -> bool {
        let is_scenario = |id: &String| self.library.get(id).is_some_and(|pack| pack.manifest.kind == Kind::Scenario);
        owner.manifest.kind == Kind::Scenario || owner.manifest.requires.keys().any(is_scenario)
    }

    fn others(&self) -> &[Loaded] {
        self.others.get_or_init(|| {
            let request = &self.battle.request;
            let scenario = self.library.scenarios().find(|scenario| scenario.id() == request.scenario);
            scenario.map_or_else(Vec::new, |scenario| with_what_waits(self.library, scenario, &request.mods))
        })
    }

    /// Returns whether a name may come from elsewhere: from a pack that the script's pack mentions and that is not in
    /// use, or from patches that apply only if another pack is in use.
    fn is_elsewhere(&self, owner: &Pack, name: &str) -> bool {
        let manifest = &owner.manifest;
        let idle = |id: &&String| !self.battle.system.packs.contains(id);
        let mut named = manifest.optional.keys().chain(&manifest.after).filter(idle);
        // The contents of a missing pack are unknown.
        let brings = |id: &String| self.library.get(id).is_none_or(|pack| speaks_of(pack, name));
        let waits = self.others().iter().flat_map(|other| &other.inactive).filter(|patch| patch.choice().is_none());
        named.any(brings) || waits.filter_map(|patch| self.library.get(&patch.pack)).any(|pack| speaks_of(pack, name))
    }
}

/// Returns whether any file in a pack mentions `name`, in its file name or its contents.
fn speaks_of(pack: &Pack, name: &str) -> bool {
    let files = ["", "patches", "charts"].into_iter().flat_map(|below| pack.folder.list(below, "toml"));
    let mut files = files.chain(pack.folder.list("", "luau"));
    files.any(|file| file.contains(name) || pack.folder.read(&file).is_ok_and(|source| source.text.contains(name)))
}
