//! Traces the paragraphs of a rulebook to the code that enforces them and the cases that test them.

use super::given::Given;
use grognard_packs::Library;
use grognard_play::Battle;
use grognard_play::provenance::paragraph_numbers;
use serde::Serialize;

/// A paragraph and the locations where it is used, as `file:line`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParagraphTrace {
    /// The number of the paragraph.
    pub number: String,
    /// The subject of the paragraph.
    pub title: String,
    /// The reason why the paragraph needs no enforcement; `None` if it does.
    pub not_enforced: Option<String>,
    /// Rules in scripts: functions below a comment that begins with paragraph numbers, one of which is this
    /// paragraph's.
    pub rules: Vec<String>,
    /// Data entries with `rule = "…"`.
    pub data: Vec<String>,
    /// Cases of rulebook suites.
    pub cases: Vec<String>,
}

/// Returns the paragraphs of a battle's rulebooks, with every place where they are implemented or tested.
pub fn trace(battle: &Battle) -> Vec<ParagraphTrace> {
    let (rules, data, cases) = (rules(battle), data(battle), cases(battle));
    let of = |all: &[(String, String)], number: &str| -> Vec<String> {
        let mut places: Vec<String> =
            all.iter().filter(|(found, _)| found == number).map(|(_, place)| place.clone()).collect();
        places.dedup();
        places
    };
    let traced = battle.system.paragraphs.iter().map(|paragraph| ParagraphTrace {
        number: paragraph.number.clone(),
        title: paragraph.title.clone(),
        not_enforced: paragraph.not_enforced.clone(),
        rules: of(&rules, &paragraph.number),
        data: of(&data, &paragraph.number),
        cases: of(&cases, &paragraph.number),
    });
    traced.collect()
}

/// Returns the paragraphs named in comments above functions, each with its location.
fn rules(battle: &Battle) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for script in battle.scripts.iter() {
        let mut comment: Vec<&str> = Vec::new();
        for (at, line) in script.source.lines().enumerate() {
            match line.trim().strip_prefix("--").filter(|text| !text.starts_with('!')) {
                Some(text) => comment.push(text.trim()),
                None => {
                    let numbers = if line.contains("function") { paragraph_numbers(&comment) } else { Vec::new() };
                    found.extend(numbers.into_iter().map(|number| (number, format!("{}:{}", script.path, at + 1))));
                    comment.clear();
                }
            }
        }
    }
    found
}

/// Returns the paragraphs named by `rule` keys in the files of the packs, each with its location.
fn data(battle: &Battle) -> Vec<(String, String)> {
    let library = Library::open(&battle.request.roots);
    let packs = battle.system.packs.iter().filter_map(|id| library.get(id));
    let files = packs.flat_map(|pack| ["", "charts", "patches"].map(|below| (pack, pack.folder.list(below, "toml"))));
    let mut found = Vec::new();
    for (pack, names) in files {
        for source in names.iter().filter_map(|name| pack.folder.read(name).ok()) {
            let lines = source.text.lines().enumerate();
            found
                .extend(lines.filter_map(|(at, line)| {
                    Some((rule_key(line)?.to_owned(), format!("{}:{}", source.name, at + 1)))
                }));
        }
    }
    found
}

/// Returns the value of a `rule` key on a line of TOML.
fn rule_key(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("rule")?;
    let value = after.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?;
    let is_key = before.trim_end().is_empty() || before.trim_end().ends_with([',', '{']);
    value.split_once('"').map(|(number, _)| number).filter(|_| is_key)
}

/// Returns whether a name refers to a pack: either the whole id, or the part after the dot.
fn is_called(id: &str, name: &str) -> bool {
    id == name || grognard_packs::short_id(id) == name
}

/// Returns the paragraphs tested by cases that are about this scenario and use no mods except those of this battle,
/// each with its location.
fn cases(battle: &Battle) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let mut found = Vec::new();
    let roots = &battle.request.roots;
    for (page, sections) in super::read(roots, &Library::open(roots), &mut problems) {
        for section in sections {
            let given = Given::read(&page, &section.blocks, &mut problems);
            let of_scenario = is_called(&battle.content.id, &given.scenario);
            let of_mods = given.mods.iter().all(|name| battle.system.packs.iter().any(|id| is_called(id, name)));
            if of_scenario && of_mods {
                found.push((section.paragraph, format!("{}:{}", page.name, section.line)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_name_paragraphs() {
        assert_eq!(rule_key("rule = \"9.0\""), Some("9.0"));
        assert_eq!(rule_key("x = { base = 1, rule = \"12.1\" }"), Some("12.1"));
        assert_eq!(rule_key("overrule = \"9.0\""), None);
    }
}
