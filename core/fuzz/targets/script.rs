//! A script: it is refused with errors, or it is loaded and its rules do no harm when they run.

#![no_main]

use grognard_script::{Host, ScriptFile};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let file = ScriptFile::new("fuzz.luau".to_owned(), "fuzz".to_owned(), text.to_owned(), false);
    match Host::load(vec![file].into()) {
        Ok(host) => assert!(host.rules().all(|rule| rule.starts_with("fuzz."))),
        Err(errors) => assert!(!errors.is_empty()),
    }
});
