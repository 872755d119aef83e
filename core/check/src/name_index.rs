//! The names that scripts mention: whole, or assembled from parts (`"crt-" .. weather`).

use crate::data::NameIndex;
use grognard_luau::Usage;
use grognard_luau::suggest::{all_nearest, nearest};
use grognard_packs::Loaded;
use grognard_packs::node::{Node, Value};
use std::collections::BTreeSet;

/// The characters that join the parts of a name.
const JOINTS: [char; 3] = ['-', '_', '.'];

/// The names that the scripts of a battle mention.
pub(super) struct Names<'a> {
    usage: &'a Usage,
    /// Words that are available to scripts: the words they mention, and all words in packs.
    words: BTreeSet<&'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn new(usage: &'a Usage, loaded: &'a Loaded) -> Names<'a> {
        let mut words = usage.texts().collect();
        collect(loaded.tree(), &mut words);
        Names { usage, words }
    }

    /// Returns whether a script can assemble a name from a string and a known word. The string is the beginning of the
    /// name, its end, or a pattern with gaps.
    fn may_make(&self, text: &str, name: &str) -> bool {
        if let Some((start, end)) = text.split_once("%*") {
            let Some(middle) = name.strip_prefix(start) else { return false };
            return match end.rsplit_once("%*") {
                Some((_, end)) if start.len() + end.len() > 1 => middle.ends_with(end),
                Some((joint, "")) if !joint.contains("%*") => start.is_empty() && self.is_joined(name, joint),
                Some(_) => false,
                None => start.len() + end.len() > 1 && middle.strip_suffix(end).is_some_and(|word| self.is_part(word)),
            };
        }
        if self.usage.joints.contains(text) && self.is_joined(name, text) {
            return true;
        }
        let before = || name.strip_suffix(text).filter(|_| text.starts_with(JOINTS));
        let after = || name.strip_prefix(text).filter(|_| text.ends_with(JOINTS));
        text.len() > 1 && before().or_else(after).is_some_and(|word| self.is_part(word))
    }

    /// Returns whether a name consists of two parts with `joint` between them, both of which scripts can produce.
    fn is_joined(&self, name: &str, joint: &str) -> bool {
        let parts = |at: usize| (&name[..at], &name[at + joint.len()..]);
        let all = name.match_indices(joint).filter(|_| !joint.is_empty()).map(|(at, _)| parts(at));
        all.into_iter()
            .any(|(left, right)| !left.is_empty() && !right.is_empty() && self.is_part(left) && self.is_part(right))
    }

    /// Returns whether scripts can produce this part of a name: as a word, as a number, or by assembling it from parts.
    fn is_part(&self, part: &str) -> bool {
        self.words.contains(part) || part.bytes().all(|byte| byte.is_ascii_digit()) || self.says(part)
    }

    /// Returns the names that scripts can assemble and that differ slightly from `name`, in one part only.
    fn alike(&self, name: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for (at, joint) in name.match_indices(JOINTS) {
            for cut in [at, at + joint.len()] {
                let (left, right) = name.split_at(cut);
                if left.is_empty() || right.is_empty() {
                    continue;
                }
                if self.is_part(left) {
                    found.extend(self.parts_near(right).into_iter().map(|right| format!("{left}{right}")));
                }
                if self.is_part(right) {
                    found.extend(self.parts_near(left).into_iter().map(|left| format!("{left}{right}")));
                }
            }
        }
        found.retain(|name| self.says(name));
        found
    }

    fn parts_near(&self, part: &str) -> BTreeSet<String> {
        let words = all_nearest(part, self.words.iter().copied()).into_iter().map(str::to_owned);
        words.chain(self.alike(part)).collect()
    }
}

impl NameIndex for Names<'_> {
    fn says(&self, name: &str) -> bool {
        self.usage.texts().any(|text| text == name || self.may_make(text, name))
    }

    fn near(&self, name: &str) -> Option<String> {
        let whole = nearest(name, self.usage.texts()).map(str::to_owned);
        let joined = self.alike(name);
        let known = whole.iter().map(String::as_str).chain(joined.iter().map(String::as_str));
        nearest(name, known).map(str::to_owned)
    }

    fn near_compared(&self, name: &str) -> Option<String> {
        nearest(name, self.usage.compared.iter().map(String::as_str)).map(str::to_owned)
    }
}

/// Collects every string and every key in a tree.
pub(super) fn collect<'a>(node: &'a Node, words: &mut BTreeSet<&'a str>) {
    match &node.value {
        Value::Text(text) => drop(words.insert(text)),
        Value::List(list) => list.iter().for_each(|item| collect(item, words)),
        Value::Table(table) => table.iter().for_each(|(key, entry)| {
            words.insert(key);
            collect(&entry.node, words);
        }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_luau::{Script, ScriptModule, usage};

    const SOURCE: &str = "local a = {}
function a.b(game, side, water, w)
	if water == 'open' then water ..= '-blown' end
	game:set(side .. '-rail-spent', 1)
	return game:chart('crt-' .. w), game:chart(`{w}-table`), w.strength, w == 'mud', 'foot-' .. water, side .. '/' .. w, \
        `{side}:{w}`
end
return a";

    fn with_names(test: impl Fn(&Names)) {
        let script = Script::parse(SOURCE).expect("Luau");
        let usage = usage([ScriptModule { module: "a", script: &script }]);
        let words = usage.texts().chain(["german"]).collect();
        test(&Names { usage: &usage, words });
    }

    #[test]
    fn names_are_said_whole_or_put_together_from_known_parts() {
        with_names(|names| {
            for said in
                ["crt-mud", "crt-7", "mud-table", "strength", "mud", "chart", "german-rail-spent", "foot-open-blown"]
            {
                assert!(names.says(said), "{said}");
            }
            for said in ["german/mud", "mud/7", "german:mud"] {
                assert!(names.says(said), "{said} is assembled from two parts");
            }
            for unsaid in [
                "german/mudd",
                "gerrman:mud",
                "german_mud",
                "/mud",
                "snow",
                "w",
                "table-mud",
                "crt",
                "crt-mudd",
                "german-raail-spent",
                "foot-oopen-blown",
            ] {
                assert!(!names.says(unsaid), "{unsaid}");
            }
        });
    }

    #[test]
    fn a_slip_in_one_part_is_found() {
        with_names(|names| {
            for (wrong, right) in [
                ("strenght", "strength"),
                ("crt-mudd", "crt-mud"),
                ("german-raail-spent", "german-rail-spent"),
                ("gerrman-rail-spent", "german-rail-spent"),
                ("foot-oopen-blown", "foot-open-blown"),
                ("fot-open", "foot-open"),
            ] {
                assert_eq!(names.near(wrong).as_deref(), Some(right));
            }
            assert_eq!(names.near("weather"), None);
        });
    }
}
