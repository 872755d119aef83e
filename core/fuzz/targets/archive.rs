//! An archive from an untrusted source: it is refused, or all its names are safe and its sizes within the limits.

#![no_main]

use grognard_packs::archive::{files, problem_of_name};
use grognard_packs::source::MAX_TOTAL;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    match files("fuzz.zip", bytes) {
        Ok(files) => {
            assert!(files.keys().all(|name| problem_of_name(name).is_none()));
            assert!(files.values().map(|file| file.len() as u64).sum::<u64>() <= MAX_TOTAL);
        }
        Err(errors) => drop(grognard_packs::render(&errors, true)),
    }
});
