//! Malicious and damaged archives: each is refused with the name of the entry at fault, and nothing of it is written.

mod zip_file;

use grognard_packs::archive::{MAX_ARCHIVE, files, read};
use grognard_packs::render;
use zip_file::{Entry, ZipFile};

/// Returns the error from reading the archive.
fn told(bytes: &[u8]) -> String {
    match files("mod.zip", bytes) {
        Ok(files) => panic!("it was accepted: {:?}", files.keys()),
        Err(errors) => {
            assert!(!errors.is_empty() && errors.iter().all(|error| error.file == "mod.zip"));
            render(&errors, false)
        }
    }
}

/// Reads a valid pack with one more entry, and checks that these words are in the error.
#[track_caller]
fn refused(entry: Entry, words: &[&str]) {
    let text = told(&ZipFile::sound().with(entry).bytes());
    for word in words {
        assert!(text.contains(word), "expected `{word}` in:\n{text}");
    }
}

#[test]
fn a_sound_archive_is_read() {
    let read = files("mod.zip", &ZipFile::sound().with(Entry::file("patches/a.toml", b"x")).bytes()).unwrap();
    assert_eq!(read.keys().collect::<Vec<_>>(), ["pack.toml", "patches/a.toml"]);
    assert_eq!(read["patches/a.toml"], b"x");
}

#[test]
fn the_pack_may_lie_in_a_folder_and_what_systems_add_is_left_out() {
    let archive = ZipFile::default()
        .with(Entry::file("river/", b""))
        .with(Entry::file("river/pack.toml", b"id"))
        .with(Entry::file("river/.DS_Store", b"x"))
        .with(Entry::file("__MACOSX/river/._pack.toml", b"x"));
    let read = files("mod.zip", &archive.bytes()).unwrap();
    assert_eq!(read.keys().collect::<Vec<_>>(), ["pack.toml"]);
}

#[test]
fn paths_that_lead_out() {
    refused(Entry::file("../evil.toml", b"x"), &["E702", "../evil.toml", "contains `..`"]);
    refused(Entry::file("charts/../../evil.toml", b"x"), &["charts/../../evil.toml", "contains `..`"]);
    refused(Entry::file("/etc/cron.d/evil", b"x"), &["/etc/cron.d/evil", "absolute"]);
    refused(Entry::file("C:/evil.toml", b"x"), &["C:/evil.toml", "drive letter"]);
    refused(Entry::file("c:evil.toml", b"x"), &["drive letter"]);
    refused(Entry::file("..\\evil.toml", b"x"), &["..\\\\evil.toml", "backslashes"]);
    refused(Entry::file("\\\\server\\evil", b"x"), &["backslashes"]);
}

#[test]
fn names_that_mean_other_things_elsewhere() {
    refused(Entry::file("charts/NUL.toml", b"x"), &["charts/NUL.toml", "Windows"]);
    refused(Entry::file("charts/crt.toml.", b"x"), &["ends with a dot"]);
    refused(Entry::file("charts/crt.toml:stream", b"x"), &["the character ':'"]);
    refused(Entry::file("charts//crt.toml", b"x"), &["two slashes"]);
    refused(Entry::file("./crt.toml", b"x"), &["contains `.`"]);
    refused(Entry::file("a\0.toml", b"x"), &["a\\0.toml", "the character '\\0'"]);
    refused(Entry::file("a\x1b[2J.toml", b"x"), &["a\\u{1b}[2J.toml"]);
    refused(Entry::file("\u{202e}lmot.a", b"x"), &["the character '\\u{202e}'"]);
    refused(Entry::raw(b"caf\xe9.toml", b"x"), &["not UTF-8"]);
    refused(Entry::file(&format!("{}x.toml", "a/".repeat(60)), b"x"), &["folders deep"]);
    refused(Entry::file(&format!("{}.toml", "a".repeat(300)), b"x"), &["305 bytes"]);
}

#[test]
fn what_is_no_file() {
    refused(Entry::file("passwd.toml", b"/etc/passwd").mode(0o120_777), &["E703", "passwd.toml", "a link"]);
    refused(Entry::file("inside.toml", b"pack.toml").mode(0o120_777), &["inside.toml", "a link"]);
    refused(Entry::file("disk", b"").mode(0o060_644), &["disk", "a device"]);
    refused(Entry::file("pipe", b"").mode(0o010_644), &["pipe", "a device or a pipe"]);
}

#[test]
fn two_entries_for_one_file() {
    refused(Entry::file("pack.toml", b"other"), &["E705", "pack.toml", "it appears twice"]);
    refused(Entry::file("PACK.toml", b"other"), &["E705", "PACK.toml", "same file on some systems"]);
    refused(Entry::file("pack.toml/inside.toml", b"x"), &["pack.toml/inside.toml", "`pack.toml` is a file"]);
    refused(Entry::file("pack.toml/", b""), &["E705", "pack.toml"]);
}

#[test]
fn what_cannot_be_read_without_more() {
    refused(Entry::file("secret.toml", b"x").encrypted(), &["E706", "secret.toml", "encrypted"]);
    refused(Entry::file("new.toml", b"x").method(93), &["E706", "new.toml", "a method other than deflate"]);
}

#[test]
fn bombs() {
    let large = vec![b' '; 100 << 20];
    refused(Entry::deflated("large.toml", &large), &["E704", "large.toml", "100 megabytes; the limit is 8"]);
    refused(Entry::deflated("zeros.toml", &large[..4 << 20]), &["zeros.toml", "more than 100 times"]);
    // Seven allowed files in an archive that is not allowed.
    let text: Vec<u8> =
        (0u32..2_000_000).flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()).take(8 << 20).collect();
    let mut archive = ZipFile::sound();
    for number in 0..7 {
        archive = archive.with(Entry::file(&format!("part{number}.txt"), &text));
    }
    let mut bytes = archive.bytes();
    assert!(files("mod.zip", &bytes).is_ok(), "56 megabytes are allowed");
    bytes.resize(MAX_ARCHIVE as usize + 1, 0);
    assert!(told(&bytes).contains("larger than 64 megabytes"));
    // The directory lists one stored file of eight megabytes thirty times: overlapping entries.
    let again = ZipFile::sound().with(Entry::file("part.txt", &text)).listed_again(1, 30);
    let answer = told(&again.bytes());
    assert!(answer.contains("megabytes; the limit is 128") && answer.contains("overlaps with"), "{answer}");
    assert!(answer.matches("overlaps with").count() == 5 && answer.contains("and 25 more of this kind"), "{answer}");
}

#[test]
fn entries_that_share_bytes() {
    let answer = told(&ZipFile::sound().listed_again(0, 1).bytes());
    assert!(answer.contains("E707") && answer.contains("again0") && answer.contains("overlaps with"), "{answer}");
}

#[test]
fn too_many_entries() {
    let mut archive = ZipFile::sound();
    for number in 0..5001 {
        archive = archive.with(Entry::file(&format!("{number}.txt"), b""));
    }
    assert!(told(&archive.bytes()).contains("5002 entries; the limit is 5000"));
}

#[test]
fn sizes_that_are_lies() {
    // A bomb that claims to be small: no more is unpacked than it claims.
    let large = vec![b' '; 64 << 20];
    refused(Entry::deflated("lie.toml", &large).claims(1000), &["E70", "lie.toml"]);
    refused(Entry::file("short.toml", b"four").claims(9), &["short.toml"]);
    refused(Entry::file("wrong.toml", b"four").checksum(7), &["E708", "wrong.toml", "cannot be unpacked"]);
}

#[test]
fn headers_that_contradict_each_other() {
    // The directory has one name, and the header before the data another: programs would disagree about what was
    // installed.
    refused(Entry::file("charts/a.toml", b"x").inner_name("charts/b.toml"), &["E707"]);
}

#[test]
fn what_came_to_harm() {
    let sound = ZipFile::sound().with(Entry::deflated("charts/a.toml", b"some text that is here, some text")).bytes();
    for end in 0..sound.len() {
        assert!(files("mod.zip", &sound[..end]).is_err(), "cut off after {end} bytes");
    }
    assert!(told(b"").contains("E701"));
    assert!(told(b"this is a text").contains("not a readable zip file"));
    assert!(told(&vec![0x50; 100_000]).contains("E701"));
    let mut state = 1u64;
    for _ in 0..20_000 {
        // One byte is changed. Nothing may panic, and the names in accepted archives are safe.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut broken = sound.clone();
        let at = (state >> 33) as usize % broken.len();
        broken[at] ^= ((state >> 17) as u8).max(1);
        if let Ok(files) = files("mod.zip", &broken) {
            assert!(files.keys().all(|name| grognard_packs::archive::problem_of_name(name).is_none()));
        }
    }
}

#[test]
fn archives_without_a_pack() {
    assert!(told(&ZipFile::default().bytes()).contains("E709"));
    assert!(told(&ZipFile::default().with(Entry::file("readme.txt", b"x")).bytes()).contains("no pack in the archive"));
    let deep = ZipFile::default().with(Entry::file("a/b/pack.toml", b"x"));
    assert!(told(&deep.bytes()).contains("into its only folder"));
    let two = ZipFile::default().with(Entry::file("a/pack.toml", b"x")).with(Entry::file("b/pack.toml", b"x"));
    assert!(told(&two.bytes()).contains("E709"));
}

#[test]
fn archives_in_archives_stay_files() {
    let inner = ZipFile::sound().bytes();
    let read = files("mod.zip", &ZipFile::sound().with(Entry::file("inner.zip", &inner)).bytes()).unwrap();
    assert_eq!(read["inner.zip"], inner);
}

#[test]
fn a_file_that_is_not_there() {
    let errors = read(std::path::Path::new("nowhere.zip")).unwrap_err();
    assert!(render(&errors, false).contains("E701"), "{errors:?}");
}
