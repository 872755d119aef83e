//! Rules that change during a game.
//!
//! A reload keeps the facts up to the last checkpoint, replays the current phase under the new files with the answers
//! and dice recorded since, and notes in the journal where it did so. A game reloaded any number of times must
//! therefore equal a cold start from its journal under the final files: the same state, question and journal, and from
//! there the same game to the end. A reload that fails must not change anything.
//!
//! Every run does a few reloads; `GROGNARD_RELOADS=500 cargo test --release --test all reload::` does more.

use grognard_engine::decision::Pending;
use grognard_engine::game::Status;
use grognard_play::save::Save;
use grognard_play::{AgentKind, Battle, BattleRequest, Seat, Session, SessionError};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The default number of reloads.
const RELOADS: usize = 60;

/// The effect of an edit on a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The game continues with it.
    Sound,
    /// The edited packs cannot be loaded.
    Broken,
    /// The edited packs can be loaded, but the rules fail when reached.
    Failing,
    /// It may be rejected, depending on the position.
    Either,
}
use Kind::{Broken, Either, Failing, Sound};

/// An edit a designer could make: its effect, a file, the old text, the new text.
type Edit = (Kind, &'static str, &'static str, &'static str);

const COMBAT: &str = "scripts/battle-for-moscow/combat.luau";
const LOSSES: &str = "scripts/battle-for-moscow/losses.luau";
const MOVEMENT: &str = "scripts/battle-for-moscow/movement.luau";
const SYSTEM: &str = "scripts/battle-for-moscow/system.toml";
const SEQUENCE: &str = "scripts/battle-for-moscow/sequence.toml";
const CRT: &str = "scripts/battle-for-moscow/charts/crt.toml";
const CALENDAR: &str = "scenarios/battle-for-moscow/charts/calendar.toml";
const MAP: &str = "scenarios/battle-for-moscow/map.toml";
const UNITS: &str = "scenarios/battle-for-moscow/units.toml";
const MOD_RULES: &str = "mods/battle-for-moscow-1986/rules.luau";
const MOD_CHARTS: &str = "mods/battle-for-moscow-1986/patches/charts.toml";
const MOD_MAP: &str = "mods/battle-for-moscow-1986/patches/map.toml";

const EDITS: [Edit; 31] = [
    // Scripts.
    (Sound, COMBAT, r#"column:shift(-1, "9.2", cover)"#, r#"column:shift(-2, "9.2", cover)"#),
    (Sound, COMBAT, r#"column:shift(-1, "9.2", "river")"#, r#"column:shift(0, "9.2", "river")"#),
    (
        Sound,
        COMBAT,
        r#"rule = "9.0", prompt = "Choose an attacking unit to lose a step""#,
        r#"rule = "9.0", prompt = "Who loses a step?""#,
    ),
    (
        Sound,
        COMBAT,
        "return (target.space :: Space):has(\"major-city\")",
        "return (target.space :: Space):has(\"city\")",
    ),
    (Sound, COMBAT, "(target.space :: Space):has(\"major-city\")\nend", "false\nend"),
    (Sound, LOSSES, "if unit.steps < 2 then", "if unit.steps < 3 then"),
    (Sound, MOVEMENT, "return if weather.is_mud(game) then \"mud\" else \"normal\"", "return \"normal\""),
    (Sound, MOVEMENT, "stops = zoc.of(game, enemy),", "stops = game:spaces(\"city\"),"),
    (Broken, COMBAT, "local combat = {}", "local combat = {"),
    (Broken, COMBAT, "local column = combat.column(game", "local column = combat.colum(gam"),
    (Broken, MOVEMENT, "function movement.all(game", "function movement.everybody(game"),
    (Broken, LOSSES, "return losses", "return 7"),
    (Failing, COMBAT, "game:on_map(side.enemy),", "game:on_map(side.foe),"),
    (
        Failing,
        MOVEMENT,
        "local cities = control.enemy_cities(game, side)",
        "local cities = control.enemy_towns(game, side)",
    ),
    // Charts and texts.
    (Sound, CRT, r#"["AL", "NE", "DRL""#, r#"["DE", "DE", "DRL""#),
    (Sound, CRT, r#"["EX", "DR", "DR",  "DR",  "DRL""#, r#"["AL", "AL", "DR",  "DR",  "DRL""#),
    (Broken, CRT, r#"["NE", "EX", "EX",  "DRL", "DRL", "DE"],"#, r#"["NE", "EX"],"#),
    (Sound, CALENDAR, r#"["16 November", "clear", 1, 5"#, r#"["16 November", "mud", 3, 1"#),
    (Sound, CALENDAR, r#"["10 October",  "clear", 1, 5"#, r#"["10 October",  "mud", 1, 2"#),
    (Sound, SYSTEM, "terrain = { clear = 1, forest = 2 }", "terrain = { clear = 1, forest = 3 }"),
    (Broken, SYSTEM, "features = [\"river\", \"rail\"]", "features = [\"river\"]"),
    // Map and order of battle.
    (Sound, MAP, r#""0701", "0702", "0703", "0704","#, r#""0701", "0704", "0605", "0606","#),
    (Sound, MAP, r#""1103/1104", "1003/1103", "1002/1103","#, r#""1103/1104","#),
    (Either, MAP, r#""1001", "1002", "1003", "1004", "1102""#, r#""1001", "1102""#),
    (Broken, MAP, r#"city = ["#, r#"town = ["#),
    (Sound, UNITS, "strength = [12, 6], movement = 6", "strength = [10, 6], movement = 5"),
    (Broken, UNITS, r#"{ name = "XLII", side"#, r#"{ name = "XLII", sid"#),
    // Mods.
    (Sound, MOD_RULES, "\treturn false\nend)", "\treturn true\nend)"),
    (Sound, MOD_CHARTS, "value = 5\nwhy", "value = 2\nwhy"),
    (Broken, MOD_RULES, "replace(\"combat.may_hold\"", "replace(\"combat.may_hoard\""),
    (Broken, MOD_MAP, "value = \"0911/1010\"", "value = \"0911/1011\""),
];

/// Edits to the sequence of play, whose effect depends on the current phase.
const TURNS: [Edit; 4] = [
    (
        Either,
        SEQUENCE,
        "[[player_turn.phase]]\nname = \"Soviet rail movement\"\nrun = \"movement.rail\"\nrule = \"8.1\"\n",
        "",
    ),
    (
        Either,
        SEQUENCE,
        "[[player_turn.phase]]\nname = \"German combat\"",
        "[[player_turn.phase]]\nname = \"More movement\"\nrun = \"movement.panzer\"\nrule = \"8.0\"\n\n\
         [[player_turn.phase]]\nname = \"German combat\"",
    ),
    (
        Either,
        SEQUENCE,
        "name = \"Panzer movement\"\nrun = \"movement.panzer\"",
        "name = \"Panzer movement\"\nrun = \"movement.all\"",
    ),
    (Broken, SEQUENCE, "run = \"combat.phase\"", "run = \"combat.phases\""),
];

/// A reproducible source of randomness.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// A folder of packs that are edited.
struct Batch {
    folder: tempfile::TempDir,
    /// The current edits.
    made: BTreeSet<usize>,
}

fn edits() -> Vec<Edit> {
    EDITS.iter().chain(&TURNS).copied().collect()
}

impl Batch {
    fn new() -> Batch {
        Batch { folder: crate::pack_copy::packs(), made: BTreeSet::new() }
    }

    /// Makes an edit, or reverts it.
    fn toggle(&mut self, edit: usize) {
        if !self.made.remove(&edit) {
            self.made.insert(edit);
        }
        let all = edits();
        let file = all[edit].1;
        let mut text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        for (_, _, from, to) in self.made.iter().map(|&made| all[made]).filter(|(_, other, _, _)| *other == file) {
            text = text.replacen(from, to, 1);
        }
        fs::write(self.folder.path().join(file), text).unwrap();
    }

    fn reset(&mut self) {
        for edit in self.made.clone() {
            self.toggle(edit);
        }
    }

    fn battle(&self, mods: &[&str]) -> Battle {
        let mods = mods.iter().map(|id| (*id).to_owned()).collect();
        let request = BattleRequest {
            roots: vec![self.folder.path().to_owned()],
            scenario: "battle-for-moscow".into(),
            mods,
            ..BattleRequest::default()
        };
        Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)))
    }

    /// A cold start from a save under the current files.
    fn cold(&self, save: &Path, mods: &[&str]) -> Session {
        let read = Save::read(save).unwrap();
        let text = fs::read_to_string(save).unwrap();
        Session::load(self.battle(mods), &read, "save", &text).unwrap_or_else(|error| panic!("{error:?}"))
    }
}

fn same_question(a: Option<&Pending>, b: Option<&Pending>) -> bool {
    let key = |pending: &Pending| {
        (pending.side, pending.question, pending.form, pending.stop, pending.options.clone(), pending.context.clone())
    };
    a.map(key) == b.map(key)
}

fn assert_same(hot: &Session, cold: &Session, what: &str) {
    let (a, b) = (&hot.game.table, &cold.game.table);
    assert_eq!(a.hash(), b.hash(), "{what}: the state");
    assert_eq!(a.journal(), b.journal(), "{what}: the journal");
    assert!(same_question(a.pending(), b.pending()), "{what}: the question");
    assert_eq!(a.decisions, b.decisions, "{what}: the decisions");
}

/// Counts of what happened.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    reloads: usize,
    refused: usize,
    misfits: usize,
}

/// Makes an edit now, and compares the game with a cold start.
fn reload(
    session: &mut Session,
    batch: &mut Batch,
    chance: &mut Chance,
    mods: &[&str],
    save: &Path,
    tally: &mut Tally,
) {
    let all = edits();
    let edit = chance.below(all.len());
    let (kind, file, _, to) = all[edit];
    let is_new = !batch.made.contains(&edit);
    let of_mod = file.starts_with("mods/") && mods.is_empty();
    let what = format!("{kind:?} edit of {file} to {to:?}, new: {is_new}, made {:?}", batch.made);
    let (hash, journal) = (session.game.table.hash(), session.game.table.journal().to_vec());
    let pending = session.game.table.pending().cloned();
    batch.toggle(edit);
    tally.reloads += 1;
    match session.reload() {
        Ok(misfit) => {
            assert!(kind != Broken || of_mod, "{what} was accepted");
            tally.misfits += usize::from(misfit.is_some());
            session.save_copy(save).unwrap();
            assert_same(session, &batch.cold(save, mods), &what);
            if kind == Failing && is_new {
                // The failing phase was not reached: the edit is reverted first.
                batch.toggle(edit);
                session.reload().unwrap_or_else(|error| panic!("{what}: {error:?}"));
            }
        }
        Err(error) => {
            assert!(kind != Sound, "{what}: {error:?}");
            assert!(matches!(error, SessionError::Broken(_) | SessionError::Refused(_)), "{error:?}");
            tally.refused += 1;
            assert_eq!(session.game.table.hash(), hash, "{what}: the old rules go on");
            assert_eq!(session.game.table.journal(), journal, "{what}: the old journal goes on");
            assert!(same_question(session.game.table.pending(), pending.as_ref()), "{what}: the old question is asked");
            batch.toggle(edit);
        }
    }
}

#[test]
fn reloads_end_where_a_cold_start_ends() {
    let wanted = std::env::var("GROGNARD_RELOADS").ok().and_then(|count| count.parse().ok()).unwrap_or(RELOADS);
    let mut batch = Batch::new();
    let save = batch.folder.path().join("save.jsonl");
    let mut tally = Tally::default();
    let mut chance = Chance(1941);
    while tally.reloads < wanted {
        let mods: &[&str] = if tally.games % 2 == 0 { &[] } else { &["battle-for-moscow-1986"] };
        batch.reset();
        let seats = vec![Seat::Agent(AgentKind::Random); 2];
        let mut session = Session::new(batch.battle(mods), 100 + tally.games as u64, seats).unwrap();
        while session.settle().unwrap() == Status::Waiting {
            if chance.below(40) == 0 {
                reload(&mut session, &mut batch, &mut chance, mods, &save, &mut tally);
                session.save_copy(&save).unwrap();
            } else if chance.below(30) == 0 {
                let side = session.game.table.pending().unwrap().side;
                // Undo may stop at dice or at a change of rules; it must not affect what comes later.
                let _ = session.undo(side);
                session.save_copy(&save).unwrap();
            }
            session.play_agent().unwrap();
        }
        if save.exists() {
            let mut cold = batch.cold(&save, mods);
            while cold.settle().unwrap() == Status::Waiting {
                cold.play_agent().unwrap();
            }
            assert_same(&session, &cold, "at the end of the game");
            fs::remove_file(&save).unwrap();
        }
        tally.games += 1;
    }
    println!("{tally:?}");
    assert!(tally.refused > wanted / 20, "broken edits were among them: {tally:?}");
}

/// The old text of every edit is still in its file.
#[test]
fn the_edits_are_real() {
    for (_, file, from, _) in edits() {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        assert!(text.contains(from), "{file} has no `{from}`");
    }
}

/// A comment does not change the rules: nothing is replayed, and undo still works.
#[test]
fn a_comment_changes_nothing() {
    let batch = Batch::new();
    let seats = vec![Seat::Agent(AgentKind::Random); 2];
    let mut session = Session::new(batch.battle(&[]), 7, seats).unwrap();
    session.settle().unwrap();
    for _ in 0..30 {
        session.play_agent().unwrap();
    }
    let before = (session.game.table.hash(), session.game.table.journal().to_vec());
    let map = batch.folder.path().join(PathBuf::from(MAP));
    fs::write(&map, fs::read_to_string(&map).unwrap() + "\n# no change\n").unwrap();
    assert!(session.reload().unwrap().is_none());
    assert_eq!(before, (session.game.table.hash(), session.game.table.journal().to_vec()));
}
