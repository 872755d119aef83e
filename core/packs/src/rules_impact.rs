//! Determines whether a pack affects the rules, by leaving it out rather than by looking at its kind.

use crate::diagnostic::Diagnostic;
use crate::library::Pack;
use crate::lock::rules_in;
use crate::node::Node;
use crate::patch;
use crate::resolve::Selection;
use crate::schema::Kind;
use crate::source::SourceSpan;
use crate::tree::{PackDeclarations, Patches};
use grognard_engine::content::OptionValue;
use std::collections::BTreeMap;

/// Maximum number of patches that are left out one by one to find those that affect the rules. In a pack with more
/// patches, this search is skipped and only the pack as a whole is reported.
const MAX_TRIALS: usize = 100;

/// The parts from which a battle was assembled.
pub(crate) struct RulesImpact<'a> {
    pub(crate) selection: &'a Selection<'a>,
    pub(crate) declared: &'a PackDeclarations,
    /// The tree with all patches applied.
    pub(crate) root: &'a Node,
    /// The tree before any patch was applied; `None` if there are no patches.
    pub(crate) unpatched: Option<&'a Node>,
    pub(crate) options: &'a BTreeMap<String, OptionValue>,
}

impl RulesImpact<'_> {
    /// Returns whether a game without a pack would have different rules.
    pub(crate) fn pack(&self, pack: &Pack) -> bool {
        let id = pack.id();
        let is_awaited = |patches: &Patches| {
            let waits = |when: &crate::schema::When| when.pack.as_deref() == Some(id);
            patches.file.patch.iter().any(|item| item.when.as_ref().is_some_and(waits))
        };
        let has_patches = self.declared.patches.iter().any(|patches| patches.pack == id);
        matches!(pack.manifest.kind, Kind::System | Kind::Scenario)
            || !self.own(pack).is_empty()
            || self.declared.patches.iter().any(is_awaited)
            || (has_patches && self.differs_without(|patches, _| patches.pack == id))
    }

    /// Reports a mod that claims to be cosmetic but is not, at each change that affects the rules.
    pub(crate) fn refuse_masquerade(&self, pack: &Pack, out: &mut Vec<Diagnostic>) {
        if pack.manifest.kind != Kind::Cosmetic || !self.pack(pack) {
            return;
        }
        let mut found = self.own(pack);
        let own = self.declared.patches.iter().enumerate().filter(|(_, patches)| patches.pack == pack.id());
        let own: Vec<(usize, &Patches)> = own.collect();
        let count: usize = own.iter().map(|(_, patches)| patches.file.patch.len()).sum();
        for (number, patches) in own.into_iter().filter(|_| count <= MAX_TRIALS) {
            let items = patches.tree.get("patch").and_then(Node::list).unwrap_or_default();
            let touches = |index: usize| {
                self.differs_without(|other, at| std::ptr::eq(other, &self.declared.patches[number]) && at == index)
            };
            let wrong = items.iter().zip(&patches.file.patch).enumerate().filter(|(index, _)| touches(*index));
            found.extend(wrong.map(|(_, (tree, item))| {
                (tree.locate(&["at".into()]).clone(), format!("changes the rules at `{}`", item.at))
            }));
        }
        if found.is_empty() {
            found.push((pack.place(&["kind".into()]).clone(), "changes the rules".to_owned()));
        }
        out.extend(found.into_iter().map(|(place, what)| {
            let error = Diagnostic::at("E230", &place, format!("the cosmetic mod `{}` {what}", pack.id()));
            error.help(
                "a cosmetic mod can change only pictures, names and explanations; to change the rules, write \
                `kind = \"mod\"`",
            )
        }));
    }

    /// Returns what a pack itself adds to the rules: scripts, maps, units, charts and options.
    fn own(&self, pack: &Pack) -> Vec<(SourceSpan, String)> {
        let rules = self.declared.files_of(pack.id()).iter().filter_map(|(name, source)| match name {
            name if name.ends_with(".luau") => Some((SourceSpan::start(source), "has a script".to_owned())),
            name if name == "map.toml" => Some((SourceSpan::start(source), "has a map".to_owned())),
            name if name == "units.toml" => Some((SourceSpan::start(source), "has an order of battle".to_owned())),
            name if name.starts_with("charts/") => Some((SourceSpan::start(source), "has a chart".to_owned())),
            _ => None,
        });
        let option = pack.manifest.options.keys().next();
        let option = option.map(|name| {
            (pack.place(&["options".into(), name.as_str().into()]).clone(), format!("has an option `{name}`"))
        });
        rules.chain(option).collect()
    }

    /// Returns whether the rules in the data would differ without the patches that `left_out` selects by file and
    /// index.
    fn differs_without(&self, left_out: impl Fn(&Patches, usize) -> bool) -> bool {
        let Some(unpatched) = self.unpatched else { return false };
        let rest: Vec<Patches> =
            self.declared.patches.iter().map(|patches| patches.only(|number| !left_out(patches, number))).collect();
        let (mut root, mut out) = (unpatched.clone(), Vec::new());
        patch::apply_to_options(&mut root, &rest, self.selection, &mut out);
        patch::apply_rest(&mut root, &rest, self.selection, self.options, &mut out);
        // An error means that other patches depend on the ones left out.
        !out.is_empty() || rules_in(&root) != rules_in(self.root)
    }
}
