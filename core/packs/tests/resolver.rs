//! Checks which packs can be used together: the program against the definition, for random sets of packs.

use grognard_packs::{Library, load, render};
use grognard_testing::{copy, workspace};
use semver::{Version, VersionReq};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Pseudo-random numbers.
struct Chance(u64);

impl Chance {
    fn below(&mut self, many: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % many
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

#[derive(Default)]
struct Made {
    version: &'static str,
    requires: BTreeMap<&'static str, &'static str>,
    optional: BTreeMap<&'static str, &'static str>,
    conflicts: BTreeMap<&'static str, &'static str>,
}

const NAMES: [&str; 7] = ["m.a", "m.b", "m.c", "m.d", "m.e", "m.f", "m.g"];
const VERSIONS: [&str; 4] = ["0.9.0", "1.0.0", "1.4.2", "2.1.0"];
const RANGES: [&str; 8] = ["*", "*", ">=1", "<2", "^1.1", ">=0.5, <2", "~1.4", ">1"];

/// Creates a sequence of packs, each of which needs some of those after it, so that there is no circle. The last one
/// may be missing.
fn made(chance: &mut Chance) -> BTreeMap<&'static str, Made> {
    let there = NAMES.len() - usize::from(chance.below(4) == 0);
    let mut all = BTreeMap::new();
    for (at, name) in NAMES.into_iter().enumerate().take(there) {
        let mut pack = Made { version: chance.pick(&VERSIONS), ..Made::default() };
        for other in &NAMES[at + 1..] {
            match chance.below(9) {
                0 | 1 => drop(pack.requires.insert(other, chance.pick(&RANGES))),
                2 => drop(pack.optional.insert(other, chance.pick(&RANGES))),
                3 if chance.below(3) == 0 => drop(pack.conflicts.insert(other, chance.pick(&RANGES))),
                _ => {}
            }
        }
        all.insert(name, pack);
    }
    all
}

fn write(root: &Path, all: &BTreeMap<&str, Made>) {
    for (name, pack) in all {
        let folder = root.join("mods").join(name);
        fs::create_dir_all(&folder).unwrap();
        let table = |title: &str, entries: &BTreeMap<&str, &str>| {
            let lines: String = entries.iter().map(|(id, range)| format!("\"{id}\" = \"{range}\"\n")).collect();
            format!("[{title}]\n{lines}")
        };
        let conflicts: String = pack
            .conflicts
            .iter()
            .map(|(id, range)| format!("\"{id}\" = {{ versions = \"{range}\", why = \"so it is\" }}\n"))
            .collect();
        let head = format!(
            "format = 1\nid = \"{name}\"\nversion = \"{}\"\nkind = \"mod\"\nname = \"M\"\napi = \"*\"\n",
            pack.version
        );
        let text = head
            + &table("requires", &pack.requires)
            + &table("optional", &pack.optional)
            + "[conflicts]\n"
            + &conflicts;
        fs::write(folder.join("pack.toml"), text).unwrap();
    }
}

/// Returns all packs needed for the given packs, present or not.
fn closure<'a>(all: &'a BTreeMap<&str, Made>, asked: &[&'a str]) -> BTreeSet<&'a str> {
    let (mut found, mut open) = (BTreeSet::new(), asked.to_vec());
    while let Some(name) = open.pop() {
        if found.insert(name) {
            open.extend(all.get(name).into_iter().flat_map(|pack| pack.requires.keys().copied()));
        }
    }
    found
}

/// Returns whether a set of packs can be used together, according to the documentation.
fn fits(all: &BTreeMap<&str, Made>, chosen: &BTreeSet<&str>) -> bool {
    let holds = |id: &str, range: &str| {
        let version = Version::parse(all[id].version).unwrap();
        VersionReq::parse(range).unwrap().matches(&version)
    };
    chosen.iter().all(|name| all.contains_key(name))
        && chosen.iter().all(|name| {
            let pack = &all[name];
            pack.requires.iter().all(|(id, range)| holds(id, range))
                && pack.optional.iter().filter(|(id, _)| chosen.contains(*id)).all(|(id, range)| holds(id, range))
                && pack.conflicts.iter().filter(|(id, _)| chosen.contains(*id)).all(|(id, range)| !holds(id, range))
        })
}

#[test]
fn what_loads_is_what_the_manifests_allow() {
    let mut chance = Chance(3);
    let (mut good, mut bad) = (0, 0);
    for round in 0..120 {
        let root = tempfile::tempdir().unwrap();
        copy(&workspace().join("tests/broken/base"), root.path());
        let all = made(&mut chance);
        write(root.path(), &all);
        let asked: Vec<&str> = all.keys().copied().filter(|_| chance.below(3) == 0).collect();
        let names: Vec<String> = asked.iter().map(|name| (*name).to_owned()).collect();
        let chosen = closure(&all, &asked);
        match load(&Library::open(&[root.path().to_owned()]), "battle", &names, &[]) {
            Ok(loaded) => {
                good += 1;
                assert!(fits(&all, &chosen), "round {round}: {chosen:?} must not load");
                let order: Vec<&str> = loaded.system.packs.iter().map(String::as_str).collect();
                let mods: BTreeSet<&str> = order.iter().copied().filter(|id| id.starts_with("m.")).collect();
                assert_eq!(mods, chosen, "round {round}: the needed packs are added, each once, and nothing else");
                let place = |id: &str| order.iter().position(|other| *other == id);
                for name in &chosen {
                    let before =
                        all[name].requires.keys().chain(all[name].optional.keys()).filter(|id| chosen.contains(*id));
                    before.for_each(|id| assert!(place(id) < place(name), "round {round}: {id} comes before {name}"));
                }
            }
            Err(errors) => {
                bad += 1;
                let said = render(&errors, false);
                assert!(!fits(&all, &chosen), "round {round}: {chosen:?} must load\n{said}");
                for error in &errors {
                    assert!(
                        ["E127", "E128", "E130"].contains(&error.code) && !error.file.is_empty(),
                        "round {round}\n{said}"
                    );
                    assert!(error.help.is_some(), "round {round}: no solution\n{said}");
                }
            }
        }
    }
    assert!(good > 20 && bad > 20, "{good} loaded, {bad} did not");
}
