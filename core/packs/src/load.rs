//! Loads battles: declare, patch, seal.

use crate::army;
use crate::build;
use crate::data_tree::{Blame, DataTree};
use crate::diagnostic::{Diagnostic, tidy};
use crate::library::{Library, Pack};
use crate::lock::{self, Lock};
use crate::node::{Node, SettledConflict};
use crate::patch::{self, IdlePatches, InactivePatches};
use crate::resolve::Selection;
use crate::rules_impact::RulesImpact;
use crate::schema::OptionDecl;
use crate::store::PackFiles;
use crate::system_info::SystemInfo;
use crate::tree::{self, PackDeclarations, Patches};
use crate::tweak::{self, TweakEntry, Tweaks};
use crate::{fonts, options, picture, resolve, schema_check};
use grognard_engine::content::{Content, OptionValue};
use std::collections::{BTreeMap, BTreeSet};

/// A battle, loaded and sealed.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The content that the engine plays with.
    pub content: Content,
    /// The declarations for the scripting host and the tools.
    pub system: SystemInfo,
    /// The lock, which a save records to identify the rules of the game.
    pub lock: Lock,
    /// Patches whose condition does not hold.
    pub inactive: Vec<InactivePatches>,
    /// The data the content was built from.
    pub data_tree: DataTree,
    /// The files of each pack, as read.
    pub files: Vec<PackFiles>,
    /// The tree before patches, if there are any patches.
    unpatched: Option<Node>,
}

/// Loads a battle with mods and options. Each pack can be given by its id or by the part of the id after the dot.
pub fn load(
    library: &Library,
    scenario: &str,
    mods: &[String],
    chosen: &[(String, String)],
) -> Result<Loaded, Vec<Diagnostic>> {
    load_with(library, scenario, mods, chosen, &Tweaks::default())
}

/// Loads a battle with mods, options and tweaks.
pub fn load_with(
    library: &Library,
    scenario: &str,
    mods: &[String],
    chosen: &[(String, String)],
    tweaks: &Tweaks,
) -> Result<Loaded, Vec<Diagnostic>> {
    BattleDraft::read(library, scenario, mods, tweaks)?.load(chosen)
}

/// Loads a battle with mods, but without applying their patches, which may conflict.
pub fn load_unpatched(library: &Library, scenario: &str, mods: &[String]) -> Result<Loaded, Vec<Diagnostic>> {
    let mut draft = BattleDraft::read(library, scenario, mods, &Tweaks::default())?;
    let is_mod = |id: &str| library.get(id).is_some_and(|pack| pack.manifest.kind.is_mod());
    draft.declared.patches.retain(|patches| !is_mod(&patches.pack));
    draft.load(&[])
}

/// The pack files of a battle, before options are chosen. They are read only once, even if the battle is loaded several
/// times.
pub struct BattleDraft<'a> {
    selection: Selection<'a>,
    own: &'a Pack,
    declared: PackDeclarations,
}

impl<'a> BattleDraft<'a> {
    /// Reads the packs of a battle.
    pub fn read(
        library: &'a Library,
        scenario: &str,
        mods: &[String],
        tweaks: &Tweaks,
    ) -> Result<BattleDraft<'a>, Vec<Diagnostic>> {
        let selection = resolve::select(library, scenario, mods).map_err(tidy)?;
        let own = selection.scenario;
        let mut out = Vec::new();
        let mut declared = tree::declare(&selection.packs, own, &mut out);
        tweaks.make(&mut declared, &mut out);
        stop(&mut out)?;
        Ok(BattleDraft { selection, own, declared })
    }

    /// Returns the options on which patches depend. No other option changes the data.
    pub fn options_in_conditions(&self) -> BTreeSet<&str> {
        let items = self.declared.patches.iter().flat_map(|patches| &patches.file.patch);
        items.filter_map(|item| item.when.as_ref()?.option.as_deref()).collect()
    }

    /// Loads the battle with the chosen options.
    pub fn load(&self, chosen: &[(String, String)]) -> Result<Loaded, Vec<Diagnostic>> {
        let BattleDraft { selection, own, declared } = self;
        let (mut root, mut out) = (declared.root.clone(), Vec::new());
        let unpatched = (!declared.patches.is_empty()).then_some(&declared.root);
        let patched = apply_patches(&mut root, &declared.patches, selection, chosen, &mut out);
        if !patched.refused.is_empty() {
            // A mistyped option is reported before anything is built, even if the files have errors too.
            out.extend(patched.refused);
            return Err(tidy(out));
        }
        if let (false, Some(unpatched)) = (out.is_empty(), unpatched) {
            // A patch may fail because of a mistake in the file that it changes, so errors in the unpatched files are
            // reported too.
            build::build(unpatched, &declared.rulebooks, own, &mut out);
        }
        stop(&mut out)?;
        let PatchedData { declarations, settled, inactive, idle, fixed, renamed, .. } = patched;
        let built = build::build(&root, &declared.rulebooks, own, &mut out);
        if let (false, Some(unpatched)) = (out.is_empty(), unpatched) {
            let mut before = Vec::new();
            build::build(unpatched, &declared.rulebooks, own, &mut before);
            out = patch::name_culprits(&root, &declared.patches, &before, tidy(out));
        }
        stop(&mut out)?;
        let Some(mut built) = built else {
            return Err(vec![Diagnostic::general("E200", "the packs cannot be assembled")]);
        };
        built.content.options = settled.clone();
        picture::lay(&declared.scans, selection, &mut built.content, &mut out);
        fonts::install(&declared.fonts, selection, &mut built.content, &mut out);
        picture::hang(&declared.pictures, selection, &mut built.content, &mut out);
        let guide = build::guide(&declared.guides, &built, &mut out);
        army::check(built.army.as_ref(), root.get("system"), &built.content, &declared.patches, &mut out);
        let impact = RulesImpact { selection, declared, root: &root, unpatched, options: &settled };
        selection.packs.iter().for_each(|pack| impact.refuse_masquerade(pack, &mut out));
        stop(&mut out)?;
        let lock = lock::lock(&impact, settled.clone());
        let files = lock::files(&lock, declared);
        let data_tree = DataTree::new(root, &declared.files, settled, idle);
        let text = |id: &str| declared.rules_texts.iter().find(|(pack, _)| pack == id).map(|(_, text)| text);
        let texts: Vec<_> = selection.packs.iter().map(|pack| (*pack, text(pack.id()))).collect();
        let rulebooks = build::attach_texts(&mut built.paragraphs, &texts);
        let introduction = build::introduction(declared.introductions.last(), &selection.packs, &built.paragraphs);
        let system = SystemInfo {
            id: own.manifest.system.clone().unwrap_or_default(),
            packs: selection.packs.iter().map(|pack| pack.id().to_owned()).collect(),
            order: selection.order(),
            scripts: declared.scripts.clone(),
            hooks: built.hooks,
            elo: built.elo,
            characters: built.characters,
            policies: built.policies,
            layers: built.layers,
            paragraphs: built.paragraphs,
            rulebooks,
            introduction,
            options: declarations,
            fixed,
            renamed,
            movement_rules: built.movement_rules,
            army: built.army,
            guide,
        };
        Ok(Loaded { content: built.content, system, lock, inactive, data_tree, files, unpatched: unpatched.cloned() })
    }
}

/// Lists the changes that a mod makes to a battle: its patches in order, then its scripts.
pub fn entries(library: &Library, scenario: &str, id: &str) -> Result<Vec<TweakEntry>, Vec<Diagnostic>> {
    let draft = BattleDraft::read(library, scenario, &[id.to_owned()], &Tweaks::default())?;
    Ok(tweak::entries(&draft.declared, id))
}

/// The result of applying patches: the options in force, and the patches that were not applied.
struct PatchedData {
    declarations: BTreeMap<String, OptionDecl>,
    settled: BTreeMap<String, OptionValue>,
    inactive: Vec<InactivePatches>,
    idle: Vec<SettledConflict>,
    fixed: BTreeMap<String, (OptionDecl, String)>,
    renamed: BTreeMap<String, String>,
    /// Problems with the chosen options.
    refused: Vec<Diagnostic>,
}

/// Applies patches to options first, because the conditions of other patches depend on the options in force.
fn apply_patches(
    root: &mut Node,
    patches: &[Patches],
    selection: &Selection,
    chosen: &[(String, String)],
    out: &mut Vec<Diagnostic>,
) -> PatchedData {
    let altered = patch::apply_to_options(root, patches, selection, out);
    let declarations = read_options(root, out);
    let mut refused = Vec::new();
    let settled = options::settle(&declarations, &altered, chosen, &mut refused);
    let IdlePatches { inactive, settled: mut idle } = patch::apply_rest(root, patches, selection, &settled, out);
    idle.extend(altered.settled);
    let fixed = altered.fixed.into_iter().filter(|(name, _)| !declarations.contains_key(name));
    let fixed = fixed.map(|(name, (option, pack, _))| (name, (option, pack))).collect();
    PatchedData { declarations, settled, inactive, idle, fixed, renamed: altered.renamed, refused }
}

/// Fails with the problems, if there are any.
fn stop(out: &mut Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
    if out.is_empty() { Ok(()) } else { Err(tidy(std::mem::take(out))) }
}

fn read_options(root: &Node, out: &mut Vec<Diagnostic>) -> BTreeMap<String, OptionDecl> {
    let Some(node) = root.get("options") else { return BTreeMap::new() };
    let all: BTreeMap<String, OptionDecl> = schema_check::read(node, out).unwrap_or_default();
    let mut wrong = Vec::new();
    for (name, option) in &all {
        options::check_declaration(name, option, root, &mut wrong);
    }
    // Manifests were checked when they were read, so a patch is at fault.
    out.extend(wrong.into_iter().map(|complaint| patch::name_patches(root, complaint, None)));
    all
}

impl Loaded {
    /// Returns the data of the packs after all patches: `system`, `map`, `units`, `charts`…
    pub fn tree(&self) -> &Node {
        self.data_tree.root()
    }

    /// Returns the data of the packs before any patch.
    pub fn tree_before_patches(&self) -> &Node {
        self.unpatched.as_ref().unwrap_or(self.data_tree.root())
    }

    /// Adds notes about the responsible patches to a problem that occurs only with a pack's patches.
    pub fn name_patches(&self, complaint: Diagnostic, pack: &str) -> Diagnostic {
        patch::name_patches(self.tree(), complaint, Some(pack))
    }

    /// Returns the origin of the value at a path. If there is no value, the error names the nearest existing path.
    pub fn blame(&self, at: &str) -> Result<Blame, Diagnostic> {
        self.data_tree.blame(at)
    }
}
