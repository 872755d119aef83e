//! Keeps the scripts that have been parsed, for work that parses the same scripts many times.

use crate::parse::ParseError;
use crate::script::Script;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The parsed scripts, by source, and the number of [`KeepScripts`] values.
#[derive(Default)]
struct Kept {
    users: usize,
    scripts: HashMap<String, Result<Script, ParseError>>,
}

static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

/// While such a value exists, each source is parsed only once. Scripts are forgotten when the last one is dropped.
pub struct KeepScripts(());

impl KeepScripts {
    /// Starts keeping scripts.
    pub fn begin() -> KeepScripts {
        lock().get_or_insert_default().users += 1;
        KeepScripts(())
    }
}

impl Drop for KeepScripts {
    fn drop(&mut self) {
        let mut kept = lock();
        if let Some(kept) = &mut *kept {
            kept.users -= 1;
        }
        kept.take_if(|kept| kept.users == 0);
    }
}

pub(crate) fn find(source: &str) -> Option<Result<Script, ParseError>> {
    lock().as_ref()?.scripts.get(source).cloned()
}

pub(crate) fn keep(source: &str, result: &Result<Script, ParseError>) {
    if let Some(kept) = &mut *lock() {
        kept.scripts.insert(source.to_owned(), result.clone());
    }
}

fn lock() -> MutexGuard<'static, Option<Kept>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_parsed_once_while_scripts_are_kept() {
        let source = "return 'only in this test'";
        let is_same = |one: &Script, other: &Script| std::ptr::eq(&**one, &**other);
        let parse = || Script::parse(source).expect("Luau");
        assert!(!is_same(&parse(), &parse()));
        let outer = KeepScripts::begin();
        let first = parse();
        drop(KeepScripts::begin());
        assert!(is_same(&first, &parse()), "still kept");
        drop(outer);
    }
}
