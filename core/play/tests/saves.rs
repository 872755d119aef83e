//! Tests of damaged saves. A change of any bit is detected.

use grognard_engine::journal::SavedEntry;
use grognard_packs::Lock;
use grognard_play::migrate;
use grognard_play::save::{FORMAT, Footer, Header, Save};
use grognard_testing::without_checksums;
use serde_json::json;

/// Returns a small save whose first line has every possible field.
fn save() -> String {
    let pack = json!({ "id": "me.ford", "version": "1.0.0", "content": "b3:0123456789abcdef", "affects_rules": true });
    let lock =
        json!({ "api": "0.1.0", "packs": [pack], "options": { "fog": true }, "rules_hash": "b3:fedcba9876543210" });
    let header = Header {
        grognard_save: FORMAT,
        scenario: "ford".into(),
        mods: vec!["fog".into()],
        options: vec![("fog".into(), "true".into())],
        seed: 7,
        players: [("blue".to_owned(), "person".to_owned())].into(),
        lock: serde_json::from_value::<Lock>(lock).unwrap(),
        pinned: true,
    };
    let entries = [
        json!({ "roll": { "sides": 6, "dice": [3], "purpose": "combat", "position": 1 } }),
        json!({ "reveal": { "unit": "Grey Wolf", "to": "blue" } }),
        json!({ "migrated": { "from": "b3:0", "to": "b3:1" } }),
    ];
    let entries: Vec<SavedEntry> = entries.into_iter().map(|entry| serde_json::from_value(entry).unwrap()).collect();
    let footer = Footer {
        winner: Some("blue".into()).into(),
        grade: None,
        reason: "The ford is held".into(),
        end: "0123".into(),
        forfeited: None,
    };
    migrate::text(&header, &entries, Some(&footer))
}

/// Returns whether a reader could mistake the save for an undamaged one.
fn passes(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    Save::parse("game.jsonl", text).is_ok_and(|save| !save.cut_off)
}

#[test]
fn every_bit_of_a_save_is_covered() {
    let text = save();
    assert!(passes(text.as_bytes()));
    let mut bytes = text.into_bytes();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            bytes[at] ^= 1 << bit;
            assert!(!passes(&bytes), "bit {bit} of byte {at}: {}", String::from_utf8_lossy(&bytes));
            bytes[at] ^= 1 << bit;
        }
    }
}

#[test]
fn lines_that_are_gone_or_in_another_order_are_noticed() {
    let text = save();
    let lines: Vec<&str> = text.lines().collect();
    let joined = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    for gone in 0..lines.len() - 1 {
        let mut rest = lines.clone();
        rest.remove(gone);
        assert!(!passes(joined(&rest).as_bytes()), "line {gone} is missing");
        let mut swapped = lines.clone();
        swapped.swap(gone, gone + 1);
        assert!(!passes(joined(&swapped).as_bytes()), "line {gone} is moved down");
    }
    let half = without_checksums(&joined(&lines[..2])) + &joined(&lines[2..]);
    assert!(!passes(half.as_bytes()), "half of the lines lack checksums");
    let claims = text.replacen("\"grognard_save\":2", "\"grognard_save\":1", 1);
    assert!(!passes(claims.as_bytes()), "an older format");
}

#[test]
fn a_save_without_checksums_can_be_read() {
    let (text, old) = (save(), without_checksums(&save()));
    assert!(!old.contains("sum"), "{old}");
    let [new, old] = [text, old].map(|text| Save::parse("game.jsonl", &text).unwrap());
    assert_eq!((new.entries, new.footer, new.header.lock), (old.entries, old.footer, old.header.lock));
}
