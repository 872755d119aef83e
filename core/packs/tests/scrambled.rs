//! Truncated and scrambled files cause errors, never a panic.

use grognard_packs::{Library, load};
use grognard_testing::{shipped, toml_files};
use std::fs;

/// Pseudo-random numbers, the same in every run.
struct Scrambler(u64);

impl Scrambler {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }

    fn spoil(&mut self, bytes: &mut Vec<u8>) {
        const PIECES: [&[u8]; 12] =
            [b"[", b"]]", b"\"", b"=", b"{", b"-1", b"99999999999", b"\xff", b"\n", b"1.5", b"0101-0102-", b"true"];
        match self.below(4) {
            0 => bytes.truncate(self.below(bytes.len().max(1))),
            1 if !bytes.is_empty() => {
                let at = self.below(bytes.len());
                bytes[at] = self.below(256) as u8;
            }
            2 if bytes.len() > 40 => {
                let at = self.below(bytes.len() - 30);
                let piece = bytes[at..at + 30].to_vec();
                let to = self.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                let at = self.below(bytes.len() + 1);
                bytes.splice(at..at, PIECES[self.below(PIECES.len())].iter().copied());
            }
        }
    }
}

#[test]
fn scrambled_files_never_panic() {
    let root = shipped();
    let mut scrambler = Scrambler(1941);
    let mut all = Vec::new();
    toml_files(root.path(), &mut all);
    for _ in 0..600 {
        let file = &all[scrambler.below(all.len())];
        let text = fs::read(file).unwrap();
        let mut spoiled = text.clone();
        for _ in 0..=scrambler.below(3) {
            scrambler.spoil(&mut spoiled);
        }
        fs::write(file, &spoiled).unwrap();
        let library = Library::open(&[root.path().to_owned()]);
        let loaded = load(&library, "battle-for-moscow", &["battle-for-moscow-1986".into()], &[]);
        grognard_packs::render(loaded.as_ref().err().unwrap_or(&library.diagnostics), true);
        fs::write(file, &text).unwrap();
    }
}
