//! The sealed tree of a battle: every value with the file that set it and the patches that changed it.

use crate::diagnostic::Diagnostic;
use crate::node::{Node, PatchedValue, SettledConflict};
use crate::path::{self, Segment, TreePart};
use crate::source::SourceSpan;
use crate::tree::Files;
use grognard_engine::content::OptionValue;
use grognard_luau::suggest::nearest;
use std::collections::BTreeMap;

/// Maximum number of names listed in a message.
const MAX_NAMES: usize = 12;

/// The final data of a battle.
#[derive(Clone, Debug)]
pub struct DataTree {
    root: Node,
    /// The id of the pack that each file belongs to, by file name.
    packs: BTreeMap<String, String>,
    options: BTreeMap<String, OptionValue>,
    settled: Vec<SettledConflict>,
}

/// A change, with the path of the changed value.
pub type ChangeAt = (String, PatchedValue);

/// The origin of a value.
#[derive(Clone, Debug)]
pub struct Blame {
    /// The value as TOML.
    pub value: String,
    /// Where the value was set.
    pub place: SourceSpan,
    /// The pack that set the value.
    pub pack: String,
    /// The patches to this value, oldest first.
    pub history: Vec<PatchedValue>,
    /// The patches to values that contain this value.
    pub around: Vec<ChangeAt>,
    /// The patches to parts of this value.
    pub inside: Vec<ChangeAt>,
    /// The patches that would have changed this value, a value that contains it, or one of its parts, but that are not
    /// applied because another pack settles their conflict.
    pub settled: Vec<SettledConflict>,
}

impl DataTree {
    pub(crate) fn new(
        root: Node,
        files: &[(String, Files)],
        options: BTreeMap<String, OptionValue>,
        settled: Vec<SettledConflict>,
    ) -> DataTree {
        let of_pack = |(pack, files): &(String, Files)| -> Vec<(String, String)> {
            files.iter().map(|(_, source)| (source.name.clone(), pack.clone())).collect()
        };
        DataTree { root, packs: files.iter().flat_map(of_pack).collect(), options, settled }
    }

    /// Returns the whole tree.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Returns the value that is in force for an option.
    pub fn option(&self, name: &str) -> Option<&OptionValue> {
        self.options.get(name)
    }

    /// Returns the options, with the values that are in force.
    pub fn options(&self) -> &BTreeMap<String, OptionValue> {
        &self.options
    }

    /// Returns the id of the pack that a file belongs to.
    pub fn pack_of(&self, place: &SourceSpan) -> &str {
        self.packs.get(&place.source.name).map_or("", String::as_str)
    }

    /// Returns the id of the pack whose folder contains a file.
    pub fn pack_below(&self, file: &str) -> Option<&str> {
        let is_below = |name: &str| name.strip_suffix("pack.toml").is_some_and(|folder| file.starts_with(folder));
        self.packs.iter().find(|(name, _)| is_below(name)).map(|(_, pack)| pack.as_str())
    }

    /// Returns the value at a path. If there is none, the error names the nearest existing path and its keys.
    pub fn find(&self, at: &str) -> Result<TreePart<'_>, Diagnostic> {
        self.way(at).map(|(_, found)| found)
    }

    /// Returns all values that contain the value at a path, and that value.
    fn way(&self, at: &str) -> Result<(Vec<TreePart<'_>>, TreePart<'_>), Diagnostic> {
        let segments = path::parse(at).map_err(|wrong| {
            let error =
                Diagnostic::general("E210", format!("`{at}` is not a valid path: error at character {}", wrong + 1));
            error.help("separate keys with dots and put names in brackets: units.unit[\"VII\"].strength")
        })?;
        let lost = match path::find(&self.root, &segments) {
            Ok(found) => {
                let (mut around, mut part) = (Vec::new(), TreePart::new("", &self.root));
                for length in 1..=found.len() {
                    let target = path::get(&self.root, &found[..length]);
                    let inner =
                        part.parts().into_iter().find(|part| target.is_some_and(|t| std::ptr::eq(t, part.node)));
                    around.extend(inner.map(|inner| std::mem::replace(&mut part, inner)));
                }
                return Ok((around, part));
            }
            Err(lost) => lost,
        };
        let error = Diagnostic::general("E210", format!("there is nothing at `{at}`"));
        let error = match self.removing_patch(&segments) {
            Some((_, change)) => {
                let why = change.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
                error.related(&change.place, format!("`{}` in {} removed it{why}", change.op, change.pack))
            }
            None => error,
        };
        Err(error.help(completion(&segments, lost.depth, &lost.known)))
    }

    /// Returns the patch that removed or renamed the value at a path.
    fn removing_patch(&self, wanted: &[Segment]) -> Option<ChangeAt> {
        let text = |segments: &[Segment]| segments.iter().map(|segment| segment.text.clone()).collect::<Vec<_>>();
        let wanted = text(wanted);
        let took = |(_, change): &ChangeAt| {
            let named = path::parse(&change.at).map(|segments| text(&segments)).unwrap_or_default();
            matches!(change.op, "remove" | "rename")
                && (wanted.starts_with(&named) || wanted.split_last().is_some_and(|(_, around)| around == named))
        };
        changes(&TreePart::new("", &self.root)).into_iter().find(took)
    }

    /// Returns the origin of the value at a path. If there is no value, the error names the nearest existing path.
    pub fn blame(&self, at: &str) -> Result<Blame, Diagnostic> {
        let (way, part) = self.way(at)?;
        let around =
            way.iter().flat_map(|part| part.node.history.iter().map(|change| (part.path.clone(), change.clone())));
        Ok(Blame {
            value: part.node.to_string(),
            place: part.node.place.clone(),
            pack: self.pack_of(&part.node.place).to_owned(),
            history: part.node.history.clone(),
            around: around.collect(),
            inside: part.parts().iter().flat_map(changes).collect(),
            settled: self.settled_conflicts(at),
        })
    }

    /// Returns the patches to a path that are not applied.
    fn settled_conflicts(&self, at: &str) -> Vec<SettledConflict> {
        let names = |path: &str| -> Vec<String> {
            path::parse(path).into_iter().flatten().map(|segment| segment.text).collect()
        };
        let wanted = names(at);
        let meets = |settled: &&SettledConflict| {
            let other = names(&settled.change.at);
            other.starts_with(&wanted) || wanted.starts_with(&other)
        };
        self.settled.iter().filter(meets).cloned().collect()
    }
}

/// Returns every change to a value and its parts.
fn changes(part: &TreePart) -> Vec<ChangeAt> {
    let own = part.node.history.iter().map(|change| (part.path.clone(), change.clone()));
    own.chain(part.parts().iter().flat_map(changes)).collect()
}

/// Suggests how to correct or continue a path of which only the first `depth` segments exist.
fn completion(segments: &[Segment], depth: usize, known: &[String]) -> String {
    let around = path::write(&segments[..depth]);
    let mut right = segments.to_vec();
    let near =
        segments.get(depth).and_then(|wrong| nearest(&wrong.text, known.iter().map(String::as_str))).map(|name| {
            right[depth].text = name.to_owned();
            format!("did you mean `{}`? ", path::write(&right))
        });
    let some: Vec<&str> = known.iter().filter(|name| !name.is_empty()).take(MAX_NAMES).map(String::as_str).collect();
    let more = if known.len() > some.len() { ", …" } else { "" };
    let goes_on = match (some.is_empty(), around.as_str()) {
        (true, _) => format!("nothing can follow `{around}` in a path"),
        (false, "") => format!("a path can begin with {}", some.join(", ")),
        (false, _) => format!("`{around}` can be followed by {}{more}", some.join(", ")),
    };
    near.unwrap_or_default() + &goes_on
}
