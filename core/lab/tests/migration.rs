//! A rule fix applied to stored games: the migration reports which are kept, migrated or pinned, and every pinned one
//! opens.
//!
//! `GROGNARD_SAVES=1000 cargo test --release -p grognard-lab migration:: -- --nocapture` checks more games than an
//! ordinary run.

use grognard_engine::game::Status;
use grognard_engine::journal::SavedEntry;
use grognard_engine::table::{Service, Table};
use grognard_lab::sim::{self, SimPlan};
use grognard_packs::store::Store;
use grognard_play::migrate::{self, Batch, Fate, SaveVerdict, StoredSave, UnfitDecision};
use grognard_play::save::{FORMAT, Footer, Header};
use grognard_play::{AgentKind, Battle, BattleRequest, Session};
use grognard_testing::{copy, without_checksums};
use std::fs;
use std::path::{Path, PathBuf};

/// The default number of stored games.
const SAVES: u64 = 40;

const CRT: &str = "scripts/battle-for-moscow/charts/crt.toml";
const MOVEMENT: &str = "scripts/battle-for-moscow/movement.luau";

/// A copy of the packs, with a store.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let place = Place { folder: tempfile::tempdir().unwrap() };
        for kind_folder in ["scripts", "scenarios", "mods"] {
            copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(kind_folder), &place.path(kind_folder));
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn roots(&self) -> Vec<PathBuf> {
        vec![self.folder.path().to_owned()]
    }

    fn store(&self) -> Store {
        Store::new(self.path("store"))
    }

    fn battle(&self) -> Battle {
        let request =
            BattleRequest { roots: self.roots(), scenario: "battle-for-moscow".into(), ..BattleRequest::default() };
        let battle =
            Battle::load(request).unwrap_or_else(|errors| panic!("{}", grognard_packs::render(&errors, false)));
        battle.keep(&self.store()).unwrap();
        battle
    }

    fn edit(&self, file: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.path(file)).unwrap();
        assert_eq!(text.matches(old).count(), 1, "{file}: {old}");
        fs::write(self.path(file), text.replace(old, new)).unwrap();
    }

    fn judge(&self, saves: &[StoredSave]) -> Vec<SaveVerdict> {
        migrate::judge(saves, &self.roots(), Some(&self.store()), || {})
    }
}

fn header(battle: &Battle, seed: u64) -> Header {
    let players = battle.content.sides.iter().map(|(_, side)| (side.to_owned(), "random".to_owned()));
    Header {
        grognard_save: FORMAT,
        scenario: battle.request.scenario.clone(),
        mods: battle.request.mods.clone(),
        options: battle.request.options.clone(),
        seed,
        players: players.collect(),
        lock: battle.lock.clone(),
        pinned: false,
    }
}

fn stored(battle: &Battle, table: &Table) -> StoredSave {
    let entries: Vec<SavedEntry> = table.journal().iter().map(|entry| entry.save(&battle.content)).collect();
    let name = format!("game-{}.jsonl", table.seed());
    StoredSave::parse(&name, migrate::text(&header(battle, table.seed()), &entries, Footer::of(table, None).as_ref()))
        .unwrap()
}

/// Plays whole games with random players.
fn games(battle: &Battle, count: u64) -> Vec<StoredSave> {
    let service = Service { log: false, ..Service::FULL };
    let plan = SimPlan { games: count, seed: 1, players: vec![AgentKind::Random; battle.content.sides.len()], service };
    let mut host = battle.host().unwrap();
    let play = |seed| stored(battle, &sim::play_to_the_end(battle, &mut host, &plan, seed).unwrap().table);
    (1..=count).map(play).collect()
}

/// Changes a cell of the CRT and a movement rule.
fn fix_the_rules(place: &Place) {
    place.edit(CRT, r#"["DR", "DR", "DR",  "DR",  "DR",  "DRL"],"#, r#"["DRL", "DR", "DR",  "DR",  "DR",  "DRL"],"#);
    bar_the_rails(place);
}

/// Forbids the 1st Shock Army to move by rail.
fn bar_the_rails(place: &Place) {
    let old = "movement.move_units(game, side, game:on_map(side):at(game:along(\"rail\")))";
    let new = "local units = game:on_map(side):at(game:along(\"rail\"))\n\tunits:remove(game:unit_named(\"1st \
        Shock\"))\n\t\
               movement.move_units(game, side, units)";
    place.edit(MOVEMENT, old, new);
}

fn count(judged: &[SaveVerdict], fate: Fate) -> usize {
    judged.iter().filter(|judged| judged.fate == fate).count()
}

/// Opens a save and compares every state; returns the recorded ending.
fn open(battle: Battle, save: &StoredSave) -> Option<Footer> {
    let mut session = Session::open(battle, &save.save, &save.name, &save.text, true).unwrap();
    assert_eq!(session.game.table.take_misfit(), None, "{}", save.name);
    assert_eq!(session.settle().unwrap(), Status::Over);
    session.footer()
}

#[test]
fn every_game_is_kept_migrated_or_pinned_and_every_pinned_one_opens() {
    let place = Place::new();
    let number = std::env::var("GROGNARD_SAVES").ok().and_then(|number| number.parse().ok()).unwrap_or(SAVES);
    let saves = games(&place.battle(), number);
    fix_the_rules(&place);
    let judged = place.judge(&saves);
    let [kept, migrated, pinned, stuck] =
        [Fate::Kept, Fate::Migrated, Fate::Pinned, Fate::Stuck].map(|fate| count(&judged, fate));
    println!("{number} games: {kept} kept, {migrated} migrated, {pinned} pinned, {stuck} stuck");
    assert_eq!(stuck, 0, "{:?}", judged.iter().find(|judged| judged.fate == Fate::Stuck));
    assert!(kept > 0 && migrated > 0 && pinned > 0);
    let mut desk_now = None;
    for (save, judged) in saves.iter().zip(&judged) {
        let written = StoredSave::parse(&save.name, judged.written.clone().unwrap()).unwrap();
        assert_eq!(judged.unfit.is_some(), judged.fate == Fate::Pinned);
        match judged.fate {
            Fate::Kept => {
                assert_eq!((&written.save.entries, &written.save.footer), (&save.save.entries, &save.save.footer))
            }
            Fate::Migrated => {
                let battle: &Battle =
                    desk_now.get_or_insert_with(|| Battle::of_save(&written.save.header, &place.roots()).unwrap());
                assert_eq!(open(battle.clone(), &written), written.save.footer);
                assert!(matches!(written.save.entries.last(), Some(SavedEntry::Migrated { .. })));
            }
            _ => {
                assert!(written.save.header.pinned);
                let battle = Battle::pinned(&written.save.header, &place.store()).unwrap();
                assert_eq!(open(battle, &written), save.save.footer);
            }
        }
    }
}

#[test]
fn the_first_decision_that_no_longer_fits_is_named() {
    let place = Place::new();
    let saves = games(&place.battle(), 40);
    bar_the_rails(&place);
    let judged = place.judge(&saves);
    // Other saves stop where a question is no longer asked, because no other unit could have moved by rail.
    let goes = |unfit: &UnfitDecision| unfit.answer.as_deref() == Some("1st Shock");
    let unfit = judged
        .iter()
        .filter_map(|judged| judged.unfit.clone())
        .find(goes)
        .expect("a game in which the army goes by rail");
    let told = format!(
        "decision {} (turn {}), soviet: Choose a unit to move -> 1st Shock: ",
        unfit.decision,
        unfit.turn.unwrap()
    );
    assert!(unfit.describe().starts_with(&told), "{}", unfit.describe());
    assert!(unfit.decision > 1 && unfit.line > 2 && unfit.why.contains("`movement.unit`"), "{unfit:?}");
}

#[test]
fn the_same_rules_keep_everything_and_a_comment_is_the_same_rule() {
    let place = Place::new();
    let saves = games(&place.battle(), 2);
    assert!(place.judge(&saves).iter().all(|judged| judged.fate == Fate::Kept && judged.written.is_none()));
    place.edit(MOVEMENT, "-- 4.0 Phase 2: panzer units only.", "-- 4.0 Phase 2: nobody but panzer units.");
    place.edit(CRT, "No effect.", "Nothing happens.");
    assert!(place.judge(&saves).iter().all(|judged| judged.fate == Fate::Kept));
}

#[test]
fn without_the_old_packs_a_save_is_stuck_and_says_why() {
    let place = Place::new();
    let saves = games(&place.battle(), 12);
    fix_the_rules(&place);
    fs::remove_dir_all(place.path("store")).unwrap();
    let judged = place.judge(&saves);
    assert_eq!(count(&judged, Fate::Pinned), 0);
    let stuck = judged.iter().find(|judged| judged.fate == Fate::Stuck).expect("a game that is stuck");
    assert!(stuck.problem.as_ref().unwrap().contains("the store has no pack with the hash b3:"), "{stuck:?}");
    assert!(stuck.written.is_none());
}

#[test]
fn a_damaged_entry_of_the_store_is_never_used() {
    let place = Place::new();
    let battle = place.battle();
    let save = &games(&battle, 1)[0];
    let entry = battle.lock.packs.iter().find(|pack| pack.id.ends_with(".battle-for-moscow")).unwrap();
    let file = place.path("store").join(format!("{}.zip", entry.content.trim_start_matches("b3:")));
    let other = battle.files.iter().find(|pack| pack.content != entry.content).unwrap();
    fs::copy(place.path("store").join(format!("{}.zip", other.content.trim_start_matches("b3:"))), &file).unwrap();
    let errors = Battle::pinned(&save.save.header, &place.store()).err().unwrap();
    assert_eq!(errors[0].code, "E713");
    fs::write(&file, "no archive").unwrap();
    let errors = Battle::pinned(&save.save.header, &place.store()).err().unwrap();
    assert_eq!(errors[0].code, "E701");
    assert_eq!(place.store().entries().iter().filter(|entry| entry.problem.is_some()).count(), 1);
}

/// A report of diverging games names the first field of the state that differs, not only the hashes.
#[test]
fn the_first_field_that_differs_is_named() {
    let place = Place::new();
    let save = &games(&place.battle(), 1)[0];
    place.edit("scenarios/battle-for-moscow/units.toml", "movement = 4, at = \"0301\"", "movement = 4, at = \"0201\"");
    let store = place.store();
    let roots = place.roots();
    let difference = migrate::first_difference(&mut Batch::new(&roots, Some(&store)), save, 0).unwrap();
    assert_eq!((&*difference.field, &*difference.current, &*difference.other), ("the place of 3", "0201", "0301"));
}

/// A program that crashes may have written an answer, but not the roll or forced answer that follows it.
#[test]
fn a_save_that_stops_anywhere_can_still_be_pinned() {
    let place = Place::new();
    let whole = &games(&place.battle(), 1)[0];
    let lines = whole.text.lines().count();
    let cut = |to: usize| {
        let text: String = whole.text.lines().take(to).map(|line| format!("{line}\n")).collect();
        StoredSave::parse(&format!("cut-{to}.jsonl"), text).unwrap()
    };
    let saves: Vec<StoredSave> = (1..=lines).map(cut).collect();
    place.edit("scenarios/battle-for-moscow/units.toml", "\"VII\"", "\"VIIa\"");
    let judged = place.judge(&saves);
    let stuck = saves.iter().zip(&judged).find(|(_, judged)| judged.fate == Fate::Stuck);
    assert!(stuck.is_none(), "{}: {:?}", stuck.unwrap().0.name, stuck.unwrap().1);
    assert!(count(&judged, Fate::Pinned) > 50, "{} pinned", count(&judged, Fate::Pinned));
    let other_end = without_checksums(&whole.text).replacen("\"end\":\"", "\"end\":\"0", 1);
    assert_eq!(
        place.judge(&[StoredSave::parse("end.jsonl", other_end).unwrap()])[0].fate,
        Fate::Stuck,
        "what is recorded still counts"
    );
}
