//! Checks that a script of `tests/api` uses every function and field of the API as documented.

use super::{CALLED, fields, methods};
use crate::{Host, ScriptFile};
use grognard_engine::game::Rules;
use grognard_engine::sequence::Cursor;
use grognard_engine::table::{Service, Table};
use grognard_testing::small_battle::{First, content};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

fn scripts() -> Vec<ScriptFile> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let file = |path: &Path| {
        let (module, source) =
            (path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(path).unwrap());
        ScriptFile::new(format!("scripts/{module}.luau"), module, source, false)
    };
    paths.iter().map(|path| file(path)).collect()
}

/// Creates a table of the small battle on its first turn, with players who take the first option.
fn table(host: &Host) -> Table {
    let mut table = Table::new(Arc::new(content(&["main.phase"])), host.questions(), 7, Service::FULL);
    table.state.set_cursor(Cursor { turn: 1, ..Cursor::default() });
    table.players = vec![Some(Box::new(First)), Some(Box::new(First))];
    table
}

#[test]
fn every_function_and_field_is_used_and_does_what_it_says() {
    let mut host = Host::load(scripts().into()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let checks: Vec<String> = host.rules().filter(|rule| rule.contains(".check_")).map(str::to_owned).collect();
    assert!(checks.len() > 20);
    for check in checks {
        let mut table = table(&host);
        if let Err(error) = host.run(&check, &mut table) {
            panic!("{check}\n{error}");
        }
    }
    let called = CALLED.take();
    let all: BTreeSet<_> = methods()
        .map(|method| (method.owner.name(), method.name))
        .chain(fields().map(|field| (field.owner.name(), field.name)))
        .collect();
    let missing: Vec<_> = all.difference(&called).collect();
    assert!(missing.is_empty(), "no script of tests/api uses {missing:?}");
}

#[test]
fn nothing_is_both_a_method_and_a_field() {
    let fields: BTreeSet<_> = fields().map(|field| (field.owner.name(), field.name)).collect();
    assert!(methods().all(|method| !fields.contains(&(method.owner.name(), method.name))));
}
