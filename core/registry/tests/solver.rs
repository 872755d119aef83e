//! Versions that are chosen, and requirements that contradict each other.

use grognard_packs::Conflict;
use grognard_registry::format::PackVersion;
use grognard_registry::{Candidate, Found, InstalledNeed, Pool, Request, solve};
use std::collections::BTreeMap;

/// Reads a version: `me.a 1.0.0: me.b ^1, !me.c <2, ?me.d >=1`, with `!` for a conflict and `?` for an optional pack.
fn candidate(line: &str, found: Found) -> (String, Candidate) {
    let (head, rest) = line.split_once(':').unwrap_or((line, ""));
    let (id, version) = head.trim().split_once(' ').unwrap();
    let mut candidate = Candidate {
        version: version.parse().unwrap(),
        api: "*".into(),
        requires: BTreeMap::new(),
        optional: BTreeMap::new(),
        conflicts: BTreeMap::new(),
        found,
    };
    for item in rest.split(';').map(str::trim).filter(|item| !item.is_empty()) {
        let (name, range) = item.split_once(' ').unwrap_or((item, "*"));
        match (name.strip_prefix('!'), name.strip_prefix('?')) {
            (Some(name), _) => {
                let conflict = Conflict { versions: range.into(), why: "they clash".into() };
                candidate.conflicts.insert(name.into(), conflict);
            }
            (_, Some(name)) => drop(candidate.optional.insert(name.into(), range.into())),
            _ => drop(candidate.requires.insert(name.into(), range.into())),
        }
    }
    (id.to_owned(), candidate)
}

fn entry() -> Box<PackVersion> {
    let json = serde_json::json!({
        "version": "1.0.0", "kind": "mod", "name": "A", "api": "*", "size": 1, "blake3": "", "content": "", "lock": ""
    });
    Box::new(serde_json::from_value(json).unwrap())
}

/// Offers the versions of `lines`; those with a star are present.
fn pool(lines: &[&str]) -> Pool {
    let mut pool = Pool::default();
    for line in lines {
        let (line, found) = match line.strip_prefix('*') {
            Some(line) => (line, Found::Present),
            None => (*line, Found::Offered { registry: "near".into(), entry: entry() }),
        };
        let (id, candidate) = candidate(line, found);
        pool.add(&id, candidate);
    }
    pool
}

fn chosen(pool: &Pool, requests: &[&str]) -> Result<Vec<String>, String> {
    let requests: Vec<Request> = requests.iter().map(|text| Request::parse(text).unwrap()).collect();
    match solve(pool, &requests) {
        Ok(solution) => Ok(solution.iter().map(|(id, candidate)| format!("{id} {}", candidate.version)).collect()),
        Err(error) => Err(format!("{}: {}\n{}", error.code, error.message, error.help.unwrap_or_default())),
    }
}

#[test]
fn requested_packs_are_new_and_needed_ones_stay_as_they_are() {
    let pool = pool(&["me.a 1.0.0", "me.a 1.1.0: me.b ^1", "*me.b 1.0.0", "me.b 1.5.0", "me.a 2.0.0-beta.1"]);
    assert_eq!(chosen(&pool, &["me.a"]).unwrap(), ["me.a 1.1.0", "me.b 1.0.0"]);
    assert_eq!(chosen(&pool, &["me.a@1.0.0"]).unwrap(), ["me.a 1.0.0"]);
    assert_eq!(chosen(&pool, &["me.a", "me.b"]).unwrap(), ["me.a 1.1.0", "me.b 1.5.0"]);
    assert_eq!(chosen(&pool, &["me.a@2.0.0-beta.1"]).unwrap(), ["me.a 2.0.0-beta.1"]);
}

#[test]
fn an_older_version_is_chosen_if_the_newest_does_not_fit() {
    let pool = pool(&["me.a 1.0.0: me.c ^1", "me.a 2.0.0: me.c ^2", "me.b 1.0.0: me.c <2", "me.c 1.0.0", "me.c 2.0.0"]);
    assert_eq!(chosen(&pool, &["me.a", "me.b"]).unwrap(), ["me.a 1.0.0", "me.b 1.0.0", "me.c 1.0.0"]);
    assert_eq!(chosen(&pool, &["me.a"]).unwrap(), ["me.a 2.0.0", "me.c 2.0.0"]);
}

#[test]
fn conflicts_count_whoever_declares_them() {
    let lines = ["me.a 1.0.0", "me.a 2.0.0: !me.b <2", "me.b 1.0.0"];
    assert_eq!(chosen(&pool(&lines), &["me.a", "me.b"]).unwrap(), ["me.a 1.0.0", "me.b 1.0.0"]);
    assert_eq!(chosen(&pool(&lines), &["me.a"]).unwrap(), ["me.a 2.0.0"]);
    let error = chosen(&pool(&lines), &["me.a@2", "me.b"]).unwrap_err();
    assert!(error.contains("`me.a` 2.0.0 cannot be used with `me.b` <2: they clash"), "{error}");
}

#[test]
fn optional_packs_need_not_be_there_but_must_fit() {
    let lines = ["me.a 1.0.0: ?me.b >=2", "me.b 1.0.0", "me.b 2.0.0"];
    assert_eq!(chosen(&pool(&lines), &["me.a"]).unwrap(), ["me.a 1.0.0"]);
    assert_eq!(chosen(&pool(&lines), &["me.a", "me.b"]).unwrap(), ["me.a 1.0.0", "me.b 2.0.0"]);
    let error = chosen(&pool(&lines), &["me.a", "me.b@1"]).unwrap_err();
    assert!(error.contains("`me.a` 1.0.0 works only with `me.b` >=2"), "{error}");
}

#[test]
fn what_is_missing_is_named() {
    let lines = ["me.a 1.0.0: me.b >=2", "me.b 1.0.0", "me.c 1.0.0: me.d"];
    let error = chosen(&pool(&lines), &["me.a"]).unwrap_err();
    assert!(
        error.starts_with("E728: `me.a` 1.0.0 needs `me.b` >=2, but `me.b` is available only in version 1.0.0\n"),
        "{error}"
    );
    let error = chosen(&pool(&lines), &["me.c"]).unwrap_err();
    assert!(error.starts_with("E728: `me.c` 1.0.0 needs `me.d`, but `me.d` is neither installed nor"), "{error}");
    let error = chosen(&pool(&lines), &["me.b@3"]).unwrap_err();
    assert!(
        error.starts_with("E728: `me.b` ^3 was requested, but `me.b` is available only in version 1.0.0"),
        "{error}"
    );
}

#[test]
fn requirements_that_contradict_each_other_are_listed() {
    let lines = ["me.a 1.0.0: me.c ^2", "me.b 1.0.0: me.c ^1", "me.c 1.0.0", "me.c 2.0.0"];
    let error = chosen(&pool(&lines), &["me.a", "me.b"]).unwrap_err();
    for reason in ["`me.a` 1.0.0 needs `me.c` ^2", "`me.b` 1.0.0 needs `me.c` ^1"] {
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn versions_for_another_program_are_left_out() {
    let mut pool = pool(&["me.a 1.0.0"]);
    let (id, newer) = candidate("me.a 2.0.0", Found::Named);
    pool.add(&id, Candidate { api: ">=9".into(), ..newer });
    assert_eq!(chosen(&pool, &["me.a"]).unwrap(), ["me.a 1.0.0"]);
    let error = chosen(&pool, &["me.a@2"]).unwrap_err();
    assert!(error.contains("is written for version >=9 of the scripting API"), "{error}");
}

#[test]
fn a_cycle_is_named() {
    let pool = pool(&["me.a 1.0.0: me.b", "me.b 1.0.0: me.c", "me.c 1.0.0: me.b"]);
    let error = chosen(&pool, &["me.a"]).unwrap_err();
    assert!(
        error.starts_with("E729: packs require each other in a cycle: `me.b` requires `me.c` requires `me.b`"),
        "{error}"
    );
}

#[test]
fn installed_packs_keep_what_they_need_unless_they_are_replaced() {
    let lines = ["me.a 1.0.0: me.c ^2", "*me.c 1.0.0", "me.c 2.0.0", "*me.b 1.0.0: me.c ^1"];
    let mut pool = pool(&lines);
    pool.needs.push(InstalledNeed {
        dependent: "me.b".into(),
        version: "1.0.0".parse().unwrap(),
        id: "me.c".into(),
        range: "^1".into(),
    });
    let error = chosen(&pool, &["me.a"]).unwrap_err();
    assert!(error.contains("`me.b` 1.0.0, which is installed, needs `me.c` ^1"), "{error}");
    let (id, newer) = candidate("me.b 2.0.0: me.c ^2", Found::Offered { registry: "near".into(), entry: entry() });
    pool.add(&id, newer);
    for requests in [vec!["me.a"], vec!["me.a", "me.b"]] {
        assert_eq!(chosen(&pool, &requests).unwrap(), ["me.a 1.0.0", "me.b 2.0.0", "me.c 2.0.0"]);
    }
}
