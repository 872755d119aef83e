//! Saved games whose rules have changed can be pinned to the old rules, migrated to the new ones, or forked.

use crate::data_folder;
use crate::failure::Failure;
use crate::registries;
use crate::saves::{self, SavedGame};
use grognard_check::diff;
use grognard_engine::catalogue::ENGLISH;
use grognard_engine::ids::SideId;
use grognard_engine::reader::Reader;
use grognard_packs::{Diagnostic, render};
use grognard_play::migrate::UnfitDecision;
use grognard_play::{Battle, Session};
use std::io::{BufRead, IsTerminal, stdin};
use std::path::{Path, PathBuf};

/// Maximum number of differences listed before a player decides.
const MAX_DIFFERENCES: usize = 10;

/// Options for a saved game whose rules have changed.
#[derive(clap::Args)]
pub struct OutdatedSaveArgs {
    /// If the rules have changed, continue under the original rules, which are kept in the store.
    #[arg(long, group = "way", requires = "load")]
    pin: bool,
    /// If the rules have changed, replay every decision under the new rules, and continue if all are still legal.
    #[arg(long, group = "way", requires = "load")]
    migrate: bool,
    /// If the rules have changed, continue in another file under the new rules, from the last decision that is still
    /// legal.
    #[arg(long, group = "way", requires = "load")]
    fork: bool,
    /// With `--migrate`, drop the first decision that is no longer legal and everything after it.
    #[arg(long, requires = "migrate")]
    accept: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutdatedSaveChoice {
    /// Continue under the old rules.
    Pin,
    /// Continue under the new rules, in the same save.
    Migrate {
        /// Whether to continue even if decisions are lost.
        accept: bool,
    },
    /// Continue under the new rules, in another save.
    Fork,
}

impl OutdatedSaveArgs {
    /// Returns the choice made on the command line, if any.
    pub fn way(&self) -> Option<OutdatedSaveChoice> {
        match (self.pin, self.migrate, self.fork) {
            (true, ..) => Some(OutdatedSaveChoice::Pin),
            (_, true, _) => Some(OutdatedSaveChoice::Migrate { accept: self.accept }),
            (.., true) => Some(OutdatedSaveChoice::Fork),
            _ => None,
        }
    }
}

/// A saved game, opened to be continued.
pub struct OpenedSave {
    pub session: Session,
    /// Whether the game continues in another file.
    pub elsewhere: bool,
    /// Notes for the player.
    pub notes: Vec<String>,
}

/// The battle of a save under its old rules, or the reasons why it cannot be loaded.
type EarlierBattle = Result<Battle, Vec<Diagnostic>>;

/// Opens a saved game. With `same_seats`, the players stay the same, and messages may include what a lone player's side
/// knows. If the rules have changed, the game continues in the given `way`. If none is given, a pinned game stays
/// pinned, and for any other game the person at the terminal is asked.
pub fn open(
    mut saved: SavedGame,
    roots: &[PathBuf],
    way: Option<OutdatedSaveChoice>,
    same_seats: bool,
) -> Result<OpenedSave, Failure> {
    let mut now = saved.battle(roots);
    if let Ok(battle) = &now
        && way != Some(OutdatedSaveChoice::Pin)
        && !saved.is_under_other_rules(battle)
    {
        let notes = missing_mods_note(&saved, battle).into_iter().collect();
        return resume_unchanged(&saved, battle.clone(), notes, same_seats);
    }
    let way = match way {
        Some(way) => way,
        None if saved.save.header.pinned => OutdatedSaveChoice::Pin,
        None => {
            let (way, battle) = ask(&saved, now)?;
            now = battle;
            way
        }
    };
    match way {
        OutdatedSaveChoice::Pin => pin(&saved, same_seats),
        OutdatedSaveChoice::Migrate { accept } => migrate(&mut saved, now?, accept, same_seats),
        OutdatedSaveChoice::Fork => fork(&mut saved, now?, same_seats),
    }
}

/// Continues a save under the same rules. Every decision is still legal unless the program itself has changed; in that
/// case, the game continues in another file.
fn resume_unchanged(
    saved: &SavedGame,
    battle: Battle,
    mut notes: Vec<String>,
    same_seats: bool,
) -> Result<OpenedSave, Failure> {
    let mut session = saved.open(battle, false)?;
    let misfit = session.game.table.take_misfit();
    if let Some(misfit) = &misfit {
        let why = Reader::new(&session.game.table, viewer(&session, same_seats), &ENGLISH)
            .refusal_under_rule(&misfit.refusal);
        notes.push(format!(
            "Line {} of the save is no longer valid: {why}. The game continues from there.",
            misfit.entry + 2
        ));
    }
    Ok(OpenedSave { session, elsewhere: misfit.is_some(), notes })
}

/// Returns a note about mods that the save names but the battle no longer uses.
fn missing_mods_note(saved: &SavedGame, battle: &Battle) -> Option<String> {
    let out: Vec<&String> = saved.save.header.mods.iter().filter(|name| !battle.request.mods.contains(name)).collect();
    let names: Vec<&str> = out.into_iter().map(String::as_str).collect();
    (!names.is_empty())
        .then(|| format!("Mods left out (they cannot be used, but do not change the rules): {}.", names.join(", ")))
}

fn pin(saved: &SavedGame, same_seats: bool) -> Result<OpenedSave, Failure> {
    let impossible = |all: Vec<Diagnostic>| {
        let error = Diagnostic::general("E421", "the game cannot continue under its old rules");
        let error = error.help("use `--migrate` or `--fork` to continue under the current rules");
        let error = fetch_advice(saved).into_iter().fold(error, Diagnostic::note);
        Failure::Wrong([error].into_iter().chain(all).collect())
    };
    let battle = saved.pinned_battle().map_err(impossible)?;
    resume_unchanged(saved, battle, vec!["The game continues under its original rules.".to_owned()], same_seats)
}

/// Returns advice on fetching the packs that the store lacks; `None` if it lacks none or no registry is configured.
fn fetch_advice(saved: &SavedGame) -> Option<String> {
    let store = data_folder::store();
    let missing = store.missing(&saved.save.header.lock);
    if missing.is_empty() { None } else { registries::fetch_advice(&missing, &saved.name) }
}

fn migrate(saved: &mut SavedGame, battle: Battle, accept: bool, same_seats: bool) -> Result<OpenedSave, Failure> {
    let before = saved.save.header.lock.rules_hash.clone();
    let (mut session, unfit) = replay_save(saved, battle, same_seats)?;
    let mut notes = Vec::new();
    match unfit {
        None => notes.push("The game was replayed under the new rules; every decision is still legal.".to_owned()),
        Some(unfit) if accept => {
            notes.push(format!("No longer possible: {}. The game continues from there.", unfit.describe()))
        }
        Some(unfit) => {
            let error = Diagnostic::general("E422", format!("no longer possible: {}", unfit.describe()));
            let help = "nothing was changed; `--migrate --accept` drops this decision and everything after it, \
                        `--fork` does so in another file, `--pin` continues under the old rules";
            return Err(Failure::wrong(error.help(help)));
        }
    }
    session.note_migration(&before);
    Ok(OpenedSave { session, elsewhere: false, notes })
}

fn fork(saved: &mut SavedGame, battle: Battle, same_seats: bool) -> Result<OpenedSave, Failure> {
    let (session, unfit) = replay_save(saved, battle, same_seats)?;
    let mut notes = vec!["The game forks here, under the new rules; the old save is unchanged.".to_owned()];
    notes.extend(unfit.map(|unfit| format!("No longer possible: {}.", unfit.describe())));
    Ok(OpenedSave { session, elsewhere: true, notes })
}

/// Replays a save under the current rules, up to the first decision that is no longer legal.
fn replay_save(
    saved: &mut SavedGame,
    battle: Battle,
    same_seats: bool,
) -> Result<(Session, Option<UnfitDecision>), Failure> {
    let stored = saved.stored();
    let unreadable = saved.cut_to(&battle);
    let mut session = saved.open(battle, false)?;
    let misfit = session.game.table.take_misfit();
    let viewer = viewer(&session, same_seats);
    let unfit = misfit
        .map(|misfit| UnfitDecision::new(&stored, &session.battle, &session.game.table.questions, &misfit, viewer));
    Ok((session, unfit.or(unreadable)))
}

/// Returns the side that may read messages about the save: the side of a lone player, or else `None`.
fn viewer(session: &Session, same_seats: bool) -> Option<SideId> {
    session.only_person().filter(|_| same_seats)
}

/// Describes what has changed, and how the game can continue.
fn describe(saved: &SavedGame, now: &Result<Battle, Failure>, then: &EarlierBattle) -> String {
    let mut lines = match now {
        Ok(now) => {
            let packs = saved.save.header.lock.changes(&now.lock, "when the game was saved", "now");
            packs.into_iter().chain(then.iter().flat_map(|then| differences(then, now))).collect()
        }
        Err(failure) => failure.describe(false).lines().map(str::to_owned).collect::<Vec<_>>(),
    };
    lines.push(match then {
        Ok(_) => "`--pin` continues under the old rules".to_owned(),
        Err(all) => {
            let why: Vec<&str> = all.iter().map(|error| error.message.as_str()).collect();
            format!(
                "`--pin` cannot be used: {}",
                if why.is_empty() { "there is no store".to_owned() } else { why.join("; ") }
            )
        }
    });
    if then.is_err() {
        lines.extend(fetch_advice(saved));
    }
    if now.is_ok() {
        lines.push(
            "`--migrate` replays every decision under the new rules, and continues if all are still legal".to_owned(),
        );
        lines.push(
            "`--fork` continues in another file under the new rules, from the last decision that is still legal"
                .to_owned(),
        );
    }
    lines.join("\n")
}

fn differences(then: &Battle, now: &Battle) -> Vec<String> {
    let all = diff::diff(then, now).unwrap_or_default();
    let sentences: Vec<String> = diff::sentences(&all).into_iter().flat_map(|(_, sentences)| sentences).collect();
    let more = sentences.len().saturating_sub(MAX_DIFFERENCES);
    let more = (more > 0).then(|| format!("  and {more} more"));
    let head = (!sentences.is_empty()).then(|| "differences between A (then) and B (now):".to_owned());
    let told = sentences.iter().take(MAX_DIFFERENCES).map(|sentence| format!("  {sentence}"));
    head.into_iter().chain(told).chain(more).collect()
}

fn question(saved: &SavedGame, now: &Result<Battle, Failure>, then: &EarlierBattle) -> Diagnostic {
    let text = match now {
        Ok(_) => "the rules have changed since this game was saved",
        Err(_) => "the packs of this game can no longer be used",
    };
    Diagnostic::general("E420", text).help(describe(saved, now, then))
}

/// Asks the person at the terminal how to continue. If there is no terminal, fails and lists the choices.
fn ask(
    saved: &SavedGame,
    now: Result<Battle, Failure>,
) -> Result<(OutdatedSaveChoice, Result<Battle, Failure>), Failure> {
    let then = Battle::pinned(&saved.save.header, &data_folder::store());
    let now = match now {
        // There is only one choice.
        Err(failure) if then.is_err() => return Err(with_fetch_advice(failure, saved)),
        now => now,
    };
    let question = question(saved, &now, &then);
    if !stdin().is_terminal() {
        return Err(Failure::wrong(question));
    }
    crate::screen::complain(|colour| render(&[question], colour));
    Ok((ask_choice()?, now))
}

/// Adds advice on fetching the missing packs to a failure.
fn with_fetch_advice(failure: Failure, saved: &SavedGame) -> Failure {
    match (failure.diagnostics().split_first(), fetch_advice(saved)) {
        (Some((first, others)), Some(advice)) => {
            Failure::Wrong([first.clone().note(advice)].into_iter().chain(others.iter().cloned()).collect())
        }
        _ => failure,
    }
}

/// Reads the answer of the person at the terminal.
fn ask_choice() -> Result<OutdatedSaveChoice, Failure> {
    loop {
        eprint!("pin, migrate, fork or quit? ");
        let mut line = String::new();
        let read = stdin().lock().read_line(&mut line).map_err(Failure::Output)?;
        match line.trim() {
            "p" | "pin" => return Ok(OutdatedSaveChoice::Pin),
            "m" | "migrate" => return Ok(OutdatedSaveChoice::Migrate { accept: false }),
            "f" | "fork" => return Ok(OutdatedSaveChoice::Fork),
            "q" | "quit" => return Err(Failure::Reported),
            _ if read == 0 => return Err(Failure::Reported),
            _ => eprintln!("Type `pin`, `migrate`, `fork` or `quit`, or its first letter."),
        }
    }
}

/// Returns the file in which an opened game continues.
pub fn file(opened: &OpenedSave, old: &Path, wished: Option<&Path>) -> PathBuf {
    let battle = &opened.session.battle;
    match wished {
        Some(path) => path.to_owned(),
        None if opened.elsewhere => saves::new_file(&battle.request.scenario, opened.session.game.table.seed()),
        None => old.to_owned(),
    }
}
