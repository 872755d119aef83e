//! Downloads of a game. A side never receives more than it has seen.

use crate::dto::Fault;
use crate::game::play::Play;
use crate::role::Role;
use crate::store::sync;
use crate::view::permissions;
use grognard_board::svg::{self, SvgOptions};
use grognard_engine::catalogue::Catalogue;
use grognard_engine::ids::SideId;
use grognard_engine::reader::Reader;
use grognard_engine::view::View;
use grognard_play::record::record;
use grognard_play::save::{self, Save};
use grognard_play::{Battle, Session, SessionError};

/// A copy of a game, to be replayed outside its room.
pub struct GameCopy {
    /// The battle of the game.
    pub battle: Battle,
    /// The save of the game.
    pub save: Save,
    /// The text of the save, for messages.
    pub text: String,
    /// The catalogue in the viewer's language.
    pub catalogue: Catalogue,
}

/// The name of a game copy in messages.
pub const NAME: &str = "game";

impl Play {
    /// Returns the save of the game as text, if the role may have it.
    pub fn replay(&self, role: &Role) -> Result<String, Fault> {
        permissions::replay(&self.session, role)?;
        self.text()
    }

    fn text(&self) -> Result<String, Fault> {
        let (session, table) = (&self.session, &self.session.game.table);
        let footer = session.footer().map(|footer| sync::line(&footer)).transpose()?;
        let lines = sync::lines(table.journal(), &table.content)?;
        let all: Vec<String> = [sync::line(&session.header())?].into_iter().chain(lines).chain(footer).collect();
        Ok(save::text(all.iter().map(String::as_str)))
    }

    /// Returns a copy of the game that can be replayed outside its room.
    pub fn copy(&mut self, language: &str) -> Result<GameCopy, Fault> {
        let text = self.text()?;
        let save = Save::parse(NAME, &text).map_err(|error| Fault::broken("the game cannot be copied", &[error]))?;
        Ok(GameCopy {
            battle: self.session.battle.clone(),
            save,
            text,
            catalogue: self.languages.catalogue(language).clone(),
        })
    }

    /// Returns a copy of the game for a replay under different rules, if the role may compare the two.
    pub fn copy_for_what_if(&mut self, role: &Role, language: &str) -> Result<GameCopy, Fault> {
        permissions::what_if(&self.session, role)?;
        self.copy(language)
    }

    /// Returns the log as a role sees it, now or at a given moment.
    pub fn log_text(&mut self, role: &Role, language: &str, at: Option<u64>) -> Result<String, Fault> {
        self.at_moment(role, language, at, |session, catalogue| {
            let reader = Reader::new(&session.game.table, role.viewer(session), catalogue);
            reader.log().map(|(rule, text)| format!("{text} ({rule})\n")).collect()
        })
    }

    /// Returns an SVG image of the board as a role sees it, now or at a given moment.
    pub fn picture(&mut self, role: &Role, language: &str, at: Option<u64>) -> Result<String, Fault> {
        self.at_moment(role, language, at, |session, catalogue| {
            let view = View::read(&Reader::new(&session.game.table, role.viewer(session), catalogue));
            let painting = svg::painting_address(&session.battle.content);
            let options = SvgOptions { catalogue, painting: painting.as_deref(), ..SvgOptions::default() };
            svg::draw(&session.battle.content, Some(&view), &options)
        })
    }
}

impl GameCopy {
    /// Returns a side's record.
    pub fn record(&self, side: SideId) -> Result<String, Fault> {
        let written = record(&self.battle, &self.save, (NAME, &self.text), side, &self.catalogue);
        // The error could reveal more than the side knows.
        written.map_err(|_| Fault::refused("the game cannot be replayed under these rules"))
    }

    /// Replays the game in the given battle. With `check`, states are compared with the recorded states.
    pub fn open(&self, battle: Battle, check: bool) -> Result<Session, SessionError> {
        Session::open(battle, &self.save, NAME, &self.text, check)
    }
}
