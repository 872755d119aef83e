//! Every function and field of the API is used by a script of `tests/api`, and does what its explanation says.

use super::{CALLED, fields, methods};
use crate::fixture::{file, host, table};
use grognard_engine::game::Rules;
use std::collections::BTreeSet;
use std::path::Path;

fn scripts() -> Vec<crate::ScriptFile> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| file(&path.file_stem().unwrap().to_string_lossy(), &std::fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn every_function_and_field_is_used_and_does_what_it_says() {
    let mut host = host(&scripts());
    let checks: Vec<String> = host.rules().filter(|rule| rule.contains(".check_")).map(str::to_owned).collect();
    assert!(checks.len() > 20);
    for check in checks {
        let mut table = table(&host, true);
        if let Err(error) = host.run(&check, &mut table) {
            panic!("{check}\n{error}");
        }
    }
    let called = CALLED.take();
    let all: BTreeSet<_> =
        methods().map(|method| (method.owner.name(), method.name)).chain(fields().map(|field| (field.owner.name(), field.name))).collect();
    let missing: Vec<_> = all.difference(&called).collect();
    assert!(missing.is_empty(), "no script of tests/api uses {missing:?}");
}

#[test]
fn nothing_is_both_a_method_and_a_field() {
    let fields: BTreeSet<_> = fields().map(|field| (field.owner.name(), field.name)).collect();
    assert!(methods().all(|method| !fields.contains(&(method.owner.name(), method.name))));
}
