//! Typos in the shipped packs: each is reported at its place, with the right name.
//!
//! By default only a sample is tried, which the seed in `GROGNARD_SEED` selects; with `GROGNARD_TYPOS=all` every typo
//! is tried.

use grognard_check::PackChecker;
use grognard_packs::locale::Locale;
use grognard_packs::{Diagnostic, Library, load, option_values, render};
use grognard_play::Battle as Played;
use grognard_testing::{copy, shipped, toml_files, workspace};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// Maximum number of elements of a list that are tried. In longer lists, all elements have the same keys.
const MAX_ELEMENTS: usize = 20;

/// The kind of a key, which decides how a typo in it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A key of the format: with a typo, loading fails.
    Key,
    /// A name that a pack chooses: scripts that use it are checked against it.
    Name,
    /// A string that is translated: no script has the mistyped string.
    Text,
}

/// A name in a file, and the typo that replaces it.
#[derive(Clone)]
struct Typo {
    pack: String,
    /// The path below the folder of all packs.
    file: PathBuf,
    place: Range<usize>,
    right: String,
    wrong: String,
    kind: Kind,
    /// The position among the typos of one key; typos with the same number are at different places.
    number: usize,
}

fn seed() -> u64 {
    std::env::var("GROGNARD_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1941)
}

fn tries_all() -> bool {
    std::env::var_os("GROGNARD_TYPOS").is_some()
}

/// Returns a pseudo-random number.
fn random(number: usize) -> usize {
    let mut hasher = DefaultHasher::new();
    (seed(), number).hash(&mut hasher);
    hasher.finish() as usize >> 1
}

/// Returns whether the part before the number at the end of a name is right.
fn is_only_number_wrong(right: &str, wrong: &str) -> bool {
    let name = right.trim_end_matches(|letter: char| letter.is_ascii_digit());
    !name.is_empty() && name != right && wrong.starts_with(name)
}

/// Returns every typo, or a sample.
fn typos(root: &Path) -> Vec<Typo> {
    let mut all = Vec::new();
    for pack in Library::open(&[root.to_owned()]).packs() {
        let mut files = Vec::new();
        toml_files(pack.folder.path(), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let mut keys = Vec::new();
            find_keys(DeTable::parse(&text).unwrap().get_ref(), "", &mut keys);
            keys.sort_by_key(|(span, _)| span.start);
            keys.dedup();
            let words: BTreeSet<&str> = keys.iter().map(|(span, _)| text[span.clone()].trim_matches('"')).collect();
            // A translation of a missing pack is useless, but correct.
            let is_optional = |right: &str| right.contains("grognard.") && text.contains("kind = \"translation\"");
            for (span, kind) in keys {
                let quote = usize::from(text.as_bytes()[span.start] == b'"');
                let place = span.start + quote..span.end - quote;
                let right = text[place.clone()].to_owned();
                for (number, wrong) in misspellings(&right, kind, random(all.len())).into_iter().enumerate() {
                    // `attacker` in place of `attackers` is a different condition, and `zone-1` in place of `zone-31`
                    // may have been meant for any zone.
                    let is_another = words.contains(&*wrong) || is_only_number_wrong(&right, &wrong);
                    if kind != Kind::Key || !is_another && !is_optional(&right) {
                        let (pack, file) = (pack.id().to_owned(), file.strip_prefix(root).unwrap().to_owned());
                        all.push(Typo { pack, file, place: place.clone(), right: right.clone(), wrong, kind, number });
                    }
                }
            }
        }
    }
    let one_in = |kind| match kind {
        Kind::Key => 24,
        Kind::Name => 16,
        Kind::Text => 4,
    };
    let is_tried = |at: usize, typo: &Typo| tries_all() || random(at).is_multiple_of(one_in(typo.kind));
    all.into_iter().enumerate().filter(|(at, typo)| is_tried(*at, typo)).map(|(_, typo)| typo).collect()
}

/// Finds the keys of a table and of everything in it. The keys that a patch adds to a table belong to that table.
fn find_keys(table: &DeTable, above: &str, found: &mut Vec<(Range<usize>, Kind)>) {
    let patched = table.get("at").and_then(|at| at.get_ref().as_str()).and_then(|at| at.rsplit('.').next());
    for (key, value) in table {
        let kind = match above {
            "options" | "variables" | "movement" => Some(Kind::Name),
            "log" | "prompt" | "reason" | "label" | "name" => Some(Kind::Text),
            // A typo in one of these cannot be found: it only makes another name.
            "paragraph" | "layers" | "policies" | "characters" | "answers" | "screen" | "waters" | "courses" => None,
            _ => Some(Kind::Key),
        };
        found.extend(kind.map(|kind| (key.span(), kind)));
        let name: &str = key.get_ref();
        find_inner_keys(value.get_ref(), patched.filter(|_| name == "value").unwrap_or(name), found);
    }
}

fn find_inner_keys(value: &DeValue, above: &str, found: &mut Vec<(Range<usize>, Kind)>) {
    match value {
        DeValue::Table(table) => find_keys(table, above, found),
        DeValue::Array(list) => {
            list.iter().take(MAX_ELEMENTS).for_each(|item| find_inner_keys(item.get_ref(), above, found))
        }
        _ => {}
    }
}

/// Misspells a word, by doubling, dropping or replacing a letter, or swapping two; in a free name, near its middle.
fn misspellings(word: &str, kind: Kind, number: usize) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let middle = letters.len() / 2;
    let at = match kind {
        Kind::Key => Some(number % letters.len()).filter(|_| !is_paragraph(word)),
        _ => (middle..letters.len()).chain(0..middle).find(|at| letters[*at].is_ascii_alphabetic()),
    };
    let Some(at) = at else { return Vec::new() };
    let with = |from: usize, to: usize, new: &[char]| -> String {
        [&letters[..from], new, &letters[to..]].concat().iter().collect()
    };
    let doubled = with(at, at, &[letters[at]]);
    // A different number is a different hex, and a name of one letter is equally near to every other.
    if is_number(word) || letters.len() == 1 {
        return vec![doubled];
    }
    let mut all = vec![doubled, with(at, at + 1, &[])];
    if kind == Kind::Key {
        all.push(with(at, at + 1, &[if letters[at] == 'q' { 'x' } else { 'q' }]));
        let last = letters.len() - 1;
        let pair = (0..last).map(|step| (at + step) % last).find(|&at| letters[at] != letters[at + 1]);
        all.extend(pair.map(|at| with(at, at + 2, &[letters[at + 1], letters[at]])));
    }
    all
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a word is the number of a paragraph, in which any changed digit or letter makes another number:
/// `9.0`, `E3`.
fn is_paragraph(word: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    word.contains('.') && word.chars().all(is_digit)
        || word.len() < 4
            && word.strip_prefix(|c: char| c.is_ascii_uppercase()).is_some_and(|rest| rest.starts_with(is_digit))
}

/// Runs `work` while the files of a copy of all packs contain typos, and then restores them.
fn with_typos<T>(root: &Path, typos: &[Typo], work: impl FnOnce() -> T) -> T {
    let mut files: BTreeMap<&Path, Vec<&Typo>> = BTreeMap::new();
    typos.iter().for_each(|typo| files.entry(&typo.file).or_default().push(typo));
    let restored: Vec<(PathBuf, String)> = files
        .into_iter()
        .map(|(file, mut typos)| {
            let (path, mut text) = (root.join(file), fs::read_to_string(root.join(file)).unwrap());
            let original = text.clone();
            typos.sort_by_key(|typo| typo.place.start);
            typos.iter().rev().for_each(|typo| text.replace_range(typo.place.clone(), &typo.wrong));
            fs::write(&path, text).unwrap();
            (path, original)
        })
        .collect();
    let done = work();
    restored.into_iter().for_each(|(path, text)| fs::write(path, text).unwrap());
    done
}

/// Returns the errors and warnings about some packs.
fn complaints(root: &Path, packs: &[&str]) -> Vec<Diagnostic> {
    let roots = [root.to_owned()];
    let library = Library::open(&roots);
    let no_types = |_: &Played| Vec::new();
    let mut checker = PackChecker::new(&library, &roots, &no_types, Locale::default());
    packs.iter().for_each(|pack| checker.pack(library.get(pack).unwrap()));
    checker.finish().diagnostics
}

/// Splits the work among threads, each with a copy of the packs; returns the typos that they missed.
fn on_copies(groups: &[Vec<Typo>], work: impl Fn(&Path, &[Typo]) -> Vec<String> + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4);
    let part = |part: usize| {
        let root = shipped();
        groups.iter().skip(part).step_by(threads).flat_map(|group| work(root.path(), group)).collect::<Vec<String>>()
    };
    let missed: Vec<String> = std::thread::scope(|scope| {
        let part = &part;
        let all: Vec<_> = (0..threads).map(|number| scope.spawn(move || part(number))).collect();
        all.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let tried: usize = groups.iter().map(Vec::len).sum();
    assert!(missed.is_empty(), "{} of {tried} (GROGNARD_SEED={}):\n{}", missed.len(), seed(), missed.join("\n"));
    assert!(tried > 60, "{tried}");
}

fn groups<K: Ord>(typos: Vec<Typo>, key: impl Fn(&Typo) -> K) -> Vec<Vec<Typo>> {
    let mut groups: BTreeMap<K, Vec<Typo>> = BTreeMap::new();
    typos.into_iter().for_each(|typo| groups.entry(key(&typo)).or_default().push(typo));
    groups.into_values().collect()
}

/// A scenario with or without a mod, and the folders of its packs.
struct Battle {
    scenario: String,
    mods: Vec<String>,
    folders: Vec<PathBuf>,
    /// Each value of each option alone, as `check` tries them.
    choices: Vec<(String, String)>,
}

impl Battle {
    fn errors(&self, root: &Path, chosen: &[(String, String)]) -> Vec<Diagnostic> {
        let library = Library::open(&[root.to_owned()]);
        let mut errors = library.diagnostics.clone();
        errors.extend(load(&library, &self.scenario, &self.mods, chosen).err().unwrap_or_default());
        errors
    }

    /// Returns whether the battle has all options that patches wait for.
    fn has_the_options_of(&self, patches: &str) -> bool {
        let mut waited_for = patches.split("option = \"").skip(1).filter_map(|rest| rest.split('"').next());
        waited_for.all(|option| self.choices.iter().any(|(name, _)| name == option))
    }

    /// Copies the packs of the battle alone, which load faster than all packs.
    fn alone(&self, root: &Path) -> tempfile::TempDir {
        let own = tempfile::tempdir().unwrap();
        self.folders.iter().for_each(|folder| copy(&root.join(folder), &own.path().join(folder)));
        own
    }

    /// Returns the errors with the typo in a file; patches that wait for an option are tried with that option.
    fn all_errors(&self, root: &Path, text: &str) -> Vec<Diagnostic> {
        let choices = self.choices.iter().filter(|(name, _)| text.contains(&format!("option = \"{name}\"")));
        let chosen = choices.flat_map(|choice| self.errors(root, std::slice::from_ref(choice)));
        self.errors(root, &[]).into_iter().chain(chosen).collect()
    }
}

/// Returns every scenario, alone and with every mod that belongs to it.
fn battles(root: &Path) -> Vec<Battle> {
    let library = Library::open(&[root.to_owned()]);
    let mut found = Vec::new();
    for scenario in library.scenarios() {
        let alone = std::iter::once(Vec::new());
        for mods in alone.chain(library.mods().map(|pack| vec![pack.id().to_owned()])) {
            let Ok(loaded) = load(&library, scenario.id(), &mods, &[]) else {
                assert!(!mods.is_empty(), "{} does not load", scenario.id());
                continue;
            };
            let folder = |id: &String| library.get(id).unwrap().folder.path().strip_prefix(root).unwrap().to_owned();
            let options = loaded.system.options.iter();
            let choices =
                options.flat_map(|(name, option)| option_values(option).into_iter().map(|value| (name.clone(), value)));
            let folders = loaded.system.packs.iter().map(folder).collect();
            found.push(Battle { scenario: scenario.id().to_owned(), mods, folders, choices: choices.collect() });
        }
    }
    found
}

/// Returns the errors in the translations of all packs.
fn errors_of_translations(root: &Path) -> Vec<Diagnostic> {
    let library = Library::open(&[root.to_owned()]);
    let mut errors = library.diagnostics.clone();
    for pack in library.packs() {
        pack.languages().iter().for_each(|language| drop(pack.locale(language, &mut errors)));
    }
    errors
}

/// Returns whether an error explains a typo in a key.
fn explains_key(error: &Diagnostic, Typo { right, wrong, .. }: &Typo) -> bool {
    let help = error.help.clone().unwrap_or_default();
    // A mistyped declaration is reported where the word is used.
    let named = |text: &str, name: &str| text.contains(&format!("`{name}`")) || text.contains(&format!(".{name}`"));
    // Another hex can be as near as the intended one.
    let meant = |name: &str| named(&help, name) || is_number(name);
    let either = |a: &str, b: &str| named(&error.message, a) && meant(b) && help.starts_with("did you mean");
    // With two keys in one table, it is impossible to know which is the typo. For a number nothing is suggested,
    // because all others are equally likely.
    let is_twice = error.message == format!("the key `{wrong}` appears twice in its table");
    let is_number_named = is_number(right) && named(&error.message, wrong);
    error.line > 0 && (is_twice || is_number_named || either(wrong, right) || either(right, wrong))
}

/// Returns whether diagnostics explain a typo in a free name: one diagnostic names both spellings, or for a string two
/// diagnostics name one each.
fn explain_name(found: &[Diagnostic], Typo { right, wrong, kind, .. }: &Typo) -> bool {
    let explains = |error: &&Diagnostic| {
        let text = format!("{} {}", error.message, error.help.as_deref().unwrap_or_default());
        let named = |name: &str| {
            [format!("`{name}`"), format!(".{name}`"), format!("[\"{name}\"]`")].iter().any(|form| text.contains(form))
        };
        named(right) && named(wrong)
    };
    let (wrong, gone) = (format!("`{wrong}`"), format!("\"{right}\""));
    let placed = || found.iter().filter(|error| error.line > 0);
    let names = |error: &Diagnostic| error.message.contains(&wrong);
    let misses = |error: &Diagnostic| error.help.as_deref().is_some_and(|help| help.contains(&gone));
    placed().any(|error| explains(&error)) || *kind == Kind::Text && placed().any(names) && placed().any(misses)
}

fn describe(typo: &Typo, found: &[Diagnostic]) -> String {
    format!("{}: {} -> {}\n{}", typo.file.display(), typo.right, typo.wrong, render(found, false))
}

#[test]
fn typos_in_keys() {
    let root = shipped();
    let battles = battles(root.path());
    let mut typos = typos(root.path());
    typos.retain(|typo| typo.kind == Kind::Key);
    on_copies(&groups(typos, |typo| typo.file.clone()), |root, typos| {
        let file = &typos[0].file;
        let text = fs::read_to_string(root.join(file)).unwrap();
        // A battle in which all options that patches wait for can be chosen, if there is one.
        let has_it = |battle: &&Battle| battle.folders.iter().any(|folder| file.starts_with(folder));
        let all = || battles.iter().filter(has_it);
        let battle = all().find(|battle| battle.has_the_options_of(&text)).or_else(|| all().next());
        // A translation belongs to all battles of its packs, or to one pack.
        let battle = battle.filter(|_| file.iter().all(|part| part != "locale"));
        let own = battle.map(|battle| battle.alone(root));
        let root = own.as_ref().map_or(root, |own| own.path());
        let missed = |typo: &Typo| {
            let found = with_typos(root, std::slice::from_ref(typo), || match battle {
                Some(battle) => battle.all_errors(root, &text),
                None => errors_of_translations(root),
            });
            (!found.iter().any(|error| explains_key(error, typo))).then(|| describe(typo, &found))
        };
        typos.iter().filter_map(missed).collect()
    });
}

#[test]
fn typos_in_free_names() {
    let root = shipped();
    let mut typos = typos(root.path());
    typos.retain(|typo| typo.kind != Kind::Key);
    on_copies(&groups(typos, |typo| (typo.pack.clone(), typo.number, typo.kind)), |root, typos| {
        let missed = |typos: &[Typo]| {
            let found = with_typos(root, typos, || complaints(root, &[&typos[0].pack]));
            let missed: Vec<Typo> = typos.iter().filter(|typo| !explain_name(&found, typo)).cloned().collect();
            (missed, found)
        };
        // Mistyped strings break nothing, so all are tried at once. With several at once, one may be mistaken for
        // another.
        let alone = if typos[0].kind == Kind::Text { missed(typos).0 } else { typos.to_vec() };
        let missed_alone = |typo: &Typo| {
            let (missed, found) = missed(std::slice::from_ref(typo));
            (!missed.is_empty()).then(|| describe(typo, &found))
        };
        alone.iter().filter_map(missed_alone).collect()
    });
}

const SYSTEM: &str = "grognard.battle-for-moscow-system";
const SCENARIO: &str = "grognard.battle-for-moscow";

/// A file, a string in it, its replacement, and the diagnostic: its code and parts of it.
type Case<'a> = (&'a str, &'a str, &'a str, &'a str, &'a [&'a str]);

#[rustfmt::skip]
const IN_SCRIPTS: &[Case] = &[
    ("combat.luau", "DRL = function", "DRLL = function", "W428", &["`DRLL` is not a result of the chart `crt`",
        "did you mean `DRL`?"]),
    ("combat.luau", "EX = function", "Ex = function", "W428", &["`Ex`", "did you mean `EX`?"]),
    ("combat.luau", "AL = function", "[\"A L\"] = function", "W428", &["`A L`", "did you mean `AL`?"]),
    ("combat.luau", "NE = function(game: Game, side: Side, battle: Battle) end,", "", "W428", &["has no `NE`",
        "add `NE`"]),
    ("combat.luau", "== \"take a loss\"", "== \"take loss\"", "W424", &["`take loss` is not among the answers",
        "did you mean `take a loss`?"]),
    ("setup.luau", "{ \"prepared\", \"free\" }", "{ \"prepard\", \"free\" }", "W424", &["`prepared`",
        "did you mean `prepard`?"]),
    ("system.toml", "\"layers.cut_off\"", "\"layers.cut_of\"", "E300", &["no script defines the rule `layers.cut_of`", "did you mean `layers.cut_off`?"]),
    ("system.toml", "\"layers.cut_off\"", "\"combat.results\"", "E300", &["no script defines the rule `combat.results`"]),
    ("system.toml", "\"layers.cut_off\"", "\"cut_off\"", "E204", &["`cut_off` is not the name of a rule"]),
    ("system.toml", "[layers.cut-off]", "[layers.\"cut off\"]", "E204", &["`cut off` is not a valid name"]),
    ("system.toml", "rule = \"10.0\"\nscript = \"layers.cut_off\"", "rule = \"10.9\"\nscript = \"layers.cut_off\"",
        "E209", &["the rulebook has no paragraph `10.9`"]),
    ("system.toml", "{ \"combat.stubborn\" = \"take a loss\" }", "{ \"combat.stuborn\" = \"take a loss\" }", "E302", &["no script asks the question `combat.stuborn`", "did you mean `combat.stubborn`?"]),
    ("layers.luau", "function layers.cut_off(", "function layers.cut(", "E300", &["no script defines the rule \
        `layers.cut_off`"]),
    ("movement.luau", "costs == \"rail\"", "costs == \"rial\"", "W424", &["`rial` occurs nowhere else",
        "did you mean `rail`?"]),
    ("weather.luau", "== \"mud\"", "== \"Mud\"", "W424", &["none of the cells compared here contains `Mud`", "did you mean `mud`?"]),
    ("weather.luau", "== \"mud\"", "== \"mudd\"", "W424", &["did you mean `mud`?"]),
    ("movement.luau", "apart = true", "appart = true", "W429", &["`MarchOptions` has no `appart`",
        "did you mean `apart`?"]),
    ("movement.luau", "notice = cities", "notise = cities", "W429", &["did you mean `notice`?"]),
    ("movement.luau", "else \"movement\"", "else \"movment\"", "E422", &["there is no property `movment`",
        "did you mean `movement`?"]),
    ("movement.luau", "return \"rail\"", "return \"rails\"", "W422", &["there is no movement table `rails`",
        "did you mean `rail`?"]),
    ("movement.luau", "then \"mud\" else \"normal\"", "then \"mud\" else \"norml\"", "W422", &["did you mean `normal`?"]),
    ("supply.luau", "then \"black\"", "then \"blck\"", "E422", &["there is no edge `blck`", "did you mean `black`?"]),
    ("combat.luau", "space:has(\"major-city\")", "space:has(\"tank\")", "E422", &["no space has the tag `tank`: it is \
        a tag of units"]),
    ("combat.luau", "target.space:has(\"major-city\")", "target.space:has(\"tank\")", "E422", &["no space has the tag `tank`"]),
    ("replacement.luau", "unit:has(\"tank\")", "unit:has(\"cross\")", "W422", &["no unit has the tag `cross`: it is a \
        tag of spaces"]),
    ("sequence.toml", "\"combat.phase\"", "\"combat.column\"", "W415", &["`combat.column` cannot run a phase: it takes", "(game: Game, side: Side)"]),
    ("system.toml", "\"evaluate.position\"", "\"combat.column\"", "W415", &["`combat.column` cannot evaluate a \
        position: it takes", "(game: Game, side: Side): number"]),
    ("outlook.luau", "position(game: Game, side: Side): number", "position(game: Game, side: Side): boolean", "W415", &["`outlook.position` must return a number, but it returns `boolean`"]),
    ("system.toml", "\"combat.odds_at\"", "\"evaluate.position\"", "W415", &["`evaluate.position` cannot handle a \
        battle", "attackers: Units?"]),
    ("system.toml", "\"layers.communication\"", "\"combat.column\"", "W415", &["`combat.column` cannot show a layer", "(game: Game, side: Side)"]),
    ("combat.luau", "return (target.space :: Space)", "game:commit({ target.side }, \"combat.column\", target)\n\treturn (target.space :: Space)",
        "W415", &["`combat.column` cannot be run by `commit`: it takes", "the further arguments of `commit`"]),
    ("system.toml", "evaluate = \"evaluate.position\"", "", "E106", &["`outlook` needs `evaluate`"]),
    ("system.toml", "[hooks]", "[characters.bold]\ntitle = \"bold\"\nchart = \"crd\"\npercent = {}\n\n[hooks]", "E105", &["there is no chart `crd`", "did you mean `crt`?"]),
    ("system.toml", "[hooks]", "[characters.bold]\ntitle = \"bold\"\nchart = \"crt\"\npercent = { \"7\" = 50 }\n\n[hooks]", "E105", &["there is no row `7`"]),
    ("system.toml", "[hooks]", "[characters.bold]\ntitle = \"bold\"\nchart = \"crt\"\npercent = { \"6\" = 50 }\n\n[hooks]", "E106", &["this row of the chart does not contain numbers"]),
    ("setup.luau", "free, unit, unit:printed(\"strength\"))", "free, unit)", "W427", &["the placeholder {2} in the \
        prompt of `CORPS`"]),
    ("combat.luau", "battle.attackers:on_map(), battle.space)", "battle.attackers:on_map())", "W427", &["{1} in the prompt of `ADVANCE`"]),
    ("movement.luau", "prompt = \"Choose a destination for {1}\"", "prompt = \"Choose a destination for {1}, {2}\"",
        "W427", &["{2} in the prompt of `GOAL`"]),
    ("combat.luau", "return refuse(\"9.0\", \"it is not adjacent to {1}\"", "refuse(\"9.0\", \"it is not adjacent to \
        {1}\"", "W430", &["return it"]),
    ("combat.luau", "-- 9.2 Forest", "-- 9.7 Forest", "W426", &["no rulebook has a paragraph `9.7`"]),
];

#[rustfmt::skip]
const IN_DATA: &[Case] = &[
    ("charts/calendar.toml", "\"weather\"", "\"wether\"", "W404", &["`wether`", "a rule mentions `weather`"]),
    ("charts/calendar.toml", "\"clear\", 0, 5", "\"clear\", 0, \"5\"", "W416", &["the other cells of `soviet` are \
        numbers", "write 5 without quotes"]),
    ("units.toml", "strength = [8, 4]", "strength = [4, 8]", "W417", &["`3` gains `strength` as it loses steps"]),
];

/// Returns whether the diagnostic of a case is among those found.
fn is_reported((.., code, words): &Case, found: &[Diagnostic]) -> bool {
    found.iter().any(|found| {
        let text = format!("{} {}", found.message, found.help.as_deref().unwrap_or_default());
        found.code == *code && found.line > 0 && words.iter().all(|word| text.contains(word))
    })
}

#[test]
fn typos_in_scripts() {
    let root = shipped();
    let folders = [("scripts/battle-for-moscow", IN_SCRIPTS), ("scenarios/battle-for-moscow", IN_DATA)];
    let cases =
        folders.iter().flat_map(|(folder, cases)| cases.iter().map(move |case| (Path::new(folder).join(case.0), case)));
    let mut missed = Vec::new();
    for (file, case) in
        cases.enumerate().filter(|(at, _)| tries_all() || random(*at).is_multiple_of(4)).map(|(_, case)| case)
    {
        let (_, right, wrong, ..) = *case;
        let text = fs::read_to_string(root.path().join(&file)).unwrap();
        let start = text.find(right).unwrap_or_else(|| panic!("{} has no {right}", file.display()));
        let (place, right, wrong) = (start..start + right.len(), right.to_owned(), wrong.to_owned());
        let typo = Typo { pack: SYSTEM.to_owned(), file, place, right, wrong, kind: Kind::Name, number: 0 };
        let found =
            with_typos(root.path(), std::slice::from_ref(&typo), || complaints(root.path(), &[SYSTEM, SCENARIO]));
        if !is_reported(case, &found) {
            missed.push(describe(&typo, &found));
        }
    }
    assert!(missed.is_empty(), "GROGNARD_SEED={}:\n{}", seed(), missed.join("\n\n"));
}

#[test]
fn shipped_packs_have_no_typos() {
    let library = Library::open(&[workspace()]);
    let packs: Vec<&str> = library.packs().iter().map(|pack| pack.id()).collect();
    let found = complaints(&workspace(), &packs);
    assert!(packs.len() > 10 && found.is_empty(), "{}", render(&found, false));
}
