//! Opens a game from the store: under the current rules if its decisions fit them, or else under its original rules.

use crate::dto::Fault;
use crate::state::AppState;
use crate::store::{GameId, StoredGame};
use grognard_engine::catalogue::ENGLISH;
use grognard_engine::reader::Reader;
use grognard_engine::table::Misfit;
use grognard_packs::Diagnostic;
use grognard_play::save::Save;
use grognard_play::{Battle, Seat, Session, SessionError};

/// A stored game: its save, and its name and text for use in messages.
struct StoredBattle {
    save: Save,
    name: String,
    text: String,
}

/// Opens a game from the store.
pub fn open(app: &AppState, id: GameId, stored: &StoredGame) -> Result<Session, Fault> {
    let stored = StoredBattle::new(id, stored)?;
    if stored.save.header.pinned {
        return stored.pinned(app).map_err(|all| unplayable(&all));
    }
    stored.with_current_rules(app).or_else(|why| stored.pinned(app).map_err(|_| unplayable(&why)))
}

impl StoredBattle {
    fn new(id: GameId, stored: &StoredGame) -> Result<StoredBattle, Fault> {
        let (name, text) = (format!("game {}", id.0), stored.text());
        let save =
            Save::parse(&name, &text).map_err(|error| Fault::broken("the stored game cannot be read", &[error]))?;
        Ok(StoredBattle { save, name, text })
    }

    fn with_current_rules(&self, app: &AppState) -> Result<Session, Vec<Diagnostic>> {
        let header = &self.save.header;
        let request = header.request(&app.settings.roots);
        let battle = app.battles.battle(&request).or_else(|_| Battle::of_save(header, &app.settings.roots))?;
        let is_other = !header.lock.same_rules(&battle.lock);
        let mut session = self.session(battle)?;
        if let Some(misfit) = session.game.table.take_misfit() {
            return Err(vec![Diagnostic::general("E812", misfit_message(&session, &misfit))]);
        }
        if is_other {
            session.note_migration(&header.lock.rules_hash);
        }
        Ok(session)
    }

    fn pinned(&self, app: &AppState) -> Result<Session, Vec<Diagnostic>> {
        let none = || vec![Diagnostic::general("E712", "no folder is set for the pack store")];
        let battle = Battle::pinned(&self.save.header, &app.pack_store().ok_or_else(none)?)?;
        self.session(battle)
    }

    fn session(&self, battle: Battle) -> Result<Session, Vec<Diagnostic>> {
        Session::load(battle, &self.save, &self.name, &self.text).map_err(|error| match error {
            SessionError::Broken(all) => all,
            SessionError::Refused(refusal) => vec![Diagnostic::general("E812", refusal.to_string())],
            SessionError::File(path, error) => {
                vec![Diagnostic::general("E812", format!("{}: {error}", path.display()))]
            }
            SessionError::Held(held) => vec![Diagnostic::general("E812", format!("{} is in use", held.path.display()))],
        })
    }
}

/// Returns a message about the decision that no longer fits. With several players, the message does not reveal it.
fn misfit_message(session: &Session, misfit: &Misfit) -> String {
    if session.seats().iter().filter(|seat| **seat == Seat::Person).count() > 1 {
        return "the rules have changed, and one of the decisions is no longer legal".to_owned();
    }
    let why = Reader::new(&session.game.table, None, &ENGLISH).refusal_under_rule(&misfit.refusal);
    format!("the rules have changed, and decision {} is no longer legal: {why}", misfit.decision)
}

fn unplayable(why: &[Diagnostic]) -> Fault {
    Fault::broken("this game cannot be played with the current packs", why)
}
