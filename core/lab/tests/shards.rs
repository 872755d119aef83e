//! Games files that are truncated, modified or continued.

use grognard_lab::shard::{Contender, ExperimentBattles, ShardFile, ShardPart};
use grognard_play::{AgentKind, Battle, BattleRequest, CancelToken};
use std::fs;
use std::path::Path;

fn field(games: u64) -> ExperimentBattles {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/packs");
    let battle = Battle::load(BattleRequest { roots: vec![root], scenario: "ford".into(), ..BattleRequest::default() })
        .expect("a sound battle");
    let players = vec![AgentKind::Random; battle.content.sides.len()];
    let contender = |name: &str| Contender {
        name: name.into(),
        changes: Vec::new(),
        battle: battle.clone(),
        players: players.clone(),
    };
    ExperimentBattles::new(vec![contender("a"), contender("b")], 7, games, true)
}

/// Returns the file after `seeds` more seeds.
fn played(field: &ExperimentBattles, mut file: ShardFile, seeds: u64, threads: usize) -> ShardFile {
    field
        .play(&mut file, threads, &CancelToken::new(), |file| file.end.done < seeds)
        .expect("games that can be played");
    file
}

#[test]
fn games_that_were_stopped_anywhere_go_on_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let field = field(24);
    let whole = played(&field, field.begin(ShardPart::WHOLE), 24, 1);
    assert!(whole.is_complete());
    for stop in [1, 2, 11, 23] {
        let path = folder.path().join(format!("{stop}.jsonl"));
        let part = played(&field, field.begin(ShardPart::WHOLE), stop, 2);
        assert_eq!(part.end.done, stop);
        part.write(&path).unwrap();
        let read = field.begin(ShardPart::WHOLE).go_on(&path).unwrap();
        assert_eq!(read.text(), part.text());
        assert_eq!(played(&field, read, 24, 3).text(), whole.text(), "stopped after {stop}");
    }
}

#[test]
fn the_same_variant_plays_the_same_games_and_says_what_it_saw() {
    let field = field(6);
    let file = played(&field, field.begin(ShardPart::WHOLE), 6, 2);
    for row in &file.rows {
        assert_eq!(row.games[0], row.games[1]);
        let seen = row.games[0].seen.as_ref().expect("what was seen");
        assert!(!seen.paragraphs.is_empty() && seen.territory.len() == usize::from(row.games[0].result.turn));
    }
    assert!(file.rows.iter().any(|row| !row.games[0].seen.as_ref().unwrap().columns.is_empty()));
    assert_eq!(file.end.maps[0], file.end.maps[1]);
    assert_eq!(file.end.maps[0].games[0], 6);
}

#[test]
fn a_file_that_was_cut_off_or_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let field = field(3);
    let text = played(&field, field.begin(ShardPart::WHOLE), 3, 1).text();
    let path = folder.path().join("part.jsonl");
    let read = |text: &str| {
        fs::write(&path, text).unwrap();
        ShardFile::read(&path)
    };
    assert!(read(&text).is_ok());
    for cut in (0..text.len() - 1).step_by(97).filter(|&cut| text.is_char_boundary(cut)) {
        assert!(read(&text[..cut]).is_err(), "cut off after {cut} bytes");
    }
    let lines: Vec<&str> = text.lines().collect();
    let swapped = [lines[0], lines[2], lines[1], lines[3], lines[4]].join("\n");
    assert!(
        read(&swapped)
            .unwrap_err()
            .to_string()
            .contains("line 2 has different games; expected one of each variant from seed 7")
    );
    let fewer = [lines[0], lines[1], lines[4]].join("\n");
    assert!(read(&fewer).unwrap_err().to_string().contains("games above it"));
    assert!(read(&text.replace("\"format\":1", "\"format\":2")).unwrap_err().to_string().contains("has format 2"));
}

#[test]
fn a_file_of_other_games_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part.jsonl");
    field(3).begin(ShardPart::WHOLE).write(&path).unwrap();
    let refused = field(2).begin(ShardPart::WHOLE).go_on(&path).unwrap_err();
    assert!(refused.to_string().contains("can be extended but not shortened"), "{refused}");
    let half = ShardPart { index: 2, of: 2 };
    let refused = field(3).begin(half).go_on(&path).unwrap_err();
    assert!(refused.to_string().contains("it contains games 1 to 3, not 2 to 3"), "{refused}");
    assert!(field(4).begin(half).go_on(&path).is_err(), "a part does not begin where the whole does");
    assert!(field(3).begin(ShardPart::WHOLE).go_on(&path).is_ok());
    let longer = field(4).begin(ShardPart::WHOLE).go_on(&path).unwrap();
    assert_eq!((longer.head.to, longer.head.experiment.games), (4, 4));
}
